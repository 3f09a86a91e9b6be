// The page /knowledge of the website: what is open to a user without a desk, found as they type. Everything found is shown as text.

frappe.provide("huf.search");

huf.search.PORTAL_METHOD = "huf.ai.knowledge.retriever.knowledge_search";
huf.search.PORTAL_HITS = 10;
/** Milliseconds without a key until it is asked. */
huf.search.PORTAL_TYPING = 200;
/** Characters of an address that each web server takes. */
huf.search.PORTAL_ADDRESS = 2000;
/** Codes of sources of which there is nothing to be found. */
huf.search.PORTAL_EMPTY = ["Archived", "Disabled", "Not Indexed"];

huf.search.ROUTE = "/knowledge";

/** Those of the desk, without its fields to type in, and folded: results come first. */
huf.search.PortalFacets = class PortalFacets extends huf.search.Facets {
	constructor(parent, handlers) {
		super(parent, handlers);
		this.box.prop("open", false);
	}

	make_fields() {}

	fill_fields() {}

	show(facets, state) {
		super.show(facets, state);
		this.box.toggle(this.list.children().length > 0);
	}
};

huf.search.PortalPage = class PortalPage {
	constructor(area) {
		this.state = huf.search.State.of_address(location.search);
		this.box = $('<form role="search" class="huf-portal-box">').appendTo(area);
		this.input = $('<input type="search" class="form-control" autocomplete="off" spellcheck="false">')
			.attr({ placeholder: __("Search all knowledge that is open to you"), "aria-label": __("Search") })
			.val(this.state.query)
			.on("input", () => this.typed())
			.appendTo(this.box);
		this.box.on("submit", (event) => {
			event.preventDefault();
			this.take_query();
		});
		this.facets = new huf.search.PortalFacets(area, {
			choose: (field, value) => this.go(this.state.toggled(field, value)),
		});
		this.chosen = $('<div class="huf-chosen">').appendTo(area);
		this.found = $('<div class="huf-portal-found">').attr("aria-busy", "false").appendTo(area);
		huf.desk.note_openings(this.found, () => this.shown_for);
		this.said = $('<div class="sr-only" role="status" aria-live="polite">').appendTo(area);
		this.typed = frappe.utils.debounce(() => this.take_query(), huf.search.PORTAL_TYPING);
		$(document).on("keydown", (event) => this.on_key(event));
		this.ask();
		if (!window.matchMedia("(pointer: coarse)").matches) {
			this.input.trigger("focus");
		}
	}

	take_query() {
		const query = cstr(this.input.val()).trim();
		if (query !== this.state.query) {
			this.go(this.state.with_query(query));
		}
	}

	go(state) {
		this.state = state;
		this.write_address();
		this.ask();
	}

	/** The address is the search, for whoever gets the link. */
	write_address() {
		const address = this.state.address();
		history.replaceState(null, null, address.length <= huf.search.PORTAL_ADDRESS ? address : huf.search.ROUTE);
	}

	/** Ask for what stands in the box. One request at a time: when it has come, what was typed meanwhile is asked for. */
	async ask() {
		if (this.is_asking) {
			return;
		}
		this.is_asking = true;
		this.found.attr("aria-busy", "true");
		try {
			let asked;
			while (asked !== this.state) {
				asked = this.state;
				const show = asked.query ? await this.answer(asked) : () => this.show_nothing_asked();
				// Never an answer to what is no longer asked.
				if (asked === this.state) {
					huf.search.show_chosen(this.chosen, asked, (next) => this.go(next));
					show();
				}
			}
		} finally {
			this.is_asking = false;
			this.found.attr("aria-busy", "false");
		}
	}

	/** A function that shows the answer to a search, or why there is none. */
	async answer(state) {
		const asked = { ...state.asked(), top_k: huf.search.PORTAL_HITS, facets: 1 };
		try {
			const result = await huf.desk.post(huf.search.PORTAL_METHOD, asked);
			return () => this.show(state, result);
		} catch (error) {
			return () => this.show_error(error);
		}
	}

	show_nothing_asked() {
		this.facets.show([], this.state);
		const hint = $('<div class="huf-portal-hint text-muted">').appendTo(this.found.empty());
		$("<p>").text(__("Words, a question, or the number of an order or a document.")).appendTo(hint);
		huf.search.keys().addClass("huf-portal-keys").appendTo(hint);
		this.said.text("");
	}

	show_error({ message, status }) {
		const is_logged_out = status === 401 || status === 403;
		const text = is_logged_out ? __("Load this page again to log in.") : message;
		this.tell("huf-portal-error", text);
	}

	/** A sentence in place of results. */
	tell(name, text, more = "") {
		const box = $('<div class="huf-portal-message">').addClass(name).appendTo(this.found.empty());
		$("<strong>").text(text).appendTo(box);
		if (more) {
			$("<div>").text(more).appendTo(box);
		}
		this.said.text(text);
	}

	show(state, { hits, skipped = [], notes = [], facets = [] }) {
		const { query } = state;
		this.facets.show(facets, state);
		const words = huf.search.words_of(query);
		const is_partial = skipped.some(({ code }) => !huf.search.PORTAL_EMPTY.includes(code));
		if (!hits.length) {
			if (is_partial) {
				this.tell("huf-portal-error", __("Knowledge cannot be searched now. Try again later."));
			} else {
				const advice = state.is_filtered()
					? __("Nothing that fits these filters has such words.")
					: __("Nothing that you may read has such words. Try others, or fewer.");
				this.tell("huf-portal-nothing", __("Nothing found for “{0}”", [query]), advice);
			}
			return;
		}
		this.found.empty();
		this.shown_for = { query };
		const partial = is_partial ? [__("Some of the knowledge could not be searched now.")] : [];
		[...partial, ...notes].forEach((note) =>
			$('<div class="huf-portal-message huf-portal-note">').text(note).appendTo(this.found)
		);
		const count = hits.length === 1 ? __("1 result") : __("{0} results", [hits.length]);
		let list = this.found;
		if (huf.search.are_far(hits)) {
			huf.search.nothing_near(query).addClass("huf-portal-message").appendTo(this.found);
			this.said.text(__("Nothing near “{0}” was found", [query]));
			list = huf.search.less_near(count).appendTo(this.found);
		} else {
			this.said.text(count);
			$('<div class="text-muted small mb-2">').text(count).appendTo(this.found);
		}
		hits.forEach((hit) => list.append(this.hit(hit, words)));
	}

	hit(hit, words) {
		const box = $('<article class="huf-hit">');
		const address = huf.search.portal_address(hit);
		const title = address
			? $('<a target="_blank" rel="noopener noreferrer">').attr("href", address)
			: $('<span tabindex="-1">');
		title
			.addClass("huf-hit-title")
			.append(huf.search.with_marks(cstr(hit.title), huf.search.places(hit.title, words)));
		$('<h4 class="huf-hit-head">').append(title).appendTo(box);
		$('<div class="text-muted small">').text(huf.search.place_of(hit)).appendTo(box);
		return box.append(huf.search.passage(cstr(hit.text), words));
	}

	on_key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey || $(".modal.show").length) {
			return;
		}
		const target = $(event.target);
		const is_box = target.is(this.input);
		const titles = this.found.find(".huf-hit-title:visible");
		const at = titles.index(target);
		if (event.key === "/" && !target.is("input, textarea, select, [contenteditable=true]")) {
			this.input.trigger("focus").trigger("select");
		} else if (event.key === "Escape" && is_box && this.input.val()) {
			this.input.val("");
			this.take_query();
		} else if (event.key === "Escape" && target.closest(this.found).length) {
			this.input.trigger("focus");
		} else if (event.key === "ArrowDown" && (is_box || at >= 0)) {
			titles.eq(Math.min(at + 1, titles.length - 1)).trigger("focus");
		} else if (event.key === "ArrowUp" && at >= 0) {
			(at > 0 ? titles.eq(at - 1) : this.input).trigger("focus");
		} else {
			return;
		}
		event.preventDefault();
	}
};

/** Where a hit can be opened, or null: a page of the web, or a path of this site; nothing that a browser would run. */
huf.search.portal_address = ({ url, locator, citation_id }) => {
	const web = huf.desk.web_address(url);
	if (web) {
		return web;
	}
	if (!/^\/(?![/\\])/.test(cstr(url))) {
		return null;
	}
	return huf.desk.at_page(url, locator && locator.page, citation_id);
};

frappe.ready(() =>
	document.querySelectorAll(".huf-portal-search").forEach((area) => {
		Object.assign(frappe._messages, JSON.parse(area.dataset.texts));
		new huf.search.PortalPage(area);
	})
);
