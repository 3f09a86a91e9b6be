"""Taking inputs out of a published build for good: its files are written anew without a word of them.

An update only notes that an input has left; its rows, and the terms that it took out of the statistics, stay in segments that other builds share.
Here a build becomes one new segment. The files of before go with the last build that has them. What lies in a server is written anew there, and
what no build shows any more is deleted by :func:`~huf.engine.builds.served.clear_served`.
"""

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from huf.engine import backends
from huf.engine.backends.base import Backend, Rewrites
from huf.engine.backends.formats import read_kind, write_kind
from huf.engine.backends.hybrid.embedding_cache import forget_before, forget_texts
from huf.engine.backends.hybrid.text_embedding import embedded_text
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.builds.folders import STAGING, build_time, discard, new_build_id
from huf.engine.builds.making import publish_folder
from huf.engine.builds.merging import remove_merging
from huf.engine.builds.reading import BuildInfo, read_build, read_build_info
from huf.engine.disk.checksums import check_opening, write_checksums
from huf.engine.enrichment.cache import EnrichmentCache
from huf.engine.enrichment.summarizing import SUMMARY_KEYS
from huf.engine.errors import IndexMissing
from huf.engine.ocr.cache import ScanCache
from huf.engine.registry import Registry


@dataclass(frozen=True, slots=True)
class Purged:
	"""A build that was written anew."""

	info: BuildInfo
	passages: int
	"""How many of the inputs in question it had, those that had left before included."""
	vectors: int
	"""How many of their vectors were taken out of the cache."""


def can_purge(build: Path, *, kinds: Registry[Backend] | None = None) -> bool:
	"""Whether the build is of a kind that can be written anew; of others only a rebuild of the source leaves nothing.

	Raises:
		IndexMissing: there is no such build.
	"""
	return _rewriter(build, kinds) is not None


def has_traces(build: Path, keys: Collection[str], *, kinds: Registry[Backend] | None = None) -> bool:
	"""Whether a build that :func:`can_purge` may hold anything of the inputs ``keys``, in its files or in a server.

	Raises:
		BuildError: it cannot be read.
	"""
	rewriter = _rewriter(build, kinds)
	with storage_errors():
		return rewriter is None or rewriter.has_traces(keys)


def purge_build(
	root: Path,
	build: Path,
	keys: Collection[str],
	*,
	in_place: bool = False,
	build_id: str | None = None,
	kinds: Registry[Backend] | None = None,
) -> Purged:
	"""Write ``build`` anew without the inputs ``keys``. Call it as the one writer of ``root``; nobody merges meanwhile.

	The vectors of these inputs leave the cache of ``root``, too, so that no later build has them.

	Args:
		in_place: for a build that does not answer: the new one takes its name and its place. Otherwise it has a name of its own, and the
			pointer and the old one are the caller's.
		build_id: the name of one that does not take the place of ``build``; None: a new one.

	Raises:
		IndexMissing, IndexCorrupt: it cannot be read, or what came out is not what its chunks say; nothing was changed.
		StorageFull: the disk is full.
	"""
	rewriter = _rewriter(build, kinds)
	assert rewriter is not None, "see can_purge"
	build_id = build.name if in_place else build_id or new_build_id()
	staging = root / (STAGING + build_id)
	meta: Mapping[str, str] = {} if in_place else {"build_id": build_id, "created_at": repr(time.time())}
	with storage_errors():
		try:
			check_opening(build)
			staging.mkdir()
			texts = rewriter.rewrite(keys, staging, meta)
			write_kind(staging, read_kind(build), 1)
			write_checksums(staging)
			if in_place:
				# Killed between the two, it is a kept build less; what is left goes with remove_staging.
				leaving = build.with_name(f"{STAGING}removed-{build.name}")
				build.rename(leaving)
				path = publish_folder(staging, build)
				discard(leaving)
			else:
				path = publish_folder(staging, root / build_id)
			vectors = forget_texts(root, map(embedded_text, texts))
		except FileNotFoundError as error:
			raise IndexMissing(
				"The files of this index are missing. Rebuild the source to make them again."
			) from error
		finally:
			if staging.exists():
				discard(staging, ignore_errors=True)
	return Purged(read_build_info(path, kinds=kinds), len(texts), vectors)


def forget_vectors(root: Path, moment: float) -> None:
	"""Delete the kept vectors that no build begun since ``moment``, in Unix seconds, had a use for: after a rebuild in parts."""
	with storage_errors():
		forget_before(root, STAGING + build_time(moment))


def forget_scans(
	root: Path, builds: Collection[Path], keys: Collection[str], *, kinds: Registry[Backend] | None = None
) -> int:
	"""Take the recognised pages of the files behind the inputs ``keys`` out of the cache of ``root``; how many files had any."""
	hashes = set()
	for build in builds:
		_, inputs = read_build(build, kinds=kinds)
		hashes |= {item.content_hash for item in inputs if item.key in keys}
	return ScanCache(root).forget(hashes)


def kept_summaries(root: Path, keys: Collection[str]) -> int:
	"""How many of the answers that :func:`forget_enrichments` would take away are summaries."""
	return EnrichmentCache(root).count(keys, SUMMARY_KEYS)


def forget_enrichments(root: Path, keys: Collection[str]) -> int:
	"""Take what a model said of the inputs ``keys`` out of the cache of ``root``; how many answers there were."""
	return EnrichmentCache(root).forget(keys)


def remove_leftovers(root: Path) -> None:
	"""Delete what merges and checks that died left in ``root``. Call it as the one who writes and merges there.

	Of what lies in a vector store that does not answer, the note stays, by which it is deleted another time.
	"""
	remove_merging(root)
	for entry in root.glob(f"{STAGING}*"):
		discard(entry)


def _rewriter(build: Path, kinds: Registry[Backend] | None) -> Rewrites | None:
	with storage_errors():
		try:
			opened = (kinds or backends.default_registry()).get(read_kind(build)).open_rewriter
		except (FileNotFoundError, NotADirectoryError) as error:
			raise IndexMissing(
				"The files of this index are missing. Rebuild the source to make them again."
			) from error
		return opened(build) if opened else None
