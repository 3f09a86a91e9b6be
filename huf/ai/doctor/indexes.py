"""The indexes behind the pointers: their files, how they were made, and the segments that they are made of."""

from collections.abc import Iterator
from contextlib import suppress

import frappe
from frappe import _
from frappe.utils import add_to_date, now_datetime

from huf.ai.doctor.findings import Action, Finding, Level, good
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.indexing.live import damage
from huf.ai.knowledge.indexing.recipe.recipes import reason_to_rebuild
from huf.ai.site import artifacts
from huf.ai.words import said
from huf.engine.backends.formats import read_kind
from huf.engine.backends.opening import open_build
from huf.engine.backends.search_engine.backend import KEY as ENGINE
from huf.engine.backends.vector_store.backend import KEY as STORED
from huf.engine.errors import HufError, IndexTooNew

UNMERGED_MINUTES = 60
"""An update queues the merge that is due; after so long without another update nobody has done it."""


def check_files() -> Iterator[Finding]:
	"""Whether the files of each index that answers are there, as long as they were made, and readable by this huf."""
	lost = 0
	rows = frappe.db.sql(
		"""select name, artifact_id, live_build, knowledge_type from `tabKnowledge Source`
		where coalesce(live_build, '') != '' and archived_at is null order by name""",
		as_dict=True,
	)
	for row in rows:
		error = damage.fault_of(row.artifact_id, row.live_build, thoroughly=False)
		if error is None and (newer := _made_by_newer(row)):
			lost += 1
			yield Finding(Level.FAULT, said(newer), "", row.name, Action.REBUILD)
		elif error is not None:
			lost += 1
			yield Finding(
				Level.FAULT,
				said(error),
				_("The watchdog lets the newest whole index answer, and has this one made again."),
				row.name,
				Action.REBUILD,
			)
	if not lost:
		yield good(
			_("The files of every index that answers are there, and as long as they were made: {0}.").format(
				len(rows)
			)
		)


def _made_by_newer(row: "frappe._dict") -> IndexTooNew | None:
	"""That only a newer huf reads this index. Neither the watchdog nor a search does anything about it, so that huf finds it as it was."""
	folder = artifacts.build_folder(row.artifact_id, row.live_build)
	try:
		if row.knowledge_type in (STORED, ENGINE):
			# To open it would ask a server.
			read_kind(folder)
		else:
			open_build(folder, kinds=backend_registry()).close()
	except IndexTooNew as error:
		return error
	except (HufError, OSError):
		# What is damaged was found before this; of a kind of index that is gone with its app the source tells.
		return None
	return None


def check_settings() -> Iterator[Finding]:
	"""Whether each index was made as its source's settings and this version of huf would make it.

	A source says so by itself (*Rebuild Required*) when it is looked after; told here are those that do not say it yet, such as after
	an update of huf without ``bench migrate``.
	"""
	names = frappe.db.sql_list(
		"""select name from `tabKnowledge Source` where coalesce(live_build, '') != '' and archived_at is null
		and disabled = 0 and status = 'Ready' order by name"""
	)
	told = 0
	for name in names:
		if reason := reason_to_rebuild(frappe.get_doc("Knowledge Source", name)):
			told += 1
			yield Finding(Level.WARNING, said(reason), "", name, Action.REBUILD)
	if not told:
		yield good(_("Every index that is ready is what its settings ask for: {0}.").format(len(names)))


def check_segments() -> Iterator[Finding]:
	"""Whether segments that are due are put together: an index of very many is slow to search."""
	from huf.engine.builds import is_merge_due

	rows = frappe.db.sql(
		"""select s.name, s.artifact_id, s.live_build from `tabKnowledge Source` s
		join `tabKnowledge Build` b on b.name = s.live_build
		where s.archived_at is null and s.indexing_paused = 0 and b.finished_at < %s order by s.name""",
		add_to_date(now_datetime(), minutes=-UNMERGED_MINUTES),
		as_dict=True,
	)
	kinds, told = backend_registry(), 0
	for row in rows:
		is_due = False
		# What is wrong with its files, check_files says; of a kind of index that is gone with its app, the source.
		with suppress(HufError):
			is_due = is_merge_due(artifacts.build_folder(row.artifact_id, row.live_build), kinds=kinds)
		if is_due:
			told += 1
			yield Finding(
				Level.WARNING,
				_("Segments of this index should have been put together an hour ago."),
				_("See what this page says of the queue long."),
				row.name,
				Action.MERGE,
			)
	if not told:
		yield good(_("No index waits for its segments to be put together."))
