"""Patterns in which ``*`` is any text and ``?`` any character, without regard to case.

Matching takes time in proportion to the text for each part between two stars, whatever the pattern: nobody can
write one that keeps a worker busy.
"""

import re
import unicodedata
from functools import lru_cache

MOST_CHARACTERS = 200


def like(pattern: str, text: str) -> bool:
	"""Whether all of ``text`` matches."""
	parts = _parts(pattern)
	text = _folded(text)
	if len(parts) == 1:
		return parts[0].fullmatch(text) is not None
	begin = parts[0].match(text)
	if begin is None:
		return False
	place = begin.end()
	for part in parts[1:-1]:
		# The leftmost place leaves most for the parts after it.
		found = part.search(text, place)
		if found is None:
			return False
		place = found.end()
	# A part without stars has one length; only its own end can stand at the end of the text.
	tail = len(text) - _length(pattern)
	return tail >= place and parts[-1].fullmatch(text, tail) is not None


def is_pattern(text: str) -> bool:
	"""Whether ``text`` has a sign that stands for others."""
	return "*" in text or "?" in text


@lru_cache(maxsize=512)
def _parts(pattern: str) -> tuple[re.Pattern[str], ...]:
	"""What stands between the stars, each a plain run of characters."""
	return tuple(
		re.compile("".join("." if sign == "?" else re.escape(sign) for sign in part), re.DOTALL)
		for part in _folded(pattern).split("*")
	)


@lru_cache(maxsize=512)
def _length(pattern: str) -> int:
	"""Characters after the last star."""
	return len(_folded(pattern).rpartition("*")[2])


def _folded(text: str) -> str:
	return unicodedata.normalize("NFC", text).casefold()
