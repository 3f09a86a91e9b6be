"""A sentence of a long text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
	"""One of a long text."""

	text: str
	asks: bool
