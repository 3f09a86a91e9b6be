"""What neighbouring passages share, since chunks overlap: it is written once."""

from collections.abc import Iterable

from huf.engine.types import Hit

_SIGN = "…"
_LEAST = 20
"""Characters; less is not worth a sign in its place, and may stand elsewhere by chance."""
_SPACES = 8
"""White space that a passage may have lost at its end, compared with the text of its document."""


def without_what_stands_in(hit: Hit, shown: Iterable[Hit]) -> str:
	"""The text of ``hit`` without what it shares with passages of the same document that are ``shown`` whole; empty if that is all.

	Only what stands in both texts to the letter is left out, so a table's header stays with its rows, and so does a text that was
	put together in another way.
	"""
	text = hit.text
	for other in shown:
		if (other.source, other.build, other.input) != (hit.source, hit.build, hit.input):
			continue
		is_wider = other.start <= hit.start and hit.end <= other.end and len(other.text) > len(text)
		if is_wider and text in other.text:
			return ""
		if other.start < hit.start < other.end < hit.end:
			shared = _end_in(other.text, text, other.end - hit.start)
			before, _, after = text.partition(shared) if shared else (text, "", "")
			text = f"{before}{_SIGN} {after.lstrip()}" if shared else text
		elif hit.start < other.start < hit.end < other.end:
			shared = _end_in(text, other.text, hit.end - other.start)
			text = f"{text[: -len(shared)].rstrip()} {_SIGN}" if shared else text
	return text


def _end_in(first: str, second: str, length: int) -> str:
	"""The end of ``first``, about ``length`` characters of it, that stands in ``second`` too; empty if there is none."""
	for lost in range(min(_SPACES, length) + 1):
		shared = first[-(length - lost) :].lstrip() if length > lost else ""
		if len(shared) >= _LEAST and shared in second:
			return shared
	return ""
