frappe.listview_settings["Knowledge Test"] = {
	add_fields: ["last_verdict", "disabled"],
	hide_name_column: true,
	get_indicator(doc) {
		if (!cint(doc.disabled) && !doc.last_verdict) {
			return [__("New"), "blue", "last_verdict,=,"];
		}
		return huf.desk.indicator("Knowledge Test", doc, "last_verdict");
	},
};
