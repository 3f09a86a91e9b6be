"""Comments and e-mails of records: what people wrote about them, without what Frappe logs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import frappe
from frappe import _

from huf.ai.knowledge.records.labels import in_batches
from huf.engine.extractors.records.content import Message


def read_messages(
	doctype: str, names: Sequence[str], comments: bool, emails: bool, lang: str
) -> dict[str, list[Message]]:
	"""By record, oldest first."""
	found: dict[str, list[tuple[Any, Message]]] = {}
	for batch in in_batches(names):
		rows = _comments(doctype, batch, lang) if comments else []
		rows += _emails(doctype, batch, lang) if emails else []
		for name, at, message in rows:
			found.setdefault(str(name), []).append((at, message))
	return {name: [message for _at, message in sorted(rows, key=_by_time)] for name, rows in found.items()}


def _by_time(row: tuple[Any, Message]) -> tuple[datetime, str]:
	return row[0], row[1].text


def _comments(doctype: str, names: list[str], lang: str) -> list[tuple[str, datetime, Message]]:
	rows = frappe.db.sql(
		"""select reference_name, creation, coalesce(nullif(comment_by, ''), owner), content from `tabComment`
		where reference_doctype = %s and reference_name in %s and comment_type = 'Comment' and coalesce(content, '') != ''""",
		(doctype, names),
	)
	return [
		(name, at, Message(_("Comment", lang=lang), str(author or ""), _time(at), content, "html"))
		for name, at, author, content in rows
	]


def _emails(doctype: str, names: list[str], lang: str) -> list[tuple[str, datetime, Message]]:
	rows = frappe.db.sql(
		"""select reference_name, coalesce(communication_date, creation),
		coalesce(nullif(sender_full_name, ''), nullif(sender, ''), owner), subject, content from `tabCommunication`
		where reference_doctype = %s and reference_name in %s and communication_type = 'Communication'
		and communication_medium = 'Email' and coalesce(email_status, '') not in ('Spam', 'Trash')""",
		(doctype, names),
	)
	return [
		(
			name,
			at,
			Message(
				_("E-mail", lang=lang),
				str(author or ""),
				_time(at),
				content or "",
				"html",
				str(subject or ""),
				True,
			),
		)
		for name, at, author, subject, content in rows
	]


def _time(at: datetime) -> str:
	return at.isoformat(" ", "minutes")
