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

huf.search.PortalPage = class PortalPage {
	constructor(area) {
		this.query = new URLSearchParams(location.search).get("q") || "";
		this.box = $('<form role="search" class="huf-portal-box">').appendTo(area);
		this.input = $('<input type="search" class="form-control" autocomplete="off" spellcheck="false">')
			.attr({ placeholder: __("Search all knowledge that is open to you"), "aria-label": __("Search") })
			.val(this.query)
			.on("input", () => this.typed())
			.appendTo(this.box);
		this.box.on("submit", (event) => {
			event.preventDefault();
			this.take_query();
		});
		this.found = $('<div class="huf-portal-found">').attr("aria-busy", "false").appendTo(area);
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
		if (query === this.query) {
			return;
		}
		this.query = query;
		this.write_address();
		this.ask();
	}

	/** The address is the search, for whoever gets the link. */
	write_address() {
		const search = this.query ? `?${new URLSearchParams({ q: this.query })}` : "";
		const is_short = search.length <= huf.search.PORTAL_ADDRESS;
		history.replaceState(null, null, location.pathname + (is_short ? search : ""));
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
			while (asked !== this.query) {
				asked = this.query;
				const show = asked ? await this.answer(asked) : () => this.show_nothing_asked();
				// Never an answer to what is no longer asked.
				if (asked === this.query) {
					show();
				}
			}
		} finally {
			this.is_asking = false;
			this.found.attr("aria-busy", "false");
		}
	}

	/** A function that shows the answer to a query, or why there is none. */
	async answer(query) {
		try {
			const result = await huf.desk.post(huf.search.PORTAL_METHOD, { query, top_k: huf.search.PORTAL_HITS });
			return () => this.show(query, result);
		} catch (error) {
			return () => this.show_error(error);
		}
	}

	show_nothing_asked() {
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

	show(query, { hits, skipped = [], notes = [] }) {
		const words = huf.search.words_of(query);
		const is_partial = skipped.some(({ code }) => !huf.search.PORTAL_EMPTY.includes(code));
		if (!hits.length) {
			if (is_partial) {
				this.tell("huf-portal-error", __("Knowledge cannot be searched now. Try again later."));
			} else {
				const advice = __("Nothing that you may read has such words. Try others, or fewer.");
				this.tell("huf-portal-nothing", __("Nothing found for “{0}”", [query]), advice);
			}
			return;
		}
		this.found.empty();
		const partial = is_partial ? [__("Some of the knowledge could not be searched now.")] : [];
		[...partial, ...notes].forEach((note) =>
			$('<div class="huf-portal-message huf-portal-note">').text(note).appendTo(this.found)
		);
		const count = hits.length === 1 ? __("1 result") : __("{0} results", [hits.length]);
		this.said.text(count);
		$('<div class="text-muted small mb-2">').text(count).appendTo(this.found);
		hits.forEach((hit) => this.found.append(this.hit(hit, words)));
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
		const titles = this.found.find(".huf-hit-title");
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
