"""Rows and states of Knowledge Builds."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge.status.inputs import MESSAGE_LENGTH
from huf.ai.site.database import dialect

if TYPE_CHECKING:
	from huf.engine.builds import BuildInfo
	from huf.engine.types import IndexedInput


NEWEST_FIRST = "greatest(started_at, coalesce(restored_at, started_at)) desc, creation desc"
"""The order in which builds were begun, or came to answer again: one that was restored is as new as that."""


def start_build(
	build_id: str,
	source: str,
	kind: str,
	*,
	wanted: int = 0,
	fingerprint: str = "",
	settings: str = "",
	embedding_model: str = "",
	embedder: str = "",
	pack_manifest: str = "",
) -> None:
	"""The row of a build that is being made; from here on a crash leaves a trace.

	:param embedding_model: the AI Model of its vectors; :param embedder: the key of the embedder, empty without vectors.
	:param pack_manifest: what the pack that it is made of says of itself.
	"""
	frappe.get_doc(
		{
			"doctype": "Knowledge Build",
			"name": build_id,
			"knowledge_source": source,
			"kind": kind,
			"state": "Staging",
			"started_at": now_datetime(),
			"wanted": wanted,
			"fingerprint": fingerprint,
			"settings": settings or None,
			"embedding_model": embedding_model or None,
			"embedder": embedder or None,
			"pack_manifest": pack_manifest or None,
			"cost_known": 1,
		}
	).db_insert()


def add_build_usage(build_id: str, tokens: int, cost: float | None) -> None:
	"""What a request of a model for a build took. ``cost`` in US dollars; None: nobody knows the price."""
	frappe.db.sql(
		"""update `tabKnowledge Build` set tokens = coalesce(tokens, 0) + %s, cost = coalesce(cost, 0) + %s,
		cost_known = case when %s then cost_known else 0 end where name = %s""",
		(tokens, cost or 0, cost is not None, build_id),
	)


def end_build(build_id: str, state: str, code: str = "", message: str = "", needed: float = 0.0) -> bool:
	"""Close the row of a build that was not published (Failed, Cancelled or Paused); False if it was closed before.

	:param needed: US dollars that the request may cost which a cap did not allow.
	"""
	frappe.db.sql(
		f"""update `tabKnowledge Build` set state = %s, error_code = %s, error_message = %s, cost_needed = %s, finished_at = %s,
		seconds = coalesce({dialect.seconds_since("started_at", "%s")}, 0) where name = %s and state = 'Staging'""",
		(state, code, message[:MESSAGE_LENGTH], needed, now_datetime(), now_datetime(), build_id),
	)
	return bool(frappe.db._cursor.rowcount)


def set_build_live(
	build_id: str, source: str, info: "BuildInfo", outcomes: Sequence["IndexedInput"], removed: int
) -> None:
	"""Make one build the live one of its source in the rows, with its numbers; the one before is retired."""
	frappe.db.sql(
		"update `tabKnowledge Build` set state = 'Retired' where knowledge_source = %s and state = 'Live'",
		source,
	)
	_set_made(build_id, "Live", info, outcomes, removed)


def set_build_held(
	build_id: str, info: "BuildInfo", outcomes: Sequence["IndexedInput"], message: str
) -> None:
	"""A build that is finished and waits for a person, with its numbers and the reason."""
	_set_made(build_id, "Held", info, outcomes, 0)
	frappe.db.sql(
		"update `tabKnowledge Build` set error_message = %s where name = %s",
		(message[:MESSAGE_LENGTH], build_id),
	)


def set_build_discarded(build_id: str) -> None:
	"""A build that was held answers never: a person, or a later rebuild, decided so."""
	frappe.db.sql(
		"update `tabKnowledge Build` set state = 'Discarded' where name = %s and state = 'Held'", build_id
	)


def _set_made(
	build_id: str, state: str, info: "BuildInfo", outcomes: Sequence["IndexedInput"], removed: int
) -> None:
	failed = [outcome for outcome in outcomes if outcome.status == "Error"]
	now = now_datetime()
	frappe.db.sql(
		f"""update `tabKnowledge Build` set state = %(state)s, error_code = null, error_message = null,
		finished_at = %(now)s, seconds = coalesce({dialect.seconds_since("started_at", "%(now)s")}, 0), done = %(done)s,
		failed = %(failed)s, removed = %(removed)s, chunks = %(chunks)s, bytes = %(bytes)s where name = %(name)s""",
		{
			"state": state,
			"now": now,
			"done": len(outcomes) - len(failed),
			"failed": len(failed),
			"removed": removed,
			"chunks": info.chunks,
			"bytes": info.bytes,
			"name": build_id,
		},
	)
	hidden = _with_rights_of_their_own([outcome.key for outcome in failed])
	for idx, outcome in enumerate(failed, 1):
		# Whoever reads the build need not be allowed to read what the input stems from; the input itself has the words.
		told = outcome.key not in hidden
		frappe.get_doc(
			{
				"doctype": "Knowledge Build Failure",
				"parent": build_id,
				"parenttype": "Knowledge Build",
				"parentfield": "failures",
				"idx": idx,
				"input": outcome.key,
				"title": outcome.title[:140] if told else "",
				"code": outcome.code,
				"message": outcome.message[:MESSAGE_LENGTH] if told else "",
			}
		).db_insert()


def _with_rights_of_their_own(inputs: Sequence[str]) -> set[str]:
	"""Those of the inputs that stem from a record, or from a private File that is attached to one."""
	if not inputs:
		return set()
	return set(
		frappe.db.sql_list(
			"""select i.name from `tabKnowledge Input` i left join `tabFile` f on f.name = i.file_record
			where i.name in %s and (coalesce(i.reference_doctype, '') != '' or i.input_type in ('DocType Records', 'Folder')
			or (f.is_private = 1 and coalesce(f.attached_to_doctype, '') not in
			('', 'Knowledge Input', 'Knowledge Source')))""",
			(tuple(inputs),),
		)
	)


def set_build_part(build_id: str, info: "BuildInfo", done: int) -> datetime:
	"""Close the row of a build that is one part of a rebuild; when it was begun. :param done: the inputs that it has taken in."""
	now = now_datetime()
	frappe.db.sql(
		f"""update `tabKnowledge Build` set state = 'Part', finished_at = %(now)s, chunks = %(chunks)s, bytes = %(bytes)s,
		done = %(done)s, seconds = coalesce({dialect.seconds_since("started_at", "%(now)s")}, 0) where name = %(name)s""",
		{"now": now, "chunks": info.chunks, "bytes": info.bytes, "done": done, "name": build_id},
	)
	return frappe.db.get_value("Knowledge Build", build_id, "started_at")


def set_build_damaged(build_id: str, code: str, message: str) -> None:
	"""The files of a build that was published are gone or changed. What its row says of its making stays."""
	frappe.db.sql(
		"""update `tabKnowledge Build` set state = 'Damaged', error_code = %s, error_message = %s
		where name = %s and state in ('Live', 'Retired', 'Damaged')""",
		(code, message[:MESSAGE_LENGTH], build_id),
	)


def set_build_restored(build_id: str, source: str) -> None:
	"""A kept build is the live one again, or one that was held becomes it. What its row says of its making stays."""
	frappe.db.sql(
		"update `tabKnowledge Build` set state = 'Retired' where knowledge_source = %s and state = 'Live'",
		source,
	)
	now = now_datetime()
	# Published builds have no error but that of lost files, which are there again. One that was held is published by this, and did not answer
	# before; MariaDB sets one column after the other, so its state is asked first.
	frappe.db.sql(
		"""update `tabKnowledge Build` set finished_at = case when state = 'Held' then %s else finished_at end,
		state = 'Live', restored_at = %s, error_code = null, error_message = null where name = %s""",
		(now, now, build_id),
	)


def replace_live_build(artifact_id: str, before: str, info: "BuildInfo") -> None:
	"""The live build has other segments with the same in them: all that its row says stays, under the name of the new folder."""
	frappe.db.sql(
		"update `tabKnowledge Build` set name = %s, bytes = %s where name = %s",
		(info.build_id, info.bytes, before),
	)
	frappe.db.sql(
		"update `tabKnowledge Build Failure` set parent = %s where parent = %s", (info.build_id, before)
	)
	frappe.db.sql(
		"update `tabKnowledge Source` set live_build = %s, index_size_bytes = %s where artifact_id = %s",
		(info.build_id, info.bytes, artifact_id),
	)


def kept_rows(source: str) -> list["frappe._dict"]:
	"""The builds before the live one that searches have answered from, newest first. Their files may be cleared."""
	return frappe.db.sql(
		f"""select name, started_at, finished_at from `tabKnowledge Build`
		where knowledge_source = %s and state = 'Retired' order by {NEWEST_FIRST} limit 10""",
		source,
		as_dict=True,
	)


def answered(source: str) -> list[tuple[datetime, str]]:
	"""When builds of a source came to answer, and their names, the oldest first; also of those whose files are gone since. One that was restored is
	there twice: of several times, the last is known."""
	rows = frappe.db.sql(
		"""select name, coalesce(finished_at, started_at), restored_at from `tabKnowledge Build`
		where knowledge_source = %s and state in ('Live', 'Retired', 'Damaged')""",
		source,
	)
	return sorted((when, name) for name, *times in rows for when in times if when)


def finished_at(build_id: str) -> datetime | None:
	"""When a build was made."""
	return frappe.db.get_value("Knowledge Build", build_id, "finished_at")


def latest_build(source: str) -> "frappe._dict | None":
	"""The row of the build that was started, or restored, last."""
	rows = frappe.db.sql(
		f"""select name, kind, state, error_code, error_message, finished_at from `tabKnowledge Build`
		where knowledge_source = %s order by {NEWEST_FIRST} limit 1""",
		source,
		as_dict=True,
	)
	return rows[0] if rows else None
