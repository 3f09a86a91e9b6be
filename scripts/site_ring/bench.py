"""A small bench of our own: its sites, logs and assets are ours, the code is the bench's and this checkout's.

The bench that is there already is only read; its sites are never touched.
"""

import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from scripts.site_ring.postgres import Postgres
from scripts.site_ring.processes import free_port, tail
from scripts.site_ring.services import Database, Redis

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
ADMIN_PASSWORD = "admin-of-the-ring"


class NoBench(Exception):
	"""The folder is no bench we can use. The message says what is missing."""


class StepFailed(Exception):
	"""A command in the bench failed. The message carries the end of its output."""


def find_bench() -> Path | None:
	"""$HUF_BENCH, else ~/frappe-bench; None when neither is a folder."""
	folder = Path(os.environ.get("HUF_BENCH") or Path.home() / "frappe-bench").expanduser()
	return folder.resolve() if folder.is_dir() else None


def find_bench_16() -> Path | None:
	"""$HUF_BENCH_16, else ~/frappe-bench-16; None when neither is a folder, or it is the bench of the others."""
	folder = Path(os.environ.get("HUF_BENCH_16") or Path.home() / "frappe-bench-16").expanduser()
	return folder.resolve() if folder.is_dir() and folder.resolve() != find_bench() else None


def check_bench(bench: Path) -> None:
	"""Raise NoBench with the reason unless this is a bench with Frappe and its built assets."""
	hints = {
		"env/bin/python": "the bench has no Python environment; `bench setup env` makes it",
		"apps/frappe/frappe/__init__.py": "Frappe is not in it; `bench get-app frappe` gets it",
		"apps/frappe/node_modules": "Frappe's node packages are missing; `bench setup requirements --node`",
		"sites/assets/assets.json": "Frappe's assets are not built; `bench build --app frappe` builds them",
	}
	for path, hint in hints.items():
		if not (bench / path).exists():
			raise NoBench(f"{bench} is no usable bench: {hint}.")


class MiniBench:
	"""The folder, the environment of every process in it, and the commands that make sites."""

	def __init__(
		self, folder: Path, bench: Path, python: Path, database: Database | Postgres, redis: Redis
	) -> None:
		self.folder, self.bench, self.python = folder, bench, python
		self.database, self.redis = database, redis
		self.web_port, self.socketio_port = free_port(), free_port()
		self.sites, self.logs = folder / "sites", folder / "logs"
		for path in (self.sites / "assets", self.logs, folder / "config", folder / "apps"):
			path.mkdir(parents=True)
		self._link()
		(self.sites / "apps.txt").write_text("frappe\nhuf\n")
		self._write_config()

	@property
	def env(self) -> dict[str, str]:
		"""What the processes of the bench see: only ours, nothing of another bench."""
		kept = {key: value for key, value in os.environ.items() if not key.startswith(("FRAPPE_", "HUF_"))}
		for name in ("HUF_SCREENSHOTS", "HUF_CHROMIUM", "HUF_DURATIONS"):
			if name in os.environ:
				kept[name] = os.environ[name]
		return {
			**kept,
			"FRAPPE_BENCH_ROOT": str(self.folder),
			"SITES_PATH": str(self.sites),
			"PYTHONPATH": str(CHECKOUT),
			"PYTHONUNBUFFERED": "1",
			"LITELLM_LOCAL_MODEL_COST_MAP": "True",
		}

	def describe(self, first: str, second: str) -> dict[str, str]:
		"""The environment variables that tell the tests where the site is."""
		return {
			"HUF_SITE": first,
			"HUF_SITE_2": second,
			"HUF_SITES_DIR": str(self.sites),
			"HUF_BENCH": str(self.folder),
			"HUF_LOGS": str(self.logs),
			"HUF_SITE_URL": f"http://127.0.0.1:{self.web_port}",
			"HUF_ADMIN_PASSWORD": ADMIN_PASSWORD,
			"HUF_DB_SOCKET": str(self.database.socket),
			"HUF_DB_PORT": str(self.database.port),
			"HUF_DB_ROOT_PASSWORD": self.database.password,
			"HUF_REDIS_PORT": str(self.redis.port),
		}

	def command(self, *words: str) -> list[str]:
		"""The command line of a bench command such as `--site x migrate`."""
		return [str(self.python), "-m", "frappe.utils.bench_helper", "frappe", *words]

	def run(self, name: str, command: list[str], env: Mapping[str, str] | None = None) -> None:
		"""Run a command in sites/, its output in a log. Raises StepFailed with the log's end."""
		log = self.logs / f"{name}.log"
		with log.open("ab") as output:
			done = subprocess.run(
				command,
				stdin=subprocess.DEVNULL,
				stdout=output,
				stderr=subprocess.STDOUT,
				cwd=self.sites,
				env={**self.env, **(env or {})},
				check=False,
			)
		if done.returncode != 0:
			raise StepFailed(f"{name} ended with {done.returncode}.\n{tail(log, 60)}")

	def make_site(self, name: str) -> None:
		"""A new site with huf installed and the setup wizard done."""
		self.run(
			"new-site",
			self.command(
				*("new-site", name, "--db-name", self._database_of(name), "--admin-password", ADMIN_PASSWORD),
				*("--db-root-username", "root", "--db-root-password", self.database.password),
				*self.database.new_site,
			),
		)
		self.run("install-app", self.command("--site", name, "install-app", "huf"))
		self.run("prepare-site", [str(self.python), str(HERE / "prepare_site.py"), name])

	def compile_translations(self) -> None:
		"""What `bench build` does to huf's catalogues, for every site of this bench."""
		self.run("translations", self.command("compile-po-to-mo", "--app", "huf"))

	def copy_site(self, source: str, bench: "MiniBench", target: str) -> None:
		"""A site of that bench that equals one of ours, with a database, folder, password and key of its own."""
		config = json.loads((self.sites / source / "site_config.json").read_text())
		config.pop("encryption_key", None)  # Frappe makes one when it needs it
		shutil.copytree(self.sites / source, bench.sites / target)
		database, password = bench._database_of(target), secrets.token_hex(12)
		self.database.copy(config["db_name"], database, password)
		config |= {"db_name": database, "db_password": password}
		if "db_user" in config:
			config["db_user"] = database
		(bench.sites / target / "site_config.json").write_text(json.dumps(config, indent=1))

	def _database_of(self, site: str) -> str:
		return f"{self.folder.name}_{site.split('.')[0]}"

	def _link(self) -> None:
		(self.folder / "env").symlink_to(self.python.parent.parent)
		(self.folder / "apps" / "frappe").symlink_to(self.bench / "apps" / "frappe")
		(self.folder / "apps" / "huf").symlink_to(CHECKOUT)
		assets = self.sites / "assets"
		for path in (self.bench / "sites" / "assets").iterdir():
			if path.name not in ("huf", "locale"):
				(assets / path.name).symlink_to(path.resolve())
		# Folders of our own, since huf's compiled translations are written beside those of the bench.
		for path in (self.bench / "sites" / "assets" / "locale").rglob("*.mo"):
			if path.name != "huf.mo":
				link = assets / path.relative_to(self.bench / "sites" / "assets")
				link.parent.mkdir(parents=True, exist_ok=True)
				link.symlink_to(path.resolve())
		(assets / "huf").symlink_to(CHECKOUT / "huf" / "public")

	def _write_config(self) -> None:
		config = {
			"db_host": "127.0.0.1",
			"db_port": self.database.port,
			"redis_cache": self.redis.url,
			"redis_queue": self.redis.url,
			"redis_socketio": self.redis.url,
			"socketio_port": self.socketio_port,
			"webserver_port": self.web_port,
			# Frappe lets jobs give way to web requests. Here a test waits for them, beside others that use the processor.
			"background_process_niceness": 0,
			# The tests in the app have no worker, and Frappe 16 takes no job while hundreds wait.
			"max_queued_jobs": 100_000,
			# Nor users, when more than sixty were made within an hour.
			"throttle_user_limit": 100_000,
		}
		(self.sites / "common_site_config.json").write_text(json.dumps(config, indent=1))
