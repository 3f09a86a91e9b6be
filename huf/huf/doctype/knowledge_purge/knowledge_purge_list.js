frappe.listview_settings["Knowledge Purge"] = {
	add_fields: ["status"],
	get_indicator: (doc) => huf.desk.indicator("Knowledge Purge", doc),
};
