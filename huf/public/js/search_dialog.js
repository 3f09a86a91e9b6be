// The dialog Test Search: what a search of one source finds, and why when it finds nothing.

frappe.provide("huf.desk");

huf.desk.SEARCH_MODES = [
	{ value: "", label: __("Words and meaning") },
	{ value: "keyword", label: __("Words alone") },
	{ value: "vector", label: __("Meaning alone") },
];

huf.desk.SEARCH_AS_USER = "huf.ai.knowledge.search_as_user.search_as_user";

huf.desk.SearchDialog = class SearchDialog extends huf.desk.SearchHits {
	/** @param doc the Knowledge Source as the form has it; @param builds its kept builds, for who may write it */
	constructor(doc, builds = []) {
		super();
		this.doc = doc;
		this.builds = builds || [];
		this.dialog = new frappe.ui.Dialog({
			title: this.title(),
			size: "large",
			fields: this.fields(),
			primary_action_label: __("Search"),
			primary_action: (values) => {
				// Enter runs this before the field has taken its value in; the next refresh would empty it.
				["query", "filters"]
					.filter((name) => this.dialog.fields_dict[name])
					.forEach((name) => this.dialog.set_value(name, values[name] || ""));
				this.search(values);
			},
		});
		if (this.dialog.fields_dict.top_k) {
			const columns = this.dialog.$wrapper.find(".form-column");
			columns.first().removeClass("col-sm-6").addClass("col-sm-9");
			columns.eq(1).removeClass("col-sm-6").addClass("col-sm-3");
		}
		this.dialog.$wrapper.addClass("huf-test-search");
		this.dialog.show();
	}

	title() {
		return __("Test Search in {0}", [huf.desk.escape(this.doc.name)]);
	}

	fields() {
		return [
			{ fieldname: "query", fieldtype: "Data", label: __("Query"), reqd: 1 },
			{ fieldtype: "Column Break" },
			{
				fieldname: "mode",
				fieldtype: "Select",
				label: __("Search By"),
				options: huf.desk.SEARCH_MODES,
				default: "",
				// An index of words alone can be searched in one way only.
				hidden: !cint(this.doc.embedding_dimensions),
			},
			{
				fieldname: "top_k",
				fieldtype: "Int",
				label: __("Results"),
				default: 5,
				description: __("1 to 20"),
			},
			{ fieldtype: "Section Break" },
			{
				fieldname: "filters",
				fieldtype: "Data",
				label: __("Only Inputs That"),
				placeholder: __("title=*.pdf; date>=2024-01-01; tags in hr, travel"),
			},
			{
				fieldname: "as_user",
				fieldtype: "Link",
				options: "User",
				label: __("Search As User"),
				description: __("What this user would find. Each such search is kept in Knowledge Access Log."),
				get_query: () => ({ filters: { enabled: 1, name: ["not in", ["Administrator", "Guest"]] } }),
				hidden: !frappe.user.has_role("System Manager"),
			},
			{
				fieldname: "as_of",
				fieldtype: "Select",
				label: __("As Of"),
				description: __("What an older index answers, with the rights of now."),
				options: [
					{ value: "", label: __("Now") },
					...this.older.map((build) => ({ value: build.name, label: huf.desk.build_date(build) })),
				],
				default: "",
				hidden: !this.older.length,
			},
			{ fieldname: "results", fieldtype: "HTML" },
		];
	}

	get older() {
		return this.builds.filter((build) => build.state !== "Live");
	}

	/** Ask the server; gives a SearchResult. */
	ask({ query, top_k, mode, filters, as_user, as_of }) {
		const method = as_user ? huf.desk.SEARCH_AS_USER : huf.desk.SOURCE_METHODS + "test_search";
		return huf.desk.post(method, {
			...(as_user ? { user: as_user } : as_of ? { as_of } : {}),
			knowledge_source: this.doc.name,
			query,
			top_k: cint(top_k) || 5,
			mode: mode || null,
			filters: filters || null,
			explain: 1,
		});
	}

	/** Above the passages: what the question asks of the records, if it asks that. Never for somebody else. */
	show_plain({ query, as_user, filters, as_of }) {
		this.plain?.remove();
		this.plain = as_user || as_of || filters ? null : huf.desk.plain_question(query).insertBefore(this.area);
	}

	get area() {
		return this.dialog.fields_dict.results.$wrapper;
	}

	async search(values) {
		const { query } = values;
		this.as_user = values.as_user || "";
		if (this.as_user && values.as_of) {
			frappe.show_alert({ message: __("What another user finds is looked up in the index of now."), indicator: "orange" });
		}
		this.as_of = this.as_user ? null : this.older.find((build) => build.name === values.as_of);
		const asked = (this.asked = (this.asked || 0) + 1);
		this.show_plain(values);
		this.area.empty().append($('<p class="text-muted">').text(__("Searching…")));
		let result;
		try {
			result = await this.ask(values);
		} catch (error) {
			result = { hits: [], skipped: [{ source: this.doc.name, code: __("Error"), reason: error.message }] };
		}
		// A slow answer must not replace that of a later question.
		if (asked === this.asked) {
			this.show(query, result);
		}
	}

	/** Whose hits are shown, for the search log; nothing where they are somebody else's. */
	opened_of(query) {
		this.shown_for = this.as_user ? null : { query };
		if (!this.is_noting) {
			this.is_noting = true;
			huf.desk.note_openings(this.area, () => this.shown_for);
		}
	}

	show(query, { hits = [], skipped = [], notes = [], took_ms, mode, explanation, expanded_query }) {
		const area = this.area.empty();
		this.opened_of(query);
		if (expanded_query && expanded_query !== query) {
			const searched = __("Searched for: {0}", [expanded_query]);
			area.append($('<p class="text-muted small huf-expanded">').text(searched));
		}
		skipped.forEach((skip) => area.append(this.skipped(skip)));
		notes.forEach((note) => area.append($('<div class="form-message yellow huf-note">').text(note)));
		if (hits.length) {
			const how = { hybrid: __("by words and meaning"), vector: __("by meaning"), keyword: __("by words") };
			const milliseconds = format_number(took_ms, null, 1);
			const count = hits.length === 1 ? __("1 result") : __("{0} results", [hits.length]);
			const found = __("{0} in {1} ms, {2}", [count, milliseconds, how[mode] || mode]);
			area.append($('<p class="text-muted small huf-found">').text(found));
			area.append(huf.desk.why_search(explanation));
			hits.forEach((hit, index) => {
				const why = huf.desk.why_hit(explanation && explanation.hits[index], hit);
				area.append(this.hit(hit, index + 1).append(why, this.tests_of(query, hit)));
			});
		} else if (!skipped.length) {
			area.append(this.nothing_found(query, took_ms));
		}
		if (!skipped.length) {
			area.append(this.something_else(query));
		}
	}

	/** With what is not of now: of which day it is. */
	states(hit) {
		const found = super.states(hit);
		if (this.as_of) {
			found.unshift(huf.desk.pill(__("As of {0}", [huf.desk.build_date(this.as_of)]), "orange").addClass("huf-as-of"));
		}
		return found;
	}

	/** Under a hit: tests that this question must, or must not, find it. */
	tests_of(question, hit) {
		// A test asks the index of now.
		return this.as_of ? $() : huf.desk.hit_tests({ question, hit, source: hit.source, as_user: this.as_user });
	}

	/** Below what was found: a test of what should have been. */
	something_else(query) {
		if (this.as_of || !huf.desk.may_make_tests()) {
			return $();
		}
		const test = { question: query, knowledge_source: this.doc.name };
		const as_user = this.as_user ? { search_as: this.as_user } : {};
		return $('<button type="button" class="btn btn-default btn-sm huf-expected-else">')
			.text(__("Something Else Was Expected…"))
			.on("click", () => new huf.desk.TestDialog({ ...test, ...as_user }));
	}

	nothing_found(query, took_ms) {
		const box = $('<div class="form-message yellow huf-nothing-found">');
		$("<strong>").text(__("Nothing found for “{0}”", [query])).appendTo(box);
		const advice = __("The index was searched in {0} ms and holds no passage with these words. Try others.", [
			format_number(took_ms, null, 1),
		]);
		$("<div>").text(advice).appendTo(box);
		return box;
	}
};
