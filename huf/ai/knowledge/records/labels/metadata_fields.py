"""Which fields of a DocType become entries of the metadata of its records, and whether a selector may choose them.

Only fields that every reader of the record sees: what an entry says can be found out by filters. A field that looks like a
secret, a bank account, pay or a margin is refused, whatever its permission level.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from huf.ai.knowledge.records.presets.metadata import DATE_FIELDS, METADATA_FIELDS, USUAL_DATE_FIELDS
from huf.ai.knowledge.records.presets.sensitive import looks_sensitive
from huf.ai.site.database import dialect
from huf.engine.errors import InvalidMetadata
from huf.engine.filters.declared import LONGEST_VALUE, check_key

if TYPE_CHECKING:
	from frappe.model.meta import Meta

MOST_FIELDS = 20
"""Fields that one selector may choose."""
DATES = ("Date", "Datetime")
ALREADY_THERE = "status"
"""Is metadata of every record that has it."""
NAMED_BY_PEOPLE = ("author", "date", "kind")
"""Fields of filters that a selector may fill with a field of its own."""

_TYPES = frozenset(
	"Autocomplete,Check,Currency,Data,Date,Datetime,Duration,Dynamic Link,Float,Int,Link,Percent,Phone,Rating,Read Only,Select,"
	"Small Text,Time".split(",")
)
_STANDARD_DATES = ("creation", "modified")
_SECRET = re.compile(r"passw|secret|token|(api|private)_key|tax_id")
_SEPARATORS = re.compile(r"[,;\n]")


@dataclass(frozen=True, slots=True)
class Entry:
	"""One field as an entry."""

	key: str
	"""As a filter names it."""
	fieldname: str
	fieldtype: str

	@property
	def selected(self) -> str:
		"""The column for ``select``; it comes from the meta. Times as text: Frappe would parse each of them."""
		column = f"`{self.fieldname}`"
		if self.fieldtype == "Datetime":
			return dialect.moment_as_text(column)
		return dialect.as_text(column) if self.fieldtype in (*DATES, "Time") else column

	def value(self, stored: Any) -> str | int | float | bool | None:
		"""A value of the database as metadata; None for one that is empty."""
		if stored is None or stored == "":
			return None
		if self.fieldtype == "Check":
			return bool(stored)
		if self.fieldtype in ("Int", "Currency", "Float", "Percent", "Duration", "Rating"):
			number = float(stored)
			return int(number) if number.is_integer() else number
		return " ".join(str(stored).removesuffix(".000000").split())[:LONGEST_VALUE] or None


def chosen(text: str | None) -> list[tuple[str, str]]:
	"""Key and fieldname of each of the fields that a selector's *Metadata Fields* name.

	One in each line, or with commas between; ``name = fieldname`` gives the entry another name.
	"""
	pairs = []
	for part in _SEPARATORS.split(text or ""):
		key, sign, fieldname = (one.strip() for one in part.partition("="))
		if key or fieldname:
			pairs.append((key, fieldname if sign else key))
	return pairs


def entries_of(meta: "Meta", text: str | None = None, left_out: Collection[str] = ()) -> tuple[Entry, ...]:
	"""The fields that become metadata of a DocType's records: those that ``text`` names, or the usual ones; and the date.

	What the DocType does not have, or what is not for every reader (any more), is left out.

	:param left_out: fields that the selector leaves out. They are in no entry, whether it is a usual one or a chosen one: the
		form fills *Metadata Fields* with the usual ones by itself, so their standing there is nobody's decision.
	"""
	named = chosen(text) or [(name, name) for name in METADATA_FIELDS.get(meta.name, ())]
	if "date" not in dict(named):
		named = [*named, ("date", _date_field(meta))]
	found = {
		key: entry
		for key, fieldname in named
		if fieldname not in left_out and (entry := _entry(meta, key, fieldname))
	}
	return tuple(found.values())


def keys_of(meta: "Meta", text: str | None = None, left_out: Collection[str] = ()) -> list[str]:
	"""The keys by which records of the DocType can be filtered because of these fields (:func:`entries_of`)."""
	return [entry.key for entry in entries_of(meta, text, left_out)]


def check_chosen(meta: "Meta", text: str | None, reserved: frozenset[str]) -> str:
	"""What *Metadata Fields* of a selector are kept as: one in each line.

	Raises:
		InvalidMetadata: a field is not there or not for every reader, or its name is one that cannot be given; the message
			has the fields that there are.
	"""
	pairs = chosen(text)
	if len(pairs) > MOST_FIELDS:
		raise InvalidMetadata(f"At most {MOST_FIELDS} fields can be metadata; these are {len(pairs)}.")
	seen: set[str] = set()
	for key, fieldname in pairs:
		if not _is_open(meta, fieldname) or (key == "date" and _type_of(meta, fieldname) not in DATES):
			known = ", ".join(_open_fields(meta, DATES if key == "date" else _TYPES))
			raise InvalidMetadata(
				f"“{fieldname[:80]}” is no field of {meta.name} that can be the entry “{key[:80]}”. There are: {known or 'none'}."
			)
		if (key, fieldname) != (ALREADY_THERE, ALREADY_THERE):
			try:
				check_key(key, reserved - {*NAMED_BY_PEOPLE})
			except InvalidMetadata as error:
				raise InvalidMetadata(
					f"{error} Another name is given like this: my_name = {fieldname}."
				) from error
		if key in seen:
			raise InvalidMetadata(f"“{key}” is given twice.")
		seen.add(key)
	return "\n".join(key if key == fieldname else f"{key} = {fieldname}" for key, fieldname in pairs)


def _entry(meta: "Meta", key: str, fieldname: str) -> Entry | None:
	if key == ALREADY_THERE or not fieldname or not _is_open(meta, fieldname):
		return None
	fieldtype = _type_of(meta, fieldname)
	return Entry(key, fieldname, fieldtype) if key != "date" or fieldtype in DATES else None


def _date_field(meta: "Meta") -> str:
	if meta.name in DATE_FIELDS:
		return DATE_FIELDS[meta.name]
	return next((name for name in USUAL_DATE_FIELDS if _is_open(meta, name, DATES)), "")


def _type_of(meta: "Meta", fieldname: str) -> str:
	if fieldname in _STANDARD_DATES:
		return "Datetime"
	field = meta.get_field(fieldname)
	return field.fieldtype if field else ""


def _open_fields(meta: "Meta", types: Sequence[str] | frozenset[str]) -> Iterator[str]:
	for field in meta.fields:
		if _is_open(meta, field.fieldname, types):
			yield field.fieldname


def _is_open(meta: "Meta", fieldname: str, types: Sequence[str] | frozenset[str] = _TYPES) -> bool:
	"""Whether a field is stored, short, for every reader of the record, and no secret."""
	if fieldname in _STANDARD_DATES:
		return True
	field = meta.get_field(fieldname)
	return bool(
		field
		and field.fieldtype in types
		and not field.permlevel
		and not field.is_virtual
		# Of version 16: who may read the record sees only a part of the value.
		and not field.get("mask")
		and not _SECRET.search(fieldname)
		and not looks_sensitive(fieldname, field.label or "")
	)
