"""How a kind of source is shown to a model, cited, asked and remembered: by configuration, so that a new kind needs no code.

The headings of a profile are templates (:mod:`~huf.engine.heading_templates`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from huf.engine.errors import SettingsError
from huf.engine.heading_templates import check_template, fill
from huf.engine.prompt.context import with_state
from huf.engine.sentences import sentence
from huf.engine.types import Hit

TOP_K, MOST_PASSAGES = 5, 15
ANSWER_TOKENS, MOST_ANSWER_TOKENS = 500, 4000
CONTEXT_TOKENS = 12_000
TEMPERATURE = 0.3


@dataclass(frozen=True, slots=True)
class Profile:
	"""One kind of source."""

	name: str
	heading: str = "{title}[, {place}]"
	"""Template of the line over each passage in the prompt."""
	citation: str = "{title}[, {place}]"
	"""Template of how the source is named under the answer."""
	instructions: str = ""
	"""For the model, after those about citing."""
	top_k: int = TOP_K
	"""Passages, 1 to 15."""
	context_tokens: int = CONTEXT_TOKENS
	"""Room for all passages together, 200 to 12,000."""
	answer_tokens: int = ANSWER_TOKENS
	"""Longest answer, 16 to 4,000."""
	temperature: float | None = TEMPERATURE
	"""0 to 2. None: the model's own."""
	cache_seconds: int = 0
	"""How long an answer to the same question from the very same passages may be given again; 0: never."""

	def __post_init__(self) -> None:
		"""Refuse what cannot be meant.

		Raises:
			SettingsError: a number is outside of its range, or a template names what there is not.
		"""
		for name, value, least, most in (
			(sentence("The number of passages"), self.top_k, 1, MOST_PASSAGES),
			(sentence("The room for passages"), self.context_tokens, 200, CONTEXT_TOKENS),
			(sentence("The length of an answer"), self.answer_tokens, 16, MOST_ANSWER_TOKENS),
			(sentence("The temperature"), self.temperature or 0, 0, 2),
			(sentence("The time that answers are kept"), self.cache_seconds, 0, 86_400 * 30),
		):
			if not least <= value <= most:
				raise SettingsError(
					f"{name} is {value:.15g}. It must be between {least:.15g} and {most:.15g}."
				)
		for template in (self.heading, self.citation):
			check_template(template)

	def heading_of(self, hit: Hit) -> str:
		"""The line over a passage, with what its record says now and its state (superseded, changed since) if there is any."""
		return with_state(fill(self.heading, hit), hit)

	def citation_of(self, hit: Hit) -> str:
		"""How the source of a passage is named to a reader."""
		return fill(self.citation, hit)


EVIDENCE = Profile(
	"evidence",
	heading="{file}[, {place}][, {time}]",
	citation="{file}[:{lines}][ at {time}]",
	instructions=(
		"The passages are evidence. Say only what they show, each statement with its passage, and with the time where one is "
		"given. Tell apart what a passage says from what you conclude."
	),
	top_k=10,
	temperature=0.0,
)
PROCEDURE = Profile(
	"procedure",
	heading="{title}[: {heading}]",
	citation="{title}[, {heading}]",
	instructions=(
		"The passages are procedures. Give the steps in their order as a numbered list, leave none out, and add none. Keep "
		"warnings and conditions with the step that they belong to."
	),
	cache_seconds=3600,
)
REFERENCE = Profile(
	"reference",
	instructions="The passages are articles of reference. Answer in a few sentences, with the exact values that they give.",
	cache_seconds=3600,
)
READY_MADE: Mapping[str, Profile] = {one.name: one for one in (EVIDENCE, PROCEDURE, REFERENCE)}


def profile_from(values: Mapping[str, object], name: str = "") -> Profile:
	"""A profile from a dictionary of its fields; those that are not there, or empty, are the defaults.

	Raises:
		SettingsError: a field is unknown or its value cannot be meant.
	"""
	profile = Profile(name or str(values.get("name") or "profile"))
	known = {key: value for key, value in values.items() if key != "name" and value not in (None, "")}
	for key, value in known.items():
		if not hasattr(profile, key) or key.endswith("_of"):
			raise SettingsError(f"A profile has no field “{key}”.")
		if isinstance(value, bool) or not isinstance(value, type(getattr(profile, key)) | int):
			raise SettingsError(f"The field {key} of a profile cannot be {value!r}.")
	return replace(profile, **known)  # type: ignore[arg-type]
