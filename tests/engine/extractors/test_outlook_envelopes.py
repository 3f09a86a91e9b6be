"""What Exchange and Outlook send to others: winmail.dat, and texts in compressed Rich Text."""

import struct
from email.message import EmailMessage

import pytest
from extractor_samples import make_compound, read
from mail_samples import (
	RTF_EXAMPLES,
	attached_file,
	attached_message,
	attribute,
	compressed,
	delivery,
	envelope,
	properties,
	wide,
)
from test_extract_messages import stored

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, NoText
from huf.engine.extractors import extract
from huf.engine.extractors.mail.compressed_rtf import decompressed
from huf.engine.extractors.office.rich_text.encapsulated import encapsulated_html
from huf.engine.extractors.unread import Unread
from huf.engine.types import Locator

HEAD = (
	"From: Grace Hopper <grace@example.com>\nTo: Ada <ada@example.com>\nCc: Bob <bob@example.com>\n"
	"Date: Sun, 12 May 2024 15:06:40 +0000\nSubject: Delivery of KX-200\n"
)
WRAPPED_HTML = (
	r"{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial;}}"
	r"{\*\generator Exchange;}{\*\htmltag64 <h1>}\htmlrtf {\htmlrtf0 Prices\htmlrtf\par}\htmlrtf0 {\*\htmltag72 </h1>}"
	r"{\*\htmltag64 <table><tr><th>Item</th><th>Price</th></tr><tr><td>}Valve{\*\htmltag84 &nbsp;}\htmlrtf \'a0\htmlrtf0 7"
	r"{\*\htmltag148 </td><td>}{\f1 \'e4\'e0}, \u8364 ?9{\*\htmltag156 </td></tr></table>}"
	r"{\*\mhtmltag84 <img src='x'>}{\*\htmltag84 <p title='\'e9'>}caf\'e9\line more{\*\htmltag92 </p>}}"
)


def test_a_message_in_an_envelope() -> None:
	"""Who wrote to whom, the text, an attached file by its whole name and an attached message; and what it says of itself."""
	told: dict[str, object] = {}
	extraction = extract(Content("winmail.dat", data=delivery(), properties=told))
	found = [(section.locator, section.text) for section in extraction.sections]
	place = Locator(heading=("Delivery of KX-200",))
	assert found == [
		(place, HEAD),
		(place, "Dear Ada,\nit comes on Friday.\n"),
		(Locator(lines=(1, 1), part="attachment Plan for valve 7.txt"), "Valve 7 first.\n"),
		(
			Locator(heading=("Question",), part="attachment Question"),
			"Subject: Question\n\nWhen?\n",
		),
	]
	assert (
		len(extraction.notes) == 1 and "“deep.txt” is attached to an attached message" in extraction.notes[0]
	)
	assert (extraction.extractor, extraction.media_type) == ("tnef", "application/ms-tnef")
	assert told["document_title"] == "Delivery of KX-200" and "2024-05-12" in str(told["document_date"])


def mail(text: str, packed: bytes, name: str = "winmail.dat") -> bytes:
	"""A mail as Exchange sends it to others."""
	message = EmailMessage()
	message["From"], message["Subject"] = "grace@example.com", "Delivery"
	message.set_content(text)
	message.add_attachment(packed, maintype="application", subtype="ms-tnef", filename=name)
	return message.as_bytes()


def test_a_mail_with_an_envelope() -> None:
	"""The files in it are the mail's own. Its text is read where the mail does not say it already."""
	sections, notes = read("a.eml", mail("Dear Ada,\n\nit comes on Friday.\n", delivery()))
	assert [(s.locator.part, s.locator.heading) for s in sections] == [
		(None, ("Delivery",)),
		("attachment Plan for valve 7.txt", ()),
		("attachment Question", ("Question",)),
	]
	assert len(notes) == 1 and "deep.txt" in notes[0]
	sections, _notes = read("a.eml", mail("This mail was checked for viruses.", delivery()))
	assert sections[1].text == "Dear Ada,\nit comes on Friday.\n" and sections[1].locator.heading == (
		"Delivery",
	)
	alone = EmailMessage()
	alone["From"], alone["Subject"] = "grace@example.com", "Delivery"
	alone.set_content(delivery(), maintype="application", subtype="ms-tnef")
	sections, notes = read("a.eml", alone.as_bytes())
	assert [s.text for s in sections[:2]] == [
		"From: grace@example.com\nSubject: Delivery\n",
		"Dear Ada,\nit comes on Friday.\n",
	]
	assert len(sections) == 4 and len(notes) == 1
	sections, notes = read("a.eml", mail("Hello", b"no envelope at all"))
	assert len(sections) == 1 and "“winmail.dat” was not read" in notes[0] and isinstance(notes[0], Unread)


def test_envelopes_of_old_programs() -> None:
	"""The text and the subject as attributes, in a code page; an attachment without a beginning; rubbish behind the end."""
	data = (
		bytes.fromhex("789f3e220100")
		+ attribute(0x9007, struct.pack("<II", 1251, 0))
		+ attribute(0x8004, "Отпуск\0".encode("cp1251"))
		+ attribute(0x800C, "Тридцать дней".encode("cp1251"))
		+ attribute(0x800F, b"Attached.", 2)
		+ attribute(0x8010, b"note.txt\0", 2)
		+ b"\x77rubbish behind the end"
	)
	sections, notes = read("a.dat", data)
	assert [section.text for section in sections] == ["Subject: Отпуск\n\nТридцать дней\n", "Attached.\n"]
	assert sections[1].locator.part == "attachment note.txt" and notes == []


def test_damaged_envelopes() -> None:
	"""Wrong checksums are a plain note; what is cut off, or claims more than there is, is loud; what was there is read."""
	whole = delivery()
	spoilt = bytearray(whole)
	spoilt[whole.index(b"Valve 7") + len("Valve 7 first.\n")] ^= 1
	sections, notes = read("winmail.dat", bytes(spoilt))
	assert len(sections) == 4 and "Checksums" in notes[0] and not isinstance(notes[0], Unread)
	cut = whole[: whole.index(b"Valve 7") + 5]
	sections, notes = read("winmail.dat", cut)
	assert [s.text for s in sections[1:]] == ["Dear Ada,\nit comes on Friday.\n", "Valve\n"]
	assert "cut off" in notes[0] and isinstance(notes[0], Unread)
	lying = envelope(
		attribute(0x9003, struct.pack("<I", 0xFFFFFFFF) + properties((0x37, 0x1F, wide("A")))[4:])
	)
	sections, notes = read("winmail.dat", lying)
	assert sections[0].text == "Subject: A\n" and "cut off" in notes[0]
	with pytest.raises(NoText):
		read("winmail.dat", envelope(attribute(0x9003, struct.pack("<IHHI", 1, 0x1E, 0x37, 0xFFFFFFF0))))
	with pytest.raises(CorruptFile):
		read("a.tnef", b"hello")
	text = Content("a.txt", data='xŸ>" is no envelope'.encode("cp1252"))
	assert extract(text).extractor == "txt"


def test_envelopes_in_envelopes() -> None:
	"""A file in an envelope that is itself one is not opened, and so no file holds others without an end."""
	inner = delivery()
	for _ in range(50):
		inner = envelope(attached_file("winmail.dat", inner))
	with pytest.raises(NoText, match=r"attached message “winmail\.dat” was not read"):
		read("winmail.dat", inner)


@pytest.mark.parametrize(("packed", "rich"), RTF_EXAMPLES.items())
def test_compressed_rich_text(packed: str, rich: bytes) -> None:
	"""The examples of the specification; damage is told, and costs only what stands behind it."""
	data = bytes.fromhex(packed)
	assert decompressed(data) == (rich, True)
	assert decompressed(compressed(rich)) == (rich, True)
	assert decompressed(data[:12] + bytes(4) + data[16:]) == (rich, False)
	text, is_whole = decompressed(data[:24])
	assert rich.startswith(text) and not is_whole
	stored_as_it_is = struct.pack("<II4sI", len(rich) + 12, len(rich), b"MELA", 0) + rich
	assert decompressed(stored_as_it_is) == (rich, True)
	with pytest.raises(CorruptFile):
		decompressed(rich)


def test_compressed_rich_text_that_lies() -> None:
	"""It gives eight times its size at most, whatever it says, and refers to nothing that is not there."""
	body = (b"\xff" + b"\x00\x0f" * 8) * 1000
	text, is_whole = decompressed(struct.pack("<II4sI", len(body) + 12, 0xFFFFFFFF, b"LZFu", 0) + body)
	assert len(text) <= 8 * len(body) and not is_whole
	far = struct.pack("<II4sI", 15, 100, b"LZFu", 0) + b"\1\xf0\x00"
	assert decompressed(far) == (b"", False)


def test_msg_with_rich_text_alone() -> None:
	"""It is read as Rich Text is; a damaged one is loud."""
	rich = rb"{\rtf1\ansi{\stylesheet{\s1 heading 1;}}\pard\s1 Terms\par\pard\plain Thirty days.\par}"
	message = {**stored({0x37: "Offer"}), "__substg1.0_10090102": compressed(rich)}
	sections, notes = read("a.msg", make_compound(message))
	assert [(s.locator.heading, s.text) for s in sections] == [
		(("Offer",), "Subject: Offer\n"),
		(("Offer", "Terms"), "Terms\nThirty days.\n"),
	]
	assert notes == []
	message["__substg1.0_10090102"] = b"not compressed at all"
	sections, notes = read("a.msg", make_compound(message))
	assert len(sections) == 1 and "no compressed Rich Text" in notes[0] and isinstance(notes[0], Unread)
	message["__substg1.0_10090102"] = compressed(rich)[:-9]
	sections, notes = read("a.msg", make_compound(message))
	assert len(sections) == 2 and "cut off" in notes[0] and isinstance(notes[0], Unread)


def test_html_inside_rich_text() -> None:
	"""The HTML comes out once, with the letters of its fonts, and is read as HTML: headings and tables are there."""
	assert encapsulated_html(WRAPPED_HTML) == (
		"<h1>Prices</h1><table><tr><th>Item</th><th>Price</th></tr><tr><td>Valve&nbsp;7</td><td>да, €9</td></tr></table>"
		"<p title='é'>café\nmore</p>"
	)
	assert encapsulated_html(r"{\rtf1\ansi\fromtext Hello}") is None
	message = {**stored({0x37: "Offer"}), "__substg1.0_10090102": compressed(WRAPPED_HTML.encode("latin-1"))}
	sections, notes = read("a.msg", make_compound(message))
	assert notes == []
	assert [(s.locator.heading, s.header, s.text) for s in sections[1:]] == [
		(("Offer", "Prices"), "Item | Price", "Valve 7 | да, €9\n"),
		(("Offer", "Prices"), "", "café more\n"),
	]


def test_rich_text_of_groups_without_an_end() -> None:
	"""It is noted, as any text that is made to do harm, and the message is read."""
	deep = b"{\\rtf1\\fromhtml1 " + b"{" * 5000
	message = {**stored({0x37: "Offer"}), "__substg1.0_10090102": compressed(deep)}
	sections, notes = read("a.msg", make_compound(message))
	assert len(sections) == 1 and "groups in one another" in notes[0] and isinstance(notes[0], Unread)


def test_an_attached_message_that_is_cut_off() -> None:
	"""What was found out about it is told as it is of the message that it came with."""
	inner = envelope(attribute(0x800C, b"When does it come?\0"), attribute(0x8004, b"Question\0"))
	sections, notes = read(
		"winmail.dat", envelope(attribute(0x800C, b"See below.\0"), attached_message(inner[:-6]))
	)
	assert [section.locator.part for section in sections] == [None, "attachment Question"]
	assert len(notes) == 1 and "cut off" in notes[0] and isinstance(notes[0], Unread)
