"""Each value, name and statement of an answer, looked for in what the model was given."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from huf.engine.analysis.languages import query_language
from huf.engine.answers.claims import Claim, Kind
from huf.engine.answers.layout.sentences import Sentence
from huf.engine.answers.statements import Clause, bound_at, clash, judge_clause
from huf.engine.answers.verification.asked import Asked, apart
from huf.engine.answers.verification.comparing import Finding, PassageFacts, Status, judge
from huf.engine.answers.verification.derived import is_derived
from huf.engine.answers.verification.names import Mention, read_mentions
from huf.engine.answers.verification.naming import NamedPassage, NameFinding, judge_name
from huf.engine.answers.verification.said import Said, read_said
from huf.engine.answers.verification.support import is_supported
from huf.engine.answers.verification.surroundings import Placed, Surroundings
from huf.engine.prompt.untrusted import CITATION

KnownNames = Callable[[Sequence[int]], Mapping[int, Collection[str]]]
"""Numbers of passages to the names that belong to the records behind them. It must not give a name that the reader of the
answer may not read: the verdict would tell that there is such a name."""
_PRONOUN = re.compile(
	r"\W*(?:this|that|these|those|it|they|das|dies\w*|es|sie|cela|ceci|ça|ce|c'est|il|elle|ils|elles|esto|eso|ello)(?!\w)",
	re.IGNORECASE,
)
"""Begins a clause that is about what another sentence names."""
_WORKED_OUT: frozenset[Kind] = frozenset({"number", "percent", "time"})
"""Kinds of values that the writer of an answer often works out or counts, by ways that nobody lists: totals, shares, when something
ends. That a passage has another one in other words is no sure sign that it is wrong."""
_CALCULATED: frozenset[Kind] = frozenset({"amount", "measure", "date"})
"""Kinds of which a passage usually says what another value is worked out from: rates, terms, days. One that stands nowhere may be
right, unless a passage says another of the same thing; it is named, and is no sign that the answer is wrong. Nobody works out an
identifier."""
_WORDS_OF_LANGUAGE = 500
"""Of an answer that are asked for its language."""


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
	"""Unverified, it is no reason to warn: a small number without a unit, a value of the question, one that stands elsewhere in the
	passages, or one that two of them give, or one that is absent."""
	is_apart: bool = False
	"""Unverified: the passages have the value, and say it of something other than what was asked. Then ``found`` is the value that they
	say of that, if they do."""
	is_absent: bool = False
	"""A value that stands nowhere and may have been worked out: an amount, a measure or a date that no two known values give, or a
	count of what a passage counts otherwise."""


def checked_values(
	answer: str,
	sentences: Sequence[Sentence],
	facts: Sequence[PassageFacts],
	read: Callable[[str], Surroundings],
	asked: Asked,
) -> list[CheckedClaim]:
	"""The values of an answer. ``read`` gives the answer with its words stemmed as a language has it; ``""`` for its own."""
	own = read("")
	checked = []
	for place, placed in enumerate(own.claims):
		sentence = _sentence_at(sentences, placed.claim.start)
		if sentence is None or sentence.kind == "code":
			continue
		cited, others = _by_citation(sentence, facts)
		# Words are compared as the passage's language stems them.
		language = (cited or others)[0].facts.language if facts else own.language
		besides = [
			one.claim
			for one in own.claims
			if sentence.kind != "row"
			and sentence.start <= one.claim.start < sentence.end
			and one is not placed
		]
		stated: Placed = read(language).claims[place] if language != own.language else placed
		finding = judge(stated, besides, answer, cited, others)
		if finding.status == "verified" and (about := asked(cited or others)):
			finding = apart(stated, besides, about, answer, cited or others) or finding
		if _is_reversed(read(language), stated, finding, facts):
			finding = replace(finding, status="contradicted")
		counts_otherwise = False
		if finding.is_apart:
			checked.append(
				replace(_result(stated, finding, sentence), is_apart=True, is_weak=not finding.is_alike)
			)
			continue
		if finding.status != "verified" and not finding.is_alike and _may_be_worked_out(stated.claim):
			counts_otherwise = finding.is_same_thing
			finding = Finding("unverified", finding.passage, finding.start, finding.end, finding.found)
			stated = replace(stated, claim=replace(stated.claim, is_weak=True))
		result = _result(stated, finding, sentence)
		if counts_otherwise:
			result = replace(result, is_absent=True)
		if finding.status == "contradicted" or (finding.status == "unverified" and not result.is_weak):
			if is_derived(
				stated.claim, besides, facts, is_alike=finding.is_alike and not stated.claim.is_weak
			):
				result = replace(result, status="unverified", is_weak=True)
			elif result.kind in _CALCULATED and not (finding.is_alike or finding.is_same_thing):
				result = replace(result, status="unverified", is_weak=True, is_absent=True)
		checked.append(result)
	return checked


def _may_be_worked_out(claim: Claim) -> bool:
	return claim.kind in _WORKED_OUT and not (claim.kind == "number" and claim.dimensions)


def _is_reversed(own: Surroundings, stated: Placed, finding: Finding, facts: Sequence[PassageFacts]) -> bool:
	"""Whether a value that a passage has is said there as the most, and in the answer as the least, or the reverse."""
	said = next((one.facts for one in facts if one.number == finding.passage), None)
	if finding.status != "verified" or said is None or finding.start is None or stated.claim.key:
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


def places_of(claims: Sequence[CheckedClaim], sentences: Sequence[Sentence]) -> Iterator[int]:
	"""Where the sentences begin that have a value or a name that was looked for."""
	for claim in claims:
		if not claim.is_weak and (sentence := _sentence_at(sentences, claim.start)):
			yield sentence.start


def checked_statements(
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
		findings = []
		for clause in own:
			wants_all = sentence.start not in has_values and len(own) == 1
			finding = judge_clause(
				clause, ((one.number, one.facts.clauses, one.heading) for one in asked), wants_all=wants_all
			)
			if finding:
				findings.append((clause, finding))
		# "From 100 EUR on, returns are free": what stands in front denies nothing, and the clause that it belongs to agrees.
		agreed = [(one.terms, finding.clause) for one, finding in findings if finding.status == "verified"]
		for clause, finding in findings:
			belongs = any(said == finding.clause and not clause.terms <= terms for terms, said in agreed)
			if finding.status == "contradicted" and not clause.denials and belongs:
				continue
			if finding.status == "contradicted" and _PRONOUN.match(answer, clause.start):
				continue
			text = next(one.facts.text for one in asked if one.number == finding.passage)
			yield _statement(
				answer, clause, finding.status, finding.passage, finding.clause, text, bool(cited)
			)


def supported(
	answer: str,
	sentences: Sequence[Sentence],
	facts: Sequence[PassageFacts],
	read: Callable[[str], Surroundings],
	claims: Sequence[CheckedClaim],
) -> Iterator[tuple[Sentence, bool]]:
	"""The sentences that state something, and whether a passage says the whole of it."""
	said = {one.number: read_said(one.facts) for one in facts}
	for sentence in sentences:
		inside = [one for one in claims if sentence.start <= one.start < sentence.end]
		is_lead = answer[sentence.start : sentence.end].rstrip("*_ ").endswith((":", "："))
		if sentence.kind in ("code", "heading") or is_lead or not (sentence.states or inside):
			continue
		cited, others = _by_citation(sentence, facts)
		# Names of records stand in no passage.
		names = [
			one.text
			for one in inside
			if one.kind == "name" and one.status == "verified" and one.passage_start is None
		]
		yield (
			sentence,
			not any(one.is_apart for one in inside)
			and any(
				is_supported(Said(read(one.facts.language), sentence), one, said[one.number], names)
				for one in cited or others
			),
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


def checked_names(
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
	spoken = {one.facts.language for one in passages}
	# Germany is Deutschland in a German passage, and every German noun has a capital.
	is_foreign = language not in spoken
	if mention.cue == "single" and is_foreign:
		return None
	return judge_name(
		mention,
		_without_markers(around),
		cited,
		others,
		is_unsure=mention.cue == "pair" and (is_foreign or "de" in spoken),
	)


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
		is_weak=finding.status == "unverified" and (claim.is_weak or finding.passage is not None),
	)
