"""Rich Text, old workbooks, XML and invoices, subtitles and notebooks, with their exact places."""

import io
import json
import struct
import time
from contextlib import suppress

import pytest
from extractor_samples import (
	check_law,
	label,
	make_compound,
	make_pdf,
	number,
	old_workbook,
	read,
	record,
	saved,
	start,
)

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputError, InputTooLarge, NoText, PasswordProtected
from huf.engine.extractors import extract
from huf.engine.extractors.office.spreadsheets import sheets
from huf.engine.extractors.unread import Unread
from huf.engine.types import Locator, Section

RTF = r"""{\rtf1\ansi\ansicpg1252\deff0\uc1{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset204 Times;}{\f2\fcharset128 Mincho;}}
{\colortbl;\red255\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 Chapter;}{\s2\sbasedon0 heading 2;}{\*\cs9 Default Font;}}
{\info{\title Leave \u8211? rules}{\author Ada}{\keywords KEYWORDS}{\creatim\yr2020\mo1\dy2}{\revtim\yr2021\mo5\dy3\hr10\min30}}{\*\generator Word 16;}{\header HEADER\par}
\pard\plain\s1 Leave\par
\pard\plain Thirty\~days \'fcber \u1044?\u1086?\u1085?, {\v HIDDEN}{\deleted GONE}\f1\'c4\'ee\'ed\f0  and {\f2\'93\'fa\'96\'7b}{\footnote\pard Since {\b 2020}.}.\par
\pard\bullet  Emoji \u-10179?\u-8704? here{\*\atnid A}{\*\atnauthor Grace}\chatn{\*\annotation{\*\atnref 1}Check \u-10179?\u-8704?.}.\line next line\par
{\pict\wmetafile8 0102030405}{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt the link}}\par
\pard\s2 Sick\par
\trowd\cellx100\cellx200\pard\intbl Years\cell Days\cell\row
\trowd\pard\intbl 5\cell 30\par more\cell\row
\pard After.{\bin5 }}}}} The end\par}"""
"""Headings by level and by name, letters in four encodings, notes, a table, and everything that no reader sees."""


def test_rtf() -> None:
	"""Each part in its place and each letter as it is shown; nothing of what does not show."""
	properties: dict[str, object] = {}
	extraction = extract(Content("a.rtf", data=RTF.encode("latin-1"), properties=properties))
	found = [(section.locator, section.header, section.text) for section in extraction.sections]
	leave, sick = ("Leave",), ("Leave", "Sick")
	assert found == [
		(
			Locator(heading=leave),
			"",
			"Leave\nThirty\u00a0days über Дон, Дон and 日本.\n• Emoji 😀 here.\nnext line\nthe link\n",
		),
		(Locator(heading=sick), "Years | Days", "5 | 30 more\n"),
		(Locator(heading=sick), "", "After. The end\n"),
		(Locator(part="footnotes"), "", "Since 2020.\n"),
		(Locator(part="comments"), "", "Grace: Check 😀.\n"),
	]
	assert extraction.notes == ["Pictures in it of a kind that is not read, such as drawings: 1."]
	assert properties == {
		"document_author": "Ada",
		"document_date": "2021-05-03T10:30:00",
		"document_title": "Leave – rules",
	}


def test_rtf_is_known_by_its_beginning() -> None:
	"""Whatever it is called; and a text that is called so is no such file."""
	assert start("letter.doc", RTF).extractor == "rtf"
	assert start("letter", RTF).media_type == "application/rtf"
	with pytest.raises(CorruptFile, match="plain text"):
		start("a.rtf", "Hello")


def test_a_comment_in_a_footnote() -> None:
	"""What stands around a note goes on behind it."""
	text = r"{\rtf1 A{\footnote one {\*\annotation inner} two}B\par}"
	assert [section.text for section in read("a.rtf", text)[0]] == ["AB\n", "one two\n", "inner\n"]


@pytest.mark.parametrize(
	("text", "shown"),
	[
		(r"{\rtf1\ansi\ansicpg1250 za\'bfo\'b3\'e6}", "zażołć"),
		(r"{\rtf1\ansi\ansicpg936 \'d6\'d0}", "中"),
		(r"{\rtf1\mac \'8a}", "ä"),
		(r"{\rtf1\ansi\uc2\u20013 ?? {\uc0\u25991 }x}", "中 文x"),
		(r"{\rtf1\ansi\deff3{\fonttbl{\f3\fcharset161 A;}}\plain \'e1}", "α"),
		(r"{\rtf1\ansi\ansicpg99999 \'e9}", "é"),
		(r"{\rtf1 A\cell B\cell\row}", "A | B"),
		(r"{\rtf1 open {\b group", "open group"),
	],
)
def test_rtf_encodings(text: str, shown: str) -> None:
	"""Code pages, old Macintoshes, characters with replacements of any number, and files without an end."""
	assert "".join(section.text for section in read("a.rtf", text)[0]).strip() == shown


def test_hostile_rtf() -> None:
	"""A million groups, patterns that keep readers busy, and a file that skips all of itself end soon, one way or another."""
	began = time.process_time()
	with pytest.raises(InputTooLarge, match="groups"):
		read("a.rtf", b"{\\rtf1" + b"{" * 1_000_000)
	read("a.rtf", b"{\\rtf1 a" + b"\\'e9" * 300_000 + b"}" * 1000)
	read("a.rtf", b"{\\rtf1 a" + b"\\" * 300_000)
	with pytest.raises(NoText):
		read("a.rtf", b"{\\rtf1\\bin999999999 text}")
	with pytest.raises(NoText):
		read("a.rtf", b"{\\rtf1" + b"{\\*\\x " * 1500 + b"text")
	# Minutes if anything in it were quadratic.
	assert time.process_time() - began < 30


def test_xls() -> None:
	"""Rows as in newer workbooks: percent, dates and times as shown, errors and booleans by name, without hidden sheets."""
	cells = (
		label(0, 0, "Item")
		+ label(0, 1, "Share")
		+ label(0, 2, "Since")
		+ label(2, 0, "Pump Ä")
		+ number(2, 1, 0.19, 1)
		+ number(2, 2, 45_000, 2)
		+ label(3, 0, "Valve")
		+ number(3, 1, 7.0)
		+ number(3, 2, 0.5, 3)
		+ record(0x205, struct.pack("<HHHBB", 4, 0, 0, 1, 0))
		+ record(0x205, struct.pack("<HHHBB", 4, 1, 0, 7, 1))
	)
	data = old_workbook({"Stock": (0, cells), "Secret": (1, label(0, 0, "HIDDEN"))})
	sections, notes = read("a.xls", data)
	check_law(sections)
	assert [(s.locator, s.header, s.text) for s in sections] == [
		(Locator(sheet="Stock", rows=(1, 1)), "Sheet Stock", "Item | Share | Since\n"),
		(
			Locator(sheet="Stock", rows=(3, 5)),
			"Sheet Stock",
			"Pump Ä | 19% | 2023-03-15\nValve | 7 | 12:00:00\nTRUE | #DIV/0!\n",
		),
	]
	assert notes == ["The hidden sheet “Secret” was left out."]
	assert start("report", data).extractor == "xls"
	with pytest.raises(PasswordProtected):
		read("a.xls", old_workbook({"S": (0, b"")}, record(0x2F, struct.pack("<HHH", 1, 1, 1) + bytes(48))))
	with pytest.raises(CorruptFile):
		read("a.xls", make_compound({"Workbook": b"x" * 5000}))


def test_a_page_that_is_called_a_workbook() -> None:
	"""Programs write tables for Excel as HTML under its ending; they are read as what they are."""
	page = "<html><body><table><tr><th>Item</th><th>Qty</th></tr><tr><td>Pump</td><td>7</td></tr></table></body></html>"
	assert start("export.xls", page).extractor == "html"


WORKBOOK_2003 = """<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel"
 xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:o="urn:schemas-microsoft-com:office:office">
<o:DocumentProperties><o:Author>Ada</o:Author><o:LastSaved>2023-04-05T06:07:08Z</o:LastSaved><o:Title>Stock</o:Title></o:DocumentProperties>
<Styles><Style ss:ID="Default"><NumberFormat/></Style><Style ss:ID="money"><NumberFormat ss:Format="#,##0.00\\ &quot;€&quot;"/></Style>
 <Style ss:ID="bold" ss:Parent="money"/><Style ss:ID="share"><NumberFormat ss:Format="Percent"/></Style></Styles>
<Worksheet ss:Name="Stock"><Table ss:StyleID="share"><Column/><Column ss:StyleID="bold"/><Column ss:Index="4" ss:Span="1"/><Column ss:Hidden="1"/>
 <Row><Cell><Data ss:Type="String">Item</Data></Cell><Cell ss:MergeAcross="1"><Data ss:Type="String">Price</Data></Cell>
  <Cell><Data ss:Type="String">Since</Data></Cell><Cell ss:Index="6"><Data ss:Type="String">SECRET</Data></Cell></Row>
 <Row ss:Index="3"><Cell ss:MergeDown="1"><Data ss:Type="String">Pump Ä</Data><Comment ss:Author="Grace"><ss:Data>Grace:&#10;Ask Ada</ss:Data></Comment></Cell>
  <Cell><Data ss:Type="Number">1234.5</Data></Cell><Cell><Data ss:Type="Number">0.19</Data></Cell>
  <Cell><Data ss:Type="DateTime">2023-03-15T00:00:00.000</Data></Cell></Row>
 <Row><Cell ss:Index="2"><Data ss:Type="Number">7</Data></Cell><Cell><Data ss:Type="Boolean">1</Data></Cell>
  <Cell><Data ss:Type="DateTime">1899-12-31T12:30:00.000</Data></Cell></Row>
 <Row ss:Hidden="1"><Cell><Data ss:Type="String">HIDDEN</Data></Cell></Row>
 <Row><Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">Valve <B>DN 25</B></ss:Data></Cell><Cell><Data ss:Type="Error">#N/A</Data></Cell></Row>
</Table></Worksheet>
<Worksheet ss:Name="Prices of old"><Table><Row><Cell><Data ss:Type="String">OLD</Data></Cell></Row></Table>
 <x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></Worksheet></Workbook>"""


@pytest.mark.parametrize("name", ["export.xls", "export.xml"])
def test_a_workbook_of_2003_in_xml(name: str) -> None:
	"""Each value in its column and as it shows, under whichever ending it comes; nothing of what does not show."""
	properties: dict[str, object] = {}
	extraction = extract(Content(name, data=WORKBOOK_2003.encode(), properties=properties))
	sections = list(extraction.sections)
	check_law(sections)
	assert [(s.locator, s.header, s.text) for s in sections] == [
		(Locator(sheet="Stock", rows=(1, 1)), "Sheet Stock", "Item | Price |  | Since\n"),
		(
			Locator(sheet="Stock", rows=(3, 4)),
			"Sheet Stock",
			"Pump Ä | 1,234.50 € | 19.00% | 2023-03-15\nPump Ä | 7.00 € | TRUE | 12:30:00\n",
		),
		(Locator(sheet="Stock", rows=(6, 6)), "Sheet Stock", "Valve DN 25 | #N/A\n"),
		(Locator(sheet="Stock", part="comments"), "Sheet Stock", "A3 (Grace): Ask Ada\n"),
	]
	assert extraction.notes == [
		"Hidden rows of the sheet “Stock” were left out: 1.",
		"Hidden columns of the sheet “Stock” were left out: 1.",
		"The hidden sheet “Prices of old” was left out.",
	]
	assert properties == {
		"document_author": "Ada",
		"document_date": "2023-04-05T06:07:08Z",
		"document_title": "Stock",
	}


def test_a_workbook_of_2003_that_lies(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Numbers of rows, columns and merged cells are bounded, whatever the file says."""
	head, tail = WORKBOOK_2003.split("<Worksheet", 1)[0], "</Table></Worksheet></Workbook>"

	def of(rows: str) -> str:
		return f'{head}<Worksheet ss:Name="S"><Table>{rows}{tail}'

	cell = '<Cell ss:Index="{}" ss:MergeAcross="{}"><Data ss:Type="Number">{}</Data></Cell>'
	with pytest.raises(InputTooLarge, match="rows"):
		read("a.xml", of(f'<Row ss:Index="2000000">{cell.format(1, 0, 1)}</Row>'))
	monkeypatch.setattr(sheets, "MAX_CELLS", 100_000)
	with pytest.raises(InputTooLarge, match="cells"):
		read("a.xml", of(f"<Row>{cell.format(16384, 0, 1)}</Row>" * 7))
	far = of(
		f"<Row>{cell.format(1, 999999999, 'one')}{cell.format(2, 0, 'two')}</Row><Row>{cell.format(-3, 0, 1)}</Row>"
	)
	assert [section.text for section in read("a.xml", far)[0]] == ["one\n1\n"]


def test_comments_and_cells_of_a_workbook_of_2003(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Many comments are many passages, and one with the name of its author alone is none; the limit of cells is that of all sheets together."""
	head = WORKBOOK_2003.split("<Worksheet", 1)[0]
	cell = '<Cell ss:Index="28"><Data ss:Type="String">x</Data><Comment ss:Author="Ada"><Data>Ada: {}</Data></Comment></Cell>'
	rows = "".join(f"<Row>{cell.format('' if number % 2 else 'words ' * 1000)}</Row>" for number in range(80))
	sheet = f'<Worksheet ss:Name="S"><Table>{rows}</Table></Worksheet>'
	sections, _ = read("a.xml", f"{head}{sheet}</Workbook>")
	comments = [section for section in sections if section.locator.part == "comments"]
	assert len(comments) == 2
	lines = "".join(section.text for section in comments).splitlines()
	assert [line.partition(":")[0] for line in lines] == [f"AB{number} (Ada)" for number in range(1, 80, 2)]
	monkeypatch.setattr(sheets, "MAX_CELLS", 80 * 29)
	assert read("a.xml", f"{head}{sheet}</Workbook>")[0] == sections
	with pytest.raises(InputTooLarge, match="cells"):
		read("a.xml", f"{head}{sheet}{sheet}</Workbook>")


def test_other_things_under_the_endings_of_office() -> None:
	"""Programs export rows of text as workbooks, and mails as messages of Outlook; what is neither is refused."""
	for text in ("Item\tQty\nPump\t7\n", "Item;Qty\nPump;7\n"):
		for data in (text.encode(), text.encode("utf-16")):
			sections, _ = read("export.xls", data)
			assert [section.text for section in sections][-1].endswith("Pump | 7\n")
	mail = "From: ada@example.com\nTo: bob@example.com\nSubject: Pumps\nDate: Mon, 3 May 2021 09:00:00 +0000\n\nHello\n"
	assert start("hello.msg", mail).extractor == "eml"
	for name in ("export.xls", "hello.msg", "letter.doc"):
		with pytest.raises(CorruptFile, match="plain text"):
			start(name, "Only words in here.\n")


def test_xls_whose_file_is_damaged() -> None:
	"""Two parts of the file claim the same place: Excel mends that when it opens it, and huf reads what there is, with a note."""
	data = bytearray(old_workbook({"Stock": (0, label(0, 0, "Valve") + number(0, 1, 7.0))}))
	root = 512 + 512 * int.from_bytes(data[48:52], "little")
	data[root + 116 : root + 124] = struct.pack(
		"<II", 0, 64
	)  # where the small streams lie, and their size (MS-CFB 2.6.1)
	sections, notes = read("a.xls", bytes(data))
	assert sections[0].text == "Valve | 7\n" and len(notes) == 1 and "is damaged" in notes[0]


def test_rtf_with_marks_that_begin_no_group() -> None:
	"""Only at the beginning of a group does the mark make all of it something that may be left out."""
	text = r"{\rtf1\ansi {\f2\i0\*\cs7\cf0 The quick fox}\par {" "\n" r"\*\secret left out}{\b jumps}}"
	assert [section.text for section in read("a.rtf", text)[0]] == ["The quick fox\njumps\n"]


CII = """<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
 xmlns:ram="urn:r" xmlns:udt="urn:u">
<rsm:ExchangedDocument><ram:ID>R-471</ram:ID><ram:TypeCode>380</ram:TypeCode>
 <ram:IssueDateTime><udt:DateTimeString format="102">20240512</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
 <ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument>
  <ram:SpecifiedTradeProduct><ram:SellerAssignedID>KX-200</ram:SellerAssignedID><ram:Name>Pump</ram:Name></ram:SpecifiedTradeProduct>
  <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>99.90</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
  <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="H87">2</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
  <ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
   <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>199.80</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
 </ram:IncludedSupplyChainTradeLineItem>
 <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Hopper GmbH</ram:Name><ram:PostalTradeAddress>
   <ram:PostcodeCode>10115</ram:PostcodeCode><ram:LineOne>Hauptstr. 1</ram:LineOne><ram:CityName>Berlin</ram:CityName><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress>
   <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
  <ram:BuyerTradeParty><ram:Name>Ada Ltd</ram:Name></ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
 <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
  <ram:SpecifiedTradePaymentTerms><ram:Description>30 days net</ram:Description><ram:DueDateDateTime><udt:DateTimeString format="102">20240611</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
  <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxTotalAmount currencyID="EUR">37.96</ram:TaxTotalAmount><ram:GrandTotalAmount>237.76</ram:GrandTotalAmount><ram:DuePayableAmount>237.76</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
 </ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>"""
UBL = """<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:c" xmlns:cbc="urn:b">
<cbc:ID>R-471</cbc:ID><cbc:IssueDate>2024-05-12</cbc:IssueDate><cbc:DueDate>2024-06-11</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PostalAddress><cbc:StreetName>Hauptstr. 1</cbc:StreetName><cbc:CityName>Berlin</cbc:CityName><cbc:PostalZone>10115</cbc:PostalZone>
 <cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>DE123</cbc:CompanyID></cac:PartyTaxScheme>
 <cac:PartyLegalEntity><cbc:RegistrationName>Hopper GmbH</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cac:PartyName><cbc:Name>Ada Ltd</cbc:Name></cac:PartyName></cac:Party></cac:AccountingCustomerParty>
<cac:PaymentTerms><cbc:Note>30 days net</cbc:Note></cac:PaymentTerms>
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">37.96</cbc:TaxAmount></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount>237.76</cbc:TaxInclusiveAmount><cbc:PayableAmount>237.76</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="H87">2</cbc:InvoicedQuantity><cbc:LineExtensionAmount>199.80</cbc:LineExtensionAmount>
 <cac:Item><cbc:Name>Pump</cbc:Name><cac:SellersItemIdentification><cbc:ID>KX-200</cbc:ID></cac:SellersItemIdentification><cac:ClassifiedTaxCategory><cbc:Percent>19</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
 <cac:Price><cbc:PriceAmount>99.90</cbc:PriceAmount></cac:Price></cac:InvoiceLine></Invoice>"""
INVOICE = [
	Section(
		"Invoice R-471\nSeller: Hopper GmbH, Hauptstr. 1, 10115 Berlin, DE\nSeller, VAT ID: DE123\nBuyer: Ada Ltd\n"
		"Date: 2024-05-12\nDue: 2024-06-11\nPayment terms: 30 days net\nCurrency: EUR\nTax total: 37.96 EUR\n"
		"Gross total: 237.76\nAmount due: 237.76\n",
		Locator(heading=("Invoice R-471",)),
	),
	Section(
		"1 | KX-200 | Pump | 2 | 99.90 | 19 | 199.80\n",
		Locator(heading=("Invoice R-471",)),
		"table",
		"Invoice R-471\nLine | Item code | Item | Quantity | Unit price | Tax % | Net amount",
	),
]


OF_INVOICE = {
	"document_author": "Hopper GmbH",
	"document_date": "2024-05-12",
	"document_kind": "Invoice",
	"document_title": "Invoice R-471",
}


def told_of(name: str, data: bytes) -> dict[str, object]:
	"""What a file says of itself."""
	properties: dict[str, object] = {}
	list(extract(Content(name, data=data, properties=properties)).sections)
	return properties


@pytest.mark.parametrize("text", [CII, UBL], ids=["CII", "UBL"])
def test_invoices_in_both_syntaxes(text: str) -> None:
	"""The same invoice gives the same passages, whichever way it is written, and is of its own day and by its seller."""
	assert read("invoice.xml", text) == (INVOICE, [])
	assert told_of("invoice.xml", text.encode()) == OF_INVOICE


def test_credit_notes() -> None:
	"""Told by the code of the document, or by its kind."""
	credited = CII.replace("<ram:TypeCode>380", "<ram:TypeCode>381")
	assert read("a.xml", credited)[0][0].locator.heading == ("Credit note R-471",)
	credited = UBL.replace("Invoice xmlns", "CreditNote xmlns").replace("Invoice-2", "CreditNote-2")
	credited = credited.replace("</Invoice>", "</CreditNote>").replace("InvoiceLine", "CreditNoteLine")
	sections = read("a.xml", credited.replace("InvoicedQuantity", "CreditedQuantity"))[0]
	assert sections[0].locator.heading == ("Credit note R-471",) and sections[1].text == INVOICE[1].text


FATTURA = """<?xml version="1.0" encoding="UTF-8"?>
<p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2">
<FatturaElettronicaHeader>
 <DatiTrasmissione><CodiceDestinatario>ABC1234</CodiceDestinatario></DatiTrasmissione>
 <CedentePrestatore>
  <DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>01234567890</IdCodice></IdFiscaleIVA>
   <Anagrafica><Denominazione>Pompe Rossi S.r.l.</Denominazione></Anagrafica></DatiAnagrafici>
  <Sede><Indirizzo>Via Roma</Indirizzo><NumeroCivico>7</NumeroCivico><CAP>20100</CAP><Comune>Milano</Comune>
   <Provincia>MI</Provincia><Nazione>IT</Nazione></Sede>
 </CedentePrestatore>
 <CessionarioCommittente><DatiAnagrafici><CodiceFiscale>LVLDAA80A01F205X</CodiceFiscale>
  <Anagrafica><Nome>Ada</Nome><Cognome>Lovelace</Cognome></Anagrafica></DatiAnagrafici></CessionarioCommittente>
</FatturaElettronicaHeader>
<FatturaElettronicaBody>
 <DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD01</TipoDocumento><Divisa>EUR</Divisa><Data>2024-05-12</Data>
  <Numero>471</Numero><ImportoTotaleDocumento>231.90</ImportoTotaleDocumento></DatiGeneraliDocumento></DatiGenerali>
 <DatiBeniServizi>
  <DettaglioLinee><NumeroLinea>1</NumeroLinea><Descrizione>Pompa</Descrizione><Quantita>2.00</Quantita><UnitaMisura>pz</UnitaMisura>
   <PrezzoUnitario>90.00</PrezzoUnitario><PrezzoTotale>180.00</PrezzoTotale><AliquotaIVA>22.00</AliquotaIVA></DettaglioLinee>
  <DatiRiepilogo><AliquotaIVA>22.00</AliquotaIVA><ImponibileImporto>180.00</ImponibileImporto><Imposta>39.60</Imposta></DatiRiepilogo>
  <DatiRiepilogo><AliquotaIVA>10.00</AliquotaIVA><ImponibileImporto>11.18</ImponibileImporto><Imposta>1.12</Imposta></DatiRiepilogo>
 </DatiBeniServizi>
 <DatiPagamento><DettaglioPagamento><DataScadenzaPagamento>2024-06-11</DataScadenzaPagamento>
  <ImportoPagamento>231.90</ImportoPagamento><IBAN>IT60X0542811101000000123456</IBAN></DettaglioPagamento></DatiPagamento>
</FatturaElettronicaBody>
</p:FatturaElettronica>"""


def test_invoices_of_italy() -> None:
	"""FatturaPA has the same terms; taxes of several rates are added up, and several invoices of a file are each one."""
	sections, notes = read("IT01234567890_FPA01.xml", FATTURA)
	assert notes == []
	assert sections[0].text == (
		"Invoice 471\nSeller: Pompe Rossi S.r.l., Via Roma 7, 20100 Milano MI, IT\nSeller, VAT ID: IT 01234567890\n"
		"Buyer: Ada Lovelace\nBuyer, VAT ID: LVLDAA80A01F205X\nDate: 2024-05-12\nDue: 2024-06-11\nBuyer reference: ABC1234\n"
		"Account: IT60X0542811101000000123456\nCurrency: EUR\nGross total: 231.90 EUR\nNet total: 191.18 EUR\n"
		"Tax total: 40.72 EUR\nAmount due: 231.90 EUR\n"
	)
	assert sections[1].header.endswith("Line | Item | Quantity | Unit price | Tax % | Net amount")
	assert sections[1].text == "1 | Pompa | 2.00 pz | 90.00 | 22.00 | 180.00\n"
	assert told_of("a.xml", FATTURA.encode()) == {
		"document_author": "Pompe Rossi S.r.l.",
		"document_date": "2024-05-12",
		"document_kind": "Invoice",
		"document_title": "Invoice 471",
	}
	start_of, end = FATTURA.index("<FatturaElettronicaBody>"), FATTURA.index("</p:Fattura")
	credited = (
		FATTURA[start_of:end].replace("TD01", "TD04").replace("471", "472").replace("39.60", "1e9999999")
	)
	sections, _ = read("a.xml", FATTURA[:end] + credited + FATTURA[end:])
	assert [s.locator.heading[0] for s in sections] == ["Invoice 471"] * 2 + ["Credit note 472"] * 2
	assert "Buyer: Ada Lovelace" in sections[2].text and "Net total: 191.18 EUR" in sections[2].text


@pytest.mark.parametrize("name", ["factur-x.xml", "ZUGFeRD-invoice.xml"])
def test_an_invoice_in_a_pdf(name: str) -> None:
	"""Its data are read besides the page, in a part of their own; other attached files are read as such."""
	from pypdf import PdfReader, PdfWriter

	def with_attached(data: bytes, under: str = name) -> bytes:
		writer = PdfWriter()
		writer.append_pages_from_reader(PdfReader(io.BytesIO(make_pdf([["Invoice R-471, please pay."]]))))
		writer.add_attachment("other.xml", b"<a>OTHER</a>")
		writer.add_attachment(under, data)
		return saved(writer.write)

	sections, notes = read("a.pdf", with_attached(CII.encode()))
	other = [section for section in sections if (section.locator.part or "").startswith("attachment")]
	invoice = [section for section in sections[1:] if section not in other]
	assert notes == [] and [section.text for section in invoice] == [part.text for part in INVOICE]
	assert {section.locator.part for section in invoice} == {"invoice data"}
	assert [section.text for section in other] == ["a: OTHER\n"]
	assert told_of("a.pdf", with_attached(CII.encode())) == OF_INVOICE
	sections, notes = read("a.pdf", with_attached(b"<broken"))
	assert len(sections) == 2 and "invoice data" in notes[0]
	sections, _ = read("a.pdf", with_attached(CII.encode(), "notes.xml"))
	assert len(sections) > 2 and "invoice data" not in {section.locator.part for section in sections}


def test_xml() -> None:
	"""Values by path, prose with marks in it whole, attributes beside what an element holds."""
	text = """<?xml version="1.0"?><!-- comment --><catalog xmlns="urn:x" year="2024"><item no="7"><name>Pump</name>
	<text>Turn <b>left</b> twice.</text></item><item no="8"><name>Valve</name></item></catalog>"""
	sections, notes = read("a.xml", text)
	shown = "".join(section.text for section in sections)
	assert notes == [] and "Turn left twice." in shown and "comment" not in shown
	assert "year: 2024" in shown and "Pump" in shown and "Valve" in shown
	assert start("data", text).extractor == "xml"
	with pytest.raises(CorruptFile, match="valid XML"):
		read("a.xml", "<a><b></a>")


def test_hostile_xml() -> None:
	"""Entities are never replaced, files never loaded, and depth is bounded."""
	bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;"><!ENTITY f SYSTEM "file:///etc/passwd">]><a><x>word</x>&c;&f;</a>'
	shown = "".join(section.text for section in read("a.xml", bomb)[0])
	assert "word" in shown and "bbbb" not in shown and "root:" not in shown
	with pytest.raises(CorruptFile):
		read("a.xml", "<a>" * 100_000)
	wide = "<a>" + "".join(f"<b{n}/>" for n in range(1000)) + "word</a>"
	assert "word" in read("a.xml", wide)[0][0].text


def test_svg() -> None:
	"""What a drawing says, in the order of the file."""
	drawing = '<svg xmlns="http://www.w3.org/2000/svg"><title>Plan</title><style>.a{}</style><g><text><tspan>Hall</tspan> <tspan>B</tspan></text><desc>The old one</desc></g></svg>'
	assert read("a.svg", drawing)[0] == [Section("Plan\nHall B\nThe old one\n", Locator(heading=("Plan",)))]
	with pytest.raises(NoText):
		read("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>')


SRT = """1
00:00:01,000 --> 00:00:02,500
<i>Hello</i> and
welcome.

2
00:01:02,000 --> 00:01:05,000
welcome.
{\\an8}Close valve 7.
"""
VTT = """WEBVTT

NOTE nobody sees this

intro
00:01.000 --> 00:02.500 align:start
<v Ada>Hello &amp; welcome.

00:03.000 --> 00:04.000
Close <00:03.500>valve 7.
"""


def test_subtitles() -> None:
	"""What is said without marks, once, with the time at which it is; a long film is divided by time."""
	assert read("a.srt", SRT)[0] == [
		Section("Hello and\nwelcome.\nClose valve 7.\n", Locator(part="00:00:01 to 00:01:05"))
	]
	assert read("a.vtt", VTT)[0] == [
		Section("Hello & welcome.\nClose valve 7.\n", Locator(part="00:01 to 00:04"))
	]
	film = "".join(
		f"{n}\n00:{n:02d}:00,000 --> 00:{n:02d}:30,000\nSentence {n} {'word ' * 60}\n\n" for n in range(20)
	)
	parts = [section.locator.part for section in read("a.srt", film)[0]]
	assert parts == [
		"00:00:00 to 00:04:30",
		"00:05:00 to 00:09:30",
		"00:10:00 to 00:14:30",
		"00:15:00 to 00:19:30",
	]
	with pytest.raises(CorruptFile, match="-->"):
		read("a.srt", "Hello")


LATEX = r"""\documentclass[a4paper]{article} % of 2026
\newcommand{\unit}[1]{#1}
\title{Pump \emph{manual}}
\author{Ada \and Grace}
\date{2026-03-01}
\begin{document}
\maketitle
\section{Install\label{sec:install}}
Tighten the \textbf{bolts} to 40~Nm, 50\,\% of it. % not this
Caf\'e, Stra\ss{}e, na\"{\i}ve --- ``so'' \(x_1\) and $E = mc^2$.\footnote{Twice.}

\begin{enumerate}
\item Close valve 7.
\item[!] Wait.
\item Open it.
\end{enumerate}
\subsection[Short]{Limits}
\begin{table}[ht]
\caption{Pressures}
\begin{tabular}{|l|r|r|}
\hline
Type & Test \textit{bar} & Work bar \\ \hline
P-7 & 4 & 3 \\[2pt]
P-8 & \multicolumn{2}{c}{none} \\
\end{tabular}
\end{table}
\begin{verbatim}
open --force % {valve}
\end{verbatim}
\include{appendix}
\end{document}
Nobody sees this.
"""


def test_tex() -> None:
	"""What is printed, under its headings; tables with the names of their columns, formulas as written, files that it includes noted."""
	content = Content("a.tex", data=LATEX.encode(), properties={})
	extraction = extract(content)
	sections = list(extraction.sections)
	install, limits = ("Pump manual", "Install"), ("Pump manual", "Install", "Limits")
	assert [(one.locator.heading, one.header, one.text) for one in sections] == [
		(
			install,
			"",
			"Install\nTighten the bolts to 40 Nm, 50 % of it. Café, Straße, naïve — “so” \\(x_1\\) and $E = mc^2$. Twice.\n"
			"1. Close valve 7.\n! Wait.\n2. Open it.\n",
		),
		(limits, "", "Limits\nPressures\n"),
		(limits, "Type | Test bar | Work bar", "P-7 | 4 | 3\nP-8 | none\n"),
		(limits, "", "open --force % {valve}\n"),
	]
	assert content.properties == {
		"document_title": "Pump manual",
		"document_author": "Ada, Grace",
		"document_date": "2026-03-01",
	}
	(note,) = extraction.notes
	assert isinstance(note, Unread) and "includes" in note


@pytest.mark.parametrize(
	"text",
	[
		"\\[" * 200_000,
		"\\begin{verbatim}" * 50_000,
		"\\section{" * 50_000,
		"\\begin{tabular}{l}a&" * 30_000,
		"{" * 500_000 + "word" + "$" * 499_999,
		"\\item[" * 100_000 + "\n \n" * 100_000,
	],
)
def test_hostile_tex(text: str) -> None:
	"""What opens without an end is looked for once."""
	began = time.process_time()
	with suppress(InputError):
		read("a.tex", text)
	assert time.process_time() - began < 10


def test_tex_that_is_cut_off() -> None:
	"""A file that ends in the middle of a command is read up to there; a day that is none is no date."""
	content = Content("a.tex", data=b"\\date{last spring}\\section{Valve}Close it.\\", properties={})
	(section,) = extract(content).sections
	assert (section.locator.heading, section.text) == (("Valve",), "Valve\nClose it.\\\n")
	assert content.properties == {}


def test_ipynb() -> None:
	"""Texts under their headings, code and what it printed with them; what is no picture is noted."""
	book = {
		"cells": [
			{"cell_type": "markdown", "source": ["# Leave\n", "Thirty days."]},
			{
				"cell_type": "code",
				"source": "print('```')",
				"outputs": [
					{"output_type": "stream", "text": ["out\n"]},
					{
						"output_type": "display_data",
						"data": {"image/png": "AAAA", "text/plain": ["<Figure>"]},
					},
					{"output_type": "error", "ename": "KeyError", "evalue": "'a'", "traceback": ["LONG"]},
				],
			},
			{"cell_type": "code", "source": "", "outputs": []},
		],
		"nbformat": 4,
	}
	sections, notes = read("a.ipynb", json.dumps(book))
	assert notes == ["Pictures in it of a kind that is not read, such as drawings: 1."] and len(sections) == 1
	assert sections[0].locator == Locator(heading=("Leave",))
	assert sections[0].text.splitlines() == [
		*("# Leave", "Thirty days.", "", "````", "print('```')", "````", ""),
		*("```", "out", "```", "", "```", "<Figure>", "```", "", "```", "KeyError: 'a'", "```"),
	]
	for wrong in ("{}", "[]", '{"cells": [1]}', "no"):
		with pytest.raises(CorruptFile, match="parts of such a file"):
			read("a.ipynb", wrong)
