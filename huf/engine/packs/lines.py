"""Inputs and their passages as lines of JSON: one for the input, then one for each of its passages.

What is read here was signed by somebody who is trusted, and is checked all the same: a mistake of another version must not become a build.
"""

import hashlib
import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import IO, Any

from huf.engine.enrichment.prompts import LONGEST
from huf.engine.enrichment.summarizing import LONGEST_SUMMARY
from huf.engine.extractors.sections import is_unstorable, storable
from huf.engine.packs.manifest import damaged
from huf.engine.types import (
	FIRST_SUMMARY,
	Chunk,
	IndexedInput,
	InputStatus,
	JSONValue,
	Locator,
	is_summary,
)

_STATUSES: tuple[InputStatus, ...] = ("Indexed", "Partially Indexed")
"""Of inputs that have passages."""
_NOT_TAKEN = ("reference_doctype", "reference_name")
"""Metadata that names a record of the site where the index was made; another site has others of that name."""
MOST_KEY, MOST_TITLE, MOST_TEXT = 1_000, 1_000, 100_000
"""Characters."""
MOST_LINE_BYTES = 4 << 20
_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Packed:
	"""An input as it lies in a pack, with its passages yet to be read."""

	item: IndexedInput
	chunks: Iterator[Chunk]
	"""As many as ``item.chunks`` says."""


def labelled(item: IndexedInput) -> IndexedInput:
	"""``item`` with what can be told elsewhere: its address if it is one of the web, and metadata that name no record."""
	is_of_web = item.url.lower().startswith(("https://", "http://"))
	metadata = {key: value for key, value in item.metadata.items() if key not in _NOT_TAKEN}
	return replace(item, retryable=False, url=item.url if is_of_web else "", metadata=metadata)


def input_line(item: IndexedInput) -> str:
	"""Its line, without the end of it."""
	values: dict[str, Any] = {
		"key": item.key,
		"hash": item.content_hash,
		"title": item.title,
		"status": item.status,
		"chunks": item.chunks,
		"characters": item.characters,
		"message": item.message,
		"code": item.code,
		"url": item.url,
		"metadata": dict(item.metadata),
		"extractors": None if item.extractors is None else dict(item.extractors),
		"at": item.indexed_at,
	}
	return _encode(values)


def chunk_line(chunk: Chunk) -> str:
	"""Its line, without the end of it."""
	values = [chunk.start, chunk.end, chunk.text, chunk.header, chunk.locator.to_dict()]
	return _encode([*values, chunk.enrichment] if chunk.enrichment else values)


def digest_of(item: IndexedInput, chunks: Iterable[str]) -> str:
	"""SHA-256 of what an input says, in hex: the same whenever it was indexed. ``chunks`` are its lines."""
	digest = hashlib.sha256(input_line(replace(item, indexed_at=0.0)).encode())
	for line in chunks:
		digest.update(b"\n" + line.encode())
	return digest.hexdigest()


def contents_line(digest: str, key: str) -> str:
	"""One line of the list of all inputs of a source."""
	return _encode([digest, key])


def read_contents(file: IO[bytes]) -> dict[str, str]:
	"""Digests by key.

	Raises:
		PackRefused: it is no such list.
	"""
	found: dict[str, str] = {}
	for value in _lines(file, "contents"):
		if not (isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) for one in value)):
			raise damaged("contents")
		digest, key = value
		if not 0 < len(key) <= MOST_KEY or key in found or is_unstorable(key):
			raise damaged("contents")
		found[key] = digest
	return found


def read_inputs(file: IO[bytes]) -> Iterator[Packed]:
	"""The inputs of a pack in their order; read the passages of each, and its summaries, before you go on.

	Raises:
		PackRefused: a line is none of these.
	"""
	lines = _lines(file, "passages")
	for value in lines:
		item = _input(value)
		yield Packed(item, _chunks(item, lines))


def _lines(file: IO[bytes], part: str) -> Iterator[Any]:
	while line := file.readline(MOST_LINE_BYTES):
		if not line.endswith(b"\n"):
			raise damaged(part)
		try:
			yield json.loads(line)
		except (ValueError, RecursionError):
			raise damaged(part) from None


def _input(value: Any) -> IndexedInput:
	try:
		item = IndexedInput(
			_text(value["key"], MOST_KEY),
			_text(value["hash"], 64),
			_text(value["title"], MOST_TITLE),
			value["status"],
			_number(value["chunks"]),
			_number(value["characters"]),
			# Notes quote names that stand in files.
			_text(storable(value["message"]), MOST_TEXT),
			_text(value["code"], 140),
			False,
			_text(value["url"], MOST_TEXT),
			_metadata(value["metadata"]),
			_moment(value["at"]),
			None if value["extractors"] is None else _versions(value["extractors"]),
		)
	except (KeyError, TypeError, ValueError, OverflowError):
		raise damaged("passages") from None
	if not item.key or not item.chunks or item.status not in _STATUSES:
		raise damaged("passages")
	return labelled(item)


def _chunks(item: IndexedInput, lines: Iterator[Any]) -> Iterator[Chunk]:
	starts: list[int] = []
	for ordinal in _ordinals(item):
		chunk = _chunk(ordinal, next(lines, None))
		if not is_summary(ordinal):
			starts.append(chunk.start)
		elif bisect_left(starts, chunk.start) == bisect_left(starts, chunk.end):
			# Of no passage: a search that found it would have nothing to show.
			raise damaged("passages")
		yield chunk


def _ordinals(item: IndexedInput) -> Iterator[int]:
	yield from range(item.chunks - item.summaries)
	yield from range(FIRST_SUMMARY, FIRST_SUMMARY + item.summaries)


def _chunk(ordinal: int, value: Any) -> Chunk:
	try:
		start, end, text, header, place, *more = value
		(enrichment,) = more or ("",)
		chunk = Chunk(
			ordinal,
			_number(start),
			_number(end),
			_text(text, MOST_LINE_BYTES),
			_locator(place),
			_text(header, MOST_LINE_BYTES),
			_text(enrichment, max(LONGEST, LONGEST_SUMMARY)),
		)
	except (TypeError, ValueError):
		raise damaged("passages") from None
	if not _is_sound(chunk):
		raise damaged("passages")
	return chunk


def _is_sound(chunk: Chunk) -> bool:
	if is_summary(chunk.ordinal):
		return not chunk.text and bool(chunk.enrichment) and chunk.start < chunk.end
	return chunk.end - chunk.start == len(chunk.text)


def _locator(value: Any) -> Locator:
	if not isinstance(value, dict):
		raise TypeError
	for name, one in value.items():
		if name in ("page", "slide"):
			_number(one)
		elif name in ("rows", "lines"):
			first, last = one
			_number(first), _number(last)
		elif name == "heading":
			for part in one if isinstance(one, list) else [None]:
				_text(part, MOST_TEXT)
		else:
			_text(one, MOST_TEXT)
	return Locator.from_dict(value)


def _text(value: Any, most: int) -> str:
	# What no database takes, an honest pack has nowhere: texts are made storable when they are read.
	if not isinstance(value, str) or len(value) > most or is_unstorable(value):
		raise TypeError
	return value


def _number(value: Any) -> int:
	if type(value) is not int or not 0 <= value < 1 << 48:
		raise TypeError
	return value


def _moment(value: Any) -> float:
	if not isinstance(value, int | float) or not 0 <= value < 1 << 40:
		raise TypeError
	return float(value)


def _versions(value: Any) -> dict[str, int | None]:
	if not isinstance(value, dict):
		raise TypeError
	return {_text(key, 140): None if one is None else _number(one) for key, one in value.items()}


def _metadata(value: Any) -> dict[str, JSONValue]:
	if not isinstance(value, dict) or any(map(is_unstorable, _texts_in(value))):
		raise TypeError
	return value


def _texts_in(value: Any) -> Iterator[str]:
	"""All of them, keys too, however deep."""
	left = [value]
	while left:
		one = left.pop()
		if isinstance(one, str):
			yield one
		elif isinstance(one, dict):
			left += [*one.keys(), *one.values()]
		elif isinstance(one, list):
			left += one
