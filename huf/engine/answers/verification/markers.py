"""Small words that turn the sense of a sentence, each with the words that it stands before: "before delivery", "only managers".

They are left out of what a sentence is about, so they are compared apart, as pairs: order and role of the other words are told by them.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from huf.engine.answers.claims import Claim
from huf.engine.answers.statements import is_light
from huf.engine.answers.statements.clauses import value_term
from huf.engine.answers.verification.surroundings import terms_of_text

_MARKERS = {
	"en": """
before | before|prior to|ahead of
after | after|following|upon|once
then | then|afterwards|finally
until | until|till
from | from|since|as of|starting
than | than
because | because|due to|owing to|caused by
instead | instead of|rather than
by | by
without | without
whatever | regardless|irrespective|whether or not|even if
more | more than|above|over|beyond|exceeding|exceeds?
less | less than|fewer than|below|under|up to
per | per|each|every
outside | outside
total | in all|altogether|combined|total|overall|sum
only | only|solely|exclusively
all | all|every|always|everyone|everybody|whole|entire
some | some|several|(?<!how )many|most|few|certain|sometimes|usually|often|partly|almost|nearly""",
	"de": """
before | vor|vorm|bevor|vorher
after | nach|nachdem
then | dann|danach|anschließend|schließlich
until | bis
from | ab|seit|vom
than | als
because | weil|wegen|aufgrund|da
instead | statt|anstatt|anstelle
by | durch|von|vom
without | ohne
whatever | unabhängig|ungeachtet|egal|auch wenn
more | mehr als|über|oberhalb
less | weniger als|unter|unterhalb|bis zu
per | pro|je
outside | außerhalb|ausserhalb
total | insgesamt|zusammengenommen|gesamt\\w*|summe
only | nur|ausschließlich|lediglich|allein|erst
all | alle|allen|aller|alles|sämtliche\\w*|immer|stets|überall
some | einige\\w?|manche\\w?|mehrere\\w?|viele\\w?|meisten?|wenige\\w?|teilweise|manchmal|oft|meistens|fast""",
	"fr": """
before | avant
after | après
then | ensuite|puis|enfin
until | jusqu'(?:au|en|à)|jusque
from | depuis|dès|à (?:partir|compter)
because | parce que|car|à cause|en raison
instead | au lieu|plutôt
by | par
without | sans
whatever | indépendamment|quel(?:le)?s? que|même si
more | plus de|au-delà|supérieure?s?
less | moins de|inférieure?s?|en dessous
outside | hors|dehors|en dehors
total | en tout|total\\w*|somme
only | seule?s?|seulement|uniquement|exclusivement
all | tous|toutes|tout|toute|toujours|ensemble
some | certaine?s?|quelques|plusieurs|plupart|parfois|souvent|presque""",
	"es": """
before | antes
after | después de|tras
then | luego|después(?! de)|a continuación|finalmente
until | hasta
from | desde|a partir
because | porque|debido|a causa
instead | en lugar|en vez
by | por
without | sin
whatever | independientemente|aunque|sea cual
more | más de|superior(?:es)?|por encima
less | menos de|inferior(?:es)?|por debajo
outside | fuera
total | en conjunto|total\\w*|suma
only | sólo|solo|solamente|únicamente|exclusivamente
all | todos|todas|todo|toda|siempre|cualquier\\w*
some | algun[oa]s|algún|ciert[oa]s|vari[oa]s|much[oa]s|mayoría|a veces|casi""",
}
LANGUAGES = frozenset(_MARKERS)
"""Whose small words are known. In another one everything must stand in the passage as it does in the answer."""
BOTH_WAYS = frozenset({"before", "after", "then", "than", "without", "instead", "some"})
"""What a passage marks so, an answer that speaks of it must mark, too; others may be left out."""
_OF_VALUES = frozenset({"more", "less", "all", "per"})
"""Before a value they are bounds and periods, which are compared as such."""
_ANYWHERE = frozenset({"total"})
"""Of which only counts that the passage has them, too: what costs 340 EUR for each costs another sum altogether."""
_ANCHORS = 2
"""How many words that follow a marker tell what it belongs to."""
_STOP = re.compile(r"[;:.!?](?=\s|\Z)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d+")


def read_markers(
	text: str, values: Mapping[int, tuple[int, Claim]], language: str, actors: Collection[str]
) -> Iterator[tuple[str, list[str]]]:
	"""The meaning of each marker of a sentence, and the terms that follow it.

	``values``: where values begin and end in ``text``. "By" counts only before one of ``actors``.
	"""
	if language not in LANGUAGES:
		return
	lower = text.lower().replace("’", "'")
	for meaning, pattern in _patterns(language):
		for found in pattern.finditer(lower):
			anchors = _anchors(lower, found.end(), values, language)
			if meaning in _ANYWHERE:
				anchors = []
			if meaning in _OF_VALUES and anchors and anchors[0][0] == "#":
				continue
			if meaning != "by" or not {*actors}.isdisjoint(anchors):
				yield meaning, anchors


def _anchors(text: str, place: int, values: Mapping[int, tuple[int, Claim]], language: str) -> list[str]:
	stop = _STOP.search(text, place)
	end = stop.start() if stop else len(text)
	found: list[str] = []
	while place < end and len(found) < _ANCHORS:
		if place in values:
			place, claim = values[place]
			found.append(value_term(claim))
		elif word := _WORD.match(text, place):
			terms = terms_of_text(word.group(), language)
			found += [term for term in terms if not is_light(term, language)][:1]
			place = word.end()
		else:
			place += 1
	return found


@cache
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
	lines = (line.split(" | ") for line in _MARKERS[language].strip().splitlines())
	return tuple((meaning, re.compile(rf"(?<!\w)(?:{words})(?!\w)")) for meaning, words in lines)
