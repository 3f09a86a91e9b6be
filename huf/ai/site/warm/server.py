"""The warm process itself: ``python -m huf.ai.site.warm.server``, in the folder ``sites`` of a bench. Jobs start it."""

import contextlib
import fcntl
import gc
import importlib
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, NoReturn

import frappe
from frappe.utils import CallbackManager
from rq.timeouts import JobTimeoutException, UnixSignalDeathPenalty

from huf.ai.site.database.transactions import roll_back
from huf.ai.site.warm.messages import Line, user_behind
from huf.ai.site.warm.place import LOCK, SOCKET, LoadedCode, folder, surroundings
from huf.engine.errors import EmbedderMissing
from huf.engine.services import load_litellm

IDLE_S = 900.0
"""The memory is given back when nobody asked anything for so long."""
LOOK_S = 5.0
"""How often it is looked whether the workers are still there."""
REAP_S = 0.1
"""How often, while there is work, whether some has ended."""
SAY_S = 10.0
"""What a job wants is said at once when it connects."""
WAITING = 128
"""Jobs that may wait while modules are imported."""

WORK = frozenset({f"huf.ai.runs.background.{name}" for name in ("make_queued_run", "make_begun_run")})
"""All that is done here: functions that take a run's name."""

MODULES = (
	"frappe.app",
	"frappe.utils.background_jobs",
	"huf.commands",
	"huf.ai.runs.background",
	"huf.ai.runs.perform",
)
"""What each run needs, besides LiteLLM. What else one has imported is learned from it."""

LOADED = "huf.engine.embedding.local"
"""Once a run has needed it, its files are read here too: they take as long as a small question."""


def main() -> None:
	"""Listen, import, and fork until nobody needs it; another one of this bench lets it end at once."""
	place = folder(".")
	# Held for as long as the process lives. Never removed: whoever opened it before would hold another file.
	lock = os.open(place / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
	try:
		fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
	except BlockingIOError:
		return
	# Who connects from now on waits for the imports, which take less than doing them again.
	listener = _listen(place)
	# Before LiteLLM is imported, which adds to the environment.
	own = surroundings()
	imports = Imports()
	load_litellm()
	imports.add(MODULES)
	_say("ready")
	try:
		Server(listener, lock, own, imports).serve()
	finally:
		with contextlib.suppress(FileNotFoundError):
			os.unlink(place / SOCKET)


def _listen(place: Path) -> socket.socket:
	"""The socket, which the user of the bench alone can open."""
	with contextlib.suppress(FileNotFoundError):
		os.unlink(place / SOCKET)
	listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
	before, mask = os.getcwd(), os.umask(0o177)
	try:
		# Its whole path may be longer than the system takes.
		os.chdir(place)
		listener.bind(SOCKET)
	finally:
		os.umask(mask)
		os.chdir(before)
	listener.listen(WAITING)
	return listener


class Imports:
	"""What is imported here, so that it is there in each child."""

	def __init__(self) -> None:
		self._code = LoadedCode()
		self._refused: set[str] = set()

	def add(self, names: Iterable[str]) -> None:
		"""Import these modules; one that cannot be imported without a site is left to the children."""
		for name in names:
			if name in sys.modules or name in self._refused:
				continue
			try:
				importlib.import_module(name)
			# Named seam: modules of any app.
			except Exception:  # noqa: BLE001
				self._refused.add(name)
		if LOADED in sys.modules:
			with contextlib.suppress(EmbedderMissing):
				sys.modules[LOADED].load()
		self._code.note()
		# What is here now is never garbage: looking for it in each child would copy the memory that they share.
		gc.collect()
		gc.freeze()

	def are_old(self) -> bool:
		"""Whether the code on the disk is another one by now."""
		return self._code.has_changed()


class Server:
	"""Takes connections and forks for each. Nothing of a request stays in it but who asked, and what was imported for it."""

	def __init__(self, listener: socket.socket, lock: int, own: list[str], imports: Imports) -> None:
		self._listener, self._lock, self._surroundings, self._imports = listener, lock, own, imports
		self._children: dict[int, IO[str]] = {}
		"""By process id, the file into which each writes the names of modules."""
		self._workers: set[int] = set()
		"""Process ids of the workers whose jobs have asked."""
		self._last = time.monotonic()

	def serve(self) -> None:
		"""Until it is not needed any more, or the code has changed."""
		while True:
			self._listener.settimeout(REAP_S if self._children else LOOK_S)
			try:
				connection, _ = self._listener.accept()
			except TimeoutError:
				connection = None
			self._reap()
			if connection is not None:
				self._last = time.monotonic()
				with connection:
					if not self._take(Line(connection)):
						_say("the code has changed: ends")
						return
			elif not self._children and self._is_unneeded():
				return

	def _is_unneeded(self) -> bool:
		self._workers = {pid for pid in self._workers if _lives(pid)}
		if not self._workers:
			_say("no worker is left that used it: ends")
		elif time.monotonic() - self._last > IDLE_S:
			_say("nobody needed it: ends")
		else:
			return False
		return True

	def _take(self, line: Line) -> bool:
		"""Fork for what is asked; False when the code here is not that of the disk any more. A connection that is just closed
		tells a job to do its work itself."""
		try:
			if user_behind(line.connection) != os.geteuid():
				return True
			line.connection.settimeout(SAY_S)
			request = line.receive()
			if request is None:
				return True
			if self._imports.are_old():
				line.send(stale=True)
				return False
			self._workers.add(int(request["worker"]))
			if request["surroundings"] != self._surroundings:
				line.send(refused="it has another Python or environment")
			elif request["method"] not in WORK:
				line.send(refused="this is no work for it")
			else:
				self._fork(line, request)
		# A job that hangs up, something that is no job, and no memory for one more process.
		except (OSError, ValueError, LookupError, TypeError) as error:
			_say(f"not taken: {error!r}")
		return True

	def _fork(self, line: Line, request: dict[str, Any]) -> None:
		sys.stdout.flush()
		imported = tempfile.TemporaryFile("w+")
		child = os.fork()
		if child:
			self._children[child] = imported
			return
		# From here on it is another process, which never comes back.
		os.close(self._lock)
		self._listener.close()
		_work(line, request, imported)

	def _reap(self) -> None:
		"""Of the children that have ended: import what they had to import, so that the next one need not."""
		for child in [*self._children]:
			if os.waitpid(child, os.WNOHANG)[0]:
				with self._children.pop(child) as imported:
					imported.seek(0)
					self._imports.add(imported.read().split())


def _lives(pid: int) -> bool:
	try:
		os.kill(pid, 0)
	except ProcessLookupError:
		return False
	except PermissionError:
		pass
	return True


def _work(line: Line, request: dict[str, Any], imported: IO[str]) -> NoReturn:
	"""In a process of its own: do the work, say how it ended, and end."""
	code = 1
	try:
		os.setsid()
		line.connection.settimeout(None)
		line.send(taken=os.getpid())
		threading.Thread(target=_end_with, args=(line.connection,), daemon=True).start()
		before = {*sys.modules}
		answer = _do(request)
		print(*(name for name in sys.modules if name not in before), file=imported, flush=True)
		line.send(**answer)
		code = 0
	# Named seam: the end of a process, whatever it was.
	except BaseException:  # noqa: BLE001
		traceback.print_exc()
	finally:
		sys.stdout.flush()
		sys.stderr.flush()
		os._exit(code)


def _end_with(connection: socket.socket) -> None:
	"""Whoever waits is gone, by kill -9 too: end at once, with all that was started, as a job would that is killed."""
	with contextlib.suppress(OSError):
		while connection.recv(4096):
			pass
	os.killpg(os.getpgrp(), signal.SIGKILL)


def _do(request: dict[str, Any]) -> dict[str, Any]:
	"""As Frappe does a job, without the hooks around it, which the job has run: its value, or the traceback if it failed."""
	try:
		with UnixSignalDeathPenalty(int(request["seconds"]), JobTimeoutException):
			frappe.init(request["site"])
			frappe.connect()
			frappe.flags.in_test = request["in_test"]
			frappe.set_user(request["user"])
			frappe.local.lang = request["language"]
			frappe.local.job = frappe._dict(
				site=request["site"],
				method=request["method"],
				job_name=request["method"],
				kwargs=request["values"],
				user=request["user"],
				after_job=CallbackManager(),
			)
			value = frappe.get_attr(request["method"])(**request["values"])
			frappe.db.commit()  # nosemgrep: frappe-manual-commit (the end of a job)
			frappe.local.job.after_job.run()
			return {"problem": None, "value": value}
	# The job raises it again, and says so wherever Frappe says it.
	except BaseException:  # noqa: BLE001
		problem = frappe.get_traceback() or traceback.format_exc()
		if getattr(frappe.local, "db", None):
			roll_back(frappe.db)
		return {"problem": problem}
	finally:
		frappe.destroy()


def _say(what: str) -> None:
	print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} huf's warm process {os.getpid()}: {what}", flush=True)


if __name__ == "__main__":
	main()
