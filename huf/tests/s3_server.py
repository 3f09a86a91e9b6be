"""A real S3 store on loopback: moto behind cheroot, with one bucket and one user, whose signatures are checked."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from huf.ai.knowledge.fetch.address import local_server_entries
from huf.ai.knowledge.fetch.remote.account import Account
from huf.ai.knowledge.fetch.remote.s3 import S3, Bucket
from huf.tests.served_app import ServedApp

BUCKET, REGION = "handbooks", "eu-central-1"


class S3Server(ServedApp):
	"""Serves one bucket. There is one such server in a process: what it holds is a global of moto's."""

	def __init__(self) -> None:
		from moto import settings
		from moto.core import DEFAULT_ACCOUNT_ID
		from moto.iam.models import iam_backends
		from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
		from moto.s3.models import s3_backends

		self._store, self._users = (
			s3_backends[DEFAULT_ACCOUNT_ID]["aws"],
			iam_backends[DEFAULT_ACCOUNT_ID]["aws"],
		)
		self._store.reset()
		self._users.reset()
		self._store.create_bucket(BUCKET, REGION)
		self._users.create_user("us-east-1", "anna")
		self.allow("s3:ListBucket", "s3:GetObject")
		key = self._users.create_access_key("anna")
		self.access_key, self.secret_key = key.access_key_id, key.secret_access_key
		self._settings = settings
		self.check_rights(True)
		app = DomainDispatcherApplication(create_backend_app)
		super().__init__(lambda environ, start: app({**environ, "RAW_URI": environ["REQUEST_URI"]}, start))

	def check_rights(self, are_checked: bool) -> None:
		"""Whether signatures and rights are checked, which takes more time than all else."""
		self._settings.INITIAL_NO_AUTH_ACTION_COUNT = 0 if are_checked else float("inf")

	def allow(self, *actions: str) -> None:
		"""What the user may do."""
		statement = {"Effect": "Allow", "Action": list(actions), "Resource": "*"}
		policy = {"Version": "2012-10-17", "Statement": [statement]}
		self._users.put_user_policy("anna", "all", json.dumps(policy))

	def put(self, key: str, data: bytes, **values: Any) -> None:
		"""Store an object."""
		self._store.put_object(BUCKET, key, data, **values)

	def delete(self, key: str) -> None:
		"""Take an object away."""
		self._store.delete_object(BUCKET, key)

	def objects(self) -> dict[str, bytes]:
		"""What is stored."""
		return {key: one.value for key, one in self._store.get_bucket(BUCKET).keys.items()}

	@property
	def address(self) -> str:
		return f"http://127.0.0.1:{self.port}"

	def account(self, **values: Any) -> Account:
		"""As a site has it that allows its own host."""
		own = {
			"name": "Store",
			"address": self.address,
			"user": self.access_key,
			"password": self.secret_key,
			"local": local_server_entries(f"127.0.0.1:{self.port}"),
		}
		return Account(**{**own, **values})

	def store(self, prefix: str = "", **values: Any) -> S3:
		"""What asks it."""
		return S3(self.account(**values), Bucket(BUCKET, REGION, prefix))


@contextmanager
def serving() -> Iterator[S3Server]:
	"""A server while a test runs."""
	server = S3Server()
	try:
		yield server
	finally:
		server.close()
