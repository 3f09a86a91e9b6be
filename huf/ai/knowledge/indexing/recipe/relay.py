"""Lets threads that wait for a service have things done by the thread that owns the database connection."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, TypeVar

from huf.engine.errors import HufError

T = TypeVar("T")


class RelayClosed(RuntimeError):
	"""Nobody does anything for threads any more: the job that they work for has ended."""


class Relay:
	"""What threads hand over is done by whoever calls :meth:`serve`, one thing after the other."""

	def __init__(self) -> None:
		self._waiting: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
		self._lock, self._is_closed = Lock(), False

	def do(self, work: Callable[[], T]) -> T:
		"""Called by a thread: have ``work`` done, and wait for what comes of it. Raises what it raises, or RelayClosed."""
		done: Future[T] = Future()
		with self._lock:
			if self._is_closed:
				raise RelayClosed
			self._waiting.put((work, done))
		return done.result()

	def serve(self, threads: Sequence[Future[Any]]) -> None:
		"""Do what is handed over until all ``threads`` have ended. A HufError is the business of the thread that gets it; whatever else
		ends this earlier, none of them waits for ever."""
		for thread in threads:
			thread.add_done_callback(lambda _: self._waiting.put(None))
		left = len(threads)
		try:
			while left:
				item = self._waiting.get()
				if item is None:
					left -= 1
					continue
				work, done = item
				try:
					done.set_result(work())
				except HufError as error:
					done.set_exception(error)
				# Whatever it was, a time-out of the job included: whoever waits is told, and it is raised on.
				except BaseException as error:
					done.set_exception(error)
					raise
		finally:
			self._close()

	def _close(self) -> None:
		with self._lock:
			self._is_closed = True
		while True:
			try:
				item = self._waiting.get_nowait()
			except Empty:
				return
			if item is not None:
				item[1].set_exception(RelayClosed())
