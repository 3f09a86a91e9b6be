"""Asks a service again when it could not answer: as late as it wishes, or after a random, growing wait.

The only place that decides when a model is asked again. LiteLLM's own retries are off: it reaches for Retry-After only in one of its code paths, and two
loops around each other multiply.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from huf.engine.services.failures import Failure

if TYPE_CHECKING:
	from tenacity import RetryCallState

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RetryPolicy:
	"""When to try again. All times in seconds. The defaults are for a chat: somebody waits for the answer."""

	attempts: int = 4
	base_s: float = 0.5
	"""The first wait is random, this at most; each further one may be twice as long."""
	cap_s: float = 20.0
	certain_share: float = 0.0
	"""How much of a wait is certain, 0 to 1; the rest is random."""
	longest_retry_after_s: float = 60.0
	"""A service that asks for more than this gets no further attempt: the caller is told how long."""
	total_s: float = 120.0
	"""No attempt starts when waiting for it would go beyond this, counted from the start of the first."""
	sleep: Callable[[float], None] = time.sleep
	"""Waits so many seconds. What it raises ends all."""
	clock: Callable[[], float] = time.monotonic

	def run(self, attempt: Callable[[], T | Failure]) -> T | Failure:
		"""What ``attempt`` returns, at once if that is no failure or one that stays, else by the last attempt.

		After "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015), wait ``n`` is at most
		``min(cap, base * 2 ** (n - 1))``: with ``certain_share`` 0 that is its full jitter, with 0.5 its equal jitter. Up
		to a tenth is added to a Retry-After, so that many workers that were refused together do not return together.
		"""
		import tenacity

		certain, chance = self.certain_share, 1 - self.certain_share
		backoff = tenacity.wait_exponential(
			multiplier=self.base_s * certain, max=self.cap_s * certain
		) + tenacity.wait_random_exponential(multiplier=self.base_s * chance, max=self.cap_s * chance)
		started = self.clock()
		waits: dict[int, float] = {}

		def wait_s(state: "RetryCallState") -> float:
			# Asked twice after an attempt, for the end and for the wait, in an order that differs by tenacity's release.
			if state.attempt_number not in waits:
				asked = _failure(state).retry_after_s
				waits[state.attempt_number] = (
					backoff(state) if asked is None else asked * random.uniform(1.0, 1.1)
				)
			return waits[state.attempt_number]

		def is_over(state: "RetryCallState") -> bool:
			return (
				state.attempt_number >= self.attempts
				or (_failure(state).retry_after_s or 0) > self.longest_retry_after_s
				or self.clock() - started + wait_s(state) > self.total_s
			)

		retrying = tenacity.Retrying(
			sleep=self.sleep,
			wait=wait_s,
			stop=is_over,
			retry=tenacity.retry_if_result(lambda found: isinstance(found, Failure) and found.retryable),
			retry_error_callback=_failure,
		)
		return retrying(attempt)


def _failure(state: "RetryCallState") -> Failure:
	"""That of the attempt before: only after one is there a wait, or an end."""
	assert state.outcome is not None, "tenacity asks after an attempt"
	failure: Failure = state.outcome.result()
	return failure
