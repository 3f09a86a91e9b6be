"""Puts segments of a build that follow one another into one, without what has left; it answers as they did."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.check import check_counts, check_new_words
from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment, statistics_of
from huf.engine.backends.sqlite_files import connect_for_writing
from huf.engine.postings import layout as postings
from huf.engine.postings.facade import verify_postings
from huf.engine.postings.merging import merge_postings
from huf.engine.postings.writer import Lengthiness

TIERS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""Chunks up to which segments count as of one size."""
MOST_OF_TIER = 6
"""Segments of one size, or smaller, that stand one behind the other; more are put together."""
MOST_DEAD = 0.3
"""Share of chunks that have left; a segment with more of them is written anew."""

MOST_DEAD_AT_NIGHT = 0.1
"""The same when there is time for it, and nobody waits."""
YOUNG = TIERS[0]
"""Chunks of segments, at the end of a build, that an update puts together by itself: it takes a tenth of a second. All others are left
to a job where there is one, which leaves these alone: so neither undoes what the other does."""

MOST_DRIFT = 0.02
"""By so much the mean length may be another than the one that impacts were computed with; they are off by less than that
(the derivative of BM25 by its mean is below 1), and they are rounded to 8 bits anyway."""

_INPUTS = f"id, {schema.INPUT_COLUMNS}, language"
_CHUNKS = "id, input, ordinal, start, stop, locator, header, heading, body"


@dataclass(frozen=True, slots=True)
class Part:
	"""A segment, as far as it matters for what is put together."""

	alive: int
	"""How many of its chunks have not left."""
	written: int
	"""How many chunks it was made with."""
	drift: float
	"""How far the mean length of chunks is from what its impacts were computed with, as a share of that."""


def due(parts: Sequence[Part], most: int, most_dead: float = MOST_DEAD) -> slice | None:
	"""Which segments to put together, as places in their order; None for none.

	Each chunk is written about once for each tier, so what changes cost in the end grows with the logarithm of what there is
	(as in the log-structured merge tree, O'Neil et al. 1996).

	Args:
		parts: the segments in their order.
		most: chunks that may be put together at once.
		most_dead: the share of the chunks of a segment that may have left before it is written anew.
	"""
	tiers = [int(np.searchsorted(TIERS, part.alive)) for part in parts]
	for tier in range(len(TIERS) + 1):
		# From the end, where the small ones are, as far as they are not larger than this tier.
		begin = len(tiers)
		while begin and tiers[begin - 1] <= tier:
			begin -= 1
		if tiers[begin:].count(tier) > MOST_OF_TIER and sum(part.alive for part in parts[begin:]) <= most:
			return slice(begin, len(tiers))
	for place, part in enumerate(parts):
		if part.alive > most:
			continue
		if part.written - part.alive > most_dead * part.written or part.drift > MOST_DRIFT:
			return slice(place, place + 1)
	return None


def young_from(parts: Sequence[Part]) -> int:
	"""The place from which on all parts are young."""
	place = len(parts)
	while place and parts[place - 1].alive <= YOUNG:
		place -= 1
	return place


def parts_of(build: OpenBuild) -> list[Part]:
	"""The segments of ``build``."""
	mean = Lengthiness(build.statistics.chunks, build.statistics.terms).mean
	parts = []
	for segment, alive in zip(build.segments, build.alive_chunks(), strict=True):
		own = segment.postings.mean
		drift = abs(mean / own - 1) if own else 0.0
		parts.append(Part(alive, segment.postings.chunk_count, drift))
	return parts


def merge_segments(
	build: OpenBuild,
	sources: Sequence[OpenSegment],
	meta: Mapping[str, str],
	folder: Path,
) -> None:
	"""Write the files of one segment for ``sources``, segments of ``build`` that follow one another, into ``folder``.

	Args:
		meta: what the segment says of itself, besides what is counted here.

	Raises:
		IndexCorrupt: what came out does not say what its chunks say.
	"""
	path, file = folder / schema.FILE_NAME, folder / postings.FILE_NAME
	# A journal in memory would hold what FTS5 puts together, about all of its index.
	with closing(connect_for_writing(path, rolls_back=False)) as connection:
		for statement in schema.TABLES:
			connection.execute(statement)
		connection.create_function("huf_checksum", -1, schema.checksum, deterministic=True)
		connection.execute("CREATE TEMP TABLE left_inputs (id INTEGER PRIMARY KEY)")
		connection.executemany(
			"INSERT INTO left_inputs VALUES (?)", ((number,) for number in build.dead_inputs)
		)
		for source in sources:
			_copy_rows(connection, source, build.path_of(source) / schema.FILE_NAME)
		connection.execute("INSERT INTO words (words) VALUES ('rebuild')")
		check_new_words(connection)
		alive = [_alive(source, build.dead_chunks) for source in sources]
		connection.execute("BEGIN")
		merge_postings(
			[source.postings for source in sources],
			[build.path_of(source) / postings.FILE_NAME for source in sources],
			alive,
			Lengthiness(build.statistics.chunks, build.statistics.terms).mean,
			connection,
			file,
			is_whole=len(sources) == len(build.segments),
		)
		own = statistics_of(connection)
		lengths = connection.execute("SELECT lengths FROM lengths").fetchone()
		terms = (
			int(np.frombuffer(lengths[0], dtype=postings.LENGTH_TYPE).sum(dtype=np.int64)) if lengths else 0
		)
		said = {
			**meta,
			"format": str(schema.FORMAT),
			"last_chunk": str(sources[-1].last_chunk),
			"last_input": str(max(int(source.meta.get("last_input", 0)) for source in sources)),
			"postings_bytes": str(file.stat().st_size),
			"statistics": json.dumps(asdict(replace(own, terms=terms))),
			"statistics_of": meta["build_id"],
		}
		said["checksum"] = schema.meta_checksum(said)
		connection.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", said.items())
		connection.execute("COMMIT")
		check_counts(connection)
		verify_postings(connection, file)


def _copy_rows(connection: sqlite3.Connection, source: OpenSegment, path: Path) -> None:
	"""The inputs of a segment that have not left, with their chunks."""
	connection.execute("ATTACH ? AS source", (f"{path.resolve().as_uri()}?immutable=1",))
	for table, columns, by in (("inputs", _INPUTS, "id"), ("chunks", _CHUNKS, "input")):
		shown = f"id, {schema.INPUT_COLUMNS}" if table == "inputs" else schema.CHUNK_COLUMNS
		checksum = "checksum" if source.checksum == "checksum" else f"huf_checksum({shown})"
		names, values = f"{columns}, checksum", f"{columns}, {checksum}"
		if table == "inputs":
			names, values = f"{names}, extractors", f"{values}, {source.extractors}"
		connection.execute(
			f"INSERT INTO main.{table} ({names}) SELECT {values} FROM source.{table}"
			f" WHERE {by} NOT IN (SELECT id FROM left_inputs) ORDER BY id"
		)
	connection.execute("DETACH source")


def _alive(source: OpenSegment, dead: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
	"""For each chunk number of the postings of a segment whether there is such a chunk, and it has not left."""
	first, last = source.postings.first, source.postings.last
	alive = np.zeros(last - first + 1, dtype=np.bool_)
	for (chunk,) in source.connection.execute("SELECT id FROM chunks"):
		alive[chunk - first] = True
	inside = dead[(dead >= first) & (dead <= last)]
	alive[inside - first] = False
	return alive
