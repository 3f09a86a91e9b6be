"""Remembered answers are those that the index would give now, for everybody."""

from dataclasses import replace
from pathlib import Path

import pytest
from small_builds import Build

from huf.engine.analysis.query import parse_query
from huf.engine.backends.base import Candidate, Found, Reader, SearchRequest
from huf.engine.builds import remove_build
from huf.engine.search import SearchTarget
from huf.engine.search.opened import open_builds
from huf.engine.search.opened.found_cache import MOST_OF_ONE, FoundCache
from tests.searching import search

HERE = Path("build")


class Counting:
	"""A reader that counts what it is asked, and finds ``size`` chunks."""

	def __init__(self, size: int = 10, notes: tuple[str, ...] = ()) -> None:
		self.asked = 0
		self.found = Found([Candidate(chunk, 1.0) for chunk in range(size)], notes=notes)

	def search(self, request: SearchRequest) -> Found:
		"""Always the same."""
		self.asked += 1
		return self.found


def ask(cache: FoundCache, reader: Counting, query: str, build: Path = HERE, limit: int = 5) -> Found:
	"""Search through ``cache``."""
	return cache.search(build, reader, SearchRequest(parse_query(query), limit))  # type: ignore[arg-type]


def test_equal_requests_are_asked_once() -> None:
	"""The same words of the same build are remembered; other words, limits, modes and builds are not the same."""
	cache, reader = FoundCache(), Counting()
	for _ in range(3):
		assert ask(cache, reader, "a b") is reader.found
	assert reader.asked == 1
	ask(cache, reader, "a c")
	ask(cache, reader, "a b", limit=6)
	ask(cache, reader, "a b", Path("other"))
	request = SearchRequest(parse_query("a b"), 5, "keyword")
	cache.search(HERE, reader, request)  # type: ignore[arg-type]
	cache.search(HERE, reader, replace(request, depth=7))  # type: ignore[arg-type]
	assert reader.asked == 6
	cache.forget(HERE)
	ask(cache, reader, "a b", Path("other"))
	assert reader.asked == 6
	ask(cache, reader, "a b")
	assert reader.asked == 7


def test_memory_is_bounded() -> None:
	"""However much is asked, entries name no more chunks than allowed; the least recently used go first."""
	cache, reader = FoundCache(most_chunks=100), Counting(size=9)
	for number in range(50):
		ask(cache, reader, "first")
		ask(cache, reader, f"q{number}")
		assert cache.chunks <= 100
	assert reader.asked == 51
	large = Counting(MOST_OF_ONE + 1)
	ask(cache, large, "large")
	ask(cache, large, "large")
	assert large.asked == 2 and cache.chunks <= 100
	cache.forget(HERE)
	assert cache.chunks == 0


def test_what_passes_is_not_remembered() -> None:
	"""An answer that comes with a note, such as a model that did not answer, is asked for again."""
	cache, reader = FoundCache(), Counting(notes=("The model was asleep.",))
	ask(cache, reader, "a")
	ask(cache, reader, "a")
	assert reader.asked == 2


def test_rights_are_asked_anew(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A remembered search shows each user what is theirs now, and the index is asked once."""
	path = build({f"n{n}": f"needle {n}" for n in range(6)}).info.path
	asked = []
	open_reader = open_builds.open_build

	def counting(*args: object, **kwargs: object) -> Reader:
		reader = open_reader(*args, **kwargs)  # type: ignore[arg-type]
		inner = reader.search
		monkeypatch.setattr(reader, "search", lambda request: asked.append(request) or inner(request))
		return reader

	monkeypatch.setattr(open_builds, "open_build", counting)
	for allowed in ({"n1"}, {"n2", "n3"}, set(), {"n1"}):
		hits = search(
			[SearchTarget("s", path)],
			"needle",
			top_k=6,
			accept=lambda hits, allowed=allowed: [hit.input in allowed for hit in hits],
		).hits
		assert {hit.input for hit in hits} == allowed
	assert len({request.limit for request in asked}) == len(asked)


def test_a_new_build_is_asked_anew(build: Build) -> None:
	"""The same query of a newer build finds what that one holds, and a removed build is missing at once."""
	old = build({"a": "needle one"}).info.path
	assert [hit.input for hit in search([SearchTarget("s", old)], "needle").hits] == ["a"]
	new = build({"b": "needle two"}).info.path
	assert [hit.input for hit in search([SearchTarget("s", new)], "needle").hits] == ["b"]
	remove_build(old)
	assert search([SearchTarget("s", old)], "needle").skipped[0].code == "Index Missing"
	assert [hit.input for hit in search([SearchTarget("s", new)], "needle").hits] == ["b"]
