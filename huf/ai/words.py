"""What the engine says, in the language of whoever asks. In the desk `huf.said` does the same for what is stored."""

from collections.abc import Sequence
from typing import Any

import frappe
from frappe import _
from frappe.translate import get_all_translations

from huf.engine.sentences import Sentences
from huf.engine.types import SearchResult


def said(words: object) -> str:
	"""The words of an error, a note or a reason in the language of this request, as plain text."""
	return _sentences(frappe.local.lang).translated(str(words))


def told(result: SearchResult) -> dict[str, Any]:
	"""The result of a search, ready for JSON, with its notes and reasons in the language of this request."""
	answer = result.to_dict()
	answer["notes"] = [said(note) for note in answer["notes"]]
	for one in (*answer["skipped"], *answer["partly_read"]):
		one["reason"] = said(one["reason"])
	return answer


def joined_by_or(values: Sequence[str]) -> str:
	"""“A”, “A or B”, “A, B or C”, in the language of this request."""
	# No text of its own between them: Frappe looks texts up without the spaces at their ends, and gives them so.
	return _("{0} or {1}").format(", ".join(values[:-1]), values[-1]) if len(values) > 1 else "".join(values)


def joined_by_and(values: Sequence[str]) -> str:
	"""“A”, “A and B”, “A, B and C”, in the language of this request."""
	return _("{0} and {1}").format(", ".join(values[:-1]), values[-1]) if len(values) > 1 else "".join(values)


def _sentences(language: str) -> Sentences:
	"""Read once in a request: a translation that somebody corrects counts from the next."""
	known: tuple[str, Sentences] | None = getattr(frappe.local, "huf_sentences", None)
	if known is None or known[0] != language:
		known = (language, Sentences(get_all_translations(language)))
		frappe.local.huf_sentences = known
	return known[1]
