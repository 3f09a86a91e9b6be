"""Patterns with which an agent opens or closes the gate for certain messages. There are no regular expressions.

A line is one pattern. Without ``*`` and ``?`` it is words that stand in the message as they are; with them, ``*`` is any text
and ``?`` any sign, anywhere in the message. Capitals make no difference. No pattern can take long: see
:mod:`huf.engine.filters.patterns`.
"""

import re
import unicodedata
from dataclasses import dataclass

from huf.engine.answers.claims.digits import LETTER
from huf.engine.errors import SettingsError
from huf.engine.filters.patterns import MOST_CHARACTERS, is_pattern, like

MOST_PATTERNS = 50
_LOOKED_AT = 4_000
"""Characters of a message."""
_MOST_STARS = 8


@dataclass(frozen=True, slots=True)
class GatePatterns:
	"""Patterns that ask for knowledge, and patterns that keep it out; the first go before the second."""

	on: tuple[str, ...] = ()
	off: tuple[str, ...] = ()

	def forces_on(self, message: str) -> str:
		"""The first pattern that asks for knowledge, or nothing."""
		return _first(self.on, message)

	def forces_off(self, message: str) -> str:
		"""The first pattern that keeps knowledge out, or nothing."""
		return _first(self.off, message)


NO_PATTERNS = GatePatterns()


def read_patterns(on: str = "", off: str = "") -> GatePatterns:
	"""Patterns as an agent's record has them, one a line.

	Raises:
		SettingsError: there are too many, or one is too long or has too many stars.
	"""
	return GatePatterns(_lines(on), _lines(off))


def _lines(text: str) -> tuple[str, ...]:
	patterns = tuple(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))
	if len(patterns) > MOST_PATTERNS:
		raise SettingsError(f"There are {len(patterns)} gate patterns; at most {MOST_PATTERNS} are allowed.")
	for pattern in patterns:
		if len(pattern) > MOST_CHARACTERS or pattern.count("*") > _MOST_STARS:
			raise SettingsError(
				f"The gate pattern “{pattern[:40]}” is too long: at most {MOST_CHARACTERS} characters and {_MOST_STARS} stars."
			)
		if not pattern.strip("*? "):
			raise SettingsError(
				f"The gate pattern “{pattern}” matches everything. Set the gate to Always or Never instead."
			)
	return patterns


def _first(patterns: tuple[str, ...], message: str) -> str:
	message = " ".join(message[:_LOOKED_AT].split())
	return next((pattern for pattern in patterns if _stands_in(pattern, message)), "")


def _stands_in(pattern: str, message: str) -> bool:
	if is_pattern(pattern):
		return like(f"*{pattern}*", message)
	words = r"\s+".join(map(re.escape, _folded(pattern).split()))
	return re.search(f"(?<!{LETTER})(?<!\\d){words}(?!{LETTER})(?!\\d)", _folded(message)) is not None


def _folded(text: str) -> str:
	return unicodedata.normalize("NFC", text).casefold()
