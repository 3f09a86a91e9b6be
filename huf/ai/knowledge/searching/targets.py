"""The live builds of sources, as targets for the engine; or why a source cannot be searched."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import frappe
from frappe import _
from frappe.utils import cint

from huf.ai.knowledge.indexing.live import damage, publish
from huf.ai.knowledge.searching import ranking_steps
from huf.ai.knowledge.searching.glossaries import Glossaries
from huf.ai.site import artifacts
from huf.ai.site.database.transactions import second_connection
from huf.engine.analysis.glossary import Glossary
from huf.engine.analysis.query import echo
from huf.engine.errors import IndexMissing, SettingsError
from huf.engine.request import Request
from huf.engine.search import SearchTarget
from huf.engine.types import SearchResult, Skipped


class AnsweringBuilds:
	"""Which builds answer a request: the live ones, as they are now where files are missing, and where files of a live one were
	lost the newest kept one that can be read.

	:param named: builds by their source, which answer in place of the live ones; nothing else answers for these.
	"""

	def __init__(
		self, request: Request, glossaries: Glossaries, named: Mapping[str, str] | None = None
	) -> None:
		self._request, self._glossaries, self._named = request, glossaries, named or {}
		self.rows = pointers(request.sources, frappe.db)
		for name, build in self._named.items():
			if row := self.rows.get(name):
				row.update(live_build=build, answers_from=None)
		self.targets, self.skipped = targets_of(request, self.rows, glossaries)
		"""What the engine is to search, and the sources that have nothing to search."""
		self._is_fresh = False
		self._tried: set[Path] = set()
		self._told: dict[str, str] = {}
		self._tries = 0

	def are_others_after(self, result: SearchResult) -> bool:
		"""Whether, after this ``result`` of the ``targets``, other builds have to be searched; ``targets`` are these then."""
		if self._named:
			return False
		if (
			not self._is_fresh
			and not self._tries
			and any(skip.code == IndexMissing.code for skip in result.skipped)
		):
			self._is_fresh = True
			rows = fresh_pointers(self._request.sources)
			targets, skipped = targets_of(self._request, rows, self._glossaries)
			if targets != self.targets:
				self.rows, self.targets, self.skipped = rows, targets, skipped
				return True
		if not self._tries:
			damage.suspect(result.skipped, {name: row.artifact_id for name, row in self.rows.items()})
		self._tries += 1
		if self._tries > publish.KEPT_BUILDS:
			return False
		older, notes = damage.older_targets(self.targets, result.skipped, self._tried)
		if not notes:
			return False
		self.targets = older
		self._told.update(notes)
		return True

	def notes(self, result: SearchResult) -> list[str]:
		"""What is to be said of the builds that gave this ``result``, and of settings that a search can do without."""
		searched = {target.source for target in self.targets} - {skip.source for skip in result.skipped}
		told = {
			name: damage.note_of_older(name, row.answers_from)
			for name, row in self.rows.items()
			if row.answers_from
		}
		told.update(self._told)
		misset = [
			f"{name}: {said}" for name, row in self.rows.items() if (said := ranking_steps.unknown_date(row))
		]
		return [*(note for name, note in told.items() if name in searched), *misset]


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
	request: Request, rows: Mapping[str, Any], glossaries: Glossaries
) -> tuple[list[SearchTarget], list[Skipped]]:
	targets, skipped = [], []
	for name in dict.fromkeys(request.sources):
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
				targets.append(_target(row, request, glossaries.of_source(name)))
			except SettingsError as error:
				skipped.append(Skipped(name, error.code, str(error)))
	return targets, skipped


def _target(row: Any, request: Request, glossary: Glossary) -> SearchTarget:
	folder = artifacts.build_folder(row.artifact_id, row.live_build)
	steps = ranking_steps.steps_of(row)
	priority = request.priorities.get(row.name, 0)
	neighbors = cint(row.coalesce_neighbors) if request.neighbors is None else request.neighbors
	return SearchTarget(row.name, folder, priority, neighbors, steps, glossary)
