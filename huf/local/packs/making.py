"""Makes packs of indexes in folders."""

import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from huf.engine.errors import PackRefused
from huf.engine.packs import (
	Bundle,
	OpenedPack,
	PackAs,
	PackManifest,
	SigningKey,
	make_pack,
	open_pack,
	packs_in,
	part_of,
	write_bundle,
)
from huf.engine.types import Progress
from huf.local.index import SERIES, LocalIndex
from huf.local.kinds import kinds_with
from huf.local.packs.keys import Keys


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
	"""Write a pack of the live build to ``target``; with ``since``, an older pack or bundle that has it, only of what changed.

	Raises:
		PackRefused: there is nothing to pack, the index cannot be packed, or ``since`` has none of its packs.
		IndexMissing, IndexCorrupt: the index cannot be read.
	"""
	build = local.live_build()
	series, own = _series_of(local), keys.own()
	described = PackAs(series, title or local.directory.resolve().name, description)
	with _opened(since, series, own, target.parent) as before:
		return make_pack(build, target, own, described, since=before, kinds=kinds_with(), progress=progress)


def pack_indexes(
	indexes: Sequence[LocalIndex],
	target: Path,
	keys: Keys,
	*,
	title: str = "",
	since: Path | None = None,
	progress: Callable[[Progress], None] | None = None,
) -> Bundle:
	"""Write one bundle with a pack of each index to ``target``; with ``since``, an older bundle of them, only of what changed in each.

	Raises:
		PackRefused: as :func:`pack_index`, for any of them; or an index is named twice.
		IndexMissing, IndexCorrupt: one cannot be read.
	"""
	with tempfile.TemporaryDirectory(prefix=".pack-", dir=target.parent) as scratch:
		packs = []
		for number, local in enumerate(indexes):
			packs.append(Path(scratch, f"{number}.hufpack"))
			pack_index(local, packs[-1], keys, since=since, progress=part_of(progress, number, len(indexes)))
		names = ", ".join(local.directory.resolve().name for local in indexes)
		new = Path(scratch, "bundle")
		bundle = write_bundle(new, keys.own(), title or names, packs)
		new.replace(target)
	return bundle


@contextmanager
def _opened(since: Path | None, series: str, own: SigningKey, scratch: Path) -> Iterator[OpenedPack | None]:
	if since is None:
		yield None
		return
	with packs_in(since, lambda key: key == own.public, scratch) as packs:
		file = (
			packs[0]
			if len(packs) == 1
			else next((one for one in packs if one.manifest.series == series), None)
		)
		if file is None:
			raise PackRefused(
				"The older pack has nothing of this index. Pack it as a whole, or name a pack that has it."
			)
		with open_pack(file.path, lambda key: key == own.public, scratch) as pack:
			yield pack


def _series_of(local: LocalIndex) -> str:
	"""What all packs of an index have in common, made with the first. A pack of what came as a pack is another source's."""
	try:
		return (local.directory / SERIES).read_text("utf-8").strip()
	except FileNotFoundError:
		series = secrets.token_hex(8)
		local.write_note(SERIES, series)
		return series
