"""What follows the ranking of a source: equal texts together, re-ranking, freshness, floor, diversity.

Each step is a small module and off unless :class:`Steps` asks for it.
"""

from huf.engine.search.steps.reranker import Reranker
from huf.engine.search.steps.reranking import PooledReranking, RerankingPool, SourceReranking
from huf.engine.search.steps.run import StepRun
from huf.engine.search.steps.settings import Steps

__all__ = [
	"PooledReranking",
	"Reranker",
	"RerankingPool",
	"SourceReranking",
	"StepRun",
	"Steps",
]
