"""A web server of a test on this machine."""

import threading
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class WebServer:
	"""Answers requests as a subclass says, for a host that only the test knows."""

	host: str

	def __init__(self) -> None:
		outer = self

		class Handler(BaseHTTPRequestHandler):
			def do_GET(self) -> None:
				status, body, headers = outer.answer(self.path, self.headers)
				self.send_response(status)
				for name, value in {**headers, "Content-Length": str(len(body))}.items():
					self.send_header(name, value)
				self.end_headers()
				self.wfile.write(body)

			def log_message(self, *args: object) -> None:
				pass

		self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
		self.server.daemon_threads = True
		threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

	def answer(self, path: str, headers: Message) -> tuple[int, bytes, dict[str, str]]:
		"""Status, body and headers for a path, asked with these headers."""
		raise NotImplementedError

	def url(self, path: str) -> str:
		"""The address of a path."""
		return f"http://{self.host}:{self.server.server_address[1]}{path}"

	def close(self) -> None:
		"""Stop answering."""
		self.server.shutdown()
		self.server.server_close()
