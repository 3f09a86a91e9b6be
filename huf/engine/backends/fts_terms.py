"""What FTS5's own tokenizer makes of a word, and how common that is in a build."""

import sqlite3
from collections.abc import Callable, Iterable
from typing import TypeVar

from huf.engine.backends import sqlite_fts_schema as schema
from huf.engine.query import MAX_WORDS

_CACHED_WORDS = 20_000


Value = TypeVar("Value")


class TermLookup:
	"""Looks words up in one open build. A build never changes, so every answer is kept."""

	def __init__(self, connection: sqlite3.Connection) -> None:
		self._build = connection
		# Python cannot call a tokenizer of FTS5. A scratch table can: what it indexed are the tokens.
		self._scratch = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
		self._scratch.execute(f"CREATE VIRTUAL TABLE words USING fts5 (word, tokenize='{schema.TOKENIZER}')")
		self._scratch.execute("CREATE VIRTUAL TABLE tokens USING fts5vocab (words, 'instance')")
		# Plain dictionaries: a cache around a method would be a circle, and the files stay open until it is collected.
		self._known_tokens: dict[str, tuple[str, ...]] = {}
		self._known_counts: dict[str, int] = {}

	def tokens(self, word: str) -> tuple[str, ...]:
		"""What FTS5 would index of ``word``, in order; nothing for signs only."""
		return _cached(self._known_tokens, word, self._tokens)

	def frequency(self, word: str) -> int:
		"""At most how many chunks hold ``word``; 0 when none can. For a phrase, that of its rarest token."""
		counts = (_cached(self._known_counts, token, self._count) for token in self.tokens(word))
		return min(counts, default=0)

	def parts(self, words: Iterable[str]) -> list[str]:
		"""The tokens of those words that are more than one, such as ``sku`` and ``00123`` of ``SKU-00123``."""
		compound = (tokens for tokens in map(self.tokens, words) if len(tokens) > 1)
		return list(dict.fromkeys(token for tokens in compound for token in tokens))[:MAX_WORDS]

	def close(self) -> None:
		"""Release the scratch table."""
		self._scratch.close()

	def _tokens(self, word: str) -> tuple[str, ...]:
		self._scratch.execute("DELETE FROM words")
		self._scratch.execute("INSERT INTO words (word) VALUES (?)", (word,))
		return tuple(token for (token,) in self._scratch.execute("SELECT term FROM tokens ORDER BY offset"))

	def _count(self, token: str) -> int:
		row = self._build.execute("SELECT doc FROM vocabulary WHERE term = ?", (token,)).fetchone()
		return int(row[0]) if row else 0


def _cached(known: dict[str, Value], key: str, find: Callable[[str], Value]) -> Value:
	if key not in known:
		if len(known) >= _CACHED_WORDS:
			known.clear()
		known[key] = find(key)
	return known[key]
