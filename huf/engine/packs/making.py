"""Makes a pack of a build."""

import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import huf
from huf.engine.backends.base import Backend, Readable, Reader, TellsVectors, summaries_of
from huf.engine.backends.opening import open_build
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.errors import BuildCancelled, PackRefused
from huf.engine.extractors.sections import storable
from huf.engine.packs.container import CONTENTS, PASSAGES, VECTORS, noted, write_container
from huf.engine.packs.keys import SigningKey
from huf.engine.packs.lines import chunk_line, contents_line, digest_of, input_line, labelled
from huf.engine.packs.listing import write_listing
from huf.engine.packs.manifest import PackManifest
from huf.engine.packs.opening import PackListing
from huf.engine.registry import Registry
from huf.engine.types import IndexedInput, Progress

_BATCH = 500
"""Passages that are read at once; an input may have any number."""


@dataclass(frozen=True, slots=True)
class PackAs:
	"""What a pack says besides what the build says."""

	series: str
	title: str
	description: str = ""
	includes: Callable[[IndexedInput], bool] = lambda _: True
	"""Which inputs are packed: those that its maker may read."""


def make_pack(
	build: Path,
	target: Path,
	key: SigningKey,
	described: PackAs,
	*,
	since: PackListing | None = None,
	listings: Path | None = None,
	kinds: Registry[Backend] | None = None,
	progress: Callable[[Progress], None] | None = None,
	cancelled: Callable[[], bool] | None = None,
) -> PackManifest:
	"""Write a pack of all passages of ``build``, or of those that differ from the pack ``since``, to the file ``target``.

	It has what can be searched now and nothing else: no text that has left the index, no address within the site, no name of a record.

	Args:
		listings: a folder in which what the pack lists is kept under the pack's id, for packs of changes since it
			(:func:`~huf.engine.packs.listing.read_listing`). Not that of ``target``, if others can write there.

	Raises:
		PackRefused: there is nothing to pack, this kind of index cannot be packed, or it was made otherwise than ``since``.
		BuildCancelled: ``cancelled()`` said so; checked between inputs.
		IndexMissing, IndexCorrupt: the build cannot be read.
		StorageFull: the disk is full.
	"""
	with (
		closing(open_build(build, kinds=kinds)) as reader,
		storage_errors(),
		tempfile.TemporaryDirectory(prefix=".pack-", dir=target.parent) as scratch,
	):
		embedder = reader.meta.get("embedder", "")
		dimension = int(reader.meta.get("dimension", 0)) if embedder else 0
		_check(reader, embedder, described.series, since)
		inputs = [
			labelled(item)
			for item in reader.inputs()
			if item.chunks and item.status != "Error" and described.includes(item)
		]
		if not inputs:
			raise PackRefused(
				"There is nothing to pack: no input of the index is searchable. Index something first."
			)
		writing = _Writing(reader, Path(scratch), since.contents if since else {}, bool(embedder))
		for done, item in enumerate(inputs, start=1):
			if cancelled and cancelled():
				raise BuildCancelled("Packing was cancelled. Nothing was written.")
			writing.add(item)
			if progress:
				progress(Progress("pack", done, len(inputs)))
		files = writing.close()
		manifest = PackManifest(
			secrets.token_hex(8),
			described.series,
			since.manifest.pack_id if since else "",
			storable(described.title)[:140],
			storable(described.description),
			time.time(),
			key.public.text,
			huf.__version__,
			reader.meta["settings"],
			embedder,
			dimension,
			len(inputs),
			writing.inputs,
			writing.passages,
			{name: noted(path) for name, path in files.items()},
		)
		data = manifest.to_bytes()
		signature = key.sign(data)
		# In a folder that nobody else can write to: beside the target, somebody could have put a link there.
		new = Path(scratch, "pack")
		write_container(new, files, data, signature)
		if listings is not None:
			write_listing(listings / manifest.pack_id, files[CONTENTS], data, signature)
		new.replace(target)
	return manifest


def is_made_alike(meta: Mapping[str, str], series: str, before: PackManifest) -> bool:
	"""Whether a pack of what changed since ``before`` can be made of a build with this ``meta``: the source, the settings of the index and
	the model are the same."""
	embedder = meta.get("embedder", "")
	dimension = int(meta.get("dimension", 0)) if embedder else 0
	now = (series, meta["settings"], embedder, dimension)
	return (before.series, before.settings, before.embedder, before.dimension) == now


def _check(reader: Reader, embedder: str, series: str, since: PackListing | None) -> None:
	if not isinstance(reader, Readable) or (embedder and not isinstance(reader, TellsVectors)):
		raise PackRefused(
			"An index whose vectors or passages lie in a server cannot be packed. Choose a kind of index in files, rebuild the source and "
			"pack it then."
		)
	if since is not None and not is_made_alike(reader.meta, series, since.manifest):
		raise PackRefused(
			"That pack is of another source, or the index was made with other settings since. Make a whole pack."
		)


class _Writing:
	"""The files of a pack while they are written."""

	def __init__(self, reader: Reader, folder: Path, before: dict[str, str], has_vectors: bool) -> None:
		self._reader, self._before = reader, before
		self._paths = {
			name: folder / name for name in (PASSAGES, CONTENTS, *([VECTORS] if has_vectors else []))
		}
		self._files: dict[str, IO[bytes]] = {name: path.open("wb") for name, path in self._paths.items()}
		self.inputs = self.passages = 0

	def add(self, item: IndexedInput) -> None:
		"""Note an input, and write it unless the other side has it as it is."""
		# Its digest tells whether it is written. One of many passages is read a second time for that: it may be larger than the memory.
		kept = list(self._read(item)) if item.chunks <= _BATCH else None
		digest = digest_of(item, (line for lines, _ in kept or self._read(item) for line in lines))
		self._line(CONTENTS, contents_line(digest, item.key))
		if self._before.get(item.key) == digest:
			return
		self.inputs += 1
		self._line(PASSAGES, input_line(item))
		for lines, numbers in kept or self._read(item):
			for line in lines:
				self._line(PASSAGES, line)
			self.passages += len(lines)
			if VECTORS in self._files:
				assert isinstance(self._reader, TellsVectors)
				self._files[VECTORS].write(self._reader.vectors_of(numbers).astype("<f4").tobytes())

	def close(self) -> dict[str, Path]:
		"""Finish the files; their paths by name."""
		for file in self._files.values():
			file.close()
		return self._paths

	def _line(self, name: str, line: str) -> None:
		self._files[name].write(line.encode() + b"\n")

	def _read(self, item: IndexedInput) -> Iterator[tuple[list[str], list[int]]]:
		assert isinstance(self._reader, Readable)
		numbers = [*self._reader.places(item.key), *summaries_of(self._reader, item.key)]
		for start in range(0, len(numbers), _BATCH):
			part = numbers[start : start + _BATCH]
			found = self._reader.passages(part)
			yield [chunk_line(found[number].as_chunk()) for number in part], part
