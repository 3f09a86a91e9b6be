"""Where a server is that keeps files, and how to log in there."""

import ssl
import time
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
from huf.engine.errors import (
	AccessRefused,
	AddressRefused,
	FetchFailed,
	InputTooLarge,
	PageGone,
	SettingsError,
)

GRACE = timedelta(days=1)
"""How long what was read of a file stays that its server does not list any more."""
GRACE_OF_MANY = timedelta(days=7)
"""The same when more than half of all are missing at once."""
MOST_BYTES = 100_000_000
"""Of a file."""
TIMEOUT_S = 30.0
"""Seconds for one question and its whole answer, besides what a long answer earns."""
SLOWEST = 100_000
"""Bytes a second that an answer has to come with once it is long."""
MOST_FAILURES = 3
"""Questions in a row without an answer after which a server is not asked any more."""
PORTS = {"http": 80, "https": 443, "imap": 143, "imaps": 993}
"""Schemes of addresses, and the ports that they stand for."""


class Store(Protocol):
	"""A server that keeps files, while it is asked."""

	def list(self, wanted: WantedFiles, *, seconds: float, progress: Callable[[Listing], None]) -> Listing:
		"""The wanted files with their sizes and versions. Nobody may conclude from a listing with a ``problem`` that a file is gone.

		:param seconds: how long it may take. :param progress: told now and then what is found; what it raises ends the listing.

		Raises:
			InputError: nothing is known of it now.
		"""

	def probe(self) -> tuple[str, ...]:
		"""What lies at the top, perhaps not all of it: whether the server can be asked at all. One question, where that is enough.

		Raises:
			InputError: it cannot; the message says why.
		"""

	def read(self, path: str) -> bytes:
		"""The bytes of a file now, by its path below what the address names.

		Raises:
			InputError: they cannot be had.
		"""

	def close(self) -> None:
		"""End the connection."""


class Deadline:
	"""When what a server is being asked has to be over."""

	def __init__(self, name: str) -> None:
		"""``name``: of the connection."""
		self._name = name
		self._ends = 0.0

	def begin(self) -> None:
		"""A question is asked."""
		self._ends = time.monotonic() + TIMEOUT_S

	def came(self, count: int) -> None:
		"""So many bytes of its answer are there: the others may take the longer."""
		self._ends += count / SLOWEST

	def remaining(self) -> float:
		"""See :class:`~huf.ai.knowledge.fetch.connection.Timed`."""
		left = self._ends - time.monotonic()
		if left <= 0:
			raise FetchFailed(
				f"The server of the connection “{self._name}” took too long to answer. It is tried again later."
			)
		return left


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
	def authority(self) -> str:
		"""Host and, if the address names one, port, as a request by HTTP names its server."""
		host = f"[{self.host}]" if ":" in self.host else self.host
		return f"{host}:{self.parts.port}" if self.parts.port else host

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

	def refused(self) -> AccessRefused:
		"""What is raised when the server does not take this user name and this password."""
		return AccessRefused(
			f"The server of the connection “{self.name}” does not take its user name and password. Whoever looks after connections enters them anew."
		)

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
			# What comes behind the comma is the host that was asked for.
			verify_message = error.verify_message.partition(",")[0]
			raise FetchFailed(
				f"The certificate of the server of the connection “{name}” is not valid ({verify_message}). What was there before stays."
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


def gone() -> PageGone:
	"""What is raised for a file that is not on its server any more."""
	return PageGone(
		"The file is not on its server any more. The next comparison takes it away.", retryable=True
	)


def too_large(max_bytes: int = MOST_BYTES) -> InputTooLarge:
	"""What is raised for an answer that has more bytes than it may."""
	return InputTooLarge(
		f"The file has more than {max_bytes / 1e6:g} MB, the limit for files of connections."
	)


def too_many() -> FetchFailed:
	"""What is raised, or said of a listing, where there is more than is looked at."""
	return FetchFailed(
		"The folder has more files than huf looks at. Name a part of it, or its parts one by one."
	)


def not_an_address() -> SettingsError:
	"""What is raised for an address that is none of a server by HTTP."""
	return SettingsError(
		"Give the whole address, such as https://cloud.example.com/remote.php/dav/files/anna/, without a user name, a password, a ? and a #."
	)


def checked_parts(address: str) -> SplitResult:
	"""The parts of the address of a server.

	Raises:
		SettingsError: it is none; the message says what to write.
	"""
	text = address.strip()
	wrong = not_an_address()
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
