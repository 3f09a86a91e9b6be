"""Files made by the tests: each by the library that makes such files, PDFs by hand."""

import io
import struct
import zipfile
from collections.abc import Callable
from itertools import pairwise

from huf.engine.content import Content
from huf.engine.extractors import Extraction, extract
from huf.engine.types import Section


def read(name: str, data: bytes | str, media_type: str = "") -> tuple[list[Section], list[str]]:
	"""All sections and notes of a file."""
	extraction = start(name, data, media_type)
	return list(extraction.sections), extraction.notes


def start(name: str, data: bytes | str, media_type: str = "") -> Extraction:
	"""The extraction of a file, not yet consumed."""
	raw = data.encode() if isinstance(data, str) else data
	return extract(Content(name, data=raw, media_type=media_type))


def check_law(sections: list[Section]) -> None:
	"""A locator with rows or lines stands for exactly one ended line each, in ascending order."""
	previous, place = 0, ""
	for section in sections:
		assert section.text
		span = section.locator.lines or section.locator.rows
		if span:
			first, last = span
			assert section.text.endswith("\n")
			assert section.text.count("\n") == last - first + 1
			same = place == f"{section.locator.sheet} {section.locator.part}"
			assert first >= previous or not same
			previous, place = last, f"{section.locator.sheet} {section.locator.part}"


def make_pdf(pages: list[list[str]]) -> bytes:
	"""A PDF with one list of lines for each page; an empty list is a page without a text layer."""
	streams = []
	for lines in pages:
		shown = "".join(f"({_escaped(line)}) Tj 0 -14 Td " for line in lines)
		streams.append(f"BT /F1 12 Tf 72 720 Td {shown}ET" if lines else "0 0 100 100 re f")
	return pdf_of(streams)


def pdf_of(streams: list[str], fonts: tuple[str, ...] = ("Helvetica",)) -> bytes:
	"""A PDF with the operators of each page; the fonts are F1, F2 and so on."""
	objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"",
		*(f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} >>" for font in fonts),
	]
	known = " ".join(f"/F{number} {number + 2} 0 R" for number in range(1, len(fonts) + 1))
	kids = []
	for stream in streams:
		objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
		objects.append(
			f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R "
			f"/Resources << /Font << {known} >> >> >>"
		)
		kids.append(f"{len(objects)} 0 R")
	objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
	out = bytearray(b"%PDF-1.4\n")
	offsets = []
	for number, body in enumerate(objects, 1):
		offsets.append(len(out))
		out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
	xref = len(out)
	out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
	out += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
	out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{xref}\n%%EOF\n".encode()
	return bytes(out)


Placed = tuple[float, float, str]


def placed_pdf(pages: list[list[Placed]], drawn: str = "", size: int = 10, bold: int = 0) -> bytes:
	"""A PDF of texts by their places: points from the left and from the top.

	Args:
		pages: in the order in which they are stored.
		drawn: operators of lines, for each page.
		size: of the type.
		bold: how many of the first texts of a page are bold.
	"""
	streams = []
	for texts in pages:
		shown = "".join(
			f"/F{1 + (number < bold)} {size} Tf 1 0 0 1 {left:.1f} {842 - top:.1f} Tm ({_escaped(text)}) Tj "
			for number, (left, top, text) in enumerate(texts)
		)
		streams.append(f"{drawn} BT {shown}ET")
	return pdf_of(streams, ("Helvetica", "Helvetica-Bold"))


def _escaped(line: str) -> str:
	return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def encrypted_pdf(user_password: str) -> bytes:
	"""A PDF encrypted with RC4; an empty user password opens in any viewer."""
	from pypdf import PdfReader, PdfWriter

	writer = PdfWriter()
	writer.append_pages_from_reader(PdfReader(io.BytesIO(make_pdf([["Secret terms"]]))))
	writer.encrypt(user_password, owner_password="owner", algorithm="RC4-128")
	return saved(writer.write)


def saved(save: Callable[[io.BytesIO], object]) -> bytes:
	"""What ``save`` writes."""
	stream = io.BytesIO()
	save(stream)
	return stream.getvalue()


def make_zip(members: dict[str, bytes]) -> bytes:
	"""A compressed ZIP file."""
	stream = io.BytesIO()
	with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
		for name, data in members.items():
			archive.writestr(name, data)
	return stream.getvalue()


def with_member(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
	"""A ZIP file with one member changed."""
	with zipfile.ZipFile(io.BytesIO(data)) as archive:
		members = {n: archive.read(n) for n in archive.namelist()}
	members[name] = change(members[name])
	return make_zip(members)


def make_compound(streams: dict[str, bytes]) -> bytes:
	"""A compound file (MS-CFB, version 3) with streams by their paths, as Outlook and old Office programs write them."""
	nodes: dict[str, bytes | None] = {}
	for path, data in streams.items():
		storages = path.split("/")[:-1]
		nodes.update({"/".join(storages[: n + 1]): None for n in range(len(storages))})
		nodes[path] = data
	paths = [*nodes]
	sectors: list[bytes] = []
	chains: list[int] = []

	def store(data: bytes) -> int:
		if not data:
			return _END
		first, count = len(sectors), -(-len(data) // 512)
		sectors.extend(data[n * 512 : n * 512 + 512].ljust(512, b"\0") for n in range(count))
		chains.extend([*range(first + 1, first + count), _END])
		return first

	small, small_chains = bytearray(), list[int]()
	starts: dict[str, int] = {}
	for path, data in nodes.items():
		if data is None or len(data) >= 4096:
			starts[path] = store(data or b"") if data else 0
			continue
		count = -(-len(data) // 64)
		first = len(small_chains)
		starts[path] = first if data else _END
		small += data.ljust(count * 64, b"\0")
		small_chains += [*range(first + 1, first + count), _END] if count else []
	small_start = store(bytes(small))
	chain_start = store(b"".join(n.to_bytes(4, "little") for n in small_chains))
	children = {
		parent: [p for p in paths if p.rpartition("/")[0] == parent and p != parent]
		for parent in ["", *paths]
	}
	children[""] = [p for p in paths if "/" not in p]
	following = {one: other for family in children.values() for one, other in pairwise(family)}

	def number(path: str | None) -> int:
		return paths.index(path) + 1 if path else _FREE

	def entry(name: str, kind: int, after: str | None, child: str | None, start: int, size: int) -> bytes:
		raw = name.encode("utf-16-le") + b"\0\0"
		numbers = (_FREE, number(after), number(child))
		return (
			raw.ljust(64, b"\0")
			+ len(raw).to_bytes(2, "little")
			+ bytes((kind, 1))
			+ b"".join(n.to_bytes(4, "little") for n in numbers)
			+ bytes(36)
			+ start.to_bytes(4, "little")
			+ size.to_bytes(8, "little")
		)

	top = children[""]
	directory = entry("Root Entry", 5, None, top[0] if top else None, small_start, len(small))
	for path, data in nodes.items():
		family = children[path]
		kind = 1 if data is None else 2
		first_child = family[0] if family else None
		name = path.rpartition("/")[2]
		directory += entry(name, kind, following.get(path), first_child, starts[path], len(data or b""))
	directory_start = store(directory)
	blocks = 1
	while blocks * 128 < len(sectors) + blocks:
		blocks += 1
	allocation_start = len(sectors)
	table = [*chains, *[0xFFFFFFFD] * blocks]
	table += [_FREE] * (blocks * 128 - len(table))
	sectors += [
		b"".join(n.to_bytes(4, "little") for n in table[n * 128 : n * 128 + 128]) for n in range(blocks)
	]
	places = [*range(allocation_start, allocation_start + blocks)]
	header = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + bytes.fromhex("3e000300feff09000600") + bytes(10)
	header += b"".join(
		n.to_bytes(4, "little")
		for n in (blocks, directory_start, 0, 4096, chain_start, -(-len(small_chains) // 128), _END, 0)
	)
	header += b"".join(n.to_bytes(4, "little") for n in [*places, *[_FREE] * (109 - blocks)])
	return header + b"".join(sectors)


_END, _FREE = 0xFFFFFFFE, 0xFFFFFFFF


def record(kind: int, data: bytes) -> bytes:
	"""A record of a workbook (MS-XLS 2.1.4)."""
	return struct.pack("<HH", kind, len(data)) + data


def label(row: int, column: int, text: str) -> bytes:
	"""A cell with a text."""
	return record(0x204, struct.pack("<HHHHB", row, column, 0, len(text), 1) + text.encode("utf-16-le"))


def number(row: int, column: int, value: float, form: int = 0) -> bytes:
	"""A cell with a number; the form is its place in the list of cell formats."""
	return record(0x203, struct.pack("<HHHd", row, column, form, value))


def old_workbook(sheets: dict[str, tuple[int, bytes]], more: bytes = b"") -> bytes:
	"""A workbook of Excel 97 with sheets: whether each is hidden, and its cells."""
	font = record(0x31, struct.pack("<HHHHHBBBBBB", 200, 0, 0x7FFF, 400, 0, 0, 0, 0, 0, 1, 0) + b"A")
	forms = b"".join(record(0xE0, struct.pack("<HHH", 0, key, 1) + bytes(14)) for key in (0, 9, 14, 21))
	begin = record(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 1997, 0, 6))
	head = begin + record(0x42, struct.pack("<H", 1200)) + more + font + forms
	bounds = {name: 8 + 4 + 2 * len(name) for name in sheets}
	place = len(head) + sum(bounds.values()) + 4
	listed, bodies = b"", b""
	for name, (is_hidden, cells) in sheets.items():
		start_of = struct.pack("<IBBBB", place + len(bodies), is_hidden, 0, len(name), 1)
		listed += record(0x85, start_of + name.encode("utf-16-le"))
		bodies += record(0x809, struct.pack("<HHHHII", 0x600, 16, 0, 1997, 0, 6)) + cells + record(0x0A, b"")
	return make_compound({"Workbook": head + listed + record(0x0A, b"") + bodies + bytes(4096)})
