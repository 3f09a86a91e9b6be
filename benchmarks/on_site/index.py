"""A source of records with an index in its folder, without selectors, workers or reading: for benchmarks of rights."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import frappe

from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.site import artifacts
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.content import Content
from huf.tests import factories as make

FIELDS = ("name", "knowledge_source", "input_type", "title", "status", "reference_doctype", "reference_name")
STAMPS = ("creation", "modified", "owner", "modified_by", "docstatus", "selected_key")


@dataclass(frozen=True, slots=True)
class Text:
	"""What an input says, and of which record."""

	doctype: str
	name: str
	text: str


def index_texts(texts: Mapping[str, Text]) -> Any:
	"""A source with an input for each text, by the name that it shall have, and an index of them. Commits."""
	source = make.make_source()
	# Not of this minute: what is new is treated as such.
	made = frappe.utils.add_days(frappe.utils.now_datetime(), -1)
	stamps = (made, made, "Administrator", "Administrator", 0)
	rows = [
		(
			key,
			source.name,
			"DocType Records",
			one.name,
			"Indexed",
			one.doctype,
			one.name,
			*stamps,
			f"{source.artifact_id}{key}",
		)
		for key, one in texts.items()
	]
	frappe.db.bulk_insert("Knowledge Input", [*FIELDS, *STAMPS], rows)
	frappe.db.commit()  # nosemgrep: read_wanted ends the transaction
	state = read_wanted(source.artifact_id)
	wanted = [
		replace(
			one,
			content_hash=f"{number:064d}",
			force=False,
			open_content=lambda key=one.key: Content.from_text(texts[key].text),
		)
		for number, one in enumerate(state.inputs)
	]
	kinds = registries.backend_registry()
	plan = plan_build(wanted, None, BuildSettings(), kinds=kinds)
	build = run_build(artifacts.source_folder(source.artifact_id), plan, BuildSettings(), kinds=kinds).info
	make.make_build(source, state="Live").db_set("name", build.path.name)
	frappe.db.set_value("Knowledge Source", source.name, "live_build", build.path.name)
	frappe.db.commit()  # nosemgrep: a script of its own
	return source
