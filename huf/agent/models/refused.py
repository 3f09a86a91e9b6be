"""What a service does not take of a request that can do without it: left out, or said otherwise, and asked again.

Reasoning models refuse a temperature and the old name of the longest answer, some servers a JSON schema; an Azure deployment has a name
of its own, so that LiteLLM cannot know which model is behind it. Some spend the whole answer on thinking and write nothing.
What helped is remembered for each model, so that the next call is right at once.
"""

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Protocol

from huf.engine.services import Failure, FailureKind

THINKING_TOKENS = 25_000
"""Room besides the answer for a model that was seen to think. OpenAI's guide "Reasoning models" (Allocating space for reasoning)
reserves as much to begin with."""
LESS_THINKING_TOKENS = 6_000
"""The same where so much is more than the model or its context has."""
THINKS, LESS_ROOM, NO_ROOM = "thinks", "thinks in less room", "thinks in no room"
"""Marks of a model that came to the end of its room by thinking, and of one that has not as much room as was asked for."""
OPTIONAL = ("temperature", "max_tokens", "response_format")
"""What huf sets and a model can answer without: a format is checked afterwards in any case."""
_RENAMED: Mapping[str, str] = {"max_tokens": "max_completion_tokens"}
"""OpenAI's name since its reasoning models, which refuse the old one."""
_MOST_MODELS = 256
_TOO_MUCH = re.compile(r"max_?(completion|output|new)?_?tokens|context.?(length|window)", re.IGNORECASE)
"""How services name the longest answer, or what it has to fit into."""
_TOOLS = re.compile(
	r"\btools\b(?!\[|\.\d)|\btool[_ -]?(choice|use|call(s|ing)?)\b|\bfunction[_ -]?call(s|ing)?\b",
	re.IGNORECASE,
)
_NOT_TAKEN = re.compile(
	r"\b(not|no|doesn't|isn't|aren't) (\w+ ){0,3}(support|permit|allow|enable|available)|\bunsupported\b|\bunrecogni[sz]ed\b"
	r"|\bunknown\b|\bunexpected\b|\brequires --",
	re.IGNORECASE,
)


class Memory(Protocol):
	"""What models have refused, by a key that names the model and where it is asked."""

	def get(self, key: str) -> frozenset[str]:
		"""What it is not asked with; nothing for a model that has refused nothing."""
		...

	def put(self, key: str, refused: frozenset[str]) -> None:
		"""Remember it for the next calls."""
		...


class ProcessMemory:
	"""For as long as the process lives, the models asked last."""

	def __init__(self) -> None:
		self._kept: OrderedDict[str, frozenset[str]] = OrderedDict()
		self._lock = threading.Lock()

	def get(self, key: str) -> frozenset[str]:
		"""See :class:`Memory`."""
		with self._lock:
			return self._kept.get(key, frozenset())

	def put(self, key: str, refused: frozenset[str]) -> None:
		"""See :class:`Memory`."""
		with self._lock:
			self._kept[key] = refused
			self._kept.move_to_end(key)
			while len(self._kept) > _MOST_MODELS:
				self._kept.popitem(last=False)


def refused_in(failure: Failure, sent: Mapping[str, Any]) -> frozenset[str]:
	"""What the service named of the optional parameters that were ``sent``; nothing when it failed for another reason.

	A refusal is told in free words, so a name counts wherever it stands as a word of its own. One that stands there for
	another reason costs a further request, once: each parameter can be left out once only.
	"""
	if failure.kind is not FailureKind.REQUEST_REFUSED:
		return frozenset()
	return frozenset(
		name for name in OPTIONAL if sent.get(name) is not None and re.search(rf"\b{name}\b", failure.detail)
	)


def without(refused: frozenset[str], sent: Mapping[str, Any]) -> dict[str, Any]:
	"""The arguments without what is refused; a longest answer keeps its meaning under its newer name, and gets room to think."""
	kept = dict(sent)
	if THINKS in refused and NO_ROOM not in refused and kept.get("max_tokens"):
		kept["max_tokens"] += LESS_THINKING_TOKENS if LESS_ROOM in refused else THINKING_TOKENS
	for name in refused & frozenset(OPTIONAL):
		value = kept.pop(name, None)
		if value is not None and name in _RENAMED:
			kept[_RENAMED[name]] = value
	return kept


def refuses_tools(failure: Failure) -> bool:
	"""Whether a request with tools was refused for having any; one tool or its reply may be wrong for a model that takes others."""
	return failure.kind is FailureKind.REQUEST_REFUSED and all(
		words.search(failure.detail) for words in (_TOOLS, _NOT_TAKEN)
	)


def refuses_room(failure: Failure) -> bool:
	"""Whether a request with room to think may have been refused for asking for more than there is."""
	return failure.kind is FailureKind.REQUEST_REFUSED and bool(_TOO_MUCH.search(failure.detail))
