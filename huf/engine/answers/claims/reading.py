"""All claims of a text, in their order."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from huf.engine.answers.claims.claim import Claim
from huf.engine.answers.claims.dates import read_dates, read_times
from huf.engine.answers.claims.digits import plain
from huf.engine.answers.claims.identifiers import read_identifiers, read_names
from huf.engine.answers.claims.numbers import MAGNITUDE, read_numbers
from huf.engine.answers.claims.units import ANY_UNIT
from huf.engine.prompt.untrusted import CITATION

_LIST_NUMBER = re.compile(r"^[ \t>]*(?:#{1,6}[ \t]+)?\(?\d{1,3}[.)、](?=\s)", re.MULTILINE)
"""``1.`` before an item of a list."""


@cache
def _heading_number() -> re.Pattern[str]:
	return re.compile(
		r"^[ \t>]*(?:#{1,6}[ \t]+)?\d{1,2}(?:\.\d{1,2}){1,4}\.?(?=[ \t]+"
		rf"(?!(?:{ANY_UNIT}|{MAGNITUDE})(?!\w))(?-i:[^\W\d_a-z])[^\n\d.!?:;,]{{0,70}}$)",
		re.MULTILINE | re.IGNORECASE,
	)


"""``3.1`` before the words of a heading, which has a line to itself and no other number."""


def read_claims(text: str, names: tuple[str, ...] = ()) -> list[Claim]:
	"""What ``text`` states that can be compared. Marks of citations and the numbers of lists state nothing.

	``names`` are names that the caller knows, for example of records. A part of the text belongs to one claim only:
	names go first, then dates, times, identifiers and numbers.
	"""
	left = CITATION.sub(_blank, plain(text))
	claims: list[Claim] = []
	for reader in (
		lambda rest: read_names(rest, names),
		read_dates,
		read_times,
		read_identifiers,
		read_numbers,
	):
		if reader is read_times:
			# Not before the dates: "3. März" may begin a line.
			left = _heading_number().sub(_blank, _LIST_NUMBER.sub(_blank, left))
		found = list(reader(left))
		claims += found
		signs = list(left)
		for claim in found:
			signs[claim.start : claim.end] = "\x00" * (claim.end - claim.start)
		left = "".join(signs)
	return [replace(claim, text=text[claim.start : claim.end]) for claim in _apart(claims)]


def _apart(claims: list[Claim]) -> Iterator[Claim]:
	"""In the order of the text, each part of which belongs to one claim: the earlier, then the longer."""
	end = 0
	for claim in sorted(claims, key=lambda claim: (claim.start, -claim.end)):
		if claim.start >= end:
			end = claim.end
			yield claim


def _blank(found: re.Match[str]) -> str:
	return " " * len(found.group())
