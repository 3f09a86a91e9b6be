// The page Knowledge Search: all that one may read, found as one types, without any model.

frappe.provide("huf.search");

huf.search.METHOD = "huf.ai.knowledge.retriever.knowledge_search";
huf.search.REPORT = "huf.ai.gaps.searches.report_missing";
huf.search.FIRST = 10;
huf.search.MOST = 20;
/** Milliseconds without a key until it is asked, and until a question about many records is looked at as well. */
huf.search.TYPING = 150;
huf.search.SETTLED = 700;
/** Codes of sources of which there is nothing to be found. */
huf.search.HOLDS_NOTHING = ["Archived", "Disabled", "Not Indexed"];

huf.search.ROUTE = huf.desk.page_address("knowledge-search");

huf.search.SearchPage = class SearchPage extends huf.desk.SearchHits {
	constructor(wrapper) {
		super();
		this.page = frappe.ui.make_app_page({ parent: wrapper, title: __("Knowledge Search"), single_column: true });
		$(wrapper).addClass("huf-search-page");
		this.state = new huf.search.State();
		this.top_k = huf.search.FIRST;
		/** Whether what is typed next begins a new entry of the browser's history. */
		this.is_kept = true;
		this.make_box();
		const body = $('<div class="huf-search-body">').appendTo(this.page.main);
		this.facets = new huf.search.Facets($('<aside class="huf-search-side">').appendTo(body), {
			choose: (field, value) => this.go(this.state.toggled(field, value)),
			set: (field, values) => {
				if (JSON.stringify(values) !== JSON.stringify(this.state.picks[field] || [])) {
					this.go(this.state.with_values(field, values));
				}
			},
		});
		const middle = $('<div class="huf-search-results">').appendTo(body);
		this.chosen = $('<div class="huf-chosen">').appendTo(middle);
		this.area = $('<div class="huf-found-area">').attr("aria-busy", "false").appendTo(middle);
		huf.desk.note_openings(this.area, () => this.shown_for);
		this.said = $('<div class="sr-only" role="status" aria-live="polite">').appendTo(middle);
		this.typed = frappe.utils.debounce(() => this.take_query(), huf.search.TYPING);
		this.settled = frappe.utils.debounce(() => this.show_plain(), huf.search.SETTLED);
		$(document).on("keydown.huf-search", (event) => this.on_key(event));
	}

	make_box() {
		const box = $('<form role="search" class="huf-search-box">').appendTo(this.page.main);
		box.append($(frappe.utils.icon("search", "md")).attr("aria-hidden", "true"));
		this.input = $('<input type="search" class="form-control" autocomplete="off" spellcheck="false">')
			.attr({ placeholder: __("Search all knowledge that you may read"), "aria-label": __("Search") })
			.on("input", () => this.typed())
			.appendTo(box);
		box.on("submit", (event) => {
			event.preventDefault();
			this.take_query();
			this.is_kept = true;
		});
	}

	/** The page is shown: by a link, by going back, or by a search typed into the bar at the top. */
	open() {
		frappe.route_options = null;
		const state = huf.search.State.of_address(location.search);
		this.input.val(state.query);
		this.state = state;
		this.top_k = huf.search.FIRST;
		this.is_kept = true;
		this.ask();
		if (!window.matchMedia("(pointer: coarse)").matches) {
			this.input.trigger("focus");
		}
	}

	take_query() {
		const query = cstr(this.input.val()).trim();
		if (query === this.state.query) {
			return;
		}
		this.state = this.state.with_query(query);
		this.top_k = huf.search.FIRST;
		this.write_address(!this.is_kept);
		this.is_kept = false;
		this.ask();
	}

	/** Another choice: one may go back to the one before. */
	go(state) {
		this.state = state.with_query(cstr(this.input.val()).trim());
		this.top_k = huf.search.FIRST;
		this.write_address();
		this.is_kept = true;
		this.ask();
	}

	/** One may go back to each choice and each search that was left or sent by Enter, but not to each letter. */
	write_address(is_typed_on = false) {
		history[is_typed_on ? "replaceState" : "pushState"](null, null, this.state.address());
	}

	/** Ask for the state as it is. One request at a time: while one is under way, only the last state is remembered. */
	async ask() {
		const state = this.state;
		huf.search.show_chosen(this.chosen, state, (next) => this.go(next));
		this.settled();
		if (!state.query) {
			this.wanted = null;
			this.asked = null;
			this.show_nothing_asked();
			return;
		}
		if (this.asked) {
			this.wanted = state;
			return;
		}
		this.asked = state;
		this.area.attr("aria-busy", "true");
		const asked = { ...state.asked(), top_k: this.top_k, facets: 1 };
		let found;
		try {
			found = await huf.desk.post(huf.search.METHOD, asked);
		} catch (error) {
			found = { hits: [], facets: [], error: error.message };
		}
		const is_current = this.asked === state;
		if (is_current) {
			this.asked = null;
		}
		if (this.wanted && this.state.query) {
			this.wanted = null;
			this.ask();
		}
		// Typed on meanwhile: what was found for less is shown until the rest is there, but never after it.
		if (is_current && this.state.query) {
			this.show(state, found, asked);
		}
	}

	show_nothing_asked() {
		this.plain?.remove();
		this.area.empty().attr("aria-busy", "false");
		this.facets.show([], this.state);
		const hint = $('<div class="huf-search-hint text-muted">').appendTo(this.area);
		$("<p>").text(__("Words, a question, or the number of a record. No model is needed.")).appendTo(hint);
		huf.search.keys().addClass("huf-search-keys").appendTo(hint);
	}

	show(state, { hits = [], skipped = [], notes = [], facets = [], took_ms, error }, asked) {
		this.words = huf.search.words_of(state.query);
		this.facets.show(facets, state);
		const area = this.area.empty().attr("aria-busy", String(Boolean(this.asked)));
		this.shown_for = { query: state.query };
		if (error) {
			area.append($('<div class="form-message red huf-skipped">').text(error));
			return;
		}
		const failed = skipped.filter(({ code }) => !huf.search.HOLDS_NOTHING.includes(code) || state.picks.source);
		failed.forEach((skip) => area.append(this.skipped(skip)));
		notes.forEach((note) => area.append($('<div class="form-message yellow huf-note">').text(note)));
		if (!hits.length) {
			area.append(this.nothing_found(state));
			this.said.text(__("Nothing found for “{0}”", [state.query]));
			return;
		}
		const count = hits.length === 1 ? __("1 result") : __("{0} results", [hits.length]);
		const found = __("{0} in {1} ms", [count, format_number(took_ms, null, 0)]);
		this.said.text(count);
		area.append($('<p class="text-muted small huf-found">').text(found));
		const why = this.whys(asked);
		const is_far = huf.search.are_far(hits);
		const list = is_far ? this.less_near(state, count).appendTo(area) : area;
		hits.forEach((hit, index) => list.append(this.hit(hit, index, why)));
		if (hits.length >= this.top_k && this.top_k < huf.search.MOST) {
			$('<button type="button" class="btn btn-default btn-sm huf-more">')
				.text(__("More Results"))
				.on("click", () => {
					this.top_k = huf.search.MOST;
					this.ask();
				})
				.appendTo(area);
		}
		// Where meaning counts something is near every question, so that only the reader knows that it is not there.
		if (frappe.boot.huf_collects_gaps && !state.is_filtered() && !is_far) {
			$('<div class="huf-not-it text-muted small">')
				.text(`${__("Not what you looked for?")} `)
				.append(this.reporting(state))
				.appendTo(area);
		}
	}

	/** Asked when somebody wants to know, once for all hits of a search: why each stands where it stands. */
	whys(asked) {
		let explanation;
		return () => (explanation = explanation || huf.desk.post(huf.search.METHOD, { ...asked, facets: 0, explain: 1 }));
	}

	hit(hit, index, why) {
		const box = $('<article class="huf-hit">');
		const head = $('<div class="huf-hit-head">').appendTo(box);
		this.head(hit).addClass("huf-hit-title").appendTo(head);
		this.states(hit).forEach((pill) => pill.appendTo(head));
		this.place(hit).appendTo(box);
		this.now(hit).appendTo(box);
		box.append(this.passage(hit));
		const details = $('<details class="huf-why-fold small">').appendTo(box);
		$('<summary class="text-muted">').text(__("Why")).appendTo(details);
		details.one("toggle", async () => {
			const told = $('<div class="text-muted">').text(__("Searching…")).appendTo(details);
			try {
				const { explanation, hits } = await why();
				const place = hits.findIndex(({ citation_id }) => citation_id === hit.citation_id);
				const reason = huf.desk.why_hit(explanation.hits[place], hit);
				// Folded out already: its own line to fold it is left out.
				told.replaceWith($('<div class="huf-why">').append(reason.children().not("summary")));
			} catch (error) {
				told.text(error.message);
			}
		});
		return box;
	}

	citation({ title, text, url, locator, source, citation_id }) {
		const [page, place] = locator ? [locator.page, locator.label] : [];
		return { title, url, source, page, place, excerpt: text, passage: citation_id };
	}

	/** Opens the record, or the document where the passage stands; what has no address of its own is shown as it is. */
	head(hit) {
		const address = this.address(hit);
		const title = address
			? $('<a target="_blank" rel="noopener noreferrer">').attr("href", address)
			: $('<button type="button" class="btn-link">').on("click", () =>
					huf.desk.show_passage({ ...this.citation(hit), number: hit.rank })
			  );
		return title.append(huf.search.with_marks(cstr(hit.title), huf.search.places(hit.title, this.words)));
	}

	address(hit) {
		const address = huf.desk.passage_address(this.citation(hit));
		// A page of the web is opened with the passage marked, by browsers that can.
		const words = cstr(hit.text).split(/\s+/).filter(Boolean).slice(0, 6).join(" ");
		if (!huf.desk.web_address(address) || address.includes("#") || !words) {
			return address;
		}
		return `${address}#:~:text=${encodeURIComponent(words).replace(/-/g, "%2D")}`;
	}

	place(hit) {
		return $('<div class="text-muted small huf-place">').text(huf.search.place_of(hit));
	}

	passage({ text }) {
		return huf.search.passage(text, this.words);
	}

	/** All is far: that is said first, and what was found is folded beneath. */
	less_near(state, count) {
		const box = huf.search.nothing_near(state.query).addClass("form-message yellow").appendTo(this.area);
		if (frappe.boot.huf_collects_gaps && !state.is_filtered()) {
			this.reporting(state).appendTo($('<div class="mt-2">').appendTo(box));
		}
		this.said.text(__("Nothing near “{0}” was found", [state.query]));
		return huf.search.less_near(count);
	}

	nothing_found(state) {
		const box = $('<div class="form-message yellow huf-nothing-found">');
		$("<strong>").text(__("Nothing found for “{0}”", [state.query])).appendTo(box);
		const foot = $('<div class="mt-2">');
		if (state.is_filtered()) {
			$("<div>").text(__("Nothing that fits these filters has such words.")).appendTo(box);
			$('<button type="button" class="btn btn-default btn-xs huf-unfilter">')
				.text(__("Search Without Filters"))
				.on("click", () => this.go(new huf.search.State(state.query)))
				.appendTo(foot);
		} else {
			$("<div>").text(__("Nothing that you may read has such words. Try others, or fewer.")).appendTo(box);
			if (frappe.boot.huf_collects_gaps) {
				this.reporting(state).appendTo(foot);
			}
		}
		return box.append(foot);
	}

	/** The way to a Knowledge Gap: those who look after the knowledge learn what is missing. */
	reporting(state) {
		const button = $('<button type="button" class="btn btn-default btn-xs huf-report">').text(__("Report What Is Missing"));
		button.on("click", async () => {
			button.prop("disabled", true);
			let text;
			try {
				const { noted } = await huf.desk.post(huf.search.REPORT, { question: state.query });
				text = noted
					? __("Noted. Those who look after the knowledge can add it.")
					: __("This could not be noted now. Tell those who look after the knowledge.");
			} catch (error) {
				text = error.message;
			}
			const told = $('<span class="huf-reported">').text(text);
			button.replaceWith(told);
			if (frappe.model.can_read("Knowledge Gap")) {
				told.append(" ", $("<a>").attr("href", huf.desk.page_address("knowledge-gap")).text(__("Open Knowledge Gaps")));
			}
		});
		return button;
	}

	/** A question about many records, once one has stopped typing. */
	show_plain() {
		const { query } = this.state;
		if (query === this.plain_query && !this.state.is_filtered()) {
			return;
		}
		this.plain?.remove();
		this.plain_query = null;
		if (query && !this.state.is_filtered() && /\s/.test(query)) {
			this.plain_query = query;
			this.plain = huf.desk.plain_question(query).insertBefore(this.area);
		}
	}

	on_key(event) {
		if (!this.page.wrapper.is(":visible") || $(".modal.show").length || event.ctrlKey || event.metaKey || event.altKey) {
			return;
		}
		const target = $(event.target);
		const is_here = target.closest(this.page.wrapper).length > 0 || target.is("body");
		const is_box = target.is(this.input);
		const is_typing = target.is("input, textarea, select, [contenteditable=true]");
		const titles = this.area.find(".huf-hit-title:visible");
		const at = titles.index(target);
		if (event.key === "/" && !is_typing) {
			this.input.trigger("focus").trigger("select");
		} else if (event.key === "Escape" && is_here && !is_box && !is_typing) {
			this.input.trigger("focus");
		} else if (event.key === "Escape" && is_box && this.input.val()) {
			this.input.val("");
			this.take_query();
		} else if (event.key === "ArrowDown" && (is_box || at >= 0)) {
			titles.eq(Math.min(at + 1, titles.length - 1)).trigger("focus");
		} else if (event.key === "ArrowUp" && at >= 0) {
			(at > 0 ? titles.eq(at - 1) : this.input).trigger("focus");
		} else {
			return;
		}
		event.preventDefault();
		// Frappe's own Escape would take the focus away again.
		event.stopPropagation();
	}
};
