"""How one text differs from another, in words: as much of it as a person reads, in a time that does not depend on what the texts say."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from typing import Any, Literal, NamedTuple

from huf.engine.types import Locator

MOST_UNITS = 3000
"""Lines and sentences of each text that are compared from the first difference on: some hundred pages. Two seconds at worst."""
MOST_SHOWN = 20_000
"""Characters of differences that are given."""
_LONGEST_UNIT = 1000
"""Characters; a line of more is cut at its sentences, and where it has none at this length."""
_LONGEST_LINE = 100_000
"""Characters that are put together of the passages of one line, which may have as many as the text."""
_IN_WORDS = 4000
"""Characters of a change up to which it is told word by word; of a longer one all is old, and all is new."""
_CONTEXT = 160
"""Characters that are shown before and after a change."""
_SENTENCES = re.compile(r".*?(?:[.!?。！？؟।]+(?:\s+|$)|$)", re.DOTALL)
# In scripts without spaces between words each sign is one.
_WORDS = re.compile(
	r"[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\w+|\s+|.", re.DOTALL
)

Kind = Literal["same", "removed", "added"]


class Unit(NamedTuple):
	"""A line or a sentence, and the place that its passage names."""

	text: str
	place: Locator


class Part(NamedTuple):
	"""A run of characters that both texts have, or one of them."""

	kind: Kind
	text: str


@dataclass(frozen=True, slots=True)
class Change:
	"""One place in which the texts differ, with a little of what stands around it."""

	place: Locator
	parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class TextDifference:
	"""The first changes, in the order of the text."""

	changes: tuple[Change, ...]
	is_whole: bool
	"""Whether there are no more."""

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		return {
			"changes": [
				{
					"place": change.place.label(),
					"parts": [{"kind": part.kind, "text": part.text} for part in change.parts],
				}
				for change in self.changes
			],
			"is_whole": self.is_whole,
		}


def units_of(pieces: Iterable[tuple[str, Locator]]) -> Iterator[Unit]:
	"""A text that comes in pieces, as lines and sentences, wherever the pieces end."""
	begun, begun_at = "", Locator()
	for text, place in pieces:
		*lines, rest = (begun + text).split("\n")
		for line in lines:
			yield from (Unit(part, begun_at if begun else place) for part in _short(line + "\n"))
			begun = ""
		begun_at = begun_at if begun else place
		begun = rest
		if len(begun) > _LONGEST_LINE:
			yield from (Unit(part, begun_at) for part in _short(begun))
			begun = ""
	yield from (Unit(part, begun_at) for part in _short(begun) if part)


def difference(before: Iterator[Unit], after: Iterator[Unit]) -> TextDifference:
	"""What has to be taken out of ``before`` and put in to have ``after``. Both are read no further than is needed."""
	last, old, new = _from_first_difference(before, after)
	is_whole = next(before, None) is None and next(after, None) is None
	changes: list[Change] = []
	shown = 0
	matcher = SequenceMatcher(a=[unit.text for unit in old], b=[unit.text for unit in new])
	for tag, start, end, new_start, new_end in matcher.get_opcodes():
		gone, came = old[start:end], new[new_start:new_end]
		if tag == "equal" or _text(gone) == _text(came):
			continue
		if shown >= MOST_SHOWN:
			is_whole = False
			break
		around = old[start - 1] if start else last
		parts = [
			*_context(around, at_end=True),
			*_changed(_text(gone), _text(came)),
			*_context(old[end] if end < len(old) else None, at_end=False),
		]
		cut = _cut(parts, MOST_SHOWN - shown)
		is_whole = is_whole and cut == parts
		shown += sum(len(part.text) for part in cut)
		changes.append(Change((came or gone)[0].place, tuple(cut)))
	return TextDifference(tuple(changes), is_whole)


def _from_first_difference(
	before: Iterator[Unit], after: Iterator[Unit]
) -> tuple[Unit | None, list[Unit], list[Unit]]:
	"""The last unit that both begin with, and what follows it in each."""
	last = None
	while True:
		old, new = next(before, None), next(after, None)
		if old is None or new is None or old.text != new.text:
			return (
				last,
				[*filter(None, [old]), *islice(before, MOST_UNITS)],
				[*filter(None, [new]), *islice(after, MOST_UNITS)],
			)
		last = old


def _short(line: str) -> Iterator[str]:
	if len(line) <= _LONGEST_UNIT // 4:
		yield line
		return
	for sentence in filter(None, _SENTENCES.findall(line)):
		for start in range(0, len(sentence), _LONGEST_UNIT):
			yield sentence[start : start + _LONGEST_UNIT]


def _text(units: Sequence[Unit]) -> str:
	return "".join(unit.text for unit in units)


def _context(unit: Unit | None, *, at_end: bool) -> list[Part]:
	if unit is None or not unit.text.strip():
		return []
	if len(unit.text) <= _CONTEXT:
		return [Part("same", unit.text)]
	return [Part("same", "…" + unit.text[-_CONTEXT:] if at_end else unit.text[:_CONTEXT] + "…")]


def _changed(old: str, new: str) -> list[Part]:
	"""What became of a run of text, word by word where that can be read."""
	if not old or not new or len(old) + len(new) > _IN_WORDS:
		return [Part(kind, text) for kind, text in _kinds(old, new) if text]
	words, new_words = _WORDS.findall(old), _WORDS.findall(new)
	matcher = SequenceMatcher(a=words, b=new_words, autojunk=False)
	kept = "".join("".join(words[each.a : each.a + each.size]) for each in matcher.get_matching_blocks())
	if len("".join(kept.split())) * 3 < len("".join(old.split())):
		# Two texts that have hardly more than small words in common cannot be read as one.
		return [Part(kind, text) for kind, text in _kinds(old, new)]
	parts: list[Part] = []
	for tag, start, end, new_start, new_end in matcher.get_opcodes():
		if tag == "equal":
			parts.append(Part("same", "".join(words[start:end])))
		else:
			pair = "".join(words[start:end]), "".join(new_words[new_start:new_end])
			parts += [Part(kind, text) for kind, text in _kinds(*pair) if text]
	return parts


def _kinds(old: str, new: str) -> tuple[tuple[Kind, str], tuple[Kind, str]]:
	return ("removed", old), ("added", new)


def _cut(parts: list[Part], most: int) -> list[Part]:
	"""The parts up to so many characters."""
	kept: list[Part] = []
	for part in parts:
		if most <= 0:
			break
		kept.append(part if len(part.text) <= most else Part(part.kind, part.text[:most] + "…"))
		most -= len(part.text)
	return kept
