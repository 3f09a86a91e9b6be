"""A store with files that runs on loopback while a test does: a WSGI application behind cheroot, whose answers a test may spoil."""

import threading
from collections.abc import Callable, Iterator
from typing import Any


class ServedApp:
	"""Serves an application; ``refuses`` says which requests get 500, ``cuts`` those that get half of their answer, ``asked`` counts them."""

	def __init__(self, app: Callable[..., Any]) -> None:
		from cheroot import wsgi

		self.asked: list[tuple[str, str]] = []
		self.refuses: Callable[[str, str], bool] = lambda method, path: False
		self.cuts: Callable[[str, str], bool] = lambda method, path: False
		self._app = app
		self._server = wsgi.Server(("127.0.0.1", 0), self._answer, numthreads=4)
		self._server.shutdown_timeout = 1
		self._server.error_log = lambda *args, **values: None
		self._server.prepare()
		self._thread = threading.Thread(target=self._server.serve, daemon=True)
		self._thread.start()

	@property
	def port(self) -> int:
		return int(self._server.bind_addr[1])

	def _answer(self, environ: dict[str, Any], start_response: Any) -> Any:
		method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
		query = environ["QUERY_STRING"]
		self.asked.append((method, path))
		if self.refuses(method, path):
			start_response("500 Internal Server Error", [("Content-Length", "0")])
			return [b""]
		if not self.cuts(method, f"{path}?{query}" if query else path):
			return self._app(environ, start_response)
		answer = self._app(environ, start_response)
		try:
			whole = b"".join(answer)
		finally:
			if hasattr(answer, "close"):
				answer.close()
		return _half(whole)

	def close(self) -> None:
		self._server.stop()
		self._thread.join(10)


def _half(whole: bytes) -> Iterator[bytes]:
	yield whole[: len(whole) // 2]
	raise ConnectionAbortedError("The test cuts the connection here.")
