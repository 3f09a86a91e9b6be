"""An embedder for tests: no model, no network, the same vectors on every machine."""

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from huf.engine.embedding.base import Kind, Vectors, normalised
from huf.engine.evidence import MEANING_FLOOR

_WORD = re.compile(r"\w+")


class FakeEmbedder:
	"""A text is the sum of its words, and a word a random direction that follows from its SHA-256.

	Texts that share words are therefore alike. ``asked`` keeps every text that was embedded, in order.
	"""

	def __init__(self, key: str = "fake:1", dimension: int = 64, *, is_costly: bool = True) -> None:
		self.key = key
		self.dimension = dimension
		self.is_costly = is_costly
		self.weight = 0.5
		self.meaning_floor = MEANING_FLOOR
		self.knows_words_only = False
		self.asked: list[str] = []
		self.calls = 0

	def vocabulary_coverage(self, text: str) -> float:
		"""It reads everything."""
		return 1.0

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""One row for each text."""
		self.calls += 1
		self.asked += texts
		vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
		for row, text in zip(vectors, texts, strict=True):
			for word in _WORD.findall(text.casefold()):
				row += self._direction(word)
		return normalised(vectors)

	def _direction(self, word: str) -> Vectors:
		seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "little")
		return np.random.default_rng(seed).standard_normal(self.dimension).astype(np.float32)
