"""What of a result would tell of passages that the user may not see."""

from collections.abc import Collection
from dataclasses import replace

import frappe

from huf.ai.access.words import is_system_manager, quoted
from huf.engine.types import SearchResult


def as_told_to(user: str, result: SearchResult) -> SearchResult:
	"""The result without the numbers that count hidden passages too.

	Who can ask for any word whether some hidden passage has it, can guess the passage word by word. Only System Managers,
	who give rights to themselves and others, are told how many passages were refused and how many there were, and, of
	sources that hold records, how rare each word of the query is.
	"""
	of_explanation = result.explanation.sources if result.explanation else ()
	named = {hit.source for hit in result.hits if hit.nearness} | {one.source for one in of_explanation}
	if not named or is_system_manager(user):
		return result
	mixed = _holding_records(named)
	result = replace(
		result,
		hits=tuple(hit._replace(nearness=None) if hit.source in mixed else hit for hit in result.hits),
	)
	if result.explanation is None:
		return result
	sources = tuple(
		replace(
			source,
			candidates=None,
			refused=None,
			query_coverage=0.0 if source.source in mixed else source.query_coverage,
			# Less of it says that some passage has all words.
			vector_weight=0.0 if source.source in mixed else source.vector_weight,
			words_suffice=source.words_suffice and source.source not in mixed,
		)
		for source in result.explanation.sources
	)
	hits = tuple(
		replace(hit, evidence=None) if hit.source in mixed else hit for hit in result.explanation.hits
	)
	return replace(result, explanation=replace(result.explanation, sources=sources, hits=hits))


def _holding_records(sources: Collection[str]) -> set[str]:
	"""Those of the sources that have inputs which some of their readers may not see."""
	# One by one, each a step into an index: for all at once MariaDB would read every record's input of the site.
	parts = []
	for source in map(quoted, sorted(sources)):
		parts += [
			f"(select parent from `tabKnowledge Selector` where parent = {source}"
			" and parenttype = 'Knowledge Source' limit 1)",
			f"(select knowledge_source from `tabKnowledge Input` where knowledge_source = {source}"
			" and reference_doctype > '' limit 1)",
		]
	# ``sql_list`` would take a percent sign in a name for a place to fill.
	return {name for (name,) in frappe.db.sql(" union all ".join(parts))}
