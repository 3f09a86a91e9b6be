"""Questions that found nothing and were asked again in other words, which found something."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from huf.engine.analysis.glossary import words_of
from huf.engine.analysis.languages import DEFAULT, query_language
from huf.engine.analysis.stemming import stem
from huf.engine.analysis.stopwords import is_function_word
from huf.engine.learning.candidates import Candidate, Origin

MOST_REPLACED = 4
"""Words that one name of a thing has; whoever replaces more asks something else."""
LEAST_STRANGERS = 3
"""Rewordings that must say the same where the two questions have no word in common: any two that follow each other may be meant."""


@dataclass(frozen=True, slots=True)
class Rewording:
	"""What somebody asked first, and then."""

	before: str
	after: str


def rewordings(seen: Iterable[Rewording]) -> list[Candidate]:
	"""The words that were replaced by others, the most frequent first.

	What is replaced stands together in its question, and so does what it is replaced by; the rest is the same, but for its order and
	endings. Where nothing else is left, as with one word for another, at least ``LEAST_STRANGERS`` have to say it.
	"""
	counts: dict[tuple[str, str], int] = defaultdict(int)
	shared: set[tuple[str, str]] = set()
	shown: dict[tuple[str, str], Candidate] = {}
	for rewording in seen:
		candidate, is_rest_the_same = _replaced(rewording)
		if candidate is None:
			continue
		counts[candidate.key] += 1
		shown.setdefault(candidate.key, candidate)
		if is_rest_the_same:
			shared.add(candidate.key)
	found = [
		Candidate(one.term, one.expansion, Origin.REWORDED, counts[key])
		for key, one in shown.items()
		if key in shared or counts[key] >= LEAST_STRANGERS
	]
	return sorted(found, key=lambda one: (-one.support, one.key))


def _replaced(rewording: Rewording) -> tuple[Candidate | None, bool]:
	"""What was replaced by what, if it was one thing; and whether anything else is in both."""
	before, after = _content(rewording.before), _content(rewording.after)
	old, new = ({root for _word, root in words if root} for words in (before, after))
	term, expansion = _run(before, old - new), _run(after, new - old)
	candidate = Candidate(term, expansion, Origin.REWORDED)
	return (candidate if term and expansion and candidate.is_possible else None), bool(old & new)


def _content(text: str) -> list[tuple[str, str]]:
	"""The words of a question in their order, each with its stem; a function word among others has none."""
	words = words_of(text)
	language = query_language(tuple(words)) or DEFAULT
	roots = ["" if is_function_word(word) else stem(word.casefold(), language) for word in words]
	return list(zip(words, roots if any(roots) else words, strict=True))


def _run(words: Sequence[tuple[str, str]], wanted: set[str]) -> str:
	"""The words with these stems, with function words between them, if they stand together and are not too many; else empty."""
	places = [place for place, (_word, root) in enumerate(words) if root in wanted]
	if not places:
		return ""
	run = words[places[0] : places[-1] + 1]
	if len(run) > MOST_REPLACED or any(root and root not in wanted for _word, root in run):
		return ""
	return " ".join(word for word, _root in run)
