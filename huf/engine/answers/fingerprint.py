"""A question as one value, so that those who ask the same in other words are counted together."""

import hashlib
import re

from huf.engine.analysis.folding import fold
from huf.engine.analysis.languages import DEFAULT, query_language
from huf.engine.analysis.query import parse_query
from huf.engine.analysis.words import EDGES, terms_of

_WORDS = 3
"""Fewer are what somebody looks a thing up by, or has typed so far."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{5}")
"""Scripts without spaces between words: a question has five characters and more."""
_MARKS = ("?", "？", "؟")


def is_question(text: str) -> bool:
	"""Whether ``text`` asks something, as far as one can see: three words, two with a question mark; not function words alone."""
	query = parse_query(text)
	if not query.words or query.is_only_function_words:
		return False
	least = _WORDS - 1 if text.rstrip().endswith(_MARKS) else _WORDS
	return len(query.words) >= least or bool(_UNSPACED.search(text))


def question_fingerprint(question: str) -> str:
	"""SHA-256 of what ``question`` is about: the terms of its content words, sorted, each once.

	Order, case, accents, punctuation, function words and inflection (as far as the stemmer of the language that its function
	words tell knows it) make no difference; a question without content words counts as it is written. Meaning is not
	looked at: "vacation" and "leave" are two questions, and "paid" and "not paid" are one, since "not" is a function word.
	"""
	query = parse_query(question)
	language = query_language(query.words) or DEFAULT
	# Folded first: with accents and without them a word is one here, though a stemmer may know it by its accents.
	terms = {term for word in query.content_words for term in terms_of(fold(word.strip(EDGES)), language)}
	terms = set() if query.is_only_function_words else terms
	told = "\n".join(sorted(terms)) if terms else " ".join(fold(query.text).split())
	return hashlib.sha256(told.encode()).hexdigest()
