"""Which network addresses huf fetches from: public ones only."""

import ipaddress
import socket
from collections.abc import Callable

from huf.engine.errors import AddressRefused, FetchFailed

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
