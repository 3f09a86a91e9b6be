"""The files of a conversation: what was attached to one of its questions takes part in the later ones, until it is taken away.

Having a file grants nothing. Who asks must be allowed to read it at each question, and at each search.
"""

from collections.abc import Mapping, Sequence

import frappe
from frappe import _

from huf.ai.knowledge.contents.files import may_read_file
from huf.ai.runs.files.checking import MOST_FILES
from huf.ai.runs.files.store import forget_conversation
from huf.ai.runs.keeping.rows import TALK_FILE
from huf.ai.site.database.transactions import own_transaction


def files_of(conversation: str) -> dict[str, str]:
	"""Names of the Files of a conversation, in the order in which they came, with their titles of that time."""
	with own_transaction():
		rows = frappe.get_all(
			TALK_FILE,
			filters={"parent": conversation},
			fields=["file", "file_name"],
			order_by="creation asc, idx asc",
		)
	return {row.file: row.file_name or row.file for row in rows}


def kept_beside(conversation: str, files: Sequence[str]) -> dict[str, str]:
	"""The files of a conversation that a question which attaches ``files`` is asked with, besides.

	Raises frappe.ValidationError when there would be too many.
	"""
	kept = {file: title for file, title in files_of(conversation).items() if file not in files}
	if len(kept) + len(files) > MOST_FILES:
		frappe.throw(
			_("A conversation has at most {0} files. Take one away first, or begin a new one.").format(
				MOST_FILES
			)
		)
	return kept


def rows_of(files: Sequence[str], kept: Mapping[str, str]) -> list[dict[str, str | int]]:
	"""How the row of a run that begins has its files."""
	return [
		{"file": file, "file_name": kept.get(file, "")[:140], "from_conversation": int(file in kept)}
		for file in files
	]


def take_away(conversation: str, file: str) -> None:
	"""Take a file out of a conversation, committed, with what was indexed of it. The File itself stays."""
	if file not in files_of(conversation):
		return  # half a character (a lone surrogate), which cannot even be asked for, is in none
	with own_transaction():
		frappe.db.delete(TALK_FILE, {"parent": conversation, "file": file})
	forget_conversation(conversation)


def shown(conversation: str, user: str) -> list[dict[str, str | bool]]:
	"""The files of a conversation as its user is shown them. ``is_readable`` is false of one that is gone, and of one that
	``user`` may not read any more, alike."""
	return [
		{"file": file, "file_name": title, "is_readable": may_read_file(file, user)}
		for file, title in files_of(conversation).items()
	]
