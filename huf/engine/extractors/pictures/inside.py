"""Pictures that stand in a document: what is recognised on them, each in its place, within limits.

A document has as many pictures as its author liked, and most of them say nothing: icons, lines, a logo on every slide. These are
told by their size and by how often they stand there. The others are given to whoever reads scans, one by one.
"""

import io
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from huf.engine.content import Content
from huf.engine.extractors.sections import is_blank
from huf.engine.extractors.unread import Unread
from huf.engine.scans import ReadsScans
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

MOST_PICTURES = 200
"""Of one document that are read: at about two seconds each, seven minutes."""
MOST_PIXELS = 1_000_000_000
"""Of these together: a hundred pages of A4 at 300 dots an inch."""
MOST_BYTES = 32 << 20
"""Of one picture."""
LEAST_SIDE = 32
"""Pixels. What is narrower is a line or a bar: a line of print that can be read is about as high."""
LEAST_AREA = 20_000
"""Pixels, such as 200 x 100. Icons and buttons are smaller."""
OFTEN = 3
"""A picture that stands in a document so many times is a mark of its author, and no part of the text."""
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")


class PicturesInside:
	"""The pictures of one document, in the order in which they stand in it."""

	def __init__(self, content: Content, shown: Iterable[object] = ()) -> None:
		""":param shown: what tells the pictures apart, each as often as it is shown, where that is known beforehand."""
		self._scans = content.scans
		self._loading = content.loading
		self._often = {key for key, times in Counter(shown).items() if times >= OFTEN}
		self._seen: set[object] = set()
		self._is_loaded = False
		self._pixels = self._taken = 0
		self._read: list[tuple[float, int]] = []
		self._unread = self._bare = self._strange = self._over = 0
		self._troubled: Counter[str] = Counter()

	def section(
		self, key: object, data: Callable[[], bytes], place: Locator, where: str = ""
	) -> Section | None:
		"""What is recognised on a picture; None for nothing, or if it is not to be read.

		:param key: tells it from others of the document. It is read where it stands first. :param data: gives its bytes.
		:param place: of what it stands in. :param where: more of its place, such as *at B7*.

		Raises:
			ScanWaiting: it is read elsewhere, and not done yet.
		"""
		if key in self._often or key in self._seen:
			return None
		self._seen.add(key)
		found = data()
		pixels = self._size(found)
		if not pixels:
			return None
		if self._scans is None or self._scans.why_not:
			if self._scans is not None:
				self._unread += 1
				self._scans.leave(1)
			return None
		if self._taken == MOST_PICTURES or self._pixels + pixels > MOST_PIXELS or len(found) > MOST_BYTES:
			self._over += 1
			return None
		self._taken += 1
		self._pixels += pixels
		read = self._scans.inside(found).read(1)
		if read.trouble:
			self._troubled[read.trouble] += 1
		elif is_blank(read.text):
			# Of a photograph, a recogniser makes either nothing or noise.
			self._bare += 1
		else:
			self._read.append((read.confidence, len(read.text)))
			part = f"picture {self._taken}" + (f" {where}" if where else "")
			inner = place.part
			return Section(read.text, replace(place, part=f"{inner}, {part}" if inner else part))
		return None

	def notes(self) -> list[str]:
		"""What became of them, after the last."""
		notes = [*note_on_recognised(self._read), *note_on_unread(self._unread, self._scans)]
		if count := self._bare:
			notes.append(sentence(f"Pictures in it on which no text was found: {count}."))
		if count := self._strange:
			notes.append(sentence(f"Pictures in it of a kind that is not read, such as drawings: {count}."))
		if count := self._over:
			notes.append(
				Unread(
					f"{count} pictures in it were not read: of one document, the first {MOST_PICTURES} are, and none over "
					f"{MOST_BYTES >> 20} MB. Split it, or upload them on their own."
				)
			)
		for trouble, count in self._troubled.items():
			notes.append(Unread(f"{count} pictures in it could not be read: {trouble}."))
		return notes

	def _size(self, data: bytes) -> int:
		"""Pixels; 0 for what is no picture that could be read, or says nothing."""
		if self._loading and not self._is_loaded:
			self._loading(_load)
			self._is_loaded = True
		size = size_of(data)
		if size is None:
			self._strange += bool(data)
			return 0
		return 0 if is_decoration(*size) else size[0] * size[1]


def note_on_recognised(read: Sequence[tuple[float, int]]) -> Iterator[str]:
	"""A note on pictures that were read.

	:param read: of each, how sure the recogniser is of it, 0 to 100, and the length of its text.
	"""
	if count := len(read):
		sure = f"{sum(value * size for value, size in read) / sum(size for _, size in read):.0f}"
		yield (
			sentence(f"The text of a picture in it was recognised (confidence {sure} of 100).")
			if count == 1
			else sentence(f"The texts of {count} pictures in it were recognised (confidence {sure} of 100).")
		)


def note_on_unread(count: int, scans: ReadsScans | None) -> Iterator[str]:
	"""A note on pictures that nobody reads here, and how they would be."""
	if count and scans is not None:
		why = scans.why_not
		yield (
			sentence(f"A picture in it was not read. {why}")
			if count == 1
			else sentence(f"{count} pictures in it were not read. {why}")
		)


def size_of(data: bytes) -> tuple[int, int] | None:
	"""Width and height of a picture by its header, in pixels; None for what is none that can be recognised."""
	try:
		from PIL import Image
	except ImportError:
		return (LEAST_AREA, LEAST_SIDE) if data else None  # nobody can read it either; it is named
	try:
		with warnings.catch_warnings():
			warnings.simplefilter("ignore")
			with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
				return picture.size
	# The seam to a library: what is said of strange bytes is of many kinds, and they are no picture.
	except Exception:  # noqa: BLE001
		return None


def is_decoration(width: int, height: int) -> bool:
	"""Whether a picture is too small to have text on it that anybody reads: an icon, a line, a button."""
	return min(width, height) < LEAST_SIDE or width * height < LEAST_AREA


def _load() -> None:
	size_of(b"")
