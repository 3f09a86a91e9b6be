"""A connection to an address that was checked, with one deadline for everything that is done on it."""

import io
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from huf.ai.knowledge.fetch.address import Address, Resolver
from huf.engine.errors import FetchFailed


class Timed(Protocol):
	"""Something that has to end at some time."""

	def remaining(self) -> float:
		"""Seconds left.

		Raises:
			FetchFailed: there are none.
		"""


@dataclass(frozen=True)
class Job:
	"""The limits of one fetch, the same for all its hops."""

	max_bytes: int
	deadline: float
	resolver: Resolver
	address_allowed: Callable[[Address], bool]
	tls: ssl.SSLContext
	allow: Callable[[str], bool] | None
	packed: bool = False
	"""A file of gzip is wanted as well."""

	def remaining(self) -> float:
		"""Seconds left.

		Raises:
			FetchFailed: there are none.
		"""
		left = self.deadline - time.monotonic()
		if left <= 0:
			raise FetchFailed("The server took too long to answer. It is tried again later.")
		return left


class TimedReader(io.RawIOBase):
	"""Reads a socket so that all reads together end at the deadline, however slowly bytes drip in."""

	def __init__(self, sock: socket.socket, job: Timed) -> None:
		self._sock = sock
		self._job = job

	def readable(self) -> bool:
		return True

	def readinto(self, buffer: Any) -> int:
		self._sock.settimeout(self._job.remaining())
		return self._sock.recv_into(buffer)


class TimedSocket:
	"""The part of a socket that ``http.client`` and ``imaplib`` use, with the deadline of the fetch on every operation."""

	def __init__(self, sock: socket.socket, job: Timed) -> None:
		self._sock = sock
		self._job = job

	def sendall(self, data: bytes) -> None:
		self._sock.settimeout(self._job.remaining())
		self._sock.sendall(data)

	def makefile(self, mode: str) -> io.BufferedReader:
		return io.BufferedReader(TimedReader(self._sock, self._job))

	def secure(self, tls: ssl.SSLContext, host: str) -> None:
		"""Encrypt from now on; the certificate is verified for ``host``."""
		self._sock.settimeout(self._job.remaining())
		self._sock = tls.wrap_socket(self._sock, server_hostname=host)

	def close(self) -> None:
		"""Nothing: http.client drops its socket once the answer has begun, while the body is still to be read."""

	def end(self) -> None:
		"""Close the connection."""
		self._sock.close()


def connect(
	addresses: list[str], host: str, port: int, tls: ssl.SSLContext | None, job: Timed
) -> TimedSocket:
	"""A connection to the first of the checked addresses that answers; with ``tls``, certificates are verified for ``host``."""
	failure: OSError | None = None
	for address in addresses:
		try:
			sock = socket.create_connection((address, port), timeout=job.remaining())
		except OSError as error:
			failure = error
			continue
		try:
			# A request with a body is written in two parts: the second must not wait until the first is acknowledged.
			sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
			if tls:
				sock.settimeout(job.remaining())
				sock = tls.wrap_socket(sock, server_hostname=host)
		# Whatever it was, a job that is being stopped included: the socket is nobody's yet. It is raised on.
		except BaseException:
			sock.close()
			raise
		return TimedSocket(sock, job)
	raise failure or OSError("no address")
