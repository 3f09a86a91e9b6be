"""Pages that are only pictures: their text, asked of whoever reads scans, and the notes about them."""

from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.unread import Unread
from huf.engine.sentences import sentence

NOBODY_READS = sentence("Run text recognition on the file.")


class ScannedPages:
	"""The pages of one file that have no text layer, in the order in which they are asked for."""

	def __init__(
		self, content: Content, words: str = sentence("no text layer (a scan or a picture)")
	) -> None:
		"""``words``: what such a page has, or rather has not."""
		self._scans = content.scans
		self._words = words
		self._read: list[int] = []
		self._unread: list[int] = []
		self._bare: list[int] = []
		self._noise: list[int] = []
		self._troubled: dict[str, list[int]] = {}
		self._weights: list[tuple[float, int]] = []
		self.pages = 1
		"""How many pages the file has, as its reader counts them; known once one was asked for."""

	def text_of(self, page: int) -> str:
		"""The text of a page, or nothing.

		Raises:
			ScanWaiting: it is read elsewhere, and not done yet.
		"""
		if self._scans is None or self._scans.why_not:
			self._unread.append(page)
			if self._scans is not None:
				self._scans.leave(page)
			return ""
		found = self._scans.read(page)
		self.pages = found.pages
		if found.trouble:
			self._troubled.setdefault(found.trouble, []).append(page)
		elif found.text:
			self._read.append(page)
			self._weights.append((found.confidence, len(found.text)))
		else:
			(self._noise if found.noise else self._bare).append(page)
		return found.text

	def notes(self) -> list[str]:
		"""What became of these pages, one sentence for each way."""
		notes = []
		if self._read:
			numbers, sure = page_numbers(self._read), f"{self.confidence:.0f}"
			notes.append(
				sentence(f"Page {numbers} was read from a scan (confidence {sure} of 100).")
				if len(self._read) == 1
				else sentence(f"Pages {numbers} were read from a scan (confidence {sure} of 100).")
			)
		if self._unread:
			numbers, words = page_numbers(self._unread), self._words
			why = self._scans.why_not if self._scans else NOBODY_READS
			notes.append(
				Unread(f"Page {numbers} has {words}. {why}")
				if len(self._unread) == 1
				else Unread(f"Pages {numbers} have {words}. {why}")
			)
		if self._bare:
			numbers = page_numbers(self._bare)
			notes.append(
				sentence(f"Page {numbers} is a picture on which no text was found.")
				if len(self._bare) == 1
				else sentence(f"Pages {numbers} are pictures on which no text was found.")
			)
		if self._noise:
			numbers = page_numbers(self._noise)
			notes.append(
				Unread(f"Page {numbers} is a scan that is too unclear to be read and left out.")
				if len(self._noise) == 1
				else Unread(f"Pages {numbers} are scans that are too unclear to be read and left out.")
			)
		for trouble, pages in self._troubled.items():
			numbers = page_numbers(pages)
			notes.append(
				Unread(f"Page {numbers} could not be read from the scan: {trouble}.")
				if len(pages) == 1
				else Unread(f"Pages {numbers} could not be read from the scan: {trouble}.")
			)
		return notes

	@property
	def failure(self) -> str:
		"""Why none of the pages could be read, when all of them were tried and failed; else empty."""
		if self._read or self._unread or self._bare or self._noise:
			return ""
		return next(iter(self._troubled), "")

	@property
	def confidence(self) -> float:
		"""The mean over all pages that were read, by the length of their texts, 0 to 100."""
		characters = sum(size for _, size in self._weights)
		return sum(value * size for value, size in self._weights) / characters if characters else 0.0


def is_bare_picture(extraction: Any) -> bool:
	"""Whether a reading (``extractors.Extraction``) that gave no text is of a picture on which none was found, and not of one that nobody read."""
	return (
		extraction is not None
		and extraction.extractor == "picture"
		and bool(extraction.notes)
		and not any(isinstance(note, Unread) for note in extraction.notes)
	)


def page_numbers(numbers: list[int]) -> str:
	"""``3``, ``1, 4–6``."""
	spans: list[list[int]] = []
	for number in numbers:
		if spans and spans[-1][1] == number - 1:
			spans[-1][1] = number
		else:
			spans.append([number, number])
	return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in spans)
