"""What a record is called wherever a passage of it is shown: ``Sales Invoice ACC-SINV-2026-00001 · Dunmore Waterworks · Overdue``.

Two records of one customer have the same title. So the index holds this line as the title of a record's input: it is searched
with every passage, and stands over every passage that a person or a model reads. Its parts are metadata too, so that who
shows a passage can say another state in it (:func:`heading_line`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from frappe import _
from frappe.model.workflow import get_workflow_name, get_workflow_state_field

from huf.ai.knowledge.records.presets import Preset
from huf.engine.extractors.records.extractor import looks_like_html, plain_text

if TYPE_CHECKING:
	from frappe.model.meta import Meta

TITLE_LENGTH = 140
"""Characters that the field for the title of an input takes; of each part of a heading, too."""
SEPARATOR = " · "
_TITLES = (
	"Data",
	"Small Text",
	"Text",
	"Text Editor",
	"Link",
	"Dynamic Link",
	"Select",
	"Read Only",
	"Autocomplete",
)
_STATES = ("Data", "Select", "Link", "Read Only")
_RANDOM_NAME = re.compile(r"[0-9a-z]{10}\Z")
_DOCSTATUS = ("Draft", "Submitted", "Cancelled")


@dataclass(frozen=True, slots=True)
class Heading:
	"""What a record is called, in the language of the site."""

	kind: str
	"""``Sales Invoice``."""
	name: str
	"""Its number; empty when nobody chose it."""
	title: str
	"""What people call it, maybe with whom it is about; empty when that is its number."""
	state: str
	"""``Overdue``, ``Draft, Waiting for the Boss``; empty when there is nothing to say."""

	def __str__(self) -> str:
		return heading_line(self.kind, self.name, self.title, self.state)


def heading_line(kind: str, name: str, title: str, state: str) -> str:
	"""The parts of a heading as one line; what is empty is left out."""
	return SEPARATOR.join(filter(None, (f"{kind} {name}".strip(), title, state)))


def without_state(heading: str, state: str) -> str:
	"""A heading without the state that it was indexed with, for who says how the record stands now.

	:param state: as the metadata of a hit have it.
	"""
	return heading.removesuffix(f"{SEPARATOR}{state}") if state else heading


@dataclass(frozen=True, slots=True)
class HeadingColumns:
	"""Which columns of a DocType make the headings of its records."""

	kind: str
	lang: str
	has_random_names: bool
	titles: tuple[str, ...]
	states: tuple[str, ...]
	"""Columns that hold a state: of the DocType's own, and of a workflow."""
	switch: str
	"""``disabled``, ``enabled`` or empty: the check that puts a record out of use."""
	is_submittable: bool

	@classmethod
	def of(cls, meta: "Meta", preset: Preset, lang: str) -> "HeadingColumns":
		"""Of fields that everybody sees who may read a record."""
		wanted = preset.title or (title_column(meta),)
		return cls(
			kind=_(preset.kind or meta.name, lang=lang),
			lang=lang,
			has_random_names=(meta.autoname or "").lower() in ("", "hash", "random"),
			titles=tuple(name for name in wanted if _is_open(meta, name, _TITLES)),
			states=state_columns(meta, preset),
			switch=next((name for name in ("disabled", "enabled") if _is_open(meta, name, ("Check",))), ""),
			is_submittable=bool(meta.is_submittable),
		)

	@property
	def columns(self) -> tuple[str, ...]:
		"""Columns to be read, besides ``name`` and ``docstatus``."""
		return tuple(dict.fromkeys((*self.titles, *self.states, *filter(None, [self.switch]))))

	def heading(self, row: Mapping[str, Any]) -> Heading:
		"""The heading of a record; ``row`` has :attr:`columns`, ``name`` and ``docstatus``."""
		name = str(row["name"])
		own = "" if self.has_random_names and _RANDOM_NAME.match(name) else name
		titles: list[str] = []
		for column in self.titles:
			title = title_text(row.get(column))
			# What the number or an earlier part says already is no news.
			if title and not any(title.casefold() in said.casefold() for said in (own, *titles)):
				titles.append(title)
		if not own and not titles:
			own = name[:TITLE_LENGTH]
		return Heading(self.kind, own, SEPARATOR.join(titles), self.state(row))

	def state(self, row: Mapping[str, Any]) -> str:
		"""How a record stands, in words: the states it has, else whether it was submitted; and if it is out of use."""
		states = [shown_choice(str(row[column]), self.lang) for column in self.states if row.get(column)]
		docstatus = int(row.get("docstatus") or 0)
		if self.is_submittable and (not states or docstatus == 2):
			states.append(_(_DOCSTATUS[docstatus], lang=self.lang))
		if self.switch and bool(row.get(self.switch)) == (self.switch == "disabled"):
			states.append(_("Disabled", lang=self.lang))
		return ", ".join(dict.fromkeys(states))


def state_columns(meta: "Meta", preset: Preset) -> tuple[str, ...]:
	"""The fields of a DocType that say how a record stands. The one of a workflow counts although forms hide it: the form
	shows its value above."""
	workflow = get_workflow_name(meta.name)
	wanted = (*preset.state, *([get_workflow_state_field(workflow)] if workflow else []))
	return tuple(name for name in dict.fromkeys(wanted) if _is_open(meta, name, _STATES))


def title_column(meta: "Meta") -> str:
	"""The column that names a record of this DocType to people; ``name`` if there is none that everybody may see."""
	fieldname = meta.get_title_field()
	return fieldname if _is_open(meta, fieldname, _TITLES) else "name"


def title_text(value: object) -> str:
	"""A title on one line, without mark-up, as far as it fits."""
	text = str(value or "")
	# Asked for every record of a source before each build, so what is plain at a glance is not looked at closely.
	if ("<" in text or "&" in text) and looks_like_html(text):
		text = plain_text(text[: 20 * TITLE_LENGTH])
	return " ".join(text.split())[:TITLE_LENGTH].strip()


def shown_choice(value: str, lang: str) -> str:
	"""A value of a fixed list in the language of the site, with the value itself beside it if that differs."""
	shown = _(value, lang=lang)
	return value if shown == value else f"{shown} ({value})"


def _is_open(meta: "Meta", fieldname: str, types: Sequence[str]) -> bool:
	"""Whether everybody who reads a record sees this field of one of these types, as far as permission levels go."""
	field = meta.get_field(fieldname)
	return bool(
		field
		and field.fieldtype in types
		and not (field.permlevel or field.get("is_virtual") or field.get("mask"))
	)
