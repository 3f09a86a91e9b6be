"""Timing and tables, the same for every benchmark."""

import os
import platform
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterable, Sequence


def seconds(work: Callable[[], object]) -> float:
	"""How long ``work`` takes, by the clock on the wall."""
	started = time.perf_counter()
	work()
	return time.perf_counter() - started


def alternate(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
	"""Seconds of each piece of work in each round. Taking turns spreads what else the machine does over all."""
	times: dict[str, list[float]] = {name: [] for name in works}
	for number in range(rounds):
		names = list(works) if number % 2 == 0 else list(reversed(works))
		for name in names:
			times[name].append(seconds(works[name]))
	return times


def percentile(values: Sequence[float], percent: float) -> float:
	"""The value that ``percent`` of ``values`` do not exceed (nearest rank)."""
	ordered = sorted(values)
	return ordered[min(len(ordered) - 1, max(0, round(percent / 100 * len(ordered) + 0.5) - 1))]


def median(values: Sequence[float]) -> float:
	"""The middle one."""
	return statistics.median(values)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
	"""A Markdown table; the first column to the left, the others to the right."""
	lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
	return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def machine() -> str:
	"""The machine in one line, with its load: a busy one measures noise."""
	model = platform.machine()
	if os.path.exists("/proc/cpuinfo"):
		with open("/proc/cpuinfo") as file:
			names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
		model = names[0] if names else model
	load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
	return (
		f"{model}, {os.cpu_count()} cores{load}; {platform.system()}, Python {platform.python_version()}, "
		f"SQLite {sqlite3.sqlite_version}"
	)
