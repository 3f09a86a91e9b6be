"""Synonyms of business words: what they act on, where they are searched for, and that nobody is told of passages by them."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.analysis import synonyms
from huf.engine.analysis.glossary import Glossary, parse_glossary
from huf.engine.analysis.query import parse_query
from huf.engine.analysis.synonyms import LANGUAGES, synonyms_of, with_synonyms
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY, hybrid_backend
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import SearchResult
from tests.cli_runner import huf
from tests.engine.small_builds import Build, wanted
from tests.searching import search

TEXTS = {
	"one": "Each supplier is paid within thirty days.",
	"two": "A supplier sends its terms in writing.",
	"three": "The annual vendor day is in May.",
	"holiday": "Offices are closed on public holidays.",
}
FRAMES = {"de": "Was ist ein {}?", "en": "What is a {}?", "es": "¿Qué es un {}?", "fr": "Que fait un {}?"}
"""A question about a term, so that its language is known."""


def added(query: str, languages: tuple[str, ...] = ("en",)) -> list[tuple[str, str]]:
	"""Terms of a query, and what is added for them."""
	return [(one.term, one.text) for one in with_synonyms(parse_query(query), languages).expansions]


def ask(path: Path, query: str, **fields: object) -> SearchResult:
	"""Search one build."""
	return search([SearchTarget("s", path)], query, top_k=20, **fields)  # type: ignore[arg-type]


def found(path: Path, query: str, **fields: object) -> set[str]:
	"""The inputs that a search finds."""
	return {hit.input for hit in ask(path, query, **fields).hits}


@pytest.mark.parametrize(
	("query", "languages", "expected"),
	[
		("vendor", ("en",), [("vendor", "supplier")]),
		("Which VENDORS do we pay?", ("en",), [("VENDORS", "supplier")]),
		("the vendor's terms", ("en",), [("vendor", "supplier")]),
		("who signs a PO", ("en",), [("PO", "purchase order")]),
		("length of the river Po", ("en",), []),
		("bills of materials", ("en",), [("bills", "invoice"), ("bills of materials", "BOM")]),
		("vendor or supplier", ("en",), []),
		("vendor", ("de", "fr"), []),
		("Wie viele Kreditoren haben wir?", ("de",), [("Kreditoren", "Lieferant")]),
		("Wie viele vendors haben wir?", ("de", "en"), []),
		("Numéro de la fiche de paie", ("fr",), [("fiche de paie", "bulletin de paie")]),
		("¿Dónde está el albarán?", ("es",), [("albarán", "nota de entrega")]),
		("", ("en",), []),
	],
)
def test_what_they_act_on(query: str, languages: tuple[str, ...], expected: list[tuple[str, str]]) -> None:
	"""Words in all their forms, acronyms in capitals alone, and only in the language of query and texts."""
	assert set(expected) <= set(added(query, languages))
	assert bool(expected) == bool(added(query, languages))


def test_only_where_the_texts_say_it_more_often(build: Build) -> None:
	"""A synonym is searched for in an index that has it more often than the word that was typed, and nowhere else."""
	path = build(TEXTS).info.path
	assert found(path, "vendor") == {"one", "two", "three"}
	assert found(path, "supplier") == {"one", "two"}
	assert found(path, "vendor", synonyms=False) == {"three"}
	assert ask(path, "vendor").hits[0].input == "three", "What was typed comes first."


def test_a_word_that_the_texts_lack_is_no_misspelling(build: Build) -> None:
	"""A word with a synonym is meant as it is."""
	path = build({"senders": "The sender pays the postage.", "s": "A supplier is paid."}).info.path
	result = ask(path, "vendor")
	assert [hit.input for hit in result.hits] == ["s"]
	assert not result.notes


def test_nothing_tells_what_the_index_has(build: Build) -> None:
	"""The query is said as it was typed; why a hit was found names the synonym that stands in it."""
	path = build(TEXTS).info.path
	result = ask(path, "vendor", explain=True)
	assert result.expanded_query in ("", "vendor")
	assert result.explanation is not None
	words = {
		hit.input: {word.word for word in why.evidence.words if why.evidence and word.share}
		for hit, why in zip(result.hits, result.explanation.hits, strict=True)
		if why.evidence
	}
	assert words == {"one": {"vendor → supplier"}, "two": {"vendor → supplier"}, "three": {"vendor"}}


def test_after_what_a_glossary_says(build: Build) -> None:
	"""What the company says is added whatever the index has, and is not added twice."""
	glossary = parse_glossary({"supplier": ["vendor"]})
	path = build(TEXTS).info.path
	result = ask(path, "supplier", glossary=glossary)
	assert {hit.input for hit in result.hits} == {"one", "two", "three"}
	assert result.expanded_query == "supplier (vendor)"
	query = with_synonyms(glossary.expanded(parse_query("supplier")), ("en",))
	assert [(one.text, one.if_more_frequent) for one in query.expansions] == [("vendor", False)]
	assert with_synonyms(Glossary().expanded(parse_query("May")), ("en",)) == parse_query("May")


def test_the_model_reads_what_was_typed(tmp_path: Path) -> None:
	"""A model of meaning knows synonyms by itself."""
	embedder = FakeEmbedder()
	kinds: Registry[Backend] = Registry("knowledge type")
	kinds.register(KEY, hybrid_backend(embedder))
	settings = BuildSettings(backend=KEY)
	plan = plan_build([wanted(key, text) for key, text in TEXTS.items()], None, settings, kinds=kinds)
	path = run_build(tmp_path, plan, settings, kinds=kinds).info.path
	assert {"one", "two", "three"} <= found(path, "vendor", kinds=kinds)
	assert embedder.asked[-1] == "vendor"


@given(st.text(max_size=60))
def test_any_query(query: str) -> None:
	"""No text that can be typed is an error."""
	with_synonyms(parse_query(query), LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lists(language: str) -> None:
	"""Each term of a list adds what its line says, and says nothing twice."""
	path = Path(synonyms.__file__).parent / f"{language}.txt"
	lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
	for line in lines:
		alike, _, more = line.partition(" > ")
		terms = alike.split(" = ")
		for term in terms:
			others = [other for other in (*terms, *more.split(", ")) if other and other != term]
			texts = {text for _, text in added(FRAMES[language].format(term), (language,))}
			assert others and texts.issuperset(others), f"{term} of “{line}” adds {texts}"
	pairs = [
		(one.words, other) for same in synonyms_of(language).values() for one in same for other in one.others
	]
	assert not [pair for pair, times in Counter(pairs).items() if times > 1]
	assert len(pairs) > 200


def test_command_line(tmp_path: Path) -> None:
	"""``huf search`` searches for synonyms unless it is told not to."""
	(tmp_path / "terms.txt").write_text("The supplier is paid within thirty days.")
	assert huf("index", tmp_path, "--to", tmp_path / "index").exit_code == 0
	with_them = huf("search", tmp_path / "index", "vendor", "--json")
	assert len(json.loads(with_them.output)["hits"]) == 1
	without = huf("search", tmp_path / "index", "vendor", "--no-synonyms", "--json")
	assert json.loads(without.output)["hits"] == []
