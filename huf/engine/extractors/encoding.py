"""From bytes to text without ever holding a whole file: which encoding, is it text at all, is it mis-decoded."""

import codecs
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import BinaryIO, TextIO

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge
from huf.engine.sentences import sentence

_BLOCK = 1 << 20
_SAMPLE = 256 * 1024
_BOMS = (
	(codecs.BOM_UTF8, "utf-8-sig"),
	(codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16: its mark begins with the UTF-16 one
	(codecs.BOM_UTF32_BE, "utf-32"),
	(codecs.BOM_UTF16_LE, "utf-16"),
	(codecs.BOM_UTF16_BE, "utf-16"),
)
# Control characters that do occur in text files: tab, line feed, vertical tab, form feed, carriage return, escape.
_TEXT_CONTROLS = frozenset(b"\t\n\x0b\x0c\r\x1b")
_NOT_CONTROL = bytes(b for b in range(256) if b >= 32 or b in _TEXT_CONTROLS)
_ASCII = bytes(range(128))

MAX_CONTROL_SHARE = 0.02
"""More control characters than this is binary data: random bytes have 10 %, real texts practically none."""
MAX_REPLACEMENT_SHARE = 0.05
"""A text with more unreadable characters (U+FFFD) than one in twenty is of no use to a reader."""
_MIN_LEGACY_BYTES = 24
"""Fewer non-ASCII bytes than this say nothing about the encoding; then Windows-1252 is the best guess."""
# Single-byte and East Asian encodings in real use; others only give charset-normalizer occasion to err.
_LEGACY = (
	"cp1252 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 koi8_r cp932 euc_jp gb18030 big5 euc_kr"
).split()

# What the bytes C2–F4 80–BF… of UTF-8 look like after being read as Windows-1252.
_CODEPAGES = {
	1200: "utf-16-le", 1201: "utf-16-be", 10000: "mac_roman", 20127: "ascii", 20866: "koi8_r", 20932: "euc_jp", 21866: "koi8_u",
	50220: "iso2022_jp", 51932: "euc_jp", 51949: "euc_kr", 52936: "hz", 54936: "gb18030", 65000: "utf-7", 65001: "utf-8",
	**{28590 + part: f"iso8859_{part}" for part in (*range(1, 10), 13, 15)},
}  # fmt: skip
"""Those that Python calls otherwise."""
_HIGH = "".join(bytes([b]).decode("cp1252", "ignore") or chr(b) for b in range(0x80, 0xC0))
_MOJIBAKE = re.compile(
	f"[\u00c2-\u00df][{re.escape(_HIGH)}]|[\u00e0-\u00ef][{re.escape(_HIGH)}]{{2}}"
	f"|[\u00f0-\u00f4][{re.escape(_HIGH)}]{{3}}"
)
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


@dataclass
class _Scan:
	"""What one pass over the bytes has counted."""

	size: int = 0
	controls: int = 0
	high: int = 0
	"""Bytes over 127."""
	replaced: int = 0
	"""Places that are not valid UTF-8."""
	lost: int = 0
	"""U+FFFD that the file itself holds: its text was damaged before it came here."""
	wide: int = 0
	"""Other characters over 127 after decoding as UTF-8."""
	sample: bytearray = field(default_factory=bytearray)
	"""The first stretches of the file that have bytes over 127."""


@dataclass(frozen=True)
class TextFormat:
	"""How to decode one file."""

	encoding: str
	repair: bool = False
	"""True when the text is UTF-8 that somebody once decoded as Windows-1252 and saved again."""


def codepage_encoding(number: int) -> str:
	"""Python's name of a code page of Windows; empty for one that it does not know."""
	try:
		return codecs.lookup(_CODEPAGES.get(number, f"cp{number}")).name
	except LookupError:
		return ""


def decoded(data: bytes, declared: str = "") -> str:
	"""A short text, such as a part of a mail, in the encoding that it is declared to be in; else as UTF-8, or as Windows-1252."""
	for encoding in (declared, "utf-8"):
		try:
			if encoding:
				return data.decode(encoding)
		# An encoding may be unknown, or one of Python's that make no text; its name may hold a NUL.
		except (LookupError, ValueError):
			continue
	return data.decode("cp1252", "replace")


def find_bom(head: bytes) -> str | None:
	"""The encoding named by a byte order mark, or None."""
	return next((name for bom, name in _BOMS if head.startswith(bom)), None)


def looks_binary(head: bytes) -> bool:
	"""True when these first bytes of a file cannot be text in any encoding that huf reads."""
	if find_bom(head):
		return False
	return b"\0" in head or _control_share(head) > MAX_CONTROL_SHARE


def _control_share(block: bytes) -> float:
	return len(block.translate(None, _NOT_CONTROL)) / len(block) if block else 0.0


def _scan(stream: BinaryIO) -> _Scan:
	decoder = codecs.getincrementaldecoder("utf-8")("replace")
	seen = _Scan()
	while block := stream.read(_BLOCK):
		seen.size += len(block)
		seen.controls += len(block.translate(None, _NOT_CONTROL))
		high = 0 if block.isascii() else len(block.translate(None, _ASCII))
		seen.high += high
		text = decoder.decode(block)
		if high:
			marks = text.count("\ufffd")
			lost = min(marks, block.count(b"\xef\xbf\xbd"))
			seen.lost += lost
			seen.replaced += marks - lost
			# Every ASCII byte becomes one character; what else there is stands for bytes over 127.
			seen.wide += len(text) - (len(block) - high) - marks
			if len(seen.sample) < _SAMPLE:
				seen.sample += block[: _SAMPLE - len(seen.sample)]
	seen.replaced += decoder.decode(b"", True).count("\ufffd")
	return seen


def find_format(content: Content, notes: list[str], declared: str = "") -> TextFormat:
	"""Look through the whole file (in blocks) and decide how it is decoded; says so in ``notes`` if it guessed.

	Args:
		content: the file.
		notes: gets a sentence when the encoding was guessed or the text repaired.
		declared: an encoding named inside the file or by its sender; used if the bytes allow it.

	Raises:
		CorruptFile: it is binary data, or too much of it is unreadable.
	"""
	if bom := find_bom(content.head(4)):
		return _checked(content, TextFormat(bom))
	with content.open() as stream:
		seen = _scan(stream)
	if seen.size and seen.controls / seen.size > MAX_CONTROL_SHARE:
		raise CorruptFile(
			"The file holds binary data, not text. Upload it with the ending that its format has."
		)
	if not seen.high:
		return TextFormat("utf-8")
	if seen.lost / seen.size > MAX_REPLACEMENT_SHARE:
		raise CorruptFile(
			"The text was damaged before it was uploaded: too many of its characters are replacement characters (U+FFFD). "
			"Save it again from the original."
		)
	if seen.replaced * 20 <= seen.wide + seen.lost:
		if seen.replaced:
			notes.append(sentence(f"{seen.replaced} characters were not valid UTF-8 and could not be read."))
		repair = _is_mojibake(seen.sample.decode("utf-8", "replace").rstrip("\ufffd"))
		if repair:
			notes.append(
				sentence(
					"The text had been decoded wrongly before it was saved (UTF-8 as Windows-1252); repaired."
				)
			)
		return TextFormat("utf-8", repair)
	chosen = _legacy_encoding(bytes(seen.sample), seen.high, declared)
	notes.append(
		sentence(
			f"The text is not UTF-8; it was read as {chosen}. Save it as UTF-8 if characters look wrong."
		)
	)
	return _checked(content, TextFormat(chosen))


def _legacy_encoding(sample: bytes, high: int, declared: str) -> str:
	if declared:
		try:
			sample.decode(declared)
			return codecs.lookup(declared).name
		except (LookupError, UnicodeError, ValueError):
			pass  # an unknown or wrong declaration: guess as if there were none
	if high >= _MIN_LEGACY_BYTES:
		from charset_normalizer import from_bytes

		if best := from_bytes(sample, cp_isolation=_LEGACY).best():
			return best.encoding
	return "cp1252"


def _checked(content: Content, chosen: TextFormat) -> TextFormat:
	"""``chosen`` if the file, decoded so, is readable."""
	total = bad = 0
	with content.open() as stream:
		for text in codecs.iterdecode(iter(lambda: stream.read(_BLOCK), b""), chosen.encoding, "replace"):
			total += len(text)
			bad += text.count("\ufffd") + text.count("\0")
	if total and bad / total > MAX_REPLACEMENT_SHARE:
		share = round(100 * bad / total)
		raise CorruptFile(
			f"{share} % of the characters cannot be read as {chosen.encoding}. Save the file as UTF-8 and upload it again."
		)
	return chosen


def _is_mojibake(text: str) -> bool:
	"""True when certain: each character over 127 belongs to a sequence that is UTF-8 read as Windows-1252."""
	first = _NOT_ASCII.search(text)
	# The first such character nearly always tells, and looking through all of a text takes long.
	if first is None or not _MOJIBAKE.match(text, first.start()):
		return False
	in_sequences = sum(len(found) for found in _MOJIBAKE.findall(text))
	return in_sequences == len(text) - len(text.encode("ascii", "ignore"))


def repair_mojibake(text: str) -> str:
	"""Undo "UTF-8 read as Windows-1252" sequence by sequence; what does not fit is left as it is."""

	def mend(found: re.Match[str]) -> str:
		raw = b"".join(_byte_of(c) for c in found.group())
		try:
			return raw.decode("utf-8")
		except UnicodeDecodeError:
			return found.group()

	return _MOJIBAKE.sub(mend, text)


def _byte_of(character: str) -> bytes:
	try:
		return character.encode("cp1252")
	except UnicodeEncodeError:
		return character.encode("latin-1")  # the five bytes Windows-1252 leaves undefined


@contextmanager
def open_text(content: Content, how: TextFormat, newline: str | None = None) -> Iterator[TextIO]:
	"""The file as a text stream; line ends become ``\\n`` unless ``newline`` says otherwise (see :func:`open`)."""
	with content.open() as raw, io.TextIOWrapper(raw, how.encoding, "replace", newline) as stream:
		yield stream


def read_text(content: Content, notes: list[str], limit: int, declared: str = "") -> str:
	"""The whole text of a file that has to be parsed in one piece.

	Raises:
		InputTooLarge: over ``limit`` bytes.
		CorruptFile: see :func:`find_format`.
	"""
	if content.size > limit:
		raise InputTooLarge(
			f"The file has {content.size / 1e6:.0f} MB; files of this type are read up to {limit / 1e6:.0f} MB. Split it."
		)
	how = find_format(content, notes, declared)
	with open_text(content, how) as stream:
		text = stream.read()
	return repair_mojibake(text) if how.repair else text


def read_lines(content: Content, notes: list[str], limit: int) -> Iterator[str]:
	"""The lines of a text file, each without its line end.

	Raises:
		InputTooLarge: a line is over ``limit`` characters.
		CorruptFile: see :func:`find_format`.
	"""
	how = find_format(content, notes)
	with open_text(content, how) as stream:
		number = 0
		while line := stream.readline(limit + 1):
			number += 1
			if len(line) > limit and not line.endswith("\n"):
				raise InputTooLarge(
					f"Line {number} has more than {limit:,} characters. Break the file into shorter lines."
				)
			line = line.removesuffix("\n")
			yield repair_mojibake(line) if how.repair else line
