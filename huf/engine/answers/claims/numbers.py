"""Numbers as people write them: separators of every custom, magnitudes, units before and after, ranges, words."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

from huf.engine.answers.claims.claim import Claim, Kind
from huf.engine.answers.claims.digits import NO_LETTER_BEFORE, NO_LETTERS
from huf.engine.answers.claims.spelled import CARDINALS, HAN_DIGITS, ONLY_WITH_UNIT, ORDINALS, han_value
from huf.engine.answers.claims.units import ANY_UNIT, CURRENCY, TIME_UNIT, Unit, is_money, units_of

_MAGNITUDES = {
	"hundred": 100,
	"thousand": 1000,
	"tausend": 1000,
	"mil": 1000,
	"mille": 1000,
	"tsd": 1000,
	"k": 1000,
	"million": 10**6,
	"millions": 10**6,
	"millionen": 10**6,
	"millón": 10**6,
	"millones": 10**6,
	"mio": 10**6,
	"mn": 10**6,
	"m": 10**6,
	"billion": 10**9,
	"bn": 10**9,
	"milliarde": 10**9,
	"milliarden": 10**9,
	"milliard": 10**9,
	"milliards": 10**9,
	"mrd": 10**9,
	"mil millones": 10**9,
	"lakh": 10**5,
	"lakhs": 10**5,
	"crore": 10**7,
	"crores": 10**7,
	"万": 10**4,
	"萬": 10**4,
	"亿": 10**8,
	"億": 10**8,
	"千": 1000,
	"百万": 10**6,
	"千万": 10**7,
	"हज़ार": 1000,
	"हजार": 1000,
	"लाख": 10**5,
	"करोड़": 10**7,
	"ألف": 1000,
	"آلاف": 1000,
	"مليون": 10**6,
	"ملايين": 10**6,
	"مليار": 10**9,
	"тыс": 1000,
	"млн": 10**6,
	"млрд": 10**9,
}
_LITERAL = (
	(
		r"(?:\d{1,3}(?:(?P<{0}sep>[,.' ])\d{{3}})(?:(?P={0}sep)\d{{3}})*(?!\d)(?:[.,]\d+)?"
		r"|\d{{1,2}}(?:,\d{{2}})+,\d{{3}}(?!\d)(?:\.\d+)?|\d+(?:[.,]\d+)?)"
	)
	.replace("\\d{1,3}(?:(?P", "\\d{{1,3}}(?:(?P", 1)
	.format("")
)
MAGNITUDE = (
	"(?:"
	+ "|".join(
		re.escape(word) + ("" if "\u3040" <= word[-1] <= "\u9fff" else rf"(?!{NO_LETTERS})\.?")
		for word in sorted(_MAGNITUDES, key=len, reverse=True)
		if word != "m"
	)
	+ r"|(?-i:M)(?![^\W\d_]))"
)
_SUFFIX = (
	rf"(?:\s?(?P<magnitude>{MAGNITUDE}))?"
	rf"(?:(?:\s|-)?(?:of\s|de\s)?(?P<unit>{ANY_UNIT}))?"
	rf"(?:(?:\s?/\s?|\s(?:per|pro|por|par|je|a|an|al|à\sla|each|каждый)\s|每|प्रति\s|في\sال|لكل\s)(?P<per>{TIME_UNIT}))?"
)
_PER_BEFORE = r"(?:每(?P<per0>天|日|周|月|年|小时|晚)\S{0,2}?)?"


@cache
def _number() -> re.Pattern[str]:
	return re.compile(
		rf"{_PER_BEFORE}{NO_LETTER_BEFORE}(?<![\d_.,])(?:(?P<currency>{CURRENCY})\s?)?(?P<sign>(?:(?<=[\s(:=])|(?<![^\s(]))[-+])?"
		rf"(?P<number>{_LITERAL})(?P<ordinal>(?:st|nd|rd|th|er|ère|e|ème|º|ª)(?!\w))?{_SUFFIX}",
		re.IGNORECASE,
	)


@cache
def _han_number() -> re.Pattern[str]:
	return re.compile(
		rf"(?P<percent>百分之)(?P<of>\d+(?:\.\d+)?|[{HAN_DIGITS}点]{{1,12}})"
		rf"|(?<![{HAN_DIGITS}\d.])(?P<han>[{HAN_DIGITS}]{{1,12}})(?:个)?(?P<unit>{ANY_UNIT})",
		re.IGNORECASE,
	)


@cache
def _word() -> re.Pattern[str]:
	return re.compile(
		r"(?<!\w)(?P<word>"
		+ "|".join(re.escape(word) for word in sorted({**CARDINALS, **ORDINALS}, key=len, reverse=True))
		+ rf")(?!\w|{NO_LETTERS})(?:[\s-](?P<unit>{ANY_UNIT}))?",
		re.IGNORECASE,
	)


_AND_HALF = re.compile(r"\s(?:y medi[ao]|et demie?|and a half)(?!\w)", re.IGNORECASE)
_WORKING = re.compile(r"\s(?:ouvrables|ouvrés|laborables|hábiles)(?!\w)", re.IGNORECASE)
_PART_OF_HOUR = re.compile(
	r"(?<!\w)(?:(?P<half>half an hour|(?:(?:an?|une?|eine[rn]?)\s)?(?:halbe[nr]? stunde|demi-heure|media hora))|(?P<three>three[ -]quarters of an hour|dreiviertelstunde|drei viertel"
	r"stunden|trois quarts d'heure|tres cuartos de hora)|(?:an? |eine[rn]? |une? )?(?P<one>quarter of an hour|viertelstunde|quart d'heure|cuarto de hora))(?!\w)",
	re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:-|–|—|~|to|bis|a|à|hasta|and|und|y|et|至|到|से|إلى)\s*\Z", re.IGNORECASE)
_PERIODS = {"天": "day", "日": "day", "周": "week", "月": "month", "年": "year", "小时": "h"}
_YEAR = re.compile(r"(?:1\d|20|21)\d\d")
_LONGEST = 40
"""Characters; a longer number is data."""
SMALL = 12
"""Whole numbers up to this without a unit are often the writer's own counting."""


def read_numbers(text: str) -> Iterator[Claim]:
	"""Numbers in ``text``, which has plain digits and no dates or identifiers left in it, in their order."""
	found = sorted(
		[*_parts_of_hour(text), *map(partial(_with_half, text), [*_in_digits(text), *_in_words(text)])],
		key=lambda claim: claim.start,
	)
	for place, claim in enumerate(found):
		following = found[place + 1] if place + 1 < len(found) else None
		if following and not claim.units and _BETWEEN.match(text[claim.end : following.start]):
			claim = _measured_like(claim, following, text)
		elif place and not claim.units and found[place - 1].kind == "amount":
			if _BETWEEN.match(text[found[place - 1].end : claim.start]):
				claim = _measured_like(claim, found[place - 1], text)
		yield claim


def _with_half(text: str, claim: Claim) -> Claim:
	"""A number with the half that stands behind it: "38 horas y media"."""
	half = _AND_HALF.match(text, claim.end)
	if not half:
		return claim
	workdays = _WORKING.match(text, half.end()) if claim.units == {"day"} else None
	if workdays:
		more = frozenset(value + Fraction(1, 2) for value in claim.written)
		return _claim(text, claim.start, workdays.end(), more, units_of("working days"), Fraction(1, 10))
	factor = _factor(claim)
	return replace(
		claim,
		text=text[claim.start : half.end()],
		end=half.end(),
		numbers=frozenset(value + factor / 2 for value in claim.numbers),
		written=frozenset(value + Fraction(1, 2) for value in claim.written),
		step=Fraction(1, 10),
		is_weak=False,
	)


def _factor(claim: Claim) -> Fraction:
	"""How many base units one unit of it is."""
	written = max(claim.written)
	return max(claim.numbers) / written if written else Fraction(1)


def _parts_of_hour(text: str) -> Iterator[Claim]:
	for found in _PART_OF_HOUR.finditer(text):
		minutes = 30 if found["half"] else 45 if found["three"] else 15
		yield replace(
			_claim(text, *found.span(), frozenset([Fraction(minutes)]), units_of("min"), Fraction(1)),
		)


def readings(literal: str) -> frozenset[Fraction]:
	"""What a number in digits can mean: ``1,200.00`` and ``1.200,00`` one thing, ``1.200`` two."""
	bare = literal.replace(" ", "").replace("'", "")
	points, commas = bare.count("."), bare.count(",")
	if points and commas:
		decimal = "." if bare.rfind(".") > bare.rfind(",") else ","
		group = "," if decimal == "." else "."
		return frozenset([Fraction(bare.replace(group, "").replace(decimal, "."))])
	if points + commas > 1:
		return frozenset([Fraction(bare.replace(".", "").replace(",", ""))])
	if not points + commas:
		return frozenset([Fraction(bare)])
	before, after = re.split("[.,]", bare)
	as_decimal = Fraction(f"{before}.{after}")
	if len(after) == 3 and len(before) <= 3 and not before.startswith("0"):
		return frozenset([as_decimal, Fraction(before + after)])
	return frozenset([as_decimal])


def measured_in(claim: Claim, unit: str) -> Claim:
	"""A bare number with a unit that stands elsewhere, as in the head of its column; the claim itself if ``unit`` is none."""
	if claim.kind != "number" or claim.units or not (units := units_of(unit)):
		return claim
	return replace(
		_claim(claim.text, 0, len(claim.text), claim.written, units, claim.step),
		start=claim.start,
		end=claim.end,
	)


def _in_digits(text: str) -> Iterator[Claim]:
	for found in _number().finditer(text):
		literal = found["number"]
		if len(literal) > _LONGEST:
			continue
		factor = _MAGNITUDES[_key(found["magnitude"])] if found["magnitude"] else 1
		sign = -1 if found["sign"] == "-" else 1
		written = frozenset(sign * factor * value for value in readings(literal))
		units, (start, end) = _units_around(found)
		if found["unit"] == "年" and _YEAR.fullmatch(literal):
			units, end = (), found.end("number")
		if units and found["unit"] == "m" and is_money(units):
			written = frozenset(10**6 * value for value in written)
		end -= len(text[start:end]) - len(text[start:end].rstrip(" -"))
		per = found["per"] or found["per0"] or ""
		step = Fraction(factor) * _step(literal)
		claim = _claim(text, start, end, written, units, step, is_counted=bool(found["ordinal"]))
		yield replace(claim, per=_per(per)) if per else claim


def _units_around(found: re.Match[str]) -> tuple[tuple[Unit, ...], tuple[int, int]]:
	"""The units of a number, and the span with what belongs to it. A currency in front goes before a unit behind."""
	before = units_of(found["currency"]) if found["currency"] else ()
	behind = units_of(found["unit"]) if found["unit"] else ()
	start = (
		found.start("currency") if before else found.start("sign") if found["sign"] else found.start("number")
	)
	end = found.end() if behind or not found["unit"] else found.start("unit")
	if before and behind and is_money(behind):
		both = tuple(unit for unit in before if unit in behind)
		return both or before, (start, end)
	return before or behind, (start, end)


def _in_words(text: str) -> Iterator[Claim]:
	for found in _han_number().finditer(text):
		if found["percent"]:
			of = found["of"]
			value = Fraction(of) if of[0].isdigit() and of.isascii() else _han_fraction(of)
			yield _claim(text, *found.span(), frozenset([value]), units_of("%"), Fraction(1))
		else:
			value = Fraction(han_value(found["han"]))
			yield _claim(text, *found.span(), frozenset([value]), units_of(found["unit"]), Fraction(1))
	for found in _word().finditer(text):
		word = found["word"].lower()
		# "Deux cents euros" are no cents.
		units = (
			units_of(found["unit"]) if found["unit"] and not found["unit"].lower().startswith("cent") else ()
		)
		if not units and word in ONLY_WITH_UNIT:
			continue
		values = frozenset([Fraction(CARDINALS.get(word, ORDINALS.get(word, 0)))])
		end = found.end() if units else found.end("word")
		yield _claim(
			text, found.start(), end, values, units if word in CARDINALS else (), Fraction(1), is_counted=True
		)


def _claim(
	text: str,
	start: int,
	end: int,
	written: frozenset[Fraction],
	units: tuple[Unit, ...],
	step: Fraction,
	*,
	is_counted: bool = False,
) -> Claim:
	kind: Kind = "number"
	if units:
		kind = "amount" if is_money(units) else "percent" if units[0].dimension == "%" else "measure"
	is_small = all(0 <= value <= SMALL and value.denominator == 1 for value in written)
	return Claim(
		kind,
		text[start:end],
		start,
		end,
		numbers=frozenset(unit.base(value) for unit in units for value in written) if units else written,
		written=written,
		units=frozenset(unit.name for unit in units),
		dimensions=frozenset(unit.dimension for unit in units),
		step=step,
		is_weak=not units and (is_small or is_counted),
	)


def _measured_like(claim: Claim, other: Claim, text: str) -> Claim:
	"""A number of a range has the unit of its other end: "10 to 20 kg"."""
	if not other.units:
		return claim
	units = tuple(unit for name in other.units for unit in _by_name(name, other))
	return _claim(text, claim.start, claim.end, claim.written, units, claim.step)


def _by_name(name: str, like: Claim) -> tuple[Unit, ...]:
	found = units_of(name) or units_of(name.lower())
	return tuple(unit for unit in found if unit.dimension in like.dimensions and unit.name == name)


def _step(literal: str) -> Fraction:
	"""What the last digit that is not a zero of a whole number, or the last of a decimal, stands for."""
	bare = literal.replace(" ", "").replace("'", "")
	whole, _, decimals = bare.replace(",", ".").rpartition(".")
	if whole and not (len(decimals) == 3 and not whole.startswith("0")):
		return Fraction(1, 10 ** len(decimals))
	digits = re.sub(r"\D", "", bare)
	return Fraction(10 ** (len(digits) - len(digits.rstrip("0")))) if digits.strip("0") else Fraction(1)


def _per(written: str) -> str:
	units = units_of(written)
	return units[0].name if units else _PERIODS.get(written, "night")


def _key(magnitude: str) -> str:
	return " ".join(magnitude.lower().rstrip(".").split())


def _han_fraction(signs: str) -> Fraction:
	whole, _, part = signs.partition("点")
	value = Fraction(han_value(whole)) if whole else Fraction(0)
	return value + (Fraction(han_value(part), 10 ** len(part)) if part else 0)
