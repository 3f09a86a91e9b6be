"""Buckets of stores that speak the protocol of Amazon S3, such as MinIO and Ceph: which objects one has, and reading one.

Requests are signed by botocore (Signature Version 4) and sent by huf: so no credentials, settings or proxies of the machine are looked for,
nothing is asked of a cloud's metadata service, and each connection goes to the address that was checked.
"""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, unquote_plus

from huf.ai.knowledge.fetch.folders import MOST_FILES, WantedFiles, folder_path_of, is_text, versioned
from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.remote.account import MOST_BYTES, Account, gone, too_many
from huf.ai.knowledge.fetch.remote.server import HttpServer, Reply
from huf.ai.knowledge.fetch.remote.xml_answers import elements
from huf.engine.errors import AccessRefused, FetchFailed, InputTooLarge, SettingsError

MOST_LIST_BYTES = 20_000_000
"""Of one page of a list: a thousand objects, whose keys have at most 1,024 bytes each."""
REGION = "us-east-1"
"""What stores without regions are asked with."""
_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]")
_REGION = re.compile(r"[a-z0-9-]{1,40}")
_ERROR_BYTES = 20_000
_SAFE = "-_.~"
"""What the signature leaves unquoted besides letters and digits (its canonical request)."""


@dataclass(frozen=True, slots=True)
class Bucket:
	"""A bucket, or a folder in one. What stands in it was checked."""

	name: str
	region: str = REGION
	prefix: str = ""
	"""Path of the folder; empty: the whole bucket."""
	in_path: bool = True
	"""Whether the bucket is the first part of the path of an address, and not of the host."""

	@classmethod
	def of(cls, name: str, region: str, prefix: str, in_path: bool) -> "Bucket":
		"""From what people write.

		Raises:
			SettingsError: something cannot be meant so; the message says what to write.
		"""
		name, region = name.strip(), region.strip() or REGION
		if not _BUCKET.fullmatch(name) or ".." in name:
			raise SettingsError(
				"Give the name of the bucket alone, such as handbooks: letters, digits, dots and hyphens."
			)
		if not _REGION.fullmatch(region):
			raise SettingsError("Give the region as the store calls it, such as eu-central-1.")
		try:
			prefix = folder_path_of(prefix)
		except ValueError:
			raise SettingsError(
				"Give the path of a folder in the bucket, such as travel/rules, without dots."
			) from None
		return cls(name, region, prefix, in_path)


@dataclass(slots=True)
class _Page:
	"""A part of the list of a bucket."""

	objects: list[tuple[str, str]] = field(default_factory=list)
	"""Keys and versions."""
	folders: list[str] = field(default_factory=list)
	"""What keys begin with up to the next slash, where that was asked for."""
	next: str = ""
	"""What the next part is asked for with; empty: there is none."""


class S3:
	"""One bucket, or a folder in it, with all below."""

	def __init__(self, account: Account, bucket: Bucket) -> None:
		if not bucket.in_path:
			address = account.parts._replace(netloc=f"{bucket.name}.{account.authority}").geturl()
			account = replace(account, address=address)
		self._account, self._bucket = account, bucket
		self._server = HttpServer(account)
		root = account.parts.path.strip("/")
		self._root = "".join(f"/{part}" for part in (root, bucket.name if bucket.in_path else "") if part)
		self._prefix = f"{bucket.prefix}/" if bucket.prefix else ""

	def close(self) -> None:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		self._server.close()

	def list(self, wanted: WantedFiles, *, seconds: float, progress: Callable[[Listing], None]) -> Listing:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		found = Listing()
		ends = time.monotonic() + seconds
		prefix = f"{self._prefix}{wanted.below}/" if wanted.below else self._prefix
		looked_at, token = 0, ""
		while True:
			progress(found)
			if time.monotonic() > ends or looked_at > MOST_FILES:
				found.problem = str(too_many())
				return found
			try:
				page = self._page(prefix, token)
			except AccessRefused:
				raise
			except FetchFailed as error:
				if not token:
					raise
				# Of what comes after this nothing is known.
				found.problem = str(error)
				return found
			for key, version in page.objects:
				looked_at += 1
				path = f"{wanted.name}/{key.removeprefix(self._prefix)}"
				# A key that ends with a slash is no file: programs show folders by it.
				if not key.startswith(prefix) or key.endswith("/") or not is_text(path):
					continue
				if wanted.wants(path):
					found.entries[path] = version
			if not page.next:
				return found
			token = page.next

	def probe(self) -> tuple[str, ...]:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		page = self._page(self._prefix, "", delimiter="/")
		names = [*page.folders, *(key for key, _version in page.objects)]
		return tuple(name.removeprefix(self._prefix) for name in names if name != self._prefix)

	def read(self, path: str) -> bytes:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		reply = self._ask(f"/{quote(self._prefix + path, safe=_SAFE + '/')}", {}, MOST_BYTES)
		if reply.status == 200:
			return reply.data
		code = _code_of(reply)
		if reply.status == 404 and code != "NoSuchBucket":
			raise gone()
		if code == "InvalidObjectState":
			raise FetchFailed(
				"The file lies in an archive of the store (Glacier). Restore it there, or leave its folder out."
			)
		if code == "AccessDenied":
			raise FetchFailed(
				"The store does not let this access key read the file. It is tried again with each comparison."
			)
		raise self._failed(reply, code)

	def _page(self, prefix: str, token: str, delimiter: str = "") -> _Page:
		asked = {
			"list-type": "2",
			"encoding-type": "url",
			"prefix": prefix,
			"delimiter": delimiter,
			"continuation-token": token,
		}
		try:
			reply = self._ask("", {name: value for name, value in asked.items() if value}, MOST_LIST_BYTES)
		except InputTooLarge:
			raise FetchFailed(
				"A folder has more files than huf looks at. What was there before stays."
			) from None
		if reply.status != 200:
			raise self._failed(reply, _code_of(reply))
		page = _page_of(reply.data)
		if page.next and page.next == token:
			raise FetchFailed("What the server says of a folder has no end. What was there before stays.")
		return page

	def _ask(self, path: str, query: Mapping[str, str], max_bytes: int) -> Reply:
		target = f"{self._root}{path}" or "/"
		if query:
			pairs = (f"{quote(name, safe=_SAFE)}={quote(query[name], safe=_SAFE)}" for name in sorted(query))
			target = f"{target}?{'&'.join(pairs)}"
		reply = self._server.ask("GET", target, self._signed(target), max_bytes=max_bytes)
		# An error is read as one: how long it may be is not what a file may be.
		return reply if reply.status == 200 else replace(reply, data=reply.data[:_ERROR_BYTES])

	def _signed(self, target: str) -> dict[str, str]:
		"""Headers of a request; without an access key they say nothing of who asks, for buckets that everybody may read."""
		account = self._account
		if not account.user:
			return {}
		try:
			from botocore.auth import S3SigV4Auth
			from botocore.awsrequest import AWSRequest
			from botocore.credentials import Credentials
		except ImportError:
			raise FetchFailed(
				"The package botocore is not installed. Whoever looks after the server installs huf with its extra s3."
			) from None
		request = AWSRequest(
			method="GET",
			url=f"{account.parts.scheme}://{account.authority}{target}",
			headers={"Host": account.authority},
		)
		S3SigV4Auth(Credentials(account.user, account.password), "s3", self._bucket.region).add_auth(request)
		return {name: str(value) for name, value in request.headers.items()}

	def _failed(self, reply: Reply, code: str) -> FetchFailed:
		"""What is raised for an answer that is no list and no file; most of these are the same for whatever is asked."""
		name = self._account.name
		if code in ("InvalidAccessKeyId", "SignatureDoesNotMatch"):
			return self._server.give_up(
				AccessRefused(
					f"The server of the connection “{name}” does not take its access key and secret key. Whoever looks after connections enters them anew."
				)
			)
		if code == "RequestTimeTooSkewed":
			return self._server.give_up(
				FetchFailed(
					f"The clock of this site differs too much from that of the server of the connection “{name}”."
				)
			)
		if code == "NoSuchBucket":
			return AccessRefused(
				f"There is no bucket as the connection “{name}” names it. Whoever looks after connections corrects that."
			)
		if code == "AccessDenied" or reply.status == 403:
			return AccessRefused(
				f"The store does not let the access key of the connection “{name}” list the bucket. It needs s3:ListBucket and s3:GetObject."
			)
		if code == "AuthorizationHeaderMalformed" or 300 <= reply.status < 400:
			return self._server.give_up(
				AccessRefused(
					f"The bucket of the connection “{name}” is in another region, or at another address. Whoever looks after connections enters that."
				)
			)
		status = reply.status
		return FetchFailed(
			f"The server of the connection “{name}” answered {status}. What was there before stays."
		)


def _local(element: Any) -> str:
	"""The name of an element; stores differ in the namespace, and some have none."""
	return str(element.tag).rpartition("}")[2]


def _texts(element: Any) -> dict[str, str]:
	"""What an element's own elements say, by their names."""
	return {_local(part): part.text or "" for part in element}


def _code_of(reply: Reply) -> str:
	"""What kind of error a store's answer tells of; empty where it does not say."""
	try:
		for element in elements(reply.data):
			if _local(element) == "Code":
				return (element.text or "").strip()
	except FetchFailed:
		pass  # from a proxy, or without a body
	return ""


def _page_of(data: bytes) -> _Page:
	"""Reads an answer to ListObjectsV2.

	Raises:
		FetchFailed: it is none, or is not whole.
	"""
	page, about = _Page(), {}
	for element in elements(data):
		kind = _local(element)
		if kind == "ListBucketResult":
			about = _texts(element) | {"": kind}
		elif kind == "Contents":
			page.objects.append(_object(_texts(element)))
		elif kind == "CommonPrefixes":
			page.folders.append(_texts(element).get("Prefix", ""))
		if kind in ("Contents", "CommonPrefixes"):
			# Not before: what is inside ends first.
			element.clear()
	if not about:
		raise FetchFailed("What the server says is no list of a bucket. What was there before stays.")
	if about.get("EncodingType") == "url":
		page.objects = [(unquote_plus(key), version) for key, version in page.objects]
		page.folders = [unquote_plus(folder) for folder in page.folders]
	if about.get("IsTruncated", "").strip().lower() == "true":
		page.next = about.get("NextContinuationToken", "")
		if not page.next:
			raise FetchFailed("What the server says of a folder is not whole. What was there before stays.")
	return page


def _object(said: Mapping[str, str]) -> tuple[str, str]:
	size = said.get("Size", "").strip()
	size = size if size.isascii() and size.isdigit() and len(size) < 16 else "0"
	return said.get("Key", ""), versioned(int(size), f"{said.get('ETag', '')} {said.get('LastModified', '')}")
