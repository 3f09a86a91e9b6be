"""What differs between two builds of a source: which inputs came, went and changed, and how the text of one changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from huf.engine.backends.base import Backend, Readable, Reader
from huf.engine.builds.reading import BuildInfo, read_build
from huf.engine.corrections import CORRECTIONS, record_of
from huf.engine.enrichment import UNENRICHED
from huf.engine.errors import ContentMissing
from huf.engine.extractors.properties import PROPERTIES
from huf.engine.inspection.differences import TextDifference, Unit, difference, units_of
from huf.engine.ocr.reading import FACTS
from huf.engine.reading.limits import LIMITS
from huf.engine.registry import Registry
from huf.engine.search.opened.open_builds import open_reader
from huf.engine.types import SUMMARIES, IndexedInput, Locator

TEXT, TITLE, STATUS, LABELS = "text", "title", "status", "labels"
"""What of an input may differ: what it says or what it was made of, its name, what became of it, and what is said about it."""
_READ = frozenset((*FACTS, *PROPERTIES, LIMITS, CORRECTIONS, UNENRICHED, SUMMARIES, "modified"))
"""Metadata that come from what an input says, or change with it."""
_BATCH = 200
"""Passages that are read at once; an input may have any number."""


@dataclass(frozen=True, slots=True)
class ChangedInput:
	"""An input that both builds have."""

	before: IndexedInput
	after: IndexedInput
	what: tuple[str, ...]
	"""Of ``text``, ``title``, ``status`` and ``labels`` those that differ."""


@dataclass(frozen=True, slots=True)
class BuildComparison:
	"""Inputs in the order of the builds."""

	before: BuildInfo
	after: BuildInfo
	added: tuple[IndexedInput, ...]
	removed: tuple[IndexedInput, ...]
	changed: tuple[ChangedInput, ...]
	unchanged: int

	@property
	def is_made_alike(self) -> bool:
		"""Whether both were made with the same settings, model and version; otherwise passages may be cut and ranked in another way."""
		return self.before.fingerprint == self.after.fingerprint


def compare_builds(before: Path, after: Path, *, kinds: Registry[Backend] | None = None) -> BuildComparison:
	"""Which inputs of the build in ``before`` differ from those of the one in ``after``. Reads no text.

	An input counts as changed in its text if its bytes are others, or came to another number of characters, or were read or
	corrected otherwise; :func:`compare_input` then says how, which may be not at all.

	Raises:
		BuildError: one of them cannot be read.
	"""
	old_info, old_inputs = read_build(before, kinds=kinds)
	new_info, new_inputs = read_build(after, kinds=kinds)
	old = {item.key: item for item in old_inputs}
	new = {item.key: item for item in new_inputs}
	both = [(old[key], item) for key, item in new.items() if key in old]
	changed = [ChangedInput(was, now, what) for was, now in both if (what := _what_differs(was, now))]
	return BuildComparison(
		old_info,
		new_info,
		added=tuple(item for key, item in new.items() if key not in old),
		removed=tuple(item for key, item in old.items() if key not in new),
		changed=tuple(changed),
		unchanged=len(both) - len(changed),
	)


def compare_input(
	before: Path, after: Path, key: str, *, kinds: Registry[Backend] | None = None
) -> TextDifference:
	"""How the text of the input ``key`` differs; that of an input which one of the builds lacks, or could not read, is empty there.

	Raises:
		ContentMissing: neither build has a passage of it, or this kind of index gives no documents.
		BuildError: one of them cannot be read.
	"""
	readers = open_reader(before, kinds), open_reader(after, kinds)
	places = [_places(reader, key) for reader in readers]
	if not any(places):
		raise ContentMissing("Neither index holds any text of this input.")
	old, new = (_units(reader, each) for reader, each in zip(readers, places, strict=True))
	return difference(old, new)


def _what_differs(was: IndexedInput, now: IndexedInput) -> tuple[str, ...]:
	differs = {
		TEXT: _reading(was) != _reading(now),
		TITLE: was.title != now.title,
		STATUS: (was.status, was.message) != (now.status, now.message),
		LABELS: (was.url, _labels(was)) != (now.url, _labels(now)),
	}
	return tuple(name for name, differ in differs.items() if differ)


def _reading(item: IndexedInput) -> tuple[object, ...]:
	return item.content_hash, item.characters, item.extractors, record_of(item.metadata).digest


def _labels(item: IndexedInput) -> dict[str, object]:
	"""What people or the ERP say about the input; what reading it showed belongs to its text."""
	return {key: value for key, value in item.metadata.items() if key not in _READ}


def _places(reader: Reader, key: str) -> list[int]:
	if not isinstance(reader, Readable):
		raise ContentMissing("This kind of index gives passages only, no whole documents.")
	return reader.places(key)


def _units(reader: Reader, places: list[int]) -> Iterator[Unit]:
	"""The text of an input, from one passage to the next, without what they repeat."""
	return units_of(_pieces(reader, places))


def _pieces(reader: Reader, places: list[int]) -> Iterator[tuple[str, Locator]]:
	end = 0
	for start in range(0, len(places), _BATCH):
		part = places[start : start + _BATCH]
		found = reader.passages(part)
		for place in part:
			passage = found[place]
			yield passage.text[max(0, end - passage.start) :], passage.locator
			end = max(end, passage.end)
