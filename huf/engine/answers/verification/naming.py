"""One name of an answer against its passages: is it there, of the same thing, or is there another in its place?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from huf.engine.answers.verification.names import Mention, is_related, phrase, stands_in, without_titles
from huf.engine.answers.verification.surroundings import Surroundings, terms_of_text

Fit = Literal["own", "either", "other"]
_PART = re.compile(r"[;,:](?=\s)|(?<=\s)(?:and|und|et|y|while|während)(?=\s)")
"""Between the parts of a sentence that say different things of different people."""
_LEAST_SHARE = 0.5
"""Of the words around a name, so many must stand around it in a passage to be said of it."""
_LEAST_ALIKE = 0.75
"""And so many around another name, for that to stand in its place."""


@dataclass(frozen=True, slots=True)
class NamedPassage:
	"""A passage with the names in it."""

	number: int
	facts: Surroundings
	title: str
	mentions: tuple[Mention, ...]
	records: tuple[str, ...] = ()
	"""Names that the caller knows of the record behind the passage."""

	@property
	def whole(self) -> str:
		"""All that it says, in small letters."""
		return f"{self.facts.text}\n{self.title}\n{' '.join(self.records)}".lower()


@dataclass(frozen=True, slots=True)
class NameFinding:
	"""What became of one name."""

	status: Literal["verified", "unverified", "contradicted"]
	passage: int | None = None
	start: int | None = None
	end: int | None = None
	found: str = ""


def judge_name(
	mention: Mention,
	around: str,
	cited: Sequence[NamedPassage],
	others: Sequence[NamedPassage],
	*,
	is_unsure: bool,
) -> NameFinding | None:
	"""What the passages say to a name. ``around`` is the rest of its sentence; None when there is nothing to tell.

	``is_unsure``: two words with capitals that may be ordinary nouns, as in German.
	"""
	every = [*cited, *others]
	around = without_titles(around)
	missing = [word for word in mention.words if not any(stands_in(word, one.whole) for one in every)]
	if mention.cue == "single":
		if not missing or any(is_related(mention.words[0], one.whole) for one in every):
			return None
		return _rival(mention, around, cited or others)
	if own := _own(mention, around, every):
		if own == "either":
			return None
		if own.status == "verified":
			return None if is_unsure and mention.is_first and not _is_named(mention, every) else own
		return _rival(mention, around, cited or others)
	rival = _rival(mention, around, cited or others)
	if missing and not (is_unsure and mention.is_first and not _shares_word(mention, every)):
		# A name of which one word is known may be a name and an ordinary word.
		return rival or (NameFinding("unverified") if len(missing) == len(mention.words) else None)
	return None if is_unsure else rival


def _own(
	mention: Mention, around: str, passages: Sequence[NamedPassage]
) -> NameFinding | Literal["either"] | None:
	"""Where the name itself stands: verified when that is of what the answer says of it, and no other name fits better."""
	pattern = phrase(mention.words)
	found = None
	for one in passages:
		for place in pattern.finditer(one.facts.text.lower()):
			span = place.span()
			share, near = _shares(around, one, *span)
			fit = _better(around, one, mention, (share, near))
			if fit == "other":
				found = found or NameFinding("unverified")
			elif fit == "either":
				return "either"
			elif share >= _LEAST_SHARE:
				return NameFinding("verified", one.number, *span, one.facts.text[slice(*span)])
			else:
				found = NameFinding("unverified")
		if pattern.search(f"{one.title}\n{' '.join(one.records)}".lower()):
			return NameFinding("verified", one.number, found=mention.text)
	return found


def _better(around: str, passage: NamedPassage, mention: Mention, place: tuple[float, float]) -> Fit:
	"""Whether the words around a name stand around another name of the passage more than around its own, or as much."""
	share, near = place
	fit: Fit = "own"
	for other in passage.mentions:
		if not _is_another(mention, other):
			continue
		theirs, theirs_near = _shares(around, passage, other.start, other.end)
		if theirs >= _LEAST_SHARE and (theirs > share or (theirs == share and theirs_near > 0 == near)):
			return "other"
		# "A leads it in Lagos, B in Oslo": of whom it is said in Oslo, words that both have do not tell.
		if theirs == share and theirs_near >= near > 0 and near < 1:
			fit = "either"
	return fit


def _rival(mention: Mention, around: str, passages: Sequence[NamedPassage]) -> NameFinding | None:
	"""Another name where the answer has this one: of the same kind, and of what the sentence is about."""
	best, most = None, (0.0, 0.0)
	for one in passages:
		for other in one.mentions:
			if not _is_another(mention, other):
				continue
			share, near = _shares(around, one, other.start, other.end)
			share += 0.5 * bool({*other.words} & {*mention.words})
			if share >= _LEAST_ALIKE and (share, near) > most:
				most, best = (
					(share, near),
					NameFinding("contradicted", one.number, other.start, other.end, other.text),
				)
	return best


def _is_another(mention: Mention, other: Mention) -> bool:
	"""Whether two names of one kind are not the same, the one with more words than the other."""
	ours, theirs = {*mention.words}, {*other.words}
	if ours <= theirs or theirs <= ours:
		return False
	if other.cue == "single" != mention.cue:
		# "Priority" at the head of a sentence is no other company.
		return False
	return mention.cue == other.cue or {mention.cue, other.cue} <= {"title", "pair", "single"}


def _shares(around: str, passage: NamedPassage, start: int, end: int) -> tuple[float, float]:
	"""How much of what is said around a name stands in the sentence, and in the part of it, at a place of a passage."""
	text, language = passage.facts.text, passage.facts.language
	wanted = terms_of_text(around, language)
	inside = next((one for one in passage.facts.sentences if one.start <= start < one.end), None)
	if inside is None or not wanted:
		return float(not wanted), 0.0
	heading = terms_of_text(passage.title, language)
	whole = terms_of_text(f"{text[inside.start : start]} {text[end : inside.end]}", language)
	first = max((found.end() for found in _PART.finditer(text, inside.start, start)), default=inside.start)
	following = _PART.search(text, end, inside.end)
	part = terms_of_text(
		f"{text[first:start]} {text[end : following.start() if following else inside.end]}", language
	)
	return len(wanted & (whole | heading)) / len(wanted), len(wanted & part) / len(wanted)


def _is_named(mention: Mention, passages: Sequence[NamedPassage]) -> bool:
	"""Whether a passage has the same words with capitals inside a sentence, where only names and nouns have them."""
	return any(
		other.words == mention.words and not other.is_first for one in passages for other in one.mentions
	)


def _shares_word(mention: Mention, passages: Sequence[NamedPassage]) -> bool:
	return any({*mention.words} & {*other.words} for one in passages for other in one.mentions)
