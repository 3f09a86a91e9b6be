"""What an answer is checked for before anybody sees it: its markers, what it says is missing, its values."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from huf.ai.runs.names import names_behind
from huf.ai.runs.prompt.knowledge import RunKnowledge
from huf.ai.runs.prompt.messages import readable_text
from huf.engine.answers.missing import Missing, read_missing
from huf.engine.answers.stream import clean_answer
from huf.engine.answers.verification import (
	GivenPassage,
	Mode,
	Verdict,
	Verification,
	strictly,
	verdict,
	verify_answer,
)
from huf.engine.prompt.citations import check_citations
from huf.engine.prompt.context import heading_of, with_now

MODES: dict[str, Mode] = {"Off": "off", "Warn": "warn", "Block": "block"}


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
	"""An answer as it may be shown, and what was found out about it."""

	text: str = ""
	cited: tuple[int, ...] = ()
	unknown: tuple[int, ...] = ()
	"""Numbers that it cites and no passage has."""
	missing: Literal["No", "Partly", "Yes"] = "No"
	verification: Verification | None = None
	verdict: Verdict | None = None

	@property
	def is_blocked(self) -> bool:
		"""Whether it must not be shown."""
		return bool(self.verdict and self.verdict.action == "block")

	@property
	def fields(self) -> dict[str, Any]:
		"""What the Agent Run keeps of the verification; nothing when there was none."""
		found, verdict_ = self.verification, self.verdict
		if found is None or verdict_ is None:
			return {}
		return {
			"verification": as_json(found),
			"verification_result": verdict_.result or "",
			"verification_reasons": "\n".join(verdict_.reasons),
			"claims_verified": found.count("verified"),
			"claims_unverified": found.count("unverified"),
			"claims_contradicted": found.count("contradicted"),
			"coverage": 100 * found.coverage if found.coverage is not None else 0,
		}


@dataclass(frozen=True, slots=True)
class Checks:
	"""What an agent wants its answers to be checked for."""

	verify: str = "Off"
	"""Off, Warn or Block."""
	require_citations: bool = False
	"""Each statement must cite a passage."""

	@property
	def mode(self) -> Mode:
		"""As the engine calls it. Citations cannot be demanded without looking: Off is Warn then."""
		mode = MODES.get(self.verify, "off")
		return "warn" if mode == "off" and self.require_citations else mode


def check_text(text: str, knowledge: RunKnowledge, checks: Checks) -> CheckedAnswer:
	"""Check an answer in words."""
	cleaned = clean_answer(text, knowledge.ledger.hits.keys())
	missing = read_missing(cleaned.text, cites=bool(cleaned.cited))
	word: Literal["No", "Partly", "Yes"] = "No"
	if text.strip():
		word = "Yes" if missing.is_missing else "Partly" if missing.is_partly_missing else "No"
	verified = _verified(missing, knowledge, checks)
	return CheckedAnswer(missing.text, cleaned.cited, cleaned.unknown, word, *verified)


def check_structured(text: str, value: Any, knowledge: RunKnowledge, checks: Checks) -> CheckedAnswer:
	"""Check an answer that is JSON: its markers and values stand in its texts; a list of numbers in it cites nothing."""
	words = readable_text(value)
	check = check_citations(words, knowledge.ledger.hits.keys())
	return CheckedAnswer(
		text, check.cited, check.unknown, "No", *_verified(Missing(words, False, False), knowledge, checks)
	)


def _verified(
	answer: Missing, knowledge: RunKnowledge, checks: Checks
) -> tuple[Verification | None, Verdict | None]:
	if checks.mode == "off" or not answer.text.strip():
		return None, None
	chunks = knowledge.chunks()
	found = verify_answer(
		answer.text,
		{
			chunk.number: GivenPassage(
				with_now(chunk.text, chunk.hit), heading_of(chunk.hit), is_counted=chunk.origin == "List"
			)
			for chunk in chunks
		},
		question=knowledge.prompt,
		missing_from=answer.missing_from,
		known_names=lambda numbers: names_behind(
			{chunk.number: chunk.hit for chunk in chunks if chunk.number in numbers}, knowledge.user
		),
	)
	# What was counted by the database needs no working out.
	found = strictly(found, only=[chunk.number for chunk in chunks if chunk.origin == "List"])
	if chunks and all(chunk.origin == "List" for chunk in chunks):
		found = _counted_for_it(strictly(found), knowledge.prompt)
	return found, verdict(
		found, checks.mode, is_missing=answer.is_missing, require_citations=checks.require_citations
	)


def _counted_for_it(found: Verification, question: str) -> Verification:
	"""The verification of an answer that rests on lists alone: a bare number that neither they nor the question have is in doubt.

	Beside prose such a number is often counted or worked out by whoever answers. What was counted for them, they need not.
	"""
	claims = tuple(
		replace(claim, is_weak=False)
		if claim.kind == "number" and claim.status == "unverified" and claim.text not in question
		else claim
		for claim in found.claims
	)
	return replace(found, claims=claims)


def as_json(found: Verification) -> dict[str, Any]:
	"""A verification as the Agent Run keeps it. Offsets count characters of the response."""
	return {
		"claims": [asdict(claim) for claim in found.claims],
		"uncited": [[one.start, one.end] for one in found.uncited],
		"statements": found.statements,
		"cited_statements": found.cited_statements,
		"coverage": found.coverage,
	}
