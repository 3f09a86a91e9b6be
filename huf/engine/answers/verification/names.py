"""Names of people and companies that an answer states: do its passages, or the records behind them, have them?

A name is told by how it is written: a title before it, a legal form behind it, two words with capitals, and in languages
where nouns are small, one. Scripts without capitals, and names in small letters, are known only from the caller.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from huf.engine.analysis.stopwords import is_function_word
from huf.engine.answers.claims import Claim
from huf.engine.answers.layout.sentences import Sentence
from huf.engine.prompt.untrusted import CITATION

Cue = Literal["title", "firm", "pair", "single"]
_CAPITALS = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĻŁŃŅŇŌŐŒŘŚŞŠŤŢŪŮŰŲŹŻŽΑ-ΩА-ЯЁ"
_CAP = rf"[{_CAPITALS}][\w'’&-]*"
_TITLES = r"Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Herrn?|Frau|Monsieur|Madame|Mme|Mlle|Sr|Sra|Srta|Señora?|Señorita|Doña|Ing|Dipl|Sir|M(?=\.)"
_FIRMS = r"GmbH(?: & Co\. ?KG)?|AG|KG|KGaA|OHG|SE|UG|e\.K\.|Ltd|LLC|LLP|Inc|Corp|PLC|plc|Pty|S\.A\.|SA|SARL|SAS|S\.L\.|SL|BV|B\.V\.|NV|Limited|Corporation"
_SMALL_NOUNS = frozenset({"en", "fr", "es", "it", "pt", "nl", "sv", "da", "pl", "cs", "tr", "ru"})
"""Languages that write nouns small."""
_DAYS_AND_ROLES = frozenset(
	"""monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
	october november december manager director department team office policy section article chapter appendix annex table form
	settings system note yes no internet english german french spanish european christmas easter board agreement contract
	company customer supplier buyer seller party parties employee employer client contractor""".split()
)
"""Capitals that name nobody."""
_LEAST_FRAGMENT = 4


@dataclass(frozen=True, slots=True)
class Mention:
	"""A name as it stands in a text."""

	text: str
	start: int
	end: int
	words: tuple[str, ...]
	"""In small letters, without title and legal form."""
	cue: Cue
	is_first: bool = False
	"""It begins its sentence, where any word has a capital."""


_ELIDED = re.compile(r"\A(?:[CDJLMNST]|Qu)['’](?:(?:est|était|a)\s)?")
"""French words before a name: "C'est Luc Bérard", "L'Oréal"."""


@cache
def _patterns() -> dict[Cue, re.Pattern[str]]:
	return {
		"title": re.compile(rf"(?<!\w)(?:(?:{_TITLES})\.? )+({_CAP}(?:[ -]{_CAP}){{0,2}})"),
		"firm": re.compile(
			rf"(?<!\w)({_CAP}(?: (?:(?:&|und|and|et|y|de) )?{_CAP}){{0,3}}),? (?:{_FIRMS})(?!\w)"
		),
		"pair": re.compile(rf"(?<![\w'’-])({_CAP}(?: (?:(?:de|van|del|da|di|la|le) )?{_CAP}){{1,3}})"),
		"single": re.compile(rf"(?<![\w'’-])({_CAP})"),
	}


def read_mentions(
	text: str, sentences: Sequence[Sentence], claims: Sequence[Claim], language: str
) -> list[Mention]:
	"""The names in ``text``, in their order; nothing is named twice at one place."""
	signs = list(CITATION.sub(lambda found: "\x00" * len(found.group()), text))
	for claim in claims:
		signs[claim.start : claim.end] = "\x00" * (claim.end - claim.start)
	for place, sign in enumerate(signs):
		if sign in "*_`":
			signs[place] = "\x00"
	masked = "".join(signs).replace("\u00a0", " ")
	found: list[Mention] = []
	for sentence in sentences:
		if sentence.states:
			found += _in_sentence(masked, sentence, language)
	return sorted(found, key=lambda mention: mention.start)


def _in_sentence(masked: str, sentence: Sentence, language: str) -> Iterator[Mention]:
	taken: list[tuple[int, int]] = []
	begin = re.compile(r"\W*").match(masked, sentence.start)
	first = begin.end() if begin else sentence.start
	is_title_case = _is_title_case(masked[sentence.start : sentence.end], language)
	for cue, pattern in _patterns().items():
		if (cue in ("pair", "single") and is_title_case) or (
			cue == "single" and language not in _SMALL_NOUNS
		):
			continue
		for match in pattern.finditer(masked, sentence.start, sentence.end):
			mention = _mention(match, cue, first, sentence)
			if mention is None or any(start < mention.end and mention.start < end for start, end in taken):
				continue
			taken.append((match.start(), mention.end))
			yield mention


def _mention(match: re.Match[str], cue: Cue, first: int, sentence: Sentence) -> Mention | None:
	written = _ELIDED.sub("", match.group(1))
	start = match.end(1) - len(written)
	if not written[:1].isupper():
		return None
	while written and is_function_word(written.split(" ")[0].lower()) and " " in written:
		cut = len(written.split(" ")[0]) + 1
		start, written = start + cut, written[cut:]
	written = re.sub(r"['’]s?\Z", "", written)
	words = tuple(re.findall(r"[^\W\d_][\w'’&-]*", written.lower()))
	if not words or (cue == "pair" and len(words) < 2 and match.start() == first):
		return None
	is_first = start == first or match.string[max(0, start - 2) : start].strip()[-1:] in (
		":",
		"|",
		"“",
		'"',
		"(",
		"„",
	)
	if cue == "pair" and len(words) < 2:
		cue = "single"
	if cue in ("pair", "single"):
		if all(word in _DAYS_AND_ROLES for word in words) or written.isupper():
			return None
		if cue == "single" and (
			is_first or sentence.kind == "row" or len(written) < _LEAST_FRAGMENT or start == first
		):
			return None
	return Mention(written, start, start + len(written), words, cue, is_first)


def _is_title_case(text: str, language: str) -> bool:
	"""Whether so many words have capitals that they tell nothing."""
	words = re.findall(r"[^\W\d_][\w'’-]+", text)
	long = [word for word in words if len(word) > 3]
	if language not in _SMALL_NOUNS:
		return text.isupper()
	return len(long) > 4 and sum(word[0].isupper() for word in long) > 0.7 * len(long)


def stands_in(word: str, text: str) -> bool:
	"""Whether a word of a name stands in ``text`` (small letters), also inflected or inside a longer word."""
	bare = word.removesuffix("'s").removesuffix("’s")
	if len(bare) < _LEAST_FRAGMENT:
		return re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", text) is not None
	if bare[-1] == "s" and re.search(rf"(?<!\w){re.escape(bare[:-1])}(?!\w)", text):
		return True
	# Inflected, or a part of a compound; "Petersen" is no form of "Peters".
	return (
		re.search(
			rf"{re.escape(bare)}(?:'?s|n|e)?(?!\w)|{re.escape(bare)}\w{{4}}|\w{{4}}{re.escape(bare)}", text
		)
		is not None
	)


def is_legal_form(word: str) -> bool:
	"""Whether a word says what kind of company a name is of: "Ltd", "GmbH"."""
	return bool(re.fullmatch(_FIRMS, word))


def without_titles(text: str) -> str:
	"""``text`` without titles and legal forms, which say nothing about what somebody does."""
	return _around().sub(" ", text)


@cache
def _around() -> re.Pattern[str]:
	return re.compile(rf"(?<!\w)(?:{_TITLES}|{_FIRMS})\.?(?!\w)")


def is_related(word: str, text: str) -> bool:
	"""Whether ``text`` has a word that begins like ``word``: "German" and "Germany" are one to a reader."""
	stem = word[: max(_LEAST_FRAGMENT, len(word) - 3)]
	return re.search(rf"(?<!\w){re.escape(stem)}", text) is not None


def phrase(words: Sequence[str]) -> re.Pattern[str]:
	"""Finds a name with initials or a second name between its words, or its last word first, in small letters."""
	parts = [re.escape(word.removesuffix("'s").removesuffix("’s")) for word in words]
	forms = [r"(?:'s|\w{0,2})[\s,.-]{1,3}(?:[\w.-]+\s){0,1}".join(parts)]
	if len(parts) > 1:
		forms.append(rf"{parts[-1]},?\s+{parts[0]}")
	return re.compile("|".join(rf"(?<!\w){form}(?:'?s)?(?!\w)" for form in forms))
