"""The side of a reader's process that asks: starts it, sends what is to be read, and tells what became of one that ended.

A process serves one input after the other, and reads the next while what it has read is being used. One that dies, or is left in
the middle of an input, is replaced by a fresh one when it is next needed, which takes some milliseconds.
"""

import io
import os
import signal
import socket
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
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
from huf.engine.reading.costs import FULL, resident
from huf.engine.reading.here import ReadHere, Reading
from huf.engine.reading.limits import ReadingLimits, check_size
from huf.engine.reading.wire import (
	Ended,
	Message,
	Nonsense,
	Stalled,
	chunk_from_wire,
	receive,
	section_from_wire,
	send,
)
from huf.engine.registry import Registry
from huf.engine.scans import ReadsScans
from huf.engine.types import Chunk, JSONValue, Section

T = TypeVar("T", Section, Chunk)

STALLED_SECONDS = 600.0
"""Without a word, though not busy, such as on a disk that does not answer. Being busy is bounded by time of the processor."""
ENDING_SECONDS = 5.0
"""For a process that has closed its connection to be gone."""
SHORT_TEXT_BYTES = 1 << 16
"""What a person types is less, as are most files of text; the slowest thing that their reader does with so much takes a millisecond."""
_BLOCK = 1 << 20


class ReaderProcess:
	"""A :class:`~huf.engine.reading.here.Reader` whose work is done in a process of its own, within limits."""

	def __init__(self, registry: Registry[Extractor], limits: ReadingLimits) -> None:
		self._registry, self.limits = registry, limits
		self._asked_limits = astuple(limits)
		self._process: _Process | None = None
		self._begun: deque[_Asked[Any]] = deque()
		"""What is to be read and is not done, in its order. What has been sent to the process comes before what has not."""

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
		"""End the process."""
		self._begun.clear()
		self.drop()

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
		"""Let the process read it as soon as it has read what was begun before."""
		self._begun.append(reading)
		self._send_ahead()

	def take(self, reading: "_Asked[Any]") -> "_Process":
		"""The process that reads this input next, asked for it again if another one had to be ended meanwhile.

		Raises:
			InputError: the input is too large to be looked at, or not there.
		"""
		while self._begun and self._begun[0] is not reading:
			# Somebody has left it out; the process has it before this one.
			if self._begun.popleft().is_sent_to(self._process):
				self.drop()
		if not reading.is_sent_to(self._process):
			# Nothing of a worn process is wanted any more: whatever was begun later has not been sent either.
			if self._process is not None and self._process.is_worn:
				self.drop()
			try:
				self._send(reading)
			except OSError as error:
				raise parse_failure(error) from error
		self._send_ahead()
		assert self._process is not None
		return self._process

	def done(self, reading: "_Asked[Any]", *, is_whole: bool) -> None:
		"""Nobody asks for more of it. Where the process is in the middle of it, nobody can go on with that."""
		if self._begun and self._begun[0] is reading:
			self._begun.popleft()
		if not is_whole and reading.is_sent_to(self._process):
			self.drop()

	def _send_ahead(self) -> None:
		"""Ask for what is begun, in its order, as far as the process takes it."""
		for reading in self._begun:
			if reading.is_sent_to(self._process):
				continue
			if self._process is not None and self._process.is_worn:
				return
			try:
				self._send(reading)
			except (OSError, InputError):
				return  # the same is met, and told, when its items are asked for

	def _send(self, reading: "_Asked[Any]") -> None:
		message, descriptor = reading.request()
		try:
			if self._process is None:
				self._process = _Process(self._registry)
			reading.process = self._process
			self._process.ask(descriptor, {**message, "limits": self._asked_limits})
		finally:
			os.close(descriptor)

	def drop(self) -> None:
		"""End the process; another one is taken for what is to be read next."""
		process, self._process = self._process, None
		if process is not None:
			process.end()


class _Asked(Generic[T]):
	"""A reading of a :class:`ReaderProcess`."""

	def __init__(
		self,
		reader: ReaderProcess,
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
		self.process: _Process | None = None
		"""To which it was sent last."""
		reader.begin(self)

	def is_sent_to(self, process: "_Process | None") -> bool:
		"""Whether this process has it to read, or is reading it."""
		return process is not None and self.process is process

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
		return message, _descriptor(self._content)

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
					self._reader.drop()
		finally:
			self._reader.done(self, is_whole=self._is_whole)

	def _said_by(self, process: "_Process", asked: AskedScans) -> Iterator[T]:
		"""The items as the process sends them, until it has sent all."""
		while not self._is_whole:
			message = process.receive()
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
				failure = self._finish(process, message)
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

	def _finish(self, process: "_Process", message: Message) -> Exception | None:
		"""Take what the process says at the end of the input; what is to be raised."""
		self._learn(message)
		try:
			self.characters, self.is_cut = int(message["characters"]), bool(message["is_cut"])
			process.is_worn = bool(message["is_worn"])
			if "error" in message:
				return child.error_from_wire(message)
			if "os_error" in message:
				return OSError(*message["os_error"])
		except (TypeError, ValueError, KeyError, AttributeError) as problem:
			raise Nonsense(str(problem)) from problem
		return RuntimeError(f"The reader of inputs failed:\n{message['bug']}") if "bug" in message else None

	def _died(self, process: "_Process", ended: Ended) -> InputError:
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


class _Process:
	"""A fork of this process that reads."""

	def __init__(self, registry: Registry[Extractor]) -> None:
		self.is_worn = False
		"""Whether another one is to be taken for what has not been sent to this one."""
		self._status: int | None = None
		self.peak = 0
		"""Bytes of memory that it took at most, beyond those of the process that it was; known once it has ended."""
		self._begun = resident()
		# One for what is to be read and one for what is: it is asked ahead, and must not take that for an answer.
		self._requests, its_requests = socket.socketpair()
		self._connection, its_connection = socket.socketpair()
		# Of its own, so that nothing stays behind when the process is ended in the middle of an input.
		self._scratch = tempfile.TemporaryDirectory(prefix="huf-reader-", ignore_cleanup_errors=True)
		self._pid = os.fork()
		if self._pid == 0:
			code = 1
			try:
				code = child.serve(its_requests, its_connection, registry, self._scratch.name)
			finally:
				# Nothing of the process that this was may run on here: no handlers, no buffers.
				os._exit(code)
		its_requests.close()
		its_connection.close()
		self._connection.settimeout(STALLED_SECONDS)

	def ask(self, descriptor: int, message: Message) -> None:
		"""Send what is to be read.

		Nothing here waits for the process: a request is smaller than what a socket holds.
		"""
		try:
			socket.send_fds(self._requests, [b"F"], [descriptor])
			send(self._requests, message)
		except (OSError, Ended):
			pass  # it is gone; whoever asks for the items learns how

	def send(self, message: Message) -> None:
		"""Answer the process."""
		send(self._connection, message)

	def receive(self) -> Message:
		"""What the process says next.

		Raises:
			Ended: nothing more will come, or nothing came for :data:`STALLED_SECONDS`.
		"""
		return receive(self._connection)

	def wait(self) -> int | None:
		"""How it ended, once its connection is closed: the exit code, or the negative number of a signal; None if it goes on."""
		until = time.monotonic() + ENDING_SECONDS
		while not self._is_over() and time.monotonic() < until:
			time.sleep(0.005)
		return self._status

	def end(self) -> None:
		"""End it, whatever it does."""
		self._requests.close()
		self._connection.close()
		if not self._is_over():
			os.kill(self._pid, signal.SIGKILL)
			self._is_over(0)
		self._scratch.cleanup()

	def _is_over(self, options: int = os.WNOHANG) -> bool:
		if self._status is None:
			try:
				pid, status, used = os.wait4(self._pid, options)
			except ChildProcessError:
				# Somebody else has waited for it, such as a worker that ignores the ends of its children.
				self._status = 1
				return True
			if pid:
				self.peak = (used.ru_maxrss << 10) - self._begun
				self._status = os.waitstatus_to_exitcode(status)
		return self._status is not None


def _descriptor(content: Content) -> int:
	"""A descriptor of the bytes, to be closed by the caller: of the file itself if there is one, else of a copy in memory."""
	if content.data is not None:
		return _in_memory(io.BytesIO(content.data))
	with content.open() as stream:
		try:
			return os.dup(stream.fileno())
		except (AttributeError, io.UnsupportedOperation):
			return _in_memory(stream)


def _in_memory(stream: Any) -> int:
	descriptor = os.memfd_create("huf-input")
	try:
		with open(descriptor, "wb", closefd=False) as copy:
			while block := stream.read(_BLOCK):
				copy.write(block)
	except BaseException:
		os.close(descriptor)
		raise
	return descriptor
