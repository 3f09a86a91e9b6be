"""Asks a service again when it could not answer: as late as it wishes, or after a random, growing wait."""

import email.utils
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from huf.engine.errors import EmbeddingFailed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RetryPolicy:
	"""When to ask again. All times in seconds. The defaults outlast a service that refuses for a minute."""

	attempts: int = 10
	base_s: float = 1.0
	"""The first wait is random between half of this and this; each further one is twice as long."""
	cap_s: float = 30.0
	total_s: float = 180.0
	"""No attempt starts when waiting for it would go beyond this, counted from the first."""
	sleep: Callable[[float], None] = time.sleep

	def ask(self, attempt: Callable[[], T | EmbeddingFailed]) -> T:
		"""The first answer of ``attempt`` that is no error.

		Equal jitter, after "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015): half of
		``min(cap, base * 2 ** (n - 1))`` is certain, half random. With full jitter the waits of a service that gives no
		Retry-After would often not add up to a minute. Up to a tenth is added to a Retry-After, so that workers that
		were refused together do not return together.

		Raises:
			EmbeddingFailed: the last one.
		"""
		waited = 0.0
		for number in range(1, self.attempts + 1):
			answer = attempt()
			if not isinstance(answer, EmbeddingFailed):
				return answer
			wait = min(self.cap_s, self.base_s * 2 ** (number - 1)) * random.uniform(0.5, 1.0)
			if answer.retry_after_s is not None:
				wait = answer.retry_after_s * random.uniform(1.0, 1.1)
			if not answer.retryable or number == self.attempts or waited + wait > self.total_s:
				raise answer
			waited += wait
			self.sleep(wait)
		raise ValueError("attempts must be 1 or more")


def seconds_of(retry_after: str | None) -> float | None:
	"""A Retry-After header (RFC 9110, 10.2.3: seconds or a date) in seconds, or None."""
	if not retry_after:
		return None
	try:
		return max(0.0, float(retry_after))
	except ValueError:
		pass
	try:
		return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
	except (TypeError, ValueError):
		return None
