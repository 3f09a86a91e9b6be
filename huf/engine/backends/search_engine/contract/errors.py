"""What engines raise and do not answer, in the words of huf and without their secrets."""

import logging
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.errors import HufError, SearchEngineFailed, SearchEngineMissing
from huf.engine.services.scrub import scrub

_REST_S = 15.0
"""Seconds for which an engine that did not answer a search is not asked again: each would wait for a time-out."""
_SECRET = re.compile(r"key|token|password|secret|authorization", re.IGNORECASE)

_resting: dict[str, float] = {}
"""Engines that did not answer, by the key of their settings: until when (by the process's clock) they are left alone."""
_log = logging.getLogger(__name__)


@contextmanager
def engine_errors(settings: StoreSettings, name: str) -> Iterator[None]:
	"""Everything that an engine's client may raise, in the words of huf, without its secrets."""
	try:
		yield
	except HufError:
		raise
	except ImportError as error:
		raise SearchEngineMissing(
			f"The client of {name} cannot be imported: {error}. Install it on every machine that indexes or searches: pip"
			f" install 'huf[{name.lower()}]'."
		) from error
	# Qdrant's client asserts that it knows all arguments.
	except (TypeError, AssertionError) as error:
		raise SearchEngineMissing(
			f"{name} refuses its settings: {_said(error, settings)}. Correct them."
		) from error
	# Each client raises classes of its own, and they have no base but this: what an engine does must not pass for a bug.
	except Exception as error:
		raise SearchEngineFailed(
			f"{name} did not answer as it should: {_said(error, settings)}. Try again when it can be reached."
		) from error


@contextmanager
def asked_by_a_search(settings: StoreSettings) -> Iterator[None]:
	"""For somebody who waits: an engine that did not answer is left alone for a while.

	What it said goes into the log: whoever searches need not know where the engine is.

	Raises:
		SearchEngineFailed: it did not answer, now or a moment ago.
	"""
	if time.monotonic() < _resting.get(settings.key, 0.0):
		raise _away()
	try:
		yield
	except SearchEngineFailed as error:
		_log.warning("A search was not answered: %s", error)
		if error.retryable:
			_resting[settings.key] = time.monotonic() + _REST_S
		raise _away() from error


def _away() -> SearchEngineFailed:
	return SearchEngineFailed("The search engine with this index does not answer. Try again in a moment.")


def _said(error: Exception, settings: StoreSettings) -> str:
	hidden = [*settings.secrets(), *_secrets_in(settings.settings)]
	return scrub(str(error) or type(error).__name__, *hidden)[:500].rstrip(". ")


def _secrets_in(values: Any, name: str = "") -> Iterator[str]:
	"""What stands written out under a name that says that it is a secret."""
	if isinstance(values, Mapping):
		for key, value in values.items():
			yield from _secrets_in(value, str(key))
	elif isinstance(values, list):
		for value in values:
			yield from _secrets_in(value, name)
	elif isinstance(values, str) and values and _SECRET.search(name):
		yield values
