// Ways to add knowledge: several files at once, and the quick entry of one input.

frappe.provide("huf.desk");

/** Upload any number of files, one Knowledge Input for each; a table tells what was added and what was refused. */
huf.desk.FileAdder = class FileAdder {
	constructor(source, on_added) {
		this.source = source;
		this.on_added = on_added;
		this.work = Promise.resolve();
		this.results = [];
		this.uploader = new frappe.ui.FileUploader({
			allow_multiple: true,
			dialog_title: __("Add Files to {0}", [huf.desk.escape(source)]),
			restrictions: {},
			on_success: (file) => file && this.take(file),
		});
		this.uploader.dialog.$wrapper.one("hidden.bs.modal", () => this.note_failed_uploads());
	}

	/** Uploads end in any order; inputs are made one after the other, so that the table keeps theirs. */
	take(file) {
		const result = { label: file.file_name, state: "waiting" };
		this.results.push(result);
		this.show();
		this.work = this.work.then(() => this.make_input(file, result)).then(() => this.show());
	}

	async make_input(file, result) {
		try {
			const doc = { doctype: "Knowledge Input", knowledge_source: this.source, input_type: "File" };
			const made = await huf.desk.post("frappe.client.insert", { doc: { ...doc, file: file.file_url } });
			Object.assign(result, { state: "added", name: made.name, label: made.title || file.file_name });
		} catch (error) {
			Object.assign(result, { state: "refused", reason: error.message });
			await this.remove_upload(file);
		}
	}

	/** A refused file would lie about as an attachment of nothing. */
	async remove_upload(file) {
		try {
			await huf.desk.post("frappe.client.delete", { doctype: "File", name: file.name });
		} catch (error) {
			console.warn("The refused file could not be removed", error);
		}
	}

	note_failed_uploads() {
		const failed = (this.uploader.uploader.files || []).filter((file) => file.failed);
		failed.forEach((file) =>
			this.results.push({
				label: file.name,
				state: "refused",
				reason: file.error_message || __("The upload failed."),
			})
		);
		if (failed.length) {
			this.show();
		}
	}

	show() {
		this.dialog ??= this.make_dialog();
		const done = this.results.filter((result) => result.state !== "waiting");
		const refused = done.filter((result) => result.state === "refused");
		const area = this.dialog.fields_dict.results.$wrapper.empty();
		const summary = __("{0} of {1} files added, {2} refused", [
			done.length - refused.length,
			this.results.length,
			refused.length,
		]);
		$('<p class="huf-add-summary">').text(summary).appendTo(area);
		const table = $('<table class="table table-sm m-0">').appendTo(area);
		this.results.forEach((result) => table.append(this.row(result)));
	}

	row({ label, state, reason, name }) {
		const [word, color] = {
			waiting: [__("Waiting"), "grey"],
			added: [__("Added"), "green"],
			refused: [__("Refused"), "red"],
		}[state];
		const what = $("<td>").append(name ? huf.desk.link("Knowledge Input", name, label) : document.createTextNode(label));
		if (reason) {
			$('<div class="text-muted small">').text(reason).appendTo(what);
		}
		return $("<tr>").append(what, $('<td class="text-right">').append(huf.desk.pill(word, color)));
	}

	make_dialog() {
		const dialog = new frappe.ui.Dialog({
			title: __("Added Files"),
			fields: [{ fieldname: "results", fieldtype: "HTML" }],
			primary_action_label: __("Close"),
			primary_action: () => dialog.hide(),
		});
		dialog.$wrapper.addClass("huf-added-files");
		dialog.onhide = () => {
			this.dialog = null;
			this.work.then(this.on_added);
		};
		dialog.show();
		return dialog;
	}
};

/** Quick entry of an input of one kind, for a source. */
huf.desk.add_input = (source, input_type, on_added) => {
	frappe.model.with_doctype("Knowledge Input", () => {
		const doc = frappe.model.get_new_doc("Knowledge Input", null, null, true);
		Object.assign(doc, { knowledge_source: source, input_type });
		frappe.ui.form.make_quick_entry("Knowledge Input", on_added, null, doc);
	});
};
