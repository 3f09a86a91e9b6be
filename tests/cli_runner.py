"""Runs commands of the command line within the tests, whatever version of click is installed."""

import inspect

from click.testing import CliRunner

# Before click 8.2 the two streams were mixed unless one asked.
_APART = {"mix_stderr": False} if "mix_stderr" in inspect.signature(CliRunner).parameters else {}

RUNNER = CliRunner(**_APART)
"""Keeps what a command prints apart from what it reports."""
