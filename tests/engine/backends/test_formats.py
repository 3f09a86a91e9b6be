"""A build of a newer huf is named and left as it is, one of an older huf is made anew."""

import sqlite3
from pathlib import Path

import pytest
from newer_builds import NEWER
from small_builds import SMALL, Build, wanted

from huf.engine.backends import default_registry
from huf.engine.backends.formats import check_formats, read_kind
from huf.engine.backends.hybrid import vector_file
from huf.engine.backends.hybrid.backend import KEY, hybrid_backend
from huf.engine.backends.keyword import schema
from huf.engine.builds import BuildSettings, open_build, plan_build, read_inputs, run_build, verify_build
from huf.engine.disk.checksums import write_checksums
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import IndexOutdated, IndexTooNew
from huf.engine.search import Request, SearchTarget, search

SAID = "made by a newer version of huf"


@pytest.mark.parametrize("how", NEWER)
def test_a_newer_build_is_left_as_it_is(build: Build, how: str) -> None:
	"""Nobody reads it, plans on top of it or takes it for damaged; searches name it, and the other source answers."""
	newer, own = build({"a": "needle one"}).info.path, build({"b": "needle two"}).info.path
	NEWER[how](newer)
	before = {file.name: file.read_bytes() for file in newer.iterdir()}
	for read in (open_build, read_inputs, verify_build):
		with pytest.raises(IndexTooNew, match=SAID):
			read(newer)
	with pytest.raises(IndexTooNew, match=SAID):
		plan_build([wanted("a", "needle one")], newer, SMALL)
	result = search([SearchTarget("newer", newer), SearchTarget("own", own)], Request("needle"))
	assert [hit.input for hit in result.hits] == ["b"]
	(skip,) = result.skipped
	assert (skip.source, skip.code) == ("newer", IndexTooNew.code) and SAID in skip.reason
	assert {file.name: file.read_bytes() for file in newer.iterdir()} == before


def test_vectors_have_a_version_of_their_own(root: Path) -> None:
	"""Newer files of vectors beside tables that did not change are noticed, too."""
	kinds = default_registry()
	kinds.register(KEY, hybrid_backend(FakeEmbedder()))
	settings = BuildSettings(SMALL.chunking, backend=KEY)
	made = run_build(
		root, plan_build([wanted("a", "needle")], None, settings, kinds=kinds), settings, kinds=kinds
	)
	with sqlite3.connect(made.info.path / schema.FILE_NAME) as connection:
		said = dict(connection.execute("SELECT key, value FROM meta").fetchall())
		assert said[vector_file.FORMAT_ENTRY] == str(vector_file.FORMAT)
		said[vector_file.FORMAT_ENTRY] = str(vector_file.FORMAT + 1)
		said["checksum"] = schema.meta_checksum(said)
		connection.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", said.items())
	connection.close()
	write_checksums(made.info.path)
	with pytest.raises(IndexTooNew, match=SAID):
		open_build(made.info.path, kinds=kinds)


def test_an_older_build_is_made_anew(build: Build) -> None:
	"""It is no base of a plan: everything is indexed."""
	older = build({"a": "needle one"}).info.path
	with sqlite3.connect(older / schema.FILE_NAME) as connection:
		said = dict(connection.execute("SELECT key, value FROM meta").fetchall())
		said["format"] = str(schema.FORMAT - 1)
		said["checksum"] = schema.meta_checksum(said)
		connection.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", said.items())
	connection.close()
	write_checksums(older)
	with pytest.raises(IndexOutdated, match="older version of huf"):
		open_build(older)
	plan = plan_build([wanted("a", "needle one")], older, SMALL)
	assert plan.base is None and [item.key for item in plan.index] == ["a"]


@pytest.mark.parametrize(
	("made", "is_newer"), [("", False), ("1", False), ("2", True), ("10", True), ("²", False), ("x", False)]
)
def test_which_is_newer(made: str, is_newer: bool) -> None:
	"""Versions are numbers, and compared as such; what is none is damage, which others name."""
	if not is_newer:
		check_formats({"format": made}, {"format": 1})
		return
	with pytest.raises(IndexTooNew):
		check_formats({"format": made}, {"format": 1})


def test_the_kind_of_this_layout_stands_alone(build: Build) -> None:
	"""As it did before layouts were told, so that an older huf still reads it."""
	path = build({"a": "needle"}).info.path
	assert (path / "backend").read_text("utf-8") == read_kind(path) == "sqlite_fts"
