"""The command line with vectors in a vector store."""

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from huf.cli.commands import main
from huf.engine.backends.search_engine.qdrant import QdrantEngine, close_clients, open_engine
from huf.engine.backends.vector_store.settings import SHORT_NAMES, StoreSettings
from huf.engine.builds import Served
from huf.engine.errors import SearchEngineFailed
from tests.cli_runner import RUNNER
from tests.stores.purged_builds import SECRET, files_with
from tests.stores.vector_stores import MEMORY, MILVUS, POSTGRES, MemoryStore

pytestmark = pytest.mark.skipif(
	find_spec("wordllama") is None, reason="wordllama has no wheel for this Python"
)


@pytest.fixture(autouse=True)
def server() -> Iterator[None]:
	"""An empty store."""
	MemoryStore.reset()
	yield
	MemoryStore.reset()


@pytest.fixture
def options(tmp_path: Path) -> list[str]:
	"""What names the store on the command line."""
	file = tmp_path / "store.json"
	file.write_text('{"index": "{collection}", "dimension": "{dimension}"}')
	return ["--store", MEMORY, "--store-settings", str(file)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
	"""Two files."""
	folder = tmp_path / "files"
	folder.mkdir()
	(folder / "travel.txt").write_text("A hotel room is paid up to ninety euros a night.")
	(folder / "crane.txt").write_text("The crane is inspected every March by an engineer.")
	return folder


def huf(*arguments: object, code: int = 0) -> dict[str, Any]:
	"""The object that a command prints."""
	result = RUNNER.invoke(main, [*map(str, arguments), "--json"])
	assert result.exit_code == code, (result.output, result.exception)
	return json.loads(result.stdout)


def test_a_folder_in_a_store(folder: Path, tmp_path: Path, options: list[str]) -> None:
	"""The store is said once and kept; searching, checking and updating use it; ``none`` goes back to files."""
	index = tmp_path / "index"
	first = huf("index", folder, "--to", index, "--embedder", "local", *options)
	assert first["backend"] == "vector_store"
	assert [bool(re.match(r"huf_index_[0-9a-f]{8}_2", name)) for name in MemoryStore.server] == [True]
	found = huf("search", index, "overnight accommodation", "--mode", "vector")
	assert (found["mode"], found["hits"][0]["input"]) == ("vector", "travel.txt")
	assert huf("verify", index)["ok"]
	(folder / "new.txt").write_text("A bicycle is free of charge.")
	assert huf("index", folder, "--to", index)["changed"] == ["new.txt"]
	assert len(MemoryStore.server) == 2
	assert (index / "vector_store").stat().st_mode & 0o077 == 0
	for _ in range(3):
		huf("index", folder, "--to", index, "--store", "none", "--rebuild")
	assert huf("info", index)["backend"] == "sqlite_hybrid"
	assert not MemoryStore.server, "the collections of builds that are no longer kept"


def test_evaluating_leaves_nothing_in_the_store(tmp_path: Path, options: list[str]) -> None:
	"""The measures are those of vectors in files, and the collection is dropped."""
	collection = tmp_path / "collection"
	collection.mkdir()
	documents = [
		{"id": f"d{n}", "title": "", "text": text} for n, text in enumerate(("a hotel", "a crane", "a train"))
	]
	queries = [{"id": "q1", "text": "crane"}, {"id": "q2", "text": "railway"}]
	for name, rows in (("corpus", documents), ("queries", queries)):
		(collection / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
	(collection / "qrels.tsv").write_text("q1\td1\t1\nq2\td2\t1\n")
	there = huf("evaluate", collection, "--mode", "hybrid", *options)
	here = huf("evaluate", collection, "--mode", "hybrid")
	assert MemoryStore.queries and not MemoryStore.server
	assert {key: there[key] for key in ("nDCG@10", "R@10", "MRR@10", "queries")} == {
		key: here[key] for key in ("nDCG@10", "R@10", "MRR@10", "queries")
	}


def test_wrong_usage(folder: Path, tmp_path: Path, options: list[str]) -> None:
	"""What does not go together, or cannot be read, is named and changes nothing."""
	index = tmp_path / "index"
	assert "--embedder" in huf("index", folder, "--to", index, *options, code=2)["message"]
	bad = tmp_path / "bad.json"
	for text in ("{", "[]"):
		bad.write_text(text)
		wrong = huf("index", folder, "--to", index, "--store", MEMORY, "--store-settings", bad, code=2)
		assert wrong["code"] == "Invalid Settings"
	alone = CliRunner().invoke(main, ["index", str(folder), "--to", str(index), *options[2:]])
	assert (alone.exit_code, "goes with --store" in alone.output) == (2, True)
	missing = huf("index", folder, "--to", index, "--embedder", "local", "--store", "no.such.Store", code=2)
	assert missing["code"] == "Vector Store Missing"
	assert not (index / "current").exists()


def test_short_names() -> None:
	"""The engines of the document have short names."""
	assert SHORT_NAMES == {
		"milvus": MILVUS,
		"milvus-whole": "huf.engine.backends.search_engine.milvus.open_engine",
		"pgvector": POSTGRES,
		"postgresql": "huf.engine.backends.search_engine.postgres.open_engine",
		"qdrant": "huf.engine.backends.search_engine.qdrant.open_engine",
	}


@pytest.mark.skipif(find_spec("qdrant_client") is None, reason="needs the extra qdrant")
def test_a_folder_in_a_search_engine(folder: Path, tmp_path: Path) -> None:
	"""All of it lies in the engine, by words alone or with vectors, and it goes from there when it goes back to files."""
	index, file = tmp_path / "index", tmp_path / "qdrant.json"
	file.write_text(json.dumps({"path": str(tmp_path / "qdrant")}))
	first = huf("index", folder, "--to", index, "--store", "qdrant", "--store-settings", file)
	assert first["backend"] == "search_engine"
	assert not [path for path in index.rglob("*") if path.suffix in (".sqlite3", ".bin")]
	assert huf("search", index, "ninety euros")["hits"][0]["input"] == "travel.txt"
	assert huf("verify", index)["ok"]
	(folder / "new.txt").write_text("A bicycle is free of charge.")
	assert huf("index", folder, "--to", index)["changed"] == ["new.txt"]
	assert huf("index", folder, "--to", index, "--embedder", "local")["backend"] == "search_engine"
	found = huf("search", index, "overnight accommodation", "--mode", "vector")
	assert (found["mode"], found["hits"][0]["input"]) == ("vector", "travel.txt")
	for _ in range(4):
		huf("index", folder, "--to", index, "--store", "none", "--rebuild")
	assert huf("info", index)["backend"] == "sqlite_hybrid"
	settings = StoreSettings.named("qdrant", file.read_text())
	assert open_engine(settings, "any")._client().get_collections().collections == []
	close_clients()


@pytest.mark.skipif(find_spec("qdrant_client") is None, reason="needs the extra qdrant")
def test_a_document_is_purged_from_a_search_engine(
	folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Out of every kept build and out of the engine's files; while that does not answer, the command says so and nothing changes."""
	index, file = tmp_path / "index", tmp_path / "qdrant.json"
	file.write_text(json.dumps({"path": str(tmp_path / "qdrant")}))
	(folder / "secret.txt").write_text(SECRET)
	huf("index", folder, "--to", index, "--store", "qdrant", "--store-settings", file)
	(folder / "secret.txt").unlink()
	huf("index", folder, "--to", index)
	(folder / "new.txt").write_text("A bicycle is free of charge.")
	huf("index", folder, "--to", index)
	with monkeypatch.context() as patched:
		patched.setattr(QdrantEngine, "rows", away)
		refused = RUNNER.invoke(main, ["purge", str(index), "secret.txt"])
	assert refused.exit_code == 1 and "does not answer" in refused.stderr
	assert len(huf("builds", index)["builds"]) == 3
	done = huf("purge", index, "secret.txt")
	assert len(done["builds"]) == 3 and done["left"] == []
	close_clients()
	assert files_with(index) == files_with(tmp_path / "qdrant") == []
	assert huf("verify", index)["inputs"] == 3
	for query, found in (("quokkas", []), ("bicycle", ["new.txt"])):
		assert [hit["input"] for hit in huf("search", index, query)["hits"]] == found
	with monkeypatch.context() as patched:
		# Only when everything is written anew and the rows are taken out.
		patched.setattr(
			"huf.local.upkeep.purging.clear_served", lambda _: [Served("qdrant", "huf_x", is_own=True)]
		)
		left = RUNNER.invoke(main, ["purge", str(index), "travel.txt"])
	assert left.exit_code == 1 and "qdrant huf_x may still have something of it" in left.stderr
	close_clients()


def away(*_: object) -> None:
	"""What an engine says that cannot be reached."""
	raise SearchEngineFailed("It does not answer.")
