// The only place that shows an answer, on the page Ask and on forms: markdown read piece by piece into elements that hold
// text, never HTML of a model or a document. Citations become chips; values that were checked are marked where they stand.

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

/** Where a passage can be opened, or null: the record's form, the file at its page, the page of the web. */
huf.desk.passage_address = ({ url, page, origin }) => {
	const address = huf.desk.address(url);
	// The address of a list has its filter behind the "?".
	if (!address || origin === "List") {
		return address;
	}
	// Frappe writes addresses of files as they are on the disk; "#" and "?" in a name would end the path.
	const path = huf.desk.web_address(address) ? address : address.replace(/[#?]/g, encodeURIComponent);
	return cint(page) && /\.pdf$/i.test(path) ? `${path}#page=${cint(page)}` : path;
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
	return [huf.desk.CLAIM_HINTS[claim.status], where].filter(Boolean).join(": ");
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
		this.marks = [...this.markers(), ...this.claims(claims)].sort((a, b) => a.start - b.start);
	}

	markers() {
		return [...this.text.matchAll(huf.desk.MARKERS)]
			.filter((match) => match[2])
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
		let place = 0;
		let code = null;
		for (const line of this.text.split("\n")) {
			const start = place;
			place += line.length + 1;
			if (/^\s*```/.test(line)) {
				code = code ? null : $("<pre>").appendTo(area);
			} else if (code) {
				code.append(document.createTextNode(line + "\n"));
			} else {
				area.append(this.line(line, start));
			}
		}
		return area;
	}

	line(line, start) {
		const heading = line.match(/^#{1,6}\s+/);
		const item = line.match(/^(\s*)([-*•]|\d{1,3}[.)])\s+/);
		if (heading) {
			return this.inline($('<div class="huf-heading">'), start + heading[0].length, start + line.length);
		}
		if (item) {
			const row = $('<div class="huf-item">').css("margin-left", `${Math.min(item[1].length, 8) * 0.5}em`);
			$('<span class="huf-bullet">')
				.text(/\d/.test(item[2]) ? item[2] : "•")
				.appendTo(row);
			return row.append(this.inline($("<span>"), start + item[0].length, start + line.length));
		}
		return this.inline($(line.trim() ? '<div class="huf-line">' : '<div class="huf-gap">'), start, start + line.length);
	}

	/** Bold and code; all else goes on as it is. */
	inline(area, start, end) {
		let place = start;
		for (const match of this.text.slice(start, end).matchAll(/\*\*(?=\S)(.+?\S)\*\*|`([^`]+)`/g)) {
			const begins = start + match.index;
			this.leaf(area, place, begins);
			if (match[2] === undefined) {
				const bold = $("<strong>").appendTo(area);
				this.leaf(bold, begins + 2, begins + match[0].length - 2);
			} else {
				$("<code>").text(match[2]).appendTo(area);
			}
			place = begins + match[0].length;
		}
		this.leaf(area, place, end);
		return area;
	}

	/** Text with its chips and marked values. A mark that begins in another piece is shown from where this one begins. */
	leaf(area, start, end) {
		let place = start;
		for (const mark of this.marks) {
			if (mark.end <= place || mark.start >= end || (mark.is_marker && mark.start < place)) {
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
