"""How well a tokenizer that somebody placed here reads a text."""

from typing import Any

from huf.engine.analysis.words import is_spaceless

_USUAL_CHARACTERS, _USUAL_SPACELESS = 4.0, 1.5
"""Characters that a token stands for in text that a model was made for: of English, and of scripts without spaces between words (a large
vocabulary joins two or three of them, where bytes are three for one)."""


def coverage_of(text: str, encoded: Any, unknown: int | None) -> float:
	"""The share of its characters that a model has tokens for, less where these are shorter than is usual of a language that it was made for.

	Args:
		encoded: the tokens of ``text``, as the library tokenizers gives them.
		unknown: the number of the token for what is not known.
	"""
	known = [
		(start, end)
		for number, (start, end) in zip(encoded.ids, encoded.offsets, strict=True)
		if number != unknown
	]
	if not known:
		return 0.0
	read = sum(1 for sign in text if not sign.isspace())
	spaceless = sum(map(is_spaceless, text))
	usual = (read - spaceless) / _USUAL_CHARACTERS + spaceless / _USUAL_SPACELESS
	share = sum(len("".join(text[start:end].split())) for start, end in known) / max(read, 1)
	return min(1.0, usual / len(encoded.ids)) * min(1.0, share)
