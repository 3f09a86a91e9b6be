"""Does a sentence put together what parts of another say of different things?"""

from collections.abc import Collection, Iterable, Sequence

from huf.engine.answers.claims import Claim
from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.verification.known_words import expanded, is_in
from huf.engine.answers.verification.said import Said


def is_of_other_part(stated: Said, said: Said) -> bool:
	"""Whether a part of the sentence has words or values of two parts of the passage's, which say them of something else: "48 cartons of
	oil and 12 of vinegar" does not say "48 cartons of vinegar", nor "12 cartons of oil and 48 of vinegar"."""
	language = stated.language
	values = [one.claim for one in stated.claims]
	across = 0
	if any(_is_of_left_value(word, said, values) for words, _ in stated.parts for word in words):
		return True
	for words, claims in stated.parts:
		near = [
			(theirs, facts)
			for theirs, facts in said.parts
			if (
				_has_any(facts, claims)
				if claims
				else not facts and any(is_in(word, expanded(theirs, language), language) for word in words)
			)
		]
		if not near:
			continue
		if all(_is_one_of_two(claims, facts, values) for _, facts in near):
			return True
		if all(_is_across(words, claims, part, said) for part in near):
			across += 1
			if all(_has_own(part, stated, values) for part in near):
				return True
	return across > 1


def is_of_both_sides(stated: Said, said: Said) -> bool:
	"""Whether a sentence without a turn takes its words from both sides of one in the passage: "gaskets are changed by staff, whereas the
	valve must be by a technician" does not say that staff change gaskets and the valve."""
	sides = said.sides
	if len(sides) < 2 or len(stated.sides) > 1:
		return False
	language = stated.language
	return not any(
		all(is_in(word, known, language) for word in stated.content if is_in(word, said.known, language))
		and all(_has_any(facts, [one.claim]) for one in stated.claims)
		for known, facts in sides
	)


def _is_of_left_value(word: str, said: Said, values: Sequence[Claim]) -> bool:
	"""Whether a word stands in the passage beside nothing but values that the answer leaves out: "two years or 500 cycles"."""
	beside = [
		facts for words, facts in said.parts if is_in(word, expanded(words, said.language), said.language)
	]
	return bool(beside) and all(
		any(not fact.is_weak for fact in facts) and not _has_any(facts, values) for facts in beside
	)


def _has_any(facts: Iterable[Claim], claims: Iterable[Claim]) -> bool:
	return any(same_value(one, fact) for one in claims for fact in facts)


def _is_one_of_two(claims: Sequence[Claim], facts: Sequence[Claim], values: Sequence[Claim]) -> bool:
	"""Whether a value stands in the passage beside another of its kind that the answer does not have: "84 of 112"."""
	return any(
		fact.kind == one.kind != "identifier"
		and fact.dimensions == one.dimensions
		and not _has_any([fact], values)
		for one in claims
		for fact in facts
	)


def _is_across(
	words: Collection[str], claims: Sequence[Claim], part: tuple[frozenset[str], list[Claim]], said: Said
) -> bool:
	"""Whether some of the words or values stand in other parts of the passage's sentence alone."""
	theirs, facts = part
	known = expanded(theirs, said.language)
	far = expanded(frozenset().union(*(one for one, _ in said.parts)) - theirs, said.language)
	return any(
		not is_in(word, known, said.language) and is_in(word, far, said.language) for word in words
	) or any(
		not _has_any(facts, [one]) and _has_any([fact.claim for fact in said.claims], [one]) for one in claims
	)


def _has_own(part: tuple[frozenset[str], list[Claim]], stated: Said, values: Sequence[Claim]) -> bool:
	"""Whether a part of the passage's sentence says something that the answer does not."""
	return any(not is_in(word, stated.known, stated.language) for word in part[0]) or any(
		not fact.is_weak and not _has_any([fact], values) for fact in part[1]
	)
