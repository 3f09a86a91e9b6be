"""What runs in the reader's process: read what is asked for, within limits that the kernel keeps.

The process is a fork of the one that it reads for, so that nothing is imported anew, and holds none of its files and connections.
It knows the extractors, and gives back text; whatever goes wrong in it, or is done to it by a hostile file, costs the input
at hand. The limits are the kernel's, since no library asks anybody while it loops or allocates.
"""

import base64
import faulthandler
import gc
import hashlib
import io
import os
import signal
import socket
import tempfile
import traceback
from functools import partial
from typing import Any, BinaryIO

from huf.engine import errors
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.errors import HufError, InputError, OverLimit
from huf.engine.extractors import Extractor
from huf.engine.extractors.unread import Unread
from huf.engine.reading.costs import Costs, memory_now
from huf.engine.reading.here import ReadHere
from huf.engine.reading.limits import ReadingLimits
from huf.engine.reading.wire import (
	Ended,
	Message,
	Nonsense,
	chunk_to_wire,
	receive,
	section_to_wire,
	send,
)
from huf.engine.registry import Registry
from huf.engine.scans import PageText, Region
from huf.engine.types import Section

BATCH_CHARACTERS = 1 << 16
"""Sections and chunks are sent together up to so much text."""
BATCH_ITEMS = 500
MOST_INPUTS = 1_000
"""Then a fresh process is taken: libraries leak."""
MEMORY_ENDED = 97
"""Exit code of a process that had not even the memory to say so."""


def serve(
	requests: socket.socket, connection: socket.socket, registry: Registry[Extractor], scratch: str
) -> int:
	"""Read until nobody asks any more; the exit code.

	:param requests: what is to be read, also while something else is. :param connection: what is read, and questions about it.
	:param scratch: the folder for temporary files. Whoever asks removes it, since this process may end at any moment.
	"""
	tempfile.tempdir = os.environ["TMPDIR"] = scratch
	_become_a_reader({requests.fileno(), connection.fileno()})
	begun = memory_now()
	served = 0
	try:
		while descriptor := _next_descriptor(requests):
			served += 1
			asked = receive(requests)
			try:
				begun += _read(connection, registry, asked, descriptor[0], served, begun)
			finally:
				os.close(descriptor[0])
	except Ended:
		return 0
	except MemoryError:
		return MEMORY_ENDED
	return 0


def _become_a_reader(kept: set[int]) -> None:
	import resource

	faulthandler.disable()
	# Ctrl-C goes to all processes of a terminal; whoever it is read for ends this one.
	signal.signal(signal.SIGINT, signal.SIG_IGN)
	for number in (
		signal.SIGTERM,
		signal.SIGALRM,
		signal.SIGXCPU,
		signal.SIGUSR1,
		signal.SIGUSR2,
		signal.SIGHUP,
	):
		signal.signal(number, signal.SIG_DFL)
	# Objects of the process that this was must not be finalised here: what they would close is closed now.
	gc.freeze()
	nothing = os.open(os.devnull, os.O_RDWR)
	for standard in (0, 1, 2):
		os.dup2(nothing, standard)
	before = 2
	for own in sorted(kept):
		os.closerange(before + 1, own)
		before = own
	os.closerange(before + 1, os.sysconf("SC_OPEN_MAX"))
	resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
	# Each of its threads would take memory of its own when a library imports numpy.
	os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"


def _next_descriptor(requests: socket.socket) -> list[int]:
	_, descriptors, _, _ = socket.recv_fds(requests, 1, 1)
	return descriptors


def _read(
	connection: socket.socket,
	registry: Registry[Extractor],
	asked: Message,
	descriptor: int,
	served: int,
	begun: int,
) -> int:
	"""Read one input and tell what it is; gives the bytes that libraries took that stay for the next ones."""
	limits = ReadingLimits(*asked["limits"])
	chunking = ChunkSettings(*asked["chunking"]) if asked["chunking"] else None
	costs = Costs(limits, os.fstat(descriptor).st_size)
	content = Content(
		name=asked["name"],
		opener=partial(_opened, descriptor),
		media_type=asked["media_type"],
		fetched_from=asked["fetched_from"],
		loading=costs.loading,
	)
	reading: ReadHere[Any] = ReadHere(content, registry, limits, chunking, int(asked["most"]))
	try:
		_send_items(connection, reading, _Scans(connection), costs)
		answer: Message = {"end": True}
	except MemoryError:
		# Outside of the extractors, which make an input error of it.
		answer = error_to_wire(over_memory(costs.memory))
	except HufError as error:
		is_full = isinstance(error, InputError) and costs.is_full()
		is_told = isinstance(error, OverLimit)
		answer = error_to_wire(over_memory(costs.memory) if is_full and not is_told else error)
	except OSError as error:
		answer = {"os_error": [error.errno, error.strerror]}
	except Ended:
		raise
	# The end of this process's stack: whoever asked must learn of it, and raises it there.
	except Exception:  # noqa: BLE001
		answer = {"bug": traceback.format_exc()}
	costs.end()
	answer |= _known(reading)
	answer["characters"], answer["is_cut"] = reading.characters, reading.is_cut
	answer["is_worn"] = served >= MOST_INPUTS or memory_now() - begun - costs.loaded > costs.memory // 2
	send(connection, answer)
	return costs.loaded


def _send_items(connection: socket.socket, reading: ReadHere[Any], scans: "_Scans", costs: Costs) -> None:
	items = reading.items(scans)
	send(connection, {"began": [reading.media_type, reading.extractor], "asked": sorted(reading.asked)})
	batch: list[Any] = []
	size = 0
	kind = ""
	for item in items:
		kind, values = (
			("sections", section_to_wire(item))
			if isinstance(item, Section)
			else ("chunks", chunk_to_wire(item))
		)
		batch.append(values)
		size += len(item.text) + len(item.header)
		if size >= BATCH_CHARACTERS or len(batch) >= BATCH_ITEMS:
			send(connection, {kind: batch, **_known(reading)})
			batch, size = [], 0
			costs.earn(reading.characters)
	if batch:
		send(connection, {kind: batch, **_known(reading)})


def _known(reading: ReadHere[Any]) -> Message:
	"""What the input says of itself, and what is said of it, as far as it is read."""
	return {
		"notes": [[str(note), isinstance(note, Unread)] for note in reading.notes],
		"properties": reading.properties,
		"asked": sorted(reading.asked),
	}


class _Scans:
	"""Asks whoever it is read for to read scanned pages (:class:`~huf.engine.scans.ReadsScans`)."""

	def __init__(self, connection: socket.socket, data: bytes = b"") -> None:
		"""``data``: of a file in the one that is read, whose pages are meant."""
		self._connection, self._data = connection, data
		self._inside = {"inside": hashlib.sha256(data).hexdigest()} if data else {}

	@property
	def why_not(self) -> str:
		return str(self._ask({"scan": "why_not"})["why_not"])

	def leave(self, page: int) -> None:
		self._ask({"scan": "leave", "page": page})

	def read(self, page: int, region: Region | None = None) -> PageText:
		wanted: Message = {"scan": "read", "page": page, "region": region, **self._inside}
		answer = self._ask(wanted)
		if "page" not in answer:
			# Sent once, and not with each page.
			answer = self._ask({**wanted, "data": base64.b64encode(self._data).decode()})
		return PageText(*answer["page"])

	def inside(self, data: bytes) -> "_Scans":
		return _Scans(self._connection, data)

	def _ask(self, message: Message) -> Message:
		send(self._connection, message)
		answer = receive(self._connection)
		if "error" in answer:
			raise error_from_wire(answer)
		return answer


def error_from_wire(message: Message) -> HufError:
	"""The error of huf's own that a message tells of."""
	kind = getattr(errors, str(message["error"]), None)
	if not (isinstance(kind, type) and issubclass(kind, HufError)):
		raise Nonsense("an error that nobody knows")
	error: HufError = kind(str(message["message"]))
	if error.retryable != bool(message["retryable"]):
		error.retryable = bool(message["retryable"])
	return error


def error_to_wire(error: HufError) -> Message:
	"""An error of huf's own as a message."""
	return {"error": type(error).__name__, "message": str(error), "retryable": error.retryable}


def over_memory(memory: int) -> InputError:
	"""The error of an input that needs more than so many bytes."""
	megabytes = memory >> 20
	return OverLimit(
		f"Reading the input takes more than {megabytes:,} MB of memory. Split it, save it in a simpler form, or raise "
		"the limit."
	)


class _FromStart(io.RawIOBase):
	"""A file by its descriptor, with a place of its own."""

	def __init__(self, descriptor: int) -> None:
		self._descriptor, self._place = descriptor, 0

	def readable(self) -> bool:
		return True

	def seekable(self) -> bool:
		return True

	def readinto(self, buffer: Any) -> int:
		read = os.preadv(self._descriptor, [buffer], self._place)
		self._place += read
		return read

	def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
		start = {os.SEEK_SET: 0, os.SEEK_CUR: self._place}.get(whence)
		if start is None:
			start = os.fstat(self._descriptor).st_size
		if start + offset < 0:
			raise ValueError("negative seek value")
		self._place = start + offset
		return self._place

	def tell(self) -> int:
		return self._place


def _opened(descriptor: int) -> BinaryIO:
	return io.BufferedReader(_FromStart(descriptor), 1 << 16)
