// An answer for the clipboard: its text with the numbers that it cites, and below what they stand for.

frappe.provide("huf.chat");

/** The addresses of records and files are those of this site: whoever gets the copy is somewhere else. */
huf.chat.whole_address = (citation) => {
	const address = huf.desk.passage_address(citation);
	return address ? new URL(address, window.location.origin).href : "";
};

/** What was cited, by number: {number, title, address}. A profile's way to name a passage comes before title and place. */
huf.chat.cited = ({ citations }) =>
	citations
		.filter(({ cited }) => cited)
		.sort((a, b) => a.number - b.number)
		.map((citation) => ({
			number: citation.number,
			title: citation.label || [citation.title, citation.place].filter(Boolean).join(", "),
			address: huf.chat.whole_address(citation),
		}));

/** Without the marks of Markdown: cells of a table with tabs between them, as spreadsheets take them. Code stays as it is. */
huf.chat.without_marks = (text) => {
	let is_code = false;
	const lines = [];
	for (const line of cstr(text).split("\n")) {
		if (/^\s*```/.test(line)) {
			is_code = !is_code;
		} else if (is_code) {
			lines.push(line);
		} else if (!/^\s*\|[\s:|-]+\|\s*$/.test(line)) {
			lines.push(huf.chat.plain_line(line));
		}
	}
	return lines.join("\n");
};

huf.chat.plain_line = (line) => {
	const row = line.match(/^\s*\|(.*)\|\s*$/);
	const cells = row ? row[1].split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, "|")) : [line];
	return cells
		.map((cell) =>
			cell
				.replace(/^#{1,6}\s+/, "")
				.replace(/\*\*(?=\S)(.+?\S)\*\*|`([^`]+)`/g, (_all, bold, code) => bold ?? code)
				// [1](…) is a number that is cited and not a link.
				.replace(/\[([^\]]*[^\]\d\s,;–-][^\]]*)\]\((https?:[^\s)]+)\)/g, "$1 ($2)")
		)
		.join("\t");
};

/** A copy must not look better than the answer did. @param warnings of the turn: titles */
huf.chat.copy_parts = (run, warnings, text, sources) =>
	[warnings.map((warning) => `(${warning})`).join("\n"), text.trim(), sources.join("\n")].filter(Boolean).join("\n\n");

huf.chat.as_text = (run, warnings = []) => {
	const text = run.structured ? JSON.stringify(run.structured, null, 2) : huf.chat.without_marks(run.text);
	const sources = huf.chat
		.cited(run)
		.map(({ number, title, address }) => [`[${number}] ${title}`, address].filter(Boolean).join(" – "));
	return huf.chat.copy_parts(run, warnings, text, sources);
};

huf.chat.as_markdown = (run, warnings = []) => {
	const text = run.structured ? "```json\n" + JSON.stringify(run.structured, null, 2) + "\n```" : cstr(run.text);
	const plain = (title) => title.replace(/[\\`*_[\]<>]/g, "\\$&");
	const sources = huf.chat.cited(run).map(({ number, title, address }) => {
		const link = address.replace(/[()<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
		return `- \\[${number}\\] ${address ? `[${plain(title)}](${link})` : plain(title)}`;
	});
	return huf.chat.copy_parts(run, warnings, text, sources);
};

/** Buttons that copy a turn's answer. */
huf.chat.copy_button = (turn) => {
	const box = $('<div class="dropdown huf-copy">');
	$('<button type="button" class="btn btn-xs btn-default dropdown-toggle" data-toggle="dropdown">')
		.attr({ "aria-haspopup": true, "aria-expanded": false })
		.text(__("Copy"))
		.appendTo(box);
	const menu = $('<div class="dropdown-menu">').appendTo(box);
	const add = (label, written) =>
		$('<button type="button" class="dropdown-item">')
			.text(label)
			.on("click", () => {
				const warnings = turn.warnings().map(([, title]) => title);
				frappe.utils.copy_to_clipboard(written(turn.run, warnings));
			})
			.appendTo(menu);
	add(__("As Text"), huf.chat.as_text);
	add(__("As Markdown"), huf.chat.as_markdown);
	return box;
};
