"""Services that most sites connect, as a person chooses them: by their own name, with nothing to know of LiteLLM."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
	"""A service in the dialog Connect a Model."""

	title: str
	vendor: str
	needs_key: bool = True
	address: str = ""
	"""Example of an address, where the service has none that is the same for all; empty: the vendor's own is used."""
	hint: str = ""
	"""Where its key is found."""
	preferred: tuple[str, ...] = ()
	"""Models that answer well at a small price, the best first: the one that is offered first, where the service has it."""


PRESETS: Mapping[str, Preset] = {
	"openai": Preset(
		"OpenAI", "openai", hint="platform.openai.com/api-keys", preferred=("gpt-4.1-mini", "gpt-4o-mini")
	),
	"anthropic": Preset(
		"Anthropic",
		"anthropic",
		hint="console.anthropic.com/settings/keys",
		preferred=("claude-haiku-4-5", "claude-sonnet-4-5", "claude-3-5-haiku-latest"),
	),
	"azure": Preset(
		"Azure OpenAI", "azure", address="https://NAME.openai.azure.com", hint="portal.azure.com"
	),
	"gemini": Preset(
		"Google Gemini",
		"gemini",
		hint="aistudio.google.com/apikey",
		preferred=("gemini-2.5-flash", "gemini-2.0-flash"),
	),
	"mistral": Preset(
		"Mistral",
		"mistral",
		hint="console.mistral.ai/api-keys",
		preferred=("mistral-small-latest", "mistral-medium-latest"),
	),
	"openrouter": Preset(
		"OpenRouter",
		"openrouter",
		hint="openrouter.ai/keys",
		preferred=("openai/gpt-4.1-mini", "openai/gpt-4o-mini"),
	),
	"ollama": Preset("Ollama", "ollama", needs_key=False, address="http://localhost:11434"),
	"compatible": Preset("Any Compatible Address", "hosted_vllm", needs_key=False, address="https://host/v1"),
}
"""By the name that the API knows them by. hosted_vllm is LiteLLM's name of any server that speaks OpenAI's protocol."""


def suggested(preset: Preset, models: tuple[str, ...]) -> str:
	"""The model to offer first: a preferred one, also with a date behind its name, else the first of the list."""
	for wanted in preset.preferred:
		for name in models:
			if name == wanted or name.startswith(f"{wanted}-20"):
				return name
	return models[0] if models else ""
