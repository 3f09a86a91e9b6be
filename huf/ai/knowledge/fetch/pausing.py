"""Pauses between two requests to the same host."""

import time

PAUSE_SECONDS = 1.0
"""Between two requests to a host; its robots.txt may ask for more."""


class Pauses:
	"""When each host was asked last by this process."""

	def __init__(self) -> None:
		self._asked: dict[str, float] = {}

	def left(self, host: str, pause: float = PAUSE_SECONDS) -> float:
		"""Seconds until the host may be asked again."""
		if host not in self._asked:
			return 0.0
		return max(self._asked[host] + pause - time.monotonic(), 0.0)

	def asked(self, host: str) -> None:
		"""Note that a request to the host has just ended."""
		self._asked[host] = time.monotonic()
