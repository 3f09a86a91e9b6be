"""Makes a collection for ``huf evaluate`` of files in the form of SQuAD, as questions in many languages are published.

    python -m benchmarks.ranking.squad_collection FILE... FOLDER [--queries N]

Each paragraph is a document with the title of its article; each question has the paragraph that it was asked about. FOLDER gets ``corpus.jsonl``,
``queries.jsonl`` and ``qrels.tsv``. Questions without an answer in their paragraph are left out; of those that are left N are taken, evenly spaced.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.quality.collection import evenly


class Question(NamedTuple):
	"""A question, and the number of the paragraph that answers it."""

	text: str
	paragraph: int


def main() -> None:
	"""Read all files, write one collection, and say how large it is."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
	parser.add_argument("folder", type=Path, metavar="FOLDER")
	parser.add_argument("--queries", type=int, default=0, help="at most; 0: all")
	options = parser.parse_args()
	paragraphs, questions = read(options.files)
	write(options.folder, paragraphs, evenly(questions, options.queries))
	print(f"{options.folder}: {len(paragraphs)} documents")


def read(files: Sequence[Path]) -> tuple[list[tuple[str, str]], list[Question]]:
	"""The paragraphs of all files, each once, as pairs of title and text, and their questions."""
	numbers: dict[tuple[str, str], int] = {}
	questions: dict[Question, None] = {}
	for file in files:
		for title, paragraph in _paragraphs(json.loads(file.read_text("utf-8"))):
			number = numbers.setdefault((title, paragraph["context"].strip()), len(numbers))
			for asked in paragraph["qas"]:
				if asked.get("answers") and not asked.get("is_impossible") and asked["question"].strip():
					questions[Question(asked["question"].strip(), number)] = None
	return list(numbers), list(questions)


def write(folder: Path, paragraphs: Sequence[tuple[str, str]], questions: Sequence[Question]) -> None:
	"""Write the three files of a collection."""
	folder.mkdir(parents=True, exist_ok=True)
	rows = [{"id": f"d{n}", "title": title, "text": text} for n, (title, text) in enumerate(paragraphs)]
	_write_lines(folder / "corpus.jsonl", (json.dumps(row, ensure_ascii=False) for row in rows))
	asked = [{"id": f"q{number}", "text": one.text} for number, one in enumerate(questions)]
	_write_lines(folder / "queries.jsonl", (json.dumps(row, ensure_ascii=False) for row in asked))
	judged = (f"q{number}\td{one.paragraph}\t1" for number, one in enumerate(questions))
	_write_lines(folder / "qrels.tsv", judged)


def _paragraphs(content: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
	for article in content["data"]:
		for paragraph in article["paragraphs"]:
			yield article.get("title", "").replace("_", " "), paragraph


def _write_lines(file: Path, lines: Iterator[str]) -> None:
	file.write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
	main()
