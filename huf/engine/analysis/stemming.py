"""Snowball stemmers, chosen by script where the script tells, else by the language of the text."""

import threading
from typing import Any

LATIN_STEMMERS = {
	"da": "danish",
	"de": "german",
	"en": "english",
	"es": "spanish",
	"fi": "finnish",
	"fr": "french",
	"hu": "hungarian",
	"it": "italian",
	"nl": "dutch",
	"no": "norwegian",
	"pt": "portuguese",
	"ro": "romanian",
	"sv": "swedish",
	"tr": "turkish",
}
"""ISO 639-1 code to the name of the Snowball stemmer. Any other code: words are not stemmed."""

_SCRIPTS = (
	("\u0370", "\u03ff", "greek"),
	("\u0400", "\u052f", "russian"),
	("\u0600", "\u06ff", "arabic"),
	("\u0900", "\u097f", "hindi"),
)

_stemmers = threading.local()


def stem(word: str, language: str) -> str:
	"""The stem of a folded word."""
	first = word[0]
	if first < "\u0370":
		name = LATIN_STEMMERS.get(language)
	else:
		name = next((stemmer for low, high, stemmer in _SCRIPTS if low <= first <= high), None)
	return (_stemmer(name).stemWord(word) or word) if name else word


def _stemmer(name: str) -> Any:
	"""A stemmer keeps state while it works, so each thread has its own."""
	known: dict[str, Any] = _stemmers.__dict__
	if name not in known:
		import Stemmer

		known[name] = Stemmer.Stemmer(name)
	return known[name]
