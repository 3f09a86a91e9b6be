"""How long a search goes on replacing hits that may not be shown."""

import time

from huf.engine.sentences import sentence


class RefillBudget:
	"""Time and widenings for the hits that stand in for refused ones. One for a whole search: all its sources, however often it
	begins anew.

	The clock starts with the first hit that is refused, so that neither a slow model nor a large index shortens a search of which
	all may be shown. What was found when the budget is spent has been judged hit by hit like all else.
	"""

	MOST_WIDENINGS = 10
	"""How often one source is asked for more candidates: four times as many each time, some millions in the end."""

	def __init__(self, seconds: float) -> None:
		self._seconds = seconds
		self._until: float | None = None
		self.was_spent = False
		"""Whether a search ended early for want of it."""

	@property
	def note(self) -> str:
		"""What the result has to say; empty unless it was spent."""
		if not self.was_spent:
			return ""
		return sentence(
			f"The search ended after {self._seconds:g} s. Narrower words or a filter may find more."
		)

	def is_spent(self, widenings: int) -> bool:
		"""Whether to end the search of a source that has refused hits and too few others.

		:param widenings: how often more candidates were asked for.
		"""
		now = time.monotonic()
		if self._until is None:
			self._until = now + self._seconds
		if now < self._until and widenings < self.MOST_WIDENINGS:
			return False
		self.was_spent = True
		return True
