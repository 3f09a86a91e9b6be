// Taking an input out of huf for good, for System Managers: the question before, and the way to the certificate.

frappe.provide("huf.desk");

/** Ask why, and order the purge of an input. `title` is what a person knows it by; of a deleted one the source is needed. */
huf.desk.order_purge = ({ input, source, title }) => {
	const dialog = new frappe.ui.Dialog({
		title: __("Purge {0}", [huf.desk.escape(title || input)]),
		fields: [
			{ fieldname: "warning", fieldtype: "HTML" },
			{ fieldname: "reason", fieldtype: "Small Text", label: __("Reason"), reqd: 1, description: __("It stays in the certificate.") },
			{
				fieldname: "words",
				fieldtype: "Small Text",
				label: __("Phrases That Must Not Be Left Either"),
				description: __("One in each line, such as a name or a number of it. Whatever quotes them in logs, runs and gaps goes, too; they are not kept."),
			},
		],
		primary_action_label: __("Purge"),
		primary_action: huf.desk.once(async ({ reason, words }) => {
			const { purge } = await frappe.xcall("huf.huf.doctype.knowledge_purge.knowledge_purge.order_purge", {
				knowledge_input: input,
				knowledge_source: source,
				reason,
				words,
			});
			dialog.hide();
			frappe.set_route("Form", "Knowledge Purge", purge);
		}),
	});
	const gone = __("It is deleted, and what it said leaves every build, cache, log, answer and pack on this server. This cannot be undone.");
	const stays = __("The file, page or record that it was made of stays in the ERP. A certificate says what was removed where, and what is left.");
	$('<div class="form-message yellow">').append($("<div>").text(gone), $("<div>").text(stays)).appendTo(dialog.fields_dict.warning.$wrapper);
	dialog.$wrapper.addClass("huf-purge");
	dialog.get_primary_btn().removeClass("btn-primary").addClass("btn-danger");
	dialog.show();
};

/** Whether the user may order one. */
huf.desk.may_purge = () => frappe.user.has_role("System Manager");
