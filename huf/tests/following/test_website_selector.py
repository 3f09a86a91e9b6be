"""A source follows a website that a selector names: over HTTP, from a server of the test on this machine."""

from email.message import Message
from functools import partial
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.ai.knowledge import indexer, pages
from huf.ai.knowledge.changes import watched
from huf.ai.knowledge.contents import web_pages
from huf.ai.knowledge.fetch import fetch_url
from huf.ai.knowledge.fetch.websites import listing
from huf.ai.knowledge.following import jobs as record_jobs
from huf.ai.knowledge.following import sweep
from huf.ai.knowledge.listings import jobs, kinds, preview, state, storing
from huf.ai.knowledge.listings.standing import places_for_form
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.site import queueing
from huf.huf.doctype.knowledge_selector import knowledge_selector
from huf.huf.doctype.knowledge_source import knowledge_source
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase
from huf.tests.web_server import WebServer

MANAGER, USER, NOBODY = "site-manager@example.com", "site-user@example.com", "site-nobody@example.com"


WORDS = ("walrus", "elephant", "hedgehog", "butterfly")


class Website(WebServer):
	"""A server with a sitemap over the pages that a test sets; paths that are missing are gone."""

	host = "site.test"

	def __init__(self) -> None:
		self.pages = {f"/p{number}": f"This page tells of a {word}." for number, word in enumerate(WORDS)}
		self.robots, self.status = "", 200
		self.asked: list[str] = []
		super().__init__()

	def answer(self, path: str, headers: Message) -> tuple[int, bytes, dict[str, str]]:
		self.asked.append(path)
		status, body, kind = self.page(path)
		return status, body.encode(), {"Content-Type": kind}

	def page(self, path: str) -> tuple[int, str, str]:
		if path == "/robots.txt":
			return (200 if self.robots else 404), self.robots, "text/plain"
		if path == "/sitemap.xml":
			listed = "".join(f"<url><loc>{self.url(page)}</loc></url>" for page in self.pages)
			return self.status, f"<urlset>{listed}</urlset>", "text/xml"
		text = self.pages.get(path)
		return (200, f"<h1>{path}</h1><p>{text}</p>", "text/html") if text else (404, "", "text/html")


class TestWebsiteSelector(CommittingTestCase):
	def setUp(self) -> None:
		super().setUp()
		self.site = Website()
		self.addCleanup(self.site.close)
		# The guard itself is what tests/engine/fetch is about.
		here = partial(
			fetch_url,
			resolver=lambda host, port: ["127.0.0.1"],
			address_allowed=lambda address: str(address) == "127.0.0.1",
			timeout_s=10.0,
		)
		for owner, name, value in (
			(web_pages, "fetch_url", here),
			(kinds, "fetch_url", here),
			(queueing, "queue_update", lambda *args: None),
			(queueing, "queue_listings", lambda *args: None),
			(queueing, "queue_sync", lambda *args: None),
			(web_pages, "PAUSE_SECONDS", 0.0),
			(pages, "PAUSE_SECONDS", 0.0),
			(listing, "PAUSE_SECONDS", 0.0),
		):
			patcher = patch.object(owner, name, value)
			patcher.start()
			self.addCleanup(patcher.stop)
		self.source = self.make_source()

	def make_source(self, **row):
		selector = {"selector_type": "Website", "address": self.site.url("/sitemap.xml"), **row}
		source = make.make_source(selectors=[selector])
		frappe.db.commit()
		self.addCleanup(self.forget, source.name)
		return source

	def forget(self, name: str) -> None:
		frappe.set_user("Administrator")
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Source", name, force=True)
		frappe.db.commit()

	def compare(self, days: float = 0.0) -> None:
		"""What the job does that is queued by now, so many days later; and what indexing does after it."""
		frappe.db.commit()
		later = add_to_date(now_datetime(), hours=days * 24)
		with (
			patch.object(jobs, "now_datetime", return_value=later),
			patch.object(state, "now_datetime", return_value=later),
			patch.object(storing, "now_datetime", return_value=later),
		):
			jobs.compare_source(self.source.artifact_id)
		indexer.update_source(self.source.artifact_id)
		frappe.db.rollback()

	def sync_now(self, days: float = 0.0) -> None:
		knowledge_source.sync_now(self.source.name)
		self.compare(days)

	def paths(self) -> list[str]:
		urls = frappe.get_all("Knowledge Input", {"knowledge_source": self.source.name}, pluck="url")
		return sorted("/" + url.split("/", 3)[3] for url in urls)

	def found(self, word: str) -> int:
		return len(knowledge_search(word, knowledge_source=self.source.name, mode="keyword")["hits"])

	def place(self):
		return places_for_form(self.source.artifact_id)[0]

	def save(self, **values) -> None:
		source = frappe.get_doc("Knowledge Source", self.source.name)
		source.selectors[0].update(values)
		source.save()
		frappe.db.commit()

	def test_a_website_comes_and_stays_true(self) -> None:
		"""Its pages are found after saving; what comes is found, what is unlisted leaves after the time of grace, what returns stays."""
		self.compare()
		self.assertEqual(self.paths(), ["/p0", "/p1", "/p2", "/p3"])
		self.assertEqual([self.found(word) for word in WORDS], [1, 1, 1, 1])
		self.assertEqual(frappe.db.get_value("Knowledge Source", self.source.name, "selected_inputs"), 4)
		place = self.place()
		self.assertEqual(
			(place["state"], place["listed"], place["added"], place["indexed"]), ("Compared", 4, 4, 4)
		)
		gone = self.site.pages.pop("/p0"), self.site.pages.pop("/p1")
		self.site.pages["/p9"] = "This page tells of a crocodile."
		self.sync_now()
		self.assertEqual(self.paths(), ["/p0", "/p1", "/p2", "/p3", "/p9"])
		self.assertEqual((self.found("walrus"), self.found("crocodile"), self.place()["missing"]), (1, 1, 2))
		self.site.pages["/p1"] = gone[1]
		self.sync_now(days=3)
		self.sync_now(days=8)
		self.assertEqual(self.paths(), ["/p1", "/p2", "/p3", "/p9"])
		self.assertEqual((self.found("walrus"), self.place()["removed"], self.place()["missing"]), (0, 1, 0))

	def test_nothing_leaves_by_a_bad_listing(self) -> None:
		"""A server that fails, an empty list and a refusal delete nothing, and the form says why."""
		self.compare()
		before = dict(self.site.pages)
		for pages_then, status, robots, said in (
			(before, 503, "", "503"),
			({}, 200, "", "Nothing that is wanted is listed"),
			(before, 200, "User-agent: *\nDisallow: /sitemap", "robots.txt"),
		):
			self.site.pages, self.site.status, self.site.robots = pages_then, status, robots
			for day in (10, 20, 30):
				self.sync_now(days=day)
			self.assertEqual(len(self.paths()), 4)
			self.assertIn(said, self.place()["problem"])
			self.assertEqual(self.place()["state"], "Problem")

	def test_by_the_clock(self) -> None:
		"""It is compared again when its interval is over, and after a failure sooner; a source that is switched off is left alone."""
		self.compare()
		self.assertNotIn(self.source.artifact_id, state.due_sources())
		for days, due in ((0.9, False), (1.1, True)):
			with patch.object(
				state, "now_datetime", return_value=add_to_date(now_datetime(), hours=24 * days)
			):
				self.assertEqual(self.source.artifact_id in state.due_sources(), due)
				with patch.object(queueing, "queue_listings") as queued:
					jobs.queue_due()
				asked = [call.args[0] for call in queued.call_args_list]
				self.assertEqual(self.source.artifact_id in asked, due)
		frappe.db.set_value("Knowledge Source", self.source.name, "disabled", 1)
		with patch.object(state, "now_datetime", return_value=add_to_date(now_datetime(), days=2)):
			self.assertNotIn(self.source.artifact_id, state.due_sources())
		frappe.db.set_value("Knowledge Source", self.source.name, "disabled", 0)
		self.site.status = 500
		self.sync_now()
		with patch.object(state, "now_datetime", return_value=add_to_date(now_datetime(), hours=7)):
			self.assertIn(self.source.artifact_id, state.due_sources())

	def test_saving_for_another_reason(self) -> None:
		"""A source that is saved with the same selectors asks nobody; other words of a selector ask the website again."""
		self.compare()
		asked = len(self.site.asked)
		source = frappe.get_doc("Knowledge Source", self.source.name)
		source.description = "Another"
		source.save()
		self.compare()
		self.assertEqual(len(self.site.asked), asked)
		self.save(exclude_paths="/p1\n/p2")
		self.compare()
		self.assertEqual(self.paths(), ["/p0", "/p3"])
		self.save(most_entries=1)
		self.compare()
		self.assertEqual((self.paths(), self.place()["over_limit"]), (["/p0"], 1))

	def test_comparing_records_leaves_pages(self) -> None:
		"""The comparison with records, also the nightly one, takes no page for a record that is gone."""
		self.compare()
		source = frappe.get_doc("Knowledge Source", self.source.name)
		source.append("selectors", {"selector_type": "DocType", "document_type": "ToDo"})
		source.save()
		frappe.db.commit()
		sweep.compare_all()
		frappe.db.commit()
		record_jobs.sync_source(self.source.artifact_id)
		self.assertEqual(
			frappe.db.count("Knowledge Input", {"knowledge_source": self.source.name, "input_type": "URL"}), 4
		)
		self.assertEqual(frappe.db.get_value("Knowledge Source", self.source.name, "selection_error"), None)

	def test_a_website_alone_watches_no_records(self) -> None:
		"""Saving documents of the site asks nothing of a source that only follows a website."""
		watched.forget()
		frappe.db.commit()
		self.assertNotIn(self.source.artifact_id, str(watched.watched()))

	def test_a_selector_that_is_taken_out(self) -> None:
		"""Its pages leave, and what people added stays."""
		own = {"knowledge_source": self.source.name, "input_type": "URL", "url": self.site.url("/p0")}
		frappe.get_doc({"doctype": "Knowledge Input", **own}).insert()
		self.compare()
		self.assertEqual(self.paths(), ["/p0", "/p1", "/p2", "/p3"])
		source = frappe.get_doc("Knowledge Source", self.source.name)
		source.selectors = []
		source.save()
		frappe.db.commit()
		self.assertIn(self.source.artifact_id, state.due_sources())
		self.compare()
		self.assertEqual(self.paths(), ["/p0"])
		self.assertNotIn(self.source.artifact_id, state.due_sources())

	def test_a_page_that_a_person_takes_out(self) -> None:
		"""It stays away until its tombstone is deleted; a disabled one stays, and is not found."""
		self.compare()
		inputs = dict(
			frappe.get_all(
				"Knowledge Input", {"knowledge_source": self.source.name}, ["url", "name"], as_list=True
			)
		)
		frappe.delete_doc("Knowledge Input", inputs[self.site.url("/p0")])
		disabled = frappe.get_doc("Knowledge Input", inputs[self.site.url("/p1")])
		disabled.disabled = 1
		disabled.save()
		self.sync_now()
		self.assertEqual(self.paths(), ["/p1", "/p2", "/p3"])
		self.assertEqual((self.found("walrus"), self.found("elephant")), (0, 0))
		tombstone = frappe.get_doc("Knowledge Tombstone", {"knowledge_source": self.source.name})
		self.assertEqual(tombstone.address, self.site.url("/p0"))
		tombstone.delete()
		self.compare()
		self.assertEqual(self.found("walrus"), 1)
		page = frappe.get_doc("Knowledge Input", inputs[self.site.url("/p2")])
		page.url = self.site.url("/p3?x=1")
		self.assertRaisesRegex(frappe.ValidationError, "comes from a list", page.save)

	def test_a_page_that_fails(self) -> None:
		"""The form names it with its reason, and it is tried again at each comparison."""
		with patch.object(self.site, "page", side_effect=partial(self.without, "/p2")):
			self.compare()
			[failed] = self.place()["failed"]
			self.assertIn("404", failed["reason"])
			self.assertEqual(failed["title"], self.site.url("/p2"))
		self.sync_now()
		self.assertEqual((self.place()["failed"], self.found("hedgehog")), ([], 1))

	def without(self, missing: str, path: str) -> tuple[int, str, str]:
		return (404, "", "text/html") if path == missing else Website.page(self.site, path)

	def test_a_listed_page_that_is_gone(self) -> None:
		"""Its text leaves after the time of grace, and when the page is back it is found again, without anybody's doing."""
		self.compare()
		with patch.object(self.site, "page", side_effect=partial(self.without, "/p2")):
			for days in (2, 10):
				later = add_to_date(now_datetime(), days=days)
				with patch.object(pages, "now_datetime", return_value=later):
					pages.refresh()
			self.compare()
			self.assertEqual(self.found("hedgehog"), 0)
			self.sync_now()
			self.assertEqual((self.place()["failed_count"], self.found("hedgehog")), (1, 0))
		self.sync_now()
		self.assertEqual(self.found("hedgehog"), 1)

	def test_pages_are_refreshed_as_their_selector_says(self) -> None:
		"""Not as the source says for what people add."""
		frappe.db.set_value("Knowledge Source", self.source.name, "refresh_pages", "Never")
		self.compare()
		self.site.pages["/p0"] = "This page tells of a nightingale."
		with patch.object(pages, "now_datetime", return_value=add_to_date(now_datetime(), days=2)):
			pages.refresh()
		indexer.update_source(self.source.artifact_id)
		frappe.db.rollback()
		self.assertEqual((self.found("nightingale"), self.found("walrus")), (1, 0))

	def test_robots(self) -> None:
		"""What robots.txt forbids does not come, leaves when it is forbidden later, and is counted; its pause is kept."""
		self.site.robots = "User-agent: *\nDisallow: /p1\nCrawl-delay: 0.1"
		self.compare()
		self.assertEqual(self.paths(), ["/p0", "/p2", "/p3"])
		self.assertEqual(self.place()["refused"], 1)
		self.assertEqual(
			frappe.db.get_value("Knowledge Listing", self.source.selectors[0].name, "pause"), 0.1
		)
		self.assertNotIn("/p1", self.site.asked)
		self.site.robots = "User-agent: huf-knowledge\nDisallow: /p2"
		self.sync_now()
		self.assertEqual(self.paths(), ["/p0", "/p1", "/p3"])

	def test_saved_while_it_is_listed(self) -> None:
		"""What was listed by the old words of a selector is dropped, and it is compared once more by the new ones."""
		original = listing.list_pages

		def listed(wanted, *args, **keywords):
			found = original(wanted, *args, **keywords)
			if not wanted.exclude:
				self.save(exclude_paths="/p0")
			return found

		with patch.object(kinds, "list_pages", listed):
			self.compare()
		self.assertEqual(self.paths(), ["/p1", "/p2", "/p3"])

	def test_an_author_who_may_not_any_more(self) -> None:
		"""Nothing is asked with the rights of somebody who lost them; what is there stays, and the form says what to do."""
		make.make_user(MANAGER, "Knowledge Manager")
		with self.acting_as(MANAGER):
			self.save(exclude_paths="/p3")
		self.compare()
		self.assertEqual(len(self.paths()), 3)
		make.make_user(MANAGER)
		asked = len(self.site.asked)
		self.sync_now()
		self.assertEqual((len(self.paths()), len(self.site.asked)), (3, asked))
		self.assertIn("may not add to this source any more", self.place()["problem"])

	def test_who_may_have_one(self) -> None:
		"""Who may not write a source adds none to it; who is not of knowledge previews none; a wrong row is refused."""
		make.make_user(USER, "Knowledge User")
		make.make_user(NOBODY)
		row = {"selector_type": "Website", "address": self.site.url("/sitemap.xml")}
		with self.acting_as(USER):
			self.assertRaises(frappe.PermissionError, self.save, exclude_paths="/p3")
			self.assertRaises(frappe.PermissionError, knowledge_source.list_places, self.source.name)
		with self.acting_as(NOBODY):
			self.assertRaises(frappe.PermissionError, knowledge_selector.preview_place, row)
			self.assertRaises(frappe.PermissionError, knowledge_selector.read_preview, "x")
		for wrong, said in (
			({"address": "file:///etc/passwd"}, "whole address"),
			({"address": "http://u:p@site.test/"}, "whole address"),
			({"include_paths": "docs"}, "no pattern"),
			({"other_hosts": "https://x.test/"}, "no host"),
			({"most_entries": 10_001}, "from 1 to"),
			({"most_entries": -1}, ""),
		):
			self.assertRaisesRegex(frappe.ValidationError, said, self.save, **wrong)
			frappe.db.rollback()

	def test_preview(self) -> None:
		"""A job asks, not the request; what it found is for who asked, and nothing is written."""
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(USER, "Knowledge User")
		self.site.robots = "User-agent: *\nDisallow: /p1"
		row = {"selector_type": "Website", "address": self.site.url("/sitemap.xml"), "most_entries": 2}
		with self.acting_as(MANAGER), patch.object(queueing, "enqueue") as queued:
			preview_id = knowledge_selector.preview_place(row)["preview"]
			self.assertEqual(knowledge_selector.read_preview(preview_id)["state"], "Waiting")
			self.assertEqual(self.site.asked, [])
		with self.acting_as(USER):
			self.assertRaises(frappe.PermissionError, knowledge_selector.read_preview, preview_id)
		job = queued.call_args.kwargs
		preview.run(job["preview"], job["row"])
		with self.acting_as(MANAGER):
			found = knowledge_selector.read_preview(preview_id)
		self.assertEqual(
			(found["state"], found["listed"], found["would_come"], found["over_limit"], found["refused"]),
			("Done", 3, 2, 1, 1),
		)
		self.assertEqual(found["refused_entries"], [self.site.url("/p1")])
		self.assertEqual(self.paths(), [])

	def test_one_preview_at_a_time(self) -> None:
		"""The job of a preview whose user has asked for another one meanwhile asks nobody."""
		row = {"selector_type": "Website", "address": self.site.url("/sitemap.xml")}
		with patch.object(queueing, "enqueue"):
			first, second = (knowledge_selector.preview_place(row)["preview"] for _ in range(2))
		preview.run(first, {**row, "most_entries": 5})
		self.assertEqual((self.site.asked, knowledge_selector.read_preview(first)["state"]), ([], "Waiting"))
		preview.run(second, {**row, "most_entries": 5})
		self.assertEqual(knowledge_selector.read_preview(second)["state"], "Done")

	def test_preview_of_the_own_network(self) -> None:
		"""An address that is not on the internet is refused, as that of a page."""
		with patch.object(kinds, "fetch_url", fetch_url), patch.object(queueing, "enqueue"):
			row = {"selector_type": "Website", "address": "http://127.0.0.1:1/sitemap.xml"}
			preview_id = knowledge_selector.preview_place(row)["preview"]
			preview.run(preview_id, row)
		found = knowledge_selector.read_preview(preview_id)
		self.assertEqual(found["state"], "Failed")
		self.assertIn("is not a public internet address", found["problem"])

	def test_two_websites_that_share_pages(self) -> None:
		"""A page is one input, of the first that brought it."""
		source = frappe.get_doc("Knowledge Source", self.source.name)
		source.append(
			"selectors",
			{
				"selector_type": "Website",
				"address": self.site.url("/sitemap.xml"),
				"include_paths": "/p0\n/p1",
			},
		)
		source.save()
		self.compare()
		self.assertEqual(self.paths(), ["/p0", "/p1", "/p2", "/p3"])
		first, second = places_for_form(self.source.artifact_id)
		self.assertEqual((first["added"], second["added"]), (4, 0))
