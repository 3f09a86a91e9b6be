"""From Enter to the first word: how long a person waits for huf, over what the model itself takes.

    cd SITES_DIR && PYTHONPATH=CHECKOUT BENCH_PYTHON CHECKOUT/benchmarks/on_site/first_word.py --site SITE --url http://127.0.0.1:8000

The way of the browser: ``start_run`` over HTTP, a worker of the bench that forks for each job, the first event with text, which is
what the realtime server hands on. The model is a loopback server that answers at once, so what is measured is huf's and Frappe's own;
the agent has a mandatory source, by words or (``--hybrid``) by words and meaning. Questions come one after another, spread
over two workers that the script starts and ends; no other worker may run on the site. The first question is told apart: after a
restart of a bench it may take longer. ``trigger``: from the save of a ToDo over HTTP. ``rest``: ``run_agent``, which waits for the whole
answer, in a web worker. At the end all that was made is deleted.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import frappe
import requests
from frappe.installer import update_site_config
from frappe.utils.background_jobs import get_redis_connection_without_auth

from benchmarks.measure import machine, median, percentile, table
from huf.ai.site.warm.client import SWITCH
from huf.tests import factories as make
from tests.model_server import ModelServer

USER = "first-word-benchmark@example.com"
PASSWORD = "first-word-benchmark-1!"
AGENT = "First word benchmark"
PROVIDER = "First word benchmark"
RULES = (
	"Annual leave is twenty-five days for every employee. It expires in March.",
	"Hotels cost at most 140 euros a night in Berlin, and 120 elsewhere.",
	"Travel is booked by the office, at least two weeks before it begins.",
	"Devices are returned on the last day of work, with their cables.",
)
QUESTION = "How many days of annual leave does every employee have? ({0})"
LONGEST_S = 180
WORKER = ("-m", "frappe.utils.bench_helper", "frappe", "worker", "--queue", "short,default,long")
WAYS = ("ask", "trigger", "rest")


class FirstWords:
	"""The events of a site, as the realtime server gets them, with the time at which each came."""

	def __init__(self) -> None:
		self._known: set[str] = set()
		self._events = get_redis_connection_without_auth().pubsub()
		self._events.subscribe("events")
		while not self._events.get_message(timeout=1):
			pass

	def wait(self, run: str | None = None) -> float:
		"""When the first text of this run came; None: of one that nothing was told of before. Raises RuntimeError when none comes."""
		end = time.perf_counter() + LONGEST_S
		while time.perf_counter() < end:
			message = self._events.get_message(ignore_subscribe_messages=True, timeout=1)
			event = json.loads(message["data"]) if message else {}
			about = event["message"]["run"] if str(event.get("event")).startswith("huf_run_") else None
			if about is None or about in self._known or run not in (None, about):
				continue
			if event["event"] == "huf_run_text":
				self._known.add(about)
				return time.perf_counter()
			if event["message"].get("status") == "Failed":
				raise RuntimeError(f"The run {about} failed.")
		raise RuntimeError(f"No text came within {LONGEST_S} s; look into the log of the worker.")


def make_all(model: ModelServer, hybrid: bool) -> str:
	"""User, provider, model, source, agent and trigger; returns the name of the source, which is indexed here."""
	make.make_user(USER, "Knowledge User", "Knowledge Manager")
	user = frappe.get_doc("User", USER)
	user.flags.ignore_password_policy = True
	user.new_password = PASSWORD
	user.save()
	settings = frappe.get_doc("Agent Settings")
	servers = set((settings.local_model_servers or "").split()) | {"127.0.0.1"}
	settings.local_model_servers = "\n".join(sorted(servers))
	settings.save()
	frappe.get_doc(
		{
			"doctype": "AI Provider",
			"provider_name": PROVIDER,
			"vendor": "openai",
			"api_base": model.api_base,
			"api_key": "sk-benchmark",
		}
	).insert()
	frappe.get_doc(
		{"doctype": "AI Model", "model_name": PROVIDER, "provider": PROVIDER, "litellm_model": "loopback"}
	).insert()
	kind = {"knowledge_type": "sqlite_hybrid"} if hybrid else {}
	source = make.make_source(AGENT, **kind)
	for text in RULES:
		make.make_text(source, text)
	frappe.get_doc(
		{
			"doctype": "Agent",
			"agent_name": AGENT,
			"model": PROVIDER,
			"instructions": "Be brief.",
			"knowledge": [{"knowledge_source": source.name, "mode": "Mandatory"}],
		}
	).insert()
	frappe.get_doc(
		{
			"doctype": "Agent Trigger",
			"trigger_name": AGENT,
			"agent": AGENT,
			"run_as": USER,
			"kind": "Document Event",
			"reference_doctype": "ToDo",
			"doc_event": "New",
			"prompt": "{{ doc.description }}",
		}
	).insert()
	frappe.db.commit()  # nosemgrep: a script of its own
	from huf.ai.knowledge.indexer import rebuild_source

	rebuild_source(source.artifact_id)
	frappe.db.commit()  # nosemgrep: a script of its own
	state = frappe.db.get_value("Knowledge Source", source.name, ["status", "error_message"])
	if state[0] != "Ready":
		raise RuntimeError(f"The source is {state[0]}: {state[1]}")
	return source.name


def delete_all() -> None:
	"""What `make_all` made, and the runs."""
	frappe.db.rollback()
	for run in frappe.get_all("Agent Run", filters={"user": USER}, pluck="name"):
		frappe.delete_doc("Agent Run", run, force=True)
	for todo in frappe.get_all("ToDo", filters={"allocated_to": USER}, pluck="name"):
		frappe.delete_doc("ToDo", todo, force=True)
	for doctype, name in (
		("Agent Trigger", AGENT),
		("Agent", AGENT),
		("Knowledge Source", AGENT),
		("AI Model", PROVIDER),
		("AI Provider", PROVIDER),
		("User", USER),
	):
		if frappe.db.exists(doctype, name):
			frappe.delete_doc(doctype, name, force=True)
	frappe.db.commit()  # nosemgrep: a script of its own


@contextlib.contextmanager
def workers(count: int, log: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
	"""So many workers of the bench, each a process that imports Frappe alone, as a bench starts it."""
	# A bench keeps the bytecode of what it imports, whatever the shell of who measures says.
	env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
	with log.open("ab") as output:
		command = [sys.executable, *WORKER]
		running = [
			subprocess.Popen(
				command, stdout=output, stderr=subprocess.STDOUT, start_new_session=True, env=env
			)
			for _ in range(count)
		]
	try:
		yield running
	finally:
		for worker in running:
			worker.terminate()
		for worker in running:
			worker.wait(60)


def processor_s(workers: list[subprocess.Popen[bytes]]) -> float:
	"""Seconds of the processor that the workers, the warm process, and all that these have waited for took up to now (Linux)."""
	ours = {worker.pid for worker in workers} | {pid for pid in processes() if is_warm(pid)}
	ticks = 0
	for pid in ours:
		fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
		ticks += sum(map(int, fields[11:15]))
	return ticks / os.sysconf("SC_CLK_TCK")


def processes() -> list[int]:
	"""The ids of all processes."""
	return [int(path.name) for path in Path("/proc").glob("[0-9]*")]


def is_warm(pid: int) -> bool:
	"""Whether a process is the warm one of this bench, and not one of its children."""
	try:
		words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
		is_here = Path(f"/proc/{pid}/cwd").resolve() == Path.cwd()
		parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
	except OSError:
		return False
	return is_here and b"huf.ai.site.warm.server" in words and not is_warm(parent)


class Asking:
	"""A person's session over HTTP, and the three ways to ask."""

	def __init__(self, url: str, site: str, model: ModelServer) -> None:
		self._url, self._model = url, model
		self._session = requests.Session()
		self._session.headers["X-Frappe-Site-Name"] = site
		self._post("login", usr=USER, pwd=PASSWORD)
		self._words = FirstWords()

	def _post(self, method: str, **values: Any) -> Any:
		answer = self._session.post(f"{self._url}/api/method/{method}", json=values, timeout=LONGEST_S)
		if answer.status_code != 200:
			raise RuntimeError(answer.text[:2000])
		return answer.json()

	def ask(self, number: int) -> float:
		"""Seconds from Enter to the first text."""
		began = time.perf_counter()
		asked = self._post("huf.ai.agent_integration.start_run", agent=AGENT, prompt=QUESTION.format(number))[
			"message"
		]
		return self._words.wait(asked["run"]) - began

	def trigger(self, number: int) -> float:
		"""Seconds from the save of a document to the first text of the run that it starts."""
		began = time.perf_counter()
		todo = {"description": QUESTION.format(number), "allocated_to": USER}
		answer = self._session.post(f"{self._url}/api/resource/ToDo", json=todo, timeout=LONGEST_S)
		if answer.status_code != 200:
			raise RuntimeError(answer.text[:2000])
		return self._words.wait() - began

	def rest(self, number: int) -> float:
		"""Seconds until the whole answer is there."""
		began = time.perf_counter()
		done = self._post("huf.ai.agent_integration.run_agent", agent=AGENT, prompt=QUESTION.format(number))[
			"message"
		]
		if done["status"] != "Success":
			raise RuntimeError(done["error"])
		return time.perf_counter() - began

	def settle(self) -> None:
		"""Wait until no run of the person's is at work: the next question is a person's, who reads first."""
		end = time.perf_counter() + LONGEST_S
		unfinished = {"user": USER, "status": ("in", ("Queued", "Running"))}
		while frappe.db.count("Agent Run", unfinished):
			if time.perf_counter() > end:
				raise RuntimeError("A run does not end.")
			time.sleep(0.05)
			frappe.db.rollback()
		frappe.db.rollback()


def main() -> None:
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--site", required=True)
	parser.add_argument("--url", required=True, help="of the web server")
	parser.add_argument("--questions", type=int, default=20, help="of each way, besides the first")
	parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
	parser.add_argument("--hybrid", action="store_true", help="a source with vectors of the local model")
	parser.add_argument("--cold", action="store_true", help="without the warm process, as before huf had one")
	parser.add_argument("--log", type=Path, default=Path(os.devnull), help="where the workers write")
	options = parser.parse_args()
	frappe.init(options.site)
	frappe.connect()
	frappe.set_user("Administrator")
	rows = []
	before = frappe.conf.get(SWITCH)
	with ModelServer(auto=True) as model:
		try:
			if options.cold:
				update_site_config(SWITCH, 0)
			make_all(model, options.hybrid)
			with workers(2, options.log) as running:
				asking = Asking(options.url, options.site, model)
				for way in options.ways:
					work = getattr(asking, way)
					first = work(0)
					asking.settle()
					used, times = processor_s(running), []
					for number in range(1, options.questions + 1):
						times.append(work(number))
						asking.settle()
					used = (processor_s(running) - used) / options.questions
					rows.append(
						(
							way,
							f"{first:.2f}",
							f"{median(times):.2f}",
							f"{percentile(times, 95):.2f}",
							f"{max(times):.2f}",
							f"{used:.2f}",
						)
					)
		finally:
			if options.cold:
				update_site_config(SWITCH, "None" if before is None else before)
			delete_all()
	head = ("way", "the first, s", "median", "95th percentile", "slowest", "processor s each")
	print(table(head, rows))
	print(machine())


if __name__ == "__main__":
	main()
