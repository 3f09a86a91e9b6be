"""What a Knowledge Test expects: checked when it is saved, and read when it is asked."""

from typing import TYPE_CHECKING

import frappe
from frappe import _
from frappe.utils import cint, cstr

from huf.ai.access.records.inputs import readable_inputs
from huf.ai.access.roles import is_manager
from huf.ai.access.words import is_same_user, is_storable, is_system_manager
from huf.ai.knowledge.search_as_user import checked_user
from huf.ai.quality import TEST
from huf.local.quality.expectations import Expectation

if TYPE_CHECKING:
	from frappe.model.document import Document

FIELDS = (
	"question",
	"knowledge_source",
	"expectation",
	"knowledge_input",
	"page",
	"passage",
	"value",
	"search_as",
)
"""Fields that make a test another one."""
QUESTION_CHARACTERS = 500
PASSAGE_CHARACTERS = 300
"""More than a sentence or two is cut apart by other chunk sizes, and would be found by no index that has them."""
MOST_TESTS = 2_000
"""Of one user in one source; of who only uses knowledge :data:`MOST_OF_USER`. A run asks each, and a build waits for that."""
MOST_OF_USER = 200


def check(test: "Document") -> None:
	"""Refuse a test that says nothing or names what its author may not; fill in the record that its input stems from."""
	test.value, test.passage = cstr(test.value).strip(), cstr(test.passage).strip()
	if len(test.passage) > PASSAGE_CHARACTERS:
		frappe.throw(
			_("Give at most {0} characters of a passage: other chunk sizes cut longer ones apart.").format(
				PASSAGE_CHARACTERS
			)
		)
	if test.expectation != "Must Say":
		test.value = ""
	elif not any(character.isalnum() for character in test.value):
		frappe.throw(_("Write the value that a passage must say, such as 42 days."))
	if not test.knowledge_input:
		test.page = 0
	test.page = max(0, cint(test.page))
	_follow_input(test)
	if test.expectation != "Must Say" and not (test.knowledge_input or test.passage):
		frappe.throw(_("Choose the input that is meant, or give words of the passage."))


def check_number(test: "Document") -> None:
	"""Refuse more tests of one user than a run can ask."""
	most = MOST_TESTS if is_manager() else MOST_OF_USER
	owned = {"owner": frappe.session.user, "knowledge_source": cstr(test.knowledge_source)}
	if frappe.db.count(TEST, owned) >= most:
		frappe.throw(
			_("You have {0} tests of this source already. Delete those that no longer matter.").format(most)
		)


def check_user(test: "Document") -> None:
	"""Whose rights count is the word of somebody who may search as them: set and check ``search_as``."""
	me, before = frappe.session.user, test.get_doc_before_save()
	test.search_as = test.search_as or me
	if is_same_user(me, test.search_as):
		return
	if before and is_same_user(before.search_as, test.search_as):
		return
	if not is_system_manager(me):
		frappe.throw(_("Only a System Manager may search as another user."), frappe.PermissionError)
	test.search_as = checked_user(test.search_as)


def _follow_input(test: "Document") -> None:
	test.reference_doctype = test.reference_name = None
	if not test.knowledge_input:
		return
	row = (
		frappe.db.get_value(
			"Knowledge Input",
			{"name": test.knowledge_input, "knowledge_source": test.knowledge_source},
			["name", "reference_doctype", "reference_name"],
			as_dict=True,
		)
		if is_storable(test.knowledge_input)
		else None
	)
	me = frappe.session.user
	# Whoever may search as anybody may say that somebody must not find what they do not read themselves.
	if not row or not (is_system_manager(me) or readable_inputs([row.name], me)):
		frappe.throw(_("This source has no input of this name that you may read."), frappe.PermissionError)
	test.reference_doctype, test.reference_name = row.reference_doctype, row.reference_name


def read(test: "frappe._dict") -> Expectation:
	"""What a test expects, of the inputs that there are now: its own, and those of the same record."""
	inputs: set[str] = set()
	if test.knowledge_input:
		inputs = set(
			frappe.db.sql_list(
				"""select name from `tabKnowledge Input` where knowledge_source = %s and disabled = 0 and (name = %s
				or (reference_doctype = %s and reference_name = %s))""",
				(
					test.knowledge_source,
					test.knowledge_input,
					cstr(test.reference_doctype) or None,
					cstr(test.reference_name) or None,
				),
			)
		)
	return Expectation(
		test.expectation,
		frozenset(inputs),
		cint(test.page),
		cstr(test.passage),
		cstr(test.value),
		is_lost=bool(test.knowledge_input) and not inputs,
	)
