"""Tests of an agent's answers: a question is asked of it as somebody, and what it answers is held to what was expected.

``expected`` checks what a test expects and reads it, ``asking`` asks one, ``judge`` asks a model what it thinks of the answer, ``suite`` asks all of an
agent, ``estimate`` says what that takes, ``told`` tells it to those who may know. Each answer is an Agent Run that bears the name of its test: it costs, ends
and is purged as any other, and nobody reads it but through the test.
"""

import frappe

from huf.ai.site.database.transactions import own_transaction

TEST = "Agent Test"


def forget_test(test: str, keep: int = 0) -> None:
	"""Delete the answers of a test, all but so many of the newest, committed: they were written so."""
	with own_transaction():
		names = frappe.get_all("Agent Run", {"agent_test": test}, pluck="name", order_by="creation desc")[
			keep:
		]
		if not names:
			return
		# Rows and no documents: they are in no log, and nothing else names them.
		for field in frappe.get_meta("Agent Run").get_table_fields():
			frappe.db.delete(field.options, {"parent": ("in", names), "parenttype": "Agent Run"})
		frappe.db.delete("Agent Run", {"name": ("in", names)})


def forget_agent(agent: str) -> None:
	"""An agent is being deleted, and its tests with it."""
	for test in frappe.get_all(TEST, {"agent": agent}, pluck="name"):
		frappe.delete_doc(TEST, test, ignore_permissions=True, force=True)
