"""A real WebDAV server on loopback: wsgidav behind cheroot, over a folder, with one user."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from huf.ai.knowledge.fetch.address import local_server_entries
from huf.ai.knowledge.fetch.remote.account import Account

USER, PASSWORD = "anna", "s3cret-pass w\u00f6rd"


class WebDavServer:
	"""Serves ``root``; ``refuses`` says which requests get 500, ``cuts`` those that get half of their answer, ``asked`` counts them."""

	def __init__(self, root: Path) -> None:
		from cheroot import wsgi
		from wsgidav.wsgidav_app import WsgiDAVApp

		self.asked: list[tuple[str, str]] = []
		self.refuses: Callable[[str, str], bool] = lambda method, path: False
		self.cuts: Callable[[str, str], bool] = lambda method, path: False
		self._app = WsgiDAVApp(
			{
				"provider_mapping": {"/files": str(root)},
				"simple_dc": {"user_mapping": {"*": {USER: {"password": PASSWORD}}}},
				"http_authenticator": {
					"accept_basic": True,
					"accept_digest": False,
					"default_to_digest": False,
				},
				"verbose": 0,
				"logging": {"enable": False},
				"property_manager": False,
				"lock_storage": False,
			}
		)
		self._server = wsgi.Server(("127.0.0.1", 0), self._answer, numthreads=4)
		self._server.shutdown_timeout = 1
		self._server.error_log = lambda *args, **values: None
		self._server.prepare()
		self._thread = threading.Thread(target=self._server.serve, daemon=True)
		self._thread.start()

	@property
	def port(self) -> int:
		return int(self._server.bind_addr[1])

	@property
	def address(self) -> str:
		return f"http://127.0.0.1:{self.port}/files/"

	def account(self, **values: Any) -> Account:
		"""As a site has it that allows its own host."""
		local = local_server_entries(f"127.0.0.1:{self.port}")
		return Account(
			**{
				"name": "Cloud",
				"address": self.address,
				"user": USER,
				"password": PASSWORD,
				"local": local,
				**values,
			}
		)

	def _answer(self, environ: dict[str, Any], start_response: Any) -> Any:
		method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
		self.asked.append((method, path))
		if self.refuses(method, path):
			start_response("500 Internal Server Error", [("Content-Length", "0")])
			return [b""]
		if not self.cuts(method, path):
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


@contextmanager
def serving(root: Path) -> Iterator[WebDavServer]:
	"""A server while a test runs."""
	server = WebDavServer(root)
	try:
		yield server
	finally:
		server.close()
