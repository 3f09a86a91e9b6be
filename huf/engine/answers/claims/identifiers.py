"""Names of records, part numbers, addresses and other codes: exact, but for their separators and capitals."""

import re
from collections.abc import Iterator
from functools import cache

from huf.engine.analysis.marks import MARKS
from huf.engine.answers.claims.claim import Claim
from huf.engine.answers.claims.digits import NO_LETTER_AFTER, NO_LETTER_BEFORE
from huf.engine.answers.claims.units import ANY_UNIT, TIME_UNIT

_ADDRESS = r"(?:https?://|www\.)[^\s<>\[\]()\"'，。]+(?<![.,;:!?])|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
_BANK = r"(?-i:[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)(?![a-zA-Z0-9])"
_PHONE = r"\+\d[\d ()/-]{6,18}\d"
_CODE = (
	r"(?=[a-z0-9_/.#-]{0,60}\d)(?=[a-z0-9_/.#-]{0,60}[a-z])[a-z0-9]+(?:[-_/.#]{1,3}[a-z0-9]+)*"
	+ NO_LETTER_AFTER
	+ r"(?!\d)"
)
_DIGITS = r"(?!\d{1,3}(?:\.\d{3})+(?!\.?\d))\d+(?:\.\d+){2,}(?!\d)|\d+(?:[-/]\d+){2,}(?!\d)|\d+[-/]0\d+(?!\d)|0\d{3,}(?!\d|[.,]\d)|(?<!\d )0\d{2}(?!\d|[.,]\d)"


@cache
def _identifier() -> re.Pattern[str]:
	return re.compile(
		rf"{NO_LETTER_BEFORE}(?<!\d)(?<!\d[.,])(?:{_ADDRESS}|{_BANK}|{_DIGITS}|{_CODE})|{NO_LETTER_BEFORE}(?<!\d){_PHONE}",
		re.IGNORECASE,
	)


@cache
def _measure() -> re.Pattern[str]:
	return re.compile(
		rf"(?:[a-z]{{2,3}})?[\d.,]+(?:-[\d.,]+)?(?:st|nd|rd|th|er|e|k|m|mio|mrd|bn|mn|{ANY_UNIT})(?:/[^\W\d]+)?",
		re.IGNORECASE,
	)


@cache
def _currency_first() -> re.Pattern[str]:
	return re.compile(r"(?:usd|eur|gbp|chf|inr|jpy|cny|rs|aed|sar|us|sek|nok|dkk|pln)[\d.,]+", re.IGNORECASE)


@cache
def _measure_word() -> re.Pattern[str]:
	return re.compile(rf"[\d.,]+-{ANY_UNIT}(?:-[a-z]+)?|[\d.,]+/{TIME_UNIT}", re.IGNORECASE)


_NOT_COMPARED = re.compile(r"[\W_]+")


def read_identifiers(text: str) -> Iterator[Claim]:
	"""Identifiers in ``text``, which has plain digits. A number with its unit, such as ``5kg``, is none."""
	for found in _identifier().finditer(text):
		written = found.group()
		if any(p.fullmatch(written) for p in (_measure(), _currency_first(), _measure_word())):
			continue
		if key := squashed(written):
			yield Claim("identifier", written, *found.span(), key=key)


def read_names(text: str, names: tuple[str, ...]) -> Iterator[Claim]:
	"""Those of ``names`` that stand in ``text`` as words, without regard to capitals; the longest where they overlap."""
	wanted = sorted({name for name in names if len(name.strip()) > 2}, key=len, reverse=True)
	if not wanted:
		return
	pattern = re.compile(
		r"(?<!\w)(?:" + "|".join(map(re.escape, wanted)) + rf")(?![\w{MARKS}])", re.IGNORECASE
	)
	for found in pattern.finditer(text):
		yield Claim("name", found.group(), *found.span(), key=" ".join(found.group().lower().split()))


def squashed(written: str) -> str:
	"""An identifier without its separators, in small letters: ``SKU-001/A`` and ``sku 001a`` are one."""
	return _NOT_COMPARED.sub("", written.lower())


def identifier_pattern(written: str) -> re.Pattern[str]:
	"""Finds an identifier in a text however its parts are separated."""
	parts = re.findall(r"\d+|[^\W\d_]+", written)
	return re.compile(
		NO_LETTER_BEFORE
		+ r"(?<!\d)"
		+ r"[\s\-_/.#()]{0,2}".join(map(re.escape, parts))
		+ NO_LETTER_AFTER
		+ r"(?!\d)",
		re.IGNORECASE,
	)


def shape(key: str) -> str:
	"""What kind of code it is: letters as they are, digits as ``9``."""
	return re.sub(r"\d+", "9", key)
