"""What a call of LiteLLM is given besides the question: model, vendor, address and key."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from huf.engine.services.egress import Egress, Guard


@dataclass(frozen=True, slots=True)
class Access:
	"""Where a model is asked, and with which key.

	On a site there is always an ``egress``, a key and an address, and the model is one of
	:func:`~huf.engine.services.vendors.model_string`: LiteLLM is told vendor, address and key, and looks for none of them.
	Without an ``egress``, on the command line, the model is a string of LiteLLM that the person at the shell
	typed, and what is missing comes from their own environment, as LiteLLM does it.
	"""

	api_key: str | None = field(default=None, repr=False)
	api_base: str | None = None
	egress: Egress | None = None

	def arguments(self, model: str) -> dict[str, Any]:
		"""What LiteLLM's functions take as model, vendor, address and key."""
		told: dict[str, Any] = {"model": model, "api_key": self.api_key, "api_base": self.api_base}
		if self.egress is not None:
			told["custom_llm_provider"] = model.partition("/")[0]
		return told

	@contextmanager
	def guarded(self) -> Iterator[Guard | None]:
		"""Around everything that LiteLLM does for a call: on a site nothing else than the provider is reached."""
		if self.egress is None:
			yield None
		else:
			with self.egress.guarded() as guard:
				yield guard


def load_litellm() -> Any:
	"""Import LiteLLM without its network look-up, its ``.env`` reading, its banners and its telemetry.

	The only place that imports it, and no earlier than it is called: it costs seconds.
	"""
	os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
	# Only outside of "production" does LiteLLM load a .env file of the working directory into os.environ.
	os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
	import litellm

	litellm.telemetry = False
	litellm.suppress_debug_info = True
	return litellm
