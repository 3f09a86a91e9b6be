"""Folders by WebDAV against a real server (wsgidav): what is listed and read, what a lost connection and a wrong password do, and an exact mirror."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from huf.ai.knowledge.fetch.folders import WantedFiles, size_of
from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.remote import server as http_server
from huf.ai.knowledge.fetch.remote import webdav
from huf.ai.knowledge.fetch.remote.account import GRACE, GRACE_OF_MANY, Account, checked_parts
from huf.ai.knowledge.fetch.remote.webdav import WebDav
from huf.engine.errors import (
	AccessRefused,
	AddressRefused,
	FetchFailed,
	InputTooLarge,
	PageGone,
	SettingsError,
)
from huf.tests.webdav_server import PASSWORD, WebDavServer, serving
from tests import hostile_server
from tests.exact_mirror import DAY, NOW, Mirror, change, files_in, fill, write
from tests.hostile_server import HostileServer

ALL = WantedFiles("Cloud")


def listed(account: Account, wanted: WantedFiles = ALL) -> Listing:
	"""What a server lists."""
	store = WebDav(account)
	try:
		return store.list(wanted, seconds=120.0, progress=lambda found: None)
	finally:
		store.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
	"""The folder that the server shows."""
	(tmp_path / "root").mkdir()
	return tmp_path / "root"


@pytest.fixture
def cloud(root: Path) -> Iterator[WebDavServer]:
	"""A running server."""
	pytest.importorskip("wsgidav", reason="wsgidav is not installed: pip install '.[test]'")
	with serving(root) as running:
		yield running


def test_what_is_listed_and_read(root: Path, cloud: WebDavServer) -> None:
	"""Files in the folder and below, by their paths as people write them, with size and version; what is hidden is not asked for."""
	write(root / "a.txt", "abc")
	write(root / "travel ö #1?" / "100 % ä&b;c.md", "Übersicht")
	write(root / ".trash" / "c.txt", "x")
	write(root / "travel ö #1?" / "empty.txt", "")
	found = listed(cloud.account())
	assert set(found.entries) == {
		"Cloud/a.txt",
		"Cloud/travel ö #1?/100 % ä&b;c.md",
		"Cloud/travel ö #1?/empty.txt",
	}
	assert not found.problem and size_of(found.entries["Cloud/a.txt"]) == 3
	assert not any("trash" in path for _method, path in cloud.asked)
	store = WebDav(cloud.account())
	assert store.read("travel ö #1?/100 % ä&b;c.md") == "Übersicht".encode()
	assert store.read("travel ö #1?/empty.txt") == b""
	with pytest.raises(PageGone) as gone:
		store.read("b.txt")
	assert gone.value.retryable
	assert list(listed(cloud.account(), WantedFiles("Cloud", "travel ö #1?", include=("/*/e",))).entries) == [
		"Cloud/travel ö #1?/empty.txt"
	]


def test_a_version_changes_with_the_file(root: Path, cloud: WebDavServer) -> None:
	"""And is the same as long as the file is."""
	write(root / "a.txt", "abc")
	first = listed(cloud.account()).entries
	assert listed(cloud.account()).entries == first
	write(root / "a.txt", "abcd")
	assert listed(cloud.account()).entries != first


def test_a_wrong_password(root: Path, cloud: WebDavServer) -> None:
	"""It is an error that says so without the password, and the server is asked once only, however many files are read."""
	write(root / "a.txt", "abc")
	wrong = cloud.account(password="wrong-word")
	with pytest.raises(AccessRefused) as refused:
		listed(wrong)
	assert refused.value.retryable and "Cloud" in str(refused.value)
	store = WebDav(wrong)
	cloud.asked.clear()
	for _time in range(5):
		with pytest.raises(AccessRefused):
			store.read("a.txt")
	assert len(cloud.asked) == 1
	for told in (str(refused.value), repr(wrong), repr(cloud.account())):
		assert PASSWORD not in told and "wrong-word" not in told and "127.0.0.1" not in told


def test_a_part_that_fails(root: Path, cloud: WebDavServer) -> None:
	"""A folder that cannot be listed, or whose answer is cut off, leaves the others, and a listing that is not whole."""
	for name in ("a", "b", "c"):
		write(root / name / "x.txt", "x")
	for kind in ("refuses", "cuts"):
		setattr(cloud, kind, lambda method, path: path.startswith("/files/b"))
		found = listed(cloud.account())
		assert set(found.entries) == {"Cloud/a/x.txt", "Cloud/c/x.txt"} and found.problem
		setattr(cloud, kind, lambda method, path: True)
		with pytest.raises(FetchFailed):
			listed(cloud.account())
		setattr(cloud, kind, lambda method, path: False)
	cloud.cuts = lambda method, path: method == "GET"
	with pytest.raises(FetchFailed, match="left"):
		WebDav(cloud.account()).read("a/x.txt")


def test_the_end_of_time_and_of_patience(
	root: Path, cloud: WebDavServer, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Too many folders, files or bytes are a listing that is not whole, or an error; a server that is silent is asked three times."""
	for name in ("a", "b", "c"):
		write(root / name / "x.txt", "x" * 1000)
	monkeypatch.setattr(webdav, "MOST_FOLDERS", 2)
	found = listed(cloud.account())
	assert len(found.entries) == 1 and found.problem
	monkeypatch.setattr(webdav, "MOST_BYTES", 999)
	with pytest.raises(InputTooLarge):
		WebDav(cloud.account()).read("a/x.txt")
	store = WebDav(cloud.account())
	cloud.close()
	monkeypatch.setattr(http_server, "connect", counted := Counted(http_server.connect))
	for _time in range(6):
		with pytest.raises(FetchFailed, match="could not be reached"):
			store.read("a/x.txt")
	assert counted.calls == http_server.MOST_FAILURES


class Counted:
	"""Counts the calls of a function."""

	def __init__(self, function: object) -> None:
		self._function, self.calls = function, 0

	def __call__(self, *values: object) -> object:
		self.calls += 1
		return self._function(*values)  # type: ignore[operator]


def test_where_a_connection_may_go(root: Path, cloud: WebDavServer) -> None:
	"""Neither into the own network nor unencrypted, unless the site names the host; never where clouds keep their secrets."""
	write(root / "a.txt", "abc")
	for account in (
		cloud.account(local=frozenset()),
		cloud.account(local=frozenset({("127.0.0.1", cloud.port + 1)})),
		cloud.account(address=cloud.address.replace("http:", "https:"), local=frozenset()),
		cloud.account(address="http://example.com/files/", resolver=lambda host, port: ["93.184.215.14"]),
		cloud.account(
			address="http://inner.test/",
			local=frozenset({("inner.test", None)}),
			resolver=lambda host, port: ["169.254.169.254"],
		),
		cloud.account(address="https://two.test/", resolver=lambda host, port: ["93.184.215.14", "10.0.0.1"]),
	):
		with pytest.raises(AddressRefused):
			listed(account)
	assert not cloud.asked


@pytest.mark.parametrize(
	"address",
	[
		"",
		"cloud.example.com",
		"ftp://cloud.example.com/",
		"file:///etc/passwd",
		"https://anna:secret@cloud.example.com/",
		"https://cloud.example.com/a?b",
		"https://cloud.example.com/a#b",
		"https://cloud.example.com/a/../b",
		"https://cloud.example.com/%2e%2e/b",
		"https://cloud.example.com:0/",
		"https://cloud.example.com:x/",
		"https://cloud.example.com/a b",
		"https://cloud.example.com/%0d%0aX",
		"https://cloud.example.com/%ff",
	],
)
def test_addresses_that_are_none(address: str) -> None:
	"""They are refused when they are entered, and the message does not repeat them."""
	with pytest.raises(SettingsError) as refused:
		checked_parts(address)
	assert "secret" not in str(refused.value)


HOSTILE = [
	b"<!DOCTYPE x [<!ENTITY a 'aaaa'>]><multistatus xmlns='DAV:'>&a;</multistatus>",
	b"<multistatus xmlns='DAV:'><response><href>/files/a.txt</href>",
	b"\xff\xfe\x00",
	b"",
]
ELSEWHERE = b"""<multistatus xmlns="DAV:">
	<response><href>/files/</href><propstat><prop><resourcetype><collection/></resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response>
	<response><href>/files/../secret.txt</href></response><response><href>/files/%2e%2e/secret.txt</href></response>
	<response><href>/files/a/b.txt</href></response><response><href>/other/c.txt</href></response>
	<response><href>/files/d%00.txt</href></response><response><href>/files/%ff.txt</href></response>
	<response><href>http://elsewhere.test/files/kept.txt</href><propstat><prop><getcontentlength>99999999999999999999</getcontentlength>
	<getetag>"MARK"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>""".replace(
	b"MARK", b"m" * 5000
)


@pytest.fixture
def hostile() -> Iterator[tuple[HostileServer, Account]]:
	"""A running server, and the account for it."""
	with hostile_server.serving() as server:
		server.status = 207
		address = f"{server.address}/files"
		yield server, Account("Cloud", address, "anna", PASSWORD, frozenset({("127.0.0.1", None)}))


def test_a_hostile_server(hostile: tuple[HostileServer, Account]) -> None:
	"""Entities, half an answer and redirects are errors; names that lead elsewhere are left out; a version stays short."""
	server, account = hostile
	for server.body in HOSTILE:
		with pytest.raises(FetchFailed, match="XML"):
			listed(account)
	server.body = ELSEWHERE
	found = listed(account)
	assert list(found.entries) == ["Cloud/kept.txt"] and len(found.entries["Cloud/kept.txt"]) < 140
	server.status, server.location = 302, "http://169.254.169.254/"
	with pytest.raises(FetchFailed, match="redirects"):
		listed(account)


def test_mirror_of_ten_thousand(root: Path, cloud: WebDavServer) -> None:
	"""After a thousand random changes it is exact, and only what changed was read; a connection that is lost half-way, a wrong password and
	an empty folder delete nothing.
	"""
	files = fill(root)
	account = cloud.account()
	reader = WebDav(account)
	mirror = Mirror(ALL, lambda: listed(account), reader.read, grace=GRACE, grace_of_many=GRACE_OF_MANY)
	mirror.follow()
	assert mirror.is_exact(files_in(root)) and mirror.read == 10_000
	touched = change(root, files)
	cloud.cuts = lambda method, path: path.startswith("/files/d5/")
	found = mirror.follow()
	assert found is not None and found.problem
	assert not mirror.unlisted and len(mirror.held) > 10_000
	cloud.cuts = lambda method, path: False
	mirror.follow(NOW + DAY)
	assert not mirror.is_exact(files_in(root)) and mirror.unlisted
	mirror.follow(NOW + DAY + GRACE)
	assert mirror.is_exact(files_in(root))
	assert mirror.read - 10_000 <= touched
	before = dict(mirror.held)
	account = cloud.account(password="wrong")
	mirror.follow(NOW + 30 * DAY)
	root.rename(root.with_name("away"))
	root.mkdir()
	account = cloud.account()
	for days in (60, 90):
		mirror.follow(NOW + days * DAY)
	assert mirror.held == before and timedelta(0) < GRACE < GRACE_OF_MANY
