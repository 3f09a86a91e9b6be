"""Which network addresses huf connects to: public ones, and for models the servers that Agent Settings name."""

import ipaddress
import re
import socket
from collections.abc import Callable

from huf.engine.errors import AddressRefused, FetchFailed, SettingsError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], list[str]]
"""Host and port to the textual addresses of that host."""

# Prefixes of IPv6 addresses that a gateway turns into the IPv4 address in their last 32 bits: the well-known
# and the local-use NAT64 prefix (RFC 6052, RFC 8215), and the deprecated IPv4-compatible and IPv4-translated forms
# (RFC 4291 section 2.5.5.1, RFC 2765).
_EMBEDDING = tuple(
	ipaddress.IPv6Network(prefix) for prefix in ("64:ff9b::/96", "64:ff9b:1::/48", "::/96", "::ffff:0:0:0/96")
)
# Not private by any registry, but these answer inside clouds and provider networks only.
_NEVER = tuple(
	ipaddress.ip_network(network)
	for network in ("168.63.129.16/32", "100.64.0.0/10", "192.88.99.0/24", "fec0::/10", "fd00:ec2::/32")
)

# Where clouds give out the credentials of a machine, besides the link-local addresses.
_METADATA = tuple(map(ipaddress.ip_network, ("168.63.129.16/32", "100.100.100.200/32", "fd00:ec2::/32")))
_SERVER = re.compile(
	r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?)(?::(?P<port>\d{1,5}))?", re.IGNORECASE
)


def system_resolver(host: str, port: int) -> list[str]:
	"""The addresses of ``host`` as the operating system knows them.

	Raises:
		FetchFailed: the name does not resolve.
	"""
	try:
		found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
	except (OSError, UnicodeError) as error:
		raise FetchFailed(f"The host “{host}” cannot be found. Check the address.") from error
	return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: Address) -> bool:
	"""True for an address that anybody on the internet can be asked at.

	False for private, loopback, link-local (also cloud metadata), multicast, reserved and unspecified addresses, and for
	IPv6 addresses that carry such an IPv4 address (mapped, 6to4, Teredo, NAT64).
	"""
	if any(address.version == network.version and address in network for network in _NEVER):
		return False
	if isinstance(address, ipaddress.IPv6Address):
		if address.scope_id is not None:
			return False
		if address.ipv4_mapped is not None:
			return is_public(address.ipv4_mapped)
		if address.teredo is not None:
			return False
		if address.sixtofour is not None and not is_public(address.sixtofour):
			return False
		if any(address in prefix for prefix in _EMBEDDING):
			return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
	return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def local_server_entries(text: str) -> frozenset[tuple[str, int | None]]:
	"""Hosts, and ports or None for all, of a text with one ``host`` or ``host:port`` in each line.

	Raises:
		SettingsError: a line is neither.
	"""
	entries: set[tuple[str, int | None]] = set()
	for line in filter(None, map(str.strip, text.splitlines())):
		found = _SERVER.fullmatch(line)
		port = int(found["port"]) if found and found["port"] else None
		if found is None or port == 0 or (port or 0) > 65535:
			raise SettingsError(
				f"“{line[:60]}” is no server. Write one host or host:port in each line, such as localhost:11434, without "
				"http:// and without a path."
			)
		entries.add((found["host"].lower().strip("[]").rstrip("."), port))
	return frozenset(entries)


def may_connect(host: str, port: int, address: Address, local: frozenset[tuple[str, int | None]]) -> bool:
	"""Whether a model may be asked at ``address``, to which ``host`` leads: it is public, or the host is named in
	``local``. What answers inside clouds with their secrets is refused whatever is named."""
	if is_public(address):
		return True
	if not {(host, port), (host, None)} & local:
		return False
	plain = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
	address = plain or address
	return not (
		address.is_link_local
		or address.is_multicast
		or address.is_unspecified
		or any(address.version == network.version and address in network for network in _METADATA)
	)


def checked_addresses(
	host: str, port: int, resolver: Resolver, address_allowed: Callable[[Address], bool]
) -> list[str]:
	"""The addresses to connect to, in the resolver's order. The name is resolved here and nowhere else.

	Raises:
		AddressRefused: one of the addresses is not allowed. A name with a public and a private address is refused
			whole: it is an attempt to be connected to the private one.
		FetchFailed: the name does not resolve.
	"""
	addresses = []
	for text in resolver(host, port):
		try:
			address = ipaddress.ip_address(text)
		except ValueError:
			raise AddressRefused(f"The host “{host}” has no usable network address.") from None
		if not address_allowed(address):
			raise AddressRefused(
				f"The host “{host}” is not a public internet address. Upload the page as a file instead."
			)
		addresses.append(text)
	if not addresses:
		raise FetchFailed(f"The host “{host}” has no network address. Check the address.")
	return addresses
