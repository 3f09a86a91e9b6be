frappe.ui.form.on("Knowledge Tombstone", {
	refresh(frm) {
		frm.add_custom_button(__("Bring Back"), () => {
			frappe.confirm(__("Let the selectors of {0} bring it back?", [huf.desk.escape(frm.doc.knowledge_source)]), async () => {
				await frappe.xcall("frappe.client.delete", { doctype: frm.doctype, name: frm.doc.name });
				frappe.set_route("Form", "Knowledge Source", frm.doc.knowledge_source);
			});
		});
	},
});
