"""The words of a text that some program made of a file, and how many of those that it should have come out whole and in order."""

import html
import re
import unicodedata
from collections.abc import Sequence

_MARKUP = re.compile(
	r"<!--.*?-->|</?[a-zA-Z][^<>]{0,300}>"
	r"|!?\[((?:[^\[\]\n]|\[[^\[\]\n]{0,100}\]){0,500})\]"
	r"\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:\s+\"[^\"\n]{0,300}\")?\)|\\(?=[\W_])",
	re.DOTALL,
)
"""What Markdown and HTML write beside the words: comments, tags, addresses of links, and escapes."""
_MARKS = re.compile(r"[|*_`#~\[\]]+")
"""Borders of tables, emphasis, headings, code, and the brackets of a note behind a word."""
_LINES = re.compile(r"(?<!\S)[-=:+>•·–]+(?!\S)")
"""Lines, bullets, quotations: what stands alone and has no letter."""
_EDGES = ".,;:!?\"'(){}“”‘’«»…"


def words_of(text: str) -> list[str]:
	"""Words between white space, without what a format puts around them: marks of Markdown and HTML, and punctuation at their edges."""
	text = html.unescape(_MARKUP.sub(_left, text))
	text = _LINES.sub(" ", _MARKS.sub(" ", unicodedata.normalize("NFKC", text)))
	return [word for part in text.split() if (word := part.strip(_EDGES))]


def _left(found: "re.Match[str]") -> str:
	"""Of a link its words, of an escape nothing, of a tag the end of a word."""
	if found[1] is not None:
		return found[1]
	return "" if found[0] == "\\" else " "


def in_order(wanted: Sequence[str], found: Sequence[str]) -> int:
	"""The length of the longest common subsequence, by the bits of one long number for each word (Hyyrö, *Bit-parallel LCS-length
	computation revisited*, 2004)."""
	places: dict[str, int] = {}
	for place, word in enumerate(wanted):
		places[word] = places.get(word, 0) | 1 << place
	every = (1 << len(wanted)) - 1
	row = every
	for word in found:
		if hits := places.get(word, 0):
			common = row & hits
			row = ((row + common) | (row - common)) & every
	return len(wanted) - row.bit_count()
