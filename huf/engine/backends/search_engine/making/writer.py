"""Makes a build of an index in a search engine: a draft on this machine, then one generation of rows, then the manifest."""

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from huf.engine.backends.hybrid.embedding_cache import digest
from huf.engine.backends.hybrid.text_embedding import TextEmbedding, embedded_text
from huf.engine.backends.keyword import schema
from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import EngineManifest, Place
from huf.engine.backends.search_engine.making.checking import check_rows
from huf.engine.backends.search_engine.making.draft import Draft, batches
from huf.engine.backends.search_engine.making.generation import Generation
from huf.engine.backends.search_engine.stored.inputs import EngineInputs, StoredInput
from huf.engine.backends.search_engine.stored.rows import chunk_values, lacking
from huf.engine.backends.vector_store.ownership import own_id
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.embedding import Embedder, Vectors
from huf.engine.errors import SearchEngineMissing
from huf.engine.postings.facade import language_of
from huf.engine.types import Chunk, IndexedInput, JSONValue

DRAFT = "draft"
"""Folder in that of the build, while it is made."""
_BATCHES = 2
"""Batches of chunks that are embedded together, over the borders of inputs."""
_LONGEST_SOURCE = 20


class EngineWriter:
	"""One build being made. Use it from one thread, then call :meth:`finish` and :meth:`close`."""

	keeps_unused = False

	def __init__(
		self,
		folder: Path,
		base: Path | None,
		embedder: Embedder | None,
		batch_texts: int,
		settings: StoreSettings | None,
	) -> None:
		"""Start empty, or from the build in ``base``, of which nothing changes. Without an ``embedder`` words alone are indexed.

		Raises:
			IndexMissing, IndexCorrupt: the base cannot be read.
		"""
		self._folder, self._settings = folder, settings
		self._base = EngineManifest.read(base) if base is not None else None
		self._base_engine = open_place(self._base.place) if self._base else None
		self._base_inputs = (
			EngineInputs(self._base_engine, self._base) if self._base and self._base_engine else None
		)
		self._embedding = (
			TextEmbedding(embedder, batch_texts, folder.parent, folder.name) if embedder else None
		)
		self._batch_texts = batch_texts
		if self._base is not None and self._embedding is not None:
			self._embedding.dimension = self._base.dimension
		self._gone: dict[str, StoredInput] = {}
		"""Inputs of the base that leave, by key."""
		self._leaving: list[str] = []
		self._leaving_texts: dict[bytes, int] = {}
		"""Chunks of the base by their text, of inputs that leave: read again, most come back."""
		self._language = ""
		self._made: EngineManifest | None = None
		self._open: Draft | None = None

	@property
	def _draft(self) -> Draft:
		# Whoever only checks a base makes none.
		if self._open is None:
			(self._folder / DRAFT).mkdir()
			self._open = Draft(self._folder / DRAFT)
		return self._open

	@contextmanager
	def transaction(self) -> Iterator[None]:
		"""All or nothing, for one input.

		Raises:
			EmbeddingFailed: the model could not be asked; the build cannot be finished.
			SearchEngineFailed: the engine with the base did not answer.
		"""
		self._leaving = []
		try:
			with self._draft.transaction():
				yield
		# Whatever it was: what was noted in this transaction is undone with it. It is raised on.
		except BaseException:
			for key in self._leaving:
				del self._gone[key]
			raise
		self._embed(_BATCHES * self._batch_texts)

	def remove_input(self, key: str) -> None:
		"""Forget an input and all its chunks; nothing happens when it is not there."""
		if found := self._of_base(key):
			self._gone[key] = found
			self._leaving.append(key)
			if self._embedding is not None and self._base_engine is not None:
				rows = self._base_engine.rows(found.chunks, ("stored",))
				for chunk, row in rows.items():
					texts = found.item.title, row.stored["heading"], row.stored["body"]
					self._leaving_texts[digest(embedded_text(texts))] = chunk
		self._draft.remove(key)

	def _of_base(self, key: str) -> StoredInput | None:
		"""The input of the base with this key, unless it leaves."""
		if self._base_inputs is None or key in self._gone:
			return None
		found = self._base_inputs.find([key])
		return found[0] if found else None

	def has_input(self, key: str) -> bool:
		"""Whether the build holds an input under ``key``."""
		return self._draft.has(key) or self._of_base(key) is not None

	def texts_are_in(self, language: str) -> None:
		"""Index all inputs from now on in this language, whatever their words say."""
		self._language = language

	def begin_input(self, item: IndexedInput) -> int:
		"""Add an input without chunks (its counts come with :meth:`end_input`); gives its number."""
		self._title = item.title
		return self._draft.begin(item)

	def add_chunks(self, input_id: int, chunks: Iterator[Chunk]) -> None:
		"""Append chunks to the input that was begun last."""
		language = ""
		for batch in batches(chunks):
			if not language:
				language = self._language or language_of(self._title, batch[0].text)
				self._draft.set_language(input_id, language)
			self._draft.add(input_id, language, self._title, list(map(schema.chunk_values, batch)))

	def end_input(self, input_id: int, item: IndexedInput) -> None:
		"""Write what is known about the input now that its chunks are there."""
		self._draft.end(input_id, item)

	def relabel_input(self, key: str, url: str, metadata: Mapping[str, JSONValue]) -> None:
		"""Give an input of the build another address and other metadata; its passages stay as they are."""
		if not self._draft.has(key):
			self._take_over(key)
		if self._draft.has(key):
			number, item = self._draft.get(key)
			self._draft.end(number, replace(item, url=url, metadata=metadata))

	def _take_over(self, key: str) -> None:
		"""Write an input of the base anew as it is, since rows never change."""
		found = self._of_base(key)
		if found is None or self._base_engine is None:
			return
		self.remove_input(key)
		number = self._draft.begin(found.item, found.language)
		rows = self._base_engine.rows(found.chunks, ("stored",))
		if len(rows) < len(found.chunks):
			raise lacking()
		values = [chunk_values(rows[chunk].stored) for chunk in found.chunks]
		self._draft.add(number, found.language, found.item.title, values)

	def finish(self, meta: Mapping[str, str]) -> None:
		"""Write the generation into the engine, and what the build consists of into its folder.

		Raises:
			SearchEngineFailed: the engine did not take it.
			SearchEngineMissing: nobody said which engine.
		"""
		self._embed(1)
		if self._settings is None:
			raise SearchEngineMissing(
				"An index in a search engine needs the engine's settings. Name it, or choose another kind of index."
			)
		embedder = self._embedding.own().key if self._embedding else ""
		dimension = self._embedding.dimension if self._embedding else 0
		if self._embedding is not None and self._base is None and not self.keeps_unused:
			self._embedding.forget_unused()
		place = place_of(self._folder.parent, self._settings, embedder, dimension)
		generation = Generation(self._folder, place, self._draft, self._base, list(self._gone.values()))
		made = generation.write(dimension)
		said = {
			**meta,
			"chunks": str(made.statistics.chunks),
			"partly_read": str(made.statistics.partly_read),
			**({"embedder": embedder, "dimension": str(dimension)} if embedder else {}),
		}
		self._made = replace(made, meta=said, is_whole=True)
		self._made.write(self._folder)

	def verify(self) -> None:
		"""Check that the engine has the rows of the build, and that a sample of the new ones says what was read; of a base to which nothing
		was done, that it has its rows.

		Raises:
			IndexCorrupt: it is not so.
			SearchEngineFailed: the engine did not answer.
		"""
		if self._made is not None:
			check_rows(open_place(self._made.place), self._made, self._draft)
		elif self._base is not None:
			check_rows(open_place(self._base.place), self._base)

	def close(self) -> None:
		"""Release the files, and delete the draft."""
		if self._embedding is not None:
			self._embedding.close()
		if self._open is not None:
			self._open.close()
			shutil.rmtree(self._folder / DRAFT, ignore_errors=True)

	def _embed(self, least: int) -> None:
		"""Make the vectors that are missing, if they are so many."""
		if self._embedding is None or self._open is None:
			return
		while len(waiting := self._open.unembedded(_BATCHES * self._batch_texts)) >= least:
			chunks, texts = zip(*waiting, strict=True)
			self._open.keep_vectors(chunks, self._embedding.of(texts, self._known))

	def _known(self, texts: Sequence[str]) -> dict[str, Vectors]:
		"""The vectors of those texts that inputs had which leave."""
		marks = {text: digest(text) for text in texts}
		known = {
			text: self._leaving_texts[mark] for text, mark in marks.items() if mark in self._leaving_texts
		}
		if not known or self._base_engine is None or self._base is None:
			return {}
		rows = self._base_engine.rows(list(known.values()), ("vector",))
		found = {}
		for text, chunk in known.items():
			if chunk in rows:
				vector = rows[chunk].vector
				# A text in which the model saw nothing has none, and is all zeros.
				found[text] = np.zeros(self._base.dimension, dtype=np.float32) if vector is None else vector
		return found


def place_of(root: Path, settings: StoreSettings, embedder: str, dimension: int) -> Place:
	"""Where the index in ``root`` lies: a collection for each model of vectors, since all of one collection have the same length."""
	owner = own_id(root)
	slug = re.sub(r"[^a-z0-9]+", "_", root.name.lower()).strip("_")[:_LONGEST_SOURCE]
	kind = sha256(f"{embedder} {dimension}".encode()).hexdigest()[:8]
	return Place(settings, "_".join(filter(None, ("huf", slug, owner, kind))), owner)
