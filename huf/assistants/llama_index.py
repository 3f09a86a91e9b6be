"""huf as a retriever in a LlamaIndex pipeline. Imports llama-index, so import it only where one is made."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode

from huf.assistants.access import Asked, KnowledgeAccess
from huf.assistants.local import LocalAccess
from huf.engine.types import Hit, SearchResult

SkippedHandler = Callable[[SearchResult], None]


class KnowledgeRetriever(BaseRetriever):
	"""Gives the passages that huf finds as nodes, with everything that is needed to cite and open them.

	Nodes carry the text alone for the model; title, place, source and address are metadata, kept out of embeddings.
	"""

	def __init__(
		self, access: KnowledgeAccess, *, on_result: SkippedHandler | None = None, **wish: Any
	) -> None:
		"""``wish`` are the fields of :class:`~huf.assistants.access.Asked` but the query: ``top_k``, ``sources``, ``mode``, ``filters``.

		``on_result`` is shown each result, to learn of sources that could not be searched.
		"""
		self._face = access
		self._wish = wish
		self._on_result = on_result
		super().__init__()

	@classmethod
	def from_directory(cls, directory: Path | str, **wish: Any) -> "KnowledgeRetriever":
		"""Over an index that ``huf index`` made. Raises IndexMissing if there is none."""
		return cls(LocalAccess(Path(directory)), **wish)

	def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
		result = self._face.search(Asked(query_bundle.query_str, **self._wish))
		if self._on_result:
			self._on_result(result)
		return [NodeWithScore(node=node_of(self._face, hit), score=hit.score) for hit in result.hits]


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
		metadata=metadata,  # type: ignore[call-arg]  # an alias, which needs the plug-in of Pydantic
		excluded_embed_metadata_keys=list(metadata),
		excluded_llm_metadata_keys=hidden,
		start_char_idx=hit.start,
		end_char_idx=hit.end,
		relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=hit.input)},
	)
