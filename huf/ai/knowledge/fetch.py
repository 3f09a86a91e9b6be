"""Fetch the page or file behind a URL input, from public addresses only. Imports no frappe.

The host is resolved once; the connection goes to the very address that was checked, so a name that answers
differently the second time (DNS rebinding) changes nothing. Every redirect is a new address and is checked again.
"""

import http.client
import io
import re
import socket
import ssl
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit, urlunsplit

from huf.ai.knowledge.address import Address, Resolver, checked_addresses, is_public, system_resolver
from huf.engine.content import Content
from huf.engine.errors import AddressRefused, FetchFailed, InputTooLarge, UnsupportedType
from huf.engine.extractors.sniff import ALIASES, MEDIA_TYPES

MAX_BYTES = 20_000_000
"""Bytes of one answer, before and after decompression."""
TIMEOUT_S = 20.0
"""Seconds for the whole fetch: all redirects, and a server that sends a byte now and then."""
MAX_REDIRECTS = 5
_BLOCK = 64 * 1024
_USER_AGENT = "huf-knowledge/1 (+https://github.com/huf-ai/huf)"
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Statuses after which the same request may succeed later (RFC 9110 section 15, RFC 6585 section 4).
_RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})
# What may hold text. application/octet-stream is how many servers send any file; the extractor looks at its bytes.
_ACCEPTED = re.compile(
	r"text/[\w.+-]+|message/rfc822|application/(?:pdf|json|ld\+json|jsonl|x-ndjson|yaml|x-yaml|xhtml\+xml|csv|octet-stream"
	r"|vnd\.openxmlformats-officedocument\.[\w.-]+|vnd\.ms-(?:excel|powerpoint|word)[\w.-]*|msword)\Z"
)


@dataclass(frozen=True)
class _Job:
	"""The limits of one fetch, the same for all its hops."""

	max_bytes: int
	deadline: float
	resolver: Resolver
	address_allowed: Callable[[Address], bool]
	tls: ssl.SSLContext
	allow: Callable[[str], bool] | None

	def remaining(self) -> float:
		"""Seconds left.

		Raises:
			FetchFailed: there are none.
		"""
		left = self.deadline - time.monotonic()
		if left <= 0:
			raise FetchFailed("The server took too long to answer. It is tried again later.")
		return left


def fetch_url(
	url: str,
	*,
	max_bytes: int = MAX_BYTES,
	timeout_s: float = TIMEOUT_S,
	max_redirects: int = MAX_REDIRECTS,
	allow: Callable[[str], bool] | None = None,
	resolver: Resolver = system_resolver,
	address_allowed: Callable[[Address], bool] = is_public,
	tls: ssl.SSLContext | None = None,
) -> Content:
	"""The content behind ``url``, named after the last part of its final address.

	Args:
		url: http or https, without a user name or password in it.
		max_bytes: limit of the body, both as sent and as decompressed.
		timeout_s: seconds for everything together.
		max_redirects: how many redirects are followed. One from https to http is refused: what it leads to
			could be changed on the way.
		allow: asked with each URL, redirects included; False refuses it (a site's list of allowed hosts).
		resolver: how names become addresses. Only tests give another one.
		address_allowed: which addresses may be connected to. Only tests give another one; it must never come from
			a request or the environment.
		tls: how certificates are verified; the system's authorities when omitted.

	Raises:
		AddressRefused: the URL, or one it redirects to, is none that huf fetches.
		FetchFailed: no proper answer; ``retryable`` tells whether later may be better.
		InputTooLarge: over ``max_bytes``.
		UnsupportedType: the server declares a type that holds no text.
	"""
	job = _Job(
		max_bytes,
		time.monotonic() + timeout_s,
		resolver,
		address_allowed,
		tls or ssl.create_default_context(),
		allow,
	)
	parts = _checked_url(url, job)
	for _ in range(max_redirects + 1):
		result = _request(parts, job)
		if isinstance(result, Content):
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


def _checked_url(url: str, job: _Job) -> SplitResult:
	"""The parts of a URL that may be fetched, its path and host in ASCII."""
	refusal = "Give an address that begins with http:// or https://."
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


class _TimedReader(io.RawIOBase):
	"""Reads a socket so that all reads together end at the deadline, however slowly bytes drip in."""

	def __init__(self, sock: socket.socket, job: _Job) -> None:
		self._sock = sock
		self._job = job

	def readable(self) -> bool:
		return True

	def readinto(self, buffer: Any) -> int:
		self._sock.settimeout(self._job.remaining())
		return self._sock.recv_into(buffer)


class _TimedSocket:
	"""The part of a socket that ``http.client`` uses, with the deadline of the fetch on every operation."""

	def __init__(self, sock: socket.socket, job: _Job) -> None:
		self._sock = sock
		self._job = job

	def sendall(self, data: bytes) -> None:
		self._sock.settimeout(self._job.remaining())
		self._sock.sendall(data)

	def makefile(self, mode: str) -> io.BufferedReader:
		return io.BufferedReader(_TimedReader(self._sock, self._job))

	def close(self) -> None:
		"""Nothing: http.client drops its socket once the answer has begun, while the body is still to be read."""

	def end(self) -> None:
		"""Close the connection."""
		self._sock.close()


def _connect(addresses: list[str], host: str, port: int, secure: bool, job: _Job) -> _TimedSocket:
	"""A connection to the first of the checked addresses that answers; certificates are verified for ``host``."""
	failure: OSError | None = None
	for address in addresses:
		try:
			sock = socket.create_connection((address, port), timeout=job.remaining())
		except OSError as error:
			failure = error
			continue
		try:
			if secure:
				sock.settimeout(job.remaining())
				sock = job.tls.wrap_socket(sock, server_hostname=host)
		except BaseException:
			sock.close()
			raise
		return _TimedSocket(sock, job)
	raise failure or OSError("no address")


def _request(parts: SplitResult, job: _Job) -> Content | str:
	"""One request: the content, or the address it redirects to."""
	host = parts.hostname or ""
	port = parts.port or (443 if parts.scheme == "https" else 80)
	addresses = checked_addresses(host, port, job.resolver, job.address_allowed)
	connection = http.client.HTTPConnection(host, port)
	sock: _TimedSocket | None = None
	try:
		# http.client connects by itself only when there is no socket: it never resolves the name again.
		connection.sock = sock = _connect(addresses, host, port, parts.scheme == "https", job)
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
			},
		)
		return _answer(connection, parts, job)
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


def _answer(connection: http.client.HTTPConnection, parts: SplitResult, job: _Job) -> Content | str:
	response = connection.getresponse()
	if response.status in _REDIRECTS:
		location = response.headers.get("Location", "").strip()
		if not location:
			raise FetchFailed("The server redirects to nowhere. Use another address.", retryable=False)
		return location
	if response.status not in (200, 203):
		advice = "It is tried again later." if response.status in _RETRYABLE else "Check the address."
		raise FetchFailed(
			f"The server answered {response.status} {_plain(response.reason)}. {advice}",
			retryable=response.status in _RETRYABLE,
		)
	declared = _plain(response.headers.get("Content-Type", ""))
	media_type = declared.partition(";")[0].strip().lower()
	if media_type and not _ACCEPTED.match(media_type):
		raise UnsupportedType(
			f"The address holds {media_type}, which has no text that huf reads. Use another address."
		)
	data = _body(response, job)
	return Content(name=_name(parts, media_type), data=data, media_type=declared)


def _plain(header: str) -> str:
	"""A header value as printable ASCII of sensible length."""
	return "".join(c for c in header if " " <= c <= "~")[:120].strip()


def _body(response: http.client.HTTPResponse, job: _Job) -> bytes:
	"""The whole body, decompressed.

	Raises:
		InputTooLarge: it is over the limit before or after decompression.
		FetchFailed: it is cut off, or compressed in a way that was not asked for.
	"""
	coding = response.headers.get("Content-Encoding", "").strip().lower()
	if coding not in ("", "identity", "gzip", "x-gzip"):
		raise FetchFailed("The server answered in a compression that was not asked for.", retryable=False)
	if (response.length or 0) > job.max_bytes:
		raise _too_large(job)
	unpack = zlib.decompressobj(wbits=31) if "gzip" in coding else None
	received = 0
	body = bytearray()
	while block := response.read(_BLOCK):
		received += len(block)
		if unpack is not None:
			try:
				# One byte more than allowed tells "too large" from "just fits"; no more is ever unpacked.
				block = unpack.decompress(block, job.max_bytes - len(body) + 1)
			except zlib.error as error:
				raise FetchFailed(
					"The server sent damaged compressed data. It is tried again later."
				) from error
		body += block
		if max(received, len(body)) > job.max_bytes:
			raise _too_large(job)
	if response.length or (unpack is not None and received and not unpack.eof):
		raise FetchFailed("The connection ended before the whole answer was there. It is tried again later.")
	return bytes(body)


def _too_large(job: _Job) -> InputTooLarge:
	return InputTooLarge(
		f"The page has more than {job.max_bytes / 1e6:g} MB, the limit for addresses. Upload it as a file."
	)


def _name(parts: SplitResult, media_type: str) -> str:
	"""The last part of the path, or the host; with the ending of its type when it has none that huf knows."""
	last = unquote(parts.path).rstrip("/").rpartition("/")[2]
	name = "".join(c for c in last if c.isprintable() and c not in '/\\:*?"<>|').strip(". ")[:120]
	name = name or (parts.hostname or "page")
	extension = name.rpartition(".")[2].lower() if "." in name else ""
	if extension in MEDIA_TYPES or extension in ALIASES:
		return name
	ending = next((key for key, known in MEDIA_TYPES.items() if known == media_type), "")
	return f"{name}.{ending}" if ending else name
