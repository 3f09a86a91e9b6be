"""Folders by WebDAV (RFC 4918), such as those of Nextcloud: which files one has, and reading one."""

import base64
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from huf.ai.knowledge.fetch.folders import MOST_FILES, WantedFiles, is_text, versioned
from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.remote.account import MOST_BYTES, Account, gone, too_many
from huf.ai.knowledge.fetch.remote.server import HttpServer, Reply
from huf.ai.knowledge.fetch.remote.xml_answers import elements
from huf.engine.errors import AccessRefused, FetchFailed, InputTooLarge

MOST_LIST_BYTES = 50_000_000
"""Of what a server says of one folder: about a hundred thousand files."""
MOST_FOLDERS = 20_000
_PROPERTIES = (
	b'<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop>'
	b"<resourcetype/><getetag/><getcontentlength/><getlastmodified/></prop></propfind>"
)
_SAFE = "/!$&'()*+,;=:@~-._"


@dataclass(frozen=True, slots=True)
class _Member:
	"""What a folder holds: a file or another folder."""

	path: str
	"""Below the address."""
	is_folder: bool
	version: str


class WebDav:
	"""One folder of a server with all below it."""

	def __init__(self, account: Account) -> None:
		self._account = account
		self._server = HttpServer(account)
		self._root = unquote(account.parts.path).rstrip("/")
		pair = f"{account.user}:{account.password}".encode()
		# Basic alone: a digest hides the password from listeners, whom TLS keeps out anyway.
		self._login = {"Authorization": f"Basic {base64.b64encode(pair).decode()}"} if account.user else {}

	def close(self) -> None:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		self._server.close()

	def list(self, wanted: WantedFiles, *, seconds: float, progress: Callable[[Listing], None]) -> Listing:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`. Folders are asked one by one: many servers refuse to list all below
		one at once, and none can say half of it.
		"""
		found = Listing()
		ends = time.monotonic() + seconds
		waiting = [wanted.below]
		asked = looked_at = 0
		while waiting:
			progress(found)
			if time.monotonic() > ends or asked >= MOST_FOLDERS or looked_at > MOST_FILES:
				found.problem = str(too_many())
				break
			folder = waiting.pop(0)
			asked += 1
			try:
				members = list(self._members(folder))
			except AccessRefused:
				raise
			except FetchFailed as error:
				if asked == 1:
					raise
				# Of this one nothing is known; the others are listed.
				found.problem = str(error)
				continue
			for member in members:
				key = f"{wanted.name}/{member.path}"
				looked_at += 1
				if not is_text(key):
					continue
				if member.is_folder:
					waiting.append(member.path)
				elif wanted.wants(key):
					found.entries[key] = member.version
		return found

	def probe(self) -> tuple[str, ...]:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		return tuple(member.path + "/" * member.is_folder for member in self._members(""))

	def read(self, path: str) -> bytes:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		reply = self._ask("GET", self._target(path), self._login, max_bytes=MOST_BYTES)
		if reply.status in (404, 410):
			raise gone()
		if reply.status != 200:
			status = reply.status
			raise FetchFailed(
				f"The server answered {status} when it was asked for the file. It is tried again later."
			)
		return reply.data

	def _ask(
		self, method: str, target: str, headers: Mapping[str, str], *, max_bytes: int, body: bytes = b""
	) -> Reply:
		reply = self._server.ask(method, target, headers, max_bytes=max_bytes, body=body)
		if 300 <= reply.status < 400:
			name = self._account.name
			raise FetchFailed(
				f"The server of the connection “{name}” redirects to another address. Whoever looks after connections enters that."
			)
		return reply

	def _target(self, path: str) -> str:
		return quote(f"{self._root}/{path}", safe=_SAFE)

	def _members(self, folder: str) -> Iterator[_Member]:
		headers = {"Depth": "1", "Content-Type": "application/xml", **self._login}
		target = self._target(f"{folder}/" if folder else "")
		try:
			reply = self._ask("PROPFIND", target, headers, max_bytes=MOST_LIST_BYTES, body=_PROPERTIES)
		except InputTooLarge:
			raise FetchFailed(
				"A folder has more files than huf looks at. What was there before stays."
			) from None
		if reply.status != 207:
			status = reply.status
			raise FetchFailed(
				f"The server answered {status} when it was asked what a folder holds. What was there before stays."
			)
		return self._read(reply, folder)

	def _read(self, reply: Reply, folder: str) -> Iterator[_Member]:
		for href, is_folder, version in _responses(reply.data):
			path = self._path_of(href)
			above, _slash, name = path.rpartition("/")
			# Only what lies in the folder itself: a server that names others leads in circles, or elsewhere.
			if above != folder or not name or name.startswith("."):
				continue
			yield _Member(path, is_folder, version)

	def _path_of(self, href: str) -> str:
		"""Below the address; empty if it is not."""
		try:
			path = unquote(urlsplit(href.strip()).path, errors="strict")
		except ValueError:
			return ""
		inner = path.removeprefix(f"{self._root}/") if path.startswith(f"{self._root}/") else ""
		return inner.rstrip("/")


def _responses(data: bytes) -> Iterator[tuple[str, bool, str]]:
	"""Of an answer with many states (RFC 4918 section 13) the addresses, whether each is a folder, and versions of files."""
	for element in elements(data):
		if element.tag == "{DAV:}response":
			yield _response(element)
			element.clear()


def _response(element: Any) -> tuple[str, bool, str]:
	is_folder, size = False, 0
	marks: dict[str, str] = {}
	for part in element.iterfind("{DAV:}propstat"):
		# What the server does not have of a file stands in a part of its own, with 404.
		if " 200 " not in f"{part.findtext('{DAV:}status') or ''} ":
			continue
		is_folder = is_folder or part.find("{DAV:}prop/{DAV:}resourcetype/{DAV:}collection") is not None
		length = (part.findtext("{DAV:}prop/{DAV:}getcontentlength") or "").strip()
		size = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else size
		for name in ("getetag", "getlastmodified"):
			marks[name] = (part.findtext(f"{{DAV:}}prop/{{DAV:}}{name}") or "").strip() or marks.get(name, "")
	mark = marks.get("getetag") or marks.get("getlastmodified") or ""
	return element.findtext("{DAV:}href") or "", is_folder, versioned(size, mark)
