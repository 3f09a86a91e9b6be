"""What a build holds of one input, some passages at a time."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

from huf.engine.backends.base import Backend, Passage, Readable, Reader
from huf.engine.corrections import marks
from huf.engine.errors import ContentMissing, IndexCorrupt
from huf.engine.inspection.passages import PageGaps, ReadPassage
from huf.engine.inspection.suspicions import suspicions
from huf.engine.registry import Registry
from huf.engine.search.asked_and_found import Accept
from huf.engine.search.hits.passages import hit_of
from huf.engine.search.opened.open_builds import open_reader
from huf.engine.types import JSONValue


@dataclass(frozen=True, slots=True)
class InputView:
	"""Some passages of an input, as searches see them."""

	passages: tuple[ReadPassage, ...]
	total: int
	"""How many passages the input has."""
	metadata: Mapping[str, JSONValue]
	indexed_at: float
	"""Unix time, seconds."""


def inspect_input(
	source: str,
	build: Path,
	key: str,
	first: int = 1,
	count: int = 20,
	*,
	page: int = 0,
	kinds: Registry[Backend] | None = None,
	accept: Accept | None = None,
) -> InputView:
	"""Passages of an input from number ``first`` on; where it has fewer, its last one.

	Args:
		source: the name that its hits carry.
		build: the folder of the build to read.
		key: of the input.
		first: from 1.
		count: how many, at least 1.
		page: begin with the first passage of this page of a PDF, or of the next that has any; 0: with ``first``.
		accept: whether the caller may see them, asked with each of them as a hit. One that is refused refuses all.

	Raises:
		ContentMissing: there is no such input with passages that the caller may see, or this kind of index gives no documents.
		BuildError: the build cannot be read.
	"""
	reader = open_reader(build, kinds)
	if not isinstance(reader, Readable):
		raise ContentMissing("This kind of index gives passages only, no whole documents.")
	places = reader.places(key)
	if not places:
		raise _missing()
	begin = _begin_of_page(reader, places, page) if page > 0 else max(0, min(first, len(places)) - 1)
	# The one before tells how much of the first is repeated.
	before = 1 if begin else 0
	found = _passages(reader, places[begin - before : begin + count])
	if accept is not None and not all(
		accept([hit_of(source, reader.meta["build_id"], one, 0.0) for one in found])
	):
		raise _missing()
	end = found[0].end if before else 0
	gaps = PageGaps(found[0].locator.page if before else 0)
	shown = []
	for number, passage in enumerate(found[before:], begin + 1):
		shown.append(_shown(number, passage, end, gaps.before(passage.locator)))
		end = passage.end
	return InputView(tuple(shown), len(places), found[-1].metadata, found[-1].indexed_at)


def _begin_of_page(reader: Reader, places: Sequence[int], page: int) -> int:
	"""The index of the first passage on ``page`` or after it; the last of all where there is none.

	Pages follow each other, and what has no page, such as the invoice in a PDF, stands after them.
	"""

	def page_of(place: int) -> float:
		found = _passages(reader, [place])[0].locator.page
		return inf if found is None else found

	return min(bisect_left(places, float(page), key=page_of), len(places) - 1)


def _shown(number: int, passage: Passage, end_before: int, gap: tuple[int, int] | None) -> ReadPassage:
	corrected_on, left_out_on = marks(passage.metadata, passage.start, passage.end)
	return ReadPassage(
		number=number,
		start=passage.start,
		end=passage.end,
		text=passage.text,
		header=passage.header,
		locator=passage.locator,
		repeats=max(0, end_before - passage.start),
		suspicions=suspicions(passage.text),
		skipped_pages=gap,
		corrected_on=corrected_on,
		left_out_on=left_out_on,
	)


def _passages(reader: Reader, chunks: Sequence[int]) -> list[Passage]:
	found = reader.passages(chunks)
	if len(found) < len(chunks):
		raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
	return [found[chunk] for chunk in chunks]


def _missing() -> ContentMissing:
	"""The same words for what does not exist and for what is not the caller's to read."""
	return ContentMissing("The index holds nothing of this input that you may read.")
