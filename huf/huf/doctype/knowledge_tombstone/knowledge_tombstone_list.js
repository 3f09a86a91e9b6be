frappe.listview_settings["Knowledge Tombstone"] = {
	onload(list) {
		const bring_back = (name) =>
			huf.desk.post("frappe.client.delete", { doctype: "Knowledge Tombstone", name });
		list.page.add_action_item(__("Bring Back"), () =>
			huf.desk.for_checked(list, bring_back, {
				refused: (some, all) => __("{0} of {1} were not brought back", [some, all]),
				done: (all) => __("{0} come back with the next sync", [all]),
			})
		);
	},
};
