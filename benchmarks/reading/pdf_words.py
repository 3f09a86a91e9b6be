"""How many words of PDF files come out whole: ``python -m benchmarks.reading.pdf_words FOLDER...``

A word of a page counts when two readers that huf does not use, MuPDF and pdfplumber, agree on it, with white space on both of
its sides. Neither is a dependency: ``pip install pymupdf pdfplumber``. Shown for each file, and over all words: huf, and pypdf
and PDFium alone. Pages on which the two agree on nothing, such as scans, are left out.
"""

import argparse
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.extractors import extract

Words = dict[int, Counter[str]]


def by_mupdf(file: Path) -> Words:
	"""Words of each page."""
	import pymupdf

	with pymupdf.open(file) as document:
		return {n: Counter(word[4] for word in page.get_text("words")) for n, page in enumerate(document, 1)}


def by_pdfplumber(file: Path) -> Words:
	"""The same; letters that are printed onto themselves are taken once."""
	import pdfplumber

	with pdfplumber.open(file) as document:
		return {
			n: Counter(word["text"] for word in page.dedupe_chars().extract_words())
			for n, page in enumerate(document.pages, 1)
		}


def by_pypdf(file: Path) -> Words:
	"""The same."""
	from pypdf import PdfReader

	return {n: Counter(page.extract_text().split()) for n, page in enumerate(PdfReader(file).pages, 1)}


def by_pdfium(file: Path) -> Words:
	"""The same."""
	import pypdfium2

	document = pypdfium2.PdfDocument(file)
	return {n: Counter(page.get_textpage().get_text_range().split()) for n, page in enumerate(document, 1)}


def by_huf(file: Path) -> Words:
	"""The same, with the headers that passages of tables repeat once."""
	found: Words = {}
	headers: set[tuple[int, str]] = set()
	for section in extract(Content(file.name, path=file)).sections:
		page = section.locator.page or 0
		words = found.setdefault(page, Counter())
		words.update(section.text.split())
		if section.header and (page, section.header) not in headers:
			headers.add((page, section.header))
			words.update(section.header.split())
	return found


def words_of(read: Callable[[Path], Words], file: Path) -> tuple[Words, float]:
	"""What a reader finds and the seconds of the processor; nothing where it fails, which counts against it."""
	began = time.process_time()
	try:
		found = read(file)
	except InputError:
		found = {}
	# A reader that raises on a file reads none of its words: that is its result, whatever it raised.
	except Exception as error:  # noqa: BLE001
		print(f"{file.name}: {read.__name__}: {type(error).__name__}")
		found = {}
	return found, time.process_time() - began


def pdf_files(folders: list[Path]) -> Iterator[Path]:
	"""All PDF files, by name."""
	for folder in folders:
		yield from sorted(folder.rglob("*.pdf"))


def main() -> None:
	"""Measure, and print one table."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("folders", nargs="+", type=Path)
	parser.add_argument("--files", action="store_true", help="a line for each file")
	options = parser.parse_args()
	readers = (by_huf, by_pypdf, by_pdfium)
	whole = dict.fromkeys(readers, 0)
	seconds = dict.fromkeys(readers, 0.0)
	total = files = 0
	shares: dict[Callable[[Path], Words], list[float]] = {reader: [] for reader in readers}
	print("| file | words | huf | pypdf | PDFium |\n|---|---:|---:|---:|---:|")
	for file in pdf_files(options.folders):
		one, other = words_of(by_mupdf, file)[0], words_of(by_pdfplumber, file)[0]
		agreed = {page: one[page] & other.get(page, Counter()) for page in one}
		count = sum(map(Counter.total, agreed.values()))
		if not count:
			continue
		files += 1
		total += count
		line = []
		for reader in readers:
			found, spent = words_of(reader, file)
			hits = sum((words & found.get(page, Counter())).total() for page, words in agreed.items())
			whole[reader] += hits
			seconds[reader] += spent
			shares[reader].append(hits / count)
			line.append(hits / count)
		if options.files:
			print(f"| {file.name} | {count} | " + " | ".join(f"{share:.3f}" for share in line) + " |")
	if not files:
		parser.error("no PDF file on whose words the two readers agree")
	print(
		f"| all words of {files} files | {total:,} | "
		+ " | ".join(f"{n / total:.3f}" for n in whole.values())
		+ " |"
	)
	print("| mean of the files | | " + " | ".join(f"{sum(s) / files:.3f}" for s in shares.values()) + " |")
	print("| files under .9 | | " + " | ".join(str(sum(x < 0.9 for x in s)) for s in shares.values()) + " |")
	print("| seconds of the processor | | " + " | ".join(f"{n:.1f}" for n in seconds.values()) + " |")


if __name__ == "__main__":
	# What libraries say of damaged files would drown the tables.
	logging.disable(logging.CRITICAL)
	main()
