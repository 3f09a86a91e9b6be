"""One search as somebody asks for it: every road makes this value at its edge, and all below takes it as it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from huf.engine.analysis.glossary import NO_GLOSSARY, Glossary
from huf.engine.analysis.query import checked_query
from huf.engine.backends.base import DEPTH, MODES, Mode
from huf.engine.errors import SettingsError
from huf.engine.filters import NO_FILTERS, Filters

TOP_K = 5
"""Hits of a search, unless somebody asks for another number."""
MOST_HITS = 20
"""As many as somebody gets at once on a site or through an assistant."""


@dataclass(frozen=True, slots=True)
class Origin:
	"""Where a search comes from, for whoever keeps a log of searches. What is found does not depend on it."""

	road: str = ""
	"""The way it came by, such as *MCP*; empty: server code that does not say."""
	run: str = ""
	"""The run of an agent, or the answer, that it was made for."""
	is_private: bool = False
	"""What is asked is nobody else's business: it is about one record, about a file that somebody attached, or made of what others
	wrote."""


@dataclass(frozen=True, slots=True)
class Request:
	"""What is searched for, where, for whom, and how much of it is wanted. It grants nothing: whoever has the sources
	applies the rights of the ``principal`` to it.

	Raises:
		QueryTooLong: the query is longer than one search takes, and ``may_be_cut`` does not allow for that.
		SettingsError: there is no such mode, or no such depth.
	"""

	query: str
	sources: tuple[str, ...] = ()
	"""Names. None: all that there are for the principal."""
	top_k: int = TOP_K
	"""How many hits, at most; each road says how many it gives at most. Below 1: none."""
	mode: Mode | None = None
	"""None: as well as each source can, with vectors where it has some."""
	filters: Filters = NO_FILTERS
	"""Only inputs that satisfy these are found, and never fewer hits of them."""
	glossary: Glossary = NO_GLOSSARY
	"""What words of the query are also called, whatever the source."""
	synonyms: bool = True
	"""Business words are searched for by their :mod:`synonyms <huf.engine.analysis.synonyms>`, too, where a source has these more often."""
	priorities: Mapping[str, int] = field(default_factory=dict)
	"""A higher number lets the hits of a source, by its name, come earlier."""
	principal: str = ""
	"""Who asks: a user of a site. Set by the server, never from what a client sent; where nobody logs in, nobody."""
	facets: int = 0
	"""How many of the best passages of each source are counted by what is known of their inputs; 0: none. The hits are the same."""
	names: bool = False
	"""The result says, too, which other documents of the searched indexes its passages name; the hits are the same."""
	explain: bool = False
	"""The result says why, too; the hits are the same."""
	depth: int = DEPTH
	"""How many chunks of each leg a hybrid search puts together. Not what is asked for: the first hits stay the same."""
	neighbors: int | None = None
	"""Passages of the same input before and after each hit that are read with it. None: as each source says."""
	may_be_cut: bool = False
	"""A query that is too long is cut, not refused: for what a program searches for by itself, such as a prompt."""
	origin: Origin | None = Origin()
	"""None: a part of another search, which no log keeps by itself."""

	def __post_init__(self) -> None:
		if not self.may_be_cut:
			checked_query(self.query)
		if self.mode is not None and self.mode not in MODES:
			raise SettingsError(f"There is no such mode of searching. Known: {', '.join(MODES)}.")
		if self.depth < 1:
			raise SettingsError(f"The depth of a search is {self.depth}. It must be at least 1.")
