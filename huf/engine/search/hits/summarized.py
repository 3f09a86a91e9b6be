"""From a summary that was found to the passage that is shown for it.

What a model says of passages is no text of the document, so nobody is shown it as a hit: the passage that says most about the question among
those that are summed up takes its place.
"""

from bisect import bisect_left
from collections.abc import Sequence

from huf.engine.backends.base import (
	Explainable,
	Found,
	Passage,
	Readable,
	Reader,
	SearchRequest,
	summaries_of,
)
from huf.engine.errors import IndexCorrupt

_TRIED_AT_ONCE = 16
"""Passages: those of most documents are found by one or two looks."""


def passage_behind(reader: Reader, request: SearchRequest, found: Found, summary: Passage) -> Passage:
	"""The best passage of those that ``summary`` is of; ``request`` is what ``found``, and the summary in it, was found by.

	A summary of a whole document goes on to the best summary of a part first, so that never more is compared than there are parts, or passages
	in one. Where nothing speaks for any, or this kind of index cannot say, it is the first.

	Raises:
		IndexCorrupt: it is of passages that are not there.
	"""
	within = [
		one
		for one in _passages(reader, summaries_of(reader, summary.input))
		if one.chunk != summary.chunk and summary.start <= one.start and one.end <= summary.end
	]
	if within:
		summary = _best(reader, request, found, within)
	return _best(reader, request, found, _summed_up(reader, summary))


def summary_label(summary: Passage) -> str:
	"""What a summary is of, for people: the title of the document, and the headings of the part."""
	return ", ".join(filter(None, (summary.title, summary.locator.label())))


def _summed_up(reader: Reader, summary: Passage) -> list[Passage]:
	"""The passages that begin in what a summary is of."""
	places = reader.places(summary.input) if isinstance(reader, Readable) else []
	first, end = (_first_from(reader, places, start) for start in (summary.start, summary.end))
	found = _passages(reader, places[first:end])
	if not found:
		raise IndexCorrupt("The index has a summary of passages that it does not hold. Rebuild the source.")
	return found


def _first_from(reader: Reader, places: Sequence[int], start: int) -> int:
	"""Which of ``places``, the passages of an input, is the first that begins at ``start`` or after it; their number where none does."""
	low, high = 0, len(places)
	while low < high:
		# Some at once: an engine is asked over a network.
		tried = range(low, high, max(1, (high - low) // _TRIED_AT_ONCE))
		starts = [one.start for one in _passages(reader, [places[at] for at in tried])]
		after = bisect_left(starts, start)
		if after < len(tried):
			high = tried[after]
		low = tried[after - 1] + 1 if after else high
	return low


def _best(reader: Reader, request: SearchRequest, found: Found, among: Sequence[Passage]) -> Passage:
	if len(among) == 1 or not isinstance(reader, Explainable):
		return among[0]
	evidence = reader.evidence(request, found, [one.chunk for one in among]).chunks
	return max(among, key=lambda one: evidence[one.chunk].query_coverage)


def _passages(reader: Reader, chunks: Sequence[int]) -> list[Passage]:
	found = reader.passages(chunks)
	if len(found) < len(chunks):
		raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
	return [found[chunk] for chunk in chunks]
