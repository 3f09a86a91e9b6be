"""Fetch the page or file behind a URL input, from public addresses only. Imports no frappe.

The host is resolved once; the connection goes to the very address that was checked, so a name that answers
differently the second time (DNS rebinding) changes nothing. Every redirect is a new address and is checked again.
"""

import http.client
import ssl
import time
from collections.abc import Callable
from urllib.parse import SplitResult, quote, urljoin, urlsplit, urlunsplit

from huf.ai.knowledge.fetch.address import Address, Resolver, checked_addresses, is_public, system_resolver
from huf.ai.knowledge.fetch.answer import read_answer
from huf.ai.knowledge.fetch.connection import Job, TimedSocket, connect
from huf.ai.knowledge.fetch.version import Answer, PageVersion
from huf.engine.errors import AddressRefused, FetchFailed
from huf.engine.sentences import sentence

MAX_BYTES = 20_000_000
"""Bytes of one answer, before and after decompression."""
TIMEOUT_S = 20.0
"""Seconds for the whole fetch: all redirects, and a server that sends a byte now and then."""
MAX_REDIRECTS = 5
_USER_AGENT = "huf-knowledge/1"


def fetch_url(
	url: str,
	known: PageVersion | None = None,
	*,
	max_bytes: int = MAX_BYTES,
	timeout_s: float = TIMEOUT_S,
	max_redirects: int = MAX_REDIRECTS,
	allow: Callable[[str], bool] | None = None,
	resolver: Resolver = system_resolver,
	address_allowed: Callable[[Address], bool] = is_public,
	tls: ssl.SSLContext | None = None,
	packed: bool = False,
) -> Answer:
	"""What is behind ``url`` now; its content is named after the last part of its final address.

	Args:
		url: http or https, without a user name or password in it.
		known: the version that is known: the content is None if the server says that it is still this one.
		max_bytes: limit of the body, both as sent and as decompressed.
		timeout_s: seconds for everything together.
		max_redirects: how many redirects are followed. One from https to http is refused: what it leads to
			could be changed on the way.
		allow: asked with each URL, redirects included; False refuses it (a site's list of allowed hosts).
		resolver: how names become addresses. Only tests give another one.
		address_allowed: which addresses may be connected to. Only tests give another one; it must never come from
			a request or the environment.
		tls: how certificates are verified; the system's authorities when omitted.
		packed: also a file of gzip is wanted, as sitemaps come; it is given as it is.

	Raises:
		AddressRefused: the URL, or one it redirects to, is none that huf fetches.
		PageGone: the server knows no such page.
		FetchFailed: no proper answer; ``retryable`` tells whether later may be better.
		InputTooLarge: over ``max_bytes``.
		UnsupportedType: the server declares a type that holds no text.
	"""
	job = Job(
		max_bytes,
		time.monotonic() + timeout_s,
		resolver,
		address_allowed,
		tls or ssl.create_default_context(),
		allow,
		packed,
	)
	parts = _checked_url(url, job)
	for _ in range(max_redirects + 1):
		result = _request(parts, job, known)
		if isinstance(result, Answer):
			return result
		target = _checked_url(urljoin(urlunsplit(parts), result), job)
		if parts.scheme == "https" and target.scheme == "http":
			raise AddressRefused(
				"The page redirects from https to http, which is not followed. Use its final address."
			)
		parts = target
	raise FetchFailed(
		f"The address redirects more than {max_redirects} times. Use its final address.", retryable=False
	)


def _checked_url(url: str, job: Job) -> SplitResult:
	"""The parts of a URL that may be fetched, its path and host in ASCII."""
	refusal = sentence("Give an address that begins with http:// or https://.")
	if any(ord(c) < 33 or ord(c) == 127 for c in url.strip()) or "\\" in url:
		raise AddressRefused(f"The address contains spaces or control characters. {refusal}")
	try:
		parts = urlsplit(url.strip())
		port = parts.port
	except ValueError as error:
		raise AddressRefused(f"The address is not valid. {refusal}") from error
	if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
		raise AddressRefused(f"Only web pages are fetched. {refusal}")
	if "@" in parts.netloc:
		raise AddressRefused(
			"The address contains a user name or password. Remove it; pages behind a log-in are not fetched."
		)
	try:
		host = parts.hostname if ":" in parts.hostname else parts.hostname.encode("idna").decode("ascii")
	except UnicodeError as error:
		raise AddressRefused(f"The host name is not valid. {refusal}") from error
	if port == 0:
		raise AddressRefused(f"The port is not valid. {refusal}")
	netloc = (f"[{host}]" if ":" in host else host) + (f":{port}" if port else "")
	path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
	query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?[]")
	checked = SplitResult(parts.scheme.lower(), netloc, path, query, "")
	if job.allow is not None and not job.allow(urlunsplit(checked)):
		raise AddressRefused(
			"This address is not among those that may be fetched here. Ask a Knowledge Manager."
		)
	return checked


def _request(parts: SplitResult, job: Job, known: PageVersion | None) -> Answer | str:
	"""One request: the answer, or the address it redirects to."""
	host = parts.hostname or ""
	port = parts.port or (443 if parts.scheme == "https" else 80)
	addresses = checked_addresses(host, port, job.resolver, job.address_allowed)
	connection = http.client.HTTPConnection(host, port)
	conditions = known.conditions(urlunsplit(parts)) if known else {}
	sock: TimedSocket | None = None
	try:
		# http.client connects by itself only when there is no socket: it never resolves the name again.
		connection.sock = sock = connect(
			addresses, host, port, job.tls if parts.scheme == "https" else None, job
		)
		target = parts.path + (f"?{parts.query}" if parts.query else "")
		connection.request(
			"GET",
			target,
			headers={
				"Host": parts.netloc,
				"User-Agent": _USER_AGENT,
				"Accept": "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5",
				"Accept-Encoding": "gzip, identity",
				"Connection": "close",
				**conditions,
			},
		)
		return read_answer(connection, parts, job, known if conditions else None)
	except TimeoutError as error:
		raise FetchFailed(f"The server “{host}” took too long to answer. It is tried again later.") from error
	except ssl.SSLCertVerificationError as error:
		raise FetchFailed(
			f"The certificate of “{host}” is not valid for it ({error.verify_message}).", retryable=False
		) from error
	except (OSError, http.client.HTTPException) as error:
		kind = type(error).__name__
		raise FetchFailed(f"The connection to “{host}” failed ({kind}). It is tried again later.") from error
	finally:
		connection.close()
		if sock is not None:
			sock.end()
