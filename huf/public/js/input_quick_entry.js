// Quick entry of a Knowledge Input. The text is typed into ten plain rows: the code editor of the form is for reading.

frappe.provide("frappe.ui.form");

// Frappe finds the class by this name: the DocType without spaces, then QuickEntryForm.
frappe.ui.form.KnowledgeInputQuickEntryForm = class extends frappe.ui.form.QuickEntryForm {
	constructor(...args) {
		super(...args);
		// A refused text must stay in the dialog, where it can be mended, and not vanish into the full form.
		this.skip_redirect_on_error = true;
	}

	set_meta_and_mandatory_fields() {
		super.set_meta_and_mandatory_fields();
		this.mandatory = this.mandatory
			.filter((df) => df.fieldname !== "title")
			.map((df) => (df.fieldname === "text" ? { ...df, fieldtype: "Text", options: null } : df));
		this.mandatory.push({ ...frappe.meta.get_docfield(this.doctype, "title"), reqd: 0 });
	}

	render_dialog() {
		super.render_dialog();
		const { text, input_type } = this.dialog.fields_dict;
		text.$input.attr({ rows: 10, spellcheck: "false" }).css("height", "auto");
		text.$input.removeAttr("maxlength");
		input_type.df.onchange = () => this.dialog.refresh_dependency();
	}
};
