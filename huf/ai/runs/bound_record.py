"""The record that a run is bound to, as the ERP has it at this moment, and what it is connected with.

No index is asked: the record is read for its acting user, who was found to be allowed to read it when the run was asked for
and again before it began. Its text is what knowledge would have of it, with its comments and e-mails.
"""

from frappe import _

from huf.agent.attached_text import passages_of
from huf.ai.knowledge.backends.registries import extractor_registry
from huf.ai.knowledge.records import RecordOptions, describe, open_record
from huf.ai.runs.names import Reference, linked_titles
from huf.engine.citations import CitationLedger
from huf.engine.context import Context, SourceAllowance, build_context
from huf.engine.errors import InputError
from huf.engine.extractors import extract
from huf.engine.untrusted import one_line

MOST_TOKENS = 3000
"""Of its text in the prompt, the frame included. A long thread of e-mails is cut; what is indexed of it can be searched."""
LINKS = 2
"""Links between the record and another one that is named."""
MOST_NAMED = 20
"""Connected records that are named."""


class BoundRecord:
	"""One record in one run. Empty until :meth:`prepare`, and without a record."""

	def __init__(self, record: Reference | None, user: str) -> None:
		self._record, self._user = record, user
		self._title = ""
		self._connected: list[str] = []
		self.context = Context("", (), 0, 0)
		self.notes: list[str] = []

	def prepare(self, ledger: CitationLedger) -> None:
		"""Read the record and what it is connected with. One that cannot be read is noted; the run goes on without it."""
		if self._record is None:
			return
		doctype, name = self._record
		described = describe(doctype, [name]).get(name)
		if described is None:
			self.notes.append(_("The record of this run is gone: {0} {1}").format(doctype, name))
			return
		self._title = described.heading
		try:
			content = open_record(doctype, name, RecordOptions(comments=True, emails=True))
			extraction = extract(content, extractor_registry())
			hits = passages_of(
				extraction.sections, self._title, f"{doctype}/{name}", source="", url=described.url
			)
		except InputError as error:
			self.notes.append(_("The record of this run was not read: {0}").format(error))
			return
		allowance = SourceAllowance("", max_chunks=len(hits), token_budget=MOST_TOKENS)
		self.context = build_context([(allowance, hits)], total_tokens=MOST_TOKENS, ledger=ledger)
		if self.context.left_out:
			self.notes.append(
				_("The record is longer than {0} tokens; the model was given its beginning.").format(
					MOST_TOKENS
				)
			)
		self._connected = [
			f"{_(of)} {key}" + (f" · {shown}" if shown and shown != key else "")
			for (of, key), shown in linked_titles(self._record, self._user, LINKS, MOST_NAMED).items()
		]

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
		return "\n\n".join(parts)

	def injected(self) -> dict[int, str]:
		"""The passages that stand in the prompt, by number."""
		return {passage.number: passage.text for passage in self.context.passages}
