"""Misspelt words: what they are corrected to, what is left alone, and what the user is told."""

import random
from collections.abc import Iterable
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_builds import Build

from huf.engine.analysis import ordinary
from huf.engine.analysis.glossary import Glossary, GlossaryEntry
from huf.engine.analysis.ordinary import is_ordinary
from huf.engine.analysis.query_terms import query_terms
from huf.engine.analysis.spelling import Correction, correction, distance, is_correctable
from huf.engine.analysis.words import terms_of
from huf.engine.search import SearchTarget
from huf.engine.types import SearchResult
from tests.searching import search

KNOWN = {
	"en": "hydraulic pump payment shipping received customers reconciliation subscription invoice bracket which",
	"de": "Rückerstattung Lieferschein Rechnung",
	"ru": "возврат договор",
	"el": "επιστροφή τιμολόγιο",
	"ar": "استرداد فاتورة",
	"hi": "धनवापसी चालान",
	"vi": "phụtùng hóađơn",
	"bn": "গ্রাহকদের সময়সূচী",
	"ta": "வாடிக்கையாளர்",
}


class Terms(dict[str, int]):
	"""The terms of an index, in memory."""

	def frequency(self, term: str) -> int:
		return self.get(term, 0)

	def rarity(self, term: str) -> float:
		return 1 / (1 + self.get(term, 0))

	def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
		return {term: self[term] for term in terms if term in self}

	def beginning_with(self, heads: Iterable[str], shortest: int, longest: int) -> dict[str, int]:
		starts = tuple(heads)
		return {
			term: count
			for term, count in self.items()
			if term.startswith(starts) and shortest <= len(term) <= longest
		}

	def completions(self, prefix: str, most: int) -> list[str]:
		return []

	def identifiers_with(self, part: str, most: int) -> list[str]:
		return []


def index_of(words: str, language: str = "en") -> Terms:
	"""An index of ``words``, the first one most frequent."""
	terms = [terms_of(word, language)[0] for word in words.split()]
	return Terms({term: len(terms) - place for place, term in enumerate(terms)})


@pytest.mark.parametrize(
	("typed", "language", "meant"),
	[
		("hydralic", "en", "hydraulic"),
		("hidraulic", "en", "hydraulic"),
		("paymetn,", "en", "payment"),
		("shippign", "en", "shipping"),
		("recieved", "en", "received"),
		("customres", "en", "customers"),
		("reconsilliation", "en", "reconciliation"),
		("Ruckerstatung", "de", "Rückerstattung"),
		("Lieferschien", "de", "Lieferschein"),
		("возрват", "ru", "возврат"),
		("επιστρφή", "el", "επιστροφή"),
		("استردا", "ar", "استرداد"),
		("धनवापसि", "hi", "धनवापसी"),
		("hóađn", "vi", "hóađơn"),
		("গ্রাহকদর", "bn", "গ্রাহকদের"),
		("সময়সুচী", "bn", "সময়সূচী"),
		("வாடிகையாளர்", "ta", "வாடிக்கையாளர்"),
	],
)
def test_slips_are_corrected(typed: str, language: str, meant: str) -> None:
	"""A letter left out, put in, replaced or swapped, two of them in long words, in every alphabet."""
	found = correction(typed, [language], index_of(KNOWN[language], language))
	assert found == terms_of(meant, language)[0]


@pytest.mark.parametrize(
	("typed", "meant"),
	[
		("brackets", ""),
		("whihc", ""),
		("motor", ""),
		("hidrualic", "hydraul"),
		("hydrxlxx", ""),
		("xydraulic", "hydraul"),
	],
)
def test_what_is_corrected(typed: str, meant: str) -> None:
	"""A slip in a function word, another word, and three slips are left alone."""
	index = index_of(KNOWN["en"])
	del index["bracket"]
	assert correction(typed, ["en"], index) == meant


@pytest.mark.parametrize(
	"word", ["mothers", "Mothers,", "arrow", "ministers", "citation", "markets", "trial", "unity"]
)
def test_an_ordinary_word_is_meant_as_it_is(word: str) -> None:
	"""A word that everybody writes is no slip of another one that the index happens to have."""
	near = "months others marrow sinister creation market's marks trail unit mother"
	index = Terms(dict.fromkeys((terms_of(other, "en")[0] for other in near.split()), 9))
	del index["mother"], index["market"]
	assert correction(word, ["en", "de"], index) == ""


def test_ordinary_words() -> None:
	"""Words of everyday texts are, slips are not, however frequent, and nothing is without the list."""
	assert all(map(is_ordinary, ("months", "mothers", "invoice", "trial", "trail")))
	assert not any(map(is_ordinary, ("recieved", "hydralic", "paymetn", "mothres", "", "reconsilliation")))


def test_without_the_list_of_ordinary_words(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Where LiteLLM is not installed or has moved its file, every word may be a misspelt one, as before."""
	for spec in (None, SimpleNamespace(submodule_search_locations=["/nowhere"])):
		ordinary._places.cache_clear()
		monkeypatch.setattr(ordinary, "find_spec", lambda name, spec=spec: spec)
		assert not is_ordinary("mothers")
		assert correction("hydralic", ["en"], index_of(KNOWN["en"])) == "hydraul"
	ordinary._places.cache_clear()


def test_the_more_frequent_word_is_meant() -> None:
	"""Of words that are as near, the one with the same first letter and then the more frequent one is meant."""
	assert correction("pumpa", ["en"], Terms({"pump": 3, "pumpal": 9, "dumpa": 99})) == "pumpal"
	assert correction("pumpa", ["en"], Terms({"pump": 9, "pumpal": 3})) == "pump"


@pytest.mark.parametrize(
	"word",
	[
		"LM358N",
		"SKU-00123",
		"NPNXY",
		"iPhone",
		"ATmega",
		"pump",
		"pay-ment",
		"12345",
		"退款政策退款",
		'"hydralic"',
		"x" * 99,
	],
)
def test_some_words_are_never_corrected(word: str) -> None:
	"""Codes, numbers, names with capitals inside, short words, words in quotes and scripts without spaces."""
	assert not is_correctable(word)


@given(st.data())
def test_a_right_word_is_never_changed(data: st.DataObject) -> None:
	"""A word that the index holds is searched as it is, whatever else the index holds."""
	words = KNOWN["en"].split()
	index = index_of(" ".join(data.draw(st.permutations(words))))
	asked = data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=5, unique=True))

	def never(word: str) -> Correction | None:
		raise AssertionError(f"{word} was to be corrected")

	assert query_terms(asked, ["en"], index, correct=never).corrections == {}


@given(st.text(max_size=60))
def test_any_text_can_be_looked_up(text: str) -> None:
	"""No text is an error, and what comes back is a term of the index."""
	index = index_of(KNOWN["en"])
	for word in text.split():
		if is_correctable(word):
			assert correction(word, ["en", "de"], index) in {"", *index}


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_symmetric_and_bounded(one: str, other: str) -> None:
	"""The same both ways, nothing only for equal words, and never more than the longer word has letters."""
	slips = distance(one, other)
	assert slips == distance(other, one) and (slips == 0) == (one == other)
	assert abs(len(one) - len(other)) <= slips <= max(len(one), len(other))


def result(path: object, query: str, **options: object) -> SearchResult:
	"""A search of one build."""
	return search([SearchTarget("Parts", path)], query, **options)  # type: ignore[arg-type]


TEXTS = {
	"a": "Every Hydraulic press needs oil in winter.",
	"b": "The pump needs a new valve.",
	"c": "Nothing else matters here.",
}


def test_a_misspelt_word_is_found_and_the_answer_says_so(build: Build) -> None:
	"""The passage of the word that was meant is found, and a note shows the word as the passage writes it."""
	path = build(TEXTS).info.path
	found = result(path, "hydralic press")
	assert found.hits[0].input == "a"
	assert found.notes == ('No passage has "hydralic"; searched for "Hydraulic" as well.',)
	assert result(path, "hydraulic pump").notes == ()
	assert result(path, "Osaka").notes == () and not result(path, "Osaka").hits


def test_a_corrected_word_with_vowel_signs_is_shown(build: Build) -> None:
	"""A note shows a word whole whose vowel signs are no letters for Python."""
	path = build({"a": "ग्राहकों के लिए धनवापसी की नीति", "b": "कुछ और"}).info.path
	found = result(path, "धनवपसी")
	assert found.hits[0].input == "a"
	assert found.notes == ('No passage has "धनवपसी"; searched for "धनवापसी" as well.',)


def test_a_correction_counts_less_than_the_word_itself(build: Build) -> None:
	"""A misspelt word finds what the right one does, with a lower score."""
	path = build(TEXTS).info.path
	right, wrong = result(path, "hydraulic").hits[0], result(path, "hydralic").hits[0]
	assert wrong.input == right.input and wrong.score == pytest.approx(0.8 * right.score, rel=0.01)


def test_a_word_of_hidden_passages_is_not_told(build: Build) -> None:
	"""The note names only words of passages that the user may see."""
	path = build(TEXTS).info.path
	found = result(path, "hydralic pump", accept=lambda hits: [hit.input != "a" for hit in hits])
	assert [hit.input for hit in found.hits] == ["b"] and found.notes == ()


def test_the_note_names_the_source_when_there_are_several(build: Build) -> None:
	"""A word that one source lacks may stand in another."""
	targets = [
		SearchTarget("Parts", build(TEXTS).info.path),
		SearchTarget("Names", build({"h": "Hydralic Ltd"}).info.path),
	]
	found = search(targets, "hydralic", explain=True)
	assert {hit.source for hit in found.hits} == {"Parts", "Names"}
	assert found.notes == ('No passage of Parts has "hydralic"; searched for "Hydraulic" as well.',)


def test_random_texts_are_no_error(build: Build) -> None:
	"""Whatever is typed, the search answers."""
	chance = random.Random(11)
	letters = "abcdeé ñßяжωπאبहि退คñ-'\"*()0 9_\u0300\x00\ud800"
	path = build(TEXTS).info.path
	for _ in range(1_000):
		result(path, "".join(chance.choices(letters, k=chance.randrange(1, 24))), top_k=2)


def test_terms_of_the_glossary_are_meant_as_they_are(build: Build) -> None:
	"""A word that the glossary explains is no misspelt one, though the index does not hold it."""
	path = build(
		{**TEXTS, "d": "The vacuum needs a filter.", "e": "Holidays are asked for in June."}
	).info.path
	glossary = Glossary((GlossaryEntry("vacum", ("holidays",)),))
	assert result(path, "vacum").hits[0].input == "d"
	found = result(path, "vacum", glossary=glossary)
	assert [hit.input for hit in found.hits] == ["e"] and found.notes == ()
