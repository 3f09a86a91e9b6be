frappe.listview_settings["Agent Run"] = {
	add_fields: ["status", "verification_result"],
	hide_name_column: true, // the question says more, and the name can still be filtered for
	get_indicator(doc) {
		// A narrow list has no other column: an answer in doubt must not look like a good one there.
		const { status, verification_result: verdict } = doc;
		if (status === "Success" && ["Contradicted", "Not Confirmed"].includes(verdict)) {
			return [__(verdict), huf.desk.VERDICT_COLORS[verdict], `verification_result,=,${verdict}`];
		}
		return huf.desk.indicator("Agent Run", doc);
	},
	formatters: {
		verification_result: (value) =>
			value ? huf.desk.verdict({ verification_result: value }).prop("outerHTML") : "",
	},
};
