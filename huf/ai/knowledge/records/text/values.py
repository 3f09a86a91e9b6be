"""Values of fields as text, in the form that people write and in the one that machines do."""

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from urllib.parse import unquote, urlsplit

import frappe
from frappe import _
from frappe.utils import cint, fmt_money, format_duration

from huf.ai.knowledge.records.labels.headings import shown_choice
from huf.ai.knowledge.records.text.shape import Column
from huf.engine.extractors.records.content import Format
from huf.engine.extractors.records.extractor import plain_text
from huf.engine.extractors.sections import one_line

NUMBERS = ("Int", "Long Int", "Float", "Percent", "Currency")
FORMATS: dict[str, Format] = {"Text Editor": "html", "HTML Editor": "html", "Markdown Editor": "markdown"}
_CODE: dict[str, Format] = {"HTML": "html", "Markdown": "markdown"}
_PLAIN_TYPES = ("Small Text", "Text", "Long Text", "Data", "Read Only")
_MARK_UP = re.compile(
	r"</?(?:a|b|br|div|em|h[1-6]|i|li|ol|p|span|strong|table|td|th|tr|u|ul)\b[^<>]*>|&(?:nbsp|amp|lt|gt|quot|#\d{2,4});",
	re.IGNORECASE,
)
_GROUPED_FROM = 10_000
"""Smaller whole numbers are written without separators by everybody; years are among them."""

_ADDRESS = re.compile(r"(?:^|_)address(?:_|\Z)")

Titles = Mapping[tuple[str, str], str]
"""Titles of linked records by DocType and name."""


def format_of(column: Column, text: str) -> Format:
	"""What kind of text a field holds. Programs put mark-up into fields for plain text, too: addresses have ``<br>``."""
	if column.fieldtype == "Code":
		return _CODE.get(column.options, "text")
	if column.fieldtype in _PLAIN_TYPES and _MARK_UP.search(text):
		return "html"
	return FORMATS.get(column.fieldtype, "text")


def linked(column: Column, row: Mapping[str, Any]) -> tuple[str, str] | None:
	"""DocType and name of the record that a field links to."""
	value = row.get(column.fieldname)
	if not value or column.fieldtype not in ("Link", "Dynamic Link"):
		return None
	target = column.options if column.fieldtype == "Link" else row.get(column.options)
	return (str(target), str(value)) if target else None


class Writer:
	"""Writes values in the language and the number format of the site."""

	def __init__(self) -> None:
		self.lang = frappe.get_system_settings("language") or "en"
		self._numbers = frappe.get_system_settings("number_format") or "#,###.##"
		self._dates: dict[date, str] = {}
		self._currencies: dict[tuple[str, str, str], str] = {}

	def write(
		self, column: Column, row: Mapping[str, Any], titles: Titles, parent: Mapping[str, Any] | None = None
	) -> str:
		"""The value of a field; empty for what says nothing: no value, zero, a box that is not ticked.

		:param parent: the record whose table the row stands in. There amounts and dates are short, in the form of machines.
		"""
		value = row.get(column.fieldname)
		if value is None or value == "":
			return ""
		kind = column.fieldtype
		if kind in NUMBERS:
			return self._number(column, value, row, parent)
		if kind == "Check":
			return _("Yes", lang=self.lang) if value else ""
		if kind in ("Date", "Datetime"):
			return self._date(value) if parent is None else _iso(value)
		if kind == "Time":
			return _clock(value)
		if kind == "Duration":
			return f"{format_duration(value)} ({cint(value)} s)" if value else ""
		if kind == "Rating":
			return self._rating(value, column.options)
		if kind in ("Link", "Dynamic Link"):
			return _with_title(str(value), titles.get(linked(column, row) or ("", "")))
		if kind == "Select":
			return shown_choice(str(value), self.lang)
		if kind == "Attach":
			return unquote(urlsplit(str(value)).path.rsplit("/", 1)[-1])
		if _ADDRESS.search(column.fieldname):
			return _on_one_line(str(value))
		return str(value)

	def cell(self, column: Column, row: Mapping[str, Any], titles: Titles, parent: Mapping[str, Any]) -> str:
		"""The same on one line, for a table."""
		text = self.write(column, row, titles, parent)
		return one_line(plain_text(text, form) if (form := format_of(column, text)) != "text" else text)

	def _number(
		self, column: Column, value: Any, row: Mapping[str, Any], parent: Mapping[str, Any] | None
	) -> str:
		number = float(value)
		if not number and not column.says_zero:
			return ""
		if column.fieldtype == "Percent":
			return f"{_plain(number)}%"
		plain = _plain(number)
		unit = self._currency(column.options, row, parent) if column.fieldtype == "Currency" else ""
		if parent is not None:
			return f"{number:.2f} {unit}".strip() if column.fieldtype == "Currency" else plain
		if column.fieldtype == "Currency" or abs(number) >= _GROUPED_FROM:
			precision = 2 if column.fieldtype == "Currency" else len(plain.partition(".")[2])
			shown = fmt_money(number, precision=precision, format=self._numbers)
		else:
			shown = plain
		shown = f"{shown} {unit}".strip()
		return shown if shown in (plain, f"{plain} {unit}") else f"{shown} ({plain})"

	def _currency(self, options: str, row: Mapping[str, Any], parent: Mapping[str, Any] | None) -> str:
		"""The currency of an amount: another field's value, or what a linked record says, as Frappe has it."""
		if ":" not in options:
			return str(row.get(options) or (parent or {}).get(options) or "")
		doctype, link, target, *_rest = [*options.split(":"), "", ""]
		name = row.get(link) or (parent or {}).get(link)
		if not (doctype and name and target):
			return ""
		key = (doctype, str(name), target)
		if key not in self._currencies:
			field = frappe.get_meta(doctype).get_field(target)
			is_open = field is not None and not field.permlevel
			self._currencies[key] = str((is_open and frappe.db.get_value(doctype, name, target)) or "")
		return self._currencies[key]

	def _date(self, value: Any) -> str:
		if not isinstance(value, date):
			return str(value)
		day = value.date() if isinstance(value, datetime) else value
		if day not in self._dates:
			self._dates[day] = _long_date(day, self.lang)
		if isinstance(value, datetime):
			spec = "seconds" if value.second else "minutes"
			return f"{value.isoformat(' ', spec)} ({self._dates[day]})"
		return f"{day.isoformat()} ({self._dates[day]})"

	def _rating(self, value: Any, options: str) -> str:
		most = cint(options) or 5
		return (
			_("{0} of {1}", lang=self.lang).format(_plain(round(float(value) * most, 1)), most)
			if value
			else ""
		)


def plain_value(column: Column, row: Mapping[str, Any]) -> str | int | float:
	"""A value for a template: text without mark-up, a number, or a date in ISO form."""
	value = row.get(column.fieldname)
	if value is None:
		return ""
	if column.fieldtype in (*NUMBERS, "Check", "Duration", "Rating"):
		return int(value) if float(value).is_integer() else float(value)
	if isinstance(value, datetime):
		return value.isoformat(" ", "seconds")
	if column.fieldtype == "Time":
		return _clock(value)
	return plain_text(str(value), form) if (form := format_of(column, str(value))) == "html" else str(value)


def _iso(value: object) -> str:
	"""A date, or a time to the minute, as machines write it."""
	return value.isoformat(" ", "minutes") if isinstance(value, datetime) else str(value)


def _clock(value: object) -> str:
	"""A time of day to the minute, or to the second if it has some. MariaDB gives it as a span since midnight."""
	if isinstance(value, time):
		value = datetime.combine(date.min, value) - datetime.min
	seconds = int(value.total_seconds()) if isinstance(value, timedelta) else None
	if seconds is None:
		return str(value).partition(".")[0]
	shown = f"{seconds // 3600:02}:{seconds // 60 % 60:02}"
	return f"{shown}:{seconds % 60:02}" if seconds % 60 else shown


def _on_one_line(address: str) -> str:
	"""The lines of an address with commas between them."""
	text = plain_text(address) if _MARK_UP.search(address) else address
	return ", ".join(filter(None, (line.strip().rstrip(",") for line in text.splitlines())))


def _plain(number: float) -> str:
	return f"{number:.9f}".rstrip("0").rstrip(".")


def _with_title(name: str, title: str | None) -> str:
	return f"{title} ({name})" if title and title != name else name


def _long_date(day: date, lang: str) -> str:
	from babel.core import UnknownLocaleError
	from babel.dates import format_date

	try:
		return format_date(day, "long", locale=lang.replace("-", "_"))
	except (UnknownLocaleError, ValueError):
		return format_date(day, "long", locale="en")
