frappe.listview_settings["Knowledge Source"] = {
	add_fields: ["status", "disabled", "archived_at"],
	hide_name_column: true,
	get_indicator: (doc) => huf.desk.indicator("Knowledge Source", doc),
};
