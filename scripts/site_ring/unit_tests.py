"""Frappe's own test runner on the tests inside the app, limited to names that contain a word.

Runs in the bench's Python, in sites/: `unit_tests.py SITE WORD [more arguments of run-tests]`.
"""

import runpy
import sys
import unittest


def main(site: str, word: str, more: list[str]) -> None:
	"""Hand over to `run-tests`; an empty word means every test."""
	if word:
		# Frappe has an option for one module's tests only; unittest's own filter works for all of them.
		unittest.TestLoader.testNamePatterns = [f"*{word}*"]
	which = more or ["--app", "huf"]
	sys.argv = ["frappe", "frappe", "--site", site, "run-tests", *which]
	runpy.run_module("frappe.utils.bench_helper", run_name="__main__")


if __name__ == "__main__":
	main(sys.argv[1], sys.argv[2], sys.argv[3:])
