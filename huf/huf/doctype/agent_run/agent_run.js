frappe.ui.form.on("Agent Run", {
	refresh(frm) {
		if (frm.is_new()) {
			return;
		}
		frm.disable_save();
		const citations = passages(frm.doc);
		show_headline(frm, citations);
		frm.dashboard.parent.find(".huf-section").remove();
		if (frm.doc.response) {
			const answer = huf.desk.answer(frm.doc.response, citations);
			frm.dashboard.add_section(answer, __("Answer"), "custom huf-section");
		}
		if (citations.length) {
			frm.dashboard.add_section(huf.desk.passages(citations), __("Passages"), "custom huf-section");
		}
		// The passages above show these rows with links; the plain table stays for reports and the API.
		frm.toggle_display(["chunks", "chunks_injected", "response"], false);
		frm.dashboard.show();
		frm.add_custom_button(__("Open Agent"), () => frappe.set_route("Form", "Agent", frm.doc.agent));
	},
});

function passages(doc) {
	return (doc.chunks || []).map((row) => ({
		number: row.citation_number,
		title: row.title,
		place: row.locator_label,
		source: row.knowledge_source,
		input: row.knowledge_input,
		origin: row.origin,
		cited: row.cited,
		excerpt: row.excerpt,
	}));
}

function show_headline(frm, citations) {
	const { status, error_message, response } = frm.doc;
	const unknown = huf.desk.unknown_markers(response, new Set(citations.map((row) => cint(row.number))));
	const cited = citations.filter((row) => cint(row.cited)).length;
	const injected = citations.filter((row) => row.origin === "Injected").length;
	const numbers = huf.desk.escape(
		__("Passages: {0} injected, {1} fetched by the tool, {2} cited", [injected, citations.length - injected, cited])
	);
	if (error_message) {
		huf.desk.headline(frm, `<strong>${huf.desk.escape(error_message)}</strong><br>${numbers}`, "red");
	} else if (unknown.length) {
		const marks = unknown.map((number) => `[${number}]`).join(" ");
		const warning = huf.desk.escape(__("The answer cites {0}, which no passage has.", [marks]));
		huf.desk.headline(frm, `<strong>${warning}</strong><br>${numbers}`, "orange");
	} else if (status === "Running") {
		huf.desk.headline(frm, __("The agent is working."), "blue");
	} else {
		huf.desk.headline(frm, numbers, status === "Success" ? "green" : "orange");
	}
}
