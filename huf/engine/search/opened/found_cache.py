"""What the indexes found for recent searches.

Kept is what an index *named* (numbers and scores), never what somebody was shown: who may see which hit is asked
anew each time, and the texts are read anew. A build never changes, so what it found once it finds again; another
build is another key, and whoever closes a build forgets what it found. So no entry can be out of date.
"""

from collections import OrderedDict
from pathlib import Path

from huf.engine.backends.base import Found, Reader, SearchRequest

MOST_CHUNKS = 50_000
"""Chunks that are named by all entries of a thread together: about 8 MB."""
MOST_OF_ONE = 5_000
"""A larger answer is not kept: it would push out many others."""

_ENTRY, _CHARACTERS = 5, 100
"""An entry without hits takes the room of so many chunks, and so many characters of a query that of one."""

_Key = tuple[Path, SearchRequest]


class FoundCache:
	"""Answers of open builds, least recently used first; for one thread."""

	def __init__(self, most_chunks: int = MOST_CHUNKS) -> None:
		self._most_chunks = most_chunks
		self._entries: OrderedDict[_Key, Found] = OrderedDict()
		self.chunks = 0
		"""Named by all entries together; entries themselves count too."""

	def search(self, build: Path, reader: Reader, request: SearchRequest) -> Found:
		"""What ``reader``, which has ``build`` open, finds for ``request``: remembered, or asked."""
		key = build, request
		found = self._entries.get(key)
		if found is not None:
			self._entries.move_to_end(key)
			return found
		found = reader.search(request)
		size = _size(key, found)
		# A note may tell of something that passes, such as a model that did not answer.
		if size <= min(MOST_OF_ONE, self._most_chunks) and not found.notes:
			self._entries[key] = found
			self.chunks += size
			while self.chunks > self._most_chunks:
				self.chunks -= _size(*self._entries.popitem(last=False))
		return found

	def forget(self, build: Path) -> None:
		"""Drop what ``build`` found."""
		for key in [key for key in self._entries if key[0] == build]:
			self.chunks -= _size(key, self._entries.pop(key))


def _size(key: _Key, found: Found) -> int:
	"""Chunks that an answer names, and as many more as its query and its entry are worth."""
	named = len(found.candidates) + len(found.words) + (len(found.vectors.chunks) if found.vectors else 0)
	return named + _ENTRY + len(key[1].query.text) // _CHARACTERS
