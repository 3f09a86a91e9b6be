"""The terms of a build: the number of each in the sparse vectors, and in how many rows it stands.

Each change writes a *part*: how many rows with each term came, less those that left. The sum over the parts of a build is exact. Parts are put
together by size, so that a look-up reads some twenty at most however many changes there were; like rows they never change, and go with the
last build that has them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from huf.engine.analysis.words import JOINED
from huf.engine.backends.search_engine.builds.manifest import DictionaryPart
from huf.engine.backends.search_engine.contract.engine import (
	Entry,
	IsIn,
	SearchEngine,
	Values,
	Where,
	entry_id,
)

KIND = "term"
TIERS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""Terms up to which parts count as of one size."""
MOST_OF_TIER = 4
"""Parts of one size; more are put together."""
_AT_ONCE = 1_000
_SHORTEST_HEAD, _LONGEST_HEAD = 2, 6
"""Letters by which the terms that begin alike are found."""
SHORTEST_PART = 4
"""Characters of an identifier that may stand for it."""
_LONGEST_BEGINNING = 12
_MOST_READ = 5_000
"""Terms that are read for one beginning; that of more names none of them."""


@dataclass(frozen=True, slots=True)
class KnownTerm:
	"""A term of a build."""

	number: int
	frequency: int
	"""In how many rows of the build it stands."""


class Dictionary:
	"""The parts of one build, open for reading."""

	def __init__(self, engine: SearchEngine, parts: Sequence[DictionaryPart]) -> None:
		self._engine, self._parts = engine, [part.number for part in parts]

	def find(self, terms: Iterable[str]) -> dict[str, KnownTerm]:
		"""Those of ``terms`` that have a number, also where no row has them any more."""
		wanted = list(dict.fromkeys(terms))
		found: list[Values] = []
		for start in range(0, len(wanted), _AT_ONCE):
			together = wanted[start : start + _AT_ONCE]
			ids = [entry_id(KIND, part, term) for part in self._parts for term in together]
			found += self._engine.entries(ids)
		return _summed(found)

	def beginning_with(self, heads: Iterable[str]) -> dict[str, KnownTerm]:
		"""The terms that begin with one of ``heads``, which have two characters at least."""
		by_head: dict[str, list[str]] = {}
		for head in heads:
			if len(head) >= _SHORTEST_HEAD:
				longest = _LONGEST_BEGINNING + 1 if head.startswith(JOINED) else _LONGEST_HEAD
				by_head.setdefault(head[:longest], []).append(head)
		found = self._with_heads((IsIn("heads", list(by_head)),))
		wanted = tuple(head for each in by_head.values() for head in each)
		return {term: known for term, known in found.items() if term.startswith(wanted)}

	def identifiers_with(self, part: str) -> dict[str, KnownTerm]:
		"""The joined forms of identifiers that hold ``part``, which has four characters at least, anywhere."""
		found = self._with_heads(tuple(IsIn("heads", [gram]) for gram in _grams(part)))
		return {term: known for term, known in found.items() if term.startswith(JOINED) and part in term}

	def each(self) -> Iterator[tuple[str, KnownTerm]]:
		"""All terms, of which some may come several times, with parts of their frequency."""
		for values in self._engine.each_entry(_of_parts(self._parts)):
			yield values["term"], KnownTerm(values["number"], values["frequency"])

	def _with_heads(self, tests: tuple[IsIn, ...]) -> dict[str, KnownTerm]:
		if not self._parts:
			return {}
		found: list[Values] = []
		for values in self._engine.each_entry(Where((*_of_parts(self._parts).must, *tests))):
			found.append(values)
			if len(found) >= _MOST_READ:
				break
		return _summed(found)


def _summed(found: Iterable[Values]) -> dict[str, KnownTerm]:
	numbers: dict[str, int] = {}
	counts: Counter[str] = Counter()
	for values in found:
		numbers[values["term"]] = values["number"]
		counts[values["term"]] += values["frequency"]
	return {term: KnownTerm(number, max(counts[term], 0)) for term, number in numbers.items()}


def write_part(engine: SearchEngine, part: int, terms: Mapping[str, KnownTerm]) -> DictionaryPart:
	"""Write ``terms``, whose frequencies may be below 0, as the part with this number."""
	waiting = []
	for term, known in terms.items():
		waiting.append(
			Entry(
				entry_id(KIND, part, term),
				{
					"kind": KIND,
					"part": part,
					"term": term,
					"number": known.number,
					"frequency": known.frequency,
					"heads": _heads(term),
				},
			)
		)
		if len(waiting) >= _AT_ONCE:
			engine.add_entries(waiting)
			waiting = []
	engine.add_entries(waiting)
	return DictionaryPart(part, len(terms))


def due(parts: Sequence[DictionaryPart]) -> int | None:
	"""From which place on ``parts`` are to be put together; None if they need not be.

	As segments of a build are (the log-structured merge tree, O'Neil et al. 1996).
	"""
	tiers = [sum(part.terms > most for most in TIERS) for part in parts]
	for tier in range(len(TIERS) + 1):
		begin = len(tiers)
		while begin and tiers[begin - 1] <= tier:
			begin -= 1
		if tiers[begin:].count(tier) > MOST_OF_TIER:
			return begin
	return None


def put_together(engine: SearchEngine, parts: Sequence[DictionaryPart], number: int) -> DictionaryPart:
	"""Write what ``parts`` say as one part with this number."""
	return write_part(engine, number, _together(engine, parts))


def has_words_of_none(engine: SearchEngine, parts: Sequence[DictionaryPart]) -> bool:
	"""Whether ``parts``, which are all of a build, have terms that stand in none of its rows: words of inputs that left."""
	return any(known.frequency <= 0 for known in _together(engine, parts).values())


def without_words_of_none(
	engine: SearchEngine, parts: Sequence[DictionaryPart], number: int
) -> tuple[DictionaryPart, ...]:
	"""Write ``parts``, which are all of a build, as one with this number, without the terms that stand in none of its rows."""
	used = {term: known for term, known in _together(engine, parts).items() if known.frequency > 0}
	return (write_part(engine, number, used),) if used else ()


def _together(engine: SearchEngine, parts: Sequence[DictionaryPart]) -> dict[str, KnownTerm]:
	counts: Counter[str] = Counter()
	numbers: dict[str, int] = {}
	for term, known in Dictionary(engine, parts).each():
		numbers[term] = known.number
		counts[term] += known.frequency
	return {term: KnownTerm(numbers[term], counts[term]) for term in numbers}


def unused(parts: Iterable[DictionaryPart]) -> Where:
	"""The entries of all other parts."""
	return Where((IsIn("kind", [KIND]),), (IsIn("part", sorted({part.number for part in parts})),))


def _of_parts(parts: Sequence[int]) -> Where:
	return Where((IsIn("kind", [KIND]), IsIn("part", list(parts))))


def _heads(term: str) -> list[str]:
	"""By what a term is found without being known: its beginnings, and those of an identifier all pieces of four characters."""
	if not term.startswith(JOINED):
		return [term[:size] for size in range(_SHORTEST_HEAD, min(len(term), _LONGEST_HEAD) + 1)]
	joined = term[len(JOINED) :]
	longest = min(len(joined), _LONGEST_BEGINNING)
	return [*(JOINED + joined[:size] for size in range(SHORTEST_PART, longest + 1)), *_grams(joined)]


def _grams(joined: str) -> list[str]:
	# Marked, so that no beginning of a term is taken for one.
	return sorted(
		{f"~{joined[place : place + SHORTEST_PART]}" for place in range(len(joined) - SHORTEST_PART + 1)}
	)
