"""A glossary: what else the acronyms and terms of a company are called, added to the queries that use them.

An entry acts on whole words only, so that ``or`` (operating room) is not found inside ``order``, and on the exact letters if it is
case-sensitive, so that it is not found in "red or blue" either. What it adds weighs less than what was typed.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from huf.engine.analysis.languages import query_language
from huf.engine.analysis.query import Expansion, Query, storable
from huf.engine.analysis.stopwords import is_function_word
from huf.engine.analysis.words import EDGES, is_spaceless
from huf.engine.errors import SettingsError

MOST_ENTRIES = 10_000
MOST_EXPANSIONS = 20
"""Of one entry."""
LONGEST_TERM = 140
"""Characters of a term or of an expansion."""
MOST_ADDED = 16
"""Expansions that one query may get; more would be another query."""
_ALONE, _TOGETHER = 0.5, 0.9
"""What one expansion weighs, and all of one term together, where the term itself weighs 1."""
_LANGUAGE = re.compile("[a-z]{2}")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
	"""A term, and what else it is called."""

	term: str
	expansions: tuple[str, ...]
	is_case_sensitive: bool = False
	"""Whether only the term's own capitals count. Expansions are read in any case."""
	both_ways: bool = False
	"""Whether who asks for an expansion also gets the term."""
	language: str = ""
	"""ISO 639-1 code: only for texts in this language, and not when the query is in another. Empty: for all."""

	def __post_init__(self) -> None:
		for text in (self.term, *self.expansions):
			if not any(character.isalnum() for character in text) or len(text) > LONGEST_TERM:
				raise SettingsError(
					f"“{text[:40]}” in the glossary needs letters or digits, and at most {LONGEST_TERM} characters."
				)
		if not 0 < len(self.expansions) <= MOST_EXPANSIONS:
			raise SettingsError(f"“{self.term}” in the glossary needs 1 to {MOST_EXPANSIONS} expansions.")
		if self.language and not _LANGUAGE.fullmatch(self.language):
			raise SettingsError(f"The language of “{self.term}” is a code of two letters, such as en or de.")


@dataclass(frozen=True)
class Glossary:
	"""Entries in their order. Equal glossaries are equal values, to be part of the key of a cache."""

	entries: tuple[GlossaryEntry, ...] = ()

	def __post_init__(self) -> None:
		if len(self.entries) > MOST_ENTRIES:
			raise SettingsError(f"A glossary has at most {MOST_ENTRIES} entries.")

	def __bool__(self) -> bool:
		return bool(self.entries)

	def __add__(self, other: "Glossary") -> "Glossary":
		return Glossary((*self.entries, *other.entries)) if self and other else self or other

	def expanded(self, query: Query, languages: Sequence[str] = ()) -> Query:
		"""``query`` with what the entries add that act on it.

		Args:
			query: as it was typed.
			languages: those of the texts to be searched; none if that is not known.
		"""
		if not self:
			return query
		words, spoken = words_of(query.text), query_language(query.words)
		found: dict[str, list[str]] = {}
		for place in range(len(words)):
			for entry in self._starting(words[place]):
				term = _standing(entry, words, place)
				if term is None or not _acts(entry.language, languages, spoken):
					continue
				added = found.setdefault(term, [])
				added += [text for text in entry.expansions if text not in added]
		return replace(query, expansions=tuple(expansions_of(found, query)))

	def _starting(self, word: str) -> Iterator[GlossaryEntry]:
		yield from self._index.get(word.casefold(), ())
		if is_spaceless(word):
			# Terms of scripts without spaces stand anywhere in a run.
			yield from self._spaceless

	@cached_property
	def _index(self) -> dict[str, list[GlossaryEntry]]:
		"""Entries by their first word."""
		index: dict[str, list[GlossaryEntry]] = {}
		for entry in self._all():
			if not is_spaceless(entry.term):
				index.setdefault(words_of(entry.term)[0].casefold(), []).append(entry)
		return index

	@cached_property
	def _spaceless(self) -> list[GlossaryEntry]:
		return [entry for entry in self._all() if is_spaceless(entry.term)]

	def _all(self) -> Iterator[GlossaryEntry]:
		"""Entries, and those that follow from them the other way round."""
		for entry in self.entries:
			yield entry
			if entry.both_ways:
				for expansion in entry.expansions:
					yield GlossaryEntry(expansion, (entry.term,), language=entry.language)


NO_GLOSSARY = Glossary()


def parse_glossary(values: object) -> Glossary:
	"""Read a glossary from JSON: an object from terms to what they are also called, or a list of entries.

	An entry is ``{"term": …, "expansions": […], "case_sensitive": …, "both_ways": …, "language": …}``; the last three may
	be left out.

	Raises:
		SettingsError: it cannot be read; the message says where.
	"""
	if isinstance(values, Mapping):
		values = [{"term": term, "expansions": expansions} for term, expansions in values.items()]
	if not isinstance(values, list):
		raise SettingsError("A glossary is an object from terms to expansions, or a list of entries.")
	return Glossary(tuple(_entry(value, number) for number, value in enumerate(values, start=1)))


def _entry(value: Any, number: int) -> GlossaryEntry:
	known = {"term": str, "expansions": list, "case_sensitive": bool, "both_ways": bool, "language": str}
	if (
		not isinstance(value, Mapping)
		or set(value) - known.keys()
		or not {"term", "expansions"} <= set(value)
	):
		raise SettingsError(f"Entry {number} of the glossary has not the fields {', '.join(known)}.")
	fields = dict(value)
	if isinstance(fields["expansions"], str):
		fields["expansions"] = [fields["expansions"]]
	for name, kind in known.items():
		if name in fields and not isinstance(fields[name], kind):
			raise SettingsError(
				f"The {name} of entry {number} of the glossary cannot be {fields[name]!r:.40}."
			)
	if not all(isinstance(text, str) for text in fields["expansions"]):
		raise SettingsError(f"The expansions of entry {number} of the glossary are no texts.")
	return GlossaryEntry(
		_cleaned(fields["term"]),
		tuple(dict.fromkeys(map(_cleaned, fields["expansions"]))),
		fields.get("case_sensitive", False),
		fields.get("both_ways", False),
		fields.get("language", ""),
	)


def _cleaned(text: str) -> str:
	return _SPACE.sub(" ", unicodedata.normalize("NFC", storable(text))).strip()


def words_of(text: str) -> list[str]:
	"""What stands between spaces, without the punctuation around it and without a possessive ``'s``."""
	words = (word.strip(EDGES) for word in text.replace("’", "'").split())
	return [word.removesuffix("'s") for word in words if word]


def _standing(entry: GlossaryEntry, words: Sequence[str], place: int) -> str | None:
	"""The term of ``entry`` as it stands in ``words`` from ``place`` on; None if it does not."""
	if is_spaceless(entry.term):
		return entry.term if entry.term.casefold() in words[place].casefold() else None
	wanted = words_of(entry.term)
	present = list(words[place : place + len(wanted)])
	if entry.is_case_sensitive:
		return " ".join(present) if present == wanted else None
	is_there = [word.casefold() for word in present] == [word.casefold() for word in wanted]
	return " ".join(present) if is_there else None


def _acts(language: str, languages: Sequence[str], spoken: str) -> bool:
	return not language or ((not languages or language in languages) and spoken in ("", language))


def expansions_of(found: Mapping[str, Sequence[str]], query: Query) -> Iterable[Expansion]:
	"""What is added to ``query`` of the texts that were found for terms of it, with what each weighs."""
	typed = {word.casefold() for word in words_of(query.text)}
	left = MOST_ADDED
	for term, texts in found.items():
		# What the query says already needs no adding.
		new = [text for text in texts if not {word.casefold() for word in words_of(text)} <= typed][:left]
		left -= len(new)
		for text in new:
			words = words_of(text)
			content = tuple(word for word in words if not is_function_word(word)) or tuple(words)
			yield Expansion(term, text, content, min(_ALONE, _TOGETHER / len(new)))
