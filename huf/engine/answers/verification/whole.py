"""Does an answer say what its passages say? Values, names and statements are compared, and citations counted.

There is no figure for "confidence": a claim is verified, unverified or contradicted, and the place in the passage is
given so that a reader can look. What it cannot see is in ``docs/answers.md``.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from huf.engine.answers.claims import Claim, read_claims
from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.layout.sentences import Sentence, split_sentences
from huf.engine.answers.verification.asked import asked_by
from huf.engine.answers.verification.checked import (
	CheckedClaim,
	KnownNames,
	checked_names,
	checked_statements,
	checked_values,
	places_of,
	supported,
)
from huf.engine.answers.verification.comparing import Status, passage_facts
from huf.engine.answers.verification.surroundings import (
	MOST_CLAIMS,
	heading_terms,
	read_surroundings,
)
from huf.engine.prompt.context import heading_of, with_now
from huf.engine.sentences import sentence
from huf.engine.types import Hit

Mode = Literal["off", "warn", "block"]
Result = Literal["Confirmed", "Nothing to Check", "Not Confirmed", "Contradicted"]
"""Of an answer. *Confirmed*: something was checked, and all of it holds. *Nothing to Check*: it says nothing that could be
compared, or that nothing was found."""
RESULTS: tuple[Result, ...] = ("Confirmed", "Nothing to Check", "Not Confirmed", "Contradicted")
LEAST_COVERAGE = 0.7
"""Share of the statements that cite something; less is flagged."""
_MOST_CHARACTERS = 100_000
"""Of an answer that are looked at."""


@dataclass(frozen=True, slots=True)
class GivenPassage:
	"""A passage that the model was given, as it was given. ``title`` is its title and place."""

	text: str
	title: str = ""
	is_counted: bool = False
	"""The database worked it out for this very question: its words need not be those of the question."""


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
	"""False when the answer states more than is compared (:data:`~huf.engine.answers.verification.surroundings.MOST_CLAIMS` values)."""
	supported: tuple[Sentence, ...] = ()
	"""Sentences that a passage says whole."""
	unsupported: tuple[Sentence, ...] = ()
	"""Sentences of which no passage says the whole: the answer is not Confirmed."""

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

	@property
	def uncited(self) -> tuple[Sentence, ...]:
		"""The statements that cite no passage."""
		return tuple(one for one in self.sentences if one.states and not one.citations)


@dataclass(frozen=True, slots=True)
class Verdict:
	"""What is done with the answer: ``show`` it, show it with a warning (``warn``), or hold it back (``block``)."""

	action: Literal["show", "warn", "block"]
	reasons: tuple[str, ...] = ()
	"""One sentence for each thing that is wrong."""
	result: Result | None = None
	"""None when nothing was compared (``off``)."""


def passages_of(hits: Mapping[int, Hit]) -> dict[int, GivenPassage]:
	"""The hits of a run, by their numbers (:attr:`~huf.engine.prompt.citations.CitationLedger.hits`)."""
	return {number: GivenPassage(with_now(hit.text, hit), heading_of(hit)) for number, hit in hits.items()}


def verify_answer(
	answer: str,
	passages: Mapping[int, GivenPassage | str],
	names: Collection[str] = (),
	*,
	question: str = "",
	missing_from: int | None = None,
	known_names: KnownNames | None = None,
) -> Verification:
	"""Compare what ``answer`` states with the passages it cites, then with all it was given.

	``answer`` is the text as it is shown, with its markers; from ``missing_from`` on it says what was not found. ``passages``
	are those that the model was given, by number. ``names`` are names that the caller knows, such as those of records: where
	they stand in the answer they must stand in a passage, too. ``known_names`` is asked once, for names that no passage has.
	Values of the ``question`` are no reason to warn when they are repeated; of an answer that is nothing but values it tells what they
	are of. Takes time in proportion to the answer and the
	passages; makes no other calls.
	"""
	is_cut, answer = len(answer) > _MOST_CHARACTERS, answer[:_MOST_CHARACTERS]
	known = tuple(sorted(names))
	given = {
		number: passage if isinstance(passage, GivenPassage) else GivenPassage(passage)
		for number, passage in passages.items()
	}
	texts = {number: read_surroundings(passage.text, "", known) for number, passage in given.items()}
	headings = {
		number: (passage.title, heading_terms(passage.title, texts[number].language))
		for number, passage in given.items()
	}
	counted = frozenset(number for number, passage in given.items() if passage.is_counted)
	facts = passage_facts(texts, headings, counted)
	sentences = tuple(
		replace(one, states=False) if missing_from is not None and one.start >= missing_from else one
		for one in split_sentences(answer, given.keys())
	)
	statements = [sentence for sentence in sentences if sentence.states]
	about = question[:_MOST_CHARACTERS]
	asked = read_claims(about)[:MOST_CLAIMS]
	own = read_surroundings(answer, "", known)
	read = lru_cache(maxsize=8)(
		lambda language: own if language in ("", own.language) else read_surroundings(answer, language, known)
	)
	values = [
		replace(claim, is_weak=True, is_absent=False)
		if claim.status == "unverified" and _is_repeated(claim, answer, asked)
		else claim
		for claim in checked_values(answer, sentences, facts, read, asked_by(about, sentences, read))
	]
	people = list(checked_names(answer, sentences, facts, own, question, known_names))
	said = list(
		checked_statements(
			answer, sentences, facts, read, has_values={*places_of([*values, *people], sentences)}
		)
	)
	agreed = [one for one in said if one.status == "verified"]
	values = [
		# A clause that a passage says word for word is of what its values are of.
		replace(claim, status="verified", is_weak=True)
		if claim.status == "contradicted" and any(one.start <= claim.start < one.end for one in agreed)
		else claim
		for claim in values
	]
	claims = sorted([*values, *people, *said], key=lambda claim: (claim.start, claim.end))
	whole = [*supported(answer, sentences, facts, read, claims)]
	return Verification(
		claims=tuple(claims),
		sentences=sentences,
		statements=len(statements),
		cited_statements=sum(bool(sentence.citations) for sentence in statements),
		passages=len(given),
		is_complete=not is_cut and len(values) < MOST_CLAIMS,
		supported=tuple(one for one, is_supported in whole if is_supported),
		unsupported=tuple(one for one, is_supported in whole if not is_supported),
	)


def result_of(verification: Verification, *, is_missing: bool = False) -> Result:
	"""What a verification comes to. An answer that says that nothing was found (``is_missing``) is never confirmed."""
	if verification.count("contradicted"):
		return "Contradicted"
	if not verification.is_complete or any(
		claim.status == "unverified" and not claim.is_weak for claim in verification.claims
	):
		return "Not Confirmed"
	is_confirmed = verification.supported and not verification.unsupported and not is_missing
	return "Confirmed" if is_confirmed else "Nothing to Check"


def strictly(verification: Verification, only: Collection[int] | None = None) -> Verification:
	"""The same, but what is absent is a reason to warn: it counts as made up, though it may have been worked out. So is what is likely not
	what was asked for.

	``only``: numbers of passages; then that holds for sentences that cite nothing else.
	"""

	def is_meant(claim: CheckedClaim) -> bool:
		return only is None or any(
			one.start <= claim.start < one.end and bool(one.citations) and {*one.citations} <= {*only}
			for one in verification.sentences
		)

	claims = tuple(
		replace(claim, is_weak=False, is_absent=False)
		if (claim.is_absent or claim.is_apart) and is_meant(claim)
		else claim
		for claim in verification.claims
	)
	return replace(verification, claims=claims)


def verdict(
	verification: Verification, mode: Mode, *, is_missing: bool = False, require_citations: bool = False
) -> Verdict:
	"""What ``mode`` makes of a verification.

	``off`` shows everything. ``warn`` names what is contradicted or not confirmed, and too few citations. ``block`` holds back
	an answer that is Contradicted or Not Confirmed; one with Nothing to Check says nothing that is known to be wrong, and is
	shown. With ``require_citations`` each statement without a citation is one that is not confirmed. An answer that says that
	nothing was found (``is_missing``) need not cite.

	A value that is absent (:attr:`CheckedClaim.is_absent`), or likely of something else (:attr:`CheckedClaim.is_apart`), is named in a
	note. For ``block``, which would rather hold back a right answer than show a wrong one, it is not confirmed.
	"""
	if mode == "off":
		return Verdict("show")
	if mode == "block":
		verification = strictly(verification)
	result = result_of(verification, is_missing=is_missing)
	wrong = [_reason(claim) for claim in verification.claims if claim.status == "contradicted"]
	wrong += [
		_reason(claim) for claim in verification.claims if claim.status == "unverified" and not claim.is_weak
	]
	if not verification.is_complete:
		wrong.append(sentence("The answer states more values than were compared."))
	notes = [
		_note(claim) for claim in verification.claims if claim.is_absent or (claim.is_apart and claim.is_weak)
	]
	if require_citations and not is_missing and verification.uncited:
		wrong.append(
			sentence("1 statement is without a source, and this agent must cite one for each.")
			if len(verification.uncited) == 1
			else sentence(
				f"{len(verification.uncited)} statements are without a source, and this agent must cite one for each."
			)
		)
		result = "Contradicted" if result == "Contradicted" else "Not Confirmed"
	elif not (is_missing or verification.is_covered) and verification.coverage is not None:
		notes.append(sentence(f"Only {verification.coverage:.0%} of the statements cite a source."))
	if wrong and mode == "block":
		return Verdict("block", (*wrong, *notes), result)
	return Verdict("warn" if wrong or notes else "show", (*wrong, *notes), result)


def _is_repeated(claim: CheckedClaim, answer: str, asked: Sequence[Claim]) -> bool:
	"""Whether the question says what the claim says."""
	stated = read_claims(answer[claim.start : claim.end]) if asked else []
	return any(same_value(one, other) for one in stated[:1] for other in asked)


def _note(claim: CheckedClaim) -> str:
	if claim.is_apart:
		return _apart(claim)
	if claim.found:
		return sentence(
			f"“{claim.text}” stands in none of the sources; it may have been worked out. Source [{claim.passage}] says “{claim.found}”."
		)
	return sentence(f"“{claim.text}” stands in none of the sources; it may have been worked out.")


def _reason(claim: CheckedClaim) -> str:
	if claim.status == "contradicted":
		return sentence(f"The answer says “{claim.text}”, and source [{claim.passage}] says “{claim.found}”.")
	if claim.is_apart:
		return _apart(claim)
	return sentence(f"“{claim.text}” stands in none of the sources.")


def _apart(claim: CheckedClaim) -> str:
	if claim.found:
		return sentence(
			f"“{claim.text}” is hardly what was asked for: source [{claim.passage}] says “{claim.found}” in words nearer to the question."
		)
	return sentence(
		f"“{claim.text}” is hardly what was asked for: around it, source [{claim.passage}] has next to no word of the question."
	)
