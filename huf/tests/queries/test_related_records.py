"""Records that have, or lack, records of another kind: parties without bills since a day, how many parties have overdue ones."""

from typing import Any

import frappe

from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.as_user.result import QueryResult
from huf.ai.queries.tools.asking import Questions
from huf.tests import query_doctypes as given
from huf.tests import records_site as records
from huf.tests.queries.test_record_queries import (
	BOSS,
	NOBODY,
	READER,
	QueryTestCase,
	judged_by,
)

BILL, PARTY = given.BILL, given.PARTY


class TestRelatedRecords(QueryTestCase):
	"""Acme has bills B-1 and B-2 (and B-5, cancelled), Zeta B-3 and the draft B-4; Idle has none."""

	def setUp(self) -> None:
		super().setUp()
		self.idle = given.make_party("Idle")
		# A bill that leads nowhere.
		given.make_bill("B-6", status="Overdue", total=1, posted="2026-03-01")

	def parties(self, user: str = READER, **related: Any) -> list[str]:
		return [row[0].split()[0] for row in self.related(user, **related).rows]

	def related(self, user: str = READER, **related: Any) -> QueryResult:
		return Questions(user).query(
			{
				"doctype": PARTY,
				"related": [{"doctype": BILL, **related}],
				"fields": ["party_name"],
				"order_by": "party_name",
			}
		)

	def test_some_and_none(self) -> None:
		"""Cancelled ones do not count, drafts do, and a record without a link hides nobody."""
		assert self.parties() == ["Acme", "Zeta"]
		assert self.parties(at_most=0) == ["Idle"]
		february = {"posted": ["between", ["2026-02-01", "2026-02-28"]]}
		assert self.parties(filters={"status": "Overdue", **february}) == ["Zeta"]
		assert self.parties(filters={"status": "Overdue", **february}, at_most=0) == ["Acme", "Idle"]
		assert self.parties(filters={"status": "Cancelled"}) == ["Acme"]

	def test_how_many(self) -> None:
		"""At least, at most, and both; who has none has at most so many as well."""
		given.make_bill("B-7", party=self.acme, posted="2026-03-01")
		assert self.parties(at_least=3) == ["Acme"]
		assert self.parties(at_most=2) == ["Idle", "Zeta"]
		assert self.parties(at_least=1, at_most=2) == ["Zeta"]
		assert self.parties(at_least=0) == ["Acme", "Idle", "Zeta"]

	def test_a_count_is_of_records_and_each_counts_once(self) -> None:
		"""Not of the bills, however many a party has."""
		result = Questions(READER).query(
			{"doctype": PARTY, "related": [{"doctype": BILL}], "measures": ["count"]}
		)
		assert result.rows == ((2,),)
		assert result.words == f"{PARTY} with [{BILL}, not cancelled]"
		assert result.notes == (f"Of the records of {BILL} only those count that you may see.",)
		assert result.url == ""

	def test_by_a_link_of_rows(self) -> None:
		"""What is said of rows is said of those that lead to the record; a record counts once however many of its rows do."""
		idle, zeta = {"supplier": self.idle}, {"supplier": self.zeta}
		given.make_bill(
			"B-8", party=self.acme, lines=[("Pump", 1, idle), ("Pump", 1, idle), ("Hose", 1, zeta)]
		)
		given.make_bill("B-9", party=self.acme, lines=[("Pump", 1, zeta)])
		assert self.parties(field="lines.supplier") == ["Idle", "Zeta"]
		assert self.parties(field="lines.supplier", filters={"lines.article": "Hose"}) == ["Zeta"]
		assert self.parties(field="lines.supplier", at_least=2) == ["Zeta"]
		# The record's own link is meant unless another is named.
		assert self.parties(filters={"name": "B-8"}) == ["Acme"]

	def test_by_a_link_that_leads_elsewhere_too(self) -> None:
		"""To records of several DocTypes: those of this one count, by the very row that says so."""
		self._contact("Ann", (PARTY, self.acme))
		both = self._contact("Ben", (PARTY, self.zeta), ("ToDo", self.acme))
		assert self._with("Contact") == ["Acme", "Zeta"]
		assert self._with("Contact", at_most=0) == ["Idle"]
		assert self._with("Contact", field="links.link_name") == ["Acme", "Zeta"]
		assert self._with("Contact", filters={"first_name": "Ben"}) == ["Zeta"]
		of_acme = {"links.link_doctype": PARTY, "links.link_name": self.acme}
		listed = Questions(READER).query({"doctype": "Contact", "filters": of_acme, "fields": ["first_name"]})
		assert listed.rows == (("Ann",),)
		# Two conditions on rows that are no such pair may be true of two of them.
		of_either = {"links.link_doctype": "ToDo", "links.link_title": "Zeta"}
		frappe.db.set_value("Dynamic Link", {"parent": both, "link_doctype": PARTY}, "link_title", "Zeta")
		listed = Questions(READER).query(
			{"doctype": "Contact", "filters": of_either, "fields": ["first_name"]}
		)
		assert listed.rows == (("Ben",),)

	def _with(self, doctype: str, **related: Any) -> list[str]:
		arguments = {"fields": ["party_name"], "order_by": "party_name"}
		result = Questions(READER).query(
			{"doctype": PARTY, "related": [{"doctype": doctype, **related}], **arguments}
		)
		return [row[0].split()[0] for row in result.rows]

	def _contact(self, first_name: str, *links: tuple[str, str]) -> str:
		contact = frappe.get_doc({"doctype": "Contact", "first_name": first_name})
		for _doctype, name in links:
			contact.append("links", {"link_doctype": PARTY, "link_name": name})
		contact.insert()
		# Whoever made a contact may read it.
		contact.db_set("owner", READER)
		for row, (doctype, _name) in zip(contact.links, links, strict=True):
			# As if there were one of that name, too.
			row.db_set("link_doctype", doctype)
		return contact.name

	def test_words(self) -> None:
		"""In the order in which it was asked, with what counts in brackets."""
		said = self.related(filters={"status": "Overdue"}, at_most=0).words
		assert said == f"{PARTY} without any [{BILL} where Status is Overdue, not cancelled]"
		assert self.related(at_least=2).words == f"{PARTY} with at least 2 × [{BILL}, not cancelled]"
		assert self.related(at_most=3).words == f"{PARTY} with at most 3 × [{BILL}, not cancelled]"
		assert self.related(at_least=1, at_most=3).words == f"{PARTY} with 1 to 3 × [{BILL}, not cancelled]"

	def test_values_mean_what_they_mean_elsewhere(self) -> None:
		"""Titles stand for records, and words for days."""
		assert self.parties(filters={"party": "Zeta Mills"}) == ["Zeta"]
		frappe.db.set_value(BILL, "B-3", "posted", frappe.utils.today())
		assert self.parties(filters={"posted": "this month"}) == ["Zeta"]

	def test_only_what_the_user_may_see_counts(self) -> None:
		"""Bills of others are none: not for a number, and not for who has none."""
		records.permit(READER, BILL, "B-1")
		frappe.clear_cache(user=READER)
		assert self.parties() == ["Acme"]
		assert self.parties(at_most=0) == ["Idle", "Zeta"]

	def test_each_bill_is_asked_for_where_a_list_would_show_more(self) -> None:
		"""As everywhere, a hook that judges single records is heard."""
		with judged_by(lambda name: name != "B-3" and name != "B-4"):
			assert self.parties() == ["Acme"]
			assert self.parties(at_most=0) == ["Idle", "Zeta"]

	def test_no_field_and_no_doctype_that_may_not_be_read(self) -> None:
		"""Not by its existence, and not by whom it divides."""
		unknown = self.said(related=[{"doctype": "Huf No Such Thing"}])
		for doctype in ("Error Log", "Server Script"):
			assert self.said(READER, related=[{"doctype": doctype}]) == unknown.replace(
				"Huf No Such Thing", doctype
			)
		hidden = {"doctype": BILL, "field": "party", "filters": {"profit": [">", 5]}}
		assert "profit" in self.said(READER, related=[hidden])
		assert "no field" in self.said(READER, related=[{"doctype": BILL, "field": "boss_lines.supplier"}])
		assert self.said(NOBODY, related=[{"doctype": BILL}])
		assert self.parties(BOSS, filters={"profit": [">", 5]}) == ["Acme"]

	def test_an_agent_asks_about_its_own_kinds_alone(self) -> None:
		"""What it may not query, it may not ask for through another one either."""
		allowed = Questions(READER, (PARTY,))
		with self.assertRaises(QueryRefused) as caught:
			allowed.query({"doctype": PARTY, "related": [{"doctype": BILL}]})
		assert BILL in str(caught.exception)

	def test_errors_say_what_to_do(self) -> None:
		"""Which links there are, and how many kinds one question takes."""
		assert "Its links to it are: party, lines.supplier" in self.said(
			related=[{"doctype": BILL, "field": "status"}]
		)
		assert "has no link" in self.said(related=[{"doctype": PARTY}])
		assert "at most 5" in self.said(related=[{"doctype": BILL}] * 6)

	def said(self, user: str = READER, **arguments: Any) -> str:
		with self.assertRaises(QueryRefused) as caught:
			Questions(user).query({"doctype": PARTY, **arguments})
		return str(caught.exception)
