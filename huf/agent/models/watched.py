"""A call of a model that can be ended at any moment, whatever the service does or does not do.

The call runs in a thread. The thread that waits for it asks the :class:`~huf.agent.completion.Watch` several times
a second; when that says stop, the call is left alone and its connection closed. What the thread still brings is
thrown away. It touches nothing of Frappe.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from huf.agent.completion import TextSink, Watch

POLL_S = 0.1
"""How often the watch is asked while nothing comes."""


class Piece:
	"""Where a streamed call puts its text, and where it learns that nobody waits for it any more."""

	def __init__(self, add: Callable[[str], None]) -> None:
		self.add = add
		self.abandoned = False
		self._stream: Any = None

	def opened(self, stream: Any) -> None:
		"""The stream is there; it can be closed from now on."""
		self._stream = stream
		if self.abandoned:
			self.close()

	def abandon(self) -> None:
		"""Nobody waits any more: close the connection, so that the service stops writing."""
		self.abandoned = True
		self.close()

	def close(self) -> None:
		"""Close the connection if it is open."""
		inner = getattr(self._stream, "completion_stream", None)
		close = getattr(inner, "close", None)
		if callable(close):
			# Best effort, from another thread than the one that reads: a reader that is disturbed ends, which
			# is what is wanted, and a connection that cannot be closed ends by its own time-out.
			with contextlib.suppress(Exception):
				close()


T = TypeVar("T")


class Watched(Generic[T]):
	"""One call in a thread. ``text`` is what has come of the answer."""

	def __init__(self, work: Callable[[Piece], T], watch: Watch, sink: TextSink | None) -> None:
		self._watch = watch
		self._sink = sink
		self._box: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
		self._piece = Piece(lambda text: self._box.put(("text", text)))
		self._work = work
		self._text: list[str] = []

	@property
	def text(self) -> str:
		"""What was taken of the answer so far."""
		return "".join(self._text)

	def wait(self) -> T:
		"""The call's result. Raises what the watch raises, and what the call raised."""
		threading.Thread(target=self._run, name="huf-model-call", daemon=True).start()
		try:
			while True:
				self._watch.check()
				try:
					kind, value = self._box.get(timeout=POLL_S)
				except queue.Empty:
					continue
				if kind == "text":
					self._text.append(value)
					if self._sink:
						self._sink.add(value)
				elif kind == "raised":
					raise value
				else:
					return value
		except (
			BaseException
		):  # a cancelled run, its time, a job's time-out: the call is left alone, and it is raised on
			self._piece.abandon()
			raise

	def _run(self) -> None:
		try:
			self._box.put(("done", self._work(self._piece)))
		# The thread's boundary: whatever it is, the thread that waits raises it.
		except BaseException as error:  # noqa: BLE001
			self._box.put(("raised", error))


def wait_watched(seconds: float, watch: Watch) -> None:
	"""Sleep, but wake up when the run must end."""
	end = time.monotonic() + seconds
	while (left := end - time.monotonic()) > 0:
		watch.check()
		time.sleep(min(POLL_S, left))
