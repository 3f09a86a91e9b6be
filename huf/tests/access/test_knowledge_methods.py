"""Who may call which method, with which arguments, and what the answers give away."""

import inspect
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import ask_record as asking
from huf.ai.knowledge import corrections, input_view, pdf_page, retriever, search_as_user
from huf.ai.knowledge.packs import desk as packs
from huf.ai.knowledge.record_sources import record_source
from huf.ai.knowledge.searching import requests
from huf.ai.site import queueing
from huf.huf.doctype.knowledge_build import knowledge_build as build_methods
from huf.huf.doctype.knowledge_connection.knowledge_connection import test_connection as try_connection
from huf.huf.doctype.knowledge_gap import knowledge_gap as gap_methods
from huf.huf.doctype.knowledge_glossary_proposal import knowledge_glossary_proposal as proposals
from huf.huf.doctype.knowledge_input import knowledge_input as input_methods
from huf.huf.doctype.knowledge_purge import knowledge_purge as purge_methods
from huf.huf.doctype.knowledge_search_log.knowledge_search_log import delete_my_searches, note_opened
from huf.huf.doctype.knowledge_selector import knowledge_selector as selector_methods
from huf.huf.doctype.knowledge_source import knowledge_source as source_methods
from huf.huf.doctype.knowledge_test import knowledge_test as test_methods
from huf.huf.doctype.knowledge_test_run import knowledge_test_run as test_run_methods
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

OWNER = "huf-m-owner@example.com"
READER = "huf-m-reader@example.com"
MANAGER = "huf-m-manager@example.com"
OUTSIDER = "huf-m-outsider@example.com"
USERS = ("Guest", OUTSIDER, READER, MANAGER, OWNER)

NO_BUILD = "20200101T000000-00000000"

READING: dict[str, Callable[[str], Any]] = {
	"test_search": lambda source: source_methods.test_search(source, "anything"),
	"get_stats": source_methods.get_stats,
}
KEEPING: dict[str, Callable[[str], Any]] = {
	"list_builds": source_methods.list_builds,
	"list_places": source_methods.list_places,
	"get_tests": source_methods.get_tests,
	"count_clearable": source_methods.count_clearable,
	"estimate_index": source_methods.estimate_index,
	"check_files": lambda source: source_methods.check_files(source, []),
	"compare_builds": lambda source: build_methods.compare_builds(source, NO_BUILD, NO_BUILD),
	"compare_input": lambda source: build_methods.compare_input(source, NO_BUILD, NO_BUILD, "none"),
}
"""What only looks, but at numbers of inputs that a reader may not see: for those who may write."""
WRITING: dict[str, Callable[[str], Any]] = {
	"rebuild_index": source_methods.rebuild_index,
	"retry_failed": source_methods.retry_failed,
	"cancel_indexing": source_methods.cancel_indexing,
	"sync_now": source_methods.sync_now,
	"clear_source": lambda source: source_methods.clear_source(source, -1),
	"restore_build": lambda source: source_methods.restore_build(source, NO_BUILD),
	"run_tests": source_methods.run_tests,
	"publish_held_build": lambda source: source_methods.publish_held_build(source, NO_BUILD),
	"discard_held_build": lambda source: source_methods.discard_held_build(source, NO_BUILD),
}
SELECTING = {
	function.__name__
	for function in (
		selector_methods.count_selected,
		selector_methods.ready_made_settings,
		selector_methods.preview_place,
		selector_methods.read_preview,
		selector_methods.list_server_folders,
		selector_methods.list_connections,
	)
}
"""Methods about records and places, whose rights ``test_selection``, ``test_website_selector``, ``test_server_folder`` and ``test_connection`` are about."""
ABOUT_RECORDS = {
	function.__name__
	for function in (
		record_source.record_source,
		record_source.find_record_source,
		record_source.bring_back,
		asking.ask_record,
		search_as_user.search_as_user,
		pdf_page.pdf_page,
		input_view.view_input,
		corrections.correct_passage,
		corrections.put_back,
	)
}
"""Those of ``test_record_sources``, ``test_ask_record``, ``test_search_as_user``, ``test_pdf_page``, ``test_input_view`` and ``test_corrections``."""

ABOUT_GAPS = {
	function.__name__
	for function in (gap_methods.verify_gap, gap_methods.ask_gap_again, gap_methods.dismiss_gap)
}
"""Those of ``test_gaps``."""
ABOUT_PACKS = {
	function.__name__
	for function in (
		packs.look_into_pack,
		packs.import_pack,
		packs.make_pack,
		packs.packs_made,
		packs.follow_pack,
	)
}
"""Those of ``test_packs``."""
ABOUT_TESTS = {
	function.__name__
	for function in (
		test_methods.run_test,
		test_run_methods.get_run_of_tests,
		test_run_methods.compare_answers,
	)
}
"""Those of ``test_quality``."""
ABOUT_PURGES = {function.__name__ for function in (purge_methods.order_purge, purge_methods.retry_purge)}
"""Those of ``test_purging``."""
ABOUT_PROPOSALS = {
	function.__name__
	for function in (
		proposals.learn_words,
		proposals.get_proposal_questions,
		proposals.accept_proposal,
		proposals.refuse_proposal,
	)
}
"""Those of ``test_learning``."""


class TestKnowledgeMethods(SiteTestCase):
	"""A source of the site, a personal one, and five callers."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(OWNER, "Knowledge User")
		make.make_user(READER, "Knowledge User")
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(OUTSIDER)
		cls.site = make.make_source()
		cls.site_input = make.make_text(cls.site)
		frappe.set_user(OWNER)
		cls.own = make.make_source(scope="User")
		cls.own_input = make.make_text(cls.own)
		frappe.set_user("Administrator")

	def setUp(self) -> None:
		super().setUp()
		# Nothing is committed here, so nothing may be queued either.
		for name in ("request_update", "request_rebuild"):
			patcher = patch.object(queueing, name)
			self.addCleanup(patcher.stop)
			setattr(self, name, patcher.start())

	def allowed(self, call: Callable[[], Any], user: str) -> bool:
		"""Whether the user may make the call; any refusal must be a PermissionError and nothing else."""
		with self.acting_as(user):
			try:
				call()
			except frappe.PermissionError:
				return False
			except frappe.ValidationError as error:
				self.assertRegex(
					str(error), "no kept build|Nothing was deleted|has no tests|does not wait for a decision"
				)
			return True

	def test_rights_of_each_method(self) -> None:
		"""Readers of a source may search and look, writers may change; a personal source is its owner's alone."""
		expected = {
			("read", "site"): {READER, MANAGER, OWNER},
			("write", "site"): {MANAGER},
			("read", "own"): {OWNER},
			("write", "own"): {OWNER},
		}
		for kind, methods in (("read", READING), ("write", WRITING), ("write", KEEPING)):
			for name, method in methods.items():
				for key in ("site", "own"):
					source = getattr(self, key).name
					may = {user for user in USERS if self.allowed(lambda m=method, s=source: m(s), user)}
					self.assertEqual(may, expected[kind, key], f"{name} on {key}")

	def test_rights_of_reprocess(self) -> None:
		"""Only who may write the source may have an input indexed again."""
		for key, expected in (("site", {MANAGER}), ("own", {OWNER})):
			name = getattr(self, f"{key}_input").name
			may = {
				user for user in USERS if self.allowed(lambda n=name: input_methods.reprocess_input(n), user)
			}
			self.assertEqual(may, expected, key)

	def test_rights_of_the_view(self) -> None:
		"""Who may be answered from the source is shown what was read of its input; it may say that nothing was yet."""
		for key, expected in (("site", {READER, MANAGER, OWNER}), ("own", {OWNER})):
			name = getattr(self, f"{key}_input").name
			may = {user for user in USERS if self.allowed(lambda n=name: input_view.view_input(n), user)}
			self.assertEqual(may, expected, key)

	def test_missing_sounds_like_forbidden(self) -> None:
		"""No method tells a source that does not exist from one that is not the caller's (no existence leak)."""
		for name, method in {**READING, **WRITING, **KEEPING}.items():
			texts = set()
			for source in (self.own.name, "No Such Source"):
				with self.acting_as(READER), self.assertRaises(frappe.PermissionError) as caught:
					method(source)
				texts.add(str(caught.exception).replace(source, ""))
			self.assertEqual(len(texts), 1, name)
		with self.acting_as(READER):
			skipped = retriever.knowledge_search("x", knowledge_sources=[self.own.name, "No Such Source"])[
				"skipped"
			]
		self.assertEqual([skip["source"] for skip in skipped], [self.own.name, "No Such Source"])
		self.assertEqual(len({(skip["code"], skip["reason"]) for skip in skipped}), 1)

	def test_omitted_sources_are_the_readable_ones(self) -> None:
		"""Who names no source searches what they may read: nobody sees the name of another's personal source."""
		for user, sees_own in ((OWNER, True), (READER, False), (MANAGER, False), (OUTSIDER, False)):
			with self.acting_as(user):
				result = retriever.knowledge_search("anything")
			names = {skip["source"] for skip in result["skipped"]}
			self.assertEqual(self.own.name in names, sees_own, user)
			self.assertEqual(self.site.name in names, user != OUTSIDER, user)
			self.assertEqual(result["hits"], [])

	def test_every_method_is_in_this_test(self) -> None:
		"""Each whitelisted function of the knowledge modules is known here, annotated, and POST if it changes anything."""
		known = {
			*READING,
			*WRITING,
			*KEEPING,
			*SELECTING,
			*ABOUT_RECORDS,
			*ABOUT_GAPS,
			*ABOUT_TESTS,
			*ABOUT_PURGES,
			*ABOUT_PROPOSALS,
			"reprocess_input",
			"knowledge_search",
			"which_embedding_model",
			# For System Managers alone (``test_rest_rights``).
			try_connection.__name__,
			delete_my_searches.__name__,
			note_opened.__name__,
			*ABOUT_PACKS,
		}
		found = {
			function
			for function in frappe.whitelisted
			if function.__module__.startswith(("huf.ai.knowledge", "huf.huf.doctype.knowledge"))
		}
		self.assertEqual({function.__name__ for function in found}, known)
		for function in found:
			signature = inspect.signature(function)
			for parameter in signature.parameters.values():
				self.assertIsNot(
					parameter.annotation, parameter.empty, f"{function.__name__}({parameter.name})"
				)
				self.assertNotIn("permission", parameter.name)
			methods = set(frappe.allowed_http_methods_for_whitelisted_func[function])
			changes = function.__name__ in {
				*WRITING,
				*ABOUT_GAPS,
				*ABOUT_PURGES,
				*ABOUT_PROPOSALS - {"get_proposal_questions"},
				"reprocess_input",
				"correct_passage",
				"put_back",
				"check_files",
				"test_search",
				"count_selected",
				"preview_place",
				try_connection.__name__,
				"run_test",
				"compare_answers",
				"record_source",
				"bring_back",
				"search_as_user",
				delete_my_searches.__name__,
				note_opened.__name__,
				*ABOUT_PACKS - {"follow_pack", "packs_made"},
			}
			self.assertEqual(methods, {"POST"} if changes else {"GET", "POST"}, function.__name__)
			self.assertNotIn(function, frappe.guest_methods)

	def test_wrong_types_are_refused(self) -> None:
		"""Arguments of the wrong type never reach the search."""
		with self.assertRaises(frappe.exceptions.FrappeTypeError):
			retriever.knowledge_search({"not": "text"})
		with self.assertRaises(frappe.exceptions.FrappeTypeError):
			source_methods.rebuild_index(knowledge_source=["a", "b"])

	def test_top_k_is_clamped(self) -> None:
		"""top_k comes as text over HTTP, may be anything, and ends between 1 and 20."""
		for given, expected in (("7", 7), (0, 1), (-3, 1), (10**9, 20), (None, 5), ("junk", 5), (20, 20)):
			self.assertEqual(requests.clamp_top_k(given), expected, given)
		frappe.db.set_single_value("Agent Settings", "max_chunks_per_search", 3)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.assertEqual(requests.clamp_top_k(20), 3)

	def test_source_lists_are_understood(self) -> None:
		"""A list, its JSON, one name, or nothing: each means what it says, and a name counts once."""
		for one, several, expected in (
			(None, None, None),
			(None, [], None),
			("A", None, ["A"]),
			("A", '["A", "B"]', ["A", "B"]),
			(None, "Plain Name", ["Plain Name"]),
			(None, ["B", "B"], ["B"]),
		):
			self.assertEqual(requests.named_sources(one, several), expected)
		for wrong in ("[1, 2]", [{"name": "x"}]):
			with self.assertRaises(frappe.ValidationError):
				requests.named_sources(None, wrong)
		with self.assertRaises(frappe.ValidationError):
			requests.named_sources(None, [str(number) for number in range(101)])

	def test_unknown_filters_are_refused(self) -> None:
		"""A filter that is not known is an error, never silently ignored and never SQL."""
		for wrong in (
			{"owner": "x"},
			{"1=1 or inputs": []},
			{"metadata.a' or 1=1": {"1=1": 2}},
			{"date": "yesterday"},
			{"reference_name": "x"},
			{"reference_doctype": {"like": "*"}},
			{"reference_doctype": ["User", "Role"], "reference_name": "x"},
			{"metadata.reference_name": {"!=": "x"}},
			{"inputs": [1]},
			'{"inputs": {"$ne": 1}}',
			"[1]",
		):
			with self.assertRaises(frappe.ValidationError, msg=str(wrong)):
				retriever.knowledge_search("x", self.site.name, filters=wrong)

	def test_changes_are_noted_and_queued(self) -> None:
		"""Insert, edit, disable and delete each raise the wanted generation and ask for a job; a title too, a no-op not."""
		source = make.make_source()

		def generation() -> int:
			return frappe.db.get_value("Knowledge Source", source.name, "wanted_generation")

		doc = make.make_text(source, "first")
		self.request_update.assert_called_with(source.artifact_id, f"process_input_{doc.name}")
		self.assertEqual(generation(), 1)
		frappe.db.set_value("Knowledge Input", doc.name, "status", "Indexed", update_modified=False)
		doc.reload()
		doc.save()
		self.assertEqual((generation(), doc.status), (1, "Indexed"))
		for count, (fieldname, value) in enumerate(
			(("text", "second"), ("title", "Another"), ("disabled", 1)), 2
		):
			doc.set(fieldname, value)
			doc.save()
			self.assertEqual(generation(), count, fieldname)
		self.assertEqual(self.request_update.call_count, 4)
		doc.delete()
		self.assertEqual(generation(), 5)

	def test_rebuild_is_a_wish_not_a_status(self) -> None:
		"""Asking for a rebuild changes no status that only a job could take back."""
		answer = source_methods.rebuild_index(self.site.name)
		self.request_rebuild.assert_called_once_with(self.site.artifact_id, self.site.name)
		self.assertEqual(answer["status"], "Pending")
		self.assertEqual(frappe.db.get_value("Knowledge Source", self.site.name, "rebuild_wanted"), 1)

	def test_status_writes_leave_open_forms_alone(self) -> None:
		"""What jobs write does not touch ``modified``, and an open form's old values never overwrite it."""
		from huf.ai.knowledge import status

		form = frappe.get_doc("Knowledge Source", self.site.name)
		status.ask_for_update(self.site.name)
		frappe.db.sql("update `tabKnowledge Source` set live_build = 'x' where name = %s", self.site.name)
		form.description = "typed meanwhile"
		with patch("huf.ai.knowledge.hooks.on_source_changed"):
			form.save()
		row = frappe.db.get_value("Knowledge Source", self.site.name, ["live_build", "wanted_generation"])
		self.assertEqual(row, ("x", form.wanted_generation))
