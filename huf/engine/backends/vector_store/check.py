"""Whether a collection holds what the build's folder says: counted where the store can count, and by samples."""

import time

import numpy as np

from huf.engine.backends.base import DEPTH
from huf.engine.backends.hybrid.build_vectors import BuildVectors
from huf.engine.backends.hybrid.vector_file import Numbers
from huf.engine.backends.vector_store.collection import Collection
from huf.engine.backends.vector_store.rows import candidates
from huf.engine.errors import HufError, IndexCorrupt, VectorStoreMissing

_SAMPLES = 16
_FOUND_SHARE = 0.9
"""Of the samples, that must be found by their own vector: an approximate search may miss one, not many."""
_SAME = 0.999
"""Similarity of a row to itself, or to an equal one."""
_RETRY_S, _PAUSE_S = 15.0, 0.5
"""A cluster shows what was written a moment later."""


def check_collection(collection: Collection, vectors: BuildVectors, retry_s: float = _RETRY_S) -> None:
	"""Ask ``collection`` for rows of ``vectors``, again until it agrees or ``retry_s`` seconds are over.

	Raises:
		IndexCorrupt: it has other rows, or too few.
		VectorStoreMissing: its settings let it search less deep than a search needs.
		VectorStoreFailed: the store did not answer.
	"""
	found = [chunks[rows.any(axis=1)] for chunks, rows in vectors.blocks()]
	searchable = np.concatenate([np.zeros(0, dtype=np.uint32), *found])
	give_up = time.monotonic() + retry_s
	while (problem := _disagreement(collection, vectors, searchable)) is not None:
		if time.monotonic() >= give_up:
			raise problem
		time.sleep(_PAUSE_S)


def _disagreement(collection: Collection, vectors: BuildVectors, searchable: Numbers) -> HufError | None:
	count = collection.count()
	if count is not None and count != len(searchable):
		return IndexCorrupt(
			f"The vector store has {count} rows of this index, and not {len(searchable)}. Rebuild the source."
		)
	samples = searchable[np.linspace(0, len(searchable) - 1, min(_SAMPLES, len(searchable))).astype(int)]
	expected = min(DEPTH, len(searchable))
	found = 0
	for row in vectors.rows_of(samples.tolist()):
		named = np.unique(collection.nearest(row, min(candidates(DEPTH), len(searchable))))
		if not np.isin(named, vectors.chunks).all():
			return IndexCorrupt("The vector store has rows that are not of this index. Rebuild the source.")
		if len(named) < expected:
			return VectorStoreMissing(
				f"The vector store gives {len(named)} rows where {expected} are asked for. Let it search deeper (for"
				f" example hnsw_ef_search of {candidates(DEPTH)} or more), or take its index away."
			)
		found += bool((vectors.rows_of(named.tolist()) @ row).max() >= _SAME)
	if found < _FOUND_SHARE * len(samples):
		return IndexCorrupt(
			f"The vector store found {found} of {len(samples)} rows by their own vectors. Rebuild the source."
		)
	return None
