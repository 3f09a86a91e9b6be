"""How long from the commit of one changed text until a search of another process finds it, in a source of any size.

    cd SITES_DIR && PYTHONPATH=CHECKOUT BENCH_PYTHON CHECKOUT/benchmarks/on_site/one_change.py --site SITE --documents 5000

The services of the site run; no worker does, this script starts one, which has nothing else to do, and ends it. The source has texts of 20 passages
each, all of them in MariaDB, and is found by words and local vectors. Each change waits until merges that the one before led to are over, so that none
of them takes the worker: how long they hold a change up that comes in between is a row of its own.
"""

import argparse
import subprocess
import sys
import time
from typing import Any

import frappe
from frappe.utils.background_jobs import get_queue

from benchmarks.corpus import document
from benchmarks.measure import machine, median, percentile, table
from huf.ai.knowledge.retriever import search_as
from huf.ai.site.locks import is_leased
from huf.engine.request import Request

_CHARACTERS, _SHORT = 37_500, 9_800
"""Of a text of 20 passages: as a source cuts it by itself, and into passages of 500 characters."""
_SHORT_PASSAGES = {"chunk_size": 600, "chunk_overlap": 0, "chunk_unit": "Characters"}
_AT_ONCE = 200
"""Inputs of one transaction."""
_LONGEST_S = 60.0
_LONGEST_BUILD_S = 7200.0


def made_text(number: int, version: int, characters: int) -> str:
	"""The text of an input, with a word that nothing else has."""
	return f"{document(number + 1_000_003 * version, characters)}\n\nThe mark of it is zq{number}v{version}."


def make_source(documents: int, kind: str, *, is_short: bool) -> Any:
	"""A source with so many texts that wait to be indexed."""
	source = frappe.get_doc(
		{
			"doctype": "Knowledge Source",
			"source_name": f"One Change {frappe.generate_hash(length=8)}",
			"knowledge_type": kind,
			**(_SHORT_PASSAGES if is_short else {}),
		}
	).insert()
	frappe.db.commit()  # nosemgrep: a script of its own
	for number in range(documents):
		frappe.get_doc(
			{
				"doctype": "Knowledge Input",
				"knowledge_source": source.name,
				"input_type": "Text",
				"title": f"Text {number}",
				"text": made_text(number, 0, _SHORT if is_short else _CHARACTERS),
			}
		).insert()
		if number % _AT_ONCE == _AT_ONCE - 1:
			frappe.db.commit()  # nosemgrep: a script of its own
	frappe.db.commit()  # nosemgrep: a script of its own
	return source


def is_found(source: str, word: str) -> bool:
	"""Whether a search of this process finds a passage with ``word``."""
	frappe.db.rollback()
	result = search_as(Request(word, (source,), principal="Administrator"))
	return any(word in hit.text for hit in result.hits)


def wait_for(what: str, is_so: Any, most_s: float, every_s: float) -> float:
	"""Seconds until ``is_so()``."""
	began = time.perf_counter()
	while not is_so():
		if time.perf_counter() - began > most_s:
			raise SystemExit(f"{what}: not after {most_s:.0f} seconds")
		time.sleep(every_s)
	return time.perf_counter() - began


def is_built(artifact_id: str) -> bool:
	"""Whether all that is wanted is built."""
	frappe.db.rollback()
	((wanted, built, status),) = frappe.db.sql(
		"select wanted_generation, built_generation, status from `tabKnowledge Source` where artifact_id = %s",
		artifact_id,
	)
	return bool(wanted == built and status == "Ready")


def is_idle(artifact_id: str) -> bool:
	"""Whether nobody works on the source, and no job waits."""
	queues = [get_queue(name) for name in ("default", "long")]
	return not is_leased(artifact_id) and not any(
		queue.count or queue.started_job_registry.count for queue in queues
	)


def change(source: Any, key: str, number: int, version: int) -> float:
	"""Give an input another text; seconds from the commit until it is found."""
	text = made_text(number, version, _SHORT if source.chunk_unit == "Characters" else _CHARACTERS)
	doc = frappe.get_doc("Knowledge Input", key)
	doc.text = text
	doc.save()
	frappe.db.commit()  # nosemgrep: a script of its own
	word = f"zq{number}v{version}"
	return wait_for(word, lambda: is_found(source.name, word), _LONGEST_S, 0.01)


def measure(source: Any, changes: int) -> list[list[str]]:
	"""Rows of the table: changes with an idle worker, and one straight after the other."""
	keys = dict(
		frappe.get_all(
			"Knowledge Input", {"knowledge_source": source.name}, ["title", "name"], as_list=True, limit=0
		)
	)
	rows = []
	for how, waits in (("the worker is idle", True), ("one straight after the other", False)):
		took = []
		for step in range(changes):
			number = step * 7919 % len(keys)
			if waits:
				wait_for("an idle worker", lambda: is_idle(source.artifact_id), _LONGEST_BUILD_S, 0.05)
			took.append(
				1000 * change(source, keys[f"Text {number}"], number, step + 1 + (0 if waits else changes))
			)
		rows.append(
			[how, f"{median(took):.0f}", f"{percentile(took, 95):.0f}", f"{max(took):.0f}", str(len(took))]
		)
	return rows


def main() -> None:
	"""Print the table."""
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--site", required=True)
	parser.add_argument("--documents", type=int, default=5000, help="of 20 passages each")
	parser.add_argument("--changes", type=int, default=100)
	parser.add_argument("--short", action="store_true", help="passages of 500 characters")
	parser.add_argument("--kind", default="sqlite_hybrid", help="of index")
	options = parser.parse_args()
	frappe.init(site=options.site, sites_path=".")
	frappe.connect()
	for name in ("default", "long"):
		get_queue(name).empty()
	bench = [sys.executable, "-m", "frappe.utils.bench_helper", "frappe"]
	source, worker = None, None
	try:
		began = time.perf_counter()
		source = make_source(options.documents, options.kind, is_short=options.short)
		made = time.perf_counter() - began
		worker = subprocess.Popen([*bench, "worker", "--queue", "default,long", "--quiet"])
		built = wait_for("the first build", lambda: is_built(source.artifact_id), _LONGEST_BUILD_S, 0.5)
		(chunks,) = frappe.get_all("Knowledge Build", {"name": source.reload().live_build}, pluck="chunks")
		print(
			f"{options.documents:,} inputs saved in {made:.0f} s; {chunks:,} passages built in {built:.0f} s",
			flush=True,
		)
		change(source, frappe.get_all("Knowledge Input", {"title": "Text 1"}, pluck="name")[0], 1, 999_999)
		rows = measure(source, options.changes)
		print(f"{machine()}. Milliseconds from commit to found.\n")
		print(table(["", "median", "p95", "most", "changes"], rows))
	finally:
		if worker:
			worker.terminate()
			worker.wait()
		if source:
			frappe.db.rollback()
			frappe.delete_doc("Knowledge Source", source.name, force=True)
			frappe.db.commit()  # nosemgrep: a script of its own
		for name in ("default", "long"):
			get_queue(name).empty()
		frappe.destroy()


if __name__ == "__main__":
	main()
