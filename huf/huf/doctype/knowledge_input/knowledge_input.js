const POLL_MS = 3000;

frappe.ui.form.on("Knowledge Input", {
	refresh(frm) {
		clearTimeout(frm.huf_poll);
		// Frappe shows what must be filled in bold, and a text of pages cannot be read so.
		const written = frm.fields_dict.text.$wrapper.find("textarea, .control-value");
		written.each((_at, element) => element.style.setProperty("font-weight", "normal", "important"));
		if (frm.is_new()) {
			return;
		}
		show_headline(frm);
		// The headline says it already, with what to do.
		frm.toggle_display(["error_message", "page_problem"], false);
		frm.add_custom_button(__("Open Source"), () =>
			frappe.set_route("Form", "Knowledge Source", frm.doc.knowledge_source)
		);
		frm.add_custom_button(__("View"), () => new huf.desk.InputView(frm.doc));
		offer_reprocess(frm);
		if (huf.desk.may_purge()) {
			const { name, knowledge_source, title } = frm.doc;
			frm.page.add_menu_item(__("Purge…"), () => huf.desk.order_purge({ input: name, source: knowledge_source, title }));
		}
		watch(frm);
	},
});

async function offer_reprocess(frm) {
	const name = frm.doc.name;
	if ((await huf.desk.may_write(frm)) && name === frm.doc?.name && !cint(frm.doc.disabled)) {
		frm.remove_custom_button(__("Reprocess"));
		frm.add_custom_button(__("Reprocess"), () => reprocess(frm));
	}
}

async function reprocess(frm) {
	await frappe.xcall(huf.desk.INPUT_METHODS + "reprocess_input", { knowledge_input: frm.doc.name });
	frappe.show_alert({ message: __("The input is queued."), indicator: "blue" });
	frm.reload_doc();
}

function next_action({ status, input_type, selected_key }) {
	if (selected_key && input_type !== "URL") {
		return __("Change the record or the file that it is made of, or use Reprocess when the cause is gone.");
	}
	const actions = {
		File: __("Attach another file below and save, or use Reprocess when the cause is gone."),
		Text: __("Change the text below and save, or use Reprocess when the cause is gone."),
		"Gap Answer": __("Change the answer in its Knowledge Gap and verify it again, or use Reprocess when the cause is gone."),
		URL: __("Open the address in a browser; when it answers there, use Reprocess."),
	};
	if (status === "No Text") {
		return __("Nothing of it can be found. Attach a version with text in it, or delete the input.");
	}
	if (status === "Partially Indexed") {
		return __("What is left out is not found. Mend what is named here (limits are in Agent Settings), then use Reprocess.");
	}
	return actions[input_type];
}

function show_headline(frm) {
	const { status, error_message, chunks_created, disabled, page_problem } = frm.doc;
	const page = page_problem ? "<br>" + huf.desk.escape(huf.said(page_problem)) : "";
	const colors = { Error: "red", "No Text": "yellow", "Partially Indexed": "yellow" };
	if (cint(disabled)) {
		huf.desk.headline(frm, __("This input is disabled: nothing of it is found.") + page, "yellow");
	} else if (status in colors) {
		const reason = huf.desk.escape(error_message ? huf.said(error_message) : __(status));
		huf.desk.headline(frm, `<strong>${reason}</strong><br>${next_action(frm.doc)}${page}`, colors[status]);
	} else if (status === "Indexed") {
		const chunks = cint(chunks_created);
		const note = error_message ? "<br>" + huf.desk.escape(huf.said(error_message)) : "";
		huf.desk.headline(frm, (chunks === 1 ? __("1 chunk can be found.") : __("{0} chunks can be found.", [huf.desk.count(chunks)])) + note + page, page ? "yellow" : "green");
	} else if (status === "Reading Scan") {
		huf.desk.headline(
			frm,
			__("Its scanned pages are being read; then it is indexed. What was found of it before still is. This form follows by itself."),
			"blue"
		);
	} else {
		huf.desk.headline(frm, __("Waiting to be indexed. This form follows by itself."), "blue");
	}
}

/** The job does not save the document, so the open form asks. */
function watch(frm) {
	if (!["Pending", "Processing", "Reading Scan"].includes(frm.doc.status) || cint(frm.doc.disabled)) {
		return;
	}
	const name = frm.doc.name;
	frm.huf_poll = setTimeout(async () => {
		if (cur_frm !== frm || frm.doc?.name !== name) { // nosemgrep: frappe-cur-frm-usage (asks which form is shown)
			return;
		}
		const { message } = await frappe.db.get_value("Knowledge Input", name, "status");
		if (cur_frm !== frm || frm.doc?.name !== name || !message) { // nosemgrep: frappe-cur-frm-usage (asks which form is shown)
			return;
		}
		if (message.status !== frm.doc.status && !frm.is_dirty()) {
			frm.reload_doc();
		} else {
			watch(frm);
		}
	}, POLL_MS);
}
