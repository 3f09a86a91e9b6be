"""Statuses of Knowledge Sources, and what was asked of them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge.status.inputs import MESSAGE_LENGTH, PARTLY_READ, by_name
from huf.ai.site.database.batches import in_batches
from huf.ai.site.database.clock import site_time

if TYPE_CHECKING:
	from huf.engine.builds import BuildInfo


def ask_for_update(
	source: str, *, inputs: Sequence[str] | None = None, left: bool = False, keep_pause: bool = False
) -> bool:
	"""Note that the wanted state of a source changed; False if there is no such source any more.

	:param inputs: those that may differ from the index, besides the ones that are Pending; the caller has locked them. None: any may, and
		the next update compares them all.
	:param left: some were deleted, disabled or moved to another source.
	:param keep_pause: a person's change is a request, so it ends a pause; what records bring about by themselves does not.
	"""
	# The generation itself is raised last: MariaDB takes the assignments from left to right, PostgreSQL all at once.
	frappe.db.sql(
		"""update `tabKnowledge Source` set
		whole_generation = case when %(any)s then coalesce(wanted_generation, 0) + 1 else whole_generation end,
		left_generation = case when %(left)s then coalesce(wanted_generation, 0) + 1 else left_generation end,
		wanted_generation = coalesce(wanted_generation, 0) + 1,
		indexing_paused = case when %(keep_pause)s then indexing_paused else 0 end where name = %(source)s""",
		{"any": inputs is None, "left": left, "keep_pause": keep_pause, "source": source},
	)
	is_there = bool(frappe.db._cursor.rowcount)
	for batch in in_batches(inputs or ()):
		frappe.db.sql(
			f"""update {by_name()} set described_generation =
			(select wanted_generation from `tabKnowledge Source` where name = %s) where name in %s""",
			(source, batch),
		)
	return is_there


def compare_all(source: str) -> None:
	"""Have the next update of a source, whatever asks for it, compare all of its inputs with the index."""
	frappe.db.sql(
		"update `tabKnowledge Source` set whole_generation = coalesce(wanted_generation, 0) + 1 where name = %s",
		source,
	)


def set_synced(artifact_id: str, error: str = "", *, complete: bool = False) -> None:
	"""What the source's form says of its selectors.

	:param error: why they could not be followed. :param complete: they were compared with everything that is there.
	"""
	frappe.db.sql(
		f"""update `tabKnowledge Source` set selection_error = %s
		{", last_synced_at = %s" if complete else ""} where artifact_id = %s""",
		(error or None, *([now_datetime()] if complete else []), artifact_id),
	)
	set_selected_inputs(artifact_id)


def set_selected_inputs(artifact_id: str) -> None:
	"""How many inputs of the source selectors brought, of records and of places alike."""
	frappe.db.sql(
		"""update `tabKnowledge Source` s set selected_inputs = (select count(*) from `tabKnowledge Input` i
			where i.knowledge_source = s.name and i.selector is not null)
		where artifact_id = %s""",
		(artifact_id,),
	)


def set_source_status(
	artifact_id: str, status: str, message: str | None, counts: Mapping[str, int], *, keep_progress: bool
) -> None:
	"""What :func:`~huf.ai.knowledge.indexing.state.source_status.derive_source_status` worked out.

	:param counts: inputs by their status. :param keep_progress: a worker is at it, so how far it is stays.
	"""
	frappe.db.sql(
		"""update `tabKnowledge Source` set status = %s, error_message = %s, total_inputs = %s,
		partly_read_inputs = %s, progress_done = case when %s then progress_done else 0 end,
		progress_total = case when %s then progress_total else 0 end
		where artifact_id = %s""",
		(
			status,
			message,
			sum(counts.values()),
			counts.get(PARTLY_READ, 0),
			keep_progress,
			keep_progress,
			artifact_id,
		),
	)


def ask_for_rebuild(source: str) -> None:
	"""Note that the whole index of a source is to be made anew; survives a lost queue.

	One that is under way goes on from where it is. What one that was stopped or given up has made counts for nothing.
	"""
	frappe.db.sql(
		"""update `tabKnowledge Source` set rebuild_part = case when rebuild_wanted = 1 then rebuild_part end,
		rebuild_wanted = 1, indexing_paused = 0 where name = %s""",
		source,
	)


def pause(source: str) -> None:
	"""Stop a running build at its next input, and start nothing until somebody asks again."""
	frappe.db.sql(
		"update `tabKnowledge Source` set indexing_paused = 1, rebuild_wanted = 0 where name = %s", source
	)


def set_live_pointer(
	artifact_id: str,
	build_id: str,
	info: "BuildInfo",
	generation: int | None,
	*,
	answers_from: datetime | None = None,
) -> None:
	"""The single switch: from the commit on, searches answer from this build.

	:param answers_from: when it was made, if it stands in for a newer one whose files were lost.
	"""
	frappe.db.sql(
		"""update `tabKnowledge Source` set live_build = %(build)s, total_chunks = %(chunks)s,
		index_size_bytes = %(bytes)s, embedding_dimensions = %(dimension)s, last_indexed_at = %(now)s,
		answers_from = %(answers_from)s,
		built_generation = coalesce(%(generation)s, built_generation) where artifact_id = %(id)s""",
		{
			"build": build_id,
			"chunks": info.chunks,
			"bytes": info.bytes,
			"dimension": info.dimension,
			"now": now_datetime(),
			"generation": generation,
			"answers_from": answers_from,
			"id": artifact_id,
		},
	)


def set_nothing_found(artifact_id: str) -> None:
	"""No build of the source has its files any more."""
	frappe.db.sql(
		"""update `tabKnowledge Source` set total_chunks = 0, index_size_bytes = 0, answers_from = null
		where artifact_id = %s""",
		artifact_id,
	)


def set_enrichment_stop(artifact_id: str, reason: str, retry_at: datetime) -> None:
	"""Why passages were indexed without what a model adds, empty if none was, and when it is to be asked again."""
	frappe.db.sql(
		"update `tabKnowledge Source` set enrichment_stop = %s, enrichment_retry_at = %s where artifact_id = %s",
		(reason[:MESSAGE_LENGTH] or None, retry_at, artifact_id),
	)


def set_enrichment_retry(artifact_id: str, retry_at: datetime | None) -> None:
	"""When the model is to be asked again about passages that lack what it adds; None: there are none."""
	frappe.db.sql(
		"update `tabKnowledge Source` set enrichment_retry_at = %s where artifact_id = %s",
		(retry_at, artifact_id),
	)


def set_built_generation(artifact_id: str, generation: int) -> None:
	"""The index agrees with the wanted state of this generation."""
	frappe.db.sql(
		"update `tabKnowledge Source` set built_generation = %s, answers_from = null where artifact_id = %s",
		(generation, artifact_id),
	)


def clear_rebuild_wanted(artifact_id: str) -> None:
	"""The rebuild that was asked for is published, or was given up with its reason in the build row."""
	frappe.db.sql(
		"update `tabKnowledge Source` set rebuild_wanted = 0, rebuild_part = null where artifact_id = %s",
		artifact_id,
	)


def set_rebuild_part(artifact_id: str, build_id: str, began_at: datetime) -> None:
	"""How far the rebuild is. :param began_at: when the first of its parts was begun."""
	frappe.db.sql(
		"update `tabKnowledge Source` set rebuild_part = %s, rebuild_began_at = %s where artifact_id = %s",
		(build_id, began_at, artifact_id),
	)


def set_held_build(artifact_id: str, build_id: str | None) -> None:
	"""The build that waits for a person; None: none does."""
	frappe.db.sql(
		"update `tabKnowledge Source` set held_build = %s where artifact_id = %s", (build_id, artifact_id)
	)


def set_pack(artifact_id: str, pack_id: str, manifest: str, maker: str, made_at: float) -> None:
	"""The pack that the index of a source is made of.

	:param manifest: what it says of itself. :param maker: what people call its signer. :param made_at: Unix time, seconds.
	"""
	frappe.db.sql(
		"""update `tabKnowledge Source` set pack_id = %s, pack_manifest = %s, pack_maker = %s, pack_made_at = %s
		where artifact_id = %s""",
		(pack_id, manifest, maker, site_time(made_at), artifact_id),
	)


def set_pack_manual(artifact_id: str, manual: str) -> None:
	"""Which manual of an app a source is; empty: none."""
	frappe.db.sql(
		"update `tabKnowledge Source` set pack_manual = %s where artifact_id = %s",
		(manual or None, artifact_id),
	)


def set_progress(artifact_id: str, done: int, total: int) -> None:
	"""How many inputs of the running build are dealt with; zero of zero when none runs."""
	frappe.db.sql(
		"update `tabKnowledge Source` set progress_done = %s, progress_total = %s where artifact_id = %s",
		(done, total, artifact_id),
	)
