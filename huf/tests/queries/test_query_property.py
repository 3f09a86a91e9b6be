"""Whatever rights a user has, in any mixture: lists, counts and sums are over exactly the records that Frappe lets them read."""

import os
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import frappe

from huf.ai.queries.as_user.errors import QueryRefused
from huf.ai.queries.tools.asking import Questions
from huf.tests import factories as make
from huf.tests import query_doctypes as given
from huf.tests import records_site as records
from huf.tests.base import SiteTestCase
from huf.tests.queries.test_record_queries import judged_by

BILL = given.BILL
USERS = int(os.environ.get("HUF_PROPERTY_SEQUENCES", "6"))
BILLS = 24
STATUSES = ("Draft", "Unpaid", "Paid", "Overdue", "Cancelled")
ARTICLES = ("Pump", "Valve", "Hose")

Filter = tuple[list[Any], Callable[[Any], bool]]


class TestAnyRights(SiteTestCase):
	"""Random users with random rights over random bills."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		given.make_doctypes()
		cls.emails = [
			make.make_user(f"huf-qp-{number}@example.com", "Knowledge User") for number in range(USERS)
		]

	@classmethod
	def tearDownClass(cls) -> None:
		super().tearDownClass()
		frappe.set_user("Administrator")
		given.drop_doctypes()

	def setUp(self) -> None:
		super().setUp()
		self.chance = random.Random(int(os.environ.get("HUF_PROPERTY_SEED", "7")))
		self.parties = [given.make_party(f"Party {number}") for number in range(4)]
		self.bills = [self.make_bill(number) for number in range(BILLS)]

	def make_bill(self, number: int) -> str:
		chance = self.chance
		lines = [
			(
				chance.choice(ARTICLES),
				chance.randint(1, 9),
				{"supplier": chance.choice([*self.parties, None, None])},
			)
			for _ in range(chance.randint(0, 3))
		]
		return given.make_bill(
			f"P-{number:03d}",
			owner=chance.choice([*self.emails, "Administrator"]),
			docstatus=chance.choice([0, 1, 1, 1, 2]),
			status=chance.choice(STATUSES),
			party=chance.choice([*self.parties, None]),
			currency=chance.choice(["EUR", "USD"]),
			total=chance.randint(1, 500),
			paid=chance.randint(0, 500),
			due=chance.choice([None, f"2026-0{chance.randint(1, 9)}-15"]),
			lines=lines,
		)

	def give_rights(self, user: str) -> Any:
		"""Some of what can be given and taken; gives what has to be in force while the user is asked about."""
		chance = self.chance
		roles = [role for role in given.ROLES if chance.random() < 0.4]
		frappe.get_doc("User", user).add_roles(*roles)
		for party in self.parties:
			if chance.random() < 0.25:
				records.permit(user, given.PARTY, party)
		for bill in chance.sample(self.bills, chance.randint(0, 4)):
			frappe.share.add_docshare(BILL, bill, user, read=1, flags={"ignore_share_permission": True})
		if chance.random() < 0.2:
			records.permit(user, BILL, chance.choice(self.bills))
		frappe.clear_cache(user=user)
		if chance.random() < 0.25:
			odd = set(chance.sample(self.bills, BILLS // 2))
			return judged_by(lambda name: name not in odd)
		return nullcontext()

	def some_filter(self) -> Filter:
		chance = self.chance
		amount, status, article = chance.randint(1, 500), chance.choice(STATUSES), chance.choice(ARTICLES)
		party = chance.choice(self.parties)
		return chance.choice(
			[
				(["total", ">", amount], lambda bill: bill.total > amount),
				(["paid", "<=", amount], lambda bill: bill.paid <= amount),
				(["status", "=", status], lambda bill: bill.status == status),
				(["status", "not in", [status]], lambda bill: bill.status != status),
				(["party", "!=", ""], lambda bill: bool(bill.party)),
				(["due", "is", "not set"], lambda bill: not bill.due),
				(["due", "<", "2026-05-01"], lambda bill: bool(bill.due) and str(bill.due) < "2026-05-01"),
				(
					["lines.article", "=", article],
					lambda bill: any(line.article == article for line in bill.lines),
				),
				(["name", "like", "P-01%"], lambda bill: bill.name.startswith("P-01")),
				(
					{"field": "paid", "operator": "<", "other_field": "total"},
					lambda bill: bill.paid < bill.total,
				),
				(["lines.supplier", "is", "set"], lambda bill: any(line.supplier for line in bill.lines)),
				(["owner", "like", party], lambda bill: False),
			]
		)

	def readable(self, user: str) -> list[Any]:
		"""The truth: each bill, asked by itself."""
		with self.acting_as(user):
			docs = [frappe.get_doc(BILL, name) for name in self.bills]
			return [doc for doc in docs if frappe.has_permission(BILL, "read", doc=doc, user=user)]

	def test_over_exactly_what_may_be_read(self) -> None:
		"""Names, numbers, sums for each currency and groups are those of the readable bills, under any filter."""
		seen = 0
		for user in self.emails:
			with self.give_rights(user):
				readable = self.readable(user)
				seen += len(readable)
				for _ in range(3):
					self.compare(user, readable)
					self.compare_related(user, readable)
		assert 0 < seen < USERS * BILLS

	def compare(self, user: str, readable: list[Any]) -> None:
		asked, holds = self.some_filter()
		every = [["docstatus", "in", [0, 1, 2]], asked]
		fitting = [bill for bill in readable if holds(bill)]
		question = Questions(user)
		told = f"{user} {asked}"
		if not readable:
			# Whoever may read none at all is told of none, or that there is no such DocType.
			try:
				assert question.query({"doctype": BILL, "filters": every}).records == 0, told
			except QueryRefused as error:
				assert "no DocType" in str(error), told
			return
		found = question.query({"doctype": BILL, "filters": every, "fields": ["name"], "limit": 100})
		assert sorted(row[0] for row in found.rows) == sorted(bill.name for bill in fitting), told
		assert found.records == len(fitting) and not found.truncated, told
		sums: dict[str, float] = defaultdict(float)
		for bill in fitting:
			sums[bill.currency] += bill.total
		numbers = question.query({"doctype": BILL, "filters": every, "measures": ["sum(total)", "count"]})
		assert {one.currency: one.value for one in numbers.totals if one.key == "sum(total)"} == sums, told
		groups: dict[str, int] = defaultdict(int)
		for bill in fitting:
			if bill.docstatus < 2:
				groups[bill.status] += 1
		grouped = question.query({"doctype": BILL, "filters": [asked], "group_by": ["status"]})
		# An option that names a state is taken as it is, so what was cancelled counts with it.
		if not (isinstance(asked, list) and asked[2] in ("Draft", "Cancelled")):
			assert dict(grouped.rows) == groups, told
		least = self.chance.randint(1, 3)
		kept = question.query(
			{
				"doctype": BILL,
				"filters": every,
				"group_by": ["party"],
				"measures": ["count"],
				"having": [["count", ">=", least]],
			}
		)
		parties = Counter(bill.party for bill in fitting)
		assert dict(kept.rows) == {party: many for party, many in parties.items() if many >= least}, told
		another, is_part = self.some_filter()
		shares = question.query(
			{"doctype": BILL, "filters": every, "share": {"filters": [*every[:1], another]}}
		)
		part = sum(map(is_part, fitting))
		assert shares.rows[0][:2] == (part, len(fitting)), (told, another)
		rows = question.query({"doctype": BILL, "filters": every[:1], "measures": ["sum(lines.quantity)"]})
		assert (rows.rows[0][0] or 0) == sum(line.quantity for bill in readable for line in bill.lines), told

	def compare_related(self, user: str, readable: list[Any]) -> None:
		"""Which parties have so many of the bills that the user may read, under any filter."""
		asked, holds = self.some_filter()
		least, most = self.chance.choice([(1, None), (0, 0), (2, None), (0, 2), (1, 2)])
		question = Questions(user)
		told = f"{user} {asked} {least} {most}"
		try:
			parties = [row[0] for row in question.query({"doctype": given.PARTY, "limit": 100}).rows]
		except QueryRefused:
			parties = []
		if not parties or not readable:
			return
		related = {"doctype": BILL, "field": "party", "filters": [["docstatus", "in", [0, 1, 2]], asked]}
		found = question.query(
			{
				"doctype": given.PARTY,
				"related": [{**related, "at_least": least, "at_most": most}],
				"fields": ["name"],
				"limit": 100,
			}
		)
		bills = [bill.party for bill in readable if holds(bill)]
		wanted = [
			party
			for party in parties
			if least <= bills.count(party) and (most is None or bills.count(party) <= most)
		]
		assert sorted(row[0] for row in found.rows) == sorted(wanted), told
		assert found.records == len(wanted), told
