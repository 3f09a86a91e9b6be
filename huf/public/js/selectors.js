// The rows of a source's selectors: filters, what they count, and what huf recommends for a DocType.

frappe.provide("huf.desk");

/** The DocType that each row's filters are about. */
const about = new Map();

const SELECTOR_METHODS = "huf.huf.doctype.knowledge_selector.knowledge_selector.";

/** Filters of a row as the list that Frappe's filters take; what is not one counts as none. */
huf.desk.selector_filters = (row) => {
	let found;
	try {
		found = JSON.parse(row.filters || "[]");
	} catch {
		found = [];
	}
	const conditions = Array.isArray(found) ? found.filter(Array.isArray) : [];
	return conditions.map((condition) => (condition.length === 3 ? [row.document_type, ...condition] : condition));
};

huf.desk.count_text = ({ records, files, more }) => {
	const text = files
		? __("{0} records and {1} files match now", [records, files])
		: records === 1
			? __("1 record matches now")
			: __("{0} records match now", [records]);
	return more ? __("More than {0}", [text]) : text;
};

/** Ask the server, with the user's own rights, what a row selects. */
huf.desk.count_selected = async (row) => {
	const fields = ["selector_type", "document_type", "tag", "folder", "filters", "include_attachments"];
	const others = ["when_inactive", "expiry_field", "idx"];
	const selector = Object.fromEntries([...fields, ...others].map((field) => [field, row[field]]));
	return huf.desk.count_text(await huf.desk.post(SELECTOR_METHODS + "count_selected", { selector }));
};

/** The filters of a row in Frappe's own filter builder. */
huf.desk.FilterDialog = class FilterDialog {
	constructor(row, on_set) {
		this.row = row;
		this.dialog = new frappe.ui.Dialog({
			title: __("Filters of {0}", [__(row.document_type)]),
			fields: [
				{ fieldname: "filter_area", fieldtype: "HTML" },
				{ fieldname: "count", fieldtype: "HTML" },
			],
			primary_action_label: __("Set"),
			primary_action: () => {
				on_set(this.value());
				this.dialog.hide();
			},
		});
		this.dialog.$wrapper.addClass("huf-selector-filters");
		this.dialog.show();
		frappe.model.with_doctype(row.document_type, () => this.make_group());
	}

	async make_group() {
		this.group = new frappe.ui.FilterGroup({
			parent: this.dialog.get_field("filter_area").$wrapper,
			doctype: this.row.document_type,
			on_change: () => this.count(),
		});
		const filters = huf.desk.selector_filters(this.row);
		if (filters.length) {
			this.group.toggle_empty_filters(false);
		}
		for (const filter of filters) {
			// Resolves when the field has its value, which add_filters_to_filter_group does not wait for.
			await this.group.add_filter(...filter);
		}
		this.count();
	}

	value() {
		const conditions = this.group ? this.group.get_filters().map((filter) => filter.slice(0, 4)) : [];
		return conditions.length ? JSON.stringify(conditions) : "";
	}

	async count() {
		const asked = (this.asked = (this.asked || 0) + 1);
		const area = this.dialog.get_field("count").$wrapper;
		let text;
		try {
			text = await huf.desk.count_selected({ ...this.row, filters: this.value() });
		} catch (error) {
			text = error.message;
		}
		if (asked === this.asked) {
			area.empty().append($('<p class="text-muted huf-count">').text(text));
		}
	}
};

/** Fill what a row leaves empty with what huf recommends for its DocType. */
async function offer_ready_made(frm, row) {
	const { document_type } = row;
	const settings = await frappe.xcall(SELECTOR_METHODS + "ready_made_settings", { document_type });
	if (row.document_type !== document_type || !Object.keys(settings).length) {
		return;
	}
	const labels = [];
	for (const [field, value] of Object.entries(settings)) {
		if (!row[field]) {
			await frappe.model.set_value(row.doctype, row.name, field, value);
			labels.push(__(frappe.meta.get_label(row.doctype, field)));
		}
	}
	if (labels.length) {
		const message = __("Ready-made settings for {0}: {1}", [__(document_type), labels.join(", ")]);
		frappe.show_alert({ message: huf.desk.escape(message), indicator: "blue" });
	}
}

frappe.ui.form.on("Knowledge Source", {
	setup(frm) {
		const fields = frappe.meta.docfield_map["Knowledge Selector"] || {};
		for (const field of ["filters", "template"]) {
			Object.assign(fields[field] || {}, { wrap: 1, min_lines: 3, max_lines: 15 });
		}
		frm.set_query("document_type", "selectors", () => ({ filters: { istable: 0, issingle: 0, is_virtual: 0 } }));
		frm.set_query("folder", "selectors", () => ({ filters: { is_folder: 1 } }));
	},
});

frappe.ui.form.on("Knowledge Selector", {
	set_filters(frm, cdt, cdn) {
		new huf.desk.FilterDialog(locals[cdt][cdn], (filters) =>
			frappe.model.set_value(cdt, cdn, "filters", filters)
		);
	},

	async count_now(frm, cdt, cdn) {
		try {
			const message = await huf.desk.count_selected(locals[cdt][cdn]);
			frappe.show_alert({ message: huf.desk.escape(message), indicator: "blue" });
		} catch (error) {
			frappe.msgprint({ title: __("Selectors"), message: huf.desk.escape(error.message), indicator: "red" });
		}
	},

	form_render(frm, cdt, cdn) {
		about.set(cdn, locals[cdt][cdn].document_type);
	},

	document_type(frm, cdt, cdn) {
		const row = locals[cdt][cdn];
		// The field says that it changed once more when it is left.
		if (about.get(cdn) === row.document_type) {
			return;
		}
		about.set(cdn, row.document_type);
		// What was said about the fields of another DocType.
		for (const field of ["filters", "leave_out", "take_in"]) {
			if (row[field]) {
				frappe.model.set_value(cdt, cdn, field, "");
			}
		}
		if (row.document_type && row.selector_type === "DocType") {
			offer_ready_made(frm, row);
		}
	},
});
