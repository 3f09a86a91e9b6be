"""Longer phrases of French questions: of politeness, of purpose, of states, and of how a question is built around them."""

from dataclasses import replace

import pytest

from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.record_query import Measure, Order
from huf.engine.questions.vocabulary import PREFERRED, DocTypeName, DocTypeWords, FieldWords, Vocabulary
from tests.engine.questions.languages.test_questions_in_french import (
	OVERDUE,
	SHOPPER,
	TICKET,
	UNPAID,
	VOCABULARY,
	query,
	read,
	where,
)

_NOT_DELIVERED = [("delivered", "<", 100)]
_MARCH = [("posted_on", "between", ("2026-03-01", "2026-03-31"))]


@pytest.mark.parametrize(
	"question",
	[
		"Auriez-vous l'obligeance de me communiquer les factures en retard ?",
		"Vous serait-il possible de m'envoyer les factures en retard ?",
		"je dois voir les factures en retard avant ma réunion",
		"peux tu me sortir les factures en retard pour les relances",
		"y a t il des factures en retard",
		"historique des factures en retard",
		"montre moi la liste intégrale des factures en retard",
		"on me demande les factures en retard",
		"qu'est-ce que nous avons comme factures en retard",
		"factures à relancer",
		"Quelles factures accusent un retard de paiement ?",
		"factures dont le délai de paiement est dépassé",
		"factures pas payées à temps",
	],
)
def test_ways_of_asking(question: str) -> None:
	"""Courtesy, what it is for, and verbs with their pronouns, with hyphens or without."""
	assert [one for one in where(question) if one[0] == "status"] == OVERDUE


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("factures dont le solde n'est pas à zéro", UNPAID),
		("les factures dont on attend encore le paiement", UNPAID),
		("factures qui n'ont pas été payées en totalité", UNPAID),
		("commandes qui attendent encore leur livraison", _NOT_DELIVERED),
		("quelles commandes attendent d'être livrées", _NOT_DELIVERED),
		("commandes dont la livraison n'est pas terminée", _NOT_DELIVERED),
		("les commandes pas encore parties", _NOT_DELIVERED),
		("qu'est-ce qu'on doit encore livrer comme commandes", _NOT_DELIVERED),
		("tickets dont le statut est différent de fermé", [("status", "!=", "Closed")]),
		("factures échéance postérieure ou égale au 1er mars 2026", [("due_on", ">=", "2026-03-01")]),
		("factures qui devaient être payées avant le 1er mars 2026", [("due_on", "<", "2026-03-01")]),
		("factures depuis mars, payées ou non", [("posted_on", ">=", "2026-03-01")]),
		(
			"tous les tickets de mars, fermés compris",
			[("opened_on", "between", ("2026-03-01", "2026-03-31"))],
		),
		("factures de mars, quel que soit leur statut", _MARCH),
		("commandes passées par Ann Bonny", [("shopper", "=", "SH-1")]),
		# That it was entered says nothing of what has a date of its own.
		("factures enregistrées en mars", _MARCH),
		("factures créées en mars", [("creation", "between", ("2026-03-01", "2026-03-31"))]),
	],
)
def test_conditions(question: str, conditions: list[tuple[str, str, object]]) -> None:
	"""What has a state, and what may have any."""
	assert where(question) == conditions


@pytest.mark.parametrize(
	("question", "measure"),
	[
		("Combien nos clients nous doivent-ils ?", Measure("sum", "open")),
		("combien il nous reste à encaisser au total", Measure("sum", "open")),
		("Quel montant reste-t-il à encaisser auprès d'Ann Bonny ?", Measure("sum", "open")),
		("montant total qui reste à encaisser", Measure("sum", "open")),
		("combien de ventes en euros en mars", Measure("sum", "total")),
		("combien a-t-on fait avec Ann Bonny en 2026", Measure("sum", "total")),
		("chiffre d'afaires de mars", Measure("sum", "total")),
		("notre CA annuel en 2026", Measure("sum", "total")),
		("le montant le plus élevé parmi nos factures", Measure("max", "total")),
		("facture la plus élevée, quel montant ?", Measure("max", "total")),
		("Notre facture la plus élevée, elle était de combien ?", Measure("max", "total")),
		("montant maximum que nous ayons facturé sur une seule facture", Measure("max", "total")),
		("Quel est le montant moyen de nos commandes ?", Measure("avg", "total")),
	],
)
def test_numbers(question: str, measure: Measure) -> None:
	"""What is still to come in, what was sold, and the highest of all."""
	assert query(question).measures == (measure,)
	assert not query(question).group_by


def test_groups() -> None:
	"""Of each client, whether its name stands behind “par” or before a pronoun."""
	assert query("Combien chaque client a-t-il de factures impayées ?").group_by == ("shopper",)
	assert query("chiffre d'affaires client par client").group_by == ("shopper",)
	assert query("quels clients ont des factures impayées, et combien chacun").group_by == ("shopper",)
	assert query("Combien y a-t-il de factures dans chaque état ?").group_by == ("status",)
	assert query("Comment se répartissent nos factures par statut ?").group_by == ("status",)
	assert query("CA annuel").group_by == ("year(posted_on)",)
	# Here the invoices are asked for.
	assert query("nos clients ont quelles factures impayées").group_by == ()


def test_orders() -> None:
	"""Words for an order of the list, and which end is in front."""
	for said in (
		"triées par montant décroissant",
		"triées par montant, les plus élevées d'abord",
		"de la plus grosse à la plus petite",
	):
		if said.startswith("de"):
			said = f"classées {said}"
		assert query(f"factures {said}").order_by == (Order("total", True),)
	assert query("factures par montant croissant").order_by == (Order("total", False),)
	assert query("factures triées par date, les plus récentes en premier").order_by == (
		Order("posted_on", True),
	)


def test_what_was_billed_is_listed_where_a_list_is_asked_for() -> None:
	"""Not added up."""
	assert not query("qu'a-t-on facturé à Ann Bonny ? liste des factures").measures
	assert query("combien a-t-on facturé à Ann Bonny").measures == (Measure("sum", "total"),)


def test_our_clients() -> None:
	"""They are all of them, where questions name their records."""
	named = {"Shopper": replace(SHOPPER, is_named=True), "Ticket": TICKET}
	vocabulary = replace(VOCABULARY, describe=named.get)
	assert read("nos clients", vocabulary).kind == "list"
	assert read("on a qui comme clients", vocabulary).kind == "list"
	assert read("clients", vocabulary).kind == "passage"
	assert read("notre client", vocabulary).kind == "passage"
	assert read("nos tickets", vocabulary).kind == "passage"


_EMPLOYEE = DocTypeWords(
	"Employee",
	"Employé",
	fields=(FieldWords("status", "Statut", "choice", ("Statut",), {"Active": (), "Left": ()}),),
	status="status",
)
_PURCHASE_ORDER = DocTypeWords(
	"Purchase Order",
	"Commande d'achat",
	fields=(FieldWords("total", "Total TTC", "number"),),
	amount="total",
)
_NAMED = {"Employee": _EMPLOYEE, "Purchase Order": _PURCHASE_ORDER}
_OTHERS = Vocabulary(
	names=(
		*(
			DocTypeName(doctype, text, PREFERRED)
			for doctype in _NAMED
			for text in LANGUAGES["fr"].doctypes[doctype]
		),
		*(
			DocTypeName(doctype, text, PREFERRED, state)
			for doctype in _NAMED
			for state, texts in LANGUAGES["fr"].kinds.get(doctype, {}).items()
			for text in texts
			if state == "enabled"
		),
	),
	describe=_NAMED.get,
	languages=("en", "fr"),
)


@pytest.mark.parametrize(
	("question", "measures"),
	[
		("Qui travaille actuellement chez nous ?", ()),
		("les employés qui travaillent encore chez nous", ()),
		("combien de personnes travaillent ici", (Measure("count"),)),
		("employés en poste", ()),
	],
)
def test_who_works_here(question: str, measures: tuple[Measure, ...]) -> None:
	"""Those who do not work here any more are none of them."""
	reading = read(question, _OTHERS)
	assert reading.query is not None, (question, reading)
	assert [(each.field, each.value) for each in reading.query.conditions] == [("status", "Active")]
	assert reading.query.measures == measures


def test_what_was_ordered_is_an_amount() -> None:
	"""“Commandé” alone is no number of orders."""
	for question, measure in (
		("Combien avons-nous commandé ?", Measure("sum", "total")),
		("combien a-t-on commandé au total", Measure("sum", "total")),
		("combien avons-nous de commandes", Measure("count")),
	):
		reading = read(question, _OTHERS)
		assert reading.query is not None, question
		assert reading.query.measures == (measure,)


@pytest.mark.parametrize(
	"question",
	[
		"Faut-il livrer les commandes non payées ?",
		"doit-on livrer une commande",
		"je dois annuler une commande déjà livrée",
		"Comment relancer un client en retard ?",
		"quelles commandes doivent être approuvées",
		"est-il possible d'envoyer une facture",
		"qui relance les clients en retard",
		"quand une facture est-elle en retard",
		"a-t-il des factures en retard ?",
		"a t il des factures en retard",
		"nos conditions de vente",
	],
)
def test_knowledge_stays_a_search(question: str) -> None:
	"""What must or may be done is in no list; nor is of whom a pronoun speaks."""
	assert read(question).kind == "passage"


def test_every_pronoun_behind_a_verb_may_lack_its_hyphens() -> None:
	"""Those of all tables."""
	french = LANGUAGES["fr"]
	assert {"=reste-t-il à encaisser", "=reste t il à encaisser"} <= set(french.totals["receivable"])
	assert {"=restent-ils", "restent-ils"} & set(french.roles["small"])
	assert {"restent ils", "est ce que", "=y en a t il", "y en a t il"} & set(french.roles["small"])
	assert {"a-t-il", "a t il"} <= set(french.pronouns)
