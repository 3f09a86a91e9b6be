"""What does a passage gain by what is known of it without a model: its title, its headings, how its document begins? And what by a line that a model writes?

    python -m benchmarks.ranking.headers COLLECTION... [--mode keyword|hybrid] [--questions N]
    python -m benchmarks.ranking.headers COLLECTION... --model openai/MODEL [--api-base URL] [--kept FOLDER]

Each COLLECTION is a folder with ``corpus.jsonl``, ``queries.jsonl`` and ``qrels.tsv``. It is indexed again and again, each time with
something else beside the text of each passage, where a model's line would stand as well, and every question is asked of each index.
A question's figure is nDCG@10 of documents; where ``answers.jsonl`` has the strings that answer it, it is the reciprocal rank,
among ten hits, of the first passage of the right document that holds one. Each way is compared with what huf does by itself by a
paired randomisation test.

With ``--model``, as LiteLLM names it, that model is asked once about each passage, as *Enrichment Model* of a source asks it, and only what huf does by itself and that with its lines are
compared; its key is taken from ``HUF_MODEL_KEY``. ``--kept`` keeps its answers, so that a run that broke off is not paid for twice. It ends with an error if a single passage
lacks its line because the model could not be asked: half a measurement is none.
"""

import argparse
import json
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from benchmarks.measure import machine, table
from huf.agent.models.client import ModelConfig, complete
from huf.engine.backends.base import Mode
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import plan_build, run_build
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.enrichment import Asked, Enricher
from huf.engine.enrichment.prompts import Messages
from huf.engine.indexing import BuildSettings
from huf.engine.search import Request, SearchTarget, search
from huf.engine.types import Chunk, Hit, Locator, WantedInput
from huf.local.kinds import kinds_with
from huf.local.quality.comparison import paired_p
from huf.local.quality.evaluation import EvaluationQuery, measures, read_queries, read_texts

BEGINNING = 200
"""Characters of a document that are put beside each of its passages."""
TOP = 10
_USUAL = "title and headings (huf)"


@dataclass(frozen=True, slots=True)
class Way:
	"""What stands beside the text of a passage."""

	has_title: bool = True
	has_headings: bool = True
	adds: Callable[[str, Chunk, Chunk], str] = lambda title, chunk, first: ""
	"""Of the title, the passage and the first passage of its document: what is put where a model's line would stand."""


def _beginning(_title: str, chunk: Chunk, first: Chunk) -> str:
	return "" if chunk.ordinal == 0 else " ".join(first.text.split())[:BEGINNING]


def _title_again(title: str, _chunk: Chunk, _first: Chunk) -> str:
	return title


WAYS = {
	_USUAL: Way(),
	"text alone": Way(has_title=False, has_headings=False),
	"title": Way(has_headings=False),
	"headings": Way(has_title=False),
	"and the title once more": Way(adds=_title_again),
	"and the beginning of the document": Way(adds=_beginning),
}


class LinesOf:
	"""A model that writes the lines, and what that takes."""

	def __init__(self, model: ModelConfig, kept: Path) -> None:
		"""
		:param kept: the folder where its answers are kept.
		"""
		self.model, self.kept = model, kept
		self.requests = self.tokens = 0
		self.cost: float | None = 0.0
		"""US dollars; None: the price is unknown."""

	def enricher(self) -> Enricher:
		"""For one build."""
		self.kept.mkdir(parents=True, exist_ok=True)
		return Enricher(self.model.model, self.kept, self._ask, seconds=float("inf"))

	def _ask(self, messages: Sequence[Messages], longest: int) -> Asked:
		"""Ask about some passages at once.

		Raises:
			ModelError: it could not be asked about one.
		"""

		def one(asked: Messages) -> str:
			done = complete(self.model, asked, max_tokens=longest)
			self.requests += 1
			self.tokens += done.usage.prompt_tokens + done.usage.completion_tokens
			self.cost = None if self.cost is None or done.cost is None else self.cost + done.cost
			return done.text

		with ThreadPoolExecutor(max_workers=len(messages)) as pool:
			return Asked(list(pool.map(one, messages)))


class _Beside:
	"""Stands for an :class:`~huf.engine.enrichment.Enricher` that asks nobody."""

	stopped, has_asked = None, False

	def __init__(self, way: Way, titles: dict[str, str]) -> None:
		self._way, self._titles = way, titles

	def of(self, key: str, _title: str, chunks: Iterator[Chunk]) -> "_Passed":
		return _Passed(self._way, self._titles[key], chunks)


class _Passed(Iterator[Chunk]):
	lacking = lacking_summaries = summaries = 0

	def __init__(self, way: Way, title: str, chunks: Iterator[Chunk]) -> None:
		self._way, self._title, self._chunks = way, title, chunks
		self._first: Chunk | None = None

	def __next__(self) -> Chunk:
		chunk = next(self._chunks)
		self._first = self._first or chunk
		more = self._way.adds(self._title, chunk, self._first)
		if not self._way.has_headings:
			chunk = replace(chunk, locator=Locator(), header="")
		return replace(chunk, enrichment=more)


def figures(
	folder: Path,
	queries: Sequence[EvaluationQuery],
	answers: dict[str, list[str]],
	way: Way,
	mode: Mode,
	lines: LinesOf | None = None,
) -> list[float]:
	"""The figure of each query in an index that is made in this way, or as huf makes it with the lines of a model."""
	texts = list(read_texts(folder))
	titles = {key: title for key, title, _ in texts}
	kinds = kinds_with(embedder_for("local"))
	settings = BuildSettings(backend=HYBRID) if mode == "hybrid" else BuildSettings()
	wanted = [
		WantedInput(
			key,
			str(number),
			title if way.has_title else "",
			# Headings of the documentation are marked so; in other texts there are no such marks.
			lambda text=text or title: Content.from_text(text, "text.md"),  # type: ignore[misc]
		)
		for number, (key, title, text) in enumerate(texts)
	]
	with tempfile.TemporaryDirectory(prefix="huf-headers-") as workspace:
		plan = plan_build(wanted, None, settings, kinds=kinds)
		beside = lines.enricher() if lines else cast(Enricher, _Beside(way, titles))
		build = run_build(Path(workspace), plan, settings, kinds=kinds, enricher=beside).info.path
		found = []
		for query in queries:
			depth = TOP if answers else TOP * 5
			request = Request(query.text, top_k=depth, mode=mode, may_be_cut=True)
			hits = search([SearchTarget(folder.name, build)], request, kinds=kinds).hits
			found.append(first_answer(hits, query, answers[query.id]) if answers else ndcg(hits, query))
	return found


def ndcg(hits: Sequence[Hit], query: EvaluationQuery) -> float:
	"""nDCG@10 of the documents of the hits."""
	return measures(query.gains, list(dict.fromkeys(hit.input for hit in hits)))[0]


def first_answer(hits: Sequence[Hit], query: EvaluationQuery, answers: Sequence[str]) -> float:
	"""The reciprocal rank, among ten hits, of the first passage of a right document that holds one of ``answers``; 0 for none."""
	for rank, hit in enumerate(hits[:TOP], 1):
		text = " ".join(hit.text.casefold().split())
		if hit.input in query.gains and any(answer in text for answer in answers):
			return 1 / rank
	return 0.0


def read_answers(folder: Path) -> dict[str, list[str]]:
	"""The strings that answer each query, in small letters; empty for a collection that names none."""
	path = folder / "answers.jsonl"
	if not path.exists():
		return {}
	with path.open(encoding="utf-8") as file:
		entries = list(map(json.loads, file))
	return {
		entry["id"]: [" ".join(answer.casefold().split()) for answer in entry["answers"]] for entry in entries
	}


def main() -> None:
	"""Measure all ways on each collection."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--mode", choices=["keyword", "hybrid"], default="hybrid")
	parser.add_argument("--questions", type=int, default=700)
	parser.add_argument("--model", help="who writes a line about each passage, as LiteLLM names it")
	parser.add_argument("--api-base", help="the address of its service, if it is not the vendor's own")
	parser.add_argument("--kept", type=Path, help="a folder that keeps its answers")
	options = parser.parse_args()
	if options.model:
		with tempfile.TemporaryDirectory(prefix="huf-lines-") as folder:
			compare_lines(options, options.kept or Path(folder))
		return
	print(machine() + "\n")
	rows = []
	for folder in options.collections:
		answers, queries = questions_of(folder, options.questions)
		usual: list[float] = []
		for name, way in WAYS.items():
			now = figures(folder, queries, answers, way, options.mode)
			usual = usual or now
			differences = [one - other for one, other in zip(now, usual, strict=True)]
			mean = sum(now) / len(now)
			row = [folder.name, name, f"{mean:.3f}", f"{sum(differences) / len(now):+.3f}"]
			rows.append([*row, "" if way is WAYS[_USUAL] else f"{paired_p(differences):.3f}"])
			print(" ".join(rows[-1]), flush=True)
	print("\n" + table(["collection", "beside the text", "figure", "difference", "p"], rows))


def compare_lines(options: argparse.Namespace, kept: Path) -> None:
	"""Measure what the lines of a model bring to each collection, and what they took.

	Raises:
		ModelError: it could not be asked.
	"""
	config = ModelConfig(options.model, options.api_base, os.environ.get("HUF_MODEL_KEY"))
	print(machine() + "\n")
	rows = []
	for folder in options.collections:
		answers, queries = questions_of(folder, options.questions)
		usual = figures(folder, queries, answers, WAYS[_USUAL], options.mode)
		lines = LinesOf(config, kept / folder.name)
		now = figures(folder, queries, answers, WAYS[_USUAL], options.mode, lines)
		differences = [one - other for one, other in zip(now, usual, strict=True)]
		cost = "not known" if lines.cost is None else f"{lines.cost:.4f}"
		took = [f"{lines.requests}", f"{lines.tokens}", cost]
		means = [sum(some) / len(some) for some in (usual, now, differences)]
		rows.append(
			[
				folder.name,
				f"{means[0]:.3f}",
				f"{means[1]:.3f}",
				f"{means[2]:+.3f}",
				f"{paired_p(differences):.3f}",
				*took,
			]
		)
	print(
		table(
			["collection", "without", "with lines", "difference", "p", "requests", "tokens", "US dollars"],
			rows,
		)
	)


def questions_of(folder: Path, most: int) -> tuple[dict[str, list[str]], list[EvaluationQuery]]:
	"""What answers the questions of a collection (:func:`read_answers`), and a sample of these."""
	answers = read_answers(folder)
	queries = [query for query in read_queries(folder) if not answers or query.id in answers]
	return answers, random.Random(7).sample(queries, min(most, len(queries)))


if __name__ == "__main__":
	main()
