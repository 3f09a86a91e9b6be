"""The process of one system: builds its index, or answers questions from it. Talks JSON, a line at a time."""

import json
import sys
import time
from pathlib import Path

from benchmarks.peers.process import memory_mb, peak_mb, size_mb
from benchmarks.peers.systems import SYSTEMS, System
from benchmarks.peers.texts import Texts


def build(system: System, texts: Texts, folder: Path) -> None:
	"""Make the index, and tell what it took."""
	started = time.perf_counter()
	more = system.module.build(texts, folder) or {}
	took = time.perf_counter() - started
	_tell({"seconds": took, "peak_mb": peak_mb(), "size_mb": size_mb(folder), "chunks": texts.count, **more})


def patch(system: System, texts: Texts, folder: Path) -> None:
	"""Change one document, and tell how long that took (huf only)."""
	_tell({"seconds": system.module.patch(texts, folder), "peak_mb": peak_mb()})


def answer(system: System, texts: Texts, folder: Path, empty_mb: float) -> None:
	"""Answer each line from standard input; first of all, tell what the first question takes."""
	question = texts.queries()[1]
	started = time.perf_counter()
	ask = system.opened(texts, folder)
	opened = time.perf_counter()
	ask(question)
	asked = time.perf_counter()
	ask(question)
	again = time.perf_counter()
	_tell(
		{
			"cold_ms": (asked - started) * 1000,
			"open_ms": (opened - started) * 1000,
			"again_ms": (again - asked) * 1000,
		}
	)
	for line in sys.stdin:
		question = json.loads(line)
		if not question:
			break
		started = time.perf_counter()
		found = ask(question)
		took = time.perf_counter() - started
		_tell({"ms": took * 1000, "found": [number for number, _ in found]})
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
