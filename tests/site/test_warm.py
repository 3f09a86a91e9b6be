"""Processes that begin with Frappe imported are processes like any other."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.site import warm

SAYS_WHAT_IT_IS = """
import os, sys
print(sys.argv[1:], os.getcwd(), os.environ["HUF_WARM"], __name__, "frappe" in sys.modules, flush=True)
print("and this is an error", file=sys.stderr)
os.environ["HUF_WARM"] = "changed"
sys.path.append("changed")
sys.exit(3)
"""


def start(folder: Path, code: str) -> warm.Popen:
	"""A process that runs the code as a script, its output in the file `said`."""
	script = folder / "script.py"
	script.write_text(code)
	command = [sys.executable, str(script), "one", "two"]
	with (folder / "said").open("ab") as said:
		return warm.Popen(command, cwd=folder, env={**os.environ, "HUF_WARM": "mine"}, stdout=said)


def test_it_has_its_own_folder_environment_output_and_exit_code(tmp_path: Path):
	"""What is ordered arrives, errors go to the same file, and nothing that one changes is seen by the next."""
	for _ in range(2):
		assert start(tmp_path, SAYS_WHAT_IT_IS).wait(60) == 3
	lines = [f"['one', 'two'] {tmp_path} mine __main__ True", "and this is an error"]
	assert (tmp_path / "said").read_text().splitlines() == 2 * lines


def test_it_can_be_waited_for_and_killed(tmp_path: Path):
	"""While it runs it has no exit code; kill -9 gives that of the signal; an error that nobody catches gives 1."""
	process = start(tmp_path, "import time; print('up', flush=True); time.sleep(600)")
	end = time.monotonic() + 60
	while not (tmp_path / "said").read_text() and time.monotonic() < end:
		time.sleep(0.02)
	assert process.poll() is None and process.returncode is None
	with pytest.raises(subprocess.TimeoutExpired):
		process.wait(0.1)
	os.kill(process.pid, signal.SIGKILL)
	assert process.wait(60) == process.poll() == -signal.SIGKILL
	assert start(tmp_path, "raise ValueError('a bug')").wait(60) == 1
	assert "ValueError: a bug" in (tmp_path / "said").read_text()
