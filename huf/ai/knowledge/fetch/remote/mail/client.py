"""A connection to a server of mailboxes. ``imaplib`` speaks the protocol; connecting, deadlines and limits are ours."""

import imaplib
import re
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from huf.ai.knowledge.fetch.connection import TimedSocket, connect
from huf.ai.knowledge.fetch.remote.account import Account, Deadline, too_large, too_many
from huf.engine.errors import AccessRefused, AddressRefused, FetchFailed

MOST_ANSWER_BYTES = 20_000_000
"""Of an answer to a command that fetches no mail."""
MOST_FOLDERS = 10_000
_TEMPORARY = re.compile(r"\[(UNAVAILABLE|LIMIT|INUSE|SERVERBUG|CONTACTADMIN|OVERQUOTA)\b", re.IGNORECASE)
"""Why a login may fail that says nothing of the password (RFC 5530)."""
_UID, _SIZE = re.compile(rb"\bUID (\d{1,10})\b"), re.compile(rb"\bRFC822\.SIZE (\d{1,15})\b")


@dataclass(frozen=True, slots=True)
class Fetched:
	"""What a server says of one mail."""

	uid: int
	size: int
	"""Bytes, as the server counts them; 0 where that was not asked for."""
	data: bytes
	"""The part of it that was asked for."""


class _Protocol(imaplib.IMAP4):
	"""imaplib over a connection to an address that was checked."""

	def __init__(self, account: Account) -> None:
		self._account = account
		self._deadline = Deadline(account.name)
		self._left = 0
		self.expect(MOST_ANSWER_BYTES)
		super().__init__(account.host, account.port)

	def expect(self, most_bytes: int) -> None:
		"""A command is given, whose answer may have so many bytes."""
		self._deadline.begin()
		self._left = most_bytes

	def open(self, host: str = "", port: int = 0, timeout: float | None = None) -> None:
		"""See imaplib. Nothing but the account says where to."""
		account = self._account
		self.host, self.port = account.host, account.port
		self.is_encrypted = account.parts.scheme == "imaps"
		tls = (account.tls or ssl.create_default_context()) if self.is_encrypted else None
		self._wire: TimedSocket = connect(
			account.network_addresses(), account.host, account.port, tls, self._deadline
		)
		self._reader = self._wire.makefile("rb")

	def secure(self) -> None:
		"""Begin to encrypt. What came before is not believed: anybody on the way may have said it."""
		answer, _data = self.xatom("STARTTLS")
		if answer != "OK":
			raise self.error("STARTTLS")
		self._wire.secure(self._account.tls or ssl.create_default_context(), self._account.host)
		self._reader = self._wire.makefile("rb")
		self.is_encrypted = True
		self.untagged_responses = {}
		self._get_capabilities()

	def read(self, size: int) -> bytes:
		"""See imaplib."""
		self._count(size)
		data = self._reader.read(size)
		self._deadline.came(len(data))
		return data

	def readline(self) -> bytes:
		"""See imaplib."""
		line = self._reader.readline(self._left + 1)
		self._count(len(line))
		self._deadline.came(len(line))
		return line

	def send(self, data: Any) -> None:
		"""See imaplib."""
		self._wire.sendall(bytes(data))

	def shutdown(self) -> None:
		"""See imaplib."""
		self._wire.end()

	def _count(self, size: int) -> None:
		"""Before it is read: how long a part is, is the server's word."""
		self._left -= size
		if self._left < 0:
			raise too_large(size)


class MailClient:
	"""A mailbox that somebody is logged in to."""

	def __init__(self, account: Account) -> None:
		"""Connects and logs in.

		Raises:
			AccessRefused: the server does not take the user name and the password.
			AddressRefused: it is where no connection may go, or does not encrypt.
			FetchFailed: there is no answer.
		"""
		self._account = account
		self._selected, self._validity = b"", 0
		self.is_usable = True
		"""False once it is not known any more what the server says next."""
		with self._talking():
			self._protocol = _Protocol(account)
			try:
				self._log_in()
			# Whatever it was: the connection is nobody's yet. It is raised on.
			except BaseException:
				self._protocol.shutdown()
				raise

	def close(self) -> None:
		"""End the connection. That a server which is asked no more takes its leave is not waited for."""
		self._protocol.shutdown()

	def list_folders(self) -> Sequence[Any]:
		"""What the server answers to LIST, as imaplib gives it: with the uses of folders (RFC 6154) where it knows them."""
		known = set(self._protocol.capabilities)
		options = ("RETURN (SPECIAL-USE)",) if {"SPECIAL-USE", "LIST-EXTENDED"} <= known else ()
		self._said(lambda: self._protocol.xatom("LIST", '""', '"*"', *options))
		found = self._protocol.response("LIST")[1] or ()
		if len(found) > MOST_FOLDERS:
			raise too_many()
		return found

	def examine(self, folder: bytes) -> int:
		"""Open a folder without changing anything in it; as long as this gives the same, numbers of its mails stand for the same mails
		(UIDVALIDITY). ``folder``: its name as the server has it.
		"""
		if folder == self._selected:
			return self._validity
		self._selected = b""
		self._said(lambda: self._protocol.select(_quoted(folder), readonly=True))  # type: ignore[arg-type]
		said = self._protocol.response("UIDVALIDITY")[1]
		self._validity = int(said[0]) if said and said[0] and said[0].isdigit() else 0
		self._selected = folder
		return self._validity

	def uids(self) -> Sequence[int]:
		"""Of the mails in the folder that is open, without those that are marked as deleted; in their order."""
		data = self._said(lambda: self._protocol.uid("SEARCH", "UNDELETED"))
		if data[0] is None:
			# Not the same as none: that has a line, too.
			name = self._account.name
			raise FetchFailed(
				f"The server of the connection “{name}” refused to show a folder. What was there before stays."
			)
		return sorted({int(uid) for line in data for uid in line.split() if uid.isdigit()})

	def fetch(self, uids: str, part: str, most_bytes: int = MOST_ANSWER_BYTES) -> Iterator[Fetched]:
		"""A part of each of some mails in the folder that is open. ``uids``: as IMAP has sets of them."""
		data = self._said(lambda: self._protocol.uid("FETCH", uids, f"(UID RFC822.SIZE {part})"), most_bytes)
		said, literal = b"", b""
		for piece in data:
			if isinstance(piece, tuple):
				said, literal = said + piece[0], piece[1]
				continue
			said += piece or b""
			uid, size = _UID.search(said), _SIZE.search(said)
			if uid and size:
				yield Fetched(int(uid[1]), int(size[1]), literal)
			said, literal = b"", b""

	def _log_in(self) -> None:
		account, protocol = self._account, self._protocol
		if not protocol.is_encrypted and "STARTTLS" in protocol.capabilities:
			protocol.secure()
		if not protocol.is_encrypted and not account.is_local:
			raise AddressRefused(
				f"The server of the connection “{account.name}” does not encrypt. Its address has to begin with imaps, or its host has to be a Local File Server in Agent Settings."
			)
		if protocol.state == "AUTH":
			return
		protocol.expect(MOST_ANSWER_BYTES)
		if not (account.user + account.password).isprintable():
			raise account.refused()
		try:
			if "AUTH=PLAIN" in protocol.capabilities:
				secret = f"\0{account.user}\0{account.password}".encode()
				protocol.authenticate("PLAIN", lambda _said: secret)
			else:
				protocol.login(_quoted(account.user.encode()).decode(), account.password)
		except imaplib.IMAP4.abort:
			raise
		except imaplib.IMAP4.error as error:
			if _TEMPORARY.search(str(error)):
				raise FetchFailed(
					f"The server of the connection “{account.name}” lets nobody in just now. It is tried again later."
				) from None
			raise account.refused() from None
		except UnicodeEncodeError:
			raise AccessRefused(
				f"The server of the connection “{account.name}” takes only letters of English in passwords. Whoever looks after connections enters another one."
			) from None

	def _said(
		self, command: Callable[[], tuple[str, Any]], most_bytes: int = MOST_ANSWER_BYTES
	) -> Sequence[Any]:
		"""What the server answers to a command that it carries out."""
		name = self._account.name
		with self._talking():
			self._protocol.expect(most_bytes)
			answer, data = command()
		if answer != "OK" or not data:
			raise FetchFailed(
				f"The server of the connection “{name}” refused to show a folder. What was there before stays."
			)
		return data

	@contextmanager
	def _talking(self) -> Iterator[None]:
		name = self._account.name
		was_usable, self.is_usable = self.is_usable, False
		with self._account.lost():
			try:
				yield
				self.is_usable = was_usable
			except imaplib.IMAP4.abort as error:
				# It may repeat what the server said.
				raise ConnectionError(type(error).__name__) from error
			except OSError:
				# A certificate that is not valid is both of these.
				raise
			except (imaplib.IMAP4.error, ValueError, LookupError) as error:
				# imaplib takes numbers, letters and base64 as they come.
				raise FetchFailed(
					f"The server of the connection “{name}” answers what no server of mailboxes does. Whoever looks after connections checks its address."
				) from error


def _quoted(text: bytes) -> bytes:
	return b'"%s"' % text.replace(b"\\", rb"\\").replace(b'"', rb"\"")
