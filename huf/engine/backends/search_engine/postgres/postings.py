"""Words: for each term the passages it stands in, with what it counts there, in blocks; the sum is SQL's.

A block has the postings of one term in the rows that were written together, as arrays side by side: a fifth of the room of a row for each, and
read as fast. Measured against a scan of ``sparsevec`` in ``docs/scaling.md``.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from huf.engine.backends.base import Candidate
from huf.engine.backends.search_engine.contract.engine import Row, SparseVector, Where
from huf.engine.backends.search_engine.postgres.conditions import POSTINGS, condition
from huf.engine.backends.search_engine.postgres.tables import Tables, copy_text, unpacked

_COPY = "COPY {postings} (term, first, generation, chunks, inputs, impacts) FROM STDIN"
_SEARCH = """SELECT u.chunk, sum(u.impact * q.weight) AS score
	FROM unnest(%s::bigint[], %s::double precision[]) AS q (term, weight)
	JOIN {postings} p USING (term)
	CROSS JOIN LATERAL unnest(p.chunks, p.inputs, p.impacts) AS u (chunk, input, impact)
	WHERE """
_BEST = " GROUP BY u.chunk HAVING sum(u.impact * q.weight) > 0 ORDER BY score DESC, u.chunk LIMIT %s"
# Blocks of a term do not overlap where rows were written in their order, so that the first that is looked at has the passage. A block
# whose first passage goes is named by the next, since that passage may come again, in a block of its own.
_TAKE_OUT = """WITH hit AS (
		SELECT b.term, b.first, array_agg(g.chunk) AS gone
		FROM unnest(%s::bigint[], %s::bigint[]) AS g (term, chunk)
		CROSS JOIN LATERAL (
			SELECT p.term, p.first FROM {postings} p WHERE p.term = g.term AND p.first <= g.chunk AND g.chunk = ANY(p.chunks)
			ORDER BY p.first DESC LIMIT 1
		) b GROUP BY b.term, b.first
	), changed AS (
		UPDATE {postings} p SET (first, chunks, inputs, impacts) = (
			SELECT min(u.chunk), array_agg(u.chunk), array_agg(u.input), array_agg(u.impact)
			FROM unnest(p.chunks, p.inputs, p.impacts) AS u (chunk, input, impact) WHERE NOT u.chunk = ANY(hit.gone)
		) FROM hit WHERE p.term = hit.term AND p.first = hit.first AND NOT p.chunks <@ hit.gone
	)
	DELETE FROM {postings} p USING hit WHERE p.term = hit.term AND p.first = hit.first AND p.chunks <@ hit.gone"""


def add_postings(cursor: Any, tables: Tables, rows: Sequence[Row]) -> None:
	"""Write the words of ``rows``, which are new."""
	rows = sorted((row for row in rows if row.words.numbers), key=lambda each: each.chunk)
	if not rows:
		return
	places = np.repeat(np.arange(len(rows)), [len(row.words.numbers) for row in rows])
	terms = np.concatenate([np.asarray(row.words.numbers, np.int64) for row in rows])
	impacts = np.concatenate([np.asarray(row.words.values, np.float32) for row in rows])
	generations = np.array([row.generation for row in rows])[places]
	order = np.lexsort((places, generations, terms))
	terms, generations, places = terms[order], generations[order], places[order]
	is_first = np.flatnonzero(np.diff(terms, prepend=-1) | np.diff(generations, prepend=-1)).tolist()
	numbered = [(str(row.chunk), str(row.input)) for row in rows]
	chunks, inputs = zip(*(numbered[place] for place in places.tolist()), strict=True)
	values = list(map(repr, impacts[order].tolist()))
	lines = []
	for begin, end in zip(is_first, [*is_first[1:], len(terms)], strict=True):
		arrays = "}\t{".join(",".join(each[begin:end]) for each in (chunks, inputs, values))
		lines.append(f"{terms[begin]}\t{chunks[begin]}\t{generations[begin]}\t{{{arrays}}}\n")
	copy_text(cursor, tables.sql(_COPY), "".join(lines))


def best_by_words(
	cursor: Any, tables: Tables, words: SparseVector, limit: int, where: Where
) -> list[Candidate]:
	"""The rows with the highest inner product, best first."""
	test, values = condition(where, POSTINGS)
	query = tables.sql(_SEARCH + test + _BEST)
	cursor.execute(query, [list(map(int, words.numbers)), list(map(float, words.values)), *values, limit])
	return [Candidate(chunk, float(score)) for chunk, score in cursor.fetchall()]


def take_out(cursor: Any, tables: Tables, rows: Sequence[tuple[int, bytes]]) -> None:
	"""Delete the postings of ``rows``, each with its chunk and its packed words."""
	terms: list[int] = []
	chunks: list[int] = []
	for chunk, words in rows:
		numbers = unpacked(words).numbers
		terms += numbers
		chunks += [chunk] * len(numbers)
	cursor.execute(tables.sql(_TAKE_OUT), [terms, chunks])
