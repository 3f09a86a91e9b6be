"""What a published build says of itself."""

from dataclasses import dataclass
from pathlib import Path

from huf.engine.backends.base import Backend, Reader
from huf.engine.backends.opening import open_build
from huf.engine.disk.checksums import total_bytes
from huf.engine.registry import Registry
from huf.engine.types import IndexedInput


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
	embedder: str = ""
	"""``key`` of the embedder that made its vectors; empty without vectors."""
	dimension: int = 0
	"""Numbers in each vector."""


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
		return _info(path, reader)
	finally:
		reader.close()


def read_build(
	path: Path, *, kinds: Registry[Backend] | None = None
) -> tuple[BuildInfo, tuple[IndexedInput, ...]]:
	"""The numbers of a published build, and its inputs."""
	reader = open_build(path, kinds=kinds)
	try:
		return _info(path, reader), tuple(reader.inputs())
	finally:
		reader.close()


def _info(path: Path, reader: Reader) -> BuildInfo:
	meta = reader.meta
	statistics = getattr(reader, "statistics", None)
	if statistics is None:
		# A kind of index of another app.
		inputs = reader.inputs()
		counts = len(inputs), sum(item.chunks for item in inputs), sum(item.characters for item in inputs)
	else:
		counts = statistics.inputs, statistics.chunks, statistics.characters
	return BuildInfo(
		meta["build_id"],
		path,
		*counts,
		bytes=total_bytes(path),
		seconds=float(meta["seconds"]),
		fingerprint=meta["fingerprint"],
		created_at=float(meta["created_at"]),
		backend=meta["backend"],
		embedder=meta.get("embedder", ""),
		dimension=int(meta.get("dimension", 0)),
	)
