"""What has to happen so that the inputs of a source are what its selectors select. Pure values; nothing is written."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from huf.ai.knowledge.selectors.values import Present, Wanted


@dataclass(slots=True)
class Changes:
	"""The difference between what is wanted and what is there."""

	appear: list[Wanted] = field(default_factory=list)
	change: list[tuple[Present, Wanted]] = field(default_factory=list)
	"""Inputs that are to be read and indexed again."""
	relabel: list[tuple[Present, Wanted]] = field(default_factory=list)
	"""Inputs of which only the row changes, and perhaps labels in the index."""
	leave: list[str] = field(default_factory=list)
	"""Names of inputs."""
	kept: int = 0

	@property
	def is_empty(self) -> bool:
		return not (self.appear or self.change or self.relabel or self.leave)

	def numbers(self) -> dict[str, int]:
		"""For messages and logs."""
		return {
			"added": len(self.appear),
			"changed": len(self.change),
			"relabelled": len(self.relabel),
			"removed": len(self.leave),
			"kept": self.kept,
		}


def compare(
	wanted: Iterable[Wanted],
	present: Iterable[Present],
	*,
	tombstones: Collection[str] = (),
	reread: Collection[str] = (),
	reread_all: bool = False,
) -> Changes:
	"""Compare what the selectors select with the inputs that they brought.

	:param wanted: what two selectors select counts once, for the first.
	:param tombstones: keys of what a person took out, which stays out.
	:param reread: selectors whose records are to be read again, since their text would be another.
	:param reread_all: everything here is to be read again (a comment was deleted: nothing of its record tells).
	"""
	changes = Changes()
	there: dict[str, Present] = {}
	for row in present:
		# By what it is made of now: after a rename the key is still the old one, after a merge two inputs are one record.
		key = row.identity.key
		if key in there:
			keep, leave = _one_of(there[key], row)
			there[key] = keep
			changes.leave.append(leave.input)
		else:
			there[key] = row
	seen: set[str] = set()
	for item in wanted:
		key = item.key
		if key in seen or key in tombstones:
			continue
		seen.add(key)
		known = there.pop(key, None)
		if known is None:
			changes.appear.append(item)
		elif reread_all or item.selector in reread or not known.reads_as(item):
			changes.change.append((known, item))
		elif not known.follows(item):
			changes.relabel.append((known, item))
		else:
			changes.kept += 1
	changes.leave += [known.input for known in there.values()]
	return changes


def _one_of(first: Present, second: Present) -> tuple[Present, Present]:
	"""Of two inputs of one record, the one that already has its key stays."""
	return (second, first) if second.key == second.identity.key else (first, second)
