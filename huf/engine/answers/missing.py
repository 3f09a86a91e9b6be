"""How an answer says that the passages do not hold it: by a token that the prompt asks for, not by words of a language."""

import re
from dataclasses import dataclass

from huf.engine.prompt.untrusted import NOT_FOUND as _TOKEN

NOT_FOUND = "[[NOT FOUND]]"
"""What the model is asked to write; ``[not_found]`` is read, too. No passage can say it: ``defuse`` takes it out."""
NOT_FOUND_INSTRUCTION = (
	f"If the passages do not hold the answer, begin with {NOT_FOUND} and then say in one sentence, in the language of the "
	f"question, what is missing. If they hold only a part of it, answer that part and put {NOT_FOUND} at the end, "
	"followed by what is missing."
)
"""For the prompt of an agent."""
_LONGEST = 24


@dataclass(frozen=True, slots=True)
class Missing:
	"""An answer without the token, and what the token said."""

	text: str
	"""To show."""
	is_missing: bool
	"""Nothing of the answer was found."""
	is_partly_missing: bool
	"""A part of it was not found."""
	missing_from: int | None = None
	"""Where in ``text`` it begins to say what was not found; None when it does not say so."""


def read_missing(answer: str, *, cites: bool = False) -> Missing:
	"""Take the token out of ``answer``. ``cites`` tells whether the answer cites a passage.

	An answer that begins with the token, or that has it and cites nothing, was not found; with citations before it, it was
	found in part.
	"""
	found = list(_TOKEN.finditer(answer))
	if not found:
		return Missing(answer, not answer.strip(), False)
	bare = _TOKEN.sub("", answer)
	text = bare.strip()
	begins = not answer[: found[0].start()].strip()
	is_missing = begins or not cites
	place = 0 if is_missing else found[0].start() - (len(bare) - len(bare.lstrip()))
	return Missing(text, is_missing, not is_missing, place)


class MissingStream:
	"""Takes the token out of an answer that is still being written. Feed it before the citations are read."""

	def __init__(self) -> None:
		self._held = ""
		self.has_token = False
		"""Whether the token has come."""

	def feed(self, delta: str) -> str:
		"""The text that can go on; what may become the token is held back, at most two dozen characters."""
		text = self._held + delta
		place = max(text.rfind(sign) for sign in "[【")
		if place > 0 and text[place - 1] == "[":
			place -= 1
		is_open = place >= 0 and len(text) - place < _LONGEST and _could_begin(text[place:])
		text, self._held = (text[:place], text[place:]) if is_open else (text, "")
		return self._without(text)

	def close(self) -> str:
		"""What was held back."""
		text, self._held = self._without(self._held), ""
		return text

	def _without(self, text: str) -> str:
		text, times = _TOKEN.subn("", text)
		self.has_token = self.has_token or times > 0
		return text


def _could_begin(text: str) -> bool:
	"""Whether ``text``, from its bracket on, may still become the token."""
	bare = re.sub(r"[\s_-]", "", text.lstrip("[【")).upper().rstrip("]】")
	return "NOTFOUND".startswith(bare)
