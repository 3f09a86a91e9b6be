"""What of a result would tell of passages that the user may not see."""

from dataclasses import replace

import frappe

from huf.ai.access.words import is_administrator, roles_of
from huf.engine.types import SearchResult


def as_told_to(user: str, result: SearchResult) -> SearchResult:
	"""The result without the numbers that count hidden passages too.

	Who can ask for any word whether some hidden passage has it, can guess the passage word by word. Only System Managers,
	who give rights to themselves and others, are told how many passages were refused and how many there were, and, of
	sources that hold records, how rare each word of the query is.
	"""
	if result.explanation is None or is_administrator(user) or "System Manager" in roles_of(user):
		return result
	mixed = {source.source for source in result.explanation.sources if _holds_records(source.source)}
	sources = tuple(
		replace(
			source,
			candidates=None,
			refused=None,
			query_coverage=0.0 if source.source in mixed else source.query_coverage,
		)
		for source in result.explanation.sources
	)
	hits = tuple(
		replace(hit, evidence=None) if hit.source in mixed else hit for hit in result.explanation.hits
	)
	return replace(result, explanation=replace(result.explanation, sources=sources, hits=hits))


def _holds_records(source: str) -> bool:
	"""Whether the source has inputs that some of its readers may not see."""
	return bool(
		frappe.db.sql(
			"""select 1 from `tabKnowledge Selector` where parent = %(source)s and parenttype = 'Knowledge Source'
			union select 1 from `tabKnowledge Input`
			where knowledge_source = %(source)s and coalesce(reference_doctype, '') != '' limit 1""",
			{"source": source},
		)
	)
