frappe.listview_settings["Knowledge Build"] = {
	add_fields: ["state"],
	get_indicator: (doc) => huf.desk.indicator("Knowledge Build", doc, "state"),
};
