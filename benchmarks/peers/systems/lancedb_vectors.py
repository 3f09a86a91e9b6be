"""LanceDB's vectors: without an index, and with the one that ``create_index`` makes unless told otherwise."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.texts import Texts

_BATCH = 10_000
_REFINE = 10
"""Candidates for each wanted hit whose exact distance is computed; its documentation's example."""


def build(texts: Texts, folder: Path) -> None:
	"""A table of numbers, texts and vectors, and an IVF_PQ index."""
	from itertools import islice

	import lancedb
	import pyarrow as pa

	from benchmarks.peers.vectors import DIMENSION, stored

	vectors = stored(texts)
	fields = pa.schema(
		[("number", pa.int64()), ("body", pa.string()), ("vector", pa.list_(pa.float32(), DIMENSION))]
	)

	def batches() -> "Iterator[pa.RecordBatch]":
		bodies = texts.chunks()
		for start in range(0, len(vectors), _BATCH):
			part = vectors[start : start + _BATCH]
			numbers = pa.array(range(start, start + len(part)))
			flat = pa.FixedSizeListArray.from_arrays(pa.array(part.reshape(-1)), DIMENSION)
			yield pa.RecordBatch.from_arrays(
				[numbers, pa.array(list(islice(bodies, len(part)))), flat], schema=fields
			)

	table = lancedb.connect(str(folder)).create_table("chunks", data=batches(), schema=fields)
	table.create_index(metric="dot")


def _opened(texts: Texts, folder: Path, use_index: bool) -> Search:
	import lancedb

	from benchmarks.peers.vectors import of_queries

	table = lancedb.connect(str(folder)).open_table("chunks")
	vectors = of_queries(texts)

	def ask(question: str) -> Found:
		search = table.search(vectors[question]).distance_type("dot").limit(TOP)
		search = search.refine_factor(_REFINE) if use_index else search.bypass_vector_index()
		return [
			(row["number"], row["body"]) for row in search.select(["number", "body", "_distance"]).to_list()
		]

	return ask


exact = partial(_opened, use_index=False)
by_index = partial(_opened, use_index=True)
