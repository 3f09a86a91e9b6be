"""A real server of mailboxes on loopback: Dovecot, in a folder of its own, with one user."""

import grp
import imaplib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from huf.ai.knowledge.fetch.address import local_server_entries
from huf.ai.knowledge.fetch.remote.account import Account

USER, PASSWORD = "anna@example.com", 's3cret p\u00e4ss "w\u00f6rd\\'
CONFIG = """
protocols = imap
listen = 127.0.0.1
base_dir = {root}/run
log_path = {root}/log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
disable_plaintext_auth = no
{tls}
mail_location = sdbox:{root}/mail
mail_fsync = never
auth_failure_delay = 0
mail_max_userip_connections = 100
passdb {{
	driver = passwd-file
	args = scheme=PLAIN username_format=%u {root}/users
}}
userdb {{
	driver = static
	args = uid={uid} gid={gid} home={root}/home
}}
namespace inbox {{
	inbox = yes
	separator = /
	mailbox Trash {{
		special_use = \\Trash
		auto = create
	}}
}}
service anvil {{
	chroot =
	unix_listener anvil-auth-penalty {{
		mode = 0
	}}
}}
service stats {{
	chroot =
}}
service imap-login {{
	chroot =
	inet_listener imap {{
		port = {port}
	}}
	inet_listener imaps {{
		port = {tls_port}
	}}
}}
"""


def why_not() -> str:
	"""Why there can be no server here, in words that say how to get one; empty if there can."""
	program = _program()
	if not program:
		return "dovecot is not installed: apt-get install dovecot-imapd"
	version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
	return (
		""
		if version.startswith("2.3.")
		else f"the configuration of the test is for dovecot 2.3, not {version.strip()}"
	)


def _program() -> str | None:
	return shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class ImapServer:
	"""Runs while a test does. Whoever is root runs it as the user that Debian has for it: it gives no mailbox to root."""

	def __init__(self, certificate: Path | None = None) -> None:
		"""``certificate``: with its key, of the name ``secure.test``; None: nothing is encrypted."""
		self.root = Path(tempfile.mkdtemp(prefix="huf-imap-"))
		self.port, self.tls_port = _free_port(), _free_port() if certificate else 0
		owner = "dovecot" if os.geteuid() == 0 else None
		(self.root / "users").write_text(f"{USER}:{{PLAIN}}{PASSWORD}::::::\n")
		own = self.root / "certificate.pem"
		if certificate:
			shutil.copy(certificate, own)
		for path in (self.root, *self.root.iterdir()) if owner else ():
			shutil.chown(path, owner, owner)
		state = self.root.stat()
		config = CONFIG.format(
			root=self.root,
			tls=f"ssl = yes\nssl_cert = <{own}\nssl_key = <{own}" if certificate else "ssl = no",
			user=pwd.getpwuid(state.st_uid).pw_name,
			group=grp.getgrgid(state.st_gid).gr_name,
			uid=state.st_uid,
			gid=state.st_gid,
			port=self.port,
			tls_port=self.tls_port,
		)
		(self.root / "dovecot.conf").write_text(config)
		identity: dict[str, Any] = {"user": owner, "group": owner, "extra_groups": []} if owner else {}
		command = [_program() or "", "-F", "-c", str(self.root / "dovecot.conf")]
		# Why it cannot begin it says there, before it knows where its log is.
		with open(self.root / "said", "wb") as said:
			self._process = subprocess.Popen(command, stderr=said, **identity)
		self._wait()

	def _wait(self) -> None:
		ends = time.monotonic() + 120
		while time.monotonic() < ends and self._process.poll() is None:
			try:
				socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
				return
			except OSError:
				time.sleep(0.05)
		said = "".join(
			path.read_text()[-2000:] for name in ("said", "log") if (path := self.root / name).exists()
		)
		self.close()
		raise RuntimeError(f"dovecot does not answer: {said}")

	def account(self, **values: Any) -> Account:
		"""As a site has it that allows its own host."""
		own = {
			"name": "Mail",
			"address": f"imap://127.0.0.1:{self.port}",
			"user": USER,
			"password": PASSWORD,
			"local": local_server_entries("127.0.0.1"),
		}
		return Account(**{**own, **values})

	@contextmanager
	def writing(self) -> Iterator[imaplib.IMAP4]:
		"""A connection that changes the mailbox, as the program of a person does."""
		with imaplib.IMAP4("127.0.0.1", self.port) as connection:
			connection.authenticate("PLAIN", lambda _said: f"\0{USER}\0{PASSWORD}".encode())
			yield connection

	def add(self, folder: str, *mails: bytes) -> None:
		"""Put mails into a folder, which is made where it is not there."""
		with self.writing() as connection:
			connection.create(f'"{folder}"')
			for one in mails:
				answer, said = connection.append(f'"{folder}"', None, None, one)
				assert answer == "OK", said

	def empty(self) -> None:
		"""Take all mails and folders away."""
		with self.writing() as connection:
			for line in connection.list()[1]:
				folder = bytes(line).decode().rpartition(' "/" ')[2]
				answer, count = connection.select(folder)
				if answer == "OK" and count != [b"0"]:
					connection.store("1:*", "+FLAGS", r"(\Deleted)")
					connection.expunge()
				if folder.strip('"') not in ("INBOX", "Trash"):
					if answer == "OK":
						connection.unselect()
					connection.delete(folder)

	def seen(self, folder: str) -> int:
		"""How many mails in a folder are marked as seen."""
		with self.writing() as connection:
			connection.select(folder, readonly=True)
			return len(connection.search(None, "SEEN")[1][0].split())

	def mails(self) -> Counter[bytes]:
		"""All mails, as they are stored, of the folders whose mails are wanted."""
		found: Counter[bytes] = Counter()
		with self.writing() as connection:
			for line in connection.list()[1]:
				folder = bytes(line).decode().rpartition(' "/" ')[2]
				answer, count = connection.select(folder, readonly=True)
				if folder != "Trash" and answer == "OK" and count != [b"0"]:
					data = connection.fetch("1:*", "(BODY.PEEK[])")[1]
					found.update(part[1] for part in data if isinstance(part, tuple))
		return found

	def close(self) -> None:
		self._process.terminate()
		self._process.wait(30)
		shutil.rmtree(self.root, ignore_errors=True)


def mail(
	subject: str, text: str, number: int | None = None, date: str = "Mon, 03 May 2021 10:00:00 +0000"
) -> bytes:
	"""A mail as it is sent; one without a number has no Message-ID."""
	head = {
		"From": "Anna <anna@example.com>",
		"To": "all@example.com",
		"Subject": subject,
		"Date": date,
		"Message-ID": "" if number is None else f"<{number}@example.com>",
		"Content-Type": "text/plain; charset=utf-8",
	}
	lines = [f"{name}: {value}" for name, value in head.items() if value]
	return "\r\n".join([*lines, "", text, ""]).encode()


def _free_port() -> int:
	with socket.socket() as one:
		one.bind(("127.0.0.1", 0))
		return int(one.getsockname()[1])


class Relay:
	"""Passes on what goes to a server and comes back, until so many bytes came back: then it cuts the connection."""

	def __init__(self, port: int) -> None:
		self._port = port
		self.cuts_after: int | None = None
		self.came = self.connections = 0
		self._open: list[socket.socket] = []
		self._listener = socket.create_server(("127.0.0.1", 0))
		self.port = int(self._listener.getsockname()[1])
		threading.Thread(target=self._accept, daemon=True).start()

	def close(self) -> None:
		"""Take no more connections, and end those that there are."""
		# Without it the thread that waits in accept() takes one more.
		with suppress(OSError):
			self._listener.shutdown(socket.SHUT_RDWR)
		self._listener.close()
		self.cut_all()

	def cut_all(self) -> None:
		"""End all connections."""
		for one in self._open:
			_cut(one)
		self._open.clear()

	def _accept(self) -> None:
		while True:
			try:
				client, _address = self._listener.accept()
			except OSError:
				return
			server = socket.create_connection(("127.0.0.1", self._port))
			self.connections += 1
			self._open += [client, server]
			threading.Thread(target=self._pass_on, args=(client, server, False), daemon=True).start()
			threading.Thread(target=self._pass_on, args=(server, client, True), daemon=True).start()

	def _pass_on(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
		try:
			while block := source.recv(4096):
				if is_answer:
					self.came += len(block)
					if self.cuts_after is not None and self.came > self.cuts_after:
						break
				target.sendall(block)
		except OSError:
			pass  # the other thread has closed it
		for one in (source, target):
			_cut(one)


def _cut(one: socket.socket) -> None:
	with suppress(OSError):
		one.shutdown(socket.SHUT_RDWR)
	one.close()


@contextmanager
def serving(certificate: Path | None = None) -> Iterator[ImapServer]:
	"""A server while a test runs."""
	server = ImapServer(certificate)
	try:
		yield server
	finally:
		server.close()
