"""Plain questions about one item of documents: the numbers of its rows, as far as everybody sees them."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.plain_questions import ask, vocabulary
from huf.ai.queries.plain_questions.known_doctypes import Known
from huf.engine.questions.vocabulary import Total
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase

READER = "huf-plain-rows@example.com"
SALE, ROW, THING = "Huf Plain Sale", "Huf Plain Sale Row", "Huf Plain Thing"
ROLE = "Huf Plain Seller"


class TestNumbersOfRows(CommittingTestCase):
	"""Two documents with two things each; what a row cost is for others."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		_drop()
		make.make_role(ROLE)
		make.make_user(READER, "Knowledge User", ROLE)
		_make(THING, [_field("colour", "Data")], autoname="prompt")
		row = [
			_field("item_code", "Link", options=THING),
			_field("net", "Currency"),
			_field("pieces", "Float"),
			_field("cost", "Currency", permlevel=1),
		]
		_make(ROW, row, istable=1)
		sale = [_field("total", "Currency"), _field("items", "Table", options=ROW)]
		_make(SALE, sale, autoname="prompt")
		for name in ("THG-1", "THG-2"):
			frappe.get_doc({"doctype": THING, "__newname": name}).insert()
		for name, first, second in (("S-1", 10, 500), ("S-2", 20, 700)):
			rows = [
				{"item_code": "THG-1", "net": first, "pieces": 2, "cost": 1},
				{"item_code": "THG-2", "net": second, "pieces": 1, "cost": 1},
			]
			frappe.get_doc(
				{"doctype": SALE, "__newname": name, "total": first + second, "items": rows}
			).insert()
		frappe.db.commit()

	@classmethod
	def tearDownClass(cls) -> None:
		frappe.set_user("Administrator")
		_drop()
		frappe.db.commit()
		frappe.clear_cache()
		super().tearDownClass()

	def answered(self, question: str, total: Total) -> Any:
		"""What the reader is answered when revenue is this number."""
		vocabulary._kept.clear()
		self.addCleanup(vocabulary._kept.clear)
		known = {**vocabulary.KNOWN, SALE: Known(totals={"sales": total})}
		with patch.object(vocabulary, "KNOWN", known), self.acting_as(READER):
			return ask(question, READER, run_query)

	def test_of_one_item(self) -> None:
		"""Not the totals of the documents that it stands on, but its rows; of all things, the totals."""
		total = Total("total", of_rows="items.net", quantity_of_rows="items.pieces")
		for question, number in (
			("revenue of THG-1", 30),
			("how many THG-1 did we sell", 4),
			("revenue", 1230),
		):
			answer = self.answered(question, total)
			self.assertEqual(answer["kind"], "list", (question, answer))
			self.assertEqual(answer["answer"]["totals"][-1]["value"], number, question)
		by_thing = self.answered("revenue by huf plain thing", total)["answer"]
		self.assertEqual(
			{row["items.item_code"]: row["sum(items.net)"] for row in by_thing["rows"]},
			{"THG-1": 30, "THG-2": 1200},
		)

	def test_what_not_everybody_sees_of_a_row(self) -> None:
		"""A column at another level, and one that is not there, make no number, nor does that of the document."""
		for path in ("items.cost", "items.nothing", "nothing.cost", ""):
			answer = self.answered("revenue of THG-1", Total("total", of_rows=path, quantity_of_rows=path))
			self.assertNotEqual(answer["kind"], "list", (path, answer))


def _drop() -> None:
	for name in (SALE, ROW, THING):
		if frappe.db.exists("DocType", name):
			frappe.delete_doc("DocType", name, force=True)
		frappe.db.sql_ddl(f"drop table if exists `tab{name}`")


def _field(fieldname: str, fieldtype: str, **values: Any) -> dict[str, Any]:
	return {"fieldname": fieldname, "fieldtype": fieldtype, "label": fieldname.title(), **values}


def _make(name: str, fields: list[dict[str, Any]], **values: Any) -> None:
	rights = [
		{"role": role, "read": 1, "write": 1, "create": 1, "delete": 1} for role in ("System Manager", ROLE)
	]
	frappe.get_doc(
		{
			**{"doctype": "DocType", "name": name, "module": "Huf", "custom": 1},
			**{"fields": fields, "permissions": [] if values.get("istable") else rights, **values},
		}
	).insert()
