"""What a search over REST costs the processor beyond Frappe's own ping, with one source and with all of them.

    cd SITES_DIR && PYTHONPATH=CHECKOUT DEV_SERVER=0 BENCH_PYTHON CHECKOUT/benchmarks/on_site/rest.py --site SITE --user EMAIL WORDS …

Asks the web application in this process, without a socket, with the user's API key, which is made anew: ping, one source, all
sources by their names and all without a name in turn, with other words each time. Prints the processor's time of a request and its
statements of MariaDB.

With ``--address URL --web PID …`` a web server that runs is asked instead by ``--users`` at once, each kind of request for its part
of ``--seconds``, in turn; meanwhile this process changes inputs of the sources. Prints the time of the server's processes on the
processor for each request, and how long the users waited. *Searches per Minute* of Agent Settings must be 0 for it.
"""

import argparse
import http.client
import json
import os
import random
import statistics
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import frappe
from frappe.app import application
from frappe.database.database import Database
from werkzeug.test import Client

SEARCH = "/api/method/huf.ai.knowledge.retriever.knowledge_search"
PING = "/api/method/ping"
WARM_UP = 5
"""Requests of each kind, and in the other mode seconds, that are not counted."""
WAIT = 600
"""Seconds until a request that is not answered counts as failed."""
SLICE = 5.0
"""Seconds for which one kind of request is asked before it is the next one's turn."""
Kinds = Mapping[str, "dict[str, object] | None"]
"""What is sent beside the query, by kind; None for a ping."""


def api_key(user: str) -> str:
	"""A new key of the user, as a header has it."""
	doc = frappe.get_doc("User", user)
	secret = frappe.generate_hash(length=15)
	doc.api_key, doc.api_secret = doc.api_key or frappe.generate_hash(length=15), secret
	doc.save(ignore_permissions=True)
	frappe.db.commit()  # nosemgrep: a script of its own
	return f"token {doc.api_key}:{secret}"


def words_of(options: argparse.Namespace, number: int) -> str:
	"""A query of three words that is like no other."""
	chosen = random.Random(number).sample(options.words, min(3, len(options.words)))
	return f"{' '.join(chosen)} {number}"


def alone(kinds: Kinds, headers: dict[str, str], options: argparse.Namespace) -> None:
	"""One request after the other, in this process."""
	client, asked = Client(application), []
	plain = Database.sql

	def counted(*arguments: object, **values: object) -> object:
		asked.append(1)
		return plain(*arguments, **values)

	Database.sql = counted
	spent: dict[str, list[float]] = {kind: [] for kind in kinds}
	statements: dict[str, list[int]] = {kind: [] for kind in kinds}
	for number in range(options.rounds + WARM_UP):
		for kind in random.Random(number).sample(list(kinds), len(kinds)):
			more = kinds[kind]
			asked.clear()
			began = time.process_time()
			if more is None:
				response = client.get(PING, headers=headers)
			else:
				query = {"query": words_of(options, number), **more}
				response = client.post(SEARCH, json=query, headers=headers)
			answer = json.loads(response.get_data())
			if number >= WARM_UP:
				spent[kind].append((time.process_time() - began) * 1000)
				statements[kind].append(len(asked))
			assert response.status_code == 200 and "message" in answer, answer
	base = statistics.median(spent["ping"])
	print("| request | processor, median ms | above ping | ÷ ping | statements |\n|---|---:|---:|---:|---:|")
	for kind, samples in spent.items():
		median = statistics.median(samples)
		print(
			f"| {kind} | {median:.1f} | {median - base:.1f} | {median / base:.1f} | {statistics.median(statements[kind]):.0f} |"
		)


def processor_seconds(pids: Sequence[int]) -> float:
	"""What these processes have had of the processor so far, threads included."""
	ticks = 0
	for pid in pids:
		fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
		ticks += int(fields[11]) + int(fields[12])
	return ticks / os.sysconf("SC_CLK_TCK")


class Crowd:
	"""So many users who ask one kind of request, each the next one when the last is answered."""

	def __init__(self, headers: dict[str, str], options: argparse.Namespace) -> None:
		self.headers, self.options = headers, options
		self.number = 0
		self.lock = threading.Lock()
		self.wrong: list[str] = []

	def ask(self, more: dict[str, object] | None, seconds: float) -> list[float]:
		"""How long each request took, in milliseconds."""
		took: list[float] = []
		until = time.monotonic() + seconds
		users = [
			threading.Thread(target=self._user, args=(more, until, took)) for _ in range(self.options.users)
		]
		for user in users:
			user.start()
		for user in users:
			user.join()
		if self.wrong:
			raise SystemExit(f"A request failed: {self.wrong[0][:500]}")
		return took

	def _user(self, more: dict[str, object] | None, until: float, took: list[float]) -> None:
		connection = http.client.HTTPConnection(urlsplit(self.options.address).netloc, timeout=WAIT)
		while time.monotonic() < until and not self.wrong:
			with self.lock:
				self.number += 1
				query = words_of(self.options, self.number)
			began = time.monotonic()
			if more is None:
				connection.request("GET", PING, headers=self.headers)
			else:
				body = json.dumps({"query": query, **more})
				connection.request("POST", SEARCH, body, {**self.headers, "Content-Type": "application/json"})
			response = connection.getresponse()
			text = response.read().decode()
			took.append((time.monotonic() - began) * 1000)
			if response.status != 200 or '"message"' not in text:
				self.wrong.append(text)
		connection.close()


def change_inputs(site: str, sources: Sequence[str], ended: threading.Event, changed: list[str]) -> None:
	"""Give inputs of the sources another text, two in a second; workers that run index them."""
	frappe.init(site, sites_path=".")
	frappe.connect()
	frappe.set_user("Administrator")
	names = frappe.get_all(
		"Knowledge Input", {"knowledge_source": ("in", list(sources)), "input_type": "Text"}, pluck="name"
	)
	chance = random.Random(1)
	while names and not ended.wait(0.5):
		doc = frappe.get_doc("Knowledge Input", chance.choice(names))
		doc.text = f"{doc.text.rpartition(' Changed ')[0] or doc.text} Changed {len(changed)}"
		doc.save()
		frappe.db.commit()  # nosemgrep: a script of its own
		changed.append(doc.name)
	frappe.destroy()


def together(
	kinds: Kinds, headers: dict[str, str], sources: Sequence[str], options: argparse.Namespace
) -> None:
	"""Many users at once, over HTTP, while inputs change."""
	crowd, ended, changed = Crowd(headers, options), threading.Event(), []
	writer = threading.Thread(target=change_inputs, args=(options.site, sources, ended, changed))
	spent: dict[str, float] = dict.fromkeys(kinds, 0.0)
	took: dict[str, list[float]] = {kind: [] for kind in kinds}
	for more in kinds.values():
		crowd.ask(more, WARM_UP)
	writer.start()
	try:
		until = time.monotonic() + options.seconds
		while time.monotonic() < until:
			for kind, more in kinds.items():
				before = processor_seconds(options.web)
				took[kind] += crowd.ask(more, SLICE)
				spent[kind] += processor_seconds(options.web) - before
	finally:
		ended.set()
		writer.join()
	print(
		f"{options.users} users at once, {len(changed)} inputs changed meanwhile; load {os.getloadavg()[0]:.1f}\n"
	)
	each = {kind: spent[kind] * 1000 / len(took[kind]) for kind in kinds}
	print("| request | of them | processor, ms each | above ping | ÷ ping | answered, median ms | p95 ms |")
	print("|---|---:|---:|---:|---:|---:|---:|")
	for kind, samples in took.items():
		late = statistics.quantiles(samples, n=20)[-1]
		print(
			f"| {kind} | {len(samples)} | {each[kind]:.1f} | {each[kind] - each['ping']:.1f}"
			f" | {each[kind] / each['ping']:.1f} | {statistics.median(samples):.0f} | {late:.0f} |"
		)


def main() -> None:
	"""Measure and print."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--site", required=True)
	parser.add_argument("--user", required=True)
	parser.add_argument("--rounds", type=int, default=60)
	parser.add_argument("--address")
	parser.add_argument("--web", type=int, nargs="+")
	parser.add_argument("--users", type=int, default=50)
	parser.add_argument("--seconds", type=int, default=120)
	parser.add_argument("words", nargs="+")
	options = parser.parse_args()
	if bool(options.address) != bool(options.web):
		parser.error("--address and --web belong together")
	frappe.init(options.site, sites_path=".")
	frappe.connect()
	headers = {"Authorization": api_key(options.user), "X-Frappe-Site-Name": options.site}
	frappe.set_user(options.user)
	sources = frappe.get_list(
		"Knowledge Source",
		filters={"live_build": ("is", "set"), "disabled": 0},
		pluck="name",
		order_by="name asc",
	)
	frappe.destroy()
	kinds: dict[str, dict[str, object] | None] = {
		"ping": None,
		"one source, named": {"knowledge_source": sources[0]},
		f"{len(sources)} sources, named": {"knowledge_sources": sources},
		f"all that the user may search, {len(sources)}": {},
	}
	if options.address:
		together(kinds, headers, sources, options)
	else:
		alone(kinds, headers, options)


if __name__ == "__main__":
	main()
