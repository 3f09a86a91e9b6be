"""What it is worth to go on as the tool of an agent says: ``python -m benchmarks.two_steps COLLECTION...``

Each question needs passages of two documents (``manual.tsv`` is about the collection ``erpnext-docs``, the ERPNext manual,
``handbook.tsv`` about the handbook that huf brings; each line has a question, and twice a document with some words of the passage that
answers). Both are searched as two sources. It is answered when all its passages stand within 8,000 tokens of what the tool gave.

*one search* gives the best passages until the tokens are full. *scripted* is no model: it reads nothing of the tool's answers but
``next``, and calls again with what stands there (:func:`follow`). Every second question was not looked at while the guidance was made.
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import machine, table
from huf.ai.knowledge.tool import KnowledgeTools
from huf.engine.backends import DEFAULT_BACKEND
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import plan_build, run_build
from huf.engine.embedding.local import LocalEmbedder
from huf.engine.indexing import BuildSettings
from huf.engine.prompt.citations import CitationLedger
from huf.engine.registry import Registry
from huf.engine.search import Request, SearchTarget, search
from huf.engine.tokens import count_tokens
from huf.engine.tools.knowledge import SEARCH_TOOL
from huf.engine.tools.rendering import render_tool_result
from huf.engine.types import SearchResult, WantedInput
from huf.local.files import FolderFiles
from huf.local.kinds import kinds_with
from huf.local.quality.comparison import paired_p
from huf.local.quality.evaluation import collections_in, read_documents

HERE = Path(__file__).parent
HANDBOOK = HERE.parent.parent / "huf" / "demo" / "handbook"
MANUAL = "erpnext-docs"
BUDGET = 8_000
"""Tokens of all results together."""
FIRST_HITS = 60
"""Of the one search: more than have room."""
OF_A_PART, OF_NAMED = 2, 2
"""Passages that the script asks for of each part of a question, so that all parts have their turn, and of it in named documents."""
HALVES = ("tuning", "held out")


@dataclass(frozen=True, slots=True)
class Question:
	"""A question, the collection that it is about, and for each passage it needs the document and words of the passage."""

	text: str
	about: str
	passages: tuple[tuple[str, str], ...]

	def is_answered(self, given: Sequence[tuple[str, str]]) -> bool:
		"""Whether all its passages are among the documents and texts that were ``given``."""
		return all(any(key == of and words in text for key, text in given) for of, words in self.passages)


def read_questions(about: str) -> list[Question]:
	"""The questions about ``manual`` or ``handbook``, in their order."""
	questions = []
	for line in (HERE / f"{about}.tsv").read_text(encoding="utf-8").splitlines():
		text, *places = line.split("\t")
		passages = tuple((key, _plain(words)) for key, words in zip(places[::2], places[1::2], strict=True))
		questions.append(Question(text, about, passages))
	return questions


def halved(questions: Sequence[Question], half: str) -> Sequence[Question]:
	"""Every second question."""
	return questions[HALVES.index(half) :: len(HALVES)]


@dataclass(frozen=True, slots=True)
class Row:
	"""A source of an agent as it is by default; the one of a site needs Frappe."""

	source: str
	max_chunks: int = 0
	token_budget: int = 2_000
	description: str = ""
	has_vectors: bool = False


class Sources:
	"""Both collections, indexed with the defaults."""

	def __init__(self, manual: Path, workspace: Path, *, hybrid: bool) -> None:
		self._kinds: Registry[Backend] = kinds_with(LocalEmbedder() if hybrid else None)
		self._settings = BuildSettings(max_chunks_per_input=0, backend=HYBRID if hybrid else DEFAULT_BACKEND)
		handbook = FolderFiles(HANDBOOK.resolve(), workspace / "none").inputs()
		inputs = {"manual": read_documents(manual), "handbook": handbook}
		self.targets = [self._indexed(name, of, workspace) for name, of in inputs.items()]

	def _indexed(self, name: str, inputs: Iterator[WantedInput], workspace: Path) -> SearchTarget:
		plan = plan_build(inputs, None, self._settings, kinds=self._kinds)
		built = run_build(workspace / name, plan, self._settings, kinds=self._kinds)
		return SearchTarget(name, built.info.path)

	def search(self, request: Request) -> SearchResult:
		"""All that there is is found by everybody."""
		wanted = [one for one in self.targets if one.source in request.sources]
		return search(wanted, request, kinds=self._kinds)

	def tools(self, ledger: CitationLedger) -> KnowledgeTools:
		"""The tools of an agent that has both sources."""
		rows = [Row(one.source) for one in self.targets]
		return KnowledgeTools(rows, self.search, ledger)  # type: ignore[arg-type]


class Reader:
	"""Takes the results of the tool until the tokens are spent."""

	def __init__(self, tools: KnowledgeTools, ledger: CitationLedger) -> None:
		self._tools, self._ledger = tools, ledger
		self.left = BUDGET
		self.calls = 0
		self.given: list[tuple[str, str]] = []

	def call(self, **arguments: Any) -> dict[str, Any]:
		"""What the tool has to say besides passages, which are taken as far as there are tokens left."""
		answer = self._tools.call(SEARCH_TOOL, arguments)
		self.calls += 1
		self.take(answer)
		return json.loads(answer).get("next", {})

	def take(self, answer: str) -> None:
		"""Count an answer of the tool; of one that is over the rest only the passages before that."""
		read = json.loads(answer)
		passages = read.pop("passages")
		self.left -= count_tokens(json.dumps(read, ensure_ascii=False))
		for passage in passages:
			self.left -= count_tokens(json.dumps(passage, ensure_ascii=False))
			if self.left < 0:
				return
			hit = self._ledger.hits[passage["number"]]
			self.given.append((hit.input, _plain(f"{passage['title']} {passage['text']}")))


def one_search(sources: Sources, question: Question) -> Reader:
	"""The best passages of one search, as many as have room."""
	ledger = CitationLedger()
	reader = Reader(sources.tools(ledger), ledger)
	names = tuple(one.source for one in sources.targets)
	found = sources.search(Request(question.text, names, FIRST_HITS))
	reader.take(render_tool_result(found, ledger, token_budget=BUDGET))
	reader.calls = 1
	return reader


def pages(sources: Sources, question: Question) -> Reader:
	"""The same question again and again, page by page."""
	ledger = CitationLedger()
	reader = Reader(sources.tools(ledger), ledger)
	_turn_pages(reader, question.text, reader.call(query=question.text))
	return reader


def follow(sources: Sources, question: Question) -> Reader:
	"""The question; each of its parts alone; each part in the documents that the passages name; then further pages."""
	ledger = CitationLedger()
	reader = Reader(sources.tools(ledger), ledger)
	first = reader.call(query=question.text)
	told = [first]
	parts = first.get("ask_alone", [])
	for part in parts:
		told.append(reader.call(query=part, top_k=OF_A_PART))
	titles = [title for one in told for title in _titles(one)]
	for part in (parts or [question.text]) if titles else []:
		if reader.left > 0:
			filters = {"title": {"in": list(dict.fromkeys(titles))}}
			reader.call(query=part, top_k=OF_NAMED, filters=filters)
	_turn_pages(reader, question.text, first)
	return reader


def _titles(told: dict[str, Any]) -> list[str]:
	return told.get("named_documents", {}).get("filters", {}).get("title", {}).get("in", [])


def _turn_pages(reader: Reader, text: str, told: dict[str, Any]) -> None:
	while reader.left > 0 and (more := told.get("more")):
		told = reader.call(query=text, **more)


WAYS: dict[str, Callable[[Sources, Question], Reader]] = {
	"one search": one_search,
	"pages": pages,
	"scripted": follow,
}


def rows(sources: Sources, name: str, questions: Sequence[Question]) -> Iterator[list[str]]:
	"""For each way the share of questions with all passages, against one search."""
	found: dict[str, list[float]] = {}
	for way, ask in WAYS.items():
		readers = [ask(sources, question) for question in questions]
		found[way] = [
			float(question.is_answered(reader.given))
			for question, reader in zip(questions, readers, strict=True)
		]
		differences = [new - old for new, old in zip(found[way], found["one search"], strict=True)]
		won, lost = sum(one > 0 for one in differences), sum(one < 0 for one in differences)
		calls = sum(reader.calls for reader in readers) / len(readers)
		tokens = sum(BUDGET - max(0, reader.left) for reader in readers) / len(readers)
		compared = ["–"] * 3 if way == "one search" else [str(won), str(lost), f"{paired_p(differences):.4f}"]
		share = sum(found[way]) / len(questions)
		yield [name, str(len(questions)), way, f"{calls:.1f}", f"{tokens:,.0f}", f"{share:.3f}", *compared]


def _plain(text: str) -> str:
	return " ".join(text.casefold().split())


def main() -> None:
	"""Measure and print."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path, help=f"{MANUAL}; others are left out")
	parser.add_argument("--half", choices=HALVES, action="append")
	parser.add_argument("--hybrid", action="store_true", help="with the local embedder")
	parser.add_argument("--queries", type=int, default=0, help="of each half, the first ones; 0: all")
	options = parser.parse_args()
	manual = next((one for one in collections_in(options.collections) if one.name == MANUAL), None)
	if manual is None:
		print(f"None of these is {MANUAL}, which the questions are about.")
		return
	asked = [*read_questions("manual"), *read_questions("handbook")]
	found: list[list[str]] = []
	with tempfile.TemporaryDirectory(prefix="huf-two-steps-") as workspace:
		sources = Sources(manual, Path(workspace), hybrid=options.hybrid)
		for half in options.half or HALVES:
			questions = halved(asked, half)[: options.queries or None]
			found += rows(sources, half, questions)
	head = ["half", "questions", "way", "calls", "tokens", "all passages", "won", "lost", "p"]
	print(table(head, found))
	print(f"\n{'hybrid with the local embedder' if options.hybrid else 'words'}; {machine()}")


if __name__ == "__main__":
	main()
