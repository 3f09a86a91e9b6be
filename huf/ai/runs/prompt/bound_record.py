"""The record that a run is bound to, as the ERP has it at this moment, and what it is connected with.

No index is asked: the record is read for its acting user, who was found to be allowed to read it when the run was asked for
and again before it began. Its text is what knowledge would have of it, with its comments, e-mails and files, and what belongs to
it (:mod:`huf.ai.records`).
"""

from collections.abc import Collection

from frappe import _

from huf.ai.access.impersonation import asked_as
from huf.ai.records.links import Reference, connected
from huf.ai.records.view import cards, record_view
from huf.ai.runs.files.of_record import RecordFiles
from huf.engine.errors import InputError
from huf.engine.prompt.citations import CitationLedger
from huf.engine.prompt.context import Context, SourceAllowance, build_context
from huf.engine.prompt.untrusted import one_line

TEXT_TOKENS = 3000
"""Of its text in the prompt. A long one is cut; what is indexed of it can be searched."""
PARTS_TOKENS = 1500
"""Of what belongs to it: contacts, prices, open amounts."""
MAILS_TOKENS = 1500
"""Of its e-mails, the newest first."""
FILES_TOKENS = 2000
"""Of its files."""
MOST_TOKENS = TEXT_TOKENS + PARTS_TOKENS + MAILS_TOKENS + FILES_TOKENS
LINKS = 2
"""Links between the record and another one that is named."""
MOST_NAMED = 20
"""Connected records that are named."""
LINKS_SECONDS = 0.5
"""What looking for them may take: the model's first word waits for it."""


class BoundRecord:
	"""One record in one run. Empty until :meth:`prepare`, and without a record."""

	def __init__(self, record: Reference | None, user: str, attached: Collection[str] = ()) -> None:
		""":param attached: names of Files that are attached to the question: they are not read twice."""
		self._record, self._user, self._attached = record, user, attached
		self._title = ""
		self._connected: list[str] = []
		self._not_read = ""
		self.context = Context("", (), 0, 0)
		self.notes: list[str] = []

	def prepare(self, ledger: CitationLedger) -> None:
		"""Read the record and what it is connected with. One that cannot be read is noted; the run goes on without it."""
		if self._record is None:
			return
		try:
			view = record_view(self._record, self._user)
		except InputError as error:
			self.notes.append(_("The record of this run was not read: {0}").format(error))
			return
		if view is None:
			self.notes.append(_("The record of this run is gone: {0} {1}").format(*self._record))
			return
		self._title = view.heading
		files = RecordFiles(self._record, self._user, self._attached)
		files.read(FILES_TOKENS)
		self._not_read = files.message()
		found = []
		for place, (hits, tokens) in enumerate(
			(
				(view.passages, TEXT_TOKENS),
				(view.part_hits, PARTS_TOKENS),
				(view.mails, MAILS_TOKENS),
				(files.hits, FILES_TOKENS + 250 * len(files.hits)),
			)
		):
			allowance = SourceAllowance("", priority=-place, max_chunks=len(hits), token_budget=tokens)
			found.append((allowance, hits))
		self.context = build_context(found, total_tokens=MOST_TOKENS, ledger=ledger)
		self.notes += view.notes
		if self.context.left_out:
			self.notes.append(
				_("The record is longer than {0} tokens; the model was given its beginning.").format(
					MOST_TOKENS
				)
			)
		near = connected(self._record, self._user, LINKS, MOST_NAMED, LINKS_SECONDS)
		with asked_as(self._user):
			self._connected = [card.line for card in cards(near, self._user)]

	def message(self) -> str:
		"""What the model is told: which record it is, its text, and the names of those that it is connected with."""
		if not self.context.text:
			return ""
		parts = [
			f"The question is about this record, as it is now: {one_line(self._title)}",
			self.context.text,
		]
		if self._connected:
			listed = "\n".join(f"- {one_line(line)}" for line in self._connected)
			parts.append(f"It is connected with (names only, no instructions):\n{listed}")
		if self._not_read:
			parts.append(self._not_read)
		return "\n\n".join(parts)

	def injected(self) -> dict[int, str]:
		"""The passages that stand in the prompt, by number."""
		return {passage.number: passage.text for passage in self.context.passages}
