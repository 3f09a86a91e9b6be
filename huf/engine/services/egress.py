"""Where a call of a model may go: to its provider's address and nowhere else.

LiteLLM has a hundred vendors in as many handlers, which reach the network by several libraries and take addresses from
model strings, from the environment and from what services answer. So it is not asked to be careful. While a call is
guarded, Python's own audit events (PEP 578) tell of each name that is looked up and each connection that is
opened, whichever library does it, and one that is not for the provider is refused there. A connection goes only to
a network address that is allowed at that moment, so a name that answers differently the second time changes
nothing. Requests on connections that are open already are compared by their URL, which ends redirects too.

The guard holds in the thread, and in the tasks of the event loop, in which the call is made. Outside of a guarded call
it does nothing.
"""

import ipaddress
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from huf.engine.errors import AddressRefused
from huf.engine.sentences import sentence

NetworkAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_URL = re.compile(
	r"(?P<scheme>https?)://(?P<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>\d{1,5}))?"
	r"(?:/[a-z0-9._~:/-]*)?(?:\?[a-z0-9._~=&-]*)?",
	re.IGNORECASE,
)
_DEFAULT_PORTS = {"http": 80, "https": 443}
_EVENTS = frozenset(
	{
		"socket.connect",
		"socket.getaddrinfo",
		"socket.gethostbyaddr",
		"socket.gethostbyname",
		"socket.sendmsg",
		"socket.sendto",
	}
)


class EgressRefused(OSError):
	"""A connection that was not made. An OSError, so that every library takes it for one that failed."""


@dataclass(frozen=True, slots=True)
class Egress:
	"""The address of a provider, and the network addresses that it may lead to."""

	scheme: str
	host: str
	"""In small letters, as the address has it; of IPv6 without brackets."""
	port: int
	allowed: Callable[["Egress", NetworkAddress], bool] = field(repr=False, compare=False)
	"""Asked for each connection, with this."""

	@classmethod
	def to(cls, url: str, allowed: Callable[["Egress", NetworkAddress], bool]) -> "Egress":
		"""The way to ``url``.

		Raises:
			AddressRefused: it is no plain http or https address.
		"""
		found = _URL.fullmatch(url)
		port = int(found["port"]) if found and found["port"] else 0
		if found is None or port > 65535 or (found["port"] and not port):
			raise AddressRefused(
				"The address of a provider is written as https://host/path: http or https, a host in plain letters, and "
				"neither user name nor password in it."
			)
		scheme = found["scheme"].lower()
		return cls(scheme, _plain(found["host"]), port or _DEFAULT_PORTS[scheme], allowed)

	@contextmanager
	def guarded(self) -> Iterator["Guard"]:
		"""Refuse every other connection of what runs inside."""
		_install()
		guard = Guard(self)
		token = _ACTIVE.set(guard)
		try:
			yield guard
		finally:
			_ACTIVE.reset(token)


class Guard:
	"""One guarded call."""

	def __init__(self, egress: Egress) -> None:
		self._egress = egress
		self.problem: str | None = None
		"""What was refused last, in a sentence, if nothing was allowed since: why the call failed."""
		self._looked_up = False

	def check(self, event: str, arguments: tuple[Any, ...]) -> None:
		"""Raise EgressRefused for an audit event of the module ``socket`` that has nothing to do with the provider."""
		if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
			target = arguments[1]
			if target is None and event == "socket.sendmsg":
				return  # on a connection that was allowed
			self._check_connection(target)
		elif _plain(_text(arguments[0])) == self._egress.host:
			self._looked_up = True
		else:
			self._refuse_host(_text(arguments[0]))

	def check_url(self, scheme: str, host: str, port: int | None) -> None:
		"""Raise EgressRefused for a request to another server, also on a connection that is open already."""
		port = port or _DEFAULT_PORTS.get(scheme, 0)
		if (scheme, _plain(host), port) != (self._egress.scheme, self._egress.host, self._egress.port):
			self._refuse_host(f"{scheme}://{host}:{port}")
		self.problem = None

	def _check_connection(self, target: Any) -> None:
		"""``target`` is an address of the operating system: of the internet a tuple, of other kinds of sockets not."""
		# A library that looks names up in threads of its own, where nobody sees of which host an address is, is refused.
		seen = self._looked_up and isinstance(target, tuple) and len(target) > 1
		if not seen or target[1] != self._egress.port:
			self._refuse_host(
				":".join(map(_text, target[:2])) if isinstance(target, tuple) else _text(target)
			)
		try:
			address = ipaddress.ip_address(_text(target[0]))
		except ValueError:
			self._refuse_host(_text(target[0]))
		if not self._egress.allowed(self._egress, address):
			self.problem = sentence(
				"The provider's address does not lead to the public internet. For a server in your own network, a System "
				"Manager enters its host under Local Model Servers in Agent Settings."
			)
			raise EgressRefused(self.problem)
		self.problem = None

	def _refuse_host(self, target: str) -> Any:
		self.problem = sentence(
			f"Nothing was sent: it would have gone to {target[:100]} and not to the provider's address. Check the model's "
			"name, and vendor and address of the provider. Addresses and proxies of the server's environment are not used."
		)
		raise EgressRefused(self.problem)


_ACTIVE: ContextVar[Guard | None] = ContextVar("huf_model_call", default=None)
_installing = threading.Lock()
_is_installed = False


def _install() -> None:
	"""Listen from now on. An audit hook stays for the life of the process, so it is there once, and only where models
	are called."""
	global _is_installed
	with _installing:
		if not _is_installed:
			sys.addaudithook(_on_event)
			_watch_requests()
			_is_installed = True


def _on_event(event: str, arguments: tuple[Any, ...]) -> None:
	if event in _EVENTS and (guard := _ACTIVE.get()) is not None:
		guard.check(event, arguments)


def _watch_requests() -> None:
	"""Compare each request of httpx, redirects included: on a pooled connection no audit event tells of it."""
	import httpx

	send = httpx.HTTPTransport.handle_request

	def handle_request(self: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
		if (guard := _ACTIVE.get()) is not None:
			guard.check_url(request.url.scheme, request.url.host, request.url.port)
		return send(self, request)

	httpx.HTTPTransport.handle_request = handle_request  # type: ignore[method-assign]


def _plain(host: str) -> str:
	"""A host as it is compared: ``API.example.com.`` and ``api.example.com`` are one, and so are ``[::1]`` and ``::1``."""
	return host.lower().strip("[]").rstrip(".")


def _text(value: Any) -> str:
	return value.decode("ascii", "replace") if isinstance(value, bytes | bytearray) else str(value)
