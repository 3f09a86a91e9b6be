"""The builds that an index keeps, on the command line: listed, compared, searched and brought back."""

import os
import time
from pathlib import Path

import pytest

from tests.cli_runner import as_json, huf

OLD, NEW = "The daily allowance is 30 euros.\n", "The daily allowance is 45 euros.\n"


@pytest.fixture
def index(tmp_path: Path) -> Path:
	"""Two builds: `rules.txt` changed, `gone.txt` went, `new.txt` came, `same.txt` stayed."""
	folder = tmp_path / "docs"
	folder.mkdir()
	for name, text in (("rules", OLD), ("gone", "A fax number.\n"), ("same", "Nothing new.\n")):
		(folder / f"{name}.txt").write_text(text)
	huf("index", folder, "--to", tmp_path / "index")
	(folder / "gone.txt").unlink()
	(folder / "new.txt").write_text("A bicycle.\n")
	(folder / "rules.txt").write_text(NEW)
	huf("index", folder, "--to", tmp_path / "index")
	return tmp_path / "index"


def test_listed_and_brought_back(index: Path) -> None:
	"""Both builds are listed, the newest first, and a search answers from the one that was brought back."""
	new, old = as_json("builds", index)["builds"]
	assert (new["is_live"], old["is_live"]) == (True, False) and new["build"] > old["build"]
	assert huf("builds", index).stdout.splitlines()[0].startswith(new["build"])
	huf("builds", index, "--restore", old["build"])
	assert [one["is_live"] for one in as_json("builds", index)["builds"]] == [False, True]
	assert "30 euros" in huf("search", index, "daily allowance").stdout
	missing = huf("builds", index, "--restore", "20200101T000000-00000000")
	assert missing.exit_code == 2 and old["build"] in missing.stderr


def test_compared(index: Path) -> None:
	"""Each input that differs is named with what differs, and its words with --texts or --input."""
	shown = huf("compare", index, "--texts")
	assert shown.exit_code == 0
	lines = [" ".join(line.split()) for line in shown.stdout.splitlines()[2:]]
	assert lines == [
		"added new.txt",
		"removed gone.txt",
		"changed rules.txt (text)",
		lines[3],
		"The daily allowance is [-30-]{+45+} euros.",
		"1 added, 1 removed, 1 changed, 1 unchanged.",
	]
	values = as_json("compare", index)
	assert [item["key"] for item in values["added"] + values["removed"]] == ["new.txt", "gone.txt"]
	assert "difference" not in values["changed"][0]
	one = as_json("compare", index, "--input", "rules.txt")
	assert {part["text"] for part in one["changes"][0]["parts"]} >= {"30", "45"}
	back = as_json("compare", index, values["after"]["build"], values["before"]["build"])
	assert [item["key"] for item in back["added"]] == ["gone.txt"]
	assert huf("compare", index, "--input", "none.txt").exit_code != 0
	nothing = huf("compare", index, values["before"]["build"], values["before"]["build"])
	assert "0 added, 0 removed, 0 changed, 3 unchanged." in nothing.stdout


def test_nothing_of_a_text_reaches_the_terminal_raw(tmp_path: Path) -> None:
	"""No control character of a text moves the cursor or changes a colour."""
	folder = tmp_path / "docs"
	folder.mkdir()
	for text in ("One \x1b[2J two.\n", "One \x1b[2J three.\n"):
		(folder / "a.txt").write_text(text)
		huf("index", folder, "--to", tmp_path / "index")
	assert "\x1b" not in huf("compare", tmp_path / "index", "--texts").stdout


def test_searched_as_of(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A search answers from the build of an id, or from the newest made up to a date."""
	new, old = as_json("builds", index)["builds"]
	found = as_json("search", index, "daily allowance", "--as-of", old["build"])
	assert "30 euros" in found["hits"][0]["text"] and found["hits"][0]["build"] == old["build"]
	assert as_json("search", index, "fax number", "--as-of", old["build"])["hits"][0]["title"] == "gone.txt"
	tomorrow = time.strftime("%Y-%m-%d", time.localtime(time.time() + 86_400))
	today = time.strftime("%Y-%m-%d")
	for said in (today, tomorrow):
		assert (
			as_json("search", index, "daily allowance", "--as-of", said)["hits"][0]["build"] == new["build"]
		)
	between = (old["created_at"] + new["created_at"]) / 2
	monkeypatch.setenv("TZ", "Asia/Tokyo")
	time.tzset()
	said = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(between)) + f".{int(between % 1 * 1e6):06}"
	assert as_json("search", index, "daily allowance", "--as-of", said)["hits"][0]["build"] == old["build"]
	monkeypatch.undo()
	time.tzset()
	for wrong in ("2020-01-01", "yesterday", "../index"):
		assert huf("search", index, "x", "--as-of", wrong).exit_code == 2


def test_a_damaged_build_hides_no_other(index: Path) -> None:
	"""What cannot be read is left out of the list; what is asked of it is refused with a reason."""
	new, old = as_json("builds", index)["builds"]
	os.remove(index / old["build"] / "index.sqlite3")
	assert [one["build"] for one in as_json("builds", index)["builds"]] == [new["build"]]
	assert huf("builds", index, "--restore", old["build"]).exit_code != 0
	assert as_json("search", index, "daily allowance")["hits"][0]["build"] == new["build"]
