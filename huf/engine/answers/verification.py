"""Does an answer say what its passages say? Values are compared, and citations counted; nothing is guessed.

There is no figure for "confidence": a claim is verified, unverified or contradicted, and the place in the passage is
given so that a reader can look. What it cannot see is in ``docs/answers.md``.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from huf.engine.analysis.languages import query_language
from huf.engine.answers.claims import Claim, Kind, read_claims
from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.comparing import Finding, PassageFacts, Status, judge, passage_facts
from huf.engine.answers.names import Mention, read_mentions
from huf.engine.answers.naming import NamedPassage, NameFinding, judge_name
from huf.engine.answers.sentences import Sentence, split_sentences
from huf.engine.answers.statements import Clause, bound_at, clash, judge_clause
from huf.engine.answers.surroundings import (
	MOST_CLAIMS,
	Placed,
	Surroundings,
	heading_terms,
	read_surroundings,
)
from huf.engine.context import heading_of
from huf.engine.types import Hit
from huf.engine.untrusted import CITATION

Mode = Literal["off", "warn", "block"]
MODES: tuple[Mode, ...] = ("off", "warn", "block")
Result = Literal["Confirmed", "Nothing to Check", "Not Confirmed", "Contradicted"]
"""Of an answer. *Confirmed*: something was checked, and all of it holds. *Nothing to Check*: it says nothing that could be
compared, or that nothing was found."""
RESULTS: tuple[Result, ...] = ("Confirmed", "Nothing to Check", "Not Confirmed", "Contradicted")
KnownNames = Callable[[Sequence[int]], Mapping[int, Collection[str]]]
"""Numbers of passages to the names that belong to the records behind them. It must not give a name that the reader of the
answer may not read: the verdict would tell that there is such a name."""
LEAST_COVERAGE = 0.7
"""Share of the statements that cite something; less is flagged (G6)."""
_MOST_CHARACTERS = 100_000
"""Of an answer that are looked at."""
_WORDS_OF_LANGUAGE = 500


@dataclass(frozen=True, slots=True)
class GivenPassage:
	"""A passage that the model was given, as it was given. ``title`` is its title and place."""

	text: str
	title: str = ""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
	"""A value, a name or a statement of the answer, and what the passages say to it."""

	kind: Kind | Literal["statement"]
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
	"""A small count without a unit, such as "three ways", or a value of the question: unverified, it is no reason to warn. Or a value
	that a passage has, but says of something else as far as words tell: verified, it makes no answer Confirmed."""


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
	"""The hits of a run, by their numbers (:attr:`~huf.engine.citations.CitationLedger.hits`)."""
	return {number: GivenPassage(hit.text, heading_of(hit)) for number, hit in hits.items()}


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
	Values of the ``question`` are no reason to warn when they are repeated. Takes time in proportion to the answer and the
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
	facts = passage_facts(texts, headings)
	sentences = tuple(
		replace(one, states=False) if missing_from is not None and one.start >= missing_from else one
		for one in split_sentences(answer, given.keys())
	)
	statements = [sentence for sentence in sentences if sentence.states]
	asked = read_claims(question[:_MOST_CHARACTERS])[:MOST_CLAIMS]
	read = lru_cache(maxsize=8)(lambda language: read_surroundings(answer, language, known))
	values = [
		replace(claim, is_weak=True)
		if claim.status == "unverified" and _is_repeated(claim, answer, asked)
		else claim
		for claim in _checked(answer, sentences, facts, read)
	]
	people = list(_names(answer, sentences, facts, read(""), question, known_names))
	said = list(
		_statements(answer, sentences, facts, read, has_values={*_places([*values, *people], sentences)})
	)
	claims = sorted([*values, *people, *said], key=lambda claim: (claim.start, claim.end))
	return Verification(
		claims=tuple(claims),
		sentences=sentences,
		statements=len(statements),
		cited_statements=sum(bool(sentence.citations) for sentence in statements),
		passages=len(given),
		is_complete=not is_cut and len(values) < MOST_CLAIMS,
	)


def result_of(verification: Verification, *, is_missing: bool = False) -> Result:
	"""What a verification comes to. An answer that says that nothing was found (``is_missing``) is never confirmed."""
	if verification.count("contradicted"):
		return "Contradicted"
	if not verification.is_complete or any(
		claim.status == "unverified" and not claim.is_weak for claim in verification.claims
	):
		return "Not Confirmed"
	is_checked = any(claim.status == "verified" and not claim.is_weak for claim in verification.claims)
	return "Confirmed" if is_checked and not is_missing else "Nothing to Check"


def verdict(
	verification: Verification, mode: Mode, *, is_missing: bool = False, require_citations: bool = False
) -> Verdict:
	"""What ``mode`` makes of a verification.

	``off`` shows everything. ``warn`` names what is contradicted or not confirmed, and too few citations. ``block`` holds back
	an answer that is Contradicted or Not Confirmed; one with Nothing to Check says nothing that is known to be wrong, and is
	shown. With ``require_citations`` each statement without a citation is one that is not confirmed. An answer that says that
	nothing was found (``is_missing``) need not cite.
	"""
	if mode == "off":
		return Verdict("show")
	result = result_of(verification, is_missing=is_missing)
	wrong = [_reason(claim) for claim in verification.claims if claim.status == "contradicted"]
	wrong += [
		_reason(claim) for claim in verification.claims if claim.status == "unverified" and not claim.is_weak
	]
	if not verification.is_complete:
		wrong.append("The answer states more values than were compared.")
	notes = []
	if require_citations and not is_missing and verification.uncited:
		wrong.append(
			f"{_statements_are(len(verification.uncited))} without a source, and this agent must cite one for each."
		)
		result = "Contradicted" if result == "Contradicted" else "Not Confirmed"
	elif not (is_missing or verification.is_covered) and verification.coverage is not None:
		notes.append(f"Only {verification.coverage:.0%} of the statements cite a source.")
	if wrong and mode == "block":
		return Verdict("block", (*wrong, *notes), result)
	return Verdict("warn" if wrong or notes else "show", (*wrong, *notes), result)


def _statements_are(number: int) -> str:
	return "1 statement is" if number == 1 else f"{number} statements are"


def _is_repeated(claim: CheckedClaim, answer: str, asked: Sequence[Claim]) -> bool:
	"""Whether the question says what the claim says."""
	stated = read_claims(answer[claim.start : claim.end])
	return any(same_value(one, other) for one in stated[:1] for other in asked)


def _reason(claim: CheckedClaim) -> str:
	if claim.kind == "statement":
		says = f"source [{claim.passage}] says “{claim.found}”"
		if claim.status == "contradicted":
			return f"The answer says “{claim.text}”, and {says}."
		return f"“{claim.text}” says more than the sources: {says}."
	if claim.status == "contradicted":
		return f"The answer says “{claim.text}”, and source [{claim.passage}] says “{claim.found}”."
	if claim.passage is not None:
		return f"“{claim.text}” stands in source [{claim.passage}], but of something else as far as its words tell."
	return f"“{claim.text}” stands in none of the sources."


def _checked(
	answer: str,
	sentences: Sequence[Sentence],
	facts: Sequence[PassageFacts],
	read: Callable[[str], Surroundings],
) -> list[CheckedClaim]:
	own = read("")
	checked = []
	for place, placed in enumerate(own.claims):
		sentence = _sentence_at(sentences, placed.claim.start)
		if sentence is None or sentence.kind == "code":
			continue
		cited, others = _by_citation(sentence, facts)
		# Words are compared as the passage's language stems them.
		language = (cited or others)[0].facts.language if facts else own.language
		stated: Placed = read(language).claims[place] if language != own.language else placed
		finding = judge(stated, answer, cited, others, own.language)
		if _is_reversed(read(language), stated, finding, facts):
			finding = replace(finding, status="contradicted")
		checked.append(_result(stated, finding, sentence))
	return checked


def _is_reversed(own: Surroundings, stated: Placed, finding: Finding, facts: Sequence[PassageFacts]) -> bool:
	"""Whether a value that a passage has is said there as the most, and in the answer as the least, or the reverse."""
	said = next((one.facts for one in facts if one.number == finding.passage), None)
	if finding.status != "verified" or said is None or finding.start is None:
		return False
	ours = bound_at(own.clauses, stated.claim.start)
	theirs = bound_at(said.clauses, finding.start)
	return clash(ours, theirs) == "opposite"


def _by_citation(
	sentence: Sentence, facts: Sequence[PassageFacts]
) -> tuple[list[PassageFacts], list[PassageFacts]]:
	return (
		[passage for passage in facts if passage.number in sentence.citations],
		[passage for passage in facts if passage.number not in sentence.citations],
	)


def _sentence_at(sentences: Sequence[Sentence], place: int) -> Sentence | None:
	return next((one for one in sentences if one.start <= place < one.end), None)


def _places(claims: Sequence[CheckedClaim], sentences: Sequence[Sentence]) -> Iterator[int]:
	"""Where the sentences begin that have a value or a name that was looked for."""
	for claim in claims:
		if not claim.is_weak and (sentence := _sentence_at(sentences, claim.start)):
			yield sentence.start


def _statements(
	answer: str,
	sentences: Sequence[Sentence],
	facts: Sequence[PassageFacts],
	read: Callable[[str], Surroundings],
	*,
	has_values: Collection[int],
) -> Iterator[CheckedClaim]:
	"""The clauses of the answer that a passage says, or turns round; where nothing can be told, none."""
	for sentence in sentences:
		if not sentence.states or not facts:
			continue
		cited, others = _by_citation(sentence, facts)
		asked = cited or others
		own = [
			one for one in read(asked[0].facts.language).clauses if sentence.start <= one.start < sentence.end
		]
		for clause in own:
			wants_all = sentence.start not in has_values and len(own) == 1
			finding = judge_clause(
				clause, ((one.number, one.facts.clauses, one.heading) for one in asked), wants_all=wants_all
			)
			if finding:
				said = next(one.facts.text for one in asked if one.number == finding.passage)
				yield _statement(
					answer, clause, finding.status, finding.passage, finding.clause, said, bool(cited)
				)


def _statement(
	answer: str, clause: Clause, status: Status, passage: int, said: Clause, text: str, is_cited: bool
) -> CheckedClaim:
	start, end = _trimmed(answer, clause.start, clause.end)
	first, last = _trimmed(text, said.start, said.end)
	return CheckedClaim(
		kind="statement",
		text=" ".join(_without_markers(answer[start:end]).split()),
		start=start,
		end=end,
		status=status,
		passage=passage,
		passage_start=first,
		passage_end=last,
		found=" ".join(text[first:last].split()),
		is_cited=is_cited,
	)


def _without_markers(text: str) -> str:
	return CITATION.sub("", text).strip(" \t.,;:*_")


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
	"""A span without the white space and the signs at its ends."""
	inside = text[start:end]
	return start + len(inside) - len(inside.lstrip(" \t\n.,;:")), start + len(inside.rstrip(" \t\n.,;:"))


def _names(
	answer: str,
	sentences: Sequence[Sentence],
	facts: Sequence[PassageFacts],
	own: Surroundings,
	question: str,
	known_names: KnownNames | None,
) -> Iterator[CheckedClaim]:
	"""The names of people and companies, and what became of them. Those that no passage has are asked of the caller."""
	# A language is only believed when its words tell it: in German every noun has a capital.
	language = query_language(answer.split()[:_WORDS_OF_LANGUAGE])
	mentions = read_mentions(answer, sentences, [one.claim for one in own.claims], language)
	if not mentions or not facts:
		return
	passages = _named(facts, {})
	findings = {
		mention: _name_finding(mention, answer, sentences, passages, language) for mention in mentions
	}
	if known_names and any(found and found.status != "verified" for found in findings.values()):
		passages = _named(facts, known_names([one.number for one in facts]))
		findings = {
			mention: _name_finding(mention, answer, sentences, passages, language) for mention in mentions
		}
	asked = question.lower()
	for mention, finding in findings.items():
		sentence = _sentence_at(sentences, mention.start)
		if finding is None or sentence is None:
			continue
		yield CheckedClaim(
			kind="name",
			text=mention.text,
			start=mention.start,
			end=mention.end,
			status=finding.status,
			passage=finding.passage,
			passage_start=finding.start,
			passage_end=finding.end,
			found=finding.found,
			is_cited=finding.passage in sentence.citations,
			is_weak=finding.status == "unverified" and all(word in asked for word in mention.words),
		)


def _named(facts: Sequence[PassageFacts], records: Mapping[int, Collection[str]]) -> list[NamedPassage]:
	return [
		NamedPassage(
			one.number,
			one.facts,
			one.title,
			tuple(
				read_mentions(
					one.facts.text,
					one.facts.sentences,
					[placed.claim for placed in one.facts.claims],
					one.facts.language,
				)
			),
			tuple(records.get(one.number, ())),
		)
		for one in facts
	]


def _name_finding(
	mention: Mention,
	answer: str,
	sentences: Sequence[Sentence],
	passages: Sequence[NamedPassage],
	language: str,
) -> NameFinding | None:
	sentence = _sentence_at(sentences, mention.start)
	if sentence is None:
		return None
	around = f"{answer[sentence.start : mention.start]} {answer[mention.end : sentence.end]}"
	cited = [one for one in passages if one.number in sentence.citations]
	others = [one for one in passages if one.number not in sentence.citations]
	is_german = "de" in (language, *(one.facts.language for one in passages))
	return judge_name(mention, _without_markers(around), cited, others, is_german=is_german)


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
		is_weak=finding.is_loose or (claim.is_weak and finding.status != "verified"),
	)
