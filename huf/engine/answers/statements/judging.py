"""One clause of an answer against those of its passages: the same, turned round, or nothing that can be told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from huf.engine.answers.statements.bounds import clash
from huf.engine.answers.statements.clauses import Clause
from huf.engine.answers.statements.words import INCLUDED, MUST

_LEAST_SHARE = 0.6
"""Of the words of each clause that the other must have, so that both are about one thing."""
_MOST_ALIKE = 0.75
"""With so many, a word that each has for itself is another way to say it; with fewer it may be another subject."""


@dataclass(frozen=True, slots=True)
class StatementFinding:
	"""What a clause of a passage says to one of the answer."""

	status: Literal["verified", "contradicted"]
	passage: int
	clause: Clause


@dataclass(frozen=True, slots=True)
class _Compared:
	relation: Literal["same", "reverse", "looser"]
	rank: float
	is_exact: bool
	is_turned: bool
	"""Whether one of the two has a word that turns it round."""
	passage: int
	clause: Clause


def judge_clause(
	stated: Clause, passages: Iterable[tuple[int, Sequence[Clause], frozenset[str]]], *, wants_all: bool
) -> StatementFinding | None:
	"""What ``passages`` (number, clauses, terms of the heading) say to a clause of an answer; None when nothing can be told.

	``wants_all``: also tell that a clause stands there word for word although nothing in it can be turned round.
	"""
	passages = [*passages]
	compared = [
		one
		for number, clauses, heading in passages
		for clause in clauses
		if (one := _compare(stated, clause, heading, number)) is not None
	]
	if not compared:
		return None
	same = max((one for one in compared if one.relation == "same"), key=lambda one: one.rank, default=None)
	reverse = max(
		(one for one in compared if one.relation == "reverse"), key=lambda one: one.rank, default=None
	)
	if reverse and (same is None or reverse.rank > same.rank) and not _is_of_other(stated, reverse, passages):
		return StatementFinding("contradicted", reverse.passage, reverse.clause)
	if same and same.is_exact and (same.is_turned or wants_all):
		return StatementFinding("verified", same.passage, same.clause)
	return None


def _is_of_other(
	stated: Clause, found: _Compared, passages: Sequence[tuple[int, Sequence[Clause], frozenset[str]]]
) -> bool:
	"""Whether a word that the clause of the passage lacks stands in another one of its sentence, denied as the answer's is: then that
	one may be meant ("requests are made in the portal; none are taken by telephone")."""
	left = stated.terms - found.clause.terms - MUST
	return any(
		left & clause.terms and bool(clause.denials) == bool(stated.denials)
		for number, clauses, _ in passages
		for clause in clauses
		if number == found.passage and clause is not found.clause and clause.sentence == found.clause.sentence
	)


def same_sense(stated: Clause, said: Clause) -> bool:
	"""Whether two clauses about the same are turned round alike: denied, allowed, bounded and supposed, or not."""
	_, _, flips = _aligned(stated, said)
	return stated.is_supposed == said.is_supposed and _relation(stated, said, flips, has_own=True) == "same"


def _compare(stated: Clause, said: Clause, heading: frozenset[str], number: int) -> _Compared | None:
	if stated.is_supposed != said.is_supposed or not stated.words or not said.words:
		return None
	ours, theirs, flips = _aligned(stated, said)
	if not ours or not theirs:
		return None
	near = theirs | said.sentence | heading
	if len(stated.words) == 1 < len(stated.sentence) and len(said.words) > 1 and not stated.denials:
		# "By default, ...": a phrase and no clause.
		return None
	mine, other = _records(ours | stated.sentence), _records(near)
	if mine and other and not mine & other:
		return None
	shared = ours & theirs
	left, missing = ours - near, theirs - ours - stated.sentence
	share_of_ours = 1 - len(left) / len(ours)
	share_of_theirs = 1 - len(missing) / len(theirs)
	if not shared or min(share_of_ours, share_of_theirs) < _LEAST_SHARE:
		return None
	if len(shared) < 2 and (left or missing or len(ours) > 1):
		return None
	if left and missing and min(share_of_ours, share_of_theirs) < _MOST_ALIKE:
		return None
	relation = _relation(stated, said, flips, has_own=bool(left or missing))
	if relation is None:
		return None
	if relation == "reverse" and min(share_of_ours, share_of_theirs) < _MOST_ALIKE:
		return None
	rank = (len(ours & near) + len(shared)) / (len(ours) + len(theirs))
	turned = _denials(stated, said) + _denials(said, stated) + flips > 0 or bool(stated.bounds & said.bounds)
	is_exact = not left and not (theirs - ours - heading - stated.sentence)
	# Who pays whom is told by nothing but the order of the words.
	is_exact = is_exact and (turned or _in_order(stated, said))
	return _Compared(relation, rank, is_exact, turned, number, said)


def _aligned(stated: Clause, said: Clause) -> tuple[frozenset[str], frozenset[str], int]:
	"""The terms of both, with "unpaid" as "paid" where the other has that; and how often that turned one round."""
	# That something must be is often left out, and seldom what a sentence is about.
	ours, theirs, flips = set(stated.terms - MUST), set(said.terms - MUST), 0
	# "Excluded" is also said of what is not possible.
	for mine, other in ((ours, theirs), (theirs, ours)):
		if INCLUDED not in other and mine != {INCLUDED}:
			mine.discard(INCLUDED)
	for mine, other in ((ours, theirs), (theirs, ours)):
		for term in [*mine]:
			for prefix, least in (
				("un", 4),
				("non", 4),
				("nicht", 4),
				("dis", 5),
				("in", 5),
				("im", 5),
				("ir", 5),
				("il", 5),
			):
				rest = term.removeprefix(prefix)
				if rest != term and len(rest) >= least and rest in other and term not in other:
					mine.discard(term)
					mine.add(rest)
					flips += 1
	return frozenset(ours), frozenset(theirs), flips


def _relation(
	stated: Clause, said: Clause, flips: int, *, has_own: bool
) -> Literal["same", "reverse", "looser"] | None:
	"""Whether both say the same, one the reverse of the other, or the answer more than the passage."""
	denials = _denials(stated, said) + _denials(said, stated)
	is_turned = (denials + flips) % 2 == 1
	contrasts = 0
	for kind, base, side in stated.sides:
		others = {other for _, one, other in said.sides if one == base}
		if others and side not in others:
			if kind == "complement":
				is_turned = not is_turned
			else:
				contrasts += 1
	edges = 0
	for value, bound in stated.bounds:
		for other, theirs in said.bounds:
			if value == other:
				how = clash(bound, theirs)
				is_turned ^= how == "opposite"
				edges += how == "edge"
	if contrasts:
		# "14,400 EUR a year" is no reverse of "1,200 EUR a month".
		values = {word for word in stated.words if word[0] == "#"}
		return None if is_turned or not values <= said.terms else "reverse"
	if is_turned:
		# "Only managers may" and "clerks may not" agree.
		if said.is_only_if and not stated.is_only_if:
			# "Only paid if asked for", and "not paid unless asked for" or "without being asked for".
			return None
		return None if has_own and stated.is_only != said.is_only else "reverse"
	if edges and not (stated.is_denied or said.is_denied):
		return "looser"
	if stated.is_only and not (stated.is_only_if or said.is_only or said.denials):
		return "looser"
	if MUST <= stated.terms and not MUST & said.terms and said.may and not (stated.denials or said.is_only):
		return "looser"
	return "same"


def _denials(clause: Clause, other: Clause) -> int:
	"""How often a clause is turned round, seen from another: being without something that the other does not name says nothing
	to it, unless it is denied itself ("not without a receipt")."""
	if clause.nones and not (clause.nones & (other.terms | other.sentence)) and not other.denials:
		# "It has no fixed term" says nothing to "it is with a cleaning company".
		return 0
	return clause.denials + sum(term in other.terms or clause.denials > 0 for term in clause.withouts)


def _records(terms: frozenset[str]) -> frozenset[str]:
	"""The identifiers among terms: values are numbers and dates."""
	return frozenset(term for term in terms if term[:1] == "#" and term[1:2].isalpha())


def _in_order(stated: Clause, said: Clause) -> bool:
	"""Whether the words that both have stand in the same order: who pays whom is told by nothing else."""
	places = {word: place for place, word in enumerate(said.words)}
	found = [places[word] for word in stated.words if word in places and not word.startswith("#")]
	return all(first < second for first, second in pairwise(found))
