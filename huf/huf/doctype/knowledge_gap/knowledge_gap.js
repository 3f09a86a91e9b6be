const POLL_MS = 3000;

frappe.ui.form.on("Knowledge Gap", {
	setup(frm) {
		frm.set_query("knowledge_source", () => ({ filters: { disabled: 0 } }));
	},

	refresh(frm) {
		clearTimeout(frm.huf_poll);
		if (frm.is_new()) {
			return;
		}
		show_headline(frm);
		if (frm.doc.knowledge_input) {
			frm.add_custom_button(__("Open Input"), () =>
				frappe.set_route("Form", "Knowledge Input", frm.doc.knowledge_input)
			);
		}
		if (is_manager()) {
			offer(frm);
		}
		if (huf.desk.may_make_tests()) {
			frm.add_custom_button(__("Make a Test"), () => make_test(frm));
		}
		watch(frm);
	},
});

/** Others have a gap that is assigned to them: they write its answer. */
function is_manager() {
	return frappe.user.has_role(["Knowledge Manager", "System Manager"]);
}

function offer(frm) {
	const { status, answer, knowledge_source, knowledge_input } = frm.doc;
	if (["Verified", "Proven", "Not Found Again"].includes(status)) {
		frm.add_custom_button(__("Ask Again"), () => act(frm, "ask_gap_again"));
	}
	if (answer && knowledge_source && ["Answered", "Dismissed", "Not Found Again", "Open"].includes(status)) {
		const button = frm.add_custom_button(__("Verify"), () => act(frm, "verify_gap"));
		button.removeClass("btn-default").addClass("btn-primary");
	}
	if (!knowledge_input && status !== "Dismissed") {
		frm.add_custom_button(__("Dismiss"), () => act(frm, "dismiss_gap"));
	}
}

/** Its verified answer must be found from now on; without one a dialog asks what is expected. */
function make_test(frm) {
	const { question, knowledge_source, knowledge_input } = frm.doc;
	const values = { question, knowledge_source };
	if (knowledge_source && knowledge_input) {
		huf.desk.make_test({ ...values, knowledge_input, expectation: "Must Find" });
	} else {
		new huf.desk.TestDialog(values);
	}
}

async function act(frm, method) {
	if (frm.is_dirty()) {
		await frm.save();
	}
	await frappe.xcall(huf.desk.GAP_METHODS + method, { gap: frm.doc.name });
	frm.reload_doc();
}

function show_headline(frm) {
	const { status, knowledge_source, proof_rank, proof_note, knowledge_input } = frm.doc;
	const words = {
		Open: knowledge_input
			? __("Its answer did not help somebody. Change the answer and save, or verify it again if it is right.")
			: is_manager()
			? __("Nobody has answered this yet. Write the answer, choose the source that it goes into, and save.")
			: __("Nobody has answered this yet. Write the answer and save; somebody who looks after knowledge verifies it."),
		Answered: knowledge_input
			? __("The answer was changed. Until it is verified, the answer that was verified before is found.")
			: knowledge_source || !is_manager()
			? __("The answer is not knowledge yet: it has to be verified.")
			: __("Choose the source that the answer goes into; then it can be verified."),
		Verified: __("The answer is verified. Once it is indexed, the question is asked again by itself."),
		Proven: proof_rank
			? __("Asked again, the answer was found as hit {0}.", [proof_rank])
			: __("Asked again, the answer was found."),
		"Not Found Again": huf.desk.escape(proof_note || __("Asked again, the answer was not found.")),
		Dismissed: __("Needs no answer. Writing one opens it again."),
	};
	huf.desk.headline(frm, words[status], huf.desk.color("Knowledge Gap", status));
}

/** The proof does not save the document, so the open form asks. */
function watch(frm) {
	if (frm.doc.status !== "Verified") {
		return;
	}
	const name = frm.doc.name;
	const is_open = () => cur_frm === frm && frm.doc?.name === name; // nosemgrep: frappe-cur-frm-usage (asks which form is shown)
	frm.huf_poll = setTimeout(async () => {
		if (!is_open()) {
			return;
		}
		const { message } = await frappe.db.get_value("Knowledge Gap", name, "status");
		if (!is_open() || !message) {
			return;
		}
		if (message.status !== "Verified" && !frm.is_dirty()) {
			frm.reload_doc();
		} else {
			watch(frm);
		}
	}, POLL_MS);
}
