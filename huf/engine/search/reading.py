"""Reading on after a search: the document that a hit stands in, as far as there is room for it."""

from dataclasses import dataclass
from pathlib import Path

from huf.engine.analysis.query import storable
from huf.engine.backends.base import Backend, Passage, Readable, Reader
from huf.engine.corrections import marks
from huf.engine.errors import ContentMissing, IndexCorrupt
from huf.engine.registry import Registry
from huf.engine.search.asked_and_found import Accept
from huf.engine.search.hits.passages import hit_of, joined
from huf.engine.search.opened.open_builds import open_reader
from huf.engine.tokens import count_tokens
from huf.engine.types import Hit

READ_TOKENS = 8000
"""Room for one document: a dozen pages, which is what an assistant takes in beside a conversation."""
_BATCH = 50
"""Passages read at once."""


@dataclass(frozen=True, slots=True)
class ReadDocument:
	"""A document, or the part of it around one passage."""

	hit: Hit
	"""The passage that was asked for, with everything needed to cite and open it."""
	text: str
	passages: int
	"""How many passages the whole document has."""
	first: int
	"""The place of the first passage of ``text`` in the document, from 0."""
	last: int

	@property
	def is_whole(self) -> bool:
		"""Whether ``text`` is all that the index holds of the document."""
		return self.first == 0 and self.last == self.passages - 1


def split_reference(reference: str) -> tuple[str, int]:
	"""``Hit.citation_id`` as the input and the place of the passage in it; without a place, the first.

	Raises:
		ContentMissing: it is no such id.
	"""
	key, mark, place = storable(reference).rpartition("#")
	if not mark:
		return place, 0
	if not key or not place.isdecimal() or len(place) > 9:
		raise ContentMissing("This is no id of a passage. Take one from the results of a search.")
	return key, int(place)


def read_document(
	source: str,
	build: Path,
	reference: str,
	*,
	kinds: Registry[Backend] | None = None,
	accept: Accept | None = None,
	max_tokens: int = READ_TOKENS,
) -> ReadDocument:
	"""The document of a passage: from its beginning if it fits, else as much around the passage as does.

	Args:
		source: the name that the hit carries.
		build: the folder of the build to read.
		reference: ``Hit.citation_id``, or an input's key alone.
		accept: whether the caller may see it, asked with the passage as a hit.
		max_tokens: of the text.

	Raises:
		ContentMissing: there is no such passage that the caller may see.
		BuildError: the build cannot be read.
	"""
	key, place = split_reference(reference)
	reader = open_reader(build, kinds)
	if not isinstance(reader, Readable):
		raise ContentMissing("This kind of index gives passages only, no whole documents.")
	places = reader.places(key)
	if not places:
		raise _missing()
	# The document may have become shorter since the search.
	place = min(place, len(places) - 1)
	anchor = _passages(reader, places[place : place + 1])[0]
	hit = hit_of(source, reader.meta["build_id"], anchor, 0.0)
	if accept is not None and not accept([hit])[0]:
		raise _missing()
	first, last = _span(reader, places, place, max_tokens)
	run = _passages(reader, places[first : last + 1])
	corrected_on, left_out_on = marks(anchor.metadata, run[0].start, run[-1].end)
	# What is said of the hit is said of all of the text.
	hit = hit._replace(corrected_on=corrected_on, left_out_on=left_out_on)
	return ReadDocument(hit, joined(run), len(places), first, last)


def _span(reader: Reader, places: list[int], place: int, max_tokens: int) -> tuple[int, int]:
	"""The widest run of passages around ``place`` that fits: all before it first, since a document is read downwards."""
	sizes: dict[int, int] = {}

	def size(at: int) -> int:
		if at not in sizes:
			start = at - at % _BATCH
			found = _passages(reader, places[start : start + _BATCH])
			sizes.update({start + n: count_tokens(one.text) for n, one in enumerate(found)})
		return sizes[at]

	left = max_tokens - size(place)
	first = last = place
	before = left * 2 // 3
	while first > 0 and size(first - 1) <= before:
		first -= 1
		before -= size(first)
		left -= size(first)
	while last + 1 < len(places) and size(last + 1) <= left:
		last += 1
		left -= size(last)
	while first > 0 and size(first - 1) <= left:
		first -= 1
		left -= size(first)
	return first, last


def _passages(reader: Reader, chunks: list[int]) -> list[Passage]:
	found = reader.passages(chunks)
	if len(found) < len(chunks):
		raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
	return [found[chunk] for chunk in chunks]


def _missing() -> ContentMissing:
	"""The same words for what does not exist and for what is not the caller's to read."""
	return ContentMissing("There is no such passage that you may read. Search again for it.")
