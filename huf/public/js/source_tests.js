// Tests on the form of a source or an agent: how they went over time, which changed, and a new index that waits for a person.

frappe.provide("huf.desk");

huf.desk.HELD_METHODS = "huf.huf.doctype.knowledge_test_run.knowledge_test_run.";

const place_text = (verdict, place) =>
	verdict === "Not Run" || !verdict ? "–" : place ? __("hit {0}", [place]) : __("not found");

/** A table of tests: the question, what came of it before, and now. With `run`, a button shows both answers beside each other. */
huf.desk.tests_table = ({ tests, hidden }, run = "") => {
	const box = $('<div class="huf-tests-of-run">');
	if (tests.length) {
		const table = $('<table class="table table-sm m-0" style="overflow-wrap: anywhere">').appendTo(box);
		const head = $("<tr>").appendTo($("<thead>").appendTo(table));
		[__("Question"), __("Before"), __("Now")].forEach((label) => $("<th>").text(label).appendTo(head));
		const body = $("<tbody>").appendTo(table);
		tests.forEach((test) => body.append(test_row(test, run)));
	}
	if (hidden) {
		const words = hidden === 1 ? __("1 more test is not yours to see.") : __("{0} more tests are not yours to see.", [hidden]);
		$('<div class="text-muted small mt-2">').text(words).appendTo(box);
	}
	if (!tests.length && !hidden) {
		$('<div class="text-muted">').text(__("No tests.")).appendTo(box);
	}
	return box;
};

function test_row(test, run) {
	const what = $("<td>").append(huf.desk.link(test.doctype || huf.desk.TEST, test.test, test.question));
	const is_other = test.search_as !== frappe.session.user;
	const said = [test.expectation && __(test.expectation), is_other && test.search_as].filter(Boolean);
	$('<div class="text-muted small">').text(said.join(" · ")).appendTo(what);
	if (run && (test.before !== test.verdict || test.before_place !== test.place)) {
		$('<button type="button" class="btn btn-xs btn-default mt-1 huf-compare">')
			.text(__("Compare Answers"))
			.on("click", () => huf.desk.compare_answers(run, test))
			.appendTo(what);
	}
	const cell = (verdict, place) => {
		const found = $('<td class="text-nowrap">');
		if (verdict) {
			found.append(huf.desk.pill(__(verdict), huf.desk.VERDICTS[verdict]));
			// Tests of answers have no place.
			const under = test.doctype ? cell_judgement(test, verdict) : place_text(verdict, place);
			$('<div class="text-muted small">').text(under).appendTo(found);
		}
		return found;
	};
	return $("<tr>").append(what, cell(test.before, test.before_place), cell(test.verdict, test.place));
}

const cell_judgement = ({ judgement, verdict: now }, verdict) => (judgement && verdict === now ? __("Judge: {0}", [__(judgement)]) : "");

/** What one index finds, in a column of its own. */
function answer_column(label, { verdict, place, message, found }) {
	const column = $('<div class="col-md-6 mb-3">');
	const head = $('<div class="mb-2">').appendTo(column);
	$('<strong class="mr-2">').text(label).appendTo(head);
	head.append(huf.desk.pill(__(verdict), huf.desk.VERDICTS[verdict]));
	found.slice(0, 5).forEach((hit) => {
		const box = $('<div class="border rounded p-2 mb-2">').toggleClass("border-primary", hit.rank === place).appendTo(column);
		$("<div>").append(document.createTextNode(`${hit.rank}. `), huf.desk.link("Knowledge Input", hit.input, hit.title)).appendTo(box);
		$('<div class="text-muted small">').text(hit.place).appendTo(box);
		$('<div class="small" style="overflow-wrap: anywhere">').text(hit.text).appendTo(box);
	});
	if (!found.length) {
		$('<div class="text-muted">').text(message || __("Nothing was found.")).appendTo(column);
	}
	return column;
}

/** Both answers to the question of a test: that of the index that answers, and that of the new one. */
huf.desk.compare_answers = async (run, test) => {
	const told = await frappe.xcall(huf.desk.HELD_METHODS + "compare_answers", { run_of_tests: run, test: test.test });
	const dialog = new frappe.ui.Dialog({
		title: huf.desk.escape(test.question),
		size: "extra-large",
		fields: [{ fieldname: "answers", fieldtype: "HTML" }],
	});
	dialog.$wrapper.addClass("huf-compare-answers");
	$('<div class="row">')
		.append(answer_column(__("Answers Now"), told.live), answer_column(__("New Index"), told.held))
		.appendTo(dialog.fields_dict.answers.$wrapper);
	dialog.show();
};

/** A new index that waits: why, which questions changed, and the two ways out. */
function show_held(frm, held, act) {
	const body = $('<div class="huf-held">');
	const line = $('<div class="d-flex flex-wrap mb-2" style="gap: 8px">').appendTo(body);
	const way = (label, css, question, method, message) =>
		$('<button type="button" class="btn btn-sm">')
			.addClass(css)
			.text(label)
			.on("click", () => frappe.confirm(question, () => act(frm, method, message, { build: held.build })))
			.appendTo(line);
	way(
		__("Publish"),
		"btn-default huf-publish-held",
		__("Answer from the new index from now on? What changed since it was made is indexed upon it at once."),
		"publish_held_build",
		__("The new index answers.")
	);
	way(
		__("Discard"),
		"btn-default huf-discard-held",
		__("Throw the new index away? The one that answers now stays."),
		"discard_held_build",
		__("The new index was thrown away.")
	);
	if (held.run) {
		line.append(huf.desk.link("Knowledge Test Run", held.run, __("All Tests of It")).addClass("align-self-center"));
		body.append(huf.desk.tests_table({ tests: held.tests, hidden: held.hidden }, held.run));
	}
	huf.desk.section(frm, __("New Index Held Back"), body, "huf-head-held").insertAfter(frm.dashboard.parent.find(".huf-head-actions"));
}

/** Tests are being run: their share moves, and at the end `then` reads them again. */
huf.desk.follow_tests = (frm, then) =>
	frappe.realtime.on("huf_knowledge_tests", ({ name, step, percent }) => {
		if (!frm.doc || name !== frm.doc.name) {
			return;
		}
		if (step === "end") {
			then(frm);
		} else {
			frm.dashboard.parent.find(".huf-tests-running").text(__("Running: {0} %", [percent]));
		}
	});

/** The section Tests of a form; `act(frm, method, message, args)` calls a method of it. Shows nothing where there is nothing to show. */
huf.desk.show_tests = (frm, told, act) => {
	if (told && told.held) {
		show_held(frm, told.held, act);
	}
	if (!told || !(told.tests || told.runs.length)) {
		return;
	}
	const body = $('<div class="huf-tests">');
	const last = told.runs[told.runs.length - 1];
	const line = $('<div class="d-flex flex-wrap align-items-center mb-2" style="gap: 8px">').appendTo(body);
	$('<span class="huf-tests-said">').text(said_of(told, last)).appendTo(line);
	if (told.under_way) {
		const { done, total } = told.under_way;
		const percent = cint(total) ? Math.floor((100 * cint(done)) / cint(total)) : 0;
		line.append(huf.desk.pill(__("Running: {0} %", [percent]), "blue").addClass("huf-tests-running"));
	} else if (told.tests) {
		$('<button type="button" class="btn btn-xs btn-default huf-run-tests">')
			.text(__("Run Tests"))
			.on("click", () => act(frm, "run_tests", __("The tests are being run.")))
			.appendTo(line);
	}
	if (frm.doctype === "Knowledge Source") {
		const list = frappe.utils.generate_route({ type: "DocType", name: huf.desk.TEST, doc_view: "List" });
		$("<a>").attr("href", `${list}?knowledge_source=${encodeURIComponent(frm.doc.name)}`).text(__("All Tests")).appendTo(line);
	}
	// That of the night for an agent has the tests of all, and is nobody's to open.
	if (told.may_open) {
		line.append(huf.desk.link("Knowledge Test Run", last.name, __("Last Run")));
	}
	huf.desk.add_changes(body, told);
	const scored = told.runs.filter(({ questions }) => cint(questions));
	const chart = $('<div class="huf-tests-chart">');
	if (scored.length > 1) {
		body.append(chart);
	}
	huf.desk.section(frm, __("Tests"), body, "huf-head-tests");
	if (scored.length > 1) {
		draw(chart[0], scored);
	}
};

/** Why the last run failed, and what changed since the one before, at the end of `body`. */
huf.desk.add_changes = (body, { error, changed, hidden }) => {
	if (error) {
		$('<div class="text-danger small mb-2">').text(huf.said(error)).appendTo(body);
	}
	if (changed.length || hidden) {
		$('<div class="font-weight-bold mb-1">').text(__("Changed since the Run Before")).appendTo(body);
		body.append(huf.desk.tests_table({ tests: changed, hidden }));
	}
};

function said_of({ tests }, last) {
	const count = tests === 1 ? __("1 test") : __("{0} tests", [huf.desk.count(tests)]);
	if (!last) {
		return __("{0}, not run yet", [count]);
	}
	const parts = [__("{0} of {1} passed", [last.passed, last.total].map(huf.desk.count))];
	if (cint(last.not_run)) {
		parts.push(__("{0} not run", [huf.desk.count(last.not_run)]));
	}
	if (cint(last.questions)) {
		const figure = (value) => format_number(value, null, 2);
		parts.push(`Recall@10 ${figure(last.recall)}`, `MRR@10 ${figure(last.mrr)}`, `nDCG@10 ${figure(last.ndcg)}`);
	}
	return parts.join(" · ");
}

function draw(area, runs) {
	const values = (field) => runs.map((run) => flt(run[field], 3));
	new frappe.Chart(area, {
		type: "line",
		height: 180,
		// While it moves the drawing is out of its place for a moment, and a window that changes its size then raises an error.
		animate: 0,
		disableEntryAnimation: 1,
		data: {
			labels: runs.map(({ finished_at }) => frappe.datetime.str_to_user(finished_at.slice(0, 10))),
			datasets: [
				{ name: "Recall@10", values: values("recall") },
				{ name: "MRR@10", values: values("mrr") },
				{ name: "nDCG@10", values: values("ndcg") },
			],
			yMarkers: [{ label: "1", value: 1 }],
		},
		lineOptions: { regionFill: 0, dotSize: 4 },
		axisOptions: { xIsSeries: 1, shortenYAxisNumbers: 1 },
		colors: ["blue", "orange", "green"],
	});
}
