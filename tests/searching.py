"""The engine's search for tests, with the fields of its request as arguments."""

import os
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


def a_second() -> float:
	"""A second, for a machine whose processors nobody else uses; where several wait for one, so many times that."""
	return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
