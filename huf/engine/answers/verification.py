"""Does an answer say what its passages say? Values are compared, and citations counted; nothing is guessed.

There is no figure for "confidence": a claim is verified, unverified or contradicted, and the place in the passage is
given so that a reader can look. What it cannot see is in ``docs/answers.md``.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from huf.engine.answers.claims import Claim, Kind, read_claims
from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.comparing import Finding, PassageFacts, Status, judge, passage_facts
from huf.engine.answers.sentences import Sentence, split_sentences
from huf.engine.answers.surroundings import (
	MOST_CLAIMS,
	Placed,
	Surroundings,
	heading_terms,
	read_surroundings,
)
from huf.engine.context import heading_of
from huf.engine.types import Hit

Mode = Literal["off", "warn", "block"]
MODES: tuple[Mode, ...] = ("off", "warn", "block")
LEAST_COVERAGE = 0.7
"""Share of the statements that cite something; less is flagged (G6)."""
_MOST_CHARACTERS = 100_000
"""Of an answer that are looked at."""


@dataclass(frozen=True, slots=True)
class GivenPassage:
	"""A passage that the model was given, as it was given. ``title`` is its title and place."""

	text: str
	title: str = ""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
	"""A value that the answer states, and what the passages say to it."""

	kind: Kind
	text: str
	start: int
	end: int
	"""Where it stands in the answer, in characters."""
	status: Status
	passage: int | None = None
	"""The passage that says the same or, when it is contradicted, something else."""
	passage_start: int | None = None
	passage_end: int | None = None
	"""Where, in the text of that passage; None for its title."""
	found: str = ""
	"""What stands there."""
	is_cited: bool = False
	"""Whether that passage is one that the sentence cites."""
	is_rounded: bool = False
	"""The answer gives the value rounded, and says so ("about")."""
	is_weak: bool = False
	"""A small count without a unit, such as "three ways", or a value of the question. Unverified, it is no reason to warn."""


@dataclass(frozen=True, slots=True)
class Verification:
	"""The result for one answer. Offsets count characters of the answer that was checked."""

	claims: tuple[CheckedClaim, ...]
	sentences: tuple[Sentence, ...]
	statements: int
	cited_statements: int
	passages: int = 0
	"""How many the model was given."""
	is_complete: bool = True
	"""False when the answer states more than is compared (:data:`~huf.engine.answers.surroundings.MOST_CLAIMS` values)."""

	@property
	def coverage(self) -> float | None:
		"""The share of the statements that cite a passage, 0 to 1; None when the answer states nothing."""
		return self.cited_statements / self.statements if self.statements else None

	@property
	def is_covered(self) -> bool:
		"""Whether enough is cited. An answer that states nothing, and one without passages, have nothing to cite."""
		return not self.passages or self.coverage is None or self.coverage >= LEAST_COVERAGE

	@property
	def verified_share(self) -> float | None:
		"""The share of the claims that are verified; None without claims."""
		return self.count("verified") / len(self.claims) if self.claims else None

	def count(self, status: Status) -> int:
		"""How many claims have this status."""
		return sum(claim.status == status for claim in self.claims)


@dataclass(frozen=True, slots=True)
class Verdict:
	"""What is done with the answer: ``show`` it, show it with a warning (``warn``), or hold it back (``block``)."""

	action: Literal["show", "warn", "block"]
	reasons: tuple[str, ...] = ()
	"""One sentence for each thing that is wrong."""


def passages_of(hits: Mapping[int, Hit]) -> dict[int, GivenPassage]:
	"""The hits of a run, by their numbers (:attr:`~huf.engine.citations.CitationLedger.hits`)."""
	return {number: GivenPassage(hit.text, heading_of(hit)) for number, hit in hits.items()}


def verify_answer(
	answer: str,
	passages: Mapping[int, GivenPassage | str],
	names: Collection[str] = (),
	*,
	question: str = "",
) -> Verification:
	"""Compare what ``answer`` states with the passages it cites, then with all it was given.

	``answer`` is the text as it is shown, with its markers. ``passages`` are those that the model was given, by number.
	``names`` are names that the caller knows, such as those of records: where they stand in the answer they must stand
	in a passage, too. Values of the ``question`` are no reason to warn when they are repeated. Takes time in proportion to the answer and the passages; makes no calls.
	"""
	is_cut, answer = len(answer) > _MOST_CHARACTERS, answer[:_MOST_CHARACTERS]
	known_names = tuple(sorted(names))
	given = {
		number: passage if isinstance(passage, GivenPassage) else GivenPassage(passage)
		for number, passage in passages.items()
	}
	texts = {number: read_surroundings(passage.text, "", known_names) for number, passage in given.items()}
	headings = {
		number: (passage.title, heading_terms(passage.title, texts[number].language))
		for number, passage in given.items()
	}
	facts = passage_facts(texts, headings)
	sentences = tuple(split_sentences(answer, given.keys()))
	statements = [sentence for sentence in sentences if sentence.states]
	asked = read_claims(question[:_MOST_CHARACTERS])[:MOST_CLAIMS]
	claims = tuple(
		replace(claim, is_weak=True)
		if claim.status == "unverified" and _is_repeated(claim, answer, asked)
		else claim
		for claim in _checked(answer, sentences, facts, known_names)
	)
	return Verification(
		claims=claims,
		sentences=sentences,
		statements=len(statements),
		cited_statements=sum(bool(sentence.citations) for sentence in statements),
		passages=len(given),
		is_complete=not is_cut and len(claims) < MOST_CLAIMS,
	)


def verdict(verification: Verification, mode: Mode, *, is_missing: bool = False) -> Verdict:
	"""What ``mode`` makes of a verification.

	``off`` shows everything. ``warn`` names what is contradicted, not found, found only in a passage that the sentence does
	not cite, and too few citations. ``block`` holds back an answer with a contradicted or an unverified claim; for the rest
	it warns. An answer that says that nothing was found (``is_missing``) need not cite.
	"""
	if mode == "off":
		return Verdict("show")
	wrong = [_reason(claim) for claim in verification.claims if claim.status == "contradicted"]
	wrong += [
		_reason(claim) for claim in verification.claims if claim.status == "unverified" and not claim.is_weak
	]
	notes = [] if verification.is_complete else ["The answer states more values than were compared."]
	if not (is_missing or verification.is_covered) and verification.coverage is not None:
		notes.append(f"Only {verification.coverage:.0%} of the statements cite a source.")
	if wrong and mode == "block":
		return Verdict("block", (*wrong, *notes))
	return Verdict("warn" if wrong or notes else "show", (*wrong, *notes))


def _is_repeated(claim: CheckedClaim, answer: str, asked: Sequence[Claim]) -> bool:
	"""Whether the question says what the claim says."""
	stated = read_claims(answer[claim.start : claim.end])
	return any(same_value(one, other) for one in stated[:1] for other in asked)


def _reason(claim: CheckedClaim) -> str:
	if claim.status == "contradicted":
		return f"The answer says “{claim.text}”, and source [{claim.passage}] says “{claim.found}”."
	return f"“{claim.text}” stands in none of the sources."


def _checked(
	answer: str, sentences: Sequence[Sentence], facts: Sequence[PassageFacts], names: tuple[str, ...]
) -> list[CheckedClaim]:
	read = lru_cache(maxsize=8)(lambda language: read_surroundings(answer, language, names))
	own: Surroundings = read("")
	checked = []
	for place, placed in enumerate(own.claims):
		sentence = next((one for one in sentences if one.start <= placed.claim.start < one.end), None)
		if sentence is None or sentence.kind == "code":
			continue
		cited = [passage for passage in facts if passage.number in sentence.citations]
		others = [passage for passage in facts if passage.number not in sentence.citations]
		# Words are compared as the passage's language stems them.
		language = (cited or others)[0].facts.language if facts else own.language
		stated: Placed = read(language).claims[place] if language != own.language else placed
		finding = judge(stated, answer, cited, others, own.language)
		checked.append(_result(stated, finding, sentence))
	return checked


def _result(stated: Placed, finding: Finding, sentence: Sentence) -> CheckedClaim:
	claim = stated.claim
	return CheckedClaim(
		kind=claim.kind,
		text=claim.text,
		start=claim.start,
		end=claim.end,
		status=finding.status,
		passage=finding.passage,
		passage_start=finding.start,
		passage_end=finding.end,
		found=finding.found,
		is_cited=finding.passage is not None and finding.passage in sentence.citations,
		is_rounded=finding.is_rounded,
		is_weak=claim.is_weak,
	)
