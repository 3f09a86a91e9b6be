"""Calendars (iCalendar, RFC 5545) and contacts (vCard, RFC 6350): one grammar of lines, one passage for each entry."""

import quopri
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.encoding import read_text
from huf.engine.extractors.sections import is_blank, one_line
from huf.engine.extractors.web.html import html_sections
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 1
USES = ("html",)

MAX_BYTES = 64 << 20
_LINE = re.compile(
	r"(?:[\w-]+\.)?(?P<name>[\w-]+)(?P<parameters>(?:;[^\":;]*(?:\"[^\"]*\"[^\":;]*)*)*):(?P<value>.*)"
)
_PARAMETER = re.compile(r";(?P<name>[\w-]+)=(?P<value>(?:\"[^\"]*\"|[^;\"])*)|;(?P<bare>[^;=\"]+)")
_ESCAPED = re.compile(r"\\([\\;,nN])")
_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(?:\d\d)?(Z?))?\Z")
_ENTRIES = ("VEVENT", "VTODO", "VJOURNAL")
_WORDS = {"cell": "mobile", "pref": "", "voice": "", "internet": "", "x400": "", "type": ""}
"""Kinds of a telephone number or an address, where people say them otherwise, or not at all."""


@dataclass(frozen=True, slots=True)
class _Line:
	name: str
	parameters: dict[str, str]
	value: str
	"""As it is written, escapes included."""

	@property
	def text(self) -> str:
		return _ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], self.value).strip()

	@property
	def kinds(self) -> str:
		"""`` (home, mobile)``; empty where it does not say."""
		found = (kind.strip('" ').lower() for kind in self.parameters.get("TYPE", "").split(","))
		words = dict.fromkeys(filter(None, (_WORDS.get(kind, kind) for kind in found)))
		return f" ({', '.join(words)})" if words else ""


def extract_ics(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Each event, task and note with its times as people write them, under the name of its calendar. Alarms and the rules
	of time zones are left out."""
	calendar, number = "", 0
	open_parts: list[str] = []
	entry: list[_Line] = []
	for line in _lines(content, notes, "VCALENDAR"):
		if line.name == "BEGIN":
			open_parts.append(line.value.strip().upper())
		elif line.name == "END":
			ended = open_parts.pop() if open_parts else ""
			if ended in _ENTRIES and entry:
				number += 1
				yield from _entry(entry, calendar, f"entry {number}", notes)
				entry = []
		elif open_parts[-1:] == ["VCALENDAR"] and line.name in ("X-WR-CALNAME", "NAME"):
			calendar = one_line(line.text)
		elif open_parts and open_parts[-1] in _ENTRIES:
			entry.append(line)


def extract_vcf(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Each contact under its name. Pictures, sounds and keys are left out."""
	card: list[_Line] = []
	number = 0
	for line in _lines(content, notes, "VCARD"):
		if line.name == "BEGIN":
			card = []
		elif line.name == "END":
			number += 1
			yield from _card(card, f"contact {number}")
			card = []
		else:
			card.append(line)


def _lines(content: Content, notes: list[str], kind: str) -> Iterator[_Line]:
	found = False
	for text in _unfolded(read_text(content, notes, MAX_BYTES).splitlines()):
		if not (match := _LINE.match(text)):
			continue
		name, value = match["name"].upper(), match["value"]
		parameters: dict[str, str] = {}
		for each in _PARAMETER.finditer(match["parameters"]):
			key = each["name"].upper() if each["name"] else "TYPE"
			told = each["value"] if each["name"] else each["bare"]
			parameters[key] = f"{parameters[key]},{told}" if key in parameters else told
		if "QUOTED-PRINTABLE" in f"{parameters.get('ENCODING', '')},{parameters.get('TYPE', '')}".upper():
			value = _plain(value, parameters.get("CHARSET", "utf-8"))
		found = found or (name == "BEGIN" and value.strip().upper() == kind)
		if found:
			yield _Line(name, parameters, value)
	if not found:
		raise CorruptFile(sentence(f"This is no .{content.extension} file: BEGIN:{kind} is not in it."))


def _unfolded(lines: Iterable[str]) -> Iterator[str]:
	"""Lines whole: one that begins with a space goes on (RFC 5545, 3.1), and so does, in vCard 2.1, one that ends in ``=``."""
	parts: list[str] = []
	for line in lines:
		if parts and parts[-1].endswith("=") and "QUOTED-PRINTABLE" in parts[0].upper():
			parts[-1] = parts[-1][:-1]
			parts.append(line)
		elif parts and line[:1] in (" ", "\t") and line:
			parts.append(line[1:])
		else:
			if parts:
				yield "".join(parts)
			parts = [line]
	if parts:
		yield "".join(parts)


def _plain(value: str, charset: str) -> str:
	data = quopri.decodestring(value.encode("utf-8", "replace"))
	try:
		text = data.decode(charset.strip('"'))
	except (LookupError, UnicodeError, ValueError):
		text = data.decode("cp1252", "replace")
	return text.replace("\r\n", "\\n").replace("\n", "\\n")


def _entry(lines: list[_Line], calendar: str, part: str, notes: list[str]) -> Iterator[Section]:
	known: dict[str, _Line] = {}
	for line in lines:
		known.setdefault(line.name, line)

	def text(name: str) -> str:
		return known[name].text if name in known else ""

	title = one_line(text("SUMMARY"))
	description = text("DESCRIPTION")
	if not description and "X-ALT-DESC" in known:
		description = "".join(section.text for section in html_sections(known["X-ALT-DESC"].text, notes))
	people = [_person(line) for line in lines if line.name == "ATTENDEE"]
	shown = {
		"": title,
		"When": _when(known),
		"Due": _moment(known.get("DUE")),
		"Repeats": text("RRULE"),
		"Where": text("LOCATION"),
		"Organizer": _person(known["ORGANIZER"]) if "ORGANIZER" in known else "",
		"Attendees": ", ".join(filter(None, people)),
		"Status": text("STATUS").lower(),
		"Categories": ", ".join(line.text for line in lines if line.name == "CATEGORIES"),
		"Link": text("URL"),
	}
	body = "".join(
		f"{name}: {one_line(value)}\n" if name else f"{value}\n" for name, value in shown.items() if value
	)
	body += f"\n{description}\n" if not is_blank(description) else ""
	if body:
		yield Section(body, Locator(heading=tuple(filter(None, (calendar, title))), part=part))


def _when(known: dict[str, _Line]) -> str:
	begin, end = _moment(known.get("DTSTART")), _moment(known.get("DTEND"), is_end=True)
	if not begin:
		return ""
	if "DURATION" in known and not end:
		return f"{begin} for {known['DURATION'].value.strip()}"
	return f"{begin} to {end}" if end and end != begin else begin


def _moment(line: _Line | None, *, is_end: bool = False) -> str:
	"""``2026-03-04 10:00 UTC``, ``2026-03-04 10:00 Europe/Berlin`` or a day; whole days end on the last that is in them."""
	if line is None:
		return ""
	if not (found := _MOMENT.match(line.value.strip())):
		return line.text
	year, month, day, hour, minute, utc = found.groups()
	try:
		on = date(int(year), int(month), int(day))
		if hour is None:
			return (on - timedelta(days=1) if is_end else on).isoformat()
	except (ValueError, OverflowError):
		return line.text
	zone = "UTC" if utc else line.parameters.get("TZID", "").strip('"')
	return f"{on.isoformat()} {hour}:{minute} {zone}".rstrip()


def _person(line: _Line) -> str:
	name = line.parameters.get("CN", "").strip('" ')
	address = line.text[len("mailto:") :] if line.text.lower().startswith("mailto:") else ""
	return f"{name} <{address}>" if name and address and name != address else name or address


def _card(lines: list[_Line], part: str) -> Iterator[Section]:
	named = {line.name: line for line in reversed(lines)}
	family = [piece.strip() for piece in _fields(named["N"].value)] if "N" in named else []
	full = one_line(named["FN"].text) if "FN" in named else ""
	full = full or one_line(" ".join((family[1:2] or [""]) + family[:1]))
	shown: list[tuple[str, str]] = [("", full)]
	for line in lines:
		if "BASE64" in line.parameters.get("TYPE", "").upper() or line.parameters.get(
			"ENCODING", ""
		).upper() in ("B", "BASE64"):
			continue
		parts = [one_line(piece) for piece in _fields(line.value)]
		label, value = {
			"ORG": ("Organization", ", ".join(filter(None, parts))),
			"TITLE": ("Position", line.text),
			"ROLE": ("Role", line.text),
			"NICKNAME": ("Also called", line.text),
			"TEL": (f"Telephone{line.kinds}", line.text.removeprefix("tel:")),
			"EMAIL": (f"E-mail{line.kinds}", line.text),
			"ADR": (f"Address{line.kinds}", ", ".join(filter(None, parts))),
			"BDAY": ("Born", line.text),
			"URL": ("Link", line.text),
			"CATEGORIES": ("Categories", line.text),
		}.get(line.name, ("", ""))
		if value:
			shown.append((label, value))
	body = "".join(f"{name}: {one_line(value)}\n" if name else f"{value}\n" for name, value in shown if value)
	if "NOTE" in named and not is_blank(named["NOTE"].text):
		body += f"\n{named['NOTE'].text}\n"
	if body:
		yield Section(body, Locator(heading=(full,) if full else (), part=part))


def _fields(value: str) -> list[str]:
	"""The fields of a structured value, divided by semicolons that are not escaped."""
	pieces = re.split(r"(?<!\\);", value)
	return [_Line("", {}, piece).text for piece in pieces]
