"""A closer look at the first of a keyword search, for which their texts are read."""

from collections.abc import Callable, Sequence
from itertools import chain

from huf.engine.analysis.words import index_terms
from huf.engine.backends.base import Candidate
from huf.engine.backends.keyword.opened import OpenBuild, OpenSegment
from huf.engine.backends.thread_cache import ThreadCache
from huf.engine.errors import IndexCorrupt
from huf.engine.postings.closeness import WINDOW, Closeness, Terms, numbered

FINALISTS = 15
"""Chunks that are looked at; more change nothing among the first ten (docs/retrieval-measured.md)."""
_OWN_LANGUAGE = 0.2
"""What a chunk in the language of the query gets more, as a share of its score."""
_BORDER = "\x00"
"""Stands between title, headings and text, and in none of them: words in different ones are not together."""
_KNOWN_WORDS = 50_000
_LONGEST_KNOWN = 40
_terms: ThreadCache[tuple[str, Terms]] = ThreadCache(5_000)
"""Languages and terms of chunks, 3 MB of those of 500 characters and 15 MB of the longest: what is asked often is found
often, and reading it takes longer than all else that a search does."""

_TEXT_SQL = """SELECT chunks.id, inputs.language, inputs.title, chunks.heading, chunks.body
	FROM chunks JOIN inputs ON inputs.id = chunks.input WHERE chunks.id IN ({marks})"""


class _Words(dict[str, tuple[str, ...]]):
	"""The terms of words of one language. Texts repeat their words, so most are analysed once in a process."""

	def __init__(self, language: str) -> None:
		self._language = language
		self.forget()

	def forget(self) -> None:
		"""Start anew, when too many words are known."""
		self.clear()
		self[_BORDER] = ("",) * WINDOW

	def __missing__(self, word: str) -> tuple[str, ...]:
		terms = index_terms(word, self._language)
		if len(word) <= _LONGEST_KNOWN:
			if len(self) >= _KNOWN_WORDS:
				self.forget()
			self[word] = terms
		return terms


_words: dict[str, _Words] = {}


class Finalists:
	"""Looks closer at the first chunks of searches of one build."""

	def __init__(self, terms_of: Callable[[Sequence[int]], dict[int, tuple[str, Terms]]]) -> None:
		"""``terms_of`` gives the languages and the terms of chunks."""
		self._terms_of = terms_of

	def in_order(
		self, found: Sequence[Candidate], limit: int, closeness: Closeness, language: str
	) -> list[Candidate]:
		"""The best ``limit`` of ``found`` (best first), with the first :data:`FINALISTS` in a new order.

		A chunk gets more where words of the query stand together, and when it is in ``language``, if that is
		known. Only texts of chunks that can still come among the first ``limit`` are read.
		"""
		share = _OWN_LANGUAGE if language else 0.0
		if len(found) < 2 or not (closeness.most or share):
			return list(found[:limit])
		finalists, rest = found[:FINALISTS], found[FINALISTS:limit]
		last = finalists[min(limit, len(finalists)) - 1].score
		least = (last - closeness.most) / (1 + share)
		near = [one for one in finalists if one.score >= least]
		terms_of = self._terms_of([chunk for chunk, _ in near])
		known = [terms_of[chunk] for chunk, _ in near]
		close = closeness.scores([terms for _, terms in known]) if closeness.most else [0.0] * len(near)
		best = [
			Candidate(chunk, score * (1 + (share if spoken == language else 0.0)) + more)
			for (chunk, score), (spoken, _), more in zip(near, known, close, strict=True)
		]
		best.sort(key=lambda one: (-one[1], one[0]))
		return [*best, *rest][:limit]


class SegmentTexts:
	"""Reads the texts of finalists out of the segments of a build."""

	def __init__(self, build: OpenBuild) -> None:
		self._build = build

	def terms_of(self, chunks: Sequence[int]) -> dict[int, tuple[str, Terms]]:
		"""The languages and the terms of ``chunks``.

		Raises:
			IndexCorrupt: one is not there.
		"""
		found: dict[int, tuple[str, Terms]] = {}
		for segment, own in self._build.by_segment(chunks):
			known = _terms.known(segment.number, own)
			if unknown := [chunk for chunk in own if chunk not in known]:
				read = _read_terms(segment, unknown)
				_terms.keep(segment.number, read)
				known |= read
			found |= known
		return found


def _read_terms(segment: OpenSegment, chunks: Sequence[int]) -> dict[int, tuple[str, Terms]]:
	marks = ",".join("?" * len(chunks))
	rows = segment.connection.execute(_TEXT_SQL.format(marks=marks), chunks)
	read = {chunk: (language, terms_of_texts(language, texts)) for chunk, language, *texts in rows}
	if len(read) < len(chunks):
		raise IndexCorrupt("The index names passages that it does not hold. Rebuild the source.")
	return read


def terms_of_texts(language: str, texts: Sequence[str]) -> Terms:
	"""The terms of a chunk in their order; ``texts`` are its title, its headings and its body."""
	words = _words.get(language)
	if words is None:
		words = _words[language] = _Words(language)
	return numbered(chain.from_iterable(map(words.__getitem__, f" {_BORDER} ".join(texts).split())))
