"""Reading chunks back: each with what is known of its input, however many inputs there are."""

import sqlite3
from pathlib import Path

import pytest
from small_builds import SMALL, wanted

from huf.engine.backends.base import Passage
from huf.engine.backends.keyword import passages as sqlite_passages
from huf.engine.backends.keyword.opened import OpenBuild
from huf.engine.backends.keyword.passages import Passages
from huf.engine.backends.keyword.schema import FILE_NAME
from huf.engine.builds import plan_build, run_build
from huf.engine.errors import IndexCorrupt


@pytest.fixture
def folder(root: Path) -> Path:
	"""A build of ten inputs of one chunk each."""
	texts = [
		wanted(f"k{n}", f"text number {n}", title=f"t{n}", url=f"https://a/{n}", metadata={"n": n})
		for n in range(10)
	]
	return run_build(root, plan_build(texts, None, SMALL), SMALL).info.path


def _told(passage: Passage) -> tuple[object, ...]:
	return passage.text.strip(), passage.input, passage.title, passage.url, dict(passage.metadata)


@pytest.mark.parametrize("known", [1, 3, 100])
def test_each_passage_is_of_its_own_input(folder: Path, monkeypatch: pytest.MonkeyPatch, known: int) -> None:
	"""Whatever was read before and however few inputs are remembered, a chunk has the title and metadata of its input."""
	monkeypatch.setattr(sqlite_passages._inputs, "most", known)
	passages = Passages(OpenBuild(folder))
	everything = passages.of(range(1, 11))
	assert sorted(_told(passage) for passage in everything.values()) == [
		(f"text number {n}", f"k{n}", f"t{n}", f"https://a/{n}", {"n": n}) for n in range(10)
	]
	for chunks in ([1], [2, 3, 4], [1, 4], list(range(1, 11)), [10]):
		assert passages.of(chunks) == {chunk: everything[chunk] for chunk in chunks}


def test_nobody_changes_what_another_gets(folder: Path) -> None:
	"""Metadata, which all passages of an input share, cannot be added to."""
	passages = Passages(OpenBuild(folder))
	with pytest.raises(TypeError):
		passages.of([1])[1].metadata["mine"] = True  # type: ignore[index]


@pytest.mark.parametrize("known", [0, 2, 100])
def test_what_was_read_before_changes_nothing(
	folder: Path, monkeypatch: pytest.MonkeyPatch, known: int
) -> None:
	"""Asked again, in another order or with chunks that there are not, the passages are the same ones."""
	monkeypatch.setattr(sqlite_passages._chunks, "most", known)
	passages = Passages(OpenBuild(folder))
	everything = Passages(OpenBuild(folder)).of(range(1, 11))
	for chunks in ([3], [1, 2, 3], [9, 1, 77], [], [10, 9, 8, 7, 3], [3]):
		found = passages.of(chunks)
		assert found == {chunk: everything[chunk] for chunk in chunks if chunk <= 10}
		assert list(found) == [chunk for chunk in chunks if chunk <= 10]


def test_a_chunk_without_its_input_is_told(folder: Path) -> None:
	"""An index that lost the row of an input says so, and shows no passage that nobody can place."""
	with sqlite3.connect(folder / FILE_NAME) as connection:
		connection.execute("DELETE FROM inputs WHERE key = 'k3'")
	with pytest.raises(IndexCorrupt, match="Rebuild"):
		Passages(OpenBuild(folder)).of(range(1, 11))
