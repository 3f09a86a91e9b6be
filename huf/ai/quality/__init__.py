"""Tests of knowledge that people write: what a question must find, and what came of it.

``expected`` checks what a test expects and reads it, ``asking`` asks one question as its user, ``trying`` does so for whoever wrote it,
``running`` asks all of a source, ``runs`` writes what came of that, ``shown`` tells it to those who may know.
"""

import frappe

TEST, RUN = "Knowledge Test", "Knowledge Test Run"
PASSAGES, ANSWERS = "Passages", "Answers"
"""What a run of tests judges."""
PASSED, FAILED, NOT_RUN = "Passed", "Failed", "Not Run"


def forget_agent(agent: str) -> None:
	"""An agent is being deleted; the tests are those of its sources and stay."""
	frappe.db.delete(RUN, {"agent": agent})


def forget_source(source: str) -> None:
	"""A source is being deleted, and its tests with it."""
	for doctype in (TEST, RUN):
		frappe.db.delete(doctype, {"knowledge_source": source})
