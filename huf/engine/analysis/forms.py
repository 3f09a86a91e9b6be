"""Forms of one word: together or with a hyphen (wifi, wi-fi), as one word or two (SalesInvoice, sales invoice).

Only forms that the index holds are searched for. They are the same word, however rare its other form is: a passage that is full of a form gets
at most :data:`SHARE` of what one full of the word as it was typed gets.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from huf.engine.analysis.stopwords import bare
from huf.engine.analysis.words import JOINED, LONGEST_IDENTIFIER, terms_of

SHARE = 0.8
"""What a form counts, where the word as it was typed counts 1."""
_SHORTEST = 4
"""Letters of a form: shorter ones are other words."""
_SHORTEST_PART = 3
"""Letters of each part of a name with capitals inside: GmbH, iPhone and McDonald are not taken apart."""
_CAPITALS_INSIDE = re.compile("[a-z][A-Z]")
_PART = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def forms_of(word: str, tokens: Sequence[str], languages: Iterable[str]) -> list[str]:
	"""The terms that ``word``, of letters alone, is indexed under where a text writes it with a hyphen or without.

	Args:
		word: as it was typed.
		tokens: its folded tokens (:func:`~huf.engine.analysis.words.tokens_of`).
		languages: those of the stems.
	"""
	joined = "".join(tokens)
	if not _SHORTEST <= len(joined) <= LONGEST_IDENTIFIER or not joined.isalpha():
		return []
	if len(tokens) == 1:
		# “computer(s)” and “computer's” are in the index as “computers”, too, and the stem finds them already.
		return [] if joined.endswith("s") else [JOINED + joined]
	return _one_term_each("".join(filter(str.isalpha, word)), languages)


def forms_of_two(first: str, second: str, languages: Iterable[str]) -> list[str]:
	"""The terms of two words that follow one another, of letters alone, written as one."""
	first, second = bare(first), bare(second)
	if not (first.isalpha() and second.isalpha() and min(len(first), len(second)) >= _SHORTEST_PART):
		return []
	if len(first) + len(second) > LONGEST_IDENTIFIER:
		return []
	# A search has many pairs of words and hardly one that is written as one: looking for each in all languages takes too long.
	return _one_term_each(first + second, islice(languages, 1))


def parts_of(word: str) -> list[str]:
	"""The words of a name with capitals inside, such as ``SalesInvoice``; none of any other word."""
	word = bare(word)
	if not (word.isascii() and word.isalpha() and _CAPITALS_INSIDE.search(word)):
		return []
	parts: list[str] = _PART.findall(word)
	return parts if all(len(part) >= _SHORTEST_PART for part in parts) else []


def _one_term_each(joined: str, languages: Iterable[str]) -> list[str]:
	every = (terms_of(joined.lower(), language) for language in languages)
	# Scripts without spaces give pairs: they have no forms.
	return list(dict.fromkeys(terms[0] for terms in every if len(terms) == 1))
