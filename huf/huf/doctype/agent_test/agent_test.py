from typing import Any

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.agent_tests import expected, forget_test, told
from huf.ai.quality.expected import QUESTION_CHARACTERS, check_user
from huf.ai.site.database.derived_fields import forget_claimed, restore_stored


class AgentTest(UnannouncedDocument):
	"""A question to an agent, and what its answer must say, cite and withstand."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		agent: DF.Link
		citations: DF.Literal["", "Cited", "Not Cited"]
		disabled: DF.Check
		expected_answer: DF.SmallText | None
		last_judgement: DF.Literal["", "Yes", "Partly", "No", "Unclear"]
		last_message: DF.SmallText | None
		last_run_at: DF.Datetime | None
		last_verdict: DF.Literal["", "Passed", "Failed", "Not Run"]
		missing: DF.Literal["", "Answered", "Says It Is Missing"]
		must_not_say: DF.SmallText | None
		must_say: DF.SmallText | None
		question: DF.SmallText
		search_as: DF.Link | None
		verification: DF.Literal["", "Confirmed", "Not Contradicted"]
	# end: auto-generated types

	def before_insert(self) -> None:
		forget_claimed(self)
		self.search_as = self.search_as or frappe.session.user
		expected.check_number(self)

	def validate(self) -> None:
		if not self.is_new():
			restore_stored(self)
		self.question = " ".join(cstr(self.question).split())[:QUESTION_CHARACTERS]
		if not any(character.isalnum() for character in self.question):
			frappe.throw(_("Write the question as somebody would ask it."))
		check_user(self)
		expected.check(self)
		before = self.get_doc_before_save()
		if before and any(cstr(before.get(field)) != cstr(self.get(field)) for field in expected.FIELDS):
			# What came of another test says nothing of this one.
			self.update({"last_verdict": "", "last_judgement": "", "last_message": None, "last_run_at": None})

	def on_trash(self) -> None:
		"""Its answers go with it."""
		forget_test(self.name)


@frappe.whitelist(methods=["POST"])
def ask_test(test: str) -> dict[str, Any]:
	"""Ask the question of a test now, as its user and at the caller's cost: ``verdict``, ``reasons``, ``judgement`` and the ``answer``."""
	return told.try_test(test)


@frappe.whitelist(methods=["POST"])
def get_answers(test: str) -> dict[str, Any]:
	"""The last ``answers`` to a test, newest first, for whoever may see it."""
	return {"answers": told.answers_of(test)}
