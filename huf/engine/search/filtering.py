"""That a kind of index keeps to the filters of a search is checked on what it found."""

from collections.abc import Iterable

from huf.engine.backends.base import Passage
from huf.engine.errors import FiltersIgnored
from huf.engine.filters import Filters
from huf.engine.filters.matching import matches


def refuse_what_is_left_out(filters: Filters, passages: Iterable[Passage]) -> None:
	"""Make sure that every passage satisfies ``filters``. To drop those that do not would give too few hits.

	Raises:
		FiltersIgnored: one does not.
	"""
	if not filters:
		return
	for passage in passages:
		if not matches(
			filters,
			key=passage.input,
			title=passage.title,
			url=passage.url,
			metadata=passage.metadata,
			indexed_at=passage.indexed_at,
		):
			raise FiltersIgnored(
				"This kind of index does not filter. Search it without a filter, or ask the app that it comes from."
			)
