"""Electronic invoices by their meaning: UBL 2.1 and UN/CEFACT CII, the two syntaxes of EN 16931.

Each business term has one name here, whichever syntax an invoice is written in, so that both are found by the same words.
Paths follow CEN/TS 16931-3-2 (UBL) and 16931-3-3 (CII).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.tables.model import table_section
from huf.engine.types import Locator, Section

EMBEDDED = frozenset(
	("factur-x.xml", "zugferd-invoice.xml", "xrechnung.xml", "order-x.xml", "cii.xml", "ubl.xml")
)
"""Lower-case names under which a PDF carries its invoice (Factur-X 1.0, ZUGFeRD 1.0 to 2.3)."""


@dataclass(frozen=True, slots=True)
class _Syntax:
	"""Where one syntax keeps the business terms. Paths are of local names; the first that has a text counts."""

	fields: Mapping[str, tuple[str, ...]]
	parties: Mapping[str, str]
	party: Mapping[str, tuple[str, ...]]
	lines: str
	columns: Mapping[str, tuple[str, ...]]


_UBL = _Syntax(
	fields={
		"Number": ("ID",),
		"Date": ("IssueDate",),
		"Due": ("DueDate", "PaymentMeans/PaymentDueDate"),
		"Order": ("OrderReference/ID",),
		"Contract": ("ContractDocumentReference/ID",),
		"Buyer reference": ("BuyerReference",),
		"Delivered": ("Delivery/ActualDeliveryDate",),
		"Note": ("Note",),
		"Payment terms": ("PaymentTerms/Note",),
		"Account": ("PaymentMeans/PayeeFinancialAccount/ID",),
		"Currency": ("DocumentCurrencyCode",),
		"Net total": ("LegalMonetaryTotal/TaxExclusiveAmount",),
		"Tax total": ("TaxTotal/TaxAmount",),
		"Gross total": ("LegalMonetaryTotal/TaxInclusiveAmount",),
		"Prepaid": ("LegalMonetaryTotal/PrepaidAmount",),
		"Amount due": ("LegalMonetaryTotal/PayableAmount",),
	},
	parties={
		"Seller": "AccountingSupplierParty/Party",
		"Buyer": "AccountingCustomerParty/Party",
		"Payee": "PayeeParty",
	},
	party={
		"": ("PartyLegalEntity/RegistrationName", "PartyName/Name"),
		"street": ("PostalAddress/StreetName",),
		"postcode": ("PostalAddress/PostalZone",),
		"city": ("PostalAddress/CityName",),
		"country": ("PostalAddress/Country/IdentificationCode",),
		"VAT ID": ("PartyTaxScheme/CompanyID",),
		"contact": ("Contact/Name",),
		"e-mail": ("Contact/ElectronicMail", "EndpointID"),
	},
	lines="InvoiceLine|CreditNoteLine",
	columns={
		"Line": ("ID",),
		"Item code": ("Item/SellersItemIdentification/ID", "Item/StandardItemIdentification/ID"),
		"Item": ("Item/Name",),
		"Description": ("Item/Description", "Note"),
		"Quantity": ("InvoicedQuantity", "CreditedQuantity"),
		"Unit price": ("Price/PriceAmount",),
		"Tax %": ("Item/ClassifiedTaxCategory/Percent",),
		"Net amount": ("LineExtensionAmount",),
	},
)
_TRADE, _AGREEMENT, _SETTLEMENT = (
	f"SupplyChainTradeTransaction{part}"
	for part in ("", "/ApplicableHeaderTradeAgreement", "/ApplicableHeaderTradeSettlement")
)
_SUMS = f"{_SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation"
_TERMS = f"{_SETTLEMENT}/SpecifiedTradePaymentTerms"
_CII = _Syntax(
	fields={
		"Number": ("ExchangedDocument/ID",),
		"Date": ("ExchangedDocument/IssueDateTime/DateTimeString",),
		"Due": (f"{_TERMS}/DueDateDateTime/DateTimeString",),
		"Order": (f"{_AGREEMENT}/BuyerOrderReferencedDocument/IssuerAssignedID",),
		"Contract": (f"{_AGREEMENT}/ContractReferencedDocument/IssuerAssignedID",),
		"Buyer reference": (f"{_AGREEMENT}/BuyerReference",),
		"Delivered": (
			f"{_TRADE}/ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString",
		),
		"Note": ("ExchangedDocument/IncludedNote/Content",),
		"Payment terms": (f"{_TERMS}/Description",),
		"Account": (
			f"{_SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID",
			f"{_SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/ProprietaryID",
		),
		"Currency": (f"{_SETTLEMENT}/InvoiceCurrencyCode",),
		"Net total": (f"{_SUMS}/TaxBasisTotalAmount",),
		"Tax total": (f"{_SUMS}/TaxTotalAmount",),
		"Gross total": (f"{_SUMS}/GrandTotalAmount",),
		"Prepaid": (f"{_SUMS}/TotalPrepaidAmount",),
		"Amount due": (f"{_SUMS}/DuePayableAmount",),
	},
	parties={
		"Seller": f"{_AGREEMENT}/SellerTradeParty",
		"Buyer": f"{_AGREEMENT}/BuyerTradeParty",
		"Payee": f"{_SETTLEMENT}/PayeeTradeParty",
	},
	party={
		"": ("Name",),
		"street": ("PostalTradeAddress/LineOne",),
		"postcode": ("PostalTradeAddress/PostcodeCode",),
		"city": ("PostalTradeAddress/CityName",),
		"country": ("PostalTradeAddress/CountryID",),
		"VAT ID": ("SpecifiedTaxRegistration/ID",),
		"contact": ("DefinedTradeContact/PersonName", "DefinedTradeContact/DepartmentName"),
		"e-mail": (
			"DefinedTradeContact/EmailURIUniversalCommunication/URIID",
			"URIUniversalCommunication/URIID",
		),
	},
	lines=f"{_TRADE}/IncludedSupplyChainTradeLineItem",
	columns={
		"Line": ("AssociatedDocumentLineDocument/LineID",),
		"Item code": ("SpecifiedTradeProduct/SellerAssignedID", "SpecifiedTradeProduct/GlobalID"),
		"Item": ("SpecifiedTradeProduct/Name",),
		"Description": (
			"SpecifiedTradeProduct/Description",
			"AssociatedDocumentLineDocument/IncludedNote/Content",
		),
		"Quantity": ("SpecifiedLineTradeDelivery/BilledQuantity",),
		"Unit price": ("SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",),
		"Tax %": ("SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent",),
		"Net amount": (
			"SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
		),
	},
)
_SYNTAXES = {
	("Invoice", "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"): (_UBL, "Invoice"),
	("CreditNote", "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"): (_UBL, "Credit note"),
	("CrossIndustryInvoice", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"): (
		_CII,
		"Invoice",
	),
}
_CREDIT_NOTES = frozenset(("81", "381", "396", "532"))
"""Codes of UNTDID 1001 for documents that give money back."""
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
	if not (found := _SYNTAXES.get((name, space))):
		return None
	syntax, kind = found
	code = _first(root, ("ExchangedDocument/TypeCode", "InvoiceTypeCode"))
	kind = "Credit note" if code in _CREDIT_NOTES else kind
	told = {label: _first(root, paths) for label, paths in syntax.fields.items()}
	seller = _find(root, syntax.parties["Seller"])
	tell(
		content,
		author=_first(seller, syntax.party[""]) if seller is not None else None,
		date=told["Date"],
		kind=kind,
		title=f"{kind} {told['Number']}".rstrip(),
	)
	return _sections(root, syntax, kind, told)


def _sections(root: Any, syntax: _Syntax, kind: str, told: Mapping[str, str]) -> Iterator[Section]:
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
		element = _find(root, path)
		if element is not None and (text := one_line(element.text or "")):
			return _shown(text, element)
	return ""


def _shown(text: str, element: Any) -> str:
	if element.get("format") == "102" and len(text) == 8 and text.isdecimal():  # CCYYMMDD, UNTDID 2379
		return f"{text[:4]}-{text[4:6]}-{text[6:]}"
	if "unitCode" in element.attrib:
		code = element.get("unitCode")
		return f"{text} {_UNITS.get(code, code)}".rstrip()
	if "currencyID" in element.attrib:
		return f"{text} {element.get('currencyID')}"
	return text
