// Ask this record: a button on the forms of records that knowledge has something of, and in the menu of every form "Ask about
// this", which opens the page Ask with the record. Every page of the desk loads this script, so it does
// no more than look into a list; the dialog is fetched when it is opened.

(() => {
	const PARTS = ["desk", "answer", "answer_blocks", "answer_text", "search_why", "search_hits", "search_dialog", "ask_dialog"].map((name) => `/assets/huf/js/${name}.js`);
	$(document).on("form-refresh", (event, frm) => {
		const { huf_ask: askable = [], huf_has_agent, huf_answers } = frappe.boot;
		if (frm.is_new()) {
			return;
		}
		if ((huf_has_agent || huf_answers) && !frm.meta.issingle) {
			frm.page.add_menu_item(__("Ask about This"), () => {
				const { doctype, docname } = frm;
				frappe.route_options = { reference_doctype: doctype, reference_name: docname, title: frm.get_title() };
				frappe.set_route("knowledge-chat");
			});
		}
		if (!askable.includes(frm.doctype)) {
			return;
		}
		frm.add_custom_button(__("Ask this Record"), () =>
			frappe.require(PARTS, () => new huf.desk.AskDialog(frm.doctype, frm.docname, frm.get_title()))
		);
	});
})();
