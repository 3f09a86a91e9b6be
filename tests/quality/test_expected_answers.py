"""Tests of answers: values are compared as verification compares them, and each thing that an answer lacks is named."""

import pytest

from huf.local.quality.answers import AnswerExpectation, GivenAnswer, Unmet, unmet

LEAVE = GivenAnswer("Annual leave is twenty-five days [1].", cited=1, verification="Confirmed")


@pytest.mark.parametrize(
	("expected", "lacks"),
	[
		(AnswerExpectation(must_say=("25 days",)), []),
		(AnswerExpectation(must_say=("25 hours",)), [Unmet("Not Said", "25 hours")]),
		(AnswerExpectation(must_say=("annual leave", "30 days")), [Unmet("Not Said", "30 days")]),
		(AnswerExpectation(must_not_say=("25 days", "sick")), [Unmet("Said", "25 days")]),
		(AnswerExpectation(must_not_say=("1",)), []),
		(AnswerExpectation(citations="Cited"), []),
		(AnswerExpectation(citations="Not Cited"), [Unmet("Cited")]),
		(AnswerExpectation(missing="Says It Is Missing"), [Unmet("Not Missing")]),
		(AnswerExpectation(verification="Confirmed"), []),
	],
)
def test_what_an_answer_lacks(expected: AnswerExpectation, lacks: list[Unmet]) -> None:
	"""The number of a citation is none that the answer says."""
	assert list(unmet(expected, LEAVE)) == lacks


def test_an_answer_that_says_nothing() -> None:
	"""A withheld answer says nothing, and so breaks no *Must Not Say*; one that says what is missing cites nothing."""
	withheld = GivenAnswer("", is_withheld=True, verification="Contradicted")
	wanted = AnswerExpectation(("25 days",), ("30 days",), verification="Not Contradicted")
	assert [one.kind for one in unmet(wanted, withheld)] == ["Withheld", "Verification"]
	missing = GivenAnswer("The documents do not say.", missing="Yes", verification="Nothing to Check")
	assert [one.kind for one in unmet(AnswerExpectation(citations="Cited", missing="Answered"), missing)] == [
		"Not Cited",
		"Missing",
	]
	# Nothing to check is not confirmed, and not contradicted either.
	assert unmet(AnswerExpectation(verification="Confirmed"), missing)
	assert not unmet(AnswerExpectation(verification="Not Contradicted"), missing)


def test_nothing_expected_is_known() -> None:
	"""An expectation that any answer meets says so."""
	assert AnswerExpectation().is_empty
	assert not AnswerExpectation(citations="Cited").is_empty
