// Knowledge of one record: on the form of any saved document, for those who use knowledge, the way to the source about it. On the
// forms of cases it is a button, elsewhere an entry of the menu. Every page of the desk loads this, so it does no more than that.

(() => {
	const ROLES = ["Knowledge User", "Knowledge Manager", "System Manager"];
	const CASES = ["HD Ticket", "Issue", "Lead", "Opportunity", "Project", "Task", "ToDo", "Warranty Claim"];
	const METHODS = "huf.ai.knowledge.record_sources.record_source.";

	const open = async (frm) => {
		const about = { doctype: frm.doctype, name: frm.docname };
		const found = await frappe.xcall(`${METHODS}find_record_source`, about);
		if (found) {
			frappe.set_route("Form", "Knowledge Source", found.name);
			return;
		}
		frappe.confirm(
			__("There is no knowledge source about this record yet. Make one? The record, its attachments and messages are read and indexed."),
			() => make(about)
		);
	};

	const make = async (about) => {
		const { name, created } = await frappe.xcall(`${METHODS}record_source`, about);
		if (created) {
			frappe.show_alert({
				message: __("The record, its attachments and messages are being read."),
				indicator: "blue",
			});
		}
		frappe.set_route("Form", "Knowledge Source", name);
	};

	$(document).on("form-refresh", (event, frm) => {
		const is_huf = frm.meta.module === "Huf" && !frm.meta.custom;
		if (frm.is_new() || frm.meta.issingle || is_huf || !ROLES.some((role) => frappe.user.has_role(role))) {
			return;
		}
		const label = __("Knowledge");
		if (CASES.includes(frm.doctype) || (frappe.boot.huf_cases || []).includes(frm.doctype)) {
			frm.add_custom_button(label, () => open(frm));
		} else if (!frm.huf_knowledge_in_menu) {
			// The menu of a form stays as long as its page, custom buttons go with each refresh.
			frm.huf_knowledge_in_menu = true;
			frm.page.add_menu_item(label, () => open(frm));
		}
	});
})();
