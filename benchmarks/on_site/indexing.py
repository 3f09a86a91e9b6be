"""How fast a site indexes plain text: inputs, job, build, statuses, all of it through MariaDB, Redis and a worker.

    cd SITES_DIR && PYTHONPATH=CHECKOUT BENCH_PYTHON CHECKOUT/benchmarks/on_site/indexing.py --site SITE

The services of the site run; no worker does, this script starts one and ends it. The naive design of the same
job took 38 s for 200 inputs of 20 KB (0.1 MB/s), each input slower than the one before.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import frappe
from frappe.utils.background_jobs import get_queue

from huf.ai.site.locks import is_leased

WORDS = [
	f"{stem}{end}{n}"
	for stem in ("stock", "order", "ledger", "price")
	for end in ("", "er")
	for n in range(500)
]


def make_text(chance: random.Random, size: int) -> str:
	"""Plain text of about ``size`` bytes, in paragraphs of sentences."""
	parts, length = [], 0
	while length < size:
		sentence = " ".join(chance.choices(WORDS, k=14)).capitalize() + "."
		parts.append(sentence + ("\n\n" if chance.random() < 0.15 else " "))
		length += len(parts[-1])
	return "".join(parts)


def insert(source: str, texts: list[str], each_commit: bool) -> float:
	"""Add the inputs, in one request or each in its own; seconds."""
	started = time.perf_counter()
	for text in texts:
		frappe.get_doc(
			{"doctype": "Knowledge Input", "knowledge_source": source, "input_type": "Text", "text": text}
		).insert()
		if each_commit:
			frappe.db.commit()
	frappe.db.commit()
	return time.perf_counter() - started


def end_of_job(artifact_id: str) -> None:
	"""Until the worker has given the source back and counts the time of the job as its own."""
	while is_leased(artifact_id):
		time.sleep(0.02)
	time.sleep(0.5)


def wait(artifact_id: str, seconds: float = 600) -> None:
	"""Until everything that is wanted is built."""
	deadline = time.monotonic() + seconds
	while time.monotonic() < deadline:
		frappe.db.rollback()
		# Plain SQL, and not too often: what waits must not take the time of what works.
		((wanted, built, status),) = frappe.db.sql(
			"select wanted_generation, built_generation, status from `tabKnowledge Source` where artifact_id = %s",
			artifact_id,
		)
		if wanted == built and status == "Ready":
			return
		time.sleep(0.05)
	raise SystemExit(f"not done after {seconds} seconds: {status}")


def cpu_seconds(worker: int) -> float:
	"""CPU seconds that this process and the worker with its ended jobs have used (Linux: reads /proc)."""
	fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
	ticks = sum(int(number) for number in fields[11:15])  # user and system, its own and those of its children
	return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def measure(inputs: int, size: int, each_commit: bool, worker: int) -> dict[str, Any]:
	"""One source with ``inputs`` new inputs; then one more input on top of them."""
	chance = random.Random(inputs)
	name = frappe.generate_hash(length=10)
	source = frappe.get_doc(
		{"doctype": "Knowledge Source", "source_name": name, "knowledge_type": "sqlite_fts"}
	).insert()
	frappe.db.commit()
	texts = [make_text(chance, size) for _ in range(inputs)]
	cpu, started = cpu_seconds(worker), time.perf_counter()
	inserting = insert(source.name, texts, each_commit)
	inserting_cpu = cpu_seconds(worker) - cpu
	wait(source.artifact_id)
	total = time.perf_counter() - started
	end_of_job(source.artifact_id)
	used = cpu_seconds(worker) - cpu
	began = time.perf_counter()
	insert(source.name, [make_text(chance, size)], True)
	wait(source.artifact_id)
	one_more = time.perf_counter() - began
	statuses = frappe.get_all("Knowledge Input", {"knowledge_source": source.name}, pluck="status")
	assert statuses == ["Indexed"] * (inputs + 1), statuses
	builds = frappe.get_all("Knowledge Build", {"knowledge_source": source.name}, ["chunks"])
	megabytes = sum(map(len, texts)) / 1e6
	frappe.delete_doc("Knowledge Source", source.name, force=True)
	frappe.db.commit()
	# Frappe queues a job for each document that is deleted; they must not stand before the next measurement.
	get_queue("default").empty()
	return {
		"inputs": inputs,
		"MB": round(megabytes, 2),
		"requests": inputs if each_commit else 1,
		"insert_s": round(inserting, 2),
		"total_s": round(total, 2),
		"MB_per_s": round(megabytes / total, 2),
		"insert_cpu_s": round(inserting_cpu, 2),
		"cpu_s": round(used, 2),
		"ms_per_input": round(total / inputs * 1000, 1),
		"one_more_s": round(one_more, 2),
		"chunks": max(build.chunks for build in builds),
		"builds": len(builds) - 1,
	}


def main() -> None:
	"""Print one JSON line for each measurement."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--site", required=True)
	parser.add_argument("--size", type=int, default=20_000, help="bytes of each input")
	parser.add_argument("--inputs", type=int, nargs="+", default=[50, 200, 800])
	options = parser.parse_args()
	frappe.init(site=options.site, sites_path=".")
	frappe.connect()
	get_queue("default").empty()
	bench = [sys.executable, "-m", "frappe.utils.bench_helper", "frappe"]
	worker = subprocess.Popen([*bench, "worker", "--queue", "default,long", "--quiet"])
	try:
		measure(5, options.size, False, worker.pid)  # by then the worker has started
		for inputs in options.inputs:
			for each_commit in (False, True):
				print(json.dumps(measure(inputs, options.size, each_commit, worker.pid)), flush=True)
	finally:
		worker.terminate()
		worker.wait()
		frappe.destroy()


if __name__ == "__main__":
	main()
