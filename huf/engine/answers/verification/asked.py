"""Is a value of a passage said there of what was asked?

An answer that is nothing but a value ("30 days") has no words that say what it is of: the question has them. They are looked for
around the value in the passage, and around the others of its kind.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from huf.engine.analysis.languages import query_language, told_language
from huf.engine.answers.claims import Claim
from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.layout.sentences import Sentence
from huf.engine.answers.verification.comparing import (
	Candidate,
	Finding,
	PassageFacts,
	candidates_in,
	has_value,
	is_rival,
	judge,
)
from huf.engine.answers.verification.known_words import expanded, is_in
from huf.engine.answers.verification.said import Said
from huf.engine.answers.verification.surroundings import (
	Placed,
	Surroundings,
	asked_terms,
	terms_of_text,
)

Asked = Callable[[Sequence[PassageFacts]], frozenset[str]]
"""What an answer of nothing but values is of, in terms that these passages are compared by; nothing where that cannot be told."""
LEAST_AHEAD = 0.4
"""By this share of the words of a question another value must be nearer to it to be the likelier answer. The share was chosen by one half
of the questions of ``benchmarks.answering.bare_values``, as the other two were."""
SURE_AHEAD = 0.75
"""By this share it is the answer, and the value no answer."""
MOST_BY_CHANCE = 0.25
"""The share of the words of a question, of which a passage about something else has no more around a value."""
_MOST_WORDS_BY_CHANCE = 2
"""And no more words than this: a long message has more words than what it asks."""
_LEAST_WORDS = 2
"""Of a question; one word may be said otherwise in the passage."""


@dataclass(frozen=True, slots=True)
class _Near:
	"""Words of the question around a value: in its sentence, with heading and title; in its own part of that; in the sentences beside it,
	too."""

	sentence: int
	clause: int
	around: int

	@property
	def share(self) -> float:
		"""Words that stand in the value's own part of the sentence count half as much again."""
		return self.sentence + self.clause / 2


def asked_by(question: str, sentences: Sequence[Sentence], read: Callable[[str], Surroundings]) -> Asked:
	"""What the values of an answer with these ``sentences`` are of, if it has no words that say it itself.

	Passages in another language than the question's have other words: then nothing is told.
	"""
	spoken = told_language(question) or query_language(question.split())

	@lru_cache(maxsize=8)
	def terms(language: str) -> frozenset[str]:
		return asked_terms(question, language) if _is_bare(sentences, read(language)) else frozenset()

	def asked(passages: Sequence[PassageFacts]) -> frozenset[str]:
		if not (question and passages) or any(one.is_counted for one in passages):
			return frozenset()
		languages = {told_language(one.facts.text) for one in passages} - {"", spoken}
		return terms(passages[0].facts.language) if not (spoken and languages) else frozenset()

	return asked


def _is_bare(sentences: Sequence[Sentence], own: Surroundings) -> bool:
	"""Whether an answer has no words but those that say nothing, and no identifier that its other values are of."""
	kinds = {one.claim.kind in ("identifier", "name") for one in own.claims}
	return len(kinds) == 1 and not any(Said(own, one).content for one in sentences if one.kind != "code")


def apart(
	stated: Placed,
	besides: Sequence[Claim],
	asked: frozenset[str],
	answer: str,
	passages: Sequence[PassageFacts],
) -> Finding | None:
	"""What becomes of a value that ``passages`` have, and say of something other than what was asked; None if they do not.

	:param besides: the other values of the answer.
	"""
	every = list(candidates_in(passages))
	same = [one for one in every if has_value(stated.claim, one.fact.claim, one.passage)]
	if not (asked and same):
		return None
	within = judge(replace(stated, clause=asked, sentence=asked), besides, answer, passages, ())
	if within.status == "contradicted":
		return replace(within, status="unverified", is_apart=True)
	own = [_near(one, asked) for one in same]
	others = [one for one in every if one not in same and _is_other(stated.claim, one, besides)]
	most, rival = max(
		((_near(one, asked).share, one) for one in others), key=lambda pair: pair[0], default=(0.0, None)
	)
	ahead = most - max(one.share for one in own)
	if rival and ahead >= LEAST_AHEAD * len(asked):
		is_sure = len(asked) >= _LEAST_WORDS and ahead >= SURE_AHEAD * len(asked)
		return replace(rival.finding("unverified"), is_apart=True, is_alike=is_sure)
	around = max(one.around for one in own)
	if len(asked) >= _LEAST_WORDS and around <= min(_MOST_WORDS_BY_CHANCE, MOST_BY_CHANCE * len(asked)):
		return Finding("unverified", same[0].passage.number, is_apart=True)
	return None


def _is_other(claim: Claim, one: Candidate, besides: Iterable[Claim]) -> bool:
	"""Whether a value could stand in the place of ``claim``, and is not in the answer."""
	fact = one.fact.claim
	return (
		is_rival(claim, one)
		and not same_value(fact, claim)
		and not any(same_value(beside, fact) for beside in besides)
	)


def _near(one: Candidate, asked: frozenset[str]) -> _Near:
	passage, fact = one.passage, one.fact
	language = passage.facts.language
	own = fact.sentence | fact.clause | passage.heading | _terms_at(passage, _heading_of(passage, fact))
	beside = _terms_at(passage, fact.number - 1) | _terms_at(passage, fact.number + 1)
	return _Near(
		_shared(asked, own, language),
		_shared(asked, fact.clause, language),
		_shared(asked, own | beside, language),
	)


def _shared(asked: frozenset[str], words: frozenset[str], language: str) -> int:
	known = expanded(words, language)
	return sum(is_in(word, known, language) for word in asked)


def _heading_of(passage: PassageFacts, fact: Placed) -> int:
	"""The place of the heading that a value stands under; -1 without one."""
	before = passage.facts.sentences[: fact.number]
	return max((place for place, one in enumerate(before) if one.kind == "heading"), default=-1)


def _terms_at(passage: PassageFacts, place: int) -> frozenset[str]:
	"""The words of a sentence of the passage; none beyond its ends."""
	if not 0 <= place < len(passage.facts.sentences):
		return frozenset()
	sentence = passage.facts.sentences[place]
	return _terms(passage.facts.text[sentence.start : sentence.end].lower(), passage.facts.language)


@lru_cache(maxsize=1_000)
def _terms(text: str, language: str) -> frozenset[str]:
	return terms_of_text(text, language)
