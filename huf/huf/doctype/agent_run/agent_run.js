frappe.ui.form.on("Agent Run", {
	setup(frm) {
		// The events are sent to the user of the run alone.
		frappe.realtime.on("huf_run_text", (event) => follower_of(frm, event)?.on_text(event));
		frappe.realtime.on("huf_run_status", (event) => follower_of(frm, event)?.on_status(event));
	},

	refresh(frm) {
		if (frm.is_new()) {
			return;
		}
		frm.disable_save();
		follow(frm);
		const citations = passages(frm.doc);
		show_headline(frm, citations);
		huf.desk.remove_answer(frm.dashboard.parent.find(".huf-section"));
		if (frm.huf_follower) {
			show_text(frm, frm.huf_follower.stream.text);
		} else if (frm.doc.response) {
			const { response, structured_response, verification } = frm.doc;
			const structured = structured_response ? JSON.parse(structured_response) : null;
			const answer = huf.desk.answer({ text: response, structured, citations, verification });
			frm.dashboard.add_section(answer, __("Answer"), "custom huf-section");
		}
		const proposals = (frm.doc.proposals || []).map(huf.desk.proposal_of_row);
		const cards = huf.desk.proposals({ run: frm.doc.name, proposals }, frm.doc.user === frappe.session.user);
		if (cards) {
			frm.dashboard.add_section(cards, __("Proposed Changes"), "custom huf-section");
		}
		const verification = huf.desk.verification(frm.doc);
		if (verification) {
			verification.prepend($('<div class="mb-2">').append(huf.desk.verdict(frm.doc)));
			frm.dashboard.add_section(verification, __("Verification"), "custom huf-section");
		}
		if (citations.length) {
			frm.dashboard.add_section(huf.desk.passages(citations), __("Passages"), "custom huf-section");
		}
		// The passages above show these rows with links; the plain table stays for reports and the API.
		frm.toggle_display(["chunks", "chunks_injected", "proposals", "response", "verification"], false);
		frm.dashboard.show();
		frm.add_custom_button(__("Open Agent"), () => frappe.set_route("Form", "Agent", frm.doc.agent));
		if (huf.chat.is_going_on(frm.doc)) {
			frm.add_custom_button(__("Cancel Run"), () => cancel(frm));
		}
	},
});

/** Follows a run of one's own until it is over, and goes on doing so when the form is loaded again. */
function follow(frm) {
	const { name, status, response, user } = frm.doc;
	const goes_on = huf.chat.is_going_on(frm.doc) && user === frappe.session.user;
	if (goes_on && frm.huf_follower?.run.run === name) {
		return;
	}
	frm.huf_follower?.end();
	frm.huf_follower = goes_on
		? new huf.chat.Follower({ run: name, status, text: response }, (run) => show_run(frm, run))
		: null;
}

function follower_of(frm, event) {
	return frm.huf_follower?.run.run === event.run ? frm.huf_follower : null;
}

function show_run(frm, run) {
	if (frm.doc.name !== run.run) {
		frm.huf_follower?.end();
		frm.huf_follower = null;
	} else if (frm.huf_follower.shown !== run.status && frm.doc.status !== run.status) {
		// Once for each status: text goes on coming while the form is loaded.
		frm.huf_follower.shown = run.status;
		frm.reload_doc();
	} else if (huf.chat.is_going_on(run)) {
		show_text(frm, run.text);
	}
}

function show_text(frm, text) {
	huf.desk.remove_answer(frm.dashboard.parent.find(".huf-section"));
	if (text) {
		frm.dashboard.add_section(huf.desk.answer({ text }, true), __("Answer"), "custom huf-section");
		frm.dashboard.show();
	}
}

async function cancel(frm) {
	const { name } = frm.doc;
	try {
		const { status } = await huf.desk.post("huf.ai.agent_integration.cancel_run", { run: name });
		frappe.show_alert({
			message: status === "Running" ? __("The run is being ended.") : __("The run has ended."),
			indicator: "orange",
		});
		if (!huf.chat.is_going_on({ status }) && frm.doc.name === name) {
			frm.reload_doc();
		}
	} catch (error) {
		frappe.show_alert({ message: huf.desk.escape(error.message), indicator: "red" });
	}
}

function passages(doc) {
	// Passages of attached files lead to the File.
	const attached = new Set((doc.files || []).map((row) => row.file));
	return (doc.chunks || []).map((row) => ({
		number: row.citation_number,
		title: row.title,
		place: row.locator_label,
		source: row.knowledge_source,
		input: row.knowledge_input,
		doctype: attached.has(row.knowledge_input) ? "File" : "Knowledge Input",
		origin: row.origin,
		cited: row.cited,
		excerpt: row.excerpt,
		url: row.url,
	}));
}

function show_headline(frm, citations) {
	const { status, error_message, response } = frm.doc;
	// Markers without a passage are taken out of an answer; those of a structured one stay where they are.
	const seen = huf.desk.unknown_markers(response, new Set(citations.map((row) => cint(row.number))));
	const removed = cstr(frm.doc.unknown_citations).split(",").map(cint).filter(Boolean);
	const unknown = [...new Set([...removed, ...seen])];
	const cited = citations.filter((row) => cint(row.cited)).length;
	const injected = citations.filter((row) => row.origin === "Injected").length;
	const numbers = huf.desk.escape(
		__("Passages: {0} injected, {1} fetched by the tool, {2} cited", [injected, citations.length - injected, cited])
	);
	const doubt = huf.desk.doubt(frm.doc);
	const line = (title, reasons) => huf.desk.opening_line(title, reasons).prop("outerHTML");
	if (error_message) {
		const reasons = status === "Withheld" && doubt ? doubt.reasons : [];
		huf.desk.headline(frm, `${line(huf.said(error_message), reasons)}<div>${numbers}</div>`, "red");
	} else if (doubt) {
		huf.desk.headline(frm, `${line(doubt.title, doubt.reasons)}<div>${numbers}</div>`, doubt.color);
	} else if (unknown.length) {
		const marks = unknown.map((number) => `[${number}]`).join(" ");
		const warning = huf.desk.escape(__("The answer cites {0}, which no passage has.", [marks]));
		huf.desk.headline(frm, `<strong>${warning}</strong><br>${numbers}`, "orange");
	} else if (status === "Queued") {
		huf.desk.headline(frm, __("The run waits for a worker."), "blue");
	} else if (status === "Running") {
		huf.desk.headline(frm, __("The agent is working."), "blue");
	} else {
		// Green is for what was compared and holds; an answer that was not verified, or had nothing to, is neither.
		const color = huf.desk.VERDICT_COLORS[frm.doc.verification_result] || "blue";
		huf.desk.headline(frm, numbers, status !== "Success" ? "orange" : color === "grey" ? "gray" : color);
	}
}
