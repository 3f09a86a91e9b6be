"""Addresses of pages in one form, and the patterns that say which of them are wanted."""

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urljoin, urlsplit, urlunsplit

from huf.engine.errors import SettingsError

LONGEST = 1000
"""Characters of an address, as the field of an input holds them."""
MOST_PATTERNS = 50
LONGEST_PATTERN = 200
_PORTS = {"http": 80, "https": 443}
_MEDIA = frozenset(
	"avi bin bmp bz2 css dmg exe gif gz ico iso jpeg jpg js m4a m4v mov mp3 mp4 ogg png svg tar tgz tif tiff wav webm webp "
	"woff woff2 xz zip".split()
)
"""Endings of what no page is, and no document."""


def page_address(address: str, base: str = "") -> str:
	"""The address without what names the same page twice: its fragment, a usual port, capitals of its host.

	:param base: the address of the page that it stands on. Empty: it has to be whole.
	:return: empty if it is no address of the web that huf would fetch.
	"""
	address = address.strip()
	if not address or "\\" in address or any(ord(c) < 33 or ord(c) == 127 for c in address):
		return ""
	try:
		parts = urlsplit(urljoin(base, address) if base else address)
		port = parts.port
	except ValueError:
		return ""
	scheme = parts.scheme.lower()
	if scheme not in _PORTS or not parts.hostname or "@" in parts.netloc:
		return ""
	host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
	netloc = host if port in (None, _PORTS[scheme]) else f"{host}:{port}"
	found = urlunsplit((scheme, netloc, parts.path or "/", parts.query, ""))
	return found if len(found) <= LONGEST else ""


@lru_cache(maxsize=64)
def host_of(address: str) -> str:
	"""The host of an address, and its port if that is an unusual one; in small letters."""
	return urlsplit(page_address(address)).netloc


def path_of(address: str) -> str:
	"""What a server is asked for: the path and the query."""
	parts = urlsplit(address)
	return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def matches(pattern: str, text: str) -> bool:
	"""Whether a text begins as the pattern says, by the rules of robots.txt (RFC 9309 section 2.2.3): ``*`` is anything, a ``$`` at
	the end is the end of the text. Takes time in proportion to the text, whatever the pattern is.
	"""
	whole = pattern.endswith("$")
	first, *rest = (pattern[:-1] if whole else pattern).split("*")
	if not text.startswith(first):
		return False
	at = len(first)
	if not rest:
		return not whole or at == len(text)
	last = rest.pop() if whole else ""
	for part in rest:
		found = text.find(part, at)
		if found < 0:
			return False
		at = found + len(part)
	return not whole or (text.endswith(last) and len(text) - len(last) >= at)


def patterns_of(text: str) -> tuple[str, ...]:
	"""The patterns of a field, one in each line: a path from its ``/``, or a whole address.

	Raises:
		SettingsError: a line is neither, or there are too many.
	"""
	found = tuple(dict.fromkeys(filter(None, map(str.strip, text.splitlines()))))
	if len(found) > MOST_PATTERNS:
		raise SettingsError(f"At most {MOST_PATTERNS} patterns can be given, one in each line.")
	for pattern in found:
		if len(pattern) > LONGEST_PATTERN or not pattern.startswith(("/", "*", "http://", "https://")):
			raise SettingsError(
				f"“{pattern[:60]}” is no pattern. Write the beginning of a path such as /docs/, with * for anything."
			)
	return found


def hosts_of(text: str) -> frozenset[str]:
	"""The hosts of a field, one in each line, as :func:`host_of` gives them.

	Raises:
		SettingsError: a line is no host.
	"""
	hosts = set()
	for line in filter(None, map(str.strip, text.splitlines())):
		host = host_of(f"https://{line}") if not {"/", "?", "#"} & set(line) else ""
		if not host:
			raise SettingsError(
				f"“{line[:60]}” is no host. Write one such as docs.example.com in each line, without https:// and a path."
			)
		hosts.add(host)
	return frozenset(hosts)


@dataclass(frozen=True, slots=True)
class WantedPages:
	"""Which pages of a website are wanted."""

	address: str
	"""Of a sitemap, a list of addresses, or a page with links."""
	include: tuple[str, ...] = ()
	"""Patterns of which one has to match; empty: every page."""
	exclude: tuple[str, ...] = ()
	"""Patterns of which none may match."""
	other_hosts: frozenset[str] = frozenset()
	"""Hosts whose pages are wanted besides those of the address."""

	@property
	def hosts(self) -> frozenset[str]:
		"""All hosts that are asked."""
		return self.other_hosts | {host_of(self.address)}

	def wants(self, address: str) -> bool:
		"""Whether a page of this address, as :func:`page_address` gives it, is wanted."""
		parts = urlsplit(address)
		path = path_of(address)
		ending = parts.path.rpartition("/")[2].rpartition(".")[2].lower()
		if (
			parts.netloc not in self.other_hosts and parts.netloc != host_of(self.address)
		) or ending in _MEDIA:
			return False
		if any(_matches_one(pattern, address, path) for pattern in self.exclude):
			return False
		return not self.include or any(_matches_one(pattern, address, path) for pattern in self.include)


def _matches_one(pattern: str, address: str, path: str) -> bool:
	return matches(pattern, address if pattern.startswith(("http://", "https://")) else path)
