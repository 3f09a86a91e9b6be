"""The site ring from nothing to a verdict: servers, sites, Frappe's unit tests, pytest, and all ended again."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from scripts.site_ring.bench import (
	ADMIN_PASSWORD,
	CHECKOUT,
	HERE,
	MiniBench,
	NoBench,
	StepFailed,
	check_bench,
	find_bench,
)
from scripts.site_ring.environment import EnvironmentFailed, make_environment
from scripts.site_ring.packages import MissingProgram, ensure
from scripts.site_ring.processes import Started, StartError, Supervised, descendants, send, tail
from scripts.site_ring.services import Database, Redis

FIRST, SECOND, UNIT = "first.localhost", "second.localhost", "unit.localhost"
PROGRAMS = ("mariadbd", "mariadb-install-db", "mariadb-dump", "redis-server", "chromium", "node")
BEGAN = time.monotonic()


def say(text: str) -> None:
	"""One line with the seconds since the start."""
	print(f"[{time.monotonic() - BEGAN:6.1f} s] {text}", flush=True)


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
	options, options.pytest = parser.parse_known_args(words)
	return options


class Ring:
	"""One run. `close` ends every process that was started."""

	def __init__(self, options: argparse.Namespace, bench: Path) -> None:
		self.options = options
		self.source = bench
		self.folder = Path(tempfile.mkdtemp(prefix="huf-site-"))
		self.servers: list[Started | Supervised] = []
		# Who asks for the tests inside the app only needs no web server and no second site.
		self.serves = options.keep or (options.only != "unit" and not options.module)

	def start(self) -> MiniBench:
		"""Servers and sites."""
		with step("programs and Python environment"):
			programs = ensure(PROGRAMS)
			python = make_environment(CHECKOUT, self.source)
		os.environ.setdefault("HUF_CHROMIUM", programs["chromium"])
		with step("MariaDB and Redis"):
			redis = Redis(self.folder, programs["redis-server"])
			self.servers.append(redis.started)
			database = Database(self.folder, programs)
			self.servers.append(database.started)
		bench = MiniBench(self.folder / "bench", self.source, python, database, redis)
		with step("a site with huf installed"):
			bench.make_site(FIRST)
		copies = [UNIT] * (self.options.only != "pytest") + [SECOND] * self.serves
		with step(f"copies of it: {', '.join(copies)}"):
			bench.copy_site(FIRST, copies)
		return bench

	def unit_tests(self, bench: MiniBench) -> bool:
		"""Frappe's test runner on the tests inside the app, on a site of their own."""
		arguments = ["--module", self.options.module] if self.options.module else []
		script = [str(bench.python), str(HERE / "unit_tests.py"), UNIT, self.options.k, *arguments]
		# CI makes Frappe end with a code that tells of failures; it ends with 0 otherwise.
		code, output = self._watch(script, {**bench.env, "CI": "1"}, bench.sites, capture=True)
		# Jobs that these tests left in the queue belong to their site; the workers of pytest must not meet them.
		bench.redis.flush()
		done = count_tests(output)
		say(f"tests in the app: {done} done, exit code {code}")
		if done == 0:
			say("No test in the app was run. That is a failure: check the module or the word after -k.")
		return code == 0 and done > 0

	def serve(self, bench: MiniBench) -> None:
		"""The web server and the realtime server."""
		env = {**bench.env, **bench.describe(FIRST, SECOND)}
		with step("web and realtime servers"):
			web = [bench.python, "-m", "gunicorn", "--bind", f"127.0.0.1:{bench.web_port}", "--workers", "1"]
			web += ["--threads", "8", "--timeout", "120", "--chdir", bench.sites, "--pythonpath", HERE]
			self._server("web", [*web, "site_web:application"], bench, env).wait_for_port(bench.web_port)
			node = shutil.which("node") or "node"
			realtime = [node, "-r", HERE / "loopback.js", self.source / "apps" / "frappe" / "socketio.js"]
			# Frappe's realtime server ends when Redis cuts its connection, and a bench starts it again.
			log, realtime_env = bench.logs / "socketio.log", {**env, "FRAPPE_SITE": FIRST}
			server = Supervised(
				lambda: Started("socketio", realtime, log=log, cwd=bench.sites, env=realtime_env)
			)
			self.servers.append(server)
			server.started.wait_for_port(bench.socketio_port)
			server.watch()

	def pytest(self, bench: MiniBench) -> bool:
		"""tests/site with the bench's Python."""
		command = [str(bench.python), "-m", "pytest", str(CHECKOUT / "tests" / "site"), "--durations=5"]
		command += ["-p", "no:cacheprovider", *self.options.pytest]
		if self.options.k:
			command += ["-k", self.options.k]
		code, _ = self._watch(command, {**bench.env, **bench.describe(FIRST, SECOND)}, CHECKOUT)
		if code != 0:
			for log in sorted(bench.logs.glob("*.log")):
				if log.name.startswith(("web", "socketio", "worker")) and log.stat().st_size:
					print(f"--- the end of {log.name}\n{tail(log, 25)}", flush=True)
		return code == 0

	def keep(self, bench: MiniBench) -> None:
		"""Run a worker too, say where the site is, and wait for Ctrl-C."""
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

	def _watch(
		self, command: list[str], env: dict[str, str], cwd: Path, *, capture: bool = False
	) -> tuple[int, str]:
		"""Run a test command with its output on the screen; when we are stopped, it and all below it end too."""
		output = subprocess.PIPE if capture else None
		errors = subprocess.STDOUT if capture else None
		process = subprocess.Popen(
			command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, text=True
		)
		lines: list[str] = []
		try:
			for line in process.stdout or ():
				print(line, end="", flush=True)
				lines.append(line)
			return process.wait(), "".join(lines)
		finally:
			if process.poll() is None:
				family = [*descendants(process.pid), process.pid]
				send(process.pid, signal.SIGINT)
				try:
					process.wait(10)
				except subprocess.TimeoutExpired:
					family += descendants(process.pid)
				for pid in family:
					send(pid, signal.SIGKILL)


def count_tests(output: str) -> int:
	"""How many tests unittest really ran by its own summary: those it skipped are none."""
	ran = sum(int(number) for number in re.findall(r"^Ran (\d+) tests? in ", output, re.MULTILINE))
	skipped = sum(int(number) for number in re.findall(r"\bskipped=(\d+)", output))
	return ran - skipped


def run(options: argparse.Namespace, bench: Path) -> bool:
	"""The whole ring on a bench. True when every test passed."""
	ring = Ring(options, bench)
	try:
		mini = ring.start()
		good = True
		if options.only != "pytest":
			with step("tests in the app"):
				good = ring.unit_tests(mini)
		if ring.serves:
			ring.serve(mini)
		if options.only != "unit" and not options.module:
			with step("tests/site"):
				good = ring.pytest(mini) and good
		if options.keep:
			ring.keep(mini)
		return good
	finally:
		ring.close()


def _terminated(number: int, frame: FrameType | None) -> None:
	raise SystemExit(128 + number)


def main(words: list[str]) -> int:
	"""The exit code: 0 all passed, 1 a test failed, 2 the ring could not run."""
	signal.signal(signal.SIGTERM, _terminated)
	options = parse(words)
	bench = find_bench()
	if bench is None:
		print(
			f"site ring: not run, there is no bench at {os.environ.get('HUF_BENCH') or '~/frappe-bench'} "
			"(docs/testing.md says how to get one)",
			flush=True,
		)
		return 0 if options.if_present else 2
	try:
		check_bench(bench)
		good = run(options, bench)
	except KeyboardInterrupt:
		say("stopped; every process that was started is ended")
		return 130
	except (NoBench, StepFailed, StartError, EnvironmentFailed, MissingProgram) as problem:
		say(f"the site ring could not run: {problem}")
		return 2
	say("site ring passed" if good else "site ring FAILED")
	return 0 if good else 1


if __name__ == "__main__":
	sys.exit(main(sys.argv[1:]))
