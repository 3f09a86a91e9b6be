"""The words of an index in an engine, as a search by words asks of them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from huf.engine.analysis.words import JOINED
from huf.engine.backends.search_engine.contract.engine import IsIn, SearchEngine, SparseVector, Where
from huf.engine.backends.search_engine.stored.dictionary import SHORTEST_PART, Dictionary, KnownTerm
from huf.engine.postings.layout import IMPACT_SCALE
from huf.engine.postings.stored import rarity

_KNOWN_TERMS = 50_000
_NOWHERE = KnownTerm(0, 0)


class EngineTerms:
	"""A :class:`~huf.engine.postings.term_index.TermIndex`, which is told by conditions what a search may find.

	Rarity goes into the query's vector, by the statistics of the build; the rows have impacts alone. So the inner product is huf's BM25.
	"""

	def __init__(self, engine: SearchEngine, dictionary: Dictionary, where: Where, chunk_count: int) -> None:
		"""``where`` are the rows that the build shows, ``chunk_count`` of them."""
		self._engine, self._dictionary, self._where = engine, dictionary, where
		self.chunk_count = chunk_count
		self._terms: dict[str, KnownTerm] = {}

	def prepare(self, terms: Iterable[str]) -> None:
		"""Look up ``terms`` together, which will be asked for one by one."""
		self._known(terms)

	def frequency(self, term: str) -> int:
		"""In how many chunks ``term`` stands."""
		return self._known([term])[term].frequency

	def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
		"""In how many chunks each of ``terms`` stands, of those that stand in any."""
		return _counts(self._known(terms))

	def beginning_with(self, heads: Iterable[str], shortest: int, longest: int) -> dict[str, int]:
		"""The terms of so many characters that begin with one of ``heads``, and in how many chunks each stands."""
		found = self._dictionary.beginning_with(heads)
		return {term: count for term, count in _counts(found).items() if shortest <= len(term) <= longest}

	def completions(self, prefix: str, most: int) -> list[str]:
		"""Identifiers that begin with ``prefix`` and are longer, in order, at most ``most``; none for a shorter beginning than four
		characters."""
		if len(prefix.removeprefix(JOINED)) < SHORTEST_PART:
			return []
		found = self._dictionary.beginning_with([prefix])
		return sorted(term for term in _counts(found) if term != prefix)[:most]

	def identifiers_with(self, part: str, most: int) -> list[str]:
		"""The joined forms of identifiers that hold ``part`` anywhere, in order; none if they are more than ``most``."""
		if len(part) < SHORTEST_PART:
			return []
		found = sorted(_counts(self._dictionary.identifiers_with(part)))
		return found if len(found) <= most else []

	def rarity(self, term: str) -> float:
		"""BM25's inverse document frequency; that of a term which stands nowhere is the highest."""
		return rarity(self.frequency(term), self.chunk_count)

	@cached_property
	def highest_rarity(self) -> float:
		"""The rarity of a term that stands in one chunk alone."""
		return rarity(1, self.chunk_count)

	def contributions(self, weights: Mapping[str, float], chunks: Sequence[int]) -> dict[str, list[float]]:
		"""What each term adds to the scores of ``chunks``, in their order; 0 where it does not stand."""
		known = self._known(weights)
		rows = self._engine.rows(chunks, ("words",))
		impacts = [
			dict(zip(rows[chunk].words.numbers, rows[chunk].words.values, strict=True))
			if chunk in rows
			else {}
			for chunk in chunks
		]
		found = {}
		for term, weight in weights.items():
			worth = weight * self.rarity(term) / IMPACT_SCALE if known[term].frequency else 0.0
			found[term] = [worth * own.get(known[term].number, 0.0) for own in impacts]
		return found

	def search(
		self,
		weights: Mapping[str, float],
		limit: int,
		only: Sequence[int] | None = None,
		allowed: Where | None = None,
	) -> tuple[list[int], list[float]]:
		"""The best ``limit`` chunks and their scores, best first; equal scores by chunk number.

		``only`` leaves every other chunk out, and ``allowed`` those that it does not let through.
		"""
		known = self._known(weights)
		worth: dict[int, float] = {}
		for term, weight in weights.items():
			if known[term].frequency and weight > 0:
				number = known[term].number
				worth[number] = worth.get(number, 0.0) + weight * self.rarity(term) / IMPACT_SCALE
		where = self._where
		if allowed is not None:
			where = where & allowed
		if only is not None:
			where = where & Where((IsIn("chunk", list(only)),))
		query = SparseVector(list(worth), list(worth.values()))
		found = sorted(self._engine.by_words(query, limit, where), key=lambda one: (-one.score, one.chunk))
		return [one.chunk for one in found], [one.score for one in found]

	def _known(self, terms: Iterable[str]) -> dict[str, KnownTerm]:
		"""A build never changes, so what was looked up once is kept, also that a term is not there."""
		wanted = list(terms)
		found = {term: self._terms[term] for term in wanted if term in self._terms}
		if unknown := [term for term in wanted if term not in found]:
			read = self._dictionary.find(unknown)
			new = {term: read.get(term, _NOWHERE) for term in unknown}
			if len(self._terms) + len(new) > _KNOWN_TERMS:
				self._terms.clear()
			self._terms.update(new)
			found.update(new)
		return found


def _counts(terms: Mapping[str, KnownTerm]) -> dict[str, int]:
	return {term: known.frequency for term, known in terms.items() if known.frequency}
