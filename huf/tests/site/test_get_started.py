"""The first steps on a site: who sees which, what ticks them, the sample handbook, and how a model is connected."""

from typing import Any
from unittest.mock import patch

import frappe
from frappe.apps import get_apps, get_default_path

from huf.ai.knowledge.searching import last_searched
from huf.ai.start import connecting, landing
from huf.ai.start.sample import LEFT_OUT, load_sample, remove_sample, sample_view
from huf.ai.start.steps import get_started
from huf.tests import factories as make
from huf.tests.agent_site import model_server
from huf.tests.base import SiteTestCase

MANAGER = "start-manager@example.com"
USER = "start-user@example.com"
OTHER = "start-other@example.com"
NOBODY = "start-nobody@example.com"
SYSTEM = "start-system@example.com"
KEY = "sk-start-0123456789abcdef"


class StartTestCase(SiteTestCase):
	"""One user of each kind, and a site without a model."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(USER, "Knowledge User")
		make.make_user(OTHER, "Knowledge User")
		make.make_user(NOBODY, "Report Manager")
		make.make_user(SYSTEM, "System Manager")

	def setUp(self) -> None:
		super().setUp()
		frappe.db.set_value("AI Model", {"kind": "chat"}, "disabled", 1)
		frappe.db.set_single_value("Agent Settings", "answer_model", "")
		frappe.db.set_single_value("Agent Settings", "local_model_servers", "")
		frappe.clear_document_cache("Agent Settings", "Agent Settings")

	def steps(self, user: str) -> dict[str, Any]:
		"""The steps of a user, by their keys."""
		with self.acting_as(user):
			return {step["key"]: step for step in get_started()["steps"]}


class TestSteps(StartTestCase):
	def test_each_role_sees_what_is_for_it(self) -> None:
		"""Who may not connect a model is told who may; who has no role of huf is told nothing."""
		with self.acting_as(NOBODY), self.assertRaises(frappe.PermissionError):
			get_started()
		for user, may in ((MANAGER, False), (USER, False), (SYSTEM, True)):
			steps = self.steps(user)
			self.assertEqual(list(steps), ["source", "files", "search", "model", "ask"])
			self.assertEqual(steps["model"]["may"], may)
			self.assertEqual("System Manager" in steps["model"]["who"], not may)
			# Asking too: without a model it looks up records and passages.
			self.assertTrue(all(steps[key]["may"] for key in ("source", "files", "search", "ask")))

	def test_what_is_hidden_ticks_nothing(self) -> None:
		"""Sources, inputs, searches and questions of somebody else leave the steps as they are."""
		before = {key: step["done"] for key, step in self.steps(OTHER).items()}
		with self.acting_as(USER):
			source = make.make_source(scope="User")
			make.make_text(source)
		source.db_set("last_searched_at", frappe.utils.now())
		run = frappe.get_doc({"doctype": "Agent Run", "user": USER, "status": "Success", "prompt": "?"})
		run.flags.ignore_permissions = run.flags.ignore_mandatory = run.flags.ignore_links = True
		run.insert()
		self.assertEqual({key: step["done"] for key, step in self.steps(OTHER).items()}, before)
		self.assertEqual(
			{key for key, step in self.steps(USER).items() if step["done"]},
			{"source", "files", "search", "ask"},
		)

	def test_a_search_ticks_its_step_at_once(self) -> None:
		"""Its row says so a minute later; for who may not read the source it stays undone."""
		with self.acting_as(USER):
			source = make.make_source(scope="User")
		before = self.steps(OTHER)["search"]["done"]
		last_searched.note([source.artifact_id])
		key = frappe.cache.make_key(last_searched.KEY)
		self.addCleanup(frappe.cache.execute_command, "HDEL", key, source.artifact_id)
		self.assertTrue(self.steps(USER)["search"]["done"])
		self.assertEqual(self.steps(OTHER)["search"]["done"], before)

	def test_a_model_ticks_its_step(self) -> None:
		"""As soon as one can be asked."""
		make.make_model("Start Chat")
		self.assertTrue(self.steps(USER)["model"]["done"])


class TestSample(StartTestCase):
	def test_it_is_loaded_once_and_goes_with_its_files(self) -> None:
		"""A manager's is for the site; a second call makes no second one; removing takes inputs and files along."""
		with self.acting_as(MANAGER):
			before = frappe.db.count("File")
			name = load_sample()["source"]
			self.assertEqual(load_sample()["source"], name)
			source = frappe.get_doc("Knowledge Source", name)
			self.assertEqual((source.scope, source.is_sample), ("Site", 1))
			titles = frappe.get_all("Knowledge Input", {"knowledge_source": name}, pluck="title")
			self.assertIn("employee-handbook.pdf", titles)
			self.assertFalse(LEFT_OUT & set(titles))
		with self.acting_as(USER):
			view = sample_view()
			self.assertEqual((view["source"], view["may_remove"]), (name, False))
			self.assertEqual(load_sample()["source"], name)
			with self.assertRaises(frappe.PermissionError):
				remove_sample(name)
		with self.acting_as(MANAGER):
			self.assertIsNone(remove_sample(name)["source"])
		self.assertFalse(frappe.db.exists("Knowledge Source", name))
		self.assertFalse(frappe.get_all("Knowledge Input", {"knowledge_source": name}))
		self.assertEqual(frappe.db.count("File"), before)

	def test_a_users_own_is_theirs_alone(self) -> None:
		"""A Knowledge User loads it for themselves; another one neither sees it nor is kept from their own."""
		with self.acting_as(USER):
			name = load_sample()["source"]
		self.assertEqual(frappe.db.get_value("Knowledge Source", name, "scope"), "User")
		with self.acting_as(OTHER):
			self.assertIsNone(sample_view()["source"])
			for wrong in (name, "No Such Source"):
				with self.assertRaisesRegex(frappe.PermissionError, "no sample handbook"):
					remove_sample(wrong)
			self.assertNotEqual(load_sample()["source"], name)

	def test_who_may_not_create_sources_may_not_load(self) -> None:
		"""Refused before anything is made."""
		before = frappe.db.count("Knowledge Source")
		with self.acting_as(NOBODY), self.assertRaises(frappe.PermissionError):
			load_sample()
		with self.acting_as("Guest"), self.assertRaises(frappe.PermissionError):
			load_sample()
		self.assertEqual(frappe.db.count("Knowledge Source"), before)

	def test_nothing_else_is_removed_by_it(self) -> None:
		"""A source of one's own is no sample, whatever a request claims of it."""
		with self.acting_as(USER):
			own = make.make_source(scope="User", is_sample=1)
			self.assertEqual(frappe.db.get_value("Knowledge Source", own.name, "is_sample"), 0)
			with self.assertRaises(frappe.PermissionError):
				remove_sample(own.name)


class TestConnecting(StartTestCase):
	def connect(self, method: Any, server: Any, **values: Any) -> dict[str, Any]:
		"""The verdict on a server of the test, reached by Any Compatible Address."""
		with self.acting_as(SYSTEM):
			return method("compatible", api_key=KEY, api_base=server.api_base, **values)

	def test_only_system_managers(self) -> None:
		"""All three are refused for everybody else, before anything is asked."""
		with model_server.ModelServer(auto=True) as server:
			for user in (MANAGER, USER, NOBODY, "Guest"):
				with self.subTest(user=user), self.acting_as(user):
					for call in (
						connecting.model_presets,
						lambda: connecting.test_connection("compatible", KEY, server.api_base, 1),
						lambda: connecting.connect_model("compatible", "loopback", KEY, server.api_base),
					):
						with self.assertRaises(frappe.PermissionError):
							call()
			self.assertEqual(server.requests, [])

	def test_a_server_of_the_own_network_is_allowed_first(self) -> None:
		"""Without the tick nothing is sent there; with it the server, and no other, is entered in Agent Settings."""
		with model_server.ModelServer(auto=True) as server:
			refused = self.connect(connecting.test_connection, server)
			self.assertFalse(refused["ok"])
			self.assertIn("Local Model Servers", refused["message"])
			self.assertEqual(server.requests, [])
			verdict = self.connect(connecting.test_connection, server, own_network=1)
			self.assertTrue(verdict["ok"], verdict)
			self.assertEqual((verdict["models"], verdict["model"]), (["loopback"], "loopback"))
			allowed = frappe.db.get_single_value("Agent Settings", "local_model_servers")
			self.assertEqual(allowed, server.api_base.removeprefix("http://").removesuffix("/v1"))
			self.assertEqual(server.requests[-1].headers["authorization"], f"Bearer {KEY}")

	def test_a_test_that_fails_changes_nothing(self) -> None:
		"""Wrong key, wrong page, a redirect to another host: one plain sentence each, no word of the server, no setting kept."""
		away = model_server.Reply("", 302, headers={"Location": "http://169.254.169.254/latest"})
		replies = (
			(model_server.error(401, "Bad key sk-internal"), "refuses this key"),
			(model_server.error(404, "nginx of the intranet"), "none of this kind"),
			(model_server.Reply("<html>intranet</html>", content_type="text/html"), "none of this kind"),
			(model_server.error(500, "Traceback: intranet"), "No connection"),
			(away, "No connection"),
		)
		with model_server.ModelServer() as server:
			for reply, said in replies:
				server.list_script = [reply]
				verdict = self.connect(connecting.test_connection, server, own_network=1)
				self.assertFalse(verdict["ok"])
				self.assertIn(said, verdict["message"])
				for word in ("intranet", "internal", KEY, "Traceback", "169.254"):
					self.assertNotIn(word, str(verdict))
			self.assertEqual(frappe.db.get_single_value("Agent Settings", "local_model_servers") or "", "")

	def test_metadata_services_stay_out_of_reach(self) -> None:
		"""The address at which clouds keep their secrets is refused although it is ticked as the own network."""
		with self.acting_as(SYSTEM):
			for address in ("http://169.254.169.254/latest", "http://[fe80::1]/v1"):
				verdict = connecting.test_connection("compatible", KEY, address, 1)
				self.assertFalse(verdict["ok"], address)
			for address in ("file:///etc/passwd", "http://user:pw@example.com/v1", "gopher://x"):
				with self.assertRaises(frappe.ValidationError):
					connecting.test_connection("compatible", KEY, address, 1)

	def test_a_model_is_tried_before_it_is_kept(self) -> None:
		"""One that answers stays, with its provider; one that does not leaves nothing behind; a second time makes no second."""
		make.allow_local_models()
		with model_server.ModelServer() as server:
			server.script = [model_server.error(404, "The model intranet-x does not exist")]
			verdict = self.connect(connecting.connect_model, server, model="nothing")
			self.assertFalse(verdict["ok"])
			self.assertNotIn("intranet", verdict["message"])
			self.assertFalse(frappe.db.exists("AI Model", {"litellm_model": "nothing"}))
			server.script = [model_server.answer("OK"), model_server.answer("OK")]
			first = self.connect(connecting.connect_model, server, model="loopback")
			self.assertTrue(first["ok"], first)
			self.assertNotIn("temperature", server.bodies[-1])
			provider = frappe.get_doc("AI Provider", first["provider"])
			self.assertEqual((provider.vendor, provider.get_password("api_key")), ("hosted_vllm", KEY))
			again = self.connect(connecting.connect_model, server, model="loopback")
			self.assertEqual((again["provider"], again["model"]), (first["provider"], first["model"]))
		self.assertTrue(self.steps(USER)["model"]["done"])

	def test_an_unknown_service_and_an_address_as_a_model_are_refused(self) -> None:
		"""The vendor is one of the list, and a name of a model is nothing but a name."""
		with self.acting_as(SYSTEM):
			with self.assertRaises(frappe.ValidationError):
				connecting.test_connection("bedrock", KEY)
			with self.assertRaises(frappe.ValidationError):
				connecting.connect_model("openai", "oobabooga/http://trap.example/https", KEY)
			with self.assertRaisesRegex(frappe.ValidationError, "API key of OpenAI"):
				connecting.test_connection("openai", "")


class TestLanding(StartTestCase):
	def test_only_who_has_nothing_else_lands_in_knowledge(self) -> None:
		"""They are led there; for everybody else a login leads where it led, and the tile is there all the same."""
		for user, lands in ((USER, True), (MANAGER, True), (SYSTEM, False), (NOBODY, False)):
			with self.subTest(user=user), self.acting_as(user):
				self.assertEqual(get_default_path(), "/app/knowledge" if lands else _path_without_huf())
				self.assertEqual("huf" in {app["name"] for app in get_apps()}, user != NOBODY)
				bootinfo = frappe._dict(user=frappe._dict())
				landing.extend_bootinfo(bootinfo)
				self.assertEqual("default_workspace" in bootinfo.user, lands)

	def test_a_workspace_of_ones_own_stays(self) -> None:
		"""Who has chosen where to begin begins there."""
		bootinfo = frappe._dict(user=frappe._dict(default_workspace={"name": "Tools"}))
		with self.acting_as(USER):
			landing.extend_bootinfo(bootinfo)
		self.assertEqual(bootinfo.user.default_workspace["name"], "Tools")


def _path_without_huf() -> str | None:
	with patch.object(landing, "has_tile", lambda: False):
		return get_default_path()
