"""In French: how long something has been so, records that have or lack others, what has expired, and who works here."""

from datetime import date

import pytest

from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import (
	PREFERRED,
	TODAY,
	DocTypeName,
	DocTypeWords,
	FieldWords,
	Total,
	Vocabulary,
)
from tests.engine.questions.finding import by_title

SATURDAY = date(2026, 11, 28)
CUSTOMER = FieldWords("customer", "Client", "link", ("Client",), target="Customer", is_main=True)
SUPPLIER = FieldWords(
	"supplier", "Fournisseur", "link", ("Fournisseur", "Vendor"), target="Supplier", is_main=True
)
STATUS = FieldWords("status", "Statut", "choice", ("Statut",), {"Open": (), "Overdue": (), "Active": ()})
SUBMITTED = RecordCondition("docstatus", "=", 1)
OVERDUE = RecordCondition("status", "=", "Overdue")
OPEN = RecordCondition("status", "=", "Open")
EXPIRED = (RecordCondition("until", "<", TODAY),)
VALID = (RecordCondition("until", ">=", TODAY),)
DOCTYPES = {
	each.doctype: each
	for each in (
		DocTypeWords(
			"Sales Invoice",
			"Facture",
			fields=(CUSTOMER, STATUS, *(FieldWords(name, name, "date") for name in ("posted", "due"))),
			date="posted",
			status="status",
			is_submittable=True,
			states={
				"overdue": (OVERDUE,),
				"paid": (RecordCondition("status", "=", "Paid"),),
				"not paid": (SUBMITTED, RecordCondition("left", ">", 0)),
			},
			dates={"due": "due"},
		),
		DocTypeWords(
			"Sales Order",
			"Commande client",
			fields=(CUSTOMER, FieldWords("ordered", "Date", "date")),
			date="ordered",
			is_submittable=True,
			totals={"ordered": Total("total", needs="customer", party="customer")},
		),
		DocTypeWords(
			"Purchase Order",
			"Commande d'achat",
			fields=(SUPPLIER, FieldWords("ordered", "Date", "date"), FieldWords("total", "Total", "number")),
			date="ordered",
			amount="total",
			is_submittable=True,
		),
		DocTypeWords(
			"Issue",
			"Ticket",
			fields=(CUSTOMER, STATUS, FieldWords("opened", "Ouverture", "date")),
			date="opened",
			status="status",
			states={
				"open": (OPEN,),
				"not open": (RecordCondition("status", "!=", "Open"),),
				"unassigned": (RecordCondition("_assign", "is", "not set"),),
			},
			dates={"created": "opened"},
		),
		DocTypeWords(
			"Batch",
			"Lot",
			fields=(FieldWords("until", "Date de péremption", "date"),),
			states={"expired": EXPIRED, "valid": VALID},
			dates={"expires": "until"},
		),
		DocTypeWords(
			"Quotation",
			"Devis",
			fields=(FieldWords("until", "Valable jusqu'au", "date"),),
			is_submittable=True,
			states={"expired": EXPIRED, "valid": VALID},
		),
		DocTypeWords(
			"Employee",
			"Employé",
			fields=(
				STATUS,
				FieldWords("joined", "Date d'embauche", "date"),
				FieldWords("department", "Département", "link", ("Département",), target="Department"),
				FieldWords("reports_to", "Supérieur", "link", ("Supérieur",), target="Employee"),
			),
			date="joined",
			status="status",
			states={
				"female": (RecordCondition("gender", "=", "Female"),),
				"male": (RecordCondition("gender", "=", "Male"),),
			},
		),
		DocTypeWords(
			"Project",
			"Projet",
			fields=(STATUS, FieldWords("end", "Fin", "date")),
			status="status",
			states={"overdue": (RecordCondition("end", "<", TODAY),)},
			dates={"due": "end"},
		),
		DocTypeWords("Customer", "Client", is_named=True),
		DocTypeWords("Supplier", "Fournisseur", is_named=True),
		DocTypeWords("Communication", "Communication", fields=(CUSTOMER,)),
	)
}
FRENCH = LANGUAGES["fr"]
VOCABULARY = Vocabulary(
	names=(
		*(
			DocTypeName(doctype, text, PREFERRED)
			for doctype in DOCTYPES
			for text in FRENCH.doctypes.get(doctype, ())
		),
		DocTypeName("Purchase Order", "purchase order"),
		*(
			DocTypeName("Employee", text, PREFERRED, state)
			for state, texts in FRENCH.kinds["Employee"].items()
			for text in texts
			if state != "enabled"
		),
	),
	describe=DOCTYPES.get,
	languages=("en", "de", "fr"),
	totals={"ordered": ("Sales Order",)},
)


def read(question: str) -> Reading:
	"""The question on that Saturday."""
	return read_question(question, VOCABULARY, today=SATURDAY, find_records=by_title(()))


def asked(question: str) -> RecordQuery:
	"""The query of a question that is a list."""
	query = read(question).query
	assert query is not None, question
	return query


def days(question: str) -> list[tuple[str, str, object]]:
	"""The conditions on days, of what the records have or lack if they are asked for by that."""
	query = asked(question)
	conditions = [one for each in query.related for one in each.conditions] or [*query.conditions]
	named = ("posted", "due", "ordered", "opened", "joined", "end")
	return [(one.field, one.operator, one.value) for one in conditions if one.field in named]


@pytest.mark.parametrize(
	("question", "condition"),
	[
		("factures de plus de 90 jours", ("posted", "<=", "2026-08-29")),
		("factures vieilles de plus d'un an", ("posted", "<=", "2025-11-27")),
		("factures en retard de plus de 60 jours", ("due", "<=", "2026-09-28")),
		("factures en retard depuis plus de deux semaines", ("due", "<=", "2026-11-13")),
		("factures avec plus de 60 jours de retard", ("due", "<=", "2026-09-28")),
		("factures échues depuis plus de 6 mois et toujours pas payées", ("due", "<=", "2026-05-27")),
		("tickets ouverts depuis plus de 90 jours", ("opened", "<=", "2026-08-29")),
		("salariés qui ont plus de 15 ans d'ancienneté", ("joined", "<=", "2011-11-27")),
		("clients qui n'ont plus passé de commande depuis plus d'un an", ("ordered", ">=", "2025-11-28")),
		("clients qui n'ont rien commandé depuis 90 jours", ("ordered", ">=", "2026-08-31")),
		("clients qui n'ont pas commandé depuis un an", ("ordered", ">=", "2025-11-29")),
		("clients sans commande depuis plus de 6 mois", ("ordered", ">=", "2026-05-28")),
		("projets qui doivent se terminer avant le 1er avril 2027", ("end", "<", "2027-04-01")),
		("projets qui se terminent d'ici la fin de l'année", ("end", "<=", "2026-12-31")),
	],
)
def test_days(question: str, condition: tuple[str, str, object]) -> None:
	"""How long it has been so, since when it has not been, and when something ends."""
	assert condition in days(question)


@pytest.mark.parametrize(
	("question", "held"),
	[
		("clients dont on n'a reçu aucune commande", [("Sales Order", 0, 0)]),
		("Quels clients n'ont pas une seule facture en retard ?", [("Sales Invoice", 0, 0)]),
		("clients qui n'ont plus aucun ticket ouvert", [("Issue", 0, 0)]),
		("combien de clients ont au moins une facture en retard", [("Sales Invoice", 1, None)]),
		(
			"clients avec un ticket ouvert et en même temps une facture en retard",
			[("Issue", 1, None), ("Sales Invoice", 1, None)],
		),
		(
			"clients qui ont un ticket ouvert mais aussi des factures en retard",
			[("Issue", 1, None), ("Sales Invoice", 1, None)],
		),
		("clients avec des tickets ouverts mais sans commande", [("Issue", 1, None), ("Sales Order", 0, 0)]),
		("fournisseurs n'ayant reçu aucun bon de commande de notre part", [("Purchase Order", 0, 0)]),
	],
)
def test_what_they_have_or_lack(question: str, held: list[tuple[str, int, int | None]]) -> None:
	"""However having none is put, and two at the same time."""
	assert [(each.doctype, each.at_least, each.at_most) for each in asked(question).related] == held


@pytest.mark.parametrize(
	("question", "field", "operator"),
	[
		("lots périmés", "until", "<"),
		("devis expirés", "until", "<"),
		("devis qui ne sont plus valables", "until", "<"),
		("devis encore valables", "until", ">="),
		("lots non périmés", "until", ">="),
		# Submitted, and not valid, though only an accent tells.
		("devis validés", "docstatus", "="),
		("devis valides", "until", ">="),
		("liste des femmes", "gender", "="),
		("tickets pas encore assignés", "_assign", "is"),
		("tickets sans responsable", "_assign", "is"),
		("projets dont la date de fin est dépassée", "end", "<"),
	],
)
def test_states(question: str, field: str, operator: str) -> None:
	"""What is no longer valid, who is a woman, and what nobody does."""
	assert (field, operator) in [(one.field, one.operator) for one in asked(question).conditions]


def test_the_best_by_value() -> None:
	"""Not those with the most orders."""
	query = asked("Top 5 des fournisseurs par montant de commandes d'achat")
	assert (query.group_by, query.measures, query.limit) == (("supplier",), (Measure("sum", "total"),), 5)
	query = asked("top 5 vendors by value of purchase orders")
	assert query.measures == (Measure("sum", "total"),)
	query = asked("top 5 des fournisseurs avec le plus de commandes d'achat")
	assert query.measures == (Measure("count"),)


@pytest.mark.parametrize(
	"question",
	[
		# Of their address, and not of what was written to them.
		"clients sans adresse mail",
		# Nothing at all, and not merely what these are about.
		"clients qui ont une facture en retard et n'ont jamais rien payé",
		# Since when are they unpaid?
		"factures impayées depuis 30 jours",
		"tickets ouverts en mars",
		"factures de 3 mois",
		# Both, and not the women who are the superiors of men.
		"combien de femmes et combien d'hommes",
	],
)
def test_what_is_searched_for(question: str) -> None:
	"""What nobody can tell."""
	assert read(question).kind == "passage"
