"""The words around the values of a text: what a value is said of, as far as words can tell."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from huf.engine.analysis.languages import detect_language
from huf.engine.analysis.words import EDGES, index_terms
from huf.engine.answers.claims import Claim, read_claims
from huf.engine.answers.claims.units import UNITS
from huf.engine.answers.layout.sentences import Sentence, split_sentences
from huf.engine.answers.layout.tables import Row, measured_by_column, tables_of
from huf.engine.answers.statements import Clause, is_light, read_clauses
from huf.engine.prompt.untrusted import CITATION

MOST_CLAIMS = 300
"""Of one text; a text with more is a table of data, and the rest of it is not compared."""
VALUE = "="
"""Begins a value among terms."""
_JOINTS = "and und y e et и और but aber pero mais while whereas während mientras sowie as or oder ou".split()
_CLAUSE_END = re.compile(
	rf"[;；،,，、](?!\d)|(?<=\s)(?:{'|'.join(_JOINTS)})(?=\s)|以及|而|但是|并且|\s[–—-]\s", re.IGNORECASE
)


_HAN_PARTICLES = re.compile("[的为是在了和与及約约最至于每有]")
"""Signs that join words of Chinese; pairs across them would be words of nothing."""


@dataclass(frozen=True, slots=True)
class Placed:
	"""A claim with its surroundings, as terms: stems, and pairs of signs in scripts without spaces."""

	claim: Claim
	clause: frozenset[str]
	"""The words of its own part of the sentence."""
	sentence: frozenset[str]
	"""The words of its sentence, item or row."""
	after: str
	"""The first word after it, which is often what is counted."""
	has_values: bool = False
	"""Whether its sentence has values that are no names: a name beside them is what they are said of."""
	number: int = 0
	"""Which sentence of the text it stands in, from 0."""


@dataclass(frozen=True, slots=True)
class Surroundings:
	"""A text with its claims in their surroundings."""

	text: str
	language: str
	sentences: tuple[Sentence, ...]
	claims: tuple[Placed, ...]
	clauses: tuple[Clause, ...] = ()
	"""What it states, turned round or not."""


def read_surroundings(text: str, language: str = "", names: tuple[str, ...] = ()) -> Surroundings:
	"""The claims of ``text`` with the words around them, stemmed as ``language`` has it, or as its own."""
	spoken = language or detect_language(text)
	claims = read_claims(text, names)[:MOST_CLAIMS]
	masked = _masked(text, claims)
	sentences = tuple(split_sentences(text))
	tables = tables_of(text, sentences)
	claims = [measured_by_column(claim, tables) for claim in claims]
	placed: list[Placed] = []
	for number, sentence in enumerate(sentences):
		inside = [claim for claim in claims if sentence.start <= claim.start < sentence.end]
		if inside and number in tables:
			placed += _in_row(masked, tables[number], inside, spoken, number)
		elif inside:
			placed += _in_sentence(masked, sentence, inside, spoken, number)
	clauses = tuple(read_clauses(text, masked, sentences, claims, spoken))
	return Surroundings(text, spoken, sentences, tuple(placed), clauses)


def terms_of_text(text: str, language: str) -> frozenset[str]:
	"""The terms of ``text`` that say what it is about: no function words, no bare numbers."""
	found: set[str] = set()
	for word in _HAN_PARTICLES.sub(" ", text).split():
		found.update(_terms(word, language))
	return frozenset(found)


@lru_cache(maxsize=20_000)
def _terms(word: str, language: str) -> tuple[str, ...]:
	return tuple(term for term in index_terms(word.strip(EDGES + "|=+&"), language) if not term.isdigit())


def _masked(text: str, claims: Sequence[Claim]) -> str:
	"""``text`` with blanks for its claims and for marks of citations, of the same length."""
	signs = list(CITATION.sub(lambda found: " " * len(found.group()), text))
	for claim in claims:
		signs[claim.start : claim.end] = " " * (claim.end - claim.start)
	return "".join(signs)


def heading_terms(title: str, language: str) -> frozenset[str]:
	"""The words and the identifiers of a title."""
	claims = read_claims(title)
	return terms_of_text(_masked(title, claims), language) | _names(claims, 0, len(title))


def asked_terms(question: str, language: str) -> frozenset[str]:
	"""What a question is about, in terms of ``language``: its words but for units ("how many days") and those that say nothing, and
	its values and identifiers."""
	claims = read_claims(question)[:MOST_CLAIMS]
	words = " ".join(
		word for word in _masked(question, claims).split() if word.strip(EDGES).lower() not in UNITS
	)
	terms = terms_of_text(words, language) | _values(claims) | _names(claims, 0, len(question))
	return frozenset(term for term in terms if len(term) > 1 and not is_light(term, language))


def _in_sentence(
	masked: str, sentence: Sentence, claims: Sequence[Claim], language: str, number: int
) -> Iterator[Placed]:
	clauses = [
		part for clause in _clauses(masked, sentence) for part in _parts(masked, clause, claims, language)
	]
	words = [
		terms_of_text(masked[start:end], language) | _names(claims, start, end) for start, end in clauses
	]
	whole = frozenset().union(*words)
	for claim in claims:
		own = next(place for place, (_, end) in enumerate(clauses) if claim.start < end)
		near = words[own] - {_name(claim)}
		# A clause of nothing but the value, as in "Berlin, 120 EUR", goes with the one before.
		place = own
		while not near and place > 0:
			place -= 1
			near = words[place]
		following = masked[claim.end : clauses[own][1]].split()
		after = next((term for word in following[:2] for term in _terms(word, language)), "")
		others = (whole - {_name(claim)}) | _values(one for one in claims if one is not claim)
		yield Placed(claim, near or others, others, after, any(not _name(one) for one in claims), number)


def _in_row(masked: str, row: Row, claims: Sequence[Claim], language: str, number: int) -> Iterator[Placed]:
	"""The values of a row of a table: what each is said of stands at the head of its column and in the cells without one."""
	filled = {row.column_of(claim.start) for claim in claims if not _name(claim)}
	labels: frozenset[str] = frozenset().union(
		*(
			terms_of_text(masked[start:end], language) | _names(claims, start, end)
			for column, (start, end) in enumerate(row.cells)
			if column not in filled
		)
	)
	for claim in claims:
		column = row.column_of(claim.start)
		start, end = row.cells[column]
		head = row.head(column)
		own = (
			terms_of_text(head, language)
			| terms_of_text(masked[start:end], language)
			| _values(read_claims(head))
		)
		near = (labels | own) - {_name(claim)}
		whole = near | terms_of_text(" ".join(row.heads), language)
		yield Placed(claim, near or whole, whole, "", any(not _name(one) for one in claims), number)


def _clauses(masked: str, sentence: Sentence) -> Iterator[tuple[int, int]]:
	begin = sentence.start
	for found in _CLAUSE_END.finditer(masked, sentence.start, sentence.end):
		yield begin, found.end()
		begin = found.end()
	yield begin, sentence.end


def _parts(
	masked: str, clause: tuple[int, int], claims: Sequence[Claim], language: str
) -> Iterator[tuple[int, int]]:
	"""A clause with several values, cut between them: after each when words come before the first, else before each."""
	start, end = clause
	values = [claim for claim in claims if start <= claim.start < end and not _name(claim)]
	begin = start
	if len(values) > 1:
		labels_first = bool(
			terms_of_text(masked[start : values[0].start], language) | _names(claims, start, values[0].start)
		)
		cuts = [value.end for value in values[:-1]] if labels_first else [value.start for value in values[1:]]
		for cut in cuts:
			yield begin, cut
			begin = cut
	yield begin, end


def _name(claim: Claim) -> str:
	"""An identifier or a name as a term: it is what a value is said of as often as a value itself."""
	return f"#{claim.key}" if claim.kind in ("identifier", "name") else ""


def _values(claims: Iterable[Claim]) -> frozenset[str]:
	"""Values with a unit as terms: "up to 2 kg" at the head of a column says which price is meant."""
	return frozenset(
		f"{VALUE}{min(claim.numbers)} {min(claim.dimensions)}"
		for claim in claims
		if claim.numbers and claim.dimensions
	)


def _names(claims: Sequence[Claim], start: int, end: int) -> frozenset[str]:
	return frozenset(name for claim in claims if start <= claim.start < end and (name := _name(claim)))
