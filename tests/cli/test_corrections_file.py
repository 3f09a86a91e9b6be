"""`huf index --corrections` and `huf read --corrections`: what people say of texts, without a site."""

import json
from pathlib import Path

import pytest

from huf.local.corrections import MOST_BYTES
from tests.cli_runner import as_json, huf

RATES = "# Rates\n\nThe quoll pump costs 4l7 euro.\n\nThe numbat pump is not released.\n"
OTHER = "The bilby hose.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
	found = tmp_path / "files"
	(found / "sub").mkdir(parents=True)
	(found / "sub" / "rates.md").write_text(RATES)
	(found / "other.txt").write_text(OTHER)
	return found


def written(path: Path, text: str) -> Path:
	path.write_text(text, "utf-8")
	return path


TWO = """
corrections:
- file: sub/rates.md
  text: pump  costs 4l7
    euro
  replacement: pump costs 417 euro
  date: 2026-11-03
- {file: sub/rates.md, text: The numbat pump is not released., leave_out: yes, date: 2026-11-04, reason: secret}
"""


def best(index: Path, query: str) -> dict[str, object]:
	found: dict[str, object] = as_json("search", index, query, "--top-k", 1)["hits"][0]
	return found


def test_hits_have_what_was_corrected_and_say_so(folder: Path, tmp_path: Path) -> None:
	"""Words of the correction are found, those that are left out are not; the hit names both days, for people too."""
	file, index = written(tmp_path / "c.yaml", TWO), tmp_path / "index"
	report = as_json("index", folder, "--to", index, "--corrections", file)
	assert (report["corrections"], report["corrections_not_applied"]) == (2, [])
	hit = best(index, "417")
	assert "417 euro" in str(hit["text"]) and "numbat" not in str(hit["text"])
	assert (hit["corrected_on"], hit["left_out_on"]) == ("2026-11-03", "2026-11-04")
	assert as_json("search", index, "numbat")["hits"] == []
	printed = huf("search", index, "417").stdout
	assert "~ corrected on 2026-11-03, shortened on 2026-11-04" in printed


def test_later_runs_keep_to_it(folder: Path, tmp_path: Path) -> None:
	"""Without the option the copy acts, also with --rebuild and a changed file; only what is concerned is read again; `none` takes it back."""
	file, index = written(tmp_path / "c.yaml", TWO), tmp_path / "index"
	as_json("index", folder, "--to", index)
	assert as_json("index", folder, "--to", index, "--corrections", file)["changed"] == ["sub/rates.md"]
	file.unlink()
	assert as_json("index", folder, "--to", index)["changed"] == []
	written(folder / "sub" / "rates.md", "New.\n\n" + RATES)
	assert as_json("index", folder, "--to", index)["corrections_not_applied"] == []
	as_json("index", folder, "--to", index, "--rebuild")
	assert "417" in str(best(index, "quoll")["text"])
	assert as_json("index", folder, "--to", index, "--corrections", "none")["corrections"] == 0
	assert "4l7" in str(best(index, "quoll")["text"])
	assert not (index / "corrections.json").exists()


def test_what_does_not_match_is_said(folder: Path, tmp_path: Path) -> None:
	"""A text that is not there, one that stands in several places, and a file that is not there; the rest acts."""
	written(folder / "twice.md", "# A\n\nTotal 5\n\n# B\n\nTotal 5\n")
	corrections = [
		{"file": "other.txt", "text": "The wombat hose", "leave_out": True},
		{"file": "other.txt", "text": "bilby", "replacement": "potoroo"},
		{"file": "twice.md", "text": "Total 5", "replacement": "Total 6"},
		{"file": "gone.txt", "text": "x", "leave_out": True},
	]
	file, index = written(tmp_path / "c.json", json.dumps(corrections)), tmp_path / "index"
	report = as_json("index", folder, "--to", index, "--corrections", file)
	assert [(one["file"], one["reason"].split(".")[0]) for one in report["corrections_not_applied"]] == [
		("other.txt", "its text is not in the file"),
		("twice.md", "its text stands in several places"),
		("gone.txt", "there is no such file in the folder"),
	]
	printed = huf("index", folder, "--to", index)
	assert "1 of 4 corrections applied." in printed.stdout
	assert "Correction not applied: other.txt, “The wombat hose”" in printed.stdout
	assert "Correction not applied" in huf("index", folder, "--to", index, "--quiet").stderr
	assert "potoroo" in str(best(index, "potoroo")["text"])
	corrections[2]["heading"] = "B"
	written(file, json.dumps(corrections))
	as_json("index", folder, "--to", index, "--corrections", file)
	assert as_json("search", index, "Total 6")["hits"][0]["locator"]["label"].startswith("B")


def test_the_day_of_a_correction_stays(folder: Path, tmp_path: Path) -> None:
	"""Without a date, it is the day on which it was first seen; naming the file again reads nothing anew."""
	text = "- {file: other.txt, text: bilby, replacement: potoroo}"
	file, index = written(tmp_path / "c.yml", text), tmp_path / "index"
	as_json("index", folder, "--to", index, "--corrections", file)
	kept = json.loads((index / "corrections.json").read_text("utf-8"))
	kept["corrections"][0]["date"] = "2020-02-02"
	written(index / "corrections.json", json.dumps(kept))
	as_json("index", folder, "--to", index)
	assert as_json("index", folder, "--to", index, "--corrections", file)["changed"] == []
	assert best(index, "potoroo")["corrected_on"] == "2020-02-02"


def test_read_shows_what_they_do(folder: Path, tmp_path: Path) -> None:
	"""`huf read` takes those of the path that it is given, marks the passages, and names what changes nothing."""
	text = (
		TWO
		+ "- {file: rates.md, text: elsewhere, leave_out: true}\n- {file: sub/rates.md, text: gone, leave_out: true}"
	)
	file = written(tmp_path / "c.yaml", text)
	printed = huf("read", folder / "sub" / "rates.md", "--corrections", file).stdout
	lines = printed.splitlines()
	assert "~ 2 of 3 corrections applied" in lines
	assert "! Correction not applied: “gone”: its text is not in the file." in lines
	assert "~ corrected on 2026-11-03, shortened on 2026-11-04" in lines
	assert "│ The quoll pump costs 417 euro." in lines and "numbat" not in printed
	(view,) = as_json("read", folder / "sub" / "rates.md", "--corrections", file)["files"]
	assert view["corrections"] == 3 and [one["text"] for one in view["corrections_not_applied"]] == ["gone"]
	assert view["passages"][0]["corrected_on"] == "2026-11-03"


def test_all_left_out_is_no_text(folder: Path, tmp_path: Path) -> None:
	"""Nothing is left of a file: that is said, and nothing breaks."""
	file = written(tmp_path / "c.yaml", "- {file: other.txt, text: The bilby hose., leave_out: true}")
	result = huf("read", folder / "other.txt", "--corrections", file)
	assert result.exit_code == 1 and "There is no text" in result.stderr
	report = as_json("index", folder, "--to", tmp_path / "index", "--corrections", file, code=1)
	assert report["failed"][0]["status"] == "No Text"


@pytest.mark.parametrize(
	("text", "said"),
	[
		("just words", "must hold a list"),
		("corrections: {a: b}", "must hold a list"),
		("- [", "neither YAML nor JSON"),
		("[" * 100_000, "neither YAML nor JSON"),
		("- words", "Correction 1 in"),
		("- {file: a.txt}", "must have a file and a text"),
		("- {file: a.txt, text: x}", "either a replacement or leave_out"),
		("- {file: a.txt, text: x, replacement: y, leave_out: true}", "either a replacement or leave_out"),
		("- {file: a.txt, text: x, leave_out: perhaps}", "leave_out must be"),
		("- {file: a.txt, text: x, leave_out: true, pages: 3}", "“pages” is not known"),
		("- {file: a.txt, text: x, leave_out: true, page: three}", "must be numbers"),
		("- {file: a.txt, text: x, leave_out: true, date: yesterday}", "must look like"),
		("- {file: /etc/passwd, text: x, leave_out: true}", "from the folder that is indexed"),
		("- {file: a.txt, text: " + "x" * 20_001 + ", leave_out: true}", "20,000 characters"),
		("- &a {file: a.txt, text: x, leave_out: true}\n- *a", "twice"),
		("- !!python/object/apply:os.system {args: [true]}", "Correction 1 in"),
	],
)
def test_a_wrong_file_is_named(folder: Path, tmp_path: Path, text: str, said: str) -> None:
	"""The message says which correction is wrong and what is expected; the index stays as it was."""
	file = written(tmp_path / "c.yaml", text)
	result = huf("index", folder, "--to", tmp_path / "index", "--corrections", file)
	assert result.exit_code == 2 and said in result.stderr, result.stderr
	assert not (tmp_path / "index" / "current").exists()


def test_where_the_file_may_lie(folder: Path, tmp_path: Path) -> None:
	"""In the folder it would be found itself, unless it is hidden; a missing or huge one is refused."""
	inside = written(folder / "c.yaml", TWO)
	result = huf("index", folder, "--to", tmp_path / "index", "--corrections", inside)
	assert result.exit_code == 2 and "begins with a dot" in result.stderr
	hidden = inside.rename(folder / ".c.yaml")
	assert as_json("index", folder, "--to", tmp_path / "index", "--corrections", hidden)["corrections"] == 2
	for path in (tmp_path / "nowhere.yaml", written(tmp_path / "huge.yaml", "x" * (MOST_BYTES + 1))):
		assert huf("index", folder, "--to", tmp_path / "index", "--corrections", path).exit_code == 2
