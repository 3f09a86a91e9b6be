"""Frappe's own test runner on the tests inside the app, limited to names that contain a word.

Runs in the bench's Python, in sites/: `unit_tests.py SITE WORD [more arguments of run-tests]`. At the end it names the slowest, as
pytest does; HUF_DURATIONS says how many.
"""

import os
import runpy
import sys
import time
import unittest
from collections.abc import Iterable
from typing import Any, NamedTuple

SLOWEST = 5


class Duration(NamedTuple):
	"""How long a test took with its `setUp` and `tearDown`, or what a class makes for all of its tests."""

	wall_s: float
	processor_s: float
	"""Of this process alone, without the database's."""
	what: str


def record_durations() -> list[Duration]:
	"""From now on put down how long each test and each `setUpClass` takes; the list grows while they run."""
	durations: list[Duration] = []
	run_test = unittest.TestCase.run
	set_up = unittest.TestSuite._handleClassSetUp  # type: ignore[attr-defined]

	def timed(what: str, work: Any, *arguments: Any) -> Any:
		began, used = time.perf_counter(), time.process_time()
		try:
			return work(*arguments)
		finally:
			durations.append(Duration(time.perf_counter() - began, time.process_time() - used, what))

	def run(self: unittest.TestCase, result: unittest.TestResult | None = None) -> Any:
		return timed(self.id(), run_test, self, result)

	def handle(self: unittest.TestSuite, test: unittest.TestCase, result: unittest.TestResult) -> None:
		name = f"{type(test).__module__}.{type(test).__qualname__}, setUpClass"
		if getattr(result, "_previousTestClass", None) is not type(test):
			timed(name, set_up, self, test, result)

	unittest.TestCase.run = run  # type: ignore[method-assign, assignment]
	unittest.TestSuite._handleClassSetUp = handle  # type: ignore[attr-defined]
	return durations


def slowest(durations: Iterable[Duration], count: int) -> str:
	"""A line for each of so many, the slowest first."""
	lines = [
		f"{each.wall_s:8.2f} s {each.processor_s:8.2f} s  {each.what}" for each in sorted(durations)[-count:]
	]
	return "\n".join(["The slowest: wall, processor, what", *reversed(lines)])


def main(site: str, word: str, more: list[str]) -> None:
	"""Hand over to `run-tests`; an empty word means every test."""
	if word:
		# Frappe has an option for one module's tests only; unittest's own filter works for all of them.
		unittest.TestLoader.testNamePatterns = [f"*{word}*"]
	which = more or ["--app", "huf"]
	sys.argv = ["frappe", "frappe", "--site", site, "run-tests", *which]
	durations = record_durations()
	try:
		runpy.run_module("frappe.utils.bench_helper", run_name="__main__")
	finally:
		print(slowest(durations, int(os.environ.get("HUF_DURATIONS") or SLOWEST)), flush=True)


if __name__ == "__main__":
	main(sys.argv[1], sys.argv[2], sys.argv[3:])
