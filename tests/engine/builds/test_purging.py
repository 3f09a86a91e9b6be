"""Inputs taken out of builds for good: no byte of them is left in any file, and all else is found as before."""

from pathlib import Path

import pytest
from small_builds import SMALL, Build, wanted

from huf.engine.backends import default_registry
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY, hybrid_backend
from huf.engine.backends.hybrid.embedding_cache import EmbeddingCache
from huf.engine.builds import (
	can_purge,
	has_traces,
	list_builds,
	plan_build,
	purge_build,
	remove_build,
	remove_leftovers,
	run_build,
	verify_build,
)
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import IndexMissing
from huf.engine.indexing import BuildSettings
from huf.engine.ocr import ScanCache
from huf.engine.registry import Registry
from huf.engine.scans import PageText
from huf.engine.search import Request, SearchTarget, search

SECRET = "Xylophagous quokkas embezzled 48151623 ducats."
WORDS = [b"xylophag", b"Xylophag", b"quokka", b"48151623", b"ducat"]


def files_with(folder: Path, words: list[bytes]) -> list[str]:
	"""The files that hold any of the words, whatever kind they are of."""
	return [
		f"{file.relative_to(folder)}: {word!r}"
		for file in sorted(folder.rglob("*"))
		if file.is_file()
		for word in words
		if word in file.read_bytes()
	]


def found(build: Path, query: str, kinds: Registry[Backend] | None = None) -> list[str]:
	"""The inputs that a search finds, best first."""
	result = search([SearchTarget("s", build)], Request(query, top_k=20), kinds=kinds)
	assert not result.skipped, result.skipped
	return [hit.input for hit in result.hits]


def with_vectors() -> Registry[Backend]:
	"""The kinds of index, that with vectors among them."""
	kinds = default_registry()
	kinds.register(KEY, hybrid_backend(FakeEmbedder()))
	return kinds


@pytest.mark.parametrize("kind", ["sqlite_fts", KEY])
def test_no_byte_is_left(root: Path, kind: str) -> None:
	"""Of an input that is in the live build, was taken out of it by a change, or was replaced by another text, nothing is left anywhere."""
	kinds, settings = with_vectors(), BuildSettings(SMALL.chunking, backend=kind)
	texts = {str(number): f"Otter number {number} eats fish." for number in range(12)}
	builds: list[Path] = []

	def made(texts: dict[str, str]) -> Path:
		base = builds[-1] if builds else None
		inputs = [wanted(key, text) for key, text in texts.items()]
		plan = plan_build(inputs, base, settings, kinds=kinds)
		builds.append(run_build(root, plan, settings, kinds=kinds).info.path)
		return builds[-1]

	made({**texts, "secret": SECRET})
	made({**texts, "secret": "Harmless now."})
	live = made({**texts, "secret": f"{SECRET} Again.", "other": "An otter sleeps."})
	assert len(files_with(root, WORDS)) > 3
	before = found(live, "otter", kinds)
	assert "secret" in found(live, "quokkas embezzled", kinds)

	for build in builds[:-1]:
		assert can_purge(build, kinds=kinds) and has_traces(build, ["secret"], kinds=kinds)
		purge_build(root, build, ["secret"], in_place=True, kinds=kinds)
	purged = purge_build(root, live, ["secret"], kinds=kinds)
	assert purged.passages >= 1 and purged.info.build_id != live.name
	remove_build(live)
	remove_leftovers(root)

	assert files_with(root, WORDS) == []
	for name in list_builds(root):
		assert verify_build(root / name, kinds=kinds).inputs in (12, 13)
		assert "secret" not in found(root / name, "quokkas embezzled otter", kinds)
		assert not has_traces(root / name, ["secret"], kinds=kinds)
	assert found(purged.info.path, "otter", kinds) == [key for key in before if key != "secret"]
	# What comes after begins from it.
	again = run_build(
		root,
		plan_build(
			[wanted(key, text) for key, text in {**texts, "new": "A new otter."}.items()],
			purged.info.path,
			settings,
			kinds=kinds,
		),
		settings,
		kinds=kinds,
	)
	assert "new" in found(again.info.path, "new otter", kinds)
	verify_build(again.info.path, kinds=kinds)


def test_the_only_input(build: Build) -> None:
	"""An index of nothing else is empty afterwards, and sound."""
	only = build({"secret": SECRET}).info.path
	root = only.parent
	empty = purge_build(root, only, ["secret"]).info
	remove_build(only)
	assert (empty.inputs, empty.chunks) == (0, 0) and files_with(root, WORDS) == []
	assert verify_build(empty.path).chunks == 0 and found(empty.path, "quokkas") == []


def test_what_was_never_there(build: Build) -> None:
	"""A build without the input is not written anew; one that is gone is an error that says so."""
	path = build({"a": "An otter."}).info.path
	assert not has_traces(path, ["secret"])
	with pytest.raises(IndexMissing):
		purge_build(path.parent, path.with_name("20200101T000000-00000000"), ["a"])


def test_a_failure_changes_nothing(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""If the disk is full while a build is written anew, it is there as it was, and nothing beside it."""
	path = build({"a": "An otter.", "secret": SECRET}).info.path

	def full(*_: object) -> None:
		raise OSError(28, "No space left on device")

	monkeypatch.setattr("huf.engine.builds.purging.write_checksums", full)
	with pytest.raises(Exception, match="no room"):
		purge_build(path.parent, path, ["secret"], in_place=True)
	assert [entry.name for entry in path.parent.iterdir()] == [path.name]
	assert found(path, "quokkas") == ["secret"]


def test_caches(root: Path) -> None:
	"""What recognised pages and paid vectors are kept of the input goes, too, and no other."""
	root.mkdir()
	scans = ScanCache(root)
	for file in ("a", "b"):
		scans.keep(file, 1, "m", PageText(f"{SECRET} {file}", 90.0))
	assert scans.forget({"a", "none"}) == 1
	assert scans.find("b", 1, "m") is not None and scans.find("a", 1, "m") is None
	cache = EmbeddingCache(root, "model", "build")
	embedder = FakeEmbedder()
	cache.keep(["one", "two"], embedder.embed(["one", "two"]))
	cache.close()
	from huf.engine.backends.hybrid.embedding_cache import forget_texts

	assert forget_texts(root, ["one", "one", "never"]) == 1
	cache = EmbeddingCache(root, "model", "build")
	assert cache.find(["one", "two"]).keys() == {"two"}
	cache.close()
