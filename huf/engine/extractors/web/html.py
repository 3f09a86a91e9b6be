"""HTML pages: the main text without navigation, located by heading path; tables keep their column names."""

import base64
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias
from urllib.parse import unquote

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.encoding import read_text
from huf.engine.extractors.hidden_text import drop_hidden_html
from huf.engine.extractors.pictures.inside import PicturesInside
from huf.engine.extractors.sections import Blocks, HeadingPath, is_blank, one_line
from huf.engine.extractors.tables.heads import Row
from huf.engine.extractors.tables.model import Cell, Layout, table_section
from huf.engine.extractors.unread import Unread
from huf.engine.extractors.web.elements import HEADING, INLINE, alternative_text, is_dropped
from huf.engine.extractors.web.lists import ListMarks
from huf.engine.extractors.web.main_text import keep_main_text
from huf.engine.extractors.web.page_facts import is_saved_page, tell_page
from huf.engine.types import Locator, Section

VERSION = 9

MAX_BYTES = 32 << 20
"""Bytes of one page. A parsed page takes about ten times its size in memory."""

Picture: TypeAlias = Callable[[str, Locator], Section | None]
_INSIDE = "data:image/"
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_DECLARED_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_MIN_MAIN_SHARE = 0.3
"""``<main>`` or ``<article>`` is preferred when it has this share of the page's text; less is a teaser."""


def extract_html(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections by heading. Scripts, navigation, footers, asides, forms' controls and hidden parts are left out."""
	declared = _DECLARED_CHARSET.search(content.media_type)
	meta = _CHARSET.search(content.head(4096))
	charset = declared[1] if declared else meta[1].decode("ascii", "replace") if meta else ""
	text = read_text(content, notes, MAX_BYTES, charset)
	pictures = PicturesInside(content)

	def picture(address: str, place: Locator) -> Section | None:
		"""Those that the file holds itself; a page of the web names others, which are not fetched."""
		is_inside = address[: len(_INSIDE)].lower() == _INSIDE
		return pictures.section(address, lambda: _decoded(address), place) if is_inside else None

	yield from html_sections(text, notes, picture, is_web_page=bool(content.fetched_from), page=content)
	notes.extend(pictures.notes())


def _decoded(address: str) -> bytes:
	"""What a ``data:`` address holds (RFC 2397); nothing if it is text, as of a drawing, or damaged."""
	kind, _, data = address.partition(",")
	try:
		return base64.b64decode(unquote(data)) if kind.lower().endswith(";base64") else b""
	except ValueError:
		return b""


def html_sections(
	text: str,
	notes: list[str],
	picture: Picture | None = None,
	*,
	is_web_page: bool = False,
	page: Content | None = None,
) -> Iterator[Section]:
	"""Sections of an HTML text that is already decoded.

	:param picture: gives what stands on a picture, by its address and place; None where nobody reads them.
	:param is_web_page: it was fetched from the web, so that what surrounds its own text is left out; so it is of a ``page`` that was saved from there.
	:param page: the input that the text is all of, and speaks for.
	"""
	root = _parse(text, notes)
	if root is None:
		return
	if page is not None:
		tell_page(page, root)
		is_web_page = is_web_page or is_saved_page(text, root)
	drop_hidden_html(root, notes)
	if is_web_page:
		keep_main_text(root, notes)
	title = one_line(root.findtext(".//title") or "")
	body = _main_part(root)
	headings = HeadingPath()
	if title:
		headings.enter(0, title)
	blocks = Blocks()
	for piece in _pieces(body, are_pictures_read=picture is not None):
		if isinstance(piece, str):
			yield from blocks.paragraph(headings.path, piece)
		elif piece.tag in ("table", "img"):
			if piece.tag == "table" and (section := _table(piece, headings.path)):
				yield from blocks.table(section)
			for shown in piece.iter("img"):
				if picture and (
					section := picture(shown.get("src", "").strip(), Locator(heading=headings.path))
				):
					yield from blocks.table(section)
		elif words := one_line(_inline_text(piece)):
			# "Leave – Acme Ltd" and a first heading "Leave" are one step of the path.
			repeats = headings.path == (title,) and (title.startswith(words) or title.endswith(words))
			headings.enter(0 if repeats else int(piece.tag[1]), words)
			yield from blocks.heading(headings.path, words)
	yield from blocks.flush()


def _parse(text: str, notes: list[str]) -> Any:
	from lxml import etree, html

	# huge_tree lifts the depth limit under which libxml2 silently drops the rest of the page; the size is
	# bounded by MAX_BYTES and everything below walks without recursion.
	parser = html.HTMLParser(
		encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True
	)
	if is_blank(text):
		return None
	try:
		root = html.document_fromstring(
			text.replace("\0", "\ufffd").encode("utf-8", "replace"), parser=parser
		)
	except etree.ParserError:
		return None  # nothing but comments: there is no document
	except etree.LxmlError as error:
		raise CorruptFile(f"This is not readable as HTML: {one_line(str(error))[:120]}.") from error
	if any("depth" in entry.message.lower() for entry in parser.error_log):
		notes.append(Unread("The page is nested more than 2,000 levels deep; what is deeper was left out."))
	return root


def _main_part(root: Any) -> Any:
	"""The one element that holds the page's own text."""
	whole = sum(1 for _ in _words(root))
	for path in (".//main", ".//*[@role='main']", ".//article"):
		found = root.findall(path)
		if len(found) == 1 and sum(1 for _ in _words(found[0])) >= _MIN_MAIN_SHARE * whole:
			return found[0]
	return root


def _words(element: Any) -> Iterator[str]:
	for piece in _pieces(element):
		yield from (piece if isinstance(piece, str) else _inline_text(piece)).split()


def _pieces(root: Any, *, are_pictures_read: bool = False) -> Iterator[Any]:
	"""Paragraph texts (str), heading elements, table elements and, if they are read, pictures below ``root``, in order, without recursion."""
	inline: list[str] = []
	marks = ListMarks()
	mark = ""
	# A stack entry is an element to open, a text, or None: here a block ends.
	stack: list[Any] = [*reversed(_content(root))]
	while stack:
		item = stack.pop()
		if isinstance(item, str):
			inline.append(item)
			continue
		is_picture = item is not None and item.tag == "img"
		if is_picture:
			inline.append(alternative_text(item))
		if item is not None and item.tag in INLINE and not (is_picture and are_pictures_read):
			stack.extend(reversed(_content(item)))
			continue
		if item is not None and item.tag == "br":
			inline.append("\n")
			continue
		is_yielded = item is not None and (
			is_picture or HEADING.match(item.tag) or (item.tag == "table" and _is_data_table(item))
		)
		is_code = item is not None and item.tag == "pre"
		text = _tidy("".join(inline))
		# The mark of an item whose text stands in a paragraph goes before that.
		is_opened = item is not None and not is_yielded and not is_code
		inline = [mark] if text and text == mark.strip() and is_opened else []
		if text and text not in ("-", mark.strip()):
			yield text
			mark = ""
		if item is None:
			continue
		if is_yielded:
			yield item
		elif is_code:
			code = _inline_text(item).strip("\n")
			if not is_blank(code):
				yield code
		else:
			stack.append(None)
			stack.extend(reversed(_content(item)))
			if item.tag == "li":
				mark = marks.of(item)
				stack.append(mark)
	if (text := _tidy("".join(inline))) not in ("", "-", mark.strip()):
		yield text


def _content(element: Any) -> list[Any]:
	"""Own text, children that show and the texts between them. HTML's white space is one space."""
	parts: list[Any] = [_SPACE.sub(" ", element.text)] if element.text else []
	for child in element:
		if not is_dropped(child):
			parts.append(child)
		if child.tail:
			parts.append(_SPACE.sub(" ", child.tail))
	return parts


_SPACE = re.compile(r"[ \t\r\n\f]+")


def _tidy(text: str) -> str:
	lines = [one_line(line) for line in text.split("\n")]
	joined = "\n".join(line for line in lines if line)
	return "" if is_blank(joined) else joined


def _inline_text(root: Any) -> str:
	"""All text that shows below ``root``, as it stands; blocks are separated by a space, ``br`` is a line end."""
	parts: list[str] = []
	stack: list[Any] = [root]
	while stack:
		item = stack.pop()
		if isinstance(item, str):
			parts.append(item)
			continue
		inner: list[Any] = [item.text] if item.text else []
		if item.tag == "img":
			inner = [alternative_text(item)]
		for child in item:
			if not is_dropped(child):
				inner.append("\n" if child.tag == "br" else child)
			if child.tail:
				inner.append(child.tail)
		if item.tag not in INLINE and item is not root:
			inner = [" ", *inner, " "]
		stack.extend(reversed(inner))
	return "".join(parts)


def _is_data_table(table: Any) -> bool:
	"""False for tables that only lay a page out: with tables in them or a single cell."""
	return table.find(".//table") is None and len(table.findall(".//td")) + len(table.findall(".//th")) > 1


def _table(table: Any, heading: tuple[str, ...]) -> Section | None:
	layout = Layout()
	rows: list[Row] = []
	names_rows = True
	for row in table.iter("tr"):
		if is_dropped(row):
			continue
		tags = [cell.tag for cell in row if cell.tag in ("td", "th") and not is_dropped(cell)]
		names_rows = names_rows and tags == ["th", "td"]
		cells = (
			Cell(_inline_text(cell), _span(cell, "colspan"), _span(cell, "rowspan"), is_name=cell.tag == "th")
			for cell in row
			if cell.tag in ("td", "th") and not is_dropped(cell)
		)
		rows.append(layout.row(len(rows) + 1, cells, is_header=row.getparent().tag == "thead"))
	caption = table.find("caption")
	words = _inline_text(caption) if caption is not None else ""
	return table_section(rows, Locator(heading=heading), words, has_names=not names_rows)


def _span(cell: Any, name: str) -> int:
	"""Over how many columns or rows a cell goes; no more than a table has."""
	span = cell.get(name, "1").strip()
	return (
		max(1, min(int(span), 100 if name == "colspan" else 65_534))
		if span.isdecimal() and len(span) < 10
		else 1
	)
