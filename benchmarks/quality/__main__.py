"""How good is the search? Tables of nDCG@10 over collections of documents, queries and judgements.

    python -m benchmarks.quality COLLECTION... [--table peers|parts|spelling|steps] [--queries N]

``peers`` sets huf beside other engines (``pip install -r benchmarks/requirements.txt``), ``parts`` says what each part
of the keyword search brings, ``spelling`` what correcting misspelt words does, ``steps`` what the steps after the ranking do.
A folder that holds collections stands for all of them.
"""

import argparse
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.measure import machine
from benchmarks.quality import parts, peers, spelling, steps
from benchmarks.quality.collection import Collection
from huf.local.quality.evaluation import collections_in

TABLES = ("peers", "parts", "spelling", "steps")


def main() -> None:
	"""Measure and print, row by row."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--table", choices=TABLES, default="peers")
	parser.add_argument("--queries", type=int, default=0, help="of each collection, evenly spaced; 0: all")
	options = parser.parse_args()
	folders = collections_in(options.collections)
	if options.table == "peers":
		_print(peers.head(), peers.rows(folders, options.queries))
	else:
		with tempfile.TemporaryDirectory(prefix="huf-quality-") as workspace:
			found = [Collection(folder, Path(workspace), options.queries) for folder in folders]
			if options.table == "parts":
				_print(parts.head(found), parts.rows(found))
			elif options.table == "spelling":
				_print(spelling.head(), spelling.rows(found))
			else:
				_print(steps.head(), steps.rows(found))
	print(f"\nnDCG@10; {options.queries or 'all'} queries of each collection; {machine()}")


def _print(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
	for line in (head, ["---", *["---:"] * (len(head) - 1)]):
		print("| " + " | ".join(line) + " |")
	for row in rows:
		print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
	main()
