"""Values that no passage has, and that the writer of an answer may have worked out of those that are there.

Nothing is said of whether the sum is right: a value that two others give is left alone, since an alarm must be sure. What is
worked out of a value in the answer's own sentence counts, too: "10 hours cost 740 EUR".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations

from huf.engine.answers.claims import Claim
from huf.engine.answers.claims.units import family
from huf.engine.answers.verification.comparing import PassageFacts

_HALF = re.compile(r"(?<!\w)(?:half|hälfte|halbe\w?|moitié|demie?|mitad|medi[ao])(?!\w)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = 86_400
_MOST = 60
"""Values that are combined."""
_MOST_TIMES = 12
"""How many of one thing may be meant without being said: months of a year."""


def is_derived(
	claim: Claim, besides: Sequence[Claim], passages: Sequence[PassageFacts], *, is_alike: bool
) -> bool:
	"""Whether two values of ``passages``, or one of them and one of ``besides`` (the same sentence), give the claim.

	``is_alike``: a passage says another value in nearly the same words; then the sentence itself must say how many times.
	"""
	known = [placed.claim for one in passages for placed in one.facts.claims]
	if is_alike:
		return _is_told(claim, besides, known) or _is_for_a_period(claim, known)
	every = [*known, *besides]
	if not claim.dimensions and _YEAR.fullmatch(claim.text):
		return _is_year(int(claim.text), every)
	if claim.dates:
		return _is_later(claim, every)
	if not claim.is_numeric:
		return False
	if claim.dimensions == {"%"} and claim.written == {Fraction(50)}:
		return any(_HALF.search(one.facts.text.lower()) for one in passages)
	if _is_time(claim) and (_is_between_times(claim, every) or _is_between_dates(claim, every)):
		return True
	return _is_product(claim, besides, every) or _is_sum(claim, every)


def _is_year(year: int, every: Sequence[Claim]) -> bool:
	"""A year so many years before or after another."""
	years = {one for claim in every for one, _, _ in claim.dates if one}
	years |= {int(one.text) for one in every if _YEAR.fullmatch(one.text)}
	lengths = {value for claim in every if claim.is_numeric for value in claim.written}
	return any(abs(year - one) in lengths for one in years)


def _is_sum(claim: Claim, every: Sequence[Claim]) -> bool:
	"""Two values of its kind added or subtracted, all of them added, or a share that two counts have."""
	values = sorted(_alike(claim, every))[:_MOST]
	wanted = claim.numbers if claim.dimensions else claim.written
	if any(
		value in (first + second, second - first)
		for first, second in combinations(values, 2)
		for value in wanted
	):
		return True
	if len(values) > 2 and sum(values) in wanted:
		return True
	counts = sorted({value for one in every if one.is_numeric for value in one.written if value > 0})[:_MOST]
	return claim.dimensions == {"%"} and any(
		abs(100 * first / last - value) <= Fraction(1, 2)
		or abs(100 * (last - first) / first - value) <= Fraction(1, 2)
		or abs(100 * (last - first) / last - value) <= Fraction(1, 2)
		for first, last in combinations(counts, 2)
		for value in claim.written
	)


def _alike(claim: Claim, every: Iterable[Claim]) -> set[Fraction]:
	"""The values of the claim's kind; "23 working days" and "two days" are added."""
	return {
		value
		for one in every
		if one.is_numeric
		and (bool(claim.dimensions & one.dimensions) or not (claim.dimensions and one.dimensions))
		for value in (one.numbers if claim.dimensions & one.dimensions else one.written)
	} | {
		value
		for one in every
		if "workdays" in claim.dimensions and one.units == {"day"}
		for value in one.written
	}


def _is_product(claim: Claim, besides: Sequence[Claim], every: Sequence[Claim]) -> bool:
	"""So many times a value of its kind, or the part of it that a percentage names; and how many times it was taken."""
	rates = [value for one in every if claim.dimensions & one.dimensions for value in one.written if value][
		:_MOST
	]
	times = {value for one in every if one.is_numeric for value in one.written if value}
	times |= {Fraction(number) for number in range(2, _MOST_TIMES + 1)}
	shares = {value / 100 for one in every if one.dimensions == {"%"} for value in one.written}
	factors = (
		times
		| {1 / value for value in times}
		| shares
		| {1 + one for one in shares}
		| {1 - one for one in shares}
	)
	if any(value / rate in factors for value in claim.written for rate in rates):
		return True
	wholes = [one for one in besides if one.dimensions]
	known = [one for one in every if one not in besides]
	return any(
		whole / rate in claim.written
		for one in wholes
		for other in known
		if one.dimensions & other.dimensions
		for whole in one.written
		for rate in other.written
		if rate
	)


def _is_told(claim: Claim, besides: Sequence[Claim], known: Sequence[Claim]) -> bool:
	"""So many times a value of its kind, by a number that its own sentence has and the passages have not in that place."""
	return any(
		rate * times in claim.written
		for one in besides
		for other in known
		if claim.dimensions & other.dimensions
		for times in one.written
		for rate in other.written
		if times != 1
	)


def _is_for_a_period(claim: Claim, known: Sequence[Claim]) -> bool:
	"""An amount for a year, a quarter or a month instead of another of them."""
	return bool(claim.per) and any(
		value in (12 * other, 4 * other, 3 * other, other / 12, other / 4, other / 3)
		for one in known
		if claim.dimensions & one.dimensions
		for value in claim.numbers
		for other in one.numbers
	)


def _is_time(claim: Claim) -> bool:
	return bool(claim.dimensions) and not {*map(family, claim.dimensions)} - {"duration"}


def _is_between_times(claim: Claim, every: Sequence[Claim]) -> bool:
	"""A length of time between two times of the day."""
	times = sorted({int(one.key) for one in every if one.kind == "time"})
	return any(60 * (last - first) in claim.numbers for first, last in combinations(times[:_MOST], 2))


def _is_between_dates(claim: Claim, every: Sequence[Claim]) -> bool:
	"""A length of time between two days, the last of them counted or not."""
	for first, last in combinations(sorted({*_days(every)})[:_MOST], 2):
		between = (last - first).days
		months = 12 * (last.year - first.year) + last.month - first.month
		for value in claim.numbers | claim.written:
			if value in (between * _DAY, (between + 1) * _DAY, between, between + 1):
				return True
			if value and value in (months, months + 1) and abs(between - value * 30.44) < 6:
				return True
	return False


def _is_later(claim: Claim, every: Sequence[Claim]) -> bool:
	"""A date that lies a length of time before or after another."""
	days = {value / _DAY for one in every if "time" in one.dimensions for value in one.numbers}
	months = {value for one in every if "months" in one.dimensions for value in one.numbers}
	near = [timedelta(days=float(one)) for one in days if one < 4000]
	for known in [*_days(every)][:_MOST]:
		for stated in _days([claim]):
			if any(abs(abs(stated - known) - one).days <= 1 for one in near):
				return True
			between = abs(12 * (stated.year - known.year) + stated.month - known.month)
			if between in months and abs(stated.day - known.day) in (0, 1, 27, 28, 29, 30):
				return True
	return False


def _days(claims: Iterable[Claim]) -> Iterator[date]:
	for claim in claims:
		for year, month, day in claim.dates:
			if month and day:
				try:
					# Dates without a year are of one.
					yield date(year or 2000, month, day)
				except ValueError:
					continue
