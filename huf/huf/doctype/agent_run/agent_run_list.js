frappe.listview_settings["Agent Run"] = {
	add_fields: ["status"],
	get_indicator: (doc) => huf.desk.indicator("Agent Run", doc),
	formatters: {
		verification_result: (value) =>
			value ? huf.desk.verdict({ verification_result: value }).prop("outerHTML") : "",
	},
};
