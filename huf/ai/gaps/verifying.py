"""A person's answer becomes knowledge: when somebody with the role verifies it, and as it was verified."""

import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import cstr, escape_html, now

from huf.ai.access.roles import is_manager
from huf.ai.access.scopes.sources import can_write_source
from huf.ai.access.words import is_stored
from huf.ai.gaps import DISMISSED, GAP_ANSWER, IS_KNOWLEDGE, VERIFIED
from huf.ai.gaps.proof import prove, queue_proofs
from huf.ai.knowledge.status import UNFINISHED
from huf.ai.site.settings import refuse_if_switched_off

TITLE_CHARACTERS = 140


def verify(gap: str) -> Document:
	"""Make the answer of a gap an input of its source, or bring the input up to date, as the session's user.

	Raises frappe.PermissionError for whoever lacks the role or may not write the source, frappe.ValidationError when there
	is no answer or no source, and frappe.UniqueValidationError when the source holds this very text already.
	"""
	refuse_if_switched_off()
	doc = managed_gap(gap, for_update=True)
	if not cstr(doc.answer).strip():
		frappe.throw(_("There is no answer to verify. Write one and save it."))
	if not doc.knowledge_source:
		frappe.throw(_("Choose the knowledge source that the answer goes into, and save."))
	if not can_write_source(doc.knowledge_source):
		frappe.throw(
			_("You may not add to the knowledge source {0}. Choose another one.").format(
				escape_html(doc.knowledge_source)
			),
			frappe.PermissionError,
		)
	doc.knowledge_input = _input_of(doc)
	values = {
		"status": VERIFIED,
		"knowledge_input": doc.knowledge_input,
		"verified_by": frappe.session.user,
		"verified_at": now(),
		"proof_rank": 0,
		"proof_at": None,
		"proof_note": None,
	}
	doc.db_set(values, notify=True)
	# An input that was as it is now is not indexed again.
	frappe.db.after_commit.add(queue_proofs)
	return doc


def ask_again(gap: str) -> Document:
	"""Ask the question of a verified gap again, at once if its answer is indexed."""
	doc = managed_gap(gap)
	if doc.status not in IS_KNOWLEDGE or not doc.knowledge_input:
		frappe.throw(_("The answer of this gap was not verified yet. Verify it first."))
	if frappe.db.get_value("Knowledge Input", doc.knowledge_input, "status") in UNFINISHED:
		doc.db_set({"status": VERIFIED, "proof_rank": 0, "proof_at": None, "proof_note": None}, notify=True)
		queue_proofs()
	else:
		prove(doc.name)
	doc.reload()
	return doc


def dismiss(gap: str) -> Document:
	"""Close a gap that needs no answer. It stays closed however often it is asked, until somebody writes an answer."""
	doc = managed_gap(gap)
	if doc.knowledge_input:
		frappe.throw(
			_("The answer of this gap is knowledge. Delete its input first, if it must not be found.")
		)
	doc.db_set("status", DISMISSED, notify=True)
	return doc


def managed_gap(name: str, *, for_update: bool = False) -> Document:
	"""The gap, for whoever looks after knowledge and may write it; others do not learn whether it exists."""
	if (
		not is_manager()
		or not is_stored("Knowledge Gap", name)
		or not frappe.has_permission("Knowledge Gap", "write", doc=name)
	):
		frappe.throw(_("There is no gap of this name that you may verify."), frappe.PermissionError)
	return frappe.get_doc("Knowledge Gap", name, for_update=for_update)


def _input_of(doc: Document) -> str:
	"""Name of the input that holds the answer as it stands; made or saved as anybody would, with every check."""
	if doc.knowledge_input and is_stored("Knowledge Input", doc.knowledge_input):
		made = frappe.get_doc("Knowledge Input", doc.knowledge_input)
		made.disabled = 0
	else:
		made = frappe.new_doc("Knowledge Input")
		made.update({"knowledge_source": doc.knowledge_source, "input_type": GAP_ANSWER})
	made.update({"title": doc.question[:TITLE_CHARACTERS], "text": f"{doc.question}\n\n{doc.answer}"})
	made.flags.by_verification = True
	return cstr(made.save().name)
