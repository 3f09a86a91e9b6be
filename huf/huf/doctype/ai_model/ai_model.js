frappe.ui.form.on("AI Model", {
	refresh(frm) {
		if (huf.desk.may_get_models() && (frm.is_new() || frm.doc.kind === "embedding")) {
			frm.add_custom_button(__("Get a Local Model"), () => new huf.desk.LocalModels());
		}
	},
});
