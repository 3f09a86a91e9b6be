"""Reading inputs in a process of its own, within limits of time, memory and text.

:func:`open_reader` gives a reader; ``reader.chunks(content, settings)`` begins to read one input, and its ``items`` are the chunks as
they come. While they are used, the process reads what was begun next, and a build has several processes that read at once. A process is a fork,
which takes some milliseconds, and serves many inputs.

Whatever a file does to its reader, a loop, a bomb or a crash, it does to that process: the input fails with a reason that names the
limit, and the next one is read by a fresh process. The arrows: ``wire`` and ``limits`` know nobody, ``here`` reads, ``child`` is ``here`` in a
process, ``forked`` is that process as it is seen from outside, and ``process`` shares out the work.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from huf.engine.extractors import Extractor, default_registry
from huf.engine.reading.here import Reader, ReaderHere, Reading
from huf.engine.reading.limits import ReadingLimits
from huf.engine.registry import Registry

__all__ = ["MOST_PROCESSES", "Reader", "Reading", "ReadingLimits", "open_reader", "processes_of_build"]

MOST_PROCESSES = 4
"""That read for a build, unless whoever looks after the machine says otherwise: each may take the memory of an input."""


@contextmanager
def open_reader(
	registry: Registry[Extractor] | None = None, limits: ReadingLimits | None = None, processes: int = 1
) -> Iterator[Reader]:
	"""A reader with these extractors (huf's own when omitted) and limits, which reads in up to so many processes at once.

	A process of its own needs Linux, whose kernel keeps the limits and passes open files on; elsewhere inputs are read in this
	process, and only the limit of text holds.
	"""
	registry, limits = registry or default_registry(), limits or ReadingLimits()
	reader: Reader
	if sys.platform == "linux" and _has_limits():
		from huf.engine.reading.process import ReaderProcesses

		reader = ReaderProcesses(registry, limits, processes)
	else:
		reader = ReaderHere(registry, limits)
	try:
		yield reader
	finally:
		reader.close()


def processes_of_build(wanted: int = 0) -> int:
	"""How many processes read for a build: ``wanted``, or as many as there are processors for this one, up to :data:`MOST_PROCESSES` (0)."""
	# Who cannot be asked for processors has no processes that read either.
	usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
	return wanted or min(MOST_PROCESSES, usable)


def _has_limits() -> bool:
	"""Whether this Python can set the kernel's limits."""
	try:
		import resource  # noqa: F401
	except ImportError:
		return False
	return True
