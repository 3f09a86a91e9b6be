"""What PostgreSQL takes for a whole index: words in blocks of postings against a scan of sparse vectors, and a scan of dense ones.

``python -m benchmarks.searching.postgres --rows 100000`` starts a server of its own. Passages are made up: 80 terms each out of 200,000, the
n-th as often as 1 / (n + 10) (Zipf's law with Mandelbrot's shift for stop words), and vectors of 256 numbers.
"""

import argparse
import time
from collections.abc import Callable, Iterator

import numpy as np

from huf.engine.backends.search_engine.contract.engine import (
	EVERYWHERE,
	Between,
	IsIn,
	Row,
	SparseVector,
	Where,
)
from huf.engine.backends.search_engine.postgres import PostgresEngine, close_connections
from huf.engine.backends.search_engine.postgres.connections import asked
from huf.engine.backends.search_engine.postgres.tables import Tables, copy_into
from huf.engine.backends.vector_store.settings import StoreSettings

TERMS, WORDS, DIMENSION, LIMIT = 200_000, 80, 256, 135
AT_ONCE = PostgresEngine.rows_at_once
PASSAGES_OF_INPUT = 20
_UNTIL = np.cumsum(1 / (np.arange(TERMS) + 10))


def passages(first: int, count: int, generation: int = 1) -> Iterator[list[Row]]:
	"""Rows, some thousand at a time; the same for the same numbers."""
	for start in range(first, first + count, AT_ONCE):
		random = np.random.default_rng(start)
		rows = []
		for chunk in range(start, min(start + AT_ONCE, first + count)):
			drawn = random.uniform(0, _UNTIL[-1], WORDS + 15)
			numbers = random.permutation(np.unique(np.searchsorted(_UNTIL, drawn)))[:WORDS] + 1
			numbers.sort()
			impacts = random.integers(20, 256, len(numbers)).astype(np.float32)
			vector = random.standard_normal(DIMENSION).astype(np.float32)
			vector /= np.linalg.norm(vector)
			words = SparseVector(numbers.tolist(), impacts.tolist())
			number = chunk // PASSAGES_OF_INPUT + 1
			rows.append(Row(chunk, generation, number, words, vector, "a passage", {"body": "x" * 600}))
		yield rows


def timed(asks: Iterator[Callable[[], object]]) -> str:
	"""Median and 95th percentile in ms; each is asked twice, and the second time counts."""
	took = []
	for ask in asks:
		ask()
		begin = time.perf_counter()
		ask()
		took.append(1000 * (time.perf_counter() - begin))
	return f"{np.median(took):.1f} / {np.percentile(took, 95):.1f}"


Bounds = list[tuple[int, int]]
USUAL: Bounds = [(200, 2_000), (200, 2_000), (2_000, 20_000), (2_000, 20_000), (20_000, TERMS)]
"""Ranks of the terms of a question, without stop words: the first stand in 4 % to 0.5 % of all passages."""
COMMON: Bounds = [(2, 60), (2, 60), (60, 2_000), (60, 2_000), (2_000, TERMS)]
"""With two words that most passages have."""


def questions(count: int, bounds: Bounds) -> list[SparseVector]:
	"""Made up; the same each time."""
	random = np.random.default_rng(7)
	found = []
	for _ in range(count):
		terms = sorted({int(random.integers(*each)) for each in bounds})
		found.append(SparseVector(terms, random.uniform(1, 8, len(terms)).tolist()))
	return found


def by_sparse_vectors(
	settings: StoreSettings, tables: Tables, words: SparseVector
) -> list[tuple[int, float]]:
	"""The same search by a scan of pgvector's ``sparsevec``."""

	def search(connection: object) -> list[tuple[int, float]]:
		pairs = zip(words.numbers, words.values, strict=True)
		text = "{" + ",".join(f"{number}:{value}" for number, value in pairs) + f"}}/{TERMS + 1}"
		with connection.cursor() as cursor:  # type: ignore[attr-defined]
			statement = "SELECT chunk, -(words <#> %s::sparsevec) FROM {vectors} ORDER BY words <#> %s::sparsevec LIMIT %s"
			cursor.execute(tables.sql(statement), [text, text, LIMIT])
			return [(chunk, score) for chunk, score in cursor.fetchall() if score > 0]

	return asked(settings, search)


def fill_sparse_vectors(settings: StoreSettings, tables: Tables, count: int) -> None:
	"""A table of ``sparsevec``."""

	def fill(connection: object) -> None:
		with connection.cursor() as cursor:  # type: ignore[attr-defined]
			cursor.execute(tables.sql("CREATE TABLE {vectors} (chunk bigint, words sparsevec)"))
			cursor.execute(tables.sql("ALTER TABLE {vectors} ALTER COLUMN words SET STORAGE PLAIN"))
			for rows in passages(1, count):
				lines = [
					(
						row.chunk,
						"{"
						+ ",".join(
							f"{number}:{value}"
							for number, value in zip(row.words.numbers, row.words.values, strict=True)
						)
						+ f"}}/{TERMS + 1}",
					)
					for row in rows
				]
				copy_into(cursor, tables.sql("COPY {vectors} (chunk, words) FROM STDIN"), lines)

	asked(settings, fill)


def sizes(settings: StoreSettings, collection: str) -> str:
	"""What each table takes with its indexes, in MB."""

	def read(connection: object) -> str:
		with connection.cursor() as cursor:  # type: ignore[attr-defined]
			cursor.execute("VACUUM ANALYZE")
			cursor.execute(
				"SELECT relname, pg_total_relation_size(oid) / 1048576 FROM pg_class WHERE relkind = 'r' AND relname LIKE %s ORDER BY 1",
				[f"{collection}%"],
			)
			return ", ".join(
				f"{name.removeprefix(collection + '_')} {size}" for name, size in cursor.fetchall()
			)

	return asked(settings, read)


def main() -> None:
	"""Print one line for each thing that was measured."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--rows", type=int, default=20_000)
	parser.add_argument("--questions", type=int, default=20)
	parser.add_argument(
		"--without-sparse", action="store_true", help="do not fill the table that is only compared with"
	)
	arguments = parser.parse_args()
	from tests.stores.postgres import address

	settings = StoreSettings(
		"huf.engine.backends.search_engine.postgres.open_engine",
		{"connection_string": address(), "timeout": 600},
	)
	engine, count = PostgresEngine(settings, "bench"), arguments.rows
	engine.make(DIMENSION)
	begin = time.perf_counter()
	for rows in passages(1, count):
		engine.add_rows(rows)
	print(f"rows {count}: written in {time.perf_counter() - begin:.1f} s")
	print("MB:", sizes(settings, "bench"))
	words, common = (questions(arguments.questions, each) for each in (USUAL, COMMON))
	shown, gone = Where((Between("generation", 1, 1),)), IsIn("input", list(range(1, 200)))
	print("words, blocks, ms:", timed(lambda one=one: engine.by_words(one, LIMIT, shown) for one in words))
	print(
		"common words, blocks, ms:",
		timed(lambda one=one: engine.by_words(one, LIMIT, shown) for one in common),
	)
	some = Where(must=(IsIn("input", list(range(1, count // PASSAGES_OF_INPUT, 3))),))
	print(
		"words, a third of the inputs, ms:",
		timed(lambda one=one: engine.by_words(one, LIMIT, some) for one in words),
	)
	without = Where(shown.must, (gone,))
	print(
		"words, 200 inputs left, ms:",
		timed(lambda one=one: engine.by_words(one, LIMIT, without) for one in words),
	)
	vectors = [row.vector for row in next(passages(1, AT_ONCE))[: arguments.questions]]
	print(
		"meaning, all vectors, ms:",
		timed(lambda one=one: engine.by_vector(one, LIMIT, shown) for one in vectors if one is not None),
	)
	change = next(passages(count + 1, 20, generation=2))
	begin = time.perf_counter()
	engine.add_rows(change)
	middle = time.perf_counter()
	engine.remove(rows=Where((IsIn("input", [5]),)))
	print(
		f"20 rows written, ms: {1000 * (middle - begin):.1f}; 20 removed: {1000 * (time.perf_counter() - middle):.1f}"
	)
	print("count, ms:", timed(lambda: engine.count(EVERYWHERE) for _ in range(3)))
	if not arguments.without_sparse:
		tables = Tables("scanned")
		fill_sparse_vectors(settings, tables, count)
		print("MB:", sizes(settings, "scanned"))
		print(
			"words, scan of sparsevec, ms:",
			timed(lambda one=one: by_sparse_vectors(settings, tables, one) for one in words),
		)
		same = [dict(by_sparse_vectors(settings, tables, one)[:10]) for one in words]
		best = [dict(engine.by_words(one, 10, shown)) for one in words]
		print(
			"the best ten alike:",
			sum(len(one.keys() & other.keys()) for one, other in zip(same, best, strict=True)),
		)
	close_connections()


if __name__ == "__main__":
	main()
