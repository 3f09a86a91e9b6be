"""Pages that are only pictures: their text, asked of whoever reads scans, and the notes about them."""

from huf.engine.content import Content
from huf.engine.extractors.unread import Unread

NOBODY_READS = "Run text recognition on the file."


class ScannedPages:
	"""The pages of one file that have no text layer, in the order in which they are asked for."""

	def __init__(self, content: Content, words: str = "no text layer (a scan or a picture)") -> None:
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
			was = "was" if len(self._read) == 1 else "were"
			notes.append(
				f"{page_numbers(self._read)} {was} read from a scan (confidence {self.confidence:.0f} of 100)."
			)
		if self._unread:
			has = "has" if len(self._unread) == 1 else "have"
			why = self._scans.why_not if self._scans else NOBODY_READS
			notes.append(Unread(f"{page_numbers(self._unread)} {has} {self._words}. {why}"))
		if self._bare:
			is_or_are = "is a picture" if len(self._bare) == 1 else "are pictures"
			notes.append(f"{page_numbers(self._bare)} {is_or_are} on which no text was found.")
		if self._noise:
			is_or_are = "is a scan that is" if len(self._noise) == 1 else "are scans that are"
			notes.append(
				Unread(f"{page_numbers(self._noise)} {is_or_are} too unclear to be read and left out.")
			)
		for trouble, pages in self._troubled.items():
			notes.append(Unread(f"{page_numbers(pages)} could not be read from the scan: {trouble}."))
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


def page_numbers(numbers: list[int]) -> str:
	"""``Page 3``, ``Pages 1, 4–6``."""
	spans: list[list[int]] = []
	for number in numbers:
		if spans and spans[-1][1] == number - 1:
			spans[-1][1] = number
		else:
			spans.append([number, number])
	words = ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in spans)
	return f"Page {words}" if len(numbers) == 1 else f"Pages {words}"
