"""A document in Rich Text, read from its first character to its last.

Read by huf itself: the readers that can be had give one text without headings, rows and notes, and search the whole file
with patterns that a hostile one keeps busy for hours. This one passes over the file once.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from huf.engine.errors import InputTooLarge
from huf.engine.extractors.numerals import BULLET
from huf.engine.extractors.office.rich_text.control_words import (
	ENDS,
	HEADING,
	KEPT,
	LEFT_OUT,
	NO_PICTURES,
	NUMBERS,
	OWN,
	PARTS_OF_TIME,
	SIGNS,
	TIMES,
	TOKEN,
)
from huf.engine.extractors.office.rich_text.encodings import ENCODINGS, Encodings, joined
from huf.engine.extractors.office.rich_text.groups import Paragraph, State
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.sections import Blocks, HeadingPath, is_blank, one_line
from huf.engine.extractors.tables.model import table_section
from huf.engine.types import Locator, Section

MAX_DEPTH = 2_000
"""Groups in groups; programs write some twenty."""


class Reader:
	"""Passes over a document once."""

	def __init__(self, pictures: PicturesInside) -> None:
		self._pictures = pictures
		self._shown: list[Section] = []
		"""What stands on pictures of the paragraph or table that is open."""
		self.said = {"author": "", "title": ""}
		self._times: dict[str, dict[str, int]] = {}
		self._encodings = Encodings()
		self._styles: dict[int, int] = {}
		self._style = 0
		self._bytes = bytearray()
		self._state = State()
		self._around: list[State] = []
		self._skip = 0
		self._paragraph = Paragraph()
		self._apart: dict[str, list[str]] = {"footnotes": [], "comments": []}
		self._author = ""
		self._row: list[str] = []
		self._rows: list[list[str]] = []
		self._headings = HeadingPath()
		self._blocks = Blocks()

	def saved(self) -> datetime | None:
		"""When the document was last saved, else when it was made; in the time of whoever did that."""
		for name in TIMES:
			parts = [self._times.get(name, {}).get(part, 0) for part in PARTS_OF_TIME]
			try:
				return datetime(*parts)  # type: ignore[arg-type]
			except (ValueError, OverflowError):
				continue  # not said, or no time
		return None

	def sections(self, text: str) -> Iterator[Section]:
		position = 0
		begins = False
		while token := TOKEN.match(text, position):
			position = token.end()
			is_first, begins = begins, token["brace"] == "{" or (begins and token.lastgroup is None)
			if token["hex"]:
				self._byte(int(token["hex"], 16))
			elif token["text"]:
				self._text(token["text"])
			elif token["brace"]:
				self._skip = 0
				self._brace(token["brace"])
			elif token["word"]:
				number = int(token["number"]) if token["number"] else None
				if token["word"] == "bin":
					self._binary(text[position : position + max(number or 0, 0)])
					position += max(number or 0, 0)
				elif self._skip and token["word"] != "u":
					self._skip -= 1
				else:
					yield from self._control(token["word"], number)
			elif token["sign"] and (token["sign"] != "*" or is_first):
				# Within a group the mark of what may be left out says nothing: old programs put it before the style of a text.
				yield from self._control(token["sign"], None)
		self._flush()
		yield from self._end_paragraph()
		yield from self._end_table()
		yield from self._show()
		yield from self._blocks.flush()
		for part, texts in self._apart.items():
			if texts:
				yield Section("".join(f"{each}\n" for each in texts), Locator(part=part))

	def _byte(self, value: int) -> None:
		if self._skip:
			self._skip -= 1
		elif not self._state.unread:
			self._bytes.append(value)

	def _text(self, text: str) -> None:
		if self._skip:
			skipped = min(self._skip, len(text))
			self._skip -= skipped
			text = text[skipped:]
		if self._state.picture is not None:
			self._state.picture += text.encode("latin-1")
		elif not self._state.unread:
			self._bytes += text.encode("latin-1")

	def _binary(self, data: str) -> None:
		if self._state.picture is not None:
			self._state.picture += data.encode("latin-1").hex().encode()

	def _flush(self) -> None:
		"""Turn the bytes that were read into characters: those of other encodings take two, and come one by one."""
		if self._bytes:
			data, self._bytes = bytes(self._bytes), bytearray()
			self._say(data.decode(self._state.encoding or self._encodings.of_document, "replace"))

	def _say(self, text: str) -> None:
		state = self._state
		if state.unread or state.hidden or state.deleted:
			return
		if state.destination == "page":
			self._paragraph.say(text)
		else:
			state.kept.append(text)

	def _brace(self, brace: str) -> None:
		self._flush()
		if brace == "{":
			if len(self._around) >= MAX_DEPTH:
				raise InputTooLarge(
					f"The document has more than {MAX_DEPTH:,} groups in one another; it is damaged, or made to do harm."
				)
			self._around.append(self._state)
			self._state = replace(self._state, picture=None)
		elif self._around:
			ended, self._state = self._state, self._around.pop()
			if ended.picture is not None:
				self._end_picture(ended.picture)
			elif ended.destination == "stylesheet":
				self._name_style(ended)
			elif ended.kept is not self._state.kept:
				self._end_destination(ended.destination, one_line(joined("".join(ended.kept))))

	def _end_picture(self, digits: bytearray) -> None:
		try:
			data = bytes.fromhex(digits.decode("latin-1"))
		except ValueError:
			return
		place = Locator(heading=self._headings.path)
		if section := self._pictures.section(hashlib.sha256(data).digest(), lambda: data, place):
			self._shown.append(section)

	def _show(self) -> Iterator[Section]:
		shown, self._shown = self._shown, []
		for section in shown:
			yield from self._blocks.table(section)

	def _end_destination(self, ended: str, text: str) -> None:
		if ended in self._apart and not is_blank(text):
			self._apart[ended].append(
				f"{self._author}: {text}" if ended == "comments" and self._author else text
			)
		elif ended == "atnauthor":
			self._author = text
		elif ended in NUMBERS:
			# A single letter is a sign of a font of signs: Word writes a tick as ü.
			is_number = any(map(str.isalnum, text)) and (len(text) > 1 or text.isdigit())
			self._paragraph.mark = f"{text} " if is_number else BULLET if text else ""
		elif ended in self.said and not self.said[ended]:
			self.said[ended] = text

	def _control(self, word: str, number: int | None) -> Iterator[Section]:
		self._flush()
		state = self._state
		if word in NO_PICTURES:
			state.shows_pictures = False
		if word == "*":
			state.unread = True
		elif word == "pict":
			state.unread = True
			if state.shows_pictures and not (state.hidden or state.deleted):
				state.picture = bytearray()
		elif word in OWN:
			state.unread = False
			if OWN[word]:
				state.destination, state.kept = OWN[word], []
		elif word in NUMBERS and state.destination == "page" and not state.unread:
			state.destination, state.kept = word, []
		elif word in TIMES:
			state.unread, state.destination = True, word
		elif word in PARTS_OF_TIME and state.destination in TIMES:
			self._times.setdefault(state.destination, {})[word] = number or 0
		elif word in KEPT:
			state.unread, state.destination, state.kept = False, word, []
		elif word in LEFT_OUT or word in NUMBERS:
			state.unread = True
		elif word in ENCODINGS:
			self._encodings.take(word, number or 0, state)
		elif word == "u" and number is not None:
			# Above 32,767 they are written as negative; pairs of surrogates come one by one.
			self._say(chr(number & 0xFFFF))
			self._skip = state.skips
		elif state.unread:
			return
		elif word == "v":
			state.hidden = number != 0
		elif word == "deleted":
			state.deleted = number != 0
		elif word == "plain":
			state.hidden = state.deleted = False
			state.encoding = self._encodings.of_default_font
		elif word in SIGNS:
			self._say(SIGNS[word])
		elif state.destination == "stylesheet":
			self._learn_style(word, number)
		elif state.destination == "page":
			yield from self._lay_out(word, number)
		elif word in ENDS:
			self._say("\n")

	def _learn_style(self, word: str, number: int | None) -> None:
		if word == "s":
			self._style = number or 0
		elif word == "outlinelevel" and number is not None:
			self._styles[self._style] = number

	def _name_style(self, state: State) -> None:
		"""A style without a level is one of a heading if its name says so."""
		if found := HEADING.match("".join(state.kept)):
			self._styles.setdefault(self._style, int(found[1]) - 1)
		state.kept.clear()
		self._style = 0

	def _lay_out(self, word: str, number: int | None) -> Iterator[Section]:
		paragraph = self._paragraph
		if word == "pard":
			paragraph.level, paragraph.in_table = None, False
		elif word == "s":
			paragraph.level = self._styles.get(number or 0)
		elif word == "outlinelevel":
			paragraph.level = number
		elif word == "intbl":
			paragraph.in_table = True
		elif word == "cell":
			self._row.append(paragraph.take())
		elif word == "row":
			if any(self._row):
				self._rows.append(self._row)
			self._row = []
		elif word in ENDS:
			if paragraph.in_table and word == "par":
				paragraph.pieces.append("\n")
				paragraph.mark = ""
			else:
				yield from self._end_paragraph()

	def _end_paragraph(self) -> Iterator[Section]:
		text = joined(self._paragraph.take())
		if is_blank(text):
			if self._shown:
				yield from self._end_table()
				yield from self._show()
			return
		yield from self._end_table()
		level = self._paragraph.level
		if level is not None and 0 <= level <= 8:
			self._headings.enter(level, text)
			yield from self._blocks.heading(self._headings.path, one_line(text))
		else:
			yield from self._blocks.paragraph(self._headings.path, text)
		yield from self._show()

	def _end_table(self) -> Iterator[Section]:
		rows, self._rows = self._rows, []
		if rows and (
			table := table_section(
				[[joined(cell) for cell in row] for row in rows], Locator(heading=self._headings.path)
			)
		):
			yield from self._blocks.table(table)
