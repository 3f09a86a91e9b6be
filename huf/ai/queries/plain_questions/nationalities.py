"""What people call those of a country: the German customers are the customers in Germany.

Most are called like their language, whose name Babel knows in each language; the others stand here.
"""

from collections.abc import Iterator

from babel import Locale

from huf.engine.analysis.folding import fold

LANGUAGES = ("en", "de", "fr", "es")
"""Languages whose adjectives are known."""

_SPEAKERS = {
	**{"bg": "BG", "cs": "CZ", "da": "DK", "de": "DE", "el": "GR", "es": "ES", "et": "EE", "fi": "FI"},
	**{"fr": "FR", "hr": "HR", "hu": "HU", "is": "IS", "it": "IT", "ja": "JP", "ko": "KR", "lt": "LT"},
	**{"lv": "LV", "nl": "NL", "pl": "PL", "pt": "PT", "ro": "RO", "ru": "RU", "sk": "SK"},
	**{"sl": "SI", "sr": "RS", "sv": "SE", "th": "TH", "tr": "TR", "uk": "UA", "vi": "VN", "zh": "CN"},
}
"""Languages that are called like the people of one country. English, Arabic and Hindi are spoken in many, or no name of a people."""
_OTHERS: dict[str, dict[str, tuple[str, ...]]] = {
	"AR": {"en": ("argentine", "argentinian"), "de": ("argentinisch",), "fr": ("argentin",), "es": ("argentino",)},
	"AT": {"en": ("austrian",), "de": ("österreichisch",), "fr": ("autrichien",), "es": ("austriaco", "austríaco")},
	"AU": {"en": ("australian",), "de": ("australisch",), "fr": ("australien",), "es": ("australiano",)},
	"BE": {"en": ("belgian",), "de": ("belgisch",), "fr": ("belge",), "es": ("belga",)},
	"BR": {"en": ("brazilian",), "de": ("brasilianisch",), "fr": ("brésilien",), "es": ("brasileño",)},
	"CA": {"en": ("canadian",), "de": ("kanadisch",), "fr": ("canadien",), "es": ("canadiense",)},
	"CH": {"en": ("swiss",), "de": ("schweizer", "schweizerisch"), "fr": ("suisse",), "es": ("suizo",)},
	"GB": {"en": ("british", "uk", "britain", "great britain"), "de": ("britisch",), "fr": ("britannique",), "es": ("británico",)},
	"IE": {"en": ("irish",), "de": ("irisch",), "fr": ("irlandais",), "es": ("irlandés",)},
	"IN": {"en": ("indian",), "de": ("indisch",), "fr": ("indien",), "es": ("indio",)},
	"LU": {"en": ("luxembourgish",), "de": ("luxemburgisch",), "fr": ("luxembourgeois",), "es": ("luxemburgués",)},
	"MX": {"en": ("mexican",), "de": ("mexikanisch",), "fr": ("mexicain",), "es": ("mexicano",)},
	"NL": {"en": (), "de": ("holländisch",), "fr": ("hollandais",), "es": ("holandés",)},
	"NO": {"en": ("norwegian",), "de": ("norwegisch",), "fr": ("norvégien",), "es": ("noruego",)},
	"US": {"en": ("american", "usa"), "de": ("amerikanisch", "us-amerikanisch", "usa"), "fr": ("américain",), "es": ("estadounidense",)},
}  # fmt: skip


def adjectives(language: str) -> Iterator[tuple[str, str]]:
	"""Every form of the words of ``language`` for those of a country, folded, with the country's English name; none of other languages."""
	if language not in LANGUAGES:
		return
	locale, english = Locale(language), Locale("en").territories
	for spoken, territory in _SPEAKERS.items():
		for form in _forms(language, locale.languages[spoken]):
			yield fold(form), english[territory]
	for territory, words in _OTHERS.items():
		for word in words[language]:
			for form in _forms(language, word):
				yield fold(form), english[territory]


def _forms(language: str, word: str) -> Iterator[str]:
	"""The adjective for one and several, of both genders, in all cases."""
	yield word
	if language == "de":
		yield from (word + ending for ending in ("e", "en", "er", "em", "es"))
	elif language == "fr":
		feminine = {"ien": "ienne", "grec": "grecque", "turc": "turque", "e": "e"}
		end = next((each for each in feminine if word.endswith(each)), "")
		of_her = word.removesuffix(end) + feminine[end] if end else f"{word}e"
		yield from (word.removesuffix("s") + "s", of_her, f"{of_her}s")
	elif language == "es":
		if word.endswith("o"):
			yield from (word[:-1] + ending for ending in ("a", "os", "as"))
		elif word.endswith(("a", "e")):
			yield f"{word}s"
		else:
			# “Alemán, alemana”: fold() takes the accent away.
			yield from (word + ending for ending in ("a", "es", "as"))
