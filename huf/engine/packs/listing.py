"""What a pack lists, as a small file: its signed manifest and the digests of all inputs of the source, without a passage.

It is all that a pack of changes has to know of the pack before it, so the maker of a pack can keep it when the pack itself has gone elsewhere.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.builds.folders import STAGING
from huf.engine.packs.container import CONTENTS, MANIFEST, SIGNATURE, Container, write_container
from huf.engine.packs.keys import PublicKey
from huf.engine.packs.lines import read_contents
from huf.engine.packs.manifest import damaged
from huf.engine.packs.opening import PackListing, read_manifest


def write_listing(target: Path, contents: Path, manifest: bytes, signature: bytes) -> None:
	"""Write what a pack lists to ``target``, which is not there yet. ``contents`` is that file of the pack."""
	target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
	write_container(target, {CONTENTS: contents}, manifest, signature)


def read_listing(file: Path, is_trusted: Callable[[PublicKey], bool], scratch: Path) -> PackListing:
	"""What a pack listed, as :func:`write_listing` kept it. It is unpacked in the folder ``scratch``, where nothing of it stays.

	Raises:
		SignerUnknown: ``is_trusted`` does not know its key.
		PackRefused: it is damaged or was changed.
		StorageFull: there is no room to unpack it.
		OSError: it cannot be read.
	"""
	with Container(file) as container:
		manifest = read_manifest(container, is_trusted)
		if container.names != {MANIFEST, SIGNATURE, CONTENTS} or CONTENTS not in manifest.files:
			raise damaged("files")
		with tempfile.TemporaryDirectory(prefix=f"{STAGING}listing-", dir=scratch) as name, storage_errors():
			unpacked = Path(name, CONTENTS)
			container.extract(CONTENTS, manifest.files[CONTENTS], unpacked)
			with unpacked.open("rb") as lines:
				contents = read_contents(lines)
	return PackListing(manifest, contents)
