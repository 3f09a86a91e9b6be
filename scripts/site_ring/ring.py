"""One ring: the servers and sites made of a bench and a database, and the parts that test them."""

import argparse
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scripts.site_ring import postgres
from scripts.site_ring.bench import ADMIN_PASSWORD, CHECKOUT, HERE, MiniBench
from scripts.site_ring.environment import make_environment
from scripts.site_ring.packages import ensure
from scripts.site_ring.parts import Part, say
from scripts.site_ring.processes import Started, Supervised, tail
from scripts.site_ring.services import Database, Redis
from scripts.site_ring.unit_tests import SLOWEST

FIRST, SECOND, UNIT = "first.localhost", "second.localhost", "unit.localhost"
PROGRAMS = ("redis-server", "chromium", "node", "curl")
APP, DESK_TESTS, STRESS_TESTS, REST = "app", "desk", "stress", "rest"
"""The kinds of parts of a ring: Frappe's own runner on the tests in the app, and three shares of tests/site."""
EVERYTHING = frozenset((APP, DESK_TESTS, STRESS_TESTS, REST))
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
ONCE_MORE = "--reruns=1"
"""In a whole run a test of the desk that failed is run once more: most of what it waits for is Frappe's, not ours."""


@dataclass(frozen=True)
class Subject:
	"""What a ring is made of: a bench and a database, and which kinds of parts test them."""

	source: Path
	label: str = ""
	"""What the names of its parts end with; empty for the first."""
	database: str = "mariadb"
	kinds: frozenset[str] = EVERYTHING


@contextmanager
def step(name: str) -> Iterator[None]:
	"""Say what begins and how long it took."""
	began = time.monotonic()
	say(f"{name} …")
	yield
	say(f"{name}: {time.monotonic() - began:.1f} s")


class Ring:
	"""The sites of one run, and the parts that test them. `close` ends every process that was started."""

	def __init__(self, options: argparse.Namespace, subject: Subject) -> None:
		self.options = options
		self.subject = subject
		self.source = subject.source
		self.folder = Path(tempfile.mkdtemp(prefix="huf-site-"))
		self.servers: list[Started | Supervised] = []
		self.unit = options.only != "pytest"
		self.pytest = options.only != "unit" and not options.module
		# A selection is small, and either half of the tests may have none of it.
		self.whole = self.pytest and not options.k and not options.pytest

	def start(self) -> Iterator[Part]:
		"""Servers and sites; each part that can begin, as soon as it can, those first that take longest."""
		with step("programs and Python environment"):
			make_database, needed = DATABASES[self.subject.database]
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
		beside = self.options.with_engine or self.options.with_others
		alone = not self.whole and not (self.pytest and self.unit) and not beside
		# Tests of the desk and in the app leave things behind, and stress tests cut connections and empty queues:
		# each part has sites, queues, workers and ports of its own. What they are copied from is used when all are made.
		kinds = self.subject.kinds if self.whole else frozenset()
		if DESK_TESTS in kinds:
			yield self._desk_part(1, make_bench("desk1", FIRST))
		if self.unit:
			bench = make_bench("unit", UNIT)
			yield Part(self._named("tests in the app"), partial(self.run_unit, bench=bench), alone)
		if DESK_TESTS in kinds:
			for number in range(2, HALVES + 1):
				yield self._desk_part(number, make_bench(f"desk{number}", FIRST))
		if STRESS_TESTS in kinds:
			yield self._pytest_part("tests/site/stress", make_bench("stress", FIRST, SECOND), [STRESS])
		if self.pytest or self.options.keep:
			first.copy_site(FIRST, first, SECOND)
		if REST in kinds:
			rest = [SITE_TESTS, f"--ignore={STRESS}", f"--ignore={DESK}"]
			yield self._pytest_part("tests/site, the rest", first, rest)
		elif self.pytest and not self.whole:
			yield self._pytest_part("tests/site", first, [SITE_TESTS], alone)

	def _named(self, name: str) -> str:
		return f"{name}{self.subject.label}"

	def _desk_part(self, number: int, bench: MiniBench) -> Part:
		files: list[str | Path] = [*sorted(DESK.rglob("test_*.py"))[number - 1 :: HALVES]]
		return self._pytest_part(f"tests/site/desk, {number} of {HALVES}", bench, [*files, ONCE_MORE])

	def _pytest_part(self, name: str, bench: MiniBench, which: list[str | Path], alone: bool = False) -> Part:
		return Part(self._named(name), partial(self.run_pytest, bench=bench, which=which), alone)

	def run_unit(self, part: Part, bench: MiniBench) -> bool:
		"""Frappe's test runner on the tests inside the app."""
		code = 0
		# Frappe's runner takes one module, and of several the last.
		for arguments in [["--module", module] for module in self.options.module] or [[]]:
			script = [bench.python, HERE / "unit_tests.py", UNIT, self.options.k, *arguments]
			# CI makes Frappe end with a code that tells of failures; it ends with 0 otherwise.
			code = part.watch(script, {**bench.env, "CI": "1"}, bench.sites) or code
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
		# Longer than a test thinks between two requests: a server that closes a connection just as the next request is sent looks like one that died.
		web += ["--threads", "8", "--timeout", "120", "--keep-alive", "600"]
		web += ["--chdir", bench.sites, "--pythonpath", HERE]
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
		"""End the servers, last started first, and remove the folder; once more does nothing."""
		for server in reversed(self.servers):
			server.stop()
		self.servers = []
		shutil.rmtree(self.folder, ignore_errors=True)

	def _server(self, name: str, command: list[str | Path], bench: MiniBench, env: dict[str, str]) -> Started:
		log = bench.logs / f"{name}.log"
		server = Started(name, command, log=log, cwd=bench.sites, env=env)
		self.servers.append(server)
		return server


def count_tests(output: str) -> int:
	"""How many tests unittest really ran by its own summary: those it skipped are none."""
	ran = sum(int(number) for number in re.findall(r"^Ran (\d+) tests? in ", output, re.MULTILINE))
	skipped = sum(int(number) for number in re.findall(r"\bskipped=(\d+)", output))
	return ran - skipped
