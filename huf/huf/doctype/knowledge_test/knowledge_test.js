frappe.ui.form.on("Knowledge Test", {
	setup(frm) {
		frm.set_query("knowledge_input", () => ({ filters: { knowledge_source: frm.doc.knowledge_source } }));
		frm.set_query("search_as", () => ({ filters: { enabled: 1, name: ["not in", ["Administrator", "Guest"]] } }));
	},

	refresh(frm) {
		frm.toggle_enable("search_as", frappe.user.has_role("System Manager"));
		if (frm.is_new()) {
			return;
		}
		show_headline(frm);
		show_found(frm);
		frm.add_custom_button(__("Run Now"), () => run(frm));
	},
});

function show_headline(frm) {
	const { last_verdict, last_place, last_message, expectation } = frm.doc;
	if (!last_verdict) {
		huf.desk.headline(frm, __("This test was not run yet."), "blue");
		return;
	}
	const forbidding = expectation === "Must Not Find";
	const words = {
		Passed: forbidding ? __("Passed: it is not found.") : __("Passed: it is hit {0}.", [last_place]),
		Failed: forbidding ? __("Failed: it is hit {0}.", [last_place]) : __("Failed: it is not among the first ten passages."),
		"Not Run": __("It could not be run."),
	};
	const reason = last_message ? `<br>${huf.desk.escape(last_message)}` : "";
	huf.desk.headline(frm, words[last_verdict] + reason, huf.desk.VERDICTS[last_verdict]);
}

/** Ask the question now and show what is found. */
async function run(frm) {
	if (frm.is_dirty()) {
		await frm.save();
	}
	const told = await frappe.xcall(huf.desk.TEST_METHODS + "run_test", { test: frm.doc.name });
	frm.huf_told = { name: frm.doc.name, told };
	frm.reload_doc();
}

/** What was found, until another test is opened in the form. */
function show_found(frm) {
	frm.dashboard.parent.find(".huf-test-found").remove();
	if (frm.huf_told?.name !== frm.doc.name) {
		return;
	}
	const { told } = frm.huf_told;
	const list = $('<div class="huf-test-found">');
	told.found.forEach(({ rank, title, place, input, text }) => {
		const is_meant = rank === told.place;
		const box = $('<div class="border rounded p-2 mb-2">').toggleClass("border-primary", is_meant).appendTo(list);
		$('<div class="font-weight-bold">').text(`${rank}. `).append(huf.desk.link("Knowledge Input", input, title)).appendTo(box);
		$('<div class="text-muted small">').text(place).appendTo(box);
		$('<div class="small" style="overflow-wrap: anywhere">').text(text).appendTo(box);
	});
	if (!told.found.length) {
		$('<div class="text-muted">').text(__("Nothing was found.")).appendTo(list);
	}
	frm.dashboard.add_section(list, __("What Is Found Now"), "custom huf-test-found");
	frm.dashboard.show();
}
