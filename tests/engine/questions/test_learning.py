"""A glossary that is learnt: where candidates come from, what chance brings, and which of them a replay lets through."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.analysis.glossary import Glossary
from huf.engine.analysis.query import parse_query
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.learning import (
	Candidate,
	Found,
	Origin,
	Pair,
	Question,
	Rewording,
	abbreviations,
	associations,
	defined,
	listed,
	replay,
	rewordings,
)
from huf.engine.learning.associations import LEAST_TOGETHER, log_likelihood
from huf.engine.learning.rewordings import LEAST_STRANGERS
from huf.engine.search import SearchTarget
from tests.engine.small_builds import wanted
from tests.searching import search

FILLER = st.text("abcdefgh ", max_size=30)


@pytest.mark.parametrize(
	("text", "found"),
	[
		("Each Goods Received Note (GRN) is signed.", [("GRN", "Goods Received Note")]),
		("A GRN (Goods Received Note) is made for it.", [("GRN", "Goods Received Note")]),
		("Of value added tax (VAT, 19 %) nothing is paid.", [("VAT", "value added tax")]),
		("A Bill of Materials (“BOM”) has parts.", [("BOM", "Bill of Materials")]),
		("Die Mehrwertsteuer (MwSt) gilt.", [("MwSt", "Mehrwertsteuer")]),
		("Sign it. Received note (GRN) of goods", []),
		("Look it up (see Annex), the price (net) or (2024).", []),
		("The PDF (a file of Adobe) is open.", []),
		("We pay (ABC", []),
		("", []),
	],
)
def test_abbreviations(text: str, found: list[tuple[str, str]]) -> None:
	"""A short form in brackets after what it stands for, or the other way round; nothing else in brackets is one."""
	assert [tuple(one) for one in abbreviations(text)] == found


@given(words=st.lists(st.from_regex("[a-z]{2,8}", fullmatch=True), min_size=2, max_size=6), around=FILLER)
def test_what_the_first_letters_spell_is_found(words: list[str], around: str) -> None:
	"""Any phrase with its initials behind it is a definition, and what is found ends the text before the bracket."""
	short = "".join(word[0] for word in words).upper()
	(found,) = abbreviations(f"{around}. {' '.join(words)} ({short}) {around}")
	assert found.short == short and " ".join(words).endswith(found.long)


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
	"""Nothing that stands in a text is an error, and a long form stands in it."""
	plain = " ".join(text.split())
	for found in abbreviations(text):
		assert found.long in plain and found.short in text


def test_the_more_frequent_meaning_is_taken() -> None:
	"""Of two meanings of one short form the one that more texts have; a text counts once."""
	texts = ["purchase order (PO) purchase order (PO) purchase order (PO)", *["post office (PO)"] * 2]
	assert defined(texts) == [Candidate("PO", "post office", Origin.ABBREVIATED, 2)]


def test_rewordings() -> None:
	"""What was replaced is one thing in each question; words alone that followed each other are a coincidence until several say it."""
	one = Rewording("How do I cancel a bill?", "how can I cancel purchase invoices")
	assert rewordings([one, one]) == [Candidate("bill", "purchase invoices", Origin.REWORDED, 2)]
	(named,) = rewordings([Rewording("cancel a BOM", "cancel a bill of materials")])
	assert (named.term, named.expansion) == ("BOM", "bill of materials")
	alone = Rewording("bill", "invoice")
	assert rewordings([alone] * (LEAST_STRANGERS - 1)) == []
	assert [found.support for found in rewordings([alone] * LEAST_STRANGERS)] == [LEAST_STRANGERS]
	for before, after in (
		("cancel a bill", "cancel bills"),  # another form of one word
		("cancel a bill", "cancel a bill of last month"),  # more words: nothing was replaced
		("the bill of an old customer", "the invoice of an old supplier"),  # two things
		("cancel the bill", "why is the weather so bad in Paris, cancel"),  # too many
		("", ""),
	):
		assert rewordings([Rewording(before, after)] * 5) == [], (before, after)


def test_associations() -> None:
	"""A word that questions have where answers have another is found; twice is a coincidence, and so is a word of all answers."""
	noise = [
		Pair(f"topic{n} works how", f"Subject{n} is done at the office on demand{n}.") for n in range(40)
	]

	def found(times: int) -> list[tuple[str, str]]:
		pairs = [
			Pair(f"bill of case{n}", f"An invoice at the office, number{n}, file{n}.") for n in range(times)
		]
		return [(one.term, one.expansion) for one in associations([*noise, *pairs], "en")]

	assert found(LEAST_TOGETHER - 1) == []
	assert ("bill", "invoice") in found(8)
	assert not [pair for pair in found(8) if pair[1] == "office"]
	assert associations([], "en") == []


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50), st.integers(1, 200))
def test_the_likelihood_of_counts(both: int, one: int, other: int, rest: int) -> None:
	"""It is never negative, the same in both directions, 0 where two words meet as by chance, and grows with the counts."""
	total = both + one + other + rest
	value = log_likelihood(both, both + one, both + other, total)
	assert value >= -1e-9
	assert value == pytest.approx(log_likelihood(both, both + other, both + one, total), abs=1e-6)
	if both * rest <= one * other:
		assert value == 0
	else:
		twice = log_likelihood(2 * both, 2 * (both + one), 2 * (both + other), 2 * total)
		assert twice == pytest.approx(2 * value)


def test_the_likelihood_is_dunnings() -> None:
	"""The figure of a table worked out by hand: k = (10, 10, 10, 970)."""
	cells = ((10, 20 * 20 / 1000), (10, 20 * 980 / 1000), (10, 980 * 20 / 1000), (970, 980 * 980 / 1000))
	by_hand = 2 * sum(seen * math.log(seen / expected) for seen, expected in cells)
	assert log_likelihood(10, 20, 20, 1000) == pytest.approx(by_hand)


def test_listed_names() -> None:
	"""Of a catalogue only what a question says, by either name, in any case; as the glossary needs it."""
	names = [
		("Sales Invoice", "Bill", Origin.RENAMED),
		("Supplier", "Lieferant", Origin.TRANSLATED),
		("Customer", "Customer", Origin.TRANSLATED),
		("Warehouse", "Lager", Origin.TRANSLATED),
		("?", "Bill", Origin.TRANSLATED),
	]
	found = listed(names, ["Which bill is open?", "the SUPPLIER of pumps", "my customer"])
	assert [(one.term, one.expansion) for one in found] == [
		("Bill", "Sales Invoice"),
		("Supplier", "Lieferant"),
	]


def test_capitals_count_where_they_must() -> None:
	"""OR is a word in small letters, and PO a river; GRN is neither."""
	for short, is_kept in (("OR", True), ("PO", True), ("GRN", False), ("invoice", False)):
		assert Candidate(short, "long form", Origin.ABBREVIATED).entry.is_case_sensitive is is_kept


TEXTS = {"invoice": "An invoice is cancelled by the accountant.", "leave": "Leave is cancelled by a manager."}


def finder(places: dict[tuple[str, bool], Sequence[str]]):
	"""A search whose answers are written down, by question and whether a glossary acts; it counts what it is asked."""

	def find(text: str, glossary: Glossary) -> Found:
		find.asked.append((text, bool(glossary)))
		inputs = places[text, bool(glossary)]
		return Found(inputs, bool(inputs))

	find.asked = []
	return find


BILL = Candidate("bill", "invoice", Origin.REWORDED)
SAME = Candidate("bill", "invoice", Origin.RENAMED)
MENDS = {("cancel bill", False): ["x"], ("cancel bill", True): ["x", "a"]}
MENDED = Question("q1", "cancel bill", frozenset("a"))


def test_a_candidate_that_mends_is_proposed() -> None:
	"""With the question that it mends, and where its answer was and is; words that act on no question are not asked about."""
	find = finder(MENDS)
	(found,) = replay([BILL, Candidate("vendor", "supplier", Origin.REWORDED)], [MENDED], find)
	assert (found.candidate, found.mended, found.moved) == (BILL, (type(found.mended[0])("q1", 0, 2),), ())
	assert find.asked == [("cancel bill", False), ("cancel bill", True)]


@pytest.mark.parametrize(
	("before", "after", "is_proposed"),
	[
		(["b", "c"], ["c", "b"], True),
		(["b", "c", "d"], ["c", "d", "b"], False),
		(["b"], [], False),
		(["c", "d", "e", "f", "b"], ["c", "d", "e", "f", "g", "b"], False),
		(["c", "d", "e", "f", "g", "b"], [], True),
	],
)
def test_what_harms_a_question_is_not_proposed(
	before: list[str], after: list[str], is_proposed: bool
) -> None:
	"""One place lost is allowed where more is won; two, or the last of the first five, is not, whatever it mends."""
	other = Question("q2", "old bill", frozenset("b"))
	find = finder(
		{
			**MENDS,
			("old bill", False): before,
			("old bill", True): after,
			("more bill", False): [],
			("more bill", True): ["m"],
		}
	)
	more = Question("q3", "more bill", frozenset("m"))
	assert bool(replay([BILL], [MENDED, other, more], find)) is is_proposed


def test_what_must_not_be_found() -> None:
	"""A candidate that finds what a test forbids is none, and one that only hides it mends nothing."""
	forbidden = Question("q2", "secret bill", frozenset("s"), is_forbidding=True)
	find = finder({**MENDS, ("secret bill", False): [], ("secret bill", True): ["s"]})
	assert replay([BILL], [MENDED, forbidden], find) == []
	find = finder({("secret bill", False): ["s"], ("secret bill", True): []})
	assert replay([BILL], [forbidden], find) == []


def test_questions_whose_answer_nobody_knows() -> None:
	"""They are mended if something near is found at last, by words that are the same thing; what is found first is not to be lost."""
	unknown = Question("q", "cancel bill")
	find = finder({("cancel bill", False): [], ("cancel bill", True): ["a"]})
	assert replay([BILL], [unknown], find) == []
	assert [one.mended[0].after for one in replay([SAME], [unknown], find)] == [1]
	opened = Question("o", "old bill")
	find = finder({**MENDS, ("old bill", False): ["b"], ("old bill", True): ["c", "d", "b"]})
	assert replay([SAME], [MENDED, opened], find) == []


words = st.sampled_from(["bill", "invoice", "vendor", "supplier", "leave", "ship"])


@given(
	st.lists(st.tuples(words, words), max_size=6),
	st.lists(st.lists(words, min_size=1, max_size=3), max_size=6),
	st.data(),
)
def test_no_proposal_harms(pairs: list[tuple[str, str]], texts: list[list[str]], data: st.DataObject) -> None:
	"""Whatever is found with and without them: each proposal mends, harms nothing, and stands once."""
	questions = [Question(str(n), " ".join(text), frozenset("a")) for n, text in enumerate(texts)]
	known: dict[tuple[str, Glossary], Found] = {}

	def find(text: str, glossary: Glossary) -> Found:
		if (text, glossary) not in known:
			known[text, glossary] = Found(data.draw(st.permutations("abcdefg")))
		return known[text, glossary]

	found = replay([Candidate(one, other, Origin.REWORDED) for one, other in pairs], questions, find)
	assert len({one.candidate.key for one in found}) == len(found)
	for one in found:
		assert one.mended and one.gain > 0
		for change in (*one.mended, *one.moved):
			assert change.before > 5 or (1 <= change.after <= min(5, change.before + 1))
			text = questions[int(change.question)].text
			assert Glossary((one.candidate.entry,)).expanded(parse_query(text)).expansions


def test_on_an_index(tmp_path: Path) -> None:
	"""On a real index: the entry of a proposal, put into the glossary, does what the replay has said."""
	inputs = [wanted(key, text) for key, text in TEXTS.items()]
	build = run_build(tmp_path, plan_build(inputs, None, BuildSettings()), BuildSettings()).info.path

	def find(text: str, glossary: Glossary) -> Found:
		result = search([SearchTarget("s", build)], text, glossary=glossary, synonyms=False)
		return Found([hit.input for hit in result.hits if hit.is_matched], result.has_near)

	(found,) = replay([BILL], [Question("q", "bill", frozenset({"invoice"}))], find)
	assert (found.mended[0].before, found.mended[0].after) == (0, 1)
	assert find("bill", Glossary((found.candidate.entry,))).inputs == ["invoice"]
