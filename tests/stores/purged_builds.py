"""Inputs purged from an index in a search engine, whichever it is."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import EngineManifest
from huf.engine.backends.search_engine.builds.numbering import Collections
from huf.engine.backends.search_engine.contract.engine import SearchEngine
from huf.engine.backends.search_engine.stored.dictionary import Dictionary
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.builds import (
	can_purge,
	clear_served,
	has_traces,
	list_builds,
	purge_build,
	read_inputs,
	remove_build,
	remove_leftovers,
	remove_root,
	verify_build,
)
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.search.opened.open_builds import close_reader
from tests.stores.search_engines import Index, long

SECRET = "Xylophagous quokkas embezzled 48151623 ducats."
WORDS = ("ylophag", "quokka", "48151623", "ducat")


def files_with(folder: Path) -> list[str]:
	"""The files in ``folder`` that hold any of the words, whatever they are."""
	return [
		str(file.relative_to(folder))
		for file in sorted(folder.rglob("*"))
		if file.is_file() and any(word.encode() in file.read_bytes() for word in WORDS)
	]


def with_words(said: Iterable[str]) -> list[str]:
	"""Those of ``said`` that hold any of the words."""
	return [each for each in said if any(word in each for word in WORDS)]


def assert_purges(
	root: Path, settings: StoreSettings, everything: Callable[[SearchEngine], Iterable[str]]
) -> None:
	"""Of an input that kept builds have, had or have with another text, nothing is left in the engine or in a file of the index; all other
	inputs are found as in an index that never had it, in each kept build and in those that go on from them.

	Args:
		everything: all that the server has of the collections of an engine, asked for by other means than huf's.
	"""
	index = Index(root, settings, embedder=FakeEmbedder())
	others = {f"n{n}": long(word, 2) for n, word in enumerate(("copper", "valve", "friday"))}
	first = index.build({**others, "secret": SECRET})
	second = index.build({**others, "secret": "Harmless now."}, first)
	live = index.build({**others, "more": long("hotel"), "secret": f"{SECRET} Again."}, second)

	def said() -> list[str]:
		return [
			each
			for place, _ in Collections.read(root).places.values()
			for each in everything(open_place(place))
		]

	assert len(with_words(said())) > 3, "it can be seen"
	for build in (first, second):
		assert can_purge(build, kinds=index.kinds) and has_traces(build, ["secret"], kinds=index.kinds)
		assert purge_build(root, build, ["secret"], in_place=True, kinds=index.kinds).passages == 1
		close_reader(build)
	made = purge_build(root, live, ["secret"], kinds=index.kinds).info.path
	remove_build(live)
	remove_leftovers(root)
	assert clear_served(root) == []

	assert with_words(said()) == [] and files_with(root) == []
	kept = [root / name for name in list_builds(root)]
	assert kept == sorted([first, second, made])
	for build in kept:
		verify_build(build, kinds=index.kinds)
		assert not has_traces(build, ["secret"], kinds=index.kinds)
		assert "secret" not in read_inputs(build, kinds=index.kinds)
	more = {**others, "more": long("hotel")}
	assert_says(index, settings, made, more)
	assert_says(index, settings, first, others)
	more["last"] = long("otter")
	assert_says(index, settings, index.build(more, made), more)
	remove_root(root)


def assert_says(index: Index, settings: StoreSettings, build: Path, texts: dict[str, str]) -> None:
	"""A build answers as one that was made of ``texts`` from nothing; scores by words apart by what the mean length has moved since."""
	fresh = Index(index.root.with_name("fresh"), settings, embedder=FakeEmbedder())
	path = fresh.build(texts)
	assert frequencies(build) == frequencies(path)
	for query in ("copper valve", "hotel passage", "otter", "friday"):
		for mode, apart in (("keyword", 0.5), ("vector", 1e-3)):
			found, expected = index.found(build, query, mode), fresh.found(path, query, mode)
			assert found == pytest.approx(expected, rel=apart, abs=apart), (query, mode)
	remove_root(fresh.root)


def frequencies(build: Path) -> dict[str, int]:
	"""In how many rows each word of a build stands, as its dictionary has it."""
	manifest = EngineManifest.read(build)
	found: Counter[str] = Counter()
	for term, known in Dictionary(open_place(manifest.place), manifest.dictionary).each():
		found[term] += known.frequency
	return dict(found)
