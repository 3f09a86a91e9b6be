// What is searched for, as the address of the page has it: a link to it shows the same search to whoever opens it, with that
// person's own rights.

frappe.provide("huf.search");

huf.search.RANGE = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/;
/** Texts that would be read as something else. */
huf.search.AMBIGUOUS = /^(true|false|-?\d+(\.\d+)?|".*")$/s;

huf.search.State = class State {
	/** @param picks by field: what was chosen. A period of time is a text such as 2024-01-01..2024-12-31 */
	constructor(query = "", picks = {}) {
		this.query = query;
		this.picks = picks;
	}

	static of_address(search) {
		const picks = {};
		let query = "";
		for (const [key, value] of new URLSearchParams(search)) {
			if (key === "q") {
				query = value;
			} else if (huf.search.is_pickable(key)) {
				picks[key] = [...(picks[key] || []), huf.search.read_value(value)];
			}
		}
		return new State(query, picks);
	}

	address() {
		const found = new URLSearchParams();
		if (this.query) {
			found.append("q", this.query);
		}
		Object.entries(this.picks).forEach(([field, values]) =>
			values.forEach((value) => found.append(field, huf.search.write_value(value)))
		);
		const written = found.toString();
		return huf.search.ROUTE + (written ? `?${written}` : "");
	}

	has(field, value) {
		return (this.picks[field] || []).includes(value);
	}

	is_filtered() {
		return Object.values(this.picks).some((values) => values.length);
	}

	/** With a value more, or without it. Of periods of time only one is chosen at once. */
	toggled(field, value) {
		const is_range = huf.search.RANGE.test(value);
		const before = (this.picks[field] || []).filter((one) => !is_range || one === value);
		const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
		return this.with_values(field, values);
	}

	with_values(field, values) {
		const picks = { ...this.picks, [field]: values };
		if (!values.length) {
			delete picks[field];
		}
		return new State(this.query, picks);
	}

	with_query(query) {
		return new State(query, this.picks);
	}

	/** Arguments of knowledge_search. */
	asked() {
		const { source, title, ...others } = this.picks;
		const filters = {};
		if (title) {
			filters.title = { like: title.map((text) => `*${text}*`) };
		}
		Object.entries(others).forEach(([field, values]) => {
			const range = huf.search.RANGE.exec(values[0]);
			if (range) {
				const [, from, to] = range;
				filters[field] = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
			} else {
				filters[field] = { in: values };
			}
		});
		return {
			query: this.query,
			knowledge_sources: source || null,
			filters: Object.keys(filters).length ? filters : null,
		};
	}
};

huf.search.is_pickable = (field) =>
	["source", "title", "reference_doctype", "kind", "author", "language", "date", "tags"].includes(field) ||
	field.startsWith("metadata.");

huf.search.write_value = (value) =>
	typeof value === "string" && !huf.search.AMBIGUOUS.test(value) ? value : JSON.stringify(value);

huf.search.read_value = (text) => {
	try {
		return huf.search.AMBIGUOUS.test(text) ? JSON.parse(text) : text;
	} catch {
		return text;
	}
};
