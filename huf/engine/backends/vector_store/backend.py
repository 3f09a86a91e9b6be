"""Words on this machine, vectors in any store that LlamaIndex reaches (``docs/scaling.md``)."""

from collections.abc import Callable
from pathlib import Path

from huf.engine.backends.base import Backend, Reader, Rewrites, Writer
from huf.engine.backends.hybrid import vector_file
from huf.engine.backends.hybrid.backend import BATCH_TEXTS
from huf.engine.backends.keyword.backend import BACKEND as KEYWORD
from huf.engine.backends.vector_store.settings import FORMAT, StoreSettings
from huf.engine.embedding import Embedder
from huf.engine.errors import EmbedderMissing

KEY = "vector_store"


def vector_store_backend(
	embedder: Embedder | None,
	store: StoreSettings | None,
	other: Callable[[str], Embedder] | None = None,
	*,
	batch_texts: int = BATCH_TEXTS,
) -> Backend:
	"""The kind of index, for a registry.

	Args:
		embedder: makes the vectors of new builds. None: builds can be read only.
		store: where new builds put them; a build that is there knows its own. None: builds can be read only.
		other: gives the embedder of a build that was made by another one, as in
			:func:`~huf.engine.backends.hybrid.backend.hybrid_backend`.
		batch_texts: how many texts the embedder is given at once.
	"""

	def open_writer(folder: Path, base: Path | None) -> Writer:
		# A process that only searches does not wait for what makes builds.
		from huf.engine.backends.vector_store.writer import VectorStoreWriter

		if embedder is None and base is None:
			raise EmbedderMissing(
				"An index with vectors needs an embedder. Choose one, or the keyword index."
			)
		return VectorStoreWriter(folder, base, embedder, batch_texts, store)

	def open_reader(folder: Path) -> Reader:
		# Nor does a search elsewhere wait for what reaches stores.
		from huf.engine.backends.vector_store.reader import VectorStoreReader

		return VectorStoreReader(folder, embedder, other)

	def open_rewriter(build: Path) -> Rewrites:
		from huf.engine.backends.vector_store.rewriter import VectorStoreRewriter

		return VectorStoreRewriter(build)

	made_by = [
		KEYWORD.version, "vectors", str(vector_file.FORMAT), embedder.key if embedder else "",
		"store", str(FORMAT), store.key if store else "",
	]  # fmt: skip
	return Backend(
		key=KEY,
		version=" ".join(filter(None, made_by)),
		open_writer=open_writer,
		open_reader=open_reader,
		open_rewriter=open_rewriter,
	)
