"""What is known of an input can change without reading or embedding it again."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY, hybrid_backend
from huf.engine.backends.keyword.backend import BACKEND as KEYWORD
from huf.engine.backends.keyword.writer import SqliteFtsWriter
from huf.engine.builds import BuildResult, BuildSettings, plan_build, read_inputs, run_build, verify_build
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.filters.parsing import parse_filters
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import Chunk, IndexedInput
from tests.engine.small_builds import wanted
from tests.searching import search

TEXTS = {"hotel": "A hotel room is paid up to ninety euros.", "train": "A train ticket in second class."}


def built(
	root: Path,
	kinds: Registry[Backend],
	base: Path | None = None,
	metadata: Mapping[str, Any] | None = None,
	**values: Any,
) -> BuildResult:
	"""Both texts; ``metadata`` and ``values`` are those of the hotel."""
	settings = BuildSettings(backend=next(iter(set(kinds) - {"sqlite_fts"}), "sqlite_fts"))
	inputs = [
		wanted("hotel", TEXTS["hotel"], metadata=metadata or {}, **values),
		wanted("train", TEXTS["train"]),
	]
	return run_build(root, plan_build(inputs, base, settings, kinds=kinds), settings, kinds=kinds)


def test_without_embedding(tmp_path: Path) -> None:
	"""New metadata and a new address are written and filtered by; nothing is embedded, and the time it was indexed stays."""
	embedder = FakeEmbedder()
	kinds: Registry[Backend] = Registry("knowledge type")
	kinds.register(KEY, hybrid_backend(embedder))
	first = built(tmp_path, kinds)
	asked = len(embedder.asked)
	second = built(tmp_path, kinds, first.info.path, {"tags": "travel"}, url="https://a.example")
	assert len(embedder.asked) == asked
	assert second.outcomes == ()
	verify_build(second.info.path, kinds=kinds)
	before, after = (read_inputs(path, kinds=kinds)["hotel"] for path in (first.info.path, second.info.path))
	assert (after.metadata, after.url, after.indexed_at) == (
		{"tags": "travel", "document_language": "en"},
		"https://a.example",
		before.indexed_at,
	)
	for path, hits in ((first.info.path, []), (second.info.path, ["hotel"])):
		result = search(
			[SearchTarget("s", path)], "room", kinds=kinds, filters=parse_filters({"tags": "travel"})
		)
		assert [hit.input for hit in result.hits] == hits


def test_plans(tmp_path: Path) -> None:
	"""Only metadata and address relabel; a title, other content and force index again, and no change does nothing."""
	kinds: Registry[Backend] = Registry("knowledge type")
	kinds.register("sqlite_fts", KEYWORD)
	base = built(tmp_path, kinds).info.path
	for values, relabelled, indexed in (
		({}, 0, 0),
		({"metadata": {"a": 1}}, 1, 0),
		({"metadata": {"a": float("nan")}}, 1, 0),
		({"url": "https://a.example"}, 1, 0),
		({"title": "Another"}, 0, 1),
		({"metadata": {"a": 1}, "content_hash": "other"}, 0, 1),
		({"metadata": {"a": 1}, "force": True}, 0, 1),
	):
		inputs = [wanted("hotel", TEXTS["hotel"], **values), wanted("train", TEXTS["train"])]
		plan = plan_build(inputs, base, BuildSettings(), kinds=kinds)
		assert (len(plan.relabel), len(plan.index)) == (relabelled, indexed)
		assert plan.is_empty is (relabelled + indexed == 0)


def test_numbers_that_are_none(tmp_path: Path) -> None:
	"""Infinite numbers in metadata are stored as nothing: every filter can read the index, and nothing changes for ever."""
	kinds: Registry[Backend] = Registry("knowledge type")
	kinds.register("sqlite_fts", KEYWORD)
	metadata = {"a": float("nan"), "b": float("-inf"), "c": 1}
	base = built(tmp_path, kinds, None, metadata).info.path
	assert read_inputs(base)["hotel"].metadata == {"a": None, "b": None, "c": 1, "document_language": "en"}
	filters = parse_filters({"metadata.c": 1, "metadata.a": {"is set": False}})
	assert len(search([SearchTarget("s", base)], "hotel", filters=filters).hits) == 1
	inputs = [wanted("hotel", TEXTS["hotel"], metadata=metadata), wanted("train", TEXTS["train"])]
	assert plan_build(inputs, base, BuildSettings()).is_empty


def test_a_kind_that_cannot(tmp_path: Path) -> None:
	"""A writer without the method gets the input to index again, and the build is the same."""

	class Plain:
		"""Hands on what every writer has."""

		def __init__(self, folder: Path, base: Path | None) -> None:
			self._writer = SqliteFtsWriter(folder, base)
			for name in (
				"transaction",
				"remove_input",
				"has_input",
				"begin_input",
				"end_input",
				"finish",
				"verify",
				"close",
			):
				setattr(self, name, getattr(self._writer, name))

		def add_chunks(self, input_id: int, chunks: Iterator[Chunk]) -> None:
			"""As it is."""
			self._writer.add_chunks(input_id, chunks)

	kinds: Registry[Backend] = Registry("knowledge type")
	kinds.register("plain", Backend("plain", "1", Plain, KEYWORD.open_reader))  # type: ignore[arg-type]
	first = built(tmp_path, kinds)
	second = built(tmp_path, kinds, first.info.path, {"tags": "travel"})
	assert [outcome.key for outcome in second.outcomes] == ["hotel"]
	hotel: IndexedInput = read_inputs(second.info.path, kinds=kinds)["hotel"]
	assert hotel.metadata == {"tags": "travel", "document_language": "en"}
