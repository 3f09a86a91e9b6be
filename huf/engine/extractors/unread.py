"""Notes about text that is in a document and did not become part of the index."""


class Unread(str):
	"""A note, for ``notes`` of an extractor, about text that a reader of the original sees and that was not read.

	One of them makes the input *Partially Indexed*: its source says so, and every search of it. A note that is a plain ``str``
	tells what was guessed, or left out because a reader does not see it either.
	"""

	__slots__ = ()


def retold(note: str, text: str) -> str:
	"""``text``, which tells ``note`` in other words, as the same kind of note."""
	return Unread(text) if isinstance(note, Unread) else text
