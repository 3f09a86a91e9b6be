"""The engine's search for tests, with the fields of its request as arguments."""

from collections.abc import Sequence
from typing import Any

from huf.engine import search as engine
from huf.engine.backends.base import Backend
from huf.engine.registry import Registry
from huf.engine.search import Accept, RefillBudget, Request, SearchTarget
from huf.engine.types import SearchResult


def search(
	targets: Sequence[SearchTarget],
	query: str,
	*,
	kinds: Registry[Backend] | None = None,
	accept: Accept | None = None,
	may_name: Accept | None = None,
	budget: RefillBudget | None = None,
	**fields: Any,
) -> SearchResult:
	"""What the engine finds for a request with these ``fields``. A query that is too long is cut."""
	request = Request(query, may_be_cut=True, **fields)
	return engine.search(targets, request, kinds=kinds, accept=accept, may_name=may_name, budget=budget)
