"""A real Redis server of our own for the job tests, on a free loopback port."""

import shutil
import socket
import subprocess
import time
import warnings
from collections.abc import Iterator

import pytest
import redis


class RedisServer:
	"""A redis-server process that forgets everything when it stops."""

	def __init__(self, binary: str) -> None:
		self._binary = binary
		with socket.socket() as probe:
			probe.bind(("127.0.0.1", 0))
			self.port = probe.getsockname()[1]
		self.start()

	def start(self) -> None:
		command = [
			self._binary,
			"--port",
			str(self.port),
			"--bind",
			"127.0.0.1",
			"--save",
			"",
			"--appendonly",
			"no",
		]
		self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
		client = self.client()
		for _ in range(100):
			try:
				client.ping()
				return
			except redis.ConnectionError:
				time.sleep(0.05)
		raise RuntimeError("redis-server did not start")

	def stop(self) -> None:
		self._process.terminate()
		self._process.wait(10)

	def client(self) -> redis.Redis:
		return redis.Redis(port=self.port)


@pytest.fixture(scope="module")
def redis_server() -> Iterator[RedisServer]:
	binary = shutil.which("redis-server")
	if not binary:
		reason = "NOT TESTED: redis-server is not installed, so the leases were not tried at all"
		warnings.warn(reason, stacklevel=1)
		pytest.skip(reason)
	server = RedisServer(binary)
	yield server
	server.stop()
