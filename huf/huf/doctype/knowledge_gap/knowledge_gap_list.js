frappe.listview_settings["Knowledge Gap"] = {
	add_fields: ["status"],
	hide_name_column: true,
	get_indicator: (doc) => huf.desk.indicator("Knowledge Gap", doc),
};
