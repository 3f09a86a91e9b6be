"""Where the syntaxes of electronic invoices keep the terms of an invoice: UBL 2.1, UN/CEFACT CII, and FatturaPA of Italy.

Paths follow CEN/TS 16931-3-2 (UBL), 16931-3-3 (CII) and the specifications of FatturaPA 1.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Syntax:
	"""Where one syntax keeps the business terms. Paths are of local names; the first that has a text counts. ``A + B`` is the one and
	the other."""

	fields: Mapping[str, tuple[str, ...]]
	parties: Mapping[str, str]
	party: Mapping[str, tuple[str, ...]]
	lines: str
	columns: Mapping[str, tuple[str, ...]]
	currency: str = ""
	"""Where the currency of all amounts stands, in a syntax whose amounts do not name it."""
	sums: Mapping[str, str] = field(default_factory=dict)
	"""Terms that are the sum of what stands at a path, as of taxes by their rates."""


_UBL = Syntax(
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
_CII = Syntax(
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
HEADER, BODY = "FatturaElettronicaHeader", "FatturaElettronicaBody"
_GENERAL, _PAYMENT = f"{BODY}/DatiGenerali", f"{BODY}/DatiPagamento/DettaglioPagamento"
DOCUMENT, _RATES = f"{_GENERAL}/DatiGeneraliDocumento", f"{BODY}/DatiBeniServizi/DatiRiepilogo"
_FATTURA = Syntax(
	fields={
		"Number": (f"{DOCUMENT}/Numero",),
		"Date": (f"{DOCUMENT}/Data",),
		"Due": (f"{_PAYMENT}/DataScadenzaPagamento",),
		"Order": (f"{_GENERAL}/DatiOrdineAcquisto/IdDocumento",),
		"Contract": (f"{_GENERAL}/DatiContratto/IdDocumento",),
		"Buyer reference": (f"{HEADER}/DatiTrasmissione/CodiceDestinatario",),
		"Delivered": (f"{_GENERAL}/DatiDDT/DataDDT",),
		"Note": (f"{DOCUMENT}/Causale",),
		"Account": (f"{_PAYMENT}/IBAN",),
		"Currency": (f"{DOCUMENT}/Divisa",),
		"Gross total": (f"{DOCUMENT}/ImportoTotaleDocumento",),
	},
	parties={"Seller": f"{HEADER}/CedentePrestatore", "Buyer": f"{HEADER}/CessionarioCommittente"},
	party={
		"": (
			"DatiAnagrafici/Anagrafica/Denominazione",
			"DatiAnagrafici/Anagrafica/Nome + DatiAnagrafici/Anagrafica/Cognome",
		),
		"street": ("Sede/Indirizzo + Sede/NumeroCivico",),
		"postcode": ("Sede/CAP",),
		"city": ("Sede/Comune + Sede/Provincia",),
		"country": ("Sede/Nazione",),
		"VAT ID": (
			"DatiAnagrafici/IdFiscaleIVA/IdPaese + DatiAnagrafici/IdFiscaleIVA/IdCodice",
			"DatiAnagrafici/CodiceFiscale",
		),
		"contact": (),
		"e-mail": ("Contatti/Email",),
	},
	lines=f"{BODY}/DatiBeniServizi/DettaglioLinee",
	columns={
		"Line": ("NumeroLinea",),
		"Item code": ("CodiceArticolo/CodiceValore",),
		"Item": ("Descrizione",),
		"Quantity": ("Quantita + UnitaMisura",),
		"Unit price": ("PrezzoUnitario",),
		"Tax %": ("AliquotaIVA",),
		"Net amount": ("PrezzoTotale",),
	},
	currency=f"{DOCUMENT}/Divisa",
	sums={
		"Net total": f"{_RATES}/ImponibileImporto",
		"Tax total": f"{_RATES}/Imposta",
		"Amount due": f"{_PAYMENT}/ImportoPagamento",
	},
)
SYNTAXES = {
	**{
		("FatturaElettronica", space): (_FATTURA, "Invoice")
		for space in (
			"http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2",
			"http://www.fatturapa.gov.it/sdi/fatturapa/v1.1",
			"http://www.fatturapa.gov.it/sdi/fatturapa/v1.0",
		)
	},
	("Invoice", "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"): (_UBL, "Invoice"),
	("CreditNote", "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"): (_UBL, "Credit note"),
	("CrossIndustryInvoice", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"): (
		_CII,
		"Invoice",
	),
}
CREDIT_NOTES = frozenset(("81", "381", "396", "532", "TD04", "TD08"))
"""Codes of UNTDID 1001, and of FatturaPA, for documents that give money back."""
