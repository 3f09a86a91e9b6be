// Texts of huf's records are shown as text, never as HTML, in Frappe's own forms, lists and reports.
//
// Frappe takes dangerous HTML out of what is saved by a form and shows what is stored as it is. Questions, titles and errors are noted by huf as they
// were written, since they are knowledge: an answer quotes them, and a search finds them. Loaded with the desk.

frappe.provide("huf.plain");

huf.plain.KINDS = ["Data", "Small Text", "Text", "Long Text"];

/** A text as HTML that shows it. */
huf.plain.html = (value) =>
	typeof value === "string" ? frappe.utils.escape_html(value).replace(/\n/g, "<br>") : value;

/** The same of an address that can be opened. */
huf.plain.address = (value) => {
	const shown = huf.plain.html(value);
	return /^https?:\/\//i.test(value) ? `<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>` : shown;
};

/** The `formatter` of a report of huf. */
huf.plain.cell = (value, row, column, data, format) =>
	format(huf.plain.KINDS.includes(column.fieldtype) ? huf.plain.html(value) : value, row, column, data);

/** Whether a DocType is called like those of huf: the names of all of them need not be known to begin with. */
huf.plain.is_own = (doctype) => /^(Agent|AI|Knowledge)( |$)/.test(doctype || "");

/** A text without the signs of HTML, for places that take it for HTML in one version of Frappe and for text in another. */
huf.plain.bare = (value) =>
	typeof value === "string" ? value.replace(/</g, "‹").replace(/>/g, "›") : value;

/** Titles behind links, and what link fields and their *Advanced Search* suggest. */
{
	const bare = (doctype, value) => (huf.plain.is_own(doctype) ? huf.plain.bare(value) : value);
	const { get_link_title, fetch_link_title } = frappe.utils;
	frappe.utils.get_link_title = function (doctype) {
		return bare(doctype, get_link_title.apply(this, arguments));
	};
	frappe.utils.fetch_link_title = async function (doctype) {
		return bare(doctype, await fetch_link_title.apply(this, arguments));
	};
	const { merge_duplicates } = frappe.ui.form.ControlLink.prototype;
	frappe.ui.form.ControlLink.prototype.merge_duplicates = function (found) {
		const doctype = this.get_options();
		const shown = found.map((one) => ({
			...one,
			label: bare(doctype, one.label),
			description: bare(doctype, one.description),
		}));
		return merge_duplicates.call(this, shown);
	};
	const { link_search } = frappe;
	frappe.link_search = function (doctype, args, show, ...others) {
		const shown = (rows) => show && show(rows.map((row) => row.map((value) => bare(doctype, value))));
		return link_search.call(this, doctype, args, shown, ...others);
	};
}

// What the engine says: it is stored in English, and read in one's own language.
huf.plain.SENTENCES = [
	"error_message",
	"page_problem",
	"selection_error",
	"last_error",
	"proof_note",
	"last_message",
	"code",
	"message",
	"gate_reason",
	"verification_reasons",
];

/** HTML that shows a text of huf in its field. */
huf.plain.shown = (value, field, doc) => {
	// The display of a single field may have escaped it already: of Data in Frappe 15, of other texts too in 16.
	const stored = doc?.[field.fieldname];
	const written = typeof stored === "string" && frappe.utils.escape_html(stored) === value ? stored : value ?? "";
	if (field.options === "URL") {
		return huf.plain.address(written);
	}
	return huf.plain.html(huf.plain.SENTENCES.includes(field.fieldname) ? huf.said(written) : written);
};

/** Fields, wherever Frappe shows them. */
{
	const SHOWN_BY_FRAPPE = ["Code", "HTML"];
	const { format } = frappe;
	frappe.format = function (value, field, options, doc) {
		if (huf.plain.is_own(field?.parent)) {
			if (huf.plain.KINDS.includes(field.fieldtype) && !field.formatter) {
				return huf.plain.shown(value, field, doc);
			}
			// While a report view takes its column of Status away, the rows stand one heading too far to the left, so
			// a text may come to any field.
			if (cstr(value).includes("<") && !SHOWN_BY_FRAPPE.includes(field.fieldtype) && !field.formatter) {
				return huf.plain.html(value);
			}
		}
		return format.apply(this, arguments);
	};
}
