"""Which pages a website has: asked over HTTP from a server on this machine, and what follows from the answers."""

import gzip
import os
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler

import pytest
from test_fetch_url import Server, loopback, send

from huf.ai.knowledge.fetch import fetch_url
from huf.ai.knowledge.fetch.listed import KnownEntry, Listing, plan_entries
from huf.ai.knowledge.fetch.version import Answer
from huf.ai.knowledge.fetch.websites import documents
from huf.ai.knowledge.fetch.websites.addresses import (
	WantedPages,
	hosts_of,
	matches,
	page_address,
	patterns_of,
)
from huf.ai.knowledge.fetch.websites.documents import read_addresses
from huf.ai.knowledge.fetch.websites.listing import list_pages
from huf.ai.knowledge.fetch.websites.reading import read_apart
from huf.ai.knowledge.fetch.websites.robots import Robots
from huf.engine.errors import (
	AddressRefused,
	CorruptFile,
	FetchFailed,
	InputTooLarge,
	OverLimit,
	SettingsError,
)

NOW = datetime(2026, 11, 1)
GRACE = timedelta(days=7)


@pytest.fixture
def server() -> Iterator[Server]:
	"""A running server without a robots.txt."""
	running = Server()
	running.answers["/robots.txt"] = lambda handler: send(handler, b"", 404)
	yield running
	running.close()


def fetch(url: str) -> Answer:
	"""With loopback let through."""
	allowed = {"127.0.0.1"}
	return fetch_url(
		url,
		resolver=loopback,
		address_allowed=lambda address: str(address) in allowed,
		timeout_s=5.0,
		packed=True,
	)


def give(server: Server, path: str, body: bytes, media_type: str, status: int = 200) -> None:
	"""Let the server answer so."""
	server.answers[path] = lambda handler: send(handler, body, status, Content_Type=media_type)


def sitemap(*addresses: str, kind: str = "url") -> bytes:
	"""A sitemap, or with ``kind="sitemap"`` an index of them."""
	root = "urlset" if kind == "url" else "sitemapindex"
	items = "".join(f"<{kind}><loc>{address}</loc></{kind}>" for address in addresses)
	return f'<?xml version="1.0"?><{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{items}</{root}>'.encode()


def listed(server: Server, path: str, **wish: object) -> Listing:
	"""What is listed behind a path; nobody waits."""
	return list_pages(WantedPages(server.url(path), **wish), fetch, sleep=lambda seconds: None)  # type: ignore[arg-type]


def paths(listing: Listing) -> list[str]:
	"""The paths of the listed pages."""
	return ["/" + page.split("/", 3)[3] for page in listing.entries]


def test_index_of_packed_sitemaps(server: Server) -> None:
	"""An index leads to its sitemaps, packed ones too; pages of other hosts are none of the website's."""
	index = sitemap(server.url("/one.xml"), server.url("/two.xml.gz"), kind="sitemap")
	give(server, "/sitemap.xml", index, "application/xml")
	give(
		server, "/one.xml", sitemap(server.url("/a"), server.url("/a#top"), "http://other.test/x"), "text/xml"
	)
	give(server, "/two.xml.gz", gzip.compress(sitemap(server.url("/b"))), "application/x-gzip")
	found = listed(server, "/sitemap.xml")
	assert (paths(found), found.problem) == (["/a", "/b"], "")


def test_page_of_links(server: Server) -> None:
	"""The links of a page are followed from its base; pictures, mail addresses and nofollow are not pages."""
	page = b"""<html><head><base href="/docs/"></head><body><a href="one">1</a><a href="two?x=1#here">2</a><a href="http://[">
	</a><a href="mailto:a@b.test">m</a><a href="logo.PNG">p</a><a rel="x nofollow" href="three">3</a></body></html>"""
	give(server, "/start", page, "text/html")
	assert paths(listed(server, "/start")) == ["/docs/one", "/docs/two?x=1"]


def test_list_of_addresses(server: Server) -> None:
	"""A plain text has one address in each line."""
	give(server, "/list.txt", f"{server.url('/a')}\nno address\n{server.url('/b')}\n".encode(), "text/plain")
	assert paths(listed(server, "/list.txt")) == ["/a", "/b"]


def test_patterns(server: Server) -> None:
	"""A page has to match one pattern to include and none to exclude."""
	pages = [server.url(path) for path in ("/docs/a", "/docs/old/b", "/blog/c", "/docs/d.pdf")]
	give(server, "/s.xml", sitemap(*pages), "text/xml")
	assert paths(listed(server, "/s.xml", include=("/docs/",), exclude=("/*/old/", "*.pdf$"))) == ["/docs/a"]


@pytest.mark.parametrize(
	("pattern", "text", "expected"),
	[
		("/fish", "/fish/salmon", True),
		("/fish$", "/fish/", False),
		("/*.php$", "/folder/a.php", True),
		("/*.php$", "/a.php?x", False),
		("/a*bc$", "/abc", True),
		("/ab*b$", "/ab", False),
		("/fish*", "/Fish", False),
		("/a*$", "/abc", True),
	],
)
def test_matching(pattern: str, text: str, expected: bool) -> None:
	"""Patterns match as in robots.txt."""
	assert matches(pattern, text) is expected


def test_robots() -> None:
	"""The longest rule that fits decides; rules for huf replace those for all; groups may share rules."""
	text = b"""User-agent: other
	Disallow: /
	User-agent: *
	User-agent: third
	Disallow: /private # not this
	Allow: /private/open
	Disallow: /*.pdf$
	Crawl-delay: 3"""
	robots = Robots.read(text)
	asked = ["/", "/private/x", "/private/open/x", "/a.pdf", "/a.pdf?x"]
	assert [robots.allows(f"https://x.test{path}") for path in asked] == [True, False, True, False, True]
	assert robots.delay == 3.0
	own = Robots.read(text + b"\nUser-Agent: HUF-knowledge/1\nDisallow: /a")
	assert own.allows("https://x.test/private/x") and not own.allows("https://x.test/a.pdf?x")


def test_robots_with_many_names() -> None:
	"""Thousands of names before thousands of rules take no more room than the rules for huf."""
	names = "".join(f"User-agent: n{number}\n" for number in range(15_000))
	robots = Robots.read(
		f"{names}User-agent: *\nDisallow: /a\nDisallow: /b\n".encode() + b"Allow: /c\n" * 15_000
	)
	assert len(robots.rules) == 15_002 and not robots.allows("https://x.test/b")


def test_robots_is_kept(server: Server) -> None:
	"""What robots.txt forbids is not listed, and a forbidden list is not asked for."""
	give(server, "/robots.txt", b"User-agent: *\nDisallow: /secret", "text/plain")
	give(server, "/s.xml", sitemap(server.url("/a"), server.url("/secret/b")), "text/xml")
	found = listed(server, "/s.xml")
	assert paths(found) == ["/a"] and found.forbidden == {server.url("/secret/b")}
	with pytest.raises(AddressRefused, match=r"robots\.txt"):
		listed(server, "/secret/s.xml")


def test_robots_that_fails(server: Server) -> None:
	"""A host that does not tell its rules now is not asked for anything else."""
	give(server, "/robots.txt", b"", "text/plain", status=503)
	give(server, "/s.xml", sitemap(server.url("/a")), "text/xml")
	with pytest.raises(FetchFailed):
		listed(server, "/s.xml")


def test_other_host_without_rules(server: Server) -> None:
	"""The pages of a host whose robots.txt fails are left out, it is asked once, and the listing says that it is not whole."""
	other = f"other.test:{server.port}"

	def robots(handler: BaseHTTPRequestHandler) -> None:
		send(handler, b"", 503 if handler.headers["Host"] == other else 404)

	server.answers["/robots.txt"] = robots
	pages = [server.url("/a", host="other.test"), server.url("/b", host="other.test"), server.url("/c")]
	give(server, "/s.xml", sitemap(*pages), "text/xml")
	found = listed(server, "/s.xml", other_hosts=frozenset({other}))
	assert paths(found) == ["/c"] and found.problem
	assert server.requests.count((other, "/robots.txt")) == 1


def test_part_that_fails(server: Server) -> None:
	"""The other parts are listed, and the listing says that it is not whole."""
	give(server, "/i.xml", sitemap(server.url("/x.xml"), server.url("/y.xml"), kind="sitemap"), "text/xml")
	give(server, "/x.xml", sitemap(server.url("/a"))[:-9], "text/xml")
	give(server, "/y.xml", sitemap(server.url("/b")), "text/xml")
	found = listed(server, "/i.xml")
	assert paths(found) == ["/b"] and "could not be read" in found.problem


def test_pauses(server: Server) -> None:
	"""Between two requests to a host it waits at least a second, and as long as the host asks."""
	give(server, "/robots.txt", b"User-agent: *\nCrawl-delay: 4", "text/plain")
	give(server, "/s.xml", sitemap(server.url("/a")), "text/xml")
	waits: list[float] = []
	list_pages(WantedPages(server.url("/s.xml")), fetch, sleep=waits.append)
	assert waits[0] == 0.0 and 3.0 < waits[1] <= 4.0


def test_index_that_names_itself(server: Server) -> None:
	"""A circle of indexes ends."""
	give(server, "/i.xml", sitemap(server.url("/j.xml"), kind="sitemap"), "text/xml")
	give(server, "/j.xml", sitemap(server.url("/i.xml"), server.url("/j.xml"), kind="sitemap"), "text/xml")
	assert paths(listed(server, "/i.xml")) == []


@pytest.mark.parametrize(
	("data", "media_type", "expected"),
	[
		(
			sitemap("https://x.test/a", "https://x.test/b"),
			"text/xml",
			["https://x.test/a", "https://x.test/b"],
		),
		(gzip.compress(sitemap("https://x.test/a")), "application/gzip", ["https://x.test/a"]),
		(b'<p>Hello</p><a href="/a">A</a>', "text/html", ["https://x.test/a"]),
		(b"https://x.test/a\nhttps://x.test/b", "text/plain", ["https://x.test/a", "https://x.test/b"]),
		(b"<p>Nothing here</p>", "text/html", []),
		(b"", "text/html", []),
	],
)
def test_read_in_a_process(data: bytes, media_type: str, expected: list[str]) -> None:
	"""The reader's process gives what a list says, whatever the list is."""
	assert list(read_apart(data, "https://x.test/list", media_type).pages) == expected


def test_what_reading_costs_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A page that is made to be read for minutes is given up, and the process that asked goes on."""
	monkeypatch.setattr(documents, "MOST_PAGE_BYTES", 100_000_000)
	with pytest.raises(OverLimit):
		read_apart(b"<!--" * 4_000_000, "https://x.test/", "text/html")


def test_many_entries_missing_at_once() -> None:
	"""What is gone leaves at once where no grace is given, but not more than half of all: then a part of the place is away."""
	known = [KnownEntry(str(number), at(number)) for number in range(10)]
	day = timedelta(days=1)
	for there, removed in ((6, 4), (4, 0)):
		listing = Listing(dict.fromkeys(map(at, range(there)), ""))
		plan = plan_entries(
			SITE.wants, listing, known, limit=99, now=NOW, grace=timedelta(0), grace_of_many=day
		)
		assert (len(plan.remove), len(plan.missed)) == (removed, 10 - there - removed)
	known = [KnownEntry("a", at(1), NOW - day), KnownEntry("b", at(2), NOW - day), KnownEntry("c", at(3))]
	plan = plan_entries(
		SITE.wants,
		Listing({at(3): "2"}),
		known,
		limit=9,
		now=NOW,
		grace=timedelta(0),
		grace_of_many=day,
	)
	assert (plan.remove, plan.change) == (["a", "b"], ["c"])


def test_hostile_sitemaps() -> None:
	"""Entities are not expanded, and a bomb of gzip is not unpacked."""
	laughs = (
		b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><urlset><url><loc>&a;</loc></url></urlset>'
	)
	with pytest.raises(CorruptFile):
		read_addresses(laughs, "https://x.test/")
	with pytest.raises(CorruptFile):
		read_addresses(b"<urlset>" + b"<a>" * 2_000_000, "https://x.test/")
	with pytest.raises(InputTooLarge):
		read_addresses(b"<!--" * 4_000_000, "https://x.test/")
	with pytest.raises(InputTooLarge):
		read_addresses(gzip.compress(bytes(60_000_000)), "https://x.test/")
	with pytest.raises(CorruptFile):
		read_addresses(gzip.compress(sitemap("https://x.test/a"))[:-12], "https://x.test/")


@pytest.mark.parametrize(
	"address",
	[
		"file:///etc/passwd",
		"http://u:p@x.test/",
		"http://x.test/a b",
		"/only/path",
		"http://[",
		"http://x.test:99999/",
	],
)
def test_no_addresses(address: str) -> None:
	"""What huf would not fetch is no address of a page."""
	assert page_address(address) == ""


def test_fields_that_are_refused() -> None:
	"""A line that is no pattern or no host is refused with what to write."""
	for read, text in ((patterns_of, "docs"), (hosts_of, "https://x.test/"), (hosts_of, "a@b.test")):
		with pytest.raises(SettingsError, match="Write"):
			read(text)
	assert hosts_of("Docs.Example.com\n") == {"docs.example.com"}


SITE = WantedPages("https://x.test/sitemap.xml")


def at(number: int) -> str:
	"""The address of a page."""
	return f"https://x.test/{number}"


def test_nothing_leaves_by_a_bad_listing() -> None:
	"""A failed, an empty and a partial listing let no page leave, however long it is unlisted, and start no grace."""
	known = [KnownEntry("a", at(1), NOW - 9 * GRACE), KnownEntry("b", at(2))]
	partial = Listing({at(3): ""}, problem="A part is missing.")
	for listing in (None, Listing(), partial):
		plan = plan_entries(SITE.wants, listing, known, limit=9, now=NOW, grace=GRACE)
		assert (plan.remove, plan.missed, plan.kept) == ([], [], 2)
	assert plan.add == [at(3)]


def test_unwanted_leaves_at_once() -> None:
	"""What patterns or robots.txt exclude leaves without a grace, also when the listing failed; a lower limit keeps the first."""
	known = [KnownEntry("a", at(1)), KnownEntry("b", at(2)), KnownEntry("c", at(3))]
	wanted = WantedPages(SITE.address, exclude=("/1",))
	assert plan_entries(wanted.wants, None, known, limit=9, now=NOW, grace=GRACE).remove == ["a"]
	listing = Listing({at(1): "", at(3): ""}, {at(2)})
	assert plan_entries(SITE.wants, listing, known, limit=9, now=NOW, grace=GRACE).remove == ["b"]
	assert plan_entries(SITE.wants, None, known, limit=1, now=NOW, grace=GRACE).remove == ["b", "c"]


def test_what_was_moved_leaves_at_once() -> None:
	"""When the same is listed under another key, which then comes; not by a listing that is not whole, and a copy leaves nothing out."""
	known = [KnownEntry("a", at(1)), KnownEntry("b", at(2)), KnownEntry("c", at(3))]
	same = {at(1): "first", at(4): "first", at(2): "second", at(5): "second"}
	listing = Listing(dict.fromkeys([at(2), at(4), at(5)], ""), identity=lambda key: same.get(key, key))
	plan = plan_entries(SITE.wants, listing, known, limit=9, now=NOW, grace=GRACE)
	assert (plan.remove, plan.missed, plan.add) == (["a"], ["c"], [at(4), at(5)])
	listing.problem = "Half of it"
	plan = plan_entries(SITE.wants, listing, known, limit=9, now=NOW, grace=GRACE)
	assert (plan.remove, plan.missed) == ([], [])


def test_limit_and_what_is_elsewhere() -> None:
	"""No more pages come than the limit has room for, and none that is in the source already."""
	listing = Listing(dict.fromkeys(map(at, range(6)), ""))
	plan = plan_entries(
		SITE.wants, listing, [KnownEntry("a", at(0))], limit=3, now=NOW, grace=GRACE, elsewhere=[at(1)]
	)
	assert (plan.add, plan.over_limit) == ([at(2), at(3)], 2)


@pytest.mark.parametrize("seed", range(20))
def test_random_histories(seed: int) -> None:
	"""Whatever a website does for weeks: after good listings the pages are those that it lists, and none left too early."""
	chance = random.Random(seed)
	known: dict[str, datetime | None] = {}
	site: set[str] = set()
	last_listed: dict[str, datetime] = {}
	now = NOW
	for _ in range(40):
		now += timedelta(hours=chance.randrange(1, 72))
		site ^= {at(chance.randrange(150)) for _ in range(chance.randrange(60))}
		kind = chance.choice(["whole", "whole", "failed", "empty", "partial"])
		seen = dict.fromkeys(
			sorted(site) if kind != "partial" else chance.sample(sorted(site), len(site) // 2), ""
		)
		listing = {"failed": None, "empty": Listing()}.get(
			kind, Listing(seen, problem="cut" if kind == "partial" else "")
		)
		rows = [KnownEntry(address, address, since) for address, since in known.items()]
		plan = plan_entries(SITE.wants, listing, rows, limit=1000, now=now, grace=GRACE)
		if kind in ("whole", "partial"):
			last_listed |= dict.fromkeys(seen, now)
		for address in plan.remove:
			assert kind == "whole" and address not in site and now - last_listed[address] >= GRACE
			del known[address]
		known |= dict.fromkeys(plan.add)
		known |= dict.fromkeys(plan.missed, now)
		known |= dict.fromkeys(plan.back)
		if kind == "whole":
			assert site <= set(known)
	for day in (0, 8):
		rows = [KnownEntry(address, address, since) for address, since in known.items()]
		late = now + timedelta(days=day)
		plan = plan_entries(
			SITE.wants,
			Listing(dict.fromkeys(sorted(site), "") or {at(0): ""}),
			rows,
			limit=1000,
			now=late,
			grace=GRACE,
		)
		known = {address: since for address, since in known.items() if address not in plan.remove}
		known |= dict.fromkeys(plan.add) | dict.fromkeys(plan.missed, late) | dict.fromkeys(plan.back)
	assert set(known) == site


PAGES = int(os.environ.get("HUF_WEBSITE_PAGES", "300"))
"""Of the website that is mirrored; 10,000 take some minutes."""


def test_mirror_over_http(server: Server) -> None:
	"""After a tenth of a website's pages changed places, and a connection that broke meanwhile, the pages are exactly those it lists."""
	chance = random.Random(16)
	site = [f"/page/{number}" for number in range(PAGES)]
	known: dict[str, datetime | None] = {}

	def publish(broken: bool = False) -> None:
		parts = [site[first : first + 100] for first in range(0, len(site), 100)]
		index = [server.url(f"/part{number}.xml") for number in range(len(parts))]
		give(server, "/sitemap.xml", sitemap(*index, kind="sitemap"), "text/xml")
		for number, part in enumerate(parts):
			give(server, f"/part{number}.xml", sitemap(*map(server.url, part)), "text/xml")
		if broken:
			# Half of the last part, and the server hangs up.
			body = sitemap(*map(server.url, parts[-1]))
			server.answers[f"/part{len(parts) - 1}.xml"] = lambda handler: (
				handler.send_response(200),
				handler.send_header("Content-Length", str(len(body))),
				handler.end_headers(),
				handler.wfile.write(body[: len(body) // 2]),
			)[-1]

	def follow(now: datetime) -> Listing:
		listing = listed(server, "/sitemap.xml")
		wanted = WantedPages(server.url("/sitemap.xml"))
		rows = [KnownEntry(address, address, since) for address, since in known.items()]
		plan = plan_entries(wanted.wants, listing, rows, limit=2 * PAGES, now=now, grace=GRACE)
		for address in plan.remove:
			del known[address]
		known.update(dict.fromkeys(plan.add) | dict.fromkeys(plan.missed, now) | dict.fromkeys(plan.back))
		return listing

	publish()
	follow(NOW)
	assert set(known) == set(map(server.url, site))
	for number in range(PAGES // 10):
		place = chance.randrange(len(site))
		kind = chance.choice(["add", "delete", "rename"])
		if kind == "add":
			site.insert(place, f"/new/{number}")
		elif kind == "delete":
			site.pop(place)
		else:
			site[place] = f"/renamed/{number}"
	before = set(known)
	publish(broken=True)
	assert follow(NOW + GRACE).problem
	assert before <= set(known)
	publish()
	follow(NOW + GRACE)
	assert before <= set(known)
	assert not follow(NOW + 2 * GRACE).problem
	assert set(known) == set(map(server.url, site))
