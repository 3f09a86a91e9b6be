"""What a selector says and what it selects, as values."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from frappe.utils import cint

LISTED = ("Website", "Server Folder", "Connection")
"""Kinds of selectors whose entries a place lists that is no part of the site. What they bring is compared by ``listings``, not with records."""
TITLE_LENGTH = 140
"""Characters of an input's title."""
OWN_DOCTYPES = ("Knowledge Input", "Knowledge Source")
"""A file that is attached to one of these was uploaded as the content of an input; it is nobody's but that input's."""


@dataclass(frozen=True, slots=True)
class Selector:
	"""One row of a source's selectors; or a record whose knowledge a source is, which needs no row."""

	row: str
	"""Name of the Knowledge Selector; empty for a record."""
	kind: str
	"""DocType, Tag, Folder or Record; or one of :data:`LISTED`, of which only the place is said here."""
	author: str
	"""With whose rights it selects."""
	doctype: str = ""
	tag: str = ""
	folder: str = ""
	record: str = ""
	place: str = ""
	filters: tuple[Any, ...] = ()
	attachments: bool = True
	comments: bool = False
	emails: bool = False
	keeps_inactive: bool = False
	"""Records that are cancelled, disabled or expired stay, marked superseded."""
	expiry_field: str = ""

	@classmethod
	def of_row(cls, row: Mapping[str, Any]) -> "Selector":
		"""A row of ``Knowledge Selector``, with filters that were checked when it was saved."""
		kind = row["selector_type"]
		return cls(
			row=row.get("name") or "",
			kind=kind,
			author=row.get("author") or "",
			doctype=(row.get("document_type") or "") if kind in ("DocType", "Tag") else "",
			tag=(row.get("tag") or "") if kind == "Tag" else "",
			folder=(row.get("folder") or "") if kind == "Folder" else "",
			place=_place_of(row) if kind in LISTED else "",
			filters=tuple(parse_filters(row.get("filters"))) if kind == "DocType" else (),
			attachments=bool(cint(row.get("include_attachments"))),
			comments=bool(cint(row.get("include_comments"))),
			emails=bool(cint(row.get("include_emails"))),
			keeps_inactive=row.get("when_inactive") == "Marked Superseded",
			expiry_field=row.get("expiry_field") or "",
		)

	@classmethod
	def of_record(cls, doctype: str, name: str, author: str = "Administrator") -> "Selector":
		"""One record with its attachments, comments and e-mails, whatever state it is in."""
		return cls(
			row="",
			kind="Record",
			author=author,
			doctype=doctype,
			record=name,
			comments=True,
			emails=True,
			keeps_inactive=True,
		)


def _place_of(row: Mapping[str, Any]) -> str:
	if row["selector_type"] == "Website":
		return row.get("address") or ""
	return "/".join(filter(None, (row.get("server_folder") or row.get("connection"), row.get("subfolder"))))


def parse_filters(text: str | None) -> list[Any]:
	"""The list of conditions that the field Filters holds.

	:raises ValueError: it is no JSON, or not a list.
	"""
	if not text or not text.strip():
		return []
	found = json.loads(text)
	if not isinstance(found, list):
		raise ValueError("not a list")
	return found


@dataclass(frozen=True, slots=True)
class Wanted:
	"""One record or file that belongs to a source now."""

	doctype: str
	"""The record's DocType, or that of the record a file is attached to; empty for a file of a folder."""
	name: str
	modified: datetime
	title: str
	selector: str
	author: str
	state: str = ""
	"""Fingerprint of the record's live values; empty for a file, and where the DocType has none."""
	superseded: bool = False
	file: str = ""
	"""Name of the File; empty for the record itself."""
	file_url: str = ""
	in_folder: bool = False
	"""The file was brought by its folder, not by a record."""

	@property
	def identity(self) -> "Identity":
		return Identity(self.doctype, self.name, self.file)

	@property
	def key(self) -> str:
		"""What the field ``selected_key`` holds."""
		return self.identity.key

	@property
	def input_type(self) -> str:
		if not self.file:
			return "DocType Records"
		return "Folder" if self.in_folder else "File"


@dataclass(frozen=True, slots=True)
class Identity:
	"""Which record or file an input is made of, whatever its key says: a rename changes these and not the key."""

	doctype: str
	name: str
	file: str = ""

	@property
	def key(self) -> str:
		"""SHA-256 in hex of where it comes from. A file is one input, whichever record or folder brings it."""
		doctype, name = ("File", self.file) if self.file else (self.doctype, self.name)
		return hashlib.sha256(f"{doctype}\0{name}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Present:
	"""A selected input that is there."""

	input: str
	key: str
	identity: Identity
	input_type: str
	title: str
	file_url: str
	modified: datetime | None
	state: str
	superseded: bool
	selector: str
	author: str

	def follows(self, wanted: Wanted) -> bool:
		"""Whether nothing of the row has to be written."""
		return self == replace(_as_present(wanted), input=self.input)

	def reads_as(self, wanted: Wanted) -> bool:
		"""Whether what was indexed of it is what would be indexed now, as far as that is told without reading."""
		return (
			self.modified == wanted.modified
			and self.state == wanted.state
			and self.title == wanted.title
			and self.file_url == wanted.file_url
			and self.input_type == wanted.input_type
			# Each selector has a template of its own, and says what comes along with a record.
			and (self.selector == wanted.selector or bool(wanted.file))
		)


def _as_present(wanted: Wanted) -> Present:
	return Present(
		input="",
		key=wanted.key,
		identity=wanted.identity,
		input_type=wanted.input_type,
		title=wanted.title,
		file_url=wanted.file_url,
		modified=wanted.modified,
		state=wanted.state,
		superseded=wanted.superseded,
		selector=wanted.selector,
		author=wanted.author,
	)


def shown_title(title: object, name: str) -> str:
	"""The title of an input: that of its record on one line, or its name."""
	return (" ".join(str(title or "").split()) or name)[:TITLE_LENGTH]
