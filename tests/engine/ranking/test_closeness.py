"""Words that stand together, and passages in the language of the question."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_builds import Build

from huf.engine.analysis.query_terms import query_terms
from huf.engine.backends.keyword import finalists
from huf.engine.postings.closeness import SHARE, WINDOW, Closeness, numbered
from huf.engine.search import SearchTarget
from tests.searching import search

PLACES = {"steam": 0, "engine": 1, "valve": 2}
RARITY = {"steam": 2.0, "engine": 1.0, "valve": 4.0}


def score(text: str) -> float:
	"""The closeness of “steam engine valve” in ``text``."""
	other = numbered(["engine", "steam", "valve"])
	return Closeness(PLACES, RARITY).scores([other, numbered(text.split()), other])[1]


@pytest.mark.parametrize(
	("text", "expected"),
	[
		("a steam engine", 1.0),
		("an engine of steam steam", 0.5),
		("engine steam", 1.0),
		("steam x engine", 0.5),
		("steam " + "x " * (WINDOW - 1) + "engine", 1 / WINDOW),
		("steam " + "x " * WINDOW + "engine", 0.0),
		("steam x engine x x steam engine", 1.0),
		("steam valve", 2.0 / 2),
		("steam", 0.0),
		("", 0.0),
	],
)
def test_two_words_count_by_their_distance(text: str, expected: float) -> None:
	"""Neighbours of the query add the rarity of the more frequent one, divided by how far apart they stand."""
	assert score(text) == pytest.approx(SHARE * expected)


@given(st.lists(st.sampled_from([*PLACES, "x", "y"]), max_size=40))
def test_closeness_has_a_bound(terms: list[str]) -> None:
	"""No text scores less than nothing or more than all words side by side, and words of one place alone give nothing."""
	closeness = Closeness(PLACES, RARITY)
	assert 0 <= closeness.scores([numbered(terms)])[0] <= closeness.most + 1e-9
	assert Closeness({"steam": 0}, RARITY).most == 0
	assert Closeness(PLACES, {"steam": 2.0}).most == 0


def test_words_together_come_first(build: Build) -> None:
	"""Of two passages with the same words, the one where they stand together is first."""
	apart = "steam was fine while somebody saw trouble everywhere behind this engine"
	together = "fine was somebody while trouble saw everywhere behind this steam engine"
	path = build(
		{"a": apart, "b": together, **{f"n{n}": f"Passage {n} of others" for n in range(20)}}
	).info.path
	assert [hit.input for hit in search([SearchTarget("s", path)], "steam engine").hits][:2] == ["b", "a"]


def test_the_first_hits_are_the_same_however_many_are_asked_for(
	build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""A closer look reads fewer texts for fewer hits, and never finds other ones."""
	words = ["steam", "engine", "valve", "iron", "coal"]
	texts = {
		f"n{n:02d}": " ".join(words[(n * k + k * k) % 5] for k in range(1, 4 + n % 9)) for n in range(60)
	}
	targets = [SearchTarget("s", build(texts).info.path)]
	for query in ("steam engine", "iron coal valve", "valve steam iron engine"):
		everything = [hit.input for hit in search(targets, query, top_k=60).hits]
		for top_k in (1, 2, 3, 5, finalists.FINALISTS - 1, finalists.FINALISTS, 30):
			assert [hit.input for hit in search(targets, query, top_k=top_k).hits] == everything[:top_k]
	monkeypatch.setattr(finalists._terms, "most", 3)
	assert [hit.input for hit in search(targets, query, top_k=60).hits] == everything


GERMAN = "Die Pumpe von Grundfos steht im Keller und ist nicht neu, aber sie war für uns sehr gut."
ENGLISH = "The Grundfos pump stands in the cellar, and it is not new, but it was very good for us."


@pytest.mark.parametrize(
	("query", "first"), [("Wo ist die Grundfos?", "de"), ("where is the Grundfos", "en")]
)
def test_passages_in_the_language_of_the_question_come_first(build: Build, query: str, first: str) -> None:
	"""A name that stands in texts of two languages is answered in the language of the question."""
	path = build(
		{"de": GERMAN, "en": ENGLISH, "en2": f"{ENGLISH} That is all.", "de2": f"{GERMAN} Das ist alles."}
	)
	hits = search([SearchTarget("s", path.info.path)], query).hits
	assert hits[0].input == first and len(hits) == 4


def test_stems_of_other_languages_count_less() -> None:
	"""When the query tells its language, stems of the others are searched with less weight, and at the same place."""

	class Nothing:
		def frequency(self, term: str) -> int:
			return 0

		def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
			return {}

		def rarity(self, term: str) -> float:
			return 1.0

		def completions(self, prefix: str, most: int) -> list[str]:
			return []

		def identifiers_with(self, part: str, most: int) -> list[str]:
			return []

	words = ["Rechnungen", "Lieferanten"]
	terms = query_terms(words, ["en", "de"], Nothing(), "de")
	assert terms.weights["rechnung"] == 1.0 and 0 < terms.weights["rechnungen"] < 1
	assert terms.places["rechnung"] == terms.places["rechnungen"] == 0
	assert {terms.places[term] for term in terms.weights} == {0, 1}
	assert set(query_terms(words, ["en", "de"], Nothing()).weights.values()) == {1.0}
