"""Ask a model once, to see whether it answers."""

from huf.agent.models.client import complete
from huf.ai.knowledge.backends.model_records import config_of_model
from huf.engine.services import RetryPolicy

TRIAL = [{"role": "user", "content": "Answer with the word OK."}]
TRIAL_TOKENS = 400
"""For a model that reasons before it answers; others need one."""
TRIAL_TIMEOUT_S = 45.0


def ask_once(model: str) -> None:
	"""Have an AI Model of the kind chat answer a few words.

	Raises:
		ModelError: it did not; the error says why.
	"""
	complete(
		config_of_model(model, None),
		TRIAL,
		timeout_s=TRIAL_TIMEOUT_S,
		retry=RetryPolicy(attempts=1),
		max_tokens=TRIAL_TOKENS,
	)
