"""A real WebDAV server on loopback: wsgidav behind cheroot, over a folder, with one user."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from huf.ai.knowledge.fetch.address import local_server_entries
from huf.ai.knowledge.fetch.remote.account import Account
from huf.tests.served_app import ServedApp

USER, PASSWORD = "anna", "s3cret-pass w\u00f6rd"


class WebDavServer(ServedApp):
	"""Serves ``root``."""

	def __init__(self, root: Path) -> None:
		from wsgidav.wsgidav_app import WsgiDAVApp

		super().__init__(
			WsgiDAVApp(
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
		)

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


@contextmanager
def serving(root: Path) -> Iterator[WebDavServer]:
	"""A server while a test runs."""
	server = WebDavServer(root)
	try:
		yield server
	finally:
		server.close()
