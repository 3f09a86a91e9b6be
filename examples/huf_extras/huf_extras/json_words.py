"""A kind of index that fits on two pages: all of it in one JSON file, searched in memory.

It is meant to be read. It keeps every promise of a kind of index (``tests/stores/backend_contract.py``), but a
source of more than some thousand passages should use ``sqlite_fts``.
"""

import hashlib
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from huf.engine.backends.base import Backend, Candidate, Found, Passage, SearchRequest
from huf.engine.errors import IndexCorrupt, IndexMissing, VectorsMissing
from huf.engine.filters.matching import matching_inputs
from huf.engine.types import Chunk, IndexedInput, JSONValue, Locator

FILE_NAME = "words.json"
_WORD = re.compile(r"\w+")


class JsonWordsWriter:
	"""A build being made; it is held in memory and written once, by :meth:`finish`."""

	def __init__(self, folder: Path, base: Path | None) -> None:
		"""Start empty, or from the build in ``base``, which is only read."""
		self._file = folder / FILE_NAME
		self._meta, self._inputs = _load(base / FILE_NAME) if base else ({}, {})
		self._keys: dict[int, str] = {}
		self._before: dict[str, Any] | None = None

	@contextmanager
	def transaction(self) -> Iterator[None]:
		"""All or nothing: what was touched is put back as it was when the block raises."""
		self._before = {}
		try:
			yield
		# Whatever it was, a job that is being stopped included: nothing half of an input stays. It is raised on.
		except BaseException:
			for key, record in self._before.items():
				self._inputs.pop(key, None)
				if record is not None:
					self._inputs[key] = record
			raise
		finally:
			self._before = None

	def remove_input(self, key: str) -> None:
		"""Forget an input and its chunks; nothing happens when it is not there."""
		self._remember(key)
		self._inputs.pop(key, None)

	def has_input(self, key: str) -> bool:
		"""Whether the build holds an input under ``key``."""
		return key in self._inputs

	def begin_input(self, item: IndexedInput) -> int:
		"""Add an input without chunks; gives the number by which the other methods know it."""
		self._remember(item.key)
		self._inputs[item.key] = {"item": asdict(item), "chunks": []}
		number = len(self._keys) + 1
		self._keys[number] = item.key
		return number

	def add_chunks(self, input_id: int, chunks: Iterator[Chunk]) -> None:
		"""Append chunks to an input."""
		stored = self._inputs[self._keys[input_id]]["chunks"]
		stored.extend({**asdict(chunk), "locator": chunk.locator.to_dict()} for chunk in chunks)

	def end_input(self, input_id: int, item: IndexedInput) -> None:
		"""Write what is known about an input now that its chunks are there."""
		self._inputs[self._keys[input_id]]["item"] = asdict(item)

	def relabel_input(self, key: str, url: str, metadata: Mapping[str, JSONValue]) -> None:
		"""Give an input of the build another address and other metadata; its passages stay as they are."""
		self._remember(key)
		record = self._inputs[key]
		self._inputs[key] = {**record, "item": {**record["item"], "url": url, "metadata": dict(metadata)}}

	def finish(self, meta: Mapping[str, str]) -> None:
		"""Write the file: a checksum, a line end, the data."""
		self._meta = {**self._meta, **meta}
		data = json.dumps({"meta": self._meta, "inputs": self._inputs}, ensure_ascii=False).encode()
		self._file.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)

	def verify(self) -> None:
		"""Read back what was written, and compare what each input says with the chunks it has.

		Raises:
			IndexCorrupt: they differ.
		"""
		inputs = _load(self._file)[1] if self._file.exists() else self._inputs
		for key, record in inputs.items():
			if record["item"]["chunks"] != len(record["chunks"]):
				raise IndexCorrupt(f"The number of passages of “{key}” is wrong. Rebuild the source.")

	def close(self) -> None:
		"""Nothing is open."""

	def _remember(self, key: str) -> None:
		if self._before is not None:
			self._before.setdefault(key, self._inputs.get(key))


class JsonWordsReader:
	"""A published build, all of it in memory: it can be searched even after its file was deleted."""

	def __init__(self, folder: Path) -> None:
		self.meta, records = _load(folder / FILE_NAME)
		self._items = [IndexedInput(**record["item"]) for record in records.values()]
		self._passages: dict[int, Passage] = {}
		self._places: dict[str, list[int]] = defaultdict(list)
		self._counts: dict[str, dict[int, int]] = defaultdict(dict)
		for item, record in zip(self._items, records.values(), strict=True):
			for chunk in record["chunks"]:
				self._add(item, chunk)

	def inputs(self) -> list[IndexedInput]:
		"""Every input of the build, also those without chunks."""
		return list(self._items)

	def search(self, request: SearchRequest) -> Found:
		"""The best chunks for the words of the query: TF-IDF, a rare word counts more than a common one.

		What the filters leave out gets no score, so that the limit counts what they let through.
		"""
		if request.mode == "vector":
			raise VectorsMissing("This index has no vectors. Search it by keyword.")
		wanted = matching_inputs(request.filters, self._items)
		scores: Counter[int] = Counter()
		for word in set(_words(" ".join(request.query.content_words))):
			counts = self._counts.get(word, {})
			weight = math.log(1 + len(self._passages) / max(len(counts), 1))
			for chunk, count in counts.items():
				if self._passages[chunk].input in wanted:
					scores[chunk] += weight * count / (count + 1)
		best = sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))
		return Found([Candidate(chunk=chunk, score=score) for chunk, score in best[: request.limit]])

	def passages(self, chunks: Sequence[int]) -> dict[int, Passage]:
		"""Chunks by number; numbers that do not exist are left out."""
		return {chunk: self._passages[chunk] for chunk in chunks if chunk in self._passages}

	def neighbors(self, passage: Passage, distance: int) -> list[Passage]:
		"""The passages around one passage of the same input, in order, with the passage itself."""
		numbers = self._places[passage.input]
		first = max(0, passage.ordinal - distance)
		return [self._passages[number] for number in numbers[first : passage.ordinal + distance + 1]]

	def close(self) -> None:
		"""Nothing is open."""

	def _add(self, item: IndexedInput, chunk: dict[str, Any]) -> None:
		number = len(self._passages) + 1
		locator = Locator.from_dict(chunk["locator"])
		self._passages[number] = Passage(
			chunk=number,
			input=item.key,
			ordinal=chunk["ordinal"],
			start=chunk["start"],
			end=chunk["end"],
			text=chunk["text"],
			header=chunk["header"],
			locator=locator,
			title=item.title,
			url=item.url,
			metadata=item.metadata,
			indexed_at=item.indexed_at,
		)
		self._places[item.key].append(number)
		text = "\n".join((item.title, *locator.heading, chunk["header"], chunk["text"]))
		for word, count in Counter(_words(text)).items():
			self._counts[word][number] = count


def _words(text: str) -> list[str]:
	return _WORD.findall(text.casefold())


def _load(file: Path) -> tuple[dict[str, str], dict[str, Any]]:
	"""Meta entries and inputs of a file.

	Raises:
		IndexMissing: it is not there.
		IndexCorrupt: it is not what was written.
	"""
	try:
		checksum, _, data = file.read_bytes().partition(b"\n")
	except FileNotFoundError:
		raise IndexMissing(
			"The file of this index is missing. Rebuild the source to make it again."
		) from None
	if hashlib.sha256(data).hexdigest().encode() != checksum:
		raise IndexCorrupt("The file of this index was damaged. Rebuild the source.")
	state = json.loads(data)
	return state["meta"], state["inputs"]


BACKEND = Backend(
	key="json_words",
	version="1",
	open_writer=JsonWordsWriter,
	open_reader=JsonWordsReader,
)
