"""What an extractor is told about a page, or a part of it, that is only a picture: its text, or why there is none."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

Region: TypeAlias = tuple[float, float, float, float]
"""A part of a page as it is shown: left, top, right and bottom as shares of its width and height, from the upper left corner."""


@dataclass(frozen=True, slots=True)
class PageText:
	"""What was recognised on one scanned page."""

	text: str = ""
	"""Its lines; empty when nothing can be recognised on it."""
	confidence: float = 0.0
	"""How sure the recogniser is of these words, 0 to 100; 0 without words."""
	trouble: str = ""
	"""Why the page could not be read, in words that fit after a colon; empty when it could."""
	pages: int = 1
	"""How many pages the file has, as the recogniser counts them."""
	noise: bool = False
	"""Something was recognised, but so uncertainly that it was dropped."""


class ReadsScans(Protocol):
	"""Reads the pages of one file that have no text of their own. Extractors get one with the content, or none."""

	@property
	def why_not(self) -> str:
		"""Why scans are not read here and how they would be, in whole sentences; empty when they are."""

	def leave(self, page: int) -> None:
		"""A page has no text of its own and is not read, for the reason in ``why_not``."""

	def read(self, page: int, region: Region | None = None) -> PageText:
		"""The text of a page, counted from 1, or of a part of it. Not to be called when ``why_not`` says something.

		Raises:
			ScanWaiting: it is read elsewhere, and not done yet.
		"""

	def inside(self, data: bytes) -> "ReadsScans":
		"""The same for a picture or a PDF that lies in this file."""
