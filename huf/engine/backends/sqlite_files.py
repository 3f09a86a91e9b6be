"""The only place that opens SQLite files: one recipe for writing, one for reading, one for what outlives a build, and a lock."""

import errno
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from huf.engine.errors import BuildError, IndexCorrupt, IndexMissing, StorageFull


def connect_for_writing(path: Path, *, rolls_back: bool = True) -> sqlite3.Connection:
	"""A connection to a file that nobody else uses yet. Unless it ``rolls_back``, a statement that fails leaves a file to be thrown away.

	The file is thrown away unless the whole build succeeds, so nothing is flushed at a commit; the
	finished file is flushed once before it is published. The journal is what lets one input be rolled
	back. It holds the pages that a transaction overwrites: none to speak of in a new file, so there it is
	in memory; in a copy of another build up to all of them, so there it is a file. Nor is it locked: a disk that machines share may be
	slow at that, or not know it.
	"""
	journal = "OFF" if not rolls_back else "DELETE" if path.exists() else "MEMORY"
	uri = f"{path.resolve().as_uri()}?nolock=1"
	connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
	for pragma in (f"journal_mode={journal}", "synchronous=OFF", "cache_size=-16384", "temp_store=MEMORY"):
		connection.execute(f"PRAGMA {pragma}")
	return connection


def connect_for_reading(path: Path) -> sqlite3.Connection:
	"""A read-only connection to a published file, which never changes again: no locks, no journal.

	Not mapped into memory, where reading behind the end of a file that was cut off would end the process.

	Raises:
		IndexMissing: there is no such file.
	"""
	if not path.is_file():
		raise IndexMissing("The files of this index are missing. Rebuild the source to make them again.")
	uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
	connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
	for pragma in ("mmap_size=0", "cache_size=-16384", "cell_size_check=ON"):
		connection.execute(f"PRAGMA {pragma}")
	return connection


def connect_for_keeping(path: Path) -> sqlite3.Connection:
	"""A connection to a file that is added to by one build after another, and survives one that is killed."""
	connection = sqlite3.connect(path, isolation_level=None)
	connection.execute("PRAGMA synchronous=NORMAL")
	return connection


@contextmanager
def kept_file(path: Path, *definitions: str) -> Iterator[sqlite3.Connection]:
	"""A file that outlives builds and may be thrown away, with the tables and indexes of ``definitions``; closed after the block.

	If it turns out to be damaged it is deleted. Where that shows in the block, the block ends there.

	Raises:
		StorageFull, IndexCorrupt: it cannot be used at this moment.
	"""
	with storage_errors():
		try:
			connection = _defined(path, definitions)
		except sqlite3.OperationalError:
			raise  # locked, or no room: nothing is wrong with the file
		except sqlite3.DatabaseError:
			path.unlink(missing_ok=True)
			connection = _defined(path, definitions)
		try:
			yield connection
		except sqlite3.OperationalError:
			raise
		except sqlite3.DatabaseError:
			path.unlink(missing_ok=True)
		finally:
			connection.close()


def _defined(path: Path, definitions: Iterable[str]) -> sqlite3.Connection:
	connection = connect_for_keeping(path)
	try:
		connection.execute("PRAGMA busy_timeout=30000")
		for definition in definitions:
			connection.execute(definition)
	except sqlite3.DatabaseError:
		connection.close()
		raise
	return connection


def connect_for_looking(path: Path) -> sqlite3.Connection:
	"""A read-only connection to such a file, which another process may be adding to.

	Raises:
		sqlite3.OperationalError: there is no such file.
	"""
	return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def why_no_texts() -> str:
	"""Why this SQLite cannot index texts, in its own words; empty if it can."""
	try:
		with closing(sqlite3.connect(":memory:")) as memory:
			memory.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
	except sqlite3.Error as error:
		return str(error)
	return ""


@contextmanager
def held_alone(path: Path) -> Iterator[bool]:
	"""Hold a lock by a file of that name; False at once when another process holds it.

	SQLite locks a file on every system, and the system lets go of it when the process dies. Nothing is written into it.
	"""
	with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as lock:
		try:
			lock.execute("BEGIN EXCLUSIVE")
		except sqlite3.OperationalError as error:
			if "locked" not in str(error):
				raise
			yield False
			return
		yield True


@contextmanager
def storage_errors() -> Iterator[None]:
	"""Turn what SQLite and the file system raise into huf's own errors."""
	try:
		yield
	except sqlite3.Error as error:
		if "database or disk is full" in str(error) or "disk I/O error" in str(error):
			raise StorageFull(
				f"The disk cannot take the index ({error}). Make room and try again."
			) from error
		raise IndexCorrupt(f"The index cannot be used: {error}. Rebuild the source.") from error
	except OSError as error:
		if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
			raise StorageFull("The disk has no room for the index. Make room and try again.") from error
		if isinstance(error, PermissionError) or error.errno == errno.EROFS:
			raise BuildError(
				f"{error.strerror}: {error.filename}. The index needs this; change the permissions and try again."
			) from error
		raise
