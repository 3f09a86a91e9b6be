// Ask this record: a button on the forms of records that knowledge has something of. This is the one script of huf that
// every page of the desk loads, so it does no more than look into a list; the dialog is fetched when it is opened.

(() => {
	const PARTS = ["desk", "search_why", "search_dialog", "ask_dialog"].map((name) => `/assets/huf/js/${name}.js`);
	$(document).on("form-refresh", (event, frm) => {
		const askable = frappe.boot.huf_ask || [];
		if (!askable.includes(frm.doctype) || frm.is_new()) {
			return;
		}
		frm.add_custom_button(__("Ask this Record"), () =>
			frappe.require(PARTS, () => new huf.desk.AskDialog(frm.doctype, frm.docname, frm.get_title()))
		);
	});
})();
