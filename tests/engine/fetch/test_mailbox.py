"""Mailboxes by IMAP against a real server (Dovecot): what is listed and read, what is lost and moved, and an exact mirror."""

import hashlib
import os
import random
import re
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from huf.ai.knowledge.fetch.folders import WantedFiles, size_of
from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.remote.account import GRACE, GRACE_OF_MANY, MOST_FAILURES, Account
from huf.ai.knowledge.fetch.remote.mail import mailbox
from huf.ai.knowledge.fetch.remote.mail.client import Fetched
from huf.ai.knowledge.fetch.remote.mail.folders import WantedFolders, read_folders
from huf.ai.knowledge.fetch.remote.mail.mailbox import Mailbox
from huf.ai.knowledge.fetch.remote.mail.naming import mark_of, named
from huf.engine.errors import (
	AccessRefused,
	AddressRefused,
	FetchFailed,
	InputTooLarge,
	PageGone,
	SettingsError,
)
from huf.tests.imap_server import PASSWORD, USER, ImapServer, Relay, mail, serving, why_not
from tests.exact_mirror import DAY, NOW, Mirror

ALL = WantedFiles("Mail", extensions=frozenset({"eml"}))
EVERY_FOLDER = WantedFolders.of("*")


def listed(account: Account, folders: str = "*", wanted: WantedFiles = ALL) -> Listing:
	"""What a mailbox lists."""
	store = Mailbox(account, WantedFolders.of(folders))
	try:
		return store.list(wanted, seconds=120.0, progress=lambda found: None)
	finally:
		store.close()


@pytest.fixture(scope="module")
def running() -> Iterator[ImapServer]:
	"""A server for all tests of this file but that of encryption."""
	if reason := why_not():
		pytest.skip(reason)
	with serving() as server:
		yield server


@pytest.fixture
def server(running: ImapServer) -> ImapServer:
	"""It, without a mail."""
	running.empty()
	return running


def subjects(found: Listing) -> set[str]:
	"""Paths of mails without their marks."""
	return {re.sub(r" [0-9a-f]{12}( \d+-\d+)?\.eml$", "", key) for key in found.entries}


def test_what_is_listed_and_read(server: ImapServer) -> None:
	"""Mails in folders, by folder, day and subject, letter for letter as they were sent; none is marked as seen."""
	first = mail("=?utf-8?q?=C3=9Cbersicht_a/b?=", "Everybody flies.", 1)
	server.add("INBOX", first, mail("Plain", "x", 2, "Tue, 01 Mar 2022 09:00:00 +0100"), mail("", "y", 3))
	server.add("Projekte/K&ANY-ln", mail("Inside", "z", 4))
	server.add("Trash", mail("Thrown away", "z", 5))
	found = listed(server.account())
	assert not found.problem and subjects(found) == {
		"Mail/INBOX/2021-05-03 Übersicht a b",
		"Mail/INBOX/2022-03-01 Plain",
		"Mail/INBOX/2021-05-03",
		"Mail/Projekte/KÖln/2021-05-03 Inside",
	}
	[key] = (key for key in found.entries if "Übersicht" in key)
	assert size_of(found.entries[key]) == len(first)
	store = Mailbox(server.account(), EVERY_FOLDER)
	assert store.read(key.removeprefix("Mail/")) == first
	assert store.probe() == ("INBOX/", "Projekte/KÖln/")
	with pytest.raises(PageGone) as gone:
		store.read("INBOX/2021-05-03 Plain 000000000000.eml")
	assert gone.value.retryable
	assert server.seen("INBOX") == 0


def test_which_folders(server: ImapServer) -> None:
	"""Those that the connection names, by name or pattern; what is thrown away only by its name; a folder that is not there is said."""
	for folder in ("INBOX", "Projects/Old", "Projects/New", "Trash"):
		server.add(folder, mail(f"In {folder}", "x", 1))

	def folders(text: str, wanted: WantedFiles = ALL) -> set[str]:
		return {key.rpartition("/")[0] for key in listed(server.account(), text, wanted).entries}

	assert folders("INBOX") == {"Mail/INBOX"}
	assert folders("Projects/*\nInbox") == {"Mail/Projects/Old", "Mail/Projects/New"}
	assert folders("*") == {"Mail/INBOX", "Mail/Projects/Old", "Mail/Projects/New"}
	assert folders("Trash") == {"Mail/Trash"}
	assert folders("*", WantedFiles("Mail", "Projects")) == {"Mail/Projects/Old", "Mail/Projects/New"}
	assert folders("*", WantedFiles("Mail", exclude=("/Projects/Old",))) == {
		"Mail/INBOX",
		"Mail/Projects/New",
	}
	assert not listed(server.account(), "INBOX").problem
	assert "is not in its mailbox" in listed(server.account(), "INBOX\nElsewhere").problem
	for wrong in ("", "\n", "a\x00b"):
		with pytest.raises(SettingsError):
			WantedFolders.of(wrong)


def test_a_mail_that_is_marked_as_deleted(server: ImapServer) -> None:
	"""Is none, though it is still there."""
	server.add("INBOX", mail("Kept", "x", 1), mail("Dropped", "y", 2))
	with server.writing() as person:
		person.select("INBOX")
		person.store("2", "+FLAGS", r"(\Deleted)")
		assert subjects(listed(server.account())) == {"Mail/INBOX/2021-05-03 Kept"}


def test_mails_that_look_the_same(server: ImapServer) -> None:
	"""Reports without a Message-ID, of one second and of one subject, are all there, each with its own text."""
	server.add("INBOX", mail("Report", "one"), mail("Report", "two"), mail("Report", "six"))
	store = Mailbox(server.account(), EVERY_FOLDER)
	keys = list(store.list(ALL, seconds=60.0, progress=lambda found: None).entries)
	texts = {store.read(key.removeprefix("Mail/")) for key in keys}
	assert texts == {mail("Report", text) for text in ("one", "two", "six")}
	assert len({mark_of(key) for key in keys}) == 1
	with server.writing() as person:
		person.select("INBOX")
		person.store("1", "+FLAGS", r"(\Deleted)")
		person.expunge()
	kept = [key for key in listed(server.account()).entries]
	assert set(kept) < set(keys) and len(kept) == 2


def test_a_mailbox_that_is_numbered_anew(server: ImapServer) -> None:
	"""With another UIDVALIDITY each mail is the same as before: nothing is read again, and nothing leaves. A store that knows the old numbers
	reads no other mail by them.
	"""
	mails = [mail(f"Mail {number}", f"Text {number}", number) for number in range(20)]
	server.add("Archive", *mails)
	store = Mailbox(server.account(), WantedFolders.of("Archive"))
	mirror = Mirror(ALL, lambda: listed(server.account(), "Archive"), store.read)
	mirror.follow()
	[key] = (key for key in mirror.held if "Mail 3 " in key)
	with server.writing() as person:
		person.delete("Archive")
	server.add("Archive", *reversed(mails))
	mirror.follow()
	assert (mirror.read, len(mirror.held), mirror.unlisted) == (20, 20, {})
	store.close()
	assert store.read(key.removeprefix("Mail/")) == mails[3]


def test_a_mail_that_is_moved(server: ImapServer) -> None:
	"""It stays, under its new path, and is there at no time twice; moved out of what is followed it leaves."""
	server.add("INBOX", mail("First", "a", 1), mail("Second", "b", 2), mail("Third", "c", 3))
	server.add("Done", mail("Zeroth", "d", 0))
	store = Mailbox(server.account(), EVERY_FOLDER)
	mirror = Mirror(
		ALL, lambda: listed(server.account()), store.read, grace=GRACE, grace_of_many=GRACE_OF_MANY
	)
	mirror.follow()
	with server.writing() as person:
		person.select("INBOX")
		for number, folder in ((2, "Done"), (1, "Trash")):
			person.copy(str(number), folder)
			person.store(str(number), "+FLAGS", r"(\Deleted)")
		person.expunge()
	store.close()
	store = Mailbox(server.account(), EVERY_FOLDER)
	mirror._read_file = store.read
	mirror.follow()
	assert subjects(Listing(dict.fromkeys(mirror.held, ""))) == {
		"Mail/INBOX/2021-05-03 First",  # until a day has passed
		"Mail/INBOX/2021-05-03 Third",
		"Mail/Done/2021-05-03 Second",
		"Mail/Done/2021-05-03 Zeroth",
	}
	mirror.follow(NOW + GRACE)
	assert len(mirror.held) == 3 and mirror.read == 5


def test_a_wrong_password(server: ImapServer) -> None:
	"""It is an error that says so without the password, and the server is asked once only, however many mails are read."""
	server.add("INBOX", mail("First", "a", 1))
	wrong = server.account(password="wrong-word")
	with pytest.raises(AccessRefused) as refused:
		listed(wrong)
	assert refused.value.retryable and "Mail" in str(refused.value)
	relay = Relay(server.port)
	store = Mailbox(
		server.account(password="wrong-word", address=f"imap://127.0.0.1:{relay.port}"), EVERY_FOLDER
	)
	for _time in range(5):
		with pytest.raises(AccessRefused):
			store.read("INBOX/x.eml")
	assert relay.connections == 1
	relay.close()
	for told in (str(refused.value), repr(wrong), repr(server.account())):
		for secret in (PASSWORD, "wrong-word", USER, "127.0.0.1"):
			assert secret not in told


@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_encryption(certificate: Path) -> None:
	"""With a certificate that is valid for the host, from the start or begun by STARTTLS; a certificate that is not is an error, also in the
	own network.
	"""
	trusting = ssl.create_default_context(cafile=str(certificate))
	local = frozenset({("secure.test", None), ("other.test", None)})
	here = {"resolver": lambda host, port: ["127.0.0.1"], "local": local, "tls": trusting}
	with serving(certificate) as server:
		server.add("INBOX", mail("First", "a", 1))
		for address in (f"imaps://secure.test:{server.tls_port}", f"imap://secure.test:{server.port}"):
			assert len(listed(server.account(address=address, **here)).entries) == 1
			other = address.replace("secure.", "other.")
			for values in ({"address": address, "tls": None}, {"address": other}):
				with pytest.raises(FetchFailed, match="certificate") as caught:
					listed(server.account(**{**here, **values}))
				assert ".test" not in str(caught.value)
			with pytest.raises(FetchFailed, match="Hostname mismatch"):
				listed(server.account(**{**here, "address": other}))


class Plain(threading.Thread):
	"""A server that does not encrypt, and notes what it is told; ``greeting`` is what it says first."""

	def __init__(self, *answers: bytes) -> None:
		super().__init__(daemon=True)
		self.answers = answers
		self.heard = b""
		self._listener = socket.create_server(("127.0.0.1", 0))
		self.port = int(self._listener.getsockname()[1])
		self.start()

	def run(self) -> None:
		while True:
			try:
				connection, _address = self._listener.accept()
			except OSError:
				return
			with connection, suppress(OSError):
				self._talk(connection)

	def _talk(self, connection: socket.socket) -> None:
		connection.sendall(self.answers[0])
		for answer in self.answers[1:]:
			line = connection.recv(4096)
			self.heard += line
			connection.sendall(answer.replace(b"TAG", line.split(b" ")[0]))
		connection.recv(4096)

	def close(self) -> None:
		self._listener.close()


CAPABLE = b"* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\nTAG OK done\r\n"


@pytest.mark.parametrize("greeting", [b"* OK ready\r\n", b"* PREAUTH you are in\r\n"])
def test_a_server_that_does_not_encrypt(greeting: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Gets no password, and is not asked, however it greets."""
	from huf.ai.knowledge.fetch.remote import account as accounts

	monkeypatch.setattr(accounts, "is_public", lambda address: True)
	plain = Plain(greeting, CAPABLE)
	with pytest.raises(AddressRefused, match="does not encrypt"):
		listed(Account("Mail", f"imap://127.0.0.1:{plain.port}", USER, PASSWORD))
	plain.close()
	assert b"AUTH" not in plain.heard and b"LOGIN" not in plain.heard


HUGE = b'* LIST () "/" {99999999999}\r\n'
HOSTILE = {
	"noise": [b"\xff" * 100 + b"\r\n"],
	"no greeting": [b"* BYE not today\r\n"],
	"huge literal": [b"* OK\r\n", CAPABLE, b"+\r\n", b"TAG OK in\r\n", HUGE],
	"huge line": [b"* OK " + b"x" * 30_000_000],
	"refuses LIST": [b"* OK\r\n", CAPABLE, b"+\r\n", b"TAG OK in\r\n", b"TAG NO not for you\r\n"],
	"no base64": [b"* OK\r\n", CAPABLE, b"+ a\r\n"],
	"leaves": [b"* OK\r\n", CAPABLE, b"+\r\n"],
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_server(kind: str) -> None:
	"""Whatever a server says in place of an answer is an error that names neither the address nor the password."""
	plain = Plain(*HOSTILE[kind])
	local = frozenset({("127.0.0.1", None)})
	with pytest.raises((FetchFailed, InputTooLarge)) as failed:
		listed(Account("Mail", f"imap://127.0.0.1:{plain.port}", USER, PASSWORD, local))
	plain.close()
	for secret in (PASSWORD, USER, "127.0.0.1", "not for you"):
		assert secret not in str(failed.value)


def test_where_a_connection_may_go(server: ImapServer) -> None:
	"""Not into the own network, unless the site names the host; never where clouds keep their secrets."""
	for values in (
		{"local": frozenset()},
		{"address": f"imaps://127.0.0.1:{server.port}", "local": frozenset()},
		{"address": "imaps://169.254.169.254", "local": frozenset({("169.254.169.254", None)})},
	):
		with pytest.raises(AddressRefused):
			listed(server.account(**values))
	for address in ("https://mail.test/", "http://mail.test", "imaps://mail.test/INBOX"):
		with pytest.raises(SettingsError):
			Mailbox(server.account(address=address), EVERY_FOLDER)


def test_too_large(server: ImapServer, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A mail that is too large is not fetched, and the others are."""
	server.add("INBOX", mail("Large", "x" * 100_000, 1), mail("Small", "x", 2))
	monkeypatch.setattr(mailbox, "MOST_BYTES", 50_000)
	relay = Relay(server.port)
	account = server.account(address=f"imap://127.0.0.1:{relay.port}", local=frozenset({("127.0.0.1", None)}))
	store = Mailbox(account, EVERY_FOLDER)
	keys = sorted(
		key.removeprefix("Mail/")
		for key in store.list(ALL, seconds=60.0, progress=lambda found: None).entries
	)
	with pytest.raises(InputTooLarge):
		store.read(keys[0])
	assert relay.came < 50_000
	assert store.read(keys[1]) == mail("Small", "x", 2)
	relay.close()


def test_a_connection_that_is_lost(server: ImapServer) -> None:
	"""Half-way through a folder the listing is not whole; one that the server ended meanwhile is opened again; one that never answers is given up."""
	server.add("INBOX", *(mail(f"Mail {number}", "x", number) for number in range(50)))
	server.add("Later", mail("Last", "x", 99))
	relay = Relay(server.port)
	account = server.account(address=f"imap://127.0.0.1:{relay.port}")
	whole = listed(account)
	assert len(whole.entries) == 51 and not whole.problem
	relay.cuts_after = relay.came + relay.came * 2 // 3
	found = listed(account)
	assert found.problem and len(found.entries) < 51
	relay.cuts_after = None
	store = Mailbox(account, EVERY_FOLDER)
	keys = [key.removeprefix("Mail/") for key in whole.entries]
	store.read(keys[0])
	relay.cut_all()
	assert store.read(keys[1])
	relay.close()
	for _time in range(MOST_FAILURES + 2):
		with pytest.raises(FetchFailed, match="could not be reached"):
			store.read(keys[2])


def test_subjects_that_are_attacks() -> None:
	"""Whoever sends a mail does not decide where it lies: slashes, dots, directions and long words become names in the folder."""
	hostile = [
		"../../etc/passwd",
		"..",
		"~$x",
		"a\\b\x00c",
		"\u202egpj.exe",
		"=?utf-8?b?Li4vLi4vZXRj?=",
		"x" * 5000,
		"=?x?y?z?=",
		"=?utf-8?b?a?=",
		"=?no-such-charset?q?a?=",
		"=?utf-8?q?" * 400,
	]
	headers = [
		f"Message-ID: <{number}>\r\nSubject: {subject}\r\n\r\n".encode()
		for number, subject in enumerate(hostile)
	]
	found = named([Fetched(number, 1, header) for number, header in enumerate(headers)], 7)
	assert len(found) == len(hostile)
	for name in found:
		assert "/" not in name and not name.startswith((".", "~$")) and name.isprintable() and len(name) < 120
		assert len(mark_of(f"INBOX/{name}")) == 12
	assert mark_of("INBOX/notes.eml") == "INBOX/notes.eml"


def test_names_of_folders() -> None:
	"""As RFC 3501 has them; a slash in a name is no separator, and what a command cannot repeat is left out."""
	lines = [
		rb'(\HasNoChildren) "." "Caf&AOk-.&ZeVnLIqe-"',
		rb'(\HasNoChildren) "." "a/b"',
		rb'(\NoSelect) "/" "Parent"',
		rb'(\HasNoChildren) "/" "A&-B"',
		rb"() NIL inbox",
		(rb'() "/" {6}', b'q"u\\ot'),
		(rb'() "/" {3}', b"a\nb"),
		rb'(\HasNoChildren \Junk) "/" Spam',
		rb'() "/" "&bad"',
		b"",
		None,
	]
	found = {folder.path: folder for folder in read_folders(lines)}
	assert list(found) == ["Café/日本語", "a%2Fb", "A&B", "INBOX", 'q"u\\ot', "Spam", "&bad"]
	assert found['q"u\\ot'].raw == b'q"u\\ot' and found["Spam"].is_left_out


MAILS = int(os.environ.get("HUF_MAILS", "3100"))
"""In the mailbox that is mirrored; 10,000 take some minutes."""
CHANGES = 500 if MAILS < 10_000 else 1_000


def change(server: ImapServer, count: int) -> int:
	"""Add, delete and move mails at random, always the same; how many of these make or move one."""
	chance = random.Random(16)
	touched = 0
	folders = ["INBOX", "Projects/A", "Projects/B", "Archive"]
	with server.writing() as person:
		for folder in folders:
			person.create(folder)
		sizes = {folder: int(person.select(folder, readonly=True)[1][0]) for folder in folders}
		for number in range(count):
			kind = chance.choice(["add", "delete", "move"])
			folder = chance.choice([name for name in folders if sizes[name]])
			if kind == "add":
				person.append(
					folder, None, None, mail(f"New {number}", f"New text {number}", 100_000 + number)
				)
				sizes[folder] += 1
			else:
				person.select(folder)
				place = str(chance.randint(1, sizes[folder]))
				if kind == "move":
					target = chance.choice([name for name in folders if name != folder])
					person.copy(place, f'"{target}"')
					sizes[target] += 1
				person.store(place, "+FLAGS", r"(\Deleted)")
				person.expunge()
				sizes[folder] -= 1
			touched += kind != "delete"
	return touched


def is_exact(mirror: Mirror, server: ImapServer) -> bool:
	"""Whether it holds the mails that are there, each in its folder, and nothing else."""
	digests = Counter(hashlib.sha256(one).hexdigest() for one in server.mails().elements())
	return set(mirror.held) == set(listed(server.account()).entries) and digests == Counter(
		digest for _version, digest in mirror.held.values()
	)


def test_mirror_of_thousands(server: ImapServer) -> None:
	"""After hundreds of random changes it is exact, and only what changed was read; a connection that is lost half-way, a wrong password and
	an empty mailbox delete nothing.
	"""
	first, second = MAILS * 20 // 31, MAILS * 30 // 31
	for folder, numbers in (
		("INBOX", range(first)),
		("Projects/A", range(first, second)),
		("Projects/B", range(second, MAILS)),
	):
		server.add(folder, *(mail(f"Mail {number}", f"Text {number}", number) for number in numbers))
	relay = Relay(server.port)
	told = {"address": f"imap://127.0.0.1:{relay.port}", "password": PASSWORD}

	def read(path: str) -> bytes:
		return reader.read(path)

	mirror = Mirror(
		ALL, lambda: listed(server.account(**told)), read, grace=GRACE, grace_of_many=GRACE_OF_MANY
	)
	reader = Mailbox(server.account(), EVERY_FOLDER)
	mirror.follow()
	assert is_exact(mirror, server) and mirror.read == MAILS
	touched = change(server, CHANGES)
	reader.close()
	reader = Mailbox(server.account(), EVERY_FOLDER)
	before = set(mirror.held)
	relay.cuts_after = relay.came + 100_000
	found = mirror.follow()
	assert found is not None and found.problem
	assert before <= set(mirror.held) and not mirror.unlisted
	relay.cuts_after = None
	mirror.follow(NOW + DAY)
	mirror.follow(NOW + DAY + GRACE)
	assert is_exact(mirror, server)
	assert mirror.read - MAILS <= touched
	held = dict(mirror.held)
	told["password"] = "wrong"
	mirror.follow(NOW + 30 * DAY)
	told["password"] = PASSWORD
	server.empty()
	for days in (60, 90):
		mirror.follow(NOW + days * DAY)
	assert mirror.held == held and timedelta(0) < GRACE
	relay.close()
