"""Reading inputs in a process of its own, within limits of time, memory and text.

:func:`open_reader` gives a reader; ``reader.chunks(content, settings)`` begins to read one input, and its ``items`` are the chunks as
they come. While they are used, the process reads what was begun next, so that a build uses two processors. The process is a fork,
which takes some milliseconds, and serves many inputs.

Whatever a file does to its reader, a loop, a bomb or a crash, it does to that process: the input fails with a reason that names the
limit, and the next one is read by a fresh process. The arrows: ``wire`` and ``limits`` know nobody, ``here`` reads, ``child`` is ``here`` in a
process, and ``process`` asks it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from huf.engine.extractors import Extractor, default_registry
from huf.engine.reading.here import Reader, ReaderHere, Reading
from huf.engine.reading.limits import ReadingLimits
from huf.engine.registry import Registry

__all__ = ["Reader", "Reading", "ReadingLimits", "open_reader"]


@contextmanager
def open_reader(
	registry: Registry[Extractor] | None = None, limits: ReadingLimits | None = None
) -> Iterator[Reader]:
	"""A reader with these extractors (huf's own when omitted) and limits.

	A process of its own needs Linux, whose kernel keeps the limits and passes open files on; elsewhere inputs are read in this
	process, and only the limit of text holds.
	"""
	registry, limits = registry or default_registry(), limits or ReadingLimits()
	reader: Reader
	if sys.platform == "linux" and _has_limits():
		from huf.engine.reading.process import ReaderProcess

		reader = ReaderProcess(registry, limits)
	else:
		reader = ReaderHere(registry, limits)
	try:
		yield reader
	finally:
		reader.close()


def _has_limits() -> bool:
	"""Whether this Python can set the kernel's limits."""
	try:
		import resource  # noqa: F401
	except ImportError:
		return False
	return True
