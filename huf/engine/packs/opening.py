"""Opens a pack: nothing of it is handed on before its signature, its signer and every file of it were checked."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.builds.folders import STAGING
from huf.engine.errors import PackRefused, SignerUnknown, StorageFull
from huf.engine.packs.container import CONTENTS, PASSAGES, VECTORS, Container
from huf.engine.packs.keys import PublicKey
from huf.engine.packs.lines import read_contents
from huf.engine.packs.manifest import PackManifest, damaged

MOST_BYTES = 8 << 30
"""What a pack may unpack to unless its reader says otherwise: some millions of passages."""
_FLOAT = 4


@dataclass(frozen=True, slots=True)
class PackListing:
	"""What a pack says of itself and lists, as its maker made it."""

	manifest: PackManifest
	contents: dict[str, str]
	"""All inputs of the source: their digests by key."""


@dataclass(frozen=True, slots=True)
class OpenedPack(PackListing):
	"""A pack that is what its maker made. Its files are there while it is open."""

	_folder: Path

	@property
	def signer(self) -> PublicKey:
		"""Who made it."""
		return PublicKey(self.manifest.signer)

	@property
	def passages(self) -> Path:
		"""The inputs of this pack with their passages."""
		return self._folder / PASSAGES

	@property
	def vectors(self) -> Path:
		"""Those of the passages, in their order; there only with an embedder."""
		return self._folder / VECTORS


@contextmanager
def open_pack(
	file: Path, is_trusted: Callable[[PublicKey], bool], scratch: Path, *, most_bytes: int = MOST_BYTES
) -> Iterator[OpenedPack]:
	"""Check the pack in ``file`` and unpack it into a folder of its own in ``scratch``, which is gone afterwards; after a kill
	:func:`~huf.engine.builds.remove_staging` clears it.

	Raises:
		SignerUnknown: ``is_trusted`` does not know its key.
		PackRefused: it is no pack, is damaged or was changed, is of a newer version or too large.
		StorageFull: there is no room to unpack it.
		OSError: it cannot be read.
	"""
	with Container(file) as container:
		manifest = read_manifest(container, is_trusted)
		_check_size(container, manifest, scratch, most_bytes)
		with tempfile.TemporaryDirectory(prefix=f"{STAGING}pack-", dir=scratch) as name:
			folder = Path(name)
			with storage_errors():
				for entry, wanted in manifest.files.items():
					container.extract(entry, wanted, folder / entry)
			with (folder / CONTENTS).open("rb") as listed:
				contents = read_contents(listed)
			if len(contents) != manifest.all_inputs:
				raise damaged(CONTENTS)
			yield OpenedPack(manifest, contents, folder)


def read_manifest(container: Container, is_trusted: Callable[[PublicKey], bool]) -> PackManifest:
	"""What a pack says of itself, if somebody who is trusted signed it.

	Raises:
		SignerUnknown: ``is_trusted`` does not know its key.
		PackRefused: it is damaged, was changed or is of a newer version.
	"""
	data = container.manifest
	manifest = PackManifest.from_bytes(data)
	check_signer(manifest.signer, data, container.signature, is_trusted)
	return manifest


def check_signer(key: str, data: bytes, signature: bytes, is_trusted: Callable[[PublicKey], bool]) -> None:
	"""Check that whoever has the public ``key`` signed ``data``, and is trusted.

	Raises:
		SignerUnknown: ``is_trusted`` does not know it.
		PackRefused: it signed something else, or is none.
	"""
	try:
		signer = PublicKey.read(key)
	except PackRefused:
		raise damaged("signature") from None
	if signer.text != key or not signer.has_signed(data, signature):
		raise damaged("signature")
	if not is_trusted(signer):
		raise SignerUnknown(
			f"The pack is signed with the key {signer.text} (fingerprint {signer.fingerprint}), which is not trusted here. Ask its maker, "
			"by another way than the pack came, whether that is their key; if so, trust the key and install the pack again."
		)


def _check_size(container: Container, manifest: PackManifest, scratch: Path, most_bytes: int) -> None:
	files = manifest.files
	expected = {CONTENTS, PASSAGES, *([VECTORS] if manifest.embedder else [])}
	if files.keys() != expected or container.names != {*expected, "pack.json", "pack.sig"}:
		raise damaged("files")
	if manifest.embedder and files[VECTORS].bytes != manifest.passages * manifest.dimension * _FLOAT:
		raise damaged(VECTORS)
	check_room(sum(one.bytes for one in files.values()), scratch, most_bytes)


def check_room(total: int, scratch: Path, most_bytes: int) -> None:
	"""Check that ``total`` bytes may be unpacked, and that ``scratch`` has room for them and for what is made of them.

	Raises:
		PackRefused: they are more than ``most_bytes``.
		StorageFull: there is no room.
	"""
	if total > most_bytes:
		raise PackRefused(
			f"The pack unpacks to {total / 1e6:.0f} MB, and at most {most_bytes / 1e6:.0f} MB are allowed here. Raise the limit if that is "
			"right, or ask for smaller packs."
		)
	# What is made of it takes as much again.
	if 2 * total > shutil.disk_usage(scratch).free:
		raise StorageFull(f"The pack needs {2 * total / 1e6:.0f} MB of the disk. Make room and try again.")
