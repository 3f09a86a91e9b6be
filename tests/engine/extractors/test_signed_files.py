"""Files and mails that were put into an envelope of their signatures: what was signed is read, and no signature is verified."""

import base64
from email.message import EmailMessage

import pytest
from extractor_samples import make_zip, read, start
from test_extract_messages import message

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, NoText, PasswordProtected, UnsupportedType
from huf.engine.extractors import extract
from huf.engine.extractors.unread import Unread
from huf.engine.types import Locator

DATA, SIGNED, ENVELOPED = (bytes.fromhex(f"06092a864886f70d01070{number}") for number in (1, 2, 3))
UNVERIFIED = "The file is signed. Its signature was not verified."


def der(tag: int, *parts: bytes) -> bytes:
	"""A value with its length (X.690, 8.1)."""
	body = b"".join(parts)
	if len(body) < 128:
		return bytes((tag, len(body))) + body
	size = len(body).to_bytes(4, "big").lstrip(b"\0")
	return bytes((tag, 128 | len(size))) + size + body


def ber(tag: int, *parts: bytes) -> bytes:
	"""The same with a mark at the end instead of a length."""
	return bytes((tag, 128)) + b"".join(parts) + b"\0\0"


def signed(content: bytes | None, wrap: object = der) -> bytes:
	"""An envelope of signatures, without any, around ``content``."""
	made = wrap if callable(wrap) else der
	if content is None:
		held = made(0x30, DATA)
	elif wrap is ber:
		half = len(content) // 2
		held = ber(0x30, DATA, ber(0xA0, ber(0x24, der(4, content[:half]), der(4, content[half:]))))
	else:
		held = der(0x30, DATA, der(0xA0, der(4, content)))
	algorithms = made(0x31, made(0x30, bytes.fromhex("0609608648016503040201"), b"\5\0"))
	return bytes(made(0x30, SIGNED, made(0xA0, made(0x30, b"\2\1\1", algorithms, held, made(0x31)))))


@pytest.mark.parametrize("wrap", [der, ber])
def test_a_signed_file(wrap: object) -> None:
	"""It is read as the file that it is, with its places and with what it says of itself."""
	data = signed(b"---\ntitle: Contract 12\n---\n# Terms\n\nThirty days.\n", wrap)
	told: dict[str, object] = {}
	extraction = extract(Content("contract.md.p7m", data=data, properties=told))
	found = [(section.locator.heading, section.text) for section in extraction.sections]
	assert found[-1] == (("Terms",), "# Terms\n\nThirty days.\n")
	assert extraction.notes == [UNVERIFIED] and told["document_title"] == "Contract 12"
	assert (extraction.extractor, extraction.media_type) == ("p7m", "application/pkcs7-mime")


def test_signed_files_as_text() -> None:
	"""In base64, between lines of dashes or alone, and a signature around another."""
	data = signed(b"Thirty days.\n" * 20)
	encoded = base64.encodebytes(data)
	armoured = b"-----BEGIN PKCS7-----\n" + encoded + b"-----END PKCS7-----\n"
	for name, form in (("a.txt.p7m", encoded), ("a.txt.p7m", armoured), ("a.txt.P7M", data)):
		sections, notes = read(name, form)
		assert sections[0].locator == Locator(lines=(1, 20)) and notes == [UNVERIFIED]
	sections, notes = read("a.txt.p7m.p7m", signed(data))
	assert sections[0].locator == Locator(lines=(1, 20)) and notes == [UNVERIFIED, UNVERIFIED]
	assert start("contract", signed(b"%PDF-1.4 " + bytes(500))).extractor == "p7m"
	older = b"-----BEGIN PKCS #7 SIGNED DATA-----\n" + encoded + b"-----END PKCS #7 SIGNED DATA-----\n"
	assert read("contract.txt", older)[0][0].text == "Thirty days.\n" * 20
	for text in ("-----BEGIN CMS guide\nHow to choose one.\n", "0 days, and -----BEGIN CMS-----\n"):
		assert start("guide.txt", text).extractor == "txt"


def test_signed_files_that_cannot_be_read() -> None:
	"""Encrypted, a signature alone, of an unknown kind, cut off, lengths that lie, levels without an end."""
	with pytest.raises(PasswordProtected):
		read("a.pdf.p7m", der(0x30, ENVELOPED, der(0xA0, der(0x30, b"\2\1\0"))))
	for detached in (signed(None), signed(None, ber)):
		with pytest.raises(NoText, match="signature alone"):
			read("a.pdf.p7m", detached)
	with pytest.raises(UnsupportedType, match="nothing was signed"):
		read("a.pdf.p7m", der(0x30, DATA, der(0xA0, der(4, b"text"))))
	whole = signed(b"Thirty days.\n" * 20)
	streamed = signed(b"Thirty days.\n" * 20, ber)
	in_whole_parts = streamed[: streamed.rindex(b"Thirty days.\n") + len(b"Thirty days.\n")]
	for spoilt in (
		in_whole_parts,
		whole[:100],
		whole[:30],
		b"no envelope",
		b"\x30\x88" + b"\xff" * 8 + whole[4:40],
		b"",
	):
		with pytest.raises((CorruptFile, NoText)):
			read("a.txt.p7m", spoilt)
	deep = der(0x30, SIGNED, ber(0xA0, ber(0x30, b"\2\1\1", b"\x31\x80" * 100_000)))
	with pytest.raises(CorruptFile):
		read("a.txt.p7m", deep)
	many = b"words"
	for _ in range(200):
		many = signed(many)
	with pytest.raises(UnsupportedType, match="lies in a file that lies in another one"):
		read("a.txt" + ".p7m" * 200, many)


def opaque(inner: bytes, kind: str = "pkcs7-mime") -> bytes:
	"""A mail that is nothing but an envelope of signatures around ``inner``."""
	mail = EmailMessage()
	mail["From"], mail["Subject"] = "ada@example.com", "Offer"
	mail.set_content(inner, maintype="application", subtype=kind, filename="smime.p7m")
	return mail.as_bytes()


def test_signed_mails() -> None:
	"""Text and attachments of a mail that was signed as a whole are those of the mail."""
	inner = EmailMessage()
	inner.set_content("It comes on Friday.")
	inner.add_attachment(b"Valve 7 first.\n", maintype="text", subtype="plain", filename="plan.txt")
	sections, notes = read("a.eml", opaque(signed(inner.as_bytes(), ber), "x-pkcs7-mime"))
	assert [(s.locator.part, s.text) for s in sections] == [
		(None, "From: ada@example.com\nSubject: Offer\n"),
		(None, "It comes on Friday.\n"),
		("attachment plan.txt", "Valve 7 first.\n"),
	]
	assert notes == ["The message is signed. Its signature was not verified."]


def test_a_mail_of_many_wrappings() -> None:
	"""They are as many as attachments may be, and what is beyond is loud."""
	mail = EmailMessage()
	mail["From"], mail["Subject"] = "ada@example.com", "Offer"
	mail.set_content("See below.")
	for number in range(60):
		inner = signed(f"Content-Type: text/plain\n\nitem{number} words{number}\n".encode())
		mail.add_attachment(inner, maintype="application", subtype="pkcs7-mime", filename="smime.p7m")
	mail.add_attachment(b"Valve 7 first.\n", maintype="text", subtype="plain", filename="plan.txt")
	sections, notes = read("a.eml", mail.as_bytes())
	assert len(sections) == 51 and sections[-1].text == "item49 words49\n"
	assert "Only the first 50 attachments" in notes[-1] and isinstance(notes[-1], Unread)


def test_encrypted_and_wrapped_mails() -> None:
	"""An encrypted mail is loud, and so is one in too many envelopes; a signed file that is attached is read as a file."""
	locked = der(0x30, ENVELOPED, der(0xA0, der(0x30, b"\2\1\0")))
	_sections, notes = read("a.eml", opaque(locked))
	assert "application/pkcs7-mime and was not read: encrypted" in notes[0] and isinstance(notes[0], Unread)
	mail = b"Content-Type: text/plain\n\nHello\n"
	for _ in range(9):
		head = b"Content-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n\n"
		mail = head + base64.encodebytes(signed(mail))
	_sections, notes = read("a.eml", b"From: a@example.com\nSubject: S\n" + mail)
	assert isinstance(notes[-1], Unread) and "was not read" in notes[-1]
	attached = message("Contract", "See the file.", signed(b"Thirty days.")).replace(
		b"note.txt", b"contract.txt.p7m"
	)
	sections, notes = read("a.eml", attached)
	assert sections[1].locator.part == "attachment contract.txt.p7m" and sections[1].text == "Thirty days.\n"
	assert notes == [f"Attachment “contract.txt.p7m”: {UNVERIFIED}"]
	sections, notes = read("a.zip", make_zip({"IT01.txt.p7m": signed(b"Invoice 7")}))
	assert sections[0].locator.part == "file IT01.txt.p7m" and sections[0].text == "Invoice 7\n"
