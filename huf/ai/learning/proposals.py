"""The rows of what was learnt: written by the job, and again when a person has decided."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import frappe
from frappe.utils import now_datetime

from huf.ai.learning import ACCEPTED, OPEN, PROPOSAL, REFUSED
from huf.engine.learning import Candidate, Change, Proposal

SHOWN_QUESTIONS = 50


def pair_of(candidate: Candidate) -> str:
	"""The same for two words whichever of them is the term, and however they are written: who refuses one refuses both."""
	return hashlib.sha256("\n".join(sorted(candidate.key)).encode()).hexdigest()


def decided(source: str) -> set[str]:
	"""Pairs of a source that somebody has accepted or refused."""
	return set(
		frappe.get_all(
			PROPOSAL, {"knowledge_source": source, "status": ("in", (ACCEPTED, REFUSED))}, pluck="pair"
		)
	)


def replace_open(source: str, user: str, found: Sequence[Proposal]) -> int:
	"""What the user is proposed for the source from now on; gives how many. One that was proposed before keeps its name. Does not commit."""
	known = decided(source)
	before = dict(
		frappe.get_all(
			PROPOSAL,
			{"knowledge_source": source, "for_user": user, "status": OPEN},
			["pair", "name"],
			as_list=True,
		)
	)
	number = 0
	for one in found:
		pair = pair_of(one.candidate)
		if pair in known:
			continue
		known.add(pair)
		number += 1
		values = {**_values(one), "pair": pair}
		if name := before.pop(pair, None):
			frappe.db.set_value(PROPOSAL, name, values)
		else:
			# Written by the server; nobody has the right to make one.
			frappe.get_doc(
				{
					"doctype": PROPOSAL,
					"name": frappe.generate_hash(length=10),
					"knowledge_source": source,
					"for_user": user,
					"status": OPEN,
					**values,
				}
			).db_insert()
	if before:
		frappe.db.delete(PROPOSAL, {"name": ("in", list(before.values()))})
	return number


def set_decision(name: str, status: str, user: str) -> None:
	"""Write down what a person decided, and take the same words from what others are proposed for the source. Does not commit."""
	row = frappe.db.get_value(PROPOSAL, name, ["knowledge_source", "pair"], as_dict=True)
	frappe.db.set_value(PROPOSAL, name, {"status": status, "decided_by": user, "decided_at": now_datetime()})
	frappe.db.delete(PROPOSAL, {"knowledge_source": row.knowledge_source, "pair": row.pair, "status": OPEN})


def changes_of(kept: str | None) -> list[Change]:
	"""The questions that a proposal moves, those that it mends first."""
	return [Change(*one) for one in json.loads(kept or "[]")]


def _values(one: Proposal) -> Mapping[str, Any]:
	candidate = one.candidate
	changes = (*one.mended, *one.moved)[:SHOWN_QUESTIONS]
	return {
		"term": candidate.term,
		"expansion": candidate.expansion,
		"origin": candidate.origin.value,
		"support": candidate.support,
		"both_ways": int(candidate.is_both_ways),
		"case_sensitive": int(candidate.is_case_sensitive),
		"mended": len(one.mended),
		# Names of questions and places, no words of them: who may see them is asked when they are shown.
		"questions": json.dumps([[change.question, change.before, change.after] for change in changes]),
	}
