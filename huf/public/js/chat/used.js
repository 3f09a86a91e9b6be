// The panel What Was Used: what one answer rests on, how it came to the model, and what was confirmed of it.

frappe.provide("huf.chat");

huf.chat.used = (run) => {
	const area = $('<div class="huf-used-of">').attr("data-run", run.run);
	huf.desk.note_openings(area, () => ({ run: run.run }));
	const add = (label, ...content) => {
		$('<div class="huf-used-label">').text(label).appendTo(area);
		area.append(content);
	};
	huf.chat.used_gate(run, add);
	const checked = huf.desk.verification(run);
	if (checked) {
		add(__("Checked"), huf.chat.verdict(run), checked);
	}
	if (run.files.length) {
		add(__("Attached Files"), ...run.files.map(huf.chat.used_file));
	}
	const passages = [...run.citations].sort((a, b) => b.cited - a.cited || a.number - b.number);
	add(
		__("Passages"),
		...(passages.length
			? passages.map(huf.chat.used_passage)
			: [$('<div class="text-muted">').text(__("The model was given none."))])
	);
	if (run.notes.length) {
		add(__("Notes"), ...run.notes.map((note) => $('<div class="huf-note text-muted">').text(huf.said(note))));
	}
	return area.append($('<div class="mt-3">').append(huf.desk.link("Agent Run", run.run, __("Open Agent Run"))));
};

huf.chat.used_gate = ({ gate_decision, gate_reason, standalone_question }, add) => {
	if (standalone_question) {
		add(__("Searched For"), $("<div>").text(standalone_question));
	}
	if (gate_decision) {
		const injected = gate_decision === "Injected";
		add(
			__("Knowledge"),
			huf.desk.pill(injected ? __("Put into the prompt") : __("Left out"), injected ? "blue" : "grey"),
			$('<div class="text-muted mt-1 huf-gate">').text(huf.said(gate_reason))
		);
	}
};

huf.chat.verdict = (run) => $('<div class="mb-2">').append(huf.desk.verdict(run));

huf.chat.used_file = ({ file_name, file, used, message }) => {
	const colors = { "In Prompt": "blue", Searched: "purple", "Not Read": "red" };
	const row = $('<div class="huf-used-file mb-2">');
	$("<div>").append($("<strong>").text(file_name || file)).appendTo(row);
	if (used) {
		row.append(huf.desk.pill(__(used), colors[used] || "grey"));
	}
	return message ? row.append($('<div class="text-muted">').text(message)) : row;
};

huf.chat.used_passage = (citation) => {
	const box = $('<div class="huf-used-passage">').toggleClass("huf-is-cited", citation.cited);
	const head = $('<div class="huf-used-head">').appendTo(box);
	$('<span class="huf-number">').text(citation.number).appendTo(head);
	const address = huf.desk.passage_address(citation);
	const title = address
		? $('<a target="_blank" rel="noopener noreferrer">').attr("href", address)
		: $('<a role="button" tabindex="0">').on("click", () => huf.desk.show_passage(citation));
	title.addClass("huf-title").text(citation.title).appendTo(head);
	const is_list = citation.origin === "List";
	if (is_list) {
		huf.desk.record_list(citation).appendTo(box);
	} else {
		$('<div class="text-muted">').text(huf.desk.passage_place(citation)).appendTo(box);
		if (citation.now) {
			$('<div class="huf-now">').text(__("Now: {0}", [citation.now])).appendTo(box);
		}
		$('<div class="huf-short">').text(cstr(citation.excerpt).slice(0, 400)).appendTo(box);
	}
	const origins = {
		Tool: [__("Fetched by the Tool"), "purple"],
		List: [__("List"), "purple"],
		Injected: [__("Injected"), "blue"],
	};
	const foot = $('<div class="huf-used-foot">').appendTo(box);
	foot.append(
		citation.cited ? huf.desk.pill(__("Cited"), "green") : huf.desk.pill(__("Not Cited"), "grey"),
		huf.desk.pill(...(origins[citation.origin] || origins.Injected)),
		(is_list && huf.desk.open_list(citation)?.addClass("huf-whole")) ||
			$('<a role="button" tabindex="0" class="huf-whole">')
				.text(is_list ? __("Show List") : __("Show Text"))
				.on("click", () => huf.desk.show_passage(citation))
	);
	return box;
};
