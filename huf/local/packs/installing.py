"""Installs packs as indexes in folders. All that one file has answers searches, or nothing changed."""

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from huf.engine.builds import remove_build, remove_staging
from huf.engine.embedding import embedder_for
from huf.engine.errors import IndexMissing, PackRefused, SettingsError
from huf.engine.packs import (
	MOST_BYTES,
	PackFile,
	PackManifest,
	check_fits,
	install_pack,
	open_pack,
	packs_in,
	part_of,
)
from huf.engine.packs.installing import Installed
from huf.engine.types import Progress
from huf.local.index import PACK, LocalIndex
from huf.local.packs.keys import Keys

_UNUSUAL = re.compile(r"[^\w .,()&+-]+")
_LONGEST_NAME = 80
"""Characters of a folder that is named for a pack."""


@dataclass(frozen=True, slots=True)
class Unpacked:
	"""A pack that was installed."""

	directory: Path
	"""Of its index."""
	manifest: PackManifest
	done: Installed


def unpack(
	file: Path,
	directory: Path,
	keys: Keys,
	*,
	older: bool = False,
	most_bytes: int = MOST_BYTES,
	progress: Callable[[Progress], None] | None = None,
) -> list[Unpacked]:
	"""Install a pack as the index in ``directory``: a new one, or in place of an older pack of the same source. Of a bundle each pack becomes an index
	in a folder of its own below ``directory``, or takes the place of the older one that is there.

	Raises:
		SignerUnknown: nobody who is trusted signed it.
		PackRefused: it is damaged, or does not fit what is there.
		EmbedderMissing: the model of its vectors cannot be used here, so that it could not be searched.
		SettingsError: ``directory`` has an index of a folder.
		SourceBusy: another process is writing there.
	"""
	parent = directory if directory.is_dir() else _existing(directory)
	with packs_in(file, keys.is_trusted, parent, most_bytes=most_bytes) as packs, ExitStack() as stack:
		places = [directory] if len(packs) == 1 else _places(directory, packs)
		for pack, place in zip(packs, places, strict=True):
			_check(pack.manifest, LocalIndex(place), older)
		ready = [
			stack.enter_context(
				_made(pack, place, keys, older, most_bytes, part_of(progress, number, len(packs)))
			)
			for number, (pack, place) in enumerate(zip(packs, places, strict=True))
		]
		for one in ready:
			local = LocalIndex(one.directory)
			local.switch(one.done.info.build_id)
			local.write_note(PACK, one.manifest.to_bytes().decode("ascii"))
	for one in ready:
		with LocalIndex(one.directory).one_writer():
			remove_staging(one.directory)
	return ready


def read_pack(file: Path, keys: Keys, scratch: Path) -> list[PackManifest]:
	"""Check a pack, or a bundle, from its signature to its last byte, and say what is in it; nothing is kept.

	Raises:
		SignerUnknown, PackRefused: it would not be installed.
	"""
	found = []
	with packs_in(file, keys.is_trusted, scratch) as packs:
		for one in packs:
			with open_pack(one.path, keys.is_trusted, scratch) as pack:
				found.append(pack.manifest)
	return found


@contextmanager
def _made(
	file: PackFile,
	directory: Path,
	keys: Keys,
	older: bool,
	most_bytes: int,
	progress: Callable[[Progress], None] | None,
) -> Iterator[Unpacked]:
	"""The build of a pack, which does not answer yet. Where it never comes to that, nothing of it stays."""
	local, is_new = LocalIndex(directory), not directory.exists()
	try:
		scratch = directory if directory.is_dir() else _existing(directory)
		with open_pack(file.path, keys.is_trusted, scratch, most_bytes=most_bytes) as pack:
			directory.mkdir(parents=True, exist_ok=True)
			with local.one_writer():
				# Somebody may have installed another one meanwhile.
				_check(pack.manifest, local, older)
				base = local.live_build() if pack.manifest.since else None
				done = install_pack(pack, directory, local.next_id(), base=base, progress=progress)
				try:
					yield Unpacked(directory, pack.manifest, done)
				# Whatever it was, an interrupt too: another pack of the bundle could not be installed. It is raised on.
				except BaseException:
					remove_build(done.info.path)
					raise
	except BaseException:
		if is_new and directory.is_dir() and not (directory / PACK).exists():
			shutil.rmtree(directory)
		raise


def _check(manifest: PackManifest, local: LocalIndex, older: bool) -> None:
	"""Before anything is made there: a pack that is refused leaves no trace."""
	check_fits(manifest, _installed(local), older=older)
	if manifest.embedder and (known := embedder_for(manifest.embedder).key) != manifest.embedder:
		raise PackRefused(
			f"The vectors of the pack are those of the model {manifest.embedder}, and this huf has {known}. Ask for a pack that was "
			"made with that, or without vectors."
		)


def _places(directory: Path, packs: Iterable[PackFile]) -> list[Path]:
	"""The folder of each pack of a bundle: where an older pack of its source is, or one that is named for its title and is not there yet."""
	there: dict[tuple[str, str], Path] = {}
	for folder in sorted(directory.iterdir()) if directory.is_dir() else []:
		try:
			old = PackManifest.from_bytes((folder / PACK).read_bytes())
		except (OSError, PackRefused):
			continue
		there.setdefault((old.series, old.signer), folder)
	places: list[Path] = []
	for pack in packs:
		known = there.get((pack.manifest.series, pack.manifest.signer))
		places.append(known or _free(directory, pack.manifest.title, places))
	return places


def _free(directory: Path, title: str, taken: list[Path]) -> Path:
	name = _UNUSUAL.sub(" ", title).strip(" .")[:_LONGEST_NAME].strip() or "pack"
	number, place = 1, directory / name
	while place in taken or place.exists():
		number += 1
		place = directory / f"{name} {number}"
	return place


def _installed(local: LocalIndex) -> PackManifest | None:
	"""The pack that the index came from; None where there is no index.

	Raises:
		SettingsError: there is one that did not come as a pack.
	"""
	try:
		return PackManifest.from_bytes((local.directory / PACK).read_bytes())
	except (FileNotFoundError, NotADirectoryError):
		pass
	try:
		local.live_build()
	except IndexMissing:
		return None
	raise SettingsError(
		f"The index in {local.directory} was made of a folder, and a pack would replace it. Install the pack into another directory."
	)


def _existing(folder: Path) -> Path:
	"""The nearest folder above that is there."""
	return next(one for one in folder.absolute().parents if one.is_dir())
