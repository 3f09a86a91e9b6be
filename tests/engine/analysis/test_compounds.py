"""Compounds: which words are taken apart, and what a search finds by their parts."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.analysis.compounds import LANGUAGES, compound_parts
from huf.engine.search import SearchTarget
from tests.engine.small_builds import Build
from tests.searching import search

GERMAN = {
	"invoice": "Die Rechnung an den Kunden wird nach dem Verkauf geschickt.",
	"warehouse": "Der Bestand im Lager wird einmal im Jahr gezählt, und das ist eine lange Arbeit.",
	"other": "Die Mitarbeiter haben dreißig Tage Urlaub, die sie nicht alle nehmen.",
}


class Known(set[str]):
	"""A vocabulary for tests."""

	def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
		return {term: 1 for term in terms if term in self}


@pytest.mark.parametrize(
	("word", "language", "known", "parts"),
	[
		("Verkaufsrechnung", "de", {"verkauf", "rechnung"}, ("verkauf", "rechnung")),
		("(Verkaufsrechnungen,", "de", {"verkauf", "rechnung"}, ("verkauf", "rechnung")),
		("Lagerbestand", "de", {"lag", "bestand"}, ("lag", "bestand")),
		("Lagerbestandsliste", "de", {"lagerbestand", "list"}, ("lagerbestand", "list")),
		("Verkaufsrechnung", "de", {"rechnung"}, None),
		("Verkaufsrechnung", "en", {"verkauf", "rechnung"}, None),
		("försäljningsorder", "sv", {"forsaljning", "ord"}, ("forsaljning", "ord")),
		("verkoopfactuur", "nl", {"verkoop", "factuur"}, ("verkoop", "factuur")),
		("RE-2024-Rechnung", "de", {"rechnung"}, None),
		("Über", "de", {"uber"}, None),
	],
)
def test_what_is_taken_apart(
	word: str, language: str, known: set[str], parts: tuple[str, str] | None
) -> None:
	"""A word of two words that the index has, with or without a link between them, in a language that writes such words."""
	assert compound_parts([word], [language], Known(known)).get(word) == parts


def test_a_compound_finds_its_parts(build: Build) -> None:
	"""Who asks with a compound that no text has is given texts with both its parts, and no word is said to be misspelt."""
	path = build(GERMAN).info.path
	result = search([SearchTarget("s", path)], "Wo steht die Verkaufsrechnung?")
	assert [hit.input for hit in result.hits] == ["invoice"] and not result.notes
	result = search([SearchTarget("s", path)], "Lagerbestand")
	assert [hit.input for hit in result.hits] == ["warehouse"]


def test_the_compound_itself_comes_first(build: Build) -> None:
	"""A text with the word that was asked for comes before one with its parts."""
	texts = {**GERMAN, "sales": "Eine Verkaufsrechnung ist in diesem Ordner und nicht im Archiv."}
	path = build(texts).info.path
	result = search([SearchTarget("s", path)], "Verkaufsrechnung")
	assert [hit.input for hit in result.hits] == ["sales", "invoice"]


@given(st.text(max_size=40), st.sampled_from(sorted(LANGUAGES)))
def test_any_word(word: str, language: str) -> None:
	"""No text that can be typed is an error."""

	class Everything:
		def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
			return dict.fromkeys(terms, 1)

	found = compound_parts([word], [language], Everything())
	assert all(first and second for first, second in found.values())
