"""What a search has to say of documents that are in the index in part only."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from huf.engine.backends.base import Reader
from huf.engine.filters import Filters
from huf.engine.filters.matching import matches
from huf.engine.search.opened.open_builds import partly_read_inputs
from huf.engine.sentences import sentence
from huf.engine.types import Hit, IndexedInput, Locator, PartlyRead

MOST_NAMED = 10
"""Inputs named by one search."""
_MOST_ASKED = 100
"""Inputs of a source whose rights are looked up to find those that may be named."""
_TITLES = 3
"""Named in the sentence about a source; all are in ``SearchResult.partly_read``."""


def partly_read_of(
	source: str,
	build: Path,
	reader: Reader,
	filters: Filters,
	may_name: Callable[[Sequence[Hit]], Sequence[bool]] | None,
) -> Iterator[PartlyRead]:
	"""The inputs of one source, within the filters, that are Partially Indexed and may be named."""
	items = (item for item in partly_read_inputs(build, reader) if _is_asked(item, filters))
	asked = list(islice(items, _MOST_ASKED))
	if not asked:
		return
	hits = [bare_hit(source, reader.meta["build_id"], item) for item in asked]
	allowed = may_name(hits) if may_name else [True] * len(hits)
	for item, is_allowed in zip(asked, allowed, strict=True):
		if is_allowed:
			yield PartlyRead(source, item.key, item.title, item.message)


def sentences(found: Iterable[PartlyRead]) -> list[str]:
	"""One for each source, for people and models."""
	by_source: dict[str, list[PartlyRead]] = {}
	for one in found:
		by_source.setdefault(one.source, []).append(one)
	return [_sentence(source, items) for source, items in by_source.items()]


def _sentence(source: str, items: Sequence[PartlyRead]) -> str:
	if len(items) == 1:
		return sentence(f"{source}: “{items[0].title}” is in the index only in part. {items[0].reason}")
	titles = ", ".join(f"“{one.title}”" for one in items[:_TITLES])
	rest = len(items) - _TITLES
	if rest > 0:
		return sentence(
			f"{source}: {titles} and {rest} more are in the index only in part; what was asked for may stand in the rest."
		)
	return sentence(
		f"{source}: {titles} are in the index only in part; what was asked for may stand in the rest."
	)


def _is_asked(item: IndexedInput, filters: Filters) -> bool:
	return not filters or matches(
		filters,
		key=item.key,
		title=item.title,
		url=item.url,
		metadata=item.metadata,
		indexed_at=item.indexed_at,
	)


def bare_hit(source: str, build_id: str, item: IndexedInput) -> Hit:
	"""The input as a hit without a passage, for those who decide what may be shown."""
	return Hit(
		text="",
		title=item.title,
		score=0.0,
		chunk_id="",
		source=source,
		input=item.key,
		locator=Locator(),
		citation_id=item.key,
		build=build_id,
		start=0,
		end=0,
		text_hash="",
		url=item.url,
		metadata=item.metadata,
		indexed_at=item.indexed_at,
	)
