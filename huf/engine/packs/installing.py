"""Makes a build of what a pack holds. No model is asked, and nothing is published unless all of it is as its maker had it."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from pathlib import Path

from huf.engine.backends import DEFAULT_BACKEND, default_registry
from huf.engine.backends.base import Backend, MergesYoung, TakesLanguage, Writer
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.opening import open_build
from huf.engine.builds.making import build_meta, write_build
from huf.engine.builds.reading import BuildInfo, read_build_info
from huf.engine.chunkers import ChunkSettings
from huf.engine.errors import BuildCancelled, PackRefused
from huf.engine.extractors.versions import UNRECORDED
from huf.engine.indexing import BuildSettings
from huf.engine.packs.embedder import PackEmbedder
from huf.engine.packs.lines import Packed, read_inputs
from huf.engine.packs.manifest import PackManifest, damaged
from huf.engine.packs.opening import OpenedPack
from huf.engine.reading.limits import ReadingLimits
from huf.engine.registry import Registry
from huf.engine.types import Chunk, IndexedInput, Progress


@dataclass(frozen=True, slots=True)
class Installed:
	"""A published build of a pack."""

	info: BuildInfo
	written: tuple[IndexedInput, ...]
	"""The inputs that the pack brought."""
	removed: tuple[str, ...]
	"""Keys of inputs that the build before had, and the source has no more."""


def check_fits(manifest: PackManifest, installed: PackManifest | None, *, older: bool = False) -> None:
	"""Whether the pack may take the place of ``installed``, the one that is there; None: nothing is.

	Args:
		older: also one that was made before the one that is there.

	Raises:
		PackRefused: it may not. The error says what to do.
	"""
	if installed is None:
		if manifest.since:
			raise PackRefused(
				"The pack holds only what changed since another one, and that one is not installed here. Install the whole pack first."
			)
		return
	if (manifest.series, manifest.signer) != (installed.series, installed.signer):
		raise PackRefused(
			"The pack is of another source, or of another maker, than what is installed here. Install it beside that, in a place of its own."
		)
	if manifest.since and manifest.since != installed.pack_id:
		raise _of_another()
	if manifest.created_at < installed.created_at and not older:
		made = datetime.fromtimestamp(installed.created_at, timezone.utc).isoformat(" ", "minutes")
		raise PackRefused(
			f"The pack is older than the one that is installed here, which was made at {made}. Ask for the newest, or say that you want the "
			"older one."
		)


def _of_another() -> PackRefused:
	return PackRefused(
		"The pack holds only what changed since another one than is installed here. Install the packs in their order, or a whole one."
	)


def install_pack(
	pack: OpenedPack,
	root: Path,
	build_id: str,
	*,
	base: Path | None = None,
	as_key: Callable[[str], str] = lambda key: key,
	labelled: Callable[[IndexedInput], IndexedInput] = lambda item: item,
	progress: Callable[[Progress], None] | None = None,
	cancelled: Callable[[], bool] | None = None,
) -> Installed:
	"""Make, check and publish a build of a pack in the folder ``root``; the pointer is the caller's.

	Args:
		base: the build of the pack that this one adds to; for a whole one it is not looked at.
		as_key: the key that an input has here, by its key in the pack.
		labelled: gives an input with the address and metadata that it has here; its title, key and counts stay.

	Raises:
		PackRefused: its passages are not what its manifest says, or go together with ``base`` to something else.
		IndexMissing, IndexCorrupt: ``base`` cannot be read.
		BuildCancelled: ``cancelled()`` said so; checked between inputs.
		StorageFull: the disk is full.
	"""
	started, manifest = time.time(), pack.manifest
	report = progress or (lambda _: None)
	settings = pack_settings(manifest)
	base = base if manifest.since else None
	wanted = {as_key(key) for key in pack.contents}
	if len(wanted) != len(pack.contents):
		raise damaged("contents")
	removed = tuple(sorted(_keys_of(base, manifest) - wanted)) if base else ()
	written: list[IndexedInput] = []
	with PackEmbedder.of(pack) as embedder:
		kinds = pack_kinds(embedder)

		def fill(writer: Writer) -> Mapping[str, str]:
			if isinstance(writer, MergesYoung):
				writer.merges_young_only = True
			if settings.language and isinstance(writer, TakesLanguage):
				writer.texts_are_in(settings.language)
			for key in removed:
				with writer.transaction():
					writer.remove_input(key)
			for packed in _inputs(pack):
				if cancelled and cancelled():
					raise BuildCancelled("Installing was cancelled. What was searchable before still is.")
				written.append(_written(writer, packed, embedder, as_key, labelled, wanted))
				report(Progress("index", len(written), manifest.inputs, written[-1]))
			if len(written) != manifest.inputs or sum(item.chunks for item in written) != manifest.passages:
				raise damaged("passages")
			if not all(map(writer.has_input, wanted)):
				raise PackRefused(
					"With this pack inputs that its source has would be missing here. Install a whole pack."
				)
			return build_meta(build_id, settings, started, settings.fingerprint(kinds), UNRECORDED)

		backend = kinds.get(settings.backend)
		path = write_build(root, build_id, settings.backend, backend, base, fill, report, manifest.inputs)
	return Installed(read_build_info(path, kinds=pack_kinds(None)), tuple(written), removed)


def pack_settings(manifest: PackManifest) -> BuildSettings:
	"""What the index of a pack is made with here.

	Raises:
		PackRefused: this huf does not know all of it.
	"""
	try:
		values = json.loads(manifest.settings)
		known = asdict(BuildSettings())
		if not (values.keys() <= known.keys() and values["chunking"].keys() <= known["chunking"].keys()):
			raise PackRefused(
				"The pack was made by a newer version of huf. Update huf, and install it again."
			)
		settings = BuildSettings(
			**{
				**values,
				"chunking": ChunkSettings(**values["chunking"]),
				"limits": ReadingLimits(),
			}
		)
	except (ValueError, TypeError, KeyError, AttributeError):
		raise damaged("manifest") from None
	return replace(settings, backend=HYBRID if manifest.embedder else DEFAULT_BACKEND)


def pack_kinds(embedder: PackEmbedder | None) -> Registry[Backend]:
	"""The kinds of index that a pack can become."""
	kinds = default_registry()
	kinds.register(HYBRID, hybrid_backend(embedder))
	return kinds


def _keys_of(base: Path, manifest: PackManifest) -> set[str]:
	"""The inputs of a build that the pack can be added to.

	Raises:
		PackRefused: its vectors are those of another model.
	"""
	with closing(open_build(base, kinds=pack_kinds(None))) as reader:
		if reader.meta.get("embedder", "") != manifest.embedder:
			raise _of_another()
		return {item.key for item in reader.inputs()}


def _inputs(pack: OpenedPack) -> Iterator[Packed]:
	with pack.passages.open("rb") as file:
		yield from read_inputs(file)


def _written(
	writer: Writer,
	packed: Packed,
	embedder: PackEmbedder | None,
	as_key: Callable[[str], str],
	labelled: Callable[[IndexedInput], IndexedInput],
	wanted: set[str],
) -> IndexedInput:
	item = labelled(replace(packed.item, key=as_key(packed.item.key)))
	if item.key not in wanted:
		raise damaged("passages")

	def chunks() -> Iterator[Chunk]:
		for chunk in packed.chunks:
			if embedder is not None:
				embedder.expect(item.title, chunk)
			yield chunk

	with writer.transaction():
		writer.remove_input(item.key)
		number = writer.begin_input(item)
		writer.add_chunks(number, chunks())
		writer.end_input(number, item)
	return item
