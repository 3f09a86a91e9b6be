"""What it costs that sources follow the records of a site: comparing all of them, one change, and everybody else's saves.

Run it in the folder ``sites`` of a bench, on a site that is filled (``on_site/records.py``) and whose other workers stand
still: ``python …/benchmarks/on_site/selection.py --site NAME``. Prints Markdown. The source is taken away at the end (``--keep``
leaves it). ``--index`` also indexes it with a worker of its own, and measures how long until a change is found.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import frappe
from frappe.utils.background_jobs import get_queue

from huf.ai.knowledge.changes import noted, watched
from huf.ai.knowledge.following import jobs
from huf.ai.knowledge.retriever import search_as
from huf.ai.site import queueing
from huf.engine.request import Request
from huf.tests import site_records

HOOKED = ("on_change", "after_rename", "after_delete")


def timed(work: Callable[[], Any]) -> float:
	"""Seconds on the wall."""
	began = time.perf_counter()
	work()
	return time.perf_counter() - began


def fresh_request() -> None:
	"""What Frappe forgets between two requests."""
	frappe.local.cache = {}


def saves(count: int) -> dict[str, float]:
	"""Milliseconds of the processor to save a document that no source selects, by whether the events are hooked."""
	todo = frappe.get_doc({"doctype": "ToDo", "description": "Water the plants."}).insert()
	hooked = frappe.get_doc_hooks()
	without = {
		**hooked,
		"*": {m: [h for h in found if not h.startswith("huf.")] for m, found in hooked["*"].items()},
	}
	measured: dict[str, list[float]] = {"with": [], "without": [], "with, first of a request": []}
	for number in range(count):
		# In turn, so that whatever else the machine does meets each of them.
		for how, samples in measured.items():
			frappe.local.doc_events_hooks = without if how == "without" else hooked
			if how.endswith("request"):
				frappe.local.cache.pop(watched._WATCHED._here, None)
			doc = frappe.get_doc("ToDo", todo.name)
			doc.description = f"Water the plants {number} times, {how}."
			began = time.process_time()
			doc.save()
			samples.append((time.process_time() - began) * 1000)
	frappe.local.doc_events_hooks = hooked
	frappe.db.rollback()
	return {how: statistics.median(samples) for how, samples in measured.items()}


def event(count: int) -> float:
	"""Microseconds that the event of a document costs that no source selects."""
	from huf.ai.knowledge.following.events import on_change

	doc = frappe.new_doc("ToDo")
	return timed(lambda: [on_change(doc, "on_change") for _ in range(count)]) / count * 1e6


def make_source() -> Any:
	"""A source that selects all cases."""
	source = frappe.get_doc(
		{
			"doctype": "Knowledge Source",
			"source_name": f"Selected {frappe.generate_hash(length=6)}",
			"knowledge_type": "sqlite_fts",
			"selectors": [{"selector_type": "DocType", "document_type": site_records.CASE}],
		}
	).insert()
	frappe.db.commit()
	return source


def compare(source: Any) -> float:
	"""Seconds to compare the source with everything."""
	noted.note_all([source.artifact_id])
	frappe.db.commit()
	return timed(lambda: jobs.sync_source(source.artifact_id))


def wanted(source: Any) -> int:
	"""How often the inputs of the source changed."""
	frappe.db.rollback()
	return frappe.db.get_value("Knowledge Source", source.name, "wanted_generation")


def change_one(number: int, word: str) -> None:
	"""Save one case with a new word, as a person does."""
	doc = frappe.get_doc(site_records.CASE, site_records.case_name(number))
	doc.body = f"<p>{word} was added.</p>{doc.body}"
	doc.save()
	frappe.db.commit()


def until_found(source: Any, word: str, seconds: float = 600) -> float:
	"""Seconds until a search gives a passage with the word."""
	began = time.perf_counter()
	while time.perf_counter() - began < seconds:
		frappe.db.rollback()
		# A word that is not there yet may be taken for another one that is spelled alike.
		if any(
			word in hit.text
			for hit in search_as(Request(word, (source.name,), principal="Administrator")).hits
		):
			return time.perf_counter() - began
		time.sleep(0.1)
	raise SystemExit(f"{word} was not found within {seconds} seconds")


def until_built(source: Any, seconds: float = 7200) -> float:
	"""Seconds until everything is indexed."""
	began = time.perf_counter()
	while time.perf_counter() - began < seconds:
		frappe.db.rollback()
		row = frappe.db.get_value(
			"Knowledge Source", source.name, ["status", "wanted_generation", "built_generation"], as_dict=True
		)
		if row.status == "Ready" and row.wanted_generation == row.built_generation:
			return time.perf_counter() - began
		time.sleep(1)
	raise SystemExit(f"not indexed within {seconds} seconds")


def measure_index(source: Any, changes: int) -> None:
	"""Index the source with a worker, then change single records and wait until each is found."""
	bench = [sys.executable, "-m", "frappe.utils.bench_helper", "frappe"]
	worker = subprocess.Popen([*bench, "worker", "--queue", "default,long", "--quiet"])
	try:
		queueing.queue_update(source.artifact_id)
		print(f"| index all of it, with a worker | {until_built(source):.0f} s |", flush=True)
		found = []
		for number in range(changes):
			word = f"zebra{frappe.generate_hash(length=8)}"
			change_one(number * 7 + 1, word)
			found.append(until_found(source, word))
		print(f"| a saved record is found after (median of {changes}) | {statistics.median(found):.1f} s |")
		print(f"| the same, at most | {max(found):.1f} s |", flush=True)
	finally:
		worker.terminate()
		worker.wait()


def main() -> None:
	"""Print the table."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--site", required=True)
	parser.add_argument("--saves", type=int, default=300)
	parser.add_argument("--index", action="store_true")
	parser.add_argument("--changes", type=int, default=5)
	parser.add_argument("--keep", action="store_true")
	options = parser.parse_args()
	frappe.init(site=options.site, sites_path=".")
	frappe.connect()
	frappe.set_user("Administrator")
	get_queue("default").empty()
	source = make_source()
	try:
		print(f"| {frappe.db.count(site_records.CASE)} records | |\n|---|---:|")
		print(f"| first comparison: all inputs appear | {compare(source):.1f} s |", flush=True)
		before, seconds = wanted(source), compare(source)
		print(f"| comparison of everything, nothing changed | {seconds:.1f} s |")
		print(f"| inputs written by it | {wanted(source) - before} |")
		change_one(3, "once")
		print(f"| one changed record | {timed(lambda: jobs.sync_source(source.artifact_id)) * 1000:.0f} ms |")
		print(f"| the event of another document | {event(20_000):.1f} µs |")
		for how, milliseconds in saves(options.saves).items():
			print(f"| saving a ToDo, {how} the events | {milliseconds:.3f} ms of the processor |", flush=True)
		if options.index:
			measure_index(source, options.changes)
	finally:
		frappe.db.rollback()
		get_queue("default").empty()
		if not options.keep:
			frappe.delete_doc("Knowledge Source", source.name, force=True)
			frappe.db.commit()
		frappe.destroy()


if __name__ == "__main__":
	main()
