"""What reading one input may cost: time of the processor, memory, text, and bytes to begin with.

The defaults follow from what files need: every honest one of the measured collections is read in a tenth of them, and a file
that a person made to hurt is ended by one of them before it does (`docs/extractors.md`).
"""

from dataclasses import dataclass

from huf.engine.content import Content
from huf.engine.errors import OverLimit, SettingsError

MOST_BYTES = 1 << 30
"""A larger file is refused before a byte of it is read, also to be hashed."""
SECONDS, MEMORY_MB, CHARACTERS = 10, 300, 50_000_000
CHARACTERS_A_SECOND = 20_000
"""Text that comes out earns time: a long document is read to its end, while one that burns time and gives nothing is not.
The slowest honest way, pypdf on a slow processor, gives three times as much."""
MOST_SECONDS_EARNED = 290
"""With :data:`SECONDS` five minutes, which an input has on a site."""
LEAST_CHARACTERS = 500
"""What a section counts for at least: half a million headings cost more than their few letters."""
FREE_BYTES = 32 << 20
MEMORY_FOR_EACH_BYTE = 10
"""Of what is over :data:`FREE_BYTES`: a tree of XML takes about so much."""
LIMITS = "reading_limits"
"""Key of the metadata of an input that failed by its limits: which these were."""
RANGES = {"seconds": (1, 3_600), "memory_mb": (50, 65_536), "characters": (1_000, 2_000_000_000)}
"""Least and most of each limit. Names are those of :class:`ReadingLimits`."""


@dataclass(frozen=True, slots=True)
class ReadingLimits:
	"""The limits of one input.

	Raises:
		SettingsError: a value is out of range; the message says which values are accepted.
	"""

	seconds: int = SECONDS
	"""Of the processor, until text comes; with each :data:`CHARACTERS_A_SECOND` characters of it there is a second more."""
	memory_mb: int = MEMORY_MB
	"""Beyond what the reader takes before it reads, in MiB; more for a file that is larger than :data:`FREE_BYTES`."""
	characters: int = CHARACTERS
	"""Of text, in the whole input."""

	def __post_init__(self) -> None:
		for name, (least, most) in RANGES.items():
			value = getattr(self, name)
			if not least <= value <= most:
				noun = {"seconds": "seconds", "memory_mb": "megabytes of memory", "characters": "characters"}[
					name
				]
				raise SettingsError(
					f"The limit for reading an input must be from {least} to {most} {noun}, not {value}."
				)

	@property
	def name(self) -> str:
		"""The limits as one word, to be compared."""
		return f"{self.seconds}-{self.memory_mb}-{self.characters}"

	def memory_for(self, size: int) -> int:
		"""Bytes of memory for an input of ``size`` bytes."""
		return (self.memory_mb << 20) + MEMORY_FOR_EACH_BYTE * max(0, size - FREE_BYTES)

	def earned(self, characters: int) -> int:
		"""Seconds of the processor until the next text, once so many characters have come."""
		return self.seconds + min(characters // CHARACTERS_A_SECOND, MOST_SECONDS_EARNED)


def check_size(content: Content) -> None:
	"""Refuse what is too large to be looked at.

	Raises:
		OverLimit: it has more than :data:`MOST_BYTES`.
		OSError: it cannot be opened.
	"""
	megabytes = MOST_BYTES >> 20
	if content.size > MOST_BYTES:
		raise OverLimit(
			f"The file has more than {megabytes:,} MB. Split it, or leave out what nobody asks for."
		)
