"""Questions about rules and advice that no number, party or date leads to: of terms, of answers to issues, of tasks.

Every fact is asked for in two wordings. The first was there to look at while the search was worked on; the second was put aside and
says how it fares with wordings that nothing was fitted to. The truth is what the records of the site say now: a fact that none of
them states any more is not asked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import frappe

from benchmarks.erp.single_records import Question, judged_text


@dataclass(frozen=True, slots=True)
class _Fact:
	"""What some records of a DocType state."""

	title: str
	"""Of terms; of issues how the subject begins or ends, as a pattern."""
	answer: str
	seen: str
	aside: str


_TERMS = (
	_Fact(
		"Standard Payment Terms",
		"30 days",
		"How many days do customers have to pay an invoice?",
		"When is the money of an invoice owed to us at the latest?",
	),
	_Fact(
		"Standard Payment Terms",
		"Two per cent",
		"Which cash discount do we give for early payment?",
		"How much may be taken off by who pays within ten days?",
	),
	_Fact(
		"Standard Payment Terms",
		"9 points above",
		"What interest do we charge after the second reminder?",
		"From which reminder on does late payment cost interest?",
	),
	_Fact(
		"Payment Terms for Export",
		"letter of credit",
		"Is a letter of credit needed for export?",
		"What must a foreign buyer provide before goods leave our works?",
	),
	_Fact(
		"Payment Terms for Export",
		"buyer's",
		"Who pays bank charges outside Germany?",
		"Are bank fees abroad ours or the buyer's?",
	),
	_Fact(
		"Payment Terms for Export",
		"not granted",
		"Is an early payment discount granted for export orders?",
		"Does an export customer get a discount when paying early?",
	),
	_Fact(
		"Warranty",
		"6 months",
		"How long is the warranty on seals and bearings?",
		"For how many months do we answer for wear parts?",
	),
	_Fact(
		"Warranty", "24 months", "For how long do we answer for defects?", "How long does our warranty last?"
	),
	_Fact(
		"Warranty",
		"dry running",
		"Do we answer for damage by dry running?",
		"Is a pump that ran dry covered by the warranty?",
	),
	_Fact(
		"Delivery Terms",
		"handed to the carrier",
		"When does the risk pass to the customer?",
		"At which moment does the buyer bear the risk of transport?",
	),
	_Fact(
		"Delivery Terms",
		"free carrier",
		"Which delivery clause do we deliver under, free carrier or free house?",
		"From where do we deliver free carrier?",
	),
	_Fact(
		"Delivery Terms",
		"500 EUR",
		"From which value on are part deliveries allowed?",
		"May we ship an order in parts?",
	),
	_Fact(
		"Return of Goods",
		"not taken back",
		"May a customer return opened chemicals?",
		"Do we take back cut pipes?",
	),
	_Fact(
		"Return of Goods",
		"15 per cent",
		"What is charged when standard goods are returned?",
		"What does it cost a customer to send unused goods back?",
	),
	_Fact(
		"Return of Goods",
		"14 days",
		"Within how many days can unused goods be returned?",
		"How long after buying may standard goods go back to us?",
	),
	_Fact(
		"Purchase Conditions",
		"3.1",
		"Which certificate must suppliers send with pressure parts?",
		"What papers come with parts under pressure that we buy?",
	),
	_Fact(
		"Purchase Conditions",
		"three working days",
		"Within how many days must a supplier confirm an order?",
		"How quickly do suppliers have to confirm?",
	),
	_Fact(
		"Purchase Conditions",
		"withdraw",
		"What may we do when a supplier does not confirm?",
		"Can we withdraw from an order that was not confirmed in time?",
	),
	_Fact(
		"Service Visits",
		"98 EUR",
		"What does an hour of a service technician cost?",
		"What is our hourly rate for a service visit?",
	),
	_Fact(
		"Service Visits",
		"charged in full",
		"What is charged when a service visit is cancelled too late?",
		"A customer calls off a visit on the evening before: what do they pay?",
	),
	_Fact(
		"Service Visits",
		"0.62 EUR",
		"How much is a kilometre of travel for service?",
		"What do we charge for the way to a service visit?",
	),
	_Fact(
		"Service Visits",
		"half as much",
		"What is added for service at night?",
		"What does a service visit cost after 8 pm?",
	),
	_Fact(
		"Retention of Title",
		"until all that is owed",
		"When do delivered goods become the buyer's property?",
		"Until when do the goods stay ours?",
	),
	_Fact(
		"Retention of Title",
		"sell them on",
		"May a buyer sell goods on that are not paid yet?",
		"Can unpaid goods be sold on in the ordinary course of business?",
	),
	_Fact(
		"Rental of Pumps",
		"two weeks",
		"For how long must a pump be rented at least?",
		"What is the shortest rental of a pump?",
	),
	_Fact(
		"Rental of Pumps",
		"frost damage",
		"Who pays for frost damage to a rented pump?",
		"Is frost damage the tenant's business?",
	),
	_Fact(
		"Rental of Pumps",
		"oil bath",
		"In what state must a rented pump be returned?",
		"Must there be oil in a pump when its tenant returns it?",
	),
	_Fact(
		"Drawings and Samples",
		"60 days",
		"When do samples have to be sent back?",
		"How long may a customer keep a sample?",
	),
	_Fact(
		"Drawings and Samples",
		"50 EUR",
		"Up to which value are samples free?",
		"Do we charge for samples?",
	),
	_Fact(
		"Drawings and Samples",
		"not be shown",
		"May our drawings be shown to others?",
		"Can a customer give our drawings to a competitor?",
	),
)

_ANSWERS = (
	_Fact(
		"%leaks at the shaft",
		"spring faces the impeller",
		"A pump loses water at the shaft: which way round does the seal ring go?",
		"What was wrong when customers wrote that it leaks at the shaft?",
	),
	_Fact(
		"%trips the breaker",
		"1 megohm",
		"What do we advise when a motor trips the breaker?",
		"Below which insulation is a winding damp?",
	),
	_Fact(
		"Wrong % delivered",
		"at our cost",
		"What do we do when the wrong goods were delivered?",
		"Who pays when we sent another size than was ordered?",
	),
	_Fact(
		"%reads too low",
		"P14",
		"Which parameter is set when a sensor reads too low?",
		"How is the range set for the density of another medium?",
	),
	_Fact(
		"Noise from %",
		"cavitation",
		"What causes a grinding noise, and what helps?",
		"What is to be done against cavitation?",
	),
	_Fact(
		"Documentation for %",
		"revision",
		"What do we answer who needs the declaration of conformity for an audit?",
		"Of which revision is the spare parts list that we send?",
	),
)


def policies(is_aside: bool) -> Iterator[Question]:
	"""All facts that records of the site state, in one of the two wordings."""
	label = "put aside" if is_aside else "seen"
	for doctype, field, facts in (
		("Terms and Conditions", "title", _TERMS),
		("Issue", "subject", _ANSWERS),
	):
		for fact in facts:
			names = frappe.get_all(doctype, {field: ("like", fact.title)}, pluck="name")
			right = {
				(doctype, name) for name in names if fact.answer.casefold() in judged_text(doctype, name)
			}
			if right:
				asked = fact.aside if is_aside else fact.seen
				yield Question(asked, frozenset(right), (fact.answer,), f"{doctype}, {label}")
	for row in frappe.get_all("Task", ["name", "subject", "description"], order_by="name"):
		if frappe.db.count("Task", {"subject": row.subject}) > 1 or "Budget " not in row.description:
			continue
		hours = row.description.split("Budget ")[1].split(" ")[0]
		asked = (
			f"How long may it take to {row.subject[0].lower()}{row.subject[1:]}?"
			if is_aside
			else f"What is the budget in hours to {row.subject[0].lower()}{row.subject[1:]}?"
		)
		yield Question(asked, frozenset({("Task", row.name)}), (f"Budget {hours} hours",), f"Task, {label}")
