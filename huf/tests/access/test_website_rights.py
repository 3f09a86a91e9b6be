"""Users of the website find what the portal opens to them, where a System Manager has said so, and never anybody else's."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import get_html_for_route

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records import asked_ahead, portal_pages, website
from huf.ai.access.records.inputs import InputRights
from huf.ai.access.records.prefilters import by_names
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.knowledge.searching.reading_on import read_as
from huf.ai.site.desk import desk_path
from huf.engine.errors import ContentMissing
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.access.test_record_rights import hooked, raise_secret
from huf.tests.base import SiteTestCase

CUSTOMER = "huf-web-customer@example.com"
STRANGER = "huf-web-stranger@example.com"
AT_DESK = "huf-web-desk@example.com"
MANAGER = "huf-web-manager@example.com"
DOCTYPE = "Help Article"


class TestWebsiteRights(SiteTestCase):
	"""Two users of the website with an article each, and a source of both."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		for user in (CUSTOMER, STRANGER):
			make.make_user(user, "Knowledge Portal User")
		make.make_user(AT_DESK, "Knowledge User")
		make.make_user(MANAGER, "Knowledge Manager")
		cls.source = records.RecordSource(scope="Global")
		cls.selector = cls.add_selector()
		cls.articles = {user: cls.article_of(user) for user in (CUSTOMER, STRANGER, AT_DESK)}
		cls.inputs = {
			user: cls.source.add_record(article, f"The zebra of {user}.", selector=cls.selector)
			for user, article in cls.articles.items()
		}
		cls.source.index()

	@classmethod
	def add_selector(cls) -> str:
		row = {"doctype": "Knowledge Selector", "parent": cls.source.name, "parenttype": "Knowledge Source"}
		row |= {"parentfield": "selectors", "selector_type": "DocType", "document_type": DOCTYPE}
		selector = frappe.get_doc({**row, "name": frappe.generate_hash(length=10)})
		selector.db_insert()
		return selector.name

	@staticmethod
	def article_of(user: str) -> Any:
		article = records.make_article("Huf Portal")
		article.db_set("owner", user, update_modified=False)
		return article

	def setUp(self) -> None:
		super().setUp()
		frappe.db.set_value("Knowledge Source", self.source.name, "answers_website_users", 1)

	def found(self, user: str) -> set[str]:
		"""Whose articles the user finds."""
		with hooked("has_website_permission", DOCTYPE, is_own):
			found = self.source.found(user)
		return {owner for owner, name in self.inputs.items() if name in found}

	def test_ones_own_and_nothing_else(self) -> None:
		"""Each finds what the hook lets them open; without a hook for the DocType nobody finds anything."""
		self.assertTrue(website.is_on_website(CUSTOMER))
		self.assertEqual(self.found(CUSTOMER), {CUSTOMER})
		self.assertEqual(self.found(STRANGER), {STRANGER})
		self.assertEqual(self.source.found(CUSTOMER), set())
		for user in ("Guest", "", "no-such-user@example.com"):
			self.assertEqual(self.found(user), set())

	def test_only_in_sources_that_say_so(self) -> None:
		"""Without the tick nothing of a record is found on the website, at once."""
		frappe.db.set_value("Knowledge Source", self.source.name, "answers_website_users", 0)
		self.assertEqual(self.found(CUSTOMER), set())

	def test_at_the_desk_the_portal_has_no_say(self) -> None:
		"""Whoever has a desk reads by the rights of the desk, also who has just changed sides, and no longer when switched off."""
		self.assertFalse(website.is_on_website(AT_DESK))
		self.assertEqual(self.found(AT_DESK), set())
		frappe.db.set_value("User", AT_DESK, "user_type", "Website User")
		self.assertEqual(self.found(AT_DESK), {AT_DESK})
		frappe.db.set_value("User", CUSTOMER, "user_type", "System User")
		self.assertEqual(self.found(CUSTOMER), set())
		frappe.db.set_value("User", STRANGER, "enabled", 0)
		self.assertEqual(self.found(STRANGER), set())

	def test_what_the_portal_no_longer_opens(self) -> None:
		"""A record that goes to another customer is gone from the next search, and is found by the other."""
		self.articles[CUSTOMER].db_set("owner", STRANGER, update_modified=False)
		self.assertEqual(self.found(CUSTOMER), set())
		self.assertEqual(self.found(STRANGER), {CUSTOMER, STRANGER})

	def test_comments_and_mails_are_not_for_the_website(self) -> None:
		"""A text with comments or e-mails is not shown, nor one of which nobody can say whether it has them."""
		for field in ("include_comments", "include_emails"):
			frappe.db.set_value("Knowledge Selector", self.selector, field, 1)
			self.assertEqual(self.found(CUSTOMER), set(), field)
			frappe.db.set_value("Knowledge Selector", self.selector, field, 0)
		self.assertEqual(self.found(CUSTOMER), {CUSTOMER})
		frappe.db.set_value("Knowledge Input", self.inputs[CUSTOMER], "selector", "gone")
		self.assertEqual(self.found(CUSTOMER), set())

	def test_files_follow_their_own_rule(self) -> None:
		"""What the portal opens of a record opens no attachment of it, neither public nor private."""
		for is_private in (True, False):
			file = make.make_file(
				"zebra",
				private=is_private,
				attached_to_doctype=DOCTYPE,
				attached_to_name=self.articles[CUSTOMER].name,
			)
			self.source.add_file(
				file, "The zebra of a file.", record=self.articles[CUSTOMER], selector=self.selector
			)
		self.source.index()
		with hooked("has_website_permission", DOCTYPE, is_own):
			self.assertEqual(self.source.found(CUSTOMER), {self.inputs[CUSTOMER]})

	def test_an_earlier_record_of_the_name(self) -> None:
		"""Who may open a record does not for that read what a deleted one of its name said."""
		self.articles[CUSTOMER].db_set("creation", frappe.utils.add_days(None, 1), update_modified=False)
		self.assertEqual(self.found(CUSTOMER), set())

	def test_a_broken_hook_opens_nothing(self) -> None:
		"""A hook that raises hides the records, and the search goes on and says so without naming anything."""
		with hooked("has_website_permission", DOCTYPE, break_down):
			result = self.source.search(CUSTOMER)
		self.assertFalse(result.hits)
		self.assertEqual(len(result.notes), 1)
		self.assertNotIn(DOCTYPE, result.notes[0])

	def test_one_among_many(self) -> None:
		"""Where nearly all is refused, what the portal opens is not left out beforehand, and parties narrow where they decide."""
		mine = self.inputs[CUSTOMER]
		for number in range(80):
			article = records.make_article("Huf Portal")
			self.source.add_record(article, f"{'zebra ' * 5} {number}", selector=self.selector)
		self.source.index()
		with hooked("has_website_permission", DOCTYPE, is_own):
			self.assertEqual(self.source.found(CUSTOMER, top_k=3), {mine})
			self.assertIsNone(website.some_openable(DOCTYPE, CUSTOMER, 10))
			# What the hook opens is asked ahead by a job, of people of the website too.
			with patch.object(asked_ahead, "LONGEST_TRANSACTION", timedelta(0)), asked_as(CUSTOMER):
				asked_ahead.ask_ahead(DOCTYPE, CUSTOMER)
				narrowing = by_names(InputRights(CUSTOMER), [self.source.name])
				self.assertEqual([one.values for one in narrowing.conditions], [(mine,)])
			self.assertEqual(self.source.found(CUSTOMER, top_k=3), {mine})
		self.assertEqual(website.some_openable(DOCTYPE, CUSTOMER, 10), [])

	def test_addresses(self) -> None:
		"""Frappe's own hook opens addresses by a link in common with the user's Contact: looked up beforehand, then asked."""
		link = {"link_doctype": "Help Category", "link_name": self.articles[CUSTOMER].category}
		email = {"email_id": CUSTOMER, "is_primary": 1}
		frappe.get_doc(
			{"doctype": "Contact", "first_name": "Huf", "email_ids": [email], "links": [link]}
		).insert(ignore_permissions=True)
		addresses = []
		for links in ([link], []):
			address = frappe.get_doc({"doctype": "Address", "address_title": "Huf", "links": links})
			address.update(
				{"address_type": "Billing", "address_line1": "1", "city": "x", "country": "Germany"}
			)
			addresses.append(address.insert(ignore_permissions=True, ignore_links=True).name)
		for user, expected in ((CUSTOMER, addresses[:1]), (STRANGER, [])):
			with asked_as(user):
				self.assertEqual(website.some_openable("Address", user, 10), expected)
				self.assertEqual(list(website.openable_records("Address", addresses, user)), expected)

	def test_the_page_of_the_website(self) -> None:
		"""Box and entry in the menu for who has a source; a sentence for everybody else; the login for Guests, whatever there is."""
		self.assertIn("huf-portal-search", self.page_for(CUSTOMER))
		self.assertIn('href="/knowledge"', self.page_for(CUSTOMER))
		login = self.page_for("Guest")
		nothing = "No knowledge is open to you yet"
		frappe.db.sql("update `tabKnowledge Source` set scope = 'Site' where scope = 'Global'")
		html = self.page_for(CUSTOMER)
		self.assertIn(nothing, html)
		self.assertNotIn('href="/knowledge"', html)
		self.assertNotIn("huf-portal-search", html)
		self.assertIn("huf-portal-search", self.page_for(AT_DESK))
		self.assertEqual((self.page_for("Guest"), login), ("", ""))

	def page_for(self, user: str) -> str:
		"""What the website shows the user under /knowledge."""
		before = getattr(frappe.local, "request", None)
		with self.acting_as(user):
			try:
				return get_html_for_route("knowledge")
			finally:
				frappe.local.request = before

	def test_lists_and_forms_stay_as_they_are(self) -> None:
		"""The portal opens answers of a search, not Knowledge Inputs."""
		with hooked("has_website_permission", DOCTYPE, is_own):
			self.assertFalse(
				frappe.has_permission("Knowledge Input", "read", doc=self.inputs[CUSTOMER], user=CUSTOMER)
			)

	def test_by_the_public_method(self) -> None:
		"""A search of the website itself finds it, and names no record that only the desk opens."""
		with (
			hooked("has_website_permission", DOCTYPE, is_own),
			self.source.answering(),
			self.acting_as(CUSTOMER),
		):
			result = knowledge_search("zebra", self.source.name)
		self.assertEqual([hit["input"] for hit in result["hits"]], [self.inputs[CUSTOMER]])
		self.assertEqual((result["hits"][0]["metadata"], result["hits"][0]["url"]), ({}, ""))

	def addresses(self, user: str, urls: dict[str, str] | None = None) -> dict[str, str]:
		"""Where the hits of a user lead, by input; `urls`: the addresses that the index has of them."""
		with hooked("has_website_permission", DOCTYPE, is_own):
			hits = self.source.search(user).hits
			if urls:
				rights = InputRights(user)
				self.assertTrue(all(rights.accept(hits)))
				indexed = tuple(hit._replace(url=urls.get(hit.input, hit.url)) for hit in hits)
				hits = rights.with_addresses(rights.for_website(indexed))
		return {hit.input: hit.url for hit in hits}

	def test_a_hit_leads_to_the_page_of_the_record(self) -> None:
		"""To the published page, the page of an app's portal, the Web Form; never to the desk, and only where it would open."""
		mine, article = self.inputs[CUSTOMER], self.articles[CUSTOMER]
		desk = {mine: desk_path(f"help-article/{article.name}")}
		self.assertEqual(self.addresses(CUSTOMER, desk), {mine: ""})
		form = self.make_web_form(apply_document_permissions=1)
		self.assertEqual(self.addresses(CUSTOMER, desk), {mine: ""})
		form.db_set("apply_document_permissions", 0)
		self.assertEqual(self.addresses(CUSTOMER, desk), {mine: f"/{form.route}/{article.name}"})
		form.db_set("login_required", 0)
		self.assertEqual(self.addresses(CUSTOMER, desk), {mine: ""})
		rules = [
			{"from_route": "/their/<path:name>", "to_route": "x", "defaults": {"doctype": "Note"}},
			{"from_route": "/their", "to_route": "x", "defaults": {"doctype": DOCTYPE}},
			{"from_route": "/articles/<path:name>", "to_route": "x", "defaults": {"doctype": DOCTYPE}},
		]
		with patch.object(portal_pages, "get_website_rules", return_value=rules):
			self.assertEqual(self.addresses(CUSTOMER), {mine: f"/articles/{article.name}"})
			# Who has rights to the record and not the portal's word would be refused by that page.
			self.assertEqual(portal_pages.portal_page(DOCTYPE, article.name, False), "")
		# A route that a browser would take for another site is none.
		article.db_set({"published": 1, "route": "/\\evil.example/a b?c#d"})
		self.assertEqual(self.addresses(CUSTOMER, desk), {mine: "/%5Cevil.example/a%20b%3Fc%23d"})
		with hooked("has_website_permission", DOCTYPE, is_own):
			self.assertEqual(
				read_on(self.source, CUSTOMER, f"{mine}#0").hit.url, "/%5Cevil.example/a%20b%3Fc%23d"
			)

	def test_a_hit_leads_to_a_file_that_opens(self) -> None:
		"""A public file opens; the file of an input answers with its text, and opens for nobody who may not read the input."""
		urls = {}
		for is_private in (True, False):
			file = make.make_file("zebra", private=is_private)
			key = self.source.add_file(file, "The zebra of a file.")
			if is_private:
				file.db_set({"attached_to_doctype": "Knowledge Input", "attached_to_name": key})
			urls[key] = file.file_url
		page = self.source.insert_row(input_type="URL", title="Page", url="https://example.com/zebra")
		self.source.texts[page] = "The zebra of a page.", {}
		urls[page] = "https://example.com/zebra"
		self.source.index()
		found = self.addresses(CUSTOMER, urls)
		private, public = list(urls)[:2]
		self.assertLess(set(urls), set(found))
		self.assertEqual([found[key] for key in urls], ["", urls[public], urls[page]])
		# At the desk they lead where they always did.
		with self.acting_as("Administrator"):
			self.assertEqual(self.addresses("Administrator", urls)[private], urls[private])

	@staticmethod
	def make_web_form(**values: Any) -> Any:
		return frappe.get_doc(
			{
				"doctype": "Web Form",
				"title": f"Huf {frappe.generate_hash(length=8)}",
				"doc_type": DOCTYPE,
				"module": "Website",
				"published": 1,
				"login_required": 1,
				"web_form_fields": [{"fieldname": "title", "fieldtype": "Data", "label": "Title"}],
				**values,
			}
		).insert(ignore_permissions=True)

	def test_reading_on(self) -> None:
		"""A found text can be read on by its finder alone, without what the desk knows of the record."""
		reference = f"{self.inputs[CUSTOMER]}#0"
		with hooked("has_website_permission", DOCTYPE, is_own), self.source.answering():
			document = read_as(CUSTOMER, reference)
			self.assertIn(CUSTOMER, document.text)
			self.assertEqual(dict(document.hit.metadata), {})
			self.assertRaises(ContentMissing, read_as, STRANGER, reference)

	def test_who_may_tick_it(self) -> None:
		"""System Managers alone, for the scope Global, without comments; and they alone change what such a source selects."""
		doc = make.make_source(scope="Global")
		with self.acting_as(MANAGER):
			self.assertRaises(frappe.PermissionError, self.saved, doc.name, answers_website_users=1)
		self.assertRaises(frappe.ValidationError, self.saved, doc.name, answers_website_users=1, scope="Site")
		row = {"selector_type": "DocType", "document_type": DOCTYPE}
		self.saved(doc.name, selectors=[{**row, "include_comments": 1}])
		self.assertRaises(frappe.ValidationError, self.saved, doc.name, answers_website_users=1)
		# Its index still has them.
		self.assertRaises(
			frappe.ValidationError, self.saved, doc.name, answers_website_users=1, selectors=[row]
		)
		self.saved(doc.name, selectors=[row])
		self.saved(doc.name, answers_website_users=1)
		with self.acting_as(MANAGER):
			self.saved(doc.name, description="Orders of customers")
			self.assertRaises(
				frappe.PermissionError,
				self.saved,
				doc.name,
				selectors=[{**row, "template": "{{ doc.content }}"}],
			)
			self.saved(doc.name, answers_website_users=0)

	@staticmethod
	def saved(name: str, **values: Any) -> None:
		doc = frappe.get_doc("Knowledge Source", name)
		doc.update(values)
		doc.save()


def read_on(source: records.RecordSource, user: str, reference: str) -> Any:
	with source.answering():
		return read_as(user, reference)


def is_own(doc: Any, ptype: str, user: str, verbose: bool = False) -> bool:
	# Hooks of apps look at the session as often as at what they are given.
	return doc.owner == user == frappe.session.user


def break_down(doc: Any, ptype: str, user: str, verbose: bool = False) -> bool:
	return bool(raise_secret())
