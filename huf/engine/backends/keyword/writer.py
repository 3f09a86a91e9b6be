"""Writes the files of an ``sqlite_fts`` build into a folder that nobody reads yet.

A build from nothing is one segment. One that starts from another build shares the segments of that, and writes what changes into
a segment of its own; what leaves is only noted (:mod:`~huf.engine.backends.manifest`).
"""

import json
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from huf.engine.backends.formats import LAYOUT
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.check import check_counts, check_new_words, check_statistics, check_words
from huf.engine.backends.keyword.merging import due, merge_segments, parts_of, young_from
from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment, statistics_of
from huf.engine.backends.keyword.rows import Rows
from huf.engine.backends.manifest import NOBODY, Manifest, Statistics, share_segment
from huf.engine.backends.sqlite_files import connect_for_writing
from huf.engine.disk.checksums import CHECKSUMS
from huf.engine.errors import IndexMissing
from huf.engine.postings import layout as postings
from huf.engine.postings.accumulate import Accumulator
from huf.engine.postings.facade import PostingsWriter, language_of, verify_postings
from huf.engine.postings.writer import Lengthiness, count_terms
from huf.engine.types import Chunk, IndexedInput, JSONValue

_BATCH = 500
"""Chunks handed to SQLite at once; bounds memory for inputs of any length."""

_SAMPLE = 2_000
"""Chunks by which the length of all is estimated."""
_TEXTS = """SELECT chunks.id, inputs.language, inputs.title, chunks.heading, chunks.body FROM chunks
	JOIN inputs ON inputs.id = chunks.input"""

_Gone = tuple[int, int, int]
"""An input of the base that leaves: its number, its first and its last chunk."""


class SqliteFtsWriter:
	"""One build being made. Use it from one thread, then call :meth:`finish` and :meth:`close`."""

	FILES: ClassVar[tuple[str, ...]] = (schema.FILE_NAME, postings.FILE_NAME)
	"""Those of a segment."""
	MAY_HAVE: ClassVar[tuple[str, ...]] = ()
	"""Those that some segments have."""

	merge_at_most = 1 << 40
	"""Chunks of segments that :meth:`finish` may put together."""
	merges_young_only = False
	"""Whether it puts together none but young segments."""

	def __init__(self, folder: Path, base: Path | None) -> None:
		"""Start empty, or from the build in ``base``.

		Raises:
			IndexMissing, IndexCorrupt: the base cannot be read.
		"""
		self._folder = self._segment = folder
		self._base = OpenBuild(base) if base is not None else None
		self._name = ""
		try:
			if self._base is not None and base is not None:
				self._share(self._base, base)
			self._path = self._segment / schema.FILE_NAME
			self._connection = connect_for_writing(self._path)
			for statement in schema.TABLES:
				self._connection.execute(statement)
			self._begin()
		# Whatever it was: nobody gets this writer, so nobody else would close its files. It is raised on.
		except BaseException:
			if self._base is not None:
				self._base.close()
			raise

	def _begin(self) -> None:
		base = self._base
		self._last_chunk = base.last_chunk if base else 0
		self._last_input = base.last_input if base else 0
		self._rows = Rows(self._connection)
		self._keys: set[str] = set()
		"""Of the inputs that are written, so that the database need not be asked for them."""
		self._begun: list[str] = []
		self._gone: dict[str, _Gone] = {}
		"""What leaves of the base, by key."""
		self._leaving: list[str] = []
		self._replaced: list[tuple[int, int]] = []
		"""Of this transaction: what leaves of the base, and the chunks of inputs that are written a second time."""
		statistics = base.statistics if base else Statistics()
		if base and statistics.chunks and not statistics.terms:
			statistics = replace(statistics, terms=estimated_terms(base))
		self._before = statistics
		others = Lengthiness(statistics.chunks, statistics.terms)
		self._postings = PostingsWriter(self._connection, self._segment / postings.FILE_NAME, others)
		self._titles: dict[int, str] = {}
		self._language = ""
		self._left = Statistics()
		self._is_finished = self._is_merged = self._is_closed = False

	def _share(self, base: OpenBuild, folder: Path) -> None:
		"""Give the new build the segments of ``base``, and a place for one of its own."""
		try:
			for name in base.names:
				target = self._folder / name
				target.mkdir(exist_ok=True)
				share_segment(
					folder / name, target, self.FILES, (*self.MAY_HAVE, *([CHECKSUMS] if name else []))
				)
		except FileNotFoundError:
			raise IndexMissing(
				"The files of this index are missing. Rebuild the source to make them again."
			) from None
		self._name = f"segment-{secrets.token_hex(6)}"
		self._segment = self._folder / self._name
		self._segment.mkdir()

	@contextmanager
	def transaction(self) -> Iterator[None]:
		"""All or nothing, for one input."""
		last_chunk = self._last_chunk
		self._begun = []
		self._leaving = []
		self._replaced = []
		self._rows.begin(self._last_input, last_chunk)
		try:
			yield
		# Whatever it was, a job that is being stopped included: nothing half of an input stays. It is raised on.
		except BaseException:
			self._rows.rollback()
			for key in self._leaving:
				del self._gone[key]
			self._keys.difference_update(self._begun)
			# Their words wait to be counted: the numbers are never given to other chunks.
			self._postings.forget(last_chunk + 1, self._last_chunk)
			raise
		self._rows.commit()
		for first, last in self._replaced:
			self._postings.forget(first, last)

	def remove_input(self, key: str) -> None:
		"""Forget an input and all its chunks; nothing happens when it is not there."""
		if self._base is not None and key not in self._gone and (found := self._base.alive_input(key)):
			segment, number = found
			first, last = segment.connection.execute(
				"SELECT coalesce(min(id), 0), coalesce(max(id), 0) FROM chunks WHERE input = ?", (number,)
			).fetchone()
			self._gone[key] = number, first, last
			self._leaving.append(key)
		self._remove_own(key)

	def _remove_own(self, key: str) -> None:
		if self._rows.waits:
			if key not in self._keys:
				return
			# Nobody names an input twice; whoever does waits for it.
			self._rows.stop_waiting()
			self._connection.execute("BEGIN")
		row = self._connection.execute("SELECT id FROM inputs WHERE key = ?", (key,)).fetchone()
		if row is None:
			return
		# An external-content index must be told the old words, or it keeps them for ever.
		self._connection.execute(
			"INSERT INTO words (words, rowid, title, heading, body)"
			" SELECT 'delete', id, title, heading, body FROM passages"
			" WHERE id IN (SELECT id FROM chunks WHERE input = ? AND id <= ?)",
			(*row, self._rows.fed),
		)
		first, last = self._connection.execute(
			"SELECT min(id), max(id) FROM chunks WHERE input = ?", row
		).fetchone()
		if first is not None:
			self._replaced.append((first, last))
		self._connection.execute("DELETE FROM chunks WHERE input = ?", row)
		self._connection.execute("DELETE FROM inputs WHERE id = ?", row)

	def relabel_input(self, key: str, url: str, metadata: Mapping[str, JSONValue]) -> None:
		"""Give an input of the build another address and other metadata; its passages stay as they are."""
		if not self._has_own(key):
			self._take_over(key)
		labels = schema.metadata_json(metadata)
		if self._rows.relabel(key, url, labels):
			return
		self._rows.settle()
		self._connection.execute("UPDATE inputs SET url = ?, metadata = ? WHERE key = ?", (url, labels, key))
		for row in self._connection.execute(
			f"SELECT id, {schema.INPUT_COLUMNS} FROM inputs WHERE key = ?", (key,)
		).fetchall():
			self._connection.execute(
				"UPDATE inputs SET checksum = ? WHERE id = ?", (schema.checksum(*row), row[0])
			)

	def _take_over(self, key: str) -> None:
		"""Write an input of the base anew as it is, since segments never change."""
		if self._base is None or key in self._gone or not (found := self._base.alive_input(key)):
			return
		segment, old = found
		language, read_by, *row = segment.connection.execute(
			f"SELECT language, {segment.extractors}, {schema.INPUT_COLUMNS} FROM inputs WHERE id = ?", (old,)
		).fetchone()
		self.remove_input(key)
		number = self.begin_input(schema.input_from_row(tuple(row), read_by))
		title = self._titles.pop(number)
		self._rows.set_language(number, language)
		rows = segment.connection.execute(
			"SELECT ordinal, start, stop, locator, header, heading, body FROM chunks WHERE input = ? ORDER BY id",
			(old,),
		)
		while batch := rows.fetchmany(_BATCH):
			self._add_rows(number, language, title, batch)

	def has_input(self, key: str) -> bool:
		"""Whether the build holds an input under ``key``."""
		if self._has_own(key):
			return True
		return self._base is not None and key not in self._gone and self._base.alive_input(key) is not None

	def _has_own(self, key: str) -> bool:
		if self._rows.waits:
			return key in self._keys
		return self._connection.execute("SELECT 1 FROM inputs WHERE key = ?", (key,)).fetchone() is not None

	def texts_are_in(self, language: str) -> None:
		"""Index all inputs from now on in this language, whatever their words say."""
		self._language = language

	def begin_input(self, item: IndexedInput) -> int:
		"""Add the row of an input (its counts come with :meth:`end_input`); gives its number."""
		self._last_input += 1
		self._rows.add_input(self._last_input, schema.input_row(item), schema.extractors_text(item))
		self._titles[self._last_input] = item.title
		self._keys.add(item.key)
		self._begun.append(item.key)
		return self._last_input

	def add_chunks(self, input_id: int, chunks: Iterator[Chunk]) -> None:
		"""Append chunks to an input, in batches."""
		title, language = self._titles.pop(input_id), ""
		while batch := list(islice(chunks, _BATCH)):
			if not language:
				language = self._language or language_of(title, batch[0].text)
				self._rows.set_language(input_id, language)
			self._add_rows(input_id, language, title, [schema.chunk_values(chunk) for chunk in batch])

	def _add_rows(
		self, input_id: int, language: str, title: str, batch: Sequence[schema.ChunkValues]
	) -> None:
		# Numbers are given here, so that none is used twice in an index: what is left of a removed chunk shows.
		rows = [
			schema.chunk_row(number, input_id, values)
			for number, values in enumerate(batch, start=self._last_chunk + 1)
		]
		self._last_chunk += len(rows)
		self._rows.add_chunks(rows, sum(len(body) for *_, body in batch))
		self._postings.add(
			language, title, [(number, heading, body) for number, *_, heading, body, _ in rows]
		)

	def end_input(self, input_id: int, item: IndexedInput) -> None:
		"""Write what is known about the input now that its chunks are there."""
		self._rows.end_input(input_id, schema.input_row(item), schema.extractors_text(item))

	def finish(self, meta: Mapping[str, str]) -> None:
		"""Index the words, note what left, and write down what the build was made from."""
		self._rows.stop_waiting()
		self._note_leaving()
		all_chunks = self._postings.finish(meanwhile=self._index_words)
		with self.transaction():
			own = statistics_of(self._connection)
			every = own
			if self._base is not None:
				every = self._before.plus(self._left, -1).plus(own)
			every = replace(every, terms=all_chunks.terms)
			own = replace(own, terms=self._postings.own.terms)
			said = {
				**meta,
				"format": str(schema.FORMAT),
				"chunks": str(every.chunks),
				"last_chunk": str(self._last_chunk),
				"last_input": str(self._last_input),
				"partly_read": str(every.partly_read),
			}
			in_segment = {
				**said,
				"layout": "1",
				"postings_bytes": str(self._path.with_name(postings.FILE_NAME).stat().st_size),
				"statistics": json.dumps(asdict(own)),
				"statistics_of": meta["build_id"],
			}
			in_segment["checksum"] = schema.meta_checksum(in_segment)
			self._connection.executemany(
				"INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", in_segment.items()
			)
		self._is_finished = True
		if self._base is not None:
			self._write_manifest(said, every)

	def _write_manifest(self, meta: Mapping[str, str], statistics: Statistics) -> None:
		"""Say what the build consists of now, and put together what is due."""
		assert self._base is not None
		before = self._base.manifest.dead if self._base.manifest else NOBODY
		left = np.array(list(self._gone.values()), dtype=before.dtype).reshape(-1, 3)
		manifest = Manifest(
			{**meta, "layout": str(LAYOUT)},
			(*self._base.names, self._name),
			statistics,
			self._last_chunk,
			self._last_input,
			np.concatenate([before, left]),
		)
		manifest.write(self._folder)
		while (merged := self._merged(manifest)) is not None:
			manifest = merged
			manifest.write(self._folder)

	def _merged(self, manifest: Manifest) -> Manifest | None:
		"""The build after some of its segments were put together; None if it is not time for any."""
		name = f"segment-{secrets.token_hex(6)}"
		done = self._put_due_together(manifest, name)
		if done is None:
			return None
		chosen, gone = done
		names = manifest.segments[chosen]
		if self._name in names:
			# A network disk would keep what is open, under another name, and with it the folder.
			self._close_segment()
		for old in names:
			if old:
				shutil.rmtree(self._folder / old)
			else:
				for each in (*self.FILES, *self.MAY_HAVE):
					(self._folder / each).unlink(missing_ok=True)
		if chosen.start == 0:
			for file in list((self._folder / name).iterdir()):
				file.rename(self._folder / file.name)
			(self._folder / name).rmdir()
			name = ""
		if self._name in names:
			self._name = name
			self._is_merged = True
		segments = (*manifest.segments[: chosen.start], name, *manifest.segments[chosen.stop :])
		return replace(manifest, segments=segments, dead=manifest.dead[~gone])

	def _put_due_together(self, manifest: Manifest, name: str) -> tuple[slice, npt.NDArray[np.bool_]] | None:
		"""Write the segment ``name`` of those that are due; which these are, and which of the dead inputs it no longer has."""
		with closing(OpenBuild(self._folder)) as build:
			parts = parts_of(build)
			start = young_from(parts) if self.merges_young_only else 0
			chosen = due(parts[start:], self.merge_at_most)
			if chosen is None:
				return None
			chosen = slice(chosen.start + start, chosen.stop + start)
			sources = build.segments[chosen]
			(self._folder / name).mkdir()
			self._put_together(build, sources, {**manifest.meta, "layout": "1"}, self._folder / name)
			numbers = manifest.dead[:, 0]
			return chosen, (numbers >= sources[0].first_input) & (
				numbers < build.first_input_after(sources[-1])
			)

	def _put_together(
		self, build: OpenBuild, sources: Sequence[OpenSegment], meta: Mapping[str, str], folder: Path
	) -> None:
		"""Write one segment for ``sources`` into ``folder``."""
		merge_segments(build, sources, meta, folder)

	def _note_leaving(self) -> None:
		"""Count the words of the chunks that leave the base, and what their inputs were."""
		left = Statistics()
		for number, first, last in sorted(self._gone.values(), key=lambda gone: gone[1]):
			assert self._base is not None
			segment = self._base.of_input(number)
			left = left.plus(_of_input(segment, number))
			if not first:
				continue
			rows = segment.connection.execute(
				f"{_TEXTS} WHERE chunks.id BETWEEN ? AND ? ORDER BY chunks.id", (first, last)
			)
			for chunk, language, title, heading, body in rows:
				self._postings.leave(language, title, [(chunk, heading, body)])
		self._left = left

	def _index_words(self) -> None:
		"""FTS5's part, and its check. SQLite does both without holding Python up."""
		self._rows.feed_rest()
		check_new_words(self._connection)

	def verify(self) -> None:
		"""Check that the new segment says exactly what its chunks say; of a base to which nothing was done, each segment.

		Raises:
			IndexCorrupt: it is not so.
		"""
		if self._is_merged:
			# What was put together was checked as it was.
			return
		if self._is_finished or self._base is None:
			check_counts(self._connection)
			verify_postings(self._connection, self._path.with_name(postings.FILE_NAME))
			return
		check_statistics(self._base)
		for segment in self._base.segments:
			self._verify_copy(self._base.path_of(segment))

	def _verify_copy(self, folder: Path) -> None:
		"""Check a segment of the base: FTS5 checks itself only in a file that it may write to, and nobody writes to that one."""
		copy = self._segment / f"copy-{schema.FILE_NAME}"
		try:
			shutil.copyfile(folder / schema.FILE_NAME, copy)
			with closing(connect_for_writing(copy)) as connection:
				check_words(connection)
				check_counts(connection)
				verify_postings(connection, folder / postings.FILE_NAME)
		finally:
			copy.unlink(missing_ok=True)

	def close(self) -> None:
		"""Release the files."""
		self._close_segment()
		if self._base is not None:
			self._base.close()

	def _close_segment(self) -> None:
		"""Release those of the new segment."""
		if not self._is_closed:
			self._is_closed = True
			self._rows.close()
			self._connection.close()


def _of_input(segment: OpenSegment, number: int) -> Statistics:
	chunks, characters, status, language = segment.connection.execute(
		"SELECT chunks, characters, status, language FROM inputs WHERE id = ?", (number,)
	).fetchone()
	return Statistics(
		1, chunks, characters, 0, int(status == schema.PARTLY_READ), {language: 1} if language else {}
	)


def estimated_terms(build: OpenBuild) -> int:
	"""Weighted terms of all chunks of a build whose version did not note them, by a sample of the chunks."""
	sample = Accumulator(Path(tempfile.gettempdir()))
	for segment in build.segments:
		step = max(1, segment.postings.chunk_count // _SAMPLE)
		for chunk, language, title, heading, body in segment.connection.execute(
			f"{_TEXTS} WHERE chunks.id % ? = 0 ORDER BY chunks.id", (step,)
		):
			sample.add(language, title, [(chunk, heading, body)])
	_, counted = count_terms(sample)
	sample.close()
	return round(counted.mean * build.statistics.chunks)
