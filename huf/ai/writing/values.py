"""Values of fields: checked as the acting user may set them, brought into the database's form, and shown as people see them."""

from html import unescape
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.utils import cstr, format_date, format_datetime, getdate
from frappe.utils.formatters import format_value

from huf.agent.tool import ToolRefused
from huf.ai.access.words import is_stored
from huf.ai.knowledge.records.labels.headings import title_column, title_text
from huf.ai.queries.as_user.errors import QueryRefused, said
from huf.ai.queries.as_user.readable import Column
from huf.ai.queries.as_user.values import one
from huf.ai.queries.tools.resolving import resolve
from huf.engine.prompt.untrusted import without_invisible

if TYPE_CHECKING:
	from frappe.model.meta import Meta

LONGEST_TEXT = 10_000
"""Characters of one value."""
LONGEST_LINE = 140
"""Of fields that have one line; the length of their columns."""

_TEXTS = frozenset({"Small Text", "Text", "Long Text", "Text Editor", "Data", "Phone", "Autocomplete"})
_LINES = frozenset({"Data", "Phone", "Autocomplete"})
_FORMATTED = frozenset({"Int", "Float", "Currency", "Percent", "Time"})


def checked_value(field: "frappe._dict", value: Any, user: str, doctype: str = "") -> Any:
	"""The value as a proposal keeps it; None for nothing. Raises ToolRefused, in words for the model.

	That is how the database holds it, but for texts with mark-up, which stay plain until :func:`stored_value`.

	:param doctype: of a Dynamic Link: which records it names.
	"""
	if value is None or value == "":
		return None
	if isinstance(value, dict | list):
		raise _refused(field, _("It takes one value."))
	if field.fieldtype in ("Link", "Dynamic Link"):
		return _linked(field, cstr(value), field.options if field.fieldtype == "Link" else doctype, user)
	if field.fieldtype in _TEXTS:
		return _text(field, value)
	column = Column(field.fieldname, field.fieldtype, _(field.label or field.fieldname), cstr(field.options))
	try:
		found = one(column, value)
	except QueryRefused as error:
		raise ToolRefused(str(error)) from None
	return cstr(found).split(".")[0] if field.fieldtype == "Datetime" else found


def stored_value(field: "frappe._dict", value: Any) -> Any:
	"""A checked value as the database holds it."""
	return as_html(value) if value and field.fieldtype == "Text Editor" else value


def shown_value(meta: "Meta", field: "frappe._dict", value: Any, doc: Any, user: str) -> str:
	"""What the database holds, as a person sees it on the form; text, never HTML."""
	if value is None or value == "":
		return ""
	if field.fieldtype == "Check":
		return _("Yes") if value else _("No")
	if field.fieldtype == "Date":
		return format_date(getdate(value))
	if field.fieldtype == "Datetime":
		return format_datetime(value)
	if field.fieldtype in _FORMATTED:
		return cstr(format_value(value, field, doc))
	if field.fieldtype == "Select":
		return _(cstr(value), context=meta.name)
	if field.fieldtype in ("Link", "Dynamic Link"):
		doctype = field.options if field.fieldtype == "Link" else cstr(doc.get(field.options))
		return shown_link(doctype, cstr(value), user)
	if field.fieldtype == "Text Editor":
		return plain(cstr(value))
	return without_invisible(cstr(value))


def shown_link(doctype: str, name: str, user: str) -> str:
	"""A record by its title and name, as far as ``user`` may read it; else by the name alone, which stands in the field."""
	if not is_stored("DocType", doctype) or not frappe.has_permission(doctype, "read", doc=name, user=user):
		return name
	column = title_column(frappe.get_meta(doctype))
	title = title_text(frappe.db.get_value(doctype, name, column)) if column != "name" else ""
	return f"{title} · {name}" if title and title != name else name


def plain(html: str) -> str:
	"""The text of what an editor wrote."""
	lines = html.replace("<p><br></p>", "\n").replace("</p>", "\n").replace("<br>", "\n")
	text = frappe.utils.strip_html(lines)
	return without_invisible(unescape(text)).strip()


def as_html(text: str) -> str:
	"""Plain text for a field that holds HTML: every sign means itself."""
	return "".join(f"<p>{frappe.utils.escape_html(line) or '<br>'}</p>" for line in text.split("\n"))


def _text(field: "frappe._dict", value: Any) -> str:
	if isinstance(value, bool) or not isinstance(value, str | int | float):
		raise _refused(field, _("What is wanted is a text."))
	# What a person cannot see must not be written because they confirmed what they could see.
	text = without_invisible(str(value)).strip()
	longest = LONGEST_TEXT
	if field.fieldtype in _LINES:
		longest, text = field.length or LONGEST_LINE, " ".join(text.split())
	if len(text) > longest:
		raise _refused(field, _("It takes at most {0} characters.").format(longest))
	try:
		text.encode()
	except UnicodeEncodeError:
		raise _refused(field, _("The value holds half a character.")) from None
	if field.fieldtype == "Text Editor":
		return text
	# Frappe cleans HTML when it saves, and would write something else than what was confirmed.
	if frappe.utils.data.is_html(text) or "<!--" in text:
		raise _refused(field, _("It takes plain text, without HTML."))
	return text


def _linked(field: "frappe._dict", value: str, doctype: str, user: str) -> str:
	"""The name of the record that is meant; what the user may not read does not exist."""
	if not doctype or not is_stored("DocType", doctype):
		raise _refused(field, _("Say first which kind of record it names ({0}).").format(field.options))
	if is_stored(doctype, value) and any(
		frappe.has_permission(doctype, right, doc=value, user=user) for right in ("read", "select")
	):
		return cstr(frappe.db.get_value(doctype, value, "name"))
	try:
		matches = resolve(doctype, value, user)
	except QueryRefused as error:
		raise ToolRefused(str(error)) from None
	same = [match for match in matches if value.casefold() in (match.name.casefold(), match.title.casefold())]
	if len(same) == 1:
		return same[0].name
	# What it may mean is not said: titles are words of others, and this is said to the model.
	raise _refused(
		field,
		_(
			"“{0}” is not the name or title of exactly one {1} that the user may choose. Ask them for its name (ID)."
		).format(said(value), _(doctype)),
	)


def _refused(field: "frappe._dict", why: str) -> ToolRefused:
	return ToolRefused(f"{_(field.label or field.fieldname)} ({field.fieldname}): {why}")
