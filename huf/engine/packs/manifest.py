"""What a pack says of itself; the only part that is signed, since it names the SHA-256 of every other."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from huf.engine.errors import PackRefused
from huf.engine.extractors.sections import is_unstorable

FORMAT = 1
"""Of packs. Raise it when an older huf could misread them."""
MOST_MANIFEST_BYTES = 1 << 20
_ID = re.compile(r"[0-9a-f]{16}|")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_MOST_BYTES = 1 << 50
_MOST_SECONDS = 1 << 37
"""A later date no calendar has."""


def damaged(what: str) -> PackRefused:
	"""The error for a pack that is not what its maker made. ``what`` is a part of it."""
	return PackRefused(
		f"The pack is damaged or was changed ({what}), and nothing of it was installed. Get it again from where it came from."
	)


@dataclass(frozen=True, slots=True)
class PackedFile:
	"""A file of a pack, besides manifest and signature."""

	bytes: int
	sha256: str
	"""In hex."""

	def is_sound(self) -> bool:
		"""Whether each value is one that a file can have."""
		return (
			type(self.bytes) is int
			and 0 <= self.bytes < _MOST_BYTES
			and isinstance(self.sha256, str)
			and _DIGEST.fullmatch(self.sha256) is not None
		)


@dataclass(frozen=True, slots=True)
class PackManifest:
	"""Of one pack."""

	pack_id: str
	"""16 hex digits, others for every pack."""
	series: str
	"""16 hex digits: the same for all packs of one source."""
	since: str
	"""``pack_id`` of the pack that this one adds to; empty for a whole one."""
	title: str
	description: str
	created_at: float
	"""Unix time, seconds."""
	signer: str
	"""The public key, as :attr:`PublicKey.text`."""
	made_by: str
	"""Version of huf."""
	settings: str
	"""What the index was made with, as :meth:`BuildSettings.describe` has it."""
	embedder: str
	"""``key`` of the embedder of the vectors; empty for none."""
	dimension: int
	"""Numbers in each vector."""
	all_inputs: int
	"""Inputs of the source."""
	inputs: int
	"""Those that are in this pack."""
	passages: int
	"""Those that are in this pack."""
	files: Mapping[str, PackedFile]
	"""By name."""
	format: int = FORMAT

	def to_bytes(self) -> bytes:
		"""As it is signed and stored: JSON."""
		return json.dumps(asdict(self), ensure_ascii=True, sort_keys=True, indent=1).encode("ascii")

	@classmethod
	def from_bytes(cls, data: bytes) -> "PackManifest":
		"""The inverse of :meth:`to_bytes`. Believes nothing: whoever reads it has not checked its signature yet.

		Raises:
			PackRefused: it is none, or that of a newer huf.
		"""
		try:
			values = json.loads(data)
		except (ValueError, RecursionError):
			raise damaged("manifest") from None
		if not isinstance(values, dict) or not isinstance(values.get("format"), int):
			raise damaged("manifest")
		if values["format"] > FORMAT:
			raise PackRefused(
				"The pack was made by a newer version of huf. Update huf, and install it again."
			)
		files = values.get("files")
		try:
			values["files"] = {name: PackedFile(**file) for name, file in files.items()}  # type: ignore[union-attr]
			manifest = cls(**values)
		except (TypeError, AttributeError):
			raise damaged("manifest") from None
		if not _is_sound(manifest):
			raise damaged("manifest")
		return manifest


def _is_sound(manifest: PackManifest) -> bool:
	"""Whether each value is one that a manifest can have."""
	types: dict[str, Any] = {"created_at": (int, float), "files": dict}
	for field in fields(manifest):
		value = getattr(manifest, field.name)
		if isinstance(value, bool) or not isinstance(value, types.get(field.name, field.type)):
			return False
		if isinstance(value, str) and is_unstorable(value):
			return False
		if isinstance(value, int | float) and not 0 <= value < _MOST_BYTES:
			return False
	ids = (manifest.pack_id, manifest.series, manifest.since)
	return (
		all(_ID.fullmatch(one) for one in ids)
		and bool(manifest.pack_id and manifest.series)
		and bool(manifest.embedder) == bool(manifest.dimension)
		and len(manifest.title) <= 140
		and manifest.created_at < _MOST_SECONDS
		and all(file.is_sound() for file in manifest.files.values())
	)
