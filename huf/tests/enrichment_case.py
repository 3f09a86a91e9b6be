"""What tests of a source that a model is asked about begin from: a chat model on a server of theirs, a source, its indexing and its searches."""

from typing import Any, ClassVar
from unittest.mock import patch

import frappe

from huf.ai.knowledge import indexer
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.site import queueing
from huf.tests import factories as make
from huf.tests.agent_site import KEY, model_server
from huf.tests.base import CommittingTestCase

MODEL = "Enrichment Test Model"


class EnrichmentCase(CommittingTestCase):
	"""Has the server and the source; what the server answers is the test's."""

	SOURCE: ClassVar[dict[str, Any]] = {}
	"""Fields of the source."""

	def setUp(self) -> None:
		super().setUp()
		for name in ("request_update", "request_rebuild"):
			patcher = patch.object(queueing, name)
			self.addCleanup(patcher.stop)
			setattr(self, name, patcher.start())
		server = model_server.ModelServer()
		server.rules.append(self.answer)
		self.server = server.__enter__()
		self.addCleanup(server.__exit__)
		self.refusal: Any = None
		"""What the server answers in place of what it would."""
		self.made = make_model(self.server.api_base)
		self.source = make.make_source(enrichment_model=MODEL, **self.SOURCE)
		self.addCleanup(self.remove)

	def answer(self, body: Any) -> Any:
		"""What the service answers to a request."""
		raise NotImplementedError

	def remove(self) -> None:
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Source", self.source.name)
		for table in ("Knowledge Cost", "Knowledge Cost Hold"):
			frappe.db.delete(table, {"model": MODEL})
		frappe.db.commit()

	def index(self, *, rebuild: bool = False) -> Any:
		"""Bring the source up to date; its row then."""
		if rebuild:
			frappe.db.set_value("Knowledge Source", self.source.name, "rebuild_wanted", 1)
		frappe.db.commit()
		(indexer.rebuild_source if rebuild else indexer.update_source)(self.source.artifact_id)
		frappe.db.rollback()
		self.source.reload()
		return self.source

	def found(self, query: str) -> list[Any]:
		return knowledge_search(query, knowledge_source=self.source.name)["hits"]


def make_model(api_base: str) -> Any:
	"""The chat model, with a price, whose provider is the server of this test."""
	make.allow_local_models()
	model = make.make_model(MODEL)
	provider = frappe.get_doc("AI Provider", model.provider)
	provider.update({"api_base": api_base, "api_key": KEY, "disabled": 0})
	provider.save(ignore_permissions=True)
	model.update({"input_price": 1, "output_price": 2, "disabled": 0, "litellm_model": "loopback"})
	model.save(ignore_permissions=True)
	frappe.db.commit()
	return model
