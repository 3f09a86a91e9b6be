"""Is it worth putting knowledge before a question? Told by what the search found, so in every language alike.

"Thanks!", "what is 2 + 2?" and "translate this" find passages, too: the best of a bad lot. What they lack is weight: the
rare words of the question that stand together in one passage. That weight is measured in *rare words*: 1 is a passage
that is full of one word that no other passage has. It does not depend on how long the question is, nor on how large the
index is, and function words weigh nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from huf.engine.answers.gate_patterns import NO_PATTERNS, GatePatterns
from huf.engine.evidence import (
	MEANING_FLOOR,
	ChunkEvidence,
	Explanation,
	HitExplanation,
	SourceExplanation,
)
from huf.engine.search.hits.nearness import FLOOR, meaning_of, weight_of
from huf.engine.sentences import sentence
from huf.engine.types import SearchResult

GatePolicy = Literal["Always", "When Relevant", "Never"]
POLICIES: tuple[GatePolicy, ...] = ("Always", "When Relevant", "Never")


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
	near, meaning_floor = _nearest(judged, explanation)
	if near >= meaning_floor:
		return GateDecision(
			True, sentence(f"A passage is near in meaning ({near:.2f}, at least {meaning_floor})."), weight
		)
	if not explanation.words:
		return GateDecision(False, sentence("The message has only function words."), weight)
	return GateDecision(
		False, sentence(f"No passage holds enough of the message ({_figures(weight, floor)})."), weight
	)


def _nearest(
	judged: Sequence[tuple[HitExplanation, ChunkEvidence]], explanation: Explanation
) -> tuple[float, float]:
	"""Of the hit whose meaning is nearest by the floor of its source's model: how near it is, and that floor."""
	known: Mapping[str, SourceExplanation] = {source.source: source for source in explanation.sources}
	return max(
		(
			(meaning_of(evidence, source.vocabulary_coverage) or 0.0, source.meaning_floor)
			for hit, evidence in judged
			if (source := known.get(hit.source))
		),
		key=lambda pair: pair[0] / pair[1],
		default=(0.0, MEANING_FLOOR),
	)


def _named(evidence: ChunkEvidence) -> str:
	"""The words that weigh most, at most three."""
	words = sorted((match for match in evidence.words if match.score > 0), key=lambda match: -match.score)
	return ", ".join(f"“{match.word[:40]}”" for match in words[:3]) or sentence("the message")


def _figures(weight: float, floor: float) -> str:
	return sentence(f"weight {weight:.2f}, floor {floor:.2f}")
