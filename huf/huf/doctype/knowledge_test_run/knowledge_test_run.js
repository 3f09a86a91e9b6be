frappe.ui.form.on("Knowledge Test Run", {
	async refresh(frm) {
		const area = frm.fields_dict.shown_results.$wrapper.empty();
		if (frm.doc.state !== "Finished") {
			return;
		}
		const name = frm.doc.name;
		const told = await huf.desk.post("huf.huf.doctype.knowledge_test_run.knowledge_test_run.get_run_of_tests", { run_of_tests: name });
		if (name === frm.doc?.name) {
			area.empty().append(huf.desk.tests_table(told, frm.doc.ruling ? name : ""));
		}
	},
});
