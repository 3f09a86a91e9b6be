"""The vectors of parts of passages, which are read from their texts when a search looks closer at them."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from huf.engine.backends.base import Passage
from huf.engine.backends.guarding import OUTSIDE
from huf.engine.backends.thread_cache import ThreadCache, new_number
from huf.engine.embedding import ReadsParts
from huf.engine.errors import IndexCorrupt

_parts: ThreadCache[npt.NDArray[np.float16]] = ThreadCache(1_000)
"""14 MB of passages of the usual size: what is asked often is found often, and reading them takes as long as all else that a search does."""


class PassageParts:
	"""The parts of passages of one reader."""

	def __init__(self) -> None:
		self._number = new_number()

	def of(
		self,
		chunks: Sequence[int],
		embedder: ReadsParts,
		passages_of: Callable[[Sequence[int]], Mapping[int, Passage]],
	) -> list[npt.NDArray[np.float16]]:
		"""For each of ``chunks`` what :meth:`~huf.engine.embedding.ReadsParts.parts` says; all of one reader by the same embedder.

		``passages_of`` gives chunks by number. It is not kept: a reader that held itself would keep its files open when its thread ends.

		Raises:
			IndexCorrupt: one is not there.
		"""
		known = _parts.known(self._number, chunks)
		if unknown := [chunk for chunk in chunks if chunk not in known]:
			passages = passages_of(unknown)
			if len(passages) < len(unknown):
				raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
			with OUTSIDE:
				read = {
					chunk: embedder.parts(passage.title, passage.text) for chunk, passage in passages.items()
				}
			_parts.keep(self._number, read)
			known |= read
		return [known[chunk] for chunk in chunks]
