"""How an input is cut into chunks."""

from dataclasses import dataclass

from huf.engine.errors import SettingsError

CHUNKERS = ("recursive", "sentence", "token")
UNITS = ("tokens", "characters")
MIN_SIZE = {"tokens": 50, "characters": 100}
"""Below this a passage rarely answers anything."""
MAX_SIZE = {"tokens": 2000, "characters": 8000}
"""Above this one passage fills the token budget of a source (2000 tokens, about 8000 characters)."""


@dataclass(frozen=True, slots=True)
class ChunkSettings:
	"""Chunker, size and overlap, all in one unit.

	Raises:
		SettingsError: a value is out of range; the message says which values are accepted.
	"""

	chunker: str = "recursive"
	size: int = 512
	overlap: int = 50
	unit: str = "tokens"

	def __post_init__(self) -> None:
		if self.chunker not in CHUNKERS:
			raise SettingsError(f"Unknown chunker “{self.chunker}”. Choose one of: {', '.join(CHUNKERS)}.")
		if self.unit not in UNITS:
			raise SettingsError(f"Unknown chunk unit “{self.unit}”. Choose one of: {', '.join(UNITS)}.")
		for name, value in (("size", self.size), ("overlap", self.overlap)):
			if not isinstance(value, int) or isinstance(value, bool):
				raise SettingsError(f"Chunk {name} must be a whole number of {self.unit}, not {value!r}.")
		low, high = MIN_SIZE[self.unit], MAX_SIZE[self.unit]
		if not low <= self.size <= high:
			raise SettingsError(f"Chunk size must be from {low} to {high} {self.unit}, not {self.size}.")
		if not 0 <= self.overlap <= self.size // 2:
			raise SettingsError(
				f"Chunk overlap must be from 0 to {self.size // 2} {self.unit}"
				f" (half of the chunk size), not {self.overlap}."
			)
