"""The runner of the site ring where it can go wrong without a bench: processes, counting, missing programs."""

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from scripts.site_ring import environment, packages, runner
from scripts.site_ring.bench import CHECKOUT, NoBench, check_bench, find_bench_16
from scripts.site_ring.caching import api_not_kept
from scripts.site_ring.environment import ranges_of_16
from scripts.site_ring.parts import Part
from scripts.site_ring.processes import Started, StartError, Supervised, descendants, free_port
from scripts.site_ring.ring import APP, EVERYTHING, STRESS_TESTS, Ring, Subject, count_tests
from scripts.site_ring.runner import main

PARENT_OF_A_STUBBORN_CHILD = """
import subprocess, sys, time
child = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
process = subprocess.Popen([sys.executable, "-c", child], start_new_session=True, stdout=subprocess.PIPE)
process.stdout.readline()
print(process.pid, flush=True)
time.sleep(600)
"""


def is_running(pid: int) -> bool:
	"""Whether the process exists and is more than an exit code that nobody has fetched."""
	try:
		return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
	except (FileNotFoundError, ProcessLookupError):
		return False


@pytest.mark.parametrize("way", ["stop", "kill"])
def test_a_stopped_process_leaves_nothing_behind(tmp_path: Path, way: str):
	"""A child in a session of its own that ignores SIGTERM ends with its parent."""
	log = tmp_path / "log"
	started = Started(
		"parent", [sys.executable, "-c", PARENT_OF_A_STUBBORN_CHILD], log=log, cwd=tmp_path, env=os.environ
	)
	end = time.monotonic() + 20
	while not (text := log.read_text().strip()) and time.monotonic() < end:
		time.sleep(0.02)
	child = int(text)
	assert child in descendants(started.pid)
	getattr(started, way)()
	end = time.monotonic() + 5
	while is_running(child) and time.monotonic() < end:
		time.sleep(0.02)
	assert not is_running(child)
	assert not is_running(started.pid)


def test_a_server_that_ends_at_once_shows_its_log(tmp_path: Path):
	"""Waiting for a server that died raises at once, with what it said."""
	code = "import sys; sys.exit('no such option')"
	started = Started(
		"server", [sys.executable, "-c", code], log=tmp_path / "log", cwd=tmp_path, env=os.environ
	)
	with pytest.raises(StartError, match=r"server ended with 1.*\n.*no such option"):
		started.wait_for_port(free_port(), seconds=20)


def test_a_supervised_server_comes_back_until_it_is_stopped(tmp_path: Path):
	"""A server that dies is started again; after `stop` it is not."""
	log = tmp_path / "log"
	command = [sys.executable, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(600)"]

	def pids(count: int) -> list[str]:
		end = time.monotonic() + 20
		while len(log.read_text().split()) < count and time.monotonic() < end:
			time.sleep(0.02)
		return log.read_text().split()

	server = Supervised(lambda: Started("server", command, log=log, cwd=tmp_path, env=os.environ), pause=0.05)
	server.watch()
	(first,) = pids(1)
	server.started.kill()
	assert pids(2)[1] != first
	server.stop()
	time.sleep(0.3)
	assert len(pids(2)) == 2
	assert not is_running(int(pids(2)[1]))


@pytest.mark.parametrize(
	("output", "count"),
	[
		("Ran 60 tests in 21.475s\n\nOK", 60),
		("Ran 1 test in 0.1s\n\nFAILED (failures=1)", 1),
		("Ran 3 tests in 0.1s\n\nOK (skipped=3)", 0),
		("Ran 0 tests in 0.000s\n\nOK", 0),
		("Testing is disabled for the site!", 0),
	],
)
def test_tests_are_counted_by_what_ran(output: str, count: int):
	"""Skipped tests and runs that never began count as nothing, so that they cannot pass for success."""
	assert count_tests(output) == count


def test_a_missing_bench_is_said_and_is_an_error_only_when_asked_for(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
	"""`make test` goes on without a bench; `make test-site` fails; both name the folder they looked at."""
	monkeypatch.setenv("HUF_BENCH", str(tmp_path / "none"))
	assert main(["--if-present"]) == 0
	assert main([]) == 2
	assert capsys.readouterr().out.count(f"there is no bench at {tmp_path}/none") == 2


@pytest.mark.parametrize(
	"path, said, sent",
	[
		("/api/method/amended", "max-age=600", "no-store"),
		("/api/method/page", "private, no-store", "private, no-store"),
		("/assets/desk.js", "max-age=600", "max-age=600"),
		("/login", "max-age=600", "max-age=600"),
	],
)
def test_the_browser_of_the_tests_keeps_scripts_and_no_answer_of_the_api(path: str, said: str, sent: str):
	"""What Frappe lets a browser keep of the API for minutes must be asked anew by the next test; all else stays as it is."""
	told: list[tuple[str, list[tuple[str, str]]]] = []
	start = api_not_kept(path, lambda status, headers: told.append((status, headers)))
	start("200 OK", [("Content-Type", "text/plain"), ("Cache-Control", said)])
	assert told == [("200 OK", [("Content-Type", "text/plain"), ("Cache-Control", sent)])]


TIMED_TESTS = """
import time, unittest
from scripts.site_ring.unit_tests import record_durations, slowest

class Case(unittest.TestCase):
	@classmethod
	def setUpClass(cls):
		time.sleep(0.2)
	def test_slow(self):
		time.sleep(0.1)
	def test_quick(self):
		pass

durations = record_durations()
unittest.main(exit=False)
print(slowest(durations, 2))
"""


def test_the_slowest_tests_in_the_app_are_named_with_what_their_class_makes():
	"""Tests and `setUpClass` are put down once each, the slowest stands first, and there are no more than asked for."""
	command = [sys.executable, "-c", TIMED_TESTS]
	done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=CHECKOUT)
	head, first, second = done.stdout.splitlines()
	assert head.startswith("The slowest")
	assert first.endswith("__main__.Case, setUpClass") and float(first.split()[0]) >= 0.2
	assert second.endswith("__main__.Case.test_slow") and float(second.split()[0]) >= 0.1


def test_a_half_made_bench_is_refused_with_the_next_step(tmp_path: Path):
	"""A folder without Frappe's environment is named, and so is the command that makes it."""
	with pytest.raises(NoBench, match="bench setup env"):
		check_bench(tmp_path)


def test_a_frappe_16_on_an_older_python_gets_the_ranges_of_its_own():
	"""Of each package the range for Python 3.14, and the only one where there is none."""
	lines = [
		"one>=1; python_version < '3.14'",
		"one>=2; python_version >= '3.14'",
		"two<5; python_version < '3.14'",
		"three>=3",
		"huggingface-hub<1; python_version < '3.14'",
	]
	assert ranges_of_16(lines) == ["one>=2", "two<5", "three>=3"]


def test_without_the_right_to_install_the_command_is_named(monkeypatch: pytest.MonkeyPatch):
	"""An ordinary user reads which packages are missing and what an administrator would type."""
	monkeypatch.setattr(packages, "find", lambda program: None)
	monkeypatch.setattr(os, "geteuid", lambda: 1000)
	with pytest.raises(packages.MissingProgram, match=r"apt-get install .* mariadb-server redis-server"):
		packages.ensure(["redis-server", "mariadbd", "mariadb-install-db"])


def test_pytest_leaves_the_site_ring_out_aloud_without_a_site(tmp_path: Path):
	"""A plain `pytest` collects nothing in tests/site and says why."""
	env = {key: value for key, value in os.environ.items() if not key.startswith("HUF_")}
	root = Path(__file__).resolve().parents[2]
	command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", "tests/site"]
	done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)
	assert "left out, no site is described" in done.stdout
	assert done.returncode == 5  # pytest's code for “no tests were collected”


def test_a_bench_of_frappe_16_is_named_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
	"""It is found by its variable, and is none when it is the bench that is tested already."""
	monkeypatch.setenv("HUF_BENCH", str(tmp_path))
	monkeypatch.setenv("HUF_BENCH_16", str(tmp_path / "none"))
	assert find_bench_16() is None
	(tmp_path / "16").mkdir()
	monkeypatch.setenv("HUF_BENCH_16", str(tmp_path / "16"))
	assert find_bench_16() == (tmp_path / "16").resolve()
	monkeypatch.setenv("HUF_BENCH", str(tmp_path / "16"))
	assert find_bench_16() is None


class Clock:
	"""A run whose rings take as long as the test says, and start nothing."""

	def __init__(self, monkeypatch: pytest.MonkeyPatch, first_ring_s: float) -> None:
		self.begun: list[tuple[Path, str, str, frozenset[str]]] = []
		now = [runner.BEGAN]
		monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: now[0]))
		clock = self

		class Ring:
			def __init__(self, options: object, subject: Subject) -> None:
				clock.begun.append((subject.source, subject.label, subject.database, subject.kinds))

			def start(self) -> list[Part]:
				now[0] += first_ring_s if len(clock.begun) == 1 else 1.0
				return [Part("nothing", lambda part: True)]

			def close(self) -> None:
				pass

		monkeypatch.setattr(runner, "Ring", Ring)
		monkeypatch.setattr(runner, "check_bench", lambda source: None)


def test_frappe_16_and_postgresql_come_after_the_first_ring(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
	"""All parts on both benches, the tests in the app and of jobs on PostgreSQL; one line says when there is no bench of 16."""
	bench, other = tmp_path / "15", tmp_path / "16"
	bench.mkdir()
	monkeypatch.setenv("HUF_BENCH", str(bench))
	monkeypatch.setenv("HUF_BENCH_16", str(other))
	# Whoever runs the tests may have set it, for the run that this test is part of.
	monkeypatch.delenv("HUF_OTHERS_WITHIN", raising=False)
	on_postgres = (bench.resolve(), ", PostgreSQL", "postgres", frozenset((APP, STRESS_TESTS)))
	first = (bench.resolve(), "", "mariadb", EVERYTHING)
	clock = Clock(monkeypatch, 60.0)
	assert main(["--with-others"]) == 0
	assert clock.begun == [first, on_postgres]
	assert f"Frappe 16: not run, there is no bench of its own at {other}" in capsys.readouterr().out
	other.mkdir()
	clock = Clock(monkeypatch, 60.0)
	assert main(["--with-others"]) == 0
	assert clock.begun == [first, (other.resolve(), ", Frappe 16", "mariadb", EVERYTHING), on_postgres]
	clock = Clock(monkeypatch, 60.0)
	assert main([]) == 0
	assert clock.begun == [first]


def test_on_a_slow_machine_the_other_rings_are_left_out_aloud(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
	"""What began late would be given up half-way: it does not begin, and the output says so for each."""
	monkeypatch.setenv("HUF_BENCH", str(tmp_path))
	monkeypatch.setenv("HUF_BENCH_16", str(tmp_path / "16"))
	(tmp_path / "16").mkdir()
	monkeypatch.setenv("HUF_OTHERS_WITHIN", "2")
	clock = Clock(monkeypatch, 121.0)
	assert main(["--with-others"]) == 0
	assert len(clock.begun) == 1
	said = capsys.readouterr().out
	for what in ("Frappe 16", "PostgreSQL"):
		assert f"{what}: not run, the first ring took longer than 2 minutes" in said


def test_several_modules_are_run_one_after_the_other():
	"""Frappe's runner takes one; what failed in any of them fails the part, and the tests of all are counted."""
	ran: list[list[str]] = []

	class Watched:
		text = "Ran 2 tests in 1.0s\n\nOK\nRan 3 tests in 1.0s\n\nOK\n"
		said: ClassVar[list[str]] = []

		def watch(self, script: list[Any], _env: object, _cwd: object) -> int:
			ran.append([str(word) for word in script[4:]])
			return 1 if "huf.tests.one" in script else 0

		def say(self, text: str) -> None:
			self.said.append(text)

	ring = Ring.__new__(Ring)
	ring.options = runner.parse(["--module", "huf.tests.one", "--module", "huf.tests.two"])
	bench = SimpleNamespace(python="python", env={}, sites="sites")
	assert not ring.run_unit(Watched(), bench)
	assert ran == [["--module", "huf.tests.one"], ["--module", "huf.tests.two"]]
	assert Watched.said == ["tests in the app: 5 done, exit code 1"]
	ring.options = runner.parse(["-k", "rights"])
	assert ring.run_unit(Watched(), bench)
	assert ran[2:] == [[]]


def test_a_database_that_the_ring_does_not_know_is_refused(monkeypatch: pytest.MonkeyPatch):
	"""Before anything is started."""
	monkeypatch.setenv("HUF_DB", "oracle")
	with pytest.raises(SystemExit) as stopped:
		main([])
	assert stopped.value.code == 2


def test_two_at_once_make_one_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
	"""The ring and the translations share it: the second waits for the first, and makes nothing anew."""
	checkout, bench, made = tmp_path / "checkout", tmp_path / "bench", []
	(bench / "apps" / "frappe" / "frappe").mkdir(parents=True)
	(bench / "apps" / "frappe" / "frappe" / "__init__.py").write_text('__version__ = "15.1.0"\n')
	checkout.mkdir()
	(checkout / "pyproject.toml").write_text("")

	def make(folder: Path, python: Path, *_: Path) -> None:
		made.append(python)
		time.sleep(0.3)
		python.parent.mkdir(parents=True)
		python.touch()

	monkeypatch.setattr(environment, "_make", make)
	threads = [Thread(target=environment.make_environment, args=(checkout, bench)) for _ in range(2)]
	for thread in threads:
		thread.start()
	for thread in threads:
		thread.join(60)
	assert made == [checkout / ".venv-site" / "bin" / "python"]
