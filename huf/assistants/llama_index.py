"""huf as a retriever in a LlamaIndex pipeline. Imports llama-index, so import it only where one is made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode

from huf.assistants.access import KnowledgeAccess
from huf.assistants.local import LocalAccess
from huf.engine.backends.base import Mode
from huf.engine.request import TOP_K, Request
from huf.engine.types import Hit, SearchResult

SkippedHandler = Callable[[SearchResult], None]


class KnowledgeRetriever(BaseRetriever):
	"""Gives the passages that huf finds as nodes, with everything that is needed to cite and open them.

	Nodes carry the text alone for the model; title, place, source and address are metadata, kept out of embeddings.
	"""

	def __init__(
		self,
		access: KnowledgeAccess,
		*,
		on_result: SkippedHandler | None = None,
		top_k: int = TOP_K,
		sources: Sequence[str] = (),
		mode: Mode | None = None,
		filters: Mapping[str, Any] | None = None,
	) -> None:
		"""``filters`` are as ``docs/retrieval.md`` has them, the others as in :class:`~huf.engine.request.Request`.

		``on_result`` is shown each result, to learn of sources that could not be searched.
		"""
		self._access = access
		self._request = Request("", tuple(sources), top_k, mode, access.filters(filters or {}))
		self._on_result = on_result
		super().__init__()

	@classmethod
	def from_directory(cls, directory: Path | str, **options: Any) -> "KnowledgeRetriever":
		"""Over an index that ``huf index`` made, with the options of a retriever. Raises IndexMissing if there is none."""
		return cls(LocalAccess(Path(directory)), **options)

	def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
		result = self._access.search(replace(self._request, query=query_bundle.query_str))
		if self._on_result:
			self._on_result(result)
		return [NodeWithScore(node=node_of(self._access, hit), score=hit.score) for hit in result.hits]


def node_of(access: KnowledgeAccess, hit: Hit) -> TextNode:
	"""A hit as a node; its document is the input."""
	metadata = {
		"title": hit.title,
		"place": hit.locator.label(),
		"source": hit.source,
		"url": access.address(hit.url),
		"citation_id": hit.citation_id,
	}
	hidden = ["source", "url", "citation_id"]
	return TextNode(
		id_=hit.chunk_id,
		text=hit.text,
		metadata=metadata,  # type: ignore[call-arg, unused-ignore]  # an alias; some versions of Pydantic need their plug-in
		excluded_embed_metadata_keys=list(metadata),
		excluded_llm_metadata_keys=hidden,
		start_char_idx=hit.start,
		end_char_idx=hit.end,
		relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=hit.input)},
	)
