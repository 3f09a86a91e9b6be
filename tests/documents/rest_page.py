"""docs/rest.md taken apart, for the test that compares it with the code and the one that runs its examples. Imports no Frappe."""

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "rest.md"
_EXAMPLE = re.compile(r"```sh\n(curl [^`]*)\n```\n\n→ `(\d+)`: (.*)")


@dataclass(frozen=True)
class Argument:
	"""A row of a method's table."""

	name: str
	type: str
	default: str


@dataclass(frozen=True)
class Example:
	"""A command, and what the line below it says of the answer."""

	command: str
	status: int
	said: str

	@property
	def names(self) -> list[str]:
		"""What the line has in code marks: keys of the answer, or ``exc_type`` and its value."""
		return re.findall(r"`(\w+)`", self.said)


@dataclass(frozen=True)
class Entry:
	"""The part of the page about one method."""

	path: str
	http: tuple[str, ...]
	who: str
	arguments: tuple[Argument, ...]
	examples: tuple[Example, ...]


def entries() -> dict[str, Entry]:
	"""What the page has of each method, by its dotted path."""
	found = {}
	for part in re.split(r"^### (?=huf\.)", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
		part = re.split(r"^## ", part, flags=re.MULTILINE)[0]
		path, facts, *_rest = [line for line in part.splitlines() if line]
		http, who, *_limit = facts.split(" · ")
		rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|", part, flags=re.MULTILINE)
		arguments = tuple(Argument(name, kind, default.strip("`")) for name, kind, default in rows)
		found[path] = Entry(path, tuple(http.split(", ")), who, arguments, _examples(part))
	return found


def general_examples() -> tuple[Example, ...]:
	"""The examples before the first method."""
	return _examples(PAGE.read_text(encoding="utf-8").split("\n### huf.")[0])


def old_addresses() -> dict[str, str]:
	"""The table of old addresses."""
	text = PAGE.read_text(encoding="utf-8").split("\n## Old addresses\n")[1]
	return dict(re.findall(r"^\| `([\w.]+)` \| `([\w.]+)` \|$", text, flags=re.MULTILINE))


def _examples(text: str) -> tuple[Example, ...]:
	return tuple(Example(command, int(status), said) for command, status, said in _EXAMPLE.findall(text))
