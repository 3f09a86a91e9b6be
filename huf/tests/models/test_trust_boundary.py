"""Who says where models are asked: vendor, address and key are a System Manager's, and a model's name is a name."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.agent.models.errors import ModelMisconfigured
from huf.ai.knowledge.backends.embedding_models import chosen_model, embedder_of_build
from huf.ai.knowledge.backends.model_records import config_of_model
from huf.ai.knowledge.searching.ranking_steps import reranker_for
from huf.engine.errors import EmbedderMissing, RerankFailed
from huf.patches import give_providers_their_vendor as patch_of_vendors
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

KEY = "sk-boundary-test-0123456789"
HOSTILE = (
	"http://127.0.0.1:8199/https",
	"evil.example/v1",
	"anthropic/claude-3",
	"responses/gpt-4o",
	"a/../b",
)
INSIDE = ("http://127.0.0.1:8199", "http://localhost", "http://10.0.0.5/v1", "http://169.254.169.254/latest")
MANAGER = "boundary-manager@example.com"


def resolve(host: str, port: int) -> list[str]:
	"""A resolver without a network."""
	known = {"localhost": "127.0.0.1", "api.example.com": "93.184.216.34", "ollama.lan": "10.0.0.7"}
	return [known.get(host, host)]


class TestNames(SiteTestCase):
	"""The name of a model, on the form and where it came into the table past it."""

	def test_a_hostile_name_is_refused_when_it_is_saved(self) -> None:
		"""Each is refused with a sentence, also as a change of a model that was right."""
		model = make.make_model("Boundary Chat")
		for name in HOSTILE:
			with self.subTest(name):
				with self.assertRaisesRegex(frappe.ValidationError, "(?i)write|choose"):
					make.make_model("Boundary New", litellm_model=name)
				model.reload()
				model.litellm_model = name
				self.assertRaises(frappe.ValidationError, model.save)

	def test_a_hostile_name_is_refused_when_it_is_called(self) -> None:
		"""A row that was written past the form is asked nowhere, as a model for answers, for vectors, or for ranking."""
		chat, vectors, rank = (
			make.make_model(f"Boundary {kind}", kind=kind) for kind in ("chat", "embedding", "rerank")
		)
		build = make.make_build(make.make_source(), embedding_model=vectors.name)
		for name in HOSTILE:
			for model in (chat, vectors, rank):
				model.db_set("litellm_model", name)
			with self.subTest(name):
				with self.assertRaisesRegex(ModelMisconfigured, "cannot be asked"):
					config_of_model(chat.name, 0)
				with self.assertRaisesRegex(EmbedderMissing, "cannot be asked"):
					chosen_model(vectors.name)
				with self.assertRaisesRegex(EmbedderMissing, "Rebuild"):
					embedder_of_build(build.name, f"litellm:{name}")
				with self.assertRaisesRegex(RerankFailed, "cannot be asked"):
					reranker_for(rank.name).scores("query", ["text"], 1.0)

	def test_vendor_address_and_key_reach_the_call(self) -> None:
		"""The one model string has the provider's vendor in front, and the call may go to its address alone."""
		provider = make.make_provider("Boundary Ollama", vendor="ollama", api_key=KEY)
		model = make.make_model("Boundary Llama", provider=provider.name, litellm_model="llama3.1:8b")
		config = config_of_model(model.name, 0)
		self.assertEqual(config.access.arguments(config.model)["custom_llm_provider"], "ollama_chat")
		self.assertEqual((config.model, config.api_key), ("ollama_chat/llama3.1:8b", KEY))
		self.assertEqual((config.egress.host, config.egress.port), ("localhost", 11434))

	def test_a_provider_of_another_vendor_now(self) -> None:
		"""The key of the new vendor is not sent for an index that was made with the old one."""
		provider = make.make_provider("Boundary Turned")
		model = make.make_model("Boundary Turned", kind="embedding", provider=provider.name)
		build = make.make_build(make.make_source(), embedding_model=model.name)
		embedder = embedder_of_build(build.name, "litellm:openai/test-model")
		provider.db_set("vendor", "voyage")
		for asked in (embedder._access, lambda: embedder_of_build(build.name, "litellm:openai/test-model")):
			with self.assertRaisesRegex(EmbedderMissing, "Rebuild the source"):
				asked()

	def test_a_provider_without_vendor(self) -> None:
		"""It says who chooses one."""
		model = make.make_model("Boundary Vendorless")
		frappe.db.set_value("AI Provider", model.provider, "vendor", "")
		with self.assertRaisesRegex(ModelMisconfigured, "A System Manager chooses it"):
			config_of_model(model.name, 0)


@patch("huf.ai.knowledge.backends.model_records.system_resolver", resolve)
class TestAddresses(SiteTestCase):
	"""The address of a provider, and the list of a site's own servers."""

	def test_an_address_inside_is_refused(self) -> None:
		"""At save and, when it came into the table past the form, for each connection."""
		for address in INSIDE:
			with self.subTest(address), self.assertRaisesRegex(frappe.ValidationError, "Local Model Servers"):
				make.make_provider("Boundary Inside", api_base=address)
		self.assertTrue(make.make_provider("Boundary Public", api_base="https://api.example.com/v1"))

	def test_a_server_of_the_list(self) -> None:
		"""A host is allowed with its port, or with all; what clouds tell their own machines never is."""
		servers = "localhost:11434\nollama.lan\n169.254.169.254"
		frappe.db.set_single_value("Agent Settings", "local_model_servers", servers)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		for number, address in enumerate(("http://localhost:11434", "http://OLLAMA.lan:8080/v1")):
			make.make_provider(f"Boundary Local {number}", api_base=address)
		for address in ("http://localhost:6379", "http://127.0.0.1:11434", "http://169.254.169.254/"):
			with self.subTest(address), self.assertRaisesRegex(frappe.ValidationError, "Local Model Servers"):
				make.make_provider("Boundary Other", api_base=address)

	def test_the_list_is_checked(self) -> None:
		"""A line that is no server is refused; one that came past the form allows nothing and is named."""
		for line in ("http://localhost", "localhost/x", "a b", "host:0", "host:99999", "*", "user@host"):
			form = frappe.get_doc("Agent Settings")
			form.local_model_servers = line
			with self.subTest(line), self.assertRaisesRegex(frappe.ValidationError, "host:port"):
				form.save()
		frappe.db.set_single_value("Agent Settings", "local_model_servers", "http://localhost")
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		with self.assertRaisesRegex(ModelMisconfigured, "Local Model Servers"):
			config_of_model(make.make_model("Boundary Listed").name, 0)

	def test_a_vendor_that_needs_an_address(self) -> None:
		"""Without one LiteLLM would take another vendor's; it is not asked."""
		provider = make.make_provider("Boundary vLLM", vendor="hosted_vllm")
		model = make.make_model("Boundary vLLM", provider=provider.name)
		with self.assertRaisesRegex(ModelMisconfigured, "has no address"):
			config_of_model(model.name, 0)


class TestWhoWrites(SiteTestCase):
	"""What a Knowledge Manager may do about models."""

	def setUp(self) -> None:
		super().setUp()
		make.make_user(MANAGER, "Knowledge Manager")
		self.provider = make.make_provider(
			"Boundary Rights", api_key=KEY, api_base="https://93.184.216.34/v1"
		)
		frappe.set_user(MANAGER)

	def test_a_provider_is_chosen_and_not_read(self) -> None:
		"""A Knowledge Manager finds providers by their name; address and key they neither read nor write."""
		for kind in ("read", "write", "create", "delete", "export", "share"):
			self.assertFalse(frappe.has_permission("AI Provider", kind, self.provider.name), kind)
		rows = frappe.get_list(
			"AI Provider", fields=["name", "api_base"], filters={"name": self.provider.name}
		)
		self.assertEqual([row.get("api_base") for row in rows], [None])
		for change in ({"vendor": "groq"}, {"api_base": "https://93.184.216.35"}, {"api_key": "x"}):
			doc = frappe.get_doc("AI Provider", self.provider.name)
			doc.update(change)
			self.assertRaises(frappe.PermissionError, doc.save)
		with self.assertRaises(frappe.PermissionError):
			frappe.get_doc({"doctype": "AI Provider", "provider_name": "Mine", "vendor": "openai"}).insert()
		model = frappe.get_doc(
			{
				"doctype": "AI Model",
				"model_name": "Mine",
				"provider": self.provider.name,
				"litellm_model": "x",
			}
		).insert()
		self.assertEqual(model.provider, self.provider.name)

	def test_the_list_of_servers_is_a_system_managers(self) -> None:
		"""A Knowledge Manager saves Agent Settings, and what they wrote into the list is not kept."""
		no_local_servers()
		form = frappe.get_doc("Agent Settings")
		form.local_model_servers = "localhost"
		form.run_time_limit = 200
		form.save()
		stored = frappe.db.get_singles_dict("Agent Settings")
		self.assertEqual((stored.get("local_model_servers") or "", int(stored.run_time_limit)), ("", 200))


def no_local_servers() -> None:
	"""An empty list, whatever tests that commit have left in it."""
	frappe.db.set_single_value("Agent Settings", "local_model_servers", "")
	frappe.clear_document_cache("Agent Settings", "Agent Settings")


class TestPatch(SiteTestCase):
	"""Models from before providers had a vendor."""

	def old(self, provider: str, *strings: str, **values: Any) -> list[Any]:
		"""A provider without a vendor, and a model for each of these strings; one that begins with + is for vectors."""
		doc = make.make_provider(provider)
		models = []
		for number, string in enumerate(strings):
			kind = "embedding" if string.startswith("+") else "chat"
			model = make.make_model(f"{provider} {number}", kind=kind, provider=provider)
			model.db_set("litellm_model", string.removeprefix("+"))
			models.append(model)
		doc.db_set({"vendor": "", **values})
		return models

	def run_patch(self) -> str:
		"""What it printed."""
		with (
			patch("builtins.print") as printed,
			patch("huf.patches.give_providers_their_vendor.system_resolver", resolve),
		):
			patch_of_vendors.execute()
		return "\n".join(str(call.args[0]) for call in printed.call_args_list)

	def state(self, models: list[Any]) -> list[tuple[str, int, str | None]]:
		for model in models:
			model.reload()
		return [(model.litellm_model, model.disabled, model.index_key) for model in models]

	def test_what_can_be_told_apart(self) -> None:
		"""Vendor and name are put where they belong, and no index has to be made anew."""
		openai = self.old("Old OpenAI", "openai/gpt-4o-mini", "+openai/text-embedding-3-small")
		bare = self.old("Old Bare", "gpt-4o-mini", "+text-embedding-3-small")
		ollama = self.old("Old Ollama", "ollama_chat/llama3.1:8b", "+ollama/nomic-embed-text")
		keys = ["litellm:openai/text-embedding-3-small", "litellm:text-embedding-3-small"]
		said = self.run_patch()
		self.assertNotIn("Old", said)
		self.assertEqual(
			[
				frappe.db.get_value("AI Provider", name, "vendor")
				for name in ("Old OpenAI", "Old Bare", "Old Ollama")
			],
			["openai", "openai", "ollama"],
		)
		self.assertEqual(
			self.state(openai + bare + ollama),
			[
				("gpt-4o-mini", 0, None),
				("text-embedding-3-small", 0, None),
				("gpt-4o-mini", 0, None),
				("text-embedding-3-small", 0, keys[1]),
				("llama3.1:8b", 0, None),
				("nomic-embed-text", 0, None),
			],
		)
		self.assertEqual([chosen_model(model.name).key() for model in (openai[1], bare[1])], keys)
		self.assertEqual(chosen_model(bare[1].name).model, "openai/text-embedding-3-small")
		build = make.make_build(make.make_source(), embedding_model=bare[1].name)
		embedder = embedder_of_build(build.name, keys[1])
		self.assertEqual((embedder.key, embedder.model), (keys[1], "openai/text-embedding-3-small"))
		bare[1].save()
		self.assertEqual(bare[1].index_key, keys[1])
		bare[1].litellm_model = "text-embedding-3-large"
		bare[1].save()
		self.assertIsNone(bare[1].index_key)
		before = self.state(openai + bare + ollama)
		self.assertNotIn("Old", self.run_patch())
		self.assertEqual(self.state(openai + bare + ollama), before)

	def test_what_cannot_is_disabled_and_named(self) -> None:
		"""Each with what to do: in the output, in the Error Log, beside the record, and where it is used."""
		address = self.old("Old Address", "oobabooga/http://127.0.0.1:8199/https")
		mixed = self.old("Old Mixed", "openai/gpt-4o", "anthropic/claude-sonnet-4-5")
		cloud = self.old("Old Cloud", "bedrock/anthropic.claude-v2")
		one = self.old("Old One", "openai/gpt-4o", "openai/http://127.0.0.1:8199/x")
		unknown = self.old("Old Unknown", "nobody-knows-this")
		odd = self.old("Old Odd", "openai/gpt-4o", api_base="http://user@host/")
		said = self.run_patch()
		wrong = [*address, *mixed, *cloud, one[1], *unknown, *odd]
		self.assertEqual([disabled for _, disabled, _ in self.state(wrong)], [1] * len(wrong))
		self.assertEqual(self.state(one[:1]), [("gpt-4o", 0, None)])
		logged = frappe.get_last_doc("Error Log", {"method": patch_of_vendors.TITLE}).error
		for model in wrong:
			comment = frappe.get_all(
				"Comment", {"reference_doctype": "AI Model", "reference_name": model.name}, pluck="content"
			)
			for text in (said, logged):
				self.assertIn(f"AI Model {model.name} ", text)
			self.assertRegex(
				comment[0], "disabled by an update of huf: .*(Choose|Write|choose|write|Make|asked by)"
			)
			with self.assertRaisesRegex(ModelMisconfigured, "is disabled"):
				config_of_model(model.name, 0)
			self.assertNotIn("no address", comment[0])
		model = wrong[0]
		model.disabled = 0
		with self.assertRaisesRegex(frappe.ValidationError, "has no vendor. A System Manager chooses it"):
			model.save()

	def test_servers_of_ones_own_stay_in_use(self) -> None:
		"""Addresses that a System Manager had entered are on the list now, and so is the usual one of Ollama."""
		no_local_servers()
		self.old("Old vLLM", "hosted_vllm/qwen", api_base="http://ollama.lan:8000/v1")
		self.old("Old Ollama", "ollama/llama3")
		self.old("Old Public", "openai/x", api_base="https://api.example.com/v1")
		self.run_patch()
		listed = frappe.db.get_single_value("Agent Settings", "local_model_servers").splitlines()
		self.assertEqual(sorted(listed), ["localhost:11434", "ollama.lan:8000"])
		config = config_of_model("Old vLLM 0", 0)
		self.assertEqual((config.model, config.egress.host), ("hosted_vllm/qwen", "ollama.lan"))

	def test_an_empty_site(self) -> None:
		"""There is nothing to do, and nothing is said."""
		self.assertEqual(self.run_patch(), "")
