"""What goes between the search of one source and that of several: what is asked, and what comes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from huf.engine.analysis.glossary import NO_GLOSSARY, Glossary
from huf.engine.analysis.query import Query
from huf.engine.asking import Asked
from huf.engine.backends.base import Backend, Mode
from huf.engine.registry import Registry
from huf.engine.request import Request
from huf.engine.search.hits.why import WhySource
from huf.engine.search.refilling import RefillBudget
from huf.engine.search.steps import Steps
from huf.engine.types import Hit, PartlyRead

NO_STEPS = Steps()

Accept = Callable[[Sequence[Hit]], Sequence[bool]]
"""Says for each of a batch of hits whether the caller may see it."""


@dataclass(frozen=True, slots=True)
class SearchTarget:
	"""One source to search: its name, its live build, and how its hits are treated."""

	source: str
	build: Path
	priority: int = 0
	"""Higher counts more when several sources are searched together."""
	neighbors: int = 0
	"""How many passages before and after a hit are read with it."""
	steps: Steps = NO_STEPS
	"""What is done with the hits after they are ranked."""
	glossary: Glossary = NO_GLOSSARY
	"""What the words of a query are also called in this source."""


@dataclass(frozen=True, slots=True)
class SearchRun:
	"""One search on its way through the sources: the request, and what the engine goes by besides."""

	request: Request
	query: Query
	"""Its words."""
	asked: Asked | None = None
	"""Its sentences, where it is long: each source is searched for those that it knows most of."""
	kinds: Registry[Backend] | None = None
	accept: Accept | None = None
	may_name: Accept | None = None
	"""Says of inputs, given as hits without text, whether the caller may know of them."""
	is_compared: bool = False
	"""Whether the hits will stand among those of other sources."""
	now: float = 0.0
	"""Unix time in seconds, for what depends on age."""
	budget: RefillBudget | None = None
	"""None: the search goes on until enough may be shown or there are no more."""
	count_budget: RefillBudget | None = None
	"""The same for what facets are counted from."""


@dataclass(frozen=True, slots=True)
class SourceHits:
	"""The hits of one source, best first, and how it was searched."""

	target: SearchTarget
	hits: Sequence[Hit]
	mode: Mode
	notes: tuple[str, ...] = ()
	went_without: tuple[str, ...] = ()
	"""Those of the notes that tell of a model that did not answer."""
	query_coverage: float = 1.0
	"""How much of the query the best hit answers, 0 to 1, if that was asked for."""
	why: WhySource | None = None
	added: tuple[str, ...] = ()
	"""What the glossary added to the query."""
	own_answered: float = 1.0
	"""How much of the query the best hit answers by the measure of the index, whatever a model said of it."""
	best_read: float = 0.0
	"""The best score that a re-ranking model gave; 0 when none has read the hits."""
	partly_read: tuple[PartlyRead, ...] = ()
	counted: tuple[Hit, ...] = ()
	"""What facets are counted from, before all steps."""
	has_uncounted: bool = False
	"""Whether more matches may be shown than these."""
