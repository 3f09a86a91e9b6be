"""Facets on a site: they count what the asking user may read now, and tell of nothing else."""

import json
from typing import Any
from unittest.mock import patch

import frappe
from frappe.desk.doctype.tag.tag import DocTags

from huf.ai.assistants.access import SiteAccess
from huf.ai.knowledge import retriever
from huf.ai.knowledge.searching import facets
from huf.ai.site import artifacts
from huf.assistants.access import SourceCard
from huf.assistants.tools import call_tool
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.base import SiteTestCase

READER = "huf-facets-reader@example.com"
OTHER = "huf-facets-other@example.com"
ROLE = "Huf Test Facet Reader"
HIDDEN = "clandestine"
"""Stands in everything that is known of the hidden inputs, and nowhere else."""


class TestFacets(SiteTestCase):
	"""Two sources: one for all, half of whose inputs only one user may read, and one of that user's own."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_role(ROLE)
		make.make_user(READER, "Knowledge User", ROLE)
		make.make_user(OTHER, "Knowledge User")
		records.allow("Help Article", ROLE)
		frappe.db.delete("Custom DocPerm", {"parent": "Help Article", "role": ("!=", ROLE)})
		frappe.clear_cache(doctype="Help Article")
		cls.source = records.RecordSource()
		frappe.set_user(READER)
		cls.own = records.RecordSource(name=f"A {HIDDEN} source", scope="User")
		frappe.set_user("Administrator")
		cls.plain = []
		for number in range(6):
			named = {"title": f"Text {number}", "text": "x", "metadata": "project = Alpha"}
			name = cls.source.insert_row(input_type="Text", **named)
			known = {"kind": "Memo", "author": "Ann", "date": f"202{number % 2}-05-01", "project": "Alpha"}
			cls.source.texts[name] = "A zebra." + " Other words." * number, known
			cls.plain.append(name)
		DocTags("Knowledge Input").add(cls.plain[0], "Animals")
		articles = [records.make_article("Huf Facets") for _number in range(5)]
		for article in articles:
			declared = f"{HIDDEN} = x\nproject = {HIDDEN}"
			name = cls.source.add_record(article, "A zebra of an article.", metadata=declared)
			known = {"kind": HIDDEN, "author": HIDDEN, "date": "1999-01-01", HIDDEN: "x", "project": HIDDEN}
			known |= {"reference_doctype": "Help Article", "reference_name": article.name}
			cls.source.texts[name] = "A zebra of an article.", known
			DocTags("Knowledge Input").add(name, HIDDEN)
		DocTags("Help Article").add(articles[0].name, f"{HIDDEN} record")
		of_article = {"attached_to_doctype": "Help Article", "attached_to_name": articles[0].name}
		cls.public = cls.source.add_file(
			make.make_file("public.txt", private=False, **of_article), "A zebra in public."
		)
		cls.source.texts[cls.public] = (
			"A zebra in public.",
			{"reference_doctype": "Help Article", "reference_name": articles[0].name},
		)
		cls.source.index()
		own = cls.own.insert_row(input_type="Text", title="Own", text="x")
		cls.own.texts[own] = "A zebra of one's own.", {"kind": HIDDEN}
		cls.own.index()

	def tearDown(self) -> None:
		super().tearDown()
		frappe.clear_cache(doctype="Help Article")

	def asked(
		self, user: str, sources: list[str] | None = None, *, as_assistant: bool = False, **values: Any
	) -> dict[str, Any]:
		"""What the method answers ``user`` who asks for facets, or the tool of another assistant of theirs."""
		builds = {one.doc.artifact_id: one.build for one in (self.source, self.own)}

		def folder(artifact: str, _build: str) -> Any:
			return builds.get(artifact) or next(iter(builds.values()))

		granted = {READER: [self.source.name, self.own.name], OTHER: [self.source.name]}[user]
		with (
			self.acting_as(user),
			patch.object(artifacts, "build_folder", side_effect=folder),
			# Other tests leave sources behind, whose builds are nowhere.
			patch("huf.ai.knowledge.searching.requests.searchable_sources", return_value=granted),
			patch.object(retriever, "REFILL_SECONDS", 3600.0),
		):
			if as_assistant:
				access = SiteAccess(user)
				cards = [SourceCard(name) for name in granted]
				with patch.object(SiteAccess, "sources", return_value=cards):
					return call_tool(access, "knowledge_search", {"query": "zebra", "facets": True, **values})
			return retriever.knowledge_search("zebra", knowledge_sources=sources, facets=1, **values)

	def counts(self, user: str, **values: Any) -> dict[str, dict[Any, int]]:
		"""By field: the values and their counts, of which none is the least there is."""
		found = self.asked(user, **values)["facets"]
		self.assertFalse([one for facet in found for one in facet["values"] if one["or_more"]])
		return {facet["field"]: {one["value"]: one["count"] for one in facet["values"]} for facet in found}

	def test_who_is_told_what(self) -> None:
		"""A user who may read half is told of that half by every facet; the one who may read all, of all."""
		mine, all_of_it = self.counts(OTHER), self.counts(READER)
		self.assertEqual(
			mine,
			{
				"source": {self.source.name: 7},
				"kind": {"Memo": 6},
				"author": {"Ann": 6},
				"date": {"2021": 3, "2020": 3},
				"tags": {"animals": 1},
				"metadata.project": {"Alpha": 6},
			},
		)
		self.assertEqual(all_of_it["source"], {self.source.name: 12, self.own.name: 1})
		# Of a file that was added by hand nobody is told the record.
		self.assertEqual(all_of_it["reference_doctype"], {"Help Article": 5})
		self.assertEqual(all_of_it["tags"], {HIDDEN: 5, "animals": 1, f"{HIDDEN} record": 1})
		self.assertEqual(all_of_it[f"metadata.{HIDDEN}"], {"x": 5})
		self.assertIn("1999", all_of_it["date"])

	def test_nothing_hidden_is_named(self) -> None:
		"""No filter, no source and no explanation brings a word of what is hidden into the answer."""
		for values in (
			{},
			{"explain": 1},
			{"filters": {"kind": {"in": ["Memo"]}}},
			{"filters": {"reference_doctype": "Help Article"}},
			{"filters": {"tags": "animals", "date": {"from": "2000-01-01"}}},
			{"sources": [self.source.name]},
		):
			with self.subTest(values=values):
				self.assertNotIn(HIDDEN, json.dumps(self.asked(OTHER, **values), default=str))
		self.assertIn(HIDDEN, json.dumps(self.asked(READER), default=str))

	def test_an_assistant_is_told_the_same(self) -> None:
		"""The tool counts what its user may read, under the filters of the call, with the filter that keeps to each value."""
		found = self.asked(OTHER, as_assistant=True)
		self.assertNotIn(HIDDEN, json.dumps(found))
		self.assertEqual(
			found["facets"]["kind"], [{"value": "Memo", "documents": 6, "filter": {"kind": {"in": ["Memo"]}}}]
		)
		self.assertEqual(found["facets"]["source"], [{"value": self.source.name, "documents": 7}])
		narrowed = self.asked(OTHER, as_assistant=True, filters={"tags": {"in": ["animals"]}})
		self.assertEqual(narrowed["facets"]["kind"][0]["documents"], 1)
		self.assertIn(HIDDEN, json.dumps(self.asked(READER, as_assistant=True)["facets"]))

	def test_a_facet_counts_without_its_own_filter(self) -> None:
		"""Its other values stay to be chosen, all others heed it; so it is for sources that are named."""
		found = self.counts(READER, filters={"kind": {"in": ["Memo"]}})
		self.assertEqual(found["kind"], {"Memo": 6, HIDDEN: 6})
		self.assertEqual(found["author"], {"Ann": 6})
		found = self.counts(READER, filters={"kind": {"in": ["Memo"]}, "tags": {"in": ["animals"]}})
		self.assertEqual(found["kind"], {"Memo": 1})
		self.assertEqual(found["tags"], {"animals": 1})
		self.assertEqual(found["source"], {self.source.name: 1})
		found = self.counts(READER, sources=[self.own.name])
		self.assertEqual(found["source"], {self.source.name: 12, self.own.name: 1})
		self.assertEqual(found["kind"], {HIDDEN: 1})

	def test_each_value_is_a_filter(self) -> None:
		"""Asked with the filter that a value names, the search finds as many inputs as were counted for it."""
		for user in (OTHER, READER):
			for facet in self.asked(user)["facets"]:
				for one in facet["values"]:
					more = (
						{"sources": [one["value"]]}
						if facet["field"] == "source"
						else {"filters": one["filter"]}
					)
					file = int(facet["field"] == "reference_doctype")
					hits = self.asked(user, top_k=20, **more)["hits"]
					with self.subTest(user=user, field=facet["field"], value=one["value"]):
						self.assertEqual(len({hit["input"] for hit in hits}), one["count"] + file)

	def test_or_more_is_of_what_one_may_read(self) -> None:
		"""With fewer counted than there are, it is said; whether hidden ones match as well changes nothing of that."""
		for most, is_said in ((7, False), (6, True)):
			with patch.multiple(facets, MOST_COUNTED=most, LEAST_COUNTED=most):
				(source, *_others) = self.asked(OTHER)["facets"]
			self.assertEqual(source["values"][0]["count"], most)
			self.assertEqual(source["values"][0]["or_more"], is_said)

	def test_only_who_asks_gets_them(self) -> None:
		"""Without the argument there are none, and a search with facets has the same hits."""
		plain = self.asked(OTHER, top_k=20)
		with (
			self.acting_as(OTHER),
			patch.object(artifacts, "build_folder", return_value=self.source.build),
		):
			without = retriever.knowledge_search("zebra", self.source.name, top_k=20)
		self.assertNotIn("facets", without)
		self.assertEqual(
			[hit["citation_id"] for hit in without["hits"]], [hit["citation_id"] for hit in plain["hits"]]
		)
		self.assertNotIn("counted", plain)
