"""Requests by HTTP to one server, on a connection that is kept between them."""

import http.client
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message

from huf.ai.knowledge.fetch.connection import TimedSocket, connect
from huf.ai.knowledge.fetch.remote.account import Account
from huf.engine.errors import AccessRefused, FetchFailed, InputTooLarge

TIMEOUT_S = 30.0
"""Seconds for one request and its whole answer, besides what a long answer earns."""
SLOWEST = 100_000
"""Bytes a second that an answer has to come with once it is long."""
MOST_FAILURES = 3
"""Requests in a row without an answer after which the server is not asked any more."""
_BLOCK = 64 * 1024
_USER_AGENT = "huf-knowledge/1"
_CLOSED = (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError)
"""What happens on a connection that the server has closed since the last answer."""


@dataclass(frozen=True, slots=True)
class Reply:
	"""What a server answered."""

	status: int
	headers: Message
	data: bytes


class _Deadline:
	def __init__(self, name: str) -> None:
		self._name = name
		self.ends = 0.0

	def remaining(self) -> float:
		"""See :class:`~huf.ai.knowledge.fetch.connection.Timed`."""
		left = self.ends - time.monotonic()
		if left <= 0:
			raise FetchFailed(
				f"The server of the connection “{self._name}” took too long to answer. It is tried again later."
			)
		return left


class HttpServer:
	"""Asks one server. Once it refused the password, or did not answer several times, nothing more is asked: thousands of attempts
	would lock the account, or wait for minutes each.
	"""

	def __init__(self, account: Account) -> None:
		self._account = account
		self._parts = account.parts
		self._deadline = _Deadline(account.name)
		self._connection: http.client.HTTPConnection | None = None
		self._socket: TimedSocket | None = None
		self._given_up: FetchFailed | None = None
		self._failures = 0

	def ask(
		self, method: str, target: str, headers: Mapping[str, str], *, max_bytes: int, body: bytes = b""
	) -> Reply:
		"""The answer to one request that changes nothing on the server. ``target``: the path in ASCII, with its query.

		Raises:
			AccessRefused: the user name or the password is wrong.
			AddressRefused: the server is where no connection may go.
			FetchFailed: there is no whole answer, or it redirects.
			InputTooLarge: the answer has more than ``max_bytes``.
		"""
		if self._given_up:
			raise self._given_up
		try:
			with self._account.lost():
				reply = self._asked_twice(method, target, headers, max_bytes, body)
		except InputTooLarge:
			self.close()
			raise
		except FetchFailed as error:
			self.close()
			self._failures += 1
			if self._failures >= MOST_FAILURES:
				self._given_up = error
			raise
		self._failures = 0
		self._refuse(reply)
		return reply

	def close(self) -> None:
		"""End the connection."""
		if self._connection:
			self._connection.close()
		if self._socket:
			self._socket.end()
		self._connection = self._socket = None

	def _refuse(self, reply: Reply) -> None:
		name = self._account.name
		if reply.status == 401:
			self._given_up = AccessRefused(
				f"The server of the connection “{name}” does not take its user name and password. Whoever looks after connections enters them anew."
			)
			raise self._given_up
		if 300 <= reply.status < 400:
			raise FetchFailed(
				f"The server of the connection “{name}” redirects to another address. Whoever looks after connections enters that."
			)

	def _asked_twice(
		self, method: str, target: str, headers: Mapping[str, str], max_bytes: int, body: bytes
	) -> Reply:
		"""A server may end a connection that is kept at any time: then it is asked on a new one."""
		was_open = self._socket is not None
		try:
			return self._asked(method, target, headers, max_bytes, body)
		except _CLOSED:
			self.close()
			if not was_open:
				raise
		return self._asked(method, target, headers, max_bytes, body)

	def _asked(
		self, method: str, target: str, headers: Mapping[str, str], max_bytes: int, body: bytes
	) -> Reply:
		self._deadline.ends = time.monotonic() + TIMEOUT_S
		connection = self._connection or self._connected()
		host = f"[{self._account.host}]" if ":" in self._account.host else self._account.host
		try:
			connection.request(
				method,
				target,
				body=body or None,
				headers={
					"Host": f"{host}:{self._parts.port}" if self._parts.port else host,
					"User-Agent": _USER_AGENT,
					"Accept-Encoding": "identity",
					**headers,
				},
			)
			response = connection.getresponse()
			data = self._body(response, max_bytes)
		except _CLOSED:
			raise
		except http.client.HTTPException as error:
			# No OSError, unlike all else that a connection may come to.
			raise ConnectionError(type(error).__name__) from error
		if response.will_close:
			self.close()
		return Reply(response.status, response.headers, data)

	def _connected(self) -> http.client.HTTPConnection:
		account = self._account
		secure = self._parts.scheme == "https"
		tls = (account.tls or ssl.create_default_context()) if secure else None
		# http.client connects by itself only when there is no socket: it never resolves the name again.
		connection = http.client.HTTPConnection(account.host, account.port)
		self._socket = connect(account.network_addresses(), account.host, account.port, tls, self._deadline)
		connection.sock = self._socket
		self._connection = connection
		return connection

	def _body(self, response: http.client.HTTPResponse, max_bytes: int) -> bytes:
		name = self._account.name
		if (response.length or 0) > max_bytes:
			raise _too_large(max_bytes)
		body = bytearray()
		while block := response.read(_BLOCK):
			body += block
			self._deadline.ends += len(block) / SLOWEST
			if len(body) > max_bytes:
				raise _too_large(max_bytes)
		if response.length:
			raise FetchFailed(
				f"The server of the connection “{name}” left before the whole answer was there. It is tried again later."
			)
		return bytes(body)


def _too_large(max_bytes: int) -> InputTooLarge:
	return InputTooLarge(
		f"The file has more than {max_bytes / 1e6:g} MB, the limit for files of connections."
	)
