"""The tables of an ``sqlite_fts`` build, and how rows become values."""

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any

from huf.engine.errors import IndexCorrupt
from huf.engine.postings import layout as postings
from huf.engine.types import Chunk, IndexedInput, JSONValue, Locator

FORMAT = 2
"""Of the tables, and of the file of postings. Raise it when a file written by an older huf could be misread; readers refuse other formats."""
FILE_NAME = "index.sqlite3"
PARTLY_READ = "Partially Indexed"
_ARABIC_VOWELS = "".join(map(chr, (*range(0x064B, 0x0653), 0x0670)))
TOKENIZER = f"porter unicode61 remove_diacritics 2 categories 'L* N* Co M*' separators '{_ARABIC_VOWELS}'"
"""Marks (M) are parts of words: without them a phrase of Hindi is one of bare consonants. Only the vowels of Arabic stay
out, which are written now and then, most at the ends of words."""

# Integer primary keys, because FTS5 refers to rows by rowid and only these are stable for certain.
TABLES = (
	"CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
	"""CREATE TABLE inputs (
		id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, content_hash TEXT NOT NULL, title TEXT NOT NULL,
		status TEXT NOT NULL, chunks INTEGER NOT NULL, characters INTEGER NOT NULL, message TEXT NOT NULL,
		code TEXT NOT NULL, retryable INTEGER NOT NULL, url TEXT NOT NULL, metadata TEXT NOT NULL,
		indexed_at REAL NOT NULL, language TEXT NOT NULL DEFAULT '', extractors TEXT, checksum INTEGER)""",
	"""CREATE TABLE chunks (
		id INTEGER PRIMARY KEY, input INTEGER NOT NULL REFERENCES inputs (id), ordinal INTEGER NOT NULL,
		start INTEGER NOT NULL, stop INTEGER NOT NULL, locator TEXT NOT NULL, header TEXT NOT NULL,
		heading TEXT NOT NULL, body TEXT NOT NULL, checksum INTEGER)""",
	"CREATE INDEX chunks_by_input ON chunks (input, ordinal)",
	# Segments of an older version have none: then all titles are read.
	"CREATE INDEX inputs_by_title ON inputs (lower(title))",
	"""CREATE VIEW passages AS SELECT chunks.id, inputs.title, chunks.heading, chunks.body
		FROM chunks JOIN inputs ON inputs.id = chunks.input""",
	f"""CREATE VIRTUAL TABLE words USING fts5 (title, heading, body,
		content='passages', content_rowid='id', tokenize="{TOKENIZER}")""",
	*postings.TABLES,
)

# json.dumps with options makes an encoder for each call.
_to_json = json.JSONEncoder(ensure_ascii=False).encode

# Postings may still name numbers of chunks that are gone.
LAST_CHUNK = (
	"""SELECT max(coalesce((SELECT max(id) FROM chunks), 0), coalesce((SELECT max(last) FROM segments), 0))"""
)
CHUNK_COLUMNS = "id, input, ordinal, start, stop, locator, header, body"
"""What a passage is shown by; its ``checksum`` is made of these."""
INPUT_COLUMNS = "key, content_hash, title, status, chunks, characters, message, code, retryable, url, metadata, indexed_at"


def input_row(item: IndexedInput) -> tuple[Any, ...]:
	"""Values for ``INPUT_COLUMNS``."""
	return (
		item.key,
		item.content_hash,
		item.title,
		item.status,
		item.chunks,
		item.characters,
		item.message,
		item.code,
		int(item.retryable),
		item.url,
		metadata_json(item.metadata),
		float(item.indexed_at),
	)


def metadata_json(metadata: Mapping[str, JSONValue]) -> str:
	"""The metadata of an input as it is stored."""
	return json.dumps(dict(metadata), ensure_ascii=False, sort_keys=True)


def input_from_row(row: sqlite3.Row | tuple[Any, ...], extractors: str | None = None) -> IndexedInput:
	"""The inverse of :func:`input_row`, with what the column ``extractors`` holds."""
	key, content_hash, title, status, chunks, characters, message, code, retryable, url, metadata, at = row
	return IndexedInput(
		key=key,
		content_hash=content_hash,
		title=title,
		status=status,
		chunks=chunks,
		characters=characters,
		message=message,
		code=code,
		retryable=bool(retryable),
		url=url,
		metadata=stored_json(metadata),
		indexed_at=at,
		extractors=_extractors(extractors),
	)


def extractors_text(item: IndexedInput) -> str | None:
	"""``item.extractors`` as they are stored: with a checksum of their own, since an older huf, which reads this file too,
	has no part for them in that of the row."""
	if item.extractors is None:
		return None
	text = _to_json(dict(item.extractors))
	return f"{checksum(text)} {text}"


@lru_cache(maxsize=4096)
def _extractors(stored: str | None) -> dict[str, int | None] | None:
	"""The inverse of :func:`extractors_text`. Most inputs have the same, so nobody may change it."""
	if stored is None:
		return None
	known, _, text = str(stored).partition(" ")
	if known != str(checksum(text)):
		raise IndexCorrupt("What the index says of an input changed after it was made. Rebuild the source.")
	return stored_json(text)


def checksum(*values: Any) -> int:
	"""CRC-32 of the values of a row, by which a damaged one is told: no text is shown that was not indexed.

	Numbers and texts keep their types in SQLite, so that what is read is written alike.
	"""
	return zlib.crc32("\x00".join(map(str, values)).encode("utf-8", "surrogatepass"))


def check_row(found: int | None, *values: Any) -> None:
	"""Compare a row that was read with its checksum; rows of an older version have none.

	Raises:
		IndexCorrupt: it is another row than was written.
	"""
	if found is not None and found != checksum(*values):
		raise IndexCorrupt("The index has a passage that changed after it was made. Rebuild the source.")


def add_checksums(connection: sqlite3.Connection) -> None:
	"""Give the rows of a copied build their checksums, if an older version made it without."""
	if has_checksums(connection):
		return
	connection.create_function("huf_checksum", -1, checksum, deterministic=True)
	connection.execute("BEGIN")
	for table, columns in (("inputs", f"id, {INPUT_COLUMNS}"), ("chunks", CHUNK_COLUMNS)):
		connection.execute(f"ALTER TABLE {table} ADD COLUMN checksum INTEGER")
		connection.execute(f"UPDATE {table} SET checksum = huf_checksum({columns})")
	connection.execute("COMMIT")


def add_extractors(connection: sqlite3.Connection) -> None:
	"""Make room for the versions of the extractors, if the copied build is of a version without."""
	if not has_extractors(connection):
		connection.execute("ALTER TABLE inputs ADD COLUMN extractors TEXT")


def has_extractors(connection: sqlite3.Connection) -> bool:
	"""Whether inputs say what read them; those of builds of an older version do not."""
	return any(name == "extractors" for _, name, *_ in connection.execute("PRAGMA table_info(inputs)"))


def has_checksums(connection: sqlite3.Connection) -> bool:
	"""Whether rows have checksums; those of builds of an older version have none."""
	return any(name == "checksum" for _, name, *_ in connection.execute("PRAGMA table_info(chunks)"))


def meta_checksum(meta: Mapping[str, str]) -> str:
	"""Of all that a build says of itself, besides this."""
	return str(checksum(*(f"{key}={value}" for key, value in sorted(meta.items()) if key != "checksum")))


ChunkValues = tuple[int, int, int, str, str, str, str]
"""What a row of ``chunks`` says besides its numbers: ordinal, start, stop, locator, header, heading and body."""


def chunk_values(chunk: Chunk) -> ChunkValues:
	"""``chunk`` as it is stored."""
	locator = _locator_json(chunk.locator)
	return chunk.ordinal, chunk.start, chunk.end, locator, chunk.header, _heading(chunk), chunk.text


def chunk_row(number: int, input_id: int, values: ChunkValues) -> tuple[Any, ...]:
	"""Values for the columns of ``chunks``."""
	*shown, heading, body = values
	return (number, input_id, *shown, heading, body, checksum(number, input_id, *shown, body))


def _heading(chunk: Chunk) -> str:
	# Names of places, and what a model says of the passage, are searched with more weight than running text.
	names = _names(chunk.locator, chunk.header)
	return "\n".join(filter(None, (names, chunk.enrichment))) if chunk.enrichment else names


def _names(locator: Locator, header: str) -> str:
	return "\n".join(filter(None, (*locator.heading, locator.sheet, locator.part, header)))


def enrichment_in(heading: str, locator: Locator, header: str) -> str:
	"""What a model says of a passage, out of its stored ``heading``: that holds the names of the place first."""
	names = _names(locator, header)
	# Names alone, as most have them: nothing is cut out of a heading that another version made otherwise.
	return (
		heading[len(names) :].strip("\n") if len(heading) > len(names) and heading.startswith(names) else ""
	)


_IN_LOCATOR = attrgetter("page", "slide", "sheet", "rows", "lines", "heading", "part")


def _locator_json(locator: Locator) -> str:
	"""``locator`` as JSON. Most name nothing but lines, and are written in a tenth of the time."""
	page, slide, sheet, rows, lines, heading, part = _IN_LOCATOR(locator)
	if lines and page is slide is sheet is rows is part is None and not heading:
		return f'{{"lines": [{lines[0]}, {lines[1]}]}}'
	return _to_json(locator.to_dict())


@lru_cache(maxsize=4096)
def locator_from_json(text: str) -> Locator:
	"""A locator as :func:`chunk_row` stored it."""
	return Locator.from_dict(stored_json(text))


def stored_json(text: str) -> dict[str, Any]:
	"""A JSON object out of the file.

	Raises:
		IndexCorrupt: it is none.
	"""
	if text == "{}":
		return {}
	try:
		values = json.loads(text)
	except ValueError as error:
		raise IndexCorrupt(f"The index cannot be read: {error}. Rebuild the source.") from error
	if not isinstance(values, dict):
		raise IndexCorrupt("The index cannot be read. Rebuild the source.")
	return values


def text_hash(text: str) -> str:
	"""SHA-256 of a chunk's text, in hex."""
	return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def chunk_id(key: str, ordinal: int, digest: str) -> str:
	"""Identity of a passage: the same input, place and text give the same id in every build.

	The parts are joined by a character that none of them can contain, so that input ``1`` passage
	``11`` and input ``11`` passage ``1`` stay apart.
	"""
	return hashlib.sha256(f"{key}\x00{ordinal}\x00{digest}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
