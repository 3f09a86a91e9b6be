"""The wanted state of a source: its inputs in MariaDB, as values for the engine.

Everything is read in one transaction that starts with the read, so that the generation, the settings and
the inputs belong together; and by artifact id, so that a rename in between is not seen half.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from itertools import islice
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge.connections import open_store
from huf.ai.knowledge.contents.corrections import corrections_of
from huf.ai.knowledge.contents.files import may_read_file, read_file_bytes
from huf.ai.knowledge.contents.web_pages import read_page_politely
from huf.ai.knowledge.fetch.folders import open_in_folder, size_of
from huf.ai.knowledge.fetch.remote.account import Store
from huf.ai.knowledge.records.labels import RECORD_STATE, RESERVED_KEYS, Description, describe, moment
from huf.ai.knowledge.records.reader import RecordOptions, RecordReader
from huf.ai.knowledge.records.text.shape import Choice
from huf.ai.knowledge.status import READING, UNFINISHED
from huf.ai.site.database.dialect import as_text, moment_as_text
from huf.ai.site.server.folders import server_folder
from huf.engine.content import Content
from huf.engine.errors import AddressRefused, ContentMissing, FetchFailed, InvalidMetadata, SettingsError
from huf.engine.filters.declared import parse_metadata
from huf.engine.types import Correction, JSONValue, WantedInput

if TYPE_CHECKING:
	from frappe.model.document import Document

	from huf.ai.knowledge.records.reader import RecordOptions, RecordReader

OWN_DOCTYPES = ("Knowledge Input", "Knowledge Source")

URL_BYTES = 200_000
"""What a page counts for when a batch is made up; nobody knows before it is fetched."""
RECORD_BYTES = 4_000
"""The same for a record."""
_SIZES_AT_ONCE = 200
"""Texts whose lengths the database is asked for together."""
WHOLE_SECONDS = len("2026-03-01 14:00:00")
FILES = ("File", "Folder")
"""Types of inputs that have a file behind them."""
PACK = "Pack"
"""Type of the inputs that a pack brought; all of a source are of this type, or none."""


@dataclass(frozen=True, slots=True)
class InputRow:
	"""What the job needs to know about one Knowledge Input besides its content."""

	name: str
	input_type: str
	status: str
	source_hash: str
	size: int | None
	"""Bytes, as far as known before reading. None for a text: its length is asked of the database where it counts (:meth:`WantedState.sizes`)."""
	is_hashed_when_read: bool = False
	"""Whether only reading it tells its hash; until then it has that of what is indexed."""
	processed: str = ""
	"""When it was last dealt with, as ``2026-03-01 14:00:00.000000``; empty if it never was."""


class Which(Enum):
	"""Which of its enabled inputs the state of a source is read with."""

	ALL = auto()
	ANEW = auto()
	"""All, and they are about to be read."""
	CHANGED = auto()
	"""Those that may differ from the index; all, if that is known of none."""
	READING = auto()
	"""Those that wait until their scanned pages are read."""


@dataclass(frozen=True, slots=True)
class WantedState:
	"""A source and its enabled inputs, as they were at one moment."""

	source: "Document"
	inputs: tuple[WantedInput, ...]
	rows: dict[str, InputRow]
	is_whole: bool
	"""These are all of them."""
	all_keys: frozenset[str] | None = None
	"""If they are not, and others may have left the source since its index was made: the names of all."""
	pages: dict[str, str] = field(default_factory=dict)
	"""Filled while inputs are read: by their names the pages that were fetched, and which versions of them."""

	@property
	def generation(self) -> int:
		return self.source.wanted_generation or 0

	def sizes(self, keys: Iterable[str]) -> Iterator[tuple[str, int]]:
		"""These of its inputs, in their order, with their bytes as far as known before reading.

		The database has to read a text to tell how long it is, so it is asked for those alone, and only as far as anybody goes on.
		"""
		remaining = iter(keys)
		while some := list(islice(remaining, _SIZES_AT_ONCE)):
			texts = [key for key in some if self.rows[key].size is None]
			of_texts = dict(
				frappe.db.sql(
					"select name, octet_length(text) from `tabKnowledge Input` where name in %s", (texts,)
				)
				if texts
				else ()
			)
			for key in some:
				known = self.rows[key].size
				yield key, known if known is not None else of_texts.get(key) or 0

	def size(self, keys: Iterable[str]) -> int:
		"""The bytes of these of its inputs together."""
		return sum(size for _key, size in self.sizes(keys))


@dataclass(frozen=True, slots=True)
class Standing:
	"""Whether there is work for a source. Asked often, so no input is read for it."""

	source: str
	is_built: bool
	"""A published build agrees with what is wanted."""
	rebuild_wanted: bool
	is_paused: bool
	scans_waiting: bool
	"""Inputs wait until their scanned pages are read."""


def read_standing(artifact_id: str) -> Standing | None:
	"""How a source stands now; None if it is gone. Ends the current transaction, as :func:`read_wanted` does."""
	frappe.db.rollback()
	rows = frappe.db.sql(
		"""select s.name, coalesce(s.wanted_generation, 0) = coalesce(s.built_generation, 0) and not exists (
			select 1 from `tabKnowledge Input` i
			where i.knowledge_source = s.name and i.disabled = 0 and i.status in %s
		), s.rebuild_wanted, s.indexing_paused, exists (
			select 1 from `tabKnowledge Input` i
			where i.knowledge_source = s.name and i.disabled = 0 and i.status = %s
		) from `tabKnowledge Source` s where s.artifact_id = %s""",
		(UNFINISHED, READING, artifact_id),
	)
	if not rows:
		return None
	name, *answers = rows[0]
	return Standing(name, *map(bool, answers))


def read_wanted(artifact_id: str, which: Which = Which.ALL) -> WantedState | None:
	"""The state that the index of a source should have now; None if the source is gone.

	Ends the current transaction, which must hold nothing that is not committed.
	"""
	# A job must see what was committed since it last looked (MariaDB's default isolation shows a snapshot).
	frappe.db.rollback()
	source = frappe.db.get_value("Knowledge Source", {"artifact_id": artifact_id}, "*", as_dict=True)
	if not source:
		return None
	is_whole = which in (Which.ALL, Which.ANEW) or (which is Which.CHANGED and not _knows_changes(source))
	of, values = ("", ()) if is_whole else _of(source, which)
	found = frappe.db.sql(
		# Times as text: Frappe would parse each of them by strptime, which takes longer than all else here.
		f"""select i.name, i.title, i.input_type, i.status, i.source_hash, i.indexed_hash, i.url, i.file, i.path, i.entry_version,
		{moment_as_text("i.processed_at")} as processed, i.file_record, i.file_name, i.author, {moment_as_text("i.creation")} as created,
		{moment_as_text("i.modified")} as modified,
		i.reference_doctype, i.reference_name, {moment_as_text("i.record_modified")} as record_modified, i.record_state,
		i.superseded, i.selected_key, i.selector, i.document_author, {as_text("i.document_date")} as document_date,
		i.document_kind, i.metadata, coalesce(l.pause, 0) as pause,
		f.file_size, f.attached_to_doctype, f.attached_to_name, s.metadata_fields, s.leave_out
		from `tabKnowledge Input` i {of} left join `tabFile` f on f.name = i.file_record
		left join `tabKnowledge Selector` s on s.name = i.selector left join `tabKnowledge Listing` l on l.name = i.selector
		where i.knowledge_source = %s and i.disabled = 0 order by i.creation, i.name""",
		(*values, source.name),
		as_dict=True,
	)
	records, opener = _described(found), _Opener(source, found, everything=which is Which.ANEW)
	corrections = corrections_of(source.name)
	return WantedState(
		source=source,
		inputs=tuple(
			_wanted_input(row, records.get(_described_by(row)), opener, corrections.get(row.name, ()))
			for row in found
		),
		rows={row.name: _row(row) for row in found},
		is_whole=is_whole,
		all_keys=_names(source) if not is_whole and _is_behind(source, source.left_generation) else None,
		pages=opener.pages,
	)


def _knows_changes(source: "Document") -> bool:
	"""Whether all that may differ from the index says so, so that the rest need not be compared."""
	return bool(source.live_build) and not _is_behind(source, source.whole_generation)


def _is_behind(source: "Document", generation: int | None) -> bool:
	"""Whether the index lacks a change that was noted with this generation."""
	return (generation or 0) > (source.built_generation or 0)


def _of(source: "Document", which: Which) -> tuple[str, tuple[object, ...]]:
	"""What joins some of the inputs alone, with its values. Each part has an index of its own, so no others are looked at."""
	of_status = (
		"select name from `tabKnowledge Input` where knowledge_source = %s and disabled = 0 and status in %s"
	)
	if which is Which.READING:
		return f"join ({of_status}) c on c.name = i.name", (source.name, (READING,))
	described = (
		"select name from `tabKnowledge Input` where knowledge_source = %s and described_generation > %s"
	)
	return f"join ({of_status} union {described}) c on c.name = i.name", (
		source.name,
		UNFINISHED,
		source.name,
		source.built_generation or 0,
	)


def _names(source: "Document") -> frozenset[str]:
	return frozenset(
		frappe.db.sql_list(
			"select name from `tabKnowledge Input` where knowledge_source = %s and disabled = 0", source.name
		)
	)


_Described = tuple[str, str, str, tuple[str, ...]]
"""DocType and name of a record, the fields of it that are metadata, and those that its selector leaves out."""


def _described_by(row: "frappe._dict") -> _Described:
	left_out = Choice.of(row.leave_out, None).leave_out
	return row.reference_doctype or "", row.reference_name or "", row.metadata_fields or "", left_out


def _described(rows: "list[frappe._dict]") -> dict[_Described, Description]:
	"""The records that inputs are made of, or that brought them, in a few statements for each DocType."""
	names: dict[tuple[str, str, tuple[str, ...]], dict[str, None]] = {}
	for row in rows:
		doctype, name, fields, left_out = _described_by(row)
		if doctype and name:
			names.setdefault((doctype, fields, left_out), {})[name] = None
	return {
		(doctype, name, fields, left_out): description
		for (doctype, fields, left_out), wanted in names.items()
		for name, description in describe(doctype, wanted, fields, left_out).items()
	}


def _row(row: "frappe._dict") -> InputRow:
	size = {
		"Text": None,
		"Gap Answer": None,
		"URL": URL_BYTES,
		"DocType Records": RECORD_BYTES,
		"Server File": size_of(row.entry_version or ""),
		"Remote File": size_of(row.entry_version or ""),
	}.get(row.input_type, int(row.file_size or 0))
	return InputRow(
		row.name,
		row.input_type,
		row.status,
		row.source_hash or "",
		size,
		_is_hashed_when_read(row),
		row.processed or "",
	)


def _is_hashed_when_read(row: "frappe._dict") -> bool:
	return row.input_type in ("URL", "DocType Records") or bool(row.selected_key)


def _wanted_input(
	row: "frappe._dict", record: Description | None, opener: "_Opener", corrections: tuple[Correction, ...]
) -> WantedInput:
	unfinished = row.status in UNFINISHED
	if _is_hashed_when_read(row):
		# The hash is known once the page, the record or the file is read: the engine takes it from the bytes if it is empty.
		content_hash = "" if unfinished else row.indexed_hash or ""
	else:
		content_hash = row.source_hash or ""
	return WantedInput(
		key=row.name,
		content_hash=content_hash,
		title=_title(row, record),
		open_content=opener.of(row),
		url=_address(row, record),
		metadata=_metadata(row, record),
		force=unfinished,
		corrections=corrections,
	)


def _title(row: "frappe._dict", record: Description | None) -> str:
	# What a record is called names its kind, its number and its state, so that no two are taken for each other. What a
	# record only brought, such as its attachments, has a name of its own.
	if record and row.input_type == "DocType Records":
		return record.heading
	return row.title or row.file_name or row.url or row.name


def _address(row: "frappe._dict", record: Description | None) -> str:
	if row.input_type == "URL":
		return row.url or ""
	if row.input_type in FILES:
		return row.file or ""
	return record.url if record and row.input_type == "DocType Records" else ""


def _metadata(row: "frappe._dict", record: Description | None) -> dict[str, JSONValue]:
	"""What a search can be filtered by; ``records.labels`` lists it for records.

	Tags are not here: ``filtering`` asks MariaDB for them.
	"""
	found: dict[str, JSONValue] = {
		"input_type": row.input_type,
		"created": row.created[:WHOLE_SECONDS],
		"modified": row.modified[:WHOLE_SECONDS],
	}
	if row.input_type in FILES:
		found["extension"] = PurePosixPath(row.file_name or row.file or "").suffix.lower().lstrip(".")
		# A file that was uploaded in the form of its input belongs to nothing but knowledge.
		if row.attached_to_name and row.attached_to_doctype not in OWN_DOCTYPES:
			found["reference_doctype"] = row.attached_to_doctype
			found["reference_name"] = row.attached_to_name
	if row.input_type in ("Server File", "Remote File"):
		found["extension"] = PurePosixPath(row.path or "").suffix.lower().lstrip(".")
	if row.input_type == "DocType Records":
		found["reference_doctype"], found["reference_name"] = row.reference_doctype, row.reference_name
		if record:
			found |= record.metadata
	elif record:
		# Who may not read the record that brought a file does not find the file.
		found |= {key: record.metadata[key] for key in record.fields if key in record.metadata}
	if row.record_modified:
		# Not the record's own of now: whether a hit is stale is told by comparing the two.
		found["modified"] = moment(row.record_modified)
	if row.record_state:
		found[RECORD_STATE] = row.record_state
	if row.superseded:
		found["superseded"] = True
	found |= _declared(row)
	# What is empty has no key; a number or a no says something.
	return {key: value for key, value in found.items() if value is not None and value != ""}


def _declared(row: "frappe._dict") -> dict[str, JSONValue]:
	"""What a person says of the input. It comes before what its record or its file says."""
	named = {"author": row.document_author, "date": row.document_date, "kind": row.document_kind}
	found: dict[str, JSONValue] = {key: value for key, value in named.items() if value}
	try:
		return found | parse_metadata(row.metadata or "", RESERVED_KEYS)
	except InvalidMetadata:
		# It was checked when it was saved; a name has been reserved since, or SQL wrote it. Nothing of it is believed.
		return found


class _Opener:
	"""Opens the inputs of one source; records are read ahead, many at once."""

	def __init__(self, source: "frappe._dict", rows: "list[frappe._dict]", *, everything: bool) -> None:
		self._source = source
		self._everything = everything
		self._rows = [row for row in rows if row.input_type == "DocType Records"]
		self._reader: RecordReader | None = None
		self._options: dict[str, RecordOptions] = {}
		self.pages: dict[str, str] = {}
		self._stores: dict[tuple[str, str], Store] = {}

	def of(self, row: "frappe._dict") -> Callable[[], Content]:
		"""What gives the content of this input when it is to be read."""
		if row.input_type in FILES:
			return lambda: _file_content(row)
		if row.input_type == "URL":
			return lambda: self._url_content(row)
		if row.input_type == "DocType Records":
			return lambda: self._record_content(row)
		if row.input_type == "Server File":
			return lambda: _server_file_content(row)
		if row.input_type == "Remote File":
			return lambda: self._remote_content(row)
		return lambda: _text_content(row)

	def _url_content(self, row: "frappe._dict") -> Content:
		content, page = read_page_politely(row.url, row.pause)
		if content is None:
			raise ValueError("A page was asked for without conditions, and left out.")
		self.pages[row.name] = page.to_json()
		return content

	def _remote_content(self, row: "frappe._dict") -> Content:
		name, _slash, path = (row.path or "").partition("/")
		key = name, row.author or ""
		if key not in self._stores:
			# One connection for all files of it: it notes when the server takes no password, or does not answer.
			self._stores[key] = open_store(*key)
		try:
			return Content(name=path.rpartition("/")[2], data=self._stores[key].read(path))
		except AddressRefused as error:
			# The site may allow the host again at any time: what was read of the file stays.
			raise FetchFailed(str(error)) from error

	def _record_content(self, row: "frappe._dict") -> Content:
		if self._reader is None:
			self._reader = self._new_reader()
		return self._reader.open(row.reference_doctype or "", row.reference_name or "", self._options_of(row))

	def _new_reader(self) -> "RecordReader":
		self._options = {
			name: RecordOptions(bool(comments), bool(emails), template or "", Choice.of(leave_out, take_in))
			for name, comments, emails, template, leave_out, take_in in frappe.db.sql(
				"""select name, include_comments, include_emails, template, leave_out, take_in
				from `tabKnowledge Selector` where parent = %s and parenttype = 'Knowledge Source'""",
				self._source.name,
			)
		}
		# No row brought it: it is the record that a source is about, with all that was written about it.
		self._options[""] = RecordOptions(comments=True, emails=True)
		# An update opens what is unfinished, a rebuild everything.
		wanted = [row for row in self._rows if self._everything or row.status in UNFINISHED]
		return RecordReader(
			(row.reference_doctype or "", row.reference_name or "", self._options_of(row)) for row in wanted
		)

	def _options_of(self, row: "frappe._dict") -> "RecordOptions":
		return self._options.get(row.selector or "") or self._options[""]


def _text_content(row: "frappe._dict") -> Content:
	# Plain SQL: Frappe's query builder would take longer than indexing a page of text.
	found = frappe.db.sql("select text from `tabKnowledge Input` where name = %s", row.name)
	if not found or found[0][0] is None:
		raise ContentMissing("The text of this input is gone; it was deleted while it was being indexed.")
	return Content.from_text(found[0][0])


def _server_file_content(row: "frappe._dict") -> Content:
	"""A file of a folder that the configuration names, now. While the folder is away, what was read of the file before stays."""
	name, _slash, path = (row.path or "").partition("/")
	try:
		folder = server_folder(name)
	except SettingsError as error:
		raise FetchFailed(str(error)) from error
	opener = partial(open_in_folder, folder.path, path)
	try:
		opener().close()
	except OSError as error:
		raise FetchFailed(
			f"The file cannot be read in its folder on the server ({error.strerror or error}). It is tried again later."
		) from error
	return Content(name=path.rpartition("/")[2], opener=opener)


def _file_content(row: "frappe._dict") -> Content:
	if row.selected_key:
		# Nobody named it but the selector of a source, so there is nobody whose right could count. Who may see what it
		# says is checked with every hit.
		if not row.file_record or not frappe.db.exists("File", row.file_record):
			raise ContentMissing(
				"The file behind this input was deleted. The next sync takes the input away."
			)
	# Who attached the file must (still) be allowed to read it: the job itself may read everything.
	elif not row.file_record or not may_read_file(row.file_record, row.author):
		raise ContentMissing(
			"The file behind this input is gone, or its author may not read it any more. "
			"Attach a file that you may read."
		)
	try:
		data = read_file_bytes(row.file_record)
	except (OSError, frappe.ValidationError) as error:
		raise ContentMissing(
			f"The file behind this input cannot be read ({error}). Attach it again."
		) from error
	content = Content(name=row.file_name or row.file or "file", data=data)
	if not row.selected_key and content.sha256() != row.source_hash:
		raise ContentMissing(
			"The file was changed after it was added. Use Reprocess to index what it holds now."
		)
	return content
