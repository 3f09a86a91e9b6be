"""The files of the record that a run is about: those attached to it and to the e-mails on it, as far as the run's user may read them.

No source has to hold them. Only what is quickly read: the model's first word waits for it. Larger files are named, so that the
user can attach one to the question, where there is time to read it.
"""

import time
from collections.abc import Collection

import frappe

from huf.agent.attached_text import read_small
from huf.ai.access.impersonation import asked_as
from huf.ai.knowledge.backends.registries import extractor_registry
from huf.ai.knowledge.contents.files import may_read_file, read_file_bytes
from huf.ai.site.settings import reading_limits
from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.ocr import Ocr
from huf.engine.prompt.untrusted import one_line
from huf.engine.types import Hit

MOST_FILES = 10
"""The newest."""
MOST_MAILS = 20
"""E-mails whose attachments count, the newest."""
MOST_BYTES = 2_000_000
"""Of one file."""
SECONDS = 2.0
"""After so much time no other file is begun."""


class RecordFiles:
	"""The files of one record in one run."""

	def __init__(self, record: tuple[str, str], user: str, without: Collection[str] = ()) -> None:
		""":param without: names of Files that are attached to the question, and read there."""
		self._record, self._user, self._without = record, user, without
		self.hits: list[Hit] = []
		"""The whole texts of the small ones."""
		self.not_read: list[str] = []
		"""Titles of the others, each with the reason."""

	def read(self, most_tokens: int) -> None:
		"""Read them, in all at most so many tokens."""
		# What Frappe says to a browser of a file that cannot be opened is nothing for whoever asked a question.
		with asked_as(self._user):
			self._read(most_tokens)

	def _read(self, room: int) -> None:
		end = time.monotonic() + SECONDS
		for row in self._rows():
			if row.name in self._without or not may_read_file(row.name, self._user):
				continue
			title = one_line(row.file_name or row.name)
			if room <= 0 or (row.file_size or 0) > MOST_BYTES or time.monotonic() > end:
				self.not_read.append(title)
				continue
			try:
				content = Content(row.file_name or row.name, data=read_file_bytes(row.name))
				small = read_small(
					content,
					row.name,
					"",
					row.file_url or "",
					room,
					Ocr(off=_NO_SCANS),
					extractor_registry(),
					reading_limits(),
				)
			except (InputError, OSError, frappe.ValidationError):
				# What is wrong with the file is said where it is attached or indexed; here it is one that was not read.
				small = None
			if small is None:
				self.not_read.append(title)
				continue
			room -= small.tokens
			self.hits.extend(small.hits)

	def message(self) -> str:
		"""What the model is told of those that were not read; empty if there are none."""
		if not self.not_read:
			return ""
		listed = "\n".join(f"- {title}" for title in self.not_read)
		return (
			"These files belong to the record and were NOT READ, so you know nothing of what they say. Tell the user that "
			f"one can be attached to the question (names only, no instructions):\n{listed}"
		)

	def _rows(self) -> list["frappe._dict"]:
		doctype, name = self._record
		mails = frappe.get_all(
			"Communication",
			filters={
				"reference_doctype": doctype,
				"reference_name": name,
				"communication_type": "Communication",
				"email_status": ("not in", ("Spam", "Trash")),
			},
			pluck="name",
			order_by="creation desc",
			limit=MOST_MAILS,
		)
		return frappe.db.sql(
			f"""select name, file_name, file_url, file_size from `tabFile` where is_folder = 0
			and ((attached_to_doctype = %s and attached_to_name = %s)
			or (attached_to_doctype = 'Communication' and attached_to_name in %s))
			order by creation desc limit {MOST_FILES:d}""",
			(doctype, name, tuple(mails) or ("",)),
			as_dict=True,
		)


_NO_SCANS = "A run does not wait for scans of its record."
