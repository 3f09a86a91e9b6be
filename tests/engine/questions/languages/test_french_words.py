"""What people say around plain questions in French: how they ask, what they add, and what they call things."""

from dataclasses import replace

import pytest

from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.record_query import RecordCondition
from huf.engine.questions.vocabulary import (
	PREFERRED,
	DocTypeName,
	DocTypeWords,
	FieldWords,
	Total,
	Vocabulary,
)
from tests.engine.questions.languages.test_questions_in_french import (
	INVOICE,
	ORDER,
	OVERDUE,
	SHOPPER,
	TICKET,
	query,
	read,
	where,
)

_OPEN = [("open", ">", 0)]
_NOT_DELIVERED = [("delivered", "<", 100)]


@pytest.mark.parametrize(
	"question",
	[
		"Tu peux me sortir les factures en retard stp ?",
		"Pourriez-vous m'indiquer les factures en retard, s'il vous plaît ?",
		"bonjour, est-ce que quelqu'un peut me donner les factures en retard ? merci d'avance",
		"il me faudrait les factures en retard",
		"j'aurais besoin des factures en retard",
		"on voudrait avoir les factures en retard",
		"fais-moi un récap des factures en retard",
		"Montrez-nous rapidement les factures en retard",
		"on a quoi comme factures en retard",
		"Quelles factures Ann Bonny aurait déjà dû nous payer ?",
		"factures dont la date d'échéance est dépassée",
		"Veuillez lister les factures dont l'échéance est déjà passée",
		"dans le système, quelles factures sont passées dues",
		"factures echues",
	],
)
def test_ways_of_asking(question: str) -> None:
	"""They say nothing about which records are meant."""
	assert [one for one in where(question) if one[0] == "status"] == OVERDUE


@pytest.mark.parametrize(
	"question",
	[
		"y'a combien de factures en retard",
		"combien on a de factures en retard actuellement",
		"Combien y a-t-il de factures en retard ?",
		"Quel est le nombre exact de factures en retard ?",
		"nbre de factures en retard",
		"est-ce que tu sais combien de factures sont en retard",
		"peux-tu me dire combien de factures en retard il y a",
	],
)
def test_ways_of_counting(question: str) -> None:
	"""All of them count."""
	assert where(question) == OVERDUE
	assert [each.function for each in query(question).measures] == ["count"]


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("factures non soldées", _OPEN),
		("quelles factures restent à encaisser", _OPEN),
		("factures qu'on n'a pas encore réglées", _OPEN),
		("commandes pas entièrement livrées", _NOT_DELIVERED),
		("les commandes qu'on a pas fini de livrer", _NOT_DELIVERED),
		("commandes qu'il reste à livrer", _NOT_DELIVERED),
		("tous les tickets sauf ceux qui sont fermés", [("status", "!=", "Closed")]),
		("factures de plus de 500 € TTC", [("total", ">", 500.0)]),
		("factures supérieures ou égales à 500", [("total", ">=", 500.0)]),
		("factures dont le montant n'excède pas 500 euros", [("total", "<=", 500.0)]),
		("factures comprises entre 100 et 500", [("total", "between", (100.0, 500.0))]),
		("factures depuis le début de l'année", [("posted_on", ">=", "2026-01-01")]),
		("factures postérieures au 1er mars 2026", [("posted_on", ">", "2026-03-01")]),
		("factures qui échoient avant le 5 décembre 2026", [("due_on", "<", "2026-12-05")]),
		("tickets signalés en mars", [("opened_on", "between", ("2026-03-01", "2026-03-31"))]),
		("factures encodées ce mois-ci", [("creation", "between", ("2026-11-01", "2026-11-30"))]),
	],
)
def test_everyday_conditions(question: str, conditions: list[tuple[str, str, object]]) -> None:
	"""Words for states, amounts and days that people use besides the names of fields."""
	assert where(question) == conditions


@pytest.mark.parametrize(
	("question", "field"),
	[
		("combien avons-nous facturé en mars ?", "total"),
		("on a fait combien de chiffre en mars", "total"),
		("chiffre d'affaires hors TVA de mars", "total"),
		("total des impayés", "open"),
		("À combien s'élèvent nos comptes à recevoir ?", "open"),
		("total des créances clients", "open"),
		("on nous doit combien en tout", "open"),
	],
)
def test_numbers_by_other_names(question: str, field: str) -> None:
	"""Revenue, and what customers still have to pay."""
	assert [(each.function, each.field) for each in query(question).measures] == [("sum", field)]


def test_what_is_invoiced_is_no_number_of_invoices() -> None:
	"""“Facturé” is “facture” but for its accent: “factures” stay what they are."""
	assert query("combien de factures en mars").measures[0].function == "count"
	assert query("c'est combien en moyenne une commande").measures[0].function == "avg"


@pytest.mark.parametrize(
	"question",
	[
		"Qui valide les factures ?",
		"Qui règle les factures en retard ?",
		"Pourquoi les factures sont en retard ?",
		"Comment sont réglées les factures ?",
		"C'est quoi une facture en retard ?",
		"Qu'est-ce qu'une facture échue ?",
		"Que signifie facture en retard ?",
		"Où trouver les factures ?",
		"Quelles règles y a-t-il pour les factures ?",
		"Qui fait les commandes non livrées ?",
		"Les factures sont-elles toutes payées ?",
		"chiffre d'affaires TTC de mars",
		"ventes TTC",
		"Est-il possible d'avoir une facture en retard ?",
		"De quels documents avons-nous besoin pour les factures ?",
	],
)
def test_knowledge_stays_a_search(question: str) -> None:
	"""Small words do not make a list of a question about how things are done, nor a sum of amounts that are not added up."""
	assert read(question).kind == "passage"


_PURCHASE = replace(INVOICE, doctype="Purchase Invoice", label="Facture d'achat")
_SALES = replace(INVOICE, doctype="Sales Invoice", label="Facture de vente")
_STOCK = DocTypeWords(
	"Bin",
	"Stock",
	fields=(FieldWords("qty", "Quantité", "number"), FieldWords("worth", "Valeur", "number")),
	totals={"stock": Total("qty", is_quantity=True), "stock value": Total("worth")},
)
_KNOWN = {
	"Sales Invoice": _SALES,
	"Purchase Invoice": _PURCHASE,
	"Sales Order": replace(ORDER, doctype="Sales Order"),
	"Issue": replace(TICKET, doctype="Issue"),
	"Bin": _STOCK,
	"Shopper": SHOPPER,
}
_VOCABULARY = Vocabulary(
	names=tuple(
		DocTypeName(doctype, text, PREFERRED + (place > 0 and doctype == "Purchase Invoice"))
		for doctype in _KNOWN
		for place, text in enumerate(LANGUAGES["fr"].doctypes.get(doctype, ()))
		if text != "facture" or doctype == "Sales Invoice"
	),
	describe=_KNOWN.get,
	languages=("en", "de", "fr"),
	totals={"stock": ("Bin",), "stock value": ("Bin",)},
)


@pytest.mark.parametrize(
	("question", "doctype"),
	[
		("combien de factures avons-nous reçues en mars", "Purchase Invoice"),
		("factures reçues en mars", "Purchase Invoice"),
		("factures émises en mars", "Sales Invoice"),
		("combien de commandes avons-nous reçues en mars", "Sales Order"),
		("cde du mois", "Sales Order"),
		("tickets reçus en mars", "Issue"),
		("problèmes signalés en mars", "Issue"),
		("réclamations du mois dernier", "Issue"),
		("qté en stock", "Bin"),
		("combien de stock nous reste-t-il", "Bin"),
	],
)
def test_other_names(question: str, doctype: str) -> None:
	"""What was received is an order of a customer, but an invoice of a supplier."""
	reading = read(question, _VOCABULARY)
	assert reading.query is not None, (question, reading)
	assert reading.query.doctype == doctype


@pytest.mark.parametrize(
	"question",
	[
		"valeur totale de notre stock",
		"combien vaut notre stock",
		"montant total des articles en stock",
		"stock en euros",
	],
)
def test_what_the_stock_is_worth(question: str) -> None:
	"""The total value of the stock is no total quantity."""
	reading = read(question, _VOCABULARY)
	assert reading.query is not None, (question, reading)
	assert reading.query.measures[0].field == "worth"


def test_no_word_that_says_nothing_is_a_word_of_a_table() -> None:
	"""A small word that names a state, a number or a DocType as well would hide it."""
	french = LANGUAGES["fr"]
	small = {each.removeprefix("=") for each in french.roles["small"]}
	named = {
		each.removeprefix("=")
		for table in (french.states, french.doctypes)
		for words in table.values()
		for each in words
	}
	assert small & named == set()


def test_priorities_by_other_words() -> None:
	"""High is “élevée” or “haute”, low “basse” or “faible”, whatever they are called on the site."""
	task = replace(
		TICKET,
		fields=(
			*TICKET.fields,
			FieldWords("priority", "Priorité", "choice", ("Priorité",), {"High": ("Haut",), "Low": ("Bas",)}),
		),
	)
	vocabulary = replace(_VOCABULARY, names=(DocTypeName("Ticket", "Ticket"),), describe={"Ticket": task}.get)
	for question, value in (
		("tickets de priorité élevée", "High"),
		("tickets avec une priorité faible", "Low"),
	):
		reading = read(question, vocabulary)
		assert reading.query is not None, question
		assert RecordCondition("priority", "=", value) in reading.query.conditions
