frappe.listview_settings["Knowledge Input"] = {
	add_fields: ["status", "disabled"],
	hide_name_column: true,
	get_indicator: (doc) => huf.desk.indicator("Knowledge Input", doc),

	onload(list) {
		if (!frappe.model.can_write("Knowledge Input")) {
			return;
		}
		const reprocess = (name) =>
			huf.desk.post(huf.desk.INPUT_METHODS + "reprocess_input", { knowledge_input: name });
		list.page.add_action_item(__("Reprocess"), () =>
			huf.desk.for_checked(list, reprocess, {
				refused: (some, all) => __("{0} of {1} inputs were not queued", [some, all]),
				done: (all) => __("{0} inputs queued", [all]),
			})
		);
	},
};
