"""Plain questions in French: elided words, what stands behind its noun, participles that are no infinitives, and days as they are written there."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from huf.engine.questions.described import read_description
from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, Order, RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import (
	PREFERRED,
	DocTypeName,
	DocTypeWords,
	FieldWords,
	FoundRecord,
	Total,
	Vocabulary,
)
from huf.engine.questions.words import words_of

TODAY = date(2026, 11, 22)
"""A Sunday."""
LANGUAGES_READ = ("en", "de", "fr")
_SUBMITTED = RecordCondition("docstatus", "=", 1)

INVOICE = DocTypeWords(
	"Invoice",
	"Facture",
	fields=(
		FieldWords(
			"status",
			"Statut",
			"choice",
			("Status", "Statut"),
			{"Overdue": ("En retard",), "Cancelled": ("Annulé",), "Lent": ("Prêté",)},
		),
		FieldWords("shopper", "Client", "link", ("Shopper", "Client"), target="Shopper", is_main=True),
		FieldWords("posted_on", "Date", "date", ("Posted On", "Date de comptabilisation")),
		FieldWords("due_on", "Échéance", "date", ("Due On", "Date d’Échéance")),
		FieldWords("total", "Total TTC", "number", ("Grand Total", "Total TTC")),
		FieldWords("billing", "Facturation", "number", ("Billing", "Montant Total de Facturation")),
		FieldWords("open", "Montant dû", "number", ("Outstanding", "Montant dû")),
	),
	date="posted_on",
	amount="total",
	open_amount="open",
	status="status",
	is_submittable=True,
	states={
		"not paid": (_SUBMITTED, RecordCondition("open", ">", 0)),
		"open": (_SUBMITTED, RecordCondition("open", ">", 0)),
		"paid": (RecordCondition("status", "=", "Paid"),),
		"credit note": (RecordCondition("is_return", "=", 1),),
	},
	totals={"sales": Total("total"), "receivable": Total("open")},
	dates={"due": "due_on"},
	own={"own": (RecordCondition("owner", "=", "ann@example.com"),)},
	best_by={"Shopper": "sales"},
)
ORDER = DocTypeWords(
	"Order",
	"Commande",
	fields=(
		FieldWords("shopper", "Client", "link", ("Shopper", "Client"), target="Shopper", is_main=True),
		FieldWords("ordered_on", "Date", "date", ("Ordered On",)),
		FieldWords("deliver_on", "Livraison", "date", ("Deliver On",)),
		FieldWords("total", "Total TTC", "number", ("Grand Total", "Total TTC")),
	),
	date="ordered_on",
	amount="total",
	is_submittable=True,
	states={
		"delivered": (_SUBMITTED, RecordCondition("delivered", ">=", 100)),
		"not delivered": (_SUBMITTED, RecordCondition("delivered", "<", 100)),
		"billed": (_SUBMITTED, RecordCondition("billed", ">=", 100)),
		"not billed": (_SUBMITTED, RecordCondition("billed", "<", 100)),
	},
	dates={"delivery": "deliver_on"},
)
TICKET = DocTypeWords(
	"Ticket",
	"Ticket",
	fields=(
		FieldWords("status", "Statut", "choice", ("Statut",), {"Open": ("Ouvert",), "Closed": ("Fermé",)}),
		FieldWords("opened_on", "Ouverture", "date", ("Date d'Ouverture",)),
	),
	date="opened_on",
	status="status",
	dates={"created": "opened_on"},
)
SHOPPER = DocTypeWords("Shopper", "Client")
VOCABULARY = Vocabulary(
	names=(
		DocTypeName("Invoice", "facture", PREFERRED),
		DocTypeName("Invoice", "avoir", PREFERRED, "credit note"),
		DocTypeName("Order", "commande", PREFERRED),
		DocTypeName("Order", "Commande d’Achat"),
		DocTypeName("Ticket", "Ticket"),
		DocTypeName("Shopper", "Client"),
	),
	describe={"Invoice": INVOICE, "Order": ORDER, "Ticket": TICKET, "Shopper": SHOPPER}.get,
	record_doctypes=("Shopper",),
	languages=LANGUAGES_READ,
	currencies=("EUR", "€", "Euro", "Euros"),
	totals={"sales": ("Invoice",), "receivable": ("Invoice",)},
	best_by={"Shopper": "sales"},
)
RECORDS = (
	FoundRecord("Shopper", "SH-1", "Ann Bonny", ""),
	FoundRecord("Shopper", "SH-2", "L'Oréal France", ""),
	FoundRecord("Shopper", "SH-3", "ABC", ""),
	FoundRecord("Shopper", "SH-4", "D", ""),
)


def find_records(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
	"""The made-up records by their names and titles; the exact ones, or those that begin so."""
	return [
		FoundRecord(each.doctype, each.name, each.title, text)
		for each in RECORDS
		if each.doctype in doctypes
		for text in texts
		for name in (each.name, each.title)
		if name.lower() == text.lower() or (not is_exact and name.lower().startswith(text.lower() + " "))
	]


def read(question: str, vocabulary: Vocabulary = VOCABULARY) -> Reading:
	"""The question on that day."""
	return read_question(question, vocabulary, today=TODAY, find_records=find_records)


def query(question: str) -> RecordQuery:
	"""The query of a question that is a list."""
	reading = read(question)
	assert reading.kind == "list", (question, reading)
	assert reading.query is not None
	return reading.query


def where(question: str) -> list[tuple[str, str, object]]:
	"""The conditions of a question, but for those on drafts and cancelled documents."""
	return [(c.field, c.operator, c.value) for c in query(question).conditions if c.field != "docstatus"]


OVERDUE = [("status", "=", "Overdue")]
UNPAID = [("open", ">", 0)]


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("Combien de factures sont en retard ?", OVERDUE),
		("Est-ce qu'il y a des factures en retard ?", OVERDUE),
		("Y a-t-il des factures échues ?", OVERDUE),
		("a-t-on des factures en retard", OVERDUE),
		("Peux-tu m'afficher les factures en retard, s’il te plaît ?", OVERDUE),
		("factures impayées", UNPAID),
		("factures impayees", UNPAID),
		("FACTURES IMPAYÉES", UNPAID),
		("Quelles factures n'ont pas encore été payées ?", UNPAID),
		("Quelles factures n’ont toujours pas été réglées ?", UNPAID),
		("factures qui ne sont pas payées", UNPAID),
		("factures non soldées", UNPAID),
		("toutes les factures qui ne sont pas payées", UNPAID),
		("commandes non livrées", [("delivered", "<", 100)]),
		("combien de commandes reste-t-il à livrer ?", [("delivered", "<", 100)]),
		("commandes ni livrées ni facturées", [("delivered", "<", 100), ("billed", "<", 100)]),
		("commandes livrées mais non facturées", [("delivered", ">=", 100), ("billed", "<", 100)]),
		("factures d'Ann Bonny", [("shopper", "=", "SH-1")]),
		("Quelles factures avons-nous envoyées à Ann Bonny ?", [("shopper", "=", "SH-1")]),
		("commandes d'ABC", [("shopper", "=", "SH-3")]),
		("commandes d’ABC", [("shopper", "=", "SH-3")]),
		("Combien de commandes Ann Bonny a-t-elle passées ?", [("shopper", "=", "SH-1")]),
		("factures du client D", [("shopper", "=", "SH-4")]),
		("Commandes d’achat non livrées", [("delivered", "<", 100)]),
		("avoirs d'octobre", [("is_return", "=", 1), ("posted_on", "between", ("2026-10-01", "2026-10-31"))]),
		("factures saisies par moi", [("owner", "=", "ann@example.com")]),
		("factures que j'ai créées", [("owner", "=", "ann@example.com")]),
		("tickets ouverts", [("status", "=", "Open")]),
		("tickets qui ne sont pas fermés", [("status", "!=", "Closed")]),
	],
)
def test_conditions(question: str, conditions: list[tuple[str, str, object]]) -> None:
	"""Formal or telegraphic, with accents or without, and with either apostrophe."""
	assert where(question) == conditions


@pytest.mark.parametrize("question", ["factures de L'Oréal", "Quelles factures a L'Oréal ?"])
def test_a_name_that_begins_with_an_elided_word(question: str) -> None:
	"""With a capital letter it is part of the name, by whose beginning the record is found; in small letters the whole name is."""
	assert where(question) == [("shopper", "=", "SH-2")]
	assert where("factures de l'Oréal France") == [("shopper", "=", "SH-2")]
	assert read("L'Oréal France").records[0].name == "SH-2"


def test_elided_words_are_words_of_their_own() -> None:
	"""In French alone, and never a letter that stands by itself."""
	assert [word.text for word in words_of("jusqu'à l’échéance d'aujourd'hui", LANGUAGES_READ)] == [
		*("jusqu'", "à", "l’", "échéance", "d'", "aujourd'hui")
	]
	assert [word.text for word in words_of("it's l'item", ("en", "de"))] == ["it's", "l'item"]


@pytest.mark.parametrize(
	("said", "condition"),
	[
		("d'aujourd'hui", ("=", "2026-11-22")),
		("du jour", ("=", "2026-11-22")),
		("d’hier", ("=", "2026-11-21")),
		("de cette semaine", ("between", ("2026-11-16", "2026-11-22"))),
		("de la semaine dernière", ("between", ("2026-11-09", "2026-11-15"))),
		("de la semaine derniere", ("between", ("2026-11-09", "2026-11-15"))),
		("de la semaine passée", ("between", ("2026-11-09", "2026-11-15"))),
		("de la semaine prochaine", ("between", ("2026-11-23", "2026-11-29"))),
		("de vendredi dernier", ("=", "2026-11-20")),
		("de ce mois-ci", ("between", ("2026-11-01", "2026-11-30"))),
		("du mois", ("between", ("2026-11-01", "2026-11-30"))),
		("du mois en cours", ("between", ("2026-11-01", "2026-11-30"))),
		("du mois dernier", ("between", ("2026-10-01", "2026-10-31"))),
		("du mois de mars", ("between", ("2026-03-01", "2026-03-31"))),
		("du mois de décembre", ("between", ("2025-12-01", "2025-12-31"))),
		("au mois d'octobre", ("between", ("2026-10-01", "2026-10-31"))),
		("de novembre dernier", ("between", ("2025-11-01", "2025-11-30"))),
		("du trimestre précédent", ("between", ("2026-07-01", "2026-09-30"))),
		("du premier trimestre 2026", ("between", ("2026-01-01", "2026-03-31"))),
		("du 2e trimestre de l'année dernière", ("between", ("2025-04-01", "2025-06-30"))),
		("au T3 2025", ("between", ("2025-07-01", "2025-09-30"))),
		("de l'année en cours", ("between", ("2026-01-01", "2026-12-31"))),
		("de l'année dernière", ("between", ("2025-01-01", "2025-12-31"))),
		("pour l'année 2025", ("between", ("2025-01-01", "2025-12-31"))),
		("de l'exercice 2025", ("between", ("2025-01-01", "2025-12-31"))),
		("du 1er mars 2026", ("=", "2026-03-01")),
		("du 12 mars", ("=", "2026-03-12")),
		("du 12/03/2026", ("=", "2026-03-12")),
		("avant le 1er mai 2026", ("<", "2026-05-01")),
		("antérieures au 1er mai 2026", ("<", "2026-05-01")),
		("après le 03/05/2026", (">", "2026-05-03")),
		("depuis le 3 mai 2026", (">=", "2026-05-03")),
		("à partir du 3 mai 2026", (">=", "2026-05-03")),
		("jusqu'au 3 mai 2026", ("<=", "2026-05-03")),
		("jusqu’à mars 2026", ("<=", "2026-03-31")),
		("du 1er mai 2026 au 3 juin 2026", ("between", ("2026-05-01", "2026-06-03"))),
		("entre le 1er mai 2026 et le 3 juin 2026", ("between", ("2026-05-01", "2026-06-03"))),
		("de mars à mai 2026", ("between", ("2026-03-01", "2026-05-31"))),
		("des 30 derniers jours", ("between", ("2026-10-23", "2026-11-22"))),
		("de ces 30 derniers jours", ("between", ("2026-10-23", "2026-11-22"))),
		("au cours des 2 derniers mois", ("between", ("2026-09-22", "2026-11-22"))),
		("des 30 jours écoulés", ("between", ("2026-10-23", "2026-11-22"))),
		("des 7 prochains jours", ("between", ("2026-11-22", "2026-11-29"))),
		("datant de plus de 30 jours", ("<=", "2026-10-22")),
	],
)
def test_days(said: str, condition: tuple[str, object]) -> None:
	"""Ordinals and adjectives stand before the unit or behind it, and contractions before the day."""
	assert where(f"factures {said}") == [("posted_on", *condition)]


@pytest.mark.parametrize(
	("said", "field", "condition"),
	[
		("arrivant à échéance avant le 12/03/2026", "due_on", ("<", "2026-03-12")),
		("dont la date d'échéance est antérieure au 12 mars 2026", "due_on", ("<", "2026-03-12")),
		("dues en décembre", "due_on", ("between", ("2026-12-01", "2026-12-31"))),
		("créées en octobre", "creation", ("between", ("2026-10-01", "2026-10-31"))),
	],
)
def test_which_date_days_are_of(said: str, field: str, condition: tuple[str, object]) -> None:
	"""The one that is named, and “du” is not “dû”; those of a state that has none are the document's, if “de” says so."""
	assert where("factures en retard de mars")[1] == ("posted_on", "between", ("2026-03-01", "2026-03-31"))
	assert where(f"factures {said}") == [(field, *condition)]


def test_a_day_with_slashes_is_read_where_the_day_comes_first() -> None:
	"""In English nobody can tell whether 3/4/2026 is in March."""
	english = replace(VOCABULARY, languages=("en", "de"), names=(DocTypeName("Invoice", "Invoice"),))
	assert read("invoices since 3/4/2026", english).kind == "passage"
	assert read("invoices since 2026-04-03", english).kind == "list"
	assert where("factures depuis le 3/4/2026") == [("posted_on", ">=", "2026-04-03")]


@pytest.mark.parametrize(
	("said", "condition"),
	[
		("de plus de 1 000 €", (">", 1000.0)),
		("de plus de 1 000,50 €", (">", 1000.5)),
		("de plus de 1\u00a0000 euros", (">", 1000.0)),
		("de plus de 1.000,50 euros", (">", 1000.5)),
		("de plus de 10 000€", (">", 10_000.0)),
		("d'un montant supérieur à 5000 €", (">", 5000.0)),
		("supérieures à 5 000", (">", 5000.0)),
		("dont le montant dépasse 5 000", (">", 5000.0)),
		("de moins de 500 €", ("<", 500.0)),
		("à partir de 2000 euros", (">=", 2000.0)),
		("comprises entre 500 € et 1 000 €", ("between", (500.0, 1000.0))),
	],
)
def test_amounts(said: str, condition: tuple[str, object]) -> None:
	"""With white space between thousands, and never a year where a currency follows."""
	assert where(f"factures {said}") == [("total", *condition)]


@pytest.mark.parametrize(
	("question", "measure"),
	[
		("Combien de factures ?", Measure("count")),
		("nombre de factures d'Ann Bonny", Measure("count")),
		("chiffre d'affaires de mars", Measure("sum", "total")),
		("CA d'Ann Bonny", Measure("sum", "total")),
		("Combien avons-nous vendu en mars ?", Measure("sum", "total")),
		("Combien Ann Bonny nous doit-elle ?", Measure("sum", "open")),
		("montant dû par Ann Bonny", Measure("sum", "open")),
		("À combien s'élève l'encours clients ?", Measure("sum", "open")),
		("montant total des factures impayées", Measure("sum", "open")),
		("montant moyen des commandes", Measure("avg", "total")),
		("total TTC le plus élevé des factures", Measure("max", "total")),
	],
)
def test_numbers(question: str, measure: Measure) -> None:
	"""Counts, sums, averages and ends."""
	assert query(question).measures == (measure,)


def test_groups_and_orders() -> None:
	"""By something, with days behind it; the last, one or several."""
	by_client = query("CA par client en octobre")
	assert (by_client.group_by, by_client.measures) == (("shopper",), (Measure("sum", "total"),))
	assert where("CA par client en octobre") == [("posted_on", "between", ("2026-10-01", "2026-10-31"))]
	assert query("nombre de factures par mois").group_by == ("month(posted_on)",)
	assert query("CA mensuel").group_by == ("month(posted_on)",)
	assert query("les 5 meilleurs clients").group_by == ("shopper",)
	assert query("nos plus gros clients").measures == (Measure("sum", "total"),)
	assert query("la dernière facture").limit == 1
	assert query("les dernières factures").limit == 10
	assert query("les 3 factures les plus récentes").order_by == (Order("posted_on", True),)
	assert query("les 3 plus grosses factures").order_by == (Order("total", True),)
	assert query("la facture la moins élevée").order_by == (Order("total", False),)


@pytest.mark.parametrize(
	"question",
	[
		# How something is done, and not what was done.
		"annuler une facture",
		"prêter une facture",
		"livrer une commande",
		"facturer une commande",
		"Comment payer une facture ?",
		"créer une facture",
		# On that day, or until then?
		"factures au 31 mars 2026",
		# Still open, or opened in March?
		"tickets ouverts en mars",
		# Since when are they unpaid?
		"factures impayées depuis 30 jours",
		"factures payées en mars",
		"factures échues avant le 12 mars 2026",
		# About something that was named before.
		"ont-ils des factures en retard ?",
		"Combien en avons-nous, des factures en retard ?",
		"Est-ce que toutes les factures sont payées ?",
		"Toutes les factures sont-elles payées ?",
		"Avons-nous payé toutes les factures ?",
		"Toutes les factures sont payées ?",
		"Toutes les factures ont été payées ?",
		"commandes sans facture",
		"commandes et factures de mars",
		"factures partiellement payées",
		"Qui doit valider les factures ?",
		"délai de paiement des factures",
		"factures",
		"quelles sont les factures",
	],
)
def test_what_is_no_list(question: str) -> None:
	"""A number that is not there harms less than a wrong one."""
	assert read(question).kind in ("passage", "record")


def test_what_is_written_goes_before_other_accents() -> None:
	"""“Facture” is no invoiced order, and “facturée” no invoice."""
	assert where("commandes facturées") == [("billed", ">=", 100)]
	assert read("commande facture").kind == "passage"
	# Nor is “a livré” what is “à livrer”.
	assert where("commandes qu'Ann Bonny a livrées") == [("shopper", "=", "SH-1"), ("delivered", ">=", 100)]


@pytest.mark.parametrize(
	"question",
	[
		"la facture du 12 octobre d'Ann Bonny a-t-elle été contestée ?",
		"que dit la facture du 12/10/2026 d'ABC",
	],
)
def test_a_record_is_described(question: str) -> None:
	"""By its kind, a party and a day, whatever else is asked."""
	found = read_description(question, VOCABULARY, today=TODAY, find_records=find_records, most=5)
	assert [one.queries[0].doctype for one in found] == ["Invoice"]
	assert [(each.field, each.value) for each in found[0].queries[0].conditions][1:] == [
		("posted_on", "2026-10-12")
	]


def test_pronouns_and_elided_words_say_nothing_else() -> None:
	"""Each is a small word besides, or it would end the question by itself."""
	french = LANGUAGES["fr"]
	conjunctions = {"jusqu'", "lorsqu'", "puisqu'"}
	assert set(french.pronouns) <= set(french.roles["small"])
	assert set(french.elisions) - conjunctions <= set(french.roles["small"])
