"""Numbers that a question names: ``5``, ``1,000``, ``1.000,50``, ``1 000,50``, ``€500``, ``10k``, ``five``."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from huf.engine.analysis.folding import fold
from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.lexicon import IsCurrency, IsNumber, Meaning, Span
from huf.engine.questions.words import Word, spelt

_THOUSANDS = re.compile(r"\d{1,3}(?:([.,'])\d{3})(?:\1\d{3})*")
"""One separator, each time before three digits; it is taken for that in every language."""
_BROKEN = re.compile(r"\d+[.,]\d{1,2}")
_BOTH = re.compile(r"(\d{1,3}(?:([.,'])\d{3})+)([.,])(\d{1,2})")
_SPACED = re.compile(r"\d{1,3}(?: \d{3})+([.,]\d{1,2})?")
_MOST_GROUPS = 4
"""Of three digits each, with white space between them."""
_THOUSAND = "k"
_LONGEST = 20
"""Characters."""


def number_spans(
	words: Sequence[Word], currencies: Sequence[str], languages: tuple[str, ...]
) -> Iterator[Span]:
	"""All places where numbers and the currency of amounts stand."""
	known = {spelt(currency) for currency in currencies}
	signs = [currency for currency in known if not currency.isalpha()]
	for place, word in enumerate(words):
		if spelt(word.text) in known:
			yield Span(place, place + 1, (IsCurrency(),))
		if (said := spoken_number(word.text, languages)) is not None:
			yield Span(place, place + 1, (IsNumber(float(said)),))
		for after in range(place + 1, min(place + _MOST_GROUPS, len(words)) + 1):
			group = words[place:after]
			if any(one.end + 1 != following.start for one, following in pairwise(group)):
				break
			text = " ".join(spelt(one.text) for one in group)
			for sign in signs:
				text = text.removeprefix(sign).removesuffix(sign)
			value = number_of(text)
			if value is not None:
				meaning: Meaning = IsNumber(value)
				yield Span(place, after, (meaning,))


def spoken_number(word: str, languages: tuple[str, ...]) -> int | None:
	"""The number that a word is, or nothing."""
	return _spoken(languages).get(fold(spelt(word)))


@cache
def _spoken(languages: tuple[str, ...]) -> dict[str, int]:
	"""The numbers that words are. A word that is another number in a language before it is that one: “once” is eleven in Spanish."""
	found: dict[str, int] = {}
	for code in languages:
		for number, names in (LANGUAGES[code].numbers if code in LANGUAGES else {}).items():
			for name in names:
				found.setdefault(fold(spelt(name)), number)
	return found


@cache
def number_of(text: str) -> float | None:
	"""The number that ``text`` is, or nothing."""
	if not text or len(text) > _LONGEST or not text.isascii():
		return None
	if text.endswith(_THOUSAND):
		thousands = number_of(text.removesuffix(_THOUSAND))
		return None if thousands is None else thousands * 1000
	if text.isdigit():
		return float(text)
	if _SPACED.fullmatch(text):
		return float(text.replace(" ", "").replace(",", "."))
	if _THOUSANDS.fullmatch(text):
		return float(re.sub("[.,']", "", text))
	if _BROKEN.fullmatch(text):
		return float(text.replace(",", "."))
	if (match := _BOTH.fullmatch(text)) and match[2] != match[3]:
		return float(re.sub("[.,']", "", match[1]) + "." + match[4])
	return None
