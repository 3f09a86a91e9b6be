"""What a rebuild would have to embed: told from the passages of a build and the vectors that are kept."""

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from huf.engine.backends import default_registry
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.hybrid.embedding_cache import FILE_NAME, digest, kept_of
from huf.engine.builds import Texts, estimating, plan_build, run_build, texts_to_embed
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import IndexMissing
from huf.engine.registry import Registry
from huf.engine.tokens import count_tokens
from tests.engine.small_builds import SMALL, wanted

TEXTS = {
	f"n{number}": f"# Part {number}\n\nThe crane number {number} is inspected every March. " * 6
	for number in range(20)
}


def kinds_with(embedder: FakeEmbedder) -> "Registry":
	"""The kinds of index with this embedder."""
	registry = default_registry()
	registry.register("sqlite_hybrid", hybrid_backend(embedder))
	return registry


def built(root: Path, embedder: FakeEmbedder) -> Path:
	"""A build of all texts."""
	kinds = kinds_with(embedder)
	settings = replace(SMALL, backend="sqlite_hybrid")
	plan = plan_build([wanted(key, text) for key, text in TEXTS.items()], None, settings, kinds=kinds)
	return run_build(root, plan, settings, kinds=kinds).info.path


def test_what_is_kept_is_not_asked_for(tmp_path: Path) -> None:
	"""The same model has all vectors; another one none; and what is told is exactly what it would then be asked."""
	embedder = FakeEmbedder()
	path = built(tmp_path, embedder)
	kinds = kinds_with(embedder)
	same = texts_to_embed(path, embedder.key, cache=tmp_path, kinds=kinds)
	assert same is not None
	assert (same.new_passages, same.new_tokens, same.is_sample) == (0, 0, False)
	assert same.passages >= len(embedder.asked) > 20 and same.tokens > 100
	other = texts_to_embed(path, "fake:2", cache=tmp_path, kinds=kinds)
	tokens = sum(map(count_tokens, embedder.asked))
	assert other == Texts(same.passages, same.tokens, len(embedder.asked), tokens, is_sample=False)


def test_a_part_of_the_vectors(tmp_path: Path) -> None:
	"""Each passage is looked up by the very text that was embedded, title and heading too."""
	embedder = FakeEmbedder()
	path = built(tmp_path, embedder)
	with sqlite3.connect(tmp_path / FILE_NAME) as connection:
		gone = [digest(text) for text in embedder.asked[:7]]
		connection.executemany("DELETE FROM vectors WHERE text = ?", [(mark,) for mark in gone])
	connection.close()
	found = texts_to_embed(path, embedder.key, cache=tmp_path, kinds=kinds_with(embedder))
	assert found is not None and found.new_passages == 7


def test_no_time_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""After its time the rest is told from what was seen, and says so; nothing is ever found without a look."""
	embedder = FakeEmbedder()
	path = built(tmp_path, embedder)
	ticks = iter(range(0, 10_000, 100))
	with monkeypatch.context() as smaller:
		smaller.setattr(estimating, "_BATCH", 30)
		found = texts_to_embed(
			path, "fake:2", cache=tmp_path, kinds=kinds_with(embedder), clock=lambda: float(next(ticks))
		)
	whole = texts_to_embed(path, "fake:2", cache=tmp_path, kinds=kinds_with(embedder))
	assert found is not None and whole is not None
	assert found.is_sample and found.passages == whole.passages
	assert found.new_passages == pytest.approx(whole.new_passages, rel=0.3)
	assert found.tokens == pytest.approx(whole.tokens, rel=0.2)


def test_without_a_cache_or_a_build(tmp_path: Path) -> None:
	"""A cache that is away or is none has no vectors, and is not made; a build that is away is an error."""
	embedder = FakeEmbedder()
	path = built(tmp_path / "one", embedder)
	(tmp_path / "two").mkdir()
	assert kept_of(tmp_path / "two", embedder.key, [digest("a")]) == set()
	assert not list((tmp_path / "two").iterdir())
	(tmp_path / "two" / FILE_NAME).write_bytes(b"no database" * 1000)
	found = texts_to_embed(path, embedder.key, cache=tmp_path / "two", kinds=kinds_with(embedder))
	assert found is not None and found.new_passages == len(embedder.asked)
	shutil.rmtree(path)
	with pytest.raises(IndexMissing):
		texts_to_embed(path, embedder.key, cache=tmp_path, kinds=kinds_with(embedder))
