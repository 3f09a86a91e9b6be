"""How much of what a question finds is found when it stands in a mail: ``python -m benchmarks.mails COLLECTION...``

Each question of a collection (``corpus.jsonl``, ``queries.jsonl``, ``qrels.tsv``) is asked bare and inside of a mail of its language
(`templates.py`). *tuning* are the mails that the rules and constants of ``huf/engine/asking.py`` were chosen by, *held out* the others.
nDCG@10 by words, and with the local embedder; p of a paired randomisation test, two-sided.
"""

import argparse
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.mails.templates import HELD_OUT, TUNING
from benchmarks.measure import machine, table
from benchmarks.quality.collection import Collection, evenly, ndcg
from huf.engine.embedding.local import LocalEmbedder
from huf.local.quality.comparison import paired_p
from huf.local.quality.evaluation import EvaluationQuery, collections_in

HALVES = {"tuning": TUNING, "held out": HELD_OUT}


def mails(
	queries: Sequence[EvaluationQuery], templates: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[EvaluationQuery, int, str]]:
	"""Each question in a language that has templates, and a mail around it, always the same one, with its number."""
	for language, ways in templates.items():
		same = [query for query in queries if query.fields.get("lang", "en") == language]
		for number, query in enumerate(same):
			way = number % len(ways)
			other = same[(number + 1) % len(same)]
			yield query, way, ways[way].format(question=_sentence(query.text), other=_sentence(other.text))


def _sentence(text: str) -> str:
	"""``text`` as one writes it in a mail: from a capital to a full stop."""
	return text[:1].upper() + text[1:] + ("" if text.rstrip()[-1:] in ".?!" else ".")


def rows(collection: Collection, half: str, by_template: bool) -> Iterator[list[str]]:
	"""What is found by the bare questions and by mails around them, of all mails or of those of each template."""
	asked = list(mails(collection.queries, HALVES[half]))
	if not asked:
		return  # its questions are in other languages
	bare = [ndcg(query, collection.asked(query.text)) for query, _, _ in asked]
	mailed = [ndcg(query, collection.asked(text)) for query, _, text in asked]
	groups = [f"{query.fields.get('lang', 'en')} {way + 1}" for query, way, _ in asked]
	for group in sorted(set(groups)) if by_template else [""]:
		of = [place for place, one in enumerate(groups) if group in ("", one)]
		differences = [mailed[place] - bare[place] for place in of]
		name = f"{collection.name} {half} {group}".strip()
		figures = fmean(bare[place] for place in of), fmean(mailed[place] for place in of), fmean(differences)
		yield [name, str(len(of)), *(f"{value:.3f}" for value in figures), f"{paired_p(differences):.3f}"]


def main() -> None:
	"""Measure and print."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--half", choices=tuple(HALVES), action="append")
	parser.add_argument("--queries", type=int, default=0, help="of each collection, evenly spaced; 0: all")
	parser.add_argument("--hybrid", action="store_true", help="with the local embedder")
	parser.add_argument("--by-template", action="store_true")
	options = parser.parse_args()
	found: list[list[str]] = []
	with tempfile.TemporaryDirectory(prefix="huf-mails-") as workspace:
		for folder in collections_in(options.collections):
			embedder = LocalEmbedder() if options.hybrid else None
			collection = Collection(folder, Path(workspace), embedder=embedder)
			spoken = [query for query in collection.queries if query.fields.get("lang", "en") in TUNING]
			collection.queries = evenly(spoken, options.queries)
			for half in options.half or HALVES:
				found += rows(collection, half, options.by_template)
	print(table(["collection", "mails", "bare", "in a mail", "difference", "p"], found))
	print(f"\nnDCG@10, {'hybrid with the local embedder' if options.hybrid else 'words'}; {machine()}")


if __name__ == "__main__":
	main()
