import hashlib
import mimetypes

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.site.database.dialect import add_index, is_postgres, unique_name
import frappe
from frappe import _
from frappe.utils import cstr, escape_html

from huf.ai.gaps import GAP_ANSWER, forget_input
from huf.ai.knowledge import hooks
from huf.ai.site.database.derived_fields import forget_claimed, restore_stored
from huf.ai.knowledge.contents.corrections import forget_corrections
from huf.ai.knowledge.contents.wanted import PACK
from huf.ai.knowledge.contents.files import keep_with_input, may_read_file, read_file_bytes, resolve_file
from huf.ai.access.words import is_stored
from huf.ai.knowledge.records.labels import RESERVED_KEYS
from huf.ai.knowledge.selectors.tombstones import bury
from huf.ai.site.settings import refuse_if_switched_off
from huf.ai.knowledge.indexing.texts.scans import forget_troubles
from huf.ai.words import said
from huf.engine.errors import InvalidMetadata
from huf.engine.extractors.sections import one_line
from huf.engine.filters.declared import parse_metadata, write_metadata

CONTENT_FIELDS = {"File": "file", "Text": "text", "URL": "url", GAP_ANSWER: "text"}
SELECTED_TYPES = ("DocType Records", "Folder", "Server File", "Remote File")
"""Types of inputs that only a selector makes."""
OWN_FIELDS = ("knowledge_source", "input_type", "title", "file", "text", "url")
"""What a person may say of an input, besides that it is disabled; of a selected one its record says it."""
DESCRIBING_FIELDS = ("document_author", "document_date", "document_kind", "metadata")
"""What a person may say *about* any input, also a selected one. None of it is text that is searched."""
PAGE_FIELDS = ("page_checked_at", "page_problem", "page_version", "gone_since", "unlisted_since")
"""What jobs note of the page behind a URL; of another page they say nothing."""
MAX_TEXT_BYTES = 5 * 1024 * 1024
"""A pasted text of this size is over a thousand pages; more than that is better kept as a file."""
SMALL_TEXT_BYTES = 100_000
"""No database is set up so that this would not fit; it need not be asked."""
PACKET_MARGIN = 64 * 1024
TITLE_LENGTH = 140


class KnowledgeInput(UnannouncedDocument):
	"""One file, text, web page or record of a source."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		author: DF.Data | None
		character_count: DF.Int
		chunks_created: DF.Int
		described_generation: DF.Int
		disabled: DF.Check
		document_author: DF.Data | None
		document_date: DF.Date | None
		document_kind: DF.Data | None
		entry_version: DF.Data | None
		error_message: DF.SmallText | None
		file: DF.Attach | None
		file_name: DF.Data | None
		file_record: DF.Data | None
		file_type: DF.Data | None
		gone_since: DF.Datetime | None
		helpful: DF.Int
		indexed_hash: DF.Data | None
		input_type: DF.Literal[
			"File",
			"Text",
			"URL",
			"DocType Records",
			"Folder",
			"Gap Answer",
			"Server File",
			"Remote File",
			"Pack",
		]
		knowledge_source: DF.Link
		metadata: DF.SmallText | None
		not_helpful: DF.Int
		page_checked_at: DF.Datetime | None
		page_problem: DF.SmallText | None
		page_version: DF.SmallText | None
		path: DF.Data | None
		processed_at: DF.Datetime | None
		record_modified: DF.Datetime | None
		record_state: DF.Data | None
		reference_doctype: DF.Link | None
		reference_name: DF.DynamicLink | None
		retries: DF.Int
		retry_at: DF.Datetime | None
		selected_key: DF.Data | None
		selector: DF.Data | None
		source_hash: DF.Data | None
		status: DF.Literal[
			"Pending", "Processing", "Reading Scan", "Indexed", "Partially Indexed", "No Text", "Error"
		]
		superseded: DF.Check
		text: DF.Code | None
		title: DF.Data | None
		unenriched_passages: DF.Int
		unlisted_since: DF.Datetime | None
		url: DF.Data | None
		url_hash: DF.Data | None
	# end: auto-generated types

	def before_insert(self) -> None:
		forget_claimed(self)

	def validate(self) -> None:
		if self.is_new():
			self._refuse_selected_type()
		else:
			restore_stored(self)
		self._refuse_in_pack()
		self._check_description()
		if not self.is_new():
			if self.is_packed:
				self._refuse_edit_of_packed()
				return
			if self.is_selected:
				self._refuse_edit()
				self._forget_page_troubles()
				return
		self._refuse_unverified()
		self._keep_one_content()
		before = self.source_hash, self.url_hash
		take = {"file": self._take_file, "text": self._take_text, "url": self._take_url}
		take[CONTENT_FIELDS[self.input_type]]()
		self._refuse_duplicate()
		self._set_title()
		self.flags.content_changed = self.is_new() or before != (self.source_hash, self.url_hash)
		if self.flags.content_changed:
			self.update({"status": "Pending", "error_message": None})

	def on_update(self) -> None:
		if self.file_record and not self.selected_key:
			keep_with_input(self.file_record, self.name)
		if (
			self.flags.content_changed
			or self.has_value_changed("disabled")
			or self.has_value_changed("title")
		):
			hooks.on_input_changed(self)
		elif any(map(self.has_value_changed, DESCRIBING_FIELDS)):
			hooks.on_input_described(self)

	def on_trash(self) -> None:
		if self.is_packed:
			frappe.throw(
				_(
					"This input came with a pack, and would come again with the next one. Disable it, and it stays so."
				),
				title=_("Packed Input"),
			)
		if self.is_selected:
			bury(self)
		if self.input_type == GAP_ANSWER:
			forget_input(self.name)
		forget_corrections(self.name)
		hooks.on_input_deleted(self)

	@property
	def is_selected(self) -> bool:
		"""Whether a selector of the source brought it."""
		return self.selector is not None

	@property
	def is_packed(self) -> bool:
		"""Whether a pack brought it, which is what its source is made of."""
		before = self.get_doc_before_save()
		return (before or self).input_type == PACK

	def show_unique_validation_message(self, e: Exception) -> None:
		"""Frappe calls this when the database refused a row that another request was quicker to write."""
		self._throw_duplicate(None, cause=e)

	def _refuse_selected_type(self) -> None:
		if self.input_type in SELECTED_TYPES:
			frappe.throw(
				_(
					"Inputs of the type {0} are brought by the selectors of their source. Add a selector to the source."
				).format(_(self.input_type)),
				title=_("Selected Input"),
			)

	def _refuse_in_pack(self) -> None:
		"""A source that came from a pack has what the pack has: what is added to it would be lost with the next one."""
		if not self.is_new() and not self.has_value_changed("knowledge_source"):
			return
		before = self.get_doc_before_save()
		is_of_pack = frappe.db.get_value("Knowledge Source", self.knowledge_source, "pack_id")
		if is_of_pack or self.input_type == PACK or (before and before.input_type == PACK):
			frappe.throw(
				_("A source that came from a pack has what the pack has. Add the input to another source."),
				title=_("Packed Input"),
			)

	def _refuse_edit_of_packed(self) -> None:
		before = self.get_doc_before_save()
		told = (*OWN_FIELDS, *DESCRIBING_FIELDS)
		if changed := [field for field in told if cstr(self.get(field)) != cstr(before.get(field))]:
			frappe.throw(
				_("{0} cannot be changed: this input came with a pack. It can be disabled.").format(
					", ".join(_(self.meta.get_label(field)) for field in changed)
				),
				title=_("Packed Input"),
			)

	def _refuse_unverified(self) -> None:
		"""What a verified answer says, and that it is one, is changed by verifying it alone."""
		before = self.get_doc_before_save()
		if self.flags.by_verification or GAP_ANSWER not in (self.input_type, before and before.input_type):
			return
		own = ("input_type", "title", "text")
		if not before or any(cstr(self.get(field)) != cstr(before.get(field)) for field in own):
			frappe.throw(
				_(
					"Inputs of the type {0} are the verified answers of Knowledge Gaps. Write or change the answer in the "
					"gap and verify it there."
				).format(_(GAP_ANSWER)),
				title=_("Verified Answer"),
			)

	def _refuse_edit(self) -> None:
		before = self.get_doc_before_save()
		changed = [field for field in OWN_FIELDS if cstr(self.get(field)) != cstr(before.get(field))]
		if changed:
			record = _(
				"{0} cannot be changed here: this input follows its record, which a selector of the source brought. "
				"Change the record; or disable or delete the input, and it stays away."
			)
			listed = _(
				"{0} cannot be changed here: it comes from a list that a selector of the source names. "
				"Change the selector; or disable or delete the input, and it stays away."
			)
			frappe.throw(
				(listed if self.input_type in ("URL", "Server File", "Remote File") else record).format(
					", ".join(_(self.meta.get_label(field)) for field in changed)
				),
				title=_("Selected Input"),
			)

	def _check_description(self) -> None:
		for fieldname in ("document_author", "document_kind"):
			self.set(fieldname, one_line(cstr(self.get(fieldname))) or None)
		if {"<", ">"} & set(cstr(self.metadata)):
			# Frappe would rewrite it as HTML, and a filter would look for something else than what was typed.
			frappe.throw(_("Other Metadata may not have the signs < and >."), title=_("Other Metadata"))
		try:
			self.metadata = write_metadata(parse_metadata(cstr(self.metadata), RESERVED_KEYS)) or None
		except InvalidMetadata as error:
			frappe.throw(escape_html(said(error)), title=_("Other Metadata"))

	def _keep_one_content(self) -> None:
		if self.input_type not in CONTENT_FIELDS:
			frappe.throw(_("Input Type must be one of {0}.").format(", ".join(CONTENT_FIELDS)))
		for fieldname in set(CONTENT_FIELDS.values()) - {CONTENT_FIELDS[self.input_type]}:
			self.set(fieldname, None)
		# Programs paste it where a text ended in their memory. It says nothing, PostgreSQL takes none, and a file with it is no text.
		if self.text:
			self.text = cstr(self.text).replace("\0", "")
		if not self.get(CONTENT_FIELDS[self.input_type]):
			label = self.meta.get_label(CONTENT_FIELDS[self.input_type])
			frappe.throw(_("{0} is empty. Fill it in.").format(_(label)), frappe.MandatoryError)
		if self.input_type != "File":
			self.update({"file_record": None, "file_name": None, "file_type": None})
		if self.input_type != "URL":
			self.update(dict.fromkeys(("url_hash", *PAGE_FIELDS)))

	def _take_file(self) -> None:
		"""Find the File that the author may read, and hash its bytes; a path alone proves no right."""
		named_before = self.get_doc_before_save()
		if not self.file_record or not named_before or named_before.file != self.file:
			self.author = frappe.session.user
			self.file_record = resolve_file(self.file or "", self.author, self.name)
		elif not may_read_file(self.file_record, self.author or ""):
			# The File was replaced, or its author lost the right to it: whoever saves now must have it.
			self.author = frappe.session.user
			self.file_record = resolve_file(self.file or "", self.author, self.name)
		self.file_name = frappe.db.get_value("File", self.file_record, "file_name")
		self.file_type = mimetypes.guess_type(self.file_name or "")[0]
		try:
			content = read_file_bytes(self.file_record)
		except FileNotFoundError:
			frappe.throw(
				_("{0} is not on the server any more. Attach the file again.").format(escape_html(self.file))
			)
		self.source_hash = hashlib.sha256(content).hexdigest()

	def _take_text(self) -> None:
		self.author = self.author or frappe.session.user
		try:
			content = (self.text or "").encode()
		except UnicodeEncodeError:
			frappe.throw(
				_("The text holds half a character (a lone surrogate). Paste it again, or attach a file.")
			)
		if len(content) > min(SMALL_TEXT_BYTES, MAX_TEXT_BYTES):
			_refuse_longer_than(largest_text(), len(content))
		self.source_hash = hashlib.sha256(content).hexdigest()

	def _take_url(self) -> None:
		"""Until the page is fetched only its address is known; the job fills in the hash of its bytes."""
		self.author = self.author or frappe.session.user
		self.url = (self.url or "").strip()
		if not self.url.lower().startswith(("http://", "https://")):
			frappe.throw(_("The URL must begin with http:// or https://."), title=_("URL"))
		url_hash = hashlib.sha256(self.url.encode("utf-8", "surrogatepass")).hexdigest()
		if url_hash != self.url_hash:
			self.url_hash, self.source_hash = url_hash, None
			self.update(dict.fromkeys(PAGE_FIELDS))
		else:
			self._forget_page_troubles()

	def _forget_page_troubles(self) -> None:
		if self.has_value_changed("disabled") and not self.disabled:
			# What was wrong with the page before is told no more; the job looks for itself.
			self.update({"page_problem": None, "gone_since": None})

	def _refuse_duplicate(self) -> None:
		fieldname = "url_hash" if self.input_type == "URL" else "source_hash"
		# Plain SQL: Frappe's query builder takes longer than all other checks of an input together.
		twins = frappe.db.sql(
			f"""select name, title, disabled from `tabKnowledge Input`
			where knowledge_source = %s and {fieldname} = %s and name != %s limit 1""",
			(self.knowledge_source, self.get(fieldname), self.name or ""),
			as_dict=True,
		)
		if twins:
			# Its title may be that of a file which the author of this one may not see.
			known = frappe.has_permission("Knowledge Input", "read", doc=twins[0].name)
			self._throw_duplicate(twins[0] if known else None)

	def _throw_duplicate(self, twin: "frappe._dict | None", cause: Exception | None = None) -> None:
		what = _("This address") if self.input_type == "URL" else _("This content")
		if twin and twin.disabled:
			message = _("{0} is already in {1} as {2}, which is disabled. Enable it instead.")
		elif twin:
			message = _("{0} is already in {1} as {2}.")
		else:
			message = _("{0} is already in {1}.")
		source, title = escape_html(self.knowledge_source), escape_html(twin.title) if twin else ""
		message = message.format(what, frappe.bold(source), frappe.bold(title))
		frappe.msgprint(message, title=_("Already There"), raise_exception=frappe.UniqueValidationError)

	def _set_title(self) -> None:
		if not (self.title or "").strip():
			if self.input_type == "File":
				self.title = self.file_name or self.file
			elif self.input_type == "URL":
				self.title = self.url
			else:
				lines = (line.strip() for line in (self.text or "")[:10_000].splitlines())
				self.title = next((line for line in lines if line), _("Text"))
		self.title = (self.title or "").strip()[:TITLE_LENGTH]


def largest_text() -> int:
	"""Bytes that a pasted text may have: the constant, or less if the database takes only smaller packets.

	Quoting at most doubles a text, and the rest of the statement needs some room too.
	"""
	if is_postgres():
		return MAX_TEXT_BYTES
	packet = int(frappe.db.sql("select @@max_allowed_packet")[0][0])
	return min(MAX_TEXT_BYTES, (packet - PACKET_MARGIN) // 2)


def _refuse_longer_than(limit: int, size: int) -> None:
	if size > limit:
		frappe.throw(
			_("The text has {0} MB; at most {1} MB can be pasted. Attach it as a file instead.").format(
				f"{size / 1e6:.1f}", f"{limit / 1e6:.1f}"
			),
			title=_("Text Too Long"),
		)


def on_doctype_update() -> None:
	"""Called by Frappe after each sync of the DocType: two requests that race meet these indexes."""
	frappe.db.add_unique(
		"Knowledge Input", ["knowledge_source", "source_hash"], unique_name("unique_content_in_source")
	)
	frappe.db.add_unique(
		"Knowledge Input", ["knowledge_source", "url_hash"], unique_name("unique_url_in_source")
	)
	# What a selector brings is told apart by where it comes from: two records may say the same.
	frappe.db.add_unique(
		"Knowledge Input", ["knowledge_source", "selected_key"], unique_name("unique_selected_in_source")
	)
	add_index("Knowledge Input", ["reference_doctype", "reference_name"], "reference")
	# Whether a source holds records is asked by each search.
	add_index("Knowledge Input", ["knowledge_source", "reference_doctype"], "source_reference")
	# Each change asks what is unfinished, what is described anew, and how many there are of each status, of sources that may have a million.
	add_index("Knowledge Input", ["knowledge_source", "disabled", "status"], "source_status")
	add_index("Knowledge Input", ["knowledge_source", "described_generation"], "source_described")
	add_index("Knowledge Input", ["file_record"], "file_record")
	add_creation_index()


def add_creation_index() -> None:
	"""What is new is read by it. Frappe 16 makes one of this name with the table; Frappe 15 makes it when it next changes the table."""
	add_index("Knowledge Input", ["creation"], "creation")


@frappe.whitelist(methods=["POST"])
def reprocess_input(knowledge_input: str) -> dict[str, str]:
	"""Read the content again and index it again, even if it did not change."""
	if not is_stored("Knowledge Input", knowledge_input) or not frappe.has_permission(
		"Knowledge Input", "write", doc=knowledge_input
	):
		frappe.throw(_("There is no input of this name that you may change."), frappe.PermissionError)
	refuse_if_switched_off()
	doc = frappe.get_doc("Knowledge Input", knowledge_input)
	if doc.disabled:
		frappe.throw(_("This input is disabled. Enable it, and it is indexed."))
	forget_troubles(doc.knowledge_source, doc.source_hash)
	doc.save()
	if not doc.flags.content_changed:
		hooks.on_input_changed(doc)
	return {"status": doc.status}
