"""URL inputs against a real server on loopback, which the fetcher only reaches because the test injects it."""

import gzip
import ipaddress
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from huf.ai.knowledge.fetch import fetch_url
from huf.ai.knowledge.fetch.address import is_public, system_resolver
from huf.engine.content import Content
from huf.engine.errors import AddressRefused, FetchFailed, InputError, InputTooLarge, UnsupportedType
from huf.engine.extractors import extract

Answer = Callable[[BaseHTTPRequestHandler], None]
SITE = "http://pages.test"


def send(
	handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, length: bool = True, **headers: str
) -> None:
	"""Send a whole answer; underscores in header names become hyphens."""
	handler.send_response(status)
	for name, value in ({"Content_Type": "text/html"} | headers).items():
		handler.send_header(name.replace("_", "-"), value)
	if length:
		handler.send_header("Content-Length", str(len(body)))
	handler.end_headers()
	handler.wfile.write(body)


class Server:
	"""A loopback server whose answers a test sets by path; remembers the requests it got."""

	def __init__(self, tls: ssl.SSLContext | None = None) -> None:
		self.answers: dict[str, Answer] = {}
		self.requests: list[tuple[str, str]] = []
		self.stopping = threading.Event()
		outer = self

		class Handler(BaseHTTPRequestHandler):
			def do_GET(self) -> None:
				outer.requests.append((self.headers["Host"], self.path))
				try:
					outer.answers[self.path](self)
				except (BrokenPipeError, ConnectionResetError):
					pass  # the client has hung up, which is what several tests are about

			def log_message(self, *args: object) -> None:
				pass

		self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
		self.server.daemon_threads = True
		if tls:
			self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
		self.port = self.server.server_address[1]
		threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

	def url(self, path: str, host: str = "pages.test", scheme: str = "http") -> str:
		return f"{scheme}://{host}:{self.port}{path}"

	def close(self) -> None:
		self.stopping.set()
		self.server.shutdown()
		self.server.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
	"""A running server."""
	running = Server()
	yield running
	running.close()


def loopback(host: str, port: int) -> list[str]:
	"""Every name is this machine, except those that are addresses already."""
	try:
		return [str(ipaddress.ip_address(host))]
	except ValueError:
		return ["127.0.0.1"]


def fetch(url: str, **options: object) -> Content:
	"""Fetch with loopback, and only loopback, let through beside public addresses."""
	options = {
		"resolver": loopback,
		"address_allowed": lambda a: str(a) == "127.0.0.1" or is_public(a),
		"timeout_s": 5.0,
	} | options
	content = fetch_url(url, **options).content  # type: ignore[arg-type]
	assert content is not None
	return content


def test_page_becomes_text(server: Server) -> None:
	"""A page is fetched under its own host name and read by the HTML extractor, without its navigation."""
	page = b"<html><title>Leave</title><nav>Menu</nav><main><h1>Leave</h1><p>Thirty days.</p></main></html>"
	server.answers["/docs/leave?lang=en"] = lambda h: send(h, page, Content_Type="text/html; charset=utf-8")
	content = fetch(server.url("/docs/leave?lang=en#top"))
	assert (content.name, content.media_type) == ("leave.html", "text/html; charset=utf-8")
	assert [s.text for s in extract(content).sections] == ["Leave\nThirty days.\n"]
	assert server.requests == [(f"pages.test:{server.port}", "/docs/leave?lang=en")]
	assert content.fetched_from == server.url("/docs/leave?lang=en")


@pytest.mark.parametrize(
	("path", "media_type", "name"),
	[
		("/a/terms.pdf", "application/pdf", "terms.pdf"),
		("/", "text/html", "pages.test.html"),
		("/policy", "application/pdf", "policy.pdf"),
		("/x.php", "text/html", "x.php.html"),
		("/gr%C3%B6%C3%9Fe.txt", "text/plain", "größe.txt"),
		("/data", "application/octet-stream", "data"),
	],
)
def test_names(server: Server, path: str, media_type: str, name: str) -> None:
	"""A content is named after the last part of its path, with the ending of its type if it has none."""
	server.answers[path] = lambda h: send(h, b"x", Content_Type=media_type)
	assert fetch(server.url(path)).name == name


@pytest.mark.parametrize(
	"url",
	[
		"ftp://pages.test/x",
		"file:///etc/passwd",
		"gopher://pages.test/",
		"javascript:alert(1)",
		"//pages.test/x",
		"pages.test",
		"http://",
		"http://user:pass@pages.test/",
		"http://pages.test@127.0.0.1/",
		"http://pages.test:0/",
		"http://pages.test:99999/",
		"http://[::1",
		"http://pages.test/a b\r\nHost: x",
		"http://pages.test\\@127.0.0.1/",
		"http://" + "a" * 70 + ".test/",
		"",
	],
)
def test_addresses_that_are_no_pages(url: str) -> None:
	"""Other schemes, log-ins in the address and malformed addresses are refused before any name is resolved."""

	def never(host: str, port: int) -> list[str]:
		raise AssertionError("resolved")

	with pytest.raises(AddressRefused) as caught:
		fetch(url, resolver=never)
	assert not caught.value.retryable


@pytest.mark.parametrize(
	"address",
	[
		"127.0.0.1 127.8.9.1 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255",
		"192.0.2.1 198.18.0.1 240.0.0.1 168.63.129.16 192.88.99.1",
		":: ::1 fe80::1 fe80::1%1 fc00::1 fd00:ec2::254 ff02::1 fec0::1 2001:db8::1",
		"::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 2002:7f00:1:: 2002:a9fe:a9fe::1 64:ff9b::7f00:1 64:ff9b:1::a00:1",
		"::ffff:0:127.0.0.1 2001:0:53aa:64c:0:0:f5ff:fffe",
	],
)
def test_addresses_that_are_not_public(address: str) -> None:
	"""No private, local, metadata or reserved address is connected to, in whatever IPv6 clothing."""
	for text in address.split():
		with pytest.raises(AddressRefused):
			fetch_url("http://inside.test/", resolver=lambda host, port, text=text: [text])  # type: ignore[misc]


@pytest.mark.parametrize(
	"host",
	["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]", "localhost", "①②⑦.0.0.1"],
)
def test_loopback_by_any_name(server: Server, host: str) -> None:
	"""With the real resolver no spelling of this machine's address is fetched."""
	with pytest.raises((AddressRefused, FetchFailed)):
		fetch_url(f"http://{host}:{server.port}/", timeout_s=5)
	assert server.requests == []


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"])
def test_public_addresses(address: str) -> None:
	"""Public addresses are allowed, also through a NAT64 gateway."""
	assert is_public(ipaddress.ip_address(address))


def test_one_private_address_refuses_the_name() -> None:
	"""A name with a public and a private address is refused whole."""
	with pytest.raises(AddressRefused):
		fetch_url("http://mixed.test/", resolver=lambda host, port: ["8.8.8.8", "10.0.0.1"])


def test_rebinding(server: Server) -> None:
	"""A name that changes its answer is asked once for a hop: the connection goes to what was checked."""
	asked: list[str] = []

	def rebinding(host: str, port: int) -> list[str]:
		asked.append(host)
		return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

	server.answers["/"] = lambda h: send(h, b"first")
	assert fetch(server.url("/"), resolver=rebinding).data == b"first"
	assert asked == ["pages.test"]
	server.answers["/again"] = lambda h: send(h, b"", 302, Location="/")
	asked.clear()
	with pytest.raises(AddressRefused):
		fetch(server.url("/again"), resolver=rebinding)
	assert len(asked) == 2


def test_redirects(server: Server) -> None:
	"""Relative and absolute redirects are followed; the content is named after the last address."""
	server.answers["/a"] = lambda h: send(h, b"", 301, Location="b/c")
	server.answers["/b/c"] = lambda h: send(h, b"", 307, Location=server.url("/final.txt", "other.test"))
	server.answers["/final.txt"] = lambda h: send(h, b"done", Content_Type="text/plain")
	content = fetch(server.url("/a"))
	assert (content.name, content.data) == ("final.txt", b"done")
	assert server.requests[-1][0].startswith("other.test")


@pytest.mark.parametrize(
	"location",
	[
		"http://10.0.0.1/",
		"http://[::ffff:10.0.0.1]/",
		"file:///etc/passwd",
		"http://u:p@pages.test/",
		"ftp://x/",
	],
)
def test_redirect_to_a_refused_address(server: Server, location: str) -> None:
	"""A redirect is checked as the first address was."""
	server.answers["/"] = lambda h: send(h, b"", 302, Location=location)
	with pytest.raises(AddressRefused):
		fetch(server.url("/"))


def test_endless_redirects(server: Server) -> None:
	"""A loop of redirects ends after five, and trying again would not help."""
	server.answers["/"] = lambda h: send(h, b"", 302, Location="/")
	with pytest.raises(FetchFailed, match="more than 5 times") as caught:
		fetch(server.url("/"))
	assert len(server.requests) == 6 and not caught.value.retryable


def test_allow_list(server: Server) -> None:
	"""A site's own rule is asked for each hop."""
	server.answers["/"] = lambda h: send(h, b"", 302, Location="http://evil.test/")
	with pytest.raises(AddressRefused, match="not among those"):
		fetch(server.url("/"), allow=lambda url: "pages.test" in url)
	assert len(server.requests) == 1


@pytest.mark.parametrize(
	("status", "retryable"),
	[(404, False), (403, False), (410, False), (429, True), (500, True), (503, True), (206, False)],
)
def test_statuses(server: Server, status: int, retryable: bool) -> None:
	"""Only answers that may change by themselves are retryable."""
	server.answers["/"] = lambda h: send(h, b"x", status)
	with pytest.raises(FetchFailed, match=str(status)) as caught:
		fetch(server.url("/"))
	assert caught.value.retryable is retryable


def test_endless_body(server: Server) -> None:
	"""A body without end stops at the limit."""
	sent = 0

	def endless(h: BaseHTTPRequestHandler) -> None:
		nonlocal sent
		send(h, b"", length=False)
		while not server.stopping.is_set():
			h.wfile.write(b"x" * 10_000)
			sent += 10_000

	server.answers["/"] = endless
	with pytest.raises(InputTooLarge, match=r"0\.1 MB"):
		fetch(server.url("/"), max_bytes=100_000)


def test_declared_length_over_the_limit(server: Server) -> None:
	"""A body that is declared too large is refused before it is read; one of exactly the limit is read."""
	server.answers["/"] = lambda h: send(h, b"x" * 1000)
	with pytest.raises(InputTooLarge):
		fetch(server.url("/"), max_bytes=999)
	assert len(fetch(server.url("/"), max_bytes=1000).data or b"") == 1000


def test_gzip(server: Server) -> None:
	"""A compressed page is unpacked; a bomb stops at the limit; a cut-off one is an error."""
	packed = gzip.compress(b"<p>hello</p>")
	server.answers["/"] = lambda h: send(h, packed, Content_Encoding="gzip")
	assert fetch(server.url("/")).data == b"<p>hello</p>"
	bomb = gzip.compress(bytes(50_000_000))
	server.answers["/bomb"] = lambda h: send(h, bomb, Content_Encoding="gzip")
	with pytest.raises(InputTooLarge):
		fetch(server.url("/bomb"), max_bytes=100_000)
	server.answers["/cut"] = lambda h: send(h, packed[:-9], Content_Encoding="gzip")
	with pytest.raises(FetchFailed, match="ended before"):
		fetch(server.url("/cut"))
	server.answers["/bad"] = lambda h: send(h, b"not gzip", Content_Encoding="gzip")
	with pytest.raises(FetchFailed, match="damaged"):
		fetch(server.url("/bad"))
	server.answers["/br"] = lambda h: send(h, b"x", Content_Encoding="br")
	with pytest.raises(FetchFailed, match="not asked for"):
		fetch(server.url("/br"))


def test_cut_off_body(server: Server) -> None:
	"""A body shorter than declared is an error that may pass, never half a page."""
	server.answers["/"] = lambda h: send(h, b"half", length=False, Content_Length="100")
	with pytest.raises(FetchFailed) as caught:
		fetch(server.url("/"))
	assert caught.value.retryable


def _drip_body(server: Server) -> Answer:
	def answer(h: BaseHTTPRequestHandler) -> None:
		send(h, b"", length=False)
		while not server.stopping.wait(0.1):
			h.wfile.write(b"x")

	return answer


def _drip_headers(server: Server) -> Answer:
	def answer(h: BaseHTTPRequestHandler) -> None:
		h.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
		while not server.stopping.wait(0.1):
			h.wfile.write(b"x")

	return answer


def _silence(server: Server) -> Answer:
	return lambda h: server.stopping.wait() and None


@pytest.mark.parametrize("slow", [_drip_body, _drip_headers, _silence])
def test_slow_servers(server: Server, slow: Callable[[Server], Answer]) -> None:
	"""A server that drips its body or headers, or says nothing, is left at the deadline; it may be tried again."""
	server.answers["/"] = slow(server)
	began = time.monotonic()
	with pytest.raises(FetchFailed, match="too long") as caught:
		fetch(server.url("/"), timeout_s=0.8)
	assert time.monotonic() - began < 20
	assert caught.value.retryable


@pytest.mark.parametrize("media_type", ["image/png", "video/mp4", "application/zip", "application/x-sh"])
def test_types_without_text(server: Server, media_type: str) -> None:
	"""What holds no text is refused by its declared type, before the body is read."""
	server.answers["/"] = lambda h: send(h, b"x", Content_Type=media_type)
	with pytest.raises(UnsupportedType, match=media_type):
		fetch(server.url("/"))


def test_no_server() -> None:
	"""A refused connection may pass; a name that does not exist is a failed fetch too."""
	with socket.socket() as closed:
		closed.bind(("127.0.0.1", 0))
		port = closed.getsockname()[1]
	with pytest.raises(FetchFailed) as caught:
		fetch(f"http://pages.test:{port}/")
	assert caught.value.retryable
	with pytest.raises(FetchFailed, match="cannot be found"):
		system_resolver("no-such-host.invalid", 80)


@pytest.mark.parametrize("noise", [b"garbage\r\n\r\n", b"", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500])
def test_servers_that_speak_no_http(noise: bytes) -> None:
	"""Whatever a server sends instead of an answer is a failed fetch."""
	with socket.create_server(("127.0.0.1", 0)) as listener:

		def answer() -> None:
			connection, _ = listener.accept()
			with connection:
				connection.recv(4096)
				connection.sendall(noise)

		threading.Thread(target=answer, daemon=True).start()
		with pytest.raises(InputError):
			fetch(f"http://pages.test:{listener.getsockname()[1]}/")


@pytest.fixture
def secure(certificate: Path) -> Iterator[Server]:
	"""A server with TLS."""
	context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
	context.load_cert_chain(certificate)
	running = Server(context)
	yield running
	running.close()


def test_certificates(secure: Server, certificate: Path) -> None:
	"""The certificate must be valid for the host name, though the connection goes to an address."""
	secure.answers["/"] = lambda h: send(h, b"safe")
	trusting = ssl.create_default_context(cafile=str(certificate))
	assert fetch(secure.url("/", "secure.test", "https"), tls=trusting).data == b"safe"
	with pytest.raises(FetchFailed, match="certificate") as caught:
		fetch(secure.url("/", "other.test", "https"), tls=trusting)
	assert not caught.value.retryable
	with pytest.raises(FetchFailed, match="certificate"):
		fetch(secure.url("/", "secure.test", "https"))


def test_no_downgrade(secure: Server, certificate: Path) -> None:
	"""A redirect from https to http is refused."""
	secure.answers["/"] = lambda h: send(h, b"", 302, Location="http://pages.test/")
	with pytest.raises(AddressRefused, match="https to http"):
		fetch(
			secure.url("/", "secure.test", "https"), tls=ssl.create_default_context(cafile=str(certificate))
		)


def test_imports_no_frappe() -> None:
	"""The fetcher runs without Frappe: the command line and these tests use it."""
	code = "import huf.ai.knowledge.fetch, sys; print('frappe' in sys.modules)"
	out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
	assert out == "False\n"
