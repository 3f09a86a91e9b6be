"""Snowball stemmers, chosen by script where the script tells, else by the language of the text."""

import threading
from collections.abc import Callable

LATIN_STEMMERS = {
	"da": "danish",
	"de": "german",
	"en": "english",
	"es": "spanish",
	"fi": "finnish",
	"fr": "french",
	"hu": "hungarian",
	"id": "indonesian",
	"it": "italian",
	"nl": "dutch",
	"no": "norwegian",
	"pt": "portuguese",
	"ro": "romanian",
	"sv": "swedish",
	"tr": "turkish",
	**dict.fromkeys(("ar", "el", "fa", "he", "hi", "ru", "uk"), "english"),
}
"""ISO 639-1 code to the name of the Snowball stemmer for Latin letters, which in texts of other scripts write English
more often than anything else. Any other code: words are not stemmed."""

_SCRIPTS = (
	("\u0370", "\u03ff", "greek"),
	("\u0400", "\u052f", "russian"),
	("\u0600", "\u06ff", "arabic"),
	("\u0900", "\u097f", "hindi"),
)


class _Stemmers(threading.local):
	"""Stemmers by the key that asks for them. A stemmer keeps state while it works, so each thread has its own."""

	def __init__(self) -> None:
		self.known: dict[str, Callable[[str], str] | None] = {}


_stemmers = _Stemmers()


def stem(word: str, language: str) -> str:
	"""The stem of a lower-case word; the word itself when there is no stemmer for it."""
	if word[0] >= "\u0370":
		language = next((stemmer for low, high, stemmer in _SCRIPTS if low <= word[0] <= high), "")
	try:
		stemmer = _stemmers.known[language]
	except KeyError:
		stemmer = _stemmers.known[language] = _load(LATIN_STEMMERS.get(language, language))
	return (stemmer(word) or word) if stemmer else word


def _load(name: str) -> Callable[[str], str] | None:
	import Stemmer

	if name not in Stemmer.algorithms():
		return None
	# Its cache takes longer than stemming; whoever calls remembers words himself.
	load: Callable[[str], str] = Stemmer.Stemmer(name, 0).stemWord
	return load
