"""Writes a generation into its engine: the rows of a draft, its inputs, and its part of the dictionary."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import numpy.typing as npt

from huf.engine.backends.manifest import Statistics
from huf.engine.backends.search_engine.builds.numbering import Numbers
from huf.engine.backends.search_engine.contract.engine import NO_WORDS, Row, SearchEngine, SparseVector
from huf.engine.backends.search_engine.making.draft import Draft, DraftChunk
from huf.engine.backends.search_engine.stored.phrases import said
from huf.engine.backends.search_engine.stored.rows import stored_values
from huf.engine.postings.accumulate import Run
from huf.engine.postings.writer import Lengthiness, impacts_of, norms_of

_AT_ONCE = 200
_CHUNK_BITS, _CHUNK_MASK = np.uint64(32), np.uint64(0xFFFFFFFF)
_Words = dict[int, SparseVector]


@dataclass(slots=True)
class CountedWords:
	"""The words of a draft after they were counted."""

	runs: Sequence[Run]
	names: list[str]
	"""The terms, by their places in the runs."""
	frequencies: Mapping[str, int]
	"""In how many chunks each stands; of those that stand in any."""
	length: Lengthiness
	norms: npt.NDArray[np.float32]
	"""BM25's length factor of each chunk, by its number in the draft."""

	@classmethod
	def of(cls, draft: Draft, others: Lengthiness) -> "CountedWords":
		"""Count the words of ``draft``; ``others`` are the chunks that the build has besides."""
		words = draft.words
		runs = words.runs()
		names = list(words.vocabulary)
		total = np.zeros(len(names), dtype=np.int64)
		for run in runs:
			total += np.bincount((run.keys >> _CHUNK_BITS).astype(np.int64), minlength=len(names))
		lengths = np.zeros(draft.last_chunk + 1, dtype=words.lengths.dtype)
		lengths[np.array(words.chunks, dtype=np.int64)] = words.lengths
		own = Lengthiness(words.counted, int(lengths.sum()))
		found = {names[place]: int(total[place]) for place in np.flatnonzero(total).tolist()}
		return cls(runs, names, found, own, norms_of(lengths, (others + own).mean))


class DraftRows:
	"""The rows of a draft, as they go into the engine."""

	def __init__(
		self,
		draft: Draft,
		words: CountedWords,
		numbers: npt.NDArray[np.int64],
		dimension: int,
		before: Numbers,
		generation: int,
	) -> None:
		"""
		Args:
			numbers: the number of each of ``words.names``.
			before: numbers that were given before: those of the draft go on from there.
		"""
		self._draft, self._words, self._numbers = draft, words, numbers
		self._vectors = draft.vectors(dimension)
		self._before, self._generation = before, generation
		self.vectors = 0
		"""How many rows went by that have a direction."""
		self.vector_sum = np.zeros(dimension)

	def batches(self, at_once: int) -> Iterator[list[Row]]:
		"""All rows, so many at a time."""
		first = 1
		for run in self._words.runs:
			last = int((run.keys & _CHUNK_MASK).max())
			yield from self._between(first, last, _of_run(run, self._numbers, self._words.norms), at_once)
			first = last + 1
		yield from self._between(first, self._draft.last_chunk, {}, at_once)

	def _between(self, first: int, last: int, words: _Words, at_once: int) -> Iterator[list[Row]]:
		chunks = self._draft.chunks(first, last)
		while together := list(islice(chunks, at_once)):
			yield self._rows(together, words)

	def _rows(self, chunks: Sequence[DraftChunk], words: _Words) -> list[Row]:
		titles = self._draft.titles({number for _, number, _ in chunks})
		vectors = self._vectors.taken([chunk for chunk, *_ in chunks]) if self._vectors else None
		rows = []
		for place, (chunk, number, values) in enumerate(chunks):
			vector = None if vectors is None or not vectors[place].any() else vectors[place]
			if vector is not None:
				self.vectors += 1
				self.vector_sum += vector
			*_, heading, body = values
			rows.append(
				Row(
					chunk=chunk + self._before.chunk,
					generation=self._generation,
					input=number + self._before.input,
					words=words.get(chunk, NO_WORDS),
					vector=vector,
					said=said([titles[number], heading, body]),
					stored=stored_values(values),
				)
			)
		return rows


def _of_run(run: Run, numbers: npt.NDArray[np.int64], norms: npt.NDArray[np.float32]) -> _Words:
	"""The sparse vectors of the chunks of a run, by their numbers in the draft."""
	chunks = (run.keys & _CHUNK_MASK).astype(np.int64)
	terms = numbers[(run.keys >> _CHUNK_BITS).astype(np.int64)]
	impacts = impacts_of(run.counts, norms[chunks])
	order = np.argsort(chunks, kind="stable")
	chunks, terms, impacts = chunks[order], terms[order], impacts[order]
	borders = np.flatnonzero(np.diff(chunks, prepend=-1)).tolist()
	found = {}
	for begin, end in zip(borders, [*borders[1:], len(chunks)], strict=True):
		found[int(chunks[begin])] = SparseVector(terms[begin:end].tolist(), impacts[begin:end].tolist())
	return found


def write_inputs(engine: SearchEngine, draft: Draft, before: Numbers, generation: int) -> Statistics:
	"""Write the entries of all inputs of ``draft``; gives what they are together, but for their terms."""
	every = Statistics()
	inputs = draft.inputs()
	while together := list(islice(inputs, _AT_ONCE)):
		entries = []
		for each in together:
			moved = replace(each, number=each.number + before.input, generation=generation)
			if len(each.chunks):
				moved = replace(moved, first=each.first + before.chunk, last=each.last + before.chunk)
			entries.append(moved.entry())
			every = every.plus(each.statistics)
		engine.add_entries(entries)
	draft.moved_by = before.chunk
	return every
