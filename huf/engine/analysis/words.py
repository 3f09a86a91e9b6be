"""From a word as it stands in a text to the terms it is indexed and searched under.

A *word* is what stands between white space. Most words give one term, their stem. Words of scripts
that write no spaces give their overlapping character pairs. Words that look like identifiers (part
numbers, error codes) also give their joined form and their pieces, so that ``SKU-00123/AB`` is found
as ``sku00123ab``, as ``00123`` and as it is.
"""

import re
from functools import cache

from huf.engine.analysis.folding import fold, lower, without_loose_marks
from huf.engine.analysis.marks import MARKS, SPACELESS
from huf.engine.analysis.stemming import stem
from huf.engine.analysis.stopwords import is_function_word

EDGES = ".,;:!?()[]{}\"'“”‘’„‚«»‹›…*_-–—/|<>¿¡،؛؟।॥。，、！？：；（）《》「」"
"""Punctuation around words that never changes their terms."""
JOINED = "="
"""Begins the joined form of an identifier, which must not be taken for a word."""
LONGEST_IDENTIFIER = 40
"""Characters; longer runs are encoded data or addresses, which nobody searches for whole."""

_ASCII_TOKEN = re.compile("[a-z0-9]+")
_PIECE = re.compile(r"\d+|\D+")
"""Of a token, which has nothing but digits, letters and their marks."""
_HAS_DIGIT = re.compile(r"\d")


@cache
def _token() -> re.Pattern[str]:
	# These two take milliseconds to compile, and the first search of a process can do without them.
	return re.compile(rf"[{SPACELESS}]+|[^\W_{SPACELESS}](?:[^\W_{SPACELESS}]+|[{MARKS}]+)*")


@cache
def _spaceless() -> re.Pattern[str]:
	return re.compile(f"[{SPACELESS}]")


def index_terms(word: str, language: str) -> tuple[str, ...]:
	"""The terms that ``word`` is indexed under: none for a function word, which no query asks for.

	"pump", "pump," and "(pump" are one word; function words are nearly half of a text.
	"""
	bare = word.strip(EDGES)
	return () if is_function_word(bare) else terms_of(bare, language)


def terms_of(word: str, language: str) -> tuple[str, ...]:
	"""The terms of ``word``, with repetitions, in their order. ``language`` chooses the stemmer for Latin script."""
	if word.isascii():
		return _ascii_terms(word.lower(), language)
	tokens = _token().findall(lower(word))
	if len(tokens) == 1 and is_letters(tokens[0]) and not _spaceless().match(tokens[0]):
		return (_stem(tokens[0], language),)
	terms: list[str] = []
	for token in tokens:
		terms += _pairs(fold(token)) if _spaceless().match(token) else _pieces(token, language)
	joined = joined_form([fold(token) for token in tokens])
	return (*terms, joined) if joined else tuple(terms)


def _ascii_terms(word: str, language: str) -> tuple[str, ...]:
	"""The same for a lower-case word of ASCII signs, which most words are: nothing to fold, no other scripts."""
	if word.isalpha():
		return (stem(word, language),)
	tokens = _ASCII_TOKEN.findall(word)
	if len(tokens) == 1 and tokens[0].isdigit():
		return (tokens[0],)
	terms: list[str] = []
	for token in tokens:
		if token.isalpha():
			terms.append(stem(token, language))
		else:
			terms.append(token)
			if not token.isdigit():
				terms += _PIECE.findall(token)
	joined = "".join(tokens)
	if len(joined) <= LONGEST_IDENTIFIER and (len(tokens) > 1 or len(terms) > 1):
		terms.append(JOINED + joined)
	return tuple(terms)


def is_letters(token: str) -> bool:
	"""Whether ``token``, a token of a word, is letters with their marks: ``isalpha`` knows no marks."""
	return token.isalpha() or not _HAS_DIGIT.search(token)


def is_spaceless(text: str) -> bool:
	"""Whether ``text`` begins with a script that writes no spaces between words."""
	return _spaceless().match(text) is not None


def has_spaceless(text: str) -> bool:
	"""Whether there is anything in ``text`` of a script that writes no spaces between words."""
	return not text.isascii() and _spaceless().search(text) is not None


def joined_form(tokens: list[str]) -> str:
	"""The tokens of a word written together, marked as such; empty when the word is no identifier."""
	together = "".join(tokens)
	several = len(tokens) > 1 or (bool(_HAS_DIGIT.search(together)) and not together.isdigit())
	if not several or len(together) > LONGEST_IDENTIFIER or _spaceless().search(together):
		return ""
	return JOINED + together


def runs_of(text: str) -> list[str]:
	"""The runs of letters and digits of ``text``, with their marks, as they are written: what lies between spaces and signs."""
	return _token().findall(text)


def tokens_of(word: str) -> list[str]:
	"""The folded tokens of ``word``, before stemming."""
	if word.isascii() and word.isalpha():
		return [word.lower()]
	return _token().findall(fold(word))


def _pairs(run: str) -> list[str]:
	return [run] if len(run) == 1 else [run[place : place + 2] for place in range(len(run) - 1)]


def _pieces(token: str, language: str) -> list[str]:
	if is_letters(token):
		return [_stem(token, language)]
	folded = fold(token)
	pieces = _PIECE.findall(folded)
	return [folded, *pieces] if len(pieces) > 1 else [folded]


def _stem(token: str, language: str) -> str:
	"""Stemmed first and folded then: in many languages the accents tell the ending."""
	return fold(stem(without_loose_marks(token), language)) or token
