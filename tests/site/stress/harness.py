"""Drives a real site: sources and inputs, worker processes, and waiting for things to settle."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import frappe
import psycopg2
import pymysql

from tests.site import warm

LEASE_SECONDS = 30
"""Life of a lease where no holder is meant to lose it; on a busy machine a thread may not run for seconds."""
SHORT_LEASE_SECONDS = 2
"""The same where a test kills the holder and waits until its lease has run out."""
PATIENCE = 300.0
"""Seconds that something may take on a machine much slower than this one."""
HERE = Path(__file__).parent
MARK = "quokka"
"""A word that every text has."""


def text(number: int, version: int = 0, size: int = 2000) -> str:
	"""A text with a word of its own, ``token{number}v{version}``."""
	line = f"{MARK} token{number}v{version} keeps the warehouse ledger in order, line {{}} of the manual.\n"
	return "".join(line.format(place) for place in range(size // len(line) + 1))


class Process:
	"""A process of ours, ended by its id. A cold one has nothing imported when it begins."""

	def __init__(
		self, arguments: list[str], cwd: str, log: Path, cold: bool = False, **environment: str
	) -> None:
		self._log = log.open("ab")
		popen = subprocess.Popen if cold else warm.Popen
		self._process = popen(
			[sys.executable, *arguments],
			cwd=cwd,
			env={**os.environ, **environment},
			stdout=self._log,
			stderr=self._log,
		)

	def children(self) -> list[int]:
		"""The work horse of an RQ worker, while it works."""
		try:
			return [
				int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
			]
		except OSError:
			return []

	@property
	def pid(self) -> int:
		return self._process.pid

	@property
	def is_running(self) -> bool:
		return self._process.poll() is None

	def kill(self) -> None:
		"""kill -9 of the process and its children at once, as when the machine goes down."""
		for pid in (self.pid, *self.children()):
			try:
				os.kill(pid, signal.SIGKILL)
			except ProcessLookupError:
				continue
		self._process.wait()
		self._log.close()

	def wait(self) -> int:
		"""Exit code, once it ended by itself."""
		code = self._process.wait(PATIENCE)
		self._log.close()
		return code


class Backticked:
	"""A cursor of PostgreSQL that takes statements and values as they are written for MariaDB."""

	def __init__(self, cursor: Any) -> None:
		self._cursor = cursor

	def execute(self, statement: str, values: Any = None) -> None:
		if values is not None and not isinstance(values, tuple | list):
			values = (values,)
		# Lists for "in": this driver would make arrays of them.
		bound = tuple(tuple(value) if isinstance(value, list) else value for value in values or ())
		self._cursor.execute(statement.replace("analyze table", "analyze").replace("`", '"'), bound or None)

	def __getattr__(self, name: str) -> Any:
		return getattr(self._cursor, name)


class Site:
	"""The site under test, connected as Administrator in this process."""

	def __init__(self, name: str, sites: str) -> None:
		self.name = name
		self.sites = sites
		self.log = Path(os.environ.get("HUF_LOGS") or tempfile.gettempdir()) / f"huf-stress-{os.getpid()}.log"
		self._processes: list[Process] = []
		self._sources: list[str] = []
		self.lease_seconds = LEASE_SECONDS
		"""What the processes of the test read from the site's configuration."""

	@classmethod
	@contextmanager
	def from_environment(cls) -> Iterator["Site"]:
		site = cls(os.environ["HUF_SITE"], os.path.abspath(os.environ["HUF_SITES_DIR"]))
		before = Path.cwd()
		os.chdir(site.sites)
		site.connect()
		try:
			yield site
		finally:
			site._configure_lease("None")
			frappe.destroy()
			os.chdir(before)

	def connect(self) -> None:
		frappe.init(site=self.name, sites_path=self.sites)
		frappe.connect()
		frappe.conf.huf_lease_seconds = LEASE_SECONDS

	def begin_test(self) -> None:
		self.fresh()
		self.empty_queues()
		self.lease_seconds = LEASE_SECONDS
		frappe.cache.delete_keys("huf_")

	def end_test(self) -> None:
		self.end_workers()
		frappe.db.close()
		self.empty_queues()
		frappe.cache.delete_keys("huf_")
		for artifact_id in self._sources:
			name = frappe.db.get_value("Knowledge Source", {"artifact_id": artifact_id}, "name")
			if name:
				self.delete("Knowledge Source", name, force=True)
		self._sources.clear()

	def fresh(self) -> None:
		"""End the transaction, so that the next read sees what others committed."""
		frappe.db.rollback()

	def empty_queues(self) -> None:
		from frappe.utils.background_jobs import get_queues

		for queue in get_queues():
			queue.empty()

	def queued(self, artifact_id: str, queue: str = "default") -> list[str]:
		"""Ids of the jobs that wait for a source; those of other sources of the site are not ours to judge."""
		from frappe.utils.background_jobs import get_queue

		jobs = get_queue(queue).jobs
		return [job.id for job in jobs if job.kwargs["kwargs"].get("artifact_id") == artifact_id]

	# --- Processes

	def worker(self, queue: str = "default,long") -> Process:
		"""An RQ worker as a bench runs it."""
		arguments = ["-m", "frappe.utils.bench_helper", "frappe", "worker", "--queue", queue]
		return self._start(arguments)

	def script(self, name: str, *arguments: str, cold: bool = False, **environment: str) -> Process:
		"""One of the scripts in ``children``, on this site."""
		return self._start(
			[str(HERE / "children" / name), self.name, self.sites, *arguments], cold, **environment
		)

	def _start(self, arguments: list[str], cold: bool = False, **environment: str) -> Process:
		# Workers read the life of a lease from the site's configuration; an environment variable cannot set it.
		self._configure_lease(self.lease_seconds)
		process = Process(arguments, self.sites, self.log, cold, **environment)
		self._processes.append(process)
		return process

	def _configure_lease(self, seconds: float | str) -> None:
		"""Write the life of a lease into the site's configuration; the word "None" takes it out again."""
		from frappe.installer import update_site_config

		path = os.path.join(self.sites, self.name, "site_config.json")
		if json.loads(Path(path).read_text()).get("huf_lease_seconds") != seconds:
			update_site_config("huf_lease_seconds", seconds, validate=False, site_config_path=path)
		# This process holds leases too, and is not to lose any.
		frappe.conf.huf_lease_seconds = LEASE_SECONDS

	def end_workers(self) -> None:
		"""Kill all processes of this test; nothing of the site is touched."""
		for process in self._processes:
			if process.is_running:
				process.kill()
		self._processes.clear()

	@contextmanager
	def other_user(self) -> Iterator[Any]:
		"""A cursor of another connection to the site's database, in a transaction that is undone at the end."""
		conf = frappe.conf
		account = {
			"host": conf.db_host,
			"port": int(conf.db_port),
			"user": conf.get("db_user") or conf.db_name,
			"password": conf.db_password,
			"database": conf.db_name,
		}
		connect = psycopg2.connect if frappe.db.db_type == "postgres" else pymysql.connect
		connection = connect(**account)
		try:
			with connection.cursor() as cursor:
				yield Backticked(cursor) if frappe.db.db_type == "postgres" else cursor
			connection.rollback()
		finally:
			connection.close()

	@contextmanager
	def impatient(self) -> Iterator[None]:
		"""Nothing that this process does meanwhile waits longer than a second for a lock."""
		if frappe.db.db_type == "postgres":
			begin, end = "set session lock_timeout to '1s'", "set session lock_timeout to default"
		else:
			setting = "set session innodb_lock_wait_timeout"
			begin, end = f"{setting} = 1", f"{setting} = default"
		frappe.db.sql(begin)
		frappe.db.commit()  # what is set goes on PostgreSQL with a transaction that is undone
		try:
			yield
		finally:
			self.fresh()
			frappe.db.sql(end)
			frappe.db.commit()

	def waits_for_inputs(self, looker: Any) -> bool:
		"""Whether any connection waits for a row of Knowledge Input, seen by the cursor of another one; any thread may ask."""
		if isinstance(looker, Backticked):
			# What a transaction saw of the others it does not look up again.
			looker.connection.rollback()
			looker.execute("""select count(*) from pg_stat_activity where datname = current_database()
				and wait_event_type = 'Lock' and query like '%tabKnowledge Input%'""")
		else:
			looker.execute("""select count(*) from information_schema.processlist where command = 'Query'
				and id != connection_id() and info like '%tabKnowledge Input%' and time_ms > 200""")
		return bool(looker.fetchone()[0])

	def restart_redis(self) -> None:
		"""What clients see of a Redis that restarts without a saved file: cut off, and everything forgotten."""
		from frappe.utils.background_jobs import get_redis_conn

		for client in (get_redis_conn(), frappe.cache):
			client.execute_command("FLUSHALL")
			client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
			client.execute_command("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes")

	def kill_database_connections(self) -> int:
		"""KILL every other connection of the site's database user; how many there were."""
		if frappe.db.db_type == "postgres":
			ended = """select pg_terminate_backend(pid) from pg_stat_activity
				where datname = current_database() and pid != pg_backend_pid()"""
			return len(frappe.db.sql(ended))
		own = frappe.db.sql("select connection_id()")[0][0]
		others = [row[0] for row in frappe.db.sql("show processlist") if row[0] != own]
		for connection in others:
			try:
				frappe.db.sql(f"kill {int(connection)}")
			except frappe.db.OperationalError:
				continue  # it ended by itself meanwhile
		return len(others)

	def is_leased(self, artifact_id: str) -> bool:
		from huf.ai.site.locks import is_leased

		return is_leased(artifact_id)

	def outlast_lease(self, artifact_id: str) -> None:
		"""Take away what is left of a dead worker's lease, as its time would; test_failures waits for the time itself."""
		from huf.ai.site.locks import lease_key

		frappe.cache.expire(lease_key(artifact_id), 0)

	# --- Sources and inputs

	def source(self, name: str | None = None, **values: Any) -> Any:
		doc = frappe.get_doc(
			{
				"doctype": "Knowledge Source",
				"source_name": name or f"Stress {frappe.generate_hash(length=8)}",
				"knowledge_type": "sqlite_fts",
				**values,
			}
		).insert()
		frappe.db.commit()
		self._sources.append(doc.artifact_id)
		return doc

	def add_text(self, source: str, text: str, commit: bool = True) -> str:
		doc = frappe.get_doc(
			{"doctype": "Knowledge Input", "knowledge_source": source, "input_type": "Text", "text": text}
		).insert()
		if commit:
			frappe.db.commit()
		return doc.name

	def add_file(self, source: str, name: str, content: bytes) -> str:
		file = frappe.get_doc(
			{"doctype": "File", "file_name": name, "is_private": 1, "content": content}
		).insert()
		doc = frappe.get_doc(
			{
				"doctype": "Knowledge Input",
				"knowledge_source": source,
				"input_type": "File",
				"file": file.file_url,
			}
		).insert()
		frappe.db.commit()
		return doc.name

	def delete(self, doctype: str, name: str, force: bool = False) -> None:
		"""Delete a document as a person would who is told to try again.

		Frappe refuses at once when somebody has the row locked at this very moment, and MariaDB undoes a
		transaction that meets a job's in the wrong order. huf locks rows for milliseconds (test_row_locks).
		"""
		deadline = time.monotonic() + PATIENCE
		while True:
			self.fresh()
			try:
				frappe.delete_doc(doctype, name, force=force)
				frappe.db.commit()
				return
			except (frappe.QueryTimeoutError, frappe.QueryDeadlockError):
				frappe.db.rollback()
				if time.monotonic() > deadline:
					raise
				time.sleep(0.2)

	def row(self, artifact_id: str) -> Any:
		self.fresh()
		return frappe.db.get_value("Knowledge Source", {"artifact_id": artifact_id}, "*", as_dict=True)

	def statuses(self, source: str) -> dict[str, int]:
		self.fresh()
		rows = frappe.db.sql(
			"select status, count(*) from `tabKnowledge Input` where knowledge_source = %s group by status",
			source,
		)
		return {status: int(count) for status, count in rows}

	def builds(self, source: str, **filters: Any) -> list[Any]:
		self.fresh()
		return frappe.get_all(
			"Knowledge Build",
			filters={"knowledge_source": source, **filters},
			fields=["name", "state", "kind", "error_code", "error_message", "wanted", "done", "failed"],
			order_by="started_at",
		)

	def search(self, query: str, source: str, **arguments: Any) -> dict[str, Any]:
		from huf.ai.knowledge.retriever import knowledge_search

		self.fresh()
		return knowledge_search(query, source, **arguments)

	def found(self, query: str, source: str) -> set[str]:
		"""Names of the inputs that a search finds; fails if the source could not be searched."""
		result = self.search(query, source, top_k=20)
		assert not result["skipped"], result["skipped"]
		return {hit["input"] for hit in result["hits"]}

	# --- Time

	def index_here(self, artifact_id: str, rebuild: bool = False) -> None:
		"""Do the source's work in this process, in place of whatever job waits for it."""
		from huf.ai.knowledge import indexer

		self.fresh()
		self.empty_queues()
		(indexer.rebuild_source if rebuild else indexer.update_source)(artifact_id)
		self.fresh()

	def folder(self, artifact_id: str) -> Path:
		from huf.ai.site import artifacts

		return artifacts.source_folder(artifact_id)

	def watchdog(self) -> None:
		from huf.ai.knowledge import maintenance

		self.fresh()
		maintenance.watchdog()
		self.fresh()

	def wait_for(
		self, condition: Callable[[], Any], what: str, seconds: float = PATIENCE, watchdog: bool = False
	) -> Any:
		"""Poll until ``condition`` holds; with the watchdog running every second as the scheduler would every minute."""
		deadline = time.monotonic() + seconds
		last_round = time.monotonic()
		while time.monotonic() < deadline:
			self.fresh()
			if value := condition():
				return value
			if watchdog and time.monotonic() - last_round > 1:
				last_round = time.monotonic()
				self.watchdog()
			time.sleep(0.03)
		raise AssertionError(f"not within {seconds} seconds: {what}; {self._explain()}")

	def wait_until_built(self, artifact_id: str, seconds: float = PATIENCE, watchdog: bool = True) -> Any:
		"""Wait until the index agrees with what is wanted and nobody works on it any more."""

		def built() -> Any:
			row = self.row(artifact_id)
			counts = self.statuses(row.name)
			done = row.wanted_generation == row.built_generation and not row.rebuild_wanted
			settled = row.status not in ("Pending", "Indexing", "Rebuilding")
			return (
				row
				if done and settled and not counts.keys() & {"Pending", "Processing", "Reading Scan"}
				else None
			)

		return self.wait_for(built, "wanted and built agree", seconds, watchdog)

	def _explain(self) -> str:
		lines = []
		for artifact_id in self._sources:
			row = self.row(artifact_id)
			if row:
				fields = (
					"name",
					"status",
					"error_message",
					"wanted_generation",
					"built_generation",
					"rebuild_wanted",
				)
				lines.append(f"{ {field: row[field] for field in fields} } {self.statuses(row.name)}")
				lines += [str(build) for build in self.builds(row.name)[-4:]]
		return "\n".join(lines)


def check_exact(site: Site, artifact_id: str, expected: dict[str, str]) -> None:
	"""The live index holds exactly these inputs (name to text), each by its newest content, and is sound."""
	from huf.ai.site import artifacts
	from huf.engine.builds import read_inputs, verify_build
	from huf.engine.content import Content

	row = site.row(artifact_id)
	folder = artifacts.build_folder(artifact_id, row.live_build)
	verify_build(folder)
	present = {key: item.content_hash for key, item in read_inputs(folder).items()}
	assert present == {name: Content.from_text(text).sha256() for name, text in expected.items()}
	assert site.statuses(row.name) == ({"Indexed": len(expected)} if expected else {})
