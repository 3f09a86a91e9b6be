from typing import Any

import frappe
from frappe import _
from frappe.model.document import Document

from huf.ai.learning import deciding


class KnowledgeGlossaryProposal(Document):
	"""Two words that may mean the same to the company, proposed to one user; written by the server."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		both_ways: DF.Check
		case_sensitive: DF.Check
		decided_at: DF.Datetime | None
		decided_by: DF.Link | None
		expansion: DF.Data | None
		for_user: DF.Link | None
		knowledge_source: DF.Link | None
		mended: DF.Int
		origin: DF.Literal["Renamed", "Translated", "Abbreviated", "Reworded", "Associated"]
		pair: DF.Data | None
		questions: DF.LongText | None
		status: DF.Literal["Open", "Accepted", "Refused"]
		support: DF.Int
		term: DF.Data | None
	# end: auto-generated types

	def validate(self) -> None:
		if not self.is_new():
			_refuse()

	def before_rename(self, *names: object, **values: object) -> None:
		_refuse()

	def on_trash(self) -> None:
		# Frappe keeps what is deleted, for those who may restore it. Not what one user alone may read.
		self.term = self.expansion = self.questions = None


@frappe.whitelist(methods=["POST"])
def learn_words(knowledge_source: str) -> dict[str, bool]:
	"""Look for words for the glossary of a source, in a job and with the rights of the caller; ``queued`` is false if that is under way."""
	return {"queued": deciding.learn_from(knowledge_source)}


@frappe.whitelist(methods=["GET", "POST"])
def get_proposal_questions(proposal: str) -> dict[str, Any]:
	"""The ``questions`` that a proposal mends or moves, as far as the caller may see them, and how many are ``hidden``."""
	return deciding.questions_told(proposal)


@frappe.whitelist(methods=["POST"])
def accept_proposal(proposal: str) -> dict[str, str]:
	"""Put a proposal into the ``glossary`` of its source."""
	return {"glossary": deciding.accept(proposal)}


@frappe.whitelist(methods=["POST"])
def refuse_proposal(proposal: str) -> None:
	"""Never propose these words for the source again."""
	deciding.refuse(proposal)


def _refuse() -> None:
	frappe.throw(
		_("A proposal is not changed. Accept or refuse it, and change the entry in the Knowledge Glossary."),
		frappe.PermissionError,
	)
