const METHODS = "huf.huf.doctype.knowledge_glossary_proposal.knowledge_glossary_proposal.";

frappe.ui.form.on("Knowledge Glossary Proposal", {
	async refresh(frm) {
		show_headline(frm);
		if (frm.doc.status === "Open") {
			const button = frm.add_custom_button(__("Accept"), () => accept(frm));
			button.removeClass("btn-default").addClass("btn-primary");
			frm.add_custom_button(__("Refuse"), () => refuse(frm));
		}
		await show_questions(frm);
	},
});

function show_headline(frm) {
	const { status, term, expansion, both_ways } = frm.doc;
	const [one, other] = [term, expansion].map((word) => `<b>${huf.desk.escape(word)}</b>`);
	const words = {
		Open: both_ways
			? __("Who asks for {0} would also get {1}, and the other way round. Nothing changes until you accept it; then everybody who may read the source sees these words in its glossary.", [one, other])
			: __("Who asks for {0} would also get {1}. Nothing changes until you accept it; then everybody who may read the source sees these words in its glossary.", [one, other]),
		Accepted: __("This is in the Knowledge Glossary of the source now. Change or delete it there."),
		Refused: __("This is not proposed again. Delete this document to have it looked at once more."),
	};
	huf.desk.headline(frm, words[status], huf.desk.color(frm.doctype, status));
}

async function accept(frm) {
	const { glossary } = await frappe.xcall(METHODS + "accept_proposal", { proposal: frm.doc.name });
	frappe.show_alert({
		message: __("Added to {0}.", [huf.desk.link_html("Knowledge Glossary", glossary, __("Knowledge Glossary"))]),
		indicator: "green",
	});
	frm.reload_doc();
}

async function refuse(frm) {
	await frappe.xcall(METHODS + "refuse_proposal", { proposal: frm.doc.name });
	frm.reload_doc();
}

/** The questions that are found better or worse with it, each with the place of its answer before and after. */
async function show_questions(frm) {
	const { name } = frm.doc;
	const area = frm.fields_dict.shown_questions.$wrapper.empty();
	const { questions, hidden } = await huf.desk.post(METHODS + "get_proposal_questions", { proposal: name });
	if (name !== frm.doc?.name) {
		return;
	}
	area.empty();
	if (questions.length) {
		const table = $('<table class="table table-sm m-0" style="overflow-wrap: anywhere">').appendTo(area);
		const head = $("<tr>").appendTo($("<thead>").appendTo(table));
		[__("Question"), __("Before"), __("With It")].forEach((label) => $("<th>").text(label).appendTo(head));
		const body = $("<tbody>").appendTo(table);
		questions.forEach((one) => body.append(question_row(one)));
	}
	if (hidden) {
		const words =
			hidden === 1
				? __("1 more question is gone, or not yours to see.")
				: __("{0} more questions are gone, or not yours to see.", [hidden]);
		$('<div class="text-muted small mt-2">').text(words).appendTo(area);
	}
}

function question_row({ doctype, name, question, before, after }) {
	const what = $("<td>").append(huf.desk.link(doctype, name, question));
	$('<div class="text-muted small">').text(__(doctype)).appendTo(what);
	const cell = (place) => $('<td class="text-nowrap">').text(place ? __("hit {0}", [place]) : __("not found"));
	return $("<tr>").append(what, cell(before), cell(after));
}
