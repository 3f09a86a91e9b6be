"""Searches without a pause until a file says stop, and counts what went wrong.

search.py SITE SITES_DIR SOURCE QUERY STOP_FILE RESULT_FILE
"""

import json
import sys
import time
from pathlib import Path

import frappe

site, sites, source, query, stop, result = sys.argv[1:]
frappe.init(site=site, sites_path=sites)
frappe.connect()

from huf.ai.knowledge.retriever import knowledge_search  # noqa: E402


def write() -> None:
	"""Leave the counts for the test, never half of them."""
	part = Path(f"{result}.part")
	part.write_text(json.dumps({**counts, "builds": len(builds)}))
	part.replace(result)


counts = {"searches": 0, "empty": 0, "failed": 0, "messages": []}
builds = set()
while not Path(stop).exists():
	frappe.db.rollback()
	counts["searches"] += 1
	found = knowledge_search(query, source, top_k=3)
	builds.update(hit["build"] for hit in found["hits"])
	if found["skipped"]:
		counts["failed"] += 1
		counts["messages"].append(found["skipped"][0]["reason"])
	elif not found["hits"]:
		counts["empty"] += 1
	# A few searches hold their snapshot for long, as an agent's run does.
	if counts["searches"] % 50 == 0:
		time.sleep(0.3)
		again = knowledge_search(query, source, top_k=3)
		counts["failed"] += bool(again["skipped"])
	if counts["searches"] % 10 == 0:
		write()
	time.sleep(0.002)
write()
