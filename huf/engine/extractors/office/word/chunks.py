"""Files of other kinds that a Word document shows as its own text, as programs put whole pages of HTML into one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.unread import FirstNotes, Unread, retold
from huf.engine.sentences import sentence
from huf.engine.types import Section

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class Chunks:
	"""The alternative format chunks of one document (ECMA-376, part 1, 17.17.2.1). Each is read once, however often it is shown."""

	def __init__(self, part: Any, content: Content, notes: list[str]) -> None:
		self._part, self._inside = part, content.read_inside
		self._notes = FirstNotes(notes)
		self._read: set[str] = set()

	def read(self, element: Any, heading: tuple[str, ...]) -> Iterator[Section]:
		"""The sections of the file that ``element`` (``w:altChunk``) names, below the heading that it is under."""
		from huf.engine.extractors import extract

		relation = self._part.rels.get(element.get(_RELATION, ""))
		if relation is None or relation.is_external or relation.target_part.partname in self._read:
			return
		self._read.add(relation.target_part.partname)
		name = one_line(relation.target_part.partname.rpartition("/")[2])
		try:
			inner = (self._inside or extract)(Content(name, data=relation.target_part.blob))
			for section in inner.sections:
				path = heading + section.locator.heading
				yield replace(section, locator=replace(section.locator, heading=path))
		except InputError as error:
			self._notes.add(Unread(sentence(f"The file “{name}” was not read: {error}")))
			return
		for note in inner.notes:
			self._notes.add(retold(note, f"File “{name}”: {note}"))

	def end(self) -> None:
		"""After the last."""
		self._notes.end()
