"""Inputs taken out of every kept build of an index for good."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from huf.engine.builds import (
	Served,
	can_purge,
	clear_served,
	forget_scans,
	has_traces,
	purge_build,
	read_inputs,
	remove_leftovers,
)
from huf.engine.errors import SettingsError
from huf.engine.types import Progress
from huf.local.corrections import NAME as CORRECTIONS
from huf.local.corrections import FileCorrections
from huf.local.index import LocalIndex
from huf.local.kinds import kinds_with


@dataclass(frozen=True, slots=True)
class PurgedBuild:
	"""A build that was written anew, and how many passages were taken out of it."""

	before: str
	after: str
	"""The name that it has now: another one if it answers searches."""
	passages: int


@dataclass(frozen=True, slots=True)
class LocalPurge:
	"""What was removed where."""

	builds: tuple[PurgedBuild, ...]
	untouched: tuple[str, ...]
	"""Builds that never had anything of it."""
	vectors: int
	"""Taken out of the cache of vectors."""
	scans: int
	"""Files whose recognised pages were taken out of their cache."""
	corrections: int
	"""Corrections of the inputs, which hold text of them."""
	unknown: tuple[str, ...] = field(default=())
	"""Inputs that no build knows; of them there was nothing."""
	left: tuple[Served, ...] = ()
	"""Collections in vector stores and search engines in which something of them may still be."""


def purge(
	local: LocalIndex, keys: Sequence[str], progress: Callable[[Progress], None] | None = None
) -> LocalPurge:
	"""Write each build of ``local`` anew that may hold anything of the inputs ``keys``, and delete in vector stores and search engines
	what no build shows any more.

	What was killed half-way is finished by the next call. The documents themselves are where they are: whatever is in an indexed
	folder comes back with the next indexing.

	Raises:
		SettingsError: a kept build is of a kind that cannot be written anew.
		SourceBusy: another process is indexing.
		IndexMissing, IndexCorrupt: a build cannot be read. Those before it are purged, and nothing is lost.
		VectorStoreFailed, SearchEngineFailed: the server with a build did not answer. The same holds.
	"""
	report = progress or (lambda _: None)
	root, kinds = local.directory, kinds_with()
	local.live_build()
	with local.one_writer():
		live = local.live_build()
		remove_leftovers(root)
		names = local.builds()
		if not all(can_purge(root / name, kinds=kinds) for name in names):
			raise SettingsError(
				"A build of this index is of a kind out of which no single document can be taken for good. Take the document out of its "
				"folder, make a new index in another directory, and delete this one."
			)
		known = {key for name in names for key in read_inputs(root / name, kinds=kinds)}
		scans = forget_scans(root, [root / name for name in names], set(keys), kinds=kinds)
		purged, untouched, vectors = [], [], 0
		for done, name in enumerate(names):
			report(Progress("purge", done, len(names)))
			if not has_traces(root / name, keys, kinds=kinds):
				untouched.append(name)
				continue
			is_live = name == live.name
			made = purge_build(
				root, root / name, keys, in_place=not is_live, build_id=local.next_id(), kinds=kinds
			)
			if is_live:
				local.switch(made.info.build_id, instead_of=name)
			purged.append(PurgedBuild(name, made.info.build_id, made.passages))
			vectors += made.vectors
		report(Progress("purge", len(names), len(names)))
		corrections = _forget_corrections(local, set(keys))
		left = clear_served(root)
	unknown = tuple(key for key in keys if key not in known)
	return LocalPurge(tuple(purged), tuple(untouched), vectors, scans, corrections, unknown, tuple(left))


def _forget_corrections(local: LocalIndex, keys: set[str]) -> int:
	path: Path = local.directory / CORRECTIONS
	if not path.is_file():
		return 0
	entries = FileCorrections.read(path).entries
	kept = [entry for entry in entries if entry.file not in keys]
	if len(kept) == len(entries):
		return 0
	if kept:
		local.write_note(CORRECTIONS, FileCorrections(kept).to_json())
	else:
		path.unlink()
	return len(entries) - len(kept)
