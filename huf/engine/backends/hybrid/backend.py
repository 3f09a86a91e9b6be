"""Words and meanings: an ``sqlite_fts`` index with a matrix of vectors beside it, made by the embedder at hand."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from huf.engine.backends.base import Backend, Writer
from huf.engine.backends.hybrid import vector_file
from huf.engine.backends.hybrid.reader import SqliteHybridReader
from huf.engine.backends.keyword.backend import BACKEND as KEYWORD
from huf.engine.embedding import Embedder
from huf.engine.errors import EmbedderMissing

if TYPE_CHECKING:
	from huf.engine.backends.hybrid.merger import VectorSegmentMerger

KEY = "sqlite_hybrid"
BATCH_TEXTS = 100
"""Texts given to the embedder, and kept, at once: one request of most providers."""


def _open_merger(base: Path) -> "VectorSegmentMerger":
	from huf.engine.backends.hybrid.merger import VectorSegmentMerger

	return VectorSegmentMerger(base)


def hybrid_backend(
	embedder: Embedder | None,
	other: Callable[[str], Embedder] | None = None,
	*,
	batch_texts: int = BATCH_TEXTS,
) -> Backend:
	"""The kind of index, for a registry.

	Args:
		embedder: makes the vectors of new builds. None: builds can be read only.
		other: gives the embedder of a build that was made by another one, by its ``key``, so that an old build
			answers with its own model until the new one is live. Without it such a build is outdated.
		batch_texts: how many texts the embedder is given at once.
	"""

	def open_writer(folder: Path, base: Path | None) -> Writer:
		# A process that only searches does not wait for what makes builds.
		from huf.engine.backends.hybrid.writer import SqliteHybridWriter

		if embedder is None and base is None:
			raise EmbedderMissing(
				"An index with vectors needs an embedder. Choose one, or the keyword index."
			)
		return SqliteHybridWriter(folder, base, embedder, batch_texts)

	return Backend(
		key=KEY,
		version=f"{KEYWORD.version} vectors {vector_file.FORMAT} {embedder.key if embedder else ''}".strip(),
		open_writer=open_writer,
		open_reader=partial(SqliteHybridReader, embedder=embedder, other=other),
		shares_files=True,
		open_merger=_open_merger,
		open_rewriter=_open_merger,
		hold_open=KEYWORD.hold_open,
	)
