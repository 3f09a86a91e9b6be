"""Values that no passage has, and that its writer may have worked out: differences, sums, halves, the time between two dates."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations

from huf.engine.answers.claims import Claim
from huf.engine.answers.claims.units import family
from huf.engine.answers.comparing import PassageFacts
from huf.engine.answers.sentences import Sentence
from huf.engine.answers.surroundings import Surroundings

_WORKED_OUT = re.compile(
	r"(?<!\w)(?:difference|more|less|fewer|later|earlier|altogether|in total|together|combined|remaining|left|saves?|saving|by|"
	r"unterschied|differenz|mehr|weniger|später|früher|insgesamt|zusammen|übrig|um|"
	r"différence|de plus|de moins|plus tard|plus tôt|au total|ensemble|restants?|restent|"
	r"diferencia|más|menos|después|antes|en total|juntos|restantes?|quedan)(?!\w)"
)
"""The answer says that it worked something out."""
_MISSING = re.compile(
	r"(?<!\w)(?:not|no|missing|absent|did(?:n't)|nicht|fehl\w+|pas|manqu\w+|absents?|falt\w+|ausent\w+)(?!\w)"
)
"""The answer says that something is not: the rest of a count."""
_HALF = re.compile(r"(?<!\w)(?:half|hälfte|halbe\w?|moitié|demie?|mitad|medi[ao])(?!\w)")
_DAY = 86_400
_MOST = 60
"""Values of the passages that are combined."""


def is_derived(
	claim: Claim,
	answer: Surroundings,
	sentence: Sentence,
	passages: Sequence[PassageFacts],
	*,
	is_denied: bool,
) -> bool:
	"""Whether a value can be computed from two of the passages, or of its own sentence's dates.

	With ``is_denied``, where a passage has another value in its place, the sentence must say that it worked the value out: many
	numbers are sums by accident. Shares and amounts for a year seldom are.
	"""
	if not claim.is_numeric:
		return False
	text = answer.text[sentence.start : sentence.end].lower()
	if claim.is_weak:
		return bool(_WORKED_OUT.search(text) or _MISSING.search(text)) and _is_rest(claim, passages)
	known = [placed.claim for one in passages for placed in one.facts.claims]
	if _is_share(claim, passages) or _is_for_a_year(claim, known):
		return True
	if is_denied and not _WORKED_OUT.search(text):
		return False
	if _is_between_times(claim, known):
		return True
	if claim.dimensions == {"%"} and claim.written == {Fraction(50)}:
		return any(_HALF.search(one.facts.text.lower()) for one in passages)
	if not {*map(family, claim.dimensions)} - {"duration"} and claim.dimensions:
		days = [*_days(known), *_days([one.claim for one in answer.claims])]
		if any(_is_between(claim, first, last) for first, last in combinations(sorted({*days}), 2)):
			return True
	values = {
		value
		for one in known
		if one.is_numeric and _is_alike(claim, one)
		for value in (one.numbers if claim.dimensions & one.dimensions else one.written)
	}
	if len(values) > _MOST or not (claim.dimensions or not claim.is_weak):
		return False
	wanted = claim.numbers | claim.written if "workdays" in claim.dimensions else claim.numbers
	return any(
		value in (first + second, abs(first - second))
		for first, second in combinations(values, 2)
		for value in wanted
	)


def _counts(passages: Sequence[PassageFacts]) -> Iterator[tuple[Fraction, Fraction]]:
	"""Two numbers without a unit of one sentence of a passage, the smaller first."""
	for one in passages:
		inside: dict[int, set[Fraction]] = {}
		for placed in one.facts.claims:
			if placed.claim.is_numeric and not placed.claim.dimensions:
				inside.setdefault(placed.number, set()).update(placed.claim.written)
		for values in inside.values():
			yield from combinations(sorted(values)[:_MOST], 2)


def _is_rest(claim: Claim, passages: Sequence[PassageFacts]) -> bool:
	"""What is left of a count: "8 of 12 came", so four did not."""
	return any(last - first in claim.written for first, last in _counts(passages))


def _is_share(claim: Claim, passages: Sequence[PassageFacts]) -> bool:
	"""A percentage that one count is of another, to half a point."""
	return claim.dimensions == {"%"} and any(
		last and abs(100 * first / last - value) <= Fraction(1, 2)
		for first, last in _counts(passages)
		for value in claim.written
	)


def _is_for_a_year(claim: Claim, known: Sequence[Claim]) -> bool:
	"""An amount of money for twelve months or four quarters, or the other way round."""
	return claim.kind == "amount" and any(
		value in (12 * other, 4 * other, other / 12, other / 4)
		for one in known
		if claim.dimensions & one.dimensions
		for value in claim.numbers
		for other in one.numbers
	)


def _is_between_times(claim: Claim, known: Sequence[Claim]) -> bool:
	"""A length of time between two times of the day."""
	times = sorted({int(one.key) for one in known if one.kind == "time"})
	return "time" in claim.dimensions and any(
		60 * (last - first) in claim.numbers for first, last in combinations(times[:_MOST], 2)
	)


def _is_alike(claim: Claim, other: Claim) -> bool:
	if "workdays" in claim.dimensions and other.units == {"day"}:
		# "23 working days", and "two days" are added.
		return True
	return bool(claim.dimensions & other.dimensions) or not (claim.dimensions and other.dimensions)


def _days(claims: Sequence[Claim]) -> Iterator[date]:
	for claim in claims:
		for year, month, day in claim.dates:
			if month and day:
				try:
					# Two dates without a year are of one.
					yield date(year or 2000, month, day)
				except ValueError:
					continue


def _is_between(claim: Claim, first: date, last: date) -> bool:
	"""Whether a length of time is that between two days, the last of them counted or not."""
	between = (last - first).days
	months = 12 * (last.year - first.year) + last.month - first.month
	for value in claim.numbers:
		if "time" in claim.dimensions and value in (between * _DAY, (between + 1) * _DAY):
			return True
		if "months" in claim.dimensions and value in (months, months + 1) and value:
			return abs(between - value * 30.44) < 6
	return False
