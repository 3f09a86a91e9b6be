"""Handing work over to the warm process of the bench, which is started when there is none. Imports little: each job does."""

import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import frappe
from frappe.utils import cint
from rq import get_current_job
from rq.timeouts import BaseTimeoutException

from huf.ai.site.warm.messages import Line, user_behind
from huf.ai.site.warm.place import SOCKET, folder, log_file, surroundings

_log = logging.getLogger("rq.worker")

SWITCH = "huf_warm_process"
"""In the site's configuration, or the bench's: 0 keeps all work in the workers."""
READY_S = 120.0
"""How long is waited for the process to be there and to fork; then the worker does the work itself."""
TRIES = 5
"""It may end, or be of an older code, at the moment when it is asked."""
LOOK_S = 0.02
GRACE_S = 10.0
"""What work that is out of time has to write how it ended."""


class WorkFailed(Exception):
	"""The work raised an error. The message is its traceback."""


class WorkLost(Exception):
	"""The process that did the work was ended from outside."""


@dataclass(frozen=True, slots=True)
class Done:
	"""What the work gave back."""

	value: Any


class NotThere(Exception):
	"""There is no warm process that does the work; the message says why."""


def hand_over(method: str, **values: str | float) -> Done | None:
	"""Have the warm process call ``method`` for this job or request, as its user and within its time. None: the caller has to.

	The work ends at once when this process does, however that ends. It has a connection of its own, and begins with what is
	committed.

	Raises:
		WorkFailed: it raised an error.
		WorkLost: its process was killed.
		JobTimeoutException: the job's time is over; the work was told so by the same exception.
	"""
	# A process that has it imported is as fast by itself.
	if "litellm" in sys.modules or not _is_alone() or not _is_wanted():
		return None
	try:
		line = _given(method, values)
	except (NotThere, OSError, ValueError, AttributeError) as error:
		# Where RQ itself writes: Frappe's own logs leave out what is no error.
		_log.warning("The warm process does not take a run, so this process makes it by itself: %r", error)
		return None
	return Done(_wait(line))


def _is_alone() -> bool:
	"""Whether this is a job or a request, and no part of something larger, such as a test in a transaction of its own."""
	is_request = bool(getattr(frappe.local, "request", None)) and not frappe.flags.in_test
	return is_request or get_current_job() is not None


def _is_wanted() -> bool:
	wanted = frappe.conf.get(SWITCH)
	return wanted is None or bool(cint(wanted))


def _given(method: str, values: dict[str, str | float]) -> Line:
	"""The connection to the process that has begun the work. Raises NotThere, OSError, ValueError."""
	sites = frappe.local.sites_path
	# RQ's own limit of a job is an alarm of this process; without one there is no limit.
	remaining = signal.getitimer(signal.ITIMER_REAL)[0]
	request = {
		"surroundings": surroundings(),
		"worker": os.getppid(),
		"method": method,
		"values": values,
		"site": frappe.local.site,
		"user": frappe.session.user,
		"language": frappe.local.lang,
		"seconds": max(1, int(remaining)) if remaining else 0,
		"in_test": bool(frappe.flags.in_test),
	}
	# The work must find what is written, and no snapshot is kept open for as long as it takes.
	frappe.db.commit()  # nosemgrep: frappe-manual-commit (the work has a connection of its own)
	end = time.monotonic() + READY_S
	answer: dict[str, Any] | None = None
	for _ in range(TRIES):
		line = _connected(Path(sites), end)
		try:
			line.send(**request)
			line.connection.settimeout(max(LOOK_S, end - time.monotonic()))
			answer = line.receive()
		except BrokenPipeError:
			answer = None
		# Whatever it was, the end of the job's time included: nobody is left waiting at the other end. It is raised on.
		except BaseException:
			line.close()
			raise
		if answer and "taken" in answer:
			line.connection.settimeout(None)
			return line
		line.close()
		if answer and "refused" in answer:
			raise NotThere(answer["refused"])
	raise NotThere("it hangs up" if answer is None else "the code changes again and again")


def _wait(line: Line) -> Any:
	"""Until the work has ended, however it did; what it gave back."""
	try:
		answer = line.receive()
	except BaseTimeoutException:
		# The same limit holds there: the work writes how it ended.
		line.connection.settimeout(GRACE_S)
		with contextlib.suppress(OSError, ValueError):
			line.receive()
		raise
	finally:
		line.close()
	if answer is None:
		raise WorkLost("The process that did the work was ended from outside.")
	if answer["problem"]:
		raise WorkFailed(answer["problem"])
	return answer["value"]


def _connected(sites: Path, end: float) -> Line:
	"""A connection to the process, started if need be. Raises NotThere when none answers in time, OSError."""
	started: subprocess.Popen[bytes] | None = None
	place = folder(sites)
	if not place.is_dir():
		raise NotThere(f"there is no folder {place}")
	while time.monotonic() < end:
		with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
			return _connect(place)
		code = started.poll() if started else 0
		if code:
			raise NotThere(f"it ended with {code}, see {log_file(sites)}")
		# One that ended with 0 found another one, which may be about to end.
		if code == 0:
			started = _start(sites)
		time.sleep(LOOK_S)
	raise NotThere(f"it does not answer within {READY_S:.0f} s, see {log_file(sites)}")


def _connect(place: Path) -> Line:
	connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
	try:
		with _short(place) as short:
			connection.connect(f"{short}/{SOCKET}")
		if user_behind(connection) != os.geteuid():
			raise PermissionError(f"{place / SOCKET} is of another user")
	# Whatever it was: a connection that is not handed on is closed. It is raised on.
	except BaseException:
		connection.close()
		raise
	return Line(connection)


@contextmanager
def _short(place: Path) -> Iterator[str]:
	"""Another name of a folder: that of a socket may have 107 characters, and paths of benches are longer."""
	number = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
	try:
		yield f"/proc/self/fd/{number}"
	finally:
		os.close(number)


def _start(sites: Path) -> "subprocess.Popen[bytes]":
	"""Start the process, in a session of its own: it outlives the job."""
	log = log_file(sites)
	output = log if log.parent.is_dir() else Path(os.devnull)
	kept = {name: value for name, value in os.environ.items() if not name.startswith("RQ_")}
	with output.open("ab") as file:
		return subprocess.Popen(
			[sys.executable, "-m", "huf.ai.site.warm.server"],
			cwd=sites,
			env=kept,
			stdin=subprocess.DEVNULL,
			stdout=file,
			stderr=subprocess.STDOUT,
			start_new_session=True,
		)
