"""Messages, mailboxes, calendars and contacts as their programs save them, with their exact places."""

import base64
import gzip
import io
import struct
import tarfile
from email.message import EmailMessage

import pytest
from extractor_samples import make_compound, make_zip, read, saved, start
from mail_samples import APPOINTMENT, attribute, envelope, properties, wide

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, PasswordProtected, UnsupportedType
from huf.engine.extractors import extract
from huf.engine.extractors.archives import packed
from huf.engine.extractors.mail import mbox as mailbox
from huf.engine.extractors.unread import FirstNotes, Unread
from huf.engine.types import Locator

TICKS = 133_600_000_000_000_000
"""2024-05-12 15:06:40 UTC in tenths of microseconds since 1601."""


def stored(
	texts: dict[int, str], numbers: dict[tuple[int, int], int] | None = None, head: int = 32
) -> dict[str, bytes]:
	"""The streams of a message with these properties (MS-OXMSG), by their numbers."""
	fixed = b"".join(
		kind.to_bytes(2, "little") + tag.to_bytes(2, "little") + bytes(4) + value.to_bytes(8, "little")
		for (tag, kind), value in (numbers or {}).items()
	)
	return {
		"__properties_version1.0": bytes(head) + fixed,
		**{f"__substg1.0_{tag:04X}001F": text.encode("utf-16-le") for tag, text in texts.items()},
	}


def inside(storage: str, streams: dict[str, bytes]) -> dict[str, bytes]:
	"""The streams in a storage."""
	return {f"{storage}/{name}": data for name, data in streams.items()}


MESSAGE = {
	**stored(
		{
			0x37: "Delivery of KX-200",
			0x1000: "Dear Ada,\r\nit comes on Friday.\r\n",
			0xC1A: "Grace Hopper",
			0xE04: "Ada",
		},
		{(0x39, 0x40): TICKS},
	),
	"__substg1.0_5D01001F": "grace@example.com".encode("utf-16-le"),
	**inside(
		"__attach_version1.0_#00000000",
		{**stored({0x3707: "plan.txt"}, head=8), "__substg1.0_37010102": b"Valve 7 first.\n"},
	),
	**inside(
		"__attach_version1.0_#00000001",
		{
			**stored({0x3001: "Question"}, head=8),
			**inside(
				"__substg1.0_3701000D",
				{
					**stored({0x37: "Question", 0x1000: "When does it come?"}, head=24),
					**inside(
						"__attach_version1.0_#00000000",
						{**stored({0x3707: "deep.txt"}, head=8), "__substg1.0_37010102": b"Deep."},
					),
				},
			),
		},
	),
}


def test_msg() -> None:
	"""Headers, text, an attached file and an attached message, each in its place; what the message says of itself, too."""
	properties: dict[str, object] = {}
	content = Content("mail.msg", data=make_compound(MESSAGE), properties=properties)
	extraction = extract(content)
	found = [(section.locator, section.text) for section in extraction.sections]
	head = "From: Grace Hopper <grace@example.com>\nTo: Ada\nDate: Sun, 12 May 2024 15:06:40 +0000\nSubject: Delivery of KX-200\n"
	assert found == [
		(Locator(heading=("Delivery of KX-200",)), f"{head}\nDear Ada,\nit comes on Friday.\n"),
		(Locator(lines=(1, 1), part="attachment plan.txt"), "Valve 7 first.\n"),
		(
			Locator(heading=("Question",), part="attachment Question"),
			"Subject: Question\n\nWhen does it come?\n",
		),
	]
	assert (
		len(extraction.notes) == 1 and "“deep.txt” is attached to an attached message" in extraction.notes[0]
	)
	assert extraction.media_type == "application/vnd.ms-outlook"
	assert properties["document_title"] == "Delivery of KX-200" and "2024-05-12" in str(
		properties["document_date"]
	)


def test_an_appointment() -> None:
	"""When and where it is stands in its head, whether the times have numbers or names."""
	names = {
		"__nameid_version1.0/__substg1.0_00020102": bytes(16) + APPOINTMENT,
		"__nameid_version1.0/__substg1.0_00030102": b"".join(
			struct.pack("<IHH", number, of << 1, index)
			for index, (number, of) in enumerate([(0x8208, 3), (0x8208, 4), (0x820D, 4), (0x820E, 4)])
		),
	}
	told = {0x1A: "IPM.Appointment", 0x37: "Handover", 0x8000: "of another set", 0x8001: "Hall 3"}
	hour = 36_000_000_000
	made = {
		**stored(told, {(0x60, 0x40): TICKS, (0x61, 0x40): TICKS + hour}),
		**names,
	}
	head = "Subject: Handover\nWhen: Sun, 12 May 2024 15:06 to 16:06 UTC\nWhere: Hall 3\n"
	assert [section.text for section in read("a.msg", make_compound(made))[0]] == [head]
	by_name = {
		**stored(told, {(0x8002, 0x40): TICKS, (0x8003, 0x40): TICKS + 24 * hour}),
		**names,
	}
	assert (
		"When: Sun, 12 May 2024 15:06 to Mon, 13 May 2024 15:06 UTC\n"
		in read("a.msg", make_compound(by_name))[0][0].text
	)
	meeting = properties(
		(0x1A, 0x1F, wide("IPM.Schedule.Meeting.Request")),
		(0x37, 0x1F, wide("Handover")),
		(0x8208, 0x1F, wide("Hall 3")),
		(0x820D, 0x40, TICKS.to_bytes(8, "little")),
	)
	sections, _ = read("winmail.dat", envelope(attribute(0x9003, meeting)))
	assert sections[0].text == "Subject: Handover\nWhen: Sun, 12 May 2024 15:06 UTC\nWhere: Hall 3\n"
	mail = {**stored({0x37: "Offer", 0x8001: "Hall 3"}, {(0x60, 0x40): TICKS}), **names}
	assert read("a.msg", make_compound(mail))[0][0].text == "Subject: Offer\n"


def test_msg_in_other_forms() -> None:
	"""Text of an old code page, a text that is HTML alone, and the headers that servers wrote, which go before the stored ones."""
	narrow = {
		"__properties_version1.0": bytes(32)
		+ bytes.fromhex("0300FD3F00000000")
		+ (1251).to_bytes(8, "little"),
		"__substg1.0_0037001E": "Отпуск".encode("cp1251"),
		"__substg1.0_10130102": "<p>Тридцать <b>дней</b></p>".encode(),
		"__substg1.0_007D001F": "From: =?utf-8?q?J=C3=B6rg?= <j@example.com>\r\nDate: Mon, 6 May 2024 09:00:00 +0200\r\n".encode(
			"utf-16-le"
		),
	}
	sections, notes = read("a.msg", make_compound(narrow))
	assert "".join(section.text for section in sections) == (
		"From: Jörg <j@example.com>\nDate: Mon, 06 May 2024 09:00:00 +0200\nSubject: Отпуск\nТридцать дней\n"
	)
	assert notes == []


def test_compound_files_are_told_apart_by_what_lies_at_their_top(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A message that holds an encrypted file is no encrypted file; without LibreOffice an old document is refused with what to do."""
	monkeypatch.setenv("PATH", "")
	locked = make_compound({"EncryptedPackage": b"x", "EncryptionInfo": b"y"})
	held = inside(
		"__attach_version1.0_#00000000",
		{**stored({0x3707: "a.docx"}, head=8), "__substg1.0_37010102": locked},
	)
	sections, notes = read("a.doc", make_compound({**stored({0x37: "Hello"}), **held}))
	assert (
		sections[0].text == "Subject: Hello\n" and "“a.docx” was not read: The file is encrypted" in notes[0]
	)
	with pytest.raises(PasswordProtected):
		read("a.msg", locked)
	with pytest.raises(UnsupportedType, match="save it as docx"):
		read("a.doc", make_compound({"WordDocument": b"x", "ObjectPool/_1/Workbook": b"y"}))
	with pytest.raises(CorruptFile):
		read("a.msg", make_compound(MESSAGE)[:600])


def test_msg_with_many_attachments() -> None:
	"""The fifty-first attachment is noted."""
	many = {}
	for number in range(52):
		many.update(
			inside(
				f"__attach_version1.0_#{number:08X}",
				{**stored({0x3707: f"{number}.txt"}, head=8), "__substg1.0_37010102": b"text"},
			)
		)
	sections, notes = read("a.msg", make_compound({**stored({0x37: "Many"}), **many}))
	assert len(sections) == 51 and "first 50 attachments" in notes[0]


def message(subject: str, text: str, attached: bytes | None = None) -> bytes:
	"""A mail."""
	mail = EmailMessage()
	mail["From"], mail["To"], mail["Date"] = (
		"a@example.com",
		"b@example.com",
		"Mon, 6 May 2024 09:00:00 +0000",
	)
	mail["Subject"] = subject
	mail.set_content(text)
	if attached is not None:
		mail.add_attachment(attached, maintype="application", subtype="octet-stream", filename="note.txt")
	return mail.as_bytes()


def mailbox_of(*messages: bytes) -> bytes:
	"""The messages in one file, each behind its line."""
	return b"".join(b"From a@example.com Mon May  6 09:00:00 2024\n" + one + b"\n" for one in messages)


@pytest.mark.parametrize("name", ["inbox.mbox", "Inbox", "archive.2024"])
def test_mbox(name: str) -> None:
	"""Each message is in a part of its own, with what is attached to it; a quoted "From " begins none."""
	data = mailbox_of(message("One", "Hello\n>From here on\n"), message("Two", "Bye", b"Attached."))
	sections, notes = read(name, data)
	assert notes == []
	assert [(s.locator.part, s.locator.heading) for s in sections] == [
		("message 1", ("One",)),
		("message 2", ("Two",)),
		("message 2, attachment note.txt", ()),
	]
	assert sections[0].text.endswith("Subject: One\n\nHello\nFrom here on\n")


def test_mbox_with_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Messages beyond the limits are noted; a file under this name without any is refused. Other endings are believed."""
	data = mailbox_of(message("One", "x" * 5000), message("Two", "Bye"), message("Three", "Bye"))
	monkeypatch.setattr(mailbox, "MAX_BYTES", 2000)
	monkeypatch.setattr(mailbox, "MAX_MESSAGES", 2)
	sections, notes = read("a.mbox", data)
	assert [section.locator.part for section in sections] == ["message 2"]
	assert all(isinstance(note, Unread) for note in notes) and len(notes) == 2
	assert "Message 1 has more than" in notes[0] and "Only the first 2 messages" in notes[1]
	with pytest.raises(CorruptFile, match="From"):
		read("a.mbox", "Hello there\n")
	assert start("a.txt", data).extractor == "txt"
	assert start("letter", b"From the beginning\nto the end\n" * 9, "text/plain").extractor == "txt"


def test_many_notes_are_few() -> None:
	"""What is wrong with twenty files is told for each; with more, how many there are; and one of them may be loud."""
	notes: list[str] = []
	told = FirstNotes(notes)
	for number in range(25):
		told.add(str(number))
	told.add(Unread("loud"))
	told.end()
	assert len(notes) == 21 and "6 more" in notes[-1] and isinstance(notes[-1], Unread)


CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
X-WR-CALNAME:Plant 2
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1
SUMMARY:Valve check\\, line 7
DTSTART;TZID=Europe/Berlin:20240506T090000
DTEND;TZID=Europe/Berlin:20240506T103000
RRULE:FREQ=WEEKLY;BYDAY=MO
LOCATION:Hall\\; B
ORGANIZER;CN="Hopper, Grace":mailto:grace@example.com
ATTENDEE;CN=Ada;ROLE=REQ-PARTICIPANT:mailto:ada@example.com
ATTENDEE:MAILTO:bob@example.com
DESCRIPTION:Bring the gauge.\\nAnd the very lo
 ng wrench.
BEGIN:VALARM
DESCRIPTION:REMINDER
TRIGGER:-PT15M
END:VALARM
END:VEVENT
BEGIN:VEVENT
SUMMARY:Works holiday
DTSTART;VALUE=DATE:20241224
DTEND;VALUE=DATE:20241227
END:VEVENT
BEGIN:VTODO
SUMMARY:Order seals
DUE:20240601T120000Z
STATUS:NEEDS-ACTION
END:VTODO
END:VCALENDAR
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_ics(line_end: str) -> None:
	"""Times as people write them, folded lines whole, escapes gone; alarms and rules of time zones are left out."""
	sections, notes = read("plan.ics", CALENDAR.replace("\n", line_end))
	assert notes == []
	assert [(s.locator.heading, s.locator.part, s.text) for s in sections] == [
		(
			("Plant 2", "Valve check, line 7"),
			"entry 1",
			"Valve check, line 7\nWhen: 2024-05-06 09:00 Europe/Berlin to 2024-05-06 10:30 Europe/Berlin\n"
			"Repeats: FREQ=WEEKLY;BYDAY=MO\nWhere: Hall; B\nOrganizer: Hopper, Grace <grace@example.com>\n"
			"Attendees: Ada <ada@example.com>, bob@example.com\n\nBring the gauge.\nAnd the very long wrench.\n",
		),
		(
			("Plant 2", "Works holiday"),
			"entry 2",
			"Works holiday\nWhen: 2024-12-24 to 2024-12-26\n",
		),
		(
			("Plant 2", "Order seals"),
			"entry 3",
			"Order seals\nDue: 2024-06-01 12:00 UTC\nStatus: needs-action\n",
		),
	]
	assert start("invite", CALENDAR, "text/calendar; method=REQUEST").extractor == "ics"
	with pytest.raises(CorruptFile, match="BEGIN:VCALENDAR"):
		read("a.ics", "Hello")


CONTACTS = """BEGIN:VCARD
VERSION:4.0
N:Hopper;Grace;;;
FN:Grace Hopper
ORG:Navy;Computing
TITLE:Rear Admiral
TEL;TYPE=cell,pref:+1 555 0100
EMAIL;TYPE=INTERNET;TYPE=work:grace@example.com
item1.ADR;TYPE=home:;;1 Main St\\; rear;Arlington;VA;22201;USA
NOTE:Knows COBOL.\\nAsk early.
PHOTO;ENCODING=b;TYPE=JPEG:AAAA
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg
TEL;HOME;VOICE:030 1234
NOTE;ENCODING=QUOTED-PRINTABLE:first=
 second=0Athird
END:VCARD
"""


def test_vcf() -> None:
	"""Each contact by name, in the forms of three versions; pictures are left out."""
	sections, notes = read("team.vcf", CONTACTS)
	assert notes == []
	assert [(s.locator.heading, s.locator.part, s.text) for s in sections] == [
		(
			("Grace Hopper",),
			"contact 1",
			"Grace Hopper\nOrganization: Navy, Computing\nPosition: Rear Admiral\nTelephone (mobile): +1 555 0100\n"
			"E-mail (work): grace@example.com\nAddress (home): 1 Main St; rear, Arlington, VA, 22201, USA\n\n"
			"Knows COBOL.\nAsk early.\n",
		),
		(("Jörg Müller",), "contact 2", "Jörg Müller\nTelephone (home): 030 1234\n\nfirst second\nthird\n"),
	]
	with pytest.raises(CorruptFile, match="BEGIN:VCARD"):
		read("a.vcard", "Hello")


def test_a_meeting_in_a_mail() -> None:
	"""A calendar that came with a mail is read as one, by its type."""
	mail = EmailMessage()
	mail["Subject"] = "Meeting"
	mail.set_content("See the invitation.")
	mail.add_attachment(CALENDAR.encode(), maintype="text", subtype="calendar", filename="invite.ics")
	sections, _notes = read("a.eml", mail.as_bytes())
	assert sections[1].locator.part == "attachment invite.ics, entry 1"


FILES = {
	"b/manual.md": b"# Pumps\n\nCheck valve 7.\n",
	"a.txt": b"First\nSecond\n",
	"__MACOSX/a.txt": b"resource",
	"b/.DS_Store": b"\0\0",
	"film.mp4": b"\0\0\0\x18ftypmp42" + bytes(99),
}


def test_zip() -> None:
	"""Each file is read as it would be alone, in the order of names; one that cannot be read is noted and costs no other."""
	sections, notes = read("files.zip", make_zip(FILES))
	assert [(s.locator, s.text) for s in sections] == [
		(Locator(lines=(1, 2), part="file a.txt"), "First\nSecond\n"),
		(Locator(heading=("Pumps",), lines=(1, 3), part="file b/manual.md"), "# Pumps\n\nCheck valve 7.\n"),
	]
	assert len(notes) == 1 and notes[0].startswith("The file “film.mp4” was not read: This is")
	assert isinstance(notes[0], Unread)
	assert read("files", make_zip(FILES))[0] == sections
	with pytest.raises(UnsupportedType, match="ZIP"):
		read("files.jar", make_zip(FILES))


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tgz", "a.tar.bz2", "a.tar.xz", "backup.old"])
def test_tar(name: str) -> None:
	"""As a ZIP archive, compressed or not; links are left out."""
	mode = {"gz": "w:gz", "tgz": "w:gz", "bz2": "w:bz2", "xz": "w:xz"}.get(name.rpartition(".")[2], "w")

	def save(stream: io.BytesIO) -> None:
		with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
			for path, data in FILES.items():
				member = tarfile.TarInfo(path)
				member.size = len(data)
				archive.addfile(member, io.BytesIO(data))
			link = tarfile.TarInfo("passwords.txt")
			link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
			archive.addfile(link)

	sections, notes = read(name, saved(save))
	assert [s.locator.part for s in sections] == ["file b/manual.md", "file a.txt"]
	assert len(notes) == 1 and "film.mp4" in notes[0]


def test_a_compressed_archive_is_one_by_its_name() -> None:
	"""What is called an archive of files has to be one."""
	with pytest.raises(CorruptFile):
		read("a.tar.gz", gzip.compress(b"no archive"))


def test_archives_in_archives() -> None:
	"""What lies deeper than two files is not read, so that no file holds others without an end."""
	inner = make_zip({"a.txt": b"deep"})
	sections, notes = read("a.zip", make_zip({"b.zip": inner, "c.txt": b"text"}))
	assert [s.locator.part for s in sections] == ["file c.txt"] and "itself an archive" in notes[0]
	# A message with an archive is read to its files; an archive with such a message is not.
	sections, notes = read("a.eml", message("S", "T", inner).replace(b"note.txt", b"note.zip"))
	assert [s.locator.part for s in sections] == [None, "attachment note.zip, file a.txt"] and notes == []
	held = make_zip({"m.eml": message("S", "T", inner).replace(b"note.txt", b"note.zip")})
	sections, notes = read("a.zip", held)
	assert [s.locator.part for s in sections] == ["file m.eml"] and "Upload it on its own" in notes[0]
	plain = make_zip({"m.eml": message("S", "T", b"words")})
	assert [s.locator.part for s in read("a.zip", plain)[0]][1] == "file m.eml, attachment note.txt"
	mailed = message("S", "T", make_zip({"m.eml": message("S", "T", b"words")}))
	sections, notes = read("a.eml", mailed.replace(b"note.txt", b"note.zip", 1))
	assert "lies in a file that lies in another one" in notes[0]


def test_archives_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Too many files, too large ones, and a bomb: what is not read is noted, and nothing is unpacked for it."""
	monkeypatch.setattr(packed, "MAX_FILES", 3)
	sections, notes = read("a.zip", make_zip({f"{n}.txt": b"words" for n in range(5)}))
	assert len(sections) == 3 and "Only the first 3 files" in notes[0] and isinstance(notes[0], Unread)
	monkeypatch.setattr(packed, "MAX_FILE", 100)
	sections, notes = read("a.zip", make_zip({"a.txt": b"x" * 101, "b.txt": b"words"}))
	assert [s.locator.part for s in sections] == ["file b.txt"] and "“a.txt” has more than" in notes[0]
	monkeypatch.setattr(packed, "MAX_UNPACKED", 150)
	sections, notes = read("a.zip", make_zip({"a.txt": b"x" * 90, "b.txt": b"x" * 90}))
	assert [s.locator.part for s in sections] == ["file a.txt"] and "Only the first 1 files" in notes[0]
	with pytest.raises(InputTooLarge, match="suspicious"):
		read("a.zip", make_zip({"a.txt": bytes(20 << 20)}))
	with pytest.raises(PasswordProtected):
		read("a.zip", _encrypted(make_zip({"a.txt": b"words"})))


def _encrypted(data: bytes) -> bytes:
	"""The archive with the sign of encryption on its file (APPNOTE 4.4.4)."""
	place = data.index(b"PK\x01\x02") + 8
	return data[:place] + bytes([data[place] | 1]) + data[place + 1 :]


@pytest.mark.parametrize("name", ["mail.eml", "mail.msg", "mail", "mail.1700000000"])
def test_a_mail_with_bytes_that_no_mail_has(name: str) -> None:
	"""NUL in the first lines of the text makes a file look binary; a mail is told by its header all the same."""
	mail = "From: ada@example.com\nTo: bob@example.com\nSubject: Pumps\nDate: Mon, 3 May 2021 09:00:00 +0000\n\nOpen\0 valve 7.\n"
	sections, notes = read(name, mail)
	assert notes == [] and sections[0].text.endswith("\n\nOpen\ufffd valve 7.\n")
	with pytest.raises(UnsupportedType, match="binary"):
		read(name, "From: ada@example.com\n\n\0\0")


def test_an_attached_message_in_base64() -> None:
	"""No program may encode it, and some do."""
	inner = b"From: ada@example.com\nSubject: Seals\n\nThey are worn.\n"
	mail = (
		b"From: bob@example.com\nTo: ada@example.com\nSubject: Pumps\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below.\n"
		b"--b\nContent-Type: message/rfc822\nContent-Disposition: attachment; filename=seals.eml\nContent-Transfer-Encoding: base64\n\n%s--b--\n"
	)
	sections, _ = read("a.eml", mail % base64.encodebytes(inner))
	assert sections[-1].text == "From: ada@example.com\nSubject: Seals\n\nThey are worn.\n"
	assert sections[-1].locator.part == "attachment seals.eml"
	sections, _ = read("a.eml", mail % b"x=x\n")
	assert sections[0].text.endswith("See below.\n")
