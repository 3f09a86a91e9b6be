"""Which inputs, and so which hits, a user may see. Every search asks here, of every hit, whatever was left out before.

It fails closed: an input whose right cannot be found out is not shown. The Error Log has where it failed (never what was
read: a System Manager need not be allowed to read it), and the result a note that tells nothing of what it was about.
"""

import traceback
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from math import inf
from typing import Any, TypeVar

import frappe
from frappe import _
from frappe.utils import get_datetime
from rq.timeouts import BaseTimeoutException

from huf.ai.access.impersonation import asked_as, forget_old_rights
from huf.ai.access.records.file_rule import (
	OWN_DOCTYPES,
	FileRow,
	file_rows,
	needed_records,
	open_inputs_among,
	readable_files,
)
from huf.ai.access.records.portal_pages import portal_page
from huf.ai.access.records.records import Record, Rule, readable_records, rule_of
from huf.ai.access.records.website import openable_records
from huf.ai.access.words import user_type_of
from huf.ai.site.database import dialect
from huf.engine.types import Hit

T = TypeVar("T")
Reference = tuple[str, str]
"""DocType and name of a record."""

WITHOUT_RIGHTS = ("Text", "URL", "Gap Answer", "Server File", "Remote File", "Pack")
"""Types of inputs that stem from nothing which has rights of its own: their source says who finds them."""

LOGGED_SECONDS = 600
"""How long the same failure of the same DocType is not logged again: every search would log it."""


HOPELESS = 0.9
"""The share of hits that are refused from which on it is."""


class TooManyRefused(Exception):
	"""Nearly all hits are refused."""


class InputRights:
	"""The rights of one user during one search. Nothing is remembered beyond it."""

	def __init__(self, user: str, *, in_older_builds: bool = False, in_new_builds: bool = False) -> None:
		"""
		:param in_new_builds: hits may be of builds that are not published yet, and so of inputs of a pack whose rows come with that.
		:param in_older_builds: hits may be of builds made long ago. Then only what its input stems from now may be shown: who may read the
			file of today need not be allowed to read the one before.
		"""
		self.user = user
		self._in_older_builds = in_older_builds
		self._in_new_builds = in_new_builds
		self.patience = inf
		"""Refused hits from which on it may be better to begin anew."""
		self.asked = 0
		"""Hits that were asked about."""
		self.refused = 0
		"""Hits that were refused because of a record or a File."""
		self._failed: set[str] = set()
		self._rules: dict[str, Rule] = {}
		self._inputs: dict[str, frappe._dict | None] = {}
		self._records: dict[Reference, Record | None] = {}
		self._openable: dict[Reference, Record | None] = {}
		"""Records that the portal opens to a user of the website. They are found in sources that answer these."""
		self._files: dict[str, bool] = {}
		self._user_type = None if user in ("Administrator", "Guest") else user_type_of(user)
		self._is_known = user == "Administrator" or self._user_type is not None
		if self._is_known and user != "Administrator":
			forget_old_rights(user)

	@property
	def is_on_website(self) -> bool:
		"""Whether the user has no desk."""
		return self._user_type == "Website User"

	def rule(self, doctype: str) -> Rule:
		"""The rule for records of the DocType, found out once; for the session's user. One that breaks opens nothing."""
		if doctype not in self._rules:
			self._rules[doctype] = self.tried(doctype, lambda: rule_of(doctype, self.user), Rule("nothing"))
		return self._rules[doctype]

	@property
	def notes(self) -> list[str]:
		"""What the result has to say besides."""
		if not self._failed:
			return []
		return [
			_(
				"Some passages were left out because the right to them could not be found out. The Error Log says where."
			)
		]

	def accept(self, hits: Sequence[Hit]) -> list[bool]:
		"""Whether each hit may be shown: its input is there, enabled, of that source, and the user may read what it is of.

		Raises:
			TooManyRefused: nearly all, and as many as :meth:`begin` said.
		"""
		self.load({hit.input for hit in hits})
		verdicts = [self._accepts(hit) for hit in hits]
		if self.refused >= self.patience and self.refused >= HOPELESS * self.asked:
			raise TooManyRefused
		return verdicts

	def begin(self, patience: float = inf) -> None:
		"""A search begins, or begins anew. What was found out before still holds."""
		self.asked = self.refused = 0
		self.patience = patience

	def load(self, names: Collection[str]) -> None:
		"""Find out about these inputs, all at once."""
		names = set(names) - self._inputs.keys()
		if not names:
			return
		self._inputs.update(dict.fromkeys(names))
		if self._is_known:
			self._inputs.update({row.name: row for row in _input_rows(names)})
		rows = [row for name in names if (row := self._inputs[name])]
		with asked_as(self.user):
			self._load_rights(rows)

	def may_read(self, name: str) -> bool:
		"""Whether the user may read what this input, which has been loaded, stems from. Says nothing of its source."""
		row = self._inputs.get(name)
		return row is not None and self._may_read(row)

	def readable(self) -> set[str]:
		"""The inputs that the user was found to be allowed to read, so far."""
		return {
			name
			for name, row in self._inputs.items()
			if row and (self._may_read(row) or self._openable.get(_reference(row) or ("", "")))
		}

	def may_name_record(self, name: str) -> bool:
		"""Whether the record that this input belongs to is one that the user was found to be allowed to read."""
		row = self._inputs.get(name)
		reference = _reference(row) if row else None
		return reference is not None and self._records.get(reference) is not None

	def for_website(self, hits: Iterable[Hit]) -> tuple[Hit, ...]:
		"""The hits, those that only the portal opens without what the desk knows of the record: address, owner, links."""
		return tuple(
			hit._replace(url="", metadata={}) if self._is_opened_in_portal(hit) else hit for hit in hits
		)

	def with_addresses(self, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
		"""The hits, which the user may read, with addresses that lead them somewhere: users of the website have no desk."""
		if not hits or not self.is_on_website:
			return hits
		with asked_as(self.user):
			return tuple(hit._replace(url=self._address_on_website(hit)) for hit in hits)

	def may_name(self, inputs: Sequence[Hit]) -> list[bool]:
		"""Whether each input, given as a hit without text, may be named. By the rule of :meth:`accept`, but nothing was found
		that would have to be replaced."""
		self.load({hit.input for hit in inputs})
		return [self._is_there(hit) and self._may_show(hit) for hit in inputs]

	def may_list(self, inputs: Sequence[Hit]) -> list[bool]:
		"""Whether each input of a build, given as a hit without text, may be named to the user, who may write its source: also a disabled
		one, and one that was deleted, as far as the right to it can still be asked.

		A text, a page and a file of the server have no right but the source's. A record is asked itself. Of a deleted input that was
		a File nobody knows any more who might read it.
		"""
		self.load({hit.input for hit in inputs})
		gone = [hit for hit in inputs if self._inputs[hit.input] is None]
		with asked_as(self.user):
			self._load_records({it for hit in gone if (it := _reference_in(hit))} - self._records.keys())
		return [self._may_list(hit) for hit in inputs]

	def _may_list(self, hit: Hit) -> bool:
		row = self._inputs[hit.input]
		if row is not None:
			return row.knowledge_source == hit.source and self._may_show(hit)
		if not self._is_known or hit.metadata.get("input_type") not in (*WITHOUT_RIGHTS, "DocType Records"):
			return False
		reference = _reference_in(hit)
		if reference is None:
			return True
		record = self._records.get(reference)
		return record is not None and record.docstatus != 2 and not _is_of_another(hit.metadata, hit, record)

	def _accepts(self, hit: Hit) -> bool:
		self.asked += 1
		if not self._is_there(hit):
			return False
		if self._may_show(hit):
			return True
		self.refused += 1
		return False

	def _is_there(self, hit: Hit) -> bool:
		row = self._inputs[hit.input]
		if row is None:
			return self._is_to_come(hit)
		return not row.disabled and row.knowledge_source == hit.source

	def _is_to_come(self, hit: Hit) -> bool:
		"""Whether the hit is of an input that a pack brings, and that gets its row when the build is published. It stems from nothing that has rights
		of its own, and who may search the source was asked before."""
		return self._is_known and self._in_new_builds and hit.metadata.get("input_type") == "Pack"

	def _may_show(self, hit: Hit) -> bool:
		row = self._inputs[hit.input]
		if row is None:
			return self._is_to_come(hit)
		if self._in_older_builds and _is_of_other_content(row, hit):
			return False
		reference = _reference(row) or ("", "")
		if self._is_opened_in_portal(hit):
			record = self._openable[reference]
			return record is not None and _is_active(record, row) and not _is_of_another(row, hit, record)
		return self._may_read(row) and not _is_of_another(row, hit, self._records.get(reference))

	def _is_opened_in_portal(self, hit: Hit) -> bool:
		row = self._inputs.get(hit.input)
		if row is None or not _is_of_website(row):
			return False
		reference = _reference(row) or ("", "")
		return self._records.get(reference) is None and self._openable.get(reference) is not None

	def _address_on_website(self, hit: Hit) -> str:
		row = self._inputs[hit.input]
		if row is None:  # of a pack: what it says of an address is one of the web
			return hit.url
		reference = _reference(row)
		if _is_file(row):
			# The text of a File follows its source; the File itself Frappe gives out by its own rule alone.
			may_open = partial(frappe.has_permission, "File", "read", doc=row.file_record, user=self.user)
			return hit.url if row.file_record and tried("File", may_open, False) else ""
		if reference and row.input_type == "DocType Records":
			page = partial(portal_page, *reference, self._is_opened_in_portal(hit))
			return tried(reference[0], page, "")
		return hit.url

	def _may_read(self, row: "frappe._dict") -> bool:
		reference = _reference(row)
		if reference:
			record = self._records.get(reference)
			if record is None or not _is_active(record, row):
				return False
		if _is_file(row) and not _is_own(row):
			return bool(row.file_record) and self._files.get(row.file_record, False)
		return True

	def _load_rights(self, rows: Iterable["frappe._dict"]) -> None:
		wanted = {reference for row in rows if (reference := _reference(row))}
		names = {row.file_record for row in rows if _is_file(row) and row.file_record and not _is_own(row)}
		files: dict[str, FileRow] = self.tried("File", lambda: file_rows(names - self._files.keys()), {})
		wanted |= needed_records(files.values(), self.user)
		self._load_records(wanted - self._records.keys())
		self._load_openable({_reference(row) or ("", "") for row in rows if _is_of_website(row)})
		allowed: set[str] = self.tried(
			"File",
			lambda: readable_files(files, self.user, lambda it: self._records.get(it) is not None),
			set(),
		)
		self._files.update({name: name in allowed for name in files})

	def _load_records(self, wanted: Iterable[Reference]) -> None:
		by_doctype: dict[str, set[str]] = defaultdict(set)
		for doctype, name in wanted:
			by_doctype[doctype].add(name)
			self._records[doctype, name] = None
		for doctype, names in by_doctype.items():
			found: dict[str, Record] = self.tried(doctype, partial(self._readable, doctype, names), {})
			self._records.update({(doctype, name): record for name, record in found.items()})

	def _load_openable(self, wanted: set[Reference]) -> None:
		if not wanted or not self.is_on_website:
			return
		by_doctype: dict[str, set[str]] = defaultdict(set)
		for doctype, name in wanted - self._openable.keys():
			self._openable[doctype, name] = None
			if self._records.get((doctype, name)) is None:
				by_doctype[doctype].add(name)
		for doctype, names in by_doctype.items():
			found: dict[str, Record] = self.tried(
				doctype, partial(openable_records, doctype, names, self.user), {}
			)
			self._openable.update({(doctype, name): record for name, record in found.items()})

	def _readable(self, doctype: str, names: set[str]) -> dict[str, Record]:
		if doctype == "Knowledge Input":
			return {name: Record(name) for name in open_inputs_among(names, self.user)}
		return readable_records(doctype, names, self.user, self.rule(doctype))

	def tried(self, doctype: str, ask: Callable[[], T], otherwise: T) -> T:
		"""The answer of ``ask``; ``otherwise``, which must open nothing, when the rules of the DocType break: a note says so then."""
		return tried(doctype, ask, otherwise, self._failed)


def tried(doctype: str, ask: Callable[[], T], otherwise: T, failed: set[str] | None = None) -> T:
	"""The answer of ``ask``; ``otherwise``, which must open nothing, when the rules of the DocType break.

	:param failed: a DocType whose rules broke is put in.
	"""
	try:
		return dialect.alone(ask)
	except BaseTimeoutException:
		raise
	# The rules of any app run here, and may raise anything. What they say nothing about is refused, the rest of the
	# search goes on.
	except Exception as error:  # noqa: BLE001
		if failed is not None:
			failed.add(doctype)
		_log(doctype, error)
		return otherwise


def readable_inputs(names: Collection[str], user: str) -> set[str]:
	"""Those of the inputs that ``user`` may read as far as records and Files go; their sources are not asked about."""
	if not names:
		return set()
	rights = InputRights(user)
	rights.load(names)
	return {name for name in names if rights.may_read(name)}


def _input_rows(names: Collection[str]) -> list["frappe._dict"]:
	return frappe.db.sql(
		"""select i.name, i.knowledge_source, i.disabled, i.input_type, i.file, i.file_record, i.reference_doctype,
		i.reference_name, s.when_inactive, f.attached_to_doctype, f.attached_to_name,
		src.answers_website_users = 1 and s.include_comments = 0 and s.include_emails = 0 as answers_website
		from `tabKnowledge Input` i left join `tabFile` f on f.name = i.file_record
		left join `tabKnowledge Selector` s on s.name = i.selector
		left join `tabKnowledge Source` src on src.name = i.knowledge_source where i.name in %s""",
		(tuple(names),),
		as_dict=True,
	)


def _reference(row: Mapping[str, Any]) -> Reference | None:
	"""The record that an input stems from. A selected input that has lost its record is nobody's."""
	if row["reference_doctype"] or row["input_type"] == "DocType Records":
		return row["reference_doctype"] or "", row["reference_name"] or ""
	return None


def _is_of_other_content(row: Mapping[str, Any], hit: Hit) -> bool:
	"""Whether the text is of what the input was before: of another kind, or of another file."""
	return hit.metadata.get("input_type") != row["input_type"] or (
		_is_file(row) and hit.url != (row["file"] or "")
	)


def _reference_in(hit: Hit) -> Reference | None:
	"""The record that an input of a build stems from, as the build has it; for one that has no row any more."""
	metadata = hit.metadata
	if metadata.get("reference_doctype") or metadata.get("input_type") == "DocType Records":
		return str(metadata.get("reference_doctype", "")), str(metadata.get("reference_name", ""))
	return None


def _is_of_website(row: Mapping[str, Any]) -> bool:
	"""Whether the portal's word counts for the input: it is the record itself, without comments and e-mails, which no page shows."""
	return bool(row["answers_website"]) and row["input_type"] == "DocType Records"


def _is_active(record: Record, row: Mapping[str, Any]) -> bool:
	return record.docstatus != 2 or row["when_inactive"] != "Leave"


def _is_of_another(row: Mapping[str, Any], hit: Hit, record: Record | None) -> bool:
	"""Whether the text is of an earlier record of the same name: who may read the new one may not for that read it."""
	read_at = hit.metadata.get("modified") if row["input_type"] == "DocType Records" else None
	if record is None or record.creation is None or not isinstance(read_at, str):
		return False
	return record.creation.replace(microsecond=0) > _moment(read_at)


def _is_file(row: Mapping[str, Any]) -> bool:
	return row["input_type"] in ("File", "Folder")


def _is_own(row: Mapping[str, Any]) -> bool:
	"""Whether the File is nothing but the content of this input."""
	doctype, name = row["attached_to_doctype"], row["attached_to_name"]
	own = dict(zip(OWN_DOCTYPES, (row["name"], row["knowledge_source"]), strict=True))
	return doctype in own and own[doctype] == name


def _moment(text: str) -> datetime:
	try:
		return get_datetime(text).replace(tzinfo=None)
	except (ValueError, TypeError):
		# Nobody can say what the text is of.
		return datetime.min


def _log(doctype: str, error: Exception) -> None:
	"""Log where a rule broke. Neither messages nor values: both may name what only some may read."""
	key = f"huf_rights_failed:{doctype}:{type(error).__name__}"
	if frappe.cache.get_value(key, expires=True):
		return
	frappe.cache.set_value(key, 1, expires_in_sec=LOGGED_SECONDS)
	frames = "".join(traceback.format_tb(error.__traceback__))
	frappe.log_error(
		title=f"The right to read {doctype} could not be found out",
		message=f"{type(error).__name__}\n{frames}\nIts passages are left out of searches until this is mended.",
		# A search may be a GET request, whose transaction is rolled back.
		defer_insert=True,
	)
