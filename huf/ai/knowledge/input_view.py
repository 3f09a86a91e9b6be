"""What was read of an input, as searches see it: the passages of its live build, some at a time.

Whoever is shown them could have found them: the source must answer the user, the record and the File must be theirs to read,
and each passage is judged as a hit is. Everybody else gets the words that are said of an input that does not exist.
"""

from datetime import date
from typing import Any

import frappe
from frappe import _
from frappe.utils import cint, formatdate

from huf.ai.access.records.inputs import readable_inputs
from huf.ai.access.scopes.resolver import may_test
from huf.ai.access.words import may
from huf.ai.knowledge.corrections import corrections_shown
from huf.ai.knowledge.pdf_page import readable_file
from huf.ai.knowledge.searching.reading_on import view_as
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.site.settings import refuse_if_switched_off
from huf.ai.words import said
from huf.engine.backends.keyword.schema import text_hash
from huf.engine.errors import BuildError, ContentMissing
from huf.engine.extractors.properties import AUTHOR, DATE, KIND, LANGUAGE, TITLE
from huf.engine.inspection import InputView
from huf.engine.types import Skipped

PASSAGES = 20
"""In one answer: some ten pages."""
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
"""What every browser shows; a TIFF is none."""


@frappe.whitelist(methods=["GET", "POST"])
def view_input(knowledge_input: str, first: int = 1, page: int = 0) -> dict[str, Any]:
	"""What the index holds of an input: passages in the order of the document, with their borders and what is doubtful in them.

	:param first: number of the first passage, from 1. :param page: begin with the first passage of this page of a PDF instead.
	:returns: ``passages`` (20 at most), ``total``, ``properties`` of the document, ``message`` (what was not read of it), the
		``original`` file; ``state`` says why there are no passages; ``corrections`` are what people said of its text, and ``may_correct``
		whether the caller may (``huf.ai.knowledge.corrections``).
	:raises frappe.PermissionError: there is no such input that the caller may read.
	"""
	limit_rate(SEARCHES)
	refuse_if_switched_off()
	user = frappe.session.user
	row = _readable_row(knowledge_input, user)
	if row is None:
		frappe.throw(_("There is no input of this name that you may read."), frappe.PermissionError)
	answer: dict[str, Any] = {
		"title": row.title,
		"message": said(row.error_message or ""),
		"is_partly_read": row.status == "Partially Indexed",
		"state": "",
		"total": 0,
		"passages": [],
		"properties": [],
		"original": _original(row.name, user),
		**corrections_shown(row, None, user),
	}
	if row.disabled:
		return answer | {"state": _("This input is disabled: nothing of it is found.")}
	try:
		view = view_as(user, row.knowledge_source, row.name, cint(first), PASSAGES, max(0, cint(page)))
	except (ContentMissing, BuildError) as error:
		return answer | {"state": said(error)}
	if isinstance(view, Skipped):
		return answer | {"state": view.reason}
	return answer | _shown(row.name, view) | corrections_shown(row, view, user)


def _readable_row(name: str, user: str) -> "frappe._dict | None":
	"""The input, if the user may read it, its source may answer them, and what it stems from is theirs to read."""
	if not may("Knowledge Input", "read", name, user):
		return None
	fields = [
		"name",
		"title",
		"knowledge_source",
		"input_type",
		"file_record",
		"status",
		"error_message",
		"disabled",
	]
	row = frappe.db.get_value("Knowledge Input", name, fields, as_dict=True)
	if not may_test(row.knowledge_source, user) or row.name not in readable_inputs({row.name}, user):
		return None
	return row


def _shown(name: str, view: InputView) -> dict[str, Any]:
	passages = [
		{
			**passage.to_dict(),
			"passage": f"{name}#{passage.number - 1}",
			"text_hash": text_hash(passage.text),
			"suspicions": [said(reason) for reason in passage.suspicions],
		}
		for passage in view.passages
	]
	return {"total": view.total, "passages": passages, "properties": _properties(view)}


def _properties(view: InputView) -> list[dict[str, Any]]:
	"""What the document says of itself, and how its scanned pages were read, under the words of the form."""
	labels = {
		TITLE: _("Title"),
		AUTHOR: _("Written By"),
		DATE: _("Document Date"),
		KIND: _("Kind"),
		LANGUAGE: _("Language"),
		"ocr_pages": _("Recognised Pages"),
		"ocr_confidence": _("Confidence of 100"),
	}
	found = [(key, label, view.metadata.get(key)) for key, label in labels.items()]
	return [
		{"label": label, "value": _SHOWN.get(key, _itself)(value)}
		for key, label, value in found
		if value not in (None, "", 0)
	]


def _itself(value: object) -> object:
	return value


def _language(code: object) -> str:
	"""What the site calls a language."""
	return _(frappe.db.get_value("Language", str(code), "language_name") or str(code))


def _day(value: object) -> str:
	"""A date as the user's desk writes it."""
	try:
		return formatdate(date.fromisoformat(str(value)[: len("2026-05-31")]))
	except ValueError:
		return str(value)


def _kind(kind: object) -> object:
	"""huf's own words for kinds of documents are translated, those of people are not."""
	known = {
		"Credit note": _("Credit note"),
		"E-mail": _("E-mail"),
		"Invoice": _("Invoice"),
		"Letter": _("Letter"),
	}
	return known.get(str(kind), kind)


_SHOWN = {DATE: _day, KIND: _kind, LANGUAGE: _language}


def _original(name: str, user: str) -> dict[str, str] | None:
	"""The file that the input is made of, and how it can be shown; None where there is none that the user may open."""
	file = readable_file(name, user)
	if file is None:
		return None
	ending = file.file_url.lower()
	kind = "pdf" if ending.endswith(".pdf") else "picture" if ending.endswith(PICTURES) else "file"
	return {"kind": kind, "url": file.file_url}
