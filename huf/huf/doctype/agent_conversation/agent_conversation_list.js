frappe.listview_settings["Agent Conversation"] = {
	add_fields: ["status"],
	get_indicator: (doc) => huf.desk.indicator("Agent Conversation", doc),
};
