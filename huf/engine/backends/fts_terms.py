"""What FTS5's own tokenizer makes of a word, and how common that is in a build."""

import sqlite3
from collections.abc import Iterable
from functools import lru_cache

from huf.engine.backends import sqlite_fts_schema as schema

_CACHED_WORDS = 20_000


class TermLookup:
	"""Looks words up in one open build. A build never changes, so every answer is kept."""

	def __init__(self, connection: sqlite3.Connection) -> None:
		self._build = connection
		# Python cannot call a tokenizer of FTS5. A scratch table can: what it indexed are the tokens.
		self._scratch = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
		self._scratch.execute(f"CREATE VIRTUAL TABLE words USING fts5 (word, tokenize='{schema.TOKENIZER}')")
		self._scratch.execute("CREATE VIRTUAL TABLE tokens USING fts5vocab (words, 'instance')")
		self.tokens = lru_cache(_CACHED_WORDS)(self._tokens)
		self._token_frequency = lru_cache(_CACHED_WORDS)(self._count)

	def frequency(self, word: str) -> int:
		"""At most how many chunks hold ``word``; 0 when none can. For a phrase, that of its rarest token."""
		return min((self._token_frequency(token) for token in self.tokens(word)), default=0)

	def parts(self, words: Iterable[str]) -> list[str]:
		"""The tokens of those words that are more than one, such as ``sku`` and ``00123`` of ``SKU-00123``."""
		compound = (tokens for tokens in map(self.tokens, words) if len(tokens) > 1)
		return list(dict.fromkeys(token for tokens in compound for token in tokens))

	def close(self) -> None:
		"""Release the scratch table."""
		self._scratch.close()

	def _tokens(self, word: str) -> tuple[str, ...]:
		self._scratch.execute("DELETE FROM words")
		self._scratch.execute(
			"INSERT INTO words (word) VALUES (?)", (word.encode("utf-8", "replace").decode(),)
		)
		return tuple(token for (token,) in self._scratch.execute("SELECT term FROM tokens ORDER BY offset"))

	def _count(self, token: str) -> int:
		row = self._build.execute("SELECT doc FROM vocabulary WHERE term = ?", (token,)).fetchone()
		return int(row[0]) if row else 0
