frappe.listview_settings["Knowledge Test Run"] = {
	add_fields: ["state"],
	hide_name_column: true,
	get_indicator: (doc) => huf.desk.indicator("Knowledge Test Run", doc, "state"),
};
