"""All candidates that questions and texts give, the surest first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from huf.engine.analysis.languages import detect_language
from huf.engine.learning.abbreviations import defined
from huf.engine.learning.associations import Pair, associations
from huf.engine.learning.candidates import Candidate, Origin, listed
from huf.engine.learning.replay import Question
from huf.engine.learning.rewordings import Rewording, rewordings

_SAMPLE = 20
"""Texts by which their language is told."""


class Text(NamedTuple):
	"""What an input says, or the beginning of it."""

	title: str
	body: str


def candidates(
	questions: Sequence[Question],
	texts: Mapping[str, Text],
	names: Iterable[tuple[str, str, Origin]] = (),
	reworded: Iterable[Rewording] = (),
) -> list[Candidate]:
	"""What may be worth a try: names that somebody else has, words that were replaced by others, short forms, and words that go together.

	Args:
		questions: of which some are to be mended; with their answers they are pairs to learn from.
		texts: by input.
		names: what one thing is called, twice.
		reworded: what found nothing, and what was asked next.
	"""
	asked = [question.text for question in questions]
	short = defined(text.body for text in texts.values())
	language = detect_language("\n".join(text.body for text in islice(texts.values(), _SAMPLE)))
	return [
		*listed(names, asked),
		*rewordings(reworded),
		*listed(((one.term, one.expansion, one.origin) for one in short), asked),
		*associations(_pairs(questions, texts), language),
	]


def _pairs(questions: Iterable[Question], texts: Mapping[str, Text]) -> Iterator[Pair]:
	"""Questions with their answers, then titles with their texts."""
	for question in questions:
		if not question.is_forbidding:
			for answer in sorted(question.answers & texts.keys()):
				yield Pair(question.text, f"{texts[answer].title}\n{texts[answer].body}")
	for text in texts.values():
		yield Pair(text.title, text.body)
