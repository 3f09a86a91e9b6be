"""How many questions about a cell are answered by the first passage: ``python -m benchmarks.tables.answers FOLDER...``

FOLDER is a checkout of WikiTableQuestions, TAT-QA or FeTaQA; their data are not shipped. Real tables and questions are picked by a
seed (`table_questions.py`), written as files of each format in four shapes (`table_files.py`), and indexed with the local embedder,
an index for each format. A question is asked of its own file, as people ask who have it open, and of all files. It is answered when
the passage has the row, with the cell that the question names and the cell that answers it, and all names of the column.

What is not answered has one of two reasons, and both are shown: no passage of the file has all that (the reader's fault), or
one has, and another came first (the search's). *Title* counts the passages with the row that say what stands above the column names.
"""

import argparse
import logging
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import machine, table
from benchmarks.tables.files import FORMATS, GROUPS, SHAPES, TYPED, group_start, latin, value_of
from benchmarks.tables.questions import Question, Table, pick
from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.content import Content
from huf.engine.extractors import extract
from huf.engine.filters.parsing import parse_filters
from huf.engine.indexing import BuildSettings
from huf.engine.search import Request
from huf.local.index import LocalIndex
from huf.local.making import IndexOptions

FIRST = 3


@dataclass(frozen=True, slots=True)
class Wanted:
	"""What a passage must say to answer a question, in the words of one format."""

	question: str
	file: str
	shape: str
	answer: str
	key: str
	names: tuple[str, ...]
	title: str

	def has_row(self, text: str) -> bool:
		"""Whether a line has both cells; that of a PDF may be broken into lines."""
		answer, key = _folded(self.answer), _folded(self.key)
		if self.file.endswith(".pdf"):
			return answer in _folded(text) and key in _folded(text)
		lines = ([_folded(cell) for cell in line.split(" | ")] for line in text.splitlines())
		return any(answer in cells and key in cells for cells in lines)

	def has_names(self, text: str) -> bool:
		"""Whether each name of the answer's column is there."""
		return all(_folded(name) in _folded(text) for name in self.names)

	def is_answered(self, text: str) -> bool:
		"""Whether the passage answers the question."""
		return self.has_row(text) and self.has_names(text)


def wanted_of(source: Table, asked: Question, shape: str, kind: str, file: str) -> Wanted:
	"""``asked`` of the file that ``source`` was written to."""

	def written(text: str) -> str:
		return latin(text) if kind == "pdf" else text

	def shown(column: int) -> str:
		text = source.rows[asked.row][column]
		return value_of(text).shown if kind in TYPED else written(text)

	names = [written(row[asked.column]) for row in source.names if row[asked.column]]
	if shape == "grouped" and (cut := group_start(source)) and asked.column:
		names.append(GROUPS[asked.column >= cut])
	title = (source.title or "Annual report") if shape == "titled" else ""
	return Wanted(
		asked.text, file, shape, shown(asked.column), shown(asked.key), tuple(names), written(title)
	)


def write_files(tables: Sequence[Table], kind: str, folder: Path) -> list[Wanted]:
	"""Write each table as a file of one format; what is then asked of them."""
	asked: list[Wanted] = []
	for number, source in enumerate(tables):
		shape = SHAPES[number % len(SHAPES)]
		file = f"{number:03}.{kind}"
		(folder / file).write_bytes(FORMATS[kind](source, shape))
		asked.extend(wanted_of(source, question, shape, kind, file) for question in source.questions)
	return asked


def passages_of(file: Path) -> list[str]:
	"""All passages that a file is cut into, as they are shown."""
	sections = extract(Content(file.name, path=file)).sections
	chunks = chunk_sections(sections, ChunkSettings())
	return [f"{chunk.header}\n{chunk.text}" for chunk in chunks]


def measure(tables: Sequence[Table], kind: str) -> Iterator[tuple[Wanted, Counter[str]]]:
	"""For each question what is true of it."""
	with tempfile.TemporaryDirectory(prefix="huf-tables-") as place:
		folder, index = Path(place) / "files", LocalIndex(Path(place) / "index")
		folder.mkdir()
		asked = write_files(tables, kind, folder)
		report = index.update(folder, BuildSettings(), options=IndexOptions(embedder="local"))
		for failed in report.not_searchable:
			print(f"{failed.key}: not searchable")
		passages = {file: passages_of(folder / file) for file in {wanted.file for wanted in asked}}
		for wanted in asked:
			rows = [text for text in passages[wanted.file] if wanted.has_row(text)]
			whole = [text for text in rows if wanted.has_names(text)]
			said = Counter(asked=1, rows=bool(rows), read=bool(whole))
			if wanted.title:
				said.update(titled=1, title=any(_folded(wanted.title) in _folded(text) for text in rows))
			for name, filters in (("own", {"inputs": [wanted.file]}), ("all", {})):
				request = Request(
					wanted.question, top_k=FIRST, filters=parse_filters(filters), may_be_cut=True
				)
				hits = index.search(request).hits
				right = [hit.input == wanted.file and wanted.is_answered(hit.text) for hit in hits]
				said.update({f"{name} first": any(right[:1]), f"{name} three": any(right)})
			yield wanted, said


def _share(said: Counter[str], name: str, of: str = "asked") -> str:
	return f"{100 * said[name] / said[of]:.1f}" if said[of] else "–"


def rows_of(found: Iterable[tuple[str, Counter[str]]]) -> Iterator[list[str]]:
	"""A line for each format or shape."""
	for name, said in found:
		not_first = said["read"] - said["own first"]
		yield [
			name,
			str(said["asked"]),
			_share(said, "own first"),
			_share(said, "own three"),
			_share(said, "all first"),
			_share(said, "all three"),
			f"{100 * (said['asked'] - said['read']) / said['asked']:.1f}",
			f"{100 * not_first / said['asked']:.1f}",
			_share(said, "rows"),
			_share(said, "title", "titled"),
		]


def _folded(text: str) -> str:
	return " ".join(text.casefold().split())


def main() -> None:
	"""Measure, and print a table by format and one by shape."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("folders", nargs="+", type=Path)
	parser.add_argument("--tables", type=int, default=40, help="at least so many")
	parser.add_argument("--questions", type=int, default=300, help="at least so many")
	parser.add_argument("--formats", default=",".join(FORMATS), help="with commas between")
	parser.add_argument("--failed", action="store_true", help="print the questions that the reader fails")
	options = parser.parse_args()
	tables = pick(options.folders, options.tables, options.questions)
	count = sum(len(one.questions) for one in tables)
	if not count:
		parser.error("no tables with questions in these folders")
	sizes = sorted(len(one.rows) for one in tables)
	print(
		f"{count} questions about {len(tables)} tables of {sizes[0]} to {sizes[-1]} rows (median "
		f"{sizes[len(sizes) // 2]}); {machine()}\n"
	)
	formats: dict[str, Counter[str]] = {}
	shapes: dict[str, Counter[str]] = {}
	for kind in options.formats.split(","):
		for wanted, said in measure(tables, kind):
			formats.setdefault(kind, Counter()).update(said)
			shapes.setdefault(wanted.shape, Counter()).update(said)
			if options.failed and not said["read"]:
				print(
					f"{wanted.file} ({wanted.shape}): {wanted.names} | {wanted.key} | {wanted.answer} | row {said['rows']}"
				)
	head = ["", "questions", "first", "of three", "first of all files", "of three of all files"]
	head += ["reader's fault", "search's fault", "row read", "title"]
	total = sum(formats.values(), Counter())
	print(table(head, rows_of([*formats.items(), ("all", total)])) + "\n")
	print(table(head, rows_of(shapes.items())))


if __name__ == "__main__":
	# What libraries say of damaged files would drown the tables.
	logging.disable(logging.CRITICAL)
	main()
