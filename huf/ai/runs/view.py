"""A run as its user reads it: what was asked and answered, what it rests on, what is not confirmed."""

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
	from frappe.model.document import Document

FILE_FIELDS = ("file", "file_name", "used", "tokens", "passages", "message")


def run_view(row: "Document") -> dict[str, Any]:
	"""An Agent Run as ``get_run`` answers it. Checks no right."""
	return {
		"run": row.name,
		"agent": row.agent,
		"conversation": row.conversation,
		"prompt": row.prompt,
		"status": row.status,
		"text": row.response or "",
		"structured": json.loads(row.structured_response) if row.structured_response else None,
		"error": row.error_message or "",
		"notes": (row.knowledge_notes or "").splitlines(),
		"missing": row.missing,
		"unknown_citations": row.unknown_citations or "",
		"standalone_question": row.standalone_question or "",
		"gate_decision": row.gate_decision or "",
		"gate_reason": row.gate_reason or "",
		"verification_result": row.verification_result or "",
		"verification_reasons": (row.verification_reasons or "").splitlines(),
		"verification": json.loads(row.verification) if row.verification else None,
		"coverage": row.coverage,
		"feedback": row.feedback or "",
		"feedback_comment": row.feedback_comment or "",
		"files": [{name: attached.get(name) for name in FILE_FIELDS} for attached in row.files],
		"citations": [_citation(chunk) for chunk in row.chunks],
	}


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
		"origin": chunk.origin,
		"cited": bool(chunk.cited),
		"excerpt": chunk.excerpt,
	}
