"""How fast are records read for the index: one by one with Frappe's ``get_doc``, and read ahead in batches?

Run it in the folder ``sites`` of a bench: ``python …/benchmarks/on_site/reading.py --site NAME --records 5000``. The cases
(``huf/tests/site_records.py``) have a child table and a text of 80 words. The records stay.
"""

import argparse
import time
from collections.abc import Callable

import frappe

from huf.ai.knowledge.records import RecordOptions, RecordReader, describe
from huf.engine.extractors import extract
from huf.tests import site_records

CASE = site_records.CASE


def per_second(count: int, work: Callable[[], object]) -> tuple[float, float]:
	"""How many of ``count`` things ``work`` does in a second on the clock, and in one of the processor's time."""
	began, used = time.perf_counter(), time.process_time()
	work()
	return count / (time.perf_counter() - began), count / (time.process_time() - used)


def main() -> None:
	"""Print the table."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--site", required=True)
	parser.add_argument("--records", type=int, default=5000)
	options = parser.parse_args()
	frappe.init(site=options.site, sites_path=".")
	frappe.connect()
	frappe.set_user("Administrator")
	try:
		site_records.make_doctypes()
		there = frappe.db.count(CASE)
		if there < options.records:
			site_records.fill_cases(options.records - there, start=there)
		names = frappe.get_all(CASE, pluck="name", limit=options.records, order_by="name")
		print("| | records a second | a second of Python's own processor time |\n|---|---|---|")
		for label, count, work in _rows(names):
			clock, processor = per_second(count, work)
			print(f"| {label} | {clock:,.0f} | {processor:,.0f} |")
	finally:
		frappe.destroy()


def _rows(names: list[str]) -> list[tuple[str, int, Callable[[], object]]]:
	plain, all_of_it = RecordOptions(), RecordOptions(comments=True, emails=True)
	templated = RecordOptions(
		template="{{ doc.title }}\n{{ doc.body }}\n{% for s in doc.steps %}{{ s.outcome }}{% endfor %}"
	)
	some = names[:500]

	def ahead(how: RecordOptions) -> list[object]:
		reader = RecordReader((CASE, name, how) for name in names)
		return [reader.open(CASE, name, how).size for name in names]

	def sections() -> int:
		reader = RecordReader((CASE, name, plain) for name in names)
		return sum(len(list(extract(reader.open(CASE, name, plain)).sections)) for name in names)

	return [
		("`get_doc` alone, no text made", len(some), lambda: [frappe.get_doc(CASE, name) for name in some]),
		("read ahead, as content", len(names), lambda: ahead(plain)),
		("… with comments and e-mails", len(names), lambda: ahead(all_of_it)),
		("… by a template", len(names), lambda: ahead(templated)),
		("… and taken apart into sections", len(names), sections),
		("labels alone (`describe`)", len(names), lambda: describe(CASE, names)),
	]


if __name__ == "__main__":
	main()
