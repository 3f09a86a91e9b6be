"""What may summaries of long documents bring, and what do they cost a search? Without a model: sentences of the text stand for its summaries.

    python -m benchmarks.ranking.summaries COLLECTION... [--mode keyword|hybrid] [--questions N] [--join SIGNS]

Each COLLECTION is a folder with ``corpus.jsonl``, ``queries.jsonl`` and ``qrels.tsv``. It is indexed without summaries, and with some that
are made of the text itself: of each part of a long document the first sentences of its passages in turn, as many words as a model may
write; of the whole the beginnings of these. So what is measured is the mechanism (whether passages that stand for a summary push out better
ones), and not what a model adds by words of its own. ``--join`` makes one document of all whose ids begin alike up to these signs, each a
section under its title: a question's right answer is then any passage of its section.

A question's figure is nDCG@10 of documents; where ``answers.jsonl`` has the strings that answer it, or documents are joined, the reciprocal
rank, among ten hits, of the first passage that holds one, or that stands in the right section. Differences have a paired randomisation test.
"""

import argparse
import json
import random
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from benchmarks.measure import machine, table
from benchmarks.ranking.headers import TOP, first_answer, ndcg, read_answers
from huf.engine.backends.base import Mode
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.builds import plan_build, read_inputs, run_build
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.enrichment import Asked, Enricher
from huf.engine.enrichment.summarizing import summary_key_of
from huf.engine.indexing import BuildSettings
from huf.engine.search import Request, SearchTarget, search
from huf.engine.types import Hit, WantedInput
from huf.local.kinds import kinds_with
from huf.local.quality.comparison import paired_p
from huf.local.quality.evaluation import EvaluationQuery, read_queries, read_texts

WORDS = 120
"""Of a summary: what a model is allowed."""
NAME = "sentences of the text"


@dataclass(frozen=True, slots=True)
class Document:
	"""A text, and where the sections that were joined to it begin."""

	key: str
	title: str
	text: str
	starts: tuple[int, ...] = ()
	sections: tuple[str, ...] = ()

	def section_at(self, start: int) -> str:
		"""The id of the section that holds this character; its own key where nothing was joined."""
		if not self.sections:
			return self.key
		return self.sections[max(0, bisect_right(self.starts, start) - 1)]


def documents(folder: Path, join: str) -> dict[str, Document]:
	"""The documents of a collection by key, joined where that is asked for."""
	texts = [(key, title, text or title) for key, title, text in read_texts(folder)]
	if not join:
		return {key: Document(key, title, text) for key, title, text in texts}
	found = {}
	texts.sort(key=lambda one: one[0].partition(join)[0])
	for name, group in groupby(texts, key=lambda one: one[0].partition(join)[0]):
		whole, starts, sections = "", [], []
		for key, title, text in group:
			starts.append(len(whole))
			sections.append(key)
			whole += f"# {title}\n\n{text}\n\n"
		found[name] = Document(name, name, whole, tuple(starts), tuple(sections))
	return found


def stand_in(requests: Sequence[list[dict[str, str]]], _answer_tokens: int) -> Asked:
	"""What is answered in place of a model: sentences of what it was given."""
	answers: list[str | None] = []
	for messages in requests:
		asked = json.loads(messages[-1]["content"])
		texts = asked.get("summaries") or asked["text"].split("\n\n")
		answers.append(json.dumps({"summary": " ".join(_first_sentences(texts))}))
	return Asked(answers)


def _first_sentences(texts: Sequence[str]) -> Iterator[str]:
	"""The first sentence of each, as many as there is room for, spread over all of them."""
	firsts = [" ".join(text.split()).partition(". ")[0].strip("# ") for text in texts]
	firsts = [first for first in firsts if len(first.split()) > 3]
	mean = sum(len(first.split()) for first in firsts) / max(len(firsts), 1)
	step = max(1, round(len(firsts) * mean / WORDS))
	for first in firsts[::step]:
		# Braces end the object that an answer is.
		yield first.replace("{", "").replace("}", "").removesuffix(".") + "."


Figure = Callable[[Sequence[Hit], EvaluationQuery], float]


def figures(
	folder: Path,
	texts: dict[str, Document],
	queries: Sequence[EvaluationQuery],
	figure: Figure,
	mode: Mode,
	*,
	with_summaries: bool,
) -> tuple[list[float], int, int]:
	"""The figure of each query, how many summaries the index has, and how many hits were found by one."""
	kinds = kinds_with(embedder_for("local"))
	settings = BuildSettings(
		backend=HYBRID if mode == "hybrid" else BuildSettings().backend,
		summaries=summary_key_of(NAME) if with_summaries else "",
	)
	wanted = [
		WantedInput(
			one.key,
			str(number),
			one.title,
			lambda text=one.text: Content.from_text(text, "text.md"),  # type: ignore[misc]
		)
		for number, one in enumerate(texts.values())
	]
	with tempfile.TemporaryDirectory(prefix="huf-summaries-") as workspace:
		enricher = Enricher(NAME, Path(workspace), stand_in, lines=False, summaries=with_summaries)
		plan = plan_build(wanted, None, settings, kinds=kinds)
		build = run_build(Path(workspace), plan, settings, kinds=kinds, enricher=enricher).info.path
		summaries = sum(item.summaries for item in read_inputs(build, kinds=kinds).values())
		found, led = [], 0
		for query in queries:
			request = Request(query.text, top_k=TOP * 5, mode=mode, may_be_cut=True)
			hits = search([SearchTarget(folder.name, build)], request, kinds=kinds).hits
			led += sum(bool(hit.summary_of) for hit in hits[:TOP])
			found.append(figure(hits, query))
	return found, summaries, led


def figure_of(texts: dict[str, Document], answers: dict[str, list[str]]) -> Figure:
	"""How hits are judged in this collection."""
	if any(one.sections for one in texts.values()):

		def in_section(hits: Sequence[Hit], query: EvaluationQuery) -> float:
			for rank, hit in enumerate(hits[:TOP], 1):
				if texts[hit.input].section_at(hit.start) in query.gains:
					return 1 / rank
			return 0.0

		return in_section
	if answers:
		return lambda hits, query: first_answer(hits, query, answers[query.id])
	return ndcg


def main() -> None:
	"""Measure each collection without summaries and with them."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--mode", choices=["keyword", "hybrid"], default="hybrid")
	parser.add_argument("--questions", type=int, default=700)
	parser.add_argument(
		"--join", default="", help="one document of all whose ids are the same up to these signs"
	)
	options = parser.parse_args()
	print(machine() + "\n")
	rows = []
	for folder in options.collections:
		answers = read_answers(folder)
		texts = documents(folder, options.join)
		queries = [query for query in read_queries(folder) if not answers or query.id in answers]
		queries = random.Random(7).sample(queries, min(options.questions, len(queries)))
		figure = figure_of(texts, answers)
		before, *_ = figures(folder, texts, queries, figure, options.mode, with_summaries=False)
		after, made, led = figures(folder, texts, queries, figure, options.mode, with_summaries=True)
		differences = [one - other for one, other in zip(after, before, strict=True)]
		better, worse = sum(one > 0 for one in differences), sum(one < 0 for one in differences)
		means = [f"{sum(each) / len(queries):.3f}" for each in (before, after)]
		change = f"{sum(differences) / len(queries):+.4f}"
		name, by_one = f"{folder.name}, {options.mode}", f"{led / len(queries):.1f}"
		p_value = f"{paired_p(differences):.3f}"
		row = [name, str(len(queries)), str(made), by_one, *means, change, p_value, f"{better} / {worse}"]
		rows.append(row)
		print(" ".join(rows[-1]), flush=True)
	columns = ["collection", "questions", "summaries", "of ten hits by one", "without", "with", "difference"]
	print("\n" + table([*columns, "p", "better / worse"], rows))


if __name__ == "__main__":
	main()
