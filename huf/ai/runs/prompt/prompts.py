"""What an agent is asked, checked before a run begins."""

from collections.abc import Mapping, Sequence

import frappe
from frappe import _

from huf.agent.completion import Message

PROMPT_CHARACTERS = 200_000
"""Longest prompt. Above it no model answers, and the database would refuse the row only at the end."""


def checked_prompt(prompt: str) -> str:
	"""The prompt without white space around it; frappe.ValidationError says what is wrong with it."""
	if not prompt or not prompt.strip():
		frappe.throw(_("Write a question or a task for the agent."))
	if len(prompt) > PROMPT_CHARACTERS:
		frappe.throw(
			_("The prompt is longer than {0} characters. Attach long texts as knowledge.").format(
				PROMPT_CHARACTERS
			)
		)
	try:
		prompt.encode()
	except UnicodeEncodeError:
		frappe.throw(_("The prompt holds half a character (a lone surrogate). Paste it again."))
	return prompt.strip()


def checked_conversation(conversation: Sequence[Mapping[str, str]]) -> list[Message]:
	"""Earlier messages; only the two roles that a person and a model have."""
	for message in conversation:
		if message.get("role") not in ("user", "assistant") or not isinstance(message.get("content"), str):
			frappe.throw(_("Earlier messages need the role user or assistant, and a text."))
	return [{"role": message["role"], "content": message["content"]} for message in conversation]
