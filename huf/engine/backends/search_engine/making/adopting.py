"""Takes the rows of a build over that lie in another index's collection, as after a restored backup: nothing is read or embedded anew."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.builds.manifest import EngineManifest
from huf.engine.backends.search_engine.builds.numbering import Collections, Numbers
from huf.engine.backends.search_engine.contract.engine import Row, SearchEngine, SparseVector
from huf.engine.backends.search_engine.stored.dictionary import Dictionary, KnownTerm, write_part
from huf.engine.backends.search_engine.stored.inputs import StoredInput, every_input

_AT_ONCE = 200


def adopt(
	base: EngineManifest, gone: Sequence[StoredInput], manifest: EngineManifest, root: Path
) -> EngineManifest:
	"""Copy what ``base`` shows, without the inputs ``gone``, into the collection and the generation of ``manifest``.

	Gives ``manifest`` with what was copied; its statistics still count ``gone``, as those of a base do.

	Raises:
		SearchEngineFailed: one of the engines did not answer.
	"""
	source, target = open_place(base.place), open_place(manifest.place)
	leaving = {each.number for each in gone}
	inputs = [each for each in every_input(source, base) if each.number not in leaving]
	terms: dict[str, KnownTerm] = {}
	for term, known in Dictionary(source, base.dictionary).each():
		before = terms.get(term)
		terms[term] = replace(known, frequency=known.frequency + before.frequency) if before else known
	collections = Collections.read(root)
	given = collections.numbers(manifest.place)
	after = given.plus(
		# That of an input without chunks is below 0, and a number must never be given again.
		chunks=max((each.last for each in inputs if len(each.chunks)), default=0),
		inputs=max((each.number for each in inputs), default=0),
		terms=max((known.number for known in terms.values()), default=0),
		parts=1,
	)
	collections.having(manifest.place, after).write(root)
	for start in range(0, len(inputs), _AT_ONCE):
		moved = [_moved(each, given, manifest.generation) for each in inputs[start : start + _AT_ONCE]]
		target.add_entries([each.entry() for each in moved])
	_copy_rows(base, leaving, source, target, given, manifest.generation)
	numbered = {term: replace(known, number=known.number + given.term) for term, known in terms.items()}
	return replace(
		manifest,
		dictionary=(write_part(target, given.part + 1, numbered),) if numbered else (),
		statistics=base.statistics,
		vectors=base.vectors,
		vector_sum=base.vector_sum,
	)


def _moved(each: StoredInput, given: Numbers, generation: int) -> StoredInput:
	moved = replace(each, number=each.number + given.input, generation=generation)
	if len(each.chunks):
		moved = replace(moved, first=each.first + given.chunk, last=each.last + given.chunk)
	return moved


def _copy_rows(
	base: EngineManifest,
	leaving: set[int],
	source: SearchEngine,
	target: SearchEngine,
	given: Numbers,
	generation: int,
) -> None:
	waiting: list[Row] = []
	for row in source.each_row(base.where, ("stored", "said", "words", "vector")):
		if row.input in leaving:
			continue
		numbers = [number + given.term for number in row.words.numbers]
		waiting.append(
			replace(
				row,
				chunk=row.chunk + given.chunk,
				input=row.input + given.input,
				generation=generation,
				words=SparseVector(numbers, row.words.values),
			)
		)
		if len(waiting) >= target.rows_at_once:
			target.add_rows(waiting)
			waiting = []
	target.add_rows(waiting)
