"""What a build keeps of the corrections of an input, and what that says of one passage."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple

from huf.engine.types import Correction, Section

CORRECTIONS = "text_corrections"
"""Key in the metadata of an input: a :class:`CorrectionRecord` as JSON. Hits do not carry it."""
MOST_CORRECTIONS = 200
"""Of one input. Who would write more corrects the document itself."""
MOST_CHARACTERS = 20_000
"""Of a corrected text: more than twice the largest passage."""


@dataclass(frozen=True, slots=True)
class Span:
	"""Where a correction acts in the text that came of it, in characters."""

	key: str
	start: int
	end: int
	is_left_out: bool
	made_on: str


@dataclass(frozen=True, slots=True)
class Corrected:
	"""The sections of an input after its corrections."""

	sections: tuple[Section, ...]
	spans: tuple[Span, ...]
	unapplied: tuple[str, ...]
	"""Keys of the corrections whose text is not there, or several times and nowhere where it was."""
	ambiguous: tuple[str, ...] = ()
	"""Those of them whose text is there several times, without a word on which is meant."""


class Marks(NamedTuple):
	"""What people did in a passage: the days of the last correction, and of the last text that was left out; empty for none."""

	corrected_on: str
	left_out_on: str


_NOTHING = Marks("", "")


@dataclass(frozen=True, slots=True)
class CorrectionRecord:
	"""What became of the corrections of an input in a build."""

	digest: str = ""
	"""Of the corrections that were asked for; empty for none."""
	spans: tuple[Span, ...] = ()
	unapplied: tuple[str, ...] = ()
	"""Keys of those whose text is not in the input, or several times."""
	ambiguous: tuple[str, ...] = ()
	"""Those of them whose text is there several times."""

	def to_json(self) -> str:
		"""As it is kept."""
		values = [self.digest, [astuple(span) for span in self.spans], self.unapplied]
		return json.dumps([*values, self.ambiguous] if self.ambiguous else values)


def digest(corrections: Sequence[Correction]) -> str:
	"""Changes with all that they say; 16 hex digits, or nothing for none."""
	if not corrections:
		return ""
	said = [
		[
			one.key,
			one.original,
			one.replacement,
			one.place.to_dict(),
			one.start if one.is_placed else None,
			one.made_on,
		]
		for one in corrections
	]
	return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def as_record(corrections: Sequence[Correction], corrected: Corrected | None) -> CorrectionRecord:
	"""What is kept; ``corrected`` is None where the input could not be read."""
	if corrected is None:
		return CorrectionRecord(digest(corrections))
	return CorrectionRecord(digest(corrections), corrected.spans, corrected.unapplied, corrected.ambiguous)


def record_of(metadata: Mapping[str, Any]) -> CorrectionRecord:
	"""What a build keeps of the corrections of the input with this metadata."""
	kept = metadata.get(CORRECTIONS)
	if not isinstance(kept, str):
		return CorrectionRecord()
	made_of, spans, unapplied, *several = json.loads(kept)
	ambiguous = tuple(several[0]) if several else ()
	return CorrectionRecord(made_of, tuple(Span(*span) for span in spans), tuple(unapplied), ambiguous)


def marks(metadata: Mapping[str, Any], start: int, end: int) -> Marks:
	"""What people did between two places in the text of the input with this metadata.

	What was left out has no length: the passages on both sides of it say so.
	"""
	return marks_of(record_of(metadata).spans, start, end) if CORRECTIONS in metadata else _NOTHING


def marks_of(spans: Iterable[Span], start: int, end: int) -> Marks:
	"""The same of corrections that act at ``spans``."""
	corrected = left_out = ""
	for span in spans:
		if span.is_left_out and span.start <= end and start <= span.end:
			left_out = max(left_out, span.made_on)
		elif not span.is_left_out and span.start < end and start < span.end:
			corrected = max(corrected, span.made_on)
	return Marks(corrected, left_out)
