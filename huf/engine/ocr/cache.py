"""Recognised pages by file and recogniser, beside the builds: no page is read twice for the same thing.

One SQLite file in the folder of a source, written after every page, so that a run that is stopped half-way leaves what it has
to the next. It can be deleted at any time, and a damaged one is.
"""

import sqlite3
from collections.abc import Collection
from contextlib import AbstractContextManager
from pathlib import Path

from huf.engine.backends.sqlite_files import kept_file
from huf.engine.scans import PageText

FILE_NAME = "scans.sqlite3"
_TABLE = """CREATE TABLE IF NOT EXISTS pages (
	file TEXT NOT NULL, page INTEGER NOT NULL, mark TEXT NOT NULL, text TEXT NOT NULL, confidence REAL NOT NULL,
	trouble TEXT NOT NULL, pages INTEGER NOT NULL, noise INTEGER NOT NULL, PRIMARY KEY (file, page, mark)) WITHOUT ROWID"""


class ScanCache:
	"""The recognised pages of the files of one source. Every call opens the file anew: readers and writers come and go.

	Each raises StorageFull or IndexCorrupt when the file cannot be used at this moment. One that is damaged is thrown away.
	"""

	def __init__(self, folder: Path) -> None:
		self._path = folder / FILE_NAME

	@property
	def is_there(self) -> bool:
		"""Whether any page was ever kept."""
		return self._path.exists()

	def find(self, file: str, page: int, mark: str) -> PageText | None:
		"""What is known of a page. ``file`` is the SHA-256 of its file, ``mark`` what recognised it."""
		if not self.is_there:
			return None
		with self._open() as connection:
			row = connection.execute(
				"SELECT text, confidence, trouble, pages, noise FROM pages WHERE file = ? AND page = ? AND mark = ?",
				(file, page, mark),
			).fetchone()
			return PageText(row[0], row[1], row[2], row[3], bool(row[4])) if row else None
		return None

	def keep(self, file: str, page: int, mark: str, found: PageText) -> None:
		"""Store a page, for good before this returns."""
		self._path.parent.mkdir(parents=True, exist_ok=True)
		with self._open() as connection:
			connection.execute(
				"INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
				(
					file,
					page,
					mark,
					found.text,
					found.confidence,
					found.trouble,
					found.pages,
					int(found.noise),
				),
			)

	def forget_troubles(self, file: str) -> None:
		"""Let the pages of a file that could not be read be tried again."""
		if self.is_there:
			with self._open() as connection:
				connection.execute("DELETE FROM pages WHERE file = ? AND trouble <> ''", (file,))

	def keep_only(self, files: Collection[str]) -> None:
		"""Forget the pages of every other file."""
		if not self.is_there:
			return
		with self._open() as connection:
			known = {row[0] for row in connection.execute("SELECT DISTINCT file FROM pages")}
			gone = known - set(files)
			connection.executemany("DELETE FROM pages WHERE file = ?", ((file,) for file in gone))
			if gone:
				# What was deleted in the ERP is not to lie in the free pages of a file.
				connection.execute("VACUUM")

	def forget(self, files: Collection[str]) -> int:
		"""Forget the pages of these files; how many of them had any."""
		if not self.is_there:
			return 0
		with self._open() as connection:
			known = {row[0] for row in connection.execute("SELECT DISTINCT file FROM pages")}
			self.keep_only(known - set(files))
			return len(known & set(files))
		return 0

	def _open(self) -> AbstractContextManager[sqlite3.Connection]:
		return kept_file(self._path, _TABLE)
