"""Where a table begins: the title lines above it and its column names, which may stand in several rows.

Files seldom say it. It shows in how a row is filled, in what kind of values stand below it, and in cells that reach over others.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from huf.engine.extractors.sections import one_line, row_text

HEAD_ROWS = 14
"""Rows of a table that are looked at."""
_MOST_TITLES = 5
_MOST_NAMES = 5
_LONGEST = 200
"""Characters of a title line or a name; what is longer is text."""
_GROUP_TEXT = 4_000
"""Characters that the names of groups take in a header, over all columns."""
_BETWEEN = " · "

_YEAR = re.compile(r"(?:19|20)\d\d(?:\s?[-/–]\s?\d\d(?:\d\d)?(?:-\d\d)?)?\Z")
"""A year, a season, a month or a day as ISO writes it: what may name a column as well as be a value."""
_NUMBER = re.compile(
	r"[-+(−]{0,2}(?:[^\w\s]|[A-Z]{3})?\s?[-+(−]?\s?\d[\d.,'\s%/:-]{0,40}(?:[^\w\s]{1,3}|[A-Z]{3})?\Z"
)
_NOTHING = re.compile(r"[-–—.*/?]{1,3}\Z|n/?a\Z", re.IGNORECASE)
_TRUTH = frozenset({"TRUE", "FALSE"})


@dataclass(slots=True)
class Row:
	"""A row of a table, its cells in their columns."""

	number: int
	texts: list[str]
	"""By column. A cell over several columns is text once; one over several rows in each of them."""
	is_header: bool = False
	"""Whether the file says that it is one of column names."""
	is_hidden: bool = False
	has_only_names: bool = False
	"""Whether the file calls each cell of it a name (of a row or a column)."""
	spans: list[tuple[int, int, str]] = field(default_factory=list)
	"""Columns that a cell to the left reaches over: the first of them, how many, and its text."""
	below: set[int] = field(default_factory=set)
	"""Columns whose cell begins in a row above."""
	down: set[int] = field(default_factory=set)
	"""Columns whose cell reaches down into the next row."""

	@property
	def over(self) -> dict[int, str]:
		"""Each column that a cell to the left reaches over, and its text."""
		return {c: text for first, count, text in self.spans for c in range(first, first + count)}


@dataclass(frozen=True, slots=True)
class Head:
	"""What passages of a table repeat."""

	rows: int = 0
	"""Rows that it takes at the beginning of the table."""
	titles: tuple[str, ...] = ()
	names: str = ""
	"""Column names on one line; those of several rows are joined."""

	@property
	def text(self) -> str:
		"""All of it, in lines."""
		return "\n".join(filter(None, (*self.titles, self.names)))


def head_of(rows: Sequence[Row], *, is_first: bool, is_list: bool = False, has_names: bool = False) -> Head:
	"""The head of a table.

	Args:
		rows: its first ones, at most :data:`HEAD_ROWS`.
		is_first: whether names are expected. Elsewhere a row of texts over rows of texts is only a row.
		is_list: whether a table of one column may begin with its name.
		has_names: whether the first row after titles is taken for names when nothing tells.
	"""
	if is_list and all(len(row.texts) == 1 for row in rows):
		name = one_line(rows[0].texts[0])
		return Head(1, (), name) if len(rows) > 1 and kind_of(name) == "text" else Head()
	start = _count_titles(rows)
	count = _count_names(rows[start:], is_first=is_first)
	if not count and has_names and len(rows) > start + 1 and not _names_its_rows(rows[start:]):
		count = 1
	titles = tuple(title_text(row) for row in rows[:start])
	if not count:
		# Without names only a line above rows that are clearly a table is a title; else it is one of the rows.
		is_table = len(rows) > start + 1 and all(len(_filled(row)) > 1 for row in rows[start:])
		return Head(start, titles) if start and is_table else Head()
	return Head(start + count, titles, row_text(_joined(rows[start : start + count])))


def named_head(rows: Sequence[Row]) -> Head:
	"""The head of a table of which it is known that these rows are its column names."""
	return Head(len(rows), (), row_text(_joined(rows)) if rows else "")


def is_title_line(row: Row) -> bool:
	"""Whether a row is a single short text, which is a title if a table follows."""
	filled = _filled(row)
	if len(filled) != 1 or row.down:
		return False
	text = one_line(row.texts[filled[0]])
	return len(text) <= _LONGEST and kind_of(text) == "text"


def title_text(row: Row) -> str:
	"""What a title line says."""
	return " ".join(filter(None, map(one_line, row.texts)))


def kind_of(text: str) -> str:
	"""``text``, ``year`` (or a season, a month, a day), ``number``, or ``nothing`` for an empty cell or a dash."""
	text = text.strip()
	if not text or _NOTHING.match(text):
		return "nothing"
	if _YEAR.match(text):
		return "year"
	return "number" if text in _TRUTH or _NUMBER.match(text) else "text"


def _filled(row: Row) -> list[int]:
	return [column for column, text in enumerate(row.texts) if text and not text.isspace()]


def _count_titles(rows: Sequence[Row]) -> int:
	width = max((len(_filled(row)) for row in rows), default=0)
	if width < 2:
		return 0
	count = 0
	for row in rows[:_MOST_TITLES]:
		filled = _filled(row)
		# "As of: | 1 March" above a table of more columns is a line about it, too.
		is_note = len(filled) == 2 and width > 3 and row.texts[filled[0]].rstrip().endswith(":")
		is_group = filled and filled[0] > 0 and bool(row.spans)
		if not is_note and (not is_title_line(row) or (is_group and len(rows) > count + 1)):
			break
		count += 1
	return count if count < len(rows) else 0


def _count_names(rows: Sequence[Row], *, is_first: bool) -> int:
	"""How many rows name columns, the first ones; 0 for none."""
	marked = 0
	while marked < len(rows) and _is_marked(rows[marked], rows[marked - 1] if marked else None):
		marked += 1
	if marked:
		return marked
	if len(rows) < 2:
		return 0
	count = _count_levels(rows)
	names = rows[0] if count == 1 else Row(rows[0].number, _joined(rows[:count]))
	if count < len(rows) and _is_names(names, rows[count:], is_first=is_first or count > 1):
		while count < len(rows) - 1 and _is_unit_line(rows[count], rows[count + 1]):
			count += 1
		return count
	return 0


def _is_marked(row: Row, above: Row | None) -> bool:
	"""Whether the file itself calls the row one of names. Names of rows, which stand beside values, are none of columns."""
	if row.is_header:
		return True
	names_rows = above is not None and row.down and not (row.below or row.spans or above.spans)
	return row.has_only_names and len(_filled(row)) > 1 and not names_rows


def _names_its_rows(rows: Sequence[Row]) -> bool:
	"""Whether the rows have their name on the left and no names above: ``Opening hours | 9 to 5``."""
	return all(len(_filled(row)) <= 2 and row.texts[0].rstrip().endswith(":") for row in rows if row.texts)


def _count_levels(rows: Sequence[Row]) -> int:
	"""Of how many rows the column names are, if the first has any."""
	count = 1
	while count < min(len(rows) - 1, _MOST_NAMES):
		upper, lower = rows[count - 1], rows[count]
		below = rows[count + 1]
		if not (
			_reaches_down(upper, lower, below) or _groups(upper, lower, below) or _repeats_names(upper, lower)
		):
			break
		count += 1
	return count


def _reaches_down(upper: Row, lower: Row, below: Row) -> bool:
	"""Whether a cell over several columns makes the next row one of names, too: those of its columns."""
	own = [column for column in _filled(lower) if column not in lower.below]
	if not own or not all(kind_of(lower.texts[column]) in ("text", "year") for column in own):
		return False
	over = upper.over
	grouped = over.keys() | {column - 1 for column in over}
	if grouped.isdisjoint(own) or (len(_filled(upper)) == 1 and _filled(upper)[0] == 0):
		return False
	# What stands below a name that has a column of its own is a value, unless the rows below are of another kind.
	beside = [c for c in own if c not in grouped and c < len(upper.texts) and upper.texts[c].strip()]
	return not beside or any(kind_of(text) == "number" for text in below.texts)


def _groups(upper: Row, lower: Row, below: Row) -> bool:
	"""Whether a row has names of groups over the names in the next, without merged cells: empty ones are beside them."""
	if upper.spans or lower.down:
		return False
	above, names = set(_filled(upper)), set(_filled(lower))
	gaps = {column for column in names - above if above and column > min(above)}
	if not gaps or any(kind_of(upper.texts[c]) not in ("text", "year") for c in above):
		return False
	if any(kind_of(lower.texts[column]) not in ("text", "year") for column in names):
		return False
	only_above = above - names
	if only_above and max(above | names) >= max(_filled(below), default=0):
		# Each column is named in one of both; what is below has values where the lower row has none.
		return bool(only_above & set(_filled(below))) and len(names) > 1
	return len(above) > 1 and 2 * len(above) <= len(names) and len(_filled(below)) > len(above)


def _repeats_names(upper: Row, lower: Row) -> bool:
	"""Whether a program that knows no merged cells has written two rows of names: it repeats what reaches over others.

	``Club | League | League`` over ``Club | Games | Goals``: beside groups both rows say the same.
	"""
	names, lower_names = upper.texts, lower.texts
	kinds = {kind_of(text) for text in lower_names if text.strip()}
	if len(names) != len(lower_names) or not kinds <= {"text", "year"}:
		return False
	grouped = {
		place
		for column in range(1, len(names))
		if names[column] and names[column] == names[column - 1]
		for place in (column - 1, column)
	}
	beside = [column for column in range(len(names)) if column not in grouped]
	return (
		any(names[column] != lower_names[column] for column in grouped)
		# With no name beside the groups only years can be told from values.
		and (any(names[column] for column in beside) or kinds == {"year"})
		and all(names[column] == lower_names[column] for column in beside)
	)


def _is_names(row: Row, below: Sequence[Row], *, is_first: bool) -> bool:
	"""Whether a row names columns: texts, nearly all different, among which years and a series of numbers may be."""
	filled = _filled(row)
	texts = [one_line(row.texts[column]) for column in filled]
	kinds = {column: kind_of(text) for column, text in zip(filled, texts, strict=True)}
	if len(filled) < 2 or any(len(text) > _LONGEST for text in texts):
		return False
	years = [column for column, kind in kinds.items() if kind == "year"]
	numbers = [column for column, kind in kinds.items() if kind == "number"]
	if numbers and not _is_series([row.texts[column] for column in numbers]):
		return False
	# A line in between, such as the unit or the name of a part of the table, tells nothing of the columns.
	under = next((other.texts for other in below if len(_filled(other)) > 1), below[0].texts)
	others = {column: kind_of(under[column]) if column < len(under) else "nothing" for column in filled}
	if "text" not in kinds.values() and (0 in kinds or kind_of(under[0]) != "text"):
		return False
	if years and all(others[column] == "year" for column in years):
		return False  # a row of values like the one below it
	if numbers and all(under[c : c + 1] == row.texts[c : c + 1] for c in numbers):
		return False
	if len(set(texts)) < max(2, 2 * len(texts) / 3):
		return False
	if is_first:
		return True
	return any(kind_of(t) in ("number", "year") for c, t in enumerate(under) if c not in years)


def _is_series(texts: list[str]) -> bool:
	"""Whether numbers count on: the innings of a game, the weeks of a plan."""
	if len(texts) < 3 or not all(text.isdecimal() and len(text) < 4 for text in texts):
		return False
	first = int(texts[0])
	return first in (0, 1) and [int(text) for text in texts] == list(range(first, first + len(texts)))


def _is_unit_line(row: Row, below: Row) -> bool:
	"""Whether a row under the names says in what they are: ``(in millions)``, or nothing but units in brackets."""
	filled = _filled(row)
	if not filled or filled[0] == 0 or not below.texts or not below.texts[0].strip():
		return False
	texts = [one_line(row.texts[column]) for column in filled]
	return all(text.startswith("(") and text.endswith(")") and kind_of(text) == "text" for text in texts)


def _joined(rows: Sequence[Row]) -> list[str]:
	"""The name of each column; of several rows from top to bottom: ``List price · EUR``."""
	width = max(max((len(row.texts) - 1, *row.over)) for row in rows) + 1
	names: list[list[str]] = [[] for _ in range(width)]
	left = _GROUP_TEXT
	for level, row in enumerate(rows):
		lower = rows[level + 1 :]
		group, over = "", row.over
		for column in range(width):
			own = one_line(row.texts[column]) if column < len(row.texts) else ""
			text = own or one_line(over.get(column, ""))
			if own:
				group = own
			elif not text and not over and any(len(r.texts) > column and r.texts[column] for r in lower):
				text = group  # an empty cell beside the name of a group, over a name
			if not own:
				left -= len(text)
				text = text if left > 0 else ""
			if text and text not in names[column][-1:]:
				names[column].append(text)
	return [_BETWEEN.join(parts) for parts in names]
