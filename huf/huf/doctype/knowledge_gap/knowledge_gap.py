import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import cstr, escape_html

from huf.ai import gaps
from huf.ai.gaps import noting, verifying
from huf.ai.site.database.derived_fields import forget_claimed, restore_stored
from huf.ai.access.scopes.sources import can_read_source


class KnowledgeGap(Document):
	"""A question that knowledge did not answer."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		agent: DF.Link | None
		answer: DF.Code | None
		answered_by: DF.Data | None
		fingerprint: DF.Data | None
		first_asked_at: DF.Datetime | None
		knowledge_input: DF.Data | None
		knowledge_source: DF.Link | None
		last_asked_at: DF.Datetime | None
		proof_at: DF.Datetime | None
		proof_note: DF.SmallText | None
		proof_rank: DF.Int
		question: DF.SmallText
		questions: DF.Code | None
		reason: DF.Literal["", "No Hit", "Not Found", "Thumbs Down"]
		status: DF.Literal["Open", "Answered", "Verified", "Proven", "Not Found Again", "Dismissed"]
		times_asked: DF.Int
		verified_at: DF.Datetime | None
		verified_by: DF.Data | None
	# end: auto-generated types

	def before_insert(self) -> None:
		forget_claimed(self)

	def validate(self) -> None:
		if self.is_new():
			self.question = " ".join(cstr(self.question).split())[: noting.QUESTION_CHARACTERS]
			self.fingerprint = noting.gap_fingerprint(self.question, "")
		else:
			restore_stored(self)
		self._check_source()
		before = self.get_doc_before_save()
		if cstr(self.answer) != cstr(before.answer if before else ""):
			self._take_answer()

	def show_unique_validation_message(self, e: Exception) -> None:
		"""Frappe calls this when the database refused a row: there is a gap for this question."""
		frappe.msgprint(
			_("This question is a knowledge gap already. Look for it in the list."),
			title=_("Already There"),
			raise_exception=frappe.UniqueValidationError,
		)

	def _check_source(self) -> None:
		before = self.get_doc_before_save()
		if cstr(self.knowledge_source) == cstr(before.knowledge_source if before else ""):
			return
		if self.knowledge_input:
			frappe.throw(
				_("The answer is in {0} already. Delete its input there first.").format(
					escape_html(cstr(before.knowledge_source if before else ""))
				)
			)
		if self.knowledge_source and not can_read_source(self.knowledge_source):
			frappe.throw(
				_("You may not read the knowledge source {0}.").format(escape_html(self.knowledge_source)),
				frappe.PermissionError,
			)

	def _take_answer(self) -> None:
		"""A new answer is nobody's verified one. What was verified before stays knowledge until this one is."""
		is_empty = not cstr(self.answer).strip()
		if is_empty and self.knowledge_input:
			frappe.throw(_("The answer is knowledge. Write another one, or delete its input first."))
		self.update(
			{
				"status": gaps.OPEN if is_empty else gaps.ANSWERED,
				"answered_by": None if is_empty else frappe.session.user,
				"verified_by": None,
				"verified_at": None,
				"proof_rank": 0,
				"proof_at": None,
				"proof_note": None,
			}
		)


@frappe.whitelist(methods=["POST"])
def verify_gap(gap: str) -> dict[str, str]:
	"""Verify the answer of a gap: it becomes an input of the gap's source and is indexed at once."""
	doc = verifying.verify(gap)
	return {"status": doc.status, "knowledge_input": doc.knowledge_input}


@frappe.whitelist(methods=["POST"])
def ask_gap_again(gap: str) -> dict[str, str | int]:
	"""Ask the question of a verified gap again; ``status`` says whether its answer was found, ``proof_rank`` where."""
	doc = verifying.ask_again(gap)
	return {"status": doc.status, "proof_rank": doc.proof_rank, "proof_note": doc.proof_note or ""}


@frappe.whitelist(methods=["POST"])
def dismiss_gap(gap: str) -> dict[str, str]:
	"""Close a gap that needs no answer."""
	return {"status": verifying.dismiss(gap).status}
