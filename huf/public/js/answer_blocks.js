// Where the parts of an answer begin and end: blocks of Markdown, and what stands in a line. No element is made here, so that
// it is tested without a browser; answer_text.js shows the parts. Places are offsets into the text, because marks of
// citations and of checked values have such, too. Nothing nests, and all is read in time that grows with the text.

frappe.provide("huf.desk");

// What is longer is shown as plain text from here on, so that no answer can hold up the page.
huf.desk.MOST_CHARACTERS = 200000;
huf.desk.MOST_PARTS = 5000;
huf.desk.MOST_COLUMNS = 50;

// An address as it stands in prose; what ends a sentence or closes a bracket is not part of it.
huf.desk.ADDRESS = /(?:https?:\/\/|\/(?:app|files|private\/files)\/)[^\s<>()[\]"'`|]{1,2000}/gi;
huf.desk.without_stop = (address) => address.slice(0, 2000).replace(/[.,;:!?*]{1,20}$/, "");

// Lengths are bounded, for a mark that is opened many times and never closed is looked for from each place.
huf.desk.INLINE = new RegExp(
	[
		/`(?<code>[^`\n]+)`/,
		/(?<formula>\$\$(?:[^$\n]{1,1000})\$\$|\$(?=[^\s$])[^$\n]{0,500}(?<=[^\s$])\$(?!\d)|\\\([^\n]{1,500}?\\\))/,
		/!?\[(?!\d{1,4}\])(?<label>[^[\]\n]{1,300})\]\(<?(?<target>[^\s()<>]{1,2000})>?(?: "[^"\n]{0,300}")?\)/,
		/(?<bare>(?<![\w/.])(?:https?:\/\/|\/(?:app|files|private\/files)\/)[^\s<>()[\]"'`|]{1,2000})/,
		/\*\*(?=\S)(?<bold>.{0,1000}?\S)\*\*/,
		/(?<![\w*])\*(?=[^\s*])(?<italic>[^*\n]{0,500}(?<=[^\s*]))\*(?![\w*])/,
	]
		.map((one) => one.source)
		.join("|"),
	"g"
);

/** The cells of a row, each [start, end] in the text; a bar behind a backslash or in code is part of its cell. */
huf.desk.cells = (line, start) => {
	const cells = [];
	let from = 0;
	let in_code = false;
	const add = (to) => {
		const words = line.slice(from, to);
		const begins = start + from + (words.length - words.trimStart().length);
		cells.push([begins, Math.max(begins, start + from + words.trimEnd().length)]);
		from = to + 1;
	};
	for (let at = 0; at < line.length; at++) {
		if (line[at] === "\\") {
			at++;
		} else if (line[at] === "`") {
			in_code = in_code ? false : line.indexOf("`", at + 1) !== -1;
		} else if (line[at] === "|" && !in_code) {
			add(at);
		}
	}
	add(line.length);
	// The bars around a row make empty cells at its ends.
	const is_empty = ([begins, ends]) => begins === ends;
	if (/^\s*\|/.test(line)) {
		cells.shift();
	}
	if (cells.length > 1 && /\|\s*$/.test(line) && is_empty(cells[cells.length - 1])) {
		cells.pop();
	}
	return cells;
};

/** How the columns are set, from the line under a table's head; null when the line is none. */
huf.desk.columns = (line) =>
	line.includes("-") && line.length < 2000 && /^[\s|:-]+$/.test(line) && line.includes("|")
		? huf.desk.cells(line, 0).map(([start, end]) => {
				const rule = line.slice(start, end);
				return rule.endsWith(":") ? (rule.startsWith(":") ? "center" : "right") : "left";
		  })
		: null;

/**
 * The blocks of an answer in its order: {kind, start, end, …} with kind code, table, heading, item, quote, rule, gap, line
 * or rest. While an answer is written, a table begins with its first bar and a mark that is half there is not shown.
 */
huf.desk.answer_blocks = (text, is_live = false) => {
	const shown = text.slice(0, huf.desk.MOST_CHARACTERS);
	const lines = [];
	let place = 0;
	for (const line of shown.split("\n")) {
		lines.push({ line, start: place, end: place + line.length });
		place += line.length + 1;
	}
	const blocks = [];
	let parts = 0;
	let at = 0;
	while (at < lines.length && parts < huf.desk.MOST_PARTS) {
		const { block, taken } = huf.desk.read_block(lines, at, is_live, huf.desk.MOST_PARTS - parts);
		block.kind && blocks.push(block);
		parts += block.rows ? block.rows.reduce((sum, row) => sum + row.length, block.head.length) : 1;
		at += taken;
	}
	const rest = at < lines.length ? lines[at].start : shown.length;
	if (rest < text.length) {
		blocks.push({ kind: "rest", start: rest, end: text.length });
	}
	return blocks;
};

huf.desk.read_block = (lines, at, is_live, room) => {
	const { line, start, end } = lines[at];
	const is_last = is_live && at === lines.length - 1;
	const one = (block) => ({ block: { start, end, ...block }, taken: 1 });
	const fence = line.match(/^\s{0,40}(`{3,}|~{3,})\s*([^`]{0,200})$/);
	if (fence) {
		return huf.desk.read_code(lines, at, is_live, fence);
	}
	if (is_last && /^\s{0,40}(`{1,2}|~{1,2}|#{1,6}|[-*>|]|\*\*)$/.test(line)) {
		return one({ kind: "" });
	}
	const table = line.length < 20000 && line.includes("|") ? huf.desk.read_table(lines, at, is_live, room) : null;
	if (table) {
		return table;
	}
	const heading = line.match(/^ {0,3}(#{1,6})[ \t]{1,20}/);
	if (heading) {
		return one({ kind: "heading", level: heading[1].length, start: start + heading[0].length });
	}
	if (/^ {0,3}([-*_])[ \t]?(?:\1[ \t]?){2,200}$/.test(line)) {
		return one({ kind: "rule" });
	}
	const item = line.match(/^([ \t]*)([-*+•]|\d{1,3}[.)])[ \t]{1,20}/);
	if (item) {
		const indent = item[1].replace(/\t/g, "    ").length;
		const bullet = /\d/.test(item[2]) ? item[2] : "•";
		return one({ kind: "item", indent: Math.min(indent, 24), bullet, start: start + item[0].length });
	}
	const quote = line.match(/^ {0,3}>[> \t]*/);
	if (quote) {
		return one({ kind: "quote", start: start + quote[0].length });
	}
	return one({ kind: line.trim() ? "line" : "gap" });
};

/** Code up to the fence that closes it, or up to the end of the answer. */
huf.desk.read_code = (lines, at, is_live, [, fence, language]) => {
	let last = at + 1;
	const closes = ({ line }) => {
		const mark = line.trim();
		return mark.length >= fence.length && mark === fence[0].repeat(mark.length);
	};
	while (last < lines.length && !closes(lines[last])) {
		last++;
	}
	const is_closed = last < lines.length;
	const code = lines.slice(at + 1, last).map(({ line }) => line);
	// The first characters of the fence that will close it.
	if (is_live && !is_closed && code.length && /^\s*[`~]{1,2}$/.test(code[code.length - 1])) {
		code.pop();
	}
	const { start } = lines[at];
	const { end } = lines[Math.min(last, lines.length - 1)];
	const block = { kind: "code", start, end, language: language.trim().split(/\s/)[0], code: code.join("\n") };
	return { block, taken: last - at + (is_closed ? 1 : 0) };
};

/** A table from its head on, with at most as many rows as there is room for cells; null when it is none. */
huf.desk.read_table = (lines, at, is_live, room) => {
	const head = huf.desk.cells(lines[at].line, lines[at].start);
	const under = lines[at + 1];
	const is_begun = is_live && /^\s*\|/.test(lines[at].line) && at + 2 >= lines.length;
	const is_rule_begun = is_begun && (!under || /^[\s|:-]*$/.test(under.line));
	const columns = under ? huf.desk.columns(under.line) : null;
	const is_table = columns ? columns.length === head.length || is_rule_begun : is_rule_begun;
	if (!is_table || head.length > huf.desk.MOST_COLUMNS) {
		return null;
	}
	const rows = [];
	let last = at + 2;
	for (; last < lines.length && lines[last].line.includes("|"); last++) {
		const row = huf.desk.cells(lines[last].line, lines[last].start);
		if (row.length > huf.desk.MOST_COLUMNS || (rows.length + 2) * Math.max(row.length, head.length) > room) {
			break;
		}
		rows.push(row);
	}
	last = Math.min(last, lines.length);
	const block = { kind: "table", start: lines[at].start, end: lines[last - 1].end, head, rows, columns: columns || [] };
	return { block, taken: last - at };
};

/**
 * The addresses that an answer may link to: those of its citations, of the records they are of, and those that stand in a
 * passage. A model, or a text that speaks through it, can name no other.
 */
huf.desk.known_addresses = (citations) => {
	const known = new Set();
	const add = (address) => huf.desk.safe_address(address) && known.add(huf.desk.safe_address(address));
	citations.forEach(({ url, doctype, input, excerpt }) => {
		add(url);
		input && add(frappe.utils.get_form_link(doctype || "Knowledge Input", input));
		(cstr(excerpt).match(huf.desk.ADDRESS) || []).forEach((one) => add(huf.desk.without_stop(one)));
	});
	return known;
};

/** The address as a browser reads it, the site's own without its host; null for all that is no page, record or file. */
huf.desk.safe_address = (address) => {
	if (!huf.desk.address(address)) {
		return null;
	}
	let url;
	try {
		url = new URL(address, location.origin);
	} catch {
		// An address that a browser cannot read leads nowhere.
		return null;
	}
	if (url.origin !== location.origin) {
		return url.href;
	}
	return huf.desk.address(url.pathname) && url.pathname + url.search + url.hash;
};
