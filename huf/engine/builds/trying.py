"""What a build would read and ask, before it is made: its inputs are read and cut as a build does it, and nothing is written."""

import random
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from huf.engine.backends.hybrid import embedding_cache
from huf.engine.backends.hybrid.text_embedding import embedded_text
from huf.engine.backends.keyword.schema import chunk_values
from huf.engine.builds.estimating import Tally, Texts
from huf.engine.builds.planning import BuildPlan
from huf.engine.embedding import AsksInPortions, Embedder
from huf.engine.errors import InputError, ScanWaiting
from huf.engine.extractors import Extractor, default_registry
from huf.engine.indexing import BuildSettings, Opened, open_inputs
from huf.engine.ocr import FileScans, Ocr
from huf.engine.reading import open_reader, processes_of_build
from huf.engine.reading.limits import MOST_BYTES
from huf.engine.registry import Registry
from huf.engine.types import Progress, WantedInput

LOOK_SECONDS = 30.0
"""How long inputs are read before the rest is told from those that were."""
WRITING_SECONDS = 72e-6
"""Of the processor for a passage, besides reading its input: docs/performance.md has it at 100,000 passages."""
_BATCH = 100
"""Texts that are looked up, and would be given to an embedder, together."""
_TRIED_TEXTS, _TRIED_SECONDS = 256, 2.0
"""On so many texts, for so long, it is measured how fast a model on this machine makes vectors."""


@dataclass(frozen=True, slots=True)
class Trial:
	"""What a plan would take. Numbers of texts, requests and seconds are those of all its inputs, also of those that were not read."""

	inputs: int
	"""To be read."""
	read: int
	"""Those of them that were read to tell this."""
	unreadable: int
	"""Those of the read that gave no text."""
	scanned: int
	"""Those of the unreadable with scanned pages that nobody has recognised yet, which was not done for this either."""
	texts: Texts
	requests: int
	"""To an embedding service; 0 where the vectors are made here, or there are none."""
	seconds: float
	"""To read, cut and write, and for vectors that are made here; what a service takes for its answers is not in it."""


def try_plan(
	plan: BuildPlan,
	settings: BuildSettings,
	*,
	embedder: Embedder | None = None,
	is_service: bool = False,
	cache: Path,
	extractors: Registry[Extractor] | None = None,
	ocr: Ocr | None = None,
	progress: Callable[[Progress], None] | None = None,
	seconds: float = LOOK_SECONDS,
	reading_processes: int = 0,
	clock: Callable[[], float] = time.monotonic,
) -> Trial:
	"""Read and cut the inputs of ``plan``, in an order by chance, for some ``seconds``; the rest is told from their sizes.

	No service is asked, and no file is written. ``ocr`` should use only pages that are kept (:class:`~huf.engine.ocr.Ocr`).

	Args:
		embedder: who would make the vectors; None: nobody does.
		is_service: the embedder is a service, which takes money and is not asked. One on this machine is tried, to measure how fast it is.
		cache: the folder with the vectors that are kept; it need not be there.
		reading_processes: as the build will have them; see :func:`~huf.engine.builds.making.run_build`.
	"""
	items = list(plan.index)
	random.Random(0).shuffle(items)  # whoever asks twice gets the same numbers
	sizes = list(map(_size, items))
	look = _Look(embedder, is_service, cache, ocr or Ocr())
	if is_service and isinstance(embedder, AsksInPortions):
		list(embedder.portions(["loaded now, which is no part of reading"]))
	report, began = progress or (lambda _: None), clock()
	processes = processes_of_build(reading_processes)
	with open_reader(extractors or default_registry(), settings.limits, processes) as reader:
		for read, opened in enumerate(open_inputs(items, settings, reader), start=1):
			look.at(opened)
			report(Progress("estimate", read, len(items)))
			if clock() - began >= seconds:
				break
	look.end()
	took, read = clock() - began, look.read
	factor = _factor(sizes, read)
	texts = look.tally.texts(factor)
	making = 0.0 if is_service else _seconds_of_vector(embedder, look.new, clock) * texts.new_passages
	return Trial(
		inputs=len(items),
		read=read,
		unreadable=look.unreadable,
		scanned=look.scanned,
		texts=texts,
		requests=round(look.requests * factor),
		seconds=took * factor + texts.passages * WRITING_SECONDS + making,
	)


class _Look:
	"""What was seen of some inputs."""

	def __init__(self, embedder: Embedder | None, is_service: bool, cache: Path, ocr: Ocr) -> None:
		def kept(marks: Sequence[bytes]) -> Collection[bytes]:
			if embedder is None:
				return marks  # nobody is asked for anything
			return embedding_cache.kept_of(cache, embedder.key, marks) if embedder.is_costly else ()

		self._service, self._ocr = embedder if is_service else None, ocr
		self.tally = Tally(kept)
		self.read = self.unreadable = self.scanned = self.requests = 0
		self.new: list[str] = []
		"""Some of the texts that would be embedded."""
		self._waiting: list[str] = []

	def at(self, opened: Opened) -> None:
		self.read += 1
		try:
			opened.check()
			with self._ocr.scans_of(opened.content) as scans:
				each = _embedded(opened, scans)
				while texts := list(islice(each, _BATCH)):
					self._count(texts)
		except InputError as error:
			self.unreadable += 1
			self.scanned += isinstance(error, ScanWaiting)

	def _count(self, texts: list[str]) -> None:
		new = self.tally.add(texts)
		self.new += new[: _TRIED_TEXTS - len(self.new)]
		if self._service is not None:
			self._waiting += new
			while len(self._waiting) >= _BATCH:
				self._ask(self._waiting[:_BATCH])
				self._waiting = self._waiting[_BATCH:]

	def end(self) -> None:
		"""Count the requests for what was not counted yet: texts of several inputs go together."""
		if self._waiting:
			self._ask(self._waiting)

	def _ask(self, texts: Sequence[str]) -> None:
		if isinstance(self._service, AsksInPortions):
			self.requests += sum(1 for _ in self._service.portions(texts))
		else:
			self.requests += 1


def _embedded(opened: Opened, scans: FileScans) -> Iterator[str]:
	for chunk in opened.reading.items(scans):
		*_, heading, body = chunk_values(chunk)
		yield embedded_text([opened.wanted.title, heading, body])


def _size(wanted: WantedInput) -> int:
	"""Bytes that are read of an input; 0 where nothing will be: who cannot be opened, or is too large."""
	try:
		size = wanted.open_content().size
	except (InputError, OSError):
		return 0
	return size if size <= MOST_BYTES else 0


def _factor(sizes: Sequence[int], read: int) -> float:
	"""All there is, over what was read of it."""
	if read == len(sizes):
		return 1.0
	return sum(sizes) / sum(sizes[:read]) if any(sizes[:read]) else len(sizes) / read


def _seconds_of_vector(embedder: Embedder | None, texts: Sequence[str], clock: Callable[[], float]) -> float:
	"""How long a model on this machine takes for a text."""
	if embedder is None or not texts:
		return 0.0
	embedder.embed(texts[:1])  # it is loaded now, which a build does once
	began, done = clock(), 0
	while done < len(texts) and (not done or clock() - began < _TRIED_SECONDS):
		embedder.embed(texts[done : done + _BATCH])
		done = min(done + _BATCH, len(texts))
	return (clock() - began) / done
