"""What a Knowledge Source accepts, and what becomes of what belongs to it."""

import re
from dataclasses import fields
from unittest.mock import patch

import frappe

from huf.ai.knowledge.indexing.recipe.recipes import reason_to_rebuild
from huf.ai.site import settings
from huf.tests import factories as make
from huf.tests.base import SiteTestCase


class TestKnowledgeSource(SiteTestCase):
	"""Validation, names, derived fields, deletion."""

	def test_sizes_come_from_agent_settings_unless_given(self) -> None:
		"""A size or overlap that is not given is the site's default; 0 is given."""
		plain = make.make_source()
		self.assertEqual((plain.chunk_size, plain.chunk_overlap), (512, 50))
		none = make.make_source(chunk_overlap=0)
		self.assertEqual((none.chunk_size, none.chunk_overlap), (512, 0))
		none.save()
		self.assertEqual(frappe.db.get_value("Knowledge Source", none.name, "chunk_overlap"), 0)

	def test_accepted_sizes(self) -> None:
		"""The smallest and largest chunk, and an overlap of half of it, are accepted in both units."""
		for size, overlap, unit in ((50, 25, "Tokens"), (2000, 1000, "Tokens"), (100, 50, "Characters")):
			with self.subTest(size=size, unit=unit):
				make.make_source(chunk_size=size, chunk_overlap=overlap, chunk_unit=unit)

	def test_refused_sizes(self) -> None:
		"""A size or overlap out of range is refused by a message that names the accepted values."""
		refused = (
			(49, 0, "Tokens", "50"),
			(0, 0, "Tokens", "50"),
			(2001, 0, "Tokens", "2000"),
			(99, 0, "Characters", "100"),
			(512, 257, "Tokens", "256"),
			(512, -1, "Tokens", ""),
		)
		for size, overlap, unit, named in refused:
			with self.subTest(size=size, overlap=overlap, unit=unit):
				with self.assertRaisesRegex(frappe.ValidationError, named):
					make.make_source(chunk_size=size, chunk_overlap=overlap, chunk_unit=unit)

	def test_the_language_is_a_part_of_the_index(self) -> None:
		"""What is chosen reaches the engine without its country; empty, it is told for each input; a change is another index."""
		# Frappe 16 knows this one no more by itself.
		if not frappe.db.exists("Language", "pt-BR"):
			frappe.get_doc(
				{"doctype": "Language", "language_code": "pt-BR", "language_name": "Português Brasileiro"}
			).insert()
		source = make.make_source(text_language="pt-BR")
		german = make.make_source(text_language="de")
		plain = make.make_source()
		made = [settings.build_settings(each) for each in (source, german, plain)]
		self.assertEqual([each.language for each in made], ["pt", "de", ""])
		self.assertEqual(len({each.fingerprint() for each in made}), 3)
		with self.assertRaises(frappe.LinkValidationError):
			make.make_source(text_language="Klingon")

	def test_unknown_knowledge_type(self) -> None:
		"""A kind of index that nobody registered is refused, and the message names those that exist."""
		with self.assertRaisesRegex(frappe.ValidationError, "sqlite_fts"):
			make.make_source(knowledge_type="papyrus")

	def test_an_app_adds_a_knowledge_type(self) -> None:
		"""What another app registers by its hooks is accepted."""
		hooks = frappe.get_hooks

		def with_papyrus(hook: str | None = None, *args: object, **kwargs: object) -> object:
			if hook == "huf_knowledge_backends":
				return {"papyrus": ["library.papyrus.BACKEND"]}
			return hooks(hook, *args, **kwargs)

		with patch("frappe.get_hooks", with_papyrus):
			self.assertIn("papyrus", settings.backends())

	def test_neighbors(self) -> None:
		"""At most five neighbours can be asked for."""
		make.make_source(coalesce_neighbors=5)
		self.assertRaises(frappe.ValidationError, make.make_source, coalesce_neighbors=6)

	def test_a_role_source_needs_a_role(self) -> None:
		"""A source with the scope Role names at least one role; with another scope it keeps none."""
		self.assertRaises(frappe.ValidationError, make.make_source, scope="Role")
		self.assertEqual(make.make_source(roles=["Knowledge User"]).roles, [])

	def test_number_of_sources(self) -> None:
		"""The limit of Agent Settings holds; 0 is no limit."""
		make.make_source()
		frappe.db.set_single_value(
			"Agent Settings", "max_sources_per_site", frappe.db.count("Knowledge Source")
		)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.addCleanup(frappe.clear_document_cache, "Agent Settings", "Agent Settings")
		self.assertRaises(frappe.ValidationError, make.make_source)

	def test_files_are_named_by_chance_never_by_name(self) -> None:
		"""Sources with names that look like paths, or alike, have random ids of their own that a rename keeps."""
		names = ("../../x", "a/b", "Product Docs", "product-docs", "PRODUCT_DOCS")
		ids = {make.make_source(name).artifact_id for name in names}
		self.assertEqual(len(ids), len(names))
		for artifact_id in ids:
			self.assertTrue(re.fullmatch("[0-9a-f]{32}", artifact_id))
		before = frappe.db.get_value("Knowledge Source", "a/b", "artifact_id")
		frappe.rename_doc("Knowledge Source", "a/b", "Renamed")
		self.assertEqual(frappe.db.get_value("Knowledge Source", "Renamed", "artifact_id"), before)

	def test_sources_are_not_merged(self) -> None:
		"""A merge, which would move inputs to an index that knows nothing of them, is refused."""
		one, other = make.make_source(), make.make_source()
		with self.assertRaisesRegex(frappe.ValidationError, "merged"):
			frappe.rename_doc("Knowledge Source", one.name, other.name, merge=True)
		self.assertTrue(frappe.db.exists("Knowledge Source", one.name))

	def test_derived_fields_are_not_the_callers(self) -> None:
		"""Whoever sends another source's artifact id, a status or a pointer keeps what the row holds."""
		victim = make.make_source()
		thief = make.make_source(artifact_id=victim.artifact_id, status="Ready", wanted_generation=7)
		self.assertNotEqual(thief.artifact_id, victim.artifact_id)
		self.assertEqual((thief.status, thief.wanted_generation), ("Pending", 0))
		own = thief.artifact_id
		thief.update(
			{"artifact_id": victim.artifact_id, "total_chunks": 9, "live_build": make.make_build(victim).name}
		)
		thief.save()
		row = frappe.db.get_value(
			"Knowledge Source", thief.name, ["artifact_id", "total_chunks", "live_build"]
		)
		self.assertEqual(row, (own, 0, None))

	def test_a_copy_has_its_own_files(self) -> None:
		"""A source made by Duplicate shares nothing with the original but its settings."""
		source = make.make_source(chunk_size=100, chunk_overlap=0)
		copy = frappe.copy_doc(source)
		copy.source_name = "A copy"
		copy.insert()
		self.assertNotEqual(copy.artifact_id, source.artifact_id)
		self.assertEqual((copy.chunk_size, copy.live_build), (100, None))

	def test_an_open_form_does_not_turn_the_clock_back(self) -> None:
		"""What a job wrote while a user had the form open survives the user's save."""
		source = make.make_source()
		frappe.db.set_value(
			"Knowledge Source",
			source.name,
			{"total_chunks": 12, "built_generation": 3},
			update_modified=False,
		)
		source.description = "New"
		source.save()
		row = frappe.db.get_value(
			"Knowledge Source", source.name, ["description", "total_chunks", "built_generation"]
		)
		self.assertEqual(row, ("New", 12, 3))

	def test_other_settings_need_a_rebuild(self) -> None:
		"""A source needs a rebuild when its settings are not those its live build was made with."""
		source = make.make_source()
		self.assertIsNone(reason_to_rebuild(source))
		build = make.make_build(source, fingerprint=settings.build_settings(source).fingerprint())
		source.db_set("live_build", build.name)
		self.assertIsNone(reason_to_rebuild(source))
		source.chunk_size = 300
		self.assertIn("The settings changed", reason_to_rebuild(source))

	def test_a_source_takes_its_inputs_and_builds_along(self) -> None:
		"""Deleting a source deletes its inputs and builds, its live one too, and nobody else's."""
		source, other = make.make_source(), make.make_source()
		make.make_text(source)
		kept = make.make_text(other)
		build = make.make_build(source, failures=[{"title": "x"}])
		source.db_set("live_build", build.name)
		source.reload().delete()
		for doctype in ("Knowledge Input", "Knowledge Build"):
			self.assertFalse(frappe.db.exists(doctype, {"knowledge_source": source.name}))
		self.assertFalse(frappe.db.exists("Knowledge Build Failure", {"parent": build.name}))
		self.assertTrue(frappe.db.exists("Knowledge Input", kept.name))

	def test_a_linked_source_loses_nothing(self) -> None:
		"""A source that an agent uses cannot be deleted, and the attempt deletes no input of it."""
		source = make.make_source()
		text = make.make_text(source)
		make.make_agent(source)
		self.assertRaises(frappe.LinkExistsError, source.reload().delete)
		self.assertTrue(frappe.db.exists("Knowledge Input", text.name))

	def test_a_build_can_be_deleted_by_nobody_but_the_system(self) -> None:
		"""Build rows are written by jobs: no role may make, change or delete one."""
		for right in ("create", "write", "delete"):
			self.assertFalse(frappe.get_all("DocPerm", filters={"parent": "Knowledge Build", right: 1}))


class TestSettings(SiteTestCase):
	"""Agent Settings are read in one place and mean the same there as in the form."""

	def test_defaults_agree(self) -> None:
		"""Each setting of the code is a field of the DocType with the same default, and the other way round."""
		meta = frappe.get_meta("Agent Settings")
		in_form = {f.fieldname: int(f.default) for f in meta.fields if f.fieldtype in ("Int", "Check")}
		texts = ("Link", "Data", "Select", "Small Text")
		in_form |= {f.fieldname: f.default or "" for f in meta.fields if f.fieldtype in texts}
		in_code = {f.name: f.type(f.default) for f in fields(settings.KnowledgeSettings)}
		self.assertEqual(in_code, in_form)

	def test_ranges(self) -> None:
		"""A limit that makes no sense is refused by name."""
		form = frappe.get_doc("Agent Settings")
		form.max_chunks_per_search = 0
		with self.assertRaisesRegex(frappe.ValidationError, "Max Chunks Per Search"):
			form.save()
		form = frappe.get_doc("Agent Settings")
		form.default_chunk_overlap = 257
		with self.assertRaisesRegex(frappe.ValidationError, "256"):
			form.save()
