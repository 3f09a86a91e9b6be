"""Glossaries on a site: where they act, when they act, and who may see and change them."""

from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import retriever
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.knowledge.searching.glossaries import glossaries
from huf.ai.site import artifacts, queueing
from huf.ai.site.languages import language_code
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

OWNER = "huf-g-owner@example.com"
READER = "huf-g-reader@example.com"
MANAGER = "huf-g-manager@example.com"
OUTSIDER = "huf-g-outsider@example.com"
USERS = (OWNER, READER, MANAGER, OUTSIDER, "Guest", "Administrator")


def make_glossary(source: Any = None, *rows: tuple[str, str], **values: Any) -> Any:
	"""A glossary of these terms and expansions."""
	return frappe.get_doc(
		{
			"doctype": "Knowledge Glossary",
			"glossary_name": "Terms",
			"knowledge_source": source.name if source else None,
			"entries": [{"term": term, "expansions": expansions} for term, expansions in rows],
			**values,
		}
	).insert()


class TestGlossary(SiteTestCase):
	"""A source of the site and a personal one, both with the same text."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(OWNER, "Knowledge User")
		make.make_user(READER, "Knowledge User")
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(OUTSIDER)
		frappe.db.delete("Knowledge Glossary")
		cls.builds = {}
		with patch.object(queueing, "request_update"):
			cls.site = make.make_source()
			frappe.set_user(OWNER)
			cls.own = make.make_source(scope="User")
			for source in (cls.site, cls.own):
				frappe.set_user("Administrator" if source is cls.site else OWNER)
				make.make_text(source, "Each purchase order is signed by two people.")
				cls.builds[source.artifact_id] = cls.index(source)
		frappe.set_user("Administrator")

	@classmethod
	def index(cls, source: Any) -> Path:
		"""A build of what is wanted now, which the source answers from."""
		with patch.object(frappe.db, "rollback"):
			state = read_wanted(source.artifact_id)
		kinds = registries.backend_registry()
		plan = plan_build(state.inputs, None, BuildSettings(), kinds=kinds)
		path = run_build(Path(mkdtemp()), plan, BuildSettings(), kinds=kinds).info.path
		frappe.db.set_value("Knowledge Source", source.name, "live_build", path.name)
		return path

	def setUp(self) -> None:
		super().setUp()
		patcher = patch.object(
			artifacts, "build_folder", side_effect=lambda artifact, _: self.builds[artifact]
		)
		patcher.start()
		self.addCleanup(patcher.stop)
		# "PO" is a purchase order without any glossary, too.
		frappe.db.set_single_value("Agent Settings", "search_synonyms", 0)

	def ask(self, query: str, *sources: Any) -> dict[str, Any]:
		"""The answer of a search."""
		return retriever.knowledge_search(query, knowledge_sources=[source.name for source in sources])

	def test_acts_everywhere_at_once(self) -> None:
		"""A glossary for all sources acts on the next search; disabled, changed or deleted it acts so no more."""
		self.assertEqual(self.ask("PO", self.site)["hits"], [])
		doc = make_glossary(None, ("PO", "purchase order\n bill of goods \n"))
		result = self.ask("PO?", self.site)
		self.assertEqual(len(result["hits"]), 1)
		self.assertEqual(result["expanded_query"], "PO? (purchase order, bill of goods)")
		doc.entries[0].term = "PU"
		doc.save()
		self.assertEqual(self.ask("PO", self.site)["expanded_query"], "PO")
		self.assertEqual(len(self.ask("PU", self.site)["hits"]), 1)
		doc.disabled = 1
		doc.save()
		self.assertEqual(self.ask("PU", self.site)["hits"], [])
		doc.disabled = 0
		doc.save()
		self.assertEqual(len(self.ask("PU", self.site)["hits"]), 1)
		doc.delete()
		self.assertEqual(self.ask("PU", self.site)["hits"], [])

	def test_synonyms(self) -> None:
		"""Agent Settings say whether usual synonyms are searched for; what they add is not shown."""
		self.assertEqual(self.ask("PO", self.site)["hits"], [])
		frappe.db.set_single_value("Agent Settings", "search_synonyms", 1)
		result = self.ask("PO", self.site)
		self.assertEqual((len(result["hits"]), result["expanded_query"]), (1, "PO"))

	def test_acts_in_its_source_alone(self) -> None:
		"""The glossary of a source adds nothing to the search of another, and nobody else learns what is in it."""
		with self.acting_as(OWNER):
			make_glossary(self.own, ("PO", "purchase order"), ("Falcon", "secret order"))
			result = self.ask("PO", self.own, self.site)
			self.assertEqual({hit["source"] for hit in result["hits"]}, {self.own.name})
			self.assertEqual(result["expanded_query"], "PO (purchase order)")
		for user in (READER, MANAGER):
			with self.acting_as(user):
				result = retriever.knowledge_search(
					"Falcon PO", knowledge_sources=[self.own.name, self.site.name]
				)
				self.assertEqual((result["hits"], result["expanded_query"]), ([], "Falcon PO"))
				self.assertEqual(retriever.knowledge_search("Falcon")["expanded_query"], "Falcon")

	def test_follows_a_renamed_source(self) -> None:
		"""A glossary stays with its source when that gets another name, although its own row does not change."""
		make_glossary(self.site, ("PO", "purchase order"))
		self.assertEqual(len(self.ask("PO", self.site)["hits"]), 1)
		new = f"Renamed {frappe.generate_hash(length=6)}"
		frappe.rename_doc("Knowledge Source", self.site.name, new, force=True)
		self.assertEqual(set(glossaries().by_source), {new})
		result = retriever.knowledge_search("PO", new)
		self.assertEqual(len(result["hits"]), 1)

	def test_languages(self) -> None:
		"""A language with a country is its two letters; an entry of a language that no text has adds nothing."""
		self.assertEqual(
			[language_code(code) for code in ("de", "pt-BR", "en_GB", None)], ["de", "pt", "en", ""]
		)
		make_glossary(None, ("PO", "purchase order"), text_language="de")
		self.assertEqual(self.ask("PO", self.site)["expanded_query"], "PO")
		make_glossary(None, ("PO", "purchase order"), text_language="en")
		self.assertEqual(self.ask("PO", self.site)["expanded_query"], "PO (purchase order)")

	def test_left_empty_it_is_for_all_languages(self) -> None:
		"""Whatever language the user has, a glossary without one stays without."""
		self.assertEqual(frappe.defaults.get_user_default("language"), "en")
		self.assertFalse(make_glossary(None, ("PO", "purchase order")).text_language)
		self.assertEqual({entry.language for entry in glossaries().everywhere.entries}, {""})

	def test_wrong_entries_are_refused(self) -> None:
		"""A row that can never act is refused in the form with the reason; one that was written past it is left out."""
		for term, expansions, message in (
			("?!", "question", "letters or digits"),
			("PO", " \n ", "Expansions|1 to 20"),
			("PO", "\n".join(f"x{number}" for number in range(21)), "1 to 20"),
			("<b>x</b>" * 30, "y", "at most 140|too long|exceeds|Value"),
		):
			with self.assertRaisesRegex(frappe.ValidationError, message):
				make_glossary(None, (term, expansions))
		doc = make_glossary(None, ("PO", "purchase order"), ("HR", "people"))
		frappe.db.set_value("Knowledge Glossary Entry", doc.entries[1].name, "expansions", "")
		frappe.db.set_value("Knowledge Glossary", doc.name, "disabled", 0)
		self.assertEqual([entry.term for entry in glossaries().everywhere.entries], ["PO"])

	def test_rights(self) -> None:
		"""Everybody with a knowledge role reads those for all, managers write them; others go by their source, also in lists."""
		everywhere = make_glossary(None, ("PO", "purchase order"))
		with self.acting_as(OWNER):
			own = make_glossary(self.own, ("PO", "purchase order"))
		site = make_glossary(self.site, ("PO", "purchase order"))
		docs = {"everywhere": everywhere, "own": own, "site": site}
		reads = {
			OWNER: set(docs),
			READER: {"everywhere", "site"},
			MANAGER: {"everywhere", "site"},
			OUTSIDER: set(),
			"Guest": set(),
			"Administrator": set(docs),
		}
		writes = {
			OWNER: {"own"},
			READER: set(),
			MANAGER: {"everywhere", "site"},
			OUTSIDER: set(),
			"Guest": set(),
			"Administrator": set(docs),
		}
		for user in USERS:
			with self.subTest(user=user), self.acting_as(user):
				for ptype, expected in (("read", reads), ("write", writes), ("delete", writes)):
					may = {key for key, doc in docs.items() if doc.has_permission(ptype)}
					self.assertEqual(may, expected[user], ptype)
				if frappe.has_permission("Knowledge Glossary", "read"):
					listed = set(frappe.get_list("Knowledge Glossary", pluck="name", limit_page_length=0))
					self.assertEqual({key for key, doc in docs.items() if doc.name in listed}, reads[user])
					rows = frappe.get_list(
						"Knowledge Glossary Entry",
						parent_doctype="Knowledge Glossary",
						pluck="parent",
						limit_page_length=0,
					)
					self.assertEqual({key for key, doc in docs.items() if doc.name in rows}, reads[user])

	def test_a_glossary_is_not_moved_to_others(self) -> None:
		"""Nobody makes a glossary for all, or for a source that is not theirs to write, by moving or making one."""
		with self.acting_as(OWNER):
			own = make_glossary(self.own, ("PO", "purchase order"))
			for source in (None, self.site):
				self.assertRaises(frappe.PermissionError, make_glossary, source, ("PO", "purchase order"))
				own.knowledge_source = source.name if source else None
				self.assertRaises(frappe.PermissionError, own.save)
				own.reload()
		with self.acting_as(MANAGER):
			doc = make_glossary(self.site, ("PO", "purchase order"))
			doc.knowledge_source = self.own.name
			self.assertRaises(frappe.PermissionError, doc.save)
