"""Whether the engine has what a build shows: counted exactly, and by samples."""

import numpy as np

from huf.engine.backends.search_engine.builds.manifest import EngineManifest
from huf.engine.backends.search_engine.contract.engine import Between, IsIn, SearchEngine, Where
from huf.engine.backends.search_engine.making.draft import Draft
from huf.engine.backends.search_engine.stored.inputs import INPUTS
from huf.engine.backends.search_engine.stored.rows import stored_values
from huf.engine.errors import IndexCorrupt

_SAMPLES = 16


def check_rows(engine: SearchEngine, manifest: EngineManifest, draft: Draft | None = None) -> None:
	"""Count the rows of a build, and compare some with the ``draft`` that its last generation was made from.

	Raises:
		IndexCorrupt: it has other rows.
		SearchEngineFailed: the engine did not answer.
	"""
	count = engine.count(manifest.where)
	if count != manifest.statistics.chunks:
		raise IndexCorrupt(
			f"The search engine has {count} passages of this index, and not {manifest.statistics.chunks}. Rebuild the source."
		)
	inputs = sum(1 for _ in engine.each_entry(INPUTS & manifest.where)) if draft is None else None
	if inputs is not None and inputs != manifest.statistics.inputs:
		raise IndexCorrupt(
			f"The search engine has {inputs} documents of this index, and not {manifest.statistics.inputs}. Rebuild the source."
		)
	if draft is not None:
		_check_sample(engine, manifest, draft)


def _check_sample(engine: SearchEngine, manifest: EngineManifest, draft: Draft) -> None:
	"""Of the chunks of ``draft``, which have the highest numbers of the generation."""
	numbers = draft.chunk_numbers()
	if not len(numbers):
		return
	places = np.linspace(0, len(numbers) - 1, min(_SAMPLES, len(numbers))).astype(int)
	wanted = numbers[places].tolist()
	own = Where((Between("generation", manifest.generation, manifest.generation),))
	moved = draft.moved_by
	rows = engine.rows([chunk + moved for chunk in wanted], ("stored", "words"))
	for chunk in wanted:
		(_, _, values), row = next(draft.chunks(chunk, chunk)), rows.get(chunk + moved)
		if row is None or row.stored != stored_values(values) or row.generation != manifest.generation:
			raise IndexCorrupt(
				f"The search engine has another passage {chunk + moved} than was written. Rebuild the source."
			)
		alone = Where((IsIn("chunk", [chunk + moved]),))
		if row.words.numbers and not engine.by_words(row.words, 1, own & alone):
			raise IndexCorrupt(
				f"The search engine does not find passage {chunk + moved} by its words. Rebuild the source."
			)
