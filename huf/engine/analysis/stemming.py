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
	"id": "indonesian",
	"it": "italian",
	"nl": "dutch",
	"no": "norwegian",
	"pt": "portuguese",
	"ro": "romanian",
	"sv": "swedish",
	"tr": "turkish",
	**dict.fromkeys(("ar", "el", "fa", "he", "hi", "ja", "ko", "ru", "th", "uk", "zh"), "english"),
}
"""ISO 639-1 code to the name of the Snowball stemmer for Latin letters, which in texts of other scripts write English
more often than anything else. Any other code: words are not stemmed."""

_SCRIPTS = (
	("\u0370", "\u03ff", "greek"),
	("\u0400", "\u052f", "russian"),
	("\u0600", "\u06ff", "arabic"),
	("\u0900", "\u097f", "hindi"),
	("\u0b80", "\u0bff", "tamil"),
)
_OTHERS = {("arabic", "fa"): "persian", ("arabic", "ur"): "", ("hindi", "mr"): "", ("hindi", "ne"): "nepali"}
"""Of a script with stemmers for several languages: which one another language than the usual has; empty: none."""
_PERSIAN = str.maketrans("يىك", "ییک")
"""As Persian's stemmer knows letters that are typed on an Arabic keyboard."""


class _Stemmers(threading.local):
	"""Stemmers by the key that asks for them. A stemmer keeps state while it works, so each thread has its own."""

	def __init__(self) -> None:
		self.known: dict[str, Any] = {}
		"""Snowball stemmers of PyStemmer; None where there is none."""


_stemmers = _Stemmers()


def stemmers_version() -> str:
	"""The version of the stemmers: another one may know other languages, or cut words otherwise than those of an index."""
	import Stemmer

	return str(Stemmer.version())


def stem(word: str, language: str) -> str:
	"""The stem of a lower-case word; the word itself when there is no stemmer for it."""
	if word[0] >= "\u0370":
		script = next((stemmer for low, high, stemmer in _SCRIPTS if low <= word[0] <= high), "")
		language = _OTHERS.get((script, language), script)
		if language == "persian":
			word = word.translate(_PERSIAN)
	try:
		stemmer = _stemmers.known[language]
	except KeyError:
		stemmer = _loaded(language)
	stemmed = (stemmer.stemWord(word) or word) if stemmer else word
	# Of short words of Hindi, consonant and vowel sign, the stemmer leaves a consonant, which several words share.
	return word if len(stemmed) == 1 and word[0] >= "\u0900" else stemmed


def stems(words: list[str], language: str) -> list[str]:
	"""The stems of lower-case words of Latin letters, in their order: :func:`stem` for many at once."""
	stemmer = _loaded(language)
	if stemmer is None:
		return words
	found: list[str] = stemmer.stemWords(words)
	return [stemmed or word for stemmed, word in zip(found, words, strict=True)] if "" in found else found


def _loaded(language: str) -> Any:
	if language not in _stemmers.known:
		_stemmers.known[language] = _load(LATIN_STEMMERS.get(language, language))
	return _stemmers.known[language]


def _load(name: str) -> Any:
	import Stemmer

	# Its cache takes longer than stemming; whoever calls it remembers the words.
	return Stemmer.Stemmer(name, 0) if name in Stemmer.algorithms() else None
