"""Which language a text in Latin script is written in, told by its function words."""

from huf.engine.stopwords import FUNCTION_WORDS

DEFAULT = "en"
_LOOKED_AT = 2000
"""Words; the beginning of a text says enough."""
_LEAST = 2
"""Function words that must be seen before anything is said."""


def detect_language(text: str) -> str:
	"""ISO 639-1 code of the language whose function words are most frequent; English when nothing tells."""
	words = text[: _LOOKED_AT * 8].casefold().split()[:_LOOKED_AT]
	counts = {code: sum(map(known.__contains__, words)) for code, known in FUNCTION_WORDS.items()}
	best = max(counts, key=lambda code: counts[code])
	return best if counts[best] >= _LEAST else DEFAULT
