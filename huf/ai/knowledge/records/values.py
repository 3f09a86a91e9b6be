"""Values of fields as text, in the form that people write and in the one that machines do."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import unquote, urlsplit

import frappe
from frappe import _
from frappe.utils import cint, fmt_money, format_duration

from huf.ai.knowledge.records.shape import Column
from huf.engine.extractors.record import plain_text
from huf.engine.extractors.record_content import Format
from huf.engine.extractors.sections import one_line

NUMBERS = ("Int", "Long Int", "Float", "Percent", "Currency")
FORMATS: dict[str, Format] = {"Text Editor": "html", "HTML Editor": "html", "Markdown Editor": "markdown"}
_CODE: dict[str, Format] = {"HTML": "html", "Markdown": "markdown"}
_GROUPED_FROM = 10_000
"""Smaller whole numbers are written without separators by everybody; years are among them."""

Titles = Mapping[tuple[str, str], str]
"""Titles of linked records by DocType and name."""


def format_of(column: Column) -> Format:
	"""What kind of text a field holds."""
	if column.fieldtype == "Code":
		return _CODE.get(column.options, "text")
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
		"""The value of a field; empty for what says nothing: no value, zero, a box that is not ticked."""
		value = row.get(column.fieldname)
		if value is None or value == "":
			return ""
		kind = column.fieldtype
		if kind in NUMBERS:
			return self._number(column, value, row, parent)
		if kind == "Check":
			return _("Yes", lang=self.lang) if value else ""
		if kind in ("Date", "Datetime"):
			return self._date(value)
		if kind == "Duration":
			return f"{format_duration(value)} ({cint(value)} s)" if value else ""
		if kind == "Rating":
			return self._rating(value, column.options)
		if kind in ("Link", "Dynamic Link"):
			return _with_title(str(value), titles.get(linked(column, row) or ("", "")))
		if kind == "Select":
			return self._choice(str(value))
		if kind == "Attach":
			return unquote(urlsplit(str(value)).path.rsplit("/", 1)[-1])
		return str(value)

	def cell(self, column: Column, row: Mapping[str, Any], titles: Titles, parent: Mapping[str, Any]) -> str:
		"""The same on one line, for a table."""
		text = self.write(column, row, titles, parent)
		return one_line(plain_text(text, form) if (form := format_of(column)) != "text" else text)

	def _number(
		self, column: Column, value: Any, row: Mapping[str, Any], parent: Mapping[str, Any] | None
	) -> str:
		number = float(value)
		if not number:
			return ""
		if column.fieldtype == "Percent":
			return f"{_plain(number)}%"
		plain = _plain(number)
		unit = self._currency(column.options, row, parent) if column.fieldtype == "Currency" else ""
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

	def _choice(self, value: str) -> str:
		shown = _(value, lang=self.lang)
		return value if shown == value else f"{shown} ({value})"


def plain_value(column: Column, row: Mapping[str, Any]) -> str | int | float:
	"""A value for a template: text without mark-up, a number, or a date in ISO form."""
	value = row.get(column.fieldname)
	if value is None:
		return ""
	if column.fieldtype in (*NUMBERS, "Check", "Duration", "Rating"):
		return int(value) if float(value).is_integer() else float(value)
	if isinstance(value, datetime):
		return value.isoformat(" ", "seconds")
	return plain_text(str(value), form) if (form := format_of(column)) == "html" else str(value)


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
