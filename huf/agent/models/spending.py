"""The most that a request can take, before it is made: its prompt with a margin, and the longest answer that it allows."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from huf.agent.completion import Message, Usage
from huf.agent.models.stream import counted
from huf.engine.services.catalogue import output_limit
from huf.engine.tokens import count_tokens

LONGEST_TOKENS = 8_000
"""Of an answer where what it may cost is bounded and nothing else says how long it may be: some 6,000 words."""
MARGIN = 1.25
"""Of the tokens of a prompt. huf's count is an estimate: benchmarks/reading/token_estimate.py has how far it is off."""
OF_EACH_MESSAGE = 10
"""Tokens for what a service puts around a message; OpenAI's cookbook "How to count tokens with tiktoken" has 3 to 4."""


def longest_within(model: str) -> int:
	"""The longest answer of a request whose cost is bounded: at most what the model can write."""
	return min(LONGEST_TOKENS, output_limit(model) or LONGEST_TOKENS)


def most_of(
	messages: Sequence[Message], tools: Sequence[Mapping[str, Any]] | None, optional: Mapping[str, Any]
) -> Usage:
	"""The most that a request takes; ``optional`` are the arguments that it is sent with, its longest answer among them."""
	described = json.dumps([list(tools or ()), optional.get("response_format")])
	asked = counted(messages, "", ()).prompt_tokens + count_tokens(described)
	longest = optional.get("max_tokens") or optional.get("max_completion_tokens") or LONGEST_TOKENS
	return Usage(int(asked * MARGIN) + OF_EACH_MESSAGE * (len(messages) + 1), int(longest))
