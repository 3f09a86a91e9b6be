"""The command line as people use it: in pipes, stopped, over many files, with odd names, and without waiting for imports."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from huf.cli.commands import COMMANDS, CUT_OFF, main
from huf.cli.shared.output import MOST_LINES
from tests.cli_runner import huf

HUF = [sys.executable, "-m", "huf.cli"]
CHILD = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


@pytest.fixture
def many(tmp_path: Path) -> Path:
	"""More files than are listed, some of which cannot be read for two reasons."""
	folder = tmp_path / "many"
	folder.mkdir()
	for number in range(MOST_LINES):
		(folder / f"{number:03}.txt").write_text(f"Text {number} about hotels.")
	for number in range(5):
		(folder / f"broken-{number}.pdf").write_bytes(b"%PDF-1.4 nothing")
	(folder / "empty.txt").write_text("")
	return folder


def test_many_files_are_told_by_reasons(many: Path, tmp_path: Path) -> None:
	"""How many for each reason, the most first, three of them named; `--list` has a line for each."""
	printed = huf("index", many, "--to", tmp_path / "index").stdout
	assert "007.txt" not in printed and "broken-0.pdf" in printed and "and 2 more" in printed
	assert printed.index(": 5") < printed.index("empty.txt")
	assert f"{MOST_LINES} of {MOST_LINES + 6} inputs are searchable" in printed
	assert "007.txt" in huf("index", many, "--to", tmp_path / "index", "--list").stdout


def test_quiet(many: Path, tmp_path: Path) -> None:
	"""Nothing at all where all is well; else the reasons alone, where errors go."""
	result = huf("index", many, "--to", tmp_path / "index", "--quiet")
	assert (result.exit_code, result.stdout) == (1, "")
	assert "broken-0.pdf" in result.stderr and "searchable" not in result.stderr
	for path in (*many.glob("*.pdf"), many / "empty.txt"):
		path.unlink()
	result = huf("index", many, "--to", tmp_path / "index", "-q")
	assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
def test_a_name_stays_on_its_line(tmp_path: Path) -> None:
	"""A file whose name ends lines, moves the cursor or colours is told on one line without any of it."""
	folder = tmp_path / "odd"
	folder.mkdir()
	(folder / "a\nSound: all is well\r\x1b[31m\x07.txt").write_text("a hotel")
	index = tmp_path / "index"
	for arguments in (["index", folder, "--to", index], ["info", index], ["search", index, "hotel"]):
		printed = huf(*arguments).output
		assert not any(line.startswith("Sound") for line in printed.splitlines())
		assert not set("\r\x1b\x07") & set(printed)


@pytest.mark.skipif(os.name == "nt", reason="a shell's pipe")
@pytest.mark.parametrize(
	"arguments",
	[
		["index", "FILES", "--to", "INDEX", "--list"],
		["index", "FILES", "--to", "INDEX", "--json"],
		["read", "FILES/001.txt", "FILES/002.txt"],
		["--help"],
		["search", "--help"],
	],
)
def test_who_reads_one_line_gets_no_error(many: Path, tmp_path: Path, arguments: list[str]) -> None:
	"""`| head -1`: the reader is gone while there is more to say. No error is told, and the exit code is that of a program cut off."""
	command = [
		*HUF,
		*(each.replace("FILES", str(many)).replace("INDEX", str(tmp_path / "index")) for each in arguments),
	]
	reader, writer = os.pipe()
	os.close(reader)
	with os.fdopen(writer, "w") as closed:
		ended = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, env=CHILD, check=False)
	told = ended.stderr.decode()
	assert ended.returncode == CUT_OFF, told
	assert not any(word in told for word in ("Traceback", "Error", "Exception", "Broken pipe"))


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal to one process")
def test_ctrl_c_ends_in_a_line(tmp_path: Path) -> None:
	"""In the middle of indexing: a word, no traceback; what was searchable still is, and the next run takes in the rest."""
	folder, index = tmp_path / "files", tmp_path / "index"
	folder.mkdir()
	(folder / "first.txt").write_text("A hotel costs ninety euros.")
	assert huf("index", folder, "--to", index).exit_code == 0
	for number in range(4000):
		(folder / f"{number}.txt").write_text(f"Text {number}. " * 200)
	command = [*HUF, "index", str(folder), "--to", str(index)]
	# Who starts tests in the background of a shell has this signal ignored, in all children too.
	heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
	with subprocess.Popen(
		command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=CHILD, preexec_fn=heard
	) as running:
		while not list(index.glob(".staging-*")) and running.poll() is None:
			time.sleep(0.01)
		running.send_signal(signal.SIGINT)
		_out, told = running.communicate(timeout=120)
	# Python ends by the signal itself, whatever caught it, where it came while text was executed, as dataclasses do when they are made.
	assert running.returncode in (1, -signal.SIGINT), (running.returncode, told)
	assert "Aborted!" in told.decode() and "Traceback" not in told.decode()
	assert "first.txt" in huf("search", index, "hotel").stdout
	assert huf("index", folder, "--to", index, "--quiet").exit_code == 0
	assert "3999.txt" in huf("search", index, "3999").stdout


def test_ctrl_c_before_and_after_a_command(tmp_path: Path) -> None:
	"""While it is imported, too, that is a line; when everything was said, it ends what Python tidies up without one."""
	(tmp_path / "click.py").write_text("raise KeyboardInterrupt")
	paths = os.pathsep.join((str(tmp_path), CHILD["PYTHONPATH"]))
	early = subprocess.run(
		[*HUF, "--version"], capture_output=True, env={**CHILD, "PYTHONPATH": paths}, check=False
	)
	assert (early.returncode, early.stdout, early.stderr.strip()) == (1, b"", b"Aborted!")
	late = (
		"import atexit, os, signal, sys\n"
		"from huf.cli.__main__ import main\n"
		"atexit.register(os.kill, os.getpid(), signal.SIGINT)\n"
		"sys.argv[1:] = ['--version']\n"
		"main()"
	)
	ended = subprocess.run([sys.executable, "-c", late], capture_output=True, env=CHILD, check=False)
	assert ended.stdout.startswith(b"huf, version ") and ended.stderr == b""


def test_every_command_is_named() -> None:
	"""Each is where it is said to be, under its own name, and the help has it."""
	printed = huf("--help").stdout
	for name in COMMANDS:
		command = main.get_command(None, name)  # type: ignore[arg-type]
		assert command is not None and command.name == name
		assert f"  {name} " in printed
	assert huf("no-such-command").exit_code == 2


@pytest.mark.parametrize(
	("arguments", "unneeded"),
	[
		(["--version"], ("huf.engine", "huf.local", "huf.agent", "numpy")),
		(
			["search", "--help"],
			("huf.agent", "huf.assistants", "huf.local.quality.evaluation", "huf.engine.answers"),
		),
		(["info", "--help"], ("huf.agent", "huf.assistants", "huf.engine.answers", "asyncio")),
	],
)
def test_a_command_waits_for_no_other(arguments: list[str], unneeded: tuple[str, ...]) -> None:
	"""Nothing is imported that only other commands need."""
	assert_not_loaded(arguments, unneeded)


def test_a_search_waits_for_nothing_else(tmp_path: Path) -> None:
	"""Nor what only services and rare answers of them, files, builds, stores or numpy's masked arrays need."""
	(tmp_path / "notes").mkdir()
	(tmp_path / "notes" / "hotel.md").write_text("# Hotel\n\nA night costs 180 francs.")
	huf("index", tmp_path / "notes", "--to", tmp_path / "index")
	unneeded = (
		"numpy.ma", "email", "csv", "statistics", "asyncio", "litellm", "huf.local.index", "huf.engine.answers", "huf.engine.builds",
		"huf.engine.extractors", "huf.engine.inspection", "huf.engine.ocr", "huf.engine.services", "huf.engine.backends.vector_store.reader",
	)  # fmt: skip
	assert_not_loaded(["search", str(tmp_path / "index"), "hotel night"], unneeded)


def assert_not_loaded(arguments: list[str], unneeded: tuple[str, ...]) -> None:
	"""That a process which runs this command has imported none of these modules, nor any below them."""
	code = (
		"import sys\nfrom huf.cli.commands import main\n"
		f"main({arguments!r}, standalone_mode=False)\nprint(*sys.modules, file=sys.stderr)"
	)
	ended = subprocess.run(
		[sys.executable, "-c", code], capture_output=True, text=True, env=CHILD, check=True
	)
	loaded = ended.stderr.split()
	assert not [name for name in loaded if any(f"{name}.".startswith(f"{each}.") for each in unneeded)]
