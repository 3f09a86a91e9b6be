from typing import Any

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.access.scopes.resolver import may_test
from huf.ai.quality import expected
from huf.ai.quality.trying import try_test
from huf.ai.site.database.derived_fields import forget_claimed, restore_stored


class KnowledgeTest(UnannouncedDocument):
	"""A question, and what a search of its source must find, say or not find."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		disabled: DF.Check
		expectation: DF.Literal["Must Find", "Must Say", "Must Not Find"]
		knowledge_input: DF.Link | None
		knowledge_source: DF.Link
		last_message: DF.SmallText | None
		last_place: DF.Int
		last_run_at: DF.Datetime | None
		last_verdict: DF.Literal["", "Passed", "Failed", "Not Run"]
		page: DF.Int
		passage: DF.SmallText | None
		question: DF.SmallText
		reference_doctype: DF.Link | None
		reference_name: DF.Data | None
		search_as: DF.Link | None
		value: DF.Data | None
	# end: auto-generated types

	def before_insert(self) -> None:
		forget_claimed(self)
		self.search_as = self.search_as or frappe.session.user
		expected.check_number(self)

	def validate(self) -> None:
		if not self.is_new():
			restore_stored(self)
		self.question = " ".join(cstr(self.question).split())[: expected.QUESTION_CHARACTERS]
		if not any(character.isalnum() for character in self.question):
			frappe.throw(_("Write the question as somebody would ask it."))
		expected.check_user(self)
		if not may_test(self.knowledge_source):
			frappe.throw(
				_("There is no knowledge source of this name that you may use like this."),
				frappe.PermissionError,
			)
		expected.check(self)
		before = self.get_doc_before_save()
		if before and any(cstr(before.get(field)) != cstr(self.get(field)) for field in expected.FIELDS):
			# What came of another test says nothing of this one.
			self.update({"last_verdict": "", "last_place": 0, "last_message": None, "last_run_at": None})


@frappe.whitelist(methods=["POST"])
def run_test(test: str) -> dict[str, Any]:
	"""Ask the question of a test now; ``verdict``, ``place``, ``message`` and the first ``found``, as far as the caller may read them."""
	return try_test(test)
