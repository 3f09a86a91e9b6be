"""What files cost that were made to hurt: ``python -m benchmarks.reading.hostile_files [NAME …]``

Each is made, read as an input is, with the limits that inputs have by default, and removed. Seconds are those of the processor, of the
process that reads; memory is what it took beyond what it had before.
"""

import argparse
import io
import resource
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.measure import machine, table
from huf.engine.content import Content
from huf.engine.errors import InputError
from huf.engine.extractors.pictures.scanned import NOBODY_READS
from huf.engine.ocr import Ocr
from huf.engine.reading import open_reader

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_PIECE = 1 << 20


def _encoded_words() -> bytes:
	words = (b"=?utf-8?q?" + b"=41" * 20 + b"?= ") * 60_000
	return (
		b"From: a@b.example\nSubject: "
		+ words
		+ b"\nTo: "
		+ b'"x" <a@b.example>, ' * 100_000
		+ b"\n\nhello\n"
	)


def _parts() -> bytes:
	part = b'--b\nContent-Type: text/plain; name="a.txt"\nContent-Disposition: attachment; filename="a.txt"\n\nhello\n'
	head = (
		b'From: a@b.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n'
	)
	return head + part * 200_000 + b"--b--\n"


def _yaml() -> bytes:
	return "".join(f'k{number}: "value {number * 7}"\n' for number in range(400_000)).encode()


def _headings() -> bytes:
	return "".join(f"{'#' * (n % 6 + 1)} head {n}\n\ntext {n}\n" for n in range(300_000)).encode()


def _document() -> bytes:
	text = "".join(
		f"<w:p><w:r><w:t>Paragraph {n} of a very long document</w:t></w:r></w:p>" for n in range(600_000)
	)
	parts = {
		"[Content_Types].xml": f'<Types xmlns="{_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
		f'<Override PartName="/word/document.xml" ContentType="{_MAIN}"/></Types>',
		"_rels/.rels": f'<Relationships xmlns="{_LINKS}"><Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
		"word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{text}</w:body></w:document>',
	}
	made = io.BytesIO()
	with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
		for name, part in parts.items():
			archive.writestr(name, part)
	return made.getvalue()


def _far_cells() -> bytes:
	import openpyxl

	book = openpyxl.Workbook()
	for row in range(1, 20_001):
		book.active.cell(row=row, column=16_384, value=row)
	made = io.BytesIO()
	book.save(made)
	return made.getvalue()


def _one_line(path: Path) -> None:
	with path.open("wb") as file:
		for _ in range(1024):
			file.write(b"word " * (_PIECE // 5) + b"x" * (_PIECE % 5))


def _sparse(path: Path) -> None:
	with path.open("wb") as file:
		file.truncate(10 << 30)


SMALL: Mapping[str, Callable[[], bytes]] = {
	"encoded words.eml": _encoded_words,
	"parts.eml": _parts,
	"paragraphs.html": lambda: b"<html><body>" + b"<p>a<b>b</b></p>" * 1_500_000,
	"values.yaml": _yaml,
	"headings.md": _headings,
	"paragraphs.docx": _document,
	"far cells.xlsx": _far_cells,
}
"""Those that fit into memory, by the name that they come under."""
LARGE: Mapping[str, Callable[[Path], None]] = {"one line.txt": _one_line, "sparse.txt": _sparse}
"""Those that are written to a disk: 1 GB, and 10 GB that take no room there."""


def _measured(content: Content) -> tuple[float, float, str]:
	"""Seconds of the processor, MiB beyond what there was before, and what became of it."""
	before = _spent()
	with open_reader() as reader:
		reading = reader.sections(content)
		process = getattr(reader, "_process", None)
		try:
			with Ocr(off=NOBODY_READS).scans_of(content) as scans:
				for _section in reading.items(scans):
					pass
			outcome = f"read, {reading.characters:,} characters"
		except InputError as error:
			outcome = f"{error.code}: {error}"
	return _spent() - before, max(0, process.peak if process else 0) / (1 << 20), outcome


def _spent() -> float:
	used = resource.getrusage(resource.RUSAGE_CHILDREN)
	return used.ru_utime + used.ru_stime


def main() -> None:
	"""Read all, or those that are named, and print one table."""
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join([*SMALL, *LARGE]))
	wanted = parser.parse_args().names or [*SMALL, *LARGE]
	if strange := [name for name in wanted if name not in SMALL and name not in LARGE]:
		parser.error(f"there is no {strange[0]}; there are {', '.join([*SMALL, *LARGE])}")
	print(machine() + "\n")
	rows = []
	with tempfile.TemporaryDirectory(prefix="huf-hostile-") as folder:
		for name in wanted:
			path = Path(folder) / name
			if name in SMALL:
				path.write_bytes(SMALL[name]())
			else:
				LARGE[name](path)
			seconds, memory, outcome = _measured(Content(name, path=path))
			rows.append(
				[name, f"{path.stat().st_size / 1e6:,.1f}", f"{seconds:.1f}", f"{memory:.0f}", outcome]
			)
			path.unlink()
	print(table(["file", "MB", "seconds of the processor", "MiB", "outcome"], rows))


if __name__ == "__main__":
	main()
