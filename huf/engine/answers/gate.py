"""Is it worth putting knowledge before a question? Told by what the search found, so in every language alike.

"Thanks!", "what is 2 + 2?" and "translate this" find passages, too: the best of a bad lot. What they lack is weight: the
rare words of the question that stand together in one passage. That weight is measured in *rare words*: 1 is a passage
that is full of one word that no other passage has. It does not depend on how long the question is, nor on how large the
index is, and function words weigh nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from huf.engine.analysis.words import EDGES, is_spaceless
from huf.engine.answers.gate_patterns import NO_PATTERNS, GatePatterns
from huf.engine.evidence import ChunkEvidence, Explanation, HitExplanation, WordMatch
from huf.engine.sentences import sentence
from huf.engine.types import SearchResult

GatePolicy = Literal["Always", "When Relevant", "Never"]
POLICIES: tuple[GatePolicy, ...] = ("Always", "When Relevant", "Never")

FLOOR = 0.5
"""Rare words that one passage must hold of the question. Chosen with ``python -m benchmarks.gate``: the highest at which
97 % of the questions of each collection still get knowledge (``docs/answers.md``)."""
MEANING_FLOOR = 0.5
"""So near must the meaning be, 0 to 1, where the words do not tell: a question in another language than the passages. Less
counts what a model says of a text that it hardly reads."""
_ALONE = 0.15
"""Taken off a passage that holds only one word of the question, which may be there by chance: less in small indexes."""
_LARGE = 14.0
"""The score of a rare word in an index of about 500 passages, from where on the whole of it is taken off."""
_CODE_LENGTH = 4
"""Signs; a word of so many with digits is a number of a part or a record, which nobody writes by chance."""
_FRAGMENT = 0.4
"""Of the characters of a word; what is shorter is no stem of it, but a piece."""
_FRAGMENT_WEIGHT = 0.3
"""Of a word that a passage has only fragments of."""
_SHORT_NUMBER = 3
"""Digits; shorter numbers stand in any text, and in any arithmetic."""
_SHORT_NUMBER_WEIGHT = 0.3


@dataclass(frozen=True, slots=True)
class GateDecision:
	"""Whether mandatory knowledge goes before the question, and why, in words for the record of the run."""

	inject: bool
	reason: str
	weight: float | None = None
	"""Rare words of the question in the best passage; None when nothing was measured."""


def decide_before(
	policy: GatePolicy, question: str, patterns: GatePatterns = NO_PATTERNS
) -> GateDecision | None:
	"""The decision as far as it needs no search; None when the result of one must be looked at (:func:`decide`).

	``Never`` and ``Always`` are final. With ``When Relevant`` the agent's own patterns go first.
	"""
	if policy == "Never":
		return GateDecision(False, sentence("The gate is set to Never."))
	if policy == "Always":
		return GateDecision(True, sentence("The gate is set to Always."))
	if pattern := patterns.forces_on(question):
		return GateDecision(True, sentence(f"The pattern “{pattern}” asks for knowledge."))
	if pattern := patterns.forces_off(question):
		return GateDecision(False, sentence(f"The pattern “{pattern}” keeps knowledge out."))
	return None


def decide(
	policy: GatePolicy,
	question: str,
	result: SearchResult,
	patterns: GatePatterns = NO_PATTERNS,
	*,
	floor: float = FLOOR,
) -> GateDecision:
	"""Whether the hits of ``result`` are worth injecting for ``question``.

	``result`` is of a search with ``explain=True``, over one source or several; one that is relevant is enough. A kind of
	index that cannot say why it found something is believed.
	"""
	if early := decide_before(policy, question, patterns):
		return early
	if not result.hits:
		return GateDecision(False, sentence("Nothing was found."), 0.0)
	explanation = result.explanation
	judged = [(hit, hit.evidence) for hit in explanation.hits if hit.evidence] if explanation else []
	if explanation is None or not judged:
		return GateDecision(True, sentence("This kind of index cannot say how relevant its hits are."))
	rarest = {source.source: source.rarest for source in explanation.sources}
	weight, best = max(
		((weight_of(evidence, rarest.get(hit.source, 0.0)), evidence) for hit, evidence in judged),
		key=lambda pair: pair[0],
	)
	if weight >= floor:
		return GateDecision(
			True, sentence(f"A passage holds {_named(best)} ({_figures(weight, floor)})."), weight
		)
	near = _nearest(judged, explanation)
	if near >= MEANING_FLOOR:
		return GateDecision(
			True, sentence(f"A passage is near in meaning ({near:.2f}, at least {MEANING_FLOOR})."), weight
		)
	if not explanation.words:
		return GateDecision(False, sentence("The message has only function words."), weight)
	return GateDecision(
		False, sentence(f"No passage holds enough of the message ({_figures(weight, floor)})."), weight
	)


def weight_of(evidence: ChunkEvidence, rarest: float) -> float:
	"""How many rare words of the question a passage holds; ``rarest`` is what one of them scores in its index."""
	if rarest <= 0:
		return 0.0
	weight = sum(map(_weight, evidence.words)) / rarest
	if sum(map(_words_in, evidence.words)) > 1:
		return weight
	return max(0.0, weight - _ALONE * min(1.0, rarest / _LARGE))


def _words_in(match: WordMatch) -> int:
	"""How many words of the question a match speaks for: of a script without spaces as many as it has terms."""
	bare = match.word.strip(EDGES)
	if match.score <= 0:
		return 0
	if any(map(is_spaceless, bare)):
		return len(match.terms)
	return 2 if len(bare) >= _CODE_LENGTH and any(map(str.isdigit, bare)) else 1


def _weight(match: WordMatch) -> float:
	"""The score of one word, made comparable.

	A word that gave several terms counts as about one: it is their mean. What has no spaces between its words is a whole
	sentence, whose pairs of signs overlap, and an identifier has its parts; both grow with the logarithm of their number.
	"""
	terms = max(1, len(match.terms))
	bare = match.word.strip(EDGES)
	is_compound = any(sign.isdigit() or is_spaceless(sign) for sign in bare)
	score = match.score * ((1 + log(terms)) if is_compound else 1) / terms
	if not is_compound and max(map(len, match.terms), default=0) < _FRAGMENT * len(bare):
		score *= _FRAGMENT_WEIGHT
	is_short_number = len(bare) <= _SHORT_NUMBER and bare[:1].isdigit() and not any(map(str.isalpha, bare))
	return score * (_SHORT_NUMBER_WEIGHT if is_short_number else 1)


def _nearest(judged: Sequence[tuple[HitExplanation, ChunkEvidence]], explanation: Explanation) -> float:
	known: Mapping[str, float] = {source.source: source.vocabulary_coverage for source in explanation.sources}
	return max(
		(
			evidence.legs["vector"].share * known.get(hit.source, 0.0)
			for hit, evidence in judged
			if "vector" in evidence.legs
		),
		default=0.0,
	)


def _named(evidence: ChunkEvidence) -> str:
	"""The words that weigh most, at most three."""
	words = sorted((match for match in evidence.words if match.score > 0), key=lambda match: -match.score)
	return ", ".join(f"“{match.word[:40]}”" for match in words[:3]) or sentence("the message")


def _figures(weight: float, floor: float) -> str:
	return sentence(f"weight {weight:.2f}, floor {floor:.2f}")
