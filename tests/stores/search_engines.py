"""Search engines for tests: Qdrant in the local mode of its client, which means the same as a server and needs none, Milvus in a file, and a
PostgreSQL of their own."""

import json
from dataclasses import replace
from pathlib import Path

from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.search_engine.backend import KEY, search_engine_backend
from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.numbering import Collections
from huf.engine.backends.search_engine.contract.engine import EVERYWHERE
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.builds import plan_build, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.indexing import BuildSettings
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import WantedInput
from tests.searching import search
from tests.stores.postgres import address

CHUNKING = ChunkSettings("recursive", 200, 0, "characters")
IN_MEMORY = StoreSettings.named("qdrant", '{"location": ":memory:"}')
"""Gone with the process, or when its clients are closed."""


def on_disk(path: Path) -> StoreSettings:
	"""In files, which one process at a time can open."""
	return StoreSettings.named("qdrant", json.dumps({"path": str(path)}))


def in_milvus(folder: Path, **settings: object) -> StoreSettings:
	"""In a file that Milvus Lite serves to this process."""
	own = {"uri": str(folder / "milvus.db"), "timeout": 120, **settings}
	return StoreSettings.named("milvus-whole", json.dumps(own))


def in_postgres(**settings: object) -> StoreSettings:
	"""In a server that all tests of this process share; an index has tables of its own."""
	return StoreSettings.named("postgresql", json.dumps({"connection_string": address(), **settings}))


class Index:
	"""An index in ``root``, of texts."""

	def __init__(
		self, root: Path, engine: StoreSettings | None = IN_MEMORY, *, embedder: FakeEmbedder | None = None
	) -> None:
		self.root = root
		self.kinds: Registry = Registry("knowledge type")
		self.kinds.register(KEY, search_engine_backend(embedder, engine))
		self.kinds.register("sqlite_hybrid", hybrid_backend(embedder or FakeEmbedder()))
		self.settings = BuildSettings(CHUNKING, backend=KEY)

	def build(self, texts: dict[str, str], base: Path | None = None, *, of: str = KEY) -> Path:
		"""Make and publish a build that says ``texts``, from ``base``."""
		settings = replace(self.settings, backend=of)
		plan = plan_build([wanted(*each) for each in texts.items()], base, settings, kinds=self.kinds)
		return run_build(self.root, plan, settings, kinds=self.kinds).info.path

	def found(self, path: Path, query: str, mode: str | None = None) -> dict[str, float]:
		"""What is found in a build: score by passage."""
		result = search([SearchTarget("s", path)], query, top_k=100, mode=mode, kinds=self.kinds)
		assert not result.skipped
		return {hit.chunk_id: hit.score for hit in result.hits}

	def texts(self, path: Path, query: str) -> list[str]:
		"""The texts of what is found."""
		result = search([SearchTarget("s", path)], query, top_k=100, kinds=self.kinds)
		return [hit.text.strip() for hit in result.hits]

	def held(self) -> tuple[int, int]:
		"""How many rows and entries the engine has for the index, in all collections."""
		rows = entries = 0
		for place, _ in Collections.read(self.root).places.values():
			engine = open_place(place)
			rows += engine.count(EVERYWHERE)
			entries += sum(1 for _ in engine.each_entry(EVERYWHERE))
		return rows, entries


def wanted(key: str, text: str) -> WantedInput:
	"""An input of a text."""
	content = Content.from_text(text, f"{key}.txt")
	return WantedInput(key, content.sha256(), f"Title {key}", lambda: content)


def long(word: str, count: int = 10) -> str:
	"""A text of ``count`` passages."""
	return "".join(
		f"{word} stands in passage {n} of this text, and that goes on for a while about this and that, so that no two of them fit into"
		" one passage.\n\n"
		for n in range(count)
	)
