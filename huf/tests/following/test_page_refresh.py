"""Pages behind URLs are asked whether they changed: over HTTP, from a server of the test on this machine."""

from email.message import Message
from functools import partial
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.ai.knowledge import indexer, pages
from huf.ai.knowledge.contents import web_pages
from huf.ai.knowledge.fetch import fetch_url
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.site import queueing
from huf.engine.content import Content
from huf.engine.reading import ReadingLimits
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase
from huf.tests.web_server import WebServer

PAGE = "<html><title>Leave</title><h1>Leave</h1><p>Everybody has {days} days of leave.</p><i hidden>{token}</i></html>"


class Pages(WebServer):
	"""A server whose pages a test sets; it remembers what it answered."""

	host = "pages.test"

	def __init__(self) -> None:
		self.status, self.days, self.etag = 200, 30, '"v1"'
		self.is_restless = False
		self.answered: list[int] = []
		super().__init__()

	def answer(self, path: str, headers: Message) -> tuple[int, bytes, dict[str, str]]:
		is_known = self.status == 200 and self.etag and headers["If-None-Match"] == self.etag
		self.answered.append(304 if is_known else self.status)
		told = {"Content-Type": "text/html", **({"ETag": self.etag} if self.etag else {})}
		token = len(self.answered) if self.is_restless else 0
		body = PAGE.format(days=self.days, token=token) if self.answered[-1] == 200 else ""
		return self.answered[-1], body.encode(), told


class TestPageRefresh(CommittingTestCase):
	def setUp(self) -> None:
		super().setUp()
		self.pages = Pages()
		self.addCleanup(self.pages.close)
		# The guard itself is what tests/engine/fetch is about.
		here = partial(
			fetch_url,
			resolver=lambda host, port: ["127.0.0.1"],
			address_allowed=lambda address: str(address) == "127.0.0.1",
			timeout_s=10.0,
		)
		for owner, name, value in (
			(web_pages, "fetch_url", here),
			(queueing, "queue_update", lambda *args: None),
			(pages, "PAUSE_SECONDS", 0.0),
			(web_pages, "PAUSE_SECONDS", 0.0),
		):
			patcher = patch.object(owner, name, value)
			patcher.start()
			self.addCleanup(patcher.stop)
		self.source = make.make_source(refresh_pages="Daily")
		self.addCleanup(self.forget)
		self.input = self.add("/leave")
		self.index()
		self.assertEqual(self.state().status, "Indexed")

	def forget(self) -> None:
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Source", self.source.name, force=True)
		frappe.db.commit()

	def add(self, path: str) -> str:
		values = {"knowledge_source": self.source.name, "input_type": "URL", "url": self.pages.url(path)}
		name = frappe.get_doc({"doctype": "Knowledge Input", **values}).insert().name
		frappe.db.commit()
		return name

	def index(self) -> None:
		frappe.db.commit()
		indexer.update_source(self.source.artifact_id)
		frappe.db.rollback()

	def refresh(self, days: float = 2) -> list[int]:
		"""What the server answers when the hourly job runs so many days later."""
		self.pages.answered.clear()
		later = add_to_date(now_datetime(), hours=days * 24)
		with patch.object(pages, "now_datetime", return_value=later):
			pages.refresh()
		frappe.db.rollback()
		return self.pages.answered.copy()

	def state(self, name: str | None = None):
		fields = ["status", "disabled", "page_problem", "gone_since", "page_checked_at", "error_message"]
		return frappe.db.get_value("Knowledge Input", name or self.input, fields, as_dict=True)

	def builds(self) -> int:
		return frappe.db.count("Knowledge Build", {"knowledge_source": self.source.name})

	def found(self) -> str:
		hits = knowledge_search("days of leave", knowledge_source=self.source.name, mode="keyword")["hits"]
		return " ".join(hit["text"] for hit in hits)

	def test_an_unchanged_page(self) -> None:
		"""It is asked for with the mark that came with what is indexed, and costs no build; before it is due it is left alone."""
		self.assertEqual(self.refresh(days=0.5), [])
		self.assertEqual(self.refresh(), [304])
		self.assertEqual((self.state().status, self.builds()), ("Indexed", 1))

	def test_a_server_without_marks(self) -> None:
		"""The page is fetched whole; the same bytes, and the same text in other bytes, cost no build."""
		self.pages.etag = ""
		self.pages.is_restless = True
		self.pages.days = 28
		frappe.get_doc("Knowledge Input", self.input).db_set("status", "Pending")
		self.index()
		self.assertIn("28 days", self.found())
		self.assertEqual([self.refresh(), self.refresh()], [[200], [200]])
		self.assertEqual((self.state().status, self.builds()), ("Indexed", 2))

	def test_a_page_that_costs_too_much(self) -> None:
		"""What a page says is read within the limits of an input; beyond them only the same bytes are the same page."""
		page = Content.from_text(f"<p>{'days of leave ' * 10_000}</p>", "leave.html")
		self.assertTrue(web_pages._digest(page))
		with patch.object(web_pages, "reading_limits", return_value=ReadingLimits(characters=100_000)):
			self.assertEqual(web_pages._digest(page), "")

	def test_a_changed_page(self) -> None:
		"""It is indexed again, and asked for by its new mark from then on."""
		self.pages.days, self.pages.etag = 25, '"v2"'
		self.assertEqual(self.refresh(), [200])
		self.assertEqual(self.state().status, "Pending")
		self.index()
		self.assertIn("25 days", self.found())
		self.assertNotIn("30 days", self.found())
		self.assertEqual(self.refresh(), [304])

	def test_never(self) -> None:
		"""A source whose pages are not refreshed, one that is disabled, and one whose indexing was stopped ask nothing."""
		for field, value in (("refresh_pages", "Never"), ("disabled", 1), ("indexing_paused", 1)):
			before = frappe.db.get_value("Knowledge Source", self.source.name, field)
			frappe.db.set_value("Knowledge Source", self.source.name, field, value)
			self.assertEqual(self.refresh(days=100), [], field)
			frappe.db.set_value("Knowledge Source", self.source.name, field, before)
			frappe.db.commit()
		frappe.db.set_value("Knowledge Source", self.source.name, "refresh_pages", "Monthly")
		frappe.db.commit()
		self.assertEqual((self.refresh(days=20), self.refresh(days=31)), ([], [304]))

	def test_a_server_that_does_not_answer(self) -> None:
		"""The text stays, the input says so, and a server that fails again and again is left alone in this run."""
		others = [self.add(f"/{n}?x=1") for n in range(4)]
		self.index()
		self.pages.status = 503
		self.assertEqual(self.refresh(), [503] * pages.MOST_FAILURES)
		problem = self.state().page_problem
		self.assertIn("what was read of it before is still found. The server answered 503", problem)
		self.assertEqual((self.state().status, self.state().gone_since), ("Indexed", None))
		self.assertIn("30 days", self.found())
		self.pages.status = 200
		self.assertEqual(self.refresh(days=4), [304] * 5)
		self.assertEqual([self.state(name).page_problem for name in (self.input, *others)], [None] * 5)

	def test_a_monthly_page_is_tried_again_the_next_day(self) -> None:
		"""After a failure a page waits no longer than a day."""
		frappe.db.set_value("Knowledge Source", self.source.name, "refresh_pages", "Monthly")
		frappe.db.commit()
		self.pages.status = 500
		self.assertEqual((self.refresh(days=31), self.refresh(days=33)), ([500], [500]))

	def test_a_page_that_is_gone(self) -> None:
		"""It is found until the time of grace is over; then its input is disabled and says why, and enabling it asks again."""
		self.pages.status = 404
		self.assertEqual(self.refresh(days=2), [404])
		self.assertIn("is taken out. The server answered 404", self.state().page_problem)
		self.assertEqual(self.refresh(days=8), [404])
		self.assertEqual((self.state().disabled, self.builds()), (0, 1))
		self.assertIn("30 days", self.found())
		self.assertEqual(self.refresh(days=10), [404])
		self.assertEqual(self.state().disabled, 1)
		self.assertIn("was taken out on", self.state().page_problem)
		self.index()
		self.assertEqual(self.found(), "")
		self.assertEqual(self.refresh(days=20), [])
		self.pages.status = 200
		doc = frappe.get_doc("Knowledge Input", self.input)
		doc.disabled = 0
		doc.save()
		self.index()
		self.assertEqual((self.state().page_problem, self.state().gone_since), (None, None))
		self.assertIn("30 days", self.found())

	def test_a_page_that_comes_back(self) -> None:
		"""The time of grace begins anew when it is gone the next time."""
		self.pages.status = 410
		self.refresh(days=2)
		self.pages.status = 200
		self.assertEqual(self.refresh(days=6), [304])
		self.assertIsNone(self.state().gone_since)
		self.pages.status = 410
		self.refresh(days=20)
		self.assertEqual(self.state().disabled, 0)

	def test_another_address(self) -> None:
		"""What was noted of a page says nothing about another one."""
		self.pages.status = 404
		self.refresh()
		doc = frappe.get_doc("Knowledge Input", self.input)
		doc.url = self.pages.url("/other")
		doc.page_problem = "claimed"
		doc.save()
		fields = ["page_problem", "gone_since", "page_version", "page_checked_at"]
		self.assertEqual(set(frappe.db.get_value("Knowledge Input", self.input, fields)), {None})

	def test_one_that_was_changed_meanwhile(self) -> None:
		"""What came of asking is not written to an input of which something else is indexed by now."""
		[row] = [row for row in pages._due(add_to_date(now_datetime(), days=2)) if row.name == self.input]
		frappe.db.set_value("Knowledge Input", self.input, "indexed_hash", "another")
		frappe.db.commit()
		self.pages.status = 404
		self.assertTrue(pages.refresh_page(row))
		self.pages.status, self.pages.etag = 200, '"v9"'
		self.pages.days = 1
		self.assertTrue(pages.refresh_page(row))
		self.assertEqual((self.state().page_problem, self.state().status), (None, "Indexed"))
