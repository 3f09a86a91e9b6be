"""Electronic invoices by their meaning: UBL 2.1 and UN/CEFACT CII, the two syntaxes of EN 16931, and FatturaPA of Italy.

Each business term has one name here, whichever syntax an invoice is written in, so that both are found by the same words.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import chain
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.tables.model import table_section
from huf.engine.extractors.xml.invoice_syntaxes import BODY, CREDIT_NOTES, DOCUMENT, SYNTAXES, Syntax
from huf.engine.types import Locator, Section

EMBEDDED = frozenset(
	("factur-x.xml", "zugferd-invoice.xml", "xrechnung.xml", "order-x.xml", "cii.xml", "ubl.xml")
)
"""Lower-case names under which a PDF carries its invoice (Factur-X 1.0, ZUGFeRD 1.0 to 2.3)."""
_UNITS = {
	"C62": "", "H87": "", "XPP": "", "HUR": "h", "MIN": "min", "DAY": "days", "MON": "months", "ANN": "years", "KGM": "kg",
	"GRM": "g", "TNE": "t", "LTR": "l", "MTR": "m", "MTK": "m²", "MTQ": "m³", "KMT": "km", "KWH": "kWh", "SET": "sets",
}  # fmt: skip
"""What people write for units of UN/ECE Recommendation 20; nothing for pieces."""


def invoice_sections(root: Any, content: Content) -> Iterator[Section] | None:
	"""An invoice that was parsed from XML as its terms by name, and its lines as a table; None for any other document.

	:param content: the input, which is of the day of the invoice and by its seller.
	"""
	name, space = _split(root.tag)
	if not (found := SYNTAXES.get((name, space))):
		return None
	syntax, of_all = found
	invoices = _each(root)
	first = next(invoices)
	kind, told = _kind(first, of_all), _terms(first, syntax)
	seller = _find(root, syntax.parties["Seller"])
	tell(
		content,
		author=_first(seller, syntax.party[""]) if seller is not None else None,
		date=told["Date"],
		kind=kind,
		title=f"{kind} {told['Number']}".rstrip(),
	)
	others = (_sections(one, syntax, _kind(one, of_all), _terms(one, syntax)) for one in invoices)
	return chain(_sections(first, syntax, kind, told), chain.from_iterable(others))


def _each(root: Any) -> Iterator[Any]:
	"""``root`` with each invoice in it alone, one after the other: in FatturaPA several may share a header."""
	bodies = root.findall(_anywhere(BODY))
	if len(bodies) < 2:
		yield root
		return
	for body in bodies:
		root.remove(body)
	for body in bodies:
		root.append(body)
		yield root
		root.remove(body)


def _kind(root: Any, kind: str) -> str:
	paths = ("ExchangedDocument/TypeCode", "InvoiceTypeCode", f"{DOCUMENT}/TipoDocumento")
	return "Credit note" if _first(root, paths) in CREDIT_NOTES else kind


def _terms(root: Any, syntax: Syntax) -> dict[str, str]:
	"""The terms by name."""
	told = {label: _first(root, paths) for label, paths in syntax.fields.items()}
	for label, path in syntax.sums.items():
		told[label] = _sum(root, path)
	if currency := _first(root, (syntax.currency,)) if syntax.currency else "":
		amounts = (*syntax.sums, "Gross total")
		told.update({label: f"{told[label]} {currency}" for label in amounts if told.get(label)})
	return told


def _sum(root: Any, path: str) -> str:
	"""What the amounts at a path add up to; empty if there are none, or one is no number."""
	texts = [one_line(element.text or "") for element in root.iterfind(_anywhere(path))]
	try:
		return str(sum(map(Decimal, texts))) if texts else ""
	except ArithmeticError:
		return ""


def _sections(root: Any, syntax: Syntax, kind: str, told: Mapping[str, str]) -> Iterator[Section]:
	title = f"{kind} {told['Number']}".rstrip()
	place = Locator(heading=(title,))
	lines = [title]
	for label, path in syntax.parties.items():
		if (element := _find(root, path)) is not None:
			lines += _party(label, {name: _first(element, paths) for name, paths in syntax.party.items()})
	lines += [f"{label}: {value}" for label, value in told.items() if value and label != "Number"]
	yield Section("\n".join(lines) + "\n", place)
	rows = [
		[_first(line, paths) for paths in syntax.columns.values()]
		for path in syntax.lines.split("|")
		for line in root.iterfind(_anywhere(path))
	]
	filled = [index for index in range(len(syntax.columns)) if any(row[index] for row in rows)]
	names = list(syntax.columns)
	table = [[names[index] for index in filled], *([row[index] for index in filled] for row in rows)]
	if rows and (section := table_section(table, place, title, header_rows=1)):
		yield section


def _party(label: str, told: dict[str, str]) -> Iterator[str]:
	town = " ".join(filter(None, (told["postcode"], told["city"])))
	address = ", ".join(filter(None, (told["street"], town, told["country"])))
	whole = ", ".join(filter(None, (told[""], address)))
	if whole:
		yield f"{label}: {whole}"
	for name in ("VAT ID", "contact", "e-mail"):
		if told[name]:
			yield f"{label}, {name}: {told[name]}"


def _split(tag: Any) -> tuple[str, str]:
	if not isinstance(tag, str):
		return "", ""
	space, _, name = tag.rpartition("}")
	return name, space.removeprefix("{")


def _anywhere(path: str) -> str:
	"""A path of local names, in any namespace."""
	return "/".join(f"{{*}}{step}" for step in path.split("/"))


def _find(root: Any, path: str) -> Any:
	return root.find(_anywhere(path))


def _first(root: Any, paths: tuple[str, ...]) -> str:
	"""The value at the first of ``paths`` that has one, as people write it."""
	for path in paths:
		parts = [_text_at(root, part) for part in path.split(" + ")]
		if found := " ".join(filter(None, parts)):
			return found
	return ""


def _text_at(root: Any, path: str) -> str:
	element = _find(root, path)
	text = one_line(element.text or "") if element is not None else ""
	return _shown(text, element) if text else ""


def _shown(text: str, element: Any) -> str:
	if element.get("format") == "102" and len(text) == 8 and text.isdecimal():  # CCYYMMDD, UNTDID 2379
		return f"{text[:4]}-{text[4:6]}-{text[6:]}"
	if "unitCode" in element.attrib:
		code = element.get("unitCode")
		return f"{text} {_UNITS.get(code, code)}".rstrip()
	if "currencyID" in element.attrib:
		return f"{text} {element.get('currencyID')}"
	return text
