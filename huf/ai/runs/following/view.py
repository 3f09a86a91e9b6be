"""A run as its user reads it: what was asked and answered, what it rests on, what is not confirmed."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from frappe import parse_json

from huf.ai.runs.tools.proposals import proposal_view

if TYPE_CHECKING:
	from frappe.model.document import Document

FILE_FIELDS = ("file", "file_name", "used", "tokens", "passages", "message", "from_conversation")


def run_view(row: "Document") -> dict[str, Any]:
	"""An Agent Run as ``get_run`` answers it. Checks no right."""
	return {
		"run": row.name,
		"agent": row.agent,
		"conversation": row.conversation,
		"prompt": row.prompt,
		"replaces": row.replaces or "",
		"status": row.status,
		"text": row.response or "",
		"structured": parse_json(row.structured_response) if row.structured_response else None,
		"error": row.error_message or "",
		"notes": (row.knowledge_notes or "").splitlines(),
		"missing": row.missing,
		"unknown_citations": row.unknown_citations or "",
		"standalone_question": row.standalone_question or "",
		"gate_decision": row.gate_decision or "",
		"gate_reason": row.gate_reason or "",
		"verification_result": row.verification_result or "",
		"verification_reasons": (row.verification_reasons or "").splitlines(),
		"verification": parse_json(row.verification) if row.verification else None,
		"coverage": row.coverage,
		"feedback": row.feedback or "",
		"feedback_comment": row.feedback_comment or "",
		"proposals": [proposal_view(proposal) for proposal in row.proposals],
		"files": [{name: attached.get(name) for name in FILE_FIELDS} for attached in row.files],
		"citations": [_citation(chunk) for chunk in row.chunks],
	}


def views_of(
	rows: "Sequence[Document]", said_now: Callable[[set[str]], Mapping[str, str]]
) -> list[dict[str, Any]]:
	"""The same of several runs, and beside each citation of a record what that says now.

	:param said_now: gives that for inputs, to the reader of these runs, as far as they may read the records.

	A run keeps none of that. Its passages are what its user was given once; what a record says is for those who may read it now.
	"""
	views = [run_view(row) for row in rows]
	citations = [citation for view in views for citation in view["citations"]]
	said = said_now({citation["input"] for citation in citations if citation["input"]})
	for citation in citations:
		citation["now"] = said.get(citation["input"], "")
	return views


def _citation(chunk: "Document") -> dict[str, Any]:
	return {
		"number": chunk.citation_number,
		"title": chunk.title,
		"place": chunk.locator_label,
		"label": chunk.citation or "",
		"source": chunk.knowledge_source,
		"input": chunk.knowledge_input,
		"url": chunk.url or "",
		"page": chunk.page or None,
		# What huf.ai.knowledge.pdf_page shows it by.
		"passage": f"cited:{chunk.name}" if chunk.knowledge_input and chunk.page else "",
		"origin": chunk.origin,
		"cited": bool(chunk.cited),
		"excerpt": chunk.excerpt,
	}
