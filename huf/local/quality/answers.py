"""Tests of answers: what an answer is expected to say, to cite and to withstand, and what of that it does not.

No model judges anything: values are compared as the verification of answers compares them (:mod:`huf.engine.answers`).
"""

import re
from dataclasses import dataclass
from typing import Literal

from huf.engine.answers.verification import GivenPassage
from huf.local.quality.expectations import says

Kind = Literal["Withheld", "Not Said", "Said", "Not Cited", "Cited", "Missing", "Not Missing", "Verification"]
_MARKER = re.compile(r"\[\d{1,3}(?:\s*,\s*\d{1,3})*\]")
"""Of a citation: its number is none that the answer says."""


@dataclass(frozen=True, slots=True)
class AnswerExpectation:
	"""What an answer must be like; what is empty does not matter."""

	must_say: tuple[str, ...] = ()
	"""Each of these values or words."""
	must_not_say: tuple[str, ...] = ()
	"""None of these."""
	citations: Literal["", "Cited", "Not Cited"] = ""
	"""Whether it cites a passage."""
	missing: Literal["", "Answered", "Says It Is Missing"] = ""
	"""Whether it says that the knowledge does not hold what was asked for. Partly is answered."""
	verification: Literal["", "Confirmed", "Not Contradicted"] = ""

	@property
	def is_empty(self) -> bool:
		"""Whether any answer would do."""
		return not (self.must_say or self.must_not_say or self.citations or self.missing or self.verification)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
	"""An answer as whoever asked sees it."""

	text: str
	"""Empty when it is withheld."""
	is_withheld: bool = False
	cited: int = 0
	"""How many passages it cites."""
	missing: Literal["No", "Partly", "Yes"] = "No"
	verification: str = ""
	"""Confirmed, Nothing to Check, Not Confirmed, Contradicted."""


@dataclass(frozen=True, slots=True)
class Unmet:
	"""One expectation that an answer does not meet."""

	kind: Kind
	value: str = ""
	"""Of what must, or must not, be said; what verification found."""


def unmet(expected: AnswerExpectation, answer: GivenAnswer) -> tuple[Unmet, ...]:
	"""All that an answer lacks of what is expected, in the order of the fields."""
	given = GivenPassage(_MARKER.sub(" ", answer.text), "")
	found: list[Unmet] = []
	if answer.is_withheld and expected.must_say:
		found.append(Unmet("Withheld"))
	else:
		found += [Unmet("Not Said", value) for value in expected.must_say if not says(value, given)]
	found += [Unmet("Said", value) for value in expected.must_not_say if says(value, given)]
	if expected.citations and (expected.citations == "Cited") != bool(answer.cited):
		found.append(Unmet("Cited" if answer.cited else "Not Cited"))
	if expected.missing and (expected.missing == "Says It Is Missing") != (answer.missing == "Yes"):
		found.append(Unmet("Missing" if answer.missing == "Yes" else "Not Missing"))
	if not _withstands(expected.verification, answer.verification):
		found.append(Unmet("Verification", answer.verification))
	return tuple(found)


def _withstands(wanted: str, found: str) -> bool:
	if wanted == "Confirmed":
		return found == "Confirmed"
	return wanted != "Not Contradicted" or found != "Contradicted"
