"""What becomes of each file that is attached to a run, told to its model and kept in its row."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import frappe
from frappe import _

from huf.agent.attached_text import read_small
from huf.ai.access.scopes.agent_sources import OPTIONAL, AgentSource
from huf.ai.knowledge.backends.registries import extractor_registry
from huf.ai.knowledge.contents.files import may_read_file, read_file_bytes
from huf.ai.runs.files.store import RunStore
from huf.ai.site.server.text_recognition import site_languages
from huf.ai.site.settings import get_settings, reading_limits
from huf.engine.content import Content
from huf.engine.errors import BuildCancelled, BuildError, ContentMissing, InputError, InputTooLarge
from huf.engine.ocr import Ocr
from huf.engine.prompt.citations import CitationLedger
from huf.engine.prompt.context import Context, SourceAllowance, build_context
from huf.engine.prompt.untrusted import one_line
from huf.engine.request import Request
from huf.engine.types import Hit, SearchResult, WantedInput

SOURCE = "attached-files"
"""What the files of a run are called beside the agent's sources."""
PREPARING_S = 60.0
"""Seconds that a run waits for its files; what is not ready by then is said to be."""
MOST_BYTES = 50_000_000
"""Of one file. Larger ones belong into a Knowledge Source, where nobody waits for them."""
TOOL_PASSAGES, TOOL_TOKENS = 10, 4000
FRAME_TOKENS = 500
PASSAGE_TOKENS = 250
"""Room for the frame, and for the heading of each passage, beside the texts themselves."""

IN_PROMPT, SEARCHED, NOT_READ = "In Prompt", "Searched", "Not Read"


class NotInTime(InputError):
	"""The run cannot wait any longer for this file."""

	code = "Not Ready"


@dataclass(frozen=True, slots=True)
class AttachedFile:
	"""One file and how it is used: ``In Prompt``, ``Searched`` or ``Not Read``."""

	file: str
	title: str
	used: str
	tokens: int = 0
	passages: int = 0
	message: str = ""
	"""Why it is not read, or what of it is not."""
	from_conversation: bool = False
	"""It was attached to an earlier question."""

	def row(self) -> dict[str, Any]:
		"""As the row of the Agent Run has it."""
		return {
			"file": self.file,
			"file_name": self.title[:140],
			"used": self.used,
			"tokens": self.tokens,
			"passages": self.passages,
			"message": self.message[:1000],
			"from_conversation": int(self.from_conversation),
		}


class AttachedFiles:
	"""The files of one run, for one user. Close it when the run is over."""

	def __init__(
		self,
		files: Sequence[str],
		user: str,
		taken: Collection[str] = (),
		*,
		kept: Mapping[str, str] | None = None,
		conversation: str | None = None,
	) -> None:
		"""
		:param taken: names of the agent's sources, of which none may be meant by the name of these.
		:param kept: those of the files that the conversation has from earlier questions, with their titles.
		:param conversation: for whose next questions what is indexed stays.
		"""
		name, number = SOURCE, 1
		while name in taken:
			number += 1
			name = f"{SOURCE}-{number}"
		self.source = name
		self._names, self._user = files, user
		self._kept = kept or {}
		self._store = RunStore(name, user, conversation)
		self._contents: dict[str, tuple[Content, str]] = {}
		self._deadline = time.monotonic() + PREPARING_S
		self.files: list[AttachedFile] = []
		self.contexts: list[Context] = []

	def prepare(self, question: str, ledger: CitationLedger) -> None:
		"""Read the files within the time there is, put the small ones and the best passages of the others into blocks."""
		if not self._names:
			return
		room = get_settings().inline_token_limit
		inline: list[Hit] = []
		large: list[WantedInput] = []
		for name in self._names:
			try:
				room -= self._read(name, room, inline, large)
			except InputError as error:
				self._add(name, NOT_READ, message=str(error))
		if large:
			self._index(large)
		self.files.sort(key=lambda item: self._names.index(item.file))
		if inline:
			tokens = get_settings().inline_token_limit + FRAME_TOKENS + PASSAGE_TOKENS * len(inline)
			allowance = SourceAllowance(self.source, max_chunks=len(inline), token_budget=tokens)
			self.contexts.append(build_context([(allowance, inline)], total_tokens=tokens, ledger=ledger))
		if self._store.has_files:
			self._search_first(question, ledger)

	def search(self, request: Request) -> SearchResult:
		"""The best passages of the files that are not in the prompt as a whole."""
		return self._store.search(request)

	def tool_row(self) -> AgentSource | None:
		"""The larger files as a source of the tool; None without any."""
		if not self._store.has_files:
			return None
		titles = ", ".join(one_line(item.title) for item in self.files if item.used == SEARCHED)
		return AgentSource(
			source=self.source,
			mode=OPTIONAL,
			priority=0,
			max_chunks=TOOL_PASSAGES,
			token_budget=TOOL_TOKENS,
			description=f"The files that the user attached: {titles}",
			has_vectors=self._store.has_vectors,
		)

	def message(self) -> str:
		"""What the model is told: each file and what there is of it, then the blocks. Empty without files."""
		if not self.files:
			return ""
		lines: list[str] = []
		for heading, is_kept in (
			("The user attached these files to the question:", False),
			("The user attached these files to earlier questions of the conversation:", True),
		):
			items = [item for item in self.files if item.from_conversation == is_kept]
			lines += [heading] if items else []
			lines += [f"- {one_line(item.title)}: {self._in_words(item)}" for item in items]
		return "\n\n".join(["\n".join(lines), *(context.text for context in self.contexts if context.text)])

	def notes(self) -> list[str]:
		"""What a reader of the run should know."""
		return [
			_("Attached file {0}: {1}").format(item.title, item.message)
			for item in self.files
			if item.message
		]

	def injected(self) -> dict[int, str]:
		"""The passages that stand in the prompt, by number."""
		return {passage.number: passage.text for context in self.contexts for passage in context.passages}

	def close(self) -> None:
		"""Remove what was indexed for the run; what was indexed for its conversation stays."""
		self._store.close()

	def _read(self, name: str, room: int, inline: list[Hit], large: list[WantedInput]) -> int:
		"""Sort one file; gives the tokens that it takes of the prompt."""
		content, url = self._content(name)
		self._check_time()
		if self._store.holds(name, content.sha256()):
			# An earlier question found it too large, so nobody has to find that out again.
			large.append(self._wanted(name, content, url))
			return 0
		small = read_small(
			content, name, self.source, url, room, self._ocr(), extractor_registry(), reading_limits()
		)
		if small is None:
			large.append(self._wanted(name, content, url))
			return 0
		inline.extend(small.hits)
		self._add(name, IN_PROMPT, small.tokens, len(small.hits), " ".join(small.notes))
		return small.tokens

	@staticmethod
	def _wanted(name: str, content: Content, url: str) -> WantedInput:
		return WantedInput(name, content.sha256(), content.name, lambda: content, url=url)

	def _content(self, name: str) -> tuple[Content, str]:
		if not may_read_file(name, self._user):
			raise ContentMissing(_("It is gone, or may not be read by the user of this run any more."))
		row = frappe.db.get_value("File", name, ["file_name", "file_url", "file_size"], as_dict=True)
		if (row.file_size or 0) > MOST_BYTES:
			raise InputTooLarge(
				_("It has more than {0} MB. Add it to a Knowledge Source instead.").format(
					MOST_BYTES // 10**6
				)
			)
		try:
			data = read_file_bytes(name)
		except (OSError, frappe.ValidationError) as error:
			raise ContentMissing(_("It cannot be opened ({0}). Attach it again.").format(error)) from error
		self._contents[name] = (Content(row.file_name or name, data=data), row.file_url or "")
		return self._contents[name]

	def _index(self, wanted: Sequence[WantedInput]) -> None:
		try:
			outcomes = self._store.index(wanted, self._ocr(), self._is_late)
		except BuildError as error:
			reason = str(self._late() if isinstance(error, BuildCancelled) else error)
			for item in wanted:
				self._add(item.key, NOT_READ, message=reason)
			return
		for outcome in outcomes:
			used = SEARCHED if outcome.chunks else NOT_READ
			self._add(outcome.key, used, passages=outcome.chunks, message=outcome.message)

	def _search_first(self, question: str, ledger: CitationLedger) -> None:
		settings = get_settings()
		request = Request(
			question,
			top_k=settings.max_chunks_per_search,
			synonyms=settings.search_synonyms,
			may_be_cut=True,
		)
		found = self._store.search(request)
		allowance = SourceAllowance(
			self.source, max_chunks=settings.max_chunks_per_search, token_budget=settings.max_context_tokens
		)
		total = settings.max_context_tokens
		self.contexts.append(build_context([(allowance, found.hits)], total_tokens=total, ledger=ledger))

	def _in_words(self, item: AttachedFile) -> str:
		said = f" {one_line(item.message)}" if item.message else ""
		if item.used == IN_PROMPT:
			return f"its whole text stands below.{said}"
		if item.used == SEARCHED:
			return (
				"too long to stand here. The passages nearest to the question stand below, as far as there are any; "
				f"the tool knowledge_search finds others with the knowledge_source {self.source}.{said}"
			)
		return f"NOT READ, so you know nothing of what it says; tell the user.{said}"

	def _add(self, name: str, used: str, tokens: int = 0, passages: int = 0, message: str = "") -> None:
		title = self._contents[name][0].name if name in self._contents else self._kept.get(name, "")
		title = title or frappe.db.get_value("File", name, "file_name") or name
		self.files.append(AttachedFile(name, title, used, tokens, passages, message, name in self._kept))

	def _ocr(self) -> Ocr:
		# Kept in the folder of the run, so that a scan that turns out to be large is read once.
		languages, off = site_languages()
		return Ocr(languages, self._store.folder, before_page=self._check_time, off=off)

	def _is_late(self) -> bool:
		return time.monotonic() > self._deadline

	def _check_time(self) -> None:
		if self._is_late():
			raise self._late()

	def _late(self) -> NotInTime:
		return NotInTime(
			_(
				"It was not ready within {0} seconds. Ask again with this file alone, or add it to a Knowledge Source."
			).format(int(PREPARING_S))
		)


def with_files(base: SearchResult | None, files: SearchResult | None, top_k: int) -> SearchResult:
	"""Hits of the agent's sources and of the attached files in one order: in turn, since their scores do not compare."""
	if base is None or files is None:
		found = base or files
		assert found is not None
		return found
	pairs = [
		hit
		for rank in range(max(len(base.hits), len(files.hits)))
		for result in (files, base)
		for hit in result.hits[rank : rank + 1]
	]
	hits = tuple(hit.placed(rank, hit.score) for rank, hit in enumerate(pairs[:top_k], start=1))
	return replace(
		base, hits=hits, notes=(*base.notes, *files.notes), skipped=(*base.skipped, *files.skipped)
	)
