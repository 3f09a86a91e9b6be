// Texts of huf's records are shown as text, never as HTML, in Frappe's own forms, lists and reports.
//
// Frappe takes dangerous HTML out of what is saved by a form and shows what is stored as it is. Questions, titles and errors are noted by huf as they
// were written, since they are knowledge: an answer quotes them, and a search finds them. Loaded with the desk.

frappe.provide("huf.plain");

huf.plain.MODULE = "Huf";
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

/** Has the fields of a DocType of huf shown so, wherever Frappe shows them. */
huf.plain.mark = (meta) => {
	if (meta.module !== huf.plain.MODULE) {
		return;
	}
	for (const field of meta.fields || []) {
		if (huf.plain.KINDS.includes(field.fieldtype)) {
			const shown = field.options === "URL" ? huf.plain.address : huf.plain.html;
			field.formatter = (value) => shown(value ?? "");
		}
	}
};

/** DocTypes of huf whose title a link shows. */
huf.plain.TITLED = ["Agent Conversation", "Knowledge Glossary", "Knowledge Glossary Proposal"];

/** The title of a linked document without the signs of HTML: report views of Frappe 16 take it for HTML, other places for text. */
huf.plain.title = (doctype, title) =>
	typeof title === "string" && huf.plain.TITLED.includes(doctype)
		? title.replace(/</g, "‹").replace(/>/g, "›")
		: title;

{
	const { get_link_title, fetch_link_title } = frappe.utils;
	frappe.utils.get_link_title = function (doctype) {
		return huf.plain.title(doctype, get_link_title.apply(this, arguments));
	};
	frappe.utils.fetch_link_title = async function (doctype) {
		return huf.plain.title(doctype, await fetch_link_title.apply(this, arguments));
	};
	const sync = frappe.meta.sync;
	frappe.meta.sync = function (meta) {
		huf.plain.mark(meta);
		return sync.apply(this, arguments);
	};
}
