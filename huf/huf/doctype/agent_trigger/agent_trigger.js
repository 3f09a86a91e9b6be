frappe.ui.form.on("Agent Trigger", {
	setup(frm) {
		frm.set_query("agent", () => ({ filters: { disabled: 0 } }));
		frm.set_query("run_as", () => ({ filters: { enabled: 1, name: ["not in", ["Administrator", "Guest"]] } }));
		frm.set_query("reference_doctype", () => ({ filters: { istable: 0, issingle: 0, is_virtual: 0 } }));
	},

	before_load(frm) {
		// A condition is longer than the editor is wide, and has a few lines.
		frm.set_df_property("condition", "wrap", true);
		frm.set_df_property("condition", "min_lines", 3);
		frm.set_df_property("condition", "max_lines", 12);
		frm.set_df_property("prompt", "wrap", true);
	},

	refresh(frm) {
		if (frm.is_new()) {
			if (!frm.doc.run_as && frappe.session.user !== "Administrator") {
				frm.set_value("run_as", frappe.session.user);
			}
			return;
		}
		const { disabled, failures, last_error, max_failures } = frm.doc;
		const is_paused = cint(disabled) && cint(failures) >= Math.max(cint(max_failures), 1);
		const said = huf.desk.escape(huf.said(last_error));
		const how = is_paused ? __("Mend it, untick Disabled and save: it counts from zero again.") : "";
		huf.desk.headline(frm, said && [said, how].filter(Boolean).join(" "), cint(disabled) ? "red" : "orange");
		frm.add_custom_button(__("Agent Runs"), () =>
			frappe.set_route("List", "Agent Run", { agent_trigger: frm.doc.name })
		);
	},
});
