"""Verification: what an answer states, against the passages that it cites (G6)."""

import pytest

from benchmarks.verification import judged_sentences
from huf.engine.answers.verification import (
	GivenPassage,
	verdict,
	verify_answer,
)

PASSAGES = {
	1: GivenPassage(
		"Hotels: up to 120 EUR per night in Germany and 150 EUR per night in France. Meals are paid with 28 EUR per day. "
		"The policy is valid from 3 March 2024.",
		"travel.docx",
	),
	2: GivenPassage(
		"Invoice SINV-2024-00012 of 1,200.00 EUR is due on 2024-04-15. Discount: 5 %.", "SINV-2024-00012"
	),
}


@pytest.mark.parametrize(
	("answer", "status", "passage"),
	[
		("Hotels in France are paid up to 150 EUR [1].", "verified", 1),
		("The policy is valid from March 3rd, 2024 [1].", "verified", 1),
		("Die Rechnung lautet auf 1.200 € [2].", "verified", 2),
		("发票金额为1200欧元。[2]", "verified", 2),
		("It is due on 15 April 2024 [1].", "verified", 2),
		("Hotels in Germany cost up to 130 EUR per night [1].", "contradicted", 1),
		("The policy is valid from 4 March 2024 [1].", "contradicted", 1),
		("The discount is 5 percentage points [2].", "contradicted", 2),
		("Laptops are paid up to 900 EUR [1].", "unverified", None),
	],
)
def test_one_claim(answer: str, status: str, passage: int | None) -> None:
	"""The status of a claim, and the passage that tells."""
	(claim,) = verify_answer(answer, PASSAGES).claims
	assert (claim.status, claim.passage) == (status, passage)
	assert answer[claim.start : claim.end] == claim.text
	if claim.passage is not None and claim.passage_start is not None:
		assert PASSAGES[claim.passage].text[claim.passage_start : claim.passage_end] == claim.found


def test_without_claims_there_is_no_share() -> None:
	"""Nothing stated is nothing to divide by (P-B9), and no reason to warn."""
	for answer in ("", "Thanks.", "```\n12 EUR\n```"):
		result = verify_answer(answer, PASSAGES)
		assert result.claims == () and result.verified_share is None and result.coverage is None
		assert verdict(result, "block").action == "show"


def test_coverage() -> None:
	"""The share of the statements that cite a passage which exists; under 70 % it is flagged."""
	result = verify_answer(
		"Hotels are paid [1]. Meals are paid too [9]. Is that so? Taxis are never paid.", PASSAGES
	)
	assert (result.statements, result.cited_statements, result.is_covered) == (3, 1, False)
	assert verdict(result, "warn").reasons == ("Only 33% of the statements cite a source.",)
	assert verify_answer("Hotels are paid [1].", PASSAGES).coverage == 1.0


def test_modes() -> None:
	"""Off shows, warn warns, block holds back what is contradicted or not found."""
	wrong = verify_answer("Hotels in Germany cost up to 130 EUR [1].", PASSAGES)
	assert [verdict(wrong, mode).action for mode in ("off", "warn", "block")] == ["show", "warn", "block"]  # type: ignore[arg-type]
	assert "120 EUR" in verdict(wrong, "warn").reasons[0] and verdict(wrong, "off").reasons == ()
	uncovered = verify_answer("Hotels are always paid by us.", PASSAGES)
	assert verdict(uncovered, "block").action == "warn"


def test_hedged_rounding() -> None:
	"""A rounded value is verified when the answer says that it is rounded, and contradicted when it does not."""
	passages = {1: "The warehouse holds 15,432 pallets."}
	for answer in (
		"The warehouse holds about 15,400 pallets [1].",
		"The warehouse holds 15,000 or so pallets [1].",
	):
		(claim,) = verify_answer(answer, passages).claims
		assert (claim.status, claim.is_rounded, claim.found) == ("verified", True, "15,432")
	for answer in (
		"The warehouse holds 15,400 pallets [1].",
		"The warehouse holds about 20,000 pallets [1].",
	):
		(claim,) = verify_answer(answer, passages).claims
		assert claim.status == "contradicted", answer


def test_a_cell_has_the_unit_of_its_column() -> None:
	"""A bare number in a table is an amount when the head of the table names the currency."""
	passages = {1: "| Country | Rate (EUR) |\n|---|---|\n| Germany | 120 |\n| France | 150 |"}
	statuses = {
		answer: verify_answer(f"{answer} [1].", passages).claims[0].status
		for answer in (
			"The rate for Germany is 120 EUR",
			"The rate for Germany is 150 EUR",
			"The rate is 120 USD",
		)
	}
	assert list(statuses.values()) == ["verified", "contradicted", "unverified"]


def test_names_of_the_caller() -> None:
	"""A name that the caller knows must stand in a passage, and must not take the place of another."""
	answer = "Acme Ltd pays [1]. Borealis Inc pays [1]. Borealis Inc was founded long ago [1]."
	result = verify_answer(answer, {1: "Acme Ltd pays."}, ["Acme Ltd", "Borealis Inc"])
	assert [claim.status for claim in result.claims] == ["verified", "contradicted", "unverified"]


def test_small_counts_are_no_reason_to_warn() -> None:
	"""What a writer counts is often nowhere written; it stays unverified and warns nobody."""
	result = verify_answer("There are three ways to pay for hotels here [1].", PASSAGES)
	assert [(claim.status, claim.is_weak) for claim in result.claims] == [("unverified", True)]
	assert verdict(result, "block").action == "show"


def test_the_labelled_set() -> None:
	"""At least 200 sentences, half of them wrong: hardly a right one is called wrong, and hardly a wrong one passes."""
	rows = list(judged_sentences())
	right, wrong = [row for row in rows if row.is_right], [row for row in rows if not row.is_right]
	assert (
		len(rows) >= 200 and 0.4 < len(wrong) / len(rows) < 0.6 and len({row.language for row in rows}) >= 6
	)
	assert sum(row.outcome == "verified" for row in right) >= 0.97 * len(right)
	assert sum(row.outcome == "contradicted" for row in right) <= 0.02 * len(right)
	assert sum(row.outcome in ("contradicted", "unverified") for row in wrong) >= 0.97 * len(wrong)


def test_values_of_the_question() -> None:
	"""What the question says may be repeated; what was worked out from it may not."""
	result = verify_answer("17 times 23 is 391.", {}, question="What is 17 times 23?")
	assert [(claim.text, claim.is_weak) for claim in result.claims] == [
		("17", True),
		("23", True),
		("391", False),
	]


def test_what_need_not_cite() -> None:
	"""Without passages, and in an answer that says that nothing was found, no citations are missed."""
	talk = "I am fine and happy to help you today."
	assert verdict(verify_answer(talk, {}), "warn").action == "show"
	nothing = verify_answer("The documents say nothing about dogs.", PASSAGES)
	assert verdict(nothing, "warn").action == "warn"
	assert verdict(nothing, "warn", is_missing=True).action == "show"
