"""Opens a published build for reading, whatever kind it is. Imports nothing that only making a build needs: the
first search of a process waits for it."""

from pathlib import Path

from huf.engine import backends
from huf.engine.backends.base import Backend, Reader
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.errors import IndexMissing
from huf.engine.registry import Registry

KIND_FILE = "backend"
"""Names the kind of index, so that a build can be opened without knowing its source."""


def open_build(path: Path, *, kinds: Registry[Backend] | None = None) -> Reader:
	"""Open a published build with the backend that made it. The caller closes the reader.

	Raises:
		IndexMissing: there is no such build.
		IndexOutdated: it was made by another format.
		UnknownKey: it is of a kind that ``kinds`` lacks, for example of an app that was removed.
	"""
	try:
		with storage_errors():
			kind = (path / KIND_FILE).read_text("utf-8", "replace").strip()
	except (FileNotFoundError, NotADirectoryError):
		raise IndexMissing(
			"The files of this index are missing. Rebuild the source to make them again."
		) from None
	with storage_errors():
		return (kinds or backends.default_registry()).get(kind).open_reader(path)
