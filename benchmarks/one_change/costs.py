"""What work costs: seconds of the processor and on the wall, memory, room."""

import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from benchmarks.measure import median, percentile
from benchmarks.peers.process import peak_mb

Result = TypeVar("Result")


@dataclass
class Costs:
	"""Seconds of the processor and on the wall, of one piece of work after the other."""

	processor: list[float] = field(default_factory=list)
	wall: list[float] = field(default_factory=list)

	@contextmanager
	def measured(self) -> Iterator[None]:
		"""Add what the block takes."""
		began, used = time.perf_counter(), time.process_time()
		yield
		self.wall.append(time.perf_counter() - began)
		self.processor.append(time.process_time() - used)

	def row(self, name: str) -> list[str]:
		"""Median, 95th percentile and most of each, in milliseconds."""
		numbers = [
			value
			for times in (self.processor, self.wall)
			for value in (median(times), percentile(times, 95), max(times))
		]
		return [name, *(f"{1000 * value:.0f}" for value in numbers)]


@dataclass(frozen=True, slots=True)
class Built:
	"""What making an index took, in a process of its own."""

	seconds: float
	processor: float
	"""Seconds, with those of the processes that it started."""
	peak_mb: float
	"""Of the process alone, mapped pages included."""


def built(work: Callable[..., object], *given: object) -> Built:
	"""Do the work in a process of its own; its result is thrown away."""
	began, used = time.perf_counter(), _of_children()
	peak = alone(_with_peak, work, given)
	return Built(time.perf_counter() - began, _of_children() - used, peak)


def alone(work: Callable[..., Result], *given: object) -> Result:
	"""What ``work`` gives, in a process of its own that shares nothing with this one."""
	spawn = multiprocessing.get_context("spawn")
	with ProcessPoolExecutor(max_workers=1, mp_context=spawn) as process:
		return process.submit(work, *given).result()


def _with_peak(work: Callable[..., object], given: tuple[object, ...]) -> float:
	work(*given)
	return peak_mb()


def _of_children() -> float:
	used = resource.getrusage(resource.RUSAGE_CHILDREN)
	return used.ru_utime + used.ru_stime


def size_mb(*folders: Path) -> float:
	"""What the files in ``folders`` take together; one with several names counts once."""
	files = [file.stat() for folder in folders for file in folder.rglob("*") if file.is_file()]
	return sum({file.st_ino: file.st_size for file in files}.values()) / 1e6
