"""The numbers that Word sets before paragraphs: no text of the file has them, and every reader of the page sees them.

A paragraph names a numbering and a level (ECMA-376, part 1, 17.9), by itself or by its style. People quote what comes out:
“clause 4.2 (b)”.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from huf.engine.extractors.numerals import BULLET, chinese, repeated_letter, roman

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LEVELS = 9
_LONGEST_TEXT = 100
"""Characters of what a level writes around its numbers."""
_MOST_STYLES = 20
"""Styles that are based on each other, and numberings that are lent from styles."""
_PLACE = re.compile(r"%([1-9])")
_CHINESE = frozenset(
	("chineseCounting", "chineseCountingThousand", "chineseLegalSimplified", "ideographDigital", "japaneseCounting",
	"taiwaneseCounting", "taiwaneseCountingThousand", "koreanCounting", "koreanDigital")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Level:
	start: int = 1
	kind: str = "decimal"
	text: str = ""
	restarts_after: int | None = None
	"""The level, from 1, whose next number begins this one anew; None for any that is above it, 0 for none."""
	is_legal: bool = False
	"""All numbers are written in digits."""
	gap: str = " "


@dataclass(slots=True)
class _Numbering:
	"""What all paragraphs of one numbering share: its levels, and how far they have come."""

	levels: dict[int, _Level] = field(default_factory=dict)
	level_of_style: dict[str, int] = field(default_factory=dict)
	reached: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Instance:
	"""A numbering as paragraphs name it; what it begins anew itself is begun once."""

	shared: _Numbering
	levels: dict[int, _Level]
	begins_at: dict[int, int]


class ListNumbers:
	"""Asked for each paragraph of a document once, in their order, also for those that are empty: these count."""

	def __init__(self, document: Any, styles: Mapping[str, Any]) -> None:
		"""``styles``: those of the document, by their ids."""
		self._styles = styles
		self._named_by: dict[str, tuple[str, int | None]] = {}
		roots = (
			relation.target_part.element
			for relation in document.part.rels.values()
			if not relation.is_external and relation.reltype.endswith("/numbering")
		)
		root = next(roots, None)
		self._instances = _instances(root, styles) if root is not None else {}

	def of(self, paragraph: Any) -> str:
		"""What stands before the text: a number with the space behind it, :data:`BULLET`, or nothing."""
		named, depth = self._numbering_of(paragraph)
		instance = self._instances.get(named)
		if instance is None:
			return BULLET if named not in ("", "0") else ""
		style = _value(paragraph.find(f"{_W}pPr/{_W}pStyle"))
		if depth is None:
			depth = instance.shared.level_of_style.get(style, 0)
		level = instance.levels.get(depth)
		return _counted(instance, level, depth) if level is not None else ""

	def _numbering_of(self, paragraph: Any) -> tuple[str, int | None]:
		"""Its number and the level in it, which is None where the numbering tells it by the style."""
		by_style = self._of_style(_value(paragraph.find(f"{_W}pPr/{_W}pStyle")))
		own = paragraph.find(f"{_W}pPr/{_W}numPr")
		if own is None:
			return by_style
		named = own.find(f"{_W}numId")
		depth = _level_number(own.find(f"{_W}ilvl"))
		if named is None:
			return by_style[0], depth if depth is not None else by_style[1]
		return _value(named), depth or 0

	def _of_style(self, style_id: str) -> tuple[str, int | None]:
		if style_id not in self._named_by:
			self._named_by[style_id] = next(_numberings(style_id, self._styles), ("", None))
		return self._named_by[style_id]


def _numberings(style_id: str, styles: Mapping[str, Any]) -> Iterator[tuple[str, int | None]]:
	"""What a style and those that it is based on say of a numbering."""
	style = styles.get(style_id)
	for _ in range(_MOST_STYLES):
		if style is None:
			return
		said = style.find(f"{_W}pPr/{_W}numPr")
		if said is not None and said.find(f"{_W}numId") is not None:
			yield _value(said.find(f"{_W}numId")), _level_number(said.find(f"{_W}ilvl"))
		style = styles.get(_value(style.find(f"{_W}basedOn")))


def _counted(instance: _Instance, level: _Level, depth: int) -> str:
	reached = instance.shared.reached
	if (begins := instance.begins_at.pop(depth, None)) is not None:
		reached[depth] = begins
	else:
		reached[depth] = reached[depth] + 1 if depth in reached else level.start
	for deeper in [other for other in reached if other > depth]:
		other = instance.levels.get(deeper, _Level())
		if other.restarts_after is None or depth < other.restarts_after:
			del reached[deeper]
	if level.kind == "bullet":
		return BULLET

	def number(found: re.Match[str]) -> str:
		meant = int(found[1]) - 1
		its_own = instance.levels.get(meant, _Level())
		kind = "decimal" if level.is_legal and its_own.kind != "none" else its_own.kind
		return _written(reached.get(meant, its_own.start), kind)

	text = _PLACE.sub(number, level.text).strip()
	return text + level.gap if text else ""


def _written(number: int, kind: str) -> str:
	if kind in ("none", "bullet"):
		return ""
	if kind in ("lowerLetter", "upperLetter"):
		letters = repeated_letter(number)
		return letters if kind == "lowerLetter" else letters.upper()
	if kind in ("lowerRoman", "upperRoman"):
		return roman(number) if kind == "lowerRoman" else roman(number).upper()
	if kind == "decimalZero":
		return f"{number:02d}"
	return chinese(number) if kind in _CHINESE else str(number)


def _instances(root: Any, styles: Mapping[str, Any]) -> dict[str, _Instance]:
	abstract = {found.get(f"{_W}abstractNumId", ""): found for found in root.findall(f"{_W}abstractNum")}
	numbers = {found.get(f"{_W}numId", ""): found for found in root.findall(f"{_W}num")}
	shared: dict[str, _Numbering] = {}
	instances = {}
	for named, number in numbers.items():
		of = _lender(_value(number.find(f"{_W}abstractNumId")), abstract, numbers, styles)
		if of not in abstract:
			continue
		if of not in shared:
			shared[of] = _numbering(abstract[of])
		levels, begins_at = dict(shared[of].levels), {}
		for override in number.findall(f"{_W}lvlOverride"):
			depth = _level_number(override)
			if depth is None:
				continue
			if (level := override.find(f"{_W}lvl")) is not None:
				levels[depth] = _level(level)
			begins = override.find(f"{_W}startOverride")
			if begins is not None:
				begins_at[depth] = _number(begins, 1)
				levels[depth] = replace(levels.get(depth, _Level()), start=begins_at[depth])
		instances[named] = _Instance(shared[of], levels, begins_at)
	return instances


def _lender(
	of: str, abstract: Mapping[str, Any], numbers: Mapping[str, Any], styles: Mapping[str, Any]
) -> str:
	"""The numbering whose levels are meant: a style of lists lends its own to others."""
	for _ in range(_MOST_STYLES):
		found = abstract.get(of)
		link = found.find(f"{_W}numStyleLink") if found is not None else None
		if link is None:
			return of
		named = next(_numberings(_value(link), styles), ("", None))[0]
		number = numbers.get(named)
		of = _value(number.find(f"{_W}abstractNumId")) if number is not None else ""
	return ""


def _numbering(element: Any) -> _Numbering:
	numbering = _Numbering()
	for level in element.findall(f"{_W}lvl"):
		depth = _level_number(level)
		if depth is None:
			continue
		numbering.levels[depth] = _level(level)
		if style := _value(level.find(f"{_W}pStyle")):
			numbering.level_of_style[style] = depth
	return numbering


def _level(element: Any) -> _Level:
	restarts = element.find(f"{_W}lvlRestart")
	legal = element.find(f"{_W}isLgl")
	return _Level(
		start=_number(element.find(f"{_W}start"), 0),
		kind=_value(element.find(f"{_W}numFmt")) or "decimal",
		text=_value(element.find(f"{_W}lvlText"))[:_LONGEST_TEXT],
		restarts_after=_number(restarts, 0) if restarts is not None else None,
		is_legal=legal is not None and _value(legal) not in ("0", "false", "off"),
		gap="" if _value(element.find(f"{_W}suff")) == "nothing" else " ",
	)


def _value(element: Any) -> str:
	return str(element.get(f"{_W}val", "")) if element is not None else ""


def _number(element: Any, otherwise: int) -> int:
	value = _value(element)
	return int(value) if value.isdecimal() and len(value) <= _LEVELS else otherwise


def _level_number(element: Any) -> int | None:
	"""Of a level, from 0, or of what changes one."""
	value = element.get(f"{_W}ilvl") or element.get(f"{_W}val") if element is not None else None
	return int(value) if value and value.isdecimal() and len(value) == 1 and int(value) < _LEVELS else None
