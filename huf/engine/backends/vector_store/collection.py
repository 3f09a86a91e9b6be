"""The collection of one build in a vector store, and the note in the build's folder that says where it is.

The note is written before the collection is made, so that whatever happens to the process there is a file by which the
collection can be found and dropped (:mod:`~huf.engine.builds.folders`).
"""

import json
import logging
import os
import re
import secrets
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

from huf.engine.backends.hybrid.vector_file import Numbers
from huf.engine.backends.vector_store.kinds import Store, StoreKind, kind_of
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.embedding import Vectors
from huf.engine.errors import HufError, IndexCorrupt, VectorStoreFailed, VectorStoreMissing
from huf.engine.services.scrub import scrub

NOTE = "vector_store.json"
_BATCH = 500
"""Rows that are handed to the store at once."""
_LONGEST_SOURCE = 20
"""Characters of the source's name in that of a collection: PostgreSQL cuts names at 63, and a table has ``data_`` before."""
_REST_S = 30.0
"""Seconds for which a collection that did not answer a question is not asked another: each would wait for a time-out."""

T = TypeVar("T")
_resting: dict[str, tuple[float, str]] = {}
"""Collections that did not answer, until when they are left alone (by the process's clock), and what they said."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Note:
	"""Where the vectors of a build are."""

	store: StoreSettings
	collection: str
	dimension: int
	owner: str = ""
	"""Id of the index that made the collection (:mod:`~huf.engine.backends.vector_store.ownership`); empty in old notes."""

	def write(self, folder: Path) -> None:
		"""Put the note into ``folder``, on the disk for certain, readable by nobody else: settings may hold secrets."""
		values = {
			"store": json.loads(self.store.describe()),
			"collection": self.collection,
			"dimension": self.dimension,
			"owner": self.owner,
		}
		descriptor = os.open(folder / NOTE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
		with open(descriptor, "w", encoding="utf-8") as file:
			json.dump(values, file, indent=1)
			file.flush()
			os.fsync(file.fileno())

	@classmethod
	def read(cls, folder: Path) -> "Note | None":
		"""The note in ``folder``; None when it has none.

		Raises:
			IndexCorrupt: it cannot be read.
		"""
		try:
			text = (folder / NOTE).read_text("utf-8", "replace")
		except (FileNotFoundError, NotADirectoryError):
			return None
		try:
			values = json.loads(text)
			store = StoreSettings(values["store"]["path"], values["store"]["settings"])
			owner = str(values.get("owner", ""))
			return cls(store, str(values["collection"]), int(values["dimension"]), owner)
		except (ValueError, KeyError, TypeError, HufError) as error:
			raise IndexCorrupt(
				f"What says where the vectors of the index are cannot be read: {error}. Rebuild the source."
			) from error


def collection_name(source: str, owner: str, build: str) -> str:
	"""A name that no other build has: small letters, digits and underscores, 58 characters at most.

	``owner`` is the id of the index, 8 hex digits: so a copy's collections are told from the original's in the engine, too.
	``build`` is the name of a build's folder; one that is no build id is followed by a random number.
	"""
	slug = re.sub(r"[^a-z0-9]+", "_", source.lower()).strip("_")[:_LONGEST_SOURCE]
	match = re.search(r"(\d{8}T\d{6})-([0-9a-f]{8})$", build)
	own = f"{match[1].lower()}_{match[2]}" if match else secrets.token_hex(8)
	return "_".join(filter(None, ("huf", slug, owner, own)))


class Collection:
	"""The rows of one build in its store. Nothing is imported or connected before the first call."""

	def __init__(self, note: Note, *, make: bool = False) -> None:
		"""``make`` says that the collection may be made if it is not there."""
		self._note, self._make = note, make
		self._is_open = False

	def fill(self, blocks: Iterable[tuple[Numbers, Vectors]]) -> None:
		"""One row for each vector of ``blocks``, which are chunks and their vectors.

		Raises:
			VectorStoreFailed: the store did not take them.
		"""
		for chunks, rows in blocks:
			# A text in which the model saw nothing has no direction, and engines that compare angles choke on it.
			seen = rows.any(axis=1)
			self.add(chunks[seen].tolist(), rows[seen])

	def add(self, chunks: Sequence[int], rows: Vectors) -> None:
		"""One row for each chunk.

		Raises:
			VectorStoreFailed: the store did not take them.
		"""
		from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode

		source = RelatedNodeInfo(node_id=self._note.collection)
		for start in range(0, len(chunks), _BATCH):
			nodes = [
				TextNode(
					id_=_node_id(chunk),
					text="",
					embedding=row.tolist(),
					relationships={NodeRelationship.SOURCE: source},
				)
				for chunk, row in zip(
					chunks[start : start + _BATCH], rows[start : start + _BATCH], strict=True
				)
			]
			self._ask(lambda store, nodes=nodes: store.add(nodes))  # type: ignore[misc]

	def ask(self, vector: Vectors, limit: int) -> list[int]:
		"""What :meth:`nearest` gives, for somebody who waits: not asked again for a while after it did not answer.

		Raises:
			VectorStoreFailed: the store did not answer, now or a moment ago.
		"""
		name = self._note.collection
		until, said = _resting.get(name, (0.0, ""))
		if time.monotonic() < until:
			raise VectorStoreFailed(said)
		try:
			return self.nearest(vector, limit)
		except VectorStoreFailed as error:
			_resting[name] = (time.monotonic() + _REST_S, str(error))
			raise

	def nearest(self, vector: Vectors, limit: int) -> list[int]:
		"""Chunk numbers, the most alike first as the store sees it; it may give fewer than there are.

		Raises:
			VectorStoreFailed: the store did not answer.
		"""
		from llama_index.core.vector_stores.types import VectorStoreQuery

		query = VectorStoreQuery(query_embedding=vector.tolist(), similarity_top_k=limit)
		result = self._ask(lambda store: store.query(query))
		ids = result.ids if result.ids is not None else [node.node_id for node in result.nodes or ()]
		return [_chunk_number(node_id) for node_id in ids]

	def count(self) -> int | None:
		"""Rows in the collection; None when this kind of store cannot say.

		Raises:
			VectorStoreFailed: the store did not answer.
		"""
		return self._ask(lambda store: self._kind.count(store, self._note.collection))

	def drop(self) -> None:
		"""Remove the collection; one that is not there is no error.

		Raises:
			VectorStoreFailed: the store did not answer.
		"""
		self._ask(lambda store: self._kind.drop(store, self._note.collection))

	def close(self) -> None:
		"""Give back connections."""
		if not self._is_open:
			return
		try:
			self._ask(self._kind.close)
		except VectorStoreFailed as error:
			# Nothing that the caller wants is lost: what it asked for was answered before.
			_log.warning("%s", error)
		self._is_open = False
		del self._store

	@property
	def _kind(self) -> StoreKind:
		return kind_of(self._note.store.path)

	@cached_property
	def _store(self) -> Store:
		note = self._note
		_give_event_loop()
		store = self._kind.open(
			_class_at(note.store.path), note.store, note.collection, note.dimension, self._make
		)
		self._is_open = True
		return store

	def _ask(self, request: Callable[[Store], T]) -> T:
		with _store_errors(self._note.store):
			return request(self._store)


def _give_event_loop() -> None:
	"""Let this thread have an event loop, for clients that are asynchronous inside: ``asyncio.run`` takes it away when it ends,
	and whatever ran in this thread before may have called that."""
	import asyncio

	try:
		with warnings.catch_warnings():
			warnings.simplefilter("ignore", DeprecationWarning)
			asyncio.get_event_loop()
	except RuntimeError:
		asyncio.set_event_loop(asyncio.new_event_loop())


def _class_at(path: str) -> type[Any]:
	module, _, name = path.rpartition(".")
	try:
		from llama_index.core.vector_stores.types import BasePydanticVectorStore

		found = getattr(import_module(module), name)
	except (ImportError, AttributeError) as error:
		raise VectorStoreMissing(
			f"The vector store {path} cannot be imported: {error}. Install its package on every machine that indexes or"
			" searches (for Milvus: pip install 'huf[milvus]', for PostgreSQL: 'huf[pgvector]')."
		) from error
	if not (isinstance(found, type) and issubclass(found, BasePydanticVectorStore)):
		raise VectorStoreMissing(f"{path} is not a vector store of LlamaIndex. Name a class of one.")
	return found


@contextmanager
def _store_errors(settings: StoreSettings) -> Iterator[None]:
	"""Everything that a store's client may raise, in the words of huf, without its passwords."""
	name = settings.path.rpartition(".")[2]

	def said(error: Exception) -> str:
		return scrub(str(error) or type(error).__name__, *settings.secrets()).rstrip(". ")

	try:
		yield
	except HufError:
		raise
	except (TypeError, ValueError) as error:
		raise VectorStoreMissing(
			f"The vector store {name} refuses its settings: {said(error)}. Correct them."
		) from error
	# Each client raises classes of its own, and they have no base but this: what a store does must not pass for a bug.
	except Exception as error:
		raise VectorStoreFailed(
			f"The vector store {name} did not answer as it should: {said(error)}. Try again when it can be reached."
		) from error


def _node_id(chunk: int) -> str:
	"""The name of a row. A UUID, since some engines take nothing else."""
	return str(UUID(int=chunk))


def _chunk_number(node_id: object) -> int:
	try:
		return UUID(str(node_id)).int
	except ValueError:
		raise IndexCorrupt(
			f"The vector store holds a row of the name {str(node_id)[:80]!r}, which huf did not write. Rebuild the source."
		) from None
