"""Reading inputs again when the extractor that read them has another version, or one has come that they lacked.

Each build says of its inputs what read them (``IndexedInput.extractors``). Those that would be read otherwise now become
Pending, and no others. An app that is gone changes nothing: what it read stays searchable until its content changes.
"""

import hashlib
import json
from functools import partial
from typing import Any

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.indexing.recipe import recipes
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.site import artifacts, queueing
from huf.ai.site.database import transactions
from huf.engine.errors import HufError, SettingsError
from huf.engine.types import IndexedInput

SEEN = "huf_extractors_seen"
"""Global default that remembers with which extractors the inputs were last compared: a digest of their versions."""


def notice_change(*, always: bool = False) -> None:
	"""Have inputs read again for which there is another extractor since the last time.

	Called every minute, and at night ``always``: a build that was restored may be older than the last comparison.
	"""
	from huf.engine.extractors import extractor_versions

	try:
		now = extractor_versions(registries.extractor_registry())
	except SettingsError:
		# Two apps claim one type of file. Each build fails with that reason, so there is nothing to compare yet.
		return
	digest = hashlib.sha256(json.dumps(dict(now), sort_keys=True).encode()).hexdigest()
	if not always and digest == frappe.db.get_default(SEEN):
		return
	for source in frappe.db.sql(
		"""select s.name, s.artifact_id, s.live_build, s.indexing_paused from `tabKnowledge Source` s
		join `tabKnowledge Build` b on b.name = s.live_build and b.state = 'Live'
		where s.archived_at is null and s.rebuild_wanted = 0 order by s.name""",
		as_dict=True,
	):
		if stale := _stale_inputs(source):
			transactions.retry_deadlocks(partial(_ask, source, stale))
	# Last of all: whoever is killed before that begins again.
	transactions.retry_deadlocks(lambda: frappe.db.set_default(SEEN, digest))


def _stale_inputs(source: Any) -> list[IndexedInput]:
	from huf.engine.builds import stale_inputs

	try:
		recipe = recipes.recipe_of_live(source)
		if recipe is None:
			return []
		return stale_inputs(
			artifacts.build_folder(source.artifact_id, source.live_build),
			recipe.settings,
			kinds=recipe.kinds(),
			extractors=registries.extractor_registry(),
		)
	except HufError:
		# Its model, kind or store is out of reach: the next build says so, and the next night looks again.
		frappe.logger("huf").warning("The inputs of %s cannot be compared", source.name, exc_info=True)
		return []


def _ask(source: Any, stale: list[IndexedInput]) -> None:
	"""Those that are at rest become Pending. A source that somebody stopped says so, and waits."""
	has_text = {item.key for item in stale if item.chunks}
	at_rest = [
		row.name
		for row in status.lock_inputs(item.key for item in stale).values()
		if not row.disabled
		and row.status not in (*status.UNFINISHED, status.READING)
		# Its text of before is kept while its page does not answer; that is tried again by its own clock.
		and not (row.status == "Error" and row.name in has_text)
	]
	if at_rest:
		status.set_inputs_pending(at_rest)
		derive_source_status(source.artifact_id)
		if not source.indexing_paused:
			queueing.request_update(source.artifact_id)
