"""Asking a server which pages it has: one request at a time, with pauses, and nothing that its robots.txt forbids."""

import time
from collections.abc import Callable
from urllib.parse import urlsplit

from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.pausing import PAUSE_SECONDS, Pauses
from huf.ai.knowledge.fetch.version import Answer
from huf.ai.knowledge.fetch.websites.addresses import WantedPages, host_of
from huf.ai.knowledge.fetch.websites.documents import MOST_ADDRESSES, Addresses, read_addresses
from huf.ai.knowledge.fetch.websites.robots import Robots
from huf.engine.errors import AddressRefused, FetchFailed, InputError, PageGone
from huf.engine.sentences import sentence

MOST_SITEMAPS = 200
"""Sitemaps that an index may name, and those named by them in turn."""
RUN_SECONDS = 600.0
"""How long one listing takes at most."""

Fetch = Callable[[str], Answer]
"""An address to what is there now; raises InputError. It must let through public addresses only."""
Read = Callable[[bytes, str, str], Addresses]
"""The bytes of a document, where they were, and their declared type, to what it lists; raises InputError."""


class _Lister:
	def __init__(
		self, wanted: WantedPages, fetch: Fetch, read: Read, sleep: Callable[[float], None], seconds: float
	) -> None:
		self._wanted, self._fetch, self._read, self._sleep = wanted, fetch, read, sleep
		self._robots: dict[str, Robots | InputError] = {}
		self._pauses = Pauses()
		self._ends = time.monotonic() + seconds
		self.found = Listing()

	def document(self, address: str) -> Addresses:
		"""What is listed at an address.

		Raises:
			InputError: nothing that could be read, or it must not be.
		"""
		if not self.robots_of(address).allows(address):
			raise AddressRefused(
				f"The robots.txt of {host_of(address)} forbids to fetch the list. Choose another address."
			)
		return self._read(*self._get(address))

	def robots_of(self, address: str) -> Robots:
		"""The rules of the address's host, asked for once.

		Raises:
			InputError: the host may have rules, and does not tell them (RFC 9309 section 2.3.1.4).
		"""
		parts = urlsplit(address)
		key = f"{parts.scheme}://{parts.netloc}"
		if key not in self._robots:
			self._robots[key] = self._read_robots(key)
		found = self._robots[key]
		if isinstance(found, InputError):
			raise found
		return found

	def _read_robots(self, key: str) -> Robots | InputError:
		try:
			found = Robots.read(self._get(f"{key}/robots.txt")[0])
			self.found.pause = max(self.found.pause, found.delay)
			return found
		except PageGone:
			return Robots()
		except FetchFailed as error:
			# A host that answered that it gives none forbids nothing (section 2.3.1.3).
			return error if error.retryable else Robots()
		except InputError as error:
			return error

	def _get(self, address: str) -> tuple[bytes, str, str]:
		"""The bytes behind an address, where they were in the end, and their declared type."""
		host = host_of(address)
		known = [self._robots.get(f"{scheme}://{host}") for scheme in ("http", "https")]
		pause = max([PAUSE_SECONDS, *(robots.delay for robots in known if isinstance(robots, Robots))])
		wait = self._pauses.left(host, pause)
		if time.monotonic() + wait > self._ends:
			raise FetchFailed("The website took too long to be listed. It is tried again later.")
		self._sleep(wait)
		try:
			answer = self._fetch(address)
		finally:
			self._pauses.asked(host)
		content = answer.content
		if content is None or content.data is None:
			raise ValueError("A list was asked for without conditions, and left out.")
		return content.data, content.fetched_from or address, content.media_type or ""

	def take(self, addresses: Addresses) -> None:
		"""Take in the wanted pages of a document."""
		for address in addresses.pages:
			if not self._wanted.wants(address):
				continue
			if time.monotonic() > self._ends or len(self.found.entries) >= MOST_ADDRESSES:
				self.cut()
				return
			try:
				is_allowed = self.robots_of(address).allows(address)
			except InputError as error:
				# Of this host nothing is known; the pages of the others are listed.
				self.missed(error)
				continue
			if is_allowed:
				self.found.entries[address] = ""
			else:
				self.found.forbidden.add(address)
		if addresses.is_cut:
			self.cut()

	def missed(self, error: InputError) -> None:
		"""Note that the listing is not whole."""
		said = sentence("A part of the list could not be read.")
		self.found.problem = f"{said} {error}"

	def cut(self) -> None:
		"""Note that there is more than may be looked at."""
		self.found.problem = sentence(
			"The website lists more pages than huf looks at. Name a part of it, or its parts one by one."
		)


def list_pages(
	wanted: WantedPages,
	fetch: Fetch,
	*,
	read: Read = read_addresses,
	seconds: float = RUN_SECONDS,
	sleep: Callable[[float], None] = time.sleep,
	progress: Callable[[Listing, int], None] = lambda found, documents: None,
) -> Listing:
	"""All pages of a website that are wanted, by their addresses.

	What fails behind the first address leaves the rest: it is said in ``problem``, and nobody may conclude from such a listing that a
	page is gone.

	:param seconds: how long it may take.
	:param sleep: waits so many seconds; only tests give another one.
	:param progress: told after each document what is found so far, and in how many documents; what it raises ends the listing.

	Raises:
		InputError: nothing is known of the website now: no answer, robots.txt forbids it, or it is no list.
	"""
	lister = _Lister(wanted, fetch, read, sleep, seconds)
	first = lister.document(wanted.address)
	lister.take(first)
	waiting = dict(first.sitemaps)
	seen = {wanted.address}
	while waiting:
		progress(lister.found, len(seen))
		address = next(iter(waiting))
		del waiting[address]
		# A sitemap of a host that is not wanted lists nothing that is.
		if address in seen or host_of(address) not in wanted.hosts:
			continue
		if len(seen) > MOST_SITEMAPS:
			lister.cut()
			break
		seen.add(address)
		try:
			document = lister.document(address)
			lister.take(document)
		except InputError as error:
			lister.missed(error)
			continue
		waiting.update(document.sitemaps)
	return lister.found
