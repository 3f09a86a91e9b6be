"""Buckets by S3 against a real store (moto): what is listed and read, what a lost connection and a wrong key do, and an exact mirror."""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from huf.ai.knowledge.fetch.folders import WantedFiles, size_of
from huf.ai.knowledge.fetch.listed import Listing
from huf.ai.knowledge.fetch.remote import s3
from huf.ai.knowledge.fetch.remote.account import GRACE, GRACE_OF_MANY, Account
from huf.ai.knowledge.fetch.remote.s3 import S3, Bucket
from huf.engine.errors import (
	AccessRefused,
	AddressRefused,
	FetchFailed,
	InputTooLarge,
	PageGone,
	SettingsError,
)
from huf.tests.s3_server import BUCKET, REGION, S3Server, serving
from tests import hostile_server
from tests.exact_mirror import DAY, NOW, Mirror
from tests.hostile_server import HostileServer

ALL = WantedFiles("Store", extensions=frozenset({"txt", "md"}))
SPECIAL = "travel ö #1?/100 % ä&b;c+d=e ~(f)'g'.md"


def listed(store: S3, wanted: WantedFiles = ALL) -> Listing:
	"""What a store lists."""
	try:
		return store.list(wanted, seconds=120.0, progress=lambda found: None)
	finally:
		store.close()


@pytest.fixture
def server() -> Iterator[S3Server]:
	"""A running store."""
	pytest.importorskip("moto", reason="moto is not installed: pip install '.[test]'")
	with serving() as running:
		yield running


def test_what_is_listed_and_read(server: S3Server) -> None:
	"""Objects by their keys as people write them, with size and version; markers of folders and hidden ones are none."""
	server.put("a.txt", b"abc")
	server.put(SPECIAL, "Übersicht".encode())
	server.put("travel ö #1?/", b"")
	server.put(".trash/c.txt", b"x")
	server.put("travel ö #1?/empty.txt", b"")
	found = listed(server.store())
	assert set(found.entries) == {"Store/a.txt", f"Store/{SPECIAL}", "Store/travel ö #1?/empty.txt"}
	assert not found.problem and size_of(found.entries["Store/a.txt"]) == 3
	store = server.store()
	assert store.read(SPECIAL) == "Übersicht".encode()
	assert store.read("travel ö #1?/empty.txt") == b""
	assert set(store.probe()) == {"a.txt", "travel ö #1?/", ".trash/"}
	with pytest.raises(PageGone) as gone:
		store.read("b.txt")
	assert gone.value.retryable


def test_a_folder_of_the_bucket(server: S3Server) -> None:
	"""A connection may lead to a folder of a bucket, and a selector to one in that; what only begins alike is not in it."""
	for key in ("books/old/a.txt", "books/new/b.txt", "books-secret/c.txt", "d.txt"):
		server.put(key, key.encode())
	store = server.store("books")
	assert set(listed(store).entries) == {"Store/old/a.txt", "Store/new/b.txt"}
	assert list(listed(store, WantedFiles("Store", "old")).entries) == ["Store/old/a.txt"]
	assert store.read("new/b.txt") == b"books/new/b.txt"
	assert store.probe() == ("new/", "old/")


def test_a_version_changes_with_the_object(server: S3Server) -> None:
	"""And is the same as long as the object is, also of one that was sent in parts."""
	server.put("a.txt", b"abc")
	server.put("b.txt", b"x" * 5_300_003, etag="0123456789abcdef-2")
	first = listed(server.store()).entries
	assert listed(server.store()).entries == first and '-2"' in first["Store/b.txt"]
	assert size_of(first["Store/b.txt"]) == 5_300_003 == len(server.store().read("b.txt"))
	server.put("a.txt", b"abd")
	second = listed(server.store()).entries
	assert second["Store/a.txt"] != first["Store/a.txt"] and second["Store/b.txt"] == first["Store/b.txt"]


def test_a_wrong_key(server: S3Server) -> None:
	"""It is an error that says so without the key, and the store is asked once only, however many objects are read."""
	server.put("a.txt", b"abc")
	for wrong in ({"password": "wrong-word"}, {"user": "AKIAWRONGWORD0000000"}):
		with pytest.raises(AccessRefused, match="access key") as refused:
			listed(server.store(**wrong))
		assert refused.value.retryable and "Store" in str(refused.value)
		store = server.store(**wrong)
		server.asked.clear()
		for _time in range(5):
			with pytest.raises(AccessRefused):
				store.read("a.txt")
		assert len(server.asked) == 1
		for told in (str(refused.value), repr(server.account(**wrong)), repr(server.account())):
			for secret in (server.secret_key, server.access_key, "wrong-word", "WRONGWORD", "127.0.0.1"):
				assert secret not in told


def test_what_the_key_may_not(server: S3Server) -> None:
	"""A key that may not list says what it needs; one that may not read costs that object; a bucket that is not there is said."""
	server.put("a.txt", b"abc")
	server.allow("s3:GetObject")
	with pytest.raises(AccessRefused, match="s3:ListBucket"):
		listed(server.store())
	server.allow("s3:ListBucket")
	assert listed(server.store()).entries
	with pytest.raises(FetchFailed, match="does not let this access key"):
		server.store().read("a.txt")
	with pytest.raises(AccessRefused, match="no bucket"):
		listed(S3(server.account(), Bucket("elsewhere")))


def test_an_object_in_an_archive(server: S3Server) -> None:
	"""It is listed, and reading it says where it lies; the others are read."""
	server.put("a.txt", b"abc", storage="GLACIER")
	server.put("b.txt", b"abc")
	store = server.store()
	assert len(listed(store).entries) == 2
	with pytest.raises(FetchFailed, match="Glacier"):
		store.read("a.txt")
	assert store.read("b.txt") == b"abc"


def test_too_large(server: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
	"""An object that is too large is not fetched, and a list that takes too long is not whole."""
	server.put("a.txt", b"x" * 1000)
	monkeypatch.setattr(s3, "MOST_BYTES", 999)
	with pytest.raises(InputTooLarge):
		server.store().read("a.txt")
	found = server.store().list(ALL, seconds=-1.0, progress=lambda found: None)
	assert found.problem and not found.entries


def test_where_a_connection_may_go(server: S3Server) -> None:
	"""Neither into the own network nor unencrypted, unless the site names the host, with the bucket in it too; never where clouds keep their
	secrets.
	"""
	in_host = Bucket(BUCKET, REGION, "", in_path=False)
	for store in (
		server.store(local=frozenset()),
		server.store(address="http://169.254.169.254/latest", local=frozenset({("169.254.169.254", None)})),
		server.store(address="https://s3.test", resolver=lambda host, port: ["169.254.169.254"]),
		S3(server.account(address="http://s3.test", local=frozenset({("s3.test", None)})), in_host),
	):
		with pytest.raises(AddressRefused):
			listed(store)
	assert not server.asked
	server.put("a.txt", b"abc")
	account = server.account(
		address=f"http://localhost:{server.port}",
		local=frozenset({(f"{BUCKET}.localhost", None)}),
		resolver=lambda host, port: ["127.0.0.1"] if host == f"{BUCKET}.localhost" else [],
	)
	store = S3(account, in_host)
	assert list(listed(store).entries) == ["Store/a.txt"] and store.read("a.txt") == b"abc"
	assert {path for _method, path in server.asked} == {"/", "/a.txt"}


@pytest.mark.parametrize(
	("name", "region", "prefix"),
	[
		("", "", ""),
		("a/b", "", ""),
		("a@evil.test", "", ""),
		("evil.test:80#", "", ""),
		("a..b", "", ""),
		("handbooks", "eu central", ""),
		("handbooks", "us-east-1/s3", ""),
		("handbooks", "", "../x"),
		("handbooks", "", ".hidden"),
	],
)
def test_buckets_that_are_none(name: str, region: str, prefix: str) -> None:
	"""They are refused when they are entered."""
	with pytest.raises(SettingsError):
		Bucket.of(name, region, prefix, True)


PAGE = b"""<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>%s</IsTruncated>%s
	<Contents><Key>b/kept.txt</Key><Size>99999999999999999999</Size><ETag>%s</ETag></Contents>
	<Contents><Key>../secret.txt</Key></Contents><Contents><Key>b/../x.txt</Key></Contents><Contents><Key>c/other.txt</Key></Contents>
	<Contents></Contents></ListBucketResult>"""
HOSTILE = [
	b"<!DOCTYPE x [<!ENTITY a 'aaaa'>]><ListBucketResult>&a;</ListBucketResult>",
	b"<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>a.txt</Key></Contents>",
	b"<html>Sign in here</html>",
	PAGE % (b"true", b"", b""),
	b"",
]


@pytest.fixture
def hostile() -> Iterator[tuple[HostileServer, S3]]:
	"""A running server, and what asks it."""
	pytest.importorskip("botocore", reason="botocore is not installed: pip install '.[test]'")
	with hostile_server.serving() as server:
		account = Account("Store", server.address, "key", "secret", frozenset({("127.0.0.1", None)}))
		yield server, S3(account, Bucket("handbooks", prefix="b"))


def test_a_hostile_store(hostile: tuple[HostileServer, S3]) -> None:
	"""Entities, half a list and pages that are none are errors; keys that lead elsewhere are left out; a version stays short."""
	server, store = hostile
	for server.body in HOSTILE:
		with pytest.raises(FetchFailed):
			listed(store)
	server.body = PAGE % (b"false", b"", b"m" * 5000)
	found = listed(store)
	assert list(found.entries) == ["Store/kept.txt"] and len(found.entries["Store/kept.txt"]) < 140
	server.body = PAGE % (b"true", b"<NextContinuationToken>same</NextContinuationToken>", b"")
	assert "no end" in listed(store).problem


def test_answers_that_say_what_is_wrong(hostile: tuple[HostileServer, S3]) -> None:
	"""A redirect is not followed, and says where to look; so do a clock that is wrong and a store that is too busy."""
	server, store = hostile
	server.status, server.location = 301, "http://169.254.169.254/"
	with pytest.raises(AccessRefused, match="another region"):
		listed(store)
	for status, code, said in (
		(400, "AuthorizationHeaderMalformed", "another region"),
		(403, "RequestTimeTooSkewed", "clock"),
		(503, "SlowDown", "503"),
	):
		server.status, server.location = status, ""
		server.body = f"<Error><Code>{code}</Code><Message>secret</Message></Error>".encode()
		fresh = S3(store._account, store._bucket)
		with pytest.raises(FetchFailed, match=said) as failed:
			listed(fresh)
		assert "secret" not in str(failed.value)
	assert server.asked == 4


ENVIRONMENT = {
	"AWS_ACCESS_KEY_ID": "AKIAENVIRONMENT00000",
	"AWS_SECRET_ACCESS_KEY": "of-the-environment",
	"AWS_SESSION_TOKEN": "token-of-the-environment",
	"AWS_PROFILE": "no-such-profile",
	"AWS_CONFIG_FILE": "/no/such/config",
	"AWS_ENDPOINT_URL": "http://127.0.0.1:9",
	"AWS_CA_BUNDLE": "/no/such/bundle",
	"HTTP_PROXY": "http://127.0.0.1:9",
	"HTTPS_PROXY": "http://127.0.0.1:9",
	"AWS_REGION": "of-the-environment",
}
SIGN = """
from huf.ai.knowledge.fetch.remote.account import Account
from huf.ai.knowledge.fetch.remote.s3 import S3, Bucket
store = S3(Account("Store", "https://s3.test", "own-key", "own-secret"), Bucket("handbooks", "own-region"))
print(store._signed("/handbooks"), S3(Account("Store", "https://s3.test"), Bucket("handbooks"))._signed("/handbooks"))
"""


def test_nothing_of_the_environment_is_used() -> None:
	"""Neither keys nor tokens, regions, files and proxies that the machine has for others; without a key nothing is signed."""
	pytest.importorskip("botocore", reason="botocore is not installed: pip install '.[test]'")
	done = subprocess.run(
		[sys.executable, "-c", SIGN],
		env={**os.environ, **ENVIRONMENT},
		capture_output=True,
		text=True,
		check=True,
	)
	assert (
		"own-key" in done.stdout
		and "own-region/s3/aws4_request" in done.stdout
		and done.stdout.strip().endswith("} {}")
	)
	for value in ENVIRONMENT.values():
		assert value not in done.stdout


def change(server: S3Server, keys: list[str], count: int = 1_000) -> int:
	"""Add, edit, delete and move objects at random, always the same; how many of these make or change one."""
	chance = random.Random(16)
	touched = 0
	for number in range(count):
		kind, place = chance.choice(["add", "edit", "delete", "move"]), chance.randrange(len(keys))
		if kind == "add":
			keys.append(f"new{number % 7}/n{number}.md")
			server.put(keys[-1], f"New {number}".encode())
		elif kind == "edit":
			server.put(keys[place], f"Edited {number} {chance.random()}".encode())
		else:
			data = server.objects()[keys[place]]
			server.delete(keys[place])
			if kind == "move":
				keys[place] = f"moved{number % 5}/m{number}.txt"
				server.put(keys[place], data)
			else:
				keys.pop(place)
		touched += kind != "delete"
	return touched


def test_mirror_of_ten_thousand(server: S3Server) -> None:
	"""After a thousand random changes it is exact, and only what changed was read; a connection that is lost half-way, a wrong key and an
	empty bucket delete nothing.
	"""
	keys = [f"d{number % 97}/f{number}.txt" for number in range(10_000)]
	for number, key in enumerate(keys):
		server.put(key, f"File {number}".encode())
	asked = {"password": server.secret_key}
	reader = server.store()
	server.check_rights(False)
	# The first time without asking: moto takes a minute or two for ten thousand answers.
	held = server.objects()
	read: list[Callable[[str], bytes]] = [lambda path: held[path], reader.read]
	mirror = Mirror(
		ALL,
		lambda: listed(server.store(**asked)),
		lambda path: read[0](path),
		grace=GRACE,
		grace_of_many=GRACE_OF_MANY,
	)
	mirror.follow()
	del read[0]
	assert mirror.is_exact(server.objects()) and mirror.read == 10_000
	touched = change(server, keys)
	server.cuts = lambda method, path: "continuation-token" in path
	found = mirror.follow()
	assert found is not None and found.problem and found.entries
	assert not mirror.unlisted and len(mirror.held) >= 10_000
	server.cuts = lambda method, path: False
	mirror.follow(NOW + DAY)
	assert not mirror.is_exact(server.objects()) and mirror.unlisted
	mirror.follow(NOW + DAY + GRACE)
	assert mirror.is_exact(server.objects())
	assert mirror.read - 10_000 <= touched
	before = dict(mirror.held)
	server.check_rights(True)
	asked["password"] = "wrong"
	mirror.follow(NOW + 30 * DAY)
	asked["password"] = server.secret_key
	for key in keys:
		server.delete(key)
	for days in (60, 90):
		mirror.follow(NOW + days * DAY)
	assert mirror.held == before
