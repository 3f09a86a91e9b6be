"""One thing that a text states, normalised, and when two of them say the same."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Kind = Literal["number", "amount", "percent", "measure", "date", "time", "identifier", "name"]
DateValue = tuple[int | None, int | None, int | None]
"""Year, month and day; None where the text does not say."""


@dataclass(frozen=True, slots=True)
class Claim:
	"""A value in a text: ``text == whole[start:end]``."""

	kind: Kind
	text: str
	start: int
	end: int
	numbers: frozenset[Fraction] = frozenset()
	"""Every way to read it, in the base unit of its dimension: ``1.200`` is 1200 or 1.2."""
	written: frozenset[Fraction] = frozenset()
	"""The same before its unit was applied."""
	units: frozenset[str] = frozenset()
	"""What it may be measured in: ``EUR``, ``kg``; a bare ``$`` is any dollar. None for a bare number."""
	dimensions: frozenset[str] = frozenset()
	"""What these units measure: ``mass``, ``money:EUR``, ``%``."""
	per: str = ""
	"""``month`` in "500 EUR per month"."""
	dates: frozenset[DateValue] = frozenset()
	"""Every way to read a date: 03/04/2024 is of March or of April."""
	key: str = ""
	"""An identifier or a name in the form in which it is compared; minutes of a time of the day."""
	step: Fraction = Fraction(1)
	"""The value of the last digit that is written, which says how far the number was rounded."""
	is_weak: bool = False
	"""A small count or an ordinal without a unit, such as "three ways": often the writer's own counting."""

	@property
	def is_numeric(self) -> bool:
		"""Whether it is a number of some kind."""
		return bool(self.numbers)


def same_value(stated: Claim, found: Claim) -> bool:
	"""Whether ``found``, in a passage, says what ``stated`` says, or more exactly so.

	A bare number is found in one with a unit, a month in a day of it; not the other way round.
	"""
	if stated.is_numeric and found.is_numeric:
		return _same_number(stated, found)
	if stated.dates and found.dates:
		return any(_covers(day, known) for day in stated.dates for known in found.dates)
	if stated.dates or found.dates:
		return _is_year(stated, found)
	return stated.kind == found.kind and stated.key == found.key


def _same_number(stated: Claim, found: Claim) -> bool:
	if stated.per and found.per and stated.per != found.per:
		return False
	if stated.dimensions and not stated.dimensions & found.dimensions:
		return False
	if stated.dimensions:
		return bool(stated.numbers & found.numbers)
	return bool(stated.written & found.written)


def _covers(stated: DateValue, found: DateValue) -> bool:
	return all(wanted is None or wanted == known for wanted, known in zip(stated, found, strict=True))


def _is_year(number: Claim, date: Claim) -> bool:
	"""A bare year in a text is a number; it stands in each date of that year."""
	if number.dates or not date.dates or number.dimensions:
		return False
	return any(year is not None and Fraction(year) in number.written for year, _, _ in date.dates)
