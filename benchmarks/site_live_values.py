"""What it costs to say with ten hits what their records say now.

Run it in the folder ``sites`` of a bench: ``python …/benchmarks/site_live_values.py --site NAME --user EMAIL DOCTYPE …``. Prints
Markdown, a row for each DocType and one for a mixture of all. Each sample begins as a search does that has just asked for the
rights to its hits, in a new request: hooks, settings and translations, which every request reads, are there, and the rights; nothing
else.
"""

import argparse
import statistics
import time
from collections.abc import Sequence

import frappe

from huf.ai.access.records.inputs import InputRights
from huf.ai.knowledge.records.staleness import with_freshness
from huf.ai.knowledge.searching.live_values import with_live_values
from huf.engine.types import Hit, Locator

HITS = 10


def hit_of(doctype: str, name: str) -> Hit:
	"""A hit of this record, as an index has it."""
	return Hit(
		text="",
		title=name,
		score=1.0,
		chunk_id="",
		source="",
		input=f"{doctype} {name}",
		locator=Locator(),
		citation_id="",
		build="",
		start=0,
		end=0,
		text_hash="",
		metadata={"input_type": "DocType Records", "reference_doctype": doctype, "reference_name": name},
	)


def fresh_request() -> None:
	"""What Frappe forgets between two requests, and what it reads first in each."""
	frappe.local.cache = {}
	frappe.get_hooks()
	frappe.get_system_settings("language")
	frappe._("Search")


def measure(hits: Sequence[Hit], user: str, count: int) -> tuple[list[float], int, int]:
	"""Milliseconds of each sample, statements of one, and how many hits say something."""
	samples, plain, asked = [], frappe.db.sql, []

	def counted(*arguments: object, **options: object) -> object:
		asked.append(arguments[0])
		return plain(*arguments, **options)

	for _ in range(count):
		fresh_request()
		rights = InputRights(user)
		rights._load_records(
			{(hit.metadata["reference_doctype"], hit.metadata["reference_name"]) for hit in hits}
		)
		began = time.perf_counter()
		told = with_live_values(hits, user)
		samples.append((time.perf_counter() - began) * 1000)
	frappe.db.sql = counted
	with_live_values(hits, user)
	frappe.db.sql = plain
	return samples, len(asked), sum("now" in hit.metadata for hit in told)


def main() -> None:
	"""Print the table."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--site", required=True)
	parser.add_argument("--user", default="Administrator")
	parser.add_argument("--samples", type=int, default=200)
	parser.add_argument("doctypes", nargs="+")
	options = parser.parse_args()
	frappe.init(site=options.site, sites_path=".")
	frappe.connect()
	frappe.set_user(options.user)
	names = {
		doctype: frappe.get_all(doctype, pluck="name", limit=HITS, order_by="creation desc")
		for doctype in options.doctypes
	}
	kinds = {doctype: [hit_of(doctype, name) for name in some] for doctype, some in names.items()}
	mixed = [hits[place] for place in range(HITS) for hits in kinds.values() if place < len(hits)][:HITS]
	print(
		f"| hits, as {options.user} | say something | statements | median | p95 |\n|---|---:|---:|---:|---:|"
	)
	for label, hits in (*kinds.items(), ("mixed", mixed)):
		samples, statements, said = measure(hits, options.user, options.samples)
		late = statistics.quantiles(samples, n=20)[-1]
		print(
			f"| {len(hits)} × {label} | {said} | {statements} | {statistics.median(samples):.2f} ms | {late:.2f} ms |",
			flush=True,
		)
	example = with_freshness(mixed)[0]
	print(f"\n{example.title}: {example.metadata.get('now')}")
	frappe.destroy()


if __name__ == "__main__":
	main()
