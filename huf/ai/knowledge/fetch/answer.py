"""Reading what a server answers: its status, its type, and its body within the limits."""

import http.client
import re
import zlib
from urllib.parse import SplitResult, unquote, urlunsplit

from huf.ai.knowledge.fetch.connection import Job
from huf.ai.knowledge.fetch.version import Answer, PageVersion
from huf.engine.content import Content
from huf.engine.errors import FetchFailed, InputTooLarge, PageGone, UnsupportedType
from huf.engine.extractors.recognition.kinds import ALIASES, MEDIA_TYPES
from huf.engine.sentences import sentence

_BLOCK = 64 * 1024
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Statuses after which the same request may succeed later (RFC 9110 section 15, RFC 6585 section 4).
_RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})
# What may hold text. application/octet-stream is how many servers send any file; the extractor looks at its bytes.
_ACCEPTED = re.compile(
	r"text/[\w.+-]+|message/rfc822|application/(?:pdf|json|ld\+json|jsonl|x-ndjson|yaml|x-yaml|xhtml\+xml|csv|octet-stream"
	r"|vnd\.openxmlformats-officedocument\.[\w.-]+|vnd\.ms-(?:excel|powerpoint|word)[\w.-]*|msword"
	r"|vnd\.oasis\.opendocument\.[\w.-]+|epub\+zip|xml|rtf|x-ipynb\+json|x-subrip|x-tex)\Z"
)

_PACKED = frozenset({"application/gzip", "application/x-gzip"})
_GONE = frozenset({404, 410})


def read_answer(
	connection: http.client.HTTPConnection, parts: SplitResult, job: Job, known: PageVersion | None = None
) -> Answer | str:
	"""The answer to a request, or the address that it redirects to. ``known``: the version that it was asked with."""
	response = connection.getresponse()
	if response.status in _REDIRECTS:
		location = response.headers.get("Location", "").strip()
		if not location:
			raise FetchFailed("The server redirects to nowhere. Use another address.", retryable=False)
		return location
	if response.status == 304 and known is not None:
		return Answer(None, known)
	if response.status in _GONE:
		raise PageGone(
			f"The server answered {response.status} {_plain(response.reason)}. Check the address.",
			retryable=False,
		)
	if response.status not in (200, 203):
		advice = (
			sentence("It is tried again later.")
			if response.status in _RETRYABLE
			else sentence("Check the address.")
		)
		raise FetchFailed(
			f"The server answered {response.status} {_plain(response.reason)}. {advice}",
			retryable=response.status in _RETRYABLE,
		)
	declared = _plain(response.headers.get("Content-Type", ""))
	media_type = declared.partition(";")[0].strip().lower()
	is_wanted = _ACCEPTED.match(media_type) or (job.packed and media_type in _PACKED)
	if media_type and not is_wanted:
		raise UnsupportedType(
			f"The address holds {media_type}, which has no text that huf reads. Use another address."
		)
	data = _body(response, job)
	address = urlunsplit(parts)
	content = Content(name=_name(parts, media_type), data=data, media_type=declared, fetched_from=address)
	return Answer(content, PageVersion.of(address, response.headers))


def _plain(header: str) -> str:
	"""A header value as printable ASCII of sensible length."""
	return "".join(c for c in header if " " <= c <= "~")[:120].strip()


def _body(response: http.client.HTTPResponse, job: Job) -> bytes:
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


def _too_large(job: Job) -> InputTooLarge:
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
