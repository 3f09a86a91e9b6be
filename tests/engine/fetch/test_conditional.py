"""Asking a server whether a page is still the version that is known."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler

import pytest
from test_fetch_url import Server, loopback, send

from huf.ai.knowledge.fetch import fetch_url
from huf.ai.knowledge.fetch.address import is_public
from huf.ai.knowledge.fetch.version import Answer, PageVersion, ReadPage
from huf.engine.errors import FetchFailed, PageGone

DATE = "Wed, 21 Oct 2026 07:28:00 GMT"


@pytest.fixture
def server() -> Iterator[Server]:
	"""A running server."""
	running = Server()
	yield running
	running.close()


def ask(url: str, known: PageVersion | None = None) -> Answer:
	"""Fetch with loopback let through."""
	return fetch_url(
		url,
		known,
		resolver=loopback,
		address_allowed=lambda address: str(address) == "127.0.0.1" or is_public(address),
		timeout_s=5.0,
	)


def page(
	seen: list[tuple[str | None, str | None]], **headers: str
) -> Callable[[BaseHTTPRequestHandler], None]:
	"""A page that is given unless it is the version that the request names."""

	def answer(handler: BaseHTTPRequestHandler) -> None:
		asked = handler.headers["If-None-Match"], handler.headers["If-Modified-Since"]
		seen.append(asked)
		if (headers.get("ETag") or headers.get("Last_Modified")) in asked:
			send(handler, b"", 304, length=False, **headers)
		else:
			send(handler, b"<p>Thirty days.</p>", **headers)

	return answer


@pytest.mark.parametrize("headers", [{"ETag": '"v1"'}, {"ETag": 'W/"v1"'}, {"Last_Modified": DATE}])
def test_unchanged(server: Server, headers: dict[str, str]) -> None:
	"""The marks of the first answer are sent with the second request, and 304 is no content."""
	seen: list[tuple[str | None, str | None]] = []
	server.answers["/leave"] = page(seen, **headers)
	first = ask(server.url("/leave"))
	assert first.content is not None
	second = ask(server.url("/leave"), first.version)
	assert (second.content, second.version) == (None, first.version)
	assert seen == [(None, None), (headers.get("ETag"), headers.get("Last_Modified"))]


def test_changed(server: Server) -> None:
	"""Another version is given whole, with its own marks."""
	seen: list[tuple[str | None, str | None]] = []
	server.answers["/leave"] = page(seen, ETag='"v2"')
	answer = ask(server.url("/leave"), PageVersion(server.url("/leave"), '"v1"'))
	assert answer.content is not None and answer.version.etag == '"v2"'


def test_marks_stay_where_they_were_given(server: Server) -> None:
	"""A mark is sent to the address that it was given at, not to one that redirects there or elsewhere."""
	seen: list[tuple[str | None, str | None]] = []
	server.answers["/old"] = lambda h: (
		seen.append((h.headers["If-None-Match"], None)),
		send(h, b"", 301, Location="/new"),
	)[1]
	server.answers["/new"] = page(seen, ETag='"v1"')
	first = ask(server.url("/old"))
	assert first.version.address == server.url("/new")
	assert ask(server.url("/old"), first.version).content is None
	assert seen == [(None, None), (None, None), (None, None), ('"v1"', None)]
	seen.clear()
	assert ask(server.url("/new", host="elsewhere.test"), first.version).content is not None
	assert seen == [(None, None)]


def test_not_modified_that_nobody_asked_for(server: Server) -> None:
	"""304 to a request without conditions is no answer."""
	server.answers["/leave"] = lambda h: send(h, b"", 304, length=False)
	for known in (None, PageVersion(server.url("/leave"))):
		with pytest.raises(FetchFailed, match="304"):
			ask(server.url("/leave"), known)


@pytest.mark.parametrize(
	"mark", ["v1", '"' + "x" * 300 + '"', '"a\x01b"', '"a b"', '"ä"', '"a", "b"', '"v1" evil: 1']
)
def test_marks_that_are_none(server: Server, mark: str) -> None:
	"""A mark that is not as the standard has it is not kept: it would go back into a request."""
	server.answers["/leave"] = lambda h: send(h, b"<p>x</p>", ETag=mark, Last_Modified="yesterday")
	assert ask(server.url("/leave")).version == PageVersion(server.url("/leave"))


@pytest.mark.parametrize(("status", "is_gone"), [(404, True), (410, True), (403, False), (500, False)])
def test_gone(server: Server, status: int, is_gone: bool) -> None:
	"""That there is no page is another answer than that it cannot be had."""
	server.answers["/leave"] = lambda h: send(h, b"", status)
	with pytest.raises(FetchFailed) as raised:
		ask(server.url("/leave"))
	assert isinstance(raised.value, PageGone) is is_gone
	assert raised.value.retryable is (status == 500)


def test_a_read_page_is_kept_as_text() -> None:
	"""What is kept of a page in its row comes back as it was."""
	page = ReadPage(PageVersion("https://example.com/ä", 'W/"1"', DATE), "ab", "cd")
	assert ReadPage.from_json(page.to_json()) == page
	assert ReadPage.from_json("") is None
