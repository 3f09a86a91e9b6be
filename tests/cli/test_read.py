"""``huf read``: what is read of files, for people and for programs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli_runner import as_json, huf

HANDBOOK = Path(__file__).parents[2] / "huf" / "demo" / "handbook"
CHILD = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


def test_a_table_and_its_borders() -> None:
	"""Place and kind of the section, each passage with its number and rows, the column names before each."""
	result = huf("read", HANDBOOK / "suppliers.csv")
	lines = result.stdout.splitlines()
	assert result.exit_code == 0 and lines[0] == "suppliers.csv"
	assert "■ rows 2–43, table" in lines
	assert sum(line.startswith("── ") for line in lines) == 4
	assert sum(line.startswith("┆ supplier_id | name") for line in lines) == 4
	assert any(line.startswith("│ SUP-001 | Okabe") for line in lines)


def test_metadata_and_what_is_repeated() -> None:
	"""What the file says of itself stands at the top; what a passage repeats is told from what is its own."""
	lines = huf("read", HANDBOOK / "supplier-contract.pdf").stdout.splitlines()
	assert "Title: Framework Supply Agreement FSA-2025-017" in lines[:6]
	repeated = lines.index("┆ 3. Prices")
	assert lines[repeated - 1] == "── 2" and "│ 3. Prices" not in lines[repeated:]
	assert lines[repeated + 1 : repeated + 3] == [
		"┆ Item | Description | Unit price EUR | Valid for",
		"│ SKU-00511/SK | Diaphragm EPDM, 60 mm | 3.42 | 2026 and 2027",
	]


def test_for_programs() -> None:
	"""One object: the passages and sections of each file, or why it was not read; the exit code says that one was not."""
	names = ("warehouse-procedure.txt", "broken-report.pdf")
	answer = as_json("read", *(HANDBOOK / name for name in names), code=1)
	whole, broken = answer["files"]
	assert not answer["ok"] and whole["ok"] and not broken["ok"]
	assert broken["code"] == "Corrupt File" and "save it again" in broken["message"]
	assert [one["number"] for one in whole["passages"]] == list(range(1, len(whole["passages"]) + 1))
	assert whole["sections"][0]["locator"]["label"] and whole["is_whole"]


def test_cut_as_an_index_would(tmp_path: Path) -> None:
	"""The options of `huf index` act: as many passages as it has chunks, and at most as many as are asked for."""
	path = HANDBOOK / "employee-handbook.pdf"
	options = ("--chunk-size", 80, "--chunk-overlap", 10, "--chunker", "sentence", "--ocr-languages", "none")
	chunks = as_json("index", path, "--to", tmp_path / "index", *options)["chunks"]
	(view,) = as_json("read", path, *options)["files"]
	assert len(view["passages"]) == chunks
	printed = huf("read", path, *options, "--max-chunks", 2).stdout
	assert "! Only the first 2 passages are shown." in printed.splitlines()
	assert huf("read", path, "--chunk-size", 3).exit_code == 2


def test_what_cannot_be_read_leaves_the_others(tmp_path: Path) -> None:
	"""A broken file is named with what to do, on standard error, and the next is read."""
	result = huf("read", HANDBOOK / "broken-report.pdf", HANDBOOK / "notice-zh.txt")
	assert result.exit_code == 1 and "notice-zh.txt" in result.stdout
	assert (
		result.stderr.startswith("Error: ") and "broken-report.pdf: The file cannot be read" in result.stderr
	)
	assert huf("read", HANDBOOK).exit_code == huf("read", tmp_path / "none").exit_code == 2
	assert huf("read").exit_code == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no FIFO")
def test_a_fifo_is_not_opened(tmp_path: Path) -> None:
	"""Opening one would wait for ever."""
	os.mkfifo(tmp_path / "fifo")
	result = huf("read", tmp_path / "fifo")
	assert result.exit_code == 2 and "is no regular file" in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
def test_a_document_stays_behind_its_margin(tmp_path: Path) -> None:
	"""Neither name nor text nor heading colours the terminal, or writes a line that looks like one of huf's."""
	path = tmp_path / "a\n■ all is well\x1b[31m.md"
	path.write_text("# Pay\x1b[2J\n\nTwo\x1b[31m words\r── 9\x07\n\n■ page 7\u2028── 8\n")
	printed = huf("read", path).output
	assert not set("\r\x1b\x07\u2028") & set(printed)
	own = [line for line in printed.splitlines() if line[:2] not in ("│ ", "┆ ")]
	assert [line for line in own if line.startswith("──")] == ["── 1"]
	assert [line for line in own if line.startswith("■")] == ["■ Pay[2J, lines 1–6"]


@pytest.mark.skipif(os.name == "nt", reason="a shell's pipe")
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_who_reads_one_line_gets_no_error(tmp_path: Path, more: list[str]) -> None:
	"""`| head -1`: the reader is gone while there is more to say."""
	path = tmp_path / "long.txt"
	path.write_text("A line of a long text.\n" * 20_000)
	reader, writer = os.pipe()
	os.close(reader)
	with os.fdopen(writer, "w") as closed:
		ended = subprocess.run(
			[sys.executable, "-m", "huf.cli", "read", str(path), *more],
			stdout=closed,
			stderr=subprocess.PIPE,
			env=CHILD,
			check=False,
		)
	told = ended.stderr.decode()
	assert "Traceback" not in told and "Error" not in told and "Broken pipe" not in told
