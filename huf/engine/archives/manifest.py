"""What an archive says of itself."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from huf.engine.builds.folders import BUILD_ID
from huf.engine.errors import ArchiveRefused

FORMAT = 1
"""Of archives. Raise it when an older huf could misread them."""
MOST_MANIFEST_BYTES = 64 << 20
"""A build has some dozen files, each of some hundred bytes here."""
_ARTIFACT_ID = re.compile(r"[0-9a-f]{32}")
PACK_ID = re.compile(r"[0-9a-f]{16}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_PART = re.compile(r"[0-9A-Za-z_-][0-9A-Za-z._-]{0,99}")
"""A name of a file or a folder of a build. None begins with a dot."""
_MOST_PARTS = 4
_MOST_BYTES = 1 << 50


def damaged(what: str) -> ArchiveRefused:
	"""The error for an archive that is not what was written. ``what`` is a part of it."""
	return ArchiveRefused(
		f"The archive is damaged or was changed ({what}), and nothing of it was restored. Get the file again from where backups "
		"are kept; without it the indexes are made anew by themselves."
	)


@dataclass(frozen=True, slots=True)
class ArchivedSource:
	"""What an archive has of one source."""

	builds: Mapping[str, Mapping[str, str]]
	"""By the id of the build: the object of each of its files, by the file's path in the build."""
	packs: Mapping[str, str]
	"""The object of each pack that the source was made of, by the pack's id."""

	def digests(self) -> Iterator[str]:
		"""Its objects, as often as they occur."""
		for files in self.builds.values():
			yield from files.values()
		yield from self.packs.values()


@dataclass(frozen=True, slots=True)
class ArchiveManifest:
	"""Of one archive."""

	made_by: str
	"""Version of huf."""
	made_at: float
	"""Unix time, seconds."""
	site: str
	"""Which site it was made on; to be read by people."""
	sources: Mapping[str, ArchivedSource]
	"""By artifact id, 32 hex digits."""
	objects: Mapping[str, int]
	"""The length of each object in bytes, by its SHA-256."""
	format: int = FORMAT

	def to_bytes(self) -> bytes:
		"""As it is stored: JSON."""
		return json.dumps(asdict(self), ensure_ascii=True, sort_keys=True).encode("ascii")

	@classmethod
	def from_bytes(cls, data: bytes) -> "ArchiveManifest":
		"""The inverse of :meth:`to_bytes`; believes nothing.

		Raises:
			ArchiveRefused: it is none, or that of a newer huf.
		"""
		try:
			values = json.loads(data)
		except (ValueError, RecursionError):
			raise damaged("manifest") from None
		if not isinstance(values, dict) or not _is_count(values.get("format")):
			raise damaged("manifest")
		if values["format"] > FORMAT:
			raise ArchiveRefused(
				"The archive was made by a newer version of huf. Update huf, and restore it again."
			)
		try:
			sources = {name: ArchivedSource(**source) for name, source in values["sources"].items()}
			manifest = cls(**{**values, "sources": sources})
		except (TypeError, AttributeError, KeyError):
			raise damaged("manifest") from None
		if not _is_sound(manifest):
			raise damaged("manifest")
		return manifest


def _is_sound(manifest: ArchiveManifest) -> bool:
	"""Whether each value is one that a manifest can have."""
	objects = manifest.objects
	if not isinstance(objects, dict) or not all(
		_DIGEST.fullmatch(digest) and _is_count(length) for digest, length in objects.items()
	):
		return False
	words = (manifest.made_by, manifest.site)
	return (
		all(isinstance(word, str) and len(word) <= 200 and word.isprintable() for word in words)
		and isinstance(manifest.made_at, int | float)
		and all(
			_ARTIFACT_ID.fullmatch(name) and _is_source(source, objects)
			for name, source in manifest.sources.items()
		)
	)


def _is_source(source: ArchivedSource, objects: Mapping[str, int]) -> bool:
	return (
		isinstance(source.builds, dict)
		and isinstance(source.packs, dict)
		and all(
			BUILD_ID.fullmatch(build_id) and isinstance(files, dict) and all(map(is_path, files))
			for build_id, files in source.builds.items()
		)
		and all(map(PACK_ID.fullmatch, source.packs))
		and all(isinstance(digest, str) and digest in objects for digest in source.digests())
	)


def is_path(path: str) -> bool:
	"""Whether a file of a build can lie there: a few plain names, none of which leads anywhere else."""
	parts = path.split("/")
	return len(parts) <= _MOST_PARTS and all(map(_PART.fullmatch, parts))


def _is_count(value: Any) -> bool:
	return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST_BYTES
