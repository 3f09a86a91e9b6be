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

	def start_of(place: int) -> int:
		return _passages(reader, [place])[0].start

	first = bisect_left(places, summary.start, key=start_of)
	found = _passages(reader, places[first : bisect_left(places, summary.end, lo=first, key=start_of)])
	if not found:
		raise IndexCorrupt("The index has a summary of passages that it does not hold. Rebuild the source.")
	return found


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
