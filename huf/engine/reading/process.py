"""The side of the reader's processes that asks: starts them, shares out what is to be read, and tells what became of one that ended.

A process serves one input after the other, and reads the next while what it has read is being used. One that dies, or is left in
the middle of an input, is replaced by a fresh one when it is next needed, which takes some milliseconds.
"""

import os
import select
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from itertools import count
from typing import Any, Generic, TypeVar

from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputError, OverLimit
from huf.engine.extractors import Extractor
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.recognition.sniff import find_key
from huf.engine.extractors.unread import Unread
from huf.engine.reading import child
from huf.engine.reading.asked_scans import AskedScans
from huf.engine.reading.costs import FULL
from huf.engine.reading.forked import STALLED_SECONDS, Forked, descriptor_of
from huf.engine.reading.here import ReadHere, Reading
from huf.engine.reading.limits import ReadingLimits, check_size
from huf.engine.reading.wire import Ended, Message, Nonsense, Stalled, chunk_from_wire, section_from_wire
from huf.engine.registry import Registry
from huf.engine.scans import ReadsScans
from huf.engine.types import Chunk, JSONValue, Section

T = TypeVar("T", Section, Chunk)

SHORT_TEXT_BYTES = 1 << 16
"""What a person types is less, as are most files of text; the slowest thing that their reader does with so much takes a millisecond."""
_EACH = 2
"""Inputs that a process has at once: the one that it reads, and the next, so that it need not wait until somebody is at leisure."""
_AHEAD_OF_SEVERAL = 4
"""Inputs for each of several processes that are begun before they are used: while one reads a long file, the others read what follows it."""


class ReaderProcesses:
	"""A :class:`~huf.engine.reading.here.Reader` whose work is done in processes of their own, within limits.

	There are as many as there is work for, up to ``most``. What they read comes in the order in which it was begun, whichever is done first.
	"""

	def __init__(self, registry: Registry[Extractor], limits: ReadingLimits, most: int = 1) -> None:
		self._registry, self.limits, self._most = registry, limits, most
		self.ahead = most * _AHEAD_OF_SEVERAL if most > 1 else 1
		self._asked_limits = astuple(limits)
		self._processes: list[Forked] = []
		self._turns = count()
		self._begun: deque[_Asked[Any]] = deque()
		"""What is to be read and is not done, in its order. What a process was sent comes before what it was not."""

	def sections(self, content: Content) -> Reading[Section]:
		"""See :class:`~huf.engine.reading.here.Reader`."""
		if short := self._short_text(content):
			return ReadHere(short, self._registry, self.limits)
		return _Asked(self, content, None, 0, "sections", section_from_wire)

	def chunks(self, content: Content, settings: ChunkSettings, most: int = 0) -> Reading[Chunk]:
		"""See :class:`~huf.engine.reading.here.Reader`."""
		if short := self._short_text(content):
			return ReadHere(short, self._registry, self.limits, settings, most)
		return _Asked(self, content, settings, most, "chunks", chunk_from_wire)

	def close(self) -> None:
		"""End the processes."""
		self._begun.clear()
		for process in list(self._processes):
			self.drop(process)

	def _short_text(self, content: Content) -> Content | None:
		"""``content`` in memory if it is a text of few bytes: nothing in so little of it can cost much, while handing it to a process
		costs more than reading it. None for all else, also for what cannot be opened: the process tells why."""
		if content.extension != "txt":
			return None
		try:
			if content.data is None:
				with content.open() as stream:
					if stream.seek(0, os.SEEK_END) > SHORT_TEXT_BYTES:
						return None
					stream.seek(0)
					# What is looked at now is what is read, whatever becomes of the file.
					content = replace(content, path=None, opener=None, data=stream.read(SHORT_TEXT_BYTES + 1))
			is_short = content.size <= SHORT_TEXT_BYTES and find_key(content, self._registry) == "txt"
		except (OSError, InputError):
			return None
		return content if is_short else None

	def begin(self, reading: "_Asked[Any]") -> None:
		"""Let a process read it as soon as one has read what it was given before."""
		reading.turn = next(self._turns)
		self._begun.append(reading)
		self._hand_out()

	def take(self, reading: "_Asked[Any]") -> Forked:
		"""The process that reads this input next, asked for it again if another one had to be ended meanwhile.

		Raises:
			InputError: the input is too large to be looked at, or not there.
		"""
		while self._begun and self._begun[0] is not reading:
			# Somebody has left it out; its process has it before whatever else that was sent.
			if process := self._process_of(self._begun.popleft()):
				self.drop(process)
		if (process := self._process_of(reading)) is None:
			# One that has something else to read would first say what nobody asks for yet.
			idle = (each for each in self._processes if each.is_idle and each.takes_more)
			process = next(idle, None) or self._fork()
			try:
				self._send(reading, process)
			except OSError as error:
				raise parse_failure(error) from error
		self._hand_out()
		return process

	def hear(self, process: Forked) -> Message:
		"""What a process says next. What the others say meanwhile is kept, and they are given more to read.

		Raises:
			Ended: nothing more will come, or nothing came for :data:`~huf.engine.reading.forked.STALLED_SECONDS`.
		"""
		until = time.monotonic() + STALLED_SECONDS
		while True:
			for other in self._speaking(0.0 if process.has_spoken else until - time.monotonic()):
				other.hear()
			self._hand_out()
			if process.has_spoken:
				return process.next()
			if time.monotonic() >= until:
				raise Stalled("no word")

	def done(self, reading: "_Asked[Any]", *, is_whole: bool) -> None:
		"""Nobody asks for more of it. Where its process is in the middle of it, nobody can go on with that."""
		if self._begun and self._begun[0] is reading:
			self._begun.popleft()
		if not is_whole and (process := self._process_of(reading)):
			self.drop(process)

	def drop(self, process: Forked) -> None:
		"""End a process; another one is taken for what it has not read."""
		if process in self._processes:
			self._processes.remove(process)
			process.end()

	def _process_of(self, reading: "_Asked[Any]") -> Forked | None:
		"""The process that has this to read, or is reading it."""
		return reading.process if reading.process in self._processes else None

	def _hand_out(self) -> None:
		"""Give what is begun, in its order, to the processes that have the least to do."""
		for process in [each for each in self._processes if each.is_worn and each.is_idle]:
			self.drop(process)
		for reading in self._begun:
			if self._process_of(reading):
				continue
			if (free := self._free_for(reading)) is None:
				return
			try:
				self._send(reading, free)
			except (OSError, InputError):
				return  # the same is met, and told, when its items are asked for

	def _free_for(self, reading: "_Asked[Any]") -> Forked | None:
		"""A process that can be given this to read; None if all have enough.

		What it has said and nobody has taken comes out before, so that must be of what was begun before.
		"""
		fit = [
			each
			for each in self._processes
			if each.takes_more and (each.is_idle or each.latest < reading.turn)
		]
		least = min(fit, key=lambda process: process.unread, default=None)
		if (least is None or least.unread) and len(self._processes) < self._most:
			return self._fork()
		return least if least is not None and least.unread < _EACH else None

	def _fork(self) -> Forked:
		process = Forked(self._registry)
		self._processes.append(process)
		return process

	def _send(self, reading: "_Asked[Any]", process: Forked) -> None:
		message, descriptor = reading.request()
		try:
			reading.process, process.latest = process, reading.turn
			process.ask(descriptor, {**message, "limits": self._asked_limits})
		finally:
			os.close(descriptor)

	def _speaking(self, seconds: float) -> list[Forked]:
		"""The processes that say something, or are gone, within this time; none if all stay silent."""
		waiting = {each.fileno(): each for each in self._processes if each.may_speak}
		poll = select.poll()
		for descriptor in waiting:
			poll.register(descriptor, select.POLLIN)
		return [waiting[descriptor] for descriptor, _ in poll.poll(max(0.0, seconds) * 1000)]


class _Asked(Generic[T]):
	"""A reading of :class:`ReaderProcesses`."""

	def __init__(
		self,
		reader: ReaderProcesses,
		content: Content,
		chunking: ChunkSettings | None,
		most: int,
		kind: str,
		decode: Callable[[list[Any]], T],
	) -> None:
		self.notes: list[str] = []
		self.media_type = self.extractor = ""
		self.asked: set[str] = set()
		self.properties: dict[str, JSONValue] = {}
		self.characters = 0
		self.is_cut = False
		self._reader, self._content, self._chunking, self._most = reader, content, chunking, most
		self._kind = kind
		self._decode: Callable[[list[Any]], T] = decode
		self._received = 0
		self._is_whole = self._is_second_try = False
		self.turn = 0
		"""Its place among all that was begun."""
		self.process: Forked | None = None
		"""To which it was sent last."""
		reader.begin(self)

	def request(self) -> tuple[Message, int]:
		"""What is asked of a process, and a descriptor of the bytes, which the caller closes.

		Raises:
			OverLimit: it is too large.
			OSError: it cannot be opened.
		"""
		check_size(self._content)
		cut = self._chunking
		message: Message = {
			"name": self._content.name,
			"media_type": self._content.media_type,
			"fetched_from": self._content.fetched_from,
			"chunking": [cut.chunker, cut.size, cut.overlap, cut.unit] if cut else None,
			"most": self._most,
		}
		return message, descriptor_of(self._content)

	def items(self, scans: ReadsScans) -> Iterator[T]:
		"""See :class:`~huf.engine.reading.here.Reading`."""
		try:
			while not self._is_whole:
				process = self._reader.take(self)
				try:
					yield from self._said_by(process, AskedScans(scans))
				except Ended as ended:
					failure = self._died(process, ended)
					if not self._may_try_again(failure, ended):
						raise failure from None
					self._is_second_try = True
					self._reader.drop(process)
		finally:
			self._reader.done(self, is_whole=self._is_whole)

	def _said_by(self, process: Forked, asked: AskedScans) -> Iterator[T]:
		"""The items as the process sends them, until it has sent all."""
		while not self._is_whole:
			message = self._reader.hear(process)
			if self._kind in message:
				self._learn(message)
				for item in self._decoded(message[self._kind]):
					self._received += len(item.text)
					yield item
			elif "scan" in message:
				process.send(asked.answer(message))
			elif "began" in message:
				self._learn(message)
			else:
				failure = self._finish(message)
				self._is_whole = True
				if failure is not None:
					raise failure

	def _may_try_again(self, failure: InputError, ended: Ended) -> bool:
		"""Whether the process may have died of something else than this input, once for each input.

		A fork of a process with threads can die of these at any moment (gRPC ends it so), and its death is all that is known. What has
		a reason, such as a limit, would come to the same again; and of what has been given out, nothing can be taken back.
		"""
		has_reason = isinstance(failure, OverLimit) or isinstance(ended, Nonsense)
		return not (has_reason or self._received or self._is_second_try)

	def _learn(self, message: Message) -> None:
		"""Take what a message says of the input, beside its text."""
		try:
			if "notes" in message:
				self.notes = [
					Unread(text) if is_unread else str(text) for text, is_unread in message["notes"]
				]
				self.properties.update(message["properties"])
			if "asked" in message:
				self.asked.update(map(str, message["asked"]))
			if "began" in message:
				self.media_type, self.extractor = map(str, message["began"])
		except (TypeError, ValueError, KeyError, AttributeError) as problem:
			raise Nonsense(str(problem)) from problem

	def _decoded(self, values: Any) -> list[T]:
		try:
			return [self._decode(one) for one in values]
		except (TypeError, ValueError, KeyError, AttributeError) as error:
			raise Nonsense(str(error)) from error

	def _finish(self, message: Message) -> Exception | None:
		"""Take what the process says at the end of the input; what is to be raised."""
		self._learn(message)
		try:
			self.characters, self.is_cut = int(message["characters"]), bool(message["is_cut"])
			if "error" in message:
				return child.error_from_wire(message)
			if "os_error" in message:
				return OSError(*message["os_error"])
		except (TypeError, ValueError, KeyError, AttributeError) as problem:
			raise Nonsense(str(problem)) from problem
		return RuntimeError(f"The reader of inputs failed:\n{message['bug']}") if "bug" in message else None

	def _died(self, process: Forked, ended: Ended) -> InputError:
		"""Why the process ended, or was given up, in the middle of the input."""
		if isinstance(ended, Stalled):
			return OverLimit(
				f"Reading the input came to a stop for {STALLED_SECONDS:.0f} seconds. Try it again when the disk that it lies "
				"on answers."
			)
		limits = self._reader.limits
		how = None if isinstance(ended, Nonsense) else process.wait()
		if how == -signal.SIGXCPU:
			seconds = limits.earned(self._received)
			return OverLimit(
				f"Reading the input takes more than {seconds} seconds of the processor. Split it, save it in a simpler form, "
				"or raise the limit."
			)
		memory = limits.memory_for(self._content.size)
		if how in (-signal.SIGKILL, child.MEMORY_ENDED) or process.peak > FULL * memory:
			return child.over_memory(memory)
		name = "no sense" if how is None else signal.Signals(-how).name if how < 0 else f"exit code {how}"
		return CorruptFile(
			f"What reads this kind of file crashed on it ({name}). Open it in the program it was made with, save it again "
			"and upload the new file."
		)
