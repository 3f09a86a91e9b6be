"""Does the gate before publishing hold back an index that is worse, and let through one that is not?

    python -m benchmarks.answering.gate_damage COLLECTION... [--suites N] [--questions N] [--mode keyword|hybrid]

Of each COLLECTION (``corpus.jsonl``, ``queries.jsonl``, ``qrels.tsv``) an index is made as it should be, and then once with each kind of
damage and of harmless change. A suite is a sample of questions that the good index passes, as tests are that people make of what they found: where the
collection has ``answers.jsonl``, a passage must say the answer, else the relevant document must be found that stood first. Each is asked of both indexes and judged as a
site does. The first table says how many suites hold back each damage, the second one how many hold back what is harmless.
"""

import argparse
import json
import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from benchmarks.measure import machine, table
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import plan_build, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.embedding.base import Kind, Vectors, normalised
from huf.engine.evidence import MEANING_FLOOR
from huf.engine.indexing import BuildSettings
from huf.engine.search import Request, SearchTarget, search
from huf.engine.types import Hit, WantedInput
from huf.local.kinds import kinds_with
from huf.local.quality.evaluation import CUT, EvaluationQuery, read_queries, read_texts
from huf.local.quality.expectations import Expectation, Outcome, outcome_of
from huf.local.quality.gate import judge

Document = tuple[str, str, str]
"""Id, title and text."""
Change = Callable[[list[Document], random.Random], list[Document]]
MOST = 120
"""Questions of a collection that suites are drawn from."""
FORBIDDEN = 5
"""Documents of a suite that must not be found."""


class OtherModel:
	"""A model of a service whose deployment was exchanged behind its name: vectors that have nothing to do with those of questions, and
	the weight of a good model."""

	key, is_costly, weight = "other:1", False, 0.7
	knows_words_only, meaning_floor = False, MEANING_FLOOR

	def __init__(self) -> None:
		self._inner = embedder_for("local")
		self.dimension = self._inner.dimension

	def vocabulary_coverage(self, text: str) -> float:
		"""As the model that it claims to be."""
		return self._inner.vocabulary_coverage(text)

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""Right for questions, by chance for documents."""
		found = self._inner.embed(texts, kind)
		if kind != "document":
			return found
		chance = np.random.default_rng(7)
		return normalised(chance.standard_normal(found.shape).astype(found.dtype))


@dataclass(frozen=True, slots=True)
class Case:
	"""One way to make the index anew."""

	name: str
	texts: Change = lambda documents, _chance: documents
	settings: Mapping[str, object] = field(default_factory=dict)
	damage: Callable[[Path], None] | None = None
	"""Done to the files of the finished build."""
	model: str = "local"
	shows_all: bool = False
	"""Whoever asks is shown what they must not find."""


def some(share: float, change: Callable[[str], str]) -> Change:
	"""Change the texts of a share of the documents, drawn by chance."""
	return lambda documents, chance: [
		(key, title, change(text) if chance.random() < share else text) for key, title, text in documents
	]


def every(change: Callable[[str], str]) -> Change:
	"""Change all texts."""
	return some(1.1, change)


def lost(share: float) -> Change:
	"""Leave out a share of the documents."""
	return lambda documents, chance: [one for one in documents if chance.random() >= share]


def swapped(documents: list[Document], chance: random.Random) -> list[Document]:
	"""A third of the texts stand under the key of another document, and so has its rights."""
	moved = [place for place in range(len(documents)) if chance.random() < 1 / 3]
	targets = moved[1:] + moved[:1]
	found = list(documents)
	for place, target in zip(moved, targets, strict=True):
		found[place] = (documents[place][0], *documents[target][1:])
	return found


def glued(text: str) -> str:
	"""Words run together, as a bad reader of PDFs gives them."""
	return re.sub(
		r"(\w{3,}) (?=\w)", lambda found: found.group(1) if len(found.group(1)) % 2 else found.group(), text
	)


def without_columns(text: str) -> str:
	"""Every second word is gone, as cells are when the columns of a table are taken for two texts."""
	return " ".join(text.split()[::2])


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_OTHERS = str.maketrans(
	_LETTERS + _LETTERS.upper(), _LETTERS[3:] + _LETTERS[:3] + (_LETTERS[3:] + _LETTERS[:3]).upper()
)


def other_letters(text: str) -> str:
	"""What a PDF gives whose font has no table of its letters."""
	return text.translate(_OTHERS)


def cut_words(text: str) -> str:
	"""What an analyser leaves that cuts words to four letters."""
	return re.sub(r"(\w{4})\w+", r"\1", text)


def wipe(pattern: str, keep: int) -> Callable[[Path], None]:
	"""Cut the files of this name off after so many bytes."""

	def cut(build: Path) -> None:
		for file in build.rglob(pattern):
			with file.open("r+b") as opened:
				opened.truncate(keep)

	return cut


BOILERPLATE = (
	"Home Products Support About us Contact Terms and conditions Privacy Imprint Search Login Register Cart "
)
DAMAGES = (
	Case("a fifth of the inputs lost", lost(0.2)),
	Case("only the beginning of each input read", every(lambda text: text[:150])),
	Case("half of the inputs read as empty pages", some(0.5, lambda text: "Page intentionally left blank.")),
	Case("words run together", every(glued)),
	Case("broken tables: every second cell lost", every(without_columns)),
	Case("a third of the inputs in letters that no table tells", some(1 / 3, other_letters)),
	Case("texts under wrong inputs", swapped),
	Case("an analyser that cuts words to four letters", every(cut_words)),
	Case(
		"chunks of 50 tokens, one of each input",
		settings={"chunking": ChunkSettings(size=50, overlap=0), "max_chunks_per_input": 1},
	),
	Case("vectors of another model", model="other"),
	Case("postings cut off", damage=wipe("postings.bin", 4096)),
	Case("rights left out", shows_all=True),
)
HARMLESS = (
	Case("the same again"),
	Case("inputs in another order", lambda documents, chance: chance.sample(documents, len(documents))),
	Case("an overlap of 60 in place of 50", settings={"chunking": ChunkSettings(overlap=60)}),
	Case("chunks of 480 in place of 512", settings={"chunking": ChunkSettings(size=480, overlap=50)}),
	Case(
		"spaces and line ends cleaned up", every(lambda text: re.sub(r"[ \t]+", " ", text).replace("\r", ""))
	),
	Case("a footer on each input", every(lambda text: f"{text}\n\nPrinted by the press office.")),
	Case("one input in a hundred lost", lost(0.01)),
	Case(
		"two in a hundred more, about other things",
		lambda documents, chance: [*documents, *others(documents, chance)],
	),
)


def others(documents: list[Document], chance: random.Random) -> Iterator[Document]:
	"""Short notes that answer nothing."""
	for number in range(len(documents) // 50):
		yield (
			f"other-{number}",
			f"Canteen {number}",
			f"{BOILERPLATE}The canteen serves dish {chance.randrange(1000)}.",
		)


def main() -> None:
	"""Read the command line, print the tables."""
	parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--suites", type=int, default=20, help="drawn of each collection")
	parser.add_argument("--questions", type=int, default=60, help="in each suite")
	parser.add_argument("--mode", choices=("keyword", "hybrid"), default="hybrid")
	options = parser.parse_args()
	held: dict[str, list[int]] = {}
	for folder in options.collections:
		for name, count in held_suites(folder, options.suites, options.questions, options.mode):
			held.setdefault(name, []).append(count)
	print(machine())
	heads = [folder.name for folder in options.collections]
	total = options.suites * len(heads)
	print(
		f"\nSuites of {options.questions} questions that hold the new index back, of {options.suites} each.\n"
	)
	for title, cases in (("damage", DAMAGES), ("harmless", HARMLESS)):
		cases = [case for case in cases if case.name in held]
		rows = [[case.name, *held[case.name], f"{sum(held[case.name]) / total:.0%}"] for case in cases]
		sums = [sum(column) for column in zip(*(held[case.name] for case in cases), strict=True)]
		rows.append(["all", *sums, f"{sum(sums) / (total * len(cases)):.1%}"])
		print(table([title, *heads, "held"], rows) + "\n")


def held_suites(folder: Path, suites: int, questions: int, mode: str) -> Iterator[tuple[str, int]]:
	"""For each case how many suites hold it back."""
	documents, answers = list(read_texts(folder)), read_answers(folder)
	every_query = [
		replace(query, fields={"value": answers.get(query.id, "")}) for query in read_queries(folder)
	]
	every_query = random.Random(5).sample(every_query, min(MOST, len(every_query)))
	first: dict[str, str] = {}
	good = ask(Case("good"), documents, every_query, mode, frozenset(), first)
	asked = [
		replace(query, gains={first[query.id]: 1.0} if query.id in first else query.gains)
		for query in every_query
		if good[query.id].passed
	]
	chance = random.Random(20_261_125)
	drawn = [chance.sample(asked, min(questions, len(asked))) for _ in range(suites)]
	secret = frozenset(key for key, *_ in chance.sample(documents, FORBIDDEN))
	hidden = [
		EvaluationQuery(f"not {key}", title or text[:80], {}, {key: 1.0})
		for key, title, text in documents
		if key in secret
	]
	before = ask(Case("good"), documents, [*asked, *hidden], mode, secret)
	for case in (*DAMAGES, *HARMLESS):
		if case.model == "other" and mode == "keyword":
			continue
		now = ask(case, documents, [*asked, *hidden], mode, secret)
		yield (
			case.name,
			sum(
				judge(_of(before, [*suite, *hidden]), _of(now, [*suite, *hidden])).is_held for suite in drawn
			),
		)


def read_answers(folder: Path) -> dict[str, str]:
	"""The first answer to each question, where the collection has answers."""
	file = folder / "answers.jsonl"
	rows = map(json.loads, file.read_text("utf-8").splitlines()) if file.exists() else ()
	return {row["id"]: row["answers"][0] for row in rows}


def _of(outcomes: Mapping[str, Outcome], queries: Sequence[EvaluationQuery]) -> dict[str, Outcome]:
	return {query.id: outcomes[query.id] for query in queries}


def ask(
	case: Case,
	documents: list[Document],
	queries: Sequence[EvaluationQuery],
	mode: str,
	secret: frozenset[str],
	first: dict[str, str] | None = None,
) -> dict[str, Outcome]:
	"""Make the index of a case and ask it; ``secret`` documents are shown to nobody, unless the case leaves rights out.

	:param first: is filled with the relevant document of each question that stands first.
	"""
	embedder = (
		(OtherModel() if case.model == "other" else embedder_for("local")) if mode == "hybrid" else None
	)
	kinds = kinds_with(embedder) if embedder else kinds_with()
	settings = BuildSettings(**{**({"backend": HYBRID} if embedder else {}), **case.settings})  # type: ignore[arg-type]
	chance = random.Random(11)
	wanted = [
		WantedInput(key, str(number), title, lambda text=text or title: Content.from_text(text))  # type: ignore[misc]
		for number, (key, title, text) in enumerate(case.texts(documents, chance))
	]
	root = Path(tempfile.mkdtemp(prefix="huf-gate-"))
	try:
		build = run_build(
			root / "index", plan_build(wanted, None, settings, kinds=kinds), settings, kinds=kinds
		).info.path
		if case.damage:
			case.damage(build)
		target = [SearchTarget(source="s", build=build)]
		accept = None if case.shows_all else (lambda hits: [hit.input not in secret for hit in hits])
		found = {}
		for query in queries:
			result = search(
				target, Request(query.text, top_k=CUT, may_be_cut=True), kinds=kinds, accept=accept
			)
			# One whose files are whole is judged by what it finds, and not by an error of this program.
			assert case.damage or not result.skipped, (case.name, result.skipped)
			hits: Sequence[Hit] = result.hits
			found[query.id] = outcome_of(expectation_of(query), hits)
			if first is not None and (relevant := [hit.input for hit in hits if hit.input in query.gains]):
				first[query.id] = relevant[0]
		return found
	finally:
		shutil.rmtree(root, ignore_errors=True)


def expectation_of(query: EvaluationQuery) -> Expectation:
	"""What a test of this question expects."""
	documents = frozenset(query.gains)
	if query.id.startswith("not "):
		return Expectation("Must Not Find", documents)
	if value := query.fields["value"]:
		return Expectation("Must Say", value=value)
	return Expectation("Must Find", documents)


if __name__ == "__main__":
	main()
