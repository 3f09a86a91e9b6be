"""Text that others wrote, made safe to stand in a prompt.

Documents are data. Inside a prompt their text must not be able to imitate the frame around it: not
the numbers that huf gives to sources, and not signs that a person reading the document cannot see.
"""

import re

_INVISIBLE = re.compile(
	"[\u00ad\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
	"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
)
"""Zero-width, bidirectional and tag characters, and controls. The zero-width joiner stays: scripts and emoji need it."""
_MARKER = re.compile(r"[\[【](\s*\d+(?:\s*[,–-]\s*\d+)*\s*)[\]】]")
_LONGEST_TITLE = 200


def defuse(text: str) -> str:
	"""``text`` without invisible characters, and with its own ``[12]`` written ``⟦12⟧``.

	A footnote mark in a document would otherwise look like the number of a source, and an answer
	would cite what it never read.
	"""
	return _MARKER.sub("⟦\\1⟧", _INVISIBLE.sub("", text))


def one_line(text: str) -> str:
	"""A title or place that stays on its line: no line ends, no marks, at most 200 characters."""
	return defuse(" ".join(text.split()))[:_LONGEST_TITLE]
