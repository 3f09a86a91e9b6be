"""Writes an ``sqlite_hybrid`` build: the files of ``sqlite_fts``, and a vector for each chunk."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from huf.engine.backends.hybrid.build_vectors import BuildVectors
from huf.engine.backends.hybrid.embedding_cache import EmbeddingCache, digest
from huf.engine.backends.hybrid.merger import merge_with_vectors
from huf.engine.backends.hybrid.vector_codes import CODES
from huf.engine.backends.hybrid.vector_file import (
	CHUNKS,
	FORMAT,
	FORMAT_ENTRY,
	ROWS,
	VectorAppender,
	VectorFile,
)
from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment
from huf.engine.backends.keyword.writer import SqliteFtsWriter
from huf.engine.embedding import AsksInPortions, Embedder, Vectors, checked
from huf.engine.errors import EmbedderMissing, EmbeddingFailed, EmbeddingRefused

_BATCHES = 2
"""Batches of chunks collected before they are embedded, over the borders of inputs: many small inputs make few
requests."""


class SqliteHybridWriter(SqliteFtsWriter):
	"""One build being made. Texts go to the embedder once their input is in the build for certain."""

	FILES = (*SqliteFtsWriter.FILES, ROWS, CHUNKS)
	MAY_HAVE = (CODES,)

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
		self._embedder, self._batch_texts = embedder, batch_texts
		self._dimension = 0
		self._pending: list[tuple[int, str]] = []
		self._cache: EmbeddingCache | None = None
		self._leaving_texts: dict[bytes, int] = {}
		"""Chunks of the base that inputs had which were removed, by their text: read again, most come back."""
		try:
			if self._base is not None:
				self._dimension = int(self._base.meta["dimension"])
				self._base_vectors = BuildVectors.of(self._base, self._dimension)
			self._vectors = VectorAppender(self._segment)
		# Whatever it was: nobody gets this writer, so nobody else would close its files. It is raised on.
		except BaseException:
			self.close()
			raise
		self._seen = self._last_chunk

	@contextmanager
	def transaction(self) -> Iterator[None]:
		"""All or nothing, for one input.

		Raises:
			EmbeddingFailed: the model could not be asked; the build cannot be finished.
		"""
		with super().transaction():
			yield
		self._rows.settle()
		rows = self._connection.execute(
			"SELECT id, title, heading, body FROM passages WHERE id > ? ORDER BY id", (self._seen,)
		)
		for chunk, *texts in rows:
			self._pending.append((chunk, _embedded_text(texts)))
			self._seen = chunk
			if len(self._pending) >= _BATCHES * self._batch_texts:
				self._flush()

	def remove_input(self, key: str) -> None:
		"""Forget an input and all its chunks; nothing happens when it is not there."""
		super().remove_input(key)
		gone = self._gone.get(key)
		if gone and key in self._leaving and self._base is not None:
			number, first, last = gone
			for chunk, *texts in self._base.of_input(number).connection.execute(
				"SELECT id, title, heading, body FROM passages WHERE id BETWEEN ? AND ?", (first, last)
			):
				self._leaving_texts[digest(_embedded_text(texts))] = chunk

	def finish(self, meta: Mapping[str, str]) -> None:
		"""Embed what is left, drop the vectors of chunks that are gone, and write down whose they are."""
		self._flush()
		alive = [chunk for (chunk,) in self._connection.execute("SELECT id FROM chunks ORDER BY id")]
		self._vectors.finish(alive, self._dimension)
		if self._cache is not None and self._base is None:
			self._cache.forget_unused()
		super().finish(
			{
				**meta,
				"embedder": self._own().key,
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
		if self._cache is not None:
			self._cache.close()
		super().close()

	def _flush(self) -> None:
		if not self._pending:
			return
		chunks, texts = zip(*self._pending, strict=True)
		self._pending = []
		self._vectors.append(chunks, self._embedded(texts))

	def _embedded(self, texts: tuple[str, ...]) -> Vectors:
		"""One row for each text. Equal texts are embedded once, those in the cache or of an input that is read again not at
		all."""
		embedder, cache = self._own(), self._open_cache()
		found = self._known(texts) | (cache.find(dict.fromkeys(texts)) if cache else {})
		missing = [text for text in dict.fromkeys(texts) if text not in found]
		if missing:
			made = self._ask(embedder, cache, missing)
			found.update(zip(missing, made, strict=True))
		lengths = {len(vector) for vector in found.values()} | ({self._dimension} - {0})
		if len(lengths) > 1:
			if cache:
				cache.forget_model()
			raise EmbeddingRefused(
				f"{embedder.key} changed the length of its vectors ({', '.join(map(str, sorted(lengths)))} numbers). "
				"Rebuild the source; until then it is searched as it was."
			)
		(self._dimension,) = lengths
		return np.stack([found[text] for text in texts])

	def _known(self, texts: Sequence[str]) -> dict[str, Vectors]:
		"""The vectors of those texts that removed inputs of the base had."""
		known = {
			text: self._leaving_texts[mark] for text in texts if (mark := digest(text)) in self._leaving_texts
		}
		if not known:
			return {}
		rows = self._base_vectors.rows_of(list(known.values()))
		return dict(zip(known, rows, strict=True))

	def _ask(self, embedder: Embedder, cache: EmbeddingCache | None, texts: list[str]) -> Vectors:
		"""Embed in parts, each kept as soon as it is there: what was paid for is not lost when the next part fails."""
		parts = []
		for part in self._portions(embedder, texts):
			parts.append(checked(embedder, part))
			if cache:
				cache.keep(part, parts[-1])
		if len({part.shape[1] for part in parts}) > 1:
			raise EmbeddingFailed(f"{embedder.key} changed the length of its vectors while it was asked.")
		return np.concatenate(parts)

	def _portions(self, embedder: Embedder, texts: list[str]) -> Iterator[Sequence[str]]:
		size = self._batch_texts
		for start in range(0, len(texts), size):
			part = texts[start : start + size]
			# A hundred chunks of the usual size may be more than one request takes.
			yield from embedder.portions(part) if isinstance(embedder, AsksInPortions) else [part]

	def _open_cache(self) -> EmbeddingCache | None:
		if self._cache is None and self._own().is_costly:
			self._cache = EmbeddingCache(self._folder.parent, self._own().key, self._folder.name)
		return self._cache

	def _own(self) -> Embedder:
		if self._embedder is None:
			raise EmbedderMissing(
				"An index with vectors needs an embedder. Choose one, or the keyword index."
			)
		return self._embedder


def _check_vectors(connection: sqlite3.Connection, file: VectorFile) -> None:
	file.check([chunk for (chunk,) in connection.execute("SELECT id FROM chunks ORDER BY id")])


def _embedded_text(texts: Sequence[str]) -> str:
	"""What is embedded of a passage: title, heading and body."""
	return "\n".join(filter(None, texts))
