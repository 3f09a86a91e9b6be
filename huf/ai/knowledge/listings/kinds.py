"""The kinds of places that list entries, and what each of them needs: one class a kind."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from frappe.utils import cint

from huf.ai.knowledge.connections import open_store
from huf.ai.knowledge.fetch import fetch_url
from huf.ai.knowledge.fetch.folders import WantedFiles, list_folder, open_in_folder
from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.remote.account import GRACE, GRACE_OF_MANY, Store
from huf.ai.knowledge.fetch.version import Answer
from huf.ai.knowledge.fetch.websites.addresses import WantedPages, page_address
from huf.ai.knowledge.fetch.websites.documents import MOST_BYTES
from huf.ai.knowledge.fetch.websites.listing import RUN_SECONDS, list_pages
from huf.ai.knowledge.fetch.websites.reading import read_apart
from huf.ai.knowledge.selectors.rows.server_folders import usable_folders, wanted_files
from huf.ai.knowledge.selectors.rows.websites import wanted_pages
from huf.ai.knowledge.selectors.values import TITLE_LENGTH
from huf.ai.site.server.folders import server_folder
from huf.engine.content import Content
from huf.engine.errors import SettingsError

Progress = Callable[[Listing], None]


class Place(Protocol):
	"""A place, as a selector's row names it."""

	input_type: str
	"""Of the inputs that its entries become."""
	grace: timedelta
	"""How long an entry stays that is not listed any more."""
	grace_of_many: timedelta
	"""The same when more than half of all are missing at once."""

	def wants(self, key: str) -> bool:
		"""Whether an entry of this key is wanted."""

	def list(self, progress: Progress, seconds: float) -> Listing:
		"""Ask the place what it has, for at most about so many seconds.

		Raises:
			InputError: nothing is known of it now.
		"""

	def key_of(self, written: str) -> str:
		"""The key of an input that is there, from its URL or path."""

	def values_of(self, key: str, version: str) -> dict[str, Any]:
		"""What a new input of an entry holds besides what all inputs do."""

	def digest(self, key: str) -> str:
		"""SHA-256 in hex of what is there now, where asking for it costs little; else empty."""


@dataclass(frozen=True, slots=True)
class Website:
	"""The pages that a sitemap or a page of links lists."""

	wanted: WantedPages
	input_type = "URL"
	grace = timedelta(days=7)
	grace_of_many = grace

	def wants(self, key: str) -> bool:
		"""See :class:`Place`."""
		return self.wanted.wants(key)

	def list(self, progress: Progress, seconds: float = RUN_SECONDS) -> Listing:
		"""See :class:`Place`."""
		return list_pages(
			self.wanted,
			_fetch,
			read=read_apart,
			seconds=seconds,
			progress=lambda found, documents: progress(found),
		)

	def key_of(self, written: str) -> str:
		"""See :class:`Place`."""
		return page_address(written)

	def values_of(self, key: str, version: str) -> dict[str, Any]:
		"""See :class:`Place`."""
		return {
			"url": key,
			"url_hash": hashlib.sha256(key.encode()).hexdigest(),
			"title": key[:TITLE_LENGTH],
			"selected_key": _selected_key(self.input_type, key),
		}

	def digest(self, key: str) -> str:
		"""See :class:`Place`."""
		return ""


@dataclass(frozen=True, slots=True)
class _Files:
	"""Files by their paths, wherever they are."""

	wanted: WantedFiles
	input_type = ""

	def wants(self, key: str) -> bool:
		"""See :class:`Place`."""
		return self.wanted.wants(key)

	def key_of(self, written: str) -> str:
		"""See :class:`Place`."""
		return written

	def values_of(self, key: str, version: str) -> dict[str, Any]:
		"""See :class:`Place`."""
		path = key.partition("/")[2]
		return {
			"path": key,
			"entry_version": version,
			# Its end tells files apart.
			"title": path if len(path) <= TITLE_LENGTH else f"…{path[1 - TITLE_LENGTH :]}",
			"selected_key": _selected_key(self.input_type, key),
			"file_name": path.rpartition("/")[2][-TITLE_LENGTH:],
		}


@dataclass(frozen=True, slots=True)
class Folder(_Files):
	"""The files of a folder of the server."""

	root: Path
	input_type = "Server File"
	grace = timedelta(0)
	# Rather something is not mounted than that somebody deleted more than half.
	grace_of_many = timedelta(days=1)

	def list(self, progress: Progress, seconds: float = RUN_SECONDS) -> Listing:
		"""See :class:`Place`."""
		return list_folder(self.root, self.wanted, seconds=seconds, progress=progress)

	def digest(self, key: str) -> str:
		"""See :class:`Place`."""
		path = key.partition("/")[2]
		try:
			return Content(path, opener=partial(open_in_folder, self.root, path)).sha256()
		except OSError:
			return ""  # whoever reads it says why


@dataclass(frozen=True, slots=True)
class Remote(_Files):
	"""The files behind a Knowledge Connection."""

	store: Store
	input_type = "Remote File"
	grace = GRACE
	grace_of_many = GRACE_OF_MANY

	def list(self, progress: Progress, seconds: float = RUN_SECONDS) -> Listing:
		"""See :class:`Place`."""
		try:
			return self.store.list(self.wanted, seconds=seconds, progress=progress)
		finally:
			self.store.close()

	def digest(self, key: str) -> str:
		"""See :class:`Place`. The file would have to be fetched for it; a build does that once."""
		return ""


def _fetch(address: str) -> Answer:
	"""From public addresses only, as the pages themselves."""
	return fetch_url(address, packed=True, max_bytes=MOST_BYTES)


def _selected_key(input_type: str, key: str) -> str:
	"""Unique in a source: an entry that several rows list is one input."""
	return hashlib.sha256(f"{input_type}\0{key}".encode()).hexdigest()


def place_of(row: Mapping[str, Any]) -> Place:
	"""The place that a selector's row names.

	Raises:
		SettingsError: the row is none that was checked when it was saved, or what it was checked by is another now.
		FetchFailed: the same of a connection.
	"""
	if row["selector_type"] == "Website":
		return Website(wanted_pages(row))
	if row["selector_type"] == "Connection":
		return Remote(wanted_files(row), open_store(row["connection"] or "", row["author"]))
	name = row["server_folder"] or ""
	folder = server_folder(name)
	if name not in usable_folders(row["author"]):
		raise SettingsError(
			"Whoever saved this selector may not use this folder of the server any more. Save it again as somebody who may."
		)
	return Folder(wanted_files(row), folder.path)


def limit_of(row: Mapping[str, Any]) -> int:
	"""How many entries a selector's row may bring."""
	return cint(row["most_entries"])
