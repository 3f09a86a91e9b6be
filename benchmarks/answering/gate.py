"""Does the gate let knowledge through for questions, and keep it out for messages that need none?

    python -m benchmarks.answering.gate COLLECTION... [--questions N] [--mode keyword|hybrid] [--small N]

Each COLLECTION is a folder with ``corpus.jsonl``, ``queries.jsonl`` and ``qrels.tsv``; its questions are those that need
knowledge. Those that need none are the lines of ``benchmarks/answers/no_knowledge.txt``: greetings, thanks, small talk,
arithmetic, translations, requests for code or for another wording, in six languages. ``--small N`` keeps N documents of each
collection, and the questions for them: the floor must not depend on how much there is.
"""

import argparse
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import machine, table
from huf.engine.answers.gate import FLOOR, GateDecision, decide
from huf.engine.backends.base import Mode
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import plan_build, run_build
from huf.engine.embedding import embedder_for
from huf.engine.indexing import BuildSettings
from huf.engine.search import Request, SearchTarget, search
from huf.local.kinds import kinds_with
from huf.local.quality.evaluation import read_documents, read_queries

MESSAGES = Path(__file__).parents[1] / "answers" / "no_knowledge.txt"
FLOORS = (0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.8)


@dataclass(frozen=True, slots=True)
class Asked:
	"""A message, what it needs, and the weight and the decision that the gate gave it."""

	text: str
	language: str
	needs: bool
	decision: GateDecision

	def is_injected(self, floor: float) -> bool:
		"""Whether it gets knowledge at another floor than the default."""
		weight = self.decision.weight
		by_meaning = self.decision.inject and weight is not None and weight < FLOOR
		return by_meaning or weight is None or weight >= floor


def read_messages(path: Path = MESSAGES) -> dict[str, list[str]]:
	"""Messages that need no knowledge, by the code of their language."""
	messages: dict[str, list[str]] = {}
	language = ""
	for line in path.read_text("utf-8").splitlines():
		line = line.strip()
		if line.startswith("["):
			language = line.strip("[]")
		elif line and not line.startswith("#"):
			messages.setdefault(language, []).append(line)
	return messages


def ask(folder: Path, mode: Mode, most: int, small: int) -> list[Asked]:
	"""The decisions for questions of the collection in ``folder``, and for all messages."""
	queries = read_queries(folder)
	random.Random(5).shuffle(queries)
	documents = list(read_documents(folder))
	if small:
		wanted = dict.fromkeys([next(iter(query.gains)) for query in queries][: small * 4])
		kept = set(list(wanted)[:small])
		documents = [document for document in documents if document.key in kept]
		queries = [query for query in queries if kept & query.gains.keys()]
	questions = [(query.text, str(query.fields.get("lang", "")), True) for query in queries[:most]]
	others = [(text, language, False) for language, texts in read_messages().items() for text in texts]
	backend = HYBRID if mode == "hybrid" else BuildSettings().backend
	settings = BuildSettings(max_chunks_per_input=0, backend=backend)
	kinds = kinds_with(embedder_for("local")) if mode == "hybrid" else kinds_with()
	with tempfile.TemporaryDirectory(prefix="huf-gate-") as workspace:
		build = run_build(
			Path(workspace), plan_build(documents, None, settings, kinds=kinds), settings, kinds=kinds
		)
		target = [SearchTarget(folder.name, build.info.path)]
		return [
			Asked(
				text,
				language,
				needs,
				decide(
					"When Relevant",
					text,
					search(target, Request(text, mode=mode, explain=True, may_be_cut=True), kinds=kinds),
				),
			)
			for text, language, needs in [*questions, *others]
		]


def share(asked: Sequence[Asked], *, needs: bool, floor: float) -> str:
	"""Percent of the questions that get knowledge, or of the messages that get none."""
	rows = [one for one in asked if one.needs == needs]
	right = sum(one.is_injected(floor) == needs for one in rows)
	return f"{100 * right / len(rows):.1f}" if rows else "–"


def rows_by_floor(results: Mapping[str, Sequence[Asked]]) -> Iterator[list[str]]:
	"""A row for each collection: at each floor, questions with knowledge / messages without."""
	for name, asked in results.items():
		cells = [
			f"{share(asked, needs=True, floor=floor)} / {share(asked, needs=False, floor=floor)}"
			for floor in FLOORS
		]
		yield [name, str(sum(one.needs for one in asked)), *cells]


def rows_by_language(results: Mapping[str, Sequence[Asked]]) -> Iterator[list[str]]:
	"""A row for each collection: messages without knowledge, by language, at the default floor."""
	for name, asked in results.items():
		cells = []
		for language in read_messages():
			cells.append(share([one for one in asked if one.language == language], needs=False, floor=FLOOR))
		yield [name, *cells]


def main() -> None:
	"""Print both tables."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--questions", type=int, default=360)
	parser.add_argument("--mode", choices=("keyword", "hybrid"), default="hybrid")
	parser.add_argument("--small", type=int, default=0)
	options = parser.parse_args()
	results = {}
	for folder in options.collections:
		results[folder.name] = ask(folder, options.mode, options.questions, options.small)
		print(f"{folder.name}: done", flush=True)
	messages = sum(map(len, read_messages().values()))
	print(f"\n{messages} messages that need no knowledge; {options.mode}; {machine()}")
	print("\nQuestions with knowledge / messages without, percent, by floor:\n")
	print(table(["collection", "questions", *map(str, FLOORS)], rows_by_floor(results)))
	print(f"\nMessages without knowledge at the floor {FLOOR}, percent, by language:\n")
	print(table(["collection", *read_messages()], rows_by_language(results)))


if __name__ == "__main__":
	main()
