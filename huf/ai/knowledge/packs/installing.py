"""Installing a pack as a source of its own, or in place of what an older pack brought. All of it answers searches, or nothing changed."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import frappe
from frappe import _

from huf.ai.knowledge import status
from huf.ai.knowledge.backends.embedding_models import model_of_key
from huf.ai.knowledge.indexing.live import publish, restore
from huf.ai.knowledge.indexing.state.progress import ProgressReport
from huf.ai.knowledge.packs import kept, switching
from huf.ai.knowledge.packs.keys import is_trusted
from huf.ai.knowledge.packs.labels import labelled_here
from huf.ai.knowledge.packs.rows import Names
from huf.ai.knowledge.packs.sources import NewSource, Update, base_of, check_new, check_update, new_doc
from huf.ai.knowledge.packs.switching import Made, row_of
from huf.ai.site import artifacts
from huf.ai.site.database import transactions
from huf.ai.site.locks import held, source_lease
from huf.ai.words import said
from huf.engine.builds import new_build_id, remove_build
from huf.engine.errors import EmbedderMissing, HufError, PackRefused
from huf.engine.packs import (
	MOST_BYTES,
	OpenedPack,
	PackFile,
	PackManifest,
	PublicKey,
	check_fits,
	install_pack,
	look_into,
	open_pack,
	packs_in,
	part_of,
)
from huf.engine.packs.installing import pack_settings
from huf.engine.types import Progress

Trusted = Callable[[PublicKey], bool]


@dataclass(frozen=True, slots=True)
class Imported:
	"""A pack that was installed."""

	source: str
	held: str
	"""Why its index does not answer until a person decides (:mod:`~huf.ai.knowledge.packs.switching`); empty if it answers."""


@dataclass(frozen=True, slots=True)
class _How:
	trusted: Trusted
	most_bytes: int
	progress: Callable[[Progress], None] | None


@dataclass(frozen=True, slots=True)
class _Ready:
	"""An index that is made, and does not answer yet."""

	write: Callable[[], Imported]
	"""Lets it answer, or holds it, in the transaction of the caller."""
	tidy: Callable[[], None]
	"""What follows after the commit."""


def install_new(
	file: Path,
	new: NewSource,
	*,
	trusted: Trusted = is_trusted,
	most_bytes: int = MOST_BYTES,
	progress: Callable[[Progress], None] | None = None,
) -> str:
	"""Make a source of a pack, as the user of the session; its name.

	:raises: as :func:`install_file`.
	"""
	return _install_one(file, new, _How(trusted, most_bytes, progress)).source


def install_update(
	file: Path,
	source: str,
	*,
	older: bool = False,
	trusted: Trusted = is_trusted,
	is_manual: bool = False,
	most_bytes: int = MOST_BYTES,
	progress: Callable[[Progress], None] | None = None,
) -> str:
	"""Install a newer pack, or one of changes, in the source that an earlier one made. The source keeps its name, its rights and its settings.

	Its index answers from then on, or is held: then why is returned, else nothing. Checks no right.

	:raises: as :func:`install_file`.
	"""
	into = Update(source, older, is_manual)
	return _install_one(file, into, _How(trusted, most_bytes, progress)).held


def install_file(
	file: Path,
	where: Mapping[str, NewSource | Update],
	*,
	trusted: Trusted = is_trusted,
	most_bytes: int = MOST_BYTES,
	progress: Callable[[Progress], None] | None = None,
) -> list[Imported]:
	"""Install all packs of a file, as the user of the session. All indexes are made before the first answers: then all do, or nothing changed.

	:param where: the place of each pack, by its ``pack_id``.
	:raises frappe.PermissionError, frappe.ValidationError: the user may not make such a source. Updates check no right.
	:raises PackRefused: a pack cannot be installed, or not there; the error says which and why. SignerUnknown: nobody who is trusted signed it.
	:raises StorageFull: there is no room.
	:raises SourceBusy: a job is writing one of the sources.
	"""
	with _packs_in(file, trusted, most_bytes) as packs:
		if {pack.manifest.pack_id for pack in packs} != where.keys():
			raise PackRefused(
				_("The file is another one than before, or a place is missing. Import it again.")
			)
		places = [where[pack.manifest.pack_id] for pack in packs]
		names = [place.name if isinstance(place, NewSource) else place.source for place in places]
		if len(set(names)) != len(names):
			raise PackRefused(_("Two packs would go into one source. Choose another name for one of them."))
		for place in places:
			_check_place(place)
		return _install(list(zip(packs, places, strict=True)), _How(trusted, most_bytes, progress))


def _install_one(file: Path, into: NewSource | Update, how: _How) -> Imported:
	_check_place(into)
	with _packs_in(file, how.trusted, how.most_bytes) as packs:
		if len(packs) > 1:
			raise PackRefused(
				_(
					"This file has the packs of several sources. Use Import Pack in the list of Knowledge Sources."
				)
			)
		return _install([(packs[0], into)], how)[0]


def _check_place(place: NewSource | Update) -> None:
	"""Refuse a place where no pack can go, before the work."""
	if isinstance(place, NewSource):
		check_new(place)
		return
	row = row_of(place.source)
	if not row.pack_id:
		raise PackRefused(_("This source did not come from a pack. Import the pack as a source of its own."))
	if row.pack_manual and not place.is_manual:
		raise PackRefused(
			_("This source is brought by an app, which updates it. Import the pack as a source of its own.")
		)


def _install(packs: Sequence[tuple[PackFile, NewSource | Update]], how: _How) -> list[Imported]:
	"""Leases are held until all is tidied; what was made goes unless the transaction is committed."""
	ready: list[_Ready] = []
	with ExitStack() as leases:
		with ExitStack() as undoing:
			for number, (pack, into) in enumerate(packs):
				this = replace(how, progress=part_of(how.progress, number, len(packs)))
				with _naming(pack.manifest.title if len(packs) > 1 else ""):
					ready.append(
						undoing.enter_context(_new(pack, into, this))
						if isinstance(into, NewSource)
						else _updated(pack, into, this, leases, undoing)
					)
			imported = transactions.retry_deadlocks(lambda: [one.write() for one in ready])
		for one in ready:
			one.tidy()
	return imported


@contextmanager
def _new(file: PackFile, new: NewSource, how: _How) -> Iterator[_Ready]:
	artifact_id = secrets.token_hex(16)
	root = artifacts.source_folder(artifact_id)
	root.mkdir(mode=0o700, parents=True)
	try:
		with open_pack(file.path, how.trusted, root, most_bytes=how.most_bytes) as pack:
			manifest = pack.manifest
			check_fits(manifest, None)
			made = make_index(pack, root, Names(artifact_id), progress=how.progress)
			kept.keep(file.path, artifact_id, manifest)

		def write() -> Imported:
			doc = new_doc(new, manifest, made.done.info.backend, made.model.record if made.model else "")
			doc.flags.artifact_id = artifact_id
			doc.insert(ignore_permissions=bool(new.manual))
			switching.switch(doc.name, artifact_id, manifest, made, "Rebuild")
			status.set_pack_manual(artifact_id, new.manual)
			return Imported(doc.name, "")

		yield _Ready(write, lambda: None)
	# Whatever it was, a killed job included: nothing of it stays. It is raised on.
	except BaseException:
		frappe.db.rollback()
		artifacts.remove_source_folder(artifact_id)
		raise


def _updated(file: PackFile, into: Update, how: _How, leases: ExitStack, undoing: ExitStack) -> _Ready:
	"""The index of a newer pack. ``leases`` gets the lease of its source, ``undoing`` what takes the index away."""
	artifact_id = row_of(into.source).artifact_id
	root = artifacts.source_folder(artifact_id)
	root.mkdir(mode=0o700, parents=True, exist_ok=True)
	lease = leases.enter_context(held(source_lease(artifact_id), wait=restore.WAIT_SECONDS))
	undoing.push(_only_on_errors(partial(_forget_progress, artifact_id)))
	with open_pack(file.path, how.trusted, root, most_bytes=how.most_bytes) as pack:
		# Somebody may have installed another one meanwhile.
		row = row_of(into.source)
		manifest = pack.manifest
		if not into.is_manual:
			check_update(row, manifest, into.older)
		base = base_of(row) if manifest.since else None
		made = make_index(
			pack,
			root,
			Names(artifact_id, row.name),
			base=base,
			progress=how.progress,
			report=ProgressReport(artifact_id, lease),
		)
	undoing.push(_only_on_errors(lambda: remove_build(made.done.info.path)))
	if not kept.is_kept(artifact_id, manifest.pack_id):
		undoing.push(_only_on_errors(kept.keep(file.path, artifact_id, manifest).unlink))
	kind = "Update" if manifest.since else "Rebuild"
	reason = switching.reason_to_hold(row, made, kind)

	def write() -> Imported:
		switching.write(lease, row, manifest, made, kind, reason)
		return Imported(row.name, reason)

	def tidy() -> None:
		publish.remove_old_builds(artifact_id)
		switching.tidy(artifact_id)

	return _Ready(write, tidy)


def _forget_progress(artifact_id: str) -> None:
	"""How far an index came that is taken away."""
	transactions.roll_back(frappe.db)
	transactions.retry_deadlocks(partial(status.set_progress, artifact_id, 0, 0))


def _only_on_errors(undo: Callable[[], None]) -> Callable[..., None]:
	"""``undo`` as an exit of a context, which is called when something is raised in it, and lets that rise."""

	def leave(kind: type[BaseException] | None, *_: object) -> None:
		if kind is not None:
			undo()

	return leave


@contextmanager
def _packs_in(file: Path, trusted: Trusted, most_bytes: int) -> Iterator[list[PackFile]]:
	root = artifacts.knowledge_root()
	root.mkdir(mode=0o700, parents=True, exist_ok=True)
	with packs_in(file, trusted, root, most_bytes=most_bytes) as packs:
		yield packs


@contextmanager
def _naming(title: str) -> Iterator[None]:
	"""Of several packs, the error says which could not be installed."""
	try:
		yield
	except (HufError, frappe.ValidationError) as error:
		if not title:
			raise
		raise PackRefused(
			_("“{0}” could not be installed, so nothing of the file was. {1}").format(title, said(error))
		) from error


def manifests_of(file: Path) -> list[PackManifest]:
	"""What the packs of a file say of themselves, whoever signed it. :raises PackRefused: it has none, or was changed."""
	return look_into(file, lambda key: True)[1]


def make_index(
	pack: OpenedPack,
	root: Path,
	names: Names,
	*,
	base: Path | None = None,
	progress: Callable[[Progress], None] | None = None,
	report: ProgressReport | None = None,
) -> Made:
	manifest = pack.manifest
	try:
		model = model_of_key(manifest.embedder) if manifest.embedder else None
	except EmbedderMissing as error:
		raise PackRefused(str(error)) from error

	def told(step: Progress) -> None:
		for each in (report, progress):
			if each:
				each(step)

	done = install_pack(
		pack,
		root,
		new_build_id(),
		base=base,
		as_key=names,
		labelled=labelled_here,
		progress=told,
		cancelled=report.cancelled if report else None,
	)
	there = tuple(names(key) for key in pack.contents)
	return Made(done, there, model, pack_settings(manifest).describe())
