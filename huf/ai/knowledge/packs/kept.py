"""The packs that a source was made of, kept beside its index: from them it is made again when its files are lost, or by a newer huf."""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from frappe import _

from huf.ai.site import artifacts
from huf.engine.errors import PackMissing
from huf.engine.packs import PackManifest
from huf.engine.packs.container import Container

FOLDER = "packs"


def is_kept(artifact_id: str, pack_id: str) -> bool:
	"""Whether the source has this pack."""
	return (artifacts.source_folder(artifact_id) / FOLDER / pack_id).is_file()


def keep(file: Path, artifact_id: str, manifest: PackManifest) -> Path:
	"""Copy a pack that was checked to those of the source; where it is kept.

	:raises OSError: the disk does not take it.
	"""
	folder = artifacts.source_folder(artifact_id) / FOLDER
	folder.mkdir(mode=0o700, parents=True, exist_ok=True)
	kept = folder / manifest.pack_id
	new = folder / f".{manifest.pack_id}"
	with file.open("rb") as source, new.open("wb") as target:
		shutil.copyfileobj(source, target, 1 << 20)
		target.flush()
		os.fsync(target.fileno())
	new.replace(kept)
	return kept


def chain(artifact_id: str, pack_id: str) -> list[Path]:
	"""The packs that lead to the one with this id: a whole one first, then what changed since, one after the other.

	:raises PackMissing: one of them is not on this machine.
	:raises PackRefused: one of them is damaged.
	"""
	folder = artifacts.source_folder(artifact_id) / FOLDER
	found: list[Path] = []
	while pack_id:
		file = folder / pack_id
		if file in found or not file.is_file():
			raise PackMissing(
				_(
					"The pack that this source was made of is not on this machine, as after a restore from a backup. Import it, or a newer one, "
					"into this source again."
				)
			)
		found.insert(0, file)
		with Container(file) as container:
			pack_id = PackManifest.from_bytes(container.manifest).since
	return found


def tidy(artifact_id: str, pack_ids: Iterable[str]) -> None:
	"""Delete the kept packs that lead to none of those with these ids. Of one of changes upon packs that are gone, all stay."""
	try:
		needed = {file for pack_id in pack_ids for file in chain(artifact_id, pack_id)}
	except PackMissing:
		return  # whoever has the index made again is told
	for file in _files(artifact_id):
		if file not in needed:
			file.unlink(missing_ok=True)


def forget(artifact_id: str) -> int:
	"""Delete all of them; how many there were. The index answers on, and is made again only once a whole pack is imported."""
	files = _files(artifact_id)
	for file in files:
		file.unlink(missing_ok=True)
	return len(files)


def _files(artifact_id: str) -> list[Path]:
	folder = artifacts.source_folder(artifact_id) / FOLDER
	return list(folder.iterdir()) if folder.is_dir() else []
