// What people said of the text of an input, in its dialog View: passages that are left out, texts that are corrected, and the ways to do so.
// Everything that the server sent is shown as text.

frappe.provide("huf.desk");

huf.desk.CORRECTION_METHODS = "huf.ai.knowledge.corrections.";

huf.desk.InputCorrections = class InputCorrections {
	/** @param view the InputView that it belongs to */
	constructor(view) {
		this.view = view;
		this.corrections = [];
	}

	/** Take what an answer of the server says of corrections. */
	take({ corrections = [], may_correct = false, passages = [] }) {
		this.corrections = corrections;
		this.may_correct = may_correct;
		this.passages = passages;
	}

	/** Whether the next build changes something about them. */
	get is_waiting() {
		return this.corrections.some(({ state }) => ["Waiting", "Being Put Back"].includes(state));
	}

	/** Those that stand in no passage: whose text is gone and, where nothing is shown, all. */
	above() {
		const apart = this.corrections.filter(({ state }) => state === "Not Found" || !this.passages.length);
		return apart.map((correction) => this.box(correction, "<div>"));
	}

	/** What was left out right before the passage at this index, as items of the list; at the number of passages, after the last. */
	before(index) {
		const is_here = (correction) =>
			correction.action === "Leave Out" &&
			["Applied", "Being Put Back"].includes(correction.state) &&
			this.index_of(correction) === index;
		return this.corrections.filter(is_here).map((correction) => this.box(correction, "<li>"));
	}

	/** Before which of the shown passages something was left out; -1: elsewhere in the document. */
	index_of({ start, end }) {
		const [first, last] = [this.passages[0], this.passages[this.passages.length - 1]];
		if (start > last.end || (end < first.start && first.number > 1)) {
			return -1;
		}
		const after = (one) => end <= one.start + one.repeats || (start >= one.start && end < one.end);
		const index = this.passages.findIndex(after);
		return index < 0 ? this.passages.length : index;
	}

	/** Under the head of a passage: what was corrected in it, and what waits; in its head the ways to correct it. */
	annotate(passage, head) {
		const waiting = this.corrections.filter((one) => one.state === "Waiting" && this.is_about(one, passage));
		const inside = ({ action, state, start, end }) =>
			action === "Replace" && ["Applied", "Being Put Back"].includes(state) && start < passage.end && passage.start < end;
		const found = [...this.corrections.filter(inside), ...waiting];
		head.after(...found.map((correction) => this.box(correction, "<div>")));
		const own = this.own_text(passage);
		if (this.may_correct && own && !waiting.length) {
			const actions = $('<span class="huf-view-actions">').appendTo(head);
			actions.append(
				this.view.button(__("Leave Out"), () => this.ask_leave_out(passage)),
				this.view.button(__("Correct…"), () => this.ask_correct(passage, own))
			);
		}
	}

	is_about({ start, original }, passage) {
		const squashed = (text) => text.split(/\s+/).filter(Boolean).join(" ");
		return start === passage.start + passage.repeats && squashed(original) === squashed(this.own_text(passage));
	}

	/** The text of a passage without what it repeats. The server counts characters, a string of JavaScript halves of some. */
	own_text({ text, repeats }) {
		return Array.from(text).slice(repeats).join("").trim();
	}

	/** One correction: what it did or will do, by whom and why, the texts, and the way back. */
	box(correction, element) {
		const { action, state, original, replacement, reason } = correction;
		const box = $(element).addClass("huf-view-correction").attr("data-correction", correction.name);
		const line = $('<div class="huf-view-head">').appendTo(box);
		$('<span class="huf-view-said">').text(this.says(correction)).appendTo(line);
		if (this.may_correct && state !== "Being Put Back") {
			const label = state === "Not Found" ? __("Remove") : __("Put Back");
			this.view.button(label, () => this.put_back(correction)).appendTo(line);
		}
		if (reason) {
			$('<div class="text-muted small huf-view-reason">').text(reason).appendTo(box);
		}
		if (action === "Replace" && replacement && state !== "Applied") {
			this.text(replacement).appendTo(box);
		}
		// One that waits stands in its passage, whose text is beneath it.
		const is_shown = state === "Waiting" && this.passages.length;
		if (original && action === "Leave Out" && !is_shown) {
			this.text(original).addClass("huf-view-out").appendTo(box);
		} else if (original && !is_shown) {
			$("<details>")
				.append($('<summary class="text-muted small">').text(__("As It Was Read")), this.text(original))
				.appendTo(box);
		}
		return box;
	}

	text(words) {
		return $('<div class="huf-view-text" dir="auto">').text(words);
	}

	says({ action, state, on, by }) {
		const is_out = action === "Leave Out";
		if (state === "Not Found") {
			return is_out
				? __("No longer left out: this text is not in the input any more.")
				: __("No longer corrected: this text is not in the input any more.");
		}
		if (state === "Being Put Back") {
			return is_out ? __("Something left out here is put back with the next build.") : __("The text as it was read is put back with the next build.");
		}
		if (state === "Waiting") {
			return is_out ? __("Will be left out with the next build.") : __("Will be corrected with the next build:");
		}
		const said = [frappe.datetime.str_to_user(on), by];
		return is_out ? __("Left out on {0} by {1}", said) : __("Corrected on {0} by {1}", said);
	}

	ask_leave_out(passage) {
		this.ask(passage, "Leave Out", {
			title: __("Leave Out Passage {0}", [huf.desk.count(passage.number)]),
			label: __("Leave Out"),
			fields: [],
			help: __("From the next build on nothing of this text is found. The file stays as it is, and the text can be put back."),
		});
	}

	ask_correct(passage, own) {
		this.ask(passage, "Replace", {
			title: __("Correct Passage {0}", [huf.desk.count(passage.number)]),
			label: __("Correct"),
			fields: [{ fieldname: "replacement", fieldtype: "Text", label: __("Text"), default: own }],
			help: __("From the next build on this text is found in place of what was read. The file stays as it is; results name the day of the correction."),
		});
	}

	/** A dialog with a reason; what the server refuses is said in it. */
	ask(passage, action, { title, label, fields, help }) {
		const dialog = new frappe.ui.Dialog({
			title,
			fields: [
				...fields,
				{ fieldname: "reason", fieldtype: "Data", label: __("Reason"), length: 500 },
				{ fieldname: "help", fieldtype: "HTML" },
			],
			primary_action_label: label,
			primary_action: huf.desk.once(async (values) => {
				try {
					await huf.desk.post(`${huf.desk.CORRECTION_METHODS}correct_passage`, {
						knowledge_input: this.view.doc.name,
						passage: passage.number,
						seen: passage.text_hash,
						action,
						replacement: values.replacement,
						reason: values.reason,
					});
				} catch (error) {
					problem.text(error.message).show();
					return;
				}
				dialog.hide();
				this.view.reload();
			}),
		});
		dialog.$wrapper.addClass("huf-view-ask").on("hidden.bs.modal", () => setTimeout(() => dialog.$wrapper.remove()));
		const area = dialog.fields_dict.help.$wrapper;
		$('<p class="text-muted small">').text(help).appendTo(area);
		const problem = $('<div class="form-message red" role="alert">').hide().appendTo(area);
		dialog.show();
	}

	async put_back({ name }) {
		try {
			await huf.desk.post(`${huf.desk.CORRECTION_METHODS}put_back`, { correction: name });
		} catch (error) {
			frappe.msgprint({ message: huf.desk.escape(error.message), indicator: "red" });
		}
		this.view.reload();
	}
};
