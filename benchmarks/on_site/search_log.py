"""What an entry of the search log costs a search, and how fast the watchdog stores them.

    cd SITES_DIR && PYTHONPATH=CHECKOUT BENCH_PYTHON CHECKOUT/benchmarks/on_site/search_log.py --site SITE --searches 2000

Indexes 200 notes, searches them, and leaves the entry of each search once more by itself, as each setting has it. Takes what it made away at the end; what
other searches left meanwhile is stored as the watchdog would.
"""

import argparse
import time

import frappe

from benchmarks.measure import machine, median, percentile, table
from huf.ai.knowledge import indexer
from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching import search_log
from huf.ai.search_log import forgetting, storing
from huf.ai.site.settings import get_settings
from huf.engine.request import Request
from huf.tests import factories as make

USER = "search-log-benchmark@example.com"
SETTINGS = (("In Words", "Hashed"), ("In Words", "By Name"), ("Hashed", "Hashed"), ("Off", "Hashed"))


def main() -> None:
	"""Print two tables."""
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--site", required=True)
	parser.add_argument("--searches", type=int, default=2000)
	options = parser.parse_args()
	frappe.init(options.site, sites_path=".")
	frappe.connect()
	make.make_user(USER, "Knowledge User")
	source = make.make_source()
	for number in range(200):
		make.make_text(
			source, f"Pump {number} is serviced every {number % 28 + 1} days by an engineer of the maker."
		)
	frappe.db.commit()  # nosemgrep: a script of its own
	indexer.update_source(source.artifact_id)
	try:
		print(machine())
		measure(source.name, options.searches)
	finally:
		forgetting.delete_own(USER)
		frappe.delete_doc("Knowledge Source", source.name, force=True)
		frappe.delete_doc("User", USER, force=True)
		frappe.db.commit()  # nosemgrep: a script of its own


def measure(source: str, searches: int) -> None:
	"""One entry by each setting, beside a search with all that belongs to it; then storing all of them."""
	before = get_settings()
	rows = []
	for searched, users in SETTINGS:
		set_log(searched, users)
		entries, whole = [], []
		for number in range(searches):
			# No question goes on where the one before ended: such are stored as one.
			request = Request(
				f"{number} days until pump {number % 200} is serviced?", (source,), principal=USER
			)
			began = time.perf_counter()
			result = search_as(request)
			searched_at = time.perf_counter()
			search_log.note(request, result, USER, searched_at - began)
			entries.append(1000 * (time.perf_counter() - searched_at))
			whole.append(1000 * (searched_at - began))
		one = [f"{median(entries):.3f}", f"{percentile(entries, 95):.3f}", f"{percentile(entries, 99):.3f}"]
		rows.append([searched, users, *one, f"{median(whole):.1f}"])
		if searched == "Off":
			rows[-1].append("–")
		else:
			store(rows)
	set_log(before.log_searches, before.log_users)
	print(
		table(
			["questions", "users", "entry, median ms", "p95", "p99", "search, median ms", "stored a second"],
			rows,
		)
	)


def store(rows: list[list[str]]) -> None:
	"""Store what was left, and add to the last row how much that is in a second."""
	waiting = frappe.cache.execute_command("LLEN", frappe.cache.make_key(search_log.KEY))
	began = time.perf_counter()
	storing.store()
	rows[-1].append(f"{waiting / (time.perf_counter() - began):,.0f}")


def set_log(searches: str, users: str) -> None:
	"""Set what the log keeps."""
	frappe.db.set_single_value("Agent Settings", {"log_searches": searches, "log_users": users})
	frappe.db.commit()  # nosemgrep: a script of its own
	frappe.clear_document_cache("Agent Settings", "Agent Settings")


if __name__ == "__main__":
	main()
