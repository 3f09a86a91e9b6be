"""An input read with its corrections."""

from collections.abc import Iterator
from itertools import islice

from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.corrections.applying import correct, notes_about
from huf.engine.corrections.records import Corrected, CorrectionRecord, as_record
from huf.engine.reading import Reading
from huf.engine.scans import ReadsScans
from huf.engine.types import Chunk, Correction, JSONValue, Section


class CorrectedReading:
	"""A :class:`~huf.engine.reading.Reading` as chunks of what is read as sections, corrected in between.

	The reader's process gives sections; what people said of them never goes to it, and the text is cut here.
	"""

	def __init__(
		self,
		reading: Reading[Section],
		corrections: tuple[Correction, ...],
		chunking: ChunkSettings,
		most: int = 0,
	) -> None:
		self.notes: list[str] = []
		self.media_type = self.extractor = ""
		self.asked: set[str] = set()
		self.properties: dict[str, JSONValue] = {}
		self.characters = 0
		self.is_cut = False
		self._reading, self._corrections = reading, corrections
		self._chunking, self._most = chunking, most
		self._corrected: Corrected | None = None

	@property
	def record(self) -> CorrectionRecord:
		"""What became of the corrections, as far as the input could be read."""
		return as_record(self._corrections, self._corrected)

	def items(self, scans: ReadsScans) -> Iterator[Chunk]:
		"""See :class:`~huf.engine.reading.Reading`."""
		try:
			sections = list(self._reading.items(scans))
		finally:
			self._learn()
		corrected = self._corrected = correct(sections, self._corrections)
		del sections
		self.characters = sum(len(section.text) for section in corrected.sections)
		self.notes.extend(notes_about(corrected))
		chunks = chunk_sections(corrected.sections, self._chunking)
		yield from islice(chunks, self._most) if self._most else chunks
		self.is_cut = bool(self._most) and next(chunks, None) is not None

	def _learn(self) -> None:
		read = self._reading
		self.notes, self.asked, self.properties = [*read.notes], read.asked, read.properties
		self.media_type, self.extractor = read.media_type, read.extractor
