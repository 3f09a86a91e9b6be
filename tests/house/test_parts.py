"""Parts of the tests beside each other: what is printed of them, how they end, and that nothing of them is left."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.site_ring import runner
from scripts.site_ring.parts import Part, Parts, summary
from tests.house.test_site_ring import is_running

PYTEST_LINES = "print('==== 1 failed, 2 passed in 0.10s ====')"


@pytest.fixture(autouse=True)
def hears_interruptions() -> Iterator[None]:
	"""Whoever starts these tests in the background of a shell makes them deaf to SIGINT, and all that they start."""
	before = signal.signal(signal.SIGINT, signal.default_int_handler)
	yield
	signal.signal(signal.SIGINT, before)


def python(code: str, tmp_path: Path, name: str = "part", **options: bool) -> Part:
	"""A part that runs this code."""
	return Part(
		name, lambda part: part.watch([sys.executable, "-c", code], os.environ, tmp_path) == 0, **options
	)


def run(*added: Part, at_once: int = 3) -> list[Part]:
	"""All parts, ended."""
	parts = Parts(at_once)
	for part in added:
		parts.add(part)
	return parts.wait()


def test_outputs_do_not_mix(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
	"""Two parts that print in turns are shown one after the other, errors with them."""
	code = """
import pathlib, sys, time
me, other = sys.argv[1:] if len(sys.argv) > 1 else {names!r}
for number in range(5):
	print(me, number, file=sys.stderr if number % 2 else sys.stdout, flush=True)
	pathlib.Path(f"{{me}}{{number}}").touch()
	end = time.monotonic() + 60
	while not pathlib.Path(f"{{other}}{{number}}").exists() and time.monotonic() < end:
		time.sleep(0.01)
"""
	run(
		python(code.format(names=("one", "two")), tmp_path, "first"),
		python(code.format(names=("two", "one")), tmp_path, "second"),
	)
	lines = re.findall(r"^(one|two) \d$", capsys.readouterr().out, re.M)
	assert sorted([lines[:5], lines[5:]]) == [["one"] * 5, ["two"] * 5]


def test_a_part_alone_shows_its_output_as_it_comes(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
	"""Dots appear before their line ends, and are printed once."""
	go_on = tmp_path / "go-on"
	code = f"""
import pathlib, time
print("..", end="", flush=True)
end = time.monotonic() + 60
while not pathlib.Path({str(go_on)!r}).exists() and time.monotonic() < end:
	time.sleep(0.01)
print("done")
"""
	parts = Parts(1)
	parts.add(python(code, tmp_path, alone=True))
	seen, end = "", time.monotonic() + 60
	while not seen and time.monotonic() < end:
		time.sleep(0.01)
		seen += capsys.readouterr().out
	assert seen == ".."
	go_on.touch()
	parts.wait()
	assert capsys.readouterr().out.startswith("done\n")


def test_each_part_has_a_line_at_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
	"""The line has the verdict and the test runner's closing words; why a part could not run is told in full."""

	def broken(part: Part) -> bool:
		raise RuntimeError("no server")

	unit = "print('x\\nRan 3 tests in 0.2s\\n\\nFAILED (failures=1)')\nraise SystemExit(1)"
	ended = run(
		python(PYTEST_LINES, tmp_path, "pytest"),
		python(unit, tmp_path, "in the app"),
		Part("broken", broken),
	)
	assert [re.sub(r" +\d+ s(  |$)", r"\1", line) for line in summary(ended).splitlines()] == [
		"pytest      passed  1 failed, 2 passed in 0.10s",
		"in the app  FAILED  Ran 3 tests in 0.2s, FAILED (failures=1)",
		"broken      NOT RUN",
	]
	out = capsys.readouterr().out
	assert "RuntimeError: no server" in out and "broken: could not run: no server" in out


def test_each_category_of_frappe_16_is_told(tmp_path: Path):
	"""It runs the tests of an app one category after the other, and the last may be a handful, and pass where another failed."""
	said = "Ran 94 tests in 61.2s\n\nFAILED (failures=1)\nRan 6 tests in 0.4s\n\nOK"
	(ended,) = run(python(f"print({said!r}); raise SystemExit(1)", tmp_path, "in the app"))
	assert ended.closing == "Ran 94 tests in 61.2s, FAILED (failures=1), Ran 6 tests in 0.4s"


def test_what_failed_is_named_at_the_end(tmp_path: Path):
	"""By pytest's closing summary and unittest's heads, under a part that failed; the eleventh and more are counted."""
	lines = [
		"ERROR rings/a.py::test_it - the page raised",
		"ERROR at teardown of test_it",
		"12:00 LiteLLM:ERROR: x",
	]
	lines += [f"FAILED rings/b.py::test_{number}" for number in range(11)]
	unit = "ERROR: test_it (a.TestIt.test_it)\nFAIL: test_b (a.TestIt.test_b)\nFAILED (failures=1, errors=1)"
	ended = run(
		python(f"print({chr(10).join(lines)!r}); raise SystemExit(1)", tmp_path, "pytest"),
		python(f"print({unit!r}); raise SystemExit(1)", tmp_path, "unit"),
		python(f"print({unit!r})", tmp_path, "passed"),
	)
	assert [line[4:] for line in summary(ended).splitlines() if line.startswith("    ")] == [
		lines[0],
		*lines[3:12],
		"and 2 more",
		*unit.splitlines()[:2],
	]


def test_what_passed_at_the_second_attempt_is_named(tmp_path: Path):
	"""The part passed, and still the test is to be mended."""
	line = "UNSTEADY tests/site/desk/test_a.py::test_it - Locator expected to be visible"
	(ended,) = run(python(f"print({line!r})", tmp_path, "desk"))
	assert ended.passed and summary([ended]).splitlines()[1:] == ["    " + line]


def test_no_more_parts_at_once_than_wanted(tmp_path: Path):
	"""With room for two, a third begins when one has ended; the order is that of adding."""
	running, most, order = [], [], []
	lock = threading.Lock()

	def work(part: Part) -> bool:
		with lock:
			order.append(part.name)
			running.append(part)
			most.append(len(running))
		time.sleep(0.1)
		with lock:
			running.remove(part)
		return True

	assert all(part.passed for part in run(*(Part(str(n), work) for n in range(5)), at_once=2))
	assert max(most) == 2
	assert sorted(order[:2]) == ["0", "1"] and order[-1] == "4"


def test_stop_ends_what_runs_and_all_below(tmp_path: Path):
	"""A part that is stopped is asked first and ended with its children; one that waits is not begun."""
	child = "import time; time.sleep(600)"
	code = f"""
import pathlib, subprocess, sys, time
process = subprocess.Popen([sys.executable, "-c", {child!r}], start_new_session=True)
pathlib.Path("pid.part").write_text(str(process.pid))
pathlib.Path("pid.part").rename("pid")
try:
	time.sleep(600)
except KeyboardInterrupt:
	pathlib.Path("asked").touch()
"""
	parts = Parts(1)
	first, second = python(code, tmp_path), python("open('second', 'w')", tmp_path)
	parts.add(first)
	parts.add(second)
	end = time.monotonic() + 60
	while not (tmp_path / "pid").exists() and time.monotonic() < end:
		time.sleep(0.01)
	parts.stop()
	parts.wait()
	assert (tmp_path / "asked").exists() and not (tmp_path / "second").exists()
	assert not first.passed and not second.passed
	child_id = int((tmp_path / "pid").read_text())
	end = time.monotonic() + 20
	while is_running(child_id) and time.monotonic() < end:
		time.sleep(0.02)
	assert not is_running(child_id)


def test_a_left_over_child_does_not_hold_up_the_rest(tmp_path: Path):
	"""Something that a test runner left behind with its output open keeps nobody waiting."""
	code = """
import subprocess, sys
process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print("pid", process.pid)
"""
	(part,) = run(python(code, tmp_path))
	left = int(part.text.split()[1])
	try:
		assert part.passed and is_running(left)
	finally:
		os.kill(left, 9)


@pytest.mark.parametrize(("code", "expected"), [("pass", 0), ("raise SystemExit(1)", 1)])
def test_without_a_bench_the_engine_ring_decides(
	tmp_path: Path,
	monkeypatch: pytest.MonkeyPatch,
	capsys: pytest.CaptureFixture[str],
	code: str,
	expected: int,
):
	"""One line says that there is no bench, the engine ring runs alone, and its verdict is the exit code."""
	monkeypatch.setenv("HUF_BENCH", str(tmp_path / "none"))
	monkeypatch.setattr(runner, "run_engine", python(code, tmp_path).work)
	for checks in ("run_lint", "run_dependencies"):
		monkeypatch.setattr(runner, checks, python("print('2 of 2 checks passed')", tmp_path).work)
	assert runner.main(["--with-engine", "--if-present"]) == expected
	out = capsys.readouterr().out
	assert out.count("there is no bench") == 1
	assert re.search(r"^engine ring   " + ("FAILED" if expected else "passed"), out, re.M)
	assert re.search(r"^lint          passed +\d+ s  2 of 2 checks passed$", out, re.M)


@pytest.mark.parametrize("failing", ["run_lint", "run_dependencies"])
def test_lint_and_dependencies_count(failing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
	"""What they find fails the test command, with a bench and without."""
	monkeypatch.setenv("HUF_BENCH", str(tmp_path / "none"))
	for work in ("run_engine", "run_lint", "run_dependencies"):
		monkeypatch.setattr(runner, work, lambda part, work=work: work != failing)
	assert runner.main(["--with-engine", "--if-present"]) == 1
	names = ["lint", "dependencies", "engine ring"]
	assert [part.name for part in runner.without_site(True)] == names
	assert not any(part.alone for part in runner.without_site(True))


def test_a_useless_bench_fails_but_the_engine_ring_is_run(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
	"""A folder that is no bench is an error with its reason, after the engine ring's own verdict."""
	monkeypatch.setenv("HUF_BENCH", str(tmp_path))
	for work in ("run_engine", "run_lint", "run_dependencies"):
		monkeypatch.setattr(runner, work, python("print('engine tests')", tmp_path).work)
	assert runner.main(["--with-engine", "--if-present"]) == 2
	out = capsys.readouterr().out
	assert "bench setup env" in out and "engine tests" in out and "NOT ALL TESTS COULD RUN" in out


def test_what_would_test_nothing_is_refused(capsys: pytest.CaptureFixture[str]):
	"""A module of the app without the tests in the app is a mistake, and no success."""
	with pytest.raises(SystemExit) as refused:
		runner.main(["--only", "pytest", "--module", "huf.tests.access.test_rights"])
	assert refused.value.code == 2
	assert "--module names tests in the app" in capsys.readouterr().err


def test_ctrl_c_ends_all(tmp_path: Path):
	"""Interrupted, the runner ends its parts and says so, with the exit code of an interruption."""
	code = f"""
import os, sys
from pathlib import Path
from scripts.site_ring import runner
wait = "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(600)"
runner.run_lint = runner.run_dependencies = lambda part: True
runner.run_engine = lambda part: part.watch([sys.executable, "-c", wait], os.environ, Path({str(tmp_path)!r})) == 0
sys.exit(runner.main(["--with-engine", "--if-present"]))
"""
	root = Path(__file__).resolve().parents[2]
	env = {**os.environ, "HUF_BENCH": str(tmp_path / "none"), "PYTHONPATH": str(root)}
	process = subprocess.Popen(
		[sys.executable, "-c", code], env=env, cwd=tmp_path, stdout=subprocess.PIPE, text=True
	)
	pid, end = tmp_path / "pid", time.monotonic() + 60
	while not (pid.exists() and pid.read_text()) and time.monotonic() < end:
		time.sleep(0.02)
	process.send_signal(2)
	out, _ = process.communicate(timeout=60)
	assert process.returncode == 130
	assert "stopped; every process that was started is ended" in out
	assert not is_running(int(pid.read_text()))
