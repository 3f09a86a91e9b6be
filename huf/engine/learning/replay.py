"""Which candidates help: the questions that are there are asked with each of them and without."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from huf.engine.analysis.glossary import NO_GLOSSARY, Glossary
from huf.engine.analysis.query import parse_query
from huf.engine.learning.candidates import Candidate

FIRST = 5
"""Hits among which an answer is found: so many are shown at once, or put before a model."""
MOST_DOWN = 1
"""Places that an answer may lose where others win."""
MOST_PROPOSED = 50
"""What a person looks through."""


@dataclass(frozen=True, slots=True)
class Found:
	"""What a search finds."""

	inputs: Sequence[str]
	"""Best first, each once."""
	is_near: bool = True
	"""Whether any of it is near what was asked."""


Find = Callable[[str, Glossary], Found]
"""A search with a glossary besides what is in force."""


@dataclass(frozen=True, slots=True)
class Question:
	"""A question, and what it must find."""

	key: str
	"""Names it for whoever has it."""
	text: str
	answers: frozenset[str] = frozenset()
	"""Inputs of which any answers it. Nobody knows any: what it finds first now is to stay, or, if nothing near is found, anything near is
	an answer."""
	is_forbidding: bool = False
	"""None of them may be found."""


@dataclass(frozen=True, slots=True)
class Change:
	"""Where the first answer to a question is found before and after, from 1; 0: not among what was found."""

	question: str
	"""Its key."""
	before: int
	after: int


@dataclass(frozen=True, slots=True)
class Proposal:
	"""A candidate that helps, and the questions that it moves."""

	candidate: Candidate
	mended: tuple[Change, ...]
	"""Not among the first ``FIRST`` before, and among them now."""
	moved: tuple[Change, ...]
	"""Others whose place is another."""

	@property
	def gain(self) -> float:
		"""The sum of reciprocal ranks that it brings."""
		return sum(_reciprocal(one.after) - _reciprocal(one.before) for one in (*self.mended, *self.moved))


def replay(
	candidates: Iterable[Candidate],
	questions: Sequence[Question],
	find: Find,
	progress: Callable[[int], None] | None = None,
) -> list[Proposal]:
	"""The candidates that mend at least one question, harm none, and bring more than they cost, the best first.

	A question is harmed if its answer falls by more than ``MOST_DOWN`` places or out of the first ``FIRST``, or if it finds what it must
	not. Only questions on which a candidate acts are asked; each is asked once without any.

	Args:
		candidates: in the order of how sure they are; of two with the same words the first is taken.
		questions: what is to be mended, and what must not be harmed.
		find: one search.
		progress: told how many candidates have been tried.
	"""
	judge = _Judge(questions, find)
	found, seen = [], set()
	for number, candidate in enumerate(candidates, 1):
		if candidate.is_possible and candidate.key not in seen:
			seen.add(candidate.key)
			if proposal := judge.proposal(candidate):
				found.append(proposal)
		if progress:
			progress(number)
	found.sort(key=lambda one: (-len(one.mended), -one.gain, one.candidate.key))
	return found[:MOST_PROPOSED]


class _Judge:
	def __init__(self, questions: Sequence[Question], find: Find) -> None:
		self._find = find
		self._asked = [(question, parse_query(question.text)) for question in questions]
		self._before: dict[str, Found] = {}

	def proposal(self, candidate: Candidate) -> Proposal | None:
		glossary = Glossary((candidate.entry,))
		mended: list[Change] = []
		moved: list[Change] = []
		for question, query in self._asked:
			if not glossary.expanded(query).expansions:
				continue
			before, after = self._found_before(question), self._find(question.text, glossary)
			change = _change(question, before, after)
			if _is_harmed(question, change):
				return None
			if question.is_forbidding or change.before == change.after:
				continue
			if 1 <= change.before <= FIRST or not 1 <= change.after <= FIRST:
				moved.append(change)
			elif question.answers or candidate.is_both_ways:
				# That anything is found proves nothing of two words that may not even mean the same.
				mended.append(change)
		proposal = Proposal(candidate, tuple(mended), tuple(moved))
		return proposal if mended and proposal.gain > 0 else None

	def _found_before(self, question: Question) -> Found:
		if question.key not in self._before:
			self._before[question.key] = self._find(question.text, NO_GLOSSARY)
		return self._before[question.key]


def _change(question: Question, before: Found, after: Found) -> Change:
	answers = question.answers
	if not answers and before.is_near:
		answers = frozenset(before.inputs[:1])
	if answers:
		return Change(question.key, _place(answers, before), _place(answers, after))
	return Change(question.key, 0, int(after.is_near and bool(after.inputs)))


def _place(answers: frozenset[str], found: Found) -> int:
	return next((place for place, one in enumerate(found.inputs, 1) if one in answers), 0)


def _is_harmed(question: Question, change: Change) -> bool:
	if question.is_forbidding:
		return change.before == 0 < change.after
	if not 1 <= change.before <= FIRST:
		return False
	return not 1 <= change.after <= min(FIRST, change.before + MOST_DOWN)


def _reciprocal(place: int) -> float:
	return 1 / place if place else 0.0
