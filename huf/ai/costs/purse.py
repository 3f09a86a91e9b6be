"""What a run of an agent, or one answer without an agent, may spend: asked before each request to its model."""

from huf.agent.completion import CostCapReached
from huf.ai.costs.caps import caps_of
from huf.ai.costs.holds import OverCap, note_paid, reserve
from huf.ai.costs.ledger import Payer
from huf.ai.site.settings import get_settings

MARGIN_S = 600
"""A run that lives for so much longer than it may is dead: it ends by itself long before."""


class RunPurse:
	"""A :class:`~huf.agent.completion.Purse`. What it holds goes by the name of the run, and is settled with the run's row."""

	def __init__(self, run: str, payer: Payer) -> None:
		"""``run`` names the Agent Run. The caps are those of this moment."""
		self._run, self._payer = run, payer
		self._caps = caps_of(payer)
		self._paid = 0.0

	@property
	def is_capped(self) -> bool:
		"""Whether any cap bounds the run."""
		return bool(self._caps)

	def reserve(self, most: float | None) -> None:
		"""Set aside the most that the next request can cost, in US dollars; None when nobody knows the price.

		Raises CostCapReached when that could pass a cap.
		"""
		# What costs nothing needs no money, also where none is left.
		if not self._caps or most == 0:
			return
		try:
			reserve(
				self._run,
				self._payer,
				self._caps,
				most,
				paid=self._paid,
				seconds=get_settings().run_time_limit + MARGIN_S,
			)
		except OverCap as error:
			raise CostCapReached(str(error)) from None

	def pay(self, cost: float | None) -> None:
		"""A request was answered and cost so much. From here on it is known whatever becomes of the process."""
		self._paid += cost or 0.0
		if self._caps and cost != 0:
			note_paid(self._run, self._paid)
