"""Plain questions for what is still to be paid, answered from a DocType of the site itself."""

from typing import Any

import frappe

from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.plain_questions import ask
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase

READER, CHIEF = "huf-open-reader@example.com", "huf-open-chief@example.com"
FEE, ROLE, CHIEF_ROLE = "Huf Open Fee", "Huf Open Reader", "Huf Open Chief"
LABEL = "Still To Come"
IN_GERMAN = {LABEL: "Offener Betrag", "Unpaid": "Unbezahlt"}


class TestOpenAmounts(CommittingTestCase):
	"""Fees with what was charged, what is left of it, and an open amount that not everybody sees."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		_drop()
		make.make_role(ROLE)
		make.make_role(CHIEF_ROLE)
		make.make_user(READER, "Knowledge User", ROLE)
		make.make_user(CHIEF, "Knowledge User", ROLE, CHIEF_ROLE)
		_make_doctype()
		for number, (status, total, left) in enumerate(
			[("Unpaid", 100, 40), ("Unpaid", 200, 200), ("Paid", 1000, 0)]
		):
			values = {"status": status, "total": total, "left_over": left, "outstanding_amount": 7}
			frappe.get_doc({"doctype": FEE, "__newname": f"FEE-{number}", **values}).insert()
		for text, german in IN_GERMAN.items():
			values = {"language": "de", "source_text": text, "translated_text": german}
			frappe.get_doc({"doctype": "Translation", **values}).insert()
		frappe.db.commit()

	@classmethod
	def tearDownClass(cls) -> None:
		frappe.set_user("Administrator")
		frappe.db.delete("Translation", {"source_text": ["in", [*IN_GERMAN]], "language": "de"})
		_drop()
		frappe.db.commit()
		frappe.clear_cache()
		super().tearDownClass()

	def total(self, question: str, user: str = READER) -> tuple[float, str]:
		"""The number that answers a question, and the sentence that it is said in."""
		told = ask(question, user, run_query)
		self.assertEqual((told["kind"], told.get("shape")), ("list", "number"), question)
		(total,) = [one for one in told["answer"]["totals"] if one["key"] != "count"]
		return total["value"], total["words"]

	def test_the_field_whose_label_says_it_is_added_up(self) -> None:
		"""By the translation of its label; the answer names the field, and a field that nobody sees is not meant."""
		for question in (
			"total of unpaid huf open fees",
			"Summe der unbezahlten Huf Open Fees",
			"how much are the unpaid huf open fees worth",
			"Offener Betrag aller Huf Open Fees",
		):
			for user in (READER, CHIEF):
				value, words = self.total(question, user)
				self.assertEqual(value, 240, question)
				self.assertIn(LABEL, words, question)

	def test_all_else_is_of_the_amount(self) -> None:
		"""Where nothing open is asked for, the amount is added up as before."""
		value, words = self.total("total of paid huf open fees")
		self.assertEqual(value, 1000)
		self.assertIn("Total", words)
		self.assertEqual(self.total("total of huf open fees")[0], 1300)


def _make_doctype() -> None:
	fields: list[dict[str, Any]] = [
		{"fieldname": "status", "fieldtype": "Select", "label": "Status", "options": "Unpaid\nPaid"},
		{"fieldname": "total", "fieldtype": "Currency", "label": "Total"},
		{"fieldname": "left_over", "fieldtype": "Currency", "label": LABEL},
		{
			"fieldname": "outstanding_amount",
			"fieldtype": "Currency",
			"label": "Outstanding Amount",
			"permlevel": 1,
		},
	]
	rights = [{"role": role, "read": 1, "report": 1} for role in (ROLE, CHIEF_ROLE)]
	rights += [{"role": CHIEF_ROLE, "read": 1, "permlevel": 1}]
	rights += [{"role": "System Manager", "read": 1, "write": 1, "create": 1, "delete": 1}]
	frappe.get_doc(
		{"doctype": "DocType", "name": FEE, "module": "Huf", "custom": 1, "autoname": "prompt"}
		| {"fields": fields, "permissions": rights}
	).insert()


def _drop() -> None:
	if frappe.db.exists("DocType", FEE):
		frappe.delete_doc("DocType", FEE, force=True)
	frappe.db.sql_ddl(f"drop table if exists `tab{FEE}`")
