"""German questions as people in Germany, Austria and Switzerland write them: everyday words, with ss for ß and without umlauts."""

from collections.abc import Sequence
from datetime import date

import pytest

from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import (
	OTHER,
	PREFERRED,
	DocTypeName,
	DocTypeWords,
	FieldWords,
	FoundRecord,
	Total,
	Vocabulary,
)

TODAY = date(2026, 11, 27)
"""A Friday."""
SUBMITTED = RecordCondition("docstatus", "=", 1)
LIVE = RecordCondition("docstatus", "!=", 2)
OWED = (SUBMITTED, RecordCondition("left", ">", 0))
LATE = (RecordCondition("status", "=", "Overdue"),)
UNDONE = RecordCondition("status", "!=", "Completed")
ACTIVE = RecordCondition("status", "=", "Active")
UNSENT = (SUBMITTED, RecordCondition("per_sent", "<", 100))
UNCAME = (SUBMITTED, RecordCondition("per_came", "<", 100))
PAID = RecordCondition("status", "=", "Paid")
_OCTOBER = ("2026-10-01", "2026-10-31")
_END_OF_MARCH = RecordCondition("end", "<=", "2027-03-31")
_IN_DECEMBER = RecordCondition("end", "between", ("2026-12-01", "2026-12-31"))
OPEN_OFFERS = (RecordCondition("status", "=", "Open"), LIVE)
_CUSTOMER = FieldWords("customer", "Kunde", "link", ("Customer", "Kunde"), target="Customer", is_main=True)
_SUPPLIER = FieldWords("supplier", "Lieferant", "link", ("Lieferant",), target="Supplier", is_main=True)
_DATE = FieldWords("date", "Datum", "date", ("Date", "Datum"))
_TOTAL = FieldWords("total", "Gesamtbetrag", "number", ("Grand Total", "Gesamtbetrag"))


def _status(**options: str) -> FieldWords:
	return FieldWords(
		"status", "Status", "choice", ("Status",), {name: (shown,) for name, shown in options.items()}
	)


INVOICE = DocTypeWords(
	"Sales Invoice",
	"Ausgangsrechnung",
	fields=(
		*(_CUSTOMER, _DATE, _TOTAL, _status(Overdue="Überfällig", Paid="Bezahlt")),
		FieldWords("due", "Fällig am", "date", ("Due Date",)),
		FieldWords("net", "Nettosumme", "number", ("Net Total", "Nettosumme")),
		FieldWords("left", "Ausstehender Betrag", "number", ("Outstanding Amount", "Ausstehender Betrag")),
	),
	date="date",
	amount="total",
	open_amount="left",
	status="status",
	is_submittable=True,
	states={"open": OWED, "not paid": OWED, "paid": (RecordCondition("status", "=", "Paid"),)},
	totals={"sales": Total("net"), "receivable": Total("left")},
	dates={"due": "due"},
	best_by={"Customer": "sales"},
)
BILL = DocTypeWords(
	"Purchase Invoice",
	"Eingangsrechnung",
	fields=(_SUPPLIER, _DATE, _TOTAL, FieldWords("left", "Offen", "number", ("Offener Betrag",))),
	date="date",
	amount="total",
	is_submittable=True,
	totals={"purchases": Total("total"), "payable": Total("left")},
)
ORDER = DocTypeWords(
	"Sales Order",
	"Auftrag",
	fields=(
		*(_CUSTOMER, _DATE, _TOTAL, _status(Completed="Abgeschlossen", Closed="Geschlossen")),
		FieldWords("delivery", "Lieferdatum", "date", ("Delivery Date",)),
	),
	date="date",
	amount="total",
	status="status",
	is_submittable=True,
	states={"not delivered": UNSENT, "open": (SUBMITTED,), "delivered": (RecordCondition("sent", "=", 1),)},
	dates={"delivery": "delivery"},
)
PURCHASE = DocTypeWords(
	"Purchase Order",
	"Bestellung",
	fields=(_SUPPLIER, _DATE, _TOTAL, _status(Delivered="Geliefert")),
	date="date",
	amount="total",
	status="status",
	is_submittable=True,
	states={"not received": UNCAME, "received": (RecordCondition("per_came", ">=", 100),)},
)
OFFER = DocTypeWords(
	"Quotation",
	"Angebot",
	fields=(
		*(_DATE, _TOTAL, _status(Open="Offen", Expired="Abgelaufen")),
		FieldWords("valid", "Gültig bis", "date", ("Gültig bis",)),
	),
	date="date",
	amount="total",
	status="status",
	is_submittable=True,
	dates={"expires": "valid", "expired": "valid"},
	states={
		"expired": (RecordCondition("valid", "<", "2026-11-27"),),
		"valid": (RecordCondition("valid", ">=", "2026-11-27"),),
	},
)
ISSUE = DocTypeWords(
	"Issue",
	"Anfrage",
	fields=(_CUSTOMER, _DATE, _status(Open="Offen", Resolved="Geklärt", Closed="Geschlossen")),
	date="date",
	status="status",
)
TASK = DocTypeWords(
	"Task",
	"Vorgang",
	fields=(
		_status(Open="Offen", Completed="Abgeschlossen"),
		FieldWords(
			"priority", "Priorität", "choice", ("Priorität",), {"Low": ("Niedrig",), "High": ("Hoch",)}
		),
	),
	status="status",
	own={"mine": (RecordCondition("whose", "=", "ich"),)},
)
ITEM = DocTypeWords(
	"Item",
	"Artikel",
	fields=(
		FieldWords("group", "Artikelgruppe", "link", ("Artikelgruppe",), target="Item Group", is_main=True),
	),
	computed={"out of stock": "Nicht auf Lager", "below reorder level": "Unter Meldebestand"},
)
STOCK = DocTypeWords(
	"Bin",
	"Bestand",
	fields=(FieldWords("item", "Artikel", "link", ("Artikel",), target="Item", is_main=True),),
	totals={"stock": Total("quantity", is_quantity=True), "stock value": Total("value")},
)
NOTE = DocTypeWords("Delivery Note", "Lieferschein", fields=(_CUSTOMER, _DATE), date="date")
PAYMENT = DocTypeWords(
	"Payment Entry",
	"Zahlung",
	fields=(_DATE,),
	date="date",
	states={"received": (RecordCondition("kind", "=", "Receive"),)},
	dates={"received": "date"},
)
EMPLOYEE = DocTypeWords(
	"Employee",
	"Mitarbeiter",
	fields=(
		_status(Active="Aktiv", Left="Links"),
		FieldWords("department", "Abteilung", "link", ("Abteilung",), target="Department", is_main=True),
		FieldWords("joined", "Eintrittsdatum", "date", ("Eintrittsdatum",)),
	),
	status="status",
	date="joined",
	states={
		"female": (RecordCondition("gender", "=", "Female"),),
		"male": (RecordCondition("gender", "=", "Male"),),
		"enabled": (ACTIVE,),
	},
	dates={"joined": "joined"},
)
PROJECT = DocTypeWords(
	"Project",
	"Projekt",
	fields=(
		_status(Open="Offen", Completed="Abgeschlossen"),
		FieldWords("end", "Voraussichtliches Enddatum", "date", ("Voraussichtliches Enddatum",)),
		FieldWords("done", "Abgeschlossen am", "date", ("Abgeschlossen am",)),
	),
	status="status",
	states={"not completed": (UNDONE,), "overdue": (RecordCondition("end", "<", "2026-11-27"),)},
	dates={"due": "end", "completed": "done"},
)
DESCRIBED = {
	each.doctype: each
	for each in (
		*(INVOICE, BILL, ORDER, PURCHASE, OFFER, ISSUE, TASK, ITEM, STOCK, NOTE, PAYMENT, EMPLOYEE, PROJECT),
		*(
			DocTypeWords(name, name, is_named=name != "Item Group")
			for name in ("Customer", "Supplier", "Item Group")
		),
	)
}
_OWN_NAMES = {"Customer": "Kunde", "Supplier": "Lieferant", "Item Group": "Artikelgruppe"}


def _names() -> tuple[DocTypeName, ...]:
	"""As a site makes them: names and their translations, then what German says for the same."""
	german = LANGUAGES["de"]
	names = [DocTypeName(name, _OWN_NAMES.get(name, each.label)) for name, each in DESCRIBED.items()]
	taken: set[str] = set()
	for doctype, words in german.doctypes.items():
		if doctype in DESCRIBED:
			names += [DocTypeName(doctype, word, OTHER if word in taken else PREFERRED) for word in words]
			taken.update(words)
	for doctype, kinds in german.kinds.items():
		if doctype in DESCRIBED:
			names += [
				DocTypeName(doctype, word, PREFERRED, state)
				for state, words in kinds.items()
				for word in words
			]
	return tuple(names)


VOCABULARY = Vocabulary(
	names=_names(),
	describe=DESCRIBED.get,
	record_doctypes=("Customer", "Item"),
	languages=("en", "de"),
	currencies=("EUR", "€", "Euro"),
	totals={
		**{"sales": ("Sales Invoice",), "receivable": ("Sales Invoice",), "stock": ("Bin",)},
		**{"purchases": ("Purchase Invoice",), "payable": ("Purchase Invoice",), "stock value": ("Bin",)},
	},
	best_by={"Customer": "sales"},
)
RECORDS = (
	FoundRecord("Customer", "C-1", "Perwick Dairies", ""),
	FoundRecord("Item", "PMP-8", "PMP-8", ""),
)


def _find(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
	return [
		FoundRecord(each.doctype, each.name, each.title, text)
		for each in RECORDS
		if each.doctype in doctypes
		for text in texts
		if each.title.lower() == text.lower()
	]


def read(question: str) -> Reading:
	"""The question on that Friday."""
	return read_question(question, VOCABULARY, today=TODAY, find_records=_find)


def asked(question: str) -> RecordQuery:
	"""The query that it is; of no other question than one that has one."""
	query = read(question).query
	assert query is not None, question
	return query


@pytest.mark.parametrize(
	"question",
	[
		"Moin, kannst du mir mal schnell die offenen Rechnungen zeigen?",
		"Könnten Sie mir bitte eine vollständige Liste der unbezahlten Rechnungen geben?",
		"ich bräuchte mal ne Aufstellung der noch nicht beglichenen Rechnungen",
		"Grüezi, ich hätte gerne eine Übersicht über die pendenten Rechnungen",
		"Wie sieht es mit den unbezahlten Fakturen aus?",
		"welche rechnungen wurden noch nicht vollstaendig bezahlt",
		"Bei welchen Rechnungen fehlt die Zahlung noch?",
		"ausständige Rechnungen",
		"offene Posten",
		"was für offene debitorenrechnungen haben wir denn noch",
	],
)
def test_invoices_that_are_not_paid(question: str) -> None:
	"""However politely, and by which of the words for it."""
	query = asked(question)
	assert (query.doctype, query.conditions, query.measures) == ("Sales Invoice", OWED, ())


@pytest.mark.parametrize(
	("question", "doctype", "conditions"),
	[
		("Welche Rechnungen sind in Verzug?", "Sales Invoice", LATE),
		("Welche Rechnungen sind im Rückstand?", "Sales Invoice", LATE),
		("ueberfaellige rechnungen bitte", "Sales Invoice", LATE),
		("Welche Aufträge müssen noch geliefert werden?", "Sales Order", UNSENT),
		("Aufträge, die noch nicht komplett ausgeliefert sind", "Sales Order", UNSENT),
		("nicht verschickte Aufträge", "Sales Order", UNSENT),
		("Bei welchen Aufträgen steht die Lieferung noch aus?", "Sales Order", UNSENT),
		("Welche Bestellungen wurden noch nicht geliefert?", "Purchase Order", UNCAME),
		("Welche Bestellungen sind noch nicht eingetroffen?", "Purchase Order", UNCAME),
		("Welche Offerten sind noch hängig?", "Quotation", OPEN_OFFERS[:1]),
		("Gibts noch offene Anbote?", "Quotation", OPEN_OFFERS[:1]),
		("Tickets ungleich geschlossen", "Issue", (RecordCondition("status", "!=", "Closed"),)),
		("Welche Störungen wurden behoben?", "Issue", (RecordCondition("status", "=", "Resolved"),)),
		("abgeschlossene Supportfälle", "Issue", (RecordCondition("status", "=", "Closed"),)),
		("abgeschlossene Aufgaben", "Task", (RecordCondition("status", "=", "Completed"),)),
		("unerledigte Pendenzen", "Task", (RecordCondition("status", "!=", "Completed"),)),
		("Aufgaben mit hoher Prio", "Task", (RecordCondition("priority", "=", "High"),)),
		("aufgaben mit niedriger prio", "Task", (RecordCondition("priority", "=", "Low"),)),
		("Welche Aufgaben habe ich noch?", "Task", (RecordCondition("whose", "=", "ich"),)),
		("Wer arbeitet aktuell bei uns?", "Employee", (RecordCondition("status", "=", "Active"),)),
		("ehemalige Mitarbeitende", "Employee", (RecordCondition("status", "=", "Left"),)),
		("Zahlungseingänge", "Payment Entry", (RecordCondition("kind", "=", "Receive"),)),
	],
)
def test_states(question: str, doctype: str, conditions: tuple[RecordCondition, ...]) -> None:
	"""Regional and colloquial words for them; the same word may mean another state of other records."""
	query = asked(question)
	assert (query.doctype, tuple(each for each in query.conditions if each != LIVE)) == (doctype, conditions)


@pytest.mark.parametrize(
	("question", "doctype"),
	[
		("Welche Rechnungen haben wir im Oktober verschickt?", "Sales Invoice"),
		("welche fakturen sind im oktober rausgegangen", "Sales Invoice"),
		("Rechnungen von Oktober", "Sales Invoice"),
		("Wie viele Aufträge sind im Oktober eingegangen?", "Sales Order"),
		("Welche Kundenbestellungen kamen im Oktober rein?", "Sales Order"),
		("Wie viele Lieferungen gingen im Oktober raus?", "Delivery Note"),
		("Wie viele Tickets hatten wir insgesamt im Oktober?", "Issue"),
		("Welche Probleme wurden im Oktober gemeldet?", "Issue"),
		("Wie viele Kundenzahlungen hatten wir im Oktober?", "Payment Entry"),
	],
)
def test_what_came_about_in_october(question: str, doctype: str) -> None:
	"""Verbs by which records come about say nothing more."""
	query = asked(question)
	october = RecordCondition("date", "between", ("2026-10-01", "2026-10-31"))
	assert query.doctype == doctype and october in query.conditions
	assert {each.field for each in query.conditions} <= {"date", "docstatus", "kind"}


@pytest.mark.parametrize(
	("question", "doctype", "field"),
	[
		("Wie war der Umsatz im November, in summe", "Sales Invoice", "net"),
		("Wie hoch war unser Nettoumsatz im August?", "Sales Invoice", "net"),
		("Wie viel Geld schulden uns die Kunden insgesamt?", "Sales Invoice", "left"),
		("wieviel haben wir noch von allen kunden zu bekommen", "Sales Invoice", "left"),
		("Gesamtbetrag der ausstehenden Kundenzahlungen", "Sales Invoice", "left"),
		("Wie viel muss uns Perwick Dairies noch zahlen?", "Sales Invoice", "left"),
		("Mit wie viel steht Perwick Dairies bei uns in der Kreide?", "Sales Invoice", "left"),
		("Wie viel müssen wir noch bezahlen?", "Purchase Invoice", "left"),
		("Wie viel haben wir dieses Jahr ausgegeben?", "Purchase Invoice", "total"),
		("Wie viel ist unser Lager wert?", "Bin", "value"),
		("wieviel stk PMP-8 sind noch lagernd", "Bin", "quantity"),
		("Wie viel PMP-8 ist an Lager?", "Bin", "quantity"),
		("Wie viele PMP-8 haben wir noch?", "Bin", "quantity"),
		("verfügbare Menge PMP-8", "Bin", "quantity"),
		("Wie viele PMP-8 liegen aktuell insgesamt in unseren Lagern?", "Bin", "quantity"),
		("Wie sieht es mit dem Lagerbestand von PMP-8 aus?", "Bin", "quantity"),
	],
)
def test_numbers_with_a_word_of_their_own(question: str, doctype: str, field: str) -> None:
	"""Revenue, what is owed to us and by us, and stock."""
	query = asked(question)
	assert (query.doctype, query.measures) == (doctype, (Measure("sum", field),))


@pytest.mark.parametrize(
	("question", "group"),
	[
		("Wie viele offene Tickets hat jeder Kunde?", "customer"),
		("tickets aufgeschlüsselt nach status", "status"),
		("Anzahl der Tickets in jedem Status", "status"),
		("tickets nach status gezählt", "status"),
		("tickets verteilt auf die einzelnen Kunden", "customer"),
	],
)
def test_groups(question: str, group: str) -> None:
	"""“Each” groups where a field follows."""
	query = asked(question)
	assert (query.group_by, query.measures) == ((group,), (Measure("count"),))


def test_invoices_that_came_in() -> None:
	"""May be those of suppliers: nobody is told a number of the others without being asked."""
	reading = read("eingegangene Rechnungen im Oktober")
	meant = {choice.query.doctype for choice in reading.choices if choice.query}
	assert (reading.kind, meant) == ("ask", {"Sales Invoice", "Purchase Invoice"})


def test_each_record_is_every_one() -> None:
	"""Before the DocType itself it says “all”."""
	assert asked("zeige jede Rechnung").group_by == ()


def test_by_the_month_is_not_next_month() -> None:
	"""“Nach” has the stem of “nächste”."""
	assert asked("Umsatz nach Monat").group_by == ("month(date)",)
	(days, _submitted) = asked("Umsatz nächsten Monat").conditions
	assert days.value == ("2026-12-01", "2026-12-31")


def test_high_is_not_highest() -> None:
	"""“Hoch” has the stem of “höchste”, too."""
	assert read("Rechnungen mit hohem Betrag").kind == "passage"
	assert asked("die hoechste Rechnung").limit == 1
	assert asked("die grösste Rechnung, die wir je geschrieben haben").limit == 1


def test_deliveries_are_no_suppliers() -> None:
	"""“Lieferungen” has the stem of “Lieferant”."""
	assert asked("Lieferungen im Oktober").doctype == "Delivery Note"
	assert asked("alle Lieferanten auflisten").doctype == "Supplier"


@pytest.mark.parametrize(
	("question", "operator", "value"),
	[
		("Gibt es Rechnungen, die höher sind als 1.000?", ">", 1000.0),
		("Welche Rechnungen liegen über 5.000 Euro brutto?", ">", 5000.0),
		("rechnungen ueber 5000 euro", ">", 5000.0),
		("Rechnungen tiefer als 100 Euro", "<", 100.0),
		("Rechnungen von mindestens 100 Euro", ">=", 100.0),
		("rechnungen max. 500 euro", "<=", 500.0),
	],
)
def test_amounts(question: str, operator: str, value: float) -> None:
	"""However the comparison is put."""
	assert asked(question).conditions[0] == RecordCondition("total", operator, value)  # type: ignore[arg-type]


def test_items_to_be_bought() -> None:
	"""And those that are gone."""
	for question in (
		"Welche Artikel müssen wir nachbestellen?",
		"Bei welchen Artikeln ist der Mindestbestand unterschritten?",
	):
		assert read(question).computed == "below reorder level", question
	for question in ("Welche Artikel sind nicht mehr lagernd?", "nicht mehr vorrätige Artikel"):
		assert read(question).computed == "out of stock", question


@pytest.mark.parametrize(
	"question",
	[
		"Was machen wir mit überfälligen Rechnungen?",
		"Was ist mit überfälligen Rechnungen?",
		"Welche Daten brauche ich für alle Lieferanten?",
		"Wie kann ich offene Rechnungen sehen?",
		"Wann zahlen Kunden ihre Rechnungen?",
		"Wer darf alle Rechnungen sehen?",
		"Muss jede Rechnung gebucht werden?",
		"Was heisst überfällig?",
		"Wie teuer ist eine Lieferung?",
		"Wie hoch ist der Bruttoumsatz?",
		"Aufträge mit höchster Prio",
		"Welche Kunden haben im Oktober bestellt?",
		"Einmalkunden",
		"private Kunden",
		"wichtigste dringende Aufträge",
	],
)
def test_what_stays_a_search(question: str) -> None:
	"""What asks for knowledge, and what a list would leave out."""
	assert read(question).kind == "passage"


def test_numbers_in_words() -> None:
	"""Each is named once, and in its Swiss and umlautless spellings."""
	numbers = LANGUAGES["de"].numbers
	names = [name for names in numbers.values() for name in names]
	assert len(names) == len(set(names)) and "eins" not in names
	assert {"dreissig", "dreißig"} <= {*numbers[30]} and "fuenftausend" in numbers[5000]
	assert "zwölfhundert" not in names and numbers[500] == ("fünfhundert", "fuenfhundert")


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("Bei welchen Rechnungen steht noch Geld aus?", OWED),
		(
			"Welche Rechnungen stehen bei Perwick Dairies noch aus?",
			(RecordCondition("customer", "=", "C-1"), *OWED),
		),
		("Welche Rechnungen hätten schon längst bezahlt sein müssen?", LATE),
		("Rechnungen, deren Zahlungsfrist schon verstrichen ist", LATE),
		("Welche Rechnungen müssen noch gebucht werden?", (RecordCondition("docstatus", "=", 0),)),
		("Rechnungen mit Zahlungsziel vor dem 1.10.2026", (RecordCondition("due", "<", "2026-10-01"), LIVE)),
		("Rechnungen, deren Betrag 1.000 Euro übersteigt", (RecordCondition("total", ">", 1000.0), LIVE)),
		("November-Rechnungen", (RecordCondition("date", "between", ("2026-11-01", "2026-11-30")), LIVE)),
		("Novemberrechnungen", (RecordCondition("date", "between", ("2026-11-01", "2026-11-30")), LIVE)),
		(
			"Was wurde im Oktober alles an Rechnungen gestellt?",
			(RecordCondition("date", "between", ("2026-10-01", "2026-10-31")), LIVE),
		),
		("welche kunden-rechnungen sind noch unbezahlt?", OWED),
		("Rechnungen mit überschrittener Fälligkeit", LATE),
		(
			"rechnungen mit fälligkeitsdatum kleiner 1.10.2026",
			(RecordCondition("due", "<", "2026-10-01"), LIVE),
		),
		("Rechnungen, die 5.000 EUR überschreiten", (RecordCondition("total", ">", 5000.0), LIVE)),
		(
			"Ist Perwick Dairies mit Rechnungen im Rückstand?",
			(RecordCondition("customer", "=", "C-1"), *LATE),
		),
	],
)
def test_invoices(question: str, conditions: tuple[RecordCondition, ...]) -> None:
	"""With verbs whose parts stand apart, words with hyphens, and however lateness is put."""
	assert sorted(map(str, asked(question).conditions)) == sorted(map(str, conditions))


@pytest.mark.parametrize(
	("question", "measure", "customer"),
	[
		("Welcher Betrag steht bei Perwick Dairies noch aus?", "left", "C-1"),
		("was muss Perwick Dairies uns insgesamt noch bezahlen", "left", "C-1"),
		("Wie viel müssen uns die Kunden noch zahlen?", "left", ""),
		("Monatsumsatz Oktober", "net", ""),
		("Wie hoch ist der diesjährige Umsatz mit Perwick Dairies?", "net", "C-1"),
	],
)
def test_amounts_of_money(question: str, measure: str, customer: str) -> None:
	"""Owed to us, and earned."""
	query = asked(question)
	found = [each.value for each in query.conditions if (each.field, each.operator) == ("customer", "=")]
	assert (query.measures, found) == ((Measure("sum", measure),), [customer] if customer else [])


@pytest.mark.parametrize(
	"question",
	[
		"Was muss auf einer Rechnung stehen?",
		"Was muss auf Lager sein?",
		"Monatsumsatz",
		"Monatsumsätze 2026",
		"alle A-Kunden",
		"alle Premium-Kunden",
		"Aufträge, die nur teilweise geliefert sind",
	],
)
def test_what_is_not_guessed(question: str) -> None:
	"""What must be is knowledge, and a part of a word that nobody knows restricts what is meant."""
	assert read(question).kind == "passage"


def test_a_state_behind_a_group() -> None:
	"""It is said of the tickets, and is no customer."""
	query = asked("wie viele tickets sind pro kunde offen")
	assert (query.group_by, query.conditions) == (("customer",), (RecordCondition("status", "=", "Open"),))


@pytest.mark.parametrize("question", ["unsere Lieferanten", "Welche Zulieferer haben wir?"])
def test_whatever_we_have(question: str) -> None:
	"""All of them, whether or not the plural has a form of its own."""
	query = asked(question)
	assert (query.doctype, query.conditions) == ("Supplier", ())
	assert read("unsere Artikelgruppen").kind == "passage"


def test_a_state_behind_the_name_of_its_field() -> None:
	"""Though no option of it is called so."""
	assert asked("aufträge status offen").conditions == (SUBMITTED,)


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("Projekte, die bis Ende März 2027 fertig sein müssen", (_END_OF_MARCH, UNDONE)),
		("Welche Projekte müssen bis Ende März 2027 abgeschlossen sein?", (_END_OF_MARCH, UNDONE)),
		("Welche Projekte haben im Dezember 2026 Deadline?", (_IN_DECEMBER,)),
		("Projekte mit Enddatum im Dezember 2026", (_IN_DECEMBER,)),
		("Welche Projekte hätten schon fertig sein sollen?", (RecordCondition("end", "<", "2026-11-27"),)),
		(
			"Projekte, die im Oktober abgeschlossen wurden",
			(RecordCondition("done", "between", _OCTOBER), RecordCondition("status", "=", "Completed")),
		),
		("gültige Angebote", (RecordCondition("valid", ">=", "2026-11-27"), LIVE)),
		(
			"Welche Angebote sind im Oktober abgelaufen?",
			(
				RecordCondition("valid", "between", _OCTOBER),
				RecordCondition("valid", "<", "2026-11-27"),
				LIVE,
			),
		),
		("Angebote seit Anfang Oktober", (RecordCondition("date", ">=", "2026-10-01"), LIVE)),
		("Angebote seit Anfang des Jahres", (RecordCondition("date", ">=", "2026-01-01"), LIVE)),
		("Angebote vom Freitag, den 27. November", (RecordCondition("date", "=", "2026-11-27"), LIVE)),
		(
			"Rechnungen aus dem Oktober, die bezahlt sind",
			(RecordCondition("date", "between", _OCTOBER), PAID),
		),
		("Wie viele Frauen arbeiten bei uns?", (RecordCondition("gender", "=", "Female"), ACTIVE)),
		("Wie viele Mitarbeiterinnen haben wir?", (RecordCondition("gender", "=", "Female"),)),
		("männliche Angestellte", (RecordCondition("gender", "=", "Male"),)),
		("Liste aller Mitarbeiterinnen und Mitarbeiter", ()),
	],
)
def test_deadlines_and_kinds(question: str, conditions: tuple[RecordCondition, ...]) -> None:
	"""What is to be done until when, what has expired, and who is a woman. The days before a verb at the end are those of what it says."""
	assert sorted(map(str, asked(question).conditions)) == sorted(map(str, conditions))


def test_who_came_last() -> None:
	"""One person, by the day on which they joined."""
	query = asked("Wer wurde zuletzt eingestellt?")
	assert (query.doctype, query.order_by[0].by, query.limit) == ("Employee", "joined", 1)


def test_staff_in_numbers() -> None:
	"""What people call how many there are."""
	query = asked("Mitarbeiterzahl je Abteilung")
	assert (query.doctype, query.group_by, query.measures) == (
		"Employee",
		("department",),
		(Measure("count"),),
	)


@pytest.mark.parametrize(
	"question",
	[
		# On which day they were paid or closed is in no field.
		"Welche Rechnungen wurden im Oktober bezahlt?",
		"Wie viele Tickets wurden letzte Woche gelöst?",
		# Who sold is nobody's name here, and who was born last did not join last.
		"Welcher Verkäufer hat den meisten Umsatz gemacht?",
		"Unser jüngster Mitarbeiter",
		"Rechnungen am Jahresende",
		"Frauen im Lager",
	],
)
def test_what_is_in_no_field(question: str) -> None:
	"""A search may find it."""
	assert read(question).kind == "passage"
