"""The vectors of texts while a build is made: each distinct text is embedded once, and what was paid for is kept."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from huf.engine.backends.hybrid.embedding_cache import EmbeddingCache
from huf.engine.embedding import AsksInPortions, Embedder, Vectors, checked
from huf.engine.errors import EmbedderMissing, EmbeddingFailed, EmbeddingRefused


class TextEmbedding:
	"""Makes vectors for one build. All of them have the same length."""

	def __init__(self, embedder: Embedder | None, batch_texts: int, root: Path, build: str) -> None:
		"""``batch_texts`` are embedded at once. The cache lies in ``root``, and is told which ``build`` used what."""
		self._embedder, self._batch_texts = embedder, batch_texts
		self._root, self._build = root, build
		self._cache: EmbeddingCache | None = None
		self.dimension = 0
		"""Numbers in each vector; 0 until it is known."""

	def of(
		self, texts: Sequence[str], known: Callable[[Sequence[str]], Mapping[str, Vectors]] = lambda _: {}
	) -> Vectors:
		"""One row for each text. Equal texts are embedded once, those in the cache or ``known`` not at all.

		Raises:
			EmbeddingFailed: the model could not be asked.
		"""
		embedder, cache = self.own(), self._open_cache()
		found = {**known(texts), **(cache.find(dict.fromkeys(texts)) if cache else {})}
		missing = [text for text in dict.fromkeys(texts) if text not in found]
		if missing:
			made = self._ask(embedder, cache, missing)
			found.update(zip(missing, made, strict=True))
		lengths = {len(vector) for vector in found.values()} | ({self.dimension} - {0})
		if len(lengths) > 1:
			if cache:
				cache.forget_model()
			raise EmbeddingRefused(
				f"{embedder.key} changed the length of its vectors ({', '.join(map(str, sorted(lengths)))} numbers). "
				"Rebuild the source; until then it is searched as it was."
			)
		(self.dimension,) = lengths
		return np.stack([found[text] for text in texts])

	def own(self) -> Embedder:
		"""The embedder.

		Raises:
			EmbedderMissing: there is none.
		"""
		if self._embedder is None:
			raise EmbedderMissing(
				"An index with vectors needs an embedder. Choose one, or the keyword index."
			)
		return self._embedder

	def forget_unused(self) -> None:
		"""Take out of the cache what this build, which is one of all inputs, did not use."""
		if self._cache is not None:
			self._cache.forget_unused()

	def close(self) -> None:
		"""Release the file of the cache."""
		if self._cache is not None:
			self._cache.close()

	def _ask(self, embedder: Embedder, cache: EmbeddingCache | None, texts: list[str]) -> Vectors:
		"""Embed in parts, each kept as soon as it is there: what was paid for is not lost when the next part fails."""
		parts = []
		for part in self._portions(embedder, texts):
			parts.append(checked(embedder, part))
			if cache:
				cache.keep(part, parts[-1])
		if len({part.shape[1] for part in parts}) > 1:
			raise EmbeddingFailed(f"{embedder.key} changed the length of its vectors while it was asked.")
		return np.concatenate(parts)

	def _portions(self, embedder: Embedder, texts: list[str]) -> Iterator[Sequence[str]]:
		size = self._batch_texts
		for start in range(0, len(texts), size):
			part = texts[start : start + size]
			# A hundred chunks of the usual size may be more than one request takes.
			yield from embedder.portions(part) if isinstance(embedder, AsksInPortions) else [part]

	def _open_cache(self) -> EmbeddingCache | None:
		if self._cache is None and self.own().is_costly:
			self._cache = EmbeddingCache(self._root, self.own().key, self._build)
		return self._cache


def embedded_text(texts: Sequence[str]) -> str:
	"""What is embedded of a passage: title, heading and body."""
	return "\n".join(filter(None, texts))
