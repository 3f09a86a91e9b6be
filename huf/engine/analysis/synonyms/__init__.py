"""Synonyms of business words that come with huf: *vendor* for *supplier*, *Faktura* for *Rechnung*.

A file for each language, ``en.txt`` and so on, says what stands for what::

    vendor = supplier            each stands for the other
    bill > invoice, voucher      who asks for a bill is also given invoices and vouchers, and not the other way round
    PO = purchase order          capitals alone act as capitals alone: not on the river Po

Unlike a :class:`~huf.engine.analysis.glossary.Glossary`, in which a company says what *it* means, these hold for nobody in particular.
So they find a word in all its forms, by its stem, and they are searched for only in an index that has them more often than the word
that was typed (:attr:`~huf.engine.analysis.query.Expansion.if_more_frequent`): there the synonym is what the company says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from huf.engine.analysis.glossary import expansions_of, words_of
from huf.engine.analysis.languages import query_language
from huf.engine.analysis.query import Query
from huf.engine.analysis.stemming import stem

LANGUAGES = ("de", "en", "es", "fr")
"""ISO 639-1 codes of those that have a file."""


@dataclass(frozen=True, slots=True)
class Synonym:
	"""What somebody may type, and what else it is called."""

	words: tuple[str, ...]
	"""Each as its stem, or, of an acronym, as it is typed."""
	others: tuple[str, ...]


def with_synonyms(query: Query, languages: Sequence[str]) -> Query:
	"""``query`` with the synonyms of its words, after what a glossary has added to it.

	Args:
		query: of any length; synonyms in other languages than its own do not act.
		languages: those of the texts to be searched. In other languages nothing is added.
	"""
	words = words_of(query.text)
	standing = {code: here for code in LANGUAGES if code in languages and (here := [*_standing(words, code)])}
	if not standing:
		return query
	spoken = query_language(query.words)
	found: dict[str, list[str]] = {}
	for language, here in standing.items():
		if spoken in ("", language):
			for term, others in here:
				added = found.setdefault(term, [])
				added += [text for text in others if text not in added]
	known = {expansion.text.casefold() for expansion in query.expansions}
	new = {term: [text for text in texts if text.casefold() not in known] for term, texts in found.items()}
	expansions = tuple(replace(one, if_more_frequent=True) for one in expansions_of(new, query))
	return replace(query, expansions=(*query.expansions, *expansions)) if expansions else query


def _standing(words: Sequence[str], language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
	"""What stands in ``words``, as it is typed there, with what else it is called."""
	stemmed = [_stem(word, language) for word in words]
	synonyms = synonyms_of(language)
	for place, first in enumerate(stemmed):
		for synonym in (*synonyms.get(first, ()), *synonyms.get(words[place], ())):
			end = place + len(synonym.words)
			pairs = zip(synonym.words, words[place:end], stemmed[place:end], strict=False)
			if end <= len(words) and all(wanted in one for wanted, *one in pairs):
				yield " ".join(words[place:end]), synonym.others


@lru_cache(maxsize=len(LANGUAGES))
def synonyms_of(language: str) -> Mapping[str, Sequence[Synonym]]:
	"""The synonyms of a language by their first word.

	Args:
		language: one of ``LANGUAGES``.

	Raises:
		ValueError: a line of the file says nothing.
	"""
	found: dict[str, list[Synonym]] = {}
	for line in (Path(__file__).parent / f"{language}.txt").read_text(encoding="utf-8").splitlines():
		if line := line.partition("#")[0].strip():
			for term, others in _read(line):
				words = tuple(word if _is_acronym(word) else _stem(word, language) for word in words_of(term))
				found.setdefault(words[0], []).append(Synonym(words, others))
	return found


def _read(line: str) -> Iterator[tuple[str, tuple[str, ...]]]:
	"""Each term of a line with what it is also called.

	Raises:
		ValueError: it stands for nothing.
	"""
	left, _, right = line.partition(">")
	alike = [term.strip() for term in left.split("=")]
	more = [term.strip() for term in right.split(",") if term.strip()]
	for term in alike:
		others = tuple(other for other in (*alike, *more) if other != term)
		if not others or not words_of(term):
			raise ValueError(f"The line of synonyms “{line}” says nothing of “{term}”.")
		yield term, others


def _stem(word: str, language: str) -> str:
	return stem(word.casefold(), language)


def _is_acronym(word: str) -> bool:
	return word.isupper() and len(word) > 1
