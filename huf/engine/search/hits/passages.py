"""From the passages of a build to hits as they are shown: header first, neighbours merged in."""

from collections.abc import Sequence
from itertools import pairwise

from huf.engine.backends.base import Passage, Reader
from huf.engine.backends.keyword.schema import chunk_id, text_hash
from huf.engine.corrections import CORRECTIONS, marks
from huf.engine.search.hits.scored_hits import ScoredHit
from huf.engine.types import Hit


def hit_of(
	source: str, build_id: str, passage: Passage, score: float, rank: int = 0, summary_of: str = ""
) -> Hit:
	"""A passage of ``source`` as a hit; ``rank`` is the one that it has if nothing comes between."""
	digest = text_hash(passage.text)
	metadata = passage.metadata
	corrected_on, left_out_on = marks(metadata, passage.start, passage.end)
	if CORRECTIONS in metadata:
		metadata = {key: value for key, value in metadata.items() if key != CORRECTIONS}
	return Hit(
		text=_readable(passage.header, passage.text),
		title=passage.title,
		score=score,
		chunk_id=chunk_id(passage.input, passage.ordinal, digest),
		source=source,
		input=passage.input,
		locator=passage.locator,
		citation_id=f"{passage.input}#{passage.ordinal}",
		build=build_id,
		start=passage.start,
		end=passage.end,
		text_hash=digest,
		url=passage.url,
		metadata=metadata,
		indexed_at=passage.indexed_at,
		rank=rank,
		partly_read=passage.partly_read,
		corrected_on=corrected_on,
		left_out_on=left_out_on,
		summary_of=summary_of,
	)


def _readable(header: str, text: str) -> str:
	"""A passage as a reader needs it: rows of a table under the names of their columns."""
	text = text.strip()
	return f"{header}\n{text}" if header and not text.startswith(header) else text


def with_neighbors(reader: Reader, best: Sequence[ScoredHit], distance: int) -> list[Hit]:
	"""Widen each hit by the passages around it. A passage is shown once, with the best hit that reaches it."""
	shown: set[int] = {scored.passage.chunk for scored in best}
	widened = []
	for scored in best:
		hit, passage = scored.hit, scored.passage
		around = [
			near
			for near in reader.neighbors(passage, distance)
			if near.chunk == passage.chunk or near.chunk not in shown
		]
		run = _run_through(around, passage.ordinal)
		shown.update(near.chunk for near in run)
		widened.append(as_run(hit, run))
	return widened


def as_run(hit: Hit, run: Sequence[Passage]) -> Hit:
	"""``hit`` with the text of consecutive passages of its input, its own among them."""
	start, end = run[0].start, run[-1].end
	corrected_on, left_out_on = marks(run[0].metadata, start, end)
	return hit._replace(
		text=joined(run), start=start, end=end, corrected_on=corrected_on, left_out_on=left_out_on
	)


def _run_through(passages: Sequence[Passage], ordinal: int) -> list[Passage]:
	"""The unbroken run of consecutive passages that holds ``ordinal``."""
	by_ordinal = {passage.ordinal: passage for passage in passages}
	first = last = ordinal
	while first - 1 in by_ordinal:
		first -= 1
	while last + 1 in by_ordinal:
		last += 1
	return [by_ordinal[place] for place in range(first, last + 1)]


def joined(run: Sequence[Passage]) -> str:
	"""Consecutive passages as one text: what they share by overlap is written once."""
	text = run[0].text
	for before, after in pairwise(run):
		if after.header != before.header:
			text = f"{text.rstrip()}\n{after.header}\n".rstrip() + "\n"
		text += after.text[max(0, before.end - after.start) :]
	return _readable(run[0].header, text)
