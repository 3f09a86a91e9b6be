"""Keyword index in one SQLite file, with FTS5."""

from huf.engine.backends import sqlite_fts_schema as schema
from huf.engine.backends.base import Backend
from huf.engine.backends.sqlite_fts_reader import SqliteFtsReader
from huf.engine.backends.sqlite_fts_writer import SqliteFtsWriter

BACKEND = Backend(
	key="sqlite_fts",
	version=f"{schema.FORMAT} {schema.TOKENIZER}",
	open_writer=SqliteFtsWriter,
	open_reader=SqliteFtsReader,
)
