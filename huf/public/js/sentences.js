// The same as huf/engine/sentences.py, for what is stored or sent in English and shown here: errors of inputs and runs, notes,
// reasons. A test compares the two.

frappe.provide("huf");

(() => {
	const VALUE = /\{([a-z0-9_]+)\}/;
	const LEAST_LETTERS = 5;
	const END = /(?<=[.!?:;,)”])\s+|\n+/g;
	const MOST_PARTS = 24;
	const LONGEST = 10000;
	const EDGE = 4;
	const DEEPEST = 3;

	class Template {
		constructor(text) {
			const parts = text.split(VALUE);
			this.text = text;
			this.names = parts.filter((_part, place) => place % 2);
			this.fixed = parts.filter((_part, place) => place % 2 === 0);
			const [first, last] = [this.fixed[0], this.fixed[this.fixed.length - 1]];
			this.edge = first.length >= EDGE ? first.slice(0, EDGE) : last.length >= EDGE ? last.slice(-EDGE) : "";
			this.letters = (this.fixed.join("").match(/\p{L}/gu) || []).length;
		}

		/** The values with which this template says `text`; null when it does not. */
		values(text) {
			const last = this.fixed[this.fixed.length - 1];
			const end = text.length - last.length;
			let position = this.fixed[0].length;
			if (end < position || !text.startsWith(this.fixed[0]) || !text.endsWith(last)) {
				return null;
			}
			const found = new Map();
			for (const [place, name] of this.names.entries()) {
				const part = this.fixed[place + 1];
				const is_last = place === this.names.length - 1;
				const start = is_last ? end : text.indexOf(part, position);
				if (start < position || (!is_last && start + part.length > end)) {
					return null;
				}
				const value = text.slice(position, start);
				if (found.has(name) && found.get(name) !== value) {
					return null;
				}
				found.set(name, value);
				position = start + part.length;
			}
			return found;
		}
	}

	huf.Sentences = class {
		constructor(translations) {
			this.translations = translations;
			this.by_edge = new Map();
			Object.keys(translations)
				.filter((text) => text.includes("{") && VALUE.test(text))
				.map((text) => new Template(text))
				.filter(({ letters }) => letters >= LEAST_LETTERS)
				.forEach((template) =>
					this.by_edge.set(template.edge, [...(this.by_edge.get(template.edge) || []), template])
				);
		}

		/** `text` in this language, as far as it is known: a sentence, or several one after the other. */
		translated(text, depth = DEEPEST) {
			const words = text.trim();
			if (!words || !depth || text.length > LONGEST) {
				return text;
			}
			const whole = this.known(words, depth);
			if (whole !== null) {
				return text.replace(words, () => whole);
			}
			let pieces = pieces_of(text);
			const said = [];
			while (pieces.length) {
				let count = pieces.length <= MOST_PARTS ? pieces.length : 1;
				let known = null;
				for (; count; count--) {
					const joined = pieces.slice(0, count).join("");
					known = this.known(joined.trim(), depth);
					if (known !== null) {
						said.push(joined.replace(joined.trim(), () => known));
						break;
					}
				}
				if (known === null) {
					count = 1;
					said.push(pieces[0]);
				}
				pieces = pieces.slice(count);
			}
			return said.join("");
		}

		known(words, depth) {
			if (Object.hasOwn(this.translations, words) && this.translations[words]) {
				return this.translations[words];
			}
			const edges = new Set([words.slice(0, EDGE), words.slice(-EDGE), ""]);
			const found = [...edges]
				.flatMap((edge) => this.by_edge.get(edge) || [])
				.map((template) => ({ template, values: template.values(words) }))
				.filter(({ values }) => values);
			if (!found.length) {
				return null;
			}
			// Who says most of it.
			const { template, values } = found.reduce((one, other) => (says_more(other.template, one.template) ? other : one));
			return this.fill(template, values, depth);
		}

		fill(template, values, depth) {
			return this.translations[template.text].replace(new RegExp(VALUE, "g"), (whole, name) => {
				const value = values.get(name);
				if (value === undefined) {
					return whole;
				}
				// A value between quotation marks is what somebody typed; one of a single word is data.
				const is_data = template.text.includes(`“{${name}}`) || !value.trim().includes(" ");
				return is_data ? value : this.translated(value, depth - 1);
			});
		}
	};

	function says_more(one, other) {
		if (one.letters !== other.letters) {
			return one.letters > other.letters;
		}
		return one.text.length !== other.text.length ? one.text.length > other.text.length : one.text > other.text;
	}

	function pieces_of(text) {
		const ends = [...text.matchAll(END)].map((match) => match.index + match[0].length);
		return [...ends, text.length].map((end, place) => text.slice(place ? ends[place - 1] : 0, end)).filter(Boolean);
	}

	let mine = null;

	/** What the engine says, in the language of whoever reads it. */
	huf.said = (text) => {
		mine = mine || new huf.Sentences(frappe._messages || {});
		return mine.translated(cstr(text));
	};
})();
