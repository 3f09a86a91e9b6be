"""The systems that are compared. Heavy imports stay inside the functions that use them: they are a part of what is
measured.

Each module has ``build(texts, folder)``, and ``opened(texts, folder)``, which
gives a function from a question to the numbers and texts of the ten best chunks, best first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from benchmarks.peers.texts import Texts

TOP = 10
Found = list[tuple[int, str]]
Search = Callable[[str], Found]


class Module(Protocol):
	"""What each system offers."""

	def build(self, texts: Texts, folder: Path) -> None:
		"""Make the index in ``folder``."""

	def opened(self, texts: Texts, folder: Path) -> Search:
		"""Open the index for searching."""


@dataclass(frozen=True)
class System:
	"""One row of the tables."""

	name: str
	leg: str
	"""keyword, vector or hybrid: what it is compared with."""
	path: str
	"""Its module, and the function that opens it if that is not ``opened``."""
	most_chunks: int = 10_000_000
	"""Beyond this it is not tried."""

	@property
	def module(self) -> Module:
		"""Where ``build`` is."""
		found: Module = import_module(f"benchmarks.peers.systems.{self.path.partition(':')[0]}")
		return found

	@property
	def index(self) -> str:
		"""The folder of the index; systems of one module share it."""
		return self.path.partition(":")[0]

	@property
	def opened(self) -> Callable[[Texts, Path], Search]:
		"""The function that opens it."""
		return getattr(self.module, self.path.partition(":")[2] or "opened")


SYSTEMS = (
	System("huf", "keyword", "huf_keyword"),
	System("naive FTS5", "keyword", "naive_fts5"),
	System("tantivy", "keyword", "tantivy_index"),
	System("bm25s", "keyword", "bm25s_index"),
	System("Whoosh", "keyword", "whoosh_index", most_chunks=20_000),
	System("LanceDB", "keyword", "lancedb_words"),
	System("huf, vector", "vector", "huf_hybrid:by_meaning"),
	System("numpy, exact", "vector", "numpy_exact"),
	System("the matrix read once", "vector", "numpy_exact:read_once"),
	System("LanceDB, exact", "vector", "lancedb_vectors:exact"),
	System("LanceDB, IVF_PQ", "vector", "lancedb_vectors:by_index"),
	System("Chroma (HNSW)", "vector", "chroma_hnsw", most_chunks=200_000),
	System("huf, hybrid", "hybrid", "huf_hybrid:by_both"),
	System("huf, its keyword leg", "hybrid", "huf_hybrid:by_words"),
	System("huf, its vector leg", "hybrid", "huf_hybrid:by_meaning"),
)
