"""Opens a published build for reading, whatever kind it is. Imports nothing that only making a build needs: the
first search of a process waits for it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from huf.engine import backends
from huf.engine.backends.base import Backend, Reader
from huf.engine.backends.formats import read_kind
from huf.engine.backends.guarding import READING, GuardedReader
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.disk.checksums import check_opening
from huf.engine.errors import BuildError, UnknownKey
from huf.engine.registry import Registry


def open_build(path: Path, *, kinds: Registry[Backend] | None = None) -> Reader:
	"""Open a published build with the backend that made it. The caller closes the reader.

	Raises:
		IndexMissing: there is no such build, or one of its files is gone.
		IndexCorrupt: its files are not as they were made. The reader raises it too, whatever damaged files lead to.
		IndexOutdated: it was made by an older format.
		IndexTooNew: it was made by a newer version of huf.
		UnknownKey: it is of a kind that ``kinds`` lacks, for example of an app that was removed.
	"""
	with storage_errors(), READING:
		# A newer huf may note other checksums.
		kind = read_kind(path)
		check_opening(path)
		return GuardedReader((kinds or backends.default_registry()).get(kind).open_reader(path))


@contextmanager
def held_open(build: Path | None, *, kinds: Registry[Backend] | None = None) -> Iterator[None]:
	"""Keep ``build`` open while something is made of it: a process that makes one change, as a job is, opens it several times.

	Whoever opens it within the block is told what is wrong with it; None, and one that cannot serve, is not kept open.
	"""
	with ExitStack() as held:
		if build is not None:
			with suppress(BuildError, UnknownKey), storage_errors(), READING:
				hold = (kinds or backends.default_registry()).get(read_kind(build)).hold_open
				if hold is not None:
					held.enter_context(hold(build))
		yield
