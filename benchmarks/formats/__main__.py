"""What share of the words of files comes out whole and in order, by format, by huf and by other readers: ``python -m benchmarks.formats``.

    python -m benchmarks.formats --tables WIKITABLES --docling CHECKOUT --shown FOLDER --peer markitdown=VENV/bin/python …

Each peer is run by the Python of a virtual environment of its own. A word counts that stands between white space as it does in the truth, in the longest
order that both have. What a reader gives besides costs it nothing. A file that a reader refuses counts as no word of it, and is counted in brackets.
"""

import argparse
import json
import logging
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from benchmarks.formats.read_by import READERS
from benchmarks.formats.truth import Known, docling_tests, shown_in, tables
from benchmarks.formats.words import in_order, words_of
from benchmarks.measure import machine, table

_READ_BY = Path(__file__).with_name("read_by.py")
_SECONDS = 120
_READS = {
	"pymupdf": ("pdf",),
	"pdfplumber": ("pdf",),
	# Without the models that it downloads for pages and pictures, and without LibreOffice.
	"docling": ("docx", "pptx", "xlsx", "html", "csv", "eml", "epub", "md", "odt", "ods", "odp"),
}
"""Readers of some formats alone; they are not asked about others."""


def read_by(name: str, python: str, files: Sequence[Known]) -> dict[Path, str | None]:
	"""The text of each file; None for one that the reader refuses, or that takes more than two minutes."""
	found: dict[Path, str | None] = {}
	ahead = [one.path for one in files if one.format in _READS.get(name, (one.format,))]
	while ahead:
		done = subprocess.run(
			[python, str(_READ_BY), name, str(_SECONDS)],
			input="\n".join(map(str, ahead)),
			capture_output=True,
			text=True,
			check=False,
		)
		answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
		found |= {Path(one["file"]): one.get("text") for one in answers}
		for one in answers:
			if "error" in one:
				print(f"{name}: {Path(one['file']).name}: {one['error']}", file=sys.stderr)
		if done.returncode == 0:
			break
		if not answers and len(ahead) == len(files):
			print(f"{name} does not run: {done.stderr.strip()[-300:]}", file=sys.stderr)
			return {}
		# It died in the middle: the file at hand counts as refused, and it goes on behind it.
		ahead = ahead[len(answers) + 1 :]
	return found


def share(files: Sequence[Known], texts: dict[Path, str | None]) -> str:
	"""Per cent of all words of the files that come out, and how many files do not come out at all."""
	if not any(one.path in texts for one in files):
		return "–"
	wanted = sum(len(one.words) for one in files)
	got = sum(in_order(one.words, words_of(texts.get(one.path) or "")) for one in files)
	refused = sum(texts.get(one.path) is None for one in files)
	return f"{100 * got / wanted:.1f}" + (f" ({refused} refused)" if refused else "")


def main() -> None:
	"""Read everything by everybody, and print a table for each kind of truth."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument(
		"--tables", type=Path, nargs="*", default=[], help="checkouts as for benchmarks.tables.answers"
	)
	parser.add_argument("--count", type=int, default=30, help="tables")
	parser.add_argument("--docling", type=Path, help="a checkout of docling-project/docling")
	parser.add_argument("--shown", type=Path, help="a folder with files that shown.json tells about")
	parser.add_argument("--peer", action="append", default=[], metavar="NAME=PYTHON", help=", ".join(READERS))
	parser.add_argument("--files", action="store_true", help="the share of each file, too")
	options = parser.parse_args()
	readers = {"huf": sys.executable, **dict(one.split("=", 1) for one in options.peer)}
	if strange := readers.keys() - READERS.keys():
		parser.error(f"no such peer: {', '.join(strange)}; there are {', '.join(READERS)}")
	with tempfile.TemporaryDirectory(prefix="huf-formats-") as folder:
		kinds = {
			"tables written for this": list(tables(options.tables, options.count, Path(folder)))
			if options.tables
			else [],
			"files of docling's tests": list(docling_tests(options.docling)) if options.docling else [],
			"files that huf once read badly": list(shown_in(options.shown)) if options.shown else [],
		}
		print(machine() + "\n")
		for title, files in kinds.items():
			if files:
				texts = {name: read_by(name, python, files) for name, python in readers.items()}
				print(f"{title}\n\n{_table(files, texts)}\n")
				if options.files:
					rows = [
						[one.path.name, str(len(one.words)), *(share([one], texts[name]) for name in readers)]
						for one in files
					]
					print(table(["file", "words", *readers], rows) + "\n")


def _table(files: Sequence[Known], texts: dict[str, dict[Path, str | None]]) -> str:
	groups: dict[str, list[Known]] = defaultdict(list)
	for one in files:
		groups[one.format].append(one)
	rows = []
	for kind, those in groups.items():
		shares = [share(those, texts[name]) for name in texts]
		rows.append([kind, str(len(those)), f"{sum(len(one.words) for one in those):,}", *shares])
	return table(["format", "n", "words", *texts], rows)


if __name__ == "__main__":
	# What libraries say of damaged files would drown the tables.
	logging.disable(logging.CRITICAL)
	main()
