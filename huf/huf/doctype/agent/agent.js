const TOUR = {
	agent_name: __("What people choose it by."),
	model: __("What writes its answers. A System Manager connects it."),
	instructions: __("What it is for, and how it answers. What the company knows belongs into sources, not here."),
	profile: null,
	knowledge: __("Its sources. Mandatory ones are searched before each answer; in optional ones the model searches by itself."),
	record_knowledge: null,
	query_records: null,
	tools: null,
	writable: null,
	roles: null,
};

frappe.ui.form.on("Agent", {
	setup(frm) {
		huf.desk.follow_tests(frm, show_tests);
		frm.set_query("model", () => ({ filters: { kind: "chat", disabled: 0 } }));
		frm.set_query("knowledge_source", "knowledge", (doc) => ({
			filters: { disabled: 0, name: ["not in", doc.knowledge.map((row) => row.knowledge_source).filter(Boolean)] },
		}));
	},

	refresh(frm) {
		huf.desk.offer_tour(frm, TOUR);
		const { tools = [] } = frm.doc.__onload || {};
		frm.fields_dict.tools?.grid.update_docfield_property("tool", "options", tools);
		if (frm.is_new()) {
			return;
		}
		if (cint(frm.doc.disabled)) {
			huf.desk.headline(frm, __("This agent is disabled and cannot be run."), "yellow");
			return;
		}
		frm.add_custom_button(__("Run"), () => new RunDialog(frm.doc.name));
		frm.add_custom_button(__("Chat"), () => {
			frappe.route_options = { agent: frm.doc.name };
			frappe.set_route("knowledge-chat");
		});
		show_tests(frm);
	},
});

const AGENT_METHODS = "huf.huf.doctype.agent.agent.";

/** The tests of the agent's sources, for who may change it. */
async function show_tests(frm) {
	if (!frm.has_perm("write")) {
		return;
	}
	const name = frm.doc.name;
	const told = await huf.desk.post(AGENT_METHODS + "get_tests", { agent: name });
	if (name === frm.doc?.name) {
		frm.dashboard.parent.find(".huf-section").remove();
		huf.desk.show_tests(frm, told, act);
		huf.desk.show_answer_tests(frm, () => show_tests(frm));
	}
}

async function act(frm, method, message) {
	await frappe.xcall(AGENT_METHODS + method, { agent: frm.doc.name });
	frappe.show_alert({ message, indicator: "blue" });
	show_tests(frm);
}

class RunDialog {
	constructor(agent) {
		this.agent = agent;
		this.dialog = new frappe.ui.Dialog({
			title: __("Run {0}", [huf.desk.escape(agent)]),
			size: "large",
			fields: [
				{ fieldname: "prompt", fieldtype: "Small Text", label: __("Question or Task"), reqd: 1 },
				{ fieldname: "files", fieldtype: "HTML" },
				{ fieldname: "answer", fieldtype: "HTML" },
			],
			primary_action_label: __("Run"),
			primary_action: ({ prompt }) => this.run(prompt),
		});
		this.dialog.$wrapper.addClass("huf-run-agent");
		this.dialog.fields_dict.prompt.$input.attr("rows", 4).css("height", "auto");
		this.files = new Map();
		this.show_files();
		this.dialog.show();
	}

	/** What is attached to the question; each file can be taken away again. */
	show_files() {
		const area = this.dialog.fields_dict.files.$wrapper.empty().addClass("huf-run-files mb-3");
		for (const [name, label] of this.files) {
			const pill = huf.desk.pill(label, "gray").addClass("mr-2").appendTo(area);
			$('<a class="ml-2" role="button">')
				.text("×")
				.attr("title", __("Remove"))
				.on("click", () => this.files.delete(name) && this.show_files())
				.appendTo(pill);
		}
		$('<button type="button" class="btn btn-default btn-xs">')
			.text(__("Attach Files"))
			.on("click", () => this.upload())
			.appendTo(area);
	}

	upload() {
		const uploader = new frappe.ui.FileUploader({
			allow_multiple: true,
			dialog_title: __("Attach Files to the Question"),
			restrictions: {},
			on_success: (file) => {
				if (file) {
					this.files.set(file.name, file.file_name);
					this.show_files();
				}
				// Frappe closes its dialog only if the last file of the list is also the last one to arrive.
				if ((uploader.uploader.files || []).every((each) => each.request_succeeded)) {
					uploader.dialog?.hide();
				}
			},
		});
	}

	async run(prompt) {
		const area = this.dialog.fields_dict.answer.$wrapper;
		huf.desk.remove_answer(area.children());
		const button = this.dialog.get_primary_btn().prop("disabled", true);
		$('<p class="text-muted">').text(__("The agent is working…")).appendTo(area);
		try {
			const files = [...this.files.keys()];
			const result = await huf.desk.post("huf.ai.agent_integration.run_agent", { agent: this.agent, prompt, files });
			this.show(area.empty(), result);
		} catch (error) {
			area.empty();
			$('<div class="form-message red">').text(error.message).appendTo(area);
		} finally {
			button.prop("disabled", false);
		}
	}

	show(area, result) {
		const { run, status, text, structured, error, citations = [], notes = [] } = result;
		const head = $('<div class="d-flex justify-content-between mb-2">').appendTo(area);
		head.append(huf.desk.pill(__(status), huf.desk.color("Agent Run", status)));
		head.append(huf.desk.link("Agent Run", run, __("Open Agent Run")));
		if (error) {
			$('<div class="form-message red">').text(huf.said(error)).appendTo(area);
		}
		if (structured || text) {
			huf.desk.answer(result).addClass("border rounded p-3 mb-3").appendTo(area);
		}
		huf.desk.proposals(result)?.addClass("mb-3").appendTo(area);
		if (citations.length) {
			huf.desk.passages(citations).appendTo(area);
		}
		notes.forEach((note) => $('<div class="text-muted small mt-1 huf-note">').text(huf.said(note)).appendTo(area));
	}
}
