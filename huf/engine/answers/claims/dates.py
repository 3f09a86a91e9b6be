"""Dates and times of the day in the forms that people write."""

import re
from collections.abc import Iterator
from functools import cache

from huf.engine.analysis.months import MONTHS
from huf.engine.answers.claims.claim import Claim, DateValue
from huf.engine.answers.claims.digits import NO_LETTER_AFTER, NO_LETTER_BEFORE, NO_LETTERS
from huf.engine.answers.claims.spelled import HAN_DIGITS, han_value

_NAME = (
	"(?:"
	+ "|".join(re.escape(name) for name in sorted(MONTHS, key=len, reverse=True))
	+ rf")(?!{NO_LETTERS})\.?"
)
_HAN = f"(?:[0-9]{{1,4}}|[{HAN_DIGITS}]{{1,4}})"
_BEFORE = rf"{NO_LETTER_BEFORE}(?<![\d_/.-])(?<!\d,)"
_AFTER = rf"{NO_LETTER_AFTER}(?![\d_/-])(?![.,]\d)"
_ORDINAL = r"(?:st|nd|rd|th|er|re|º|ª|°|\.)?"
_YEAR = r"(?:1[0-9]|20|21)\d\d"
_OF = r"(?:\s*(?:of|de|del|du|di))?"
_FORMS = (
	(
		"ymd",
		rf"{_BEFORE}(?P<y>{_YEAR})(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}})(?:(?=T\d)|{_AFTER})",
	),
	(
		"either",
		rf"{_BEFORE}(?P<a>\d{{1,2}})(?P<s>[-/.])\s?(?P<b>\d{{1,2}})(?P=s)\s?(?P<y>{_YEAR}|\d\d){_AFTER}",
	),
	("ymd", rf"(?P<y>{_HAN})\s?[年년]\s?(?P<m>{_HAN})\s?[月월]\s?(?P<d>{_HAN})\s?[日号號일]"),
	("ymd", rf"(?P<y>{_HAN})\s?[年년]\s?(?P<m>{_HAN})\s?[月월]"),
	("ymd", rf"(?P<m>{_HAN})\s?[月월]\s?(?P<d>{_HAN})\s?[日号號일]"),
	(
		"ymd",
		rf"{_BEFORE}(?P<d>\d{{1,2}}){_ORDINAL}{_OF}[\s-]*(?P<m>{_NAME})(?:{_OF},?[\s-]*(?P<y>{_YEAR}|'?\d\d(?!\d))(?![\d:%]|[.,]\d){NO_LETTER_AFTER})?",
	),
	(
		"ymd",
		rf"{_BEFORE}(?P<m>{_NAME})\s*(?P<d>\d{{1,2}}){_ORDINAL}(?![\d:%]|[.,]\d){NO_LETTER_AFTER}(?:,?\s*(?P<y>{_YEAR}){_AFTER})?",
	),
	("ymd", rf"{_BEFORE}(?P<m>{_NAME}){_OF}[\s-]*(?P<y>{_YEAR}){_AFTER}"),
	("ymd", rf"{_BEFORE}(?P<d>\d{{1,2}})\.\s?(?P<m>\d{{1,2}})\.(?!\d)"),
	("ymd", rf"{_BEFORE}(?P<m>0[1-9]|1[0-2])/(?P<y>{_YEAR}){_AFTER}"),
	("ymd", rf"{_BEFORE}(?P<y>{_YEAR})-(?P<m>0[1-9]|1[0-2]){_AFTER}"),
)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
	# Compiled when first needed: all patterns of values together take most of a second.
	return tuple((how, re.compile(pattern, re.IGNORECASE)) for how, pattern in _FORMS)


_TIME = re.compile(
	NO_LETTER_BEFORE
	+ r"(?<![\d_:.,])(?:(?P<h>[01]?\d|2[0-4])(?::| ?h ?)(?P<min>[0-5]\d)(?::[0-5]\d)?(?![\d:])(?:\s?(?P<half>[ap]\.?m\b\.?)|\s?Uhr\b)?"
	r"|(?P<h2>1[0-2]|0?[1-9])\s?(?P<half2>[ap]\.?m\b\.?)"
	r"|(?P<h3>[01]?\d|2[0-4])(?:\.(?P<min3>[0-5]\d))?\s?Uhr\b(?:\s(?P<min4>[0-5]\d)\b)?"
	r"|(?P<half5>上午|下午|晚上|早上)?(?P<h5>[01]?\d|2[0-4])[点點時时](?:(?P<min5>[0-5]\d)分)?(?!间|間))",
	re.IGNORECASE,
)
_PIVOT = 70
"""Years of two digits: 69 is 2069, 70 is 1970, as POSIX reads them."""


def read_dates(text: str) -> Iterator[Claim]:
	"""Dates in ``text``, which has plain digits; where forms overlap, the earlier in the list wins."""
	taken: list[tuple[int, int]] = []
	for how, pattern in _patterns():
		for found in pattern.finditer(text):
			start, end = found.span()
			if any(start < other_end and other_start < end for other_start, other_end in taken):
				continue
			dates = frozenset(_either(found) if how == "either" else _named(found))
			if dates:
				taken.append((start, end))
				yield Claim("date", found.group(), start, end, dates=dates)


def read_times(text: str) -> Iterator[Claim]:
	"""Times of the day in ``text``; the key is minutes since midnight."""
	for found in _TIME.finditer(text):
		parts = found.groupdict()
		hours = int(next(parts[name] for name in ("h", "h2", "h3", "h5") if parts[name]))
		minutes = int(next((parts[name] for name in ("min", "min3", "min4", "min5") if parts[name]), 0))
		half = (parts["half"] or parts["half2"] or "").lower()
		if half.startswith("p") or parts["half5"] in ("下午", "晚上"):
			hours += 12 if hours < 12 else 0
		elif half.startswith("a") and hours == 12:
			hours = 0
		yield Claim("time", found.group(), *found.span(), key=str(hours * 60 + minutes))


def _either(found: re.Match[str]) -> Iterator[DateValue]:
	"""Day and month of 03/04/2024 may stand in either order; with dots the day is first."""
	a, b, year = int(found["a"]), int(found["b"]), _year(found["y"])
	orders = ((a, b),) if found["s"] == "." else ((a, b), (b, a))
	for day, month in orders:
		if _is_day(day, month):
			yield year, month, day


def _named(found: re.Match[str]) -> Iterator[DateValue]:
	parts = found.groupdict()
	day, year = _number(parts.get("d")), _year(parts.get("y"))
	name = (parts["m"] or "").rstrip(".").lower()
	month = MONTHS.get(name) or _number(name)
	if month is not None and _is_day(1 if day is None else day, month):
		yield year, month, day


def _number(written: str | None) -> int | None:
	if not written:
		return None
	return int(written) if written.isdigit() and written.isascii() else han_value(written)


def _year(written: str | None) -> int | None:
	year = _number(written.strip("' ") if written else None)
	if year is not None and year < 100:
		return year + (2000 if year < _PIVOT else 1900)
	return year


def _is_day(day: int, month: int) -> bool:
	return 1 <= day <= 31 and 1 <= month <= 12
