"""What an embedder must offer, and the check that every answer of one goes through."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from huf.engine.errors import EmbeddingFailed

Kind = Literal["document", "query"]
"""Some models put questions and texts into the same space by different ways."""
Vectors = npt.NDArray[np.float32]


class Embedder(Protocol):
	"""Turns texts into vectors of length 1 whose dot product says how alike they are."""

	@property
	def key(self) -> str:
		"""Names kind, model and version. Vectors of embedders with different keys are never compared."""

	@property
	def dimension(self) -> int:
		"""Numbers in a vector. May ask the model once; never changes afterwards."""

	@property
	def is_costly(self) -> bool:
		"""Whether a vector is worth keeping rather than computing again."""

	@property
	def weight(self) -> float:
		"""The largest share of a hybrid score that this model's vectors may have, 0 to 1 (``docs/retrieval.md``)."""

	@property
	def meaning_floor(self) -> float:
		"""So near, 0 to 1, must the meaning of a passage be to a question for its sake alone (:data:`huf.engine.evidence.MEANING_FLOOR`)."""

	@property
	def knows_words_only(self) -> bool:
		"""Whether a text is to the model the sum of its words: then similar passages lend to one another, and what stands beside one says nothing of it
		(``docs/retrieval.md``)."""

	def vocabulary_coverage(self, text: str) -> float:
		"""How well the model can read ``text``: 1 for a language it knows, towards 0 for a script it does not."""

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""One row for each text, in the order of the texts; all zeros for a text in which the model sees nothing.

		Raises:
			EmbeddingFailed: the model could not be asked, or its answer cannot be used.
		"""


@runtime_checkable
class AsksInPortions(Protocol):
	"""An embedder that says how many texts one request of it takes: what each gave is kept before the next is sent."""

	def portions(self, texts: Sequence[str]) -> Iterator[Sequence[str]]:
		"""``texts`` in their order, cut so that :meth:`Embedder.embed` asks once for each portion, as far as that can be."""


@runtime_checkable
class ReadsParts(Protocol):
	"""An embedder that is fast enough to read the parts of a few passages while somebody waits for a search."""

	def parts(self, title: str, text: str) -> npt.NDArray[np.float16]:
		"""The vectors of the parts of a passage, of length 1, one row for each and at least one; all zeros where the model sees nothing."""


class Meter(Protocol):
	"""Stands around each request to an embedding service."""

	def request(self, tokens: int) -> AbstractContextManager[Callable[[int], None]]:
		"""Entered before a request of about ``tokens`` input tokens, and left when it is over. What it gives is told the tokens of an
		answer, and of none where there was none.

		Raises, when it is entered:
			EmbeddingCapped: the request must not be made.
		"""


def normalised(vectors: Vectors) -> Vectors:
	"""Each row with length 1; rows of zeros stay."""
	lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
	rows: Vectors = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
	return rows


def checked(embedder: Embedder, texts: Sequence[str], kind: Kind = "document") -> Vectors:
	"""``embedder.embed``, refusing an answer that has the wrong shape or numbers that are none.

	Raises:
		EmbeddingFailed: it does, or the embedder says so.
	"""
	vectors = np.asarray(embedder.embed(texts, kind), dtype=np.float32)
	if vectors.ndim != 2 or len(vectors) != len(texts):
		raise EmbeddingFailed(f"{embedder.key} gave vectors of shape {vectors.shape} for {len(texts)} texts.")
	if not np.isfinite(vectors).all():
		raise EmbeddingFailed(f"{embedder.key} gave a vector with a number that is none.")
	return vectors
