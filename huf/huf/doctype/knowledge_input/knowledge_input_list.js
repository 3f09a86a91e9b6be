frappe.listview_settings["Knowledge Input"] = {
	add_fields: ["status", "disabled"],
	hide_name_column: true,
	get_indicator: (doc) => huf.desk.indicator("Knowledge Input", doc),

	onload(list) {
		if (!frappe.model.can_write("Knowledge Input")) {
			return;
		}
		list.page.add_action_item(__("Reprocess"), async () => {
			const names = list.get_checked_items(true);
			const refused = [];
			for (const name of names) {
				try {
					await huf.desk.post(huf.desk.INPUT_METHODS + "reprocess_input", { knowledge_input: name });
				} catch (error) {
					refused.push(`${name}: ${error.message}`);
				}
			}
			list.clear_checked_items();
			// Frappe leaves out a refresh that asks the same within three seconds.
			list.last_args = null;
			list.refresh();
			if (refused.length) {
				frappe.msgprint({
					title: __("{0} of {1} inputs were not queued", [refused.length, names.length]),
					message: refused.map(huf.desk.escape).join("<br>"),
					indicator: "red",
				});
			} else {
				frappe.show_alert({ message: __("{0} inputs queued", [names.length]), indicator: "blue" });
			}
		});
	},
};
