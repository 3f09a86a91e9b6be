"""Spanish questions: as accountants, buyers and warehouse people write them, with and without accents and opening signs."""

from collections.abc import Sequence
from datetime import date

import pytest

from huf.engine.questions.described import read_description
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

TODAY = date(2026, 11, 26)
"""A Thursday."""
_SUBMITTED = RecordCondition("docstatus", "=", 1)
_LEFT = RecordCondition("left", ">", 0)

INVOICE = DocTypeWords(
	"Bill",
	"Factura",
	fields=(
		FieldWords(
			"status",
			"Estado",
			"choice",
			("Status", "Estado"),
			{"Paid": ("Pagado",), "Overdue": ("Atrasado",), "Cancelled": ("Cancelado",)},
		),
		FieldWords("client", "Cliente", "link", ("Client", "Cliente"), target="Client", is_main=True),
		FieldWords("things.thing", "Producto", "link", ("Thing", "Producto"), target="Thing", is_main=True),
		FieldWords("things.net", "Net Amount", "number"),
		FieldWords("made_on", "Fecha", "date", ("Date", "Fecha")),
		FieldWords("due_on", "Fecha de vencimiento", "date", ("Due Date", "Fecha de vencimiento")),
		FieldWords("net", "Total", "number", ("Total",)),
		FieldWords("total", "Total", "number", ("Grand Total", "Total")),
		FieldWords("left", "Monto pendiente", "number", ("Outstanding Amount", "Monto pendiente")),
	),
	date="made_on",
	amount="total",
	open_amount="left",
	status="status",
	is_submittable=True,
	states={
		"open": (_SUBMITTED, _LEFT),
		"not paid": (_SUBMITTED, _LEFT),
		"paid": (RecordCondition("status", "=", "Paid"),),
	},
	totals={"sales": Total("net", of_rows="things.net"), "receivable": Total("left")},
	dates={"due": "due_on"},
	own={"own": (RecordCondition("owner", "=", "ana"),)},
	best_by={"Client": "sales"},
)
BOUGHT = DocTypeWords(
	"Bought Bill",
	"Factura de compra",
	fields=(
		FieldWords("status", "Estado", "choice", ("Estado",), {"Paid": (), "Overdue": ()}),
		FieldWords("left", "Monto pendiente", "number"),
		FieldWords("made_on", "Fecha", "date", ("Fecha",)),
		FieldWords("due_on", "Vencimiento", "date"),
	),
	date="made_on",
	status="status",
	states={"not paid": (_SUBMITTED, _LEFT)},
	dates={"due": "due_on"},
)
ORDER = DocTypeWords(
	"Order",
	"Pedido",
	fields=(
		FieldWords("client", "Cliente", "link", ("Cliente",), target="Client", is_main=True),
		FieldWords("made_on", "Fecha", "date", ("Fecha",)),
		FieldWords("deliver_on", "Fecha de entrega", "date", ("Fecha de entrega",)),
		FieldWords("total", "Total", "number", ("Total",)),
	),
	date="made_on",
	amount="total",
	states={
		"open": (RecordCondition("delivered", "<", 50),),
		"not delivered": (RecordCondition("delivered", "<", 100),),
		"delivered": (RecordCondition("delivered", ">=", 100),),
		"not billed": (RecordCondition("billed", "<", 100),),
	},
	dates={"delivery": "deliver_on"},
)
TICKET = DocTypeWords(
	"Ticket",
	"Incidencia",
	fields=(
		FieldWords(
			"status",
			"Estado",
			"choice",
			("Estado",),
			{"Open": ("Abrir/Abierto",), "Closed": ("Cerrado",), "Resolved": ("Resuelto",)},
		),
		FieldWords(
			"priority",
			"Prioridad",
			"choice",
			("Priority", "Prioridad"),
			{"High": ("Alto",), "Medium": ("Medio",)},
		),
		FieldWords("opened_on", "Fecha de apertura", "date", ("Fecha de apertura",)),
	),
	date="opened_on",
	status="status",
	dates={"created": "opened_on", "opened": "opened_on"},
)
PAYMENT = DocTypeWords(
	"Payment",
	"Pago",
	fields=(
		FieldWords("paid_on", "Fecha", "date", ("Fecha",)),
		FieldWords("amount", "Importe", "number", ("Importe",)),
	),
	date="paid_on",
	amount="amount",
	states={"received": (RecordCondition("kind", "=", "Receive"),)},
)
STOCK = DocTypeWords(
	"Bin",
	"Papelera",
	fields=(
		FieldWords("thing", "Producto", "link", ("Producto",), target="Thing", is_main=True),
		FieldWords("store", "Almacén", "link", ("Almacén",), target="Store", is_main=True),
		FieldWords("pieces", "Cantidad", "number"),
	),
	date="creation",
	totals={"stock": Total("pieces", is_quantity=True)},
)
THING = DocTypeWords("Thing", "Producto", computed={"below reorder level": "Bajo mínimo"})
VOCABULARY = Vocabulary(
	names=(
		DocTypeName("Bill", "factura", PREFERRED),
		DocTypeName("Bought Bill", "factura", OTHER),
		DocTypeName("Bought Bill", "factura por pagar", PREFERRED, "not paid"),
		DocTypeName("Order", "pedido"),
		DocTypeName("Order", "orden de venta"),
		DocTypeName("Ticket", "incidencia"),
		DocTypeName("Payment", "pago"),
		DocTypeName("Payment", "cobro", PREFERRED, "received"),
		DocTypeName("Bin", "Papelera"),
		DocTypeName("Thing", "producto"),
		DocTypeName("Client", "cliente"),
		DocTypeName("Store", "almacén"),
	),
	describe={
		"Bill": INVOICE,
		"Bought Bill": BOUGHT,
		"Order": ORDER,
		"Ticket": TICKET,
		"Payment": PAYMENT,
		"Bin": STOCK,
		"Thing": THING,
		"Client": DocTypeWords("Client", "Cliente"),
		"Store": DocTypeWords("Store", "Almacén"),
	}.__getitem__,
	record_doctypes=("Client", "Thing", "Store"),
	languages=("en", "de", "es"),
	currencies=("EUR", "€", "euros"),
	totals={"sales": ("Bill",), "receivable": ("Bill",), "stock": ("Bin",)},
	best_by={"Client": "sales"},
)
RECORDS = (
	FoundRecord("Client", "CL-1", "Bodegas Peñalba", ""),
	FoundRecord("Thing", "VLV-12", "Válvula", ""),
	FoundRecord("Store", "ST-1", "Central", ""),
)


def find_records(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
	"""The made-up records by their names and titles."""
	return [
		FoundRecord(each.doctype, each.name, each.title, text)
		for each in RECORDS
		if each.doctype in doctypes
		for text in texts
		if text.lower() in (each.name.lower(), each.title.lower())
	]


def read(question: str) -> Reading:
	"""The question on that day."""
	return read_question(question, VOCABULARY, today=TODAY, find_records=find_records)


def query(question: str) -> RecordQuery:
	"""The query of a question that is a list."""
	reading = read(question)
	assert reading.kind == "list" and reading.query, (question, reading)
	return reading.query


def where(question: str) -> tuple[tuple[str, str, object], ...]:
	"""The conditions of a question, but for those on drafts and cancelled documents."""
	return tuple((c.field, c.operator, c.value) for c in query(question).conditions if c.field != "docstatus")


OVERDUE = ("status", "=", "Overdue")
NOT_PAID = ("left", ">", 0)


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("¿Qué facturas están vencidas?", (OVERDUE,)),
		("que facturas estan vencidas", (OVERDUE,)),
		("muéstrame las facturas atrasadas de Bodegas Peñalba", (OVERDUE, ("client", "=", "CL-1"))),
		("relación de facturas vencidas por favor", (OVERDUE,)),
		("¿Hay facturas que siguen vencidas a día de hoy?", (OVERDUE,)),
		("facturas sin pagar", (NOT_PAID,)),
		("facturas impagas", (NOT_PAID,)),
		("facturas pendientes de cobro", (NOT_PAID,)),
		("¿Qué facturas no se han pagado todavía?", (NOT_PAID,)),
		("facturas con saldo pendiente", (NOT_PAID,)),
		("facturas con saldo pendiente superior a 500", (("left", ">", 500.0),)),
		("facturas pagadas", (("status", "=", "Paid"),)),
		("facturas de más de 5.000 euros", (("total", ">", 5000.0),)),
		("facturas que superen los 5.000 €", (("total", ">", 5000.0),)),
		("facturas por un importe inferior a 1.000,50 euros", (("total", "<", 1000.5),)),
		("facturas hasta 2000 euros", (("total", "<=", 2000.0),)),
		("facturas entre 1.000 y 2.000 EUR", (("total", "between", (1000.0, 2000.0)),)),
		("facturas sin fecha de vencimiento", (("due_on", "is", "not set"),)),
		("facturas no vencidas", (("status", "!=", "Overdue"),)),
		("facturas creadas por mí", (("owner", "=", "ana"),)),
		("pedidos sin entregar", (("delivered", "<", 100),)),
		("pedidos que faltan por despachar", (("delivered", "<", 100),)),
		("pedidos entregados pero no facturados", (("delivered", ">=", 100), ("billed", "<", 100))),
		("incidencias que no están cerradas", (("status", "!=", "Closed"),)),
		("incidencias sin cerrar", (("status", "!=", "Closed"),)),
		("incidencias resueltas", (("status", "=", "Resolved"),)),
		("incidencias de prioridad alta", (("priority", "=", "High"),)),
		("incidencias de prioridad media", (("priority", "=", "Medium"),)),
	],
)
def test_conditions(question: str, conditions: tuple[tuple[str, str, object], ...]) -> None:
	"""States stand behind what they are said of, in its gender and number; what is not done is said in many ways."""
	assert where(question) == conditions


@pytest.mark.parametrize(
	("said", "condition"),
	[
		("de hoy", ("=", "2026-11-26")),
		("del mes pasado", ("between", ("2026-10-01", "2026-10-31"))),
		("de la semana pasada", ("between", ("2026-11-16", "2026-11-22"))),
		("del año en curso", ("between", ("2026-01-01", "2026-12-31"))),
		("del mes", ("between", ("2026-11-01", "2026-11-30"))),
		("de este trimestre", ("between", ("2026-10-01", "2026-12-31"))),
		("del primer trimestre de 2026", ("between", ("2026-01-01", "2026-03-31"))),
		("del T1 2026", ("between", ("2026-01-01", "2026-03-31"))),
		("de abril", ("between", ("2026-04-01", "2026-04-30"))),
		("del mes de setiembre de 2025", ("between", ("2025-09-01", "2025-09-30"))),
		("del 5 de marzo de 2026", ("=", "2026-03-05")),
		("del 05/03/2026", ("=", "2026-03-05")),
		("del 5/3/26", ("=", "2026-03-05")),
		("del 12/10", ("=", "2026-10-12")),
		("del 12/12", ("=", "2025-12-12")),
		("desde el 5 de marzo de 2026", (">=", "2026-03-05")),
		("a partir del 5/3/2026", (">=", "2026-03-05")),
		("anteriores al 5 de marzo de 2026", ("<", "2026-03-05")),
		("posteriores al 5 de marzo de 2026", (">", "2026-03-05")),
		("del 1 al 15 de marzo", ("between", ("2026-03-01", "2026-03-15"))),
		("del 20 al 30 de noviembre", ("between", ("2026-11-20", "2026-11-30"))),
		("de enero a marzo", ("between", ("2026-01-01", "2026-03-31"))),
		("entre el 1 de enero de 2026 y el 3 de mayo de 2026", ("between", ("2026-01-01", "2026-05-03"))),
		("de los últimos 30 días", ("between", ("2026-10-27", "2026-11-26"))),
		("de los ultimos 3 meses", ("between", ("2026-08-26", "2026-11-26"))),
		("de hace más de 30 días", ("<=", "2026-10-26")),
	],
)
def test_days(said: str, condition: tuple[str, object]) -> None:
	"""Months in small letters, days with “de” inside of them, “pasado” behind the unit."""
	assert where(f"pedidos {said}") == (("made_on", *condition),)


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("facturas que vencen en diciembre", (("due_on", "between", ("2026-12-01", "2026-12-31")),)),
		("facturas con vencimiento antes del 5 de marzo de 2026", (("due_on", "<", "2026-03-05"),)),
		("facturas vencidas de marzo", (OVERDUE, ("made_on", "between", ("2026-03-01", "2026-03-31")))),
		("facturas de marzo vencidas", (("made_on", "between", ("2026-03-01", "2026-03-31")), OVERDUE)),
		("facturas vencidas en marzo", (OVERDUE, ("due_on", "between", ("2026-03-01", "2026-03-31")))),
		("facturas vencidas en diciembre", (OVERDUE, ("due_on", "between", ("2025-12-01", "2025-12-31")))),
		("facturas vencidas desde marzo", (OVERDUE, ("due_on", ">=", "2026-03-01"))),
		(
			"facturas pagadas de marzo",
			(("status", "=", "Paid"), ("made_on", "between", ("2026-03-01", "2026-03-31"))),
		),
		(
			"pedidos para entregar en diciembre",
			(("delivered", "<", 100), ("deliver_on", "between", ("2026-12-01", "2026-12-31"))),
		),
		(
			"pedidos pendientes de entregar de marzo",
			(("delivered", "<", 100), ("made_on", "between", ("2026-03-01", "2026-03-31"))),
		),
		(
			# October is over: what is still to be delivered is not to be so then.
			"pedidos octubre pendientes de entrega",
			(("made_on", "between", ("2026-10-01", "2026-10-31")), ("delivered", "<", 100)),
		),
		(
			"pedidos diciembre pendientes de entrega",
			(("deliver_on", "between", ("2026-12-01", "2026-12-31")), ("delivered", "<", 100)),
		),
		("incidencias abiertas", (("status", "=", "Open"),)),
		(
			"incidencias abiertas de marzo",
			(("status", "=", "Open"), ("opened_on", "between", ("2026-03-01", "2026-03-31"))),
		),
		("incidencias abiertas en marzo", (("opened_on", "between", ("2026-03-01", "2026-03-31")),)),
	],
)
def test_which_date_days_are_of(question: str, conditions: tuple[tuple[str, str, object], ...]) -> None:
	"""“De marzo” says when the document is of, “en marzo” behind a participle when that was done."""
	assert where(question) == conditions


@pytest.mark.parametrize(
	"question",
	[
		"facturas pagadas en marzo",
		"facturas pagadas del 1 de marzo al 5 de mayo de 2026",
		"facturas pagadas del 1 al 15 de marzo",
		"incidencias abiertas desde marzo",
		"pedidos abiertos en marzo",
		"incidencias resueltas en marzo",
		"ventas del último mes",
		"ventas al 31 de marzo",
		"facturas mayores a 30 días",
		"stock de VLV-12 en marzo",
		"inventario anual",
	],
)
def test_days_that_nobody_can_place(question: str) -> None:
	"""When it was paid is in no field, “el último mes” may be two, and what was in stock on a day nobody wrote down."""
	assert read(question).kind in ("passage", "record")


@pytest.mark.parametrize(
	("question", "measure"),
	[
		("¿Cuántas facturas hay vencidas?", Measure("count")),
		("cantidad de facturas vencidas", Measure("count")),
		("ventas de este año", Measure("sum", "net")),
		("¿Cuánto hemos facturado en marzo?", Measure("sum", "net")),
		("cuanto vendimos en marzo", Measure("sum", "net")),
		("facturación de Bodegas Peñalba", Measure("sum", "net")),
		("¿Cuánto nos debe Bodegas Peñalba?", Measure("sum", "left")),
		("¿Cuánto dinero debe Bodegas Peñalba?", Measure("sum", "left")),
		("cuánto hay por cobrar", Measure("sum", "left")),
		("total de las facturas vencidas", Measure("sum", "left")),
		("importe total de los pedidos", Measure("sum", "total")),
		("importe medio de los pedidos", Measure("avg", "total")),
		("promedio de los pedidos", Measure("avg", "total")),
		("¿Cuál es el mayor total de nuestras facturas?", Measure("max", "total")),
		("total máximo de las facturas", Measure("max", "total")),
		("stock de VLV-12 en almacén Central", Measure("sum", "pieces")),
		("¿Cuántas unidades de VLV-12 hay en existencia?", Measure("sum", "pieces")),
	],
)
def test_numbers(question: str, measure: Measure) -> None:
	"""Counts, sums, averages and ends; of two fields called “Total” the amount is meant."""
	assert query(question).measures == (measure,)


def test_groups_and_orders() -> None:
	"""Numbers by group, the first so many, the last one."""
	assert query("ventas por cliente").group_by == ("client",)
	assert query("ventas mensuales").group_by == ("month(made_on)",)
	assert query("facturas por estado").measures == (Measure("count"),)
	for question in (
		"los 5 clientes con más ventas",
		"top 5 clientes por facturación",
		"los 5 mejores clientes",
	):
		best = query(question)
		assert (best.group_by, best.limit, best.order_by) == (("client",), 5, (Order("sum(net)", True),)), (
			question
		)
	assert query("las 3 facturas más altas").order_by == (Order("total", True),)
	assert query("las 3 facturas más altas").limit == 3
	assert query("última factura").limit == 1
	assert query("últimas facturas").limit == 10


def test_what_is_owed_is_no_sales_invoice() -> None:
	"""“Por cobrar” is to come in, “por pagar” to go out, and a “cobro” is a payment that came in."""
	assert query("facturas por cobrar").doctype == "Bill"
	assert query("facturas por pagar de marzo").conditions[-2:] == (
		RecordCondition("left", ">", 0),
		RecordCondition("made_on", "between", ("2026-03-01", "2026-03-31")),
	)
	assert query("facturas por pagar este mes").conditions[-1].field == "due_on"
	owed = query("facturas por pagar")
	assert owed.doctype == "Bought Bill" and RecordCondition("left", ">", 0) in owed.conditions
	assert where("cobros de marzo")[0] == ("kind", "=", "Receive")


def test_reorder_levels() -> None:
	"""Under many names."""
	for question in (
		"productos bajo mínimos",
		"¿Qué productos están por debajo de su punto de pedido?",
		"productos bajo el nivel de reorden",
	):
		assert read(question).computed == "below reorder level", question


@pytest.mark.parametrize(
	"question",
	[
		"¿Por qué está vencida la factura?",
		"por que esta vencida la factura",
		"¿Qué es una factura vencida?",
		"que es una factura vencida",
		"¿Cómo cancelo una factura pagada?",
		"cancelar facturas",
		"cancelación de facturas",
		"pagar facturas",
		"pedidos listos para entregar",
		"no hay facturas vencidas",
		"facturas sin vencer",
		"¿Están todas las facturas pagadas?",
		"¿Se han pagado todas las facturas?",
		"¿Todas las facturas están pagadas?",
		"¿Debemos pagar las facturas vencidas?",
		"¿Qué debe tener una factura?",
		"pedido mínimo",
		"cuánto hemos pagado en marzo",
		"cuánto pagamos en marzo",
		"pagos realizados en marzo",
		"sus facturas vencidas",
		"facturas",
	],
)
def test_what_is_no_list(question: str) -> None:
	"""Reasons, ways, meanings, statements, and what one form of a verb makes of the name of a record."""
	assert read(question).kind == "passage"


def test_all_that_are() -> None:
	"""What is so of all is asked, which of them are so is a list."""
	assert where("todas las facturas que están vencidas") == (OVERDUE,)
	assert where("todas las facturas que no están pagadas") == (NOT_PAID,)


def test_a_record_is_described() -> None:
	"""By whom it is of and by its day, as these are written."""
	(found,) = read_description(
		"¿Cuánto fue la factura del 12/10 a Bodegas Peñalba?",
		VOCABULARY,
		today=TODAY,
		find_records=find_records,
		most=5,
	)
	assert [(one.field, one.value) for one in found.queries[0].conditions] == [
		("client", "CL-1"),
		("made_on", "2026-10-12"),
	]


def test_payments_are_not_what_was_paid() -> None:
	"""A plural is the name, a participle is none."""
	assert query("pagos de marzo").doctype == "Payment"
	assert query("pagos de marzo").measures == ()
