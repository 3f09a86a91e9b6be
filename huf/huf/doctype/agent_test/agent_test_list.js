frappe.listview_settings["Agent Test"] = {
	add_fields: ["last_verdict", "disabled"],
	hide_name_column: true,
	get_indicator(doc) {
		if (!cint(doc.disabled) && !doc.last_verdict) {
			return [__("New"), "blue", "last_verdict,=,"];
		}
		return huf.desk.indicator("Agent Test", doc, "last_verdict");
	},
};
