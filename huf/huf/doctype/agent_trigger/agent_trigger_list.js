frappe.listview_settings["Agent Trigger"] = {
	add_fields: ["disabled", "failures", "max_failures"],
	get_indicator: (doc) => {
		const failures = cint(doc.failures);
		if (cint(doc.disabled)) {
			return failures && failures >= cint(doc.max_failures)
				? [__("Paused"), "red", "disabled,=,1|failures,>,0"]
				: [__("Disabled"), "grey", "disabled,=,1"];
		}
		return failures
			? [__("Failing"), "orange", "disabled,=,0|failures,>,0"]
			: [__("Enabled"), "green", "disabled,=,0"];
	},
};
