"""Fill a site with records of several DocTypes, for the benchmarks of selecting, of rights and of searching them.

Run it in the folder ``sites`` of a bench: ``python …/benchmarks/on_site/records.py --site NAME --cases 100000``. The cases
(``huf/tests/site_records.py``) come by bulk insert, the others through Frappe's own inserts. ``--collection FOLDER``
takes the texts of the cases from a folder's ``corpus.jsonl`` (a ``text`` in each line), as often as it takes.
"""

import argparse
import json
import time
from pathlib import Path

import frappe

from huf.tests import site_records


def texts_of(folder: Path) -> list[str]:
	"""The texts of a collection."""
	with (folder / "corpus.jsonl").open() as lines:
		return [text for line in lines if (text := json.loads(line).get("text"))]


def main() -> None:
	"""Fill the site; print what was made and how long it took."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--site", required=True)
	parser.add_argument("--cases", type=int, default=5000)
	parser.add_argument("--standard", type=int, default=0, help="of each of Note, ToDo and Event")
	parser.add_argument("--collection", type=Path)
	options = parser.parse_args()
	frappe.init(site=options.site, sites_path=".")
	frappe.connect()
	frappe.set_user("Administrator")
	try:
		began = time.perf_counter()
		site_records.make_doctypes()
		start = frappe.db.count(site_records.CASE)
		texts = texts_of(options.collection) if options.collection else None
		site_records.fill_cases(options.cases, start=start, texts=texts)
		site_records.fill_standard(options.standard)
		print(f"{options.cases} cases from number {start} on, {options.standard} of each other DocType:")
		print(f"{time.perf_counter() - began:.1f} s")
	finally:
		frappe.destroy()


if __name__ == "__main__":
	main()
