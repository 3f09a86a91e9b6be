"""The one search. Desk, REST, agents and the command line all come through here.

The way of a query: :mod:`~huf.engine.search.one_source` asks each source's build for candidates until enough are
found that the caller may see, :mod:`~huf.engine.search.hits.passages` makes hits of them,
:mod:`~huf.engine.search.steps` refine their order, and
:mod:`~huf.engine.search.several_sources` puts the hits of all sources into one order.
"""

from huf.engine.request import Request
from huf.engine.search.asked_and_found import NO_STEPS, Accept, SearchTarget
from huf.engine.search.refilling import RefillBudget
from huf.engine.search.several_sources import search
from huf.engine.search.steps import Reranker, Steps

__all__ = [
	"NO_STEPS",
	"Accept",
	"RefillBudget",
	"Request",
	"Reranker",
	"SearchTarget",
	"Steps",
	"search",
]
