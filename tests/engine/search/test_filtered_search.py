"""Filtered searches: every leg ranks within the filter, and never finds fewer than there are."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from huf.engine import backends
from huf.engine.analysis.query import parse_query
from huf.engine.backends.base import Backend, Found, Reader, SearchRequest
from huf.engine.backends.hybrid.backend import KEY, hybrid_backend
from huf.engine.backends.keyword.backend import BACKEND as KEYWORD
from huf.engine.backends.keyword.finalists import Finalists
from huf.engine.backends.keyword.reader import SqliteFtsReader
from huf.engine.builds import BuildSettings, open_build, plan_build, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.filters import Filters
from huf.engine.filters.matching import matching_inputs
from huf.engine.filters.parsing import parse_filters
from huf.engine.postings import allowed as allowed_module
from huf.engine.postings.allowed import of_ranges
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import WantedInput
from tests.engine.small_builds import wanted
from tests.searching import search

SETTINGS = BuildSettings(ChunkSettings("recursive", size=100, overlap=0, unit="characters"), backend=KEY)
WORDS = "crane hotel train invoice safety travel pump bearing budget march".split()
INPUTS = 240
FILTERS: tuple[dict[str, Any], ...] = (
	{"metadata.number": {"<": 120}},
	{"metadata.number": {"<": 3}},
	{"metadata.number": {">=": 0}},
	{"tags": "red"},
	{"tags": {"not in": ["red", "blue"]}},
	{"title": "*7"},
	{"date": {"from": "2024-02-01", "to": "2024-02-10"}},
	{"inputs": ["n1", "n100", "nowhere"]},
	{"inputs": ["nowhere"]},
	{"tags": "blue", "metadata.number": {"between": [10, 60]}},
)
QUERIES = (
	"crane",
	"hotel train safety",
	"invoice pump bearing budget march",
	'"crane hotel"',
	"the of",
	"what",
)


@pytest.fixture(scope="module")
def kinds() -> Registry[Backend]:
	"""The hybrid kind with a model that costs nothing."""
	registry: Registry[Backend] = Registry("knowledge type")
	registry.register(KEY, hybrid_backend(FakeEmbedder()))
	return registry


def some_inputs() -> list[WantedInput]:
	"""Random texts of a few words, so that most words are in most inputs; among them function words."""
	rng = random.Random(7)
	inputs = []
	for number in range(INPUTS):
		words = rng.choices([*WORDS, "the", "of", "what"], k=rng.randint(3, 40))
		metadata = {
			"number": number,
			"tags": rng.choice(["red", "blue", "green", "blue,red", ""]),
			"date": f"2024-{number % 3 + 1:02d}-{number % 28 + 1:02d}",
		}
		inputs.append(wanted(f"n{number}", " ".join(words), metadata=metadata))
	return inputs


@pytest.fixture(scope="module")
def path(kinds: Registry[Backend], tmp_path_factory: pytest.TempPathFactory) -> Path:
	"""A build of two segments, in which some chunks are dead."""
	root = tmp_path_factory.mktemp("filtered")
	inputs = some_inputs()
	before = [*inputs[:200], wanted("n200", "crane hotel old text"), wanted("gone", "crane hotel gone")]
	base = run_build(root, plan_build(before, None, SETTINGS, kinds=kinds), SETTINGS, kinds=kinds)
	plan = plan_build(inputs, base.info.path, SETTINGS, kinds=kinds)
	assert plan.remove == ("gone",)
	return run_build(root, plan, SETTINGS, kinds=kinds).info.path


@pytest.fixture
def reader(path: Path, kinds: Registry[Backend]) -> Iterator[Reader]:
	"""The build, open."""
	opened = open_build(path, kinds=kinds)
	yield opened
	opened.close()


def asked(reader: Reader, query: str, limit: int, mode: Any, filters: Filters) -> list[tuple[int, float]]:
	"""Chunks and scores."""
	found = reader.search(SearchRequest(parse_query(query), limit, mode, filters))
	return [(candidate.chunk, candidate.score) for candidate in found.candidates]


def inputs_of(reader: Reader, chunks: Sequence[int]) -> list[str]:
	"""The input of each chunk."""
	passages = reader.passages(chunks)
	return [passages[chunk].input for chunk in chunks]


@pytest.mark.parametrize(("few", "many"), [(0.0, 0.0), (0.0, 2.0), (1.0, 0.0)])
@pytest.mark.parametrize("values", FILTERS, ids=str)
def test_words(
	reader: Reader, monkeypatch: pytest.MonkeyPatch, values: dict[str, Any], few: float, many: float
) -> None:
	"""By words, a filter gives exactly what leaving the others out of all hits gives: same chunks, order and scores."""
	monkeypatch.setattr(allowed_module, "_FEW", few)
	monkeypatch.setattr(allowed_module, "_MANY", many)
	# The closer look at the first hits is at other hits with a filter than without.
	monkeypatch.setattr(Finalists, "in_order", lambda self, found, limit, closeness, spoken: found[:limit])
	filters = parse_filters(values)
	keys = matching_inputs(filters, reader.inputs())
	for query in QUERIES:
		every = asked(reader, query, 10_000, "keyword", Filters())
		expected = [
			pair
			for pair, key in zip(every, inputs_of(reader, [chunk for chunk, _ in every]), strict=True)
			if key in keys
		]
		if query in ('"crane hotel"', "the of") and not expected:
			continue  # these words do not stand together within the filter, so they are looked for one by one
		for limit in (1, 5, 10_000):
			found = asked(reader, query, limit, "keyword", filters)
			assert [chunk for chunk, _ in found] == [chunk for chunk, _ in expected[:limit]]
			assert np.allclose([s for _, s in found], [s for _, s in expected[:limit]], rtol=1e-5)


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
@pytest.mark.parametrize("values", FILTERS, ids=str)
def test_meaning(reader: Reader, mode: str, values: dict[str, Any]) -> None:
	"""By meaning every chunk is a match, so a filter finds all chunks of its inputs, or as many as are asked for."""
	filters = parse_filters(values)
	keys = matching_inputs(filters, reader.inputs())
	total = sum(item.chunks for item in reader.inputs() if item.key in keys)
	for limit in (1, 5, 130, 10_000):
		found = [chunk for chunk, _ in asked(reader, "hotel train safety", limit, mode, filters)]
		assert len(found) == min(limit, total)
		assert set(inputs_of(reader, found)) <= keys
		assert len(set(found)) == len(found)


@pytest.mark.parametrize("values", FILTERS, ids=str)
def test_nearest(reader: Reader, values: dict[str, Any]) -> None:
	"""By meaning alone, a filter leaves the similarities and the order as they are."""
	filters = parse_filters(values)
	keys = matching_inputs(filters, reader.inputs())
	every = asked(reader, "hotel train safety", 10_000, "vector", Filters())
	expected = [
		pair for pair, key in zip(every, inputs_of(reader, [c for c, _ in every]), strict=True) if key in keys
	]
	found = asked(reader, "hotel train safety", 10_000, "vector", filters)
	assert np.allclose([s for _, s in found], [s for _, s in expected], atol=1e-6)
	assert sorted(chunk for chunk, _ in found) == sorted(chunk for chunk, _ in expected)


def test_phrase_and_filter(reader: Reader) -> None:
	"""A phrase narrows within the filter; where the filter has none, its words are looked for in the filter."""
	phrase = [chunk for chunk, _ in asked(reader, '"crane hotel"', 10_000, "keyword", Filters())]
	holding = set(inputs_of(reader, phrase))
	without = sorted(f"n{number}" for number in range(INPUTS) if f"n{number}" not in holding)
	assert holding
	one = parse_filters({"inputs": [min(holding), *without]})
	found = asked(reader, '"crane hotel"', 10_000, "keyword", one)
	assert set(inputs_of(reader, [chunk for chunk, _ in found])) == {min(holding)}
	rest = asked(reader, '"crane hotel"', 10_000, "keyword", parse_filters({"inputs": without}))
	assert rest
	assert set(inputs_of(reader, [chunk for chunk, _ in rest])) <= set(without)


def test_through_the_search(path: Path, kinds: Registry[Backend]) -> None:
	"""The search fills up to top_k from within the filter, whatever is refused besides, and hits carry the metadata."""
	filters = parse_filters({"tags": "red"})
	targets = [SearchTarget("s", path)]
	every = search(targets, "crane hotel", top_k=10_000, kinds=kinds, mode="keyword", filters=filters).hits
	assert all("red" in str(hit.metadata["tags"]) for hit in every)
	odd = search(
		targets,
		"crane hotel",
		top_k=10_000,
		kinds=kinds,
		mode="keyword",
		filters=filters,
		accept=lambda hits: [int(str(hit.input)[1:]) % 2 == 1 for hit in hits],
	).hits
	assert [hit.chunk_id for hit in odd] == [
		hit.chunk_id for hit in every if int(str(hit.input)[1:]) % 2 == 1
	]


def test_a_kind_that_does_not_filter_is_skipped(path: Path, tmp_path: Path) -> None:
	"""Hits that the filter leaves out are never shown: the source is skipped with the reason."""

	class Ignorant(SqliteFtsReader):
		"""Knows nothing of filters."""

		def search(self, request: SearchRequest) -> Found:
			"""What it always did."""
			return super().search(SearchRequest(request.query, request.limit))

	kinds = backends.default_registry()
	kinds.register("ignorant", Backend("ignorant", "1", KEYWORD.open_writer, Ignorant))
	settings = BuildSettings(backend="ignorant")
	plan = plan_build(some_inputs()[:20], None, settings, kinds=kinds)
	built = run_build(tmp_path, plan, settings, kinds=kinds).info.path
	targets = [SearchTarget("s", built)]
	result = search(targets, "crane", kinds=kinds, filters=parse_filters({"inputs": "n1"}))
	assert not result.hits
	assert [(skip.code, "does not filter" in skip.reason) for skip in result.skipped] == [
		("Filters Ignored", True)
	]
	assert search(targets, "crane", kinds=kinds).hits


def test_ranges() -> None:
	"""Ranges of chunk numbers become a mask, also none, one chunk, and the last one."""
	made = of_ranges(np.array([[1, 1], [3, 5], [6, 6]], dtype=np.int64), 6)
	assert made.chunks.tolist() == [1, 3, 4, 5, 6]
	assert [number in made for number in (0, 1, 2, 6, 7)] == [False, True, False, True, False]
	assert of_ranges(np.zeros((0, 2), dtype=np.int64), 3).chunks.tolist() == []
