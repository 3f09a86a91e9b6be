"""Texts as plain words one after the other, so that an engine finds what stands in quotes as a phrase of a whitespace index.

As near to FTS5's ``porter unicode61 remove_diacritics`` of the local kinds as that goes: folded, and English endings off by Porter's rules.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from huf.engine.analysis.folding import fold

_WORD = re.compile("[^\\W_\u0900-\u0fff]+|[\u0900-\u0fff]+")
"""Letters and digits; of the scripts of India and its neighbours also their vowel signs, which are marks."""
_BORDER = "zzborderzz"
"""Stands between title, headings and text: no phrase goes from one into the other."""


def said(texts: Iterable[str]) -> str:
	"""The words of ``texts``, which are fields of one passage."""
	return f" {_BORDER} ".join(" ".join(_stemmed(_WORD.findall(fold(text)))) for text in texts)


def phrase(text: str) -> str:
	"""A phrase that is looked for in what :func:`said` gives; empty if it has no words."""
	return said([text])


def _stemmed(words: list[str]) -> list[str]:
	return list(_porter().stemWords(words))


@lru_cache(maxsize=1)
def _porter():  # type: ignore[no-untyped-def]
	import Stemmer

	return Stemmer.Stemmer("porter")
