"""Runs commands of the command line within the tests, whatever version of click is installed."""

import inspect
import json
from typing import Any

from click.testing import CliRunner, Result

from huf.cli.commands import main

# Before click 8.2 the two streams were mixed unless one asked.
_APART = {"mix_stderr": False} if "mix_stderr" in inspect.signature(CliRunner).parameters else {}

RUNNER = CliRunner(**_APART)
"""Keeps what a command prints apart from what it reports."""


def huf(*arguments: object) -> Result:
	"""Run a command in this process; an unexpected exception is raised, not hidden in an exit code."""
	result = RUNNER.invoke(main, [str(argument) for argument in arguments])
	if result.exception and not isinstance(result.exception, SystemExit):
		raise result.exception
	return result


def as_json(*arguments: object, code: int = 0) -> dict[str, Any]:
	"""Run a command with ``--json``; its standard output is one line with one object and nothing else."""
	result = huf(*arguments, "--json")
	assert result.exit_code == code, result.output
	assert result.stdout.count("\n") == 1 and result.stdout.endswith("\n") and result.stdout.isascii()
	values = json.loads(result.stdout)
	assert isinstance(values, dict)
	return values
