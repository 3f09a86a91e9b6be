"""A run that somebody looks at: its answer is sent to its user while it is written, and kept so that a reload shows it.

Two events, in the room of the run's user alone:

``huf_run_status``
    ``{run, conversation, status, step}``: the run began, does something (``step``: ``searching``, ``answering``, or the name of a
    tool), or ended. After it ended, ``get_run`` has all of it.
``huf_run_text``
    ``{run, conversation, start, text}``: the answer from ``start`` on, counted as JavaScript counts, is now ``text``. A smaller start than
    what is shown means that the rest is to be forgotten; a greater one that an event was missed: read the run again.
"""

import time
from collections.abc import Collection
from typing import Any

import frappe

from huf.ai.runs.keeping.rows import keep_text
from huf.engine.answers.missing import MissingStream
from huf.engine.answers.stream import CitationStream

SEND_EVERY_S = 0.1
KEEP_EVERY_S = 1.0
STATUS_EVENT = "huf_run_status"
TEXT_EVENT = "huf_run_text"


class LiveRun:
	"""Takes the answer of one run while it comes; see :class:`~huf.agent.completion.TextSink`.

	``known`` are the numbers of the run's passages, as they are at any moment: markers that name none of them
	are never shown.
	"""

	def __init__(
		self, run: str, user: str, conversation: str | None, known: Collection[int], *, shows_text: bool
	) -> None:
		self._run = run
		self._user = user
		self._conversation = conversation
		self._known = known
		self.shows_text = shows_text
		"""False when the answer must not be seen before it is checked, or is not made to be read."""
		self._missing, self._stream = MissingStream(), CitationStream(known)
		self._text = ""
		self._sent = ""
		self._kept = ""
		self._last_sent = self._last_kept = 0.0

	def status(self, status: str, step: str = "") -> None:
		"""Tell how the run goes."""
		self._publish(STATUS_EVENT, status=status, step=step)

	def restart(self) -> None:
		"""Another answer begins; what is shown of an earlier one goes when the first piece comes."""
		self._missing, self._stream = MissingStream(), CitationStream(self._known)
		self._text = ""

	def add(self, text: str) -> None:
		"""The next piece of the answer."""
		if not self.shows_text:
			return
		# First the token for what is not found, which also has brackets; it is not shown.
		self._text += "".join(piece.text for piece in self._stream.feed(self._missing.feed(text)))
		now = time.monotonic()
		if now - self._last_sent >= SEND_EVERY_S:
			self._last_sent = now
			self._send()
		if now - self._last_kept >= KEEP_EVERY_S:
			self._last_kept = now
			self._keep()

	def end(self, status: str, text: str) -> None:
		"""The run is over: what is shown becomes ``text``, and the last event says how it ended."""
		if self.shows_text:
			self._text = text
			self._send()
		self.status(status)

	def _send(self) -> None:
		"""Send what is new since the last time."""
		same = _common_start(self._sent, self._text)
		if same == len(self._text) == len(self._sent):
			return
		start = len(self._text[:same].encode("utf-16-le")) // 2
		self._publish(TEXT_EVENT, start=start, text=self._text[same:])
		self._sent = self._text

	def _keep(self) -> None:
		if self._text != self._kept:
			keep_text(self._run, self._text)
			self._kept = self._text

	def _publish(self, event: str, **message: Any) -> None:
		# Named seam, best effort: whoever misses an event reads the row. An event must never end a run.
		try:
			frappe.publish_realtime(
				event, {"run": self._run, "conversation": self._conversation, **message}, user=self._user
			)
		except Exception:  # noqa: BLE001
			frappe.logger("huf").warning("An event of run %s could not be sent", self._run, exc_info=True)


def _common_start(before: str, after: str) -> int:
	"""How many characters the two begin with alike."""
	if after.startswith(before):
		return len(before)
	return next(
		(place for place, (old, new) in enumerate(zip(before, after, strict=False)) if old != new),
		min(len(before), len(after)),
	)
