"""The records that several DocTypes show beside theirs: what is ordered, owed, paid and asked."""

from huf.ai.knowledge.records.presets.preset import RelatedRecords, names

_SUBMITTED = ("docstatus", "=", 1)
_ORDERED = ("status", "not in", ("Completed", "Closed", "Cancelled", "Delivered"))


def quotations() -> RelatedRecords:
	"""Quotations to a party that are neither ordered nor lost, with their sum."""
	return RelatedRecords(
		"Open Quotations",
		"Quotation",
		"party_name",
		"quotation_to",
		where=(_SUBMITTED, ("status", "in", ("Open", "Replied", "Partially Ordered"))),
		fields=names("transaction_date valid_till status grand_total currency"),
		sums=("grand_total",),
		order=("transaction_date desc",),
	)


def orders(doctype: str, link: str, due: str) -> RelatedRecords:
	"""Orders that are not done, by when they are due. ``link``: the field with the party or the project."""
	label = "Open Sales Orders" if doctype == "Sales Order" else "Open Purchase Orders"
	return RelatedRecords(
		label,
		doctype,
		link,
		where=(_SUBMITTED, _ORDERED),
		fields=("transaction_date", due, "status", "grand_total", "currency"),
		sums=("grand_total",),
		order=(due,),
	)


def invoices(doctype: str, link: str) -> RelatedRecords:
	"""Credit notes that are not settled count: they make less of what is owed."""
	return RelatedRecords(
		"Unpaid Invoices",
		doctype,
		link,
		where=(_SUBMITTED, ("outstanding_amount", "!=", 0)),
		fields=names("posting_date due_date status outstanding_amount party_account_currency"),
		sums=("outstanding_amount",),
		order=("due_date",),
	)


def payments() -> RelatedRecords:
	"""What a party has paid and no invoice has taken."""
	# Not added up: the field does not say in which currency it is.
	return RelatedRecords(
		"Payments Not Allocated",
		"Payment Entry",
		"party",
		"party_type",
		where=(_SUBMITTED, ("unallocated_amount", ">", 0)),
		fields=names("posting_date payment_type unallocated_amount"),
		order=("posting_date desc",),
	)


def prices(link: str) -> RelatedRecords:
	"""Prices of an item, or for a party, the newest first."""
	return RelatedRecords(
		"Prices",
		"Item Price",
		link,
		fields=names(
			"item_code item_name price_list uom price_list_rate currency customer supplier valid_from valid_upto"
		),
		order=("valid_from desc",),
	)


def items_on_order(label: str, doctype: str, party: str, due: str, done: str) -> RelatedRecords:
	"""Orders that are not done with the item in a row: for whom, how many, and how many are ``done``."""
	# Not "title": where ERPNext shows the party as title, the field keeps its default, "{customer_name}", to the letter.
	return RelatedRecords(
		label,
		doctype,
		"items.item_code",
		where=(_SUBMITTED, _ORDERED),
		fields=(party, "items.qty", f"items.{done}", "items.uom", due, "status"),
		order=(due,),
	)


def issues(link: str) -> RelatedRecords:
	"""Issues that are not resolved."""
	return RelatedRecords(
		"Open Issues",
		"Issue",
		link,
		where=(("status", "not in", ("Resolved", "Closed")),),
		fields=names("subject status priority opening_date"),
		order=("opening_date desc",),
	)


def opportunities() -> RelatedRecords:
	"""Opportunities of a party that are not closed or lost."""
	return RelatedRecords(
		"Open Opportunities",
		"Opportunity",
		"party_name",
		"opportunity_from",
		where=(("status", "in", ("Open", "Replied", "Quotation")),),
		fields=names("title transaction_date expected_closing status opportunity_amount currency"),
		order=("transaction_date desc",),
	)
