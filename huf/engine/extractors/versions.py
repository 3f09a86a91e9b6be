"""Which extractors, in which versions, read an input; and whether it would be read by others now.

An input is read again when one of them has another version, or when one that was looked for in vain has come. One that is
no longer there changes nothing: what it read stays as it was read.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import islice, product
from typing import Any

from huf.engine.errors import SettingsError, UnknownKey
from huf.engine.extractors.recognition.kinds import ALIASES, MEDIA_TYPES
from huf.engine.extractors.records.content import KEY as RECORD
from huf.engine.registry import Registry
from huf.engine.types import RECORDS, IndexedInput

UNRECORDED: Mapping[str, int] = {
	"csv": 1, "docx": 2, "eml": 2, "htm": 2, "html": 2, "huf-record": 2, "json": 1, "jsonl": 1, "log": 1, "markdown": 1,
	"md": 1, "mdown": 1, "ndjson": 1, "pdf": 2, "picture": 1, "pptm": 1, "pptx": 1, "tab": 1, "text": 1, "tsv": 1, "txt": 1,
	"xhtml": 2, "xlsm": 1, "xlsx": 1, "yaml": 1, "yml": 1,
}  # fmt: skip
"""huf's own extractors when builds began to record them for each input; until then they were part of a build's fingerprint.
Never changed: it is by this that older builds are told, and what read their inputs."""
_OLDER_VERSIONS = 3
"""How far back an extractor of an app may be behind the one that is there, in a build that does not record it."""
_MOST_GUESSES = 1_000


class Asked:
	"""The keys of a registry. Those that were asked for and are not there are added to ``missing``."""

	def __init__(self, registry: Registry[Any], missing: set[str]) -> None:
		self._registry, self._missing = registry, missing

	def __contains__(self, key: object) -> bool:
		is_there = key in self._registry
		if not is_there and isinstance(key, str) and key:
			self._missing.add(key)
		return is_there

	def __iter__(self) -> Iterator[str]:
		return iter(self._registry)


def module_version(key: str, extractor: Callable[..., Any]) -> int:
	"""The ``VERSION`` of the module that an extractor stands in, or that of the extractor itself.

	Raises:
		SettingsError: there is none, or what it needs is not installed.
	"""
	# One that depends on what is installed tells it by itself.
	if (own := getattr(extractor, "version", None)) is not None:
		return int(own)
	# Asked of all extractors for each change: importlib takes ten times as long to say what is there.
	module = sys.modules.get(extractor.__module__) or import_module(extractor.__module__)
	version = getattr(module, "VERSION", None)
	if not isinstance(version, int):
		raise SettingsError(
			f"The module {extractor.__module__} of the extractor “{key}” needs an int VERSION, so that huf knows when to "
			"index its files again."
		)
	return version


def version_of(key: str, registry: Registry[Any]) -> int | None:
	"""The version of an extractor; None if there is none that can be used under this key."""
	try:
		return module_version(key, registry.get(key))
	except (UnknownKey, SettingsError):
		# Whoever reads a file with it is told; files of other types are none of its business.
		return None


class Versions(Mapping[str, int]):
	"""The version of each extractor of a registry that can be used.

	An extractor is imported when it is first asked for: a change of one text asks for one of some fifty.
	"""

	def __init__(self, registry: Registry[Any]) -> None:
		self._registry = registry
		self._known: dict[str, int | None] = {}

	def __getitem__(self, key: str) -> int:
		if key not in self._known:
			self._known[key] = version_of(key, self._registry)
		version = self._known[key]
		if version is None:
			raise KeyError(key)
		return version

	def __iter__(self) -> Iterator[str]:
		return (key for key in self._registry if key in self)

	def __len__(self) -> int:
		return sum(1 for _ in self)


def is_read_as_now(item: IndexedInput, now: Mapping[str, int], unrecorded: Mapping[str, int]) -> bool:
	"""Whether reading the input with extractors of the versions ``now`` is what was done.

	``unrecorded``: the versions that read those inputs of its build that do not tell.
	"""
	recorded = item.extractors
	if recorded is None:
		recorded = {key: unrecorded.get(key) for key in _likely(item, now)}
	return all(key not in now or now[key] == version for key, version in recorded.items())


def _likely(item: IndexedInput, now: Mapping[str, int]) -> set[str]:
	"""What may have read an input that does not tell, by the ending of its name."""
	# No file is read as a record, whatever its ending is.
	never = set() if item.metadata.get("input_type") == RECORDS else {RECORD}
	if item.code == "Unsupported Type":
		return set(now) - never
	extension = str(item.metadata.get("extension") or "")
	# A mail may hold files of any type.
	likely = {extension} if extension in UNRECORDED and extension != "eml" else {extension, *UNRECORDED}
	return likely - never


def explain_fingerprint(
	fingerprint: str, made_with: Callable[[Mapping[str, int]], str], now: Mapping[str, int]
) -> Mapping[str, int] | None:
	"""The versions of the extractors that a fingerprint was made of; None if none explain it.

	``made_with`` gives the fingerprint for versions. Tried are huf's own of then, and those of apps as they are ``now``,
	somewhat older, or not there.
	"""
	if made_with(UNRECORDED) == fingerprint:
		return UNRECORDED
	others = [
		[(key, version), None, *((key, older) for older in range(max(1, version - _OLDER_VERSIONS), version))]
		for key, version in now.items()
		# Those of huf's own that came later are in no build that does not record them.
		if key not in UNRECORDED and key not in MEDIA_TYPES and key not in ALIASES
	]
	for chosen in islice(product(*others), _MOST_GUESSES):
		versions = {**UNRECORDED, **dict(filter(None, chosen))}
		if made_with(versions) == fingerprint:
			return versions
	return None
