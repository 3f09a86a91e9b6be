"""Real tables and questions about single cells of them, picked by a seed: WikiTableQuestions, TAT-QA, FeTaQA.

A question is taken when its answer stands in one column only and its own words name the row: another cell of that row, and of no
other row with the answer. So it asks what a person looks up, not what somebody has to count or compare.
"""

import csv
import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_FEWEST_ROWS, _MOST_ROWS, _MOST_COLUMNS = 4, 400, 14
_LARGE = 20
"""Rows from which on a table hardly fits into one passage; such tables are taken first."""
_SHORTEST_KEY = 3


@dataclass(frozen=True, slots=True)
class Question:
	"""What is asked, where the answer stands, and by which cell of its row the question names it."""

	text: str
	row: int
	column: int
	key: int


@dataclass(slots=True)
class Table:
	"""A table as people see it: texts without line ends."""

	origin: str
	title: str
	names: list[list[str]]
	"""Rows of the header, top to bottom; an empty text where nothing is written."""
	rows: list[list[str]]
	questions: list[Question] = field(default_factory=list)


def pick(folders: Iterable[Path], tables: int, questions: int, each: int = 6) -> list[Table]:
	"""At least ``tables`` tables and ``questions`` questions if there are so many, at most ``each`` of one table."""
	found: list[Table] = []
	for folder in folders:
		for read in (_wiki_tables, _financial_tables, _described_tables):
			found.extend(table for table in read(folder) if table.questions)
	draw = random.Random(11)
	found.sort(key=lambda table: (table.origin, table.title, table.questions[0].text))
	draw.shuffle(found)
	by_origin: dict[str, list[Table]] = {}
	for table in found:
		table.questions = draw.sample(table.questions, min(each, len(table.questions)))
		by_origin.setdefault(table.origin, []).append(table)
	for group in by_origin.values():
		# Large ones first: small ones fit into a passage whole, and prove little.
		group.sort(key=lambda table: len(table.rows) < _LARGE)
	picked: list[Table] = []
	asked = 0
	while any(by_origin.values()) and (len(picked) < tables or asked < questions):
		for group in by_origin.values():
			if group and (len(picked) < tables or asked < questions):
				picked.append(group.pop(0))
				asked += len(picked[-1].questions)
	return picked


def _wiki_tables(folder: Path) -> Iterator[Table]:
	asked: dict[str, list[tuple[str, str]]] = {}
	for file in sorted(folder.glob("data/pristine-unseen-tables.tsv")):
		for line in file.read_text("utf-8").splitlines()[1:]:
			_, text, place, answer = line.split("\t")[:4]
			asked.setdefault(place, []).append((text, answer.replace("\\p", "|").replace("\\n", " ")))
	for place, questions in asked.items():
		file = folder / place
		about = folder / place.replace("csv", "page").replace(".page", ".json")
		if not file.exists() or not about.exists():
			continue
		with file.open(encoding="utf-8", newline="") as stream:
			rows = [
				[_plain(cell) for cell in row]
				for row in csv.reader(stream, escapechar="\\", doublequote=False)
			]
		title = json.loads(about.read_text("utf-8"))["title"]
		if table := _table("WikiTableQuestions", title, rows[:1], rows[1:]):
			for text, answer in questions:
				_ask(table, text, answer)
			yield table


def _financial_tables(folder: Path) -> Iterator[Table]:
	for file in sorted(folder.glob("dataset_raw/tatqa_dataset_dev.json")):
		for entry in json.loads(file.read_text("utf-8")):
			rows = [[_plain(cell) for cell in row] for row in entry["table"]["table"]]
			# These tables have their column names in the rows whose first cell is empty, or in the first row.
			count = next((n for n, row in enumerate(rows) if row[0]), 0) or 1
			if table := _table("TAT-QA", "", rows[:count], rows[count:]):
				for question in entry["questions"]:
					if question["answer_type"] == "span" and len(question["answer"]) == 1:
						_ask(table, question["question"], question["answer"][0])
				yield table


def _described_tables(folder: Path) -> Iterator[Table]:
	for file in sorted(folder.glob("data/fetaQA-v1_dev.jsonl")):
		for line in file.read_text("utf-8").splitlines():
			entry = json.loads(line)
			rows = [[_plain(cell) for cell in row] for row in entry["table_array"]]
			title = f"{entry['table_page_title']}: {entry['table_section_title']}"
			if not (table := _table("FeTaQA", title, rows[:1], rows[1:])):
				continue
			said, text = entry["answer"].casefold(), entry["question"]
			marked = {tuple(place) for place in entry["highlighted_cell_ids"] if place[0] > 0}
			cells = {rows[r][c] for r, c in marked if c < len(rows[r])}
			answers = [c for c in cells if len(c) > 1 and c.casefold() in said and not _names(text, c)]
			if len(answers) == 1:
				_ask(table, text, answers[0])
				yield table


def _table(origin: str, title: str, names: list[list[str]], rows: list[list[str]]) -> Table | None:
	width = len(names[0]) if names else 0
	if not (_FEWEST_ROWS <= len(rows) <= _MOST_ROWS and 2 <= width <= _MOST_COLUMNS):
		return None
	if any(len(row) != width for row in [*names, *rows]) or not all(any(row) for row in names):
		return None
	return Table(origin, title, names, rows)


def _ask(table: Table, text: str, answer: str) -> None:
	answer = _plain(answer)
	places = [(r, c) for r, row in enumerate(table.rows) for c, cell in enumerate(row) if cell == answer]
	if not answer or len({column for _, column in places}) != 1 or _names(text, answer):
		return
	column = places[0][1]
	if not any(row[column] for row in table.names):
		return  # what has no name cannot be found with it
	named = [
		(r, c)
		for r, _ in places
		for c, cell in enumerate(table.rows[r])
		if c != column and _names(text, cell)
	]
	if len({row for row, _ in named}) == 1:
		row, key = max(named, key=lambda place: len(table.rows[place[0]][place[1]]))
		table.questions.append(Question(text, row, column, key))


def _names(text: str, cell: str) -> bool:
	"""Whether a question has a cell's text in it, as words."""
	if len(cell) < _SHORTEST_KEY or not re.search(r"\w", cell):
		return False
	return bool(re.search(rf"(?<!\w){re.escape(cell.casefold())}(?!\w)", text.casefold()))


def _plain(text: Any) -> str:
	return " ".join(str(text).replace("|", "/").split())
