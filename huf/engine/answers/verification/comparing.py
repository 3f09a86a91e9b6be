"""One claim of an answer against the passages: is its value there, and is it said of the same thing?"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from huf.engine.answers.claims import Claim, read_claims
from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.claims.digits import NO_LETTERS
from huf.engine.answers.claims.identifiers import identifier_pattern, shape
from huf.engine.answers.claims.units import UNITS, family
from huf.engine.answers.statements import is_light
from huf.engine.answers.verification.surroundings import VALUE, Placed, Surroundings

Status = Literal["verified", "unverified", "contradicted"]

_HEDGE = re.compile(
	r"(?:\b(?:about|around|approximately|approx|roughly|nearly|almost|some|ca|circa|etwa|rund|ungefähr|knapp|fast|gut|"
	r"aproximadamente|alrededor de|cerca de|unos|unas|casi|environ|près de|presque|quase|примерно|около|почти|"
	r"تقريبا|حوالي|نحو)\b|लगभग|क़रीब|करीब|大约|大概|将近|接近|约|近|[~≈])[\s.]*\Z",
	re.IGNORECASE,
)
_HEDGE_BEHIND = re.compile(
	r"\s*(?:左右|上下|تقريبا|approximately|or so|aproximadamente|environ)", re.IGNORECASE
)
_FROM_TO = re.compile(r"\s*(?:(?:in|en) \w+\s)?(?:to|auf|à|al?)\s*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LOOK_BACK = 24
_MOST_ROUNDED = Fraction(1, 10)
"""A rounded value is at most so much of the exact one away from it."""
_LEAST_SHARE = 0.5
"""Of the words around a value, so many must stand around another for both to be said of the same thing."""
_LEAST_ALIKE = 0.75
"""Of the words around each of two values, so many must stand around the other for both to be said in the same words."""


@dataclass(frozen=True, slots=True)
class PassageFacts:
	"""A passage and what it states. ``heading`` is its title and place."""

	number: int
	facts: Surroundings
	heading: frozenset[str]
	title: str
	is_counted: bool = False
	"""Worked out by the database for the question."""


@dataclass(frozen=True, slots=True)
class Finding:
	"""What became of one claim."""

	status: Status
	passage: int | None = None
	start: int | None = None
	end: int | None = None
	found: str = ""
	is_rounded: bool = False
	is_alike: bool = False
	"""Another value stands in nearly the same words, so that this one was hardly worked out."""
	is_apart: bool = False
	"""The value stands in the passage, and not for what was asked; then ``found`` is what does, where something does."""
	is_same_thing: bool = False
	"""All that the answer says around the value stands around the other one, so that both are of one thing."""


@dataclass(frozen=True, slots=True)
class Candidate:
	"""A value of a passage that may be the one of the answer."""

	fact: Placed
	passage: PassageFacts

	@property
	def is_cell(self) -> bool:
		"""Whether it stands in a table, of which row and column tell what it is said of."""
		return self.passage.facts.sentences[self.fact.number].kind == "row"

	def finding(self, status: Status, *, is_rounded: bool = False) -> Finding:
		"""What becomes of a claim that this value tells about."""
		claim = self.fact.claim
		return Finding(status, self.passage.number, claim.start, claim.end, claim.text, is_rounded)


def judge(
	stated: Placed,
	besides: Sequence[Claim],
	answer: str,
	cited: Sequence[PassageFacts],
	others: Sequence[PassageFacts],
) -> Finding:
	"""What ``cited``, then ``others``, say of the claim ``stated`` of ``answer``; ``besides`` stand in the same sentence."""
	in_cited = list(candidates_in(cited))
	same = [one for one in in_cited if has_value(stated.claim, one.fact.claim, one.passage)]
	rivals = [
		one
		for one in in_cited
		if one not in same
		and is_rival(stated.claim, one)
		and _counts_alike(stated, one)
		# Where the sentence has both values, the one does not stand in the place of the other.
		and not any(same_value(beside, one.fact.claim) for beside in besides)
	]
	if same:
		best = max(same, key=lambda one: _fit(stated, one))
		if stated.claim.kind == "number" and not stated.claim.dimensions and not best.is_cell:
			# What it counts may be said in many ways; that it stands there is enough not to warn.
			return best.finding("verified")
		rival = next(
			(
				one
				for one in rivals
				if ((one.is_cell and _names_row(stated, one, best)) or _is_said_alike(stated, one))
				and _is_in_its_unit(stated.claim, one, best)
				and all(_fits_better(stated, one, other) for other in same)
				and not _has_its_neighbors(stated, best, one)
			),
			None,
		)
		if rival:
			return replace(rival.finding("contradicted"), is_alike=True)
		return best.finding("verified")
	if place := _in_text(stated.claim, cited) or _in_title(stated.claim, cited):
		return place
	named = [one for one in rivals if _is_same_thing(stated, one)]
	if _is_hedged(answer, stated.claim):
		for one in rivals:
			if _rounds_to(stated.claim, one.fact.claim) and stated.sentence & one.fact.sentence:
				return one.finding("verified", is_rounded=True)
	elsewhere = _elsewhere(stated, others, has_cited=bool(cited)) or _in_another_unit(
		stated, [*cited, *others]
	)
	if elsewhere:
		named = [one for one in named if _is_said_alike(stated, one)]
	if named:
		rival = max(named, key=lambda one: _fit(stated, one))
		is_telling = bool(stated.claim.dimensions) or not stated.claim.is_numeric or rival.is_cell
		return replace(
			rival.finding("contradicted"),
			is_alike=is_telling and _is_said_alike(stated, rival),
			is_same_thing=_adds_nothing(stated, rival),
		)
	return elsewhere or Finding("unverified")


def _elsewhere(stated: Placed, others: Sequence[PassageFacts], *, has_cited: bool) -> Finding | None:
	"""Verified by a passage that is not cited, if that says it of something in the same words, or if nothing is cited."""
	same = [one for one in candidates_in(others) if has_value(stated.claim, one.fact.claim, one.passage)]
	for one in same:
		if not (has_cited and stated.sentence) or stated.sentence & (one.fact.sentence | one.passage.heading):
			return one.finding("verified")
	return (
		_in_text(stated.claim, others)
		or _in_title(stated.claim, others)
		or (same[0].finding("unverified") if same else None)
	)


def _in_another_unit(stated: Placed, passages: Sequence[PassageFacts]) -> Finding | None:
	"""Where the number stands, if not what it counts: what is counted may be said in other words, or the number be a part of a version."""
	for one in candidates_in(passages):
		if stated.claim.written & one.fact.claim.written or _is_same_day(stated.claim, one.fact.claim):
			return one.finding("unverified")
	if not stated.claim.dimensions:
		pattern = re.compile(rf"(?<!\d){re.escape(stated.claim.text)}(?!\d)")
		for passage in passages:
			if found := pattern.search(passage.facts.text):
				return Finding("unverified", passage.number, *found.span(), found.group())
	return None


def _is_same_day(claim: Claim, fact: Claim) -> bool:
	"""Whether one of two dates has a year that the other leaves out, as a letter does that has its date at the top."""
	return any(
		ours[1:] == theirs[1:] and ours[2] is not None and (ours[0] is None) != (theirs[0] is None)
		for ours in claim.dates
		for theirs in fact.dates
	)


def _has_its_neighbors(stated: Placed, own: Candidate, rival: Candidate) -> bool:
	"""Whether another value of the answer's sentence stands beside the equal value, and not beside its rival."""
	besides = _values(stated.sentence)
	return bool(besides & own.fact.clause) and not besides & rival.fact.clause


def _names_row(stated: Placed, one: Candidate, best: Candidate) -> bool:
	"""Whether the answer has words of one row of a table, and none that stand in the other row alone."""
	own, other = one.fact.sentence - best.fact.sentence, best.fact.sentence - one.fact.sentence
	return bool(own & stated.sentence) and not other & stated.sentence


def _is_said_alike(stated: Placed, one: Candidate) -> bool:
	"""Whether both values stand in nearly the same words."""
	ours = stated.clause - _values(stated.clause)
	theirs = one.fact.clause - _values(one.fact.clause)
	near = one.fact.sentence | one.passage.heading
	return bool(ours and theirs) and (
		len(ours & near) >= _LEAST_ALIKE * len(ours)
		and len(theirs & stated.sentence) >= _LEAST_ALIKE * len(theirs)
	)


def _adds_nothing(stated: Placed, one: Candidate) -> bool:
	"""Whether all words of the answer around its value stand around the other one, but for those that say nothing, such as "cost";
	and one of them in the other's own clause."""
	language = one.passage.facts.language
	ours = {word for word in stated.clause - _values(stated.clause) if not is_light(word, language)}
	theirs = one.fact.clause - _values(one.fact.clause)
	return bool(ours) and ours <= one.fact.sentence | one.passage.heading and bool(theirs & stated.sentence)


def candidates_in(passages: Sequence[PassageFacts]) -> Iterator[Candidate]:
	"""All values of ``passages``, in their order."""
	for passage in passages:
		for fact in passage.facts.claims:
			yield Candidate(fact, passage)


def has_value(claim: Claim, fact: Claim, passage: PassageFacts) -> bool:
	"""Whether ``fact``, which stands in ``passage``, is the value of ``claim``, in whatever writing."""
	if same_value(claim, fact):
		return True
	# A cell of a table: its unit stands in the head of the column.
	if not (claim.dimensions and claim.written & fact.written and not fact.dimensions):
		return False
	return _mentions_unit(claim, passage)


def _mentions_unit(claim: Claim, passage: PassageFacts) -> bool:
	return _stands_in(claim.units, f"{passage.title}\n{passage.facts.text}".lower())


@lru_cache(maxsize=256)
def _stands_in(units: frozenset[str], text: str) -> bool:
	return any(
		re.search(rf"(?<![^\W\d_]){re.escape(spelling)}(?!{NO_LETTERS})", text)
		for spelling, meant in UNITS.items()
		if len(meant) == 1 and meant[0].name in units
	)


def is_rival(claim: Claim, one: Candidate) -> bool:
	"""Whether a fact is of the same kind, so that it can be another value for the same thing."""
	fact = one.fact.claim
	if claim.is_numeric and fact.is_numeric:
		ours, theirs = {*map(family, claim.dimensions)}, {*map(family, fact.dimensions)}
		if ours and theirs:
			return bool(ours & theirs) or bool(claim.written & fact.written)
		if ours or theirs:
			return False
		return (not fact.is_weak or claim.is_weak) and _is_bare_year(claim) == _is_bare_year(fact)
	if claim.kind != fact.kind:
		return False
	return claim.kind != "identifier" or shape(claim.key) == shape(fact.key)


def _is_bare_year(claim: Claim) -> bool:
	return not claim.dimensions and bool(_YEAR.fullmatch(claim.text))


def _fit(stated: Placed, one: Candidate) -> tuple[int, int, int]:
	fact = one.fact
	return (
		len(stated.clause & fact.clause),
		len(stated.sentence & fact.clause),
		len(stated.sentence & (fact.sentence | one.passage.heading)),
	)


def _fits_better(stated: Placed, rival: Candidate, same: Candidate) -> bool:
	"""Whether the words around the claim are those around another value, and not those around its own.

	The words that both clauses of the passage have tell nothing. Of the others, the rival's must be said in the answer,
	and those around the equal value must not: "120 EUR in Germany, 150 EUR in France" and "France: 120 EUR". Where the
	sentence of the passage begins with what both clauses are about ("Hotels cost 120 EUR in Germany and 150 EUR in France"),
	the answer must say all words of the rival's clause.
	"""
	if rival.passage.number != same.passage.number or (
		stated.has_values and stated.claim.kind in ("identifier", "name")
	):
		return False
	if named := _names(stated.sentence):
		theirs, own = _names(rival.fact.sentence), _names(same.fact.sentence)
		if own and named & theirs and not named & own:
			return True
	between = sorted((rival.fact.claim, same.fact.claim), key=lambda one: one.start)
	if _FROM_TO.fullmatch(rival.passage.facts.text[between[0].end : between[1].start].lower()):
		# "From 340 to 265": both are of one thing.
		return False
	words = stated.clause | _values(stated.sentence)
	for_rival, for_same = rival.fact.clause - same.fact.clause, same.fact.clause - rival.fact.clause
	if not for_rival & words:
		return False
	left_out = for_same - stated.sentence
	if rival.fact.number == same.fact.number and same.fact.claim.start < rival.fact.claim.start:
		said = words if not left_out else stated.sentence
		if rival.fact.clause <= said:
			return True
	return bool(left_out) and not for_same & stated.sentence


def _values(terms: frozenset[str]) -> frozenset[str]:
	return frozenset(term for term in terms if term.startswith(VALUE))


def _names(terms: frozenset[str]) -> frozenset[str]:
	return frozenset(term for term in terms if term.startswith("#"))


def _counts_alike(stated: Placed, one: Candidate) -> bool:
	"""Whether another small count is of what the answer counts, as far as the word behind it tells: "two suppliers" against
	"3 suppliers", and not against "ISO 14001"."""
	if not stated.claim.is_weak or not stated.claim.is_numeric or stated.claim.text.isdigit():
		# Digits are labels, too: "floor 1", "priority 1".
		return True
	return bool(stated.after) and stated.after == one.fact.after


def _is_in_its_unit(claim: Claim, one: Candidate, same: Candidate) -> bool:
	"""Where a passage has the value itself, one in another unit is hardly what was meant, but for one beside it of the same kind:
	"answered within 30 minutes and resolved within 4 hours"."""
	fact = one.fact.claim
	if not (claim.units and fact.units) or claim.units & fact.units:
		return True
	return one.fact.number == same.fact.number and bool(claim.dimensions & fact.dimensions)


def _is_same_thing(stated: Placed, one: Candidate) -> bool:
	"""Whether a fact of the same kind is said of what the claim is said of."""
	claim, fact = stated.claim, one.fact
	near = fact.clause | fact.sentence | one.passage.heading
	ours = (stated.clause or stated.sentence) - _values(stated.clause | stated.sentence)
	shared = ours & near
	if not ours or len(shared) < _LEAST_SHARE * len(ours) or (len(shared) == 1 and len(ours) > 1):
		return False
	if claim.is_numeric and not claim.dimensions:
		# Without a unit only what is counted tells that both count the same.
		return bool(stated.after) and stated.after == fact.after
	return True


def _in_text(claim: Claim, passages: Sequence[PassageFacts]) -> Finding | None:
	"""Identifiers and names wherever they stand, also inside longer ones and in titles."""
	if claim.kind not in ("identifier", "name"):
		return None
	pattern = identifier_pattern(claim.text)
	for passage in passages:
		if found := pattern.search(passage.facts.text):
			return Finding("verified", passage.number, *found.span(), found.group())
		if found := pattern.search(passage.title):
			return Finding("verified", passage.number, found=found.group())
	return None


def _in_title(claim: Claim, passages: Sequence[PassageFacts]) -> Finding | None:
	"""Other values that the title of a passage has."""
	for passage in passages:
		for one in _claims_of_title(passage.title):
			if same_value(claim, one):
				return Finding("verified", passage.number, found=one.text)
	return None


@lru_cache(maxsize=256)
def _claims_of_title(title: str) -> tuple[Claim, ...]:
	return tuple(read_claims(title))


def _rounds_to(claim: Claim, fact: Claim) -> bool:
	"""Whether ``claim`` is ``fact`` with fewer digits."""
	if not (claim.is_numeric and fact.is_numeric):
		return False
	if not claim.dimensions & fact.dimensions and (claim.dimensions or fact.dimensions):
		return False
	step = claim.step * _scale(claim)
	return any(
		ours != theirs and ours >= step and abs(ours - theirs) <= min(step / 2, abs(theirs) * _MOST_ROUNDED)
		for ours in claim.numbers
		for theirs in fact.numbers
	)


def _scale(claim: Claim) -> Fraction:
	"""How many base units one unit of the claim is."""
	ours, written = min(claim.numbers), min(claim.written)
	return abs(ours / written) if written else Fraction(1)


def _is_hedged(answer: str, claim: Claim) -> bool:
	before = answer[max(0, claim.start - _LOOK_BACK) : claim.start]
	return bool(_HEDGE.search(before) or _HEDGE_BEHIND.match(answer, claim.end))


def passage_facts(
	passages: Mapping[int, Surroundings],
	headings: Mapping[int, tuple[str, frozenset[str]]],
	counted: Collection[int] = (),
) -> list[PassageFacts]:
	"""The passages as they are compared, in the order of their numbers; ``counted`` are those that the database worked out."""
	return [
		PassageFacts(number, facts, headings[number][1], headings[number][0], number in counted)
		for number, facts in sorted(passages.items())
	]
