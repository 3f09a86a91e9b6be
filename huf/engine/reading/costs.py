"""What reading one input has taken of the processor and of memory, and the kernel's limits on it.

A library that is loaded for the first input that needs it costs that input nothing (:meth:`Costs.loading`).
"""

import os
import time
from collections.abc import Callable
from typing import TypeVar

from huf.engine.reading.limits import ReadingLimits

T = TypeVar("T")

FULL = 0.75
"""An input that fails with so much of its memory taken has failed for want of it: libraries say so in many ways, or not at all."""
LOADING_SECONDS = 120
"""Of the processor, for what is loaded once: the slowest library takes eight."""


class Costs:
	"""The limits of one input, from the moment that this is made. The kernel ends the process when the time is over."""

	def __init__(self, limits: ReadingLimits, size: int) -> None:
		"""``size``: bytes of the input."""
		self.memory = limits.memory_for(size)
		"""Bytes that reading may take."""
		self.loaded = 0
		"""Bytes that libraries took which were loaded meanwhile."""
		self._limits = limits
		self._characters = 0
		self._began = time.process_time()
		self.earn(0)
		_forget_peak()
		self._before = resident()
		self._may_take(memory_now() + self.memory)

	def earn(self, characters: int) -> None:
		"""So many characters have come in all."""
		self._characters = characters
		self._may_run(self._began + self._limits.earned(characters))

	def loading(self, load: Callable[[], T]) -> T:
		"""What ``load`` gives. Time and memory that it takes are none of the input's; it must not look at the input."""
		import resource

		began, taken = time.process_time(), memory_now()
		self._may_run(began + LOADING_SECONDS)
		self._may_take(resource.RLIM_INFINITY)
		try:
			return load()
		finally:
			more = max(0, memory_now() - taken)
			self.loaded += more
			self._began += time.process_time() - began
			self.earn(self._characters)
			_forget_peak()
			self._before = resident()
			self._may_take(self._most + more)

	def is_full(self) -> bool:
		"""Whether so much memory was taken that a failure is one for want of it."""
		return resident("VmHWM") - self._before > FULL * self.memory

	def end(self) -> None:
		"""Lift the limit of memory, for what is said at the end."""
		import resource

		self._may_take(resource.RLIM_INFINITY)

	def _may_run(self, until: float) -> None:
		import resource

		resource.setrlimit(resource.RLIMIT_CPU, (int(until) + 1, resource.RLIM_INFINITY))

	def _may_take(self, most: int) -> None:
		import resource

		if most != resource.RLIM_INFINITY:
			self._most = most
		resource.setrlimit(resource.RLIMIT_DATA, (most, resource.RLIM_INFINITY))


def _forget_peak() -> None:
	"""Let the kernel find the peak of memory anew (proc(5), ``clear_refs``)."""
	with open("/proc/self/clear_refs", "wb", buffering=0) as file:
		file.write(b"5")


def resident(which: str = "VmRSS") -> int:
	"""Bytes of memory in use now, or at most since the peak was forgotten (``VmHWM``)."""
	with open("/proc/self/status", "rb") as file:
		return next(int(line.split()[1]) << 10 for line in file if line.startswith(which.encode()))


def memory_now() -> int:
	"""Bytes of memory that count for ``RLIMIT_DATA``."""
	with open("/proc/self/statm", "rb") as file:
		# "data": data and stack, in pages.
		return int(file.read().split()[5]) * os.sysconf("SC_PAGESIZE")
