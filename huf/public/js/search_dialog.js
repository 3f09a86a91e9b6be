// The dialog Test Search: what a search of one source finds, and why when it finds nothing.

frappe.provide("huf.desk");

huf.desk.SEARCH_MODES = [
	{ value: "", label: __("Words and meaning") },
	{ value: "keyword", label: __("Words alone") },
	{ value: "vector", label: __("Meaning alone") },
];

huf.desk.SEARCH_AS_USER = "huf.ai.knowledge.search_as_user.search_as_user";

huf.desk.SearchDialog = class SearchDialog {
	/** @param doc the Knowledge Source as the form has it */
	constructor(doc) {
		this.doc = doc;
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
			{ fieldname: "results", fieldtype: "HTML" },
		];
	}

	/** Ask the server; gives a SearchResult. */
	ask({ query, top_k, mode, filters, as_user }) {
		const method = as_user ? huf.desk.SEARCH_AS_USER : huf.desk.SOURCE_METHODS + "test_search";
		return huf.desk.post(method, {
			...(as_user ? { user: as_user } : {}),
			knowledge_source: this.doc.name,
			query,
			top_k: cint(top_k) || 5,
			mode: mode || null,
			filters: filters || null,
			explain: 1,
		});
	}

	/** Above the passages: what the question asks of the records, if it asks that. Never for somebody else. */
	show_plain({ query, as_user, filters }) {
		this.plain?.remove();
		this.plain = as_user || filters ? null : huf.desk.plain_question(query).insertBefore(this.area);
	}

	get area() {
		return this.dialog.fields_dict.results.$wrapper;
	}

	async search(values) {
		const { query } = values;
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

	show(query, { hits = [], skipped = [], notes = [], took_ms, mode, explanation, expanded_query }) {
		const area = this.area.empty();
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
				area.append(this.hit(hit, index + 1).append(why));
			});
		} else if (!skipped.length) {
			area.append(this.nothing_found(query, took_ms));
		}
	}

	skipped({ code, reason }) {
		const box = $('<div class="form-message red huf-skipped">');
		$("<strong>").text(__("This source could not be searched: {0}", [code])).appendTo(box);
		$("<div>").text(reason).appendTo(box);
		return box;
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

	hit(hit, rank) {
		const box = $('<div class="huf-hit border rounded p-3 mb-3">');
		const head = $('<div class="d-flex justify-content-between align-items-baseline mb-1">').appendTo(box);
		const title = $("<div>").appendTo(head);
		$('<span class="text-muted mr-2">').text(`${hit.rank || rank}.`).appendTo(title);
		this.head(hit).addClass("font-weight-bold").appendTo(title);
		this.states(hit).forEach((pill) => pill.addClass("ml-2").appendTo(title));
		$('<span class="text-muted small text-nowrap ml-3">')
			.text(__("Score {0}", [Number(hit.score).toPrecision(3)]))
			.appendTo(head);
		this.place(hit).appendTo(box);
		this.now(hit).appendTo(box);
		$('<div class="huf-passage small">')
			.css({ "white-space": "pre-wrap", "overflow-wrap": "anywhere", "max-height": "12em", overflow: "auto" })
			.text(hit.text)
			.appendTo(box);
		return box;
	}

	/** The title of a hit, as a link. */
	head(hit) {
		return huf.desk.link("Knowledge Input", hit.input, hit.title);
	}

	/** What one has to know about the standing of a hit. */
	states({ metadata = {}, indexed_at, partly_read }) {
		const found = [];
		if (partly_read) {
			found.push(huf.desk.pill(__("Partly Read"), "yellow").attr("title", partly_read));
		}
		if (metadata.superseded) {
			found.push(huf.desk.pill(__("Superseded"), "grey"));
		}
		if (metadata.stale) {
			const pill = huf.desk.pill(__("Changed Since"), "orange");
			const indexed = moment.unix(indexed_at).format("YYYY-MM-DD HH:mm");
			const changed = cstr(metadata.record_modified).slice(0, 16);
			found.push(pill.attr("title", __("Indexed {0}, changed {1}", [indexed, changed])));
		}
		return found;
	}

	/** What the record says at this moment, whatever the passage says; nothing for what is no record. */
	now({ metadata = {} }) {
		const values = Object.entries(metadata.now || {});
		if (!values.length) {
			return $();
		}
		const line = $('<div class="small mb-2 huf-now">');
		$('<span class="text-muted mr-2">').text(__("Now")).appendTo(line);
		values.forEach(([label, value]) => {
			// A word speaks for itself; a number needs its label.
			const text = /\d/.test(value) ? `${label}: ${value}` : value;
			huf.desk.pill(text, "blue").attr("title", label).removeClass("text-nowrap").addClass("mr-1").appendTo(line);
		});
		return line;
	}

	place({ locator, url }) {
		const line = $('<div class="text-muted small mb-2 huf-place">');
		$("<span>")
			.text((locator && locator.label) || "")
			.appendTo(line);
		const address = huf.desk.address(url);
		if (address && !huf.desk.is_same_page(address)) {
			$('<a class="ml-2" target="_blank" rel="noopener noreferrer">')
				.attr("href", address)
				.text(huf.desk.web_address(url) ? __("Open Page") : __("Open"))
				.appendTo(line);
		}
		return line;
	}
};
