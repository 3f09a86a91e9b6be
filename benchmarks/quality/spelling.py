"""What correcting a misspelt word brings: each question with one slip in its rarest word, or two.

Place and kind of the slip follow from the word itself, and only slips are taken that the index does not hold, so that
every run asks the same.
"""

import hashlib
from collections.abc import Iterator, Sequence

from benchmarks.quality.collection import Collection
from huf.engine.analysis import query_terms
from huf.engine.analysis.query import parse_query
from huf.engine.analysis.spelling import is_correctable
from huf.engine.analysis.stopwords import bare
from huf.engine.analysis.words import terms_of
from huf.engine.backends.base import SearchRequest
from huf.engine.backends.keyword.reader import SqliteFtsReader

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TRIES = 20
_LONG = 8
"""Letters of a word that gets two slips."""


def rows(collections: Sequence[Collection]) -> Iterator[list[str]]:
	"""For each collection, and for one slip and two: questions, nDCG@10 as they are, misspelt, and corrected, and how
	many words were corrected to the right term."""
	for collection in collections:
		for slips in (1, 2):
			yield _row(collection, slips)


def head() -> list[str]:
	"""The columns of :func:`rows`."""
	return [
		"collection",
		"questions",
		"as they are",
		"misspelt",
		"corrected",
		"the right term found",
	]


def _row(collection: Collection, slips: int) -> list[str]:
	reader = SqliteFtsReader(collection.build)
	changed: dict[str, str] = {}
	right = 0
	for query in collection.queries:
		word = _rarest(reader, query.text, _LONG if slips > 1 else 5)
		wrong = _misspelt(reader, word, slips) if word else ""
		if wrong:
			changed[query.id] = query.text.replace(word, wrong)
			request = SearchRequest(parse_query(changed[query.id]), 10)
			meant = reader.search(request).corrections.values()
			own = {term for language in reader.languages for term in terms_of(word, language)}
			right += any(correction.term in own for correction in meant)
	reader.close()
	asked = [query for query in collection.queries if query.id in changed]
	every, collection.queries = collection.queries, asked
	try:
		collection.forget()
		plain, corrected = collection.mean(), collection.mean(changed)
		with collection.changed({(query_terms, "_MOST_CORRECTIONS"): 0}):
			misspelt = collection.mean(changed)
	finally:
		collection.queries = every
	name = collection.name + (", two slips" if slips > 1 else "")
	return [
		name,
		str(len(asked)),
		f"{plain:.3f}",
		f"{misspelt:.3f}",
		f"**{corrected:.3f}**",
		f"{right / len(asked):.0%}",
	]


def _frequency(reader: SqliteFtsReader, word: str) -> int:
	"""In how many chunks any term of ``word`` stands."""
	terms = {term for language in reader.languages for term in terms_of(word, language)}
	return max(map(reader._postings.frequency, terms), default=0)


def _rarest(reader: SqliteFtsReader, text: str, shortest: int) -> str:
	words = [bare(word) for word in parse_query(text).content_words]
	known = {
		word: frequency
		for word in words
		if len(word) >= shortest
		and word.isascii()
		and word.isalpha()
		and is_correctable(word)
		and (frequency := _frequency(reader, word))
	}
	return min(known, key=lambda word: (known[word], word), default="")


def _misspelt(reader: SqliteFtsReader, word: str, slips: int) -> str:
	for attempt in range(_TRIES):
		dice = hashlib.sha256(f"{word} {attempt}".encode()).digest()
		wrong = word
		for slip in range(slips):
			wrong = _slip(wrong, *dice[3 * slip : 3 * slip + 3])
		if wrong != word and not _frequency(reader, wrong):
			return wrong
	return ""


def _slip(word: str, place: int, kind: int, letter: int) -> str:
	"""A letter left out, put in, replaced, or swapped with the next one; the first letter stays."""
	at, new = 1 + place % (len(word) - 2), _LETTERS[letter % 26]
	return (
		word[:at] + word[at + 1 :],
		word[:at] + new + word[at:],
		word[:at] + new + word[at + 1 :],
		word[:at] + word[at + 1] + word[at] + word[at + 2 :],
	)[kind % 4]
