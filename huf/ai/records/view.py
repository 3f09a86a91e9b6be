"""A record as somebody sees it at this moment: its text, what it says now, and what belongs to it. No index is asked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import frappe

from huf.agent.attached_text import passages_of
from huf.ai.access.impersonation import asked_as
from huf.ai.access.scopes.record_scope import may_read_record
from huf.ai.knowledge.backends.registries import extractor_registry
from huf.ai.knowledge.records import RecordOptions, describe, open_record
from huf.ai.knowledge.records.labels import Description
from huf.ai.knowledge.records.messages import read_messages
from huf.ai.knowledge.records.staleness import with_freshness
from huf.ai.knowledge.searching.live_values import with_live_values
from huf.ai.records.links import Reference
from huf.ai.records.related import Part, related_parts
from huf.engine.content import Content
from huf.engine.extractors import extract
from huf.engine.extractors.records.content import RecordText, record_content
from huf.engine.prompt.context import heading_of
from huf.engine.types import RECORDS, Hit, Locator

MOST_MAILS = 20
"""E-mails on the record that are read, the newest."""


@dataclass(frozen=True, slots=True)
class RecordView:
	"""One record as one user sees it."""

	record: Reference
	heading: str
	"""What it is called, without its state where :attr:`now` has one."""
	now: dict[str, str]
	"""What it says now, by label."""
	url: str
	"""Its address in the desk, without the host."""
	passages: tuple[Hit, ...]
	"""Its text, with its comments."""
	mails: tuple[Hit, ...]
	"""The e-mails on it, the newest first."""
	parts: tuple[Part, ...]
	"""What belongs to it, as far as the user may read that."""
	notes: tuple[str, ...] = ()

	@property
	def sources(self) -> tuple[Hit, ...]:
		"""Passages, parts and e-mails as they are numbered and cited."""
		return (*self.passages, *self.part_hits, *self.mails)

	@property
	def part_hits(self) -> tuple[Hit, ...]:
		"""The parts as they are numbered and cited."""
		return tuple(part.hit(self.record, self.heading) for part in self.parts)

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		return {
			"doctype": self.record[0],
			"name": self.record[1],
			"heading": self.heading,
			"now": self.now,
			"url": self.url,
			"text": "\n\n".join(hit.text.strip() for hit in self.passages),
			"mails": [hit.text.strip() for hit in self.mails],
			"related": [part.to_dict() for part in self.parts],
			"notes": list(self.notes),
		}


@dataclass(frozen=True, slots=True)
class Card:
	"""A record in one line."""

	record: Reference
	heading: str
	now: dict[str, str]
	url: str
	line: str
	"""Heading and what it says now."""

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		return {
			"doctype": self.record[0],
			"name": self.record[1],
			"heading": self.heading,
			"now": self.now,
			"url": self.url,
		}


def record_view(record: Reference, user: str, doctypes: Collection[str] | None = None) -> RecordView | None:
	"""The record as ``user`` sees it; None if there is none that they may read.

	:param doctypes: what belongs to it is shown of these DocTypes alone, in any case of letters; None: of all.

	Raises InputError when its text cannot be made.
	"""
	if not _may_read(record, user):
		return None
	doctype, name = record
	described = describe(doctype, [name]).get(name)
	if described is None:
		return None
	text = open_record(doctype, name, RecordOptions(comments=True))
	passages = with_live_values(_passages(text, record, described), user)
	parts, notes = related_parts(record, user, doctypes)
	return RecordView(
		record,
		passages[0].title,
		dict(passages[0].metadata.get("now", {})),
		described.url,
		passages,
		_mails(record, described),
		tuple(parts),
		tuple(notes),
	)


def cards(records: Sequence[Reference], user: str) -> list[Card]:
	"""Each record in one line, as it is now. Only of records that ``user`` was found to be allowed to read."""
	by_doctype: dict[str, list[str]] = {}
	for doctype, name in records:
		by_doctype.setdefault(doctype, []).append(name)
	described = {
		(doctype, name): one
		for doctype, names in by_doctype.items()
		for name, one in describe(doctype, names).items()
	}
	hits = with_live_values(
		[_hit(record, described[record]) for record in records if record in described], user
	)
	return [
		Card(
			(str(hit.metadata["reference_doctype"]), str(hit.metadata["reference_name"])),
			hit.title,
			dict(hit.metadata.get("now", {})),
			hit.url,
			heading_of(hit),
		)
		for hit in hits
	]


def _may_read(record: Reference, user: str) -> bool:
	with asked_as(user):
		return may_read_record(record, user)


def _passages(content: Content, record: Reference, described: Description, of: str = "") -> tuple[Hit, ...]:
	sections = extract(content, extractor_registry()).sections
	key = "/".join((*record, of)) if of else "/".join(record)
	bare = passages_of(sections, described.heading, key, source="", url=described.url)
	return tuple(hit._replace(metadata=_labels(record, described)) for hit in bare)


def _mails(record: Reference, described: Description) -> tuple[Hit, ...]:
	lang = frappe.get_system_settings("language") or "en"
	written = read_messages(record[0], [record[1]], False, True, lang).get(record[1], [])
	if not written:
		return ()
	newest = tuple(reversed(written[-MOST_MAILS:]))
	content = record_content(RecordText(record[0], described.title, record[1], newest))
	return with_freshness(_passages(content, record, described, "mails"))


def _labels(record: Reference, described: Description) -> dict[str, Any]:
	"""What says of a hit that it is of this record, as it is now."""
	return {
		"input_type": RECORDS,
		"reference_doctype": record[0],
		"reference_name": record[1],
		"heading_state": described.metadata.get("heading_state", ""),
		"modified": described.modified,
	}


def _hit(record: Reference, described: Description) -> Hit:
	"""A record as a hit without a passage."""
	key = "/".join(record)
	return Hit(
		*("", described.heading, 0.0, key, "", key, Locator(), key, "", 0, 0, ""),
		url=described.url,
		metadata=_labels(record, described),
	)
