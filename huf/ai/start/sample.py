"""The sample handbook: a source with the files of the demo, to try search and answers on before there is anything else.

It is made by and for the person who asks for it, with their own rights: a Knowledge Manager's is for everybody on the
site, anybody else's for themselves alone. It is a source like any other, indexed in the background, and goes as one.
"""

from pathlib import Path
from typing import Any

import frappe
from frappe import _
from frappe.rate_limiter import rate_limit

import huf
from huf.ai.access.roles import is_manager, may_use_knowledge
from huf.ai.access.scopes.sources import can_write_source
from huf.ai.knowledge.status.stats import source_stats_for
from huf.ai.site.settings import refuse_if_switched_off

FOLDER = Path(huf.__file__).parent / "demo" / "handbook"
LEFT_OUT = frozenset({"broken-report.pdf"})
"""Tests what huf says of a file that cannot be read; who begins should not meet an error that is none of theirs."""
QUESTIONS = (
	"How many days of paternity leave does the company pay?",
	"What does the error code E-417 mean?",
	"How much may a hotel in Zurich cost per night?",
)
"""Each is answered by one place of the handbook (``huf/demo/questions.json``). In its language, so not translated."""


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=10, seconds=60)
def load_sample() -> dict[str, Any]:
	"""Make the source with the sample handbook, unless there is one that the user may read; gives the ``sample``."""
	if not _may_load():
		frappe.throw(
			_("Whoever may create knowledge sources and inputs may load the sample handbook."),
			frappe.PermissionError,
		)
	refuse_if_switched_off()
	if not _loaded():
		_make()
	return sample_view()


@frappe.whitelist(methods=["POST"])
def remove_sample(knowledge_source: str) -> dict[str, Any]:
	"""Delete the source with the sample handbook, its files too; gives the ``sample``. No other source is deleted."""
	if not _may_remove(knowledge_source) or not frappe.db.get_value(
		"Knowledge Source", knowledge_source, "is_sample"
	):
		frappe.throw(
			_("There is no sample handbook of this name that you may remove."), frappe.PermissionError
		)
	frappe.delete_doc("Knowledge Source", knowledge_source)
	return sample_view()


def sample_view() -> dict[str, Any]:
	"""The sample handbook as the session's user may see it.

	:returns: ``may_load``; ``questions`` to try; and if there is one that they may read: ``source``, ``status``, ``indexed`` of
		``wanted`` inputs, ``is_ready`` to be searched, ``may_remove``.
	"""
	view: dict[str, Any] = {"may_load": _may_load(), "questions": QUESTIONS, "source": None}
	if name := _loaded():
		numbers = source_stats_for(name, frappe.session.user)
		view |= {
			"source": name,
			"status": numbers["status"],
			"indexed": numbers["inputs_indexed"],
			"wanted": numbers["inputs_wanted"],
			"is_ready": bool(numbers["live_build"]) and not numbers["inputs_pending"],
			"may_remove": _may_remove(name),
		}
	return view


def _may_load() -> bool:
	return bool(
		may_use_knowledge()
		and frappe.has_permission("Knowledge Source", "create")
		and frappe.has_permission("Knowledge Input", "create")
	)


def _may_remove(name: str) -> bool:
	return bool(can_write_source(name) and frappe.has_permission("Knowledge Source", "delete", doc=name))


def _loaded() -> str | None:
	"""The sample handbook that the session's user may read, if there is one."""
	found = frappe.get_list(
		"Knowledge Source",
		filters={"is_sample": 1},
		pluck="name",
		order_by="creation asc",
		limit_page_length=1,
	)
	return found[0] if found else None


def _make() -> None:
	source = frappe.get_doc(
		{
			"doctype": "Knowledge Source",
			"source_name": _free_name(),
			"description": _("A handbook of an invented company, to try search and answers on."),
			"scope": "Site" if is_manager() else "User",
		}
	)
	frappe.db.savepoint("huf_sample")
	try:
		source.insert()
	except (frappe.DuplicateEntryError, frappe.UniqueValidationError):
		# Loaded by another request of theirs at the same moment.
		frappe.db.rollback(save_point="huf_sample")
		frappe.clear_messages()
		return
	# Nobody says this of a source of their own: the field is read-only, and what came with the request is forgotten.
	source.db_set("is_sample", 1, update_modified=False)
	for path in sorted(FOLDER.iterdir()):
		if path.name not in LEFT_OUT:
			_add(source.name, path)


def _add(source: str, path: Path) -> None:
	file = frappe.get_doc(
		{"doctype": "File", "file_name": path.name, "is_private": 1, "content": path.read_bytes()}
	).insert()
	frappe.get_doc(
		{
			"doctype": "Knowledge Input",
			"knowledge_source": source,
			"input_type": "File",
			"file": file.file_url,
			"title": path.name,
		}
	).insert()


def _free_name() -> str:
	"""A name of the user's own where the source is theirs alone: that of another's is no business of theirs."""
	name = _("Sample Handbook")
	if not is_manager():
		return f"{name} ({frappe.session.user})"[:140]
	taken = frappe.db.get_value("Knowledge Source", name, "is_sample")
	return name if taken in (None, 1) else f"{name} ({frappe.generate_hash(length=4)})"
