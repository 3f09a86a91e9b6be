"""Text that others wrote, made safe to stand in a prompt.

Documents are data. Inside a prompt their text must not be able to imitate the frame around it: not
the numbers that huf gives to sources, and not signs that a person reading the document cannot see.
"""

import re

_INVISIBLE = re.compile(
	"[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e01ef]"
	"|[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]"
	"|[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]"
)
"""Zero-width, bidirectional and tag characters, fillers, and controls. One joiner (U+200C, U+200D) or variation selector
stays, since Persian, the scripts of India and emoji need them; several in a row write what nobody sees."""
_REPEATED = re.compile("(?<=[\u200c\u200d])[\u200c\u200d]+|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]+")
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
_GAP = r"[\s\u200c\u200d]*"
CITATION = re.compile(rf"[\[【]{_GAP}(\d+(?:{_GAP}[,;–-]{_GAP}\d+)*){_GAP}[\]】]")
"""How an answer cites and a text may pretend to: ``[1]``, ``[1, 2]``, ``[1-3]``, ``【1】``."""
CITATION_BEGUN = re.compile(rf"[\[【]{_GAP}(?:\d+(?:{_GAP}[,;–-]{_GAP}\d+)*{_GAP}(?:[,;–-]{_GAP})?)?\Z")
"""The beginning of such a marker at the end of a text that goes on."""
NOT_FOUND = re.compile(
	r"\[\[\s{0,2}NOT[ _-]?FOUND\s{0,2}\]\]|\[\s{0,2}NOT[ _-]?FOUND\s{0,2}\]|【\s{0,2}NOT[ _-]?FOUND\s{0,2}】",
	re.IGNORECASE,
)
"""How an answer says that the passages do not hold it (:mod:`huf.engine.answers.missing`), and a text may pretend to."""
_FRAME = re.compile(rf"<(?={_GAP}/?{_GAP}knowledge)", re.IGNORECASE)
_LONGEST_TITLE = 200


def defuse(text: str) -> str:
	"""``text`` without invisible characters, and with its own ``[12]`` written ``⟦12⟧``.

	A footnote mark in a document would otherwise look like the number of a source, and an answer
	would cite what it never read. What looks like the tags around the passages loses its bracket too, and the token
	by which an answer says that it found nothing its own.
	"""
	text = without_invisible(text)
	return _FRAME.sub("‹", NOT_FOUND.sub("⟦not found⟧", CITATION.sub("⟦\\1⟧", text)))


def without_invisible(text: str) -> str:
	"""``text`` without signs that nobody sees, such as terminal controls; every kind of line end is ``\\n``."""
	return _REPEATED.sub("", _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text)))


def one_line(text: str) -> str:
	"""A title or place that stays on its line: no line ends, no marks, at most 200 characters."""
	return " ".join(defuse(text).split())[:_LONGEST_TITLE]
