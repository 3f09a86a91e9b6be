"""Lets a module of tests run as they are over an index with vectors, searched by words and meaning or by meaning alone."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from huf.engine.backends.base import Found, Mode, Reader, SearchRequest
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.hybrid.reader import SqliteHybridReader
from huf.engine.backends.keyword import backend as sqlite_fts
from huf.engine.embedding.testing import FakeEmbedder

LEGS: tuple[Mode, ...] = ("keyword", "hybrid", "vector")


def search_by(leg: Mode) -> Iterator[None]:
	"""While the fixture that yields from this lives, the default kind of index has vectors, and is searched by ``leg``."""
	if leg == "keyword":
		yield
		return
	embedder = FakeEmbedder(is_costly=False)

	class LegReader(SqliteHybridReader):
		"""Searched by the leg unless the test says by which."""

		def search(self, request: SearchRequest) -> Found:
			return super().search(replace(request, mode=request.mode or leg))

	def open_reader(folder: Path) -> Reader:
		return LegReader(folder, embedder)

	backend = replace(hybrid_backend(embedder), key="sqlite_fts", open_reader=open_reader)
	with pytest.MonkeyPatch.context() as patch:
		patch.setattr(sqlite_fts, "BACKEND", backend)
		yield
