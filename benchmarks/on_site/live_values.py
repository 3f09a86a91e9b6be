"""What it costs to say with ten hits what their records say now.

Run it in the folder ``sites`` of a bench: ``python …/benchmarks/on_site/live_values.py --site NAME --user EMAIL DOCTYPE …``. Prints
Markdown, a row for each DocType and one for a mixture of all. Each sample begins as a search does that has just asked for the
rights to its hits, in a new request: hooks, settings and translations, which every request reads, are there, and the rights; nothing
else. In turn with each sample runs what anybody would write to read the same columns of the same records, without their rights and
without a word about them: ``frappe.get_all``. So on a machine with other work the ratio still says something.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Sequence

import frappe

from huf.ai.access.records.inputs import InputRights
from huf.ai.knowledge.records.live import LiveFields
from huf.ai.knowledge.records.staleness import with_freshness
from huf.ai.knowledge.searching.live_values import ITEM, OTHERS, with_live_values
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


def reads_of(hits: Sequence[Hit]) -> list[tuple[str, dict[str, object], list[str]]]:
	"""What ``frappe.get_all`` takes to read what is told of these hits: DocType, filters, fields."""
	names: dict[str, list[str]] = {}
	for hit in hits:
		names.setdefault(str(hit.metadata["reference_doctype"]), []).append(
			str(hit.metadata["reference_name"])
		)
	reads: list[tuple[str, dict[str, object], list[str]]] = [
		(
			doctype,
			{"name": ("in", some)},
			["name", "modified", *LiveFields.of(frappe.get_meta(doctype)).columns],
		)
		for doctype, some in names.items()
	]
	if ITEM in names:
		reads += [
			(other.doctype, {"item_code": ("in", names[ITEM])}, list(other.fieldnames)) for other in OTHERS
		]
	return reads


def timed(run: Callable[[], object]) -> tuple[float, float]:
	"""Milliseconds on the clock, and of this process on a processor."""
	clock, processor = time.perf_counter(), time.process_time()
	run()
	return (time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000


def measure(hits: Sequence[Hit], user: str, count: int) -> str:
	"""The cells of a row, but for what the hits are."""
	statements: list[object] = []
	plain = frappe.db.sql

	def counted(*arguments: object, **options: object) -> object:
		statements.append(arguments[0])
		return plain(*arguments, **options)

	def fresh() -> None:
		fresh_request()
		InputRights(user)._load_records(
			{(hit.metadata["reference_doctype"], hit.metadata["reference_name"]) for hit in hits}
		)

	reads, own, baseline = reads_of(hits), [], []
	for _ in range(count):
		fresh()
		own.append(timed(lambda: with_live_values(hits, user)))
		fresh()
		baseline.append(
			timed(
				lambda: [
					frappe.get_all(doctype, filters, fields, order_by=None)
					for doctype, filters, fields in reads
				]
			)
		)
	frappe.db.sql = counted
	told = with_live_values(hits, user)
	frappe.db.sql = plain
	(clock, processor), (other_clock, other_processor) = (
		tuple(statistics.median(times) for times in zip(*samples, strict=True)) for samples in (own, baseline)
	)
	late = statistics.quantiles((sample[0] for sample in own), n=20)[-1]
	said = sum("now" in hit.metadata for hit in told)
	return (
		f"{said} | {len(statements)} | {clock:.2f} / {late:.2f} | {processor:.2f} | "
		f"{other_clock:.2f} | {other_processor:.2f} | {processor / other_processor:.2f}"
	)


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
		f"| hits, as {options.user} | say something | statements | clock, median / p95, ms | processor, ms "
		"| `get_all`: clock, ms | processor, ms | ratio of processor times |"
	)
	print("|---|---:|---:|---:|---:|---:|---:|---:|")
	for label, hits in (*kinds.items(), ("mixed", mixed)):
		print(f"| {len(hits)} × {label} | {measure(hits, options.user, options.samples)} |", flush=True)
	print(f"\nLoad: {', '.join(f'{load:.1f}' for load in os.getloadavg())}")
	example = with_freshness(mixed)[0]
	print(f"{example.title}: {example.metadata.get('now')}")
	frappe.destroy()


if __name__ == "__main__":
	main()
