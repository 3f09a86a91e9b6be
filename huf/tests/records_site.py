"""What tests of rights share: a source of records and Files, indexed, without the jobs that bring them there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import retriever
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.contents.corrections import corrections_of
from huf.ai.site import artifacts
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.content import Content
from huf.engine.request import Request
from huf.engine.types import SearchResult, WantedInput
from huf.tests import factories as make


class RecordSource:
	"""A Knowledge Source whose inputs stem from records and Files, with a build of its own folder."""

	def __init__(self, **values: Any) -> None:
		self.doc = make.make_source(**values)
		self.name = self.doc.name
		self.texts: dict[str, tuple[str, dict[str, Any]]] = {}
		self._folder = Path(mkdtemp())
		self._builds = 0
		self.build: Path | None = None
		self.refill_seconds = 3600.0
		"""A test waits for all that may be found, also on a slow machine."""

	def add_record(self, record: Any, text: str, **values: Any) -> str:
		"""The input of a record, as a selector would make it."""
		row = self.insert_row(
			input_type="DocType Records",
			title=values.pop("title", f"Title of {record.name}"),
			reference_doctype=record.doctype,
			reference_name=record.name,
			selected_key=frappe.generate_hash(length=32),
			**values,
		)
		self.texts[row] = text, {"modified": str(record.modified)[:19]}
		return row

	def add_file(self, file: Any, text: str, record: Any = None, **values: Any) -> str:
		"""The input of a File: of an attachment of ``record`` if one is given."""
		if record is not None:
			values |= {"reference_doctype": record.doctype, "reference_name": record.name}
		row = self.insert_row(
			**{"input_type": "File", "title": file.file_name, **values},
			file=file.file_url,
			file_record=file.name,
			file_name=file.file_name,
		)
		self.texts[row] = text, {}
		return row

	def insert_row(self, **values: Any) -> str:
		"""A row as jobs write it: no controller has a say."""
		doc = frappe.get_doc(
			{
				"doctype": "Knowledge Input",
				"name": frappe.generate_hash(length=10),
				"knowledge_source": self.name,
				"status": "Indexed",
				"chunks_created": 1,
				**values,
			}
		)
		doc.db_insert()
		return doc.name

	def index(self, settings: BuildSettings | None = None) -> None:
		"""Make a build of all texts, and let the source answer from it."""
		settings = settings or BuildSettings()
		corrections = corrections_of(self.name)
		wanted = [
			WantedInput(
				key=key,
				content_hash=f"{number:064d}",
				title=key,
				open_content=lambda text=text: Content.from_text(text),
				metadata=metadata,
				corrections=corrections.get(key, ()),
			)
			for number, (key, (text, metadata)) in enumerate(self.texts.items())
		]
		kinds = registries.backend_registry()
		self._builds += 1
		folder = self._folder / str(self._builds)
		self.build = run_build(
			folder, plan_build(wanted, None, settings, kinds=kinds), settings, kinds=kinds
		).info.path
		frappe.db.set_value("Knowledge Source", self.name, "live_build", self.build.name)

	@contextmanager
	def answering(self) -> Iterator[None]:
		"""Let searches of the block find this build."""
		with patch.object(artifacts, "build_folder", return_value=self.build):
			yield

	def search(self, user: str, query: str = "zebra", **values: Any) -> SearchResult:
		"""What ``user`` finds here."""
		with self.answering(), patch.object(retriever, "REFILL_SECONDS", self.refill_seconds):
			return retriever.search_as(
				Request(query, (self.name,), principal=user, **{"top_k": 20, **values})
			)

	def found(self, user: str, query: str = "zebra", **values: Any) -> set[str]:
		"""The inputs that ``user`` finds here."""
		result = self.search(user, query, **values)
		assert not result.skipped, result.skipped
		return {hit.input for hit in result.hits}


def make_article(category: str, title: str | None = None, **values: Any) -> Any:
	"""A Help Article: a DocType without hooks, whose category User Permissions can narrow."""
	if not frappe.db.exists("Help Category", {"category_name": category}):
		frappe.get_doc({"doctype": "Help Category", "category_name": category}).insert(
			ignore_permissions=True
		)
	return frappe.get_doc(
		{
			"doctype": "Help Article",
			"title": title or f"Article {frappe.generate_hash(length=8)}",
			"category": frappe.db.get_value("Help Category", {"category_name": category}),
			"content": "An article.",
			**values,
		}
	).insert(ignore_permissions=True)


def allow(doctype: str, role: str, **values: int) -> None:
	"""Give a role the right to read a DocType, or exactly what the values say."""
	from frappe.permissions import add_permission

	add_permission(doctype, role, 0)
	if values:
		frappe.db.set_value("Custom DocPerm", {"parent": doctype, "role": role}, values)
	frappe.clear_cache(doctype=doctype)


def permit(user: str, doctype: str, name: str, **values: Any) -> Any:
	"""A User Permission."""
	return frappe.get_doc(
		{"doctype": "User Permission", "user": user, "allow": doctype, "for_value": name, **values}
	).insert(ignore_permissions=True)
