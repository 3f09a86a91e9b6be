"""Ordinary words: those that are in everybody's texts, so that somebody who types one means it.

The vocabulary of a byte-pair tokenizer is a list of the most frequent pieces of a very large mixed text; a piece that begins
with a space and is nothing but letters is a frequent word. LiteLLM ships such a vocabulary (``cl100k_base``, 100,000
pieces, 23,000 of them words of five letters or more, most of them English). It is read as a file, without importing LiteLLM, when
the first word is to be corrected.
"""

import binascii
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

_VOCABULARY = "litellm_core_utils/tokenizers/9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
"""Where LiteLLM keeps ``cl100k_base``, under the name that tiktoken's cache gives it."""
_SHORTEST = 5
"""Letters; shorter words are never corrected."""
_RARER = 16
"""A word that stands so many times further down the list than the one that two swapped letters make of it is a frequent slip
(“recieved”: place 81,993, “received” 4,037), not a word of its own (“trial” and “trail”: 9,270 and 9,026)."""


def is_ordinary(word: str) -> bool:
	"""Whether ``word``, in small letters, is a frequent word; False for every word where there is no vocabulary."""
	places = _places()
	if not (place := places.get(word)):
		return False
	swapped = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1))
	return not any(places.get(other, place) * _RARER <= place for other in swapped)


@lru_cache(maxsize=1)
def _places() -> dict[str, int]:
	"""The words with their places in the list, which has the most frequent pieces first."""
	spec = find_spec("litellm")
	if spec is None or not spec.submodule_search_locations:
		return {}
	path = Path(spec.submodule_search_locations[0]) / _VOCABULARY
	try:
		lines = path.read_bytes().splitlines()
	except OSError:
		return {}
	places: dict[str, int] = {}
	for place, line in enumerate(lines, start=1):
		# What begins with a space begins with an I in base64.
		if line[:1] == b"I" and (word := _word(line)):
			places.setdefault(word, place)
	return places


def _word(line: bytes) -> str:
	"""The word of a line, which has a piece in base64 and its number; empty if the piece is none."""
	try:
		piece = binascii.a2b_base64(line.partition(b" ")[0]).decode()
	except (binascii.Error, UnicodeDecodeError):
		return ""
	word = piece[1:]
	return word.lower() if piece[:1] == " " and len(word) >= _SHORTEST and word.isalpha() else ""
