"""One pass: compare what belongs to a source with what is there, and make the inputs follow.

Whoever calls holds the source's selection lease (``following.jobs``), so two passes never overtake each other. Nothing here
looks at a record's text: that is for the indexing job.
"""

from collections.abc import Callable, Collection, Sequence

import frappe

from huf.ai.knowledge.selectors.inputs import storing
from huf.ai.knowledge.selectors.inputs.comparing import Changes, compare
from huf.ai.knowledge.selectors.values import Selector
from huf.ai.knowledge.selectors.wanted_set import wanted_of_file, wanted_of_record, wanted_of_source


def reconcile(
	source: str,
	selectors: Sequence[Selector],
	*,
	reread: Collection[str] = (),
	progress: Callable[[int], None] = lambda done: None,
) -> Changes:
	"""Everything that the selectors select against every input that they brought. Commits in batches.

	:param reread: names of selectors whose records would have another text now.
	:raises SelectionRefused: nothing was changed.
	"""
	# What a transaction sees is as old as its first read.
	frappe.db.rollback()
	present = storing.present_of_source(source)
	tombstones = storing.tombstones_of(source)
	wanted = (item for page in wanted_of_source(selectors) for item in page)
	changes = compare(wanted, present, tombstones=tombstones, reread=reread)
	storing.write(source, changes, progress)
	return changes


def reconcile_record(
	source: str, selectors: Sequence[Selector], doctype: str, name: str, *, reread: bool = False
) -> Changes:
	"""The same for one record and its attachments.

	:param reread: read it again even if nothing of it tells that it changed.
	"""
	frappe.db.rollback()
	changes = compare(
		wanted_of_record(selectors, doctype, name),
		storing.present_of_record(source, doctype, name),
		tombstones=storing.tombstones_of(source),
		reread_all=reread,
	)
	_also_elsewhere(source, selectors, changes)
	storing.write(source, changes)
	return changes


def reconcile_file(source: str, selectors: Sequence[Selector], file: str) -> Changes:
	"""The same for one File: by the folder it lies in, and by the record it is attached to."""
	frappe.db.rollback()
	wanted = wanted_of_file(selectors, file)
	attached = frappe.db.get_value("File", file, ["attached_to_doctype", "attached_to_name"])
	if attached and all(attached):
		wanted += [item for item in wanted_of_record(selectors, *attached) if item.file == file]
	changes = compare(wanted, storing.present_of_file(source, file), tombstones=storing.tombstones_of(source))
	storing.write(source, changes)
	return changes


def _also_elsewhere(source: str, selectors: Sequence[Selector], changes: Changes) -> None:
	"""A file of this record may be there, or stay, because of its folder: then it is an input already, or still."""
	files = [item.file for item in changes.appear if item.file]
	leaving = set(changes.leave)
	if leaving:
		files += frappe.db.sql_list(
			"""select file_record from `tabKnowledge Input`
			where name in %s and input_type in ('File', 'Folder') and file_record is not null""",
			(tuple(leaving),),
		)
	for file in set(files):
		there = {row.input for row in storing.present_of_file(source, file)}
		in_folder = wanted_of_file(selectors, file)
		if there or in_folder:
			changes.appear = [item for item in changes.appear if item.file != file]
			changes.leave = [name for name in changes.leave if name not in there]
			reconcile_file(source, selectors, file)
