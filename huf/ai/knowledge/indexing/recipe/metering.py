"""What embedding the texts of a source costs: set aside before each request, written down after it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import frappe

from huf.ai.costs.caps import Cap, caps_of
from huf.ai.costs.holds import OverCap, can_go_on, close, reserve, settle
from huf.ai.costs.ledger import Payer, Taken
from huf.ai.knowledge import status
from huf.ai.knowledge.backends.embedding_models import EmbeddingModel
from huf.ai.site.database import transactions
from huf.engine.errors import EmbeddingCapped

if TYPE_CHECKING:
	from datetime import datetime

HOLD_SECONDS = 900.0
"""A request of a job has its answer, or was given up, long before."""


def payer_of_source(source: str, model: str = "") -> Payer:
	"""Who pays for the index of a source: itself, and its owner too if it is a personal one."""
	row = frappe.db.get_value("Knowledge Source", source, ["scope", "owner"], as_dict=True)
	owner = row.owner if row and row.scope == "User" else ""
	return Payer("Indexing", user=owner, knowledge_source=source if row else "", model=model)


class BuildMeter:
	"""A :class:`~huf.engine.embedding.Meter` of one build: what was paid stays known whatever becomes of it."""

	def __init__(self, build: str, model: EmbeddingModel) -> None:
		self._build, self._model = build, model

	@contextmanager
	def request(self, tokens: int) -> Iterator[Callable[[int], None]]:
		"""Around a request of about so many tokens.

		Raises:
			EmbeddingCapped: it could pass a cap. What was embedded before is kept.
		"""
		# Renamed or deleted, perhaps, since the request before.
		source = frappe.db.get_value("Knowledge Build", self._build, "knowledge_source") or ""
		payer = payer_of_source(source, self._model.record)
		caps = caps_of(payer)
		self._reserve(payer, caps, tokens)
		was_used = False

		def used(counted: int) -> None:
			nonlocal was_used
			was_used = True
			transactions.retry_deadlocks(partial(self._write, payer, counted))

		try:
			yield used
		finally:
			if caps and not was_used:
				transactions.retried_transaction(partial(close, self._build))

	def _reserve(self, payer: Payer, caps: tuple[Cap, ...], tokens: int) -> None:
		if not caps or (most := self._model.most(tokens)) == 0:
			return
		try:
			reserve(self._build, payer, caps, most, seconds=HOLD_SECONDS)
		except OverCap as error:
			raise EmbeddingCapped(str(error), needed=error.most) from None

	def _write(self, payer: Payer, counted: int) -> None:
		cost = self._model.cost(counted)
		status.add_build_usage(self._build, counted, cost)
		settle(self._build, payer, Taken(counted, 0, cost))


def waits_for_money(source: str) -> bool:
	"""Whether the source's last build stopped at a cap that would stop the next one as well."""
	last = status.latest_build(source)
	if not last or last.state != "Paused":
		return False
	needed = frappe.db.get_value("Knowledge Build", last.name, "cost_needed") or 0.0
	return not can_go_on(caps_of(payer_of_source(source)), needed)


def next_month(now: "datetime") -> "datetime":
	"""When caps begin anew."""
	first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
	return (
		first.replace(year=first.year + 1, month=1)
		if first.month == 12
		else first.replace(month=first.month + 1)
	)
