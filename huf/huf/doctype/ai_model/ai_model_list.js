frappe.listview_settings["AI Model"] = {
	onload(list) {
		if (huf.desk.may_get_models()) {
			list.page.add_inner_button(__("Get a Local Model"), () => new huf.desk.LocalModels(() => list.refresh()));
		}
	},
};
