"""How a model may go on after a search: what to ask next, as arguments of the same tool. Counted and looked up, never written by a
document: titles and names of records are the only words of documents in it, and none that reads like an instruction."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from huf.engine.analysis.folding import fold, lower
from huf.engine.analysis.query import parse_query
from huf.engine.analysis.stopwords import is_function_word
from huf.engine.analysis.words import EDGES, is_spaceless
from huf.engine.prompt.instructions import is_suspicious
from huf.engine.prompt.untrusted import defuse, one_line
from huf.engine.types import Hit, LinkedRecord, NamedDocument, SearchResult

MOST_PARTS = 4
"""Parts of a question that are told; one of more parts is a text, of which the search itself finds what asks."""
MOST_TITLES = 12
"""Documents that are told."""
MOST_LINKED = 6
"""Linked records that are told."""
_LEAST_WORDS = 2
"""Words with a meaning of their own that a part has; or so many pairs of characters of a script without spaces."""
_MOST_MISSING = 6
_LEAST_LETTERS = 4
"""A word counts as there when its first letters are, these at least: endings differ."""
_BETWEEN_PARTS = re.compile(r"[,;:?!]\s+|[，；：？！、،؛؟]\s*")


def going_on(
	query: str, result: SearchResult, shown: Sequence[Hit], *, page: int | None = None
) -> dict[str, Any]:
	"""What to search for next, by what was found for ``query`` and ``shown`` to the model; only what there is.

	``ask_alone``: the parts of a question that has several, each of which finds more alone. ``no_passage_has``: words of the question
	that none of the passages holds. ``named_documents``: documents that the passages name and the asking user may know of, as a filter.
	``linked_records``: records that those of the passages link to, as sources and filters. ``more``: the next page of the same query.

	:param page: the next one, if there may be more passages.
	"""
	told: dict[str, Any] = {}
	if len(parts := parts_of(query)) > 1:
		told["ask_alone"] = [one_line(part) for part in parts]
	if shown and (missing := words_missing(query, shown)):
		told["no_passage_has"] = missing
	if titles := _titles(result.named, shown):
		told["named_documents"] = {"filters": {"title": {"in": titles}}}
	if linked := _linked(result.linked, shown):
		told["linked_records"] = linked
	if page is not None:
		told["more"] = {"page": page}
	return told


def _titles(named: Sequence[NamedDocument], shown: Sequence[Hit]) -> list[str]:
	"""Titles of what the passages that are shown name, and that is none of theirs: those that most of them name first."""
	ids, own = {hit.citation_id for hit in shown}, {(hit.source, hit.input) for hit in shown}
	told = [
		one
		for one in named
		if one.by & ids and (one.source, one.input) not in own and _may_be_told(one.title)
	]
	told.sort(key=lambda one: -len(one.by & ids))
	return list(dict.fromkeys(one.title for one in told))[:MOST_TITLES]


def _linked(linked: Sequence[LinkedRecord], shown: Sequence[Hit]) -> list[dict[str, Any]]:
	"""What finds the records that those of the passages which are shown link to, by source and DocType; those that most of them link
	to first, and none that is shown itself."""
	ids, own = {hit.citation_id for hit in shown}, {(hit.source, hit.input) for hit in shown}
	told = [
		one
		for one in linked
		if one.by & ids
		and (one.source, one.input) not in own
		and _may_be_told(one.doctype)
		and _may_be_told(one.name)
	]
	told.sort(key=lambda one: -len(one.by & ids))
	names: dict[tuple[str, str], list[str]] = {}
	for one in told[:MOST_LINKED]:
		names.setdefault((one.source, one.doctype), []).append(one.name)
	return [
		{
			"knowledge_source": source,
			"filters": {"reference_doctype": doctype, "reference_name": of_doctype},
		}
		for (source, doctype), of_doctype in names.items()
	]


def shorter(told: dict[str, Any]) -> dict[str, Any]:
	"""The same with fewer documents, then with fewer linked records; nothing when it has neither."""
	titles = told.get("named_documents", {}).get("filters", {}).get("title", {}).get("in", [])
	linked: list[dict[str, Any]] = told.get("linked_records", [])
	names = linked[-1]["filters"]["reference_name"] if linked else []
	if len(titles) > max(1, sum(len(one["filters"]["reference_name"]) for one in linked)):
		kept = titles[: len(titles) * 2 // 3]
		return {**told, "named_documents": {"filters": {"title": {"in": kept}}}}
	if len(names) > 1:
		last = {**linked[-1], "filters": {**linked[-1]["filters"], "reference_name": names[:-1]}}
		return {**told, "linked_records": [*linked[:-1], last]}
	if len(linked) > 1:
		return {**told, "linked_records": linked[:-1]}
	left = "linked_records" if linked else "named_documents"
	return {key: value for key, value in told.items() if key != left} if left in told else {}


def parts_of(query: str) -> list[str]:
	"""The parts of a question between its commas and other signs, each with two words of its own; the question itself if it has one part."""
	parts = [part.strip(f"{EDGES} \t\n") for part in _BETWEEN_PARTS.split(query.strip())]
	asking = [part for part in parts if _says_something(part)]
	return asking if 1 < len(asking) <= MOST_PARTS else [query]


def words_missing(query: str, hits: Iterable[Hit]) -> list[str]:
	"""The first words of the query that stand in none of the hits, in no form that begins like them."""
	text = fold(lower("\n".join(f"{hit.title}\n{hit.text}" for hit in hits)))
	missing = [word for word in _words(query) if fold(lower(word))[: _letters(word)] not in text]
	return [one_line(word) for word in missing[:_MOST_MISSING]]


def _letters(word: str) -> int:
	return max(_LEAST_LETTERS, len(word) * 2 // 3)


def _words(text: str) -> Sequence[str]:
	bare = (word.strip(EDGES) for word in parse_query(text).words)
	return [word for word in bare if word and not is_function_word(word)]


def _says_something(part: str) -> bool:
	words = _words(part)
	return len(words) >= _LEAST_WORDS or sum(map(is_spaceless, part)) >= _LEAST_WORDS * 2


def _may_be_told(title: str) -> bool:
	"""Whether a title can stand in a filter as it is, and says nothing to a model."""
	return title == one_line(defuse(title)) and not is_suspicious(title)
