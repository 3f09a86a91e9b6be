"""What a published build says of itself."""

from dataclasses import dataclass
from pathlib import Path

from huf.engine import backends
from huf.engine.backends.base import Backend, Reader
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.errors import IndexMissing
from huf.engine.registry import Registry
from huf.engine.types import IndexedInput

KIND_FILE = "backend"
"""Names the kind of index, so that a build can be opened without knowing its source."""


@dataclass(frozen=True, slots=True)
class BuildInfo:
	"""The numbers of a build. ``bytes`` is its size on disk, ``seconds`` how long it took to make."""

	build_id: str
	path: Path
	inputs: int
	chunks: int
	characters: int
	bytes: int
	seconds: float
	fingerprint: str
	created_at: float
	backend: str


def open_build(path: Path, *, kinds: Registry[Backend] | None = None) -> Reader:
	"""Open a published build with the backend that made it. The caller closes the reader.

	Raises:
		IndexMissing: there is no such build.
		IndexOutdated: it was made by another format.
		UnknownKey: it is of a kind that ``kinds`` lacks, for example of an app that was removed.
	"""
	try:
		with storage_errors():
			kind = (path / KIND_FILE).read_text("utf-8", "replace").strip()
	except (FileNotFoundError, NotADirectoryError):
		raise IndexMissing(
			"The files of this index are missing. Rebuild the source to make them again."
		) from None
	with storage_errors():
		return (kinds or backends.default_registry()).get(kind).open_reader(path)


def read_inputs(path: Path, *, kinds: Registry[Backend] | None = None) -> dict[str, IndexedInput]:
	"""The inputs of a build by key, with their content hashes and what became of them."""
	reader = open_build(path, kinds=kinds)
	try:
		return {item.key: item for item in reader.inputs()}
	finally:
		reader.close()


def read_build_info(path: Path, *, kinds: Registry[Backend] | None = None) -> BuildInfo:
	"""The numbers of a published build."""
	reader = open_build(path, kinds=kinds)
	try:
		meta, inputs = reader.meta, reader.inputs()
	finally:
		reader.close()
	return BuildInfo(
		build_id=meta["build_id"],
		path=path,
		inputs=len(inputs),
		chunks=sum(item.chunks for item in inputs),
		characters=sum(item.characters for item in inputs),
		bytes=sum(file.stat().st_size for file in path.iterdir()),
		seconds=float(meta["seconds"]),
		fingerprint=meta["fingerprint"],
		created_at=float(meta["created_at"]),
		backend=meta["backend"],
	)
