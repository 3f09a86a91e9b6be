"""Processes that are always ended again: by id, with everything they started."""

import atexit
import os
import random
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

STOP_SECONDS = 8.0


class StartError(Exception):
	"""A server did not come up. The message carries the tail of its log."""


# Linux gives ports from 32768 to outgoing connections, one of which could be in the way when the server starts later.
PORTS = range(15_000, 32_000)


def free_port() -> int:
	"""A TCP port on the loopback interface that nobody listens on now."""
	for port in random.sample(PORTS, 100):
		with socket.socket() as probe:
			try:
				probe.bind(("127.0.0.1", port))
			except OSError:
				continue
			return port
	raise StartError("No free port was found on 127.0.0.1.")


def answers(port: int) -> bool:
	"""Whether something listens on this loopback port."""
	with socket.socket() as probe:
		probe.settimeout(0.5)
		return probe.connect_ex(("127.0.0.1", port)) == 0


def tail(path: Path, lines: int = 40) -> str:
	"""The last lines of a log, or a sentence when there is no such file."""
	if not path.is_file():
		return f"(no log at {path})"
	return "\n".join(path.read_text(errors="replace").splitlines()[-lines:])


def descendants(pid: int) -> list[int]:
	"""The ids of all processes below `pid`, children before grandchildren (Linux: reads /proc)."""
	children: dict[int, list[int]] = {}
	for stat in Path("/proc").glob("[0-9]*/stat"):
		try:
			text = stat.read_text()
		except OSError:
			continue  # it ended while we looked
		# pid (name) state parent …: the name may contain spaces and brackets, so count from its end.
		children.setdefault(int(text.rpartition(")")[2].split()[1]), []).append(int(stat.parent.name))
	found: list[int] = []
	queue = [pid]
	while queue:
		below = children.get(queue.pop(0), [])
		found += below
		queue += below
	return found


def send(pid: int, number: int) -> None:
	"""Send a signal to one process; one that has ended already is no error."""
	try:
		os.kill(pid, number)
	except ProcessLookupError:
		pass


class Started:
	"""One process with its log. `stop` ends it and all that it started; also at exit of this Python."""

	def __init__(
		self,
		name: str,
		command: Sequence[str | Path],
		*,
		log: Path,
		cwd: Path,
		env: Mapping[str, str],
		popen: Callable[..., Any] = subprocess.Popen,
	) -> None:
		self.name = name
		self.log = log
		with log.open("ab") as output:
			# A session of its own: Ctrl-C in the terminal reaches only us, and we end it in our order.
			self.process = popen(
				[str(part) for part in command],
				stdin=subprocess.DEVNULL,
				stdout=output,
				stderr=subprocess.STDOUT,
				cwd=cwd,
				env=dict(env),
				start_new_session=True,
			)
		atexit.register(self.stop)

	@property
	def pid(self) -> int:
		"""The process id."""
		return self.process.pid

	def wait_for_port(self, port: int, seconds: float = 240) -> None:
		"""Return once the port answers. Raises StartError when the process ends first or time is up."""
		end = time.monotonic() + seconds
		while not answers(port):
			if self.process.poll() is not None:
				raise StartError(f"{self.name} ended with {self.process.returncode}.\n{tail(self.log)}")
			if time.monotonic() > end:
				raise StartError(f"{self.name} did not answer within {seconds:.0f} s.\n{tail(self.log)}")
			time.sleep(0.05)

	def kill(self) -> None:
		"""End it and all below it at once, as a power cut would."""
		for pid in [*descendants(self.pid), self.pid]:
			send(pid, signal.SIGKILL)
		self.process.wait()

	def stop(self) -> None:
		"""Ask it to end, wait a few seconds, then end by force whatever is left of it and below it."""
		atexit.unregister(self.stop)
		if self.process.poll() is not None:
			return
		family = [*descendants(self.pid), self.pid]
		send(self.pid, signal.SIGTERM)
		try:
			self.process.wait(STOP_SECONDS)
		except subprocess.TimeoutExpired:
			self.kill()
		# A child with its own process group outlives its parent: end it too, if it is still that process.
		for pid in family[:-1]:
			send(pid, signal.SIGKILL)


class Supervised:
	"""A server that is started again when it ends by itself, as a bench's supervisor does."""

	def __init__(self, start: Callable[[], Started], pause: float = 0.5) -> None:
		self._start = start
		self._pause = pause
		self._stopping = threading.Event()
		self.started = start()
		self._thread = threading.Thread(target=self._watch, name=f"watch {self.started.name}", daemon=True)

	def watch(self) -> None:
		"""From now on start it again when it ends. Call it once the server has come up."""
		self._thread.start()

	def stop(self) -> None:
		"""End the watching, then the server."""
		self._stopping.set()
		if self._thread.is_alive():
			self._thread.join()
		self.started.stop()

	def _watch(self) -> None:
		while not self._stopping.wait(self._pause):
			if self.started.process.poll() is not None:
				self.started = self._start()
