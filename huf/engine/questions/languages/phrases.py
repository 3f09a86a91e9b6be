"""How the tables of a language are written down: as texts with commas between phrases."""

from itertools import product


def phrases(text: str) -> tuple[str, ...]:
	"""The phrases between commas, in any form of their words."""
	return tuple(map(str.strip, text.split(",")))


def exactly(text: str | tuple[str, ...]) -> tuple[str, ...]:
	"""The phrases between commas, or these, in these forms alone."""
	return tuple(f"={phrase}" for phrase in (phrases(text) if isinstance(text, str) else text))


def each(*parts: str | tuple[str, ...]) -> tuple[str, ...]:
	"""A phrase for each way to take one of every part, in any form; an empty one between commas is left out."""
	choices = (phrases(part) if isinstance(part, str) else part for part in parts)
	return tuple(" ".join(word.removeprefix("=") for word in chosen if word) for chosen in product(*choices))


def exactly_each(*parts: str | tuple[str, ...]) -> tuple[str, ...]:
	"""The same, in these forms alone."""
	return tuple(f"={phrase}" for phrase in each(*parts))
