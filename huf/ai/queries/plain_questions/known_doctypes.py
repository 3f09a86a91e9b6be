"""What the words for states, numbers and dates mean for DocTypes that many sites have: facts about ERPNext and Frappe.

A site without such a DocType or field is not disturbed: what is not there is left out. Another app adds its own by the hook
``huf_question_words``: the path of a function without arguments that gives a dictionary like :data:`KNOWN`.
"""

from dataclasses import dataclass, field

from huf.engine.questions.record_query import RecordCondition, Value
from huf.engine.questions.vocabulary import BIRTHDAY, OF_PEOPLE, TODAY, Total


@dataclass(frozen=True, slots=True)
class Known:
	"""What is known of a DocType by its name."""

	words: tuple[str, ...] = ()
	"""What people call it, for DocTypes that the tables of languages do not have."""
	date: str = ""
	"""The date of its records; found by usual names where it is not told."""
	amount: str = ""
	states: dict[str, tuple[RecordCondition, ...]] = field(default_factory=dict)
	"""By keys of :mod:`huf.engine.questions.languages`; ``not …`` for the contrary."""
	totals: dict[str, Total] = field(default_factory=dict)
	dates: dict[str, str] = field(default_factory=dict)
	labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
	"""What fields are called besides their labels; looked up in the site's translations, too."""
	mine: str = ""
	"""Whose records “my” are: the field that names a user, or ``_assign`` for those who are assigned."""
	usual: tuple[RecordCondition, ...] = ()
	"""What is meant unless the question says anything of these fields or of those of ``instead``."""
	instead: tuple[str, ...] = ()
	computed: tuple[str, ...] = ()
	"""Keys of states that no condition on one table says (:mod:`huf.ai.queries.plain_questions.computed_states`)."""


def _where(*conditions: tuple[str, str, Value]) -> tuple[RecordCondition, ...]:
	return tuple(RecordCondition(name, operator, value) for name, operator, value in conditions)  # type: ignore[arg-type]


_SUBMITTED = ("docstatus", "=", 1)
_PARTLY_PAID = (
	*_where(_SUBMITTED, ("outstanding_amount", ">", 0)),
	# One of them is in the currency that the outstanding amount is in; the status says *Overdue* of most of these.
	RecordCondition("outstanding_amount", "<", None, "base_grand_total"),
	RecordCondition("outstanding_amount", "<", None, "grand_total"),
)
_PRIORITY: dict[str, tuple[str, ...]] = {"priority": ("Prio",)}
_THEIR_ORDER: dict[str, tuple[str, ...]] = {
	"po_no": (
		*("PO Number", "PO No", "Purchase Order Number", "Customer Order Number", "Their Order Number"),
		*(
			"Customer Reference",
			"Their Reference",
			"Kundenreferenz",
			"Référence client",
			"Referencia del cliente",
		),
		*("Bestellnummer des Kunden", "Kundenbestellnummer", "Numéro de commande du client"),
		*("Número de pedido del cliente", "Número de orden del cliente"),
	)
}
_ENDED = ("Completed", "Closed")
_OPEN_ORDER = _where(_SUBMITTED, ("status", "not in", _ENDED))
_OPEN_TASK = _where(("status", "not in", ("Completed", "Cancelled", "Template")))
_OPEN_PURCHASE_ORDER = _where(_SUBMITTED, ("status", "not in", (*_ENDED, "Delivered")))

KNOWN: dict[str, Known] = {
	"Sales Invoice": Known(
		states={
			"open": _where(_SUBMITTED, ("outstanding_amount", ">", 0)),
			"not paid": _where(_SUBMITTED, ("outstanding_amount", ">", 0)),
			"partly paid": _PARTLY_PAID,
			"paid": _where(("status", "=", "Paid")),
			"credit note": _where(("is_return", "=", 1)),
		},
		totals={
			"sales": Total(
				"base_net_total",
				of_rows="items.base_net_amount",
				quantity_of_rows="items.stock_qty",
				party="customer",
			),
			"receivable": Total("outstanding_amount", party="customer"),
			# What a customer bought is what was sold to them.
			"purchases": Total(
				"base_net_total",
				of_rows="items.base_net_amount",
				quantity_of_rows="items.stock_qty",
				needs="customer",
				party="customer",
			),
		},
		labels=_THEIR_ORDER,
		dates={"due": "due_date", "posted": "posting_date"},
	),
	"Purchase Invoice": Known(
		states={
			"open": _where(_SUBMITTED, ("outstanding_amount", ">", 0)),
			"not paid": _where(_SUBMITTED, ("outstanding_amount", ">", 0)),
			"partly paid": _PARTLY_PAID,
			"paid": _where(("status", "=", "Paid")),
			"credit note": _where(("is_return", "=", 1)),
		},
		totals={
			"purchases": Total(
				"base_net_total",
				of_rows="items.base_net_amount",
				quantity_of_rows="items.stock_qty",
				party="supplier",
			),
			"payable": Total("outstanding_amount", party="supplier"),
			"sales": Total(
				"base_net_total",
				of_rows="items.base_net_amount",
				quantity_of_rows="items.stock_qty",
				needs="supplier",
			),
		},
		labels={
			"bill_no": (
				*("Supplier Invoice Number", "Supplier Bill Number", "Bill Number", "Their Invoice Number"),
				*(
					"Rechnungsnummer des Lieferanten",
					"Lieferantenrechnungsnummer",
					"Numéro de facture du fournisseur",
				),
				*("Numéro de facture fournisseur", "Número de factura del proveedor"),
			)
		},
		dates={"due": "due_date", "posted": "posting_date"},
	),
	"Sales Order": Known(
		states={
			**dict.fromkeys(("open", "not completed", "not closed"), _OPEN_ORDER),
			"not delivered": _where(_SUBMITTED, ("status", "not in", _ENDED), ("per_delivered", "<", 100)),
			"delivered": _where(_SUBMITTED, ("per_delivered", ">=", 100)),
			"not billed": _where(_SUBMITTED, ("status", "not in", _ENDED), ("per_billed", "<", 100)),
			"billed": _where(_SUBMITTED, ("per_billed", ">=", 100)),
			"overdue": _where(
				_SUBMITTED,
				("status", "not in", _ENDED),
				("per_delivered", "<", 100),
				("delivery_date", "<", TODAY),
			),
		},
		dates={"due": "delivery_date", "delivery": "delivery_date"},
		totals={"ordered": Total("base_grand_total", needs="customer")},
		labels=_THEIR_ORDER,
	),
	"Purchase Order": Known(
		states={
			**dict.fromkeys(("open", "not completed", "not closed"), _OPEN_PURCHASE_ORDER),
			"not received": _where(_SUBMITTED, ("status", "not in", _ENDED), ("per_received", "<", 100)),
			"received": _where(_SUBMITTED, ("per_received", ">=", 100)),
			"not billed": _where(_SUBMITTED, ("status", "not in", _ENDED), ("per_billed", "<", 100)),
			"billed": _where(_SUBMITTED, ("per_billed", ">=", 100)),
			"overdue": _where(
				_SUBMITTED,
				("status", "not in", _ENDED),
				("per_received", "<", 100),
				("schedule_date", "<", TODAY),
			),
		},
		dates={"due": "schedule_date", "delivery": "schedule_date"},
		labels={"schedule_date": ("Required",)},
		totals={"ordered": Total("base_grand_total", needs="supplier")},
	),
	"Delivery Note": Known(
		labels={
			"total_net_weight": (
				*(
					"Net Weight",
					"Weight",
					"Nettogewicht",
					"Gewicht",
					"Poids net",
					"Poids",
					"Peso neto",
					"Peso",
				),
			)
		},
		states={
			"not billed": _where(_SUBMITTED, ("status", "not in", _ENDED), ("per_billed", "<", 100)),
			"billed": _where(_SUBMITTED, ("per_billed", ">=", 100)),
		},
	),
	"Payment Entry": Known(
		amount="base_paid_amount",
		labels={
			"reference_no": (
				*("Reference Number", "Reference No", "Reference", "Cheque Number", "Check Number"),
				*("Transaction Number", "Referenznummer", "Referenz", "Schecknummer", "Numéro de référence"),
				*("Référence", "Numéro de chèque", "Número de referencia", "Referencia", "Número de cheque"),
			)
		},
		states={"received": _where(("payment_type", "=", "Receive"))},
		totals={
			"collected": Total("base_paid_amount", _where(("payment_type", "=", "Receive"))),
			"paid out": Total("base_paid_amount", _where(("payment_type", "=", "Pay"))),
		},
		dates={"received": "posting_date"},
	),
	"BOM": Known(amount="base_total_cost"),
	"Bin": Known(
		totals={
			"stock": Total("actual_qty", is_quantity=True),
			"projected stock": Total("projected_qty", is_quantity=True),
			"reserved stock": Total("reserved_qty", is_quantity=True),
			"stock value": Total("stock_value"),
		},
		amount="stock_value",
	),
	"Item": Known(
		labels={
			"item_group": ("Group",),
			"lead_time_days": (
				*("Lead Time", "Delivery Time", "Lieferzeit", "Wiederbeschaffungszeit", "Beschaffungszeit"),
				*("Délai d'approvisionnement", "Délai de livraison", "Délai de réapprovisionnement", "Délai"),
				*(
					"Plazo de entrega",
					"Plazo de aprovisionamiento",
					"Plazo de reposición",
					"Tiempo de entrega",
					"tarda",
					"tardan",
				),
			),
		},
		computed=("below reorder level", "out of stock"),
	),
	"Customer": Known(
		labels={"customer_group": ("Group",)},
		states={"frozen": _where(("is_frozen", "=", 1))},
	),
	"Supplier": Known(
		labels={"supplier_group": ("Group",)},
		states={"frozen": _where(("is_frozen", "=", 1)), "on hold": _where(("on_hold", "=", 1))},
	),
	"Work Order": Known(
		date="planned_start_date",
		states=dict.fromkeys(
			("open", "not completed", "not closed"),
			_where(_SUBMITTED, ("status", "not in", ("Completed", "Closed", "Stopped", "Cancelled"))),
		),
		dates={"due": "expected_delivery_date", "delivery": "expected_delivery_date"},
	),
	"Material Request": Known(
		states=dict.fromkeys(
			("open", "not completed", "not closed"),
			_where(_SUBMITTED, ("status", "in", ("Pending", "Partially Ordered", "Partially Received"))),
		),
		dates={"due": "schedule_date"},
	),
	"Issue": Known(
		date="opening_date",
		dates={"created": "opening_date", "opened": "opening_date"},
		mine="_assign",
		labels={
			**_PRIORITY,
			"first_responded_on": (
				*("First Response", "First Reply", "Erste Antwort", "Erste Reaktion", "Première réponse"),
				*("Primera respuesta", "Response", "Answer", "Antwort", "Réponse", "Respuesta"),
				*(
					"responded",
					"responded to",
					"answered",
					"replied to",
					"beantwortet",
					"geantwortet",
					"reagiert",
				),
				*("répondu", "contestado", "respondido"),
			),
		},
	),
	"Item Price": Known(
		amount="price_list_rate",
		usual=_where(("selling", "=", 1)),
		instead=("buying", "price_list"),
		states={
			"for buying": _where(("buying", "=", 1)),
			"for selling": _where(("selling", "=", 1)),
		},
	),
	"Task": Known(
		states={
			**dict.fromkeys(("open", "not completed", "not closed"), _OPEN_TASK),
			# ERPNext gives the status by a job of the night.
			"overdue": (*_OPEN_TASK, RecordCondition("exp_end_date", "<", TODAY)),
		},
		date="exp_end_date",
		dates={"due": "exp_end_date", "completed": "completed_on"},
		mine="_assign",
		labels=_PRIORITY,
	),
	"ToDo": Known(dates={"due": "date"}, mine="allocated_to"),
	"Event": Known(date="starts_on"),
	"Project": Known(
		states={"overdue": _where(("status", "=", "Open"), ("expected_end_date", "<", TODAY))},
		dates={"due": "expected_end_date"},
	),
	"Employee": Known(
		states={
			"female": _where(("gender", "=", "Female")),
			"male": _where(("gender", "=", "Male")),
		},
		date="date_of_joining",
		dates={
			"birthday": "date_of_birth",
			"born": "date_of_birth",
			"joined": "date_of_joining",
			"left": "relieving_date",
		},
		labels={"ctc": ("CTC", "Cost to Company", "Salary", "Gehalt", "Salaire", "Salario", "Sueldo")},
	),
	"Quotation": Known(
		states={
			# ERPNext gives the status by a job of the night.
			"expired": _where(("status", "not in", ("Lost", "Ordered")), ("valid_till", "<", TODAY)),
			"valid": _where(("valid_till", ">=", TODAY)),
		},
		dates={"due": "valid_till", "expires": "valid_till", "expired": "valid_till"},
	),
	"Supplier Quotation": Known(dates={"expires": "valid_till"}),
	"Batch": Known(
		states={
			"expired": _where(("expiry_date", "<", TODAY)),
			"valid": _where(("expiry_date", ">=", TODAY)),
		},
		dates={"expires": "expiry_date", "expired": "expiry_date"},
	),
	"Opportunity": Known(date="transaction_date", amount="base_opportunity_amount"),
	"Communication": Known(date="communication_date"),
}

BEST_BY = {
	"Customer": "sales",
	"Item": "sales",
	"Item Group": "sales",
	"Brand": "sales",
	"Supplier": "purchases",
}
"""What is meant by the best records of a DocType, by the key of a number."""

TOTALS = {
	"sales": ("Sales Invoice",),
	"receivable": ("Sales Invoice",),
	"purchases": ("Purchase Invoice",),
	"payable": ("Purchase Invoice",),
	"collected": ("Payment Entry",),
	"paid out": ("Payment Entry",),
	"stock": ("Bin",),
	"projected stock": ("Bin",),
	"reserved stock": ("Bin",),
	"stock value": ("Bin",),
	"ordered": ("Sales Order", "Purchase Order"),
}
"""Which DocType a number is meant of, the first in front."""

IMPLIED = {
	"below reorder level": "Item",
	"out of stock": "Item",
	**dict.fromkeys((BIRTHDAY, *OF_PEOPLE), "Employee"),
}
"""The DocType that is meant by a state or a date where none is named."""

QUANTITY = "stock"
"""The number that is meant by how many there are of an item in one of :data:`PLACES`."""
PLACES = frozenset({"Warehouse"})

NAMED_RECORDS = (
	*(
		"Customer",
		"Supplier",
		"Item",
		"Sales Invoice",
		"Sales Order",
		"Purchase Order",
		"Purchase Invoice",
		"Quotation",
	),
	*(
		"Delivery Note",
		"Purchase Receipt",
		"Payment Entry",
		"Issue",
		"Project",
		"Task",
		"Employee",
		"Contact",
		"Lead",
		"Opportunity",
	),
	*("BOM", "Work Order", "Batch", "Note"),
)
"""DocTypes whose records people name in questions, the likeliest first."""

PARTIES = ("Customer", "Supplier", "Lead", "Employee")
"""Those of them that dynamic links of contacts, addresses and payments lead to; besides, the DocTypes that the site made itself."""

KINDS = {"Item Group": "Item", "Designation": "Employee"}
"""By DocTypes whose records are kinds of things the DocType of these things."""

TYPES = {
	**dict.fromkeys(("beschwerde", "reclamation", "plainte", "reclamacion", "reclamo", "queja"), "Complaint"),
	**dict.fromkeys(("storung", "vorfall", "incidencia", "incidente"), "Incident"),
	**dict.fromkeys(("probleme", "problema"), "Problem"),
}
"""Words for issues, folded, by which those of a type are meant that is called so in English; where a site has no such type, they mean all."""

PERSONS = frozenset({"Contact"})
"""Those of them whose records are of somebody at another."""

PARTS = frozenset({"Item"})
"""Those of them that are parts of many others."""

DATES = ("posting_date", "transaction_date", "date", "opening_date", "starts_on", "start_date", "from_date")
AMOUNTS = ("base_grand_total", "grand_total", "base_total", "total_amount", "total", "amount")
STATUSES = ("status", "workflow_state")
"""Fields that are meant by the name that they usually have."""
