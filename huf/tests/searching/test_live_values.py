"""Live values: what hits say of their records at the moment of the search, whatever the index holds, and to whom."""

import unittest
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.access.scopes.agent_sources import AgentSource
from huf.ai.knowledge import indexer
from huf.ai.knowledge.context_builder import mandatory_context, request_of
from huf.ai.knowledge.records.live import LiveFields
from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching import filtering
from huf.ai.knowledge.searching.live_values import said_now
from huf.ai.knowledge.searching.reading_on import read_as
from huf.ai.runs.following.view import views_of
from huf.ai.runs.keeping.rows import UsedChunk
from huf.ai.runs.keeping.rows import _row as row_of_chunk
from huf.engine.prompt.citations import CitationLedger
from huf.engine.prompt.context import heading_of
from huf.engine.request import Request
from huf.engine.types import Hit
from huf.tests import factories as make
from huf.tests import site_records as records
from huf.tests.record_doctypes import _field
from huf.tests.selection_site import SelectionTestCase

BILL, CRATE, SECRET_ROLE = "Huf Test Bill", "Huf Test Crate", "Huf Test Bill Boss"
READER, BOSS, STRANGER = (
	"huf-live-reader@example.com",
	"huf-live-boss@example.com",
	"huf-live-stranger@example.com",
)
ITEM_ROLE, BUYER = "Huf Test Storekeeper", "huf-live-buyer@example.com"


def make_doctype(name: str, fields: list[dict[str, Any]], role: str, **values: Any) -> None:
	"""A DocType that only this role reads; Administrator may do everything anyway."""
	frappe.get_doc(
		{
			"doctype": "DocType",
			"name": name,
			"module": "Custom",
			"custom": 1,
			"fields": fields,
			"permissions": [
				{"role": role, "read": 1},
				*({"role": SECRET_ROLE, "permlevel": level, "read": 1} for level in (0, 1)),
			],
			**values,
		}
	).insert()


def drop_doctype(name: str) -> None:
	frappe.delete_doc("DocType", name, force=True)
	frappe.db.sql_ddl(f"drop table if exists `tab{name}`")


class LiveValuesCase(SelectionTestCase):
	"""Searches of one source."""

	def index(self, source: Any) -> None:
		"""Compare and build, as the jobs do."""
		self.sync(source)
		indexer.update_source(source.artifact_id)

	def hits(self, source: Any, query: str, user: str = "Administrator") -> dict[str, Hit]:
		"""What a user finds, by the name of the record."""
		found = search_as(Request(query, (source.name,), 20, principal=user))
		return {str(hit.metadata["reference_name"]): hit for hit in found.hits}


class BillCase(LiveValuesCase):
	"""A DocType with what ERPNext's invoices have, and fields that not everybody sees."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		make.make_role(SECRET_ROLE)
		make.make_role("Huf Test Bill Reader")
		make_doctype(
			BILL,
			[
				_field("title", "Data"),
				_field("status", "Select", options="Unpaid\nPaid\nOverdue"),
				_field("currency", "Link", options="Currency"),
				_field("outstanding_amount", "Currency", "Outstanding Amount", options="currency"),
				_field(
					"unallocated_amount", "Currency", "Unallocated Amount", options="currency", permlevel=1
				),
				_field("per_billed", "Percent", "Billed", hidden=1),
				_field("projected_qty", "Float", "Projected"),
				_field("posting_date", "Date"),
				_field("stage", "Link", "Stage", options="Workflow State", hidden=1),
			],
			"Huf Test Bill Reader",
			is_submittable=1,
			title_field="title",
			autoname="prompt",
		)
		cls.addClassCleanup(drop_doctype, BILL)
		make.make_user(READER, "Knowledge User", "Huf Test Bill Reader")
		make.make_user(BOSS, "Knowledge User", "Huf Test Bill Reader", SECRET_ROLE)
		make.make_user(STRANGER, "Knowledge User")
		frappe.db.commit()

	def setUp(self) -> None:
		super().setUp()
		frappe.db.delete(BILL)
		frappe.db.delete("File", {"attached_to_doctype": BILL})
		self.bill = frappe.get_doc(
			{
				"doctype": BILL,
				"name": "BILL-1",
				"title": "Wombat Waterworks",
				"Status": "Unpaid",
				"currency": "EUR",
				"outstanding_amount": 1200,
				"unallocated_amount": 777,
				"per_billed": 40,
				"docstatus": 1,
			}
		).insert()
		self.bills = self.source({"document_type": BILL})
		self.index(self.bills)

	def change(self, **values: Any) -> None:
		"""As ERPNext does it: nothing of the record tells that it was changed."""
		frappe.db.set_value(BILL, "BILL-1", values, update_modified=False)

	def workflow(self, field: str) -> AbstractContextManager[object]:
		"""Let the DocType have an active Workflow that keeps its states in this field."""
		stack = ExitStack()
		stack.enter_context(
			patch(
				"huf.ai.knowledge.records.live.get_workflow_name",
				lambda doctype: doctype == BILL and "Huf Test Flow",
			)
		)
		plain = frappe.get_cached_value
		stack.enter_context(
			patch.object(
				frappe,
				"get_cached_value",
				lambda doctype, *names: field if doctype == "Workflow" else plain(doctype, *names),
			)
		)
		return stack


class TestLiveValues(BillCase):
	"""What hits say."""

	def now(self, user: str = "Administrator") -> dict[str, str]:
		return self.hits(self.bills, "wombat", user)["BILL-1"].metadata["now"]

	def test_said_now(self) -> None:
		"""What SQL changed a moment ago stands in the next hit, which is stale; the text is still the one that was indexed."""
		hit = self.hits(self.bills, "wombat")["BILL-1"]
		self.assertEqual(
			hit.metadata["now"],
			{"Status": "Unpaid", "Outstanding Amount": "EUR 1,200.00", "Projected": "0"},
		)
		self.assertFalse(hit.metadata["stale"])
		self.assertNotIn("record_state", hit.metadata)
		self.change(status="Overdue", outstanding_amount=300.5)
		hit = self.hits(self.bills, "wombat")["BILL-1"]
		self.assertIn("1,200.00", hit.text)
		self.assertEqual(hit.metadata["now"]["Status"], "Overdue")
		self.assertEqual(hit.metadata["now"]["Outstanding Amount"], "EUR 300.50")
		self.assertTrue(hit.metadata["stale"])
		self.assertIn("· now: Overdue, Outstanding Amount EUR 300.50", heading_of(hit))
		self.change(status="Paid", outstanding_amount=0)
		self.assertEqual(self.now()["Outstanding Amount"], "EUR 0.00")

	def test_one_comparison_reads_it_again(self) -> None:
		"""The comparison of everything finds what has no new ``modified``; the text says it then, and the hit is stale no more."""
		before = self.inputs(self.bills)[0].record_state
		self.change(outstanding_amount=300.5)
		self.compare_all(self.bills)
		row = self.inputs(self.bills)[0]
		self.assertEqual(row.status, "Pending")
		self.assertNotEqual(row.record_state, before)
		indexer.update_source(self.bills.artifact_id)
		hit = self.hits(self.bills, "wombat")["BILL-1"]
		self.assertIn("300.5", hit.text)
		self.assertFalse(hit.metadata["stale"])
		wanted = self.wanted(self.bills)
		self.compare_all(self.bills)
		self.assertEqual(self.wanted(self.bills), wanted, "nothing was changed")

	def test_what_not_everybody_sees(self) -> None:
		"""No field above level 0 whoever asks, none that the form hides but states, and no masked one."""
		for user in (READER, BOSS, "Administrator"):
			with self.subTest(user=user):
				self.assertEqual(set(self.now(user)), {"Status", "Outstanding Amount", "Projected"})
		meta = frappe.get_meta(BILL)
		with patch.object(meta.get_field("outstanding_amount"), "mask", 1, create=True):
			names = [field.fieldname for field in LiveFields.of(meta).fields]
		self.assertEqual(names, ["status", "projected_qty"])
		self.assertEqual(self.hits(self.bills, "wombat", STRANGER), {})

	def test_states_in_words(self) -> None:
		"""A draft and a cancelled record say so; what is in force says what it is called; a Workflow's state comes first."""
		self.change(docstatus=0, status="", outstanding_amount=0)
		self.assertEqual(self.now(), {"Document Status": "Draft"})
		self.change(docstatus=1)
		self.assertEqual(self.now()["Document Status"], "Submitted")
		live = LiveFields.of(frappe.get_meta(BILL))
		row = {"docstatus": 2, "status": "Paid"}
		self.assertEqual(live.now(row), {"Document Status": "Cancelled", "Status": "Paid"})
		with self.workflow("stage"):
			live = LiveFields.of(frappe.get_meta(BILL))
			row = {"docstatus": 1, "status": "Paid", "stage": "Approved"}
			self.assertEqual(list(live.now(row).items()), [("Stage", "Approved"), ("Status", "Paid")])
			self.assertNotEqual(live.fingerprint(row), live.fingerprint({**row, "stage": "Rejected"}))

	def test_a_file_tells_nothing_of_its_record(self) -> None:
		"""The hit of an attachment has no values of the record, whoever reads it; who may not read the record finds none."""
		make.make_file("A wombat leaflet.", "wombat.txt", attached_to_doctype=BILL, attached_to_name="BILL-1")
		frappe.db.set_value("File", {"attached_to_name": "BILL-1"}, "is_private", 0)
		self.index(self.bills)
		for user, expected in ((STRANGER, 0), (READER, 1), ("Administrator", 1)):
			found = search_as(Request("wombat leaflet", (self.bills.name,), 20, principal=user)).hits
			files = [hit for hit in found if hit.metadata["input_type"] == "File"]
			with self.subTest(user=user):
				self.assertEqual([hit.metadata.get("now", "none") for hit in files], ["none"] * expected)

	def test_the_same_on_every_road(self) -> None:
		"""Reading on has the values of now as a search has, and so has the block of an agent; its row keeps none of them."""
		self.change(status="Overdue")
		hit = self.hits(self.bills, "wombat", READER)["BILL-1"]
		self.assertEqual(read_as(READER, hit.citation_id).hit.metadata["now"]["Status"], "Overdue")
		row = AgentSource(self.bills.name, "Mandatory", 0, 5, 2000, "")
		found = search_as(replace(request_of(row, "wombat", 5), principal=READER))
		block = mandatory_context([(row, found)], total_tokens=500, most_chunks=5, ledger=CitationLedger())
		self.assertIn("· now: Overdue, Outstanding Amount EUR 1,200.00", block.context.text)
		used = UsedChunk(1, found.hits[0], found.hits[0].text, True, True)
		self.assertNotIn("Overdue", str(row_of_chunk(used)))

	def test_citations_of_a_run(self) -> None:
		"""A run is read with what its records say now, by whoever may read them now; whoever may not sees the run without that."""
		row = self.inputs(self.bills)[0]
		run = frappe.get_doc(
			{
				"doctype": "Agent Run",
				"name": "not stored",
				"chunks": [
					{
						"citation_number": 1,
						"title": "Bill",
						"knowledge_input": row.name,
						"excerpt": "Unpaid.",
					},
					{"citation_number": 2, "title": "Gone", "knowledge_input": "no such input"},
				],
			}
		)
		self.change(status="Overdue")
		said = "Overdue, Outstanding Amount EUR 1,200.00, Projected 0"
		for user, now in ((READER, said), (STRANGER, ""), ("Guest", "")):
			(view,) = views_of([run], partial(said_now, user=user))
			with self.subTest(user=user):
				self.assertEqual([one["now"] for one in view["citations"]], [now, ""])
		frappe.db.delete(BILL)
		self.assertEqual(views_of([run], partial(said_now, user=READER))[0]["citations"][0]["now"], "")

	def test_one_statement_for_all(self) -> None:
		"""Hits of several DocTypes, with columns that differ in number and kind, are one statement about their records."""
		for number in range(2, 12):
			frappe.get_doc(
				{"doctype": BILL, "name": f"BILL-{number}", "title": f"Wombat {number}", "status": "Paid"}
			).insert()
		kinds = {"status": "Data", "stock_uom": "Data", "actual_qty": "Int", "reserved_qty": "Int"}
		kinds |= {"per_billed": "Percent", "per_delivered": "Percent", "projected_qty": "Float"}
		make_doctype(
			CRATE,
			[_field("title", "Data"), *(_field(name, kind) for name, kind in kinds.items())],
			"Huf Test Bill Reader",
			title_field="title",
			autoname="prompt",
		)
		self.addCleanup(drop_doctype, CRATE)
		values = {"status": "Packed", "stock_uom": "Box", "actual_qty": 3, "per_billed": 12.5}
		frappe.get_doc({"doctype": CRATE, "name": "CRATE-1", "title": "Wombat crate", **values}).insert()
		note = frappe.get_doc(
			{"doctype": "Note", "title": "Wombat note", "content": "No state at all."}
		).insert()
		self.addCleanup(note.delete)
		source = self.source(*({"document_type": doctype} for doctype in (BILL, CRATE, "Note")))
		self.index(source)
		plain, asked = frappe.db.sql, []

		def sql(query: Any, *arguments: Any, **options: Any) -> Any:
			asked.append(str(query))
			return plain(query, *arguments, **options)

		with patch.object(frappe.db, "sql", sql):
			hits = self.hits(source, "wombat")
		self.assertEqual(len(hits), 13)
		self.assertEqual(len([query for query in asked if "`outstanding_amount`" in query]), 1)
		self.assertEqual(
			hits["CRATE-1"].metadata["now"],
			{
				"Status": "Packed",
				"Per Delivered": "0%",
				"Per Billed": "12.5%",
				"Actual Qty": "3 Box",
				"Reserved Qty": "0 Box",
				"Projected Qty": "0 Box",
			},
		)
		self.assertEqual(
			hits["BILL-1"].metadata["now"],
			{"Status": "Unpaid", "Outstanding Amount": "EUR 1,200.00", "Projected": "0"},
		)
		self.assertNotIn("now", hits[note.name].metadata)
		self.assertEqual({hit.metadata["stale"] for hit in hits.values()}, {False})


class TestLiveFilters(BillCase):
	"""Filters over what SQL changes: what MariaDB has now decides, whatever the index says."""

	def setUp(self) -> None:
		super().setUp()
		for number, (status, date) in enumerate(
			(("Paid", "2026-01-31"), ("Overdue", "2026-02-01"), ("Unpaid", None)), start=2
		):
			frappe.get_doc(
				{
					"doctype": BILL,
					"name": f"BILL-{number}",
					"title": f"Wombat {number}",
					"status": status,
					"posting_date": date,
				}
			).insert()
		note = make.make_text(self.bills, "A wombat that is no bill.", title="Note")
		self.note = note.name
		self.index(self.bills)

	def found(self, filters: Any, user: str = "Administrator") -> set[str]:
		"""The numbers of the bills that are found, and ``note``."""
		request = Request(
			"wombat", (self.bills.name,), 20, principal=user, filters=filtering.read_filters(filters)
		)
		return {
			"note" if hit.input == self.note else str(hit.metadata["reference_name"]).removeprefix("BILL-")
			for hit in search_as(request).hits
		}

	def test_status(self) -> None:
		"""What SQL made Overdue is found as such at once, and no longer as what it was."""
		self.assertEqual(self.found("metadata.status = Overdue"), {"3"})
		self.change(status="Overdue")
		self.assertEqual(self.found("metadata.status = Overdue"), {"1", "3"})
		self.assertEqual(self.found({"metadata.status": ["Unpaid", "Paid"]}), {"2", "4"})
		self.assertEqual(self.found({"metadata.status": {"like": "*paid"}}), {"2", "4"})
		self.assertEqual(self.found({"metadata.status": {"like": "_paid"}}), set())

	def test_negative(self) -> None:
		"""What is not so, inputs that are no records included, as with every filter."""
		self.change(status="Overdue")
		self.assertEqual(self.found({"metadata.status": {"!=": "Overdue"}}), {"2", "4", "note"})
		self.assertEqual(self.found({"metadata.status": {"not in": ["Overdue", "Paid"]}}), {"4", "note"})
		self.change(status="")
		self.assertEqual(self.found({"metadata.status": {"is set": False}}), {"1", "note"})

	def test_document_status_and_workflow(self) -> None:
		"""Draft, Submitted and Cancelled in words or numbers; the state of the active Workflow, and none without one."""
		self.assertEqual(self.found("metadata.docstatus = submitted"), {"1"})
		self.assertEqual(self.found({"metadata.docstatus": 0}), {"2", "3", "4"})
		self.assertEqual(self.found({"metadata.docstatus": "1 or 1=1"}), set())
		self.change(stage="Approved")
		self.assertEqual(self.found("metadata.workflow_state = Approved"), set())
		with self.workflow("stage"):
			self.assertEqual(self.found("metadata.workflow_state = Approved"), {"1"})

	def test_the_date_of_a_document(self) -> None:
		"""Days and spans, both ends included; a record without a date has none."""
		key = "metadata.document_date"
		self.assertEqual(self.found({key: "2026-01-31"}), {"2"})
		self.assertEqual(self.found({key: {"from": "2026-01-31", "to": "2026-02-01"}}), {"2", "3"})
		self.assertEqual(self.found({key: {"between": ["2026-02-01", "2026-03-01"]}}), {"3"})
		self.assertEqual(self.found({key: {"<": "2026-02-01"}}), {"2"})
		self.assertEqual(self.found({key: {"is set": True}}), {"2", "3"})

	def test_together(self) -> None:
		"""All conditions hold, and those over a reference narrow what MariaDB is asked."""
		asked = {"reference_doctype": BILL, "metadata.status": "Overdue", "metadata.docstatus": 0}
		self.assertEqual(self.found(asked), {"3"})
		self.assertEqual(self.found({**asked, "reference_doctype": "ToDo"}), set())

	def test_who_may_not_read_them(self) -> None:
		"""Whoever may not read a DocType finds nothing by its states, and learns nothing: an odd value is the same for all."""
		self.assertEqual(self.found("metadata.status = Overdue", STRANGER), set())
		self.assertEqual(self.found({"metadata.status": {"!=": "Overdue"}}, STRANGER), {"note"})
		self.assertEqual(self.found("metadata.status = Overdue", READER), {"3"})
		self.assertEqual(self.found({"metadata.status": "x' or '1'='1"}, READER), set())

	def test_what_cannot_be_asked(self) -> None:
		"""An order of states is refused with a sentence; so is more than one search should carry."""
		with self.assertRaisesRegex(frappe.ValidationError, "does not know the operator"):
			self.found({"metadata.status": {">": "A"}})
		with (
			patch("huf.ai.knowledge.searching.live_filters.MOST_INPUTS", 2),
			self.assertRaisesRegex(frappe.ValidationError, "more than 2 records"),
		):
			self.found({"metadata.docstatus": 0})


class TestStockAndPrices(LiveValuesCase):
	"""Items, their stock and their prices, with rights of their own each."""

	@classmethod
	def setUpClass(cls) -> None:
		if frappe.db.exists("DocType", "Item"):
			raise unittest.SkipTest("This site has ERPNext: its own Items are not for tests.")
		super().setUpClass()
		for role in ("Huf Test Item Reader", ITEM_ROLE, SECRET_ROLE):
			make.make_role(role)
		make_doctype(
			"Item",
			[_field("item_name", "Data")],
			"Huf Test Item Reader",
			title_field="item_name",
			autoname="prompt",
		)
		make_doctype(
			"Bin",
			[
				_field("item_code", "Link", options="Item"),
				_field("warehouse", "Link", options=records.GROUP),
				_field("actual_qty", "Float", "Actual Qty"),
				_field("projected_qty", "Float", "Projected Qty"),
				_field("stock_uom", "Data"),
			],
			ITEM_ROLE,
		)
		prices = ("item_code", "price_list", "uom", "currency", "customer", "supplier")
		make_doctype(
			"Item Price",
			[
				*(_field(name, "Data") for name in prices),
				_field("price_list_rate", "Currency", options="currency"),
				_field("valid_from", "Date"),
				_field("valid_upto", "Date"),
			],
			ITEM_ROLE,
		)
		for name in ("Item Price", "Bin", "Item"):
			cls.addClassCleanup(drop_doctype, name)
		cls.addClassCleanup(frappe.db.commit)
		make.make_user(READER, "Knowledge User", "Huf Test Item Reader")
		make.make_user(BUYER, "Knowledge User", "Huf Test Item Reader", ITEM_ROLE)
		frappe.get_doc({"doctype": "Item", "name": "PUMP", "item_name": "Quokka pump"}).insert()
		for warehouse, actual, projected in (
			(records.NORTH, 5, 9),
			(records.SOUTH, 7.5, 7.5),
			(records.RARE, 0, 0),
		):
			frappe.get_doc(
				{
					"doctype": "Bin",
					"item_code": "PUMP",
					"warehouse": warehouse,
					"actual_qty": actual,
					"projected_qty": projected,
					"stock_uom": "Nos",
				}
			).insert()
		for values in (
			{"price_list": "Selling", "price_list_rate": 10, "valid_from": "2020-01-01"},
			{"price_list": "Selling", "price_list_rate": 12, "valid_from": "2021-01-01"},
			{"price_list": "Selling", "price_list_rate": 99, "valid_from": "2999-01-01"},
			{"price_list": "Old", "price_list_rate": 98, "valid_upto": "2020-01-01"},
			{"price_list": "Own", "price_list_rate": 97, "customer": "Acme"},
		):
			frappe.get_doc(
				{"doctype": "Item Price", "item_code": "PUMP", "currency": "EUR", "uom": "Nos", **values}
			).insert()
		frappe.db.commit()

	def setUp(self) -> None:
		super().setUp()
		self.items = self.source({"document_type": "Item"})
		self.index(self.items)

	def now(self, user: str) -> dict[str, str]:
		return self.hits(self.items, "quokka", user)["PUMP"].metadata.get("now", {})

	def test_what_is_in_stock_and_what_it_costs(self) -> None:
		"""The sum over the warehouses, and the price of today of each list that is for everybody."""
		told = {
			"Actual Qty": "12.5 Nos (2 × Warehouse)",
			"Projected Qty": "16.5 Nos",
			"Selling / Nos": "EUR 12.00",
		}
		for user in ("Administrator", BUYER):
			with self.subTest(user=user):
				self.assertEqual(self.now(user), told)

	def test_only_to_who_may_read_these(self) -> None:
		"""Who may read Items alone is told neither; who may see one warehouse is told of that one."""
		self.assertEqual(self.now(READER), {})
		permission = frappe.get_doc(
			{"doctype": "User Permission", "user": BUYER, "allow": records.GROUP, "for_value": records.SOUTH}
		).insert()
		frappe.db.commit()
		try:
			self.assertEqual(self.now(BUYER)["Actual Qty"], "7.5 Nos (1 × Warehouse)")
			self.assertNotIn("Projected Qty", self.now(BUYER))
		finally:
			permission.delete()
			frappe.db.commit()
			frappe.clear_cache(user=BUYER)

	def test_one_statement_for_both(self) -> None:
		"""Of the Item, its stock and its prices, with whatever restricts the user; a condition that fails takes nothing else with it."""
		asked: list[str] = []
		plain = frappe.db.sql

		def sql(query: Any, *arguments: Any, **options: Any) -> Any:
			asked.append(str(query))
			return plain(query, *arguments, **options)

		def reading() -> int:
			return sum("`tabBin`" in query or "`tabItem Price`" in query for query in asked)

		with patch.object(frappe.db, "sql", sql):
			both = self.now("Administrator")
		self.assertEqual(reading(), 1)
		self.assertEqual(sum("`tabItem`" in query and "`tabBin`" in query for query in asked), 1)
		hooks = {
			doctype: ["huf.tests.searching.test_live_values.of_all"] for doctype in ("Bin", "Item Price")
		}
		asked.clear()
		with (
			patch.object(
				frappe, "get_hooks", _hooks_with(frappe.get_hooks, hooks, "permission_query_conditions")
			),
			patch.object(frappe.db, "sql", sql),
		):
			self.assertEqual(self.now(BUYER), both)
		self.assertEqual(reading(), 1)
		hooks = {"Bin": ["huf.tests.searching.test_live_values.of_no_column"]}
		asked.clear()
		with (
			patch.object(
				frappe, "get_hooks", _hooks_with(frappe.get_hooks, hooks, "permission_query_conditions")
			),
			patch.object(frappe.db, "sql", sql),
		):
			self.assertEqual(self.now(BUYER), {"Selling / Nos": both["Selling / Nos"]})
		self.assertEqual(reading(), 3)

	def test_documents_that_are_asked_for_one_by_one(self) -> None:
		"""A hook on single documents could refuse any of them: nothing is told, and the hit is shown all the same."""
		with patch.object(frappe, "get_hooks", _hooks_with(frappe.get_hooks, {"Bin": ["frappe.ping"]})):
			self.assertEqual(set(self.now(BUYER)), {"Selling / Nos"})

	def test_a_field_that_is_not_for_all(self) -> None:
		"""The site lifts the price to another level: it is in no hit, Administrator's neither."""
		field = frappe.get_meta("Item Price").get_field("price_list_rate")
		with patch.object(field, "permlevel", 1):
			self.assertEqual(set(self.now(BUYER)), {"Actual Qty", "Projected Qty"})


def of_all(user: str) -> str:
	"""A condition that restricts nobody, with signs that a statement with bound values would take for such."""
	return "1=1 and '50%s' like '50%'"


def of_no_column(user: str) -> str:
	"""A condition that MariaDB refuses."""
	return "`tabBin`.`huf_no_such_column` = 1"


def _hooks_with(plain: Any, rules: dict[str, list[str]], kind: str = "has_permission") -> Any:
	def hooks(name: str | None = None, *arguments: Any, **options: Any) -> Any:
		found = plain(name, *arguments, **options)
		return {**found, **rules} if name == kind else found

	return hooks
