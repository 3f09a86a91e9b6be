"""LanceDB's full-text index with its defaults."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.texts import Texts

_BATCH = 10_000


def build(texts: Texts, folder: Path) -> None:
	"""A table of numbers and texts, and the index of their words."""
	import lancedb
	import pyarrow as pa

	fields = pa.schema([("number", pa.int64()), ("body", pa.string())])

	def batches() -> "Iterator[pa.RecordBatch]":
		numbered = list(enumerate(texts.chunks()))
		for start in range(0, len(numbered), _BATCH):
			numbers, bodies = zip(*numbered[start : start + _BATCH], strict=True)
			yield pa.RecordBatch.from_arrays([pa.array(numbers), pa.array(bodies)], schema=fields)

	table = lancedb.connect(str(folder)).create_table("chunks", data=batches(), schema=fields)
	table.create_fts_index("body")


def opened(texts: Texts, folder: Path) -> Search:
	"""One table, kept open."""
	import lancedb

	table = lancedb.connect(str(folder)).open_table("chunks")

	def ask(question: str) -> Found:
		rows = table.search(question, query_type="fts").limit(TOP).to_list()
		return [(row["number"], row["body"]) for row in rows]

	return ask
