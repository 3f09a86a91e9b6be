"""Processes that begin with Frappe imported: forked from one that has done it, in place of one import for each.

Importing Frappe, huf and LiteLLM takes some six seconds of processor time, and these tests start hundreds of processes,
of which the workers start one more for each job. `Popen` here takes the place of `subprocess.Popen` for Python: the
same arguments, a process of its own with its own memory, environment, folder and output, that can be killed like any.
"""

import contextlib
import multiprocessing
import os
import runpy
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

IMPORTED = (
	"frappe.app",
	"frappe.commands",
	"frappe.utils.background_jobs",
	"litellm",
	"llama_index.core",
	"huf.ai.agent_integration",
	"huf.ai.knowledge.indexer",
	"huf.ai.knowledge.following.jobs",
	"huf.ai.runs.background",
	"tests.site.warm",
)

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(list(IMPORTED))


class Popen:
	"""What the tests use of `subprocess.Popen`, for `[sys.executable, "-m", module, …]` and `[sys.executable, script, …]`."""

	def __init__(
		self,
		command: Sequence[str],
		*,
		cwd: str | Path,
		env: Mapping[str, str],
		stdout: Any,
		stderr: Any = None,
		stdin: Any = None,
		start_new_session: bool = False,
	) -> None:
		assert command[0] == sys.executable, command
		order = (list(command[1:]), str(cwd), dict(env), stdout.name, start_new_session)
		self._process = _context.Process(target=_run, args=order)
		self._process.start()

	@property
	def pid(self) -> int:
		"""The process id."""
		assert self._process.pid
		return self._process.pid

	@property
	def returncode(self) -> int | None:
		"""The exit code, negative for a signal; None while it runs."""
		return self._process.exitcode

	def poll(self) -> int | None:
		"""The exit code, if it has ended."""
		return self._process.exitcode

	def wait(self, timeout: float | None = None) -> int:
		"""The exit code, once it has ended. Raises subprocess.TimeoutExpired when that takes too long."""
		self._process.join(timeout)
		if self._process.exitcode is None:
			raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
		return self._process.exitcode


def _run(arguments: list[str], cwd: str, env: dict[str, str], output: str, new_session: bool) -> None:
	"""In the new process: become what was ordered."""
	if new_session:
		os.setsid()
	file = os.open(output, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
	os.dup2(file, 1)
	os.dup2(file, 2)
	os.close(file)
	os.chdir(cwd)
	os.environ.clear()
	os.environ.update(env)
	try:
		if arguments[0] == "-m":
			sys.argv = arguments[1:]
			runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
		else:
			sys.argv = arguments
			runpy.run_path(arguments[0], run_name="__main__")
	finally:
		with contextlib.suppress(ValueError):
			sys.stdout.flush()
			sys.stderr.flush()
