// The only place that shows an answer, on the page Ask and on forms: the blocks of answer_blocks.js as elements
// that hold text, never HTML of a model or a document; nothing is loaded, and links go only to what the passages name. Citations become chips; values that were checked are marked where they stand.

frappe.provide("huf.desk");

/**
 * The answer of a run as an element; while it is written (`is_live`) it has no passages yet.
 * @param run text or structured, citations {number, title, …}, verification
 */
huf.desk.answer = ({ text, structured, citations = [], verification }, is_live = false) => {
	if (structured) {
		return $('<pre class="huf-structured">').text(JSON.stringify(structured, null, 2));
	}
	// A whole statement would hide the values and the citations in it; the line above the answer names it. What is no
	// reason to warn is not marked.
	const claims = ((huf.desk.found_by({ verification }) || {}).claims || []).filter(
		(claim) => claim.kind !== "statement" && (claim.status === "contradicted" || !claim.is_weak)
	);
	return new huf.desk.AnswerText(text, citations, claims, is_live).element().toggleClass("huf-live", is_live);
};

/** Take an answer away, with what hovers over its passages. */
huf.desk.remove_answer = (area) => {
	area.find(".huf-chip").popover("dispose");
	area.remove();
};

/** The passage as it was when the answer was made, with its title and place; also when its source is gone. */
huf.desk.show_passage = (citation) => {
	const is_list = citation.origin === "List";
	const title = is_list ? __("List {0}", [citation.number]) : __("Passage {0}", [citation.number]);
	const dialog = new frappe.ui.Dialog({ title, size: "large" });
	const body = $('<div class="huf-passage-text">').appendTo(dialog.body);
	$('<h5 class="mb-1">').text(citation.title).appendTo(body);
	$('<p class="text-muted small">').text(huf.desk.passage_place(citation)).appendTo(body);
	body.append(is_list ? huf.desk.record_list(citation) : $('<div class="huf-excerpt">').text(cstr(citation.excerpt)));
	const address = huf.desk.passage_address(citation);
	if (address) {
		const link = $('<a class="btn btn-default btn-sm mt-3" target="_blank" rel="noopener noreferrer">');
		link.attr("href", address).text(is_list ? __("Open List") : __("Open")).appendTo(body);
	}
	dialog.$wrapper.addClass("huf-show-passage");
	dialog.show();
};

huf.desk.passage_place = ({ place, source }) => [place, source].filter(Boolean).join(" · ");

/** A chip for a passage: hovering shows title and text, a click opens its place, or else its text if that is here. */
huf.desk.chip = (citation, label) => {
	const address = huf.desk.passage_address(citation);
	const chip = address
		? $('<a target="_blank" rel="noopener noreferrer">').attr("href", address)
		: citation.excerpt
		? $('<button type="button">').on("click", () => huf.desk.show_passage(citation))
		: $("<span>");
	return chip.addClass("huf-chip").text(label).popover({
		trigger: "hover",
		placement: "bottom",
		container: "body",
		boundary: "window",
		html: false,
		delay: { show: 150, hide: 0 },
		template:
			'<div class="popover huf-hover" role="tooltip"><div class="arrow"></div>' +
			'<h3 class="popover-header"></h3><div class="popover-body"></div></div>',
		title: [citation.title, citation.place].filter(Boolean).join(", "),
		content: (citation.origin === "List" ? huf.desk.list_parts(citation).said : cstr(citation.excerpt)).slice(0, 500),
	});
};

huf.desk.CLAIM_HINTS = {
	verified: __("Confirmed by a passage"),
	unverified: __("No passage has this value"),
	contradicted: __("The cited passage says otherwise"),
};

huf.desk.claim_hint = (claim) => {
	const where = claim.passage ? `[${claim.passage}] ${cstr(claim.found)}` : "";
	const hint = claim.is_apart ? __("Hardly what was asked for") : huf.desk.CLAIM_HINTS[claim.status];
	return [hint, where].filter(Boolean).join(": ");
};

huf.desk.AnswerText = class AnswerText {
	/**
	 * @param text the answer @param citations {number, title, …}; empty while it is written
	 * @param claims of the verification, with offsets in characters of the text
	 */
	constructor(text, citations = [], claims = [], is_live = false) {
		this.text = cstr(text);
		this.known = new Map(citations.map((citation) => [cint(citation.number), citation]));
		this.is_live = is_live;
		this.addresses = huf.desk.known_addresses(citations);
		this.past = 0;
		this.marks = [...this.markers(), ...this.claims(claims)].sort((a, b) => a.start - b.start);
	}

	markers() {
		return [...this.text.matchAll(huf.desk.MARKERS)]
			.filter((match) => match[2])
			.slice(0, huf.desk.MOST_PARTS)
			.map((match) => ({
				start: match.index,
				end: match.index + match[0].length,
				make: () => this.chips(match),
				is_marker: true,
			}));
	}

	/** The server counts characters, JavaScript halves of surrogate pairs. */
	claims(claims) {
		const places = [];
		let place = 0;
		for (const character of this.text) {
			places.push(place);
			place += character.length;
		}
		places.push(place);
		return claims.map((claim) => ({
			start: places[claim.start] ?? place,
			end: places[claim.end] ?? place,
			make: (text) =>
				$(`<span class="huf-claim huf-${claim.status}">`).attr("title", huf.desk.claim_hint(claim)).text(text),
		}));
	}

	chips(match) {
		const area = $('<span class="huf-chips">');
		huf.desk.numbers_in(match[2]).forEach((number) => {
			const citation = this.known.get(number);
			if (citation) {
				area.append(huf.desk.chip(citation, number));
			} else {
				const chip = $('<span class="huf-chip">').text(number).appendTo(area);
				if (!this.is_live) {
					chip.addClass("huf-unknown").attr("title", __("No passage has this number."));
				}
			}
		});
		return area;
	}

	element() {
		const area = $('<div class="huf-answer">');
		let group = null;
		for (const block of huf.desk.answer_blocks(this.text, this.is_live)) {
			// Items and quoted lines that follow each other are one list and one quotation.
			const role = { item: '<div role="list">', quote: '<blockquote class="huf-quote">' }[block.kind];
			if (!role) {
				group = null;
			} else if (!group || group.kind !== block.kind) {
				group = { kind: block.kind, area: $(role).appendTo(area) };
			}
			(group ? group.area : area).append(this[block.kind](block));
		}
		return area;
	}

	line({ start, end }) {
		return this.inline($('<div class="huf-line">'), start, end);
	}

	gap() {
		return $('<div class="huf-gap">');
	}

	rule() {
		return $("<hr>");
	}

	/** What is too long to be read as Markdown. */
	rest({ start, end }) {
		return $('<div class="huf-line">').text(this.text.slice(start, end));
	}

	quote(block) {
		return this.line(block);
	}

	heading({ level, start, end }) {
		// The page has the levels above.
		const heading = $('<div class="huf-heading" role="heading">').attr("aria-level", Math.min(level + 2, 6));
		return this.inline(heading, start, end);
	}

	item({ indent, bullet, start, end }) {
		const row = $('<div class="huf-item" role="listitem">').css("margin-inline-start", `${indent * 0.5}em`);
		row.attr("aria-level", Math.floor(indent / 2) + 1);
		$('<span class="huf-bullet">').text(bullet).appendTo(row);
		return row.append(this.inline($("<span>"), start, end));
	}

	code({ language, code }) {
		const area = $('<div class="huf-code">');
		const head = $('<div class="huf-code-head">').appendTo(area);
		$("<span>").text(language).appendTo(head);
		if (!this.is_live) {
			$('<button type="button" class="btn btn-xs btn-default">')
				.text(__("Copy"))
				.attr("aria-label", __("Copy Code"))
				.on("click", () => frappe.utils.copy_to_clipboard(code))
				.appendTo(head);
		}
		// What scrolls is reached with the keyboard.
		$('<pre tabindex="0">').text(code).appendTo(area);
		return area;
	}

	table({ head, rows, columns }) {
		const table = $('<table class="table table-sm table-bordered m-0">');
		const width = Math.max(head.length, ...rows.map((row) => row.length));
		const row = (cells, tag) => {
			const line = $("<tr>");
			for (let column = 0; column < width; column++) {
				const [start, end] = cells[column] || [0, 0];
				const cell = $(tag).addClass(`huf-${columns[column] || "left"}`);
				this.inline(cell, start, end).appendTo(line);
			}
			return line;
		};
		$("<thead>").append(row(head, '<th scope="col">')).appendTo(table);
		const body = $("<tbody>").appendTo(table);
		rows.forEach((cells) => body.append(row(cells, "<td>")));
		return $('<div class="huf-table" role="region" tabindex="0">').attr("aria-label", __("Table")).append(table);
	}

	/** Bold, italic, code, formulas and links; all else goes on as it is. */
	inline(area, start, end) {
		let place = start;
		for (const match of this.text.slice(start, end).matchAll(huf.desk.INLINE)) {
			const begins = start + match.index;
			const { code, formula, label, target, bare, bold, italic } = match.groups;
			this.leaf(area, place, begins);
			place = begins + match[0].length;
			if (code !== undefined) {
				$("<code>").text(code).appendTo(area);
			} else if (formula !== undefined) {
				this.leaf($('<span class="huf-formula">').appendTo(area), begins, place);
			} else if (label !== undefined) {
				const from = begins + match[0].indexOf("[") + 1;
				const link = this.link(target);
				this.leaf(link ? link.appendTo(area) : area, from, from + label.length);
				if (!link && label !== target) {
					area.append(document.createTextNode(` (${target})`));
				}
			} else if (bare !== undefined) {
				const address = huf.desk.without_stop(bare);
				const link = this.link(address);
				this.leaf(link ? link.appendTo(area) : area, begins, begins + address.length);
				this.leaf(area, begins + address.length, place);
			} else {
				const width = bold === undefined ? 1 : 2;
				const strong = $(bold === undefined ? "<em>" : "<strong>").appendTo(area);
				this.leaf(strong, begins + width, begins + width + (bold ?? italic).length);
			}
		}
		this.leaf(area, place, end);
		return area;
	}

	/** A link to what the passages name; null for every other address. */
	link(target) {
		const address = huf.desk.safe_address(target);
		return address && this.addresses.has(address)
			? $('<a target="_blank" rel="noopener noreferrer">').attr({ href: address, title: address })
			: null;
	}

	/** Text with its chips and marked values. A mark that begins in another piece is shown from where this one begins. */
	leaf(area, start, end) {
		let place = start;
		// Pieces come in the order of the text, so what ended before this one is not looked at again.
		while (this.past < this.marks.length && this.marks[this.past].end <= start) {
			this.past++;
		}
		for (let at = this.past; at < this.marks.length && this.marks[at].start < end; at++) {
			const mark = this.marks[at];
			if (mark.end <= place || (mark.is_marker && mark.start < place)) {
				continue;
			}
			const from = Math.max(mark.start, place);
			const to = Math.min(mark.end, end);
			area.append(document.createTextNode(this.text.slice(place, from)), mark.make(this.text.slice(from, to)));
			place = to;
		}
		area.append(document.createTextNode(this.text.slice(place, end)));
	}
};
