"""How large should a chunk be? The share of questions whose answer an agent finds in its context.

    python -m benchmarks.answering.chunking COLLECTION [--join N] [--questions N]

COLLECTION is a folder with ``corpus.jsonl``, ``queries.jsonl`` and ``answers.jsonl`` (``id``, ``answers``, ``docs``), where
each document is a paragraph. Paragraphs are too short to be cut, so those that follow each other with the same title become
one document; ``--join N`` does that to every N that follow each other. Each question is searched, and the hits are put into
a context of 2,000 tokens as an agent gets it. Its answer counts when one of the answer strings stands in a passage that
reaches into the paragraph the question was written for; anywhere else it would be there by chance.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from benchmarks.measure import machine, table
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import plan_build, run_build
from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.extractors import extract
from huf.engine.indexing import BuildSettings
from huf.engine.prompt.context import SourceAllowance, build_context
from huf.engine.search import Request, SearchTarget, search
from huf.engine.types import Chunk, Hit, WantedInput
from huf.local.kinds import kinds_with

BUDGET = 2_000
"""Tokens."""
SIZES = (128, 256, 384, 512, 768, 1024)
USUAL_OVERLAP = 0.1
OTHER_OVERLAPS = ((256, 0.0), (256, 0.2), (512, 0.0), (512, 0.2), (1024, 0.0), (1024, 0.2))
NEIGHBORS = ((128, 1), (128, 2), (256, 1), (256, 2), (512, 1))
PARENTS = ((128, 512), (256, 512), (256, 1024))
MODES = ("keyword", "hybrid")
_FIVE = 5
"""Passages that an agent's source gave when this was chosen."""
_FEWEST = 3
"""Of the chunk size one part in so many is the least that a chunk has: it says how many hits may find room."""


@dataclass(frozen=True, slots=True)
class Document:
	"""Paragraphs as one text, and where each of them stands in it."""

	key: str
	title: str
	text: str
	paragraphs: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Question:
	"""A question, the strings that answer it, and where they are: document, begin and end of the paragraph."""

	text: str
	answers: tuple[str, ...]
	places: tuple[tuple[str, int, int], ...]


def read_documents(folder: Path, join: int) -> list[Document]:
	"""The documents made of the paragraphs of a collection."""
	paragraphs = list(_objects(folder / "corpus.jsonl"))
	if join:
		groups: Iterable[list[dict[str, str]]] = (
			paragraphs[start : start + join] for start in range(0, len(paragraphs), join)
		)
	else:
		groups = (list(group) for _, group in groupby(paragraphs, key=itemgetter("title")))
	documents = []
	for number, group in enumerate(groups):
		places, text = {}, ""
		for paragraph in group:
			body = " ".join(paragraph["text"].split())
			places[paragraph["id"]] = (len(text), len(text) + len(body))
			text += body + "\n\n"
		documents.append(Document(str(number), group[0]["title"], text, places))
	return documents


def read_questions(folder: Path, documents: Sequence[Document], most: int) -> list[Question]:
	"""At most ``most`` questions that have an answer, chosen by a seed."""
	places = {
		paragraph: (document.key, *span)
		for document in documents
		for paragraph, span in document.paragraphs.items()
	}
	texts = {query["id"]: query["text"] for query in _objects(folder / "queries.jsonl")}
	questions = [
		Question(
			texts[entry["id"]],
			tuple(map(_plain, entry["answers"])),
			tuple(places[paragraph] for paragraph in entry["docs"]),
		)
		for entry in _objects(folder / "answers.jsonl")
	]
	return random.Random(7).sample(questions, min(most, len(questions)))


class Index:
	"""The documents, indexed with one chunking."""

	def __init__(self, documents: Sequence[Document], chunking: ChunkSettings, folder: Path) -> None:
		self.size = chunking.size
		self._kinds = kinds_with(embedder_for("local"))
		settings = BuildSettings(chunking, backend=HYBRID, max_chunks_per_input=0)
		plan = plan_build(map(_wanted, documents), None, settings, kinds=self._kinds)
		self._build = run_build(folder, plan, settings, kinds=self._kinds).info.path

	def hits(self, question: str, mode: str, neighbors: int, top_k: int) -> Sequence[Hit]:
		"""The best hits for ``question``."""
		target = SearchTarget("source", self._build, neighbors=neighbors)
		request = Request(question, top_k=top_k, mode=mode, may_be_cut=True)  # type: ignore[arg-type]
		return search([target], request, kinds=self._kinds).hits


class Parents:
	"""The chunks of a larger size that the hits of a smaller size stand in."""

	def __init__(self, documents: Sequence[Document], size: int) -> None:
		self._chunks: dict[str, list[Chunk]] = {}
		for document in documents:
			sections = extract(Content.from_text(document.text)).sections
			self._chunks[document.key] = list(chunk_sections(sections, ChunkSettings(size=size, overlap=0)))

	def of(self, hits: Iterable[Hit]) -> Iterator[Hit]:
		"""Each parent once, in the order of its best hit."""
		seen = set()
		for hit in hits:
			middle = (hit.start + hit.end) // 2
			chunk = next(chunk for chunk in self._chunks[hit.input] if middle < chunk.end)
			if (hit.input, chunk.ordinal) not in seen:
				seen.add((hit.input, chunk.ordinal))
				yield hit._replace(
					text=chunk.text.strip(),
					start=chunk.start,
					end=chunk.end,
					text_hash=f"{hit.input} {chunk.ordinal}",
				)


def is_answered(question: Question, hits: Sequence[Hit], most: int) -> bool:
	"""Whether the context that at most ``most`` of ``hits`` make holds an answer in its own paragraph."""
	allowance = SourceAllowance("source", max_chunks=most, token_budget=BUDGET)
	for passage in build_context([(allowance, hits)]).passages:
		hit, text = passage.hit, _plain(passage.text)
		if any(
			key == hit.input and hit.start < end and begin < hit.end for key, begin, end in question.places
		):
			if any(answer in text for answer in question.answers):
				return True
	return False


def share(
	questions: Sequence[Question], index: Index, mode: str, neighbors: int = 0, parents: Parents | None = None
) -> tuple[float, float]:
	"""Percent of the questions that are answered with as many passages as have room, and with five of them."""
	room = _FEWEST * BUDGET // index.size
	full = five = 0
	for question in questions:
		hits = index.hits(question.text, mode, neighbors, room)
		if parents:
			hits = list(parents.of(hits))
		full += is_answered(question, hits, room)
		five += is_answered(question, hits, _FIVE)
	return 100 * full / len(questions), 100 * five / len(questions)


def measure(documents: Sequence[Document], questions: Sequence[Question]) -> Iterator[list[str]]:
	"""Rows of the table."""
	ways: dict[tuple[int, float], list[tuple[str, int, int]]] = {
		(size, overlap): [("", 0, 0)]
		for size, overlap in sorted([*((size, USUAL_OVERLAP) for size in SIZES), *OTHER_OVERLAPS])
	}
	for size, neighbors in NEIGHBORS:
		ways[size, USUAL_OVERLAP].append((f"{neighbors} before and after", neighbors, 0))
	for size, parent in PARENTS:
		ways[size, USUAL_OVERLAP].append((f"shown as their parents of {parent}", 0, parent))
	for (size, overlap), shown in ways.items():
		with tempfile.TemporaryDirectory(prefix="huf-chunking-") as folder:
			index = Index(documents, ChunkSettings(size=size, overlap=round(size * overlap)), Path(folder))
			for words, neighbors, parent in shown:
				parents = Parents(documents, parent) if parent else None
				results = [share(questions, index, mode, neighbors, parents) for mode in MODES]
				cells = [f"{value:.1f}" for result in results for value in result]
				yield [str(size), f"{overlap:.0%}", words or "–", *cells]


def _wanted(document: Document) -> WantedInput:
	return WantedInput(document.key, document.key, document.title, lambda: Content.from_text(document.text))


def _plain(text: str) -> str:
	return " ".join(text.casefold().split())


def _objects(path: Path) -> Iterator[dict[str, Any]]:
	with path.open(encoding="utf-8") as file:
		yield from map(json.loads, file)


def main() -> None:
	"""Measure all sizes on one collection."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collection", type=Path)
	parser.add_argument("--join", type=int, default=0, help="make one document of so many paragraphs")
	parser.add_argument("--questions", type=int, default=600)
	options = parser.parse_args()
	documents = read_documents(options.collection, options.join)
	questions = read_questions(options.collection, documents, options.questions)
	print(f"{options.collection.name}: {len(documents)} documents, {len(questions)} questions; {machine()}\n")
	head = ["chunk size", "overlap", "neighbours"]
	for mode in MODES:
		head += [f"{mode}, full", f"{mode}, five"]
	rows = []
	for row in measure(documents, questions):
		print(" ".join(row), flush=True)
		rows.append(row)
	print("\n" + table(head, rows))


if __name__ == "__main__":
	main()
