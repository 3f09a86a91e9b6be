"""Dates and times as spans of microseconds, so that a day holds all its hours and bounds are inclusive."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo
from functools import lru_cache

from huf.engine.errors import InvalidFilter
from huf.engine.types import JSONValue

_ISO = re.compile(
	r"(?a:(?P<date>\d{4}-\d\d-\d\d)"
	r"(?:[T ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
	r"(?P<offset>Z|[+-]\d\d(?::?\d\d)?)?)?)"
)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)
_SECOND, _MINUTE, _DAY = 1_000_000, 60_000_000, 86_400_000_000
_MOST_SECONDS = 253_402_300_800
"""The year 10000, beyond which there is no date."""


@dataclass(frozen=True, slots=True)
class Span:
	"""From the first to the last microsecond since 1970 (UTC), both included."""

	first: int
	last: int


def zone_called(name: str) -> tzinfo:
	"""A time zone by its IANA name.

	Raises:
		InvalidFilter: there is none.
	"""
	if name == "UTC":
		return timezone.utc
	# Loaded by those who need it: most searches have no filter, or none with dates.
	from zoneinfo import ZoneInfo

	try:
		return ZoneInfo(name)
	except (KeyError, OSError, ValueError) as error:
		raise InvalidFilter(
			f"There is no time zone “{name}”. Use a name such as Europe/Vienna or UTC."
		) from error


@lru_cache(maxsize=10_000)
def parse_span(text: str, zone: tzinfo) -> Span | None:
	"""What an ISO 8601 date (a whole day) or date and time (to the minute, second or fraction) covers.

	Without an offset it is a time in ``zone``. None if it is neither.
	"""
	parts = _ISO.fullmatch(text.strip())
	if parts is None:
		return None
	try:
		day = datetime.fromisoformat(parts["date"]).replace(tzinfo=zone)
		if parts["hour"] is None:
			return Span(first := _microseconds(day), _end_of_day(day, first))
		moment = day.replace(
			hour=int(parts["hour"]),
			minute=int(parts["minute"]),
			second=int(parts["second"] or 0),
			microsecond=int((parts["fraction"] or "").ljust(6, "0")[:6]),
			tzinfo=_offset(parts["offset"]) or zone,
		)
		first = _microseconds(moment)
	except (ValueError, OverflowError):
		return None
	exact = 1 if parts["fraction"] else _SECOND if parts["second"] else _MINUTE
	return Span(first, first + exact - 1)


def span_of(value: JSONValue, zone: tzinfo) -> Span | None:
	"""The span of a stored value: text as :func:`parse_span` reads it, a number as Unix seconds."""
	if isinstance(value, str):
		return parse_span(value, zone)
	if isinstance(value, bool) or value is None or not abs(value) < _MOST_SECONDS:
		return None
	moment = round(value * _SECOND)
	return Span(moment, moment)


def compare(operator: str, value: Span, first: int, last: int) -> bool:
	"""Whether a stored span stands as ``operator`` says to the span of the filter; days that overlap are equal."""
	if operator in ("=", "between"):
		return value.first <= last and value.last >= first
	if operator == "<":
		return value.last < first
	if operator in ("<=", "to"):
		return value.first <= last
	if operator == ">":
		return value.first > last
	assert operator in (">=", "from"), operator
	return value.last >= first


def _microseconds(moment: datetime) -> int:
	return (moment - _EPOCH) // _MICROSECOND


def _end_of_day(day: datetime, first: int) -> int:
	try:
		# A day on which clocks are changed has 23 or 25 hours.
		return _microseconds((day.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=day.tzinfo)) - 1
	except OverflowError:
		return first + _DAY - 1


def _offset(text: str | None) -> tzinfo | None:
	if not text:
		return None
	if text == "Z":
		return timezone.utc
	digits = text[1:].replace(":", "").ljust(4, "0")
	ahead = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
	return timezone(ahead if text[0] == "+" else -ahead)
