"""A question of somebody who needed to know."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Need:
	"""The question, and what is true."""

	kind: Literal["list", "number", "groups", "value", "share"]
	"""Names of records, the first of them in their order if the SQL has a limit; a number; keys with numbers; a field of one record; a
	percentage, or keys with percentages."""
	text: str
	doctype: str
	"""Of the records that are asked for; of a value, that of its record."""
	sql: str
