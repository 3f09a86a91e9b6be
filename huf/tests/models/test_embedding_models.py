"""Which model makes the vectors of a source: the order in which one is chosen, and what is refused."""

import os
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge.backends.embedding_models import (
	LOCAL_MODEL,
	EmbeddingModel,
	chosen_model,
	embedder_of_build,
)
from huf.ai.knowledge.backends.kinds import DefaultKind, default_kind, extend_bootinfo, kind_labels
from huf.ai.knowledge.indexing.recipe import recipes
from huf.ai.site import settings
from huf.engine.embedding.local import LocalEmbedder
from huf.engine.errors import EmbedderMissing, EmbeddingRefused
from huf.huf.doctype.knowledge_source.knowledge_source import which_embedding_model
from huf.install import LOCAL_RECORD, make_local_model
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

KEY = "sk-embedding-test-0123456789"


def embedding_model(name: str, **values: Any) -> Any:
	"""An AI Model of the kind embedding."""
	values.setdefault("litellm_model", frappe.scrub(name))
	return make.make_model(name, kind="embedding", **values)


class TestChoice(SiteTestCase):
	"""The source's own, the default, the first, the local one."""

	def setUp(self) -> None:
		super().setUp()
		frappe.db.set_value("AI Model", {"kind": "embedding"}, "disabled", 1)
		frappe.db.set_single_value("Agent Settings", "default_embedding_model", "")
		frappe.clear_document_cache("Agent Settings", "Agent Settings")

	def test_order(self) -> None:
		"""The nearest choice wins; a service comes before the local model, which is there without any record."""
		self.assertEqual((chosen_model(None).record, chosen_model(None).model), ("", LOCAL_MODEL))
		frappe.db.set_value("AI Model", LOCAL_RECORD, "disabled", 0)
		self.assertEqual(chosen_model("").record, LOCAL_RECORD)
		first, second, third = (embedding_model(name) for name in ("Embed B", "Embed A", "Embed C"))
		self.assertEqual(chosen_model(None).record, first.name)
		first.db_set("disabled", 1)
		self.assertEqual(chosen_model(None).record, second.name)
		defaults = frappe.get_doc("Agent Settings")
		defaults.default_embedding_model = third.name
		defaults.save()
		self.assertEqual(chosen_model(None).record, third.name)
		self.assertEqual(chosen_model(LOCAL_RECORD).model, LOCAL_MODEL)
		self.assertEqual(settings.get_settings().default_embedding_model, third.name)

	def test_a_disabled_provider_is_passed_over(self) -> None:
		"""The first model whose provider can be asked is the default."""
		make.make_provider("Off", disabled=1)
		embedding_model("Of Nobody", provider="Off")
		self.assertEqual(chosen_model(None).record, "")
		with self.assertRaisesRegex(EmbedderMissing, "AI Provider Off is disabled"):
			chosen_model("Of Nobody")

	def test_a_source_refuses_what_cannot_work(self) -> None:
		"""A chat model, a disabled one and a missing package are refused by name, with what to do."""
		off = embedding_model("Embed Off", disabled=1)
		for model, said in ((make.make_model().name, "kind embedding"), (off.name, "Enable it")):
			with self.subTest(model=model), self.assertRaisesRegex(frappe.ValidationError, said):
				make.make_source(knowledge_type="sqlite_hybrid", embedding_model=model)
		with patch.object(LocalEmbedder, "key", property(lambda self: _missing())):
			with self.assertRaisesRegex(frappe.ValidationError, "pip install"):
				make.make_source(knowledge_type="sqlite_hybrid")
			make.make_source()

	def test_a_source_can_be_saved_after_its_model_was_disabled(self) -> None:
		"""What was chosen well and broke later shows in the status; it does not keep the source from being saved."""
		model = embedding_model("Embed Later Off")
		source = make.make_source(knowledge_type="sqlite_hybrid", embedding_model=model.name)
		model.db_set("disabled", 1)
		source.reload()
		source.description = "Another"
		source.save()
		build = make.make_build(source, fingerprint="x", settings="{}", embedder="litellm:openai/x")
		source.db_set("live_build", build.name)
		self.assertIn("is disabled", recipes.reason_to_rebuild(source))

	def test_settings_refuse_a_chat_model(self) -> None:
		"""The default embedding model is of the kind embedding."""
		form = frappe.get_doc("Agent Settings")
		form.default_embedding_model = make.make_model().name
		with self.assertRaisesRegex(frappe.ValidationError, "kind embedding"):
			form.save()

	def test_the_form_is_told(self) -> None:
		"""Which model is used, and why; or what is wrong with the choice."""
		self.assertIn("comes with huf", which_embedding_model()["model"])
		model = embedding_model("Embed Told")
		self.assertEqual(which_embedding_model()["model"], model.name)
		self.assertIn("chosen", which_embedding_model(model.name)["reason"])
		self.assertIn("There is no AI Model", which_embedding_model("Nothing")["error"])

	def test_a_new_source_is_found_by_meaning_where_that_is_free(self) -> None:
		"""Words and meaning by the model that comes with huf; words where that is not installed, or a service would be sent
		the texts; what is chosen stands."""
		self.assertEqual(default_kind(), DefaultKind("sqlite_hybrid"))
		self.assertEqual(_new_source().knowledge_type, "sqlite_hybrid")
		self.assertEqual(_new_source(knowledge_type="sqlite_fts").knowledge_type, "sqlite_fts")
		with patch.object(LocalEmbedder, "key", property(lambda self: _missing())):
			self.assertIn("pip install", which_embedding_model()["default"]["why_words"])
			self.assertEqual(_new_source().knowledge_type, "sqlite_fts")
		service = embedding_model("Embed Paid")
		self.assertIn(f"sent to {service.name}", default_kind().why_words)
		self.assertEqual(_new_source().knowledge_type, "sqlite_fts")

	def test_the_desk_has_words_for_the_kinds(self) -> None:
		"""Every kind of huf has words, which a site's own translation of them replaces."""
		bootinfo = frappe._dict({"__messages": {"sqlite_fts": "Nur Wörter"}})
		extend_bootinfo(bootinfo)
		self.assertEqual(bootinfo["__messages"]["sqlite_hybrid"], "Words and Meaning")
		self.assertEqual(bootinfo["__messages"]["sqlite_fts"], "Nur Wörter")
		self.assertLessEqual(set(settings.backends()), set(kind_labels()))


def _new_source(**values: Any) -> Any:
	"""A source as a person makes it, who enters a name and nothing else."""
	name = f"Source {frappe.generate_hash(length=8)}"
	return frappe.get_doc({"doctype": "Knowledge Source", "source_name": name, **values}).insert()


class TestRecords(SiteTestCase):
	"""AI Model, AI Provider and the rows of builds."""

	def test_the_local_model_is_there_once(self) -> None:
		"""Installing makes one AI Model for the local model, without a provider; a migration leaves it as it is."""
		frappe.db.set_value("AI Model", LOCAL_RECORD, "disabled", 1)
		make_local_model()
		rows = frappe.get_all("AI Model", {"litellm_model": LOCAL_MODEL}, ["name", "provider", "disabled"])
		self.assertEqual(rows, [{"name": LOCAL_RECORD, "provider": None, "disabled": 1}])

	def test_local_models_are_known_ones(self) -> None:
		"""An unknown local model, or the local one for chatting, is refused; any other model needs its provider."""
		for values in ({"litellm_model": "local/other"}, {"litellm_model": LOCAL_MODEL, "kind": "chat"}):
			with self.assertRaisesRegex(frappe.ValidationError, "local/wordllama"):
				make.make_model("Odd", **{"kind": "embedding", **values})
		with self.assertRaises(frappe.MandatoryError):
			make.make_model("Odd", provider=None)

	def test_another_model_on_this_server(self) -> None:
		"""A local model that needs files is refused without them, by the name of what is missing, and needs no provider."""
		model = embedding_model("MiniLM", litellm_model="local/minilm", provider=None)
		self.assertIsNone(model.provider)
		with patch.dict("os.environ"):
			os.environ.pop("HUF_MINILM", None)
			with self.assertRaisesRegex(frappe.ValidationError, "HUF_MINILM"):
				make.make_source(knowledge_type="sqlite_hybrid", embedding_model=model.name)
			with self.assertRaisesRegex(EmbedderMissing, "HUF_MINILM"):
				embedder_of_build("any", "minilm:0123")

	def test_the_key_is_read_for_each_request(self) -> None:
		"""Nothing that is kept holds the key; what is asked for now is what is entered now."""
		provider = make.make_provider("Keyed Embedding", api_key=KEY)
		model = embedding_model("Keyed Embedding", provider=provider.name)
		embedder = chosen_model(model.name).embedder()
		self.assertNotIn(KEY, repr(vars(embedder)))
		self.assertEqual(embedder._access().api_key, KEY)
		provider.api_key = "sk-another-one"
		provider.save()
		self.assertEqual(embedder._access().api_key, "sk-another-one")
		provider.db_set("disabled", 1)
		with self.assertRaisesRegex(EmbedderMissing, "disabled"):
			embedder._access()

	def test_no_key_is_never_one_of_the_environment(self) -> None:
		"""A provider without a key sends a word that is none, so LiteLLM takes none that all sites share."""
		provider = make.make_provider("Keyless Embedding")
		access = chosen_model(embedding_model("Keyless", provider=provider.name).name).embedder()._access()
		self.assertEqual(access.api_key, "no-key")

	def test_a_key_that_cannot_be_decrypted(self) -> None:
		"""After a change of the site's encryption key the provider is named, not only that some key is wrong."""
		embedder = chosen_model(embedding_model("Undecryptable").name).embedder()
		with patch(
			"frappe.model.base_document.BaseDocument.get_password", side_effect=frappe.ValidationError
		):
			with self.assertRaisesRegex(EmbeddingRefused, "Test Provider cannot be decrypted"):
				embedder._access()

	def test_a_build_keeps_its_model(self) -> None:
		"""A build is searched with the model string that made it, by the provider of the AI Model in its row."""
		model = embedding_model("Kept", litellm_model="new")
		build = make.make_build(make.make_source(), embedding_model=model.name)
		self.assertEqual(embedder_of_build(build.name, "litellm:openai/old").key, "litellm:openai/old")
		self.assertEqual(embedder_of_build(build.name, LocalEmbedder().key).key, LocalEmbedder().key)
		for key in ("local:wordllama-0.0.1-256",):
			with self.assertRaisesRegex(EmbedderMissing, "Rebuild the source"):
				embedder_of_build(build.name, key)
		model.delete()
		with self.assertRaisesRegex(EmbedderMissing, "is gone"):
			embedder_of_build(build.name, "litellm:openai/old")

	def test_a_build_whose_texts_the_local_model_read_otherwise(self) -> None:
		"""It is searched as it was made, and takes nothing in any more: what changes next has it made anew."""
		source = make.make_source(knowledge_type="sqlite_hybrid", embedding_model=LOCAL_RECORD)
		made = recipes.recipe_of_source(source).settings
		for embedder, is_superseded in ((LocalEmbedder(by_words=False), True), (LocalEmbedder(), False)):
			with self.subTest(key=embedder.key):
				recipe = recipes.Recipe(made, EmbeddingModel("", LOCAL_MODEL, index_key=embedder.key))
				build = make.make_build(
					source, fingerprint=recipe.fingerprint(), settings=made.describe(), embedder=embedder.key
				)
				source.db_set("live_build", build.name)
				self.assertEqual(embedder_of_build(build.name, embedder.key).key, embedder.key)
				self.assertEqual(recipes.recipe_of_live(source) is None, is_superseded)
				self.assertEqual(
					"answers with the old" in (recipes.reason_to_rebuild(source) or ""), is_superseded
				)

	def test_cost(self) -> None:
		"""The AI Model's price comes first, LiteLLM's list second; without either nobody knows; local costs nothing."""
		priced = embedding_model("Priced", input_price=2)
		known = embedding_model("Listed", litellm_model="text-embedding-3-small")
		unknown = embedding_model("Unlisted")
		costs = [chosen_model(model.name).cost(500_000) for model in (priced, known, unknown)]
		self.assertEqual(costs[::2], [1.0, None])
		self.assertAlmostEqual(costs[1], 0.01)
		self.assertEqual(chosen_model(LOCAL_RECORD).cost(500_000), 0.0)

	def test_batch_size_reaches_the_index(self) -> None:
		"""Embedding Batch Size is what a request of the embedder and a batch of the index hold."""
		frappe.db.set_single_value("Agent Settings", "embedding_batch_size", 7)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.assertEqual(chosen_model(embedding_model("Batched").name).embedder()._batch_texts, 7)


def _missing() -> str:
	raise EmbedderMissing("The local embedding model is not installed. Install it: pip install wordllama")
