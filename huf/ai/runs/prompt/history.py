"""What was said before in a conversation, as much of it as the model may read again."""

from dataclasses import dataclass

import frappe
from frappe import _

from huf.agent.completion import Message
from huf.ai.runs.tools.proposals import decisions_of
from huf.ai.site.database.transactions import own_transaction
from huf.engine.answers.stream import clean_answer
from huf.engine.tokens import count_tokens

MOST_TURNS = 50
"""Turns that are looked at; older ones are left out whatever their size."""


@dataclass(frozen=True, slots=True)
class History:
	"""Earlier turns for the model. ``left_out`` turns found no room; ``untrusted``: one rests on texts of others."""

	messages: tuple[Message, ...] = ()
	left_out: int = 0
	untrusted: bool = False

	@property
	def notes(self) -> list[str]:
		"""What a reader of the run should know."""
		if not self.left_out:
			return []
		return [_("{0} earlier turns of the conversation found no room.").format(self.left_out)]


def history_of(conversation: str, before: str, token_limit: int) -> History:
	"""The answered turns of a conversation, oldest first, the oldest left out where ``token_limit`` is short.

	A turn goes in or stays out as a whole. Passages of earlier turns do not come again, and neither do their
	numbers: this run's passages have numbers of their own.

	:param before: the run that is about to be made, which is no turn yet. What it, or another one, replaces is none any more.
	"""
	# A connection of its own: a long transaction would not see turns that were made since it began.
	with own_transaction():
		rows = frappe.get_all(
			"Agent Run",
			filters={
				"conversation": conversation,
				"status": "Success",
				"name": ("not in", [before, *replaced_runs(conversation)]),
			},
			fields=["name", "prompt", "response", "untrusted_text"],
			order_by="creation desc, name desc",
			limit_page_length=MOST_TURNS,
		)
		decided = decisions_of([row.name for row in rows])
	messages: list[Message] = []
	left = token_limit
	for place, row in enumerate(rows):
		answer = "\n\n".join(
			filter(None, (clean_answer(row.response or "", ()).text, decided.get(row.name, "")))
		)
		left -= count_tokens(row.prompt or "") + count_tokens(answer)
		if left < 0:
			used = rows[:place]
			return History(tuple(messages), len(rows) - place, any(turn.untrusted_text for turn in used))
		turn = [{"role": "user", "content": row.prompt or ""}, {"role": "assistant", "content": answer}]
		messages = turn + messages
	return History(tuple(messages), 0, any(row.untrusted_text for row in rows))


def replaced_runs(conversation: str) -> list[str]:
	"""Runs of a conversation whose question was asked again, or changed: another run is that turn now."""
	return frappe.get_all(
		"Agent Run", filters={"conversation": conversation, "replaces": ("is", "set")}, pluck="replaces"
	)
