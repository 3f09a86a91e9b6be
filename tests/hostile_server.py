"""A server on loopback that answers each request with what a test says, whatever was asked."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class HostileServer(ThreadingHTTPServer):
	"""A test sets what is answered; ``asked`` counts the requests."""

	daemon_threads = True

	def __init__(self) -> None:
		super().__init__(("127.0.0.1", 0), _Handler)
		self.status, self.body, self.location = 200, b"", ""
		self.asked = 0

	@property
	def address(self) -> str:
		return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
	server: HostileServer

	def do_GET(self) -> None:
		self.rfile.read(int(self.headers["Content-Length"] or 0))
		self.server.asked += 1
		self.send_response(self.server.status)
		if self.server.location:
			self.send_header("Location", self.server.location)
		self.send_header("Content-Length", str(len(self.server.body)))
		self.end_headers()
		self.wfile.write(self.server.body)

	do_PROPFIND = do_GET

	def log_message(self, *args: object) -> None:
		pass


@contextmanager
def serving() -> Iterator[HostileServer]:
	"""A server while a test runs."""
	server = HostileServer()
	threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
	try:
		yield server
	finally:
		server.shutdown()
		server.server_close()
