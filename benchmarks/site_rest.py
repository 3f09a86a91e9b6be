"""What a search over REST costs the processor beyond Frappe's own ping, with one source and with all of them.

    cd SITES_DIR && PYTHONPATH=CHECKOUT DEV_SERVER=0 BENCH_PYTHON CHECKOUT/benchmarks/site_rest.py --site SITE --user EMAIL WORDS …

Asks the web application in this process, without a socket, with the user's API key, which is made anew: ping, one source and all
sources in turn, with other words each time. Prints the processor's time of a request and its statements of MariaDB.
"""

import argparse
import json
import random
import statistics
import time

import frappe
from frappe.app import application
from frappe.database.database import Database
from werkzeug.test import Client

SEARCH = "/api/method/huf.ai.knowledge.retriever.knowledge_search"


def api_key(user: str) -> str:
	"""A new key of the user, as a header has it."""
	doc = frappe.get_doc("User", user)
	secret = frappe.generate_hash(length=15)
	doc.api_key, doc.api_secret = doc.api_key or frappe.generate_hash(length=15), secret
	doc.save(ignore_permissions=True)
	frappe.db.commit()  # nosemgrep: a script of its own
	return f"token {doc.api_key}:{secret}"


def main() -> None:
	"""Measure and print."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--site", required=True)
	parser.add_argument("--user", required=True)
	parser.add_argument("--rounds", type=int, default=60)
	parser.add_argument("words", nargs="+")
	options = parser.parse_args()
	frappe.init(options.site, sites_path=".")
	frappe.connect()
	headers = {"Authorization": api_key(options.user), "X-Frappe-Site-Name": options.site}
	frappe.set_user(options.user)
	sources = frappe.get_list("Knowledge Source", filters={"live_build": ("is", "set")}, pluck="name")
	frappe.destroy()
	client, asked = Client(application), []
	plain = Database.sql

	def counted(*arguments: object, **values: object) -> object:
		asked.append(1)
		return plain(*arguments, **values)

	Database.sql = counted
	kinds: dict[str, dict[str, str] | None] = {
		"ping": None,
		"one source, named": {"knowledge_source": sources[0]},
		f"all that the user may search, {len(sources)}": {},
	}
	spent: dict[str, list[float]] = {kind: [] for kind in kinds}
	statements: dict[str, list[int]] = {kind: [] for kind in kinds}
	for number in range(options.rounds + 5):
		chance = random.Random(number)
		words = " ".join(chance.sample(options.words, min(3, len(options.words))))
		for kind in chance.sample(list(kinds), len(kinds)):
			asked.clear()
			began = time.process_time()
			if kinds[kind] is None:
				response = client.get("/api/method/ping", headers=headers)
			else:
				response = client.post(
					SEARCH, json={"query": f"{words} {number}", **kinds[kind]}, headers=headers
				)
			answer = json.loads(response.get_data())
			if number >= 5:
				spent[kind].append((time.process_time() - began) * 1000)
				statements[kind].append(len(asked))
			assert response.status_code == 200 and "message" in answer, answer
	base = statistics.median(spent["ping"])
	print("| request | processor, median ms | above ping | statements |\n|---|---:|---:|---:|")
	for kind, samples in spent.items():
		median = statistics.median(samples)
		print(f"| {kind} | {median:.1f} | {median - base:.1f} | {statistics.median(statements[kind]):.0f} |")


if __name__ == "__main__":
	main()
