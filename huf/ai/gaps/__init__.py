"""Knowledge gaps: questions that knowledge did not answer, the answers that people give, and the proof that they are found.

``noting`` writes down what was asked, ``feedback`` what users thought of an answer, ``verifying`` makes a person's answer
knowledge, ``proof`` asks the question again.
"""

import frappe

from huf.ai.site.database import dialect

GAP_ANSWER = "Gap Answer"
"""The type of inputs that verified answers make, and nobody by hand."""
OPEN, ANSWERED, VERIFIED, PROVEN = "Open", "Answered", "Verified", "Proven"
NOT_FOUND_AGAIN, DISMISSED = "Not Found Again", "Dismissed"
IS_KNOWLEDGE = (VERIFIED, PROVEN, NOT_FOUND_AGAIN)
"""Statuses of gaps whose answer, as it stands, was verified."""


def forget_agent(agent: str) -> None:
	"""An agent was deleted; what it was asked is still a question."""
	_set(frappe.get_all("Knowledge Gap", {"agent": agent}, pluck="name"), "agent = null")


def forget_source(source: str) -> None:
	"""A source was deleted, and the inputs that verified answers made there with it: the answers are to be verified anew."""
	names = frappe.get_all("Knowledge Gap", {"knowledge_source": source}, pluck="name")
	_back_to_answered(names)
	_set(names, "knowledge_source = null")


def forget_input(name: str) -> None:
	"""The input of a verified answer is being deleted."""
	_back_to_answered(frappe.get_all("Knowledge Gap", {"knowledge_input": name}, pluck="name"))


def forget_inputs(names: list[str]) -> None:
	"""A source is being emptied of these inputs."""
	if names:
		_back_to_answered(frappe.get_all("Knowledge Gap", {"knowledge_input": ("in", names)}, pluck="name"))


def _back_to_answered(names: list[str]) -> None:
	_set(
		names,
		"""knowledge_input = null, verified_by = null, verified_at = null, proof_rank = 0, proof_at = null,
		proof_note = null, status = case when status in %s then %s else status end""",
		IS_KNOWLEDGE,
		ANSWERED,
	)


def _set(names: list[str], values: str, *parameters: object) -> None:
	if names:
		# Runs that note a gap must not wait for the other rows.
		frappe.db.sql(
			f"update {dialect.by_index('Knowledge Gap')} set {values} where name in %s", (*parameters, names)
		)
