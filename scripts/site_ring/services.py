"""A MariaDB and a Redis of our own, in a temporary folder, on free ports of the loopback interface."""

import getpass
import os
import secrets
import shutil
import socket
import subprocess
import time
from pathlib import Path

from scripts.site_ring.processes import Started, StartError, free_port


class Redis:
	"""One Redis for cache and queue; it keeps nothing on the disk."""

	def __init__(self, folder: Path, program: str) -> None:
		self.port = free_port()
		command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
		self.started = Started("redis", command, log=folder / "redis.log", cwd=folder, env=os.environ)
		self.started.wait_for_port(self.port)

	@property
	def url(self) -> str:
		"""redis://127.0.0.1:port"""
		return f"redis://127.0.0.1:{self.port}"


# Durability costs time and this database is thrown away.
DATABASE_OPTIONS = """[mariadbd]
datadir={folder}/db
socket={folder}/db.sock
pid-file={folder}/db.pid
port={port}
bind-address=127.0.0.1
user={user}
character-set-server=utf8mb4
collation-server=utf8mb4_unicode_ci
innodb_flush_log_at_trx_commit=0
loose-innodb_flush_method=nosync
innodb_doublewrite=0
innodb_buffer_pool_size=512M
skip-log-bin
skip-name-resolve
performance_schema=OFF
"""


class Database:
	"""A MariaDB server; `password` is root's, over the socket and over TCP."""

	name = "MariaDB"
	new_site = ("--mariadb-user-host-login-scope=%",)
	"""What `bench new-site` is told of this server."""

	def __init__(self, folder: Path, programs: dict[str, str]) -> None:
		self.folder = folder
		self.programs = programs
		self.port = free_port()
		self.password = secrets.token_hex(16)
		options = folder / "my.cnf"
		options.write_text(DATABASE_OPTIONS.format(folder=folder, port=self.port, user=getpass.getuser()))
		self._make_data(options)
		command = [programs["mariadbd"], f"--defaults-file={options}"]
		self.started = Started("mariadb", command, log=folder / "mariadb.log", cwd=folder, env=os.environ)
		self.started.wait_for_port(self.port)
		self._set_root_password()

	@property
	def socket(self) -> Path:
		"""The Unix socket."""
		return self.folder / "db.sock"

	def query(self, sql: str) -> None:
		"""Run statements as root. Raises StartError with the server's words."""
		self._client("mariadb", [], sql.encode())

	def copy(self, source: str, target: str, password: str) -> None:
		"""Make the database and the user `target` with all that the database `source` holds."""
		self.query(
			f"CREATE DATABASE `{target}` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;"
			f"CREATE USER '{target}'@'%' IDENTIFIED BY '{password}'; GRANT ALL ON `{target}`.* TO '{target}'@'%';"
		)
		dump = self._client("mariadb-dump", ["--single-transaction", source])
		self._client("mariadb", [target], dump)

	def _make_data(self, options: Path) -> None:
		command = [
			self.programs["mariadb-install-db"],
			f"--defaults-file={options}",
			"--auth-root-authentication-method=normal",
			"--skip-test-db",
		]
		done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
		if done.returncode != 0:
			raise StartError(f"mariadb-install-db failed.\n{done.stdout}{done.stderr}")

	def _set_root_password(self) -> None:
		sql = "".join(
			f"CREATE OR REPLACE USER root@'{host}' IDENTIFIED BY '{self.password}';"
			f"GRANT ALL ON *.* TO root@'{host}' WITH GRANT OPTION;"
			for host in ("127.0.0.1", "localhost")
		)
		end = time.monotonic() + 120
		while not self._listens() and time.monotonic() < end:
			time.sleep(0.05)
		self._client("mariadb", [], sql.encode(), password="")

	def _listens(self) -> bool:
		"""Whether the Unix socket is open: its file is there a moment before, and after the port."""
		with socket.socket(socket.AF_UNIX) as connection:
			return connection.connect_ex(str(self.socket)) == 0

	def _client(
		self, program: str, arguments: list[str], stdin: bytes = b"", password: str | None = None
	) -> bytes:
		path = self.programs.get(program) or shutil.which(program) or program
		command = [path, "--no-defaults", "--user=root", f"--socket={self.socket}", *arguments]
		env = {**os.environ, "MYSQL_PWD": self.password if password is None else password}
		done = subprocess.run(command, input=stdin, capture_output=True, env=env, check=False)
		if done.returncode != 0:
			raise StartError(f"{program} failed: {done.stderr.decode(errors='replace')}")
		return done.stdout
