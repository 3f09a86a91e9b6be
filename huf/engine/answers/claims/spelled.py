"""Small numbers and ordinals written as words, in English, German, French, Spanish, Chinese, Hindi and Arabic."""

_ENGLISH = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen"""
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_GERMAN = """null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn
siebzehn achtzehn neunzehn"""
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_FRENCH = """zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit
dix-neuf"""
_FRENCH_TENS = "vingt trente quarante cinquante soixante"
_SPANISH = """cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis
diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete
veintiocho veintinueve"""
_SPANISH_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"
_HINDI = "शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह"
_ARABIC = "صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة"

_ORDINALS = (
	"first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
	"erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte",
	"premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième",
	"primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo",
	"primera segunda tercera cuarta quinta sexta séptima octava novena décima",
)


def _cardinals() -> dict[str, int]:
	words: dict[str, int] = {}
	for listed in (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _HINDI, _ARABIC):
		words.update({word: value for value, word in enumerate(listed.split())})
	for place, ten in enumerate(_ENGLISH_TENS.split(), start=2):
		words[ten] = place * 10
		for value, one in enumerate(_ENGLISH.split()[1:10], start=1):
			words[f"{ten}-{one}"] = words[f"{ten} {one}"] = place * 10 + value
	for place, ten in enumerate(_GERMAN_TENS.split(), start=2):
		words[ten] = place * 10
		for value, one in enumerate(["ein", *_GERMAN.split()[2:10]], start=1):
			words[f"{one}und{ten}"] = place * 10 + value
	for place, ten in enumerate(_FRENCH_TENS.split(), start=2):
		words[ten] = place * 10
		words[f"{ten} et un"] = place * 10 + 1
		for value, one in enumerate(_FRENCH.split()[2:10], start=2):
			words[f"{ten}-{one}"] = place * 10 + value
	words.update({"soixante-dix": 70, "quatre-vingts": 80, "quatre-vingt-dix": 90, "cent": 100})
	for place, ten in enumerate(_SPANISH_TENS.split(), start=3):
		words[ten] = place * 10
		for value, one in enumerate(_SPANISH.split()[1:10], start=1):
			words[f"{ten} y {one}"] = place * 10 + value
	words.update(
		{
			"cien": 100,
			"hundred": 100,
			"hundert": 100,
			"dreissig": 30,
			"dozen": 12,
			"dutzend": 12,
			"docena": 12,
		}
	)
	words.update({"zwo": 2, "चौबीस": 24, "तीस": 30, "बीस": 20, "पचास": 50, "सौ": 100, "पांच": 5, "छः": 6})
	words.update(
		{"ثلاث": 3, "أربع": 4, "خمس": 5, "ست": 6, "سبع": 7, "ثمان": 8, "تسع": 9, "عشر": 10, "عشرون": 20}
	)
	words.update({"ثلاثون": 30, "أربعون": 40, "خمسون": 50, "ستون": 60, "تسعون": 90, "مئة": 100, "مائة": 100})
	return words


CARDINALS = _cardinals()
"""Word in lower case to its value."""
_ARTICLES = ("une", "una", "ein", "eine", "einen", "einem", "einer", "eines")
CARDINALS.update(dict.fromkeys(_ARTICLES, 1))
ONLY_WITH_UNIT = frozenset(
	(*_ARTICLES, "un", "uno", "one", "eins", "एक", "واحد", "dos", "once", "null", "acht", "cent", "elf")
)
"""Words that are also others than numbers: they count only before a unit, "eine Woche" and not "eine Regel"."""

ORDINALS = {
	word: value
	for listed in _ORDINALS
	for value, word in enumerate(listed.split(), start=1)
	if word != "second"
}
"""Without the English "second", which is a time."""
ORDINALS.update(
	{f"{word}{end}": value for word, value in list(ORDINALS.items()) if word.endswith("te") for end in "nrs"}
)

_HAN = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_HAN_PLACES = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "萬": 10_000, "亿": 10**8}
HAN_DIGITS = "".join(_HAN) + "".join(_HAN_PLACES)


def han_value(signs: str) -> int:
	"""The value of a number in Chinese signs: 二十五 is 25, 二〇二四 is 2024."""
	if not any(sign in _HAN_PLACES for sign in signs):
		return int("".join(str(_HAN[sign]) for sign in signs))
	whole = part = digit = 0
	for sign in signs:
		place = _HAN_PLACES.get(sign)
		if place is None:
			digit = _HAN[sign]
		elif place >= 10_000:
			whole += (part + digit or 1) * place
			part = digit = 0
		else:
			part += (digit or 1) * place
			digit = 0
	return whole + part + digit
