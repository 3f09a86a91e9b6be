"""What one writes first: a table, an external-content FTS5 index, a connection for each search, an OR of all words.

Its build, one bulk ``rebuild``, is also the bare build that huf's is compared with.
"""

import sqlite3
from pathlib import Path

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.texts import Texts


def build(texts: Texts, folder: Path) -> None:
	"""Insert all chunks, then index them at once."""
	connection = sqlite3.connect(folder / "naive.sqlite3", isolation_level=None)
	connection.execute("CREATE TABLE chunks (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")
	connection.execute(
		"CREATE VIRTUAL TABLE words USING fts5 (body, content='chunks', content_rowid='id', "
		"tokenize='porter unicode61')"
	)
	connection.execute("BEGIN")
	connection.executemany("INSERT INTO chunks VALUES (?, ?)", enumerate(texts.chunks()))
	connection.execute("INSERT INTO words (words) VALUES ('rebuild')")
	connection.execute("COMMIT")
	connection.close()


def opened(texts: Texts, folder: Path) -> Search:
	"""Nothing is kept open."""
	file = folder / "naive.sqlite3"

	def ask(question: str) -> Found:
		expression = " OR ".join('"' + word.replace('"', '""') + '"' for word in question.split())
		connection = sqlite3.connect(file)
		try:
			return connection.execute(
				"SELECT chunks.id, chunks.body FROM words JOIN chunks ON chunks.id = words.rowid "
				"WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?",
				(expression, TOP),
			).fetchall()
		finally:
			connection.close()

	return ask
