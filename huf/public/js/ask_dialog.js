// The dialog Ask this Record: Test Search, kept to one record, its attachments and its communication; and where a model can be
// asked, its answer from the same.

frappe.provide("huf.desk");

huf.desk.AskDialog = class AskDialog extends huf.desk.SearchDialog {
	constructor(doctype, name, title) {
		super({ doctype, name, title });
	}

	title() {
		return __("Ask {0}", [huf.desk.escape(this.doc.title || this.doc.name)]);
	}

	fields() {
		return [
			{
				fieldname: "query",
				fieldtype: "Data",
				label: __("Question or Words"),
				description: __("Searches this record, its attachments, and its comments and e-mails, as far as they are indexed."),
				reqd: 1,
			},
			{ fieldname: "results", fieldtype: "HTML" },
		];
	}

	/** Above the passages: an answer. The question is about this record, never about many. */
	show_plain({ query }) {
		this.plain?.remove();
		this.plain = null;
		if (frappe.boot.huf_answers) {
			this.plain = $('<div class="huf-record-answer mb-3">').insertBefore(this.area);
			this.answer(query, this.plain);
		}
	}

	async answer(query, box) {
		$('<p class="text-muted">').text(__("Writing the answer…")).appendTo(box);
		const about = { reference_doctype: this.doc.doctype, reference_name: this.doc.name };
		try {
			const run = await huf.desk.answer_about(query, about);
			box.empty().append(huf.desk.answer(run));
			const cited = $('<div class="huf-cited">').appendTo(box);
			run.citations
				.filter((citation) => citation.cited)
				.forEach((citation) => {
					const label = [citation.title, citation.place].filter(Boolean).join(", ");
					huf.desk.chip(citation, `${citation.number} · ${label}`).addClass("huf-source").appendTo(cited);
				});
			const { verification_result, verification_reasons } = run;
			if (["Not Confirmed", "Contradicted"].includes(verification_result)) {
				const doubt = $('<div class="form-message yellow">').appendTo(box);
				doubt.append(huf.desk.opening_line(__(verification_result), verification_reasons.map(huf.said)));
			}
		} catch (error) {
			box.empty().append($('<div class="form-message yellow">').text(error.message));
		}
	}

	ask({ query }) {
		return huf.desk.post("huf.ai.knowledge.ask_record.ask_record", {
			reference_doctype: this.doc.doctype,
			reference_name: this.doc.name,
			query,
			top_k: 10,
		});
	}

	head(hit) {
		const address = huf.desk.hit_address(hit);
		const here = huf.desk.is_same_page(address);
		return address && !here
			? $('<a target="_blank" rel="noopener noreferrer">').attr("href", address).text(hit.title)
			: $("<span>").text(hit.title);
	}

	/** A test asks a whole source. */
	tests_of() {
		return $();
	}

	something_else() {
		return $();
	}

	nothing_found(query) {
		const box = $('<div class="form-message yellow huf-nothing-found">');
		$("<strong>").text(__("Nothing found for “{0}”", [query])).appendTo(box);
		$("<div>").text(__("Nothing that is indexed of this record has these words. Try others.")).appendTo(box);
		return box;
	}
};
