"""The inputs that selectors brought: reading them, and writing what a comparison found, in batches.

Each batch is a transaction that also raises the source's wanted generation, so that whatever is written is indexed, also when
the job dies behind it. Inputs are locked in the order of their names, then the source, as everywhere.
"""

import mimetypes
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge import status
from huf.ai.knowledge.indexing.live import publish
from huf.ai.knowledge.selectors.inputs.comparing import Changes
from huf.ai.knowledge.selectors.values import Identity, Present, Wanted
from huf.ai.knowledge.status.inputs import by_name
from huf.ai.site.database import transactions
from huf.ai.site.database.deletion import delete_documents

BATCH = 500
"""Inputs written in one transaction."""

PRESENT = """select name, coalesce(selected_key, '') as `key`, coalesce(reference_doctype, '') as doctype,
	coalesce(reference_name, '') as record, input_type,
	case when input_type = 'DocType Records' then '' else coalesce(file_record, '') end as file,
	coalesce(title, '') as title, coalesce(file, '') as file_url, record_modified, superseded, coalesce(selector, '') as selector,
	coalesce(author, '') as author, coalesce(record_state, '') as state
	from `tabKnowledge Input` where knowledge_source = %(source)s and (selected_key is not null or selector is not null)
	and input_type not in ('URL', 'Server File', 'Remote File', 'Pack')"""
"""What is brought by lists of other places, or by a pack, is not among them: no comparison with records may take it for gone."""

COLUMNS = (
	"name",
	"creation",
	"modified",
	"owner",
	"modified_by",
	"docstatus",
	"idx",
	"knowledge_source",
	"input_type",
	"status",
	"disabled",
	"title",
	"author",
	"reference_doctype",
	"reference_name",
	"record_modified",
	"record_state",
	"superseded",
	"selector",
	"selected_key",
	"file",
	"file_record",
	"file_name",
	"file_type",
)


def present_of_source(source: str) -> list[Present]:
	"""All inputs that selectors brought."""
	return _present(PRESENT, {"source": source})


def present_of_record(source: str, doctype: str, name: str) -> list[Present]:
	"""Those of one record: itself and its attachments."""
	where = " and reference_doctype = %(doctype)s and reference_name = %(name)s"
	return _present(PRESENT + where, {"source": source, "doctype": doctype, "name": name})


def present_of_file(source: str, file: str) -> list[Present]:
	"""That of one File."""
	return _present(PRESENT + " and file_record = %(file)s", {"source": source, "file": file})


def _present(query: str, values: dict[str, str]) -> list[Present]:
	return [
		Present(
			input=row.name,
			key=row.key,
			identity=Identity(row.doctype, row.record, row.file),
			input_type=row.input_type,
			title=row.title,
			file_url=row.file_url,
			modified=row.record_modified,
			state=row.state,
			superseded=bool(row.superseded),
			selector=row.selector,
			author=row.author,
		)
		for row in frappe.db.sql(query, values, as_dict=True)
	]


def tombstones_of(source: str) -> set[str]:
	"""Keys of what persons took out of the source."""
	rows = frappe.db.sql(
		"""select coalesce(reference_doctype, ''), coalesce(reference_name, ''), coalesce(file_record, '')
		from `tabKnowledge Tombstone` where knowledge_source = %s and address is null""",
		source,
	)
	return {Identity(*row).key for row in rows}


def write(source: str, changes: Changes, progress: Callable[[int], None] = lambda done: None) -> None:
	"""Make the inputs of a source follow what was found. Commits after each batch.

	:param progress: told how many inputs are dealt with.
	:raises SourceGone: there is no source of this name any more; the batch that met it was not written.
	"""
	done = 0
	# What leaves goes first: after a merge its key is needed by what stays.
	for step, items in (
		(_delete, sorted(changes.leave)),
		(_free_keys, [item for row, item in _both(changes) if row.key != item.key] + changes.appear),
		(_relabel, sorted(changes.relabel, key=_name_of)),
		(_change, sorted(changes.change, key=_name_of)),
		(_insert, changes.appear),
	):
		for batch in _batches(items):
			transactions.retry_deadlocks(partial(_written, step, source, batch))
			done += len(batch) if step is not _free_keys else 0
			progress(done)


def _both(changes: Changes) -> list[tuple[Present, Wanted]]:
	return sorted([*changes.change, *changes.relabel], key=_name_of)


def _name_of(pair: tuple[Present, Wanted]) -> str:
	return pair[0].input


def _batches(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
	for first in range(0, len(items), BATCH):
		yield items[first : first + BATCH]


def _written(step: Callable[[str, Sequence[Any]], None], source: str, batch: Sequence[Any]) -> None:
	step(source, batch)
	if step is not _free_keys:
		described = [row.input for row, _item in batch] if step is _relabel else ()
		want_update(source, described=described, left=step is _delete)


def want_update(source: str, *, described: Sequence[str] = (), left: bool = False) -> None:
	"""What is written in this transaction is to be indexed: what is Pending, what is ``described`` anew, and that some have ``left``.

	:raises SourceGone: there is no source of this name any more; the transaction is undone.
	"""
	if not status.ask_for_update(source, inputs=described, left=left, keep_pause=True):
		# Deleted or renamed by somebody else; its row is asked last, so nobody can be quicker from here on.
		frappe.db.rollback()
		raise publish.SourceGone("The source was deleted or renamed while its inputs were being written.")


def _delete(source: str, names: Sequence[str]) -> None:
	status.lock_inputs(names)
	delete_documents("Knowledge Input", names)


def _free_keys(source: str, items: Sequence[Wanted]) -> None:
	"""Each key is unique, and after renames another record's input may still have it; that one gets its own later."""
	held = frappe.db.sql_list(
		"select name from `tabKnowledge Input` where knowledge_source = %s and selected_key in %s",
		(source, [item.key for item in items]),
	)
	if held:
		status.lock_inputs(held)
		frappe.db.sql(f"update {by_name()} set selected_key = null where name in %s", (held,))


def _relabel(source: str, pairs: Sequence[tuple[Present, Wanted]]) -> None:
	_update(pairs)


def _change(source: str, pairs: Sequence[tuple[Present, Wanted]]) -> None:
	_update(pairs)
	status.set_inputs_pending([row.input for row, _item in pairs])


def _update(pairs: Sequence[tuple[Present, Wanted]]) -> None:
	status.lock_inputs(row.input for row, _item in pairs)
	for row, item in pairs:
		frappe.db.sql(
			f"""update {by_name()} set input_type = %s, title = %s, author = %s, reference_doctype = %s, reference_name = %s,
			record_modified = %s, record_state = %s, superseded = %s, selector = %s, selected_key = %s, file = %s, file_record = %s,
			file_name = %s, file_type = %s where name = %s""",
			(*_own_values(item), row.input),
		)


def _insert(source: str, items: Sequence[Wanted]) -> None:
	now = now_datetime()
	common = (now, now, "Administrator", "Administrator", 0, 0, source)
	rows = []
	for item in items:
		input_type, *own = _own_values(item)
		rows.append((frappe.generate_hash(length=10), *common, input_type, "Pending", 0, *own))
	frappe.db.bulk_insert("Knowledge Input", list(COLUMNS), rows)


def _own_values(item: Wanted) -> tuple[Any, ...]:
	"""The values of an input that come from its record, in the order of the columns."""
	file_name = item.title if item.file else None
	return (
		item.input_type,
		item.title,
		item.author,
		item.doctype or None,
		item.name or None,
		item.modified,
		item.state or None,
		int(item.superseded),
		item.selector,
		item.key,
		item.file_url or None,
		item.file or None,
		file_name,
		mimetypes.guess_type(file_name)[0] if file_name else None,
	)
