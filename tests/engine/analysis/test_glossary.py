"""Glossaries: which words of a query they act on, what they add, and that what was typed counts more."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.analysis.glossary import MOST_ADDED, Glossary, GlossaryEntry, parse_glossary
from huf.engine.analysis.query import parse_query
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY, hybrid_backend
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import SettingsError
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import SearchResult
from tests.engine.small_builds import Build, wanted
from tests.searching import search

PO = GlossaryEntry("PO", ("purchase order",), is_case_sensitive=True, both_ways=True)
TEXTS = {
	"acronym": "Each PO over ten thousand euros is signed by two people.",
	"long": "Each purchase order over ten thousand euros is signed by two people.",
	"river": "The Po is the longest river of Italy.",
	"other": "Invoices are paid within thirty days.",
}


def added(glossary: Glossary, query: str, languages: tuple[str, ...] = ()) -> list[str]:
	"""What the glossary adds to a query."""
	return [expansion.text for expansion in glossary.expanded(parse_query(query), languages).expansions]


def ask(
	path: Path, query: str, glossary: Glossary, own: Glossary | None = None, **values: object
) -> SearchResult:
	"""Search with a glossary for all, and one of the source."""
	target = SearchTarget("s", path, glossary=own or Glossary())
	return search([target], query, glossary=glossary, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
	("entry", "query", "acts"),
	[
		(PO, "who signs a PO", True),
		(PO, "who signs a PO?", True),
		(PO, "(PO)", True),
		(PO, "the PO's limit", True),
		(PO, "the PO’s limit", True),
		(PO, "length of the Po", False),
		(PO, "po box", False),
		(PO, "POST", False),
		(PO, "PO-7", False),
		(PO, "Purchase  Order limits", True),
		(PO, "purchase of an order", False),
		(GlossaryEntry("OR", ("operating room",), is_case_sensitive=True), "red or blue", False),
		(GlossaryEntry("or", ("operating room",)), "Order of the door", False),
		(GlossaryEntry("C#", ("C sharp",)), "errors in c#", True),
		(GlossaryEntry("C", ("carbon",), is_case_sensitive=True), "errors in C#", False),
		(GlossaryEntry("R&D", ("research and development",)), "budget of r&d.", True),
		(GlossaryEntry("P.O.", ("purchase order",)), "the P.O. limit", True),
		(GlossaryEntry("home  office", ("remote work",)), "Home\tOffice rules", True),
		(GlossaryEntry("home office", ("remote work",)), "office at home", False),
		(GlossaryEntry("prüfung", ("inspection",)), "PRU\u0308FUNG der Anlage", True),
		(GlossaryEntry("采购单", ("purchase order",)), "请问采购单的审批流程", True),
		(GlossaryEntry("采购单", ("purchase order",)), "采购流程", False),
	],
	ids=str,
)
def test_whole_words(entry: GlossaryEntry, query: str, acts: bool) -> None:
	"""An entry acts on whole words and word groups, with its capitals if it says so, and on nothing else."""
	assert bool(added(parse_glossary([_as_dict(entry)]), query)) is acts


def _as_dict(entry: GlossaryEntry) -> dict[str, object]:
	return {
		"term": entry.term,
		"expansions": list(entry.expansions),
		"case_sensitive": entry.is_case_sensitive,
		"both_ways": entry.both_ways,
		"language": entry.language,
	}


def test_both_ways() -> None:
	"""Who asks for the long form gets the short one too, if the entry says so, in any case."""
	assert added(Glossary((PO,)), "limit of a Purchase Order") == ["PO"]
	assert added(Glossary((GlossaryEntry("PO", ("purchase order",)),)), "limit of a purchase order") == []


def test_languages() -> None:
	"""An entry of a language acts on texts that have it, unless the query is in another one."""
	glossary = Glossary((GlossaryEntry("AU", ("Arbeitsunfähigkeit",), language="de"),))
	assert added(glossary, "AU melden")
	assert added(glossary, "AU melden", ("en", "de"))
	assert not added(glossary, "AU melden", ("en", "fr"))
	assert not added(glossary, "what is the capital of the AU", ("en", "de"))


def test_what_is_there_is_not_added() -> None:
	"""An expansion whose words all stand in the query adds nothing, and one that two terms have is added once to each."""
	assert added(Glossary((PO,)), "PO (purchase order)") == []
	glossary = parse_glossary({"HR": ["people", "staff"], "personnel": ["people"]})
	assert added(glossary, "HR HR policy") == ["people", "staff"]
	assert parse_query("x").expanded_text == "x"
	both = glossary.expanded(parse_query("HR or personnel"))
	assert both.expanded_text == "HR or personnel (people, staff)"


def test_at_most_so_many() -> None:
	"""However large a glossary is, a query stays a query."""
	glossary = parse_glossary({f"w{number}": [f"x{number}", f"y{number}"] for number in range(60)})
	assert len(added(glossary, " ".join(f"w{number}" for number in range(60)))) == MOST_ADDED


@given(st.text(max_size=60), st.booleans())
def test_any_query(query: str, both_ways: bool) -> None:
	"""No text that can be typed is an error."""
	entries = (
		GlossaryEntry("PO", ("purchase order", "名前"), both_ways=both_ways),
		GlossaryEntry("名", ("name",)),
	)
	Glossary(entries).expanded(parse_query(query), ("en",))


@pytest.mark.parametrize(
	("values", "message"),
	[
		(5, "object from terms"),
		(["x"], "Entry 1"),
		([{"term": "a"}], "Entry 1 .* term, expansions, case_sensitive, both_ways, language"),
		([{"term": "a", "expansions": ["b"], "lang": "en"}], "Entry 1"),
		([{"term": 1, "expansions": ["b"]}], "The term of entry 1"),
		([{"term": "a", "expansions": [1]}], "expansions of entry 1"),
		({"a": []}, "needs 1 to 20"),
		({"a": ["b"] * 3 + [f"c{number}" for number in range(20)]}, "needs 1 to 20"),
		({"?!": ["b"]}, "letters or digits"),
		({"a": "  "}, "letters or digits"),
		({"a" * 141: "b"}, "at most 140"),
		([{"term": "a", "expansions": ["b"], "language": "german"}], "code of two letters"),
		({f"w{number}": "x" for number in range(10_001)}, "at most 10000 entries"),
	],
)  # fmt: skip
def test_wrong_glossaries(values: object, message: str) -> None:
	"""What cannot be a glossary is refused with the place and the reason."""
	with pytest.raises(SettingsError, match=message):
		parse_glossary(values)


def test_values() -> None:
	"""Glossaries from both forms of JSON are equal values, and can be joined."""
	one = parse_glossary({"PO": "purchase  order", "HR": ["people", "people"]})
	same = parse_glossary(
		[{"term": "PO", "expansions": ["purchase order"]}, {"term": " HR", "expansions": "people"}]
	)
	assert one == same
	assert hash(one) == hash(same)
	assert parse_glossary({"PO": "purchase order"}) + parse_glossary({"HR": "people"}) == one
	assert not Glossary()


def test_search_finds_both(build: Build) -> None:
	"""Who asks for the acronym finds the texts that write it out, after those that have it; the result says what was added."""
	path = build(TEXTS).info.path
	without = ask(path, "PO limit", Glossary())
	assert [hit.input for hit in without.hits if hit.input == "long"] == []
	assert without.expanded_query == "PO limit"
	result = ask(path, "PO", Glossary((PO,)))
	found = [hit.input for hit in result.hits]
	assert found.index("acronym") < found.index("long")
	assert result.expanded_query == "PO (purchase order)"
	assert result.to_dict()["expanded_query"] == "PO (purchase order)"


@pytest.mark.parametrize("expansions", [1, 2, 5, 20])
def test_what_was_typed_counts_more(build: Build, expansions: int) -> None:
	"""A text with the term comes before one that has all its expansions, also when those are rare and the term is not."""
	names = [f"rare{number} unusual{number}" for number in range(expansions)]
	texts = {f"common{number}": "This is about the gadget." for number in range(30)}
	texts["typed"] = "This is about the gadget."
	texts["expanded"] = " ".join(names)
	path = build(texts).info.path
	result = ask(path, "gadget", parse_glossary({"gadget": names}), top_k=40)
	found = [hit.input for hit in result.hits]
	assert "expanded" not in found[:31]
	assert set(found[31:]) == {"expanded"}


def test_other_words_of_the_query(build: Build) -> None:
	"""What is added stands for its term, and the rest of the query still decides between texts that have it."""
	texts = {**TEXTS, "storage": "A purchase order is kept for ten years.", "po storage": "The PO archive."}
	path = build(texts).info.path
	result = ask(path, "PO kept years", Glossary((PO,)))
	assert result.hits[0].input == "storage"


def test_function_word_with_capitals(build: Build) -> None:
	"""A term that is a function word in small letters finds what it stands for."""
	path = build({"a": "Information technology answers tickets.", "b": "It is what it is."}).info.path
	glossary = parse_glossary(
		[{"term": "IT", "expansions": ["information technology"], "case_sensitive": True}]
	)
	assert [hit.input for hit in ask(path, "who is IT", glossary).hits][:1] == ["a"]


def test_a_source_s_own_glossary(build: Build) -> None:
	"""The glossary of a target acts on that target alone, besides the one for all."""
	path = build(TEXTS).info.path
	people = parse_glossary({"limit": "euros"})
	targets = [SearchTarget("one", path, glossary=Glossary((PO,))), SearchTarget("two", path)]
	result = search(targets, "PO", top_k=20, glossary=people)
	assert {hit.source for hit in result.hits if hit.input == "long"} == {"one"}
	result = search(targets, "limit PO", top_k=20, glossary=people)
	assert {hit.source for hit in result.hits if hit.input == "long"} == {"one", "two"}
	assert result.expanded_query == "limit PO (euros, purchase order)"


def test_explained(build: Build) -> None:
	"""The explanation names what was added, with the words of the text that it found."""
	path = build(TEXTS).info.path
	result = ask(path, "PO", Glossary((PO,)), explain=True)
	assert result.explanation is not None
	by_input = dict(zip([hit.input for hit in result.hits], result.explanation.hits, strict=True))
	evidence = by_input["long"].evidence
	assert evidence is not None
	(match,) = [word for word in evidence.words if word.word == "PO → purchase order"]
	assert set(match.terms) == {"purchas", "order"}
	assert 0.2 < evidence.query_coverage <= 0.9
	typed = by_input["acronym"].evidence
	assert typed is not None
	assert typed.query_coverage > evidence.query_coverage


def test_meaning_reads_what_was_added(tmp_path: Path) -> None:
	"""The model is given the query with what the glossary adds."""
	embedder = FakeEmbedder()
	kinds: Registry[Backend] = Registry("knowledge type")
	kinds.register(KEY, hybrid_backend(embedder))
	settings = BuildSettings(backend=KEY)
	inputs = [wanted(key, text) for key, text in TEXTS.items()]
	path = run_build(
		tmp_path, plan_build(inputs, None, settings, kinds=kinds), settings, kinds=kinds
	).info.path
	ask(path, "PO limit", Glossary((PO,)), kinds=kinds, mode="vector")
	assert embedder.asked[-1] == "PO limit (purchase order)"
