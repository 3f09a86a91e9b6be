"""The vectors of a build, as a search by meaning asks of them."""

from collections.abc import Sequence

import numpy as np

from huf.engine.backends.search_engine.builds.manifest import EngineManifest
from huf.engine.backends.search_engine.contract.engine import IsIn, SearchEngine, Where
from huf.engine.embedding import Vectors
from huf.engine.ranking.fusion import VectorLeg


class EngineVectors:
	"""The vectors of one build; :class:`~huf.engine.backends.hybrid.vector_file.VectorRows`, which is told by conditions what to look at."""

	def __init__(self, engine: SearchEngine, manifest: EngineManifest) -> None:
		self._engine, self._manifest = engine, manifest
		self.dimension = manifest.dimension
		self._mean = (manifest.vector_sum / max(manifest.statistics.chunks, 1)).astype(np.float32)

	@property
	def is_empty(self) -> bool:
		"""Whether no chunk has a direction."""
		return not self._manifest.vectors

	@property
	def mean_row(self) -> Vectors:
		"""The average of all rows: its similarity to a vector is the average similarity."""
		return self._mean

	def rows_of(self, chunks: Sequence[int]) -> Vectors:
		"""The vectors of ``chunks``, in their order; zeros for a text in which the model saw nothing."""
		rows = self._engine.rows(chunks, ("vector",))
		found: Vectors = np.zeros((len(chunks), self.dimension), dtype=np.float32)
		for place, chunk in enumerate(chunks):
			row = rows.get(chunk)
			if row is not None and row.vector is not None:
				found[place] = row.vector
		return found

	def nearest(
		self, vector: Vectors, limit: int, also: Sequence[int] = (), allowed: Where | None = None
	) -> VectorLeg:
		"""The ``limit`` chunks whose vectors are most like ``vector``, and besides those of ``also``, best first.

		With ``allowed`` only those are looked at, also in ``also``.
		"""
		where = self._manifest.where if allowed is None else self._manifest.where & allowed
		found = dict(self._engine.by_vector(vector, limit, where))
		if further := [chunk for chunk in also if chunk not in found]:
			own = where & Where((IsIn("chunk", further),))
			found.update(self._engine.by_vector(vector, len(further), own))
		ordered = sorted(found.items(), key=lambda one: (-one[1], one[0]))
		return VectorLeg(
			[chunk for chunk, _ in ordered], [score for _, score in ordered], float(self._mean @ vector)
		)
