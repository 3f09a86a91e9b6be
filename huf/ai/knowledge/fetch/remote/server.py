"""Requests by HTTP to one server, on a connection that is kept between them."""

import http.client
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message

from huf.ai.knowledge.fetch.connection import TimedSocket, connect
from huf.ai.knowledge.fetch.remote.account import MOST_FAILURES, Account, Deadline, not_an_address, too_large
from huf.engine.errors import FetchFailed, InputTooLarge

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


class HttpServer:
	"""Asks one server. Once it refused the password, or did not answer several times, nothing more is asked: thousands of attempts
	would lock the account, or wait for minutes each.
	"""

	def __init__(self, account: Account) -> None:
		"""
		Raises:
			SettingsError: the address is none by HTTP.
		"""
		self._account = account
		self._parts = account.parts
		if self._parts.scheme not in ("http", "https"):
			raise not_an_address()
		self._deadline = Deadline(account.name)
		self._connection: http.client.HTTPConnection | None = None
		self._socket: TimedSocket | None = None
		self._given_up: FetchFailed | None = None
		self._failures = 0

	def ask(
		self, method: str, target: str, headers: Mapping[str, str], *, max_bytes: int, body: bytes = b""
	) -> Reply:
		"""The answer to one request that changes nothing on the server; one that redirects is not followed. ``target``: the path in ASCII, with
		its query.

		Raises:
			AccessRefused: the user name or the password is wrong.
			AddressRefused: the server is where no connection may go.
			FetchFailed: there is no whole answer.
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
		if reply.status == 401:
			raise self.give_up(self._account.refused())
		return reply

	def give_up(self, error: FetchFailed) -> FetchFailed:
		"""From now on this error is the answer to whatever is asked."""
		self._given_up = error
		return error

	def close(self) -> None:
		"""End the connection."""
		if self._connection:
			self._connection.close()
		if self._socket:
			self._socket.end()
		self._connection = self._socket = None

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
		self._deadline.begin()
		connection = self._connection or self._connected()
		try:
			connection.request(
				method,
				target,
				body=body or None,
				headers={
					"Host": self._account.authority,
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
			raise too_large(max_bytes)
		body = bytearray()
		while block := response.read(_BLOCK):
			body += block
			self._deadline.came(len(block))
			if len(body) > max_bytes:
				raise too_large(max_bytes)
		if response.length:
			raise FetchFailed(
				f"The server of the connection “{name}” left before the whole answer was there. It is tried again later."
			)
		return bytes(body)
