"""Where a server is that keeps files, and how to log in there."""

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol
from urllib.parse import SplitResult, unquote, urlsplit

from huf.ai.knowledge.fetch.address import (
	Address,
	Resolver,
	checked_addresses,
	is_public,
	may_connect,
	system_resolver,
)
from huf.ai.knowledge.fetch.folders import WantedFiles
from huf.ai.knowledge.fetch.listed import Listing
from huf.engine.errors import AddressRefused, FetchFailed, SettingsError

GRACE = timedelta(days=1)
"""How long what was read of a file stays that its server does not list any more."""
GRACE_OF_MANY = timedelta(days=7)
"""The same when more than half of all are missing at once."""
PORTS = {"http": 80, "https": 443}
"""Schemes of addresses, and the ports that they stand for."""


class Store(Protocol):
	"""A server that keeps files, while it is asked."""

	def list(self, wanted: WantedFiles, *, seconds: float, progress: Callable[[Listing], None]) -> Listing:
		"""The wanted files with their sizes and versions. Nobody may conclude from a listing with a ``problem`` that a file is gone.

		:param seconds: how long it may take. :param progress: told now and then what is found; what it raises ends the listing.

		Raises:
			InputError: nothing is known of it now.
		"""

	def read(self, path: str) -> bytes:
		"""The bytes of a file now, by its path below what the address names.

		Raises:
			InputError: they cannot be had.
		"""

	def close(self) -> None:
		"""End the connection."""


@dataclass(frozen=True, slots=True)
class Account:
	"""One server, and who is to be logged in there."""

	name: str
	"""What people call it."""
	address: str = field(repr=False)
	user: str = field(default="", repr=False)
	password: str = field(default="", repr=False)
	local: frozenset[tuple[str, int | None]] = field(default=frozenset(), repr=False)
	"""Hosts of the own network that may be asked, as ``address.local_server_entries`` gives them; never from a request."""
	resolver: Resolver = field(default=system_resolver, repr=False)
	"""Only tests give another one."""
	tls: ssl.SSLContext | None = field(default=None, repr=False)
	"""How certificates are verified; by the system's authorities when omitted."""

	@property
	def parts(self) -> SplitResult:
		"""The parts of the address.

		Raises:
			SettingsError: it is none that a connection can have.
		"""
		return checked_parts(self.address)

	@property
	def host(self) -> str:
		"""The host of the address, in ASCII."""
		return _ascii_host(self.parts.hostname or "")

	@property
	def port(self) -> int:
		"""The port of the address."""
		return self.parts.port or PORTS[self.parts.scheme]

	@property
	def is_local(self) -> bool:
		"""Whether the site names the host as one of its own."""
		return bool({(self.host, self.port), (self.host, None)} & self.local)

	def network_addresses(self) -> list[str]:
		"""Where the server may be connected to, by what its name stands for now.

		Raises:
			AddressRefused: the host is in a private network and not one that the site allows, or a password would go unencrypted.
			FetchFailed: the name cannot be resolved.
		"""
		name = self.name
		if not self.is_local and self.parts.scheme == "http":
			raise AddressRefused(
				f"The connection “{name}” is not encrypted. Its address has to begin with https, or its host has to be a Local File Server in Agent Settings."
			)
		try:
			return checked_addresses(self.host, self.port, self.resolver, self._may_connect)
		except AddressRefused as error:
			raise AddressRefused(
				f"The host of the connection “{name}” is no public internet address, nor a Local File Server in Agent Settings."
			) from error
		except FetchFailed as error:
			raise FetchFailed(
				f"The host of the connection “{name}” cannot be found. It is tried again later."
			) from error

	def _may_connect(self, address: Address) -> bool:
		return is_public(address) or may_connect(self.host, self.port, address, self.local)

	@contextmanager
	def lost(self) -> Iterator[None]:
		"""Say what fails on the network in words that name no address.

		Raises:
			FetchFailed: the server could not be reached, or left half-way.
		"""
		name = self.name
		try:
			yield
		except ssl.SSLCertVerificationError as error:
			raise FetchFailed(
				f"The certificate of the server of the connection “{name}” is not valid ({error.verify_message}). What was there before stays."
			) from error
		except TimeoutError as error:
			raise FetchFailed(
				f"The server of the connection “{name}” took too long to answer. It is tried again later."
			) from error
		except OSError as error:
			kind = type(error).__name__
			raise FetchFailed(
				f"The server of the connection “{name}” could not be reached, or left half-way ({kind}). It is tried again later."
			) from error


def checked_parts(address: str) -> SplitResult:
	"""The parts of the address of a server.

	Raises:
		SettingsError: it is none; the message says what to write.
	"""
	text = address.strip()
	wrong = SettingsError(
		"Give the whole address, such as https://cloud.example.com/remote.php/dav/files/anna/, without a user name, a password, a ? and a #."
	)
	if any(ord(c) < 33 or ord(c) == 127 for c in text) or {"\\", "?", "#"} & set(text):
		raise wrong
	try:
		parts = urlsplit(text)
		is_port = parts.port != 0
		_ascii_host(parts.hostname or "")
		inner = unquote(parts.path, errors="strict")
	except ValueError:
		raise wrong from None
	if parts.scheme not in PORTS or not parts.hostname or not is_port or "@" in parts.netloc:
		raise wrong
	if any(part in (".", "..") for part in inner.split("/")) or not inner.isprintable():
		raise wrong
	return parts


def _ascii_host(host: str) -> str:
	return host if ":" in host else host.encode("idna").decode("ascii")
