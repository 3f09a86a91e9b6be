"""A PostgreSQL of our own for `HUF_DB=postgres`: the same as the MariaDB of the ring, in a temporary folder."""

import os
import pwd
import secrets
import subprocess
from pathlib import Path

from scripts.site_ring.processes import Started, StartError, free_port

PROGRAMS = ("initdb", "postgres", "psql", "pg_dump")

# Durability costs time and this database is thrown away. Several benches connect to it at once.
OPTIONS = {
	"listen_addresses": "127.0.0.1",
	"unix_socket_directories": "",
	"max_connections": "300",
	"fsync": "off",
	"synchronous_commit": "off",
	"full_page_writes": "off",
	"shared_buffers": "256MB",
	# What MariaDB waits by default, so that a test of locks ends on both.
	"lock_timeout": "50s",
}


class Postgres:
	"""A PostgreSQL server; `password` is that of its superuser, `root`, over TCP. It has no socket.

	PostgreSQL refuses to run as root, so root lets the user `postgres` of Debian's package run it.
	"""

	name = "PostgreSQL"

	def __init__(self, folder: Path, programs: dict[str, str]) -> None:
		self.programs = programs
		self.port = free_port()
		self.password = secrets.token_hex(16)
		self.new_site = ("--db-type", "postgres")
		"""What `bench new-site` is told of this server."""
		home = folder / "postgres"
		home.mkdir()
		password = home / "password"
		password.write_text(self.password)
		if os.geteuid() == 0:
			owner = pwd.getpwnam("postgres")
			folder.chmod(0o711)  # its user must be able to come to the folder below
			for path in (home, password):
				os.chown(path, owner.pw_uid, owner.pw_gid)
		self._as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
		if os.geteuid() != 0:
			self._as_user = []
		self._make_data(home, password)
		command = [*self._as_user, programs["postgres"], "-D", home / "data", "-p", str(self.port)]
		for key, value in OPTIONS.items():
			command += ["-c", f"{key}={value}"]
		self.started = Started("postgres", command, log=folder / "postgres.log", cwd=home, env=os.environ)
		self.started.wait_for_port(self.port)

	@property
	def socket(self) -> str:
		"""Empty: it listens on a port alone."""
		return ""

	def copy(self, source: str, target: str, password: str) -> None:
		"""Make the database and the user `target` with all that the database `source` holds."""
		self._client(
			"psql", "root", self.password, "template1", f"""create user "{target}" password '{password}';"""
		)
		self._client(
			"psql", "root", self.password, "template1", f'create database "{target}" owner "{target}";'
		)
		dump = self._client("pg_dump", "root", self.password, source)
		self._client("psql", target, password, target, dump)

	def _make_data(self, home: Path, password: Path) -> None:
		command = [
			*self._as_user,
			self.programs["initdb"],
			"-D",
			home / "data",
			"--username=root",
			"--encoding=UTF8",
		]
		command += ["--locale=C.UTF-8", "--auth=scram-sha-256", f"--pwfile={password}", "--no-sync"]
		done = subprocess.run(
			command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd=home
		)
		if done.returncode != 0:
			raise StartError(f"initdb failed.\n{done.stdout}{done.stderr}")
		# Frappe connects its administrator to the database of the same name.
		self._single(home, "create database root")

	def _single(self, home: Path, sql: str) -> None:
		command = [*self._as_user, self.programs["postgres"], "--single", "-D", home / "data", "template1"]
		done = subprocess.run(command, input=sql, capture_output=True, text=True, check=False, cwd=home)
		if done.returncode != 0:
			raise StartError(f"postgres --single failed.\n{done.stdout}{done.stderr}")

	def _client(self, program: str, user: str, password: str, database: str, stdin: str = "") -> str:
		command = [
			self.programs[program],
			"-h",
			"127.0.0.1",
			"-p",
			str(self.port),
			"-U",
			user,
			"-d",
			database,
		]
		command += (
			["--no-owner", "--no-privileges"]
			if program == "pg_dump"
			else ["-q", "-X", "-v", "ON_ERROR_STOP=1"]
		)
		env = {**os.environ, "PGPASSWORD": password}
		done = subprocess.run(command, input=stdin, capture_output=True, text=True, env=env, check=False)
		if done.returncode != 0:
			raise StartError(f"{program} failed: {done.stderr}")
		return done.stdout
