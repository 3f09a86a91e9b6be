frappe.listview_settings["Agent Run"] = {
	add_fields: ["status"],
	get_indicator: (doc) => huf.desk.indicator("Agent Run", doc),
};
