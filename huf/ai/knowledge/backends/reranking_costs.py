"""What re-ranking the hits of a search costs: set aside before the request, written down after it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import frappe
from frappe import _
from frappe.utils import flt

from huf.agent.models.spending import MARGIN
from huf.ai.costs.caps import caps_of
from huf.ai.costs.holds import OverCap, close, reserve, settle
from huf.ai.costs.ledger import Payer, Taken, add
from huf.ai.knowledge.backends.questions import payer_of_search
from huf.ai.site.database.transactions import retried_transaction
from huf.engine.errors import RerankCapped
from huf.engine.search.steps.litellm_reranker import Read
from huf.engine.services.catalogue import list_price_of_reading, reading_units
from huf.engine.tokens import count_tokens

HOLD_SECONDS = 120.0
"""No search waits as long for a model (at most 60 seconds)."""


@dataclass(slots=True)
class _Part:
	"""What one source pays of a request."""

	payer: Payer
	share: float
	hold: str = ""
	"""What is set aside for it; empty where no cap bounds it."""


@dataclass(frozen=True, slots=True)
class RerankingMeter:
	"""A :class:`~huf.engine.search.steps.reranker.Meter` of an AI Model of the kind rerank.

	One request may read the hits of several sources. Each pays for its share of the texts, the user and the agent for all of it.
	"""

	record: str
	"""Name of the AI Model."""

	@contextmanager
	def request(
		self, model: str, query: str, texts: Sequence[str], sources: Sequence[str]
	) -> Iterator[Callable[[Read], None]]:
		"""Around one request, in the thread of the search.

		Raises:
			RerankCapped: it could pass a cap.
		"""
		asked = count_tokens(query)
		sizes = [asked + count_tokens(text) for text in texts]
		counted = Read(sum(sizes), reading_units(model, sizes))
		wider = [int(size * MARGIN) + 1 for size in sizes]
		parts = [
			_Part(payer_of_search("Re-ranking", source, self.record), count / len(sources))
			for source, count in Counter(sources).items()
		]
		took: list[Read] = []
		try:
			self._reserve(parts, self.cost(model, Read(sum(wider), reading_units(model, wider))))
			yield took.append
		finally:
			if took:
				# A service that does not say what it read is taken to have read what it was sent.
				read = Read(took[0].tokens or counted.tokens, took[0].units or counted.units)
				self._write(parts, read.tokens, self.cost(model, read))
			else:
				for part in parts:
					if part.hold:
						retried_transaction(partial(close, part.hold))

	def cost(self, model: str, read: Read) -> float | None:
		"""US dollars for a request by the AI Model's price of tokens, else LiteLLM's list; None if neither has one."""
		row = frappe.db.get_value("AI Model", self.record, ["input_price", "costs_nothing"], as_dict=True)
		if row and row.costs_nothing:
			return 0.0
		if row and flt(row.input_price):
			return read.tokens * flt(row.input_price) / 1_000_000
		return list_price_of_reading(model, read.tokens, read.units)

	def _reserve(self, parts: Sequence[_Part], most: float | None) -> None:
		if most == 0:
			return
		for part in parts:
			if not (caps := caps_of(part.payer)):
				continue
			hold = f"reranking-{frappe.generate_hash(length=20)}"
			share = None if most is None else most * part.share
			try:
				reserve(hold, part.payer, caps, share, seconds=HOLD_SECONDS)
			except OverCap as error:
				raise _capped(error) from None
			part.hold = hold

	def _write(self, parts: Sequence[_Part], tokens: int, cost: float | None) -> None:
		"""A transaction for each part: none of them commits what the caller has open."""
		for number, part in enumerate(parts):
			taken = Taken(
				round(tokens * part.share),
				cost=None if cost is None else cost * part.share,
				# However many sources share it, it was one call.
				calls=1 if number == 0 else 0,
			)
			retried_transaction(
				partial(settle, part.hold, part.payer, taken)
				if part.hold
				else partial(add, part.payer, taken)
			)


def _capped(error: OverCap) -> RerankCapped:
	match error.cap.column:
		case "user":
			return RerankCapped(str(error))
		case "agent":
			return RerankCapped(_("The agent has reached its monthly cap."))
	# Who may search a source need not learn what it costs.
	if error.cap.kind == "Tests":
		return RerankCapped(_("The tests of the source have reached their monthly cap."))
	return RerankCapped(_("The source {0} has reached its monthly cap.").format(error.cap.value))
