"""The files of a source: every build is written anew without the input, and no cache or copy has anything of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.ai.knowledge import status
from huf.ai.knowledge.backends.copies import site_copies_or_none
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.purging.certificate import Certificate
from huf.ai.site import artifacts, queueing
from huf.ai.site.database import transactions
from huf.ai.site.locks import Lease, held, merge_lease, source_lease
from huf.engine.backends.base import Readable, Reader
from huf.engine.errors import BuildError, SearchEngineFailed, VectorStoreFailed
from huf.engine.search.opened.open_builds import close_reader

if TYPE_CHECKING:
	from huf.engine.builds import Served

LEASE_WAIT_SECONDS = 240.0
"""For an update, or a part of a rebuild, that writes the source; they give it back after 150 seconds."""
SERVED = ("Live", "Retired", "Held", "Part", "Damaged")
_BATCH = 500


def texts_of(artifact_id: str, name: str) -> list[str]:
	"""The passages of an input in all builds that can be read."""
	found: dict[str, None] = {}
	_read_builds(artifact_id, lambda reader: found.update(dict.fromkeys(_texts(reader, name))))
	return list(found)


def said_by_others(artifact_id: str, name: str, needles: Sequence[str]) -> dict[str, set[str]]:
	"""By input of any build, but for ``name``, those of the needles that it holds. Reads all passages."""
	found: dict[str, set[str]] = {}

	def read(reader: Reader) -> None:
		for key in {item.key for item in reader.inputs()} - {name}:
			said = {needle for text in _texts(reader, key) for needle in needles if needle in text}
			if said:
				found.setdefault(key, set()).update(said)

	_read_builds(artifact_id, read)
	return found


def _read_builds(artifact_id: str, read: Callable[[Reader], None]) -> None:
	from huf.engine.builds import list_builds, open_build

	root = artifacts.source_folder(artifact_id)
	for build in list_builds(root):
		# A damaged one is removed.
		with suppress(BuildError), closing(open_build(root / build, kinds=backend_registry())) as reader:
			read(reader)


def _texts(reader: Reader, name: str) -> Iterator[str]:
	places = reader.places(name) if isinstance(reader, Readable) else []
	for start in range(0, len(places), _BATCH):
		passages = reader.passages(places[start : start + _BATCH])
		yield from (passage.text for passage in passages.values())


def purge_index(
	source: str, name: str, ordered_at: object, certificate: Certificate, report: Callable[[float], None]
) -> str | None:
	"""Take the input out of all files of the source; why it has to wait, or None when nothing is left.

	:param report: told the share that is done.
	:raises SourceBusy: somebody else writes the source for longer than one waits.
	:raises BuildError: the live build cannot be written anew.
	"""
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	root = artifacts.source_folder(artifact_id)
	if not root.is_dir():
		return None
	with (
		held(merge_lease(artifact_id), wait=LEASE_WAIT_SECONDS),
		held(source_lease(artifact_id), wait=LEASE_WAIT_SECONDS) as lease,
	):
		frappe.db.rollback()
		waits_for = _purge_builds(lease, source, artifact_id, root, name, ordered_at, certificate, report)
	copies = site_copies_or_none()
	if copies is not None:
		copies.forget_gone()
	return waits_for


def _purge_builds(
	lease: Lease,
	source: str,
	artifact_id: str,
	root: Path,
	name: str,
	ordered_at: object,
	certificate: Certificate,
	report: Callable[[float], None],
) -> str | None:
	from huf.engine.builds import (
		can_purge,
		forget_enrichments,
		forget_scans,
		kept_summaries,
		list_builds,
		remove_build,
		remove_leftovers,
		served_of,
	)

	served = served_of(root)
	remove_leftovers(root)
	kinds = backend_registry()
	live = frappe.db.get_value("Knowledge Source", source, "live_build")
	states = dict(
		frappe.db.sql("select name, state from `tabKnowledge Build` where knowledge_source = %s", source)
	)
	readable, waits_for = [], None
	for build in list_builds(root):
		is_known = states.get(build) in SERVED and states.get(build) != "Damaged"
		try:
			is_sound = is_known and can_purge(root / build, kinds=kinds)
		except BuildError:
			is_sound = False
		if is_sound:
			readable.append(build)
		elif build == live:
			waits_for = _made_anew(source, build, ordered_at)
		else:
			# Of a kind that cannot be written anew, damaged, or nobody's: it goes as a whole.
			remove_build(root / build)
			certificate.removed(_("Build {0} of {1}").format(build, source), "Build", 1)
	scanned = forget_scans(root, [root / build for build in readable], {name}, kinds=kinds)
	certificate.removed(_("Recognised pages of {0}").format(source), "File", scanned)
	summed_up = kept_summaries(root, {name})
	said = forget_enrichments(root, {name}) - summed_up
	certificate.removed(_("Kept answers of the enrichment model of {0}").format(source), "Passage", said)
	certificate.removed(_("Kept summaries of {0}").format(source), "Passage", summed_up)
	for done, build in enumerate(readable):
		report(done / len(readable))
		lease.check()
		try:
			_purge_build(source, artifact_id, build, name, build == live, certificate)
		except (VectorStoreFailed, SearchEngineFailed) as error:
			if not error.retryable:
				raise
			waits_for = _server_is_away(source)
	# Servers are cleared by the one writer alone, and the last build may have taken longer than the lease.
	lease.check()
	waits_for = _purge_servers(source, root, served, certificate) or waits_for
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (the files are as the rows say)
	return waits_for


def _purge_servers(
	source: str, root: Path, before: Mapping[str, "Served"], certificate: Certificate
) -> str | None:
	"""Take what no build shows any more out of vector stores and search engines; why that is waited for, or None.

	:param before: what they had of the source when this began.
	"""
	from huf.engine.builds import clear_served, served_of

	left = clear_served(root)
	after = served_of(root)
	for name, one in before.items():
		rest = after.get(name)
		if rest is None:
			certificate.removed(_place_of(one), "Collection", 1)
		elif one.rows is not None and rest.rows is not None:
			certificate.removed(_place_of(one), "Passage", one.rows - rest.rows)
	away = _("The server does not answer. It is tried again until it does.")
	certificate.forget_left(away)
	for one in left:
		foreign = _("It belongs to the index that this one is a copy of. Purge it there.")
		certificate.left(_place_of(one), "Collection", away if one.is_own else foreign)
	if any(one.is_own for one in left):
		return _server_is_away(source)
	return None


def _server_is_away(source: str) -> str:
	return _(
		"A server that has texts or vectors of {0} does not answer. It is tried again until it does."
	).format(source)


def _place_of(one: "Served") -> str:
	return f"{one.kind} {one.collection}".strip()


def _purge_build(
	source: str, artifact_id: str, build: str, name: str, is_live: bool, certificate: Certificate
) -> None:
	from huf.engine.builds import has_traces, purge_build, remove_build

	root, kinds = artifacts.source_folder(artifact_id), backend_registry()
	if not has_traces(root / build, [name], kinds=kinds):
		return
	made = purge_build(root, root / build, [name], in_place=not is_live, kinds=kinds)
	if is_live:
		# Searches go over to it before the old files are removed.
		transactions.retry_deadlocks(lambda: status.replace_live_build(artifact_id, build, made.info))
		close_reader(root / build)
		remove_build(root / build)
	else:
		close_reader(root / build)
	place = _("Build {0} of {1}").format(made.info.build_id, source)
	certificate.removed(place, "Passage", made.passages)
	certificate.removed(_("Kept vectors of {0}").format(source), "Vector", made.vectors)
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (what was done is done, whatever becomes of the next build)


def _made_anew(source: str, build: str, ordered_at: object) -> str | None:
	"""A live build that cannot be written anew is rebuilt; why that is waited for, or None if it was made since."""
	row = frappe.db.get_value("Knowledge Build", build, ["kind", "started_at"], as_dict=True)
	began = frappe.db.get_value(
		"Knowledge Source", source, ["rebuild_wanted", "artifact_id", "held_build"], as_dict=True
	)
	if row and row.kind == "Rebuild" and row.started_at and row.started_at > ordered_at:
		return None
	if not began.rebuild_wanted and not began.held_build:
		status.ask_for_rebuild(source)
		queueing.request_rebuild(began.artifact_id, source)
	return _("The index of {0} is being made anew; what it has now goes then.").format(source)
