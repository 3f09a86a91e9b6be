"""Says which words of a query were corrected, and to what."""

from collections.abc import Iterable, Mapping, Sequence

from huf.engine.analysis.folding import lower
from huf.engine.analysis.spelling import Correction, distance
from huf.engine.analysis.stopwords import bare
from huf.engine.analysis.words import is_letters, terms_of
from huf.engine.sentences import sentence
from huf.engine.types import Hit


def spelling_notes(corrections: Mapping[str, Correction], hits: Sequence[Hit], where: str = "") -> list[str]:
	"""A sentence for each corrected word that led to one of ``hits``; ``where`` names the source, if there are several.

	The corrected word is shown as it is written in the hits. The index knows only its stem, and a word of passages
	that the user may not see is not told.
	"""
	notes = []
	for word, meant in corrections.items():
		if shown := _as_written(lower(bare(word)), meant, hits):
			notes.append(
				sentence(f'No passage of {where} has "{bare(word)}"; searched for "{shown}" as well.')
				if where
				else sentence(f'No passage has "{bare(word)}"; searched for "{shown}" as well.')
			)
	return notes


def _as_written(typed: str, meant: Correction, hits: Iterable[Hit]) -> str:
	"""The word of ``hits`` that has the term and is most like ``typed``; empty when there is none."""
	words = {bare(word) for hit in hits for word in f"{hit.title} {hit.text}".split()}
	written = (
		word
		for word in words
		if any(meant.term in terms_of(word, language) for language in meant.languages) and is_letters(word)
	)
	return min(written, key=lambda word: (distance(typed, lower(word)), word.lower(), word), default="")
