"""The rings of tests from nothing to a verdict: what needs no site, a ring for each bench and database, and all ended again."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from scripts.site_ring.bench import CHECKOUT, NoBench, StepFailed, check_bench, find_bench, find_bench_16
from scripts.site_ring.environment import EnvironmentFailed
from scripts.site_ring.packages import MissingProgram
from scripts.site_ring.parts import BEGAN, Part, Parts, say, summary
from scripts.site_ring.processes import StartError
from scripts.site_ring.ring import APP, DATABASES, STRESS_TESTS, Ring, Subject

AT_ONCE = 6
"""Parts beside each other: each waits a good deal, for browsers, time-outs and workers. HUF_TESTS_AT_ONCE changes it."""
OTHERS_WITHIN_MINUTES = 20.0
"""When the ring of Frappe 15 on MariaDB must be through for the others to begin. HUF_OTHERS_WITHIN changes it.

The others take about as long again, and a run that is given up half-way tells nothing: so a machine that is slow today tests less.
"""


def parse(words: list[str]) -> argparse.Namespace:
	"""The command line; what we do not know goes to pytest."""
	parser = argparse.ArgumentParser(prog="make test-site", description=__doc__)
	parser.add_argument(
		"--only", choices=("unit", "pytest"), help="the tests in the app, or those in tests/site"
	)
	parser.add_argument("-k", default="", help="only tests whose name contains this (pytest: an expression)")
	parser.add_argument(
		"--module",
		action="append",
		default=[],
		help="a module of the tests in the app, such as huf.tests.access.test_rights; may be given several times",
	)
	parser.add_argument("--keep", action="store_true", help="leave the site running until Ctrl-C")
	parser.add_argument("--if-present", action="store_true", help="no bench is not an error")
	parser.add_argument("--with-engine", action="store_true", help="what needs no bench too, beside the rest")
	parser.add_argument("--with-others", action="store_true", help="then Frappe 16, and PostgreSQL")
	options, options.pytest = parser.parse_known_args(words)
	options.database = os.environ.get("HUF_DB") or "mariadb"
	if options.database not in DATABASES:
		parser.error(f"HUF_DB is {options.database!r}; it may be {' or '.join(DATABASES)}")
	if options.keep and options.with_others:
		parser.error("--keep leaves one site running, and --with-others goes on to the next")
	if options.module and options.only == "pytest":
		parser.error("--module names tests in the app, and --only pytest leaves these out")
	return options


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


def other_subjects(bench: Path) -> list[Subject]:
	"""What is tested after Frappe 15 on MariaDB: Frappe 16 where there is a bench of it, and PostgreSQL."""
	subjects = []
	if other := find_bench_16():
		subjects.append(Subject(other, ", Frappe 16"))
	else:
		say_not_run(
			"Frappe 16",
			f"there is no bench of its own at {os.environ.get('HUF_BENCH_16') or '~/frappe-bench-16'}",
		)
	postgres_kinds = frozenset((APP, STRESS_TESTS))
	return [*subjects, Subject(bench, ", PostgreSQL", "postgres", postgres_kinds)]


def say_not_run(what: str, why: str) -> None:
	say(f"site ring, {what}: not run, {why}")


def others_within_s() -> float:
	"""So many seconds after the start the other rings may begin."""
	return 60.0 * float(os.environ.get("HUF_OTHERS_WITHIN") or OTHERS_WITHIN_MINUTES)


class Run:
	"""Everything that was asked for: what needs no site, the first ring beside it, and then the others, one after the other."""

	def __init__(self, options: argparse.Namespace, bench: Path | None) -> None:
		self.options, self.bench = options, bench
		self.parts = Parts(parts_at_once() if bench else 1)
		self.rings: list[Ring] = []
		self.ready = True

	def code(self) -> int:
		"""Run it to the end; the exit code of `main`."""
		ended: list[Part] = []
		try:
			if self.options.with_engine:
				for part in without_site(self.bench is not None):
					self.parts.add(part)
			if self.bench:
				self._begin(Subject(self.bench, database=self.options.database))
			ended = self.parts.wait()
			if self.bench and self.options.with_others:
				self._others(self.bench)
				ended = self.parts.wait()
			if ended:
				print(f"\n{summary(ended)}", flush=True)
			if self.rings and self.ready and self.options.keep:
				self.rings[0].keep()
		finally:
			self.parts.stop()
			for ring in self.rings:
				ring.close()
		if not self.ready or any(part.problem for part in ended):
			return 2
		return 0 if all(part.passed for part in ended) else 1

	def _begin(self, subject: Subject) -> None:
		"""Make a ring and let its parts begin; say so when that cannot be."""
		try:
			check_bench(subject.source)
			self.rings.append(ring := Ring(self.options, subject))
			for part in ring.start():
				self.parts.add(part)
		except (NoBench, StepFailed, StartError, EnvironmentFailed, MissingProgram) as problem:
			if subject.label and isinstance(problem, MissingProgram):
				say_not_run(subject.label.strip(", "), str(problem))
				return
			self.ready = False
			say(f"the site ring{subject.label} could not run: {problem}")

	def _others(self, bench: Path) -> None:
		"""The rings after the first, one after the other, if that was through in time."""
		took_too_long = time.monotonic() - BEGAN > others_within_s()
		for subject in other_subjects(bench):
			if took_too_long:
				within = (
					f"the first ring took longer than {others_within_s() / 60:g} minutes (HUF_OTHERS_WITHIN)"
				)
				say_not_run(subject.label.strip(", "), within)
				continue
			for ring in self.rings:
				ring.close()
			self._begin(subject)
			self.parts.wait()


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
	try:
		code = Run(options, bench).code()
	except KeyboardInterrupt:
		say("stopped; every process that was started is ended")
		return 130
	say("all tests passed" if code == 0 else "tests FAILED" if code == 1 else "NOT ALL TESTS COULD RUN")
	return code


if __name__ == "__main__":
	sys.exit(main(sys.argv[1:]))
