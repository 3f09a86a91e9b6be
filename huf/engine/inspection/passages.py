"""A passage as it is shown to a person."""

from dataclasses import dataclass
from typing import Any

from huf.engine.types import Locator


@dataclass(frozen=True, slots=True)
class ReadPassage:
	"""One passage with its borders in the text of its document."""

	number: int
	"""From 1, in the order of the document."""
	start: int
	"""Where it begins in the text of the document, in characters."""
	end: int
	text: str
	header: str
	"""What is repeated before it so that it can be read alone: the column names of a table."""
	locator: Locator
	repeats: int = 0
	"""So many of its first characters are also the end of the passage before."""
	suspicions: tuple[str, ...] = ()
	"""Why a person should compare it with the original, in sentences."""
	skipped_pages: tuple[int, int] | None = None
	"""First and last of the pages right before it of which nothing was read: they are empty, or could not be read."""
	corrected_on: str = ""
	"""The day (ISO 8601) on which a person last corrected words of it; empty if nobody did."""
	left_out_on: str = ""
	"""The day on which a person last left out what stood in it, or right beside it."""

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON; the locator carries its ``label`` too."""
		return {
			"number": self.number,
			"start": self.start,
			"end": self.end,
			"text": self.text,
			"header": self.header,
			"locator": {**self.locator.to_dict(), "label": self.locator.label()},
			"repeats": self.repeats,
			"suspicions": list(self.suspicions),
			"skipped_pages": list(self.skipped_pages) if self.skipped_pages else None,
			"corrected_on": self.corrected_on,
			"left_out_on": self.left_out_on,
		}


class PageGaps:
	"""Finds the pages of which nothing was read, passage by passage."""

	def __init__(self, last: int | None = 0) -> None:
		""":param last: the page of the passage before the first; None where that is not known."""
		self._last = last

	def before(self, place: Locator) -> tuple[int, int] | None:
		"""The first and the last page that were left out right before the passage at ``place``, if any were."""
		if place.page is None:
			return None
		last = self._last
		self._last = max(place.page, last or 0)
		# A part of its own, such as a file in an archive, counts its pages anew.
		if last is None or place.part is not None or place.page <= last + 1:
			return None
		return last + 1, place.page - 1
