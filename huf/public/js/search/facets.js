// What the results of the desk's search and of the website's are spread over, to be chosen by a click. Names and counts come from the server, which counts nothing that the
// user may not read; all of it is shown as text.

frappe.provide("huf.search");

// Translated when they are shown: the website has its translations later than its scripts.
huf.search.FACET_LABELS = {
	source: () => __("Knowledge Source"),
	reference_doctype: () => __("Document Type"),
	kind: () => __("Kind"),
	author: () => __("Author"),
	language: () => __("Language"),
	date: () => __("Date"),
	tags: () => __("Tags"),
	title: () => __("Title"),
};

huf.search.facet_label = (field) => {
	const known = huf.search.FACET_LABELS[field];
	const words = field.replace(/^metadata\./, "").replace(/_/g, " ");
	return known ? known() : __(words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()));
};

/** A value as people read it; of a period of time its year, its month, or both ends. */
huf.search.value_label = (field, value) => {
	const range = huf.search.RANGE.exec(value);
	if (range) {
		const [, from, to] = range;
		if (from && to && from.endsWith("-01-01") && to === `${from.slice(0, 4)}-12-31`) {
			return from.slice(0, 4);
		}
		if (from && to && moment(from).endOf("month").format("YYYY-MM-DD") === to && from.endsWith("-01")) {
			return moment(from).format("MMMM YYYY");
		}
		const day = frappe.datetime.str_to_user;
		return from && to ? `${day(from)} – ${day(to)}` : from ? __("from {0}", [day(from)]) : __("to {0}", [day(to)]);
	}
	if (typeof value === "boolean") {
		return value ? __("Yes") : __("No");
	}
	if (field === "language") {
		return huf.search.language_name(cstr(value));
	}
	if (field === "kind") {
		return huf.search.KINDS[value]?.() ?? cstr(value);
	}
	return field === "reference_doctype" ? __(value) : cstr(value);
};

// Kinds that huf tells by itself; the words of people are not translated.
huf.search.KINDS = {
	"Credit note": () => __("Credit note"),
	"E-mail": () => __("E-mail"),
	Invoice: () => __("Invoice"),
	Letter: () => __("Letter"),
};

/** The name of a language in the language of the desk, such as “German” for “de”; a code that has none stays. */
huf.search.language_name = (code) => {
	try {
		return new Intl.DisplayNames([frappe.boot?.lang || document.documentElement.lang || "en"], { type: "language" }).of(code);
	} catch {
		return code;
	}
};

/** What is filtered by, each to be taken away: fills `area`; `go` is called with the state without it. */
huf.search.show_chosen = (area, state, go) => {
	area.empty();
	const entries = Object.entries(state.picks).flatMap(([field, values]) => values.map((value) => [field, value]));
	entries.forEach(([field, value]) => {
		const label = `${huf.search.facet_label(field)}: ${huf.search.value_label(field, value)}`;
		const chip = $('<button type="button" class="huf-pick">').attr("aria-label", __("Remove {0}", [label]));
		chip.append($("<span>").text(label), $('<span aria-hidden="true">').text("×"));
		chip.on("click", () => go(state.toggled(field, value))).appendTo(area);
	});
	if (entries.length > 1) {
		$('<button type="button" class="btn-link small huf-clear">')
			.text(__("Clear All"))
			.on("click", () => go(new huf.search.State(state.query)))
			.appendTo(area);
	}
};

huf.search.Facets = class Facets {
	/** @param choose called with a field and a value that was clicked @param set called with a field and its new values */
	constructor(parent, { choose, set }) {
		this.choose = choose;
		this.set = set;
		this.box = $('<details class="huf-facets" open>').appendTo(parent);
		this.title = $("<summary>").text(__("Filters")).appendTo(this.box);
		this.list = $("<div>").appendTo(this.box);
		this.fields = $('<div class="huf-facet-fields">').appendTo(this.box);
		this.make_fields();
		// On a phone the results come first.
		this.box.prop("open", window.matchMedia("(min-width: 768px)").matches);
	}

	/** What is asked by typing and not by a click. */
	make_fields() {
		this.filled = {};
		const make = (fieldtype, fieldname, label, read) => {
			// A field tells of its change also when the page has filled it.
			const change = frappe.utils.debounce(() => this.value_of(fieldname) !== this.filled[fieldname] && read(), 300);
			const df = { fieldtype, fieldname, label, change };
			const control = frappe.ui.form.make_control({ parent: this.fields, df, render_input: true });
			// Frappe's label stands beside the input and does not belong to it.
			control.$input.attr("aria-label", label);
			return control;
		};
		const dates = () => {
			const [from, to] = [this.value_of("from"), this.value_of("to")];
			this.set("date", from || to ? [`${from}..${to}`] : []);
		};
		this.controls = {
			from: make("Date", "from", __("Date From"), dates),
			to: make("Date", "to", __("Date To"), dates),
			title: make("Data", "title", __("Title Contains"), () => {
				const title = this.value_of("title");
				this.set("title", title ? [title] : []);
			}),
		};
	}

	value_of(fieldname) {
		return cstr(this.controls[fieldname].get_value()).trim();
	}

	fill_fields({ picks }) {
		const [, from = "", to = ""] = huf.search.RANGE.exec((picks.date || [])[0]) || [];
		this.filled = { from, to, title: (picks.title || [])[0] || "" };
		Object.entries(this.filled).forEach(([fieldname, value]) => this.controls[fieldname].set_value(value));
	}

	/** @param facets as the server sent them; none while nothing is searched for */
	show(facets, state) {
		const count = Object.values(state.picks).flat().length;
		this.title.text(count ? __("Filters ({0})", [count]) : __("Filters"));
		const focused = this.list.find(":focus").attr("data-key");
		this.list.empty();
		this.shown(facets, state).forEach((facet) => this.list.append(this.facet(facet, state)));
		if (focused) {
			this.list.find("button").filter((_index, button) => button.dataset.key === focused).trigger("focus");
		}
		this.fill_fields(state);
	}

	/** Those with something to choose. What only says the same again is left out. */
	shown(facets, state) {
		const labels = (name) => {
			const facet = facets.find(({ field }) => field === name);
			return facet && JSON.stringify(facet.values.map(({ value, count }) => [__(value), count]));
		};
		const is_same = labels("kind") && labels("kind") === labels("reference_doctype");
		const inputs = (facets.find(({ field }) => field === "source")?.values || []).reduce((sum, one) => sum + one.count, 0);
		return facets.filter(({ field, values }) => {
			const is_picked = (state.picks[field] || []).length > 0;
			// A value that all have narrows nothing.
			const is_choice = values.length > 1 || values[0].count < inputs;
			return is_picked || (is_choice && !(field === "kind" && is_same));
		});
	}

	facet({ field, values, has_others }, state) {
		const box = $('<section class="huf-facet">').attr("data-field", field);
		$('<div class="huf-facet-title">').text(huf.search.facet_label(field)).appendTo(box);
		values.forEach((one) => box.append(this.value(field, one, state)));
		if (has_others) {
			$('<div class="text-muted small">').text(__("and rarer ones")).appendTo(box);
		}
		return box;
	}

	value(field, { value, count, or_more, filter }, state) {
		const asked = filter[field] || {};
		const pick = asked.from ? `${asked.from}..${asked.to}` : value;
		const is_picked = state.has(field, pick);
		const button = $('<button type="button" class="huf-facet-value">')
			.attr({ "aria-pressed": is_picked, "data-key": `${field}=${pick}` })
			.on("click", () => this.choose(field, pick));
		const label = huf.search.value_label(field, pick);
		$('<span class="huf-facet-label">').text(label).attr("title", label).appendTo(button);
		const number = or_more ? __("{0} or more", [count]) : cstr(count);
		$('<span class="huf-facet-count">').text(or_more ? `${count}+` : number).attr("title", number).appendTo(button);
		return button;
	}
};
