"""The live builds of sources, as targets for the engine; or why a source cannot be searched."""

from collections.abc import Mapping, Sequence
from typing import Any

from frappe import _
from frappe.utils import cint

from huf.ai.knowledge.searching import ranking_steps
from huf.ai.knowledge.searching.glossaries import glossaries
from huf.ai.site import artifacts
from huf.ai.site.transactions import second_connection
from huf.engine.errors import SettingsError
from huf.engine.glossary import Glossary
from huf.engine.query import echo
from huf.engine.search import SearchTarget
from huf.engine.types import Skipped


def unavailable(name: str) -> Skipped:
	"""The same words for a source that does not exist and for one that is not the caller's to read."""
	return Skipped(
		echo(name), "Not Available", _("There is no knowledge source of this name that you may read.")
	)


def pointers(sources: Sequence[str], database: Any) -> dict[str, Any]:
	if not sources:
		return {}
	rows = database.sql(
		f"""select name, artifact_id, live_build, answers_from, disabled, archived_at, coalesce_neighbors, {", ".join(ranking_steps.FIELDS)}
		from `tabKnowledge Source` where name in %s""",
		(tuple(sources),),
		as_dict=True,
	)
	return {row.name: row for row in rows}


def fresh_pointers(sources: Sequence[str]) -> dict[str, Any]:
	"""The pointers as they are now. A long transaction sees old ones, whose builds may have been cleared since."""
	with second_connection() as database:
		return pointers(sources, database)


def targets_of(
	sources: Sequence[str], rows: Mapping[str, Any], priorities: Mapping[str, int]
) -> tuple[list[SearchTarget], list[Skipped]]:
	targets, skipped, known = [], [], glossaries()
	for name in dict.fromkeys(sources):
		row = rows.get(name)
		if row is None:
			skipped.append(unavailable(name))
		elif row.disabled:
			skipped.append(Skipped(name, "Disabled", _("This knowledge source is disabled.")))
		elif row.archived_at:
			reason = _("This knowledge source is archived: its record was closed.")
			skipped.append(Skipped(name, "Archived", reason))
		elif not row.live_build:
			skipped.append(
				Skipped(name, "Not Indexed", _("Nothing of this knowledge source has been indexed yet."))
			)
		else:
			try:
				targets.append(_target(row, priorities.get(name, 0), known.of_source(name)))
			except SettingsError as error:
				skipped.append(Skipped(name, error.code, str(error)))
	return targets, skipped


def _target(row: Any, priority: int, glossary: Glossary) -> SearchTarget:
	folder = artifacts.build_folder(row.artifact_id, row.live_build)
	steps = ranking_steps.steps_of(row)
	return SearchTarget(row.name, folder, priority, cint(row.coalesce_neighbors), steps, glossary)
