"""The kind of index that lies in a search engine as a whole (``docs/scaling.md``)."""

from collections.abc import Callable
from pathlib import Path

from huf.engine.backends.base import Backend, Reader, Rewrites, Writer
from huf.engine.backends.hybrid.backend import BATCH_TEXTS
from huf.engine.backends.keyword.backend import BACKEND as KEYWORD
from huf.engine.backends.search_engine.builds.manifest import FORMAT
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.embedding import Embedder

KEY = "search_engine"


def search_engine_backend(
	embedder: Embedder | None,
	engine: StoreSettings | None,
	other: Callable[[str], Embedder] | None = None,
	*,
	batch_texts: int = BATCH_TEXTS,
) -> Backend:
	"""The kind of index, for a registry.

	Args:
		embedder: makes the vectors of new builds. None: new builds have words alone.
		engine: where new builds go; a build that is there knows its own. None: builds can be read only.
		other: gives the embedder of a build that was made by another one, as in
			:func:`~huf.engine.backends.hybrid.backend.hybrid_backend`.
		batch_texts: how many texts the embedder is given at once.
	"""

	def open_writer(folder: Path, base: Path | None) -> Writer:
		# A process that only searches does not wait for what makes builds.
		from huf.engine.backends.search_engine.making.writer import EngineWriter

		return EngineWriter(folder, base, embedder, batch_texts, engine)

	def open_reader(folder: Path) -> Reader:
		from huf.engine.backends.search_engine.searching.reader import open_reader

		return open_reader(folder, embedder, other)

	def open_rewriter(build: Path) -> Rewrites:
		from huf.engine.backends.search_engine.making.rewriting import EngineRewriter

		return EngineRewriter(build)

	made_by = [
		KEYWORD.version,
		"engine",
		str(FORMAT),
		engine.key if engine else "",
		embedder.key if embedder else "",
	]
	return Backend(
		key=KEY,
		version=" ".join(filter(None, made_by)),
		open_writer=open_writer,
		open_reader=open_reader,
		shares_files=True,
		open_rewriter=open_rewriter,
	)
