"""A pack of a source, signed by the site, with what one user may find in the source."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import frappe
from frappe import _

from huf.ai.access.records.inputs import InputRights
from huf.ai.access.roles import is_manager
from huf.ai.access.scopes.resolver import searchable_among
from huf.ai.access.scopes.sources import can_write_source
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.packs.keys import site_key
from huf.ai.knowledge.packs.made import forget_pack, is_own, note_pack, series
from huf.ai.site import artifacts
from huf.ai.words import said
from huf.engine.builds import read_inputs
from huf.engine.errors import HufError, PackRefused, SignerUnknown
from huf.engine.packs import (
	Bundle,
	PackAs,
	PackListing,
	PackManifest,
	make_pack,
	open_pack,
	packs_in,
	part_of,
	write_bundle,
)
from huf.engine.search.hits.partly_read import bare_hit
from huf.engine.types import Progress


def may_pack(source: str) -> bool:
	"""Whether the user of the session may have the site sign a pack of the source."""
	return is_manager() and can_write_source(source)


def pack_source(
	source: str,
	target: Path,
	user: str,
	*,
	since: Path | PackListing | None = None,
	handed_out_as: Path | None = None,
	progress: Callable[[Progress], None] | None = None,
) -> PackManifest:
	"""Write a pack of the live build of a source to ``target``, with the inputs that ``user`` would find there and no other.

	:param since: an older pack that this site made of it, a file of several that has one, or what that one listed: only what changed since is packed.
	:param handed_out_as: the file that the pack goes into, if that is another one.
	:raises frappe.ValidationError: the source does not answer the user, or nothing of it is indexed.
	:raises PackRefused: nothing of it may be read, it cannot be packed, or ``since`` is none of its packs.
	:raises IndexMissing, IndexCorrupt, StorageFull: the build cannot be read, or there is no room.
	"""
	row = frappe.db.get_value(
		"Knowledge Source", source, ["name", "artifact_id", "live_build", "description"], as_dict=True
	)
	if not row or (user != "Administrator" and row.name not in searchable_among((row.name,), user).values()):
		frappe.throw(_("There is no knowledge source of this name that you may read."))
	if not row.live_build:
		frappe.throw(_("Nothing of this knowledge source has been indexed yet."))
	folder = artifacts.build_folder(row.artifact_id, row.live_build)
	readable = _readable(row.name, row.live_build, folder, user)
	key = site_key()
	described = PackAs(
		series(row.artifact_id), row.name, row.description or "", lambda item: item.key in readable
	)

	with ExitStack() as stack:
		before = (
			stack.enter_context(_opened(since, described.series, target.parent))
			if isinstance(since, Path)
			else since
		)
		made = make_pack(
			folder,
			target,
			key,
			described,
			since=before,
			listings=artifacts.pack_listings(row.artifact_id),
			kinds=backend_registry(),
			progress=progress,
		)
	note_pack(row.artifact_id, made, user, handed_out_as or target)
	return made


def pack_sources(
	sources: Sequence[str],
	target: Path,
	user: str,
	*,
	title: str = "",
	since: Path | None = None,
	progress: Callable[[Progress], None] | None = None,
) -> Bundle:
	"""Write packs of several sources into the one file ``target``, each as :func:`pack_source` has it.

	:param title: of the file; the names of the sources by default. :param since: an older file of them, as for :func:`pack_source`.
	:raises: as :func:`pack_source`, for any of them; PackRefused also for a source that is named twice.
	"""
	if len(set(sources)) != len(sources):
		raise PackRefused(_("Name each source once."))
	with tempfile.TemporaryDirectory(prefix=".pack-", dir=target.parent) as scratch:
		packs = [Path(scratch, f"{number}.hufpack") for number in range(len(sources))]
		made: list[tuple[str, PackManifest]] = []
		try:
			for number, (source, pack) in enumerate(zip(sources, packs, strict=True)):
				shared = part_of(progress, number, len(sources))
				try:
					one = pack_source(source, pack, user, since=since, handed_out_as=target, progress=shared)
				except (HufError, frappe.ValidationError) as error:
					raise PackRefused(
						_("“{0}” could not be packed, so no file was made. {1}").format(source, said(error))
					) from error
				made.append((source, one))
			new = Path(scratch, "bundle")
			bundle = write_bundle(new, site_key(), title or ", ".join(sources), packs)
			new.replace(target)
		# Whatever it was: what was not handed out is not noted as if it had been. It is raised on.
		except BaseException:
			for source, one in made:
				forget_pack(frappe.db.get_value("Knowledge Source", source, "artifact_id"), one.pack_id)
			raise
	return bundle


@contextmanager
def _opened(since: Path, of: str, scratch: Path) -> Iterator[PackListing]:
	"""The pack of this site in a file, checked; in one of several, that of the series ``of``.

	:raises PackRefused: it is none, or has none.
	"""
	try:
		with packs_in(since, is_own, scratch) as packs:
			file = (
				packs[0]
				if len(packs) == 1
				else next((one for one in packs if one.manifest.series == of), None)
			)
			if file is None:
				raise PackRefused(
					_(
						"The older file has no pack of this source. Pack it as a whole, or name a file that has one."
					)
				)
			with open_pack(file.path, is_own, scratch) as pack:
				yield pack
	except SignerUnknown:
		raise PackRefused(
			_("Changes are packed since a pack that this site made, and that one has another maker.")
		) from None


def _readable(source: str, build_id: str, folder: Path, user: str) -> set[str]:
	"""Keys of the inputs of a build that are there, enabled, and may be read by ``user``, as a search would have it."""
	hits = [
		bare_hit(source, build_id, item) for item in read_inputs(folder, kinds=backend_registry()).values()
	]
	allowed = InputRights(user).may_name(hits)
	return {hit.input for hit, is_allowed in zip(hits, allowed, strict=True) if is_allowed}
