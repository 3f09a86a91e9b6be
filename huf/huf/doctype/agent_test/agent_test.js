const METHODS = "huf.huf.doctype.agent_test.agent_test.";

frappe.ui.form.on("Agent Test", {
	setup(frm) {
		frm.set_query("search_as", () => ({ filters: { enabled: 1, name: ["not in", ["Administrator", "Guest"]] } }));
	},

	refresh(frm) {
		frm.toggle_enable("search_as", frappe.user.has_role("System Manager"));
		frm.dashboard.parent.find(".huf-section").remove();
		if (frm.is_new()) {
			return;
		}
		show_headline(frm);
		frm.add_custom_button(__("Ask Now"), huf.desk.once(() => ask(frm)));
		show_answers(frm);
	},
});

function show_headline(frm) {
	const { last_verdict, last_message } = frm.doc;
	if (!last_verdict) {
		huf.desk.headline(frm, __("This test was not run yet."), "blue");
		return;
	}
	const words = {
		Passed: __("Passed: the answer is as expected."),
		Failed: __("Failed: the answer is not as expected."),
		"Not Run": __("It could not be run."),
	};
	const reason = last_message ? `<br>${huf.desk.escape(huf.said(last_message)).replaceAll("\n", "<br>")}` : "";
	huf.desk.headline(frm, words[last_verdict] + reason, huf.desk.VERDICTS[last_verdict]);
}

/** Have the agent answer now. */
async function ask(frm) {
	if (frm.is_dirty()) {
		await frm.save();
	}
	await frappe.xcall(METHODS + "ask_test", { test: frm.doc.name });
	frm.reload_doc();
}

/** The last answers, newest first. */
async function show_answers(frm) {
	const name = frm.doc.name;
	const { answers } = await huf.desk.post(METHODS + "get_answers", { test: name });
	if (name !== frm.doc?.name || !answers.length) {
		return;
	}
	frm.dashboard.parent.find(".huf-section").remove();
	const list = $('<div class="huf-test-answers">');
	answers.forEach((one) => list.append(answer_box(one)));
	huf.desk.section(frm, __("Answers over Time"), list, "huf-head-test-answers");
}

function answer_box({ asked_at, verdict, reasons, judgement, answer, verification, missing, cited, cost, model }) {
	const box = $('<div class="border rounded p-2 mb-2">');
	const head = $('<div class="d-flex flex-wrap align-items-center mb-1" style="gap: 8px">').appendTo(box);
	head.append(huf.desk.pill(__(verdict), huf.desk.VERDICTS[verdict]));
	if (judgement) {
		$('<span class="small">').text(__("Judge: {0}", [__(judgement)])).appendTo(head);
	}
	$('<span class="text-muted small">').text(frappe.datetime.str_to_user(asked_at)).appendTo(head);
	reasons.forEach((reason) => $('<div class="small text-danger">').text(huf.said(reason)).appendTo(box));
	$('<div style="overflow-wrap: anywhere; white-space: pre-wrap">').text(answer || __("No answer.")).appendTo(box);
	const facts = [
		verification && __(verification),
		missing !== "No" && __("Says It Is Missing"),
		cited === 1 ? __("cites 1 passage") : __("cites {0} passages", [huf.desk.count(cited)]),
		model,
		cost === null ? __("cost not known") : __("{0} US dollars", [format_number(cost, null, 4)]),
	];
	$('<div class="text-muted small mt-1">').text(facts.filter(Boolean).join(" · ")).appendTo(box);
	return box;
}
