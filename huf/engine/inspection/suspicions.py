"""What in a passage a person should look at: text that was probably read wrongly, or that is not meant for readers.

Each test is a count over the passage, without a dictionary, and rather silent than wrong: who is told ten times of nothing
does not look the eleventh time.
"""

import re
import unicodedata

from huf.engine.prompt.instructions import is_suspicious
from huf.engine.sentences import sentence

UNSURE_BELOW = 70.0
"""Per cent. A page that Tesseract is less sure of has several wrong words in each line."""
LOOKED_AT = 20_000
"""Characters of a passage; the largest that huf cuts has some 8,000."""
_LETTER = "A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f"
"""Of alphabets that set spaces between words."""
_GLUED = re.compile(rf"[{_LETTER}]{{41,}}")
"""The longest compounds that German prose has are some 40 letters long."""
_SPACED = re.compile(rf"(?<![{_LETTER}])(?:[{_LETTER}][ \u00a0]){{8,}}[{_LETTER}](?![{_LETTER}])")
""""I n v o i c e": no list of initials is that long."""
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
_MOST_PRIVATE = 0.1
"""Share of the signs. Bullets of symbol fonts are private characters too, and are rarer than this."""
_HIDDEN = re.compile("[\u200b\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
_MOST_HIDDEN = 10
"""The flag of a part of a country has six, and a line of Khmer some zero-width spaces between its words."""
_LEAST_SIGNS = 60
"""Below it a share says little."""
_LEAST_LETTERS = 0.3
"""Share of the signs that are letters, marks or digits; a sparse table has more."""


def suspicions(text: str, confidence: float | None = None) -> tuple[str, ...]:
	"""A sentence for each reason to compare ``text`` with its original; mostly none.

	:param confidence: how sure the text recognition was of the page, 0 to 100; None for text that was not recognised.
	"""
	text = text[:LOOKED_AT]
	signs = [character for character in text if not character.isspace()]
	found = []
	if confidence is not None and confidence < UNSURE_BELOW:
		found.append(
			sentence(
				f"This was recognised from a picture, with a confidence of only {confidence:.0f} of 100."
			)
		)
	if unread := text.count("\ufffd"):
		found.append(sentence(f"Characters that could not be read: {unread}."))
	if len(_PRIVATE.findall(text)) > _MOST_PRIVATE * len(signs):
		found.append(sentence("Signs of a special font stand where text should be."))
	if _GLUED.search(text):
		found.append(sentence("Words run together without spaces."))
	if _SPACED.search(text):
		found.append(sentence("Words are torn into single letters."))
	if len(signs) >= _LEAST_SIGNS and _letters(signs) < _LEAST_LETTERS * len(signs):
		found.append(sentence("There are hardly any letters in it."))
	if len(_HIDDEN.findall(text)) > _MOST_HIDDEN:
		found.append(sentence("It holds characters that nobody sees."))
	if is_suspicious(text):
		found.append(sentence("It reads like instructions to a language model."))
	return tuple(found)


def _letters(signs: list[str]) -> int:
	return sum(unicodedata.category(sign)[0] in "LMN" for sign in signs)
