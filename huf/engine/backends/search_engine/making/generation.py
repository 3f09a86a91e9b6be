"""One generation on its way into the engine: numbers, rows, inputs, its part of the dictionary, and the manifest of the build.

The order is what makes a kill at any moment harmless: first the note that this generation is being written, then the numbers, then what bears
them. A generation without a note is nobody's, and the next sweep takes it out; a number that was noted is never given again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.backends.manifest import Statistics
from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import (
	DictionaryPart,
	EngineManifest,
	Place,
	begun,
	manifests_in,
)
from huf.engine.backends.search_engine.builds.numbering import Collections, Numbers
from huf.engine.backends.search_engine.making.adopting import adopt
from huf.engine.backends.search_engine.making.draft import Draft
from huf.engine.backends.search_engine.making.sweeping import sweep_collection
from huf.engine.backends.search_engine.making.uploading import CountedWords, DraftRows, write_inputs
from huf.engine.backends.search_engine.stored.dictionary import (
	Dictionary,
	KnownTerm,
	due,
	put_together,
	write_part,
)
from huf.engine.backends.search_engine.stored.inputs import StoredInput
from huf.engine.backends.search_engine.stored.rows import lacking
from huf.engine.postings.accumulate import Accumulator
from huf.engine.postings.writer import Lengthiness, count_terms

_AT_ONCE = 500
_PARTS = 2
"""Of the dictionary that one generation writes at most: its own, and one of those that are put together."""


@dataclass(frozen=True, slots=True)
class _Left:
	"""What leaves the base."""

	statistics: Statistics
	frequencies: Mapping[str, int]
	"""In how many chunks each term stood."""
	vectors: int
	vector_sum: npt.NDArray[np.float64]


class Generation:
	"""Writes one generation. Use it once, as the one writer of the index."""

	def __init__(
		self,
		folder: Path,
		place: Place,
		draft: Draft,
		base: EngineManifest | None,
		gone: Sequence[StoredInput],
	) -> None:
		"""``folder`` is of the build; ``gone`` are the inputs of ``base`` that leave."""
		self._folder, self._root, self._place = folder, folder.parent, place
		self._draft, self._base = draft, base
		self._gone = sorted(gone, key=lambda each: each.first)
		self._engine = open_place(place)

	def write(self, dimension: int) -> EngineManifest:
		"""Write it; gives the manifest of the build, which is not in its folder yet.

		Raises:
			SearchEngineFailed: the engine did not take it.
		"""
		# Noted first: whatever happens then, somebody knows what to drop.
		collections = Collections.read(self._root)
		collections.having(self._place, collections.numbers(self._place)).write(self._root)
		self._engine.make(dimension)
		others = [each for each in manifests_in(self._root) if each.is_at(self._place)]
		# What nobody shows must be gone before numbers are given: on a disk that was set back some are given again.
		sweep_collection(self._engine, others)
		manifest = self._begun(others)
		if self._base is not None and not self._base.is_at(self._place):
			manifest = adopt(self._base, self._gone, manifest, self._root)
		return self._filled(replace(manifest, dimension=dimension))

	def _begun(self, others: Sequence[EngineManifest]) -> EngineManifest:
		"""The manifest before anything is written, in the folder of the build."""
		base = self._base if self._base is not None and self._base.is_at(self._place) else None
		collections = Collections.read(self._root)
		numbers = collections.numbers(self._place).plus(generations=1)
		manifest = begun(base, self._place, numbers.generation, others)
		if base is not None:
			left = ((each.generation, each.number) for each in self._gone)
			manifest = replace(manifest, left=(*manifest.left, *left))
		manifest.write(self._folder)
		collections.having(self._place, numbers).write(self._root)
		return manifest

	def _filled(self, manifest: EngineManifest) -> EngineManifest:
		"""The manifest after all rows and entries are written."""
		left = self._left()
		before = manifest.statistics.plus(left.statistics, -1)
		words = CountedWords.of(self._draft, Lengthiness(before.chunks, before.terms))
		known = Dictionary(self._engine, manifest.dictionary).find([*words.frequencies, *left.frequencies])
		new = [term for term in words.frequencies if term not in known]
		collections = Collections.read(self._root)
		given = collections.numbers(self._place)
		after = given.plus(
			chunks=self._draft.last_chunk, inputs=self._draft.last_input, terms=len(new), parts=_PARTS
		)
		collections.having(self._place, after).write(self._root)
		known.update({term: KnownTerm(number, 0) for number, term in enumerate(new, start=given.term + 1)})
		statistics = write_inputs(self._engine, self._draft, given, manifest.generation)
		rows = DraftRows(
			self._draft,
			words,
			np.array([known[name].number if name in known else 0 for name in words.names], dtype=np.int64),
			manifest.dimension,
			given,
			manifest.generation,
		)
		for batch in rows.batches(self._engine.rows_at_once):
			self._engine.add_rows(batch)
		return replace(
			manifest,
			dictionary=self._dictionary(manifest, words, left, known, given),
			statistics=replace(before.plus(statistics), terms=before.terms + words.length.terms),
			vectors=manifest.vectors - left.vectors + rows.vectors,
			vector_sum=_sum(manifest.vector_sum, -left.vector_sum, rows.vector_sum),
		)

	def _dictionary(
		self,
		manifest: EngineManifest,
		words: CountedWords,
		left: _Left,
		known: Mapping[str, KnownTerm],
		given: Numbers,
	) -> tuple[DictionaryPart, ...]:
		"""Write what changes; gives the parts of the build."""
		changed = {}
		for term in {**words.frequencies, **left.frequencies}:
			if term in known:
				frequency = words.frequencies.get(term, 0) - left.frequencies.get(term, 0)
				changed[term] = KnownTerm(known[term].number, frequency)
		parts = manifest.dictionary
		if changed:
			parts = (*parts, write_part(self._engine, given.part + 1, changed))
		if (place := due(parts)) is not None:
			merged = put_together(self._engine, parts[place:], given.part + _PARTS)
			parts = (*parts[:place], merged)
		return parts

	def _left(self) -> _Left:
		"""What the inputs that leave were, and the words and vectors of their chunks."""
		statistics, words = Statistics(), Accumulator(self._folder)
		vectors, total = 0, np.zeros(self._base.dimension if self._base else 0)
		engine = open_place(self._base.place) if self._base and self._gone else None
		for each in self._gone:
			statistics = statistics.plus(each.statistics)
			for start in range(each.first, each.last + 1, _AT_ONCE):
				assert engine is not None
				chunks = range(start, min(start + _AT_ONCE, each.last + 1))
				rows = engine.rows(chunks, ("stored", "vector"))
				if len(rows) < len(chunks):
					raise lacking()
				texts = [
					(chunk, rows[chunk].stored["heading"], rows[chunk].stored["body"]) for chunk in chunks
				]
				words.add(each.language, each.item.title, texts)
				for row in rows.values():
					if row.vector is not None:
						vectors += 1
						total += row.vector
		frequencies, length = count_terms(words)
		words.close()
		return _Left(replace(statistics, terms=length.terms), frequencies, vectors, total)


def _sum(*totals: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
	"""The sum of those of ``totals`` that are there."""
	there = [total for total in totals if len(total)]
	return np.sum(there, axis=0) if there else np.zeros(0)
