"""What has to be done to get from one build to what is wanted."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from huf.engine.backends.base import Backend
from huf.engine.backends.opening import open_build
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.errors import IndexCorrupt, IndexMissing, IndexOutdated, UnknownKey
from huf.engine.extractors import Extractor
from huf.engine.indexing import CHUNK_LIMIT, BuildSettings, storable_input
from huf.engine.ocr.reading import FACTS
from huf.engine.registry import Registry
from huf.engine.types import IndexedInput, JSONValue, WantedInput


@dataclass(frozen=True, slots=True)
class BuildPlan:
	"""What has to be done to get from the build ``base`` (or nothing) to what is wanted."""

	index: tuple[WantedInput, ...]
	remove: tuple[str, ...]
	kept: int
	base: Path | None
	relabel: tuple[WantedInput, ...] = ()
	"""Those of the kept ones whose address or metadata are to be written anew, without reading them again."""

	@property
	def is_empty(self) -> bool:
		"""True when the base build already is what is wanted."""
		return self.base is not None and not self.index and not self.remove and not self.relabel


def plan_build(
	wanted: Iterable[WantedInput],
	base: Path | None,
	settings: BuildSettings,
	*,
	kinds: Registry[Backend] | None = None,
	extractors: Registry[Extractor] | None = None,
) -> BuildPlan:
	"""Compare what is wanted with what the build ``base`` holds.

	A base that is missing or damaged, was made with other settings or is of a kind that is no longer there
	counts as no base: everything is indexed. Give the same ``kinds`` and ``extractors`` as to :func:`run_build`.
	Inputs that failed for good are not tried again until their content changes or ``force`` is set.
	"""
	wanted = map(storable_input, wanted)
	present = _inputs_of_same_make(base, settings, kinds, extractors) if base is not None else None
	if present is None:
		return BuildPlan(index=tuple(wanted), remove=(), kept=0, base=None)
	changed, relabelled, seen = [], [], set()
	for item in wanted:
		seen.add(item.key)
		known = present.get(item.key)
		if item.force or known is None or not _is_current(item, known, settings):
			changed.append(item)
		elif not _has_its_labels(item, known):
			relabelled.append(replace(item, metadata={**item.metadata, **_learned(known)}))
	return BuildPlan(
		index=tuple(changed),
		remove=tuple(key for key in present if key not in seen),
		kept=len(seen) - len(changed),
		base=base,
		relabel=tuple(relabelled),
	)


def _inputs_of_same_make(
	base: Path,
	settings: BuildSettings,
	kinds: Registry[Backend] | None,
	extractors: Registry[Extractor] | None,
) -> dict[str, IndexedInput] | None:
	fingerprint = settings.fingerprint(kinds, extractors)
	try:
		reader = open_build(base, kinds=kinds)
		try:
			if reader.meta.get("fingerprint") != fingerprint:
				return None
			with storage_errors():
				return {item.key: item for item in reader.inputs()}
		finally:
			reader.close()
	except (IndexMissing, IndexOutdated, IndexCorrupt, UnknownKey):
		return None


def _is_current(wanted: WantedInput, present: IndexedInput, settings: BuildSettings) -> bool:
	return (
		not present.retryable
		and present.content_hash == wanted.content_hash
		# Words of the title are indexed with each passage.
		and present.title == wanted.title
		# Where nobody reads scans now, what was read before stays.
		and (not settings.ocr or present.metadata.get("ocr") in (None, settings.ocr))
		and _is_cut_as_now(present, settings.max_chunks_per_input)
	)


def _is_cut_as_now(present: IndexedInput, limit: int) -> bool:
	"""Whether the limit of chunks, 0 for none, would leave as much of the input as is there."""
	if present.code == CHUNK_LIMIT:
		return present.chunks == limit
	return not limit or present.chunks <= limit


def _has_its_labels(wanted: WantedInput, present: IndexedInput) -> bool:
	return present.url == wanted.url and dict(present.metadata) == {**wanted.metadata, **_learned(present)}


def _learned(present: IndexedInput) -> dict[str, JSONValue]:
	"""What only reading the input showed (``FileScans.facts``): no shell knows it, and a change of labels keeps it."""
	return {key: present.metadata[key] for key in FACTS if key in present.metadata}
