"""Questions to an embedding service, asked while somebody waits for the answer."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _

from huf.ai.costs.caps import caps_of
from huf.ai.costs.holds import OverCap, close, reserve, settle
from huf.ai.costs.ledger import Kind as LedgerKind
from huf.ai.costs.ledger import Payer, Taken, add
from huf.ai.site.database.transactions import retried_transaction
from huf.engine.embedding import Kind, Vectors
from huf.engine.embedding.litellm_embedder import LiteLLMEmbedder
from huf.engine.errors import EmbeddingCapped, EmbeddingFailed

if TYPE_CHECKING:
	from huf.ai.knowledge.backends.embedding_models import EmbeddingModel

AWAY_SECONDS = 30
"""How long a service that did not answer is left alone."""
HOLD_SECONDS = 120.0
"""A question has its answer, or is given up, long before."""
_ASKER, _AGENT, _IS_TEST = "huf_question_asker", "huf_question_agent", "huf_question_of_test"


class QuestionEmbedder(LiteLLMEmbedder):
	"""Leaves a service alone for a while after it did not answer, in all processes of the site.

	Otherwise each search would wait as long as the first one before it goes on by words.
	"""

	def __init__(self, record: str, model: str, **values: Any) -> None:
		"""``record`` is the AI Model; ``values`` are those of :class:`LiteLLMEmbedder`."""
		super().__init__(model, **values)
		self._mark = f"huf_knowledge_model_away:{record}:{model}"

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""One row for each text.

		Raises:
			EmbeddingFailed: the service refused, could not be reached, or could not a moment ago.
		"""
		if said := frappe.cache.get_value(self._mark, expires=True):
			raise EmbeddingFailed(_("{0} It is asked again in half a minute.").format(said))
		try:
			return super().embed(texts, kind)
		except EmbeddingFailed as error:
			if error.retryable:
				frappe.cache.set_value(self._mark, str(error), expires_in_sec=AWAY_SECONDS)
			raise


def asked_by(user: str) -> None:
	"""Who asks the questions of this request or job from here on."""
	frappe.flags[_ASKER] = user


@contextmanager
def asked_by_tests(payer: str = "") -> Iterator[None]:
	"""The questions of the block are those of tests: nobody's, whoever they are asked as.

	:param payer: the user whom they count for where an agent is asked; empty: nobody.
	"""
	before, frappe.flags[_IS_TEST] = frappe.flags.get(_IS_TEST), (payer,)
	try:
		yield
	finally:
		frappe.flags[_IS_TEST] = before


@contextmanager
def asked_for_agent(agent: str) -> Iterator[None]:
	"""The searches of the block are those of a run of an agent."""
	before, frappe.flags[_AGENT] = frappe.flags.get(_AGENT), agent
	try:
		yield
	finally:
		frappe.flags[_AGENT] = before


def payer_of_search(kind: LedgerKind, source: str, model: str) -> Payer:
	"""Who pays for what a search of a source asks of a model: also whoever asks, and the agent that it is for.

	Of tests of a source, the source alone; of those of answers, the agent too, and whoever had them asked.
	"""
	if test := frappe.flags.get(_IS_TEST):
		return Payer("Tests", frappe.flags.get(_AGENT) or "", test[0], source, model)
	user = frappe.flags.get(_ASKER) or frappe.session.user
	return Payer(kind, frappe.flags.get(_AGENT) or "", user, source, model)


class QuestionMeter:
	"""A :class:`~huf.engine.embedding.Meter` of the questions to one build: what they cost counts for its source, who asks, and the agent that it is for.

	An index that is open serves many users, so who asks is looked up for each question.
	"""

	def __init__(self, build: str, model: "EmbeddingModel") -> None:
		self._build, self._model = build, model

	@contextmanager
	def request(self, tokens: int) -> Iterator[Callable[[int], None]]:
		"""Around a question of about so many tokens.

		Raises:
			EmbeddingCapped: it could pass a cap.
		"""
		source = frappe.db.get_value("Knowledge Build", self._build, "knowledge_source") or ""
		payer = payer_of_search("Questions", source, self._model.record)
		hold = f"question-{frappe.generate_hash(length=20)}"
		is_held = self._reserve(hold, payer, tokens)
		taken: list[Taken] = []

		def used(counted: int) -> None:
			taken.append(Taken(counted, 0, self._model.cost(counted)))

		try:
			yield used
		finally:
			# A request of its own never commits what the caller has open.
			for one in taken:
				retried_transaction(
					partial(settle, hold, payer, one) if is_held else partial(add, payer, one)
				)
			if is_held and not taken:
				retried_transaction(partial(close, hold))

	def _reserve(self, hold: str, payer: Payer, tokens: int) -> bool:
		caps = caps_of(payer)
		if not caps or (most := self._model.most(tokens)) == 0:
			return False
		try:
			reserve(hold, payer, caps, most, seconds=HOLD_SECONDS)
		except OverCap as error:
			if error.cap.column == "user":
				raise EmbeddingCapped(str(error)) from None
			if error.cap.column == "agent":
				raise EmbeddingCapped(
					_("The agent has reached its monthly cap, so texts are not searched by meaning.")
				) from None
			# Who may search a source need not learn what it costs.
			if error.cap.kind == "Tests":
				raise EmbeddingCapped(_("The tests of the source have reached their monthly cap.")) from None
			raise EmbeddingCapped(
				_("The source has reached its monthly cap, so its texts are not searched by meaning.")
			) from None
		return True
