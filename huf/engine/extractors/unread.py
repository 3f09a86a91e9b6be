"""Notes about text that is in a document and did not become part of the index."""

from huf.engine.sentences import sentence


class Unread(str):
	"""A note, for ``notes`` of an extractor, about text that a reader of the original sees and that was not read.

	One of them makes the input *Partially Indexed*: its source says so, and every search of it. A note that is a plain ``str``
	tells what was guessed, or left out because a reader does not see it either.
	"""

	__slots__ = ()


def retold(note: str, text: str) -> str:
	"""``text``, which tells ``note`` in other words, as the same kind of note."""
	return Unread(text) if isinstance(note, Unread) else text


class FirstNotes:
	"""Notes on many files or messages in one: the first are told, and of the others how many there are."""

	MOST = 20

	def __init__(self, notes: list[str]) -> None:
		self._notes = notes
		self._told = self._others = 0
		self._is_unread = False

	def add(self, note: str) -> None:
		"""One more."""
		if self._told < self.MOST:
			self._told += 1
			self._notes.append(note)
		else:
			self._others += 1
			self._is_unread = self._is_unread or isinstance(note, Unread)

	def end(self) -> None:
		"""Tell how many were not told, after the last."""
		if self._others:
			text = sentence(f"And {self._others} more of such notes.")
			self._notes.append(Unread(text) if self._is_unread else text)
