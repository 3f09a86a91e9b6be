"""Rich Text (RTF 1.9.1): paragraphs under their headings, tables by rows, footnotes and comments.

Read by huf itself: the readers that can be had give one text without headings, rows and notes, and search the whole file
with patterns that a hostile one keeps busy for hours. This one passes over the file once.
"""

import codecs
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.office.list_numbers import BULLET
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import Blocks, HeadingPath, is_blank, one_line
from huf.engine.extractors.tables.model import table_section
from huf.engine.types import Locator, Section

VERSION = 4

MAX_BYTES = 64 << 20
MAX_DEPTH = 2_000
"""Groups in groups; programs write some twenty."""
_TOKEN = re.compile(
	r"\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,9})?[ ]?|\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<sign>[^a-zA-Z])"
	r"|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\"
)
_SIGNS = {
	"tab": "\t", "line": "\n", "emdash": "\u2014", "endash": "\u2013", "bullet": "\u2022", "lquote": "\u2018",
	"rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d", "emspace": " ", "enspace": " ", "qmspace": " ",
	"softline": "\n", "~": "\u00a0", "_": "\u2011", "{": "{", "}": "}", "\\": "\\", "nestcell": ", ", "nestrow": "; ",
}  # fmt: skip
_HEADING = re.compile(r"\s*heading (\d)\s*;", re.IGNORECASE)
_WHOLE = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
"""Encodings of a document that does not name a code page."""
_ENCODINGS = frozenset(("fcharset", "cpg", "f", "ansicpg", "deff", "uc", *_WHOLE))
_ENDS = frozenset(("par", "sect", "page", "column", "\n", "\r"))
_LEFT_OUT = frozenset(
	(
		"colortbl listtable listoverridetable pict objdata object header headerl headerr headerf footer footerl footerr "
		"footerf fldinst themedata datastore colorschememapping latentstyles xmlnstbl rsidtbl generator bkmkstart bkmkend "
		"filetbl revtbl sp pntxtb pntxta template operator comment doccomm company manager category keywords "
		"subject printim buptim hlinkbase tc xe rxe nonesttables atnid atntime atndate atnref atrfstart atrfend "
		"atnparent"
	).split()
)
"""Destinations whose text no reader of the page sees. All that are marked as such (``\\*``) and not known are left out, too."""
_OWN = {"footnote": "footnotes", "annotation": "comments", "shptxt": "", "result": ""}
"""Destinations that are read although what is around them is not, and the part in which their text goes; "" for the page."""
_NO_PICTURES = frozenset(
	"header headerl headerr headerf footer footerl footerr footerf nonshppict shprslt listpicture objdata background bliptag".split()
)
"""Destinations whose pictures are not on the page, or are there a second time for older programs."""
_KEPT = {"stylesheet", "fonttbl", "title", "author", "atnauthor"}
"""Destinations whose text says something of the document."""
_NUMBERS = ("listtext", "pntext")
"""Destinations with what stands before an item of a list, as the program has written it for others."""
_TIMES = ("revtim", "creatim")
"""When a document was last saved, and when it was made."""
_PARTS_OF_TIME = ("yr", "mo", "dy", "hr", "min")
_CHARSETS = {
	77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "cp950", 161: "cp1253", 162: "cp1254",
	163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437",
}  # fmt: skip
"""The encodings that fonts name by number; any other is that of the document."""


@dataclass(slots=True)
class _State:
	"""What a group inherits from the one around it."""

	unread: bool = False
	hidden: bool = False
	deleted: bool = False
	encoding: str = ""
	"""Of the font; empty for that of the document."""
	skips: int = 1
	"""Characters behind one in Unicode that stand for it in older programs."""
	destination: str = "page"
	shows_pictures: bool = True
	picture: bytearray | None = None
	"""What was read of the picture that the group is: hexadecimal digits, or bytes behind a mark."""
	kept: list[str] = field(default_factory=list)
	"""The text of the destination, shared by its groups; that of the page goes to its paragraphs."""


@dataclass(slots=True)
class _Paragraph:
	"""Properties of the paragraph that is being read, and its text."""

	level: int | None = None
	in_table: bool = False
	mark: str = ""
	"""What stands before its text, until that comes."""
	pieces: list[str] = field(default_factory=list)

	def say(self, text: str) -> None:
		if self.mark and not text.isspace():
			if self.mark != BULLET or not (self.in_table or self.level is not None):
				self.pieces.append(self.mark)
			self.mark = ""
		self.pieces.append(text)

	def take(self) -> str:
		text, self.pieces, self.mark = "".join(self.pieces).strip(), [], ""
		return text


def extract_rtf(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Paragraphs and tables by heading, what stands on pictures behind theirs, then footnotes and comments. Headers, footers, hidden and
	deleted text are left out."""
	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The file has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB of this type are read. Split it."
		)
	with content.open() as stream:
		text = stream.read().decode("latin-1")
	pictures = PicturesInside(content)
	reader = _Reader(pictures)
	yield from reader.sections(text)
	notes.extend(pictures.notes())
	tell(content, author=reader.said["author"], date=reader.saved(), title=reader.said["title"])


class _Reader:
	def __init__(self, pictures: PicturesInside) -> None:
		self._pictures = pictures
		self._shown: list[Section] = []
		"""What stands on pictures of the paragraph or table that is open."""
		self.said = {"author": "", "title": ""}
		self._times: dict[str, dict[str, int]] = {}
		self._encoding = "cp1252"
		self._fonts: dict[int, str] = {}
		self._font = 0
		self._styles: dict[int, int] = {}
		self._style = 0
		self._default_font = 0
		self._bytes = bytearray()
		self._state = _State()
		self._around: list[_State] = []
		self._skip = 0
		self._paragraph = _Paragraph()
		self._apart: dict[str, list[str]] = {"footnotes": [], "comments": []}
		self._author = ""
		self._row: list[str] = []
		self._rows: list[list[str]] = []
		self._headings = HeadingPath()
		self._blocks = Blocks()

	def saved(self) -> datetime | None:
		"""When the document was last saved, else when it was made; in the time of whoever did that."""
		for name in _TIMES:
			parts = [self._times.get(name, {}).get(part, 0) for part in _PARTS_OF_TIME]
			try:
				return datetime(*parts)  # type: ignore[arg-type]
			except (ValueError, OverflowError):
				continue  # not said, or no time
		return None

	def sections(self, text: str) -> Iterator[Section]:
		position = 0
		while token := _TOKEN.match(text, position):
			position = token.end()
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
			elif token["sign"]:
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
			self._say(data.decode(self._state.encoding or self._encoding, "replace"))

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
				self._end_destination(ended.destination, one_line(_joined("".join(ended.kept))))

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
		elif ended in _NUMBERS:
			# A single letter is a sign of a font of signs: Word writes a tick as ü.
			is_number = any(map(str.isalnum, text)) and (len(text) > 1 or text.isdigit())
			self._paragraph.mark = f"{text} " if is_number else BULLET if text else ""
		elif ended in self.said and not self.said[ended]:
			self.said[ended] = text

	def _control(self, word: str, number: int | None) -> Iterator[Section]:
		self._flush()
		state = self._state
		if word in _NO_PICTURES:
			state.shows_pictures = False
		if word == "*":
			state.unread = True
		elif word == "pict":
			state.unread = True
			if state.shows_pictures and not (state.hidden or state.deleted):
				state.picture = bytearray()
		elif word in _OWN:
			state.unread = False
			if _OWN[word]:
				state.destination, state.kept = _OWN[word], []
		elif word in _NUMBERS and state.destination == "page" and not state.unread:
			state.destination, state.kept = word, []
		elif word in _TIMES:
			state.unread, state.destination = True, word
		elif word in _PARTS_OF_TIME and state.destination in _TIMES:
			self._times.setdefault(state.destination, {})[word] = number or 0
		elif word in _KEPT:
			state.unread, state.destination, state.kept = False, word, []
		elif word in _LEFT_OUT or word in _NUMBERS:
			state.unread = True
		elif word in _ENCODINGS:
			self._encode(word, number or 0)
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
			state.encoding = self._fonts.get(self._default_font, "")
		elif word in _SIGNS:
			self._say(_SIGNS[word])
		elif state.destination == "stylesheet":
			self._learn_style(word, number)
		elif state.destination == "page":
			yield from self._lay_out(word, number)
		elif word in _ENDS:
			self._say("\n")

	def _encode(self, word: str, number: int) -> None:
		state = self._state
		if word == "uc":
			state.skips = max(0, min(number, 16))
		elif word == "ansicpg":
			self._encoding = _known(f"cp{number}") or self._encoding
		elif word in _WHOLE:
			self._encoding = _WHOLE[word]
		elif word == "deff":
			self._default_font = number
		elif state.destination == "fonttbl":
			if word == "f":
				self._font = number
			elif word == "fcharset":
				self._fonts[self._font] = _CHARSETS.get(number, "")
			elif word == "cpg":
				self._fonts[self._font] = _known(f"cp{number}")
		elif word == "f":
			state.encoding = self._fonts.get(number, "")

	def _learn_style(self, word: str, number: int | None) -> None:
		if word == "s":
			self._style = number or 0
		elif word == "outlinelevel" and number is not None:
			self._styles[self._style] = number

	def _name_style(self, state: _State) -> None:
		"""A style without a level is one of a heading if its name says so."""
		if found := _HEADING.match("".join(state.kept)):
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
		elif word in _ENDS:
			if paragraph.in_table and word == "par":
				paragraph.pieces.append("\n")
				paragraph.mark = ""
			else:
				yield from self._end_paragraph()

	def _end_paragraph(self) -> Iterator[Section]:
		text = _joined(self._paragraph.take())
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
				[[_joined(cell) for cell in row] for row in rows], Locator(heading=self._headings.path)
			)
		):
			yield from self._blocks.table(table)


def _known(encoding: str) -> str:
	try:
		return codecs.lookup(encoding).name
	except LookupError:
		return ""


def _joined(text: str) -> str:
	"""``text`` with pairs of surrogates as the characters they are."""
	return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
