// What is shown beside an answer: its passages, and what was checked in it. The answer itself: answer_text.js.

frappe.provide("huf.desk");

// Code first, so that [1] in code stays code; the same forms as huf/engine/prompt/citations.py reads.
huf.desk.MARKERS = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)|[[【]\s*(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\s*[\]】]/g;

huf.desk.numbers_in = (marker) =>
	marker.split(/[,;]/).flatMap((part) => {
		const [first, ...rest] = part.split(/[–-]/).map((digits) => cint(digits));
		const last = rest.length ? rest[rest.length - 1] : first;
		if (first <= last && last < first + 20) {
			return Array.from({ length: last - first + 1 }, (_, step) => first + step);
		}
		return [first, last];
	});

/** The numbers that an answer cites and that no passage has. */
huf.desk.unknown_markers = (text, known) => {
	const numbers = [...cstr(text).matchAll(huf.desk.MARKERS)].flatMap((m) => (m[2] ? huf.desk.numbers_in(m[2]) : []));
	return [...new Set(numbers)].filter((number) => !known.has(number));
};

/** What the model was given: number, title and place, how it came, whether it is cited. */
huf.desk.passages = (citations) => {
	const table = $('<table class="table table-sm m-0 huf-passages">');
	const head = $("<tr>").appendTo($("<thead>").appendTo(table));
	[__("Number"), __("Passage"), __("Origin"), __("Cited")].forEach((label) =>
		$('<th class="text-muted font-weight-normal border-top-0">').text(label).appendTo(head)
	);
	const body = $("<tbody>").appendTo(table);
	citations.forEach((citation) => body.append(huf.desk.passage_row(citation)));
	return table;
};

huf.desk.ORIGINS = { Tool: [__("Tool"), "purple"], List: [__("List"), "purple"], Injected: [__("Injected"), "blue"] };

huf.desk.passage_row = (citation) => {
	const { number, title, place, source, input, origin, cited, excerpt, doctype, now } = citation;
	const what = $("<td>");
	(input ? huf.desk.link(doctype || "Knowledge Input", input, title) : $("<span>").text(title)).appendTo(what);
	if (!(excerpt && origin === "List")) {
		$('<div class="text-muted small">')
			.text([place, source].filter(Boolean).join(" · "))
			.appendTo(what);
	}
	if (now) {
		$('<div class="small huf-now">').text(__("Now: {0}", [now])).appendTo(what);
	}
	if (origin === "List") {
		what.addClass("huf-has-list");
		if (excerpt) {
			huf.desk.record_list(citation).addClass("mt-1").appendTo(what);
		}
		huf.desk.open_list(citation)?.appendTo(what);
	} else if (excerpt) {
		const details = $('<details class="small mt-1">').appendTo(what);
		$('<summary class="text-muted">').text(__("Show Text")).appendTo(details);
		$("<div>")
			.css({ "white-space": "pre-wrap", "overflow-wrap": "anywhere", "max-height": "15em", overflow: "auto" })
			.text(excerpt)
			.appendTo(details);
	}
	const how = huf.desk.ORIGINS[origin] || huf.desk.ORIGINS.Injected;
	return $("<tr>").append(
		$("<td>").text(number),
		what,
		$("<td>").append(huf.desk.pill(...how)),
		$("<td>").append(cint(cited) ? huf.desk.pill(__("Cited"), "green") : huf.desk.pill(__("Not Cited"), "grey"))
	);
};

/** The answer to a question about many records, which is text with a table in Markdown: sentences, head and rows. */
huf.desk.list_parts = ({ title, excerpt }) => {
	const lines = cstr(excerpt).split("\n");
	const is_row = (line) => line.startsWith("| ");
	const cells = (line) =>
		line
			.slice(2, -2)
			.split(/ (?<!\\)\| /)
			.map((cell) => cell.replace(/\\\|/g, "|").trim());
	const [head, , ...rows] = lines.filter(is_row).map(cells);
	const said = lines.filter((line) => line && !is_row(line)).join("\n");
	// The first sentence begins with what was asked, which is the title.
	const asked = `${cstr(title)}: `;
	return { said: said.startsWith(asked) ? said.slice(asked.length) : said, head: head || [], rows };
};

/** The same as sentences over a small table, which scrolls by itself where it is too wide. */
huf.desk.record_list = (citation) => {
	const { said, head, rows } = huf.desk.list_parts(citation);
	const area = $('<div class="huf-record-list">');
	$('<div class="huf-list-said">').text(said).appendTo(area);
	if (rows.length) {
		const table = $('<table class="table table-sm table-bordered m-0">');
		const row = (cells, cell) =>
			$("<tr>").append(
				cells.map((text) =>
					$(cell)
						.toggleClass("text-right", /^-?\d+(\.\d+)?$/.test(text))
						.text(text)
				)
			);
		$("<thead>").append(row(head, "<th>")).appendTo(table);
		$("<tbody>")
			.append(rows.map((cells) => row(cells, "<td>")))
			.appendTo(table);
		$('<div class="huf-list-rows">').append(table).appendTo(area);
	}
	return area;
};

/** The link to the list of the desk with the same filter; null when the desk has none. */
huf.desk.open_list = (citation) => {
	const address = huf.desk.passage_address(citation);
	return address
		? $('<a target="_blank" rel="noopener noreferrer" class="huf-open-list">').attr("href", address).text(__("Open List"))
		: null;
};

/** The verification of an Agent Run, which is JSON in the form and an object in an answer of the server; or null. */
huf.desk.found_by = ({ verification }) =>
	typeof verification === "string" ? (verification ? JSON.parse(verification) : null) : verification || null;

/** What is in doubt about an answer, in one line with its reasons: color, title, reasons; null when nothing is. */
huf.desk.doubt = (run) => {
	const stored = Array.isArray(run.verification_reasons)
		? run.verification_reasons
		: cstr(run.verification_reasons).split("\n").filter(Boolean);
	if (!stored.length) {
		return null;
	}
	const reasons = stored.map(huf.said);
	const claims = (huf.desk.found_by(run) || {}).claims || [];
	const wrong = claims.filter((claim) => claim.status === "contradicted").length;
	const open = claims.filter((claim) => claim.status === "unverified" && !claim.is_weak).length;
	const parts = [];
	if (wrong) {
		parts.push(wrong === 1 ? __("1 statement is contradicted") : __("{0} statements are contradicted", [wrong]));
	}
	if (open) {
		parts.push(open === 1 ? __("1 statement is not confirmed") : __("{0} statements are not confirmed", [open]));
	}
	const title = parts.join(", ") || (reasons.length === 1 ? reasons[0] : __("Not all of this answer is confirmed"));
	// What is only noted, a value that may have been worked out or too few citations, is no sign that it is wrong.
	const color = { Contradicted: "red", "Not Confirmed": "orange" }[run.verification_result] || "yellow";
	return { color, title, reasons: title === reasons[0] ? [] : reasons };
};

/** One line that opens to its reasons; a plain line without any. */
huf.desk.opening_line = (title, reasons) => {
	if (!reasons.length) {
		return $("<strong>").text(title);
	}
	const line = $('<details class="huf-doubt">');
	$("<summary>").append($("<strong>").text(title)).appendTo(line);
	reasons.forEach((reason) => $('<div class="mt-1">').text(reason).appendTo(line));
	return line;
};

huf.desk.CLAIM_COLORS = { verified: "green", unverified: "orange", contradicted: "red" };

/** What was checked in the answer of an Agent Run, as an element; null when nothing was. */
huf.desk.verification = (run) => {
	const found = huf.desk.found_by(run);
	if (!found) {
		return null;
	}
	const area = $('<div class="huf-verification">');
	const said =
		found.coverage === null
			? __("The answer states nothing that could be cited.")
			: __("{0} of {1} statements cite a passage ({2}%).", [
					found.cited_statements,
					found.statements,
					Math.round(flt(run.coverage)),
			  ]);
	$('<div class="text-muted mb-2">').text(said).appendTo(area);
	const labels = {
		verified: __("Verified"),
		unverified: __("Unverified"),
		contradicted: __("Contradicted"),
	};
	(found.claims || []).forEach((claim) => {
		const row = $('<div class="mb-1">').appendTo(area);
		// What is no reason to warn, and confirms nothing, is grey.
		const is_telling = claim.status === "contradicted" || !claim.is_weak;
		row.append(huf.desk.pill(labels[claim.status], is_telling ? huf.desk.CLAIM_COLORS[claim.status] : "grey"), " ");
		$("<strong>").text(claim.text).appendTo(row);
		const where = claim.passage ? ` – [${claim.passage}] ${cstr(claim.found)}` : "";
		$('<span class="text-muted">').text(where).appendTo(row);
	});
	return area;
};

/** The answer to a question about a record, from what is known of it alone, as `get_run` gives it. */
huf.desk.answer_about = async (question, { reference_doctype, reference_name }) => {
	const about = { reference_doctype, reference_name, question };
	const { run } = await huf.desk.post("huf.ai.answers.answer_record", about);
	return huf.desk.post("huf.ai.agent_integration.get_run", { run });
};
