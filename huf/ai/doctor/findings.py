"""What an examination of a site finds: a level, a sentence, what to do, and where it is safe, an action that does it."""

from dataclasses import dataclass
from enum import Enum

from huf.local.upkeep.findings import Level

__all__ = ["Action", "Finding", "Level", "good"]


class Action(str, Enum):
	"""What the page and the command offer to do about a finding. Each can be done twice, and loses nothing."""

	REBUILD = "Rebuild Index"
	RETRY = "Retry"
	LOOK_NOW = "Look After It Now"
	CLEAN_UP = "Clean Up"
	RELEASE = "Release"
	MERGE = "Put Together"


@dataclass(frozen=True, slots=True)
class Finding:
	"""One thing that was looked at. ``words`` and ``advice`` are sentences in the language of the request, plain text."""

	level: Level
	words: str
	advice: str = ""
	"""What to do; empty where nothing is to be done."""
	source: str = ""
	"""Name of the Knowledge Source that it is about."""
	action: Action | None = None
	check: str = ""
	"""What looked, in a word that stays the same in every language: for a monitor. Filled in by the examination."""


def good(words: str) -> Finding:
	"""What was looked at is as it should be."""
	return Finding(Level.GOOD, words)
