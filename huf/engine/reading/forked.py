"""A fork of this process that reads inputs one after the other, and what it has said that nobody has asked for yet."""

import io
import os
import signal
import socket
import tempfile
import time
from collections import deque
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors import Extractor
from huf.engine.reading import child
from huf.engine.reading.costs import resident
from huf.engine.reading.wire import Ended, Message, decode, receive_bytes, send
from huf.engine.registry import Registry

STALLED_SECONDS = 600.0
"""Without a word, though not busy, such as on a disk that does not answer. Being busy is bounded by time of the processor."""
ENDING_SECONDS = 5.0
"""For a process that has closed its connection to be gone."""
_MOST_HEARD = 8 << 20
"""Bytes that are kept of what a process says before it is asked for. It waits with what would be more."""
_BLOCK = 1 << 20


class Forked:
	"""A fork of this process that reads."""

	def __init__(self, registry: Registry[Extractor]) -> None:
		self.is_worn = False
		"""Whether another one is to be taken for what has not been sent to this one."""
		self.is_gone = False
		"""Whether nothing more will come of it."""
		self.unread = 0
		"""How many inputs it was sent and has not read to their ends."""
		self.latest = -1
		"""The turn of the last of them."""
		self._heard: deque[tuple[Message | Ended, int]] = deque()
		self._heard_bytes = 0
		self._status: int | None = None
		self.peak = 0
		"""Bytes of memory that it took at most, beyond those of the process that it was; known once it has ended."""
		self._begun = resident()
		# One for what is to be read and one for what is: it is asked ahead, and must not take that for an answer.
		self._requests, its_requests = socket.socketpair()
		self._connection, its_connection = socket.socketpair()
		# Of its own, so that nothing stays behind when the process is ended in the middle of an input.
		self._scratch = tempfile.TemporaryDirectory(prefix="huf-reader-", ignore_cleanup_errors=True)
		self._pid = os.fork()
		if self._pid == 0:
			code = 1
			try:
				code = child.serve(its_requests, its_connection, registry, self._scratch.name)
			finally:
				# Nothing of the process that this was may run on here: no handlers, no buffers.
				os._exit(code)
		its_requests.close()
		its_connection.close()
		self._connection.settimeout(STALLED_SECONDS)

	@property
	def is_idle(self) -> bool:
		"""Whether it has read all that it was sent, and all of that was taken."""
		return not (self.unread or self._heard)

	@property
	def takes_more(self) -> bool:
		"""Whether it can be given something else to read."""
		return not (self.is_worn or self.is_gone)

	@property
	def has_spoken(self) -> bool:
		"""Whether :meth:`next` has something, if only that nothing more will come."""
		return bool(self._heard)

	@property
	def may_speak(self) -> bool:
		"""Whether there is room for what it says."""
		return not self.is_gone and self._heard_bytes < _MOST_HEARD

	def fileno(self) -> int:
		"""The descriptor that is to be waited for."""
		return self._connection.fileno()

	def ask(self, descriptor: int, message: Message) -> None:
		"""Send what is to be read.

		Nothing here waits for the process: a request is smaller than what a socket holds.
		"""
		self.unread += 1
		try:
			socket.send_fds(self._requests, [b"F"], [descriptor])
			send(self._requests, message)
		except (OSError, Ended):
			pass  # it is gone; whoever asks for the items learns how

	def send(self, message: Message) -> None:
		"""Answer the process."""
		send(self._connection, message)

	def hear(self) -> None:
		"""Take in what it says next, or that nothing more will come, or nothing came for :data:`STALLED_SECONDS`."""
		said: Message | Ended
		size = 0
		try:
			data = receive_bytes(self._connection)
			said, size = decode(data), len(data)
		except Ended as ended:
			said, self.is_gone = ended, True
		else:
			if "is_worn" in said:  # the last word about an input
				self.unread = max(0, self.unread - 1)
				self.is_worn = self.is_worn or bool(said["is_worn"])
		self._heard.append((said, size))
		self._heard_bytes += size

	def next(self) -> Message:
		"""What it has said, word by word.

		Raises:
			Ended: nothing more will come.
		"""
		said, size = self._heard[0]
		if isinstance(said, Ended):
			raise said
		self._heard.popleft()
		self._heard_bytes -= size
		return said

	def wait(self) -> int | None:
		"""How it ended, once its connection is closed: the exit code, or the negative number of a signal; None if it goes on."""
		until = time.monotonic() + ENDING_SECONDS
		while not self._is_over() and time.monotonic() < until:
			time.sleep(0.005)
		return self._status

	def end(self) -> None:
		"""End it, whatever it does."""
		self._requests.close()
		self._connection.close()
		if not self._is_over():
			os.kill(self._pid, signal.SIGKILL)
			self._is_over(0)
		self._scratch.cleanup()

	def _is_over(self, options: int = os.WNOHANG) -> bool:
		if self._status is None:
			try:
				pid, status, used = os.wait4(self._pid, options)
			except ChildProcessError:
				# Somebody else has waited for it, such as a worker that ignores the ends of its children.
				self._status = 1
				return True
			if pid:
				self.peak = (used.ru_maxrss << 10) - self._begun
				self._status = os.waitstatus_to_exitcode(status)
		return self._status is not None


def descriptor_of(content: Content) -> int:
	"""A descriptor of the bytes, to be closed by the caller: of the file itself if there is one, else of a copy in memory."""
	if content.data is not None:
		return _in_memory(io.BytesIO(content.data))
	with content.open() as stream:
		try:
			return os.dup(stream.fileno())
		except (AttributeError, io.UnsupportedOperation):
			return _in_memory(stream)


def _in_memory(stream: Any) -> int:
	descriptor = os.memfd_create("huf-input")
	try:
		with open(descriptor, "wb", closefd=False) as copy:
			while block := stream.read(_BLOCK):
				copy.write(block)
	# Whatever it was: nobody gets the descriptor, so nobody else would close it. It is raised on.
	except BaseException:
		os.close(descriptor)
		raise
	return descriptor
