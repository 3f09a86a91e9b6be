"""What was signed and put into an envelope of its signatures (CMS, RFC 5652; S/MIME, RFC 8551): ``contract.pdf.p7m``, ``smime.p7m``.

No signature is verified: whoever reads a document wants its text, and who signed it is for programs that know whom to trust.
The structure is ASN.1 in BER (X.690), of which all that is needed here is where the content stands.
"""

import base64
import binascii
import re
from dataclasses import dataclass

from huf.engine.errors import CorruptFile, NoText, PasswordProtected, UnsupportedType

_OID = bytes.fromhex("06092a864886f70d0107")
"""The beginning of the names of all kinds that PKCS #7 has (1.2.840.113549.1.7)."""
_SIGNED, _ENCRYPTED = _OID + b"\2", (_OID + b"\3", _OID + b"\4", _OID + b"\6")
_MOST_HEAD = 12
"""Bytes before the name of the kind: the head of what is around it."""
_ARMOUR = re.compile(rb"-----(?:BEGIN|END) [A-Z0-9# ]{1,40}-----")
_ARMOURED = re.compile(rb"\s*-----BEGIN (?:PKCS7|PKCS #7 SIGNED DATA|CMS)-----")
"""Of RFC 7468, and what OpenSSL takes as well."""
_SEQUENCE, _EXPLICIT, _OCTETS, _OCTETS_IN_PARTS = 0x30, 0xA0, 0x04, 0x24
_CONSTRUCTED = 0x20
_MOST_DEPTH = 16
"""Parts in parts; what is signed lies under six."""


@dataclass(frozen=True, slots=True)
class _Element:
	"""A value, and what stands around it."""

	tag: int
	start: int
	end: int
	"""Of its value; for one whose end is told by a mark, that of the data."""
	is_open: bool
	"""Whether its end is told by a mark."""


def is_envelope(head: bytes) -> bool:
	"""Whether a file with this beginning is one, in bytes or as text between lines of dashes."""
	if head[:1] == b"\x30":
		return 0 <= head.find(_OID, 2, _MOST_HEAD + len(_OID)) < _MOST_HEAD
	return _ARMOURED.match(head) is not None


def signed_content(data: bytes) -> bytes:
	"""What was signed.

	Raises:
		PasswordProtected: it is encrypted.
		NoText: there is nothing but signatures.
		UnsupportedType: it is an envelope of another kind.
		CorruptFile: it is none, or is cut off.
	"""
	data = data if data[:1] == b"\x30" else _from_text(data)
	outer = _inside(data, 0, _SEQUENCE)
	kind = data[outer.start : outer.start + len(_SIGNED)]
	if kind in _ENCRYPTED:
		raise PasswordProtected("The file is encrypted. Save a copy without a password and upload that.")
	if kind != _SIGNED:
		if kind.startswith(_OID):
			raise UnsupportedType(
				"This is a cryptographic envelope in which nothing was signed. Upload the file in it."
			)
		raise _damaged()
	signed = _inside(data, _inside(data, outer.start + len(_SIGNED), _EXPLICIT).start, _SEQUENCE)
	version_end = _behind(data, signed.start)
	held = _inside(data, _behind(data, version_end), _SEQUENCE)
	place = _behind(data, held.start)
	if place >= held.end or data[place : place + 1] != bytes((_EXPLICIT,)):
		raise NoText("The file is a signature alone. Upload the file that was signed.")
	return b"".join(_octets(data, _inside(data, place, _EXPLICIT).start, 0)[0])


def _from_text(data: bytes) -> bytes:
	"""The bytes of an envelope that was written as text (RFC 7468, or base64 alone)."""
	try:
		found = base64.b64decode(_ARMOUR.sub(b"", data))
	except (binascii.Error, ValueError):
		raise _damaged() from None
	if found[:1] != b"\x30":
		raise _damaged()
	return found


def _element(data: bytes, at: int) -> _Element:
	if at + 2 > len(data) or data[at] & 0x1F == 0x1F:
		raise _damaged()
	tag, size = data[at], data[at + 1]
	start = at + 2
	if size == 0x80:
		if not tag & _CONSTRUCTED:
			raise _damaged()
		return _Element(tag, start, len(data), True)
	if size > 0x80:
		count = size & 0x7F
		start += count
		size = int.from_bytes(data[at + 2 : start], "big")
		if count > 8:
			raise _damaged()
	if start + size > len(data):
		raise CorruptFile("The signed file is cut off. Ask for it again, or upload the file that was signed.")
	return _Element(tag, start, start + size, False)


def _inside(data: bytes, at: int, tag: int) -> _Element:
	found = _element(data, at)
	if found.tag != tag:
		raise _damaged()
	return found


def _behind(data: bytes, at: int, depth: int = 0) -> int:
	"""Where the element behind the one at ``at`` begins."""
	found = _element(data, at)
	if not found.is_open:
		return found.end
	if depth >= _MOST_DEPTH:
		raise _damaged()
	at = found.start
	while data[at : at + 2] != b"\0\0":
		at = _behind(data, at, depth + 1)
	return at + 2


def _octets(data: bytes, at: int, depth: int) -> tuple[list[bytes], int]:
	"""The parts of a string of bytes, which may be written in parts, and what comes behind it."""
	found = _element(data, at)
	if found.tag == _OCTETS:
		return [data[found.start : found.end]], found.end
	if found.tag != _OCTETS_IN_PARTS or depth >= _MOST_DEPTH:
		raise _damaged()
	parts: list[bytes] = []
	at = found.start
	# One that ends with a mark and has none is cut off, which the next element tells.
	while data[at : at + 2] != b"\0\0" if found.is_open else at < found.end:
		inner, at = _octets(data, at, depth + 1)
		parts += inner
	return parts, at + 2 if found.is_open else at


def _damaged() -> CorruptFile:
	return CorruptFile(
		"The signed file is damaged: its envelope cannot be opened. Ask for it again, or upload the file that was signed."
	)
