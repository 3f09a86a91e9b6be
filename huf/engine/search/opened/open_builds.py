"""The builds that a thread keeps open, since opening one costs about as much as a search."""

import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from huf.engine.backends.base import Backend, Reader, TellsPartlyRead
from huf.engine.backends.opening import open_build
from huf.engine.disk.checksums import forget_opened
from huf.engine.errors import IndexMissing
from huf.engine.registry import Registry
from huf.engine.search.opened.found_cache import FoundCache
from huf.engine.types import IndexedInput

MOST_OPEN = 32
"""Builds that each thread keeps open."""


class _OpenReaders(OrderedDict[Path, Reader]):
	"""Open builds, most recently used last. They are closed with their thread: an sqlite3 connection that is
	merely forgotten keeps its file open until the garbage collector finds it."""

	def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
		# When Python ends, modules are emptied already; the files are closed with the process.
		if is_finalizing():
			return
		for reader in self.values():
			reader.close()


class _Readers(threading.local):
	"""The builds that this thread has open."""

	def __init__(self) -> None:
		self.open = _OpenReaders()
		self.arrivals: dict[Path, int] = {}
		"""What :data:`_arrivals` said when each was opened."""
		self.found = FoundCache()
		self.partly_read: dict[Path, list[IndexedInput]] = {}


_readers = _Readers()
_arrivals: dict[Path, int] = {}
"""How often a copy of a build came to this machine while this process ran."""
_dropped: set[Path] = set()
"""Builds that were closed for an error, and not opened since."""


def is_open(build: Path) -> bool:
	"""Whether this thread has ``build`` open."""
	return build in _readers.open


def open_reader(build: Path, kinds: Registry[Backend] | None) -> Reader:
	"""The reader of ``build``, opened if need be.

	Raises:
		IndexMissing, IndexOutdated, IndexCorrupt: it cannot serve.
		UnknownKey: ``kinds`` lacks its kind of index.
	"""
	if not os.path.isdir(build):
		raise IndexMissing("The files of this index are missing. Rebuild the source to make them again.")
	reader = _readers.open.pop(build, None)
	if reader is None:
		# An old build that was deleted meanwhile would keep its room on the disk for as long as it is open.
		for gone in [path for path in _readers.open if not path.is_dir()]:
			close_reader(gone)
		_readers.arrivals[build] = _arrivals.get(build, 0)
		reader = open_build(build, kinds=kinds)
	_readers.open[build] = reader
	if len(_readers.open) > MOST_OPEN:
		close_reader(next(iter(_readers.open)))
	return reader


def close_reader(build: Path) -> None:
	"""Close ``build`` if this thread has it open."""
	reader = _readers.open.pop(build, None)
	if reader is not None:
		_readers.found.forget(build)
		_readers.partly_read.pop(build, None)
		_readers.arrivals.pop(build, None)
		reader.close()


def drop_reader(build: Path) -> None:
	"""Close ``build`` after an error: whoever opens it again looks closely at its files."""
	close_reader(build)
	forget_opened(build)
	_dropped.add(build)


def take_dropped(build: Path) -> bool:
	"""Whether ``build`` was dropped since this was asked last."""
	if build not in _dropped:
		return False
	_dropped.discard(build)
	return True


def note_copy(build: Path) -> None:
	"""A copy of ``build`` came to this machine: threads that have the original open go over to it with their next search."""
	_arrivals[build] = _arrivals.get(build, 0) + 1


def renew(build: Path) -> None:
	"""Close ``build`` if a copy came since this thread opened it. Only where a search begins: nobody has the reader in hand."""
	if build in _readers.open and _readers.arrivals.get(build) != _arrivals.get(build, 0):
		close_reader(build)


def remember_at_most(chunks: int) -> None:
	"""Let this thread's remembered answers name no more ``chunks`` than this; with 0, for measuring, nothing is kept."""
	_readers.found = FoundCache(chunks)


def found_cache() -> FoundCache:
	"""What the builds that this thread has open found; remembered for as long as they are open."""
	return _readers.found


def partly_read_inputs(build: Path, reader: Reader) -> list[IndexedInput]:
	"""The inputs of ``build``, which this thread has open as ``reader``, that are Partially Indexed; asked of it once."""
	known = _readers.partly_read.get(build)
	if known is None:
		if isinstance(reader, TellsPartlyRead):
			known = reader.partly_read()
		else:
			known = [item for item in reader.inputs() if item.status == "Partially Indexed"]
		_readers.partly_read[build] = known
	return known
