"""A word and what else it may be called, before anybody has looked at it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from huf.engine.analysis.folding import fold
from huf.engine.analysis.glossary import LONGEST_TERM, GlossaryEntry, words_of
from huf.engine.analysis.stopwords import is_function_word

MOST_WORDS = 6
"""Of a listed name. A sentence of a catalogue is no name of a thing, and nobody types one."""
SHORT = 2
"""Letters up to which an acronym counts in its own capitals alone: most words of two letters are something else, too."""


class Origin(Enum):
	"""How somebody came to think that two words mean the same."""

	RENAMED = "Renamed"
	"""A label that the company has given another name."""
	TRANSLATED = "Translated"
	"""One word in two languages, as a catalogue has it."""
	ABBREVIATED = "Abbreviated"
	"""A text says what the short form stands for."""
	REWORDED = "Reworded"
	"""Somebody who found nothing asked again with the other word."""
	ASSOCIATED = "Associated"
	"""Questions have the one where their answers have the other."""


@dataclass(frozen=True, slots=True)
class Candidate:
	"""``term``, as a question has it, and ``expansion``, as texts may have it."""

	term: str
	expansion: str
	origin: Origin
	support: int = 1
	"""How often it was seen: texts, people or pairs."""

	@property
	def key(self) -> tuple[str, str]:
		"""Candidates with the same are the same words, whatever their case, accents and punctuation; the order counts."""
		return _plain(self.term), _plain(self.expansion)

	@property
	def is_possible(self) -> bool:
		"""Whether a glossary takes it: both have letters or digits, neither is long, and they are two different things."""
		term, expansion = self.key
		return bool(
			term
			and expansion
			and term != expansion
			and max(len(self.term), len(self.expansion)) <= LONGEST_TERM
		)

	@property
	def is_both_ways(self) -> bool:
		"""Whether the two are one thing: who asks by either name wants it. What only goes together need not be."""
		return self.origin in (Origin.RENAMED, Origin.TRANSLATED, Origin.ABBREVIATED)

	@property
	def is_case_sensitive(self) -> bool:
		"""Whether only the term's own capitals count: *OR*, the operating room, is not “or”."""
		return self.term.isupper() and (len(self.term) <= SHORT or is_function_word(self.term.lower()))

	@property
	def entry(self) -> GlossaryEntry:
		"""The entry that it would be.

		Raises:
			SettingsError: it is not ``is_possible``.
		"""
		return GlossaryEntry(
			self.term,
			(self.expansion,),
			is_case_sensitive=self.is_case_sensitive,
			both_ways=self.is_both_ways,
		)


def listed(names: Iterable[tuple[str, str, Origin]], texts: Sequence[str]) -> list[Candidate]:
	"""Those of a list of names that one of ``texts`` says, by either name, each as the one that is said and the other.

	A catalogue has tens of thousands of names; only those that somebody asks for can mend a question.

	Args:
		names: what one thing is called, twice, and where that is from.
		texts: questions.
	"""
	said = _Runs(texts)
	found: dict[tuple[str, str], Candidate] = {}
	for one, other, origin in names:
		for term, expansion in ((one, other), (other, one)):
			candidate = Candidate(" ".join(term.split()), " ".join(expansion.split()), origin)
			if candidate.is_possible and candidate.key not in found and said.has(candidate.key[0]):
				found[candidate.key] = candidate
	return list(found.values())


@dataclass(frozen=True)
class _Runs:
	"""All runs of up to ``MOST_WORDS`` words that stand beside each other in texts."""

	texts: Sequence[str]

	def has(self, name: str) -> bool:
		return name in self._runs

	@cached_property
	def _runs(self) -> set[str]:
		runs = set()
		for text in self.texts:
			words = _plain(text).split()
			for first in range(len(words)):
				for end in range(first + 1, min(first + MOST_WORDS, len(words)) + 1):
					runs.add(" ".join(words[first:end]))
		return runs


def _plain(text: str) -> str:
	return " ".join(fold(word) for word in words_of(text))
