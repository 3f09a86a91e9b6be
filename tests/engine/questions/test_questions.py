"""Plain questions are read by the words of a vocabulary, and what a word does not explain is no list."""

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from unittest.mock import patch

import pytest

from huf.engine.questions.described import MOST_TEXTS, Described, read_description
from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.lexicon import details_lexicon
from huf.engine.questions.reader import read_question
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import Measure, Order, RecordCondition, RecordQuery
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

TODAY = date(2026, 11, 22)
"""A Sunday."""

BOAT = DocTypeWords(
	"Boat",
	"Boat",
	fields=(
		FieldWords(
			"status",
			"Status",
			"choice",
			("Status",),
			{"Afloat": ("Schwimmt",), "Sunk": ("Gesunken",), "Open": ("Offen",)},
		),
		FieldWords("colour", "Colour", "choice", ("Colour", "Farbe"), {"Red": ("Rot",), "Blue": ("Blau",)}),
		FieldWords("harbour", "Harbour", "link", ("Harbour", "Hafen"), target="Harbour", is_main=True),
		FieldWords("skipper", "Skipper", "link", ("Skipper", "Kapitän"), target="Sailor"),
		FieldWords("launched", "Launch Date", "date", ("Launch Date", "Stapellauf")),
		FieldWords("length", "Length", "number", ("Length", "Länge")),
		FieldWords("price", "Price", "number", ("Price", "Preis")),
		FieldWords("insured", "Insured", "check", ("Insured", "Versichert")),
		FieldWords("disabled", "Disabled", "check", ()),
	),
	date="launched",
	amount="price",
	status="status",
	states={"open": (RecordCondition("status", "not in", ("Sunk",)),)},
)
RENTAL = DocTypeWords(
	"Boat Rental",
	"Boat Rental",
	fields=(
		FieldWords(
			"status", "Status", "choice", ("Status",), {"Overdue": ("Überfällig",), "Open": ("Offen",)}
		),
		FieldWords("boat", "Boat", "link", ("Boat", "Boot"), target="Boat", is_main=True),
		FieldWords("renter", "Renter", "link", ("Renter", "Mieter"), target="Sailor", is_main=True),
		FieldWords("begins_on", "Begins On", "date", ("Begins On", "Beginn")),
		FieldWords("ends_on", "Ends On", "datetime", ("Ends On", "Ende")),
		FieldWords("fee", "Fee", "number", ("Fee", "Gebühr")),
	),
	date="begins_on",
	amount="fee",
	status="status",
	is_submittable=True,
	states={
		"not delivered": (RecordCondition("docstatus", "=", 1), RecordCondition("handed_over", "=", 0)),
		"paid": (RecordCondition("status", "=", "Open"),),
	},
	totals={"sales": Total("fee")},
	dates={"due": "ends_on"},
	computed={"below reorder level": "Too Few"},
)
HARBOUR = DocTypeWords("Harbour", "Harbour", fields=(FieldWords("country", "Country", "text", ("Country",)),))
SAILOR = DocTypeWords("Sailor", "Sailor")
CARD = DocTypeWords("Calling Card", "Calling Card", parties={"Sailor": ("holder", "holder_kind")})
LOAN = DocTypeWords("Loan", "Loan", fields=(FieldWords("fee", "Fee", "number", ("Fee",)),), amount="fee")

RECORDS = (
	FoundRecord("Harbour", "HB-1", "Port Ellen", ""),
	FoundRecord("Harbour", "HB-2", "Port Askaig", ""),
	FoundRecord("Harbour", "HB-3", "Oban", "", names=("HB-3", "HB-31")),
	FoundRecord("Sailor", "SA-1", "Ann Bonny", ""),
	FoundRecord("Sailor", "SA-2", "Mary Read", ""),
	FoundRecord("Boat", "BT-0007", "Sea Otter", ""),
)


class Records:
	"""Finds made-up records, and counts how often it was asked."""

	def __init__(self) -> None:
		self.calls = 0
		self.texts = 0

	def __call__(self, doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
		self.calls += 1
		self.texts = max(self.texts, len(texts))
		return [
			FoundRecord(each.doctype, each.name, each.title, text, each.names)
			for each in RECORDS
			if each.doctype in doctypes
			for text in texts
			for name in (each.name, each.title)
			if name.lower() == text.lower() or (not is_exact and name.lower().startswith(text.lower() + " "))
		]


VOCABULARY = Vocabulary(
	names=(
		DocTypeName("Boat", "Boat"),
		DocTypeName("Boat", "Boot"),
		DocTypeName("Boat", "Vessel", PREFERRED),
		DocTypeName("Boat Rental", "Boat Rental"),
		DocTypeName("Boat Rental", "Bootsmiete"),
		DocTypeName("Boat Rental", "Rental", PREFERRED),
		DocTypeName("Boat Rental", "contract", PREFERRED),
		DocTypeName("Loan", "contract", OTHER),
		DocTypeName("Boat Rental", "paper", OTHER),
		DocTypeName("Loan", "paper", OTHER),
		DocTypeName("Loan", "Loan"),
		DocTypeName("Calling Card", "Calling Card"),
		DocTypeName("Harbour", "Harbour"),
		DocTypeName("Sailor", "Sailor"),
	),
	describe={
		"Boat": BOAT,
		"Boat Rental": RENTAL,
		"Harbour": HARBOUR,
		"Sailor": SAILOR,
		"Loan": LOAN,
		"Calling Card": CARD,
	}.__getitem__,
	record_doctypes=("Boat", "Sailor", "Harbour"),
	parts=frozenset({"Boat"}),
	currencies=("EUR", "€", "Euro"),
	totals={"sales": ("Boat Rental",)},
	year_start=(4, 1),
)


def read(question: str) -> Reading:
	"""The question on that day, with those words and records."""
	return read_question(question, VOCABULARY, today=TODAY, find_records=Records())


def query(question: str) -> RecordQuery:
	"""The query of a question that is a list."""
	reading = read(question)
	assert reading.kind == "list", (question, reading)
	assert reading.query is not None
	return reading.query


def where(question: str) -> tuple[tuple[str, str, object], ...]:
	"""The conditions of a question, without what was assumed."""
	assumed = {part.field for part in read(question).understood if part.is_assumed}
	return tuple(
		(each.field, each.operator, each.value)
		for each in query(question).conditions
		if each.field not in assumed
	)


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("red boats", (("colour", "=", "Red"),)),
		("Welche Boote sind rot?", (("colour", "=", "Red"),)),
		("list boats that are not red", (("colour", "!=", "Red"),)),
		("red or blue boats", (("colour", "in", ("Red", "Blue")),)),
		("boats with the colour blue", (("colour", "=", "Blue"),)),
		("which vessels are insured?", (("insured", "=", 1),)),
		("disabled boats", (("disabled", "=", 1),)),
		("boats in Port Ellen", (("harbour", "=", "HB-1"),)),
		("Boote in Oban", (("harbour", "in", ("HB-3", "HB-31")),)),
		("red boats of skipper Ann Bonny", (("colour", "=", "Red"), ("skipper", "=", "SA-1"))),
		("boats without a skipper", (("skipper", "is", "not set"),)),
		("boats over 10,000 Euro", (("price", ">", 10000.0),)),
		("boats over 10 000 Euro", (("price", ">", 10000.0),)),
		("boats over 1’000 Euro", (("price", ">", 1000.0),)),
		("Boote unter 2.500,50 €", (("price", "<", 2500.5),)),
		("boats with a length of at least 12", (("length", ">=", 12.0),)),
		("boats between 1,000 and 2,000 EUR", (("price", "between", (1000.0, 2000.0)),)),
		("open boats", (("status", "not in", ("Sunk",)),)),
		("boats with status open", (("status", "=", "Open"),)),
		("Ann Bonny's overdue rentals", None),
		("rentals not delivered", (("docstatus", "=", 1), ("handed_over", "=", 0))),
		("draft contracts", (("docstatus", "=", 0),)),
		("overdue boat rentals", (("status", "=", "Overdue"),)),
		("überfällige Bootsmieten", (("status", "=", "Overdue"),)),
		("ueberfaellige Bootsmieten", (("status", "=", "Overdue"),)),
	],
)
def test_conditions(question: str, conditions: tuple[tuple[str, str, object], ...] | None) -> None:
	"""Options, states, records, numbers and what is not so become conditions."""
	if conditions is None:
		conditions = (("renter", "=", "SA-1"), ("status", "=", "Overdue"))
	assert where(question) == conditions


@pytest.mark.parametrize(
	("said", "condition"),
	[
		("today", ("=", "2026-11-22")),
		("gestern", ("=", "2026-11-21")),
		("this week", ("between", ("2026-11-16", "2026-11-22"))),
		("last month", ("between", ("2026-10-01", "2026-10-31"))),
		("im letzten Quartal", ("between", ("2026-07-01", "2026-09-30"))),
		("this year", ("between", ("2026-01-01", "2026-12-31"))),
		("in this fiscal year", ("between", ("2026-04-01", "2027-03-31"))),
		("im laufenden Geschäftsjahr", ("between", ("2026-04-01", "2027-03-31"))),
		("in October", ("between", ("2026-10-01", "2026-10-31"))),
		("in December", ("between", ("2025-12-01", "2025-12-31"))),
		("im März 2025", ("between", ("2025-03-01", "2025-03-31"))),
		("in 2025", ("between", ("2025-01-01", "2025-12-31"))),
		("since March", (">=", "2026-03-01")),
		("before 1 May 2026", ("<", "2026-05-01")),
		("vor dem 1. Mai 2026", ("<", "2026-05-01")),
		("after May 3rd, 2026", (">", "2026-05-03")),
		("until 2026-05-03", ("<=", "2026-05-03")),
		("bis 03.05.2026", ("<=", "2026-05-03")),
		("between 1 May 2026 and 3 June 2026", ("between", ("2026-05-01", "2026-06-03"))),
		("vom 1.5.2026 bis 3.6.2026", ("between", ("2026-05-01", "2026-06-03"))),
		("in the last 30 days", ("between", ("2026-10-23", "2026-11-22"))),
		("in den letzten 2 Monaten", ("between", ("2026-09-22", "2026-11-22"))),
		("in Q3 2025", ("between", ("2025-07-01", "2025-09-30"))),
		("in March last year", ("between", ("2025-03-01", "2025-03-31"))),
		("im ersten Quartal 2025", ("between", ("2025-01-01", "2025-03-31"))),
		("from 1 to 15 March", ("between", ("2026-03-01", "2026-03-15"))),
		("vom 20. bis 30. November", ("between", ("2026-11-20", "2026-11-30"))),
		("from 1 to 29 February 2024", ("between", ("2024-02-01", "2024-02-29"))),
	],
)
def test_dates(said: str, condition: tuple[str, object]) -> None:
	"""Days are named in many ways, and mean the date of the record when none is named."""
	assert where(f"rentals {said}") == (("begins_on", *condition),)


def test_named_dates() -> None:
	"""Another date is meant when it is named, before the days or after them; a moment lasts to the end of its day."""
	assert where("red boats with a launch date before 2026-05-01")[1] == ("launched", "<", "2026-05-01")
	assert where("rentals due before 2026-05-01") == (("ends_on", "<", "2026-05-01"),)
	assert where("rentals created in October") == (("creation", "between", ("2026-10-01", "2026-10-31")),)
	assert where("rentals created until 2026-05-01") == (("creation", "<=", "2026-05-01 23:59:59.999999"),)
	assert where("Boote, die vor dem 1.5.2026 ihren Stapellauf hatten") == (("launched", "<", "2026-05-01"),)


@pytest.mark.parametrize(
	("question", "measure"),
	[
		("How many boats are red?", Measure("count")),
		("Wie viele Boote sind rot?", Measure("count")),
		("total fee of rentals", Measure("sum", "fee")),
		("Summe der Bootsmieten", Measure("sum", "fee")),
		("revenue this year", Measure("sum", "fee")),
		("Umsatz mit Mary Read", Measure("sum", "fee")),
		("how much did we sell to Mary Read?", Measure("sum", "fee")),
		("average length of boats", Measure("avg", "length")),
		("durchschnittlicher Preis der Boote", Measure("avg", "price")),
		("highest price of boats", Measure("max", "price")),
		("kleinste Länge der Boote", Measure("min", "length")),
	],
)
def test_numbers(question: str, measure: Measure) -> None:
	"""Counts, sums, averages and ends."""
	assert query(question).measures == (measure,)


def test_groups_and_orders() -> None:
	"""Numbers by group, the first so many, the latest."""
	assert query("boats per harbour").group_by == ("harbour",)
	assert query("boats per harbour").measures == (Measure("count"),)
	assert query("Umsatz je Mieter").measures == (Measure("sum", "fee"),)
	best = query("top 3 sailors by revenue")
	assert (best.group_by, best.limit, best.order_by) == (("renter",), 3, (Order("sum(fee)", True),))
	assert query("the 5 most expensive boats").order_by == (Order("price", True),)
	assert query("the 5 most expensive boats").limit == 5
	assert query("latest 4 rentals").order_by == (Order("begins_on", True),)
	assert query("2 cheapest boats").order_by == (Order("price", False),)
	assert query("boats by status").group_by == ("status",)
	by_month = query("revenue per month in 2025")
	assert (by_month.group_by, by_month.order_by) == (("month(begins_on)",), (Order("month(begins_on)"),))
	assert query("Umsatz je Jahr").group_by == ("year(begins_on)",)


def test_cancelled_documents_do_not_count_unless_named() -> None:
	"""A list leaves cancelled documents out, a sum takes submitted ones, and the screen says that nobody asked for it."""
	reading = read("rentals of Mary Read")
	assert RecordCondition("docstatus", "!=", 2) in query("rentals of Mary Read").conditions
	assert [part.is_assumed for part in reading.understood if part.field == "docstatus"] == [True]
	assert RecordCondition("docstatus", "=", 1) in query("revenue with Mary Read").conditions
	assert where("cancelled rentals") == (("docstatus", "=", 2),)


@pytest.mark.parametrize(
	"question",
	[
		"How do I paint a boat?",
		"why are boats red?",
		"Wann werden Boote gestrichen?",
		"What is the policy for overdue rentals?",
		"how many coats of paint do red boats get?",
		"who may rent boats over 10,000 Euro?",
		"boats",
		"what are the boats",
		"can sailors sink boats?",
		"red boats over 500 dollars",
		"boats of Blackbeard",
		"red blue boats",
		"boats not",
		"rentals from 3 May 2026",
		"boats per",
		"boats not in October",
		"average boats per harbour and",
		"the 500 latest boats",
		"",
		"?!",
		"of the and",
	],
)
def test_what_is_no_list(question: str) -> None:
	"""A word that nothing explains, or that has no part in the question, ends it: a search answers."""
	assert read(question).kind == "passage"


def test_pronouns() -> None:
	"""A pronoun stands for what the question named before; who means what was said earlier is not told of all boats."""
	assert read("how many red boats are there, and are they insured").kind == "list"
	for question in (
		"how many of them are red boats",
		"Does it have red boats?",
		"how many have they, and red boats",
	):
		assert read(question).kind == "passage", question
	assert read("how many are red boats").kind == "list", "it is the pronoun"


def test_misspelt_words() -> None:
	"""One slip in a long word is put right, and an ordinary word is not."""
	assert where("overdeu boat rentals") == (("status", "=", "Overdue"),)
	assert read("how many goats are red").kind == "passage"


def test_words_that_say_nothing_are_those_words_alone() -> None:
	"""“Issues” is not “issued”, and “not” no “Note”: inflection must not make a small word of a name, or a name of a small word."""
	names = (*VOCABULARY.names, DocTypeName("Loan", "Note", PREFERRED))
	with_note = replace(VOCABULARY, names=names)
	for question in ("which boat issues are red", "which are not over 5"):
		assert read_question(question, with_note, today=TODAY, find_records=Records()).kind == "passage"


def test_compounds() -> None:
	"""A German compound is read by its parts."""
	assert query("rote Hafenboote aus Oban").doctype == "Boat"


def test_records() -> None:
	"""A question about one record names it, by number or title; a list by a beginning that only one record has."""
	assert read("what is the length of BT-0007?").records[0].name == "BT-0007"
	assert read("tell me about Sea Otter").records[0].name == "BT-0007"
	assert read("tell me about Sea Otter").kind == "record"
	assert where("rentals of Mary") == (("renter", "=", "SA-2"),)


def test_several_records_are_asked_back() -> None:
	"""A beginning that several records share is not guessed."""
	reading = read("boats in Port")
	assert reading.kind == "ask"
	assert {record.name for record in reading.records} == {"HB-1", "HB-2"}


def test_several_doctypes() -> None:
	"""A word that means one DocType before another shows the other beside it; one that means both alike is asked back."""
	preferred = read("how many contracts have a fee over 5")
	assert (preferred.kind, preferred.query and preferred.query.doctype) == ("list", "Boat Rental")
	assert [each.query.doctype for each in preferred.choices if each.query] == ["Loan"]
	equal = read("how many papers have a fee over 5")
	assert equal.kind == "ask"
	assert {each.query.doctype for each in equal.choices if each.query} == {"Boat Rental", "Loan"}


def test_computed_states() -> None:
	"""A state that no condition says is handed on by its key."""
	assert read("rentals below reorder level").computed == "below reorder level"
	assert read("rentals not below reorder level").kind == "passage"


def test_what_was_understood_is_told_part_by_part() -> None:
	"""Each condition, with titles instead of names."""
	parts = [(part.what, part.label, part.values) for part in read("red boats in Port Ellen").understood]
	assert parts == [
		("doctype", "Boat", ()),
		("condition", "Colour", ("Red",)),
		("condition", "Harbour", ("Port Ellen",)),
	]


def test_without_a_vocabulary_everything_is_a_search() -> None:
	"""Who may read nothing is told of nothing, and no record is looked up."""
	records = Records()
	nothing = Vocabulary((), {}.__getitem__)
	assert read_question("red boats", nothing, today=TODAY, find_records=records).kind == "passage"
	assert records.calls == 0


@pytest.mark.parametrize(
	"question",
	[
		"boats " * 1600,
		"a" * 10_000,
		"1," * 5000,
		"red boats in " + "Port " * 30,
		"'" * 300 + "9" * 90,
		" ".join(f"Word{number}" for number in range(40)),
		"between " * 35,
		"not " * 39,
		"\ud800 boats \x00 red",
	],
)
def test_hostile_questions_cost_little(question: str) -> None:
	"""Whatever is asked, little is looked up, and it takes no more than a fixed amount of work."""
	records = Records()
	began = time.process_time()
	read_question(question, VOCABULARY, today=TODAY, find_records=records)
	assert time.process_time() - began < 5
	assert records.calls <= 3
	assert records.texts <= 120


# --- Records that a question describes


def described(question: str, most: int = 5) -> tuple[Described, ...]:
	"""What the question says of a record on that day, with those words and records."""
	return read_description(question, VOCABULARY, today=TODAY, find_records=Records(), most=most)


def said_of(question: str) -> list[tuple[str, tuple[tuple[str, str, object], ...]]]:
	"""By DocType the conditions of the first query for each kind that is meant."""
	return [
		(
			one.queries[0].doctype,
			tuple((each.field, each.operator, each.value) for each in one.queries[0].conditions),
		)
		for one in described(question)
	]


@pytest.mark.parametrize(
	("question", "doctype", "conditions"),
	[
		(
			"How much was the rental of 12.10. to Ann Bonny, and why?",
			"Boat Rental",
			(("renter", "=", "SA-1"), ("begins_on", "=", "2026-10-12")),
		),
		(
			"Wie hoch war die Bootsmiete vom 12.10.2026 an Ann Bonny?",
			"Boat Rental",
			(("renter", "=", "SA-1"), ("begins_on", "=", "2026-10-12")),
		),
		("Did the rental over 300.50 get paid?", "Boat Rental", (("fee", "between", (300.495, 300.505)),)),
		("the rental over 300 EUR", "Boat Rental", (("fee", "between", (299.995, 300.005)),)),
		("what is wrong with the vessel Sea Otter", "Boat", (("name", "=", "BT-0007"),)),
		(
			"which contract of 12.10. has the Sea Otter",
			"Boat Rental",
			(("boat", "=", "BT-0007"), ("begins_on", "=", "2026-10-12")),
		),
		("rentals of last week", "Boat Rental", (("begins_on", "between", ("2026-11-09", "2026-11-15")),)),
		("the vessel in Port", "Boat", (("harbour", "in", ("HB-1", "HB-2")),)),
		("what did the rental to ann bonny cost", "Boat Rental", (("renter", "=", "SA-1"),)),
		("the vessel in Oban", "Boat", (("harbour", "in", ("HB-3", "HB-31")),)),
		(
			"how can I call Mary Read?",
			"Calling Card",
			(("holder", "=", "SA-2"), ("holder_kind", "=", "Sailor")),
		),
	],
)
def test_a_record_is_described(
	question: str, doctype: str, conditions: tuple[tuple[str, str, object], ...]
) -> None:
	"""A kind, and whom, what, when or how much it is about; whatever else is asked."""
	with patch.dict(LANGUAGES["en"].details, {"Calling Card": ("call",)}):
		details_lexicon.cache_clear()
		try:
			assert said_of(question)[0] == (doctype, conditions)
		finally:
			details_lexicon.cache_clear()


@pytest.mark.parametrize(
	"question",
	[
		"",
		"Ann Bonny on 12.10.2026",
		"how do I write a contract?",
		"rentals of 2026",
		"rentals since 1900",
		"a loan of 3 pages",
		"a contract for the Sea Otter",
		"rental 12",
		"the rental to Nobody Else",
		"the rental between 1.10.2026 and 5.11.2026",
	],
)
def test_what_describes_no_record(question: str) -> None:
	"""No kind; or nothing of it but a long time, two times, a bare number, a name of nothing."""
	assert described(question) == ()


def test_the_kind_of_which_most_is_said() -> None:
	"""Of two kinds the one that has more of it; another date of the record comes after the usual one."""
	found = described("to which harbour went the rental of 12.10.2026 by Ann Bonny")
	assert [(one.queries[0].doctype, one.facts) for one in found] == [("Boat Rental", 2)]
	assert [one.conditions[-1].field for one in found[0].queries] == ["begins_on", "ends_on"]
	# A moment: the whole day.
	assert found[0].queries[1].conditions[-1].operator == "between"
	assert found[0].queries[1].limit == 5


def test_describing_costs_little() -> None:
	"""No names are looked up without a word for a kind, and never more than twice."""
	for question, most in (
		("How long is Ann Bonny's warranty on masts and Sails of Cloth?", 0),
		("Which rental is of Somebody New?", 2),
		("Which contract must be signed by whoever keeps a mast?", 0),
		("contract " + "Wombat " * 39, 2),
		("contract " + "Wombat " * 60, 0),
	):
		records = Records()
		read_description(question, VOCABULARY, today=TODAY, find_records=records, most=5)
		assert records.calls <= most, question
		assert records.texts <= MOST_TEXTS, question
