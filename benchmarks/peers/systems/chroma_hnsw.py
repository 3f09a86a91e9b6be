"""Chroma on disk with its HNSW index. Words it can only filter by, not rank, when it runs locally."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.texts import Texts

if TYPE_CHECKING:
	from chromadb.api import ClientAPI

_BATCH = 5_000


def build(texts: Texts, folder: Path) -> None:
	"""Added in batches, with texts and vectors."""
	from benchmarks.peers.vectors import stored

	collection = _client(folder).create_collection(
		"chunks", configuration={"hnsw": {"space": "ip"}}, embedding_function=None
	)
	vectors, bodies = stored(texts), texts.chunks()
	for start in range(0, len(vectors), _BATCH):
		part = vectors[start : start + _BATCH]
		collection.add(
			ids=[str(start + place) for place in range(len(part))],
			embeddings=part,
			documents=list(islice(bodies, len(part))),
		)


def opened(texts: Texts, folder: Path) -> Search:
	"""One collection, kept open."""
	from benchmarks.peers.vectors import of_queries

	collection = _client(folder).get_collection("chunks", embedding_function=None)
	vectors = of_queries(texts)

	def ask(question: str) -> Found:
		found = collection.query(query_embeddings=[vectors[question]], n_results=TOP, include=["documents"])
		return [(int(name), text) for name, text in zip(found["ids"][0], found["documents"][0], strict=True)]

	return ask


def _client(folder: Path) -> "ClientAPI":
	import chromadb
	from chromadb.config import Settings

	return chromadb.PersistentClient(path=str(folder), settings=Settings(anonymized_telemetry=False))
