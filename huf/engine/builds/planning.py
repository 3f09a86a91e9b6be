"""What has to be done to get from one build to what is wanted."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from huf.engine.backends.base import Backend, Reader, TellsSome
from huf.engine.backends.opening import open_build
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.corrections import CORRECTIONS, digest, record_of
from huf.engine.enrichment import UNENRICHED
from huf.engine.errors import IndexCorrupt, IndexMissing, IndexOutdated, OverLimit, UnknownKey
from huf.engine.extractors import Extractor, extractor_versions
from huf.engine.extractors.properties import PROPERTIES
from huf.engine.extractors.versions import is_read_as_now
from huf.engine.indexing import CHUNK_LIMIT, BuildSettings, storable_input
from huf.engine.ocr.reading import FACTS
from huf.engine.reading.limits import LIMITS
from huf.engine.registry import Registry
from huf.engine.types import SUMMARIES, IndexedInput, JSONValue, WantedInput

UNRECORDED_META = "unrecorded_extractors"
"""Entry of a build's meta: ``BuildPlan.unrecorded``, as JSON."""


@dataclass(frozen=True, slots=True)
class BuildPlan:
	"""What has to be done to get from the build ``base`` (or nothing) to what is wanted."""

	index: tuple[WantedInput, ...]
	remove: tuple[str, ...]
	kept: int
	base: Path | None
	relabel: tuple[WantedInput, ...] = ()
	"""Those of the kept ones whose address or metadata are to be written anew, without reading them again."""
	unrecorded: Mapping[str, int] = field(default_factory=dict)
	"""The versions of the extractors that read those inputs that do not tell."""
	under_other_limits: frozenset[str] = frozenset()
	"""Keys of those to be indexed that had failed by limits of reading that are others now."""
	present: tuple[IndexedInput, ...] = field(default=(), repr=False)
	"""The inputs of the base build, if it already is what is wanted: whoever tells of them need not read them again."""
	is_part: bool = False
	"""Whether others that go on from this one take in what it leaves: they may have use for kept vectors that it has none for."""

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
	Inputs that failed for good are not tried again until their content or their corrections change, ``force`` is set, or another
	extractor would read them.
	"""
	wanted = map(storable_input, wanted)
	made = _made_alike(base, settings, kinds, extractors, _every_input) if base is not None else None
	versions = extractor_versions(extractors)
	if made is None:
		# All of them now: processes that read are forks of this one, and would import each for themselves.
		return BuildPlan(index=tuple(wanted), remove=(), kept=0, base=None, unrecorded=dict(versions))
	present, unrecorded = made.inputs, made.unrecorded
	seen: set[str] = set()

	def each() -> Iterator[WantedInput]:
		for item in wanted:
			seen.add(item.key)
			yield item

	changed, relabelled = _compared(each(), made, settings, versions)
	removed = tuple(key for key in present if key not in seen)
	return BuildPlan(
		index=tuple(changed),
		remove=removed,
		kept=len(seen) - len(changed),
		base=base,
		relabel=tuple(relabelled),
		unrecorded=unrecorded,
		under_other_limits=made.under_other_limits(settings),
		present=() if changed or removed or relabelled else tuple(present.values()),
	)


def plan_changes(
	changed: Iterable[WantedInput],
	removed: Iterable[str],
	base: Path,
	settings: BuildSettings,
	*,
	all_keys: Collection[str] | None = None,
	kinds: Registry[Backend] | None = None,
	extractors: Registry[Extractor] | None = None,
) -> BuildPlan | None:
	"""As :func:`plan_build`, for a caller that knows what may differ: all other inputs of ``base`` stay, and none of them is looked at.

	Args:
		removed: keys of what has left.
		all_keys: of all that is wanted, for a caller that does not know what has left: whatever else ``base`` holds has, too.

	Returns:
		None when the base is none, for one of the reasons that :func:`plan_build` names: then all inputs are wanted.
	"""
	changed, leaving = list(map(storable_input, changed)), dict.fromkeys(removed)

	def of_interest(reader: Reader) -> list[IndexedInput]:
		telling = reader if isinstance(reader, TellsSome) else None
		found = [] if telling else reader.inputs()
		if all_keys is not None:
			keys = telling.keys() if telling else [item.key for item in found]
			leaving.update(dict.fromkeys(key for key in keys if key not in all_keys))
		return telling.inputs_of({item.key for item in changed} | leaving.keys()) if telling else found

	made = _made_alike(base, settings, kinds, extractors, of_interest)
	if made is None:
		return None
	index, relabelled = _compared(changed, made, settings, extractor_versions(extractors))
	return BuildPlan(
		index=tuple(index),
		remove=tuple(key for key in leaving if key in made.inputs),
		kept=len(changed) - len(index),
		base=base,
		relabel=tuple(relabelled),
		unrecorded=made.unrecorded,
		under_other_limits=made.under_other_limits(settings),
	)


def _every_input(reader: Reader) -> list[IndexedInput]:
	return reader.inputs()


@dataclass(frozen=True, slots=True)
class _Made:
	"""A build that can be the base of another."""

	inputs: Mapping[str, IndexedInput]
	"""All of them, or those that were asked for."""
	unrecorded: Mapping[str, int]
	"""The versions that read those that do not tell."""

	def under_other_limits(self, settings: BuildSettings) -> frozenset[str]:
		"""The inputs that failed by limits which are not those of the settings."""
		now = settings.limits.name
		return frozenset(
			key
			for key, item in self.inputs.items()
			if item.code == OverLimit.code and item.metadata.get(LIMITS) != now
		)


def _compared(
	wanted: Iterable[WantedInput],
	made: _Made,
	settings: BuildSettings,
	versions: Mapping[str, int],
) -> tuple[list[WantedInput], list[WantedInput]]:
	"""Those of ``wanted`` that have to be indexed, and those that need other labels."""
	changed, relabelled = [], []
	again = made.under_other_limits(settings)
	for item in wanted:
		known = made.inputs.get(item.key)
		if (
			item.force
			or known is None
			or not _is_current(item, known, settings)
			or not is_read_as_now(known, versions, made.unrecorded)
			or item.key in again
			or digest(item.corrections) != record_of(known.metadata).digest
		):
			changed.append(item)
		elif not _has_its_labels(item, known):
			relabelled.append(replace(item, metadata={**item.metadata, **_learned(known)}))
	return changed, relabelled


def stale_inputs(
	base: Path,
	settings: BuildSettings,
	*,
	kinds: Registry[Backend] | None = None,
	extractors: Registry[Extractor] | None = None,
) -> list[IndexedInput]:
	"""The inputs of a build that other extractors, or other versions of them, would read now.

	None of a build that cannot be read or was made with other settings: the next plan indexes all of it.
	"""
	made = _made_alike(base, settings, kinds, extractors, _every_input)
	if made is None:
		return []
	versions = extractor_versions(extractors)
	return [item for item in made.inputs.values() if not is_read_as_now(item, versions, made.unrecorded)]


def _made_alike(
	base: Path,
	settings: BuildSettings,
	kinds: Registry[Backend] | None,
	extractors: Registry[Extractor] | None,
	of_interest: Callable[[Reader], list[IndexedInput]],
) -> _Made | None:
	"""A build with those of its inputs that are of interest; None if it is no base."""
	settings.fingerprint(kinds)  # what the settings lack is an error, and not only another make
	try:
		reader = open_build(base, kinds=kinds)
		try:
			unrecorded = settings.versions_behind(reader.meta.get("fingerprint", ""), kinds, extractors)
			if unrecorded is None:
				return None
			if UNRECORDED_META in reader.meta:
				unrecorded = json.loads(reader.meta[UNRECORDED_META])
			with storage_errors():
				return _Made({item.key: item for item in of_interest(reader)}, unrecorded)
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
	passages = present.chunks - present.summaries
	if present.code == CHUNK_LIMIT:
		return passages == limit
	return not limit or passages <= limit


def _has_its_labels(wanted: WantedInput, present: IndexedInput) -> bool:
	return present.url == wanted.url and dict(present.metadata) == {**wanted.metadata, **_learned(present)}


def _learned(present: IndexedInput) -> dict[str, JSONValue]:
	"""What only reading the input showed: no shell knows it, and a change of labels keeps it."""
	return {
		key: present.metadata[key]
		for key in (*FACTS, *PROPERTIES, LIMITS, CORRECTIONS, UNENRICHED, SUMMARIES)
		if key in present.metadata
	}
