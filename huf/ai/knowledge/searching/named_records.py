"""Records that a query names by their number: whoever asks what is on order SO-00022 means that order, whatever matches better.

Their hits come first, found by a second search among nothing but these records, with the same rights. A code that merely stands in
many texts gives nothing of the kind: for ordinary documents such a rule was measured and made searches worse (docs/records.md).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import frappe

from huf.ai.access.records.inputs import readable_inputs
from huf.ai.access.records.records import referenced_doctypes
from huf.engine.filters import Condition
from huf.engine.filters.fields import FIELDS, find_field
from huf.engine.ranking.fusion import is_identifier
from huf.engine.types import SearchResult

Find = Callable[[str, tuple[Condition, ...], int], SearchResult]
"""Given a query, conditions beside those of the request, and how many hits."""

MOST_NAMED = 5
"""Inputs of records that one query may name."""
MOST_CALLED = 200
"""Inputs whose rights are looked up: one record may belong to many sources."""
MOST_WORDS = 8
"""Words of one query that are looked up."""
SHORTEST = 4
"""Characters of a number that is looked up."""
_AROUND = ".,;:?!\"'()[]{}<>“”„‘’«»…"


def numbers_in(query: str) -> list[str]:
	"""The words of a query that look like the number of something, in their order; the first :data:`MOST_WORDS`."""
	words = (part.strip(_AROUND) for part in query.split())
	return list(dict.fromkeys(word for word in words if len(word) >= SHORTEST and is_identifier(word)))[
		:MOST_WORDS
	]


def named(numbers: Sequence[str], sources: Sequence[str], user: str, find: Find) -> tuple[str, ...]:
	"""The inputs of records that these numbers name, a few or none.

	First those whose record has one of them as its name. Else those whose text has one, if they are few: a supplier's
	number of a bill, a customer's number of an order.

	:param find: searches the sources for a text, within filters, as far as the user may read.
	"""
	# Only of what the user may read: whether a hidden record has the number must change nothing of what follows.
	called = readable_inputs(_called(numbers, sources), user)
	if 0 < len(called) <= MOST_NAMED:
		return tuple(sorted(called))
	for number in numbers:
		hits = find(f'"{number}"', _of_records(), MOST_NAMED + 1).hits
		# Where no text has it, a search goes on with its parts.
		holding = {hit.input for hit in hits if number.casefold() in f"{hit.title} {hit.text}".casefold()}
		if holding and len(hits) <= MOST_NAMED:
			return tuple(sorted(holding))
	return ()


def _called(numbers: Sequence[str], sources: Sequence[str]) -> list[str]:
	"""The inputs whose record has one of the numbers as its name, whoever may see them."""
	doctypes = referenced_doctypes()
	if not doctypes or not sources:
		return []
	found: list[str] = frappe.db.sql_list(
		"""select name from `tabKnowledge Input` where reference_doctype in %(doctypes)s and reference_name in %(names)s
		and knowledge_source in %(sources)s and input_type = 'DocType Records' and disabled = 0 limit %(most)s""",
		{
			"doctypes": doctypes,
			"names": list(numbers),
			"sources": list(sources),
			"most": MOST_CALLED,
		},
	)
	return found


def _of_records() -> tuple[Condition, ...]:
	field = find_field("metadata.input_type")
	return (Condition(field, "=", ("DocType Records",)),) if field else ()


def only(inputs: Sequence[str]) -> Condition:
	"""The condition that lets nothing but these inputs through."""
	return Condition(FIELDS["inputs"], "in", tuple(inputs))


def named_first(first: SearchResult, found: SearchResult, top_k: int) -> SearchResult:
	"""``found`` with the hits of ``first`` in front, at most ``top_k`` together, scores falling as ever."""
	if not first.hits:
		return found
	of_named = {(hit.source, hit.chunk_id) for hit in first.hits}
	others = [hit for hit in found.hits if (hit.source, hit.chunk_id) not in of_named]
	above = others[0].score if others else 0.0
	# Meant by its number or by facts, and so not to be called far by its words.
	lifted = [hit._replace(score=hit.score + above, nearness=None) for hit in first.hits]
	hits = tuple(hit.placed(rank, hit.score) for rank, hit in enumerate([*lifted, *others][:top_k], start=1))
	result = replace(found, hits=hits)
	if not (found.explanation and first.explanation):
		return result
	known = {(one.source, one.chunk_id): one for one in (*found.explanation.hits, *first.explanation.hits)}
	told = tuple(
		replace(known[hit.source, hit.chunk_id], rank=hit.rank, score=hit.score)
		for hit in hits
		if (hit.source, hit.chunk_id) in known
	)
	return replace(result, explanation=replace(found.explanation, hits=told))
