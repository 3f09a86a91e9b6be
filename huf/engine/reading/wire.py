"""What a reader's process and whoever it reads for say to each other: JSON, each message behind its length.

JSON, and no pickles: what comes out of the process was made from a file that may be hostile, and must not run anything here. A
message of another shape than expected counts as a crash of the reader.
"""

import json
import socket
import struct
from typing import Any

from huf.engine.types import Chunk, Locator, Section

LENGTH = struct.Struct("!I")
MOST_BYTES = 256 << 20
"""Of one message. The largest honest one is a section whose table has a header of as many characters as itself."""
Message = dict[str, Any]


class Ended(Exception):
	"""Nothing more will come from the other side: it is gone."""


class Nonsense(Ended):
	"""It says what it never says by itself."""


class Stalled(Ended):
	"""It says nothing in the time that the connection has."""


def encode(message: Message) -> bytes:
	"""Ready to be sent. Lone surrogates, which a note may quote from a name, go through."""
	body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
	return LENGTH.pack(len(body)) + body


def send(connection: socket.socket, message: Message) -> None:
	"""Send a message.

	Raises:
		Ended: nobody takes it.
	"""
	try:
		connection.sendall(encode(message))
	except OSError as error:
		raise Ended(str(error)) from error


def receive(connection: socket.socket) -> Message:
	"""The next message.

	Raises:
		Ended: none will come.
	"""
	return decode(receive_bytes(connection))


def receive_bytes(connection: socket.socket) -> bytes:
	"""The next message, for :func:`decode`.

	Raises:
		Ended: none will come.
	"""
	(length,) = LENGTH.unpack(_exactly(connection, LENGTH.size))
	if length > MOST_BYTES:
		raise Nonsense("a message that is too long")
	return _exactly(connection, length)


def decode(data: bytes) -> Message:
	"""A message from its bytes.

	Raises:
		Nonsense: it is none.
	"""
	try:
		message = json.loads(data.decode("utf-8", "surrogatepass"))
	except ValueError as error:
		raise Nonsense(str(error)) from error
	if not isinstance(message, dict):
		raise Nonsense("no message")
	return message


def _exactly(connection: socket.socket, length: int) -> bytes:
	parts = bytearray()
	while len(parts) < length:
		try:
			part = connection.recv(min(length - len(parts), 1 << 20))
		except TimeoutError as error:
			raise Stalled("no word") from error
		except OSError as error:
			raise Ended(str(error)) from error
		if not part:
			raise Ended("closed")
		parts += part
	return bytes(parts)


def section_to_wire(section: Section) -> list[Any]:
	"""A section as JSON."""
	return [section.text, section.locator.to_dict(), section.kind, section.header, section.joins]


def section_from_wire(values: list[Any]) -> Section:
	"""The inverse of :func:`section_to_wire`."""
	text, place, kind, header, joins = values
	return Section(text, Locator.from_dict(place), kind, header, joins)


def chunk_to_wire(chunk: Chunk) -> list[Any]:
	"""A chunk as JSON."""
	return [chunk.ordinal, chunk.start, chunk.end, chunk.text, chunk.locator.to_dict(), chunk.header]


def chunk_from_wire(values: list[Any]) -> Chunk:
	"""The inverse of :func:`chunk_to_wire`."""
	ordinal, start, end, text, place, header = values
	return Chunk(ordinal, start, end, text, Locator.from_dict(place), header)
