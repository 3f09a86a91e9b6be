"""The matrix in memory and one multiplication; texts from a table of SQLite. The reference for recall."""

import sqlite3
from pathlib import Path

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.texts import Texts


def build(texts: Texts, folder: Path) -> None:
	"""Texts into a table, vectors into a file."""
	import numpy as np

	from benchmarks.peers.vectors import stored

	connection = sqlite3.connect(folder / "texts.sqlite3", isolation_level=None)
	connection.execute("CREATE TABLE chunks (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")
	connection.execute("BEGIN")
	connection.executemany("INSERT INTO chunks VALUES (?, ?)", enumerate(texts.chunks()))
	connection.execute("COMMIT")
	connection.close()
	np.save(folder / "vectors.npy", stored(texts))


def opened(texts: Texts, folder: Path) -> Search:
	"""The vectors as a whole in memory."""
	import numpy as np

	from benchmarks.peers.vectors import of_queries

	matrix = np.load(folder / "vectors.npy")
	connection = sqlite3.connect(folder / "texts.sqlite3")
	vectors = of_queries(texts)

	def ask(question: str) -> Found:
		scores = matrix @ vectors[question]
		best = np.argpartition(-scores, TOP)[:TOP]
		best = best[np.argsort(-scores[best])].tolist()
		marks = ",".join("?" * len(best))
		bodies = dict(connection.execute(f"SELECT id, body FROM chunks WHERE id IN ({marks})", best))
		return [(number, bodies[number]) for number in best]

	return ask


def read_once(texts: Texts, folder: Path) -> Search:
	"""Not a search: reads every number of the matrix once, which is the least that an exact search must do."""
	import numpy as np

	matrix = np.load(folder / "vectors.npy")

	def ask(question: str) -> Found:
		matrix.max()
		return []

	return ask
