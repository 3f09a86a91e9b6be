"""What an examination finds, of an index in a folder as of a site: how bad it is, in words, and what to do."""

from dataclasses import dataclass
from enum import Enum


class Level(str, Enum):
	"""How bad it is, the worst first."""

	FAULT = "Fault"
	"""Something that people rely on does not work."""
	WARNING = "Warning"
	"""It works, and will not for long, or not as well as it could."""
	NOTICE = "Notice"
	"""As somebody wanted it; good to know when something seems wrong."""
	GOOD = "Good"


@dataclass(frozen=True, slots=True)
class Found:
	"""One thing that was looked at in a folder. ``words`` and ``advice`` are plain English sentences."""

	check: str
	"""What looked, in a word that stays the same: for a script."""
	level: Level
	words: str
	advice: str = ""
	"""What to do; empty where nothing is to be done."""
