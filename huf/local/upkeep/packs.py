"""Packs of an index in a folder: made, and installed into a folder of their own."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from huf.engine.builds import remove_staging
from huf.engine.embedding import embedder_for
from huf.engine.errors import IndexMissing, PackRefused, SettingsError
from huf.engine.packs import (
	MOST_BYTES,
	OpenedPack,
	PackAs,
	PackManifest,
	PublicKey,
	SigningKey,
	check_fits,
	install_pack,
	make_pack,
	open_pack,
)
from huf.engine.packs.installing import Installed
from huf.engine.types import Progress
from huf.local.index import PACK, SERIES, LocalIndex
from huf.local.kinds import kinds_with

_OWN, _TRUSTED = "signing-key.pem", "trusted-keys"


@dataclass(frozen=True, slots=True)
class Keys:
	"""The keys of whoever uses this computer account, in the folder ``folder``."""

	folder: Path

	def own(self) -> SigningKey:
		"""The key that packs are signed with; made when it is first asked for."""
		return SigningKey.of_file(self.folder / _OWN)

	def trusted(self) -> dict[str, str]:
		"""The names of the makers who are trusted, by their public keys."""
		try:
			lines = (self.folder / _TRUSTED).read_text("utf-8").splitlines()
		except FileNotFoundError:
			return {}
		found = {}
		for line in filter(str.strip, lines):
			key, _, name = line.partition(" ")
			found[PublicKey.read(key).text] = name.strip()
		return found

	def trust(self, key: PublicKey, name: str) -> None:
		"""Trust the maker who has ``key``, and call them ``name``."""
		self._write({**self.trusted(), key.text: " ".join(name.split())})

	def distrust(self, key: PublicKey) -> bool:
		"""Trust a maker no longer; False if they were not trusted."""
		known = self.trusted()
		was_known = known.pop(key.text, None) is not None
		self._write(known)
		return was_known

	def is_trusted(self, key: PublicKey) -> bool:
		"""Whether packs that this key signed are installed: those of the makers who are trusted, and one's own."""
		return key.text in self.trusted() or ((self.folder / _OWN).is_file() and key == self.own().public)

	def _write(self, known: dict[str, str]) -> None:
		self.folder.mkdir(parents=True, exist_ok=True)
		new = self.folder / f"{_TRUSTED}.new"
		new.write_text("".join(f"{key} {name}\n" for key, name in known.items()), "utf-8")
		new.replace(self.folder / _TRUSTED)


def pack_index(
	local: LocalIndex,
	target: Path,
	keys: Keys,
	*,
	title: str = "",
	description: str = "",
	since: Path | None = None,
	progress: Callable[[Progress], None] | None = None,
) -> PackManifest:
	"""Write a pack of the live build to ``target``; with ``since``, an older pack of it, only of what changed.

	Raises:
		PackRefused: there is nothing to pack, the index cannot be packed, or ``since`` is none of its packs.
		IndexMissing, IndexCorrupt: the index cannot be read.
	"""
	build = local.live_build()
	described = PackAs(_series_of(local), title or local.directory.resolve().name, description)
	own = keys.own()
	with _opened(since, lambda key: key == own.public, target.parent) as before:
		return make_pack(build, target, own, described, since=before, kinds=kinds_with(), progress=progress)


def unpack(
	file: Path,
	directory: Path,
	keys: Keys,
	*,
	older: bool = False,
	most_bytes: int = MOST_BYTES,
	progress: Callable[[Progress], None] | None = None,
) -> tuple[PackManifest, Installed]:
	"""Install a pack as the index in ``directory``: a new one, or in place of an older pack of the same source.

	Raises:
		SignerUnknown: nobody who is trusted signed it.
		PackRefused: it is damaged, or does not fit what is there.
		EmbedderMissing: the model of its vectors cannot be used here, so that it could not be searched.
		SettingsError: ``directory`` has an index of a folder.
		SourceBusy: another process is writing there.
	"""
	local = LocalIndex(directory)
	# Before anything is made there: a pack that is refused leaves no trace.
	installed = _installed(local)
	parent = directory if directory.is_dir() else _existing(directory)
	with open_pack(file, keys.is_trusted, parent, most_bytes=most_bytes) as pack:
		check_fits(pack.manifest, installed, older=older)
		if (
			pack.manifest.embedder
			and (known := embedder_for(pack.manifest.embedder).key) != pack.manifest.embedder
		):
			raise PackRefused(
				f"The vectors of the pack are those of the model {pack.manifest.embedder}, and this huf has {known}. Ask for a pack that was "
				"made with that, or without vectors."
			)
		directory.mkdir(parents=True, exist_ok=True)
		with local.one_writer():
			# Somebody may have installed another one meanwhile.
			check_fits(pack.manifest, _installed(local), older=older)
			base = local.live_build() if pack.manifest.since else None
			done = install_pack(pack, directory, local.next_id(), base=base, progress=progress)
			local.switch(done.info.build_id)
			local.write_note(PACK, pack.manifest.to_bytes().decode("ascii"))
	with local.one_writer():
		remove_staging(directory)
	return pack.manifest, done


def read_pack(file: Path, keys: Keys, scratch: Path) -> PackManifest:
	"""Check a pack from its signature to its last byte, and say what it is; nothing is kept.

	Raises:
		SignerUnknown, PackRefused: it would not be installed.
	"""
	with open_pack(file, keys.is_trusted, scratch) as pack:
		return pack.manifest


@contextmanager
def _opened(
	file: Path | None, is_trusted: Callable[[PublicKey], bool], scratch: Path
) -> Iterator[OpenedPack | None]:
	if file is None:
		yield None
		return
	with open_pack(file, is_trusted, scratch) as pack:
		yield pack


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


def _series_of(local: LocalIndex) -> str:
	"""What all packs of an index have in common, made with the first. A pack of what came as a pack is another source's."""
	try:
		return (local.directory / SERIES).read_text("utf-8").strip()
	except FileNotFoundError:
		series = secrets.token_hex(8)
		local.write_note(SERIES, series)
		return series


def _existing(folder: Path) -> Path:
	"""The nearest folder above that is there."""
	above: Iterable[Path] = folder.absolute().parents
	return next(one for one in above if one.is_dir())
