"""Two builds of a source compared, for who may write it: inputs that came, went and changed, as far as they may read them now.

A deleted input is named as long as the right to it can be asked (``InputRights.may_list``), and its text is shown to nobody any more.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import frappe
from frappe import _

from huf.ai.access.records.inputs import InputRights
from huf.ai.access.words import is_stored
from huf.ai.knowledge.backends.registries import search_registry
from huf.ai.knowledge.indexing.live.restore import kept_builds
from huf.ai.site import artifacts
from huf.ai.words import said
from huf.engine.backends.base import TellsSome
from huf.engine.errors import ContentMissing
from huf.engine.inspection import BuildComparison, ChangedInput, compare_builds, compare_input
from huf.engine.search.hits.partly_read import bare_hit
from huf.engine.search.opened.open_builds import open_reader
from huf.engine.types import Hit, IndexedInput

MOST_LISTED = 500
"""Inputs of each list that are told; of more their number."""


def compared(source: str, before: str, after: str, user: str) -> dict[str, Any]:
	"""What differs between two kept builds of a source, ready for JSON: ``added``, ``removed``, ``changed`` with ``input``, ``title``, ``what``
	and more, ``unchanged``, ``hidden`` (how many are not the user's to see), and ``more`` by list, where only the first are told.

	:raises frappe.ValidationError: one of them is no kept build of the source.
	:raises BuildError: one of them cannot be read.
	"""
	found = compare_builds(*_folders(source, before, after), kinds=search_registry())
	rights = InputRights(user, in_older_builds=True)
	lists = {
		"added": [_listed(item) for item in _visible(rights, source, found.added)],
		"removed": [_listed(item) for item in _visible(rights, source, found.removed)],
		"changed": _changed(rights, source, found),
	}
	all_of_them = len(found.added) + len(found.removed) + len(found.changed)
	shown = [row for rows in lists.values() for row in rows]
	there = _there([row["input"] for row in shown])
	for row in shown:
		row["is_there"] = row["input"] in there
	return {
		"before": before,
		"after": after,
		"is_made_alike": found.is_made_alike,
		**{name: rows[:MOST_LISTED] for name, rows in lists.items()},
		"more": {name: len(rows) - MOST_LISTED for name, rows in lists.items() if len(rows) > MOST_LISTED},
		"unchanged": found.unchanged,
		"hidden": all_of_them - len(shown),
		"notes": rights.notes,
	}


def difference_of(source: str, before: str, after: str, name: str, user: str) -> dict[str, Any]:
	"""How the text of an input differs between two kept builds of a source, as ``TextDifference.to_dict()``.

	:raises frappe.ValidationError: one of them is no kept build of the source.
	:raises ContentMissing: neither has any text of it, the user may not read it, or it was deleted; in the same words.
	:raises BuildError: one of them cannot be read.
	"""
	folders = _folders(source, before, after)
	missing = ContentMissing("Neither index holds any text of this input that you may read.")
	# A build may hold it as it was when another record had its name: each is asked.
	hits = [hit for folder in folders for hit in _hits_of(source, folder, name)]
	rights = InputRights(user, in_older_builds=True)
	if not is_stored("Knowledge Input", name) or not hits or not all(rights.may_list(hits)):
		raise missing
	return compare_input(*folders, name, kinds=search_registry()).to_dict()


def _folders(source: str, before: str, after: str) -> tuple[Path, Path]:
	kept = {row["name"] for row in kept_builds(source)}
	if not kept.issuperset((before, after)):
		frappe.throw(_("This source has no kept build of that name."))
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	return artifacts.build_folder(artifact_id, before), artifacts.build_folder(artifact_id, after)


def _hits_of(source: str, folder: Path, name: str) -> list[Hit]:
	reader = open_reader(folder, search_registry())
	inputs = reader.inputs_of([name]) if isinstance(reader, TellsSome) else reader.inputs()
	return [bare_hit(source, folder.name, item) for item in inputs if item.key == name]


def _visible(rights: InputRights, source: str, items: Sequence[IndexedInput]) -> list[IndexedInput]:
	allowed = rights.may_list([bare_hit(source, "", item) for item in items])
	return [item for item, is_allowed in zip(items, allowed, strict=True) if is_allowed]


def _changed(rights: InputRights, source: str, found: BuildComparison) -> list[dict[str, Any]]:
	before = rights.may_list([bare_hit(source, "", one.before) for one in found.changed])
	after = rights.may_list([bare_hit(source, "", one.after) for one in found.changed])
	seen = [one for one, *may in zip(found.changed, before, after, strict=True) if all(may)]
	return [_listed_change(one) for one in seen]


def _listed(item: IndexedInput) -> dict[str, Any]:
	return {"input": item.key, "title": item.title, "status": item.status, "message": said(item.message)}


def _listed_change(one: ChangedInput) -> dict[str, Any]:
	was = {"title_before": one.before.title} if one.before.title != one.after.title else {}
	status = {"status_before": one.before.status} if one.before.status != one.after.status else {}
	return {**_listed(one.after), "what": list(one.what), **was, **status}


def _there(names: Sequence[str]) -> set[str]:
	if not names:
		return set()
	return set(
		frappe.get_all("Knowledge Input", filters={"name": ("in", names)}, pluck="name", limit_page_length=0)
	)
