"""What an Agent Test expects: checked when it is saved, and read when it is asked."""

from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.agent_tests import TEST
from huf.local.quality.answers import AnswerExpectation, Unmet

if TYPE_CHECKING:
	from frappe.model.document import Document

FIELDS = (
	"question",
	"agent",
	"search_as",
	"must_say",
	"must_not_say",
	"citations",
	"missing",
	"verification",
	"expected_answer",
)
"""Fields that make a test another one."""
READ = ("name", "owner", *FIELDS, "last_verdict")
MOST_VALUES = 20
"""That an answer must say, and must not say."""
MOST_CHARACTERS = 300
"""Of each of them."""
MOST_EXPECTED = 2000
"""Characters of what the judge is to compare with."""
MOST_OF_USER = 200
"""Tests of one user about one agent. Each takes an answer of a model."""


def check(test: "Document") -> None:
	"""Refuse a test that any answer would pass, or of an agent that its author may not run."""
	if not test.agent or not can_run_agent(test.agent):
		frappe.throw(_("There is no agent of this name that you may run."), frappe.PermissionError)
	test.expected_answer = cstr(test.expected_answer).strip()[:MOST_EXPECTED]
	for field in ("must_say", "must_not_say"):
		values = _lines(test.get(field))
		if len(values) > MOST_VALUES or any(len(value) > MOST_CHARACTERS for value in values):
			frappe.throw(
				_("Give at most {0} values, each in a line of at most {1} characters.").format(
					MOST_VALUES, MOST_CHARACTERS
				)
			)
		if not all(any(character.isalnum() for character in value) for value in values):
			frappe.throw(_("Write a value that an answer can say in each line, such as 42 days."))
		test.set(field, "\n".join(values))
	if read(test).is_empty:
		frappe.throw(
			_("Say what the answer must be like: what it must say or must not, or one of the choices.")
		)


def check_number(test: "Document") -> None:
	"""Refuse more tests of one user than anybody would have asked."""
	owned = {"owner": frappe.session.user, "agent": cstr(test.agent)}
	if frappe.db.count(TEST, owned) >= MOST_OF_USER:
		frappe.throw(
			_("You have {0} tests of this agent already. Delete those that no longer matter.").format(
				MOST_OF_USER
			)
		)


def read(test: "Document | frappe._dict") -> AnswerExpectation:
	"""What a test expects."""
	return AnswerExpectation(
		_lines(test.must_say),
		_lines(test.must_not_say),
		test.citations or "",
		test.missing or "",
		test.verification or "",
	)


def _lines(text: str | None) -> tuple[str, ...]:
	lines = (" ".join(line.split()) for line in cstr(text).splitlines())
	return tuple(dict.fromkeys(line for line in lines if line))


def in_words(one: Unmet) -> str:
	"""What an answer lacks, for whoever may see the test. Has words of the test and none of the answer."""
	match one.kind:
		case "Withheld":
			return _("The answer is withheld, because its sources do not confirm it.")
		case "Not Said":
			return _("It does not say: {0}").format(one.value)
		case "Said":
			return _("It says: {0}").format(one.value)
		case "Not Cited":
			return _("It cites nothing.")
		case "Cited":
			return _("It cites a passage.")
		case "Missing":
			return _("It says that the knowledge does not hold it.")
		case "Not Missing":
			return _("It does not say that the knowledge lacks it.")
		case "Verification":
			return _("Its verification says: {0}").format(
				_(one.value) if one.value else _("Nothing to Check")
			)
