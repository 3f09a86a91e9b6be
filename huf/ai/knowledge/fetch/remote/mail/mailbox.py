"""Which mails the folders of a mailbox have, and reading one."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from huf.ai.knowledge.fetch.folders import MOST_FILES, WantedFiles, is_text, versioned
from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.remote.account import (
	MOST_BYTES,
	MOST_FAILURES,
	Account,
	gone,
	too_large,
	too_many,
)
from huf.ai.knowledge.fetch.remote.mail.client import MailClient
from huf.ai.knowledge.fetch.remote.mail.folders import MailFolder, WantedFolders, read_folders
from huf.ai.knowledge.fetch.remote.mail.naming import HEADERS, Mail, mark_of, named
from huf.engine.errors import AccessRefused, FetchFailed, PageGone, SettingsError

_T = TypeVar("_T")
BATCH = 500
"""Mails that are asked about at once."""
_OVERHEAD = 20_000
"""Bytes of an answer around a mail."""


@dataclass(frozen=True, slots=True)
class _Known:
	"""The mails of a folder, as long as their numbers hold."""

	validity: int
	mails: Mapping[str, Mail]


class Mailbox:
	"""Folders of a mailbox with their mails, as files: ``INBOX/2021-05-03 Rules of travel 0f3a….eml``."""

	def __init__(self, account: Account, folders: WantedFolders) -> None:
		"""
		Raises:
			SettingsError: the address is none of a server of mailboxes.
		"""
		wrong = SettingsError(
			"Give the server of the mailbox, such as imaps://mail.example.com; with imap:// the connection is encrypted after it began."
		)
		try:
			parts = account.parts
		except SettingsError:
			raise wrong from None
		if parts.scheme not in ("imap", "imaps") or parts.path.strip("/"):
			raise wrong
		self._account, self._wanted = account, folders
		self._client: MailClient | None = None
		self._folders: Mapping[str, MailFolder] = {}
		self._known: dict[str, _Known] = {}
		self._given_up: FetchFailed | None = None
		self._failures = 0

	def close(self) -> None:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		if self._client:
			self._client.close()
		self._client = None

	def list(self, wanted: WantedFiles, *, seconds: float, progress: Callable[[Listing], None]) -> Listing:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		found = Listing(identity=mark_of)
		ends = time.monotonic() + seconds
		folders = self._asked(self._chosen)
		if self._wanted.missing(folders):
			found.problem = str(self._folder_is_missing())
		for folder in folders:
			if wanted.below and not f"{folder.path}/".startswith(f"{wanted.below}/"):
				continue
			progress(found)
			if time.monotonic() > ends or len(found.entries) > MOST_FILES:
				found.problem = str(too_many())
				break
			try:
				mails = self._asked(partial(self._mails, folder, ends, partial(progress, found))).mails
			except AccessRefused:
				raise
			except FetchFailed as error:
				# Of this one nothing is known; the others are listed.
				found.problem = str(error)
				continue
			for name, mail in mails.items():
				key = f"{wanted.name}/{folder.path}/{name}"
				if is_text(key) and wanted.wants(key):
					found.entries[key] = versioned(mail.size, "")
		return found

	def probe(self) -> tuple[str, ...]:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		folders = self._asked(self._chosen)
		if self._wanted.missing(folders):
			raise self._folder_is_missing()
		if folders:
			self._asked(lambda: self._open().examine(folders[0].raw))
		return tuple(f"{folder.path}/" for folder in folders)

	def read(self, path: str) -> bytes:
		"""See :class:`~huf.ai.knowledge.fetch.remote.account.Store`."""
		place, _slash, name = path.rpartition("/")
		if not self._folders:
			folders = self._asked(self._chosen)
			self._folders = {folder.path: folder for folder in folders}
		folder = self._folders.get(place)
		if folder is None:
			raise gone()
		return self._asked(partial(self._read, folder, name))

	def _folder_is_missing(self) -> FetchFailed:
		name = self._account.name
		return FetchFailed(
			f"A folder that the connection “{name}” names is not in its mailbox. What was there before stays."
		)

	def _chosen(self) -> Sequence[MailFolder]:
		return self._wanted.chosen(read_folders(self._open().list_folders()))

	def _read(self, folder: MailFolder, name: str) -> bytes:
		client = self._open()
		known = self._known.get(folder.path)
		if known is None or known.validity != client.examine(folder.raw):
			# Once for all mails of it that are read.
			known = self._known[folder.path] = self._mails(folder, float("inf"))
		mail = known.mails.get(name)
		if mail is None:
			raise gone()
		if mail.size > MOST_BYTES:
			raise too_large()
		for found in client.fetch(str(mail.uid), "BODY.PEEK[]", MOST_BYTES + _OVERHEAD):
			if found.uid == mail.uid:
				return found.data
		raise gone()

	def _mails(self, folder: MailFolder, ends: float, progress: Callable[[], None] = lambda: None) -> _Known:
		client = self._open()
		validity = client.examine(folder.raw)
		uids = client.uids()
		if len(uids) > MOST_FILES:
			raise too_many()
		found = []
		for first in range(0, len(uids), BATCH):
			progress()
			if time.monotonic() > ends:
				raise too_many()
			batch = uids[first : first + BATCH]
			said = {mail.uid: mail for mail in client.fetch(f"{batch[0]}:{batch[-1]}", HEADERS)}
			if not set(batch) <= said.keys():
				raise FetchFailed(
					"A folder changed while it was looked through. What was there before stays; it is compared again later."
				)
			found += [said[uid] for uid in batch]
		return _Known(validity, named(found, validity))

	def _open(self) -> MailClient:
		if self._client is None or not self._client.is_usable:
			self.close()
			self._client = MailClient(self._account)
		return self._client

	def _asked(self, question: Callable[[], _T]) -> _T:
		"""The answer to a question. Once the server refused the password, or failed several times, it is asked no more: thousands of
		attempts would lock the account, or wait for minutes each.
		"""
		if self._given_up:
			raise self._given_up
		was_open = self._client is not None and self._client.is_usable
		try:
			answer = self._asked_twice(question) if was_open else question()
		except PageGone:
			raise
		except FetchFailed as error:
			self._failures += 1
			if self._failures >= MOST_FAILURES or isinstance(error, AccessRefused):
				self._given_up = error
			raise
		self._failures = 0
		return answer

	def _asked_twice(self, question: Callable[[], _T]) -> _T:
		"""A server may end a connection on which nothing was said for a while: then it is asked on a new one."""
		try:
			return question()
		except FetchFailed:
			if self._client is None or self._client.is_usable:
				raise
		return question()
