"""Tests of retrieval: what counts as found and as said, and when a build is held."""

import math
import random

import pytest

from huf.engine.types import Hit, Locator
from huf.local.quality.expectations import Expectation, Measures, Outcome, changed, measure, outcome_of
from huf.local.quality.gate import LEAST_QUESTIONS, judge

TABLE = "| Grade | Price (EUR) |\n| --- | --- |\n| Standard | 1,200.50 |\n| Premium | 1,900 |"


def hit(text: str, key: str = "a", page: int | None = None, also_in: tuple[str, ...] = ()) -> Hit:
	"""A passage of the input ``key``."""
	return Hit(
		text, "Title", 1.0, "c", "s", key, Locator(page=page), f"{key}#0", "b", 0, 1, "h", also_in=also_in
	)


HITS = [
	hit("The hotel costs 140 euros a night.", "rates", page=3),
	hit("Leave is 42 days a year.", "leave", page=3),
	hit(TABLE, "prices", also_in=("copy",)),
	hit("Leave may be carried over.", "leave", page=4),
]


@pytest.mark.parametrize(
	("expectation", "place"),
	[
		(Expectation("Must Find", frozenset({"leave"})), 2),
		(Expectation("Must Find", frozenset({"leave"}), page=4), 4),
		(Expectation("Must Find", frozenset({"leave"}), page=5), 0),
		(Expectation("Must Find", frozenset({"copy"})), 3),
		(Expectation("Must Find", frozenset({"gone", "leave"})), 2),
		(Expectation("Must Find", page=3), 1),
		(Expectation("Must Find", passage="LEAVE may\n be  carried"), 4),
		(Expectation("Must Find", is_lost=True), 0),
		(Expectation("Must Not Find", frozenset({"leave"})), 2),
		(Expectation("Must Say", value="42 days"), 2),
		(Expectation("Must Say", value="forty-two days"), 2),
		(Expectation("Must Say", value="43 days"), 0),
		(Expectation("Must Say", value="EUR 140"), 1),
		(Expectation("Must Say", value="140 USD"), 0),
		(Expectation("Must Say", value="EUR 1200.50"), 3),
		(Expectation("Must Say", value="carried over"), 4),
		(Expectation("Must Say", value="arrie"), 0),
		(Expectation("Must Say", frozenset({"rates"}), value="42 days"), 0),
	],
	ids=str,
)
def test_what_is_meant(expectation: Expectation, place: int) -> None:
	"""The first passage that is meant counts: by its input, page and words, and by what it says, in any writing of the value."""
	found = outcome_of(expectation, HITS)
	assert found.place == place
	assert found.passed == ((place == 0) == (expectation.kind == "Must Not Find"))


def test_only_the_first_ten_count() -> None:
	"""What stands at the eleventh place is not found."""
	many = [hit("x", "other")] * 9
	wanted = Expectation("Must Find", frozenset({"a"}))
	assert outcome_of(wanted, [*many, hit("x")]).place == 10
	assert outcome_of(wanted, [*many, hit("x", "other"), hit("x")]).place == 0


def test_measures() -> None:
	"""Recall, MRR and nDCG are those of the tests with a place; what must not be found is left out."""
	found = measure([Outcome("Must Find", 1), Outcome("Must Say", 4), Outcome("Must Find", 0)])
	assert found.questions == 3
	assert found.recall == pytest.approx(2 / 3)
	assert found.mrr == pytest.approx((1 + 1 / 4) / 3)
	assert found.ndcg == pytest.approx((1 + 1 / math.log2(5)) / 3)
	assert measure([Outcome("Must Not Find", 0)]) == Measures(0, None, None, None)


def test_what_changed() -> None:
	"""A test changed if it was passed before or now, and not both; a new one did not."""
	before = {"a": Outcome("Must Find", 1), "b": Outcome("Must Find", 0), "c": Outcome("Must Not Find", 0)}
	now = {
		"c": Outcome("Must Not Find", 1),
		"b": Outcome("Must Find", 0),
		"a": Outcome("Must Find", 9),
		"d": Outcome("Must Find", 0),
	}
	assert changed(before, now) == ["c"]


def suite(places: list[int]) -> dict[str, Outcome]:
	"""A suite of tests with these places."""
	return {str(number): Outcome("Must Find", place) for number, place in enumerate(places)}


def test_a_worse_build_is_held_from_fifty_questions_on() -> None:
	"""Ten of fifty questions that lose their passage are no chance; of forty-nine nothing is said, however bad."""
	good = suite([1] * LEAST_QUESTIONS)
	bad = suite([0] * 10 + [1] * (LEAST_QUESTIONS - 10))
	held = judge(good, bad)
	assert (held.ruling, held.is_held, held.better, held.worse) == ("Worse", True, 0, 10)
	assert held.difference == pytest.approx(-0.2)
	assert held.p < 0.01
	assert judge(bad, good).ruling == "Publish"
	assert judge(good, good).ruling == "Publish"
	few = judge(suite([1] * 49), suite([0] * 49))
	assert (few.ruling, few.is_held, few.questions) == ("Too Few Questions", False, 49)


def test_chance_is_not_worse() -> None:
	"""Of builds whose places differ by chance alone about one in forty is held: half of the level, the other half is better."""
	chance = random.Random(1)
	held = 0
	for _ in range(200):
		pairs = [(chance.choice((1, 2, 3, 0)), chance.choice((1, 2, 3, 0))) for _ in range(60)]
		held += judge(suite([one for one, _ in pairs]), suite([other for _, other in pairs])).is_held
	assert 0 < held <= 12


def test_one_leak_is_enough() -> None:
	"""What must not be found and now is holds a build by itself; what was found before already does not."""
	clean, leaking = {"x": Outcome("Must Not Find", 0)}, {"x": Outcome("Must Not Find", 3)}
	held = judge(clean, leaking)
	assert (held.ruling, held.is_held, held.broken) == ("Found Against A Test", True, ("x",))
	assert not judge(leaking, leaking).is_held
	assert not judge({}, leaking).is_held
