"""Whether mandatory knowledge goes before the question of a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.engine.answers.gate import POLICIES, GateDecision, GatePolicy, decide, decide_before
from huf.engine.answers.gate_patterns import GatePatterns, read_patterns

if TYPE_CHECKING:
	from frappe.model.document import Document

	from huf.engine.types import SearchResult


@dataclass(frozen=True, slots=True)
class Gate:
	"""The policy of one run with its agent's patterns."""

	policy: GatePolicy
	patterns: GatePatterns

	def before(self, question: str) -> GateDecision | None:
		"""The decision that needs no search, or None."""
		return decide_before(self.policy, question, self.patterns)

	def after(self, question: str, results: Sequence["SearchResult"]) -> GateDecision:
		"""The decision by what was found: one result that is relevant is enough. ``results`` are explained."""
		decisions = [decide(self.policy, question, result, self.patterns) for result in results]
		return next(
			(decision for decision in decisions if decision.inject),
			max(
				decisions,
				key=lambda decision: decision.weight or 0.0,
				default=GateDecision(False, "Nothing was searched."),
			),
		)


def gate_of(agent: "Document", policy: str | None) -> Gate:
	"""The agent's gate, or another policy for this one run."""
	wanted = policy or agent.knowledge_gate
	known: GatePolicy = next((one for one in POLICIES if one == wanted), "Always")
	return Gate(known, read_patterns(agent.gate_on_patterns or "", agent.gate_off_patterns or ""))


def checked_policy(policy: str | None) -> str | None:
	"""The gate that a caller wants for one run, or None for the agent's; frappe.ValidationError names those there are."""
	if not policy:
		return None
	if policy not in POLICIES:
		frappe.throw(_("There is no such knowledge gate. Known: {0}.").format(", ".join(POLICIES)))
	return policy
