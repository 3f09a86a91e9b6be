"""What is said between a job and the warm process: JSON in lines, over a socket that only the user of the bench can open."""

import json
import socket
import struct
from typing import Any

LONGEST = 64 * 1024 * 1024
"""Bytes of one line."""


class Line:
	"""One end of a connection."""

	def __init__(self, connection: socket.socket) -> None:
		self.connection = connection
		self._read = b""

	def send(self, **values: Any) -> None:
		"""Say something. Raises OSError when nobody listens."""
		self.connection.sendall(json.dumps(values).encode() + b"\n")

	def receive(self) -> dict[str, Any] | None:
		"""What the other end says next; None when it has hung up. Raises OSError, ValueError for what is no message."""
		while b"\n" not in self._read:
			if len(self._read) > LONGEST:
				raise ValueError("A line is too long.")
			try:
				more = self.connection.recv(65536)
			except ConnectionResetError:
				more = b""
			if not more:
				return None
			self._read += more
		line, _, self._read = self._read.partition(b"\n")
		values = json.loads(line)
		if not isinstance(values, dict):
			raise ValueError("A line is no message.")
		return values

	def close(self) -> None:
		"""Hang up."""
		self.connection.close()


def user_behind(connection: socket.socket) -> int:
	"""The operating system's number of the user who runs the other end (Linux). Raises OSError or AttributeError elsewhere."""
	size = struct.calcsize("3i")
	_, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
	return int(user)
