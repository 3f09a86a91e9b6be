"""The process of one system: builds its index, or answers questions from it. Talks JSON, a line at a time."""

import json
import sys
import time
from pathlib import Path

from benchmarks.peers.process import memory_mb, peak_mb, size_mb
from benchmarks.peers.systems import SYSTEMS, System
from benchmarks.peers.texts import Texts


class _Clock:
	"""Milliseconds on the wall, and of the processor: all threads of this process, whatever else the machine does."""

	def __init__(self) -> None:
		self._started = time.perf_counter(), time.process_time()

	def passed(self) -> tuple[float, float]:
		"""Both since the start."""
		return (time.perf_counter() - self._started[0]) * 1000, (
			time.process_time() - self._started[1]
		) * 1000


def build(system: System, texts: Texts, folder: Path) -> None:
	"""Make the index, and tell what it took."""
	clock = _Clock()
	system.module.build(texts, folder)
	took_ms, cpu_ms = clock.passed()
	_tell(
		{
			"seconds": took_ms / 1000,
			"cpu_seconds": cpu_ms / 1000,
			"peak_mb": peak_mb(),
			"size_mb": size_mb(folder),
			"chunks": texts.count,
		}
	)


def patch(system: System, texts: Texts, folder: Path) -> None:
	"""Change one document, and tell how long that took (huf only)."""
	clock = _Clock()
	seconds = system.module.patch(texts, folder)
	_tell({"seconds": seconds, "cpu_seconds": clock.passed()[1] / 1000, "peak_mb": peak_mb()})


def answer(system: System, texts: Texts, folder: Path, empty_mb: float) -> None:
	"""Answer each line from standard input; first of all, tell what the first question takes."""
	question = texts.queries()[1]
	first = _Clock()
	ask = system.opened(texts, folder)
	ask(question)
	cold_ms, cold_cpu_ms = first.passed()
	again = _Clock()
	ask(question)
	warm_ms, warm_cpu_ms = again.passed()
	_tell({"cold_ms": cold_ms - warm_ms, "cold_cpu_ms": cold_cpu_ms - warm_cpu_ms})
	for line in sys.stdin:
		question = json.loads(line)
		if not question:
			break
		clock = _Clock()
		found = ask(question)
		took_ms, cpu_ms = clock.passed()
		_tell({"ms": took_ms, "cpu_ms": cpu_ms, "found": [number for number, _ in found]})
	_tell({"memory_mb": memory_mb(folder) - empty_mb})


def _tell(message: dict[str, object]) -> None:
	sys.stdout.write(json.dumps(message) + "\n")
	sys.stdout.flush()


def main() -> None:
	"""``worker.py WORK SYSTEM TEXTS INDEX``."""
	work, name, texts_folder, folder = sys.argv[1:]
	system = next(system for system in SYSTEMS if system.name == name)
	empty_mb = memory_mb(Path(folder))
	texts = Texts(Path(texts_folder))
	if work == "answer":
		answer(system, texts, Path(folder), empty_mb)
	else:
		{"build": build, "patch": patch}[work](system, texts, Path(folder))


if __name__ == "__main__":
	main()
