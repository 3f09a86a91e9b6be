"""The rings of tests from nothing to a verdict: servers, sites, the parts beside each other, and all ended again."""

import argparse
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType

from scripts.site_ring import postgres
from scripts.site_ring.bench import (
	ADMIN_PASSWORD,
	CHECKOUT,
	HERE,
	MiniBench,
	NoBench,
	StepFailed,
	check_bench,
	find_bench,
	find_bench_16,
)
from scripts.site_ring.environment import EnvironmentFailed, make_environment
from scripts.site_ring.packages import MissingProgram, ensure
from scripts.site_ring.parts import Part, Parts, say, summary
from scripts.site_ring.processes import Started, StartError, Supervised, tail
from scripts.site_ring.services import Database, Redis
from scripts.site_ring.unit_tests import SLOWEST

FIRST, SECOND, UNIT = "first.localhost", "second.localhost", "unit.localhost"
PROGRAMS = ("redis-server", "chromium", "node", "curl")
DATABASES = {
	"mariadb": (Database, ("mariadbd", "mariadb-install-db", "mariadb-dump")),
	"postgres": (postgres.Postgres, postgres.PROGRAMS),
}
"""What `HUF_DB` may be: the server of the sites, and the programs that it needs."""
SITE_TESTS = CHECKOUT / "tests" / "site"
STRESS = SITE_TESTS / "stress"
DESK = SITE_TESTS / "desk"
HALVES = 2
"""Parts of the tests of the desk. They wait for a browser most of the time, and are the longest of all in one piece."""
AT_ONCE = 6
"""Parts beside each other: each waits a good deal, for browsers, time-outs and workers. HUF_TESTS_AT_ONCE changes it."""


@contextmanager
def step(name: str) -> Iterator[None]:
	"""Say what begins and how long it took."""
	began = time.monotonic()
	say(f"{name} …")
	yield
	say(f"{name}: {time.monotonic() - began:.1f} s")


def parse(words: list[str]) -> argparse.Namespace:
	"""The command line; what we do not know goes to pytest."""
	parser = argparse.ArgumentParser(prog="make test-site", description=__doc__)
	parser.add_argument(
		"--only", choices=("unit", "pytest"), help="the tests in the app, or those in tests/site"
	)
	parser.add_argument("-k", default="", help="only tests whose name contains this (pytest: an expression)")
	parser.add_argument("--module", help="one module of the tests in the app, such as huf.tests.test_rights")
	parser.add_argument("--keep", action="store_true", help="leave the site running until Ctrl-C")
	parser.add_argument("--if-present", action="store_true", help="no bench is not an error")
	parser.add_argument("--with-engine", action="store_true", help="what needs no bench too, beside the rest")
	parser.add_argument("--with-16", action="store_true", help="the tests in the app on Frappe 16 too")
	options, options.pytest = parser.parse_known_args(words)
	if options.module and options.only == "pytest":
		parser.error("--module names tests in the app, and --only pytest leaves these out")
	return options


class Ring:
	"""The sites of one run, and the parts that test them. `close` ends every process that was started."""

	def __init__(self, options: argparse.Namespace, source: Path, label: str = "") -> None:
		self.options = options
		self.source = source
		self.label = label
		"""What the names of its parts end with, where there is more than one ring."""
		self.folder = Path(tempfile.mkdtemp(prefix="huf-site-"))
		self.servers: list[Started | Supervised] = []
		self.unit = options.only != "pytest"
		self.pytest = options.only != "unit" and not options.module
		# A selection is small, and either half of the tests may have none of it.
		self.whole = self.pytest and not options.k and not options.pytest

	def start(self) -> Iterator[Part]:
		"""Servers and sites; each part that can begin, as soon as it can, those first that take longest."""
		with step("programs and Python environment"):
			make_database, needed = _database_asked_for()
			programs = ensure((*PROGRAMS, *needed))
			python = make_environment(CHECKOUT, self.source)
		os.environ.setdefault("HUF_CHROMIUM", programs["chromium"])
		with step(f"{make_database.name} and Redis"):
			database = make_database(self.folder, programs)
			self.servers.append(database.started)

		def make_bench(name: str, *sites: str) -> MiniBench:
			folder = self.folder / name
			folder.mkdir()
			redis = Redis(folder, programs["redis-server"])
			self.servers.append(redis.started)
			bench = MiniBench(folder, self.source, python, database, redis)
			bench.compile_translations()
			for site in sites:
				first.copy_site(FIRST, bench, site)
			return bench

		self.bench = first = make_bench("bench")
		with step("a site with huf installed"):
			first.make_site(FIRST)
		beside = self.options.with_engine or self.options.with_16
		alone = not self.whole and not (self.pytest and self.unit) and not beside
		# Tests of the desk and in the app leave things behind, and stress tests cut connections and empty queues:
		# each part has sites, queues, workers and ports of its own. What they are copied from is used when all are made.
		if self.whole:
			yield self._desk_part(1, make_bench("desk1", FIRST))
		if self.unit:
			bench = make_bench("unit", UNIT)
			yield Part(f"tests in the app{self.label}", partial(self.run_unit, bench=bench), alone)
		if self.whole:
			for number in range(2, HALVES + 1):
				yield self._desk_part(number, make_bench(f"desk{number}", FIRST))
			yield self._pytest_part("tests/site/stress", make_bench("stress", FIRST, SECOND), [STRESS])
		if self.pytest or self.options.keep:
			first.copy_site(FIRST, first, SECOND)
		if self.whole:
			rest = [SITE_TESTS, f"--ignore={STRESS}", f"--ignore={DESK}"]
			yield self._pytest_part("tests/site, the rest", first, rest)
		elif self.pytest:
			yield self._pytest_part("tests/site", first, [SITE_TESTS], alone)

	def _desk_part(self, number: int, bench: MiniBench) -> Part:
		files: list[str | Path] = [*sorted(DESK.glob("test_*.py"))[number - 1 :: HALVES]]
		return self._pytest_part(f"tests/site/desk, {number} of {HALVES}", bench, files)

	def _pytest_part(self, name: str, bench: MiniBench, which: list[str | Path], alone: bool = False) -> Part:
		return Part(name, partial(self.run_pytest, bench=bench, which=which), alone)

	def run_unit(self, part: Part, bench: MiniBench) -> bool:
		"""Frappe's test runner on the tests inside the app."""
		arguments = ["--module", self.options.module] if self.options.module else []
		script = [bench.python, HERE / "unit_tests.py", UNIT, self.options.k, *arguments]
		# CI makes Frappe end with a code that tells of failures; it ends with 0 otherwise.
		code = part.watch(script, {**bench.env, "CI": "1"}, bench.sites)
		done = count_tests(part.text)
		part.say(f"tests in the app: {done} done, exit code {code}")
		if done == 0:
			part.say("No test in the app was run. That is a failure: check the module or the word after -k.")
		return code == 0 and done > 0

	def run_pytest(self, part: Part, bench: MiniBench, which: list[str | Path]) -> bool:
		"""tests/site, or some of it, with the bench's Python."""
		self.serve(bench)
		slowest = f"--durations={os.environ.get('HUF_DURATIONS') or SLOWEST}"
		command = [bench.python, "-m", "pytest", *which, slowest, "-p", "no:cacheprovider"]
		command += self.options.pytest
		if self.options.k:
			command += ["-k", self.options.k]
		code = part.watch(command, {**bench.env, **bench.describe(FIRST, SECOND)}, CHECKOUT)
		if code != 0:
			for log in sorted(bench.logs.glob("*.log")):
				if log.name.startswith(("web", "socketio", "worker")) and log.stat().st_size:
					part.say(f"--- the end of {log.name}\n{tail(log, 25)}")
		return code == 0

	def serve(self, bench: MiniBench) -> None:
		"""The web server and the realtime server of a bench."""
		env = {**bench.env, **bench.describe(FIRST, SECOND)}
		web = [bench.python, "-m", "gunicorn", "--bind", f"127.0.0.1:{bench.web_port}", "--workers", "1"]
		web += ["--threads", "8", "--timeout", "120", "--chdir", bench.sites, "--pythonpath", HERE]
		self._server("web", [*web, "site_web:application"], bench, env).wait_for_port(bench.web_port)
		node = shutil.which("node") or "node"
		realtime = [node, "-r", HERE / "loopback.js", self.source / "apps" / "frappe" / "socketio.js"]
		# Frappe's realtime server ends when Redis cuts its connection, and a bench starts it again.
		log, realtime_env = bench.logs / "socketio.log", {**env, "FRAPPE_SITE": FIRST}
		server = Supervised(lambda: Started("socketio", realtime, log=log, cwd=bench.sites, env=realtime_env))
		self.servers.append(server)
		server.started.wait_for_port(bench.socketio_port)
		server.watch()

	def keep(self) -> None:
		"""Run a worker too, say where the site is, and wait for Ctrl-C."""
		bench = self.bench
		if not self.pytest:
			self.serve(bench)
		env = {**bench.env, **bench.describe(FIRST, SECOND)}
		self._server("worker", bench.command("worker", "--queue", "short,default,long"), bench, env)
		say(f"The site is at http://127.0.0.1:{bench.web_port} (Administrator, {ADMIN_PASSWORD}).")
		say(f"Sites and logs are in {bench.folder}. Ctrl-C ends it and removes it.")
		while True:
			time.sleep(3600)

	def close(self) -> None:
		"""End the servers, last started first, and remove the folder."""
		for server in reversed(self.servers):
			server.stop()
		shutil.rmtree(self.folder, ignore_errors=True)

	def _server(self, name: str, command: list[str | Path], bench: MiniBench, env: dict[str, str]) -> Started:
		log = bench.logs / f"{name}.log"
		server = Started(name, command, log=log, cwd=bench.sites, env=env)
		self.servers.append(server)
		return server


def _database_asked_for() -> tuple[type[Database | postgres.Postgres], tuple[str, ...]]:
	"""What HUF_DB names, else MariaDB. Raises StartError when it names no server that we have."""
	name = os.environ.get("HUF_DB") or "mariadb"
	if name not in DATABASES:
		raise StartError(f"HUF_DB is {name!r}; it may be {' or '.join(DATABASES)}.")
	return DATABASES[name]


def count_tests(output: str) -> int:
	"""How many tests unittest really ran by its own summary: those it skipped are none."""
	ran = sum(int(number) for number in re.findall(r"^Ran (\d+) tests? in ", output, re.MULTILINE))
	skipped = sum(int(number) for number in re.findall(r"\bskipped=(\d+)", output))
	return ran - skipped


def run_engine(part: Part) -> bool:
	"""The engine ring, with the Python at hand."""
	command = [sys.executable, "-m", "pytest", "--ignore=tests/site"]
	return part.watch(command, os.environ, CHECKOUT) == 0


def run_lint(part: Part) -> bool:
	"""What `make lint` does."""
	return part.watch([sys.executable, "-m", "scripts.site_ring.lint"], os.environ, CHECKOUT) == 0


def run_dependencies(part: Part) -> bool:
	"""Whether huf and its extras fit beside Frappe's pins."""
	return part.watch([sys.executable, "-m", "scripts.site_ring.dependencies"], os.environ, CHECKOUT) == 0


def without_site(has_bench: bool) -> list[Part]:
	"""The parts that need no site; without a bench they run one after the other, and each shows its output as it comes."""
	work = {"lint": run_lint, "dependencies": run_dependencies, "engine ring": run_engine}
	return [Part(name, run_it, alone=not has_bench) for name, run_it in work.items()]


def parts_at_once() -> int:
	"""How many parts run beside each other."""
	return max(1, int(os.environ.get("HUF_TESTS_AT_ONCE") or AT_ONCE))


def sources_of(options: argparse.Namespace, bench: Path | None) -> list[tuple[argparse.Namespace, Path, str]]:
	"""The benches that are tested: with what options, and what the names of their parts end with. Of Frappe 16 the tests in the app."""
	sources = [(options, bench, "")] if bench else []
	if options.with_16 and (other := find_bench_16()):
		sources.append((argparse.Namespace(**{**vars(options), "only": "unit"}), other, ", Frappe 16"))
	return sources


def run(options: argparse.Namespace, bench: Path | None) -> int:
	"""The parts that were asked for; the exit code of `main`."""
	sources = sources_of(options, bench)
	parts = Parts(parts_at_once() if sources else 1)
	rings: list[Ring] = []
	ready = True
	try:
		if options.with_engine:
			for part in without_site(bool(sources)):
				parts.add(part)
		for wanted, source, label in sources:
			try:
				check_bench(source)
				rings.append(ring := Ring(wanted, source, label))
				for part in ring.start():
					parts.add(part)
			except (NoBench, StepFailed, StartError, EnvironmentFailed, MissingProgram) as problem:
				ready = False
				say(f"the site ring{label} could not run: {problem}")
		ended = parts.wait()
		if ended:
			print(f"\n{summary(ended)}", flush=True)
		if rings and ready and options.keep:
			rings[0].keep()
	finally:
		parts.stop()
		for ring in rings:
			ring.close()
	if not ready or any(part.problem for part in ended):
		return 2
	return 0 if all(part.passed for part in ended) else 1


def _terminated(number: int, frame: FrameType | None) -> None:
	raise SystemExit(128 + number)


def main(words: list[str]) -> int:
	"""The exit code: 0 all passed, 1 a test failed, 2 a part could not run."""
	signal.signal(signal.SIGTERM, _terminated)
	# A shell starts what runs in its background deaf to this one, and all below would inherit that.
	signal.signal(signal.SIGINT, signal.default_int_handler)
	options = parse(words)
	bench = find_bench()
	if bench is None:
		print(
			f"site ring: not run, there is no bench at {os.environ.get('HUF_BENCH') or '~/frappe-bench'} "
			"(docs/testing.md says how to get one)",
			flush=True,
		)
		if not options.if_present:
			return 2
	if options.with_16 and not find_bench_16():
		print(
			"site ring, Frappe 16: not run, there is no bench of its own at "
			f"{os.environ.get('HUF_BENCH_16') or '~/frappe-bench-16'}",
			flush=True,
		)
	try:
		code = run(options, bench)
	except KeyboardInterrupt:
		say("stopped; every process that was started is ended")
		return 130
	say("all tests passed" if code == 0 else "tests FAILED" if code == 1 else "NOT ALL TESTS COULD RUN")
	return code


if __name__ == "__main__":
	sys.exit(main(sys.argv[1:]))
