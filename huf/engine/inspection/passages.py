"""A passage as it is shown to a person."""

from dataclasses import dataclass
from typing import Any

from huf.engine.types import Locator


@dataclass(frozen=True, slots=True)
class ReadPassage:
	"""One passage with its borders in the text of its document."""

	number: int
	"""From 1, in the order of the document."""
	start: int
	"""Where it begins in the text of the document, in characters."""
	end: int
	text: str
	header: str
	"""What is repeated before it so that it can be read alone: the column names of a table."""
	locator: Locator
	repeats: int = 0
	"""So many of its first characters are also the end of the passage before."""
	suspicions: tuple[str, ...] = ()
	"""Why a person should compare it with the original, in sentences."""

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON; the locator carries its ``label`` too."""
		return {
			"number": self.number,
			"start": self.start,
			"end": self.end,
			"text": self.text,
			"header": self.header,
			"locator": {**self.locator.to_dict(), "label": self.locator.label()},
			"repeats": self.repeats,
			"suspicions": list(self.suspicions),
		}
