"""Documents taken out of an index for good, on the command line."""

from pathlib import Path

import pytest

from tests.cli_runner import as_json, huf

SECRET = "Xylophagous quokkas embezzled 48151623 ducats.\n"
WORDS = (b"ylophag", b"quokka", b"48151623", b"ducat")


def traces(index: Path) -> list[str]:
	"""The files of the index that hold any of the words."""
	return [
		str(file)
		for file in index.rglob("*")
		if file.is_file() and any(word in file.read_bytes() for word in WORDS)
	]


@pytest.fixture
def index(tmp_path: Path) -> Path:
	"""An index whose kept builds all have, or had, a secret, with a correction of it."""
	folder = tmp_path / "docs"
	folder.mkdir()
	for name, text in (("secret", SECRET), ("plain", "An otter eats fish.\n")):
		(folder / f"{name}.txt").write_text(text)
	corrections = tmp_path / "corrections.json"
	corrections.write_text(
		'{"corrections": [{"file": "secret.txt", "text": "ducats", "replacement": "ducats of gold"}]}'
	)
	huf("index", folder, "--to", tmp_path / "index")
	huf("index", folder, "--to", tmp_path / "index", "--corrections", corrections)
	(folder / "more.txt").write_text("Another otter sleeps.\n")
	huf("index", folder, "--to", tmp_path / "index")
	return tmp_path / "index"


def test_no_byte_is_left(index: Path) -> None:
	"""Whatever file of the index is looked at, nothing of the document is in it; the others are found as before."""
	assert len(traces(index)) >= 3
	done = as_json("purge", index, "secret.txt")
	assert traces(index) == []
	assert len(done["builds"]) == 3 and done["corrections"] == 1 and not done["untouched"]
	assert all(build["passages"] for build in done["builds"])
	assert as_json("verify", index)["inputs"] == 2
	assert not as_json("search", index, "quokka ducats")["hits"]
	assert {hit["title"] for hit in as_json("search", index, "otter")["hits"]} == {"plain.txt", "more.txt"}
	assert len(as_json("builds", index)["builds"]) == 3
	again = as_json("purge", index, "secret.txt", code=1)
	assert again["builds"] == [] and again["unknown"] == ["secret.txt"]


def test_the_folder_brings_it_back(index: Path) -> None:
	"""The document is still in its folder, as the last line says; without it, indexing leaves nothing of it either."""
	shown = huf("purge", index, "secret.txt")
	assert "take them out of their folder" in shown.stdout
	assert "written anew, 1 passage removed." in shown.stdout
	folder = index.parent / "docs"
	huf("index", folder, "--to", index)
	assert traces(index)
	huf("purge", index, "secret.txt")
	(folder / "secret.txt").unlink()
	huf("index", folder, "--to", index)
	assert traces(index) == []


def test_what_it_cannot_do(index: Path, tmp_path: Path) -> None:
	"""An input that is none, and a directory that is no index, are said, and nothing changes."""
	before = as_json("builds", index)["builds"]
	assert huf("purge", index, "none.txt").exit_code == 1
	assert [one["inputs"] for one in as_json("builds", index)["builds"]] == [one["inputs"] for one in before]
	assert huf("purge", tmp_path / "nowhere", "a").exit_code == 2
	assert huf("purge", index).exit_code == 2
