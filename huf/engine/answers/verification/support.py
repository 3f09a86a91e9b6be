"""Is a sentence of an answer said, whole, by one sentence of its passages?

A value that stands in a passage proves nothing of the words beside it, so a sentence is supported only when all of it is found
together: every value, the other words as they are or in known other words, and every sign that turns the sense (denied, only, all,
before, than, if) with what it belongs to. Whatever is left over is a doubt; it does not say that the sentence is wrong.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from huf.engine.answers.claims import Claim
from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.statements import bound_at, clash, same_sense
from huf.engine.answers.verification.comparing import PassageFacts, has_value
from huf.engine.answers.verification.known_words import LEAST_STEM, expanded, is_in
from huf.engine.answers.verification.markers import BOTH_WAYS, read_markers
from huf.engine.answers.verification.names import is_legal_form
from huf.engine.answers.verification.parts import is_of_both_sides, is_of_other_part
from huf.engine.answers.verification.rows import leaves_out_cell, names_row
from huf.engine.answers.verification.said import CAPITAL, Said
from huf.engine.answers.verification.surroundings import terms_of_text

_LEAST_OWN = 0.6
"""Of the words of the passage's sentence, where the answer takes a word from its title."""
_ACRONYM = re.compile(r"(?<!\w)[A-ZÀ-ÖØ-Þ]{2,}(?!\w)")
"""In German every noun has a capital."""


def is_supported(
	stated: Said, passage: PassageFacts, everything: Sequence[Said], names: Collection[str]
) -> bool:
	"""Whether one sentence of ``passage`` says all that ``stated`` says; or, clause by clause, two that follow each other.

	``everything``: the sentences of the passage. ``names``: what records are called that the passage names otherwise.
	"""
	if not stated.clauses and not stated.claims:
		return False
	evidence = [one for one in everything if one.sentence.kind != "heading"]
	if any(_says(said, stated, passage, names) for said in evidence):
		return True
	clauses = [stated.of_clause(one) for one in stated.clauses]
	if len(clauses) < 2 or any(len(one.content) < 2 for one in clauses):
		return False
	if sum(len(one.claims) for one in clauses) < len(stated.claims):
		return False
	return any(
		all(any(_says(said, clause, passage, names) for said in pair) for clause in clauses)
		for pair in pairwise(evidence)
	)


def _says(said: Said, stated: Said, passage: PassageFacts, names: Collection[str]) -> bool:
	if not all(
		any(has_value(one.claim, fact.claim, passage) for fact in said.claims) for one in stated.claims
	):
		return False
	if not _is_covered(stated, said, passage, names) or not _bounds_agree(stated, said):
		return False
	if said.sentence.kind == "row":
		return names_row(stated, said, passage) and not leaves_out_cell(stated, said, passage)
	if is_of_other_part(stated, said) or is_of_both_sides(stated, said):
		return False
	if stated.sentence.kind == "row":
		return True
	return (
		_senses_agree(stated, said)
		and _conditions(stated) == _conditions(said)
		and _sides(stated) <= _sides(said)
		and _markers_agree(stated, said)
		and _is_in_order(stated, said)
	)


def _is_covered(stated: Said, said: Said, passage: PassageFacts, names: Collection[str]) -> bool:
	"""Whether the words of the answer stand in the passage's sentence, its heading and its title."""
	language = stated.language
	head = _head(said, passage)
	context = passage.heading | terms_of_text(head.lower(), language)
	known = said.known | terms_of_text(" ".join(names).lower(), language)
	missing = [word for word in stated.content if not is_in(word, known, language)]
	around = expanded(context, language)
	# Every word, not most of them: of answers by people who never saw the rules (tune 6 and independent 3), a fifth of other words
	# let twice as many wrong ones pass as confirmed, a third three times as many, for no or two more in a hundred of the right ones.
	if not all(is_in(word, around, language) for word in missing):
		return False
	if missing:
		# What the title is about, this sentence need not be.
		own = sum(is_in(word, stated.known, language) for word in said.content)
		if own < _LEAST_OWN * len(said.content):
			return False
	return not _has_other_name(stated, f"{said.text} {head} {passage.title} {' '.join(names)}".lower())


def _has_other_name(stated: Said, known: str) -> bool:
	"""Whether a word with a capital stands nowhere in ``known``: zone South for zone North."""
	pattern = _ACRONYM if stated.language == "de" else CAPITAL
	return any(
		not is_legal_form(found.group()) and found.group().lower()[:LEAST_STEM] not in known
		for found in pattern.finditer(stated.text)
		if not any(
			one.claim.start <= stated.sentence.start + found.start() < one.claim.end for one in stated.claims
		)
	)


def _bounds_agree(stated: Said, said: Said) -> bool:
	"""Whether no value is the most in one and the least in the other: "under three hours", where it is "from three hours on"."""
	for one in stated.claims:
		ours = bound_at(stated.source.clauses, one.claim.start)
		theirs = [
			bound_at(said.source.clauses, fact.claim.start)
			for fact in said.claims
			if same_value(one.claim, fact.claim)
		]
		if ours and (
			any(clash(ours, other) for other in theirs) or (len(theirs) > 1 and {*theirs} != {ours})
		):
			return False
	return True


def _senses_agree(stated: Said, said: Said) -> bool:
	"""Whether each clause is denied, allowed and supposed as the one of the passage that shares most words with it."""
	for clause in stated.clauses:
		shares = [
			(
				sum(is_in(word, expanded(one.words, said.language), said.language) for word in clause.words),
				one,
			)
			for one in said.clauses
		]
		most = max((share for share, _ in shares), default=0)
		if not most and clause.denials:
			return False
		if most and not any(same_sense(clause, one) for share, one in shares if share == most):
			return False
	return True


def _conditions(said: Said) -> tuple[bool, bool, bool]:
	return (
		any(one.is_supposed for one in said.clauses),
		any(one.is_exception for one in said.clauses),
		any(one.is_only_if for one in said.clauses),
	)


def _sides(said: Said) -> frozenset[tuple[str, int]]:
	return frozenset((base, side) for one in said.clauses for _, base, side in one.sides)


def _markers_agree(stated: Said, said: Said) -> bool:
	"""Whether small words such as "before" and "only" stand before the same words in both."""
	language = stated.language
	facts = [one.claim for one in said.claims]
	ours = [*read_markers(stated.text, _values(stated, facts), language, stated.actors)]
	theirs = [*read_markers(said.text, _values(said, facts), language, said.actors)]
	for meaning, anchors in ours:
		if not any(
			meaning == other and (not anchors or not behind or _is_alike(anchors, behind, language))
			for other, behind in theirs
		):
			return False
	marked = {meaning for meaning, _ in ours}
	return not any(
		meaning in BOTH_WAYS - marked and anchors and is_in(anchors[0], stated.known, language)
		for meaning, anchors in theirs
	)


def _values(said: Said, facts: Sequence[Claim]) -> dict[int, tuple[int, Claim]]:
	"""Where values begin and end, and the value of the passage that each is."""
	return {
		one.claim.start - said.sentence.start: (
			one.claim.end - said.sentence.start,
			next((fact for fact in facts if same_value(one.claim, fact)), one.claim),
		)
		for one in said.claims
	}


def _is_alike(ours: Sequence[str], theirs: Sequence[str], language: str) -> bool:
	"""Whether the first word behind one marker is among the first behind the other."""
	return is_in(ours[0], expanded(theirs, language), language) or is_in(
		theirs[0], expanded(ours, language), language
	)


def _is_in_order(stated: Said, said: Said) -> bool:
	"""Whether names and roles, and values of one kind, stand in the same order: often nothing else tells what is said of which."""
	for one, other in pairwise(stated.claims):
		if one.claim.dimensions == other.claim.dimensions and one.claim.kind == other.claim.kind:
			places = [
				[place for place, fact in enumerate(said.claims) if same_value(value.claim, fact.claim)]
				for value in (one, other)
			]
			if all(places) and min(places[0]) > max(places[1]):
				return False
	common = {*stated.actors} & {*said.actors}
	return [one for one in stated.actors if one in common] == [one for one in said.actors if one in common]


def _head(said: Said, passage: PassageFacts) -> str:
	"""The heading that a sentence stands under; of a row, what its columns are called."""
	heads = [
		one for one in passage.facts.sentences if one.kind == "heading" and one.end <= said.sentence.start
	]
	return " ".join(passage.facts.text[one.start : one.end] for one in heads[-1:])
