"""Several packs in one signed file, a bundle: those of several sources, which go together to whoever installs them.

It is a ZIP of whole packs, each as it would be handed out alone, and of a manifest that has what each of them says of itself and its SHA-256.
So a bundle adds no other way to install anything: each of its packs is checked as any pack is.
"""

import json
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import huf
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.builds.folders import STAGING
from huf.engine.errors import PackRefused
from huf.engine.extractors.sections import is_unstorable, storable
from huf.engine.packs.container import Container, noted, write_container
from huf.engine.packs.keys import PublicKey, SigningKey
from huf.engine.packs.manifest import MOST_MANIFEST_BYTES, PackedFile, PackManifest, damaged
from huf.engine.packs.opening import MOST_BYTES, check_room, check_signer, read_manifest
from huf.engine.types import Progress

FORMAT = 1
"""Of bundles. Raise it when an older huf could misread them."""
MOST_PACKS = 50
"""In one bundle."""
MANIFEST, SIGNATURE = "bundle.json", "bundle.sig"
_MOST_MANIFEST_BYTES = MOST_MANIFEST_BYTES << 2
_ENDING = ".hufpack"
_NAMES = (MANIFEST, SIGNATURE, *(f"{number}{_ENDING}" for number in range(1, MOST_PACKS + 1)))
"""All that a bundle may have."""


@dataclass(frozen=True, slots=True)
class Bundled:
	"""A pack in a bundle."""

	file: PackedFile
	manifest: PackManifest


@dataclass(frozen=True, slots=True)
class Bundle:
	"""What a bundle says of itself."""

	bundle_id: str
	"""16 hex digits, others for every bundle."""
	title: str
	created_at: float
	"""Unix time, seconds."""
	signer: str
	"""The public key that signed it and each of its packs, as :attr:`PublicKey.text`."""
	made_by: str
	"""Version of huf."""
	packs: tuple[Bundled, ...]

	def to_bytes(self) -> bytes:
		"""As it is signed and stored: JSON."""
		values = {
			**{
				name: getattr(self, name)
				for name in ("bundle_id", "title", "created_at", "signer", "made_by")
			},
			"format": FORMAT,
			"packs": [{**asdict(pack.file), "manifest": asdict(pack.manifest)} for pack in self.packs],
		}
		return json.dumps(values, ensure_ascii=True, sort_keys=True, indent=1).encode("ascii")

	@classmethod
	def from_bytes(cls, data: bytes) -> "Bundle":
		"""The inverse of :meth:`to_bytes`. Believes nothing: whoever reads it has not checked its signature yet.

		Raises:
			PackRefused: it is none, or that of a newer huf.
		"""
		try:
			values = json.loads(data)
			form = values.pop("format")
		except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
			raise damaged(MANIFEST) from None
		if not isinstance(form, int) or form > FORMAT:
			raise PackRefused(
				"The pack was made by a newer version of huf. Update huf, and install it again."
			)
		try:
			bundle = cls(**{**values, "packs": tuple(map(_bundled, values["packs"]))})
		except (TypeError, KeyError, ValueError, AttributeError):
			raise damaged(MANIFEST) from None
		if not _is_sound(bundle):
			raise damaged(MANIFEST)
		return bundle


@dataclass(frozen=True, slots=True)
class PackFile:
	"""A pack that stands in a file of its own."""

	path: Path
	manifest: PackManifest
	"""What it says of itself. That its other files are what this names is checked when it is opened."""


def write_bundle(target: Path, key: SigningKey, title: str, packs: Sequence[Path]) -> Bundle:
	"""Put whole packs, or packs of changes, each of another source and signed with ``key``, into the file ``target``, which must not be there yet.

	Raises:
		PackRefused: they are none or too many, two of them are of one source, or one is somebody else's.
		OSError: they cannot be read, or ``target`` cannot be written.
	"""
	if not 1 < len(packs) <= MOST_PACKS:
		raise PackRefused(
			f"A bundle has at least two packs and at most {MOST_PACKS}. Put fewer sources into one."
		)
	found = []
	for path in packs:
		with Container(path) as container:
			found.append(Bundled(noted(path), read_manifest(container, lambda signer: signer == key.public)))
	if len({pack.manifest.series for pack in found}) != len(found):
		raise PackRefused("Two of the packs are of one source. Name each source once.")
	bundle = Bundle(
		secrets.token_hex(8),
		storable(title)[:140],
		time.time(),
		key.public.text,
		huf.__version__,
		tuple(found),
	)
	data = bundle.to_bytes()
	files = {f"{number}{_ENDING}": path for number, path in enumerate(packs, 1)}
	with storage_errors():
		write_container(target, files, data, key.sign(data), (MANIFEST, SIGNATURE))
	return bundle


def look_into(
	file: Path, is_trusted: Callable[[PublicKey], bool]
) -> tuple[Bundle | None, list[PackManifest]]:
	"""What a pack or a bundle says of itself, if somebody who is trusted signed it: the bundle, if it is one, and its packs.

	Raises:
		SignerUnknown: ``is_trusted`` does not know its key.
		PackRefused: it is neither, is damaged, was changed or is of a newer version.
		OSError: it cannot be read.
	"""
	with Container(file, of_bundle=_NAMES) as container:
		if MANIFEST not in container.names:
			return None, [read_manifest(container, is_trusted)]
		bundle = _read(container, is_trusted)
		return bundle, [pack.manifest for pack in bundle.packs]


@contextmanager
def packs_in(
	file: Path, is_trusted: Callable[[PublicKey], bool], scratch: Path, *, most_bytes: int = MOST_BYTES
) -> Iterator[list[PackFile]]:
	"""The packs that ``file`` has, each in a file of its own: ``file`` itself if it is one, else those of the bundle, in a folder in ``scratch``
	that is gone afterwards; after a kill :func:`~huf.engine.builds.remove_staging` clears it.

	Raises:
		SignerUnknown: ``is_trusted`` does not know its key.
		PackRefused: it is neither, is damaged or was changed, is of a newer version or too large.
		StorageFull: there is no room to unpack it.
		OSError: it cannot be read.
	"""
	with Container(file, of_bundle=_NAMES) as container:
		if MANIFEST not in container.names:
			yield [PackFile(file, read_manifest(container, is_trusted))]
			return
		bundle = _read(container, is_trusted)
		check_room(sum(pack.file.bytes for pack in bundle.packs), scratch, most_bytes)
		with tempfile.TemporaryDirectory(prefix=f"{STAGING}bundle-", dir=scratch) as name:
			found = []
			for number, pack in enumerate(bundle.packs, 1):
				path = Path(name, f"{number}{_ENDING}")
				with storage_errors():
					container.extract(path.name, pack.file, path)
				with Container(path) as inner:
					if read_manifest(inner, lambda signer: signer.text == bundle.signer) != pack.manifest:
						raise damaged(path.name)
				found.append(PackFile(path, pack.manifest))
			yield found


def part_of(
	progress: Callable[[Progress], None] | None, number: int, count: int
) -> Callable[[Progress], None] | None:
	"""What is told of the one of ``count`` packs that has this number, from 0, as progress of all: each takes the same share."""
	if progress is None or count == 1:
		return progress
	report = progress

	def told(step: Progress) -> None:
		report(replace(step, done=number * step.total + step.done, total=count * step.total))

	return told


def _read(container: Container, is_trusted: Callable[[PublicKey], bool]) -> Bundle:
	data = container.small(MANIFEST, _MOST_MANIFEST_BYTES)
	bundle = Bundle.from_bytes(data)
	check_signer(bundle.signer, data, container.small(SIGNATURE), is_trusted)
	expected = {MANIFEST, SIGNATURE, *(f"{number}{_ENDING}" for number in range(1, len(bundle.packs) + 1))}
	if container.names != expected:
		raise damaged("files")
	return bundle


def _bundled(values: dict[str, Any]) -> Bundled:
	manifest = PackManifest.from_bytes(json.dumps(values["manifest"]).encode())
	return Bundled(PackedFile(values["bytes"], values["sha256"]), manifest)


def _is_sound(bundle: Bundle) -> bool:
	"""Whether each value is one that a bundle can have. Its packs are sound manifests already."""
	texts = (bundle.bundle_id, bundle.title, bundle.signer, bundle.made_by)
	return (
		all(isinstance(text, str) and len(text) <= 140 and not is_unstorable(text) for text in texts)
		and type(bundle.created_at) in (int, float)
		and 1 < len(bundle.packs) <= MOST_PACKS
		and len({pack.manifest.series for pack in bundle.packs}) == len(bundle.packs)
		and all(pack.manifest.signer == bundle.signer and pack.file.is_sound() for pack in bundle.packs)
	)
