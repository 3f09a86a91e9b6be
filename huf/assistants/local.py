"""An index in a folder of this machine, for an assistant on this machine."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from huf.assistants.access import SourceCard
from huf.engine.filters import Filters
from huf.engine.filters.facets import facets_of
from huf.engine.filters.known import check_known
from huf.engine.filters.parsing import parse_filters
from huf.engine.search import Request
from huf.engine.search.reading import READ_TOKENS, ReadDocument, read_document
from huf.engine.types import SearchResult
from huf.local.files import KEYS
from huf.local.index import LocalIndex
from huf.local.kinds import kinds_with

MOST_COUNTED = 100
"""Passages that facets are counted from."""


class LocalAccess:
	"""A directory of ``huf index``, as one source. Whoever runs it may read the files, so nothing is refused."""

	manager = None
	records = None

	def __init__(self, directory: Path) -> None:
		"""Raises IndexMissing when the directory holds no index."""
		self._index = LocalIndex(directory.resolve())
		self._index.live_build()
		self._name = self._index.directory.name

	def sources(self) -> list[SourceCard]:
		"""The directory, by its name."""
		info = self._index.info()
		about = f"{info.inputs} documents, {info.chunks} passages"
		return [SourceCard(self._name, about, has_vectors=info.dimension > 0)]

	def filters(self, values: Mapping[str, Any]) -> Filters:
		"""Filters as files have them."""
		filters = parse_filters(dict(values))
		check_known(filters, KEYS)
		return filters

	def search(self, request: Request) -> SearchResult:
		"""The one search."""
		if not request.facets:
			return self._index.search(request)
		result = self._index.search(replace(request, facets=MOST_COUNTED))
		# What every file has says nothing about it.
		told = facets_of(
			result.counted, result.counted_in_part, request.filters.zone, lambda key: key not in KEYS
		)
		return replace(result, facets=told)

	def read(self, reference: str, max_tokens: int = READ_TOKENS) -> ReadDocument:
		"""The document of a passage."""
		live = self._index.live_build()
		return read_document(self._name, live, reference, kinds=kinds_with(), max_tokens=max_tokens)

	def address(self, url: str) -> str:
		"""Files of a folder have no address of their own."""
		return url
