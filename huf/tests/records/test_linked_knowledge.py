"""Records that those of passages link to, as the tool of an agent tells them: what is knowledge, and what its user may read."""

import json
from functools import partial
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import retriever
from huf.ai.knowledge.tool import KnowledgeTools
from huf.ai.records.linked_knowledge import linked_knowledge
from huf.ai.runs.prompt.knowledge import RunKnowledge
from huf.engine.prompt.citations import CitationLedger
from huf.tests import query_doctypes as given
from huf.tests import records_site as records
from huf.tests.queries.test_record_queries import BOSS, NOBODY, OWNER, READER, QueryTestCase
from huf.tests.query_doctypes import BILL, LINE, PARTY, make_bill


class TestLinkedKnowledge(QueryTestCase):
	"""Bills and their parties as knowledge; what a bill links to."""

	def setUp(self) -> None:
		super().setUp()
		self.source = records.RecordSource(
			selectors=[{"selector_type": "DocType", "document_type": BILL, "when_inactive": "Leave"}]
		)
		self.other = given.make_party("Supply House")
		make_bill("B-9", party=self.zeta, owner=OWNER, lines=[("Pump", 1, {"supplier": self.other})])
		self.inputs = {
			name: self.add(doctype, name)
			for doctype, name in ((BILL, "B-9"), (PARTY, self.zeta), (PARTY, self.other))
		}
		self.source.index()

	def add(self, doctype: str, name: str, **values: Any) -> str:
		if doctype == BILL:
			values["selector"] = self.source.doc.selectors[0].name
		word = "zebra" if doctype == BILL else "quagga"
		return self.source.add_record(frappe.get_doc(doctype, name), f"A {word} of {name}.", **values)

	def told(self, user: str, linked: Any = linked_knowledge) -> str:
		"""All that the model of a run of ``user`` gets."""

		def search(request: Any) -> Any:
			return self.source.search(user, request.query, filters=request.filters)

		row = frappe._dict(
			source=self.source.name, description="", has_vectors=False, max_chunks=5, token_budget=2000
		)
		tools = KnowledgeTools([row], search, CitationLedger(), linked=partial(linked, user=user))
		return tools.call("knowledge_search", {"query": "zebra"})

	def linked(self, user: str) -> list[str]:
		"""The names of linked records that it is told."""
		told = json.loads(self.told(user)).get("next", {}).get("linked_records", [])
		assert all(one["knowledge_source"] == self.source.name for one in told)
		return sorted(name for one in told for name in one["filters"]["reference_name"])

	def test_links_of_the_record_and_of_its_rows(self) -> None:
		"""Those that are inputs of the agent's sources, with what finds them; not the currency, nor what is not indexed."""
		self.assertEqual(self.linked(READER), sorted([self.zeta, self.other]))
		(told,) = json.loads(self.told(READER))["next"]["linked_records"]
		self.assertEqual(told["filters"]["reference_doctype"], PARTY)
		for values in ({"disabled": 1}, {"status": "Pending"}, {"knowledge_source": "elsewhere"}):
			before = frappe.db.get_value(
				"Knowledge Input", self.inputs[self.other], list(values), as_dict=True
			)
			frappe.db.set_value("Knowledge Input", self.inputs[self.other], values)
			self.assertEqual(self.linked(READER), [self.zeta])
			frappe.db.set_value("Knowledge Input", self.inputs[self.other], before)

	def test_nothing_of_what_the_user_may_not_read(self) -> None:
		"""Neither name nor number of it, whether roles, User Permissions or shares decide; who may not read the bill is told nothing."""
		# The bill is their own, its parties are not theirs to read.
		self.assertEqual(self.linked(OWNER), [])
		for name in (self.zeta, self.other, PARTY, "linked_records"):
			self.assertNotIn(name, self.told(OWNER))
		frappe.share.add(PARTY, self.zeta, OWNER, read=1)
		self.assertEqual(self.linked(OWNER), [self.zeta])
		self.assertNotIn(self.other, self.told(OWNER))
		self.assertNotIn("zebra of", self.told(NOBODY))
		for name in (self.zeta, self.other):
			frappe.share.add(PARTY, name, NOBODY, read=1)
		self.assertEqual(self.linked(NOBODY), [])
		frappe.get_doc(
			{
				"doctype": "User Permission",
				"user": READER,
				"allow": PARTY,
				"for_value": self.zeta,
				"apply_to_all_doctypes": 0,
				"applicable_for": PARTY,
			}
		).insert()
		frappe.clear_cache(user=READER)
		self.assertEqual(self.linked(READER), [self.zeta])

	def test_a_passage_that_may_not_be_read_any_more_links_to_nothing(self) -> None:
		"""The rights are those of this moment, and of the record that the input is now."""
		hits = self.source.search(READER).hits
		find = partial(linked_knowledge, hits, [self.source.name])
		self.assertEqual(len(find(user=READER)), 2)
		self.assertEqual(find(user=OWNER), [])
		self.assertEqual(find(user=NOBODY), [])
		self.assertEqual(find(user="Guest"), [])
		frappe.db.set_value("Knowledge Input", self.inputs["B-9"], "reference_name", "B-1")
		self.assertEqual(find(user=READER), [], "B-1 is of another party, and not knowledge")

	def test_fields_that_not_everybody_sees(self) -> None:
		"""Above permlevel 0, masked, hidden or left out by the selector: nobody is told what stands there, also not who sees it."""
		frappe.db.sql(f"update `tab{LINE}` set parentfield = 'boss_lines' where parent = 'B-9'")
		self.assertEqual(self.linked(BOSS), [self.zeta])
		frappe.db.sql(f"update `tab{LINE}` set parentfield = 'lines' where parent = 'B-9'")
		self.assertEqual(len(self.linked(BOSS)), 2)
		frappe.db.set_value(
			"Knowledge Selector", self.source.doc.selectors[0].name, "leave_out", "lines.supplier"
		)
		self.assertEqual(self.linked(BOSS), [self.zeta])
		meta = frappe.get_meta(BILL)
		for values in ({"mask": 1}, {"hidden": 1}, {"permlevel": 2}):
			field = meta.get_field("party")
			with patch.dict(field.__dict__, values):
				self.assertEqual(self.linked(BOSS), [], values)

	def test_rules_that_break_tell_nothing(self) -> None:
		"""Where links cannot be read the search is answered all the same."""
		with (
			patch("huf.ai.records.linked_knowledge.links_of", side_effect=RuntimeError(self.zeta)),
			patch.object(frappe, "log_error") as log,
		):
			told = self.told(READER)
		self.assertIn("zebra of", told)
		self.assertNotIn("linked_records", told)
		self.assertNotIn(self.zeta, str(log.call_args_list))

	def test_a_run_is_told_them(self) -> None:
		"""The tools of a run tell what its user may read, and follow where they lead."""
		run = RunKnowledge.__new__(RunKnowledge)
		row = frappe._dict(
			source=self.source.name, description="", has_vectors=False, max_chunks=5, token_budget=2000
		)
		run.__dict__.update(
			user=READER,
			agent=frappe._dict(name=""),
			attached=frappe._dict(source="attached-files", tool_row=lambda: None),
			sources=frappe._dict(of_mode=lambda mode: (row,)),
			priorities={},
			searched=set(),
			hits_found=0,
			has_skipped=False,
			ledger=CitationLedger(),
			_is_test=False,
			_origin=None,
		)
		run._origin = retriever.Request("q").origin
		for name, (text, metadata) in self.source.texts.items():
			doctype, record = frappe.db.get_value(
				"Knowledge Input", name, ["reference_doctype", "reference_name"]
			)
			self.source.texts[name] = (
				text,
				{**metadata, "reference_doctype": doctype, "reference_name": record},
			)
		self.source.index()
		with self.source.answering(), patch.object(retriever, "REFILL_SECONDS", 3600.0):
			tools = run.tools()
			first = json.loads(tools.call("knowledge_search", {"query": "zebra"}))
			(wanted,) = first["next"]["linked_records"]
			second = json.loads(tools.call("knowledge_search", {"query": "quagga", **wanted}))
		self.assertEqual(len(second["passages"]), 2)
		self.assertTrue(all("quagga" in passage["text"] for passage in second["passages"]))
