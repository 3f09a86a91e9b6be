"""Verification: what an answer states, against the passages that it cites (G6)."""

import pytest

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
