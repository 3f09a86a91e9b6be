"""Days that a question names: ``today``, ``last quarter``, ``in October``, ``1 May 2026``, ``01.05.2026``, ``2026``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import product
from typing import TypeAlias

from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.lexicon import IsDates, IsDays, Span
from huf.engine.questions.numbers import spoken_number
from huf.engine.questions.wording import DateWord
from huf.engine.questions.words import Word, phrase_forms, spelt

FIRST_YEAR, LAST_YEAR = 1930, 2099
_BEGINNING = date.min
"""Of “older than 30 days”, which have no first day."""
_MOST_BACK = 3660
"""Of the units in “the last 30 days”."""
_SPACED_DASH = 3
"""Characters of a dash with the white space around it."""
_SHORT = 3
"""Letters of names of months, at most, that may be other words too."""
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_NAMED_QUARTER = re.compile(r"[^\W\d_]\d")
"""``Q1``."""
_DAY_FIRST = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")
_DOTTED_SHORT = re.compile(r"(\d{1,2})\.(\d{1,2})\.")
_DAY_FIRST_SHORT = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d\d))?")
"""``5/3``, of the last year in which that was, and ``5/3/26``."""
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_DAYS: Mapping[DateWord, int] = {
	**{"today": 0, "yesterday": -1, "tomorrow": 1},
	**{"before_yesterday": -2, "after_tomorrow": 2},
}
"""From today."""
_UNITS: Mapping[DateWord, tuple[DateWord, int]] = {
	"this_year": ("year", 0),
	"last_year": ("year", -1),
	"last_month": ("month", -1),
	"last_week": ("week", -1),
}
_DAYS_OF: Mapping[DateWord, int] = {"day": 1, "week": 7}
_MONTHS: Mapping[DateWord, int] = {"month": 1, "half_year": 6, "year": 12}
"""How many months a unit has."""
_SHIFTS: Mapping[DateWord, int] = {"this": 0, "last": -1, "next": 1}
_Phrases: TypeAlias = dict[str, list[tuple[tuple[frozenset[str], ...], DateWord]]]
"""By a form of their first word."""


@dataclass(frozen=True, slots=True)
class Calendar:
	"""What a day is counted from."""

	today: date
	year_start: tuple[int, int] = (1, 1)
	"""Month and day when a fiscal year begins."""


def date_spans(words: Sequence[Word], languages: tuple[str, ...], calendar: Calendar) -> Iterator[Span]:
	"""All places where days are named."""
	found = [*_named_days(words, languages, calendar)]
	yield from found
	yield from _dashed(words, found)


def length_spans(words: Sequence[Word], languages: tuple[str, ...]) -> Iterator[Span]:
	"""All places where a number of days or weeks is named, of whatever it may be the length."""
	reader = _Reader(words, _table(languages), Calendar(date.min))
	for place in range(len(words)):
		for after, units in reader.unit_behind(place).items():
			for unit in units & _DAYS_OF.keys():
				yield Span(place, after, (IsDays(float(reader.count(place) * _DAYS_OF[unit])),))


def _dashed(words: Sequence[Word], spans: Sequence[Span]) -> Iterator[Span]:
	"""Periods between two days with a dash, which is no word: “1 May 2026 – 5 June 2026”."""
	days: list[tuple[Span, IsDates]] = []
	for span in spans:
		(dates,) = span.meanings
		if isinstance(dates, IsDates) and dates.first == dates.last:
			days.append((span, dates))
	for (before, begin), (behind, end) in product(days, days):
		if before.after == behind.first and begin.first < end.last:
			if words[behind.first].start - words[behind.first - 1].end == _SPACED_DASH:
				period = IsDates(begin.first, end.last, is_from_day_to_day=True)
				yield Span(before.first, behind.after, (period,))


def _named_days(words: Sequence[Word], languages: tuple[str, ...], calendar: Calendar) -> Iterator[Span]:
	table = _table(languages)
	reader = _Reader(words, table, calendar)
	for place in range(len(words)):
		for after, (first, last) in reader.at(place).items():
			is_of_every_year = (place, after) in reader.without_year
			to_come = _to_come(first, last, calendar.today) if is_of_every_year else None
			if (place, after) in reader.of_every_week and first < calendar.today:
				# What is agreed for a Friday is agreed for the next one.
				to_come = (str(first + timedelta(weeks=1)), str(last + timedelta(weeks=1)))
			begun = "" if first == _BEGINNING else first.isoformat()
			dates = IsDates(
				begun,
				last.isoformat(),
				is_of_every_year,
				to_come,
				is_from_day_to_day=(place, after) in reader.from_day_to_day,
				age="" if begun else "lasting" if (place, after) in reader.lasting else "older",
			)
			yield Span(place, after, (dates,))


def _to_come(first: date, last: date, today: date) -> tuple[str, str] | None:
	"""The same days a year later if they begin sooner than it is since these ended: “due in December”, asked in November."""
	next_first, next_last = _year_later(first), _year_later(last + timedelta(days=1)) - timedelta(days=1)
	if last >= today or next_first - today >= today - last:
		return None
	return next_first.isoformat(), next_last.isoformat()


def _year_later(day: date) -> date:
	return day.replace(year=day.year + 1) if (day.month, day.day) != (2, 29) else date(day.year + 1, 3, 1)


@dataclass(frozen=True, slots=True)
class _Table:
	phrases: _Phrases
	behind: _Phrases
	"""Those that stand behind what they belong to."""
	links: Mapping[str, frozenset[str]]
	"""Words before a month and before a year, inside of a date."""
	reaching: frozenset[str]
	"""Words between the first and the last day of a period."""
	groups: frozenset[str]
	"""Words behind which a unit is what numbers are told by."""
	is_day_first: bool
	months: Mapping[str, int]
	only_months: frozenset[str]
	"""Names of months that are no other words."""
	before_months: frozenset[str]
	weekdays: Mapping[str, int]
	"""From 0, which is Monday."""
	suffixes: tuple[str, ...]
	first_days: frozenset[str]
	languages: tuple[str, ...]


@cache
def _table(languages: tuple[str, ...]) -> _Table:
	phrases: _Phrases = {}
	behind: _Phrases = {}
	links: dict[str, set[str]] = {"month": set(), "year": set()}
	reaching: set[str] = set()
	groups: set[str] = set()
	months: dict[str, int] = {}
	only_months: set[str] = set()
	before_months: set[str] = set()
	weekdays: dict[str, int] = {}
	suffixes: list[str] = []
	first_days: set[str] = set()
	for code in languages:
		if code not in LANGUAGES:
			continue
		wording = LANGUAGES[code]
		for table, found in ((wording.dates, phrases), (wording.dates_behind, behind)):
			for meaning, texts in table.items():
				for parts in (phrase_forms(text, languages) for text in texts):
					for form in parts[0]:
						found.setdefault(form, []).append((parts, meaning))
		for part, words in wording.date_links.items():
			links[part].update(words)
		groups.update(text.removeprefix("=").split()[-1] for text in wording.roles.get("group", ()))
		for role in ("until", "reaching"):
			reaching.update(text.removeprefix("=") for text in wording.roles.get(role, ()))
		before_months.update(wording.before_months)
		first_days.update(wording.first_days)
		only_months.update(names[0] for names in wording.months if names[0].islower())
		for number, names in enumerate(wording.months, start=1):
			for name in map(str.lower, names):
				# Its written form alone: the stem of a short word is that of too many others.
				months[name] = number
				months[min(phrase_forms(name, ())[0])] = number
		weekdays |= {name: number for number, names in enumerate(wording.weekdays) for name in names}
		suffixes += [suffix for suffix in wording.day_suffixes if suffix.isalpha()]
	is_day_first = any(LANGUAGES[code].is_day_first for code in languages if code in LANGUAGES)
	frozen = {part: frozenset(words) for part, words in links.items()}
	return _Table(
		phrases,
		behind,
		frozen,
		frozenset(reaching),
		frozenset(groups),
		is_day_first,
		months,
		frozenset(only_months),
		frozenset(before_months),
		weekdays,
		tuple(suffixes),
		frozenset(first_days),
		languages,
	)


class _Reader:
	def __init__(self, words: Sequence[Word], table: _Table, calendar: Calendar) -> None:
		self.words, self.table, self.today = words, table, calendar.today
		self.calendar = calendar
		self.without_year: set[tuple[int, int]] = set()
		"""Places from and behind words that name days of every year."""
		self.of_every_week: set[tuple[int, int]] = set()
		"""The same of days of every week."""
		self.from_day_to_day: set[tuple[int, int]] = set()
		"""The same of periods with both their ends."""
		self.lasting: set[tuple[int, int]] = set()
		"""The same of times that something has lasted."""

	def at(self, place: int) -> dict[int, tuple[date, date]]:
		"""The days that are named from this word on, by the place after their last word."""
		found: dict[int, tuple[date, date]] = {}
		found |= self._written(place)
		found |= self._relative(place)
		found |= self._quarter(place)
		found |= self._named_unit(place)
		found |= self._month(place)
		found |= self._day(place)
		found |= self._days(place)
		found |= self._weekday(place)
		return found

	def _said(self, place: int, phrases: _Phrases | None = None) -> dict[int, set[DateWord]]:
		"""What phrases from this word on say, by the place after them."""
		found: dict[int, set[DateWord]] = {}
		if place >= len(self.words):
			return found
		table = self.table.phrases if phrases is None else phrases
		for form in self.words[place].forms & table.keys():
			for parts, meaning in table[form]:
				after = place + len(parts)
				if after <= len(self.words) and all(
					part & word.forms for part, word in zip(parts, self.words[place:after], strict=True)
				):
					found.setdefault(after, set()).add(meaning)
		return found

	def _written(self, place: int) -> dict[int, tuple[date, date]]:
		text = self.words[place].text
		if (match := _ISO.fullmatch(text)) and (day := _day(*map(int, match.groups()))):
			return {place + 1: (day, day)}
		for pattern in (_DOTTED, _DAY_FIRST) if self.table.is_day_first else (_DOTTED,):
			if match := pattern.fullmatch(text):
				number, month, year = map(int, match.groups())
				day = _day(year, month, number)
				return {place + 1: (day, day)} if day else {}
		if match := _DOTTED_SHORT.fullmatch(text):
			day = last_day(self.today, int(match[2]), int(match[1]))
			self.without_year.add((place, place + 1))
			return {place + 1: (day, day)} if day else {}
		if self.table.is_day_first and (match := _DAY_FIRST_SHORT.fullmatch(text)):
			number, month = int(match[1]), int(match[2])
			day = (
				_day(2000 + int(match[3]), month, number) if match[3] else last_day(self.today, month, number)
			)
			if day and not match[3]:
				self.without_year.add((place, place + 1))
			return {place + 1: (day, day)} if day else {}
		if (match := _MONTH.fullmatch(text)) and 1 <= int(match[2]) <= 12:
			return {place + 1: _month(int(match[1]), int(match[2]))}
		year = self._year(place)
		return {place + 1: (date(year, 1, 1), date(year, 12, 31))} if year else {}

	def _behind_links(self, place: int, part: str) -> int:
		"""The place of the month or year that words inside of a date lead to from here; ``place`` itself without such words."""
		while place < len(self.words) and spelt(self.words[place].text) in self.table.links[part]:
			place += 1
		return place

	def _year_behind(self, place: int) -> tuple[int, int]:
		"""The year that a month or quarter before this place is of, and the place behind it: 0 and ``place`` if none is named."""
		at = self._behind_links(place, "year")
		for start in (at, *(after for after, said in self._said(at).items() if "year" in said)):
			if year := self._year(start):
				return year, start + 1
		for after, (first, last) in self._relative(at).items():
			if (first.month, first.day) == (1, 1) and last == date(first.year, 12, 31):
				return first.year, after
		return 0, place

	def _year(self, place: int) -> int:
		"""The year that a word is; 0 if it is none."""
		text = self.words[place].text if place < len(self.words) else ""
		if len(text) == 4 and text.isascii() and text.isdigit() and FIRST_YEAR <= int(text) <= LAST_YEAR:
			return int(text)
		return 0

	def _relative(self, place: int) -> dict[int, tuple[date, date]]:
		found: dict[int, tuple[date, date]] = {}
		for after, said in self._said(place).items():
			for word in said & _DAYS.keys():
				day = self.today + timedelta(days=_DAYS[word])
				found[after] = (day, day)
			for word in said & _UNITS.keys():
				if days_of := self._unit(*_UNITS[word]):
					found[after] = days_of
			for end, units in self._said(after).items():
				for shift, unit in product(said & _SHIFTS.keys(), units):
					if days_of := self._unit(unit, _SHIFTS[shift]):
						found[end] = days_of
				for unit in units if "running" in said and self._is_bare(end) else ():
					if days_of := self._unit(unit, 0):
						found[end] = days_of
			for end, shifts in self._said(after, self.table.behind).items():
				for shift, unit in product(shifts & _SHIFTS.keys(), said):
					if days_of := self._unit(unit, _SHIFTS[shift]):
						found[end] = days_of
			for count, at in self._counts(said, after):
				for end, units in self._said(at).items():
					if days_of := self._counted(said, units, count):
						found[end] = days_of
						if not said & {"past", "older", "next"}:
							self.lasting.add((place, end))
		if count := self.count(place):
			# “30 derniers jours”, “30 jours écoulés”.
			orders = ((self.table.behind, self.table.phrases), (self.table.phrases, self.table.behind))
			for first, second in orders:
				for after, words in self._said(place + 1, first).items():
					for end, others in self._said(after, second).items():
						said, units = (words, others) if first is self.table.behind else (others, words)
						if said & {"past", "ahead"} and (days_of := self._counted(said, units, count)):
							found[end] = days_of
		return found

	def _counts(self, said: set[DateWord], after: int) -> Iterator[tuple[int, int]]:
		"""How many units are meant behind words that say so, and where these stand: “more than 2 years”, “more than a year”."""
		if said & {"past", "older", "lasting", "next"} and (count := self.count(after)):
			yield count, after + 1
		if said & {"older", "lasting"}:
			yield 1, after

	def unit_behind(self, place: int) -> dict[int, set[DateWord]]:
		"""The units that may stand behind a number here, by the place after them; none where there is no number."""
		return self._said(place + 1) if self.count(place) else {}

	def _is_bare(self, place: int) -> bool:
		"""Whether nothing stands here that would say which unit is meant: in “du mois de mars”, “du mois dernier” it does."""
		at = self._behind_links(place, "year")
		return not (
			self._said(place, self.table.behind)
			or self._year(at)
			or self._month_number(at)
			or (at > place and self._said(at))
		)

	def count(self, place: int) -> int:
		"""The number of units that a word is; 0 if it is none, or too many."""
		text = self.words[place].text if place < len(self.words) else ""
		if text.isascii() and text.isdigit():
			count = int(text)
		else:
			count = spoken_number(text, self.table.languages) or 0
		return count if count <= _MOST_BACK else 0

	def _unit(self, unit: DateWord, shift: int) -> tuple[date, date] | None:
		"""The day, week, month, quarter or year ``shift`` after that of today."""
		today = self.today
		if unit == "day":
			day = today + timedelta(days=shift)
			return day, day
		if unit == "week":
			monday = today - timedelta(days=today.weekday()) + timedelta(weeks=shift)
			return monday, monday + timedelta(days=6)
		if unit == "month":
			return _months(today.year, today.month + shift, 1)
		if unit == "quarter":
			return _months(today.year, (today.month - 1) // 3 * 3 + 1 + 3 * shift, 3)
		if unit == "year":
			return date(today.year + shift, 1, 1), date(today.year + shift, 12, 31)
		if unit == "fiscal_year":
			month, day_number = self.calendar.year_start
			began = today.year if (today.month, today.day) >= (month, day_number) else today.year - 1
			first = date(began + shift, month, day_number)
			return first, date(began + shift + 1, month, day_number) - timedelta(days=1)
		return None

	def _counted(self, said: set[DateWord], units: set[DateWord], count: int) -> tuple[date, date] | None:
		"""The last and the next so many days, weeks, months or years with today, or all that are longer ago."""
		if said & {"next", "ahead"}:
			day = self._back(units, -count)
			return (self.today, day) if day else None
		day = self._back(units, count)
		if day is None or "past" in said:
			return (day, self.today) if day else None
		return _BEGINNING, day - timedelta(days=1 if "older" in said else 0)

	def _back(self, units: set[DateWord], count: int) -> date | None:
		"""The day ``count`` days, weeks, months or years ago; for a negative count, as long ahead."""
		if count > _MOST_BACK:
			return None
		if "day" in units:
			return self.today - timedelta(days=count)
		if "week" in units:
			return self.today - timedelta(weeks=count)
		if length := max((_MONTHS.get(unit, 0) for unit in units), default=0):
			months = self.today.year * 12 + self.today.month - 1 - count * length
			year, month = divmod(months, 12)
			if not FIRST_YEAR <= year <= LAST_YEAR:
				return None
			last = _months(year, month + 1, 1)[1].day
			return date(year, month + 1, min(self.today.day, last))
		return None

	def _quarter(self, place: int) -> dict[int, tuple[date, date]]:
		found: dict[int, tuple[date, date]] = {}
		numbers: dict[DateWord, int] = {"first": 1, "second": 2, "third": 3, "fourth": 4}
		for after, said in self._said(place).items():
			ends = [after] if _NAMED_QUARTER.fullmatch(self.words[place].text) else []
			ends += [end for end, units in self._said(after).items() if "quarter" in units]
			for end, word in product(ends, said & numbers.keys()):
				quarter = numbers[word]
				year, behind = self._year_behind(end)
				begun = year or self.today.year - (quarter > (self.today.month + 2) // 3)
				found[behind] = _months(begun, quarter * 3 - 2, 3)
				if not year:
					self.without_year.add((place, end))
		return found

	def _named_unit(self, place: int) -> dict[int, tuple[date, date]]:
		"""“The year 2026”, “le mois de mars 2026”: the unit says no more than what stands behind it."""
		if place and (
			spelt(self.words[place - 1].text) in self.table.groups
			or self._said(place - 1).get(place, set()) & {*_SHIFTS, "past"}
		):
			# “By year 2026”, “last year 2026”: the unit belongs to the word before it.
			return {}
		found: dict[int, tuple[date, date]] = {}
		for after, units in self._said(place).items():
			at = self._behind_links(after, "year")
			if "month" in units:
				found |= self._month(at)
				self.without_year |= {(place, end) for end in found if (at, end) in self.without_year}
			if year := self._year(at):
				is_fiscal = "fiscal_year" in units and self.calendar.year_start == (1, 1)
				if "year" in units or is_fiscal:
					found[at + 1] = (date(year, 1, 1), date(year, 12, 31))
		return found

	def _month_number(self, place: int) -> int:
		return (
			self.table.months.get(self.words[place].text.lower().rstrip("."), 0)
			if place < len(self.words)
			else 0
		)

	def _month(self, place: int) -> dict[int, tuple[date, date]]:
		month = self._month_number(place)
		if not month:
			return {}
		year, behind = self._year_behind(place + 1)
		if year:
			return {behind: _month(year, month)}
		if number := self._day_number(place + 1):
			# “May 1”: the day is meant, or nothing.
			return self._day_of_year(place, place + 2, month, number)
		if self._is_another_word(place):
			return {}
		# Without a year: the last one that has begun.
		self.without_year.add((place, place + 1))
		found = {place + 1: _month(self.today.year - (month > self.today.month), month)}
		for after, said in self._said(place + 1, self.table.behind).items():
			if said & {"last", "next"}:
				found[after] = self._month_beside(month, said)
		return found

	def _is_another_word(self, place: int) -> bool:
		"""Whether nobody can tell that a word in small letters is a month, such as “may”, “mar”."""
		name = self.words[place].text
		return (
			len(name) <= _SHORT
			and name.islower()
			and name not in self.table.only_months
			and not (place and spelt(self.words[place - 1].text) in self.table.before_months)
		)

	def _month_beside(self, month: int, said: set[DateWord]) -> tuple[date, date]:
		"""The last or the next such month, other than the one of today."""
		today = self.today
		year = today.year + (month <= today.month) if "next" in said else today.year - (month >= today.month)
		return _month(year, month)

	def _weekday_number(self, place: int) -> int | None:
		"""The weekday that a word is, from 0 for Monday."""
		if place >= len(self.words):
			return None
		text = self.words[place].text
		number = self.table.weekdays.get(text.lower().rstrip("."))
		# “sat” and “mo” are other words.
		return None if len(text) <= _SHORT and not text[0].isupper() else number

	def _weekday(self, place: int) -> dict[int, tuple[date, date]]:
		"""The last such day with today, or with “last” and “next” before it the one before or after today; with a day behind it, that day."""
		found: dict[int, tuple[date, date]] = {}
		number = self._weekday_number(place)
		if number is not None and (behind := self._one_day(place + 1)):
			return self._with_weekday(place, number, behind)
		if number is not None:
			day = self.today - timedelta(days=(self.today.weekday() - number) % 7)
			self.of_every_week.add((place, place + 1))
			found[place + 1] = (day, day)
			for after, said in self._said(place + 1, self.table.behind).items():
				if said & {"last", "next"}:
					found[after] = self._weekday_beside(number, said)
		for after, said in self._said(place).items():
			number = self._weekday_number(after)
			if number is not None and said & {"last", "next"}:
				found[after + 1] = self._weekday_beside(number, said)
		return found

	def _one_day(self, place: int) -> dict[int, tuple[date, date]]:
		"""The day of a month that is named from here on."""
		at = self._behind_links(place, "month")
		if at >= len(self.words):
			return {}
		found = self._written(at) | self._day(at) | (self._month(at) if self._day_number(at + 1) else {})
		return {after: days for after, days in found.items() if days[0] == days[1]}

	def _with_weekday(
		self, place: int, number: int, days: Mapping[int, tuple[date, date]]
	) -> dict[int, tuple[date, date]]:
		"""“Monday, 30 November”: of the years that may be meant the one in which it is that weekday. Nothing if it is in none."""
		found: dict[int, tuple[date, date]] = {}
		for after, (day, _last) in days.items():
			has_year = not any((first, after) in self.without_year for first in range(place + 1, after))
			either = [day] if has_year else [day, _year_later(day)]
			if meant := [one for one in either if one.weekday() == number]:
				found[after] = (meant[0], meant[0])
		return found

	def _weekday_beside(self, number: int, said: set[DateWord]) -> tuple[date, date]:
		"""The last or the next such day, other than today."""
		back = (self.today.weekday() - number - 1) % 7 + 1
		ahead = (number - self.today.weekday() - 1) % 7 + 1
		day = self.today + timedelta(days=ahead if "next" in said else -back)
		return day, day

	def _day(self, place: int) -> dict[int, tuple[date, date]]:
		number = self._day_number(place)
		at = self._behind_links(place + 1, "month")
		month = self._month_number(at) if number else 0
		return self._day_of_year(place, at + 1, month, number) if month else {}

	def _days(self, place: int) -> dict[int, tuple[date, date]]:
		"""“1 al 15 de marzo”: the first day has its month from the last one."""
		first = self._day_number(place)
		is_period = place + 1 < len(self.words) and spelt(self.words[place + 1].text) in self.table.reaching
		found: dict[int, tuple[date, date]] = {}
		if not first or not is_period or self._month_number(place + 1):
			return found
		for after, (_begun, last) in self._day(place + 2).items():
			if first >= last.day:
				continue
			self.from_day_to_day.add((place, after))
			if (place + 2, after) not in self.without_year:
				found[after] = (last.replace(day=first), last)
			elif (begun := last_day(self.today, last.month, first)) and (
				end := _day(begun.year, begun.month, last.day)
			):
				self.without_year.add((place, after))
				found[after] = (begun, end)
		return found

	def _day_of_year(self, place: int, after: int, month: int, number: int) -> dict[int, tuple[date, date]]:
		"""A day whose words stand from here until ``after``, of the year behind them, else the last one."""
		year, behind = self._year_behind(after)
		day = _day(year, month, number) if year else last_day(self.today, month, number)
		if not year:
			self.without_year.add((place, after))
		return {behind: (day, day)} if day else {}

	def _day_number(self, place: int) -> int:
		"""The number of a day of a month that a word is: ``1``, ``1.``, ``1st``, ``first``; 0 if it is none."""
		text = self.words[place].text.lower() if place < len(self.words) else ""
		if text in self.table.first_days:
			return 1
		for suffix in self.table.suffixes:
			text = text.removesuffix(suffix)
		return int(text) if text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= 31 else 0


def last_day(today: date, month: int, number: int) -> date | None:
	"""The last day of this month and number that is not after ``today``, within two years; nothing if there is none."""
	for year in (today.year, today.year - 1):
		day = _day(year, month, number)
		if day and day <= today:
			return day
	return None


def _day(year: int, month: int, number: int) -> date | None:
	try:
		return date(year, month, number) if FIRST_YEAR <= year <= LAST_YEAR else None
	except ValueError:
		return None


def _month(year: int, month: int) -> tuple[date, date]:
	return _months(year, month, 1)


def _months(year: int, month: int, count: int) -> tuple[date, date]:
	"""``count`` months from this one on, whose number may lie outside of the year."""
	first_year, first_month = divmod(year * 12 + month - 1, 12)
	end_year, end_month = divmod(year * 12 + month - 1 + count, 12)
	return date(first_year, first_month + 1, 1), date(end_year, end_month + 1, 1) - timedelta(days=1)
