"""With whose rights a selector selects.

A selector brings what the person who wrote it may read, and nothing else: else anybody who may write a source could find
out by selectors how many records there are of a DocType that is not for them. So each row keeps its *author*, whoever saved
it as it stands, and selecting asks Frappe as that user.

When the author was disabled or may no longer read the DocType, nothing can be said with their rights. Then the whole source
stands as it is, and says why, until somebody who has the right saves the row again: an employee who leaves must not empty
a source. Who may see what is in it is decided with every hit, and has nothing to do with authors.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.ai.access.impersonation import asked_as
from huf.engine.errors import HufError

if TYPE_CHECKING:
	from huf.ai.knowledge.selectors.values import Selector


class SelectionRefused(HufError):
	"""A selector cannot be followed; what it brought stays until somebody mends it."""

	code = "Selection Refused"


@contextmanager
def as_author(user: str) -> Iterator[None]:
	"""Read with the rights of a selector's author."""
	with asked_as(user):
		yield


def check_author(selector: "Selector") -> None:
	"""Whether the author may (still) read the DocType of the selector at all.

	:raises SelectionRefused: the author is gone, disabled or may not.
	"""
	author = selector.author
	if author != "Administrator" and not frappe.db.get_value("User", author, "enabled"):
		raise SelectionRefused(
			_(
				"{0}, who wrote the selector {1}, is disabled. Save the selector again as somebody who may read its records."
			).format(author or _("Nobody"), describe(selector))
		)
	if selector.doctype and not frappe.db.exists("DocType", selector.doctype):
		raise SelectionRefused(
			_("There is no DocType {0} any more. Remove its selector.").format(selector.doctype)
		)
	if selector.doctype and not may_read_doctype(selector.doctype, author):
		raise SelectionRefused(
			_(
				"{0}, who wrote the selector {1}, may not read its records any more. Save it again as somebody who may."
			).format(author, describe(selector))
		)


def may_read_doctype(doctype: str, user: str) -> bool:
	"""Whether the user may read any record of this DocType at all."""
	return user == "Administrator" or bool(frappe.has_permission(doctype, "read", user=user))


def describe(selector: "Selector") -> str:
	"""The selector in a few words, for messages."""
	what = selector.tag or selector.folder or selector.place or selector.record or selector.doctype
	return f"{selector.kind} {what}"
