"""A PDF as PDFium reads it: the words of a page with their places, filled form fields, and what was written onto it."""

import ctypes
import re
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from functools import cached_property
from typing import Any, BinaryIO, NamedTuple

from huf.engine.extractors.pdf.pictures import Placed, placed_pictures
from huf.engine.extractors.pdf.right_to_left import is_lam_alef, words_in
from huf.engine.extractors.pdf.rulings import MOST_OBJECTS, Rulings, count_objects, rulings_of

_LOCK = threading.RLock()
"""PDFium must not be called by two threads at once (its README, "Thread safety")."""

_LINE_ENDS = frozenset((10, 13))
_BROKEN_WORD = frozenset((2, 0xFFFE))
"""What PDFium gives for a hyphen with which a line ends; the line end after it is left out."""
_SPACES = frozenset((9, 32, 0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)))
_SAME_PLACE = 0.6
"""Share of a word that lies on another: bold that is made by printing twice is moved by a tenth of a letter."""
_HIDDEN = 0x2 | 0x20
"""Flags of an annotation that is not shown (ISO 32000-1, table 165: Hidden, NoView)."""
_FORCE_BOLD = 1 << 18
"""Flag of a font (ISO 32000-1, table 123)."""
_TICKED = frozenset(("On", "1", "Yes"))
_DATE = re.compile(r"D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+\-Zz])(?:(\d\d)'?(\d\d)?)?)?")


class Word(NamedTuple):
	"""A word where it is seen. Points of 1/72 inch from the left and from the top of the page as it is shown."""

	text: str
	left: float
	top: float
	right: float
	bottom: float
	base: float = 0.0
	"""Height of the line that its letters stand on, which is the same for *a*, *T* and a comma."""
	size: float = 0.0
	"""Height of a line of this type, about what is called its size."""
	is_bold: bool = False
	"""Whether the line that it stands in begins in bold."""


class Annotation(NamedTuple):
	"""What somebody filled in or wrote onto a page."""

	kind: str
	"""``field``, ``typed`` (text typed onto the page) or ``note``."""
	name: str
	"""Label of the field; who wrote the note. May be empty."""
	text: str


class Document:
	"""An open file.

	Raises, when made:
		pypdfium2.PdfiumError: PDFium cannot open it, or it needs a password.
	"""

	def __init__(self, stream: BinaryIO) -> None:
		import pypdfium2

		with _LOCK:
			self._pdf = pypdfium2.PdfDocument(stream)
			self._form: Any = None
			# Pages whose lines nobody asks for, since to load such a page again takes long.
			self._drawings: set[int] = set()
			self._pictures: dict[int, Placed] = {}
			self._pinned: list[Any] = []
			self.pages: int = len(self._pdf)
			# 0 is a file without fields. Those made by XFA (2, 3) have ordinary ones beside them, or cannot be read.
			if self._pdf.get_formtype():
				# Not the library's own function, which warns on standard error about XFA. PDFium keeps the address.
				self._callbacks = pypdfium2.raw.FPDF_FORMFILLINFO(version=2)
				self._form = pypdfium2.raw.FPDFDOC_InitFormFillEnvironment(self._pdf.raw, self._callbacks)

	def close(self) -> None:
		"""Give its memory back."""
		with _LOCK:
			if self._form:
				from pypdfium2 import raw

				raw.FPDFDOC_ExitFormFillEnvironment(self._form)
				self._form = None
			self._pdf.close()

	@cached_property
	def properties(self) -> dict[str, str]:
		"""What the file says of itself (ISO 32000-1, 14.3.3), by its keys without the slash."""
		with _LOCK:
			return dict(self._pdf.get_metadata_dict(skip_empty=True))

	@property
	def language(self) -> str:
		"""The tag of its natural language (ISO 32000-1, 14.9.2); empty where it says none."""
		from pypdfium2 import raw

		# Not there in the oldest releases that huf can be installed with.
		ask = getattr(raw, "FPDFCatalog_GetLanguage", None)
		if ask is None:
			return ""
		with _LOCK:
			length = ask(self._pdf, None, 0)
			if not 2 < length <= _LONGEST_LANGUAGE:
				return ""
			written = (ctypes.c_ushort * (length // 2))()
			ask(self._pdf, written, length)
			return bytes(written).decode("utf-16-le", "replace").rstrip("\0")

	def attached(self) -> Iterator[tuple[str, bytes]]:
		"""The files attached to the whole, then those pinned to pages that were read: the name of each, empty where it has none, and
		its bytes, none if they are damaged or elsewhere."""
		import pypdfium2

		with _LOCK:
			count = self._pdf.count_attachments()
		for number in range(count + len(self._pinned)):
			name, data = "", b""
			with _LOCK, suppress(pypdfium2.PdfiumError):
				file = self._pdf.get_attachment(number) if number < count else self._pinned[number - count]
				name = file.get_name()
				data = bytes(file.get_data())
			yield name, data

	def _pin(self, annotation: Any) -> None:
		"""Remember the file that is pinned to a page by ``annotation``."""
		import pypdfium2

		# Not there in the oldest releases that huf can be installed with.
		ask = getattr(pypdfium2.raw, "FPDFAnnot_GetFileAttachment", None)
		if ask is not None and (found := ask(annotation)):
			self._pinned.append(pypdfium2.PdfAttachment(found, self._pdf))

	def rulings(self, number: int) -> Rulings:
		"""The lines that are drawn on a page, counted from 1; none where there are too many."""
		if number in self._drawings:
			return Rulings([], [])
		with _LOCK:
			page = self._pdf[number - 1]
			try:
				return rulings_of(page, _Turned(page).shown)
			finally:
				page.close()

	def pictures(self, number: int) -> Placed | None:
		"""Where pictures lie on a page that was read, counted from 1, for one time; None without any, or with too much on it."""
		return self._pictures.pop(number, None)

	def read(self, number: int) -> tuple[list[list[Word]], list[Annotation]]:
		"""The words of a page, counted from 1, line by line as they are stored, and its annotations.

		Raises:
			pypdfium2.PdfiumError: the page cannot be loaded.
		"""
		with _LOCK:
			page = self._pdf[number - 1]
			try:
				if count_objects(page) > MOST_OBJECTS:
					self._drawings.add(number)
				elif placed := placed_pictures(page, _Turned(page).shown):
					self._pictures[number] = placed
				return _words(page), list(_annotations(page, self._form, self._pin))
			finally:
				page.close()


def _words(page: Any) -> list[list[Word]]:
	from pypdfium2 import raw

	text = page.get_textpage()
	turned = _Turned(page)
	left, right, bottom, top = (ctypes.c_double() for _ in range(4))

	def box(at: int) -> tuple[float, float, float, float]:
		raw.FPDFText_GetCharBox(text.raw, at, left, right, bottom, top)
		return left.value, bottom.value, right.value, top.value

	lines: list[list[Word]] = [[]]
	seen = _Seen()
	letters: list[int] = []
	places: list[int] = []

	x, y = ctypes.c_double(), ctypes.c_double()
	loose = raw.FS_RECTF()
	size, is_bold = 0.0, False

	def origin(at: int) -> tuple[float, float]:
		raw.FPDFText_GetCharOrigin(text.raw, at, x, y)
		return x.value, y.value

	def shown(start: int, stop: int) -> tuple[float, float, float, float]:
		return turned.shown(box(places[start]), box(places[stop - 1]))

	def end() -> None:
		nonlocal size, is_bold
		if not letters:
			return
		if not lines[-1]:
			raw.FPDFText_GetLooseCharBox(text.raw, places[0], loose)
			size = abs(loose.right - loose.left if turned.is_upright else loose.top - loose.bottom)
			is_bold = _is_bold(text.raw, places[0])
		for start, stop in words_in(letters, shown, size):
			point = origin(places[start]) * 2
			base = turned.shown(point, point)[3]
			word = Word(_spelled(letters[start:stop]), *shown(start, stop), base, size, is_bold)
			if not seen.has(word):
				lines[-1].append(word)
		letters.clear()
		places.clear()

	get = raw.FPDFText_GetUnicode
	handle = text.raw
	for at in range(raw.FPDFText_CountChars(handle)):
		code = get(handle, at)
		if code in _SPACES or code in _LINE_ENDS:
			end()
			if code in _LINE_ENDS and lines[-1]:
				lines.append([])
		elif code in _BROKEN_WORD:
			letters.append(0x2D)
			places.append(places[-1] if places else at)
			end()
			lines.append([])
		elif code:
			letters.append(code)
			places.append(at)
			if is_lam_alef(letters[-2:]) and origin(places[-2]) == origin(at):
				letters[-2:] = letters[:-3:-1]
	end()
	text.close()
	return [line for line in lines if line]


_LONGEST_LANGUAGE = 200
"""Bytes of the tag of a language."""
_FONT_NAME = 64
"""Bytes of a font's name that are looked at."""


def _is_bold(text: Any, at: int) -> bool:
	from pypdfium2 import raw

	name, flags = ctypes.create_string_buffer(_FONT_NAME), ctypes.c_int()
	raw.FPDFText_GetFontInfo(text, at, name, _FONT_NAME, flags)
	return b"bold" in name.raw.lower() or bool(flags.value & _FORCE_BOLD)


def _spelled(codes: list[int]) -> str:
	# Characters over 16 bits come as two halves, or whole, by the version of PDFium.
	text = "".join(map(chr, codes))
	if any(0xD800 <= code <= 0xDFFF for code in codes):
		text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
	return text


class _Turned:
	"""Coordinates of a page as it is stored, to those of the page as it is shown."""

	def __init__(self, page: Any) -> None:
		self._turn = page.get_rotation()
		left, bottom, right, top = page.get_cropbox()
		self._left, self._bottom, self._right, self._top = left, bottom, right, top
		self.is_upright = self._turn in (90, 270)
		"""Whether lines of text go up or down on the page as it is stored."""

	def shown(
		self, one: tuple[float, float, float, float], other: tuple[float, float, float, float]
	) -> tuple[float, float, float, float]:
		"""The box around two boxes (left, bottom, right, top): left, top, right, bottom from the upper left corner."""
		left, bottom = min(one[0], other[0]), min(one[1], other[1])
		right, top = max(one[2], other[2]), max(one[3], other[3])
		if self._turn == 90:
			return bottom - self._bottom, left - self._left, top - self._bottom, right - self._left
		if self._turn == 180:
			return self._right - right, bottom - self._bottom, self._right - left, top - self._bottom
		if self._turn == 270:
			return self._top - top, self._right - right, self._top - bottom, self._right - left
		return left - self._left, self._top - top, right - self._left, self._top - bottom


class _Seen:
	"""Words of a page by their place on it, so that one that was printed onto itself is read once."""

	_BAND = 4.0
	"""Points of height."""
	_CELL = 16.0
	"""Points across."""
	_MOST_CELLS = 100
	"""That one word reaches over."""
	_MOST_WORDS = 64
	"""That are remembered of a spot, the last ones: a page can be made that has all of its words on the same one."""

	def __init__(self) -> None:
		self._cells: dict[tuple[int, int], deque[Word]] = {}

	def has(self, word: Word) -> bool:
		"""Whether the word, or one that it is a part of, stands there already; else it is remembered."""
		band = int(word.bottom / self._BAND)
		width = word.right - word.left
		# What lies on more than half of it lies on its middle.
		middle = int((word.left + word.right) / 2 / self._CELL)
		for near in (band - 1, band, band + 1):
			for other in self._cells.get((near, middle), ()):
				if (
					min(word.right, other.right) - max(word.left, other.left) > _SAME_PLACE * width
					and min(word.bottom, other.bottom) - max(word.top, other.top)
					> _SAME_PLACE * (word.bottom - word.top)
					and word.text in other.text
				):
					return True
		first = int(word.left / self._CELL)
		last = min(int(word.right / self._CELL), first + self._MOST_CELLS)
		for cell in range(first, last + 1):
			self._cells.setdefault((band, cell), deque(maxlen=self._MOST_WORDS)).append(word)
		return False


def _annotations(page: Any, form: Any, pin: Callable[[Any], None]) -> Iterator[Annotation]:
	"""What was filled in and written onto a page. ``pin`` gets the annotations that are files."""
	from pypdfium2 import raw

	notes = {
		raw.FPDF_ANNOT_TEXT, raw.FPDF_ANNOT_HIGHLIGHT, raw.FPDF_ANNOT_UNDERLINE, raw.FPDF_ANNOT_SQUIGGLY,
		raw.FPDF_ANNOT_STRIKEOUT, raw.FPDF_ANNOT_CARET, raw.FPDF_ANNOT_FILEATTACHMENT, raw.FPDF_ANNOT_LINE, raw.FPDF_ANNOT_SQUARE,
		raw.FPDF_ANNOT_CIRCLE, raw.FPDF_ANNOT_POLYGON, raw.FPDF_ANNOT_POLYLINE, raw.FPDF_ANNOT_INK, raw.FPDF_ANNOT_STAMP,
	}  # fmt: skip
	chosen: dict[str, str] = {}
	for at in range(raw.FPDFPage_GetAnnotCount(page.raw)):
		annotation = raw.FPDFPage_GetAnnot(page.raw, at)
		if not annotation:
			continue
		try:
			if raw.FPDFAnnot_GetFlags(annotation) & _HIDDEN:
				continue
			kind = raw.FPDFAnnot_GetSubtype(annotation)
			if kind == raw.FPDF_ANNOT_FILEATTACHMENT:
				pin(annotation)
			if kind == raw.FPDF_ANNOT_WIDGET and form:
				yield from _field(annotation, form, chosen)
			elif kind == raw.FPDF_ANNOT_FREETEXT or kind in notes:
				text = _string(raw.FPDFAnnot_GetStringValue, annotation, b"Contents")
				if text.strip():
					author = _string(raw.FPDFAnnot_GetStringValue, annotation, b"T")
					typed = kind == raw.FPDF_ANNOT_FREETEXT
					yield Annotation("typed" if typed else "note", "" if typed else author, text)
		finally:
			raw.FPDFPage_CloseAnnot(annotation)


def _field(annotation: Any, form: Any, chosen: dict[str, str]) -> Iterator[Annotation]:
	"""A field that is filled. ``chosen`` remembers the buttons of one name, of which one is told."""
	from pypdfium2 import raw

	kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
	flags = raw.FPDFAnnot_GetFormFieldFlags(form, annotation)
	name = _string(raw.FPDFAnnot_GetFormFieldName, form, annotation)
	label = _string(raw.FPDFAnnot_GetFormFieldAlternateName, form, annotation).strip() or name
	if kind in (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON):
		# The state that is shown (ISO 32000-1, 12.7.4.2): the name of the choice, Off for a box that is empty.
		value = _string(raw.FPDFAnnot_GetStringValue, annotation, b"AS").strip()
		if value and value != "Off" and chosen.setdefault(name, value) == value:
			yield Annotation("field", label, "Yes" if value in _TICKED else value)
		return
	is_password = kind == raw.FPDF_FORMFIELD_TEXTFIELD and flags & (1 << 13)
	if is_password or kind == raw.FPDF_FORMFIELD_PUSHBUTTON:
		return
	value = _string(raw.FPDFAnnot_GetFormFieldValue, form, annotation)
	if value.strip() and chosen.get(name) != value:
		chosen[name] = value
		yield Annotation("field", label, value)


def _string(get: Any, *arguments: Any) -> str:
	"""What one of PDFium's functions writes into a buffer of UTF-16."""
	from pypdfium2 import raw

	size = get(*arguments, None, 0)
	if size <= 2:
		return ""
	buffer = (ctypes.c_ushort * (size // 2 + 1))()
	get(*arguments, ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), size)
	return bytes(buffer)[: size - 2].decode("utf-16-le", "replace")


def date_of(text: str) -> datetime | None:
	"""A date as PDF writes it (ISO 32000-1, 7.9.4): ``D:20210131083000+01'00'``; None for anything else."""
	found = _DATE.match(text.strip())
	if found is None:
		return None
	year, month, day, hour, minute, second = (
		int(part or least) for part, least in zip(found.groups()[:6], (0, 1, 1, 0, 0, 0), strict=True)
	)
	zone = None
	if found[7]:
		offset = timedelta(hours=int(found[8] or 0), minutes=int(found[9] or 0))
		zone = timezone(-offset if found[7] == "-" else offset) if offset < timedelta(days=1) else None
	try:
		return datetime(year, month, day, hour, minute, second, tzinfo=zone)
	except ValueError:
		return None
