"""Writes an ``sqlite_hybrid`` build: the files of ``sqlite_fts``, and a vector for each chunk."""

import sqlite3
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from huf.engine.backends.hybrid.build_vectors import BuildVectors
from huf.engine.backends.hybrid.embedding_cache import digest
from huf.engine.backends.hybrid.merger import merge_with_vectors
from huf.engine.backends.hybrid.text_embedding import TextEmbedding, embedded_text
from huf.engine.backends.hybrid.vector_codes import CODES
from huf.engine.backends.hybrid.vector_file import (
	CHUNKS,
	FORMAT,
	FORMAT_ENTRY,
	ROWS,
	VectorAppender,
	VectorFile,
	chunk_numbers,
)
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment
from huf.engine.backends.keyword.writer import SqliteFtsWriter
from huf.engine.embedding import Embedder, Vectors

_BATCHES = 2
"""Batches of chunks collected before they are embedded, over the borders of inputs: many small inputs make few
requests."""

_MOST_ADDED = 8 << 20
"""Characters of one input that are kept in memory until it is in the build for certain."""

_LEAVING_KNOWN = 100_000
"""Passages of removed inputs whose vectors are found again by their texts; 20 MB. An input that is read again is removed just before."""


class SqliteHybridWriter(SqliteFtsWriter):
	"""One build being made. Texts go to the embedder once their input is in the build for certain."""

	FILES = (*SqliteFtsWriter.FILES, ROWS, CHUNKS)
	MAY_HAVE = (CODES,)

	keeps_unused = False

	def __init__(
		self,
		folder: Path,
		base: Path | None,
		embedder: Embedder | None,
		batch_texts: int,
	) -> None:
		"""Start empty, or from the build in ``base``. ``batch_texts`` are embedded at once.

		Raises:
			IndexMissing: the base has no vectors.
		"""
		super().__init__(folder, base)
		self._batch_texts = batch_texts
		self._embedding = TextEmbedding(embedder, batch_texts, folder.parent, folder.name)
		self._pending: list[tuple[int, str]] = []
		self._added: list[tuple[int, str]] = []
		self._added_size = 0
		"""Characters of what the transaction has added; up to :data:`_MOST_ADDED` of them are kept."""
		self._leaving_texts: OrderedDict[bytes, int] = OrderedDict()
		"""Chunks of the base that inputs had which were removed last, by their text: read again, most come back."""
		try:
			if self._base is not None:
				self._embedding.dimension = int(self._base.meta["dimension"])
				self._base_vectors = BuildVectors.of(self._base, self._dimension)
			self._vectors = VectorAppender(self._segment)
		# Whatever it was: nobody gets this writer, so nobody else would close its files. It is raised on.
		except BaseException:
			self.close()
			raise

	@property
	def _dimension(self) -> int:
		"""Numbers in each vector; 0 until it is known."""
		return self._embedding.dimension

	@contextmanager
	def transaction(self) -> Iterator[None]:
		"""All or nothing, for one input.

		Raises:
			EmbeddingFailed: the model could not be asked; the build cannot be finished.
		"""
		before, self._added, self._added_size = self._last_chunk, [], 0
		with super().transaction():
			yield
		for added in self._added if self._added_size <= _MOST_ADDED else self._added_after(before):
			self._pending.append(added)
			if len(self._pending) >= _BATCHES * self._batch_texts:
				self._flush()

	def _add_rows(
		self, input_id: int, language: str, title: str, batch: Sequence[schema.ChunkValues]
	) -> None:
		first = self._last_chunk + 1
		super()._add_rows(input_id, language, title, batch)
		self._added_size += sum(len(body) for *_, body in batch)
		if self._added_size <= _MOST_ADDED:
			self._added += (
				(chunk, embedded_text([title, heading, body]))
				for chunk, (*_, heading, body) in enumerate(batch, start=first)
			)

	def _added_after(self, before: int) -> Iterator[tuple[int, str]]:
		"""The texts of an input too long to keep in memory. To ask the database for them is to wait until FTS5 is done with it."""
		self._added = []
		self._rows.settle()
		for chunk, *texts in self._connection.execute(
			"SELECT id, title, heading, body FROM passages WHERE id > ? ORDER BY id", (before,)
		):
			yield chunk, embedded_text(texts)

	def remove_input(self, key: str) -> None:
		"""Forget an input and all its chunks; nothing happens when it is not there."""
		super().remove_input(key)
		gone = self._gone.get(key)
		if gone and key in self._leaving and self._base is not None:
			number, first, last = gone
			for chunk, *texts in self._base.of_input(number).connection.execute(
				"SELECT id, title, heading, body FROM passages WHERE id BETWEEN ? AND ?", (first, last)
			):
				self._leaving_texts[digest(embedded_text(texts))] = chunk
				if len(self._leaving_texts) > _LEAVING_KNOWN:
					self._leaving_texts.popitem(last=False)

	def finish(self, meta: Mapping[str, str]) -> None:
		"""Embed what is left, drop the vectors of chunks that are gone, and write down whose they are."""
		self._flush()
		self._rows.settle()
		self._vectors.finish(chunk_numbers(self._connection), self._dimension)
		if self._base is None and not self.keeps_unused:
			self._embedding.forget_unused()
		super().finish(
			{
				**meta,
				"embedder": self._embedding.own().key,
				"dimension": str(self._dimension),
				FORMAT_ENTRY: str(FORMAT),
			}
		)

	def verify(self) -> None:
		"""Check the words against the chunks, and that each chunk has a vector.

		Raises:
			IndexCorrupt: something disagrees.
		"""
		super().verify()
		if self._is_merged:
			return
		if self._is_finished or self._base is None:
			_check_vectors(self._connection, VectorFile(self._segment, self._dimension))
			return
		for segment in self._base.segments:
			_check_vectors(segment.connection, VectorFile(self._base.path_of(segment), self._dimension))

	def _put_together(
		self, build: OpenBuild, sources: Sequence[OpenSegment], meta: Mapping[str, str], folder: Path
	) -> None:
		merge_with_vectors(build, sources, meta, folder, self._dimension)

	def close(self) -> None:
		"""Release the files."""
		self._embedding.close()
		super().close()

	def _flush(self) -> None:
		if not self._pending:
			return
		chunks, texts = zip(*self._pending, strict=True)
		self._pending = []
		self._vectors.append(chunks, self._embedding.of(texts, self._known))

	def _known(self, texts: Sequence[str]) -> dict[str, Vectors]:
		"""The vectors of those texts that removed inputs of the base had."""
		known = {
			text: self._leaving_texts[mark] for text in texts if (mark := digest(text)) in self._leaving_texts
		}
		if not known:
			return {}
		rows = self._base_vectors.taken(list(known.values()))
		return dict(zip(known, rows, strict=True))


def _check_vectors(connection: sqlite3.Connection, file: VectorFile) -> None:
	file.check(chunk_numbers(connection))
