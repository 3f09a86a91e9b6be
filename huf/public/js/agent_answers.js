// Tests of an agent's answers, on its form: how they went, what they cost, and what asking them would take.

frappe.provide("huf.desk");

const ANSWERS = "huf.huf.doctype.agent.agent.";
const dollars = (amount) => __("{0} US dollars", [format_number(amount, null, amount && amount < 0.1 ? 4 : 2)]);

/** The section Answers of the form; `again` reads all sections anew. */
huf.desk.show_answer_tests = async (frm, again) => {
	const name = frm.doc.name;
	const told = await huf.desk.post(ANSWERS + "get_answer_tests", { agent: name });
	if (name !== frm.doc?.name) {
		return;
	}
	frm.dashboard.parent.find(".huf-head-answers").remove();
	const body = $('<div class="huf-tested">');
	const last = told.runs[told.runs.length - 1];
	const line = $('<div class="d-flex flex-wrap align-items-center mb-2" style="gap: 8px">').appendTo(body);
	$('<span class="huf-tested-said">').text(said_of_answers(told, last)).appendTo(line);
	if (told.under_way) {
		const { done, total } = told.under_way;
		const percent = cint(total) ? Math.floor((100 * cint(done)) / cint(total)) : 0;
		line.append(huf.desk.pill(__("Running: {0} %", [percent]), "blue").addClass("huf-tests-running"));
	} else if (told.tests) {
		button(__("Ask Tests…"), "huf-ask-tests", () => estimate_and_run(name, again)).appendTo(line);
	}
	button(__("New Test"), "huf-new-answer-test", () => frappe.new_doc("Agent Test", { agent: name })).appendTo(line);
	const list = frappe.utils.generate_route({ type: "DocType", name: "Agent Test", doc_view: "List" });
	$("<a>").attr("href", `${list}?agent=${encodeURIComponent(name)}`).text(__("All Tests")).appendTo(line);
	if (last && last.reason !== "At Night") {
		line.append(huf.desk.link("Knowledge Test Run", last.name, __("Last Run")));
	}
	huf.desk.add_changes(body, told);
	const drawn = told.runs.filter(({ total }) => cint(total));
	const chart = $('<div class="huf-tested-chart">');
	if (drawn.length > 1) {
		body.append(chart);
	}
	huf.desk.section(frm, __("Answers"), body, "huf-head-answers");
	if (drawn.length > 1) {
		draw_answers(chart[0], drawn);
	}
};

const button = (label, css, act) =>
	$('<button type="button" class="btn btn-xs btn-default">').addClass(css).text(label).on("click", huf.desk.once(act));

function said_of_answers({ tests }, last) {
	const count = tests === 1 ? __("1 test of its answers") : __("{0} tests of its answers", [huf.desk.count(tests)]);
	if (!last) {
		return tests ? __("{0}, not run yet", [count]) : __("No test holds its answers yet.");
	}
	const parts = [__("{0} of {1} passed", [last.passed, last.total].map(huf.desk.count))];
	if (cint(last.not_run)) {
		parts.push(__("{0} not run", [huf.desk.count(last.not_run)]));
	}
	parts.push(cint(last.cost_known) ? dollars(last.cost) : __("cost not known"));
	return parts.join(" · ");
}

/** Say what it would take, and have them asked if that is wanted. */
async function estimate_and_run(agent, again) {
	const told = await frappe.xcall(ANSWERS + "estimate_answer_tests", { agent });
	if (told.problem) {
		frappe.msgprint({ title: __("Ask Tests"), message: huf.desk.escape(huf.said(told.problem)), indicator: "orange" });
		return;
	}
	frappe.confirm(estimate_text(told), async () => {
		await frappe.xcall(ANSWERS + "run_answer_tests", { agent });
		frappe.show_alert({ message: __("The tests are being run."), indicator: "blue" });
		again();
	});
}

function estimate_text({ tests, tokens, cost, judge_cost, is_rough, left }) {
	const count = tests === 1 ? __("1 question") : __("{0} questions", [huf.desk.count(tests)]);
	const parts = [__("Have the agent answer {0}? That takes about {1} tokens.", [count, huf.desk.count(tokens)])];
	if (cost === null) {
		parts.push(__("What it costs is not known: neither AI Model nor LiteLLM has the price."));
	} else if (cost === 0) {
		parts.push(__("It costs nothing."));
	} else {
		parts.push(__("It costs about {0}.", [dollars(cost)]));
		if (judge_cost) {
			parts.push(__("Of this the judge takes {0}.", [dollars(judge_cost)]));
		}
	}
	if (is_rough) {
		parts.push(__("This is rough, since the agent has never answered."));
	}
	if (left !== null && cost) {
		parts.push(__("Caps leave {0} in this month.", [dollars(left)]));
	}
	return parts.map(huf.desk.escape).join(" ");
}

function draw_answers(area, runs) {
	new frappe.Chart(area, {
		type: "line",
		height: 160,
		// While it moves the drawing is out of its place for a moment, and a window that changes its size then raises an error.
		animate: 0,
		disableEntryAnimation: 1,
		data: {
			labels: runs.map(({ finished_at }) => frappe.datetime.str_to_user(finished_at.slice(0, 10))),
			datasets: [{ name: __("Passed, %"), values: runs.map(({ passed, total }) => flt((100 * passed) / total, 1)) }],
			yMarkers: [
				{ label: "0", value: 0 },
				{ label: "100", value: 100 },
			],
		},
		lineOptions: { regionFill: 0, dotSize: 4 },
		axisOptions: { xIsSeries: 1, shortenYAxisNumbers: 1 },
		colors: ["green"],
	});
}
