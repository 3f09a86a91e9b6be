"""Everyday words of Spanish questions, as people in Spain, Mexico, Argentina, Colombia, Chile and Peru write them."""

import pytest

from huf.engine.questions.record_query import Measure, Order
from tests.engine.questions.languages.test_spanish_questions import NOT_PAID, OVERDUE, query, read, where

NOT_DELIVERED = ("delivered", "<", 100)
NOT_BILLED = ("billed", "<", 100)


@pytest.mark.parametrize(
	"question",
	[
		"che, me pasás las facturas vencidas porfa",
		"mostrame las facturas vencidas",
		"oye, ¿me puedes sacar las facturas vencidas?",
		"ocupo ver las facturas atrasadas, gracias de antemano",
		"¿Podría decirme cuáles son las facturas vencidas que hay en el sistema?",
		"hazme un listado de las facturas que ya se vencieron",
		"necesitaría el reporte de facturas vencidas",
		"disculpe, facturas que están atrasadas en el pago",
		"facturas que tenemos en estado vencido",
		"facturas cargadas en el sistema que se encuentran vencidas",
		"sería tan amable de facilitarme un desglose de las facturas vencidas",
		"me regalas las facturas q ya se les vencieron",
		"¿Hay facturas vencidas? Enséñamelas",
		"facturas de venta con el vencimiento superado",
	],
)
def test_asking(question: str) -> None:
	"""Formally, informally, with “vos”, and with all that says nothing of the records."""
	assert where(question) == (OVERDUE,)


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("facturas que todavía no nos pagaron", (NOT_PAID,)),
		("facturas que aún no hemos cobrado", (NOT_PAID,)),
		("facturas que nos deben", (NOT_PAID,)),
		("facturas pendientes por cobrar", (NOT_PAID,)),
		("todas las facturas menos las vencidas", (("status", "!=", "Overdue"),)),
		("pedidos que todavía no entregamos", (NOT_DELIVERED,)),
		("pedidos que nos falta despachar", (NOT_DELIVERED,)),
		("pedidos pendientes por entregar", (NOT_DELIVERED,)),
		("pedidos que aún no facturamos", (NOT_BILLED,)),
		("pedidos que todavía no han salido", (NOT_DELIVERED,)),
		("órdenes de venta sin despachar", (NOT_DELIVERED,)),
		("pedidos que nos falta entregar, del todo o en parte", (NOT_DELIVERED,)),
		("facturas que los clientes todavía no terminaron de pagar", (NOT_PAID,)),
		("facturas que tenían que pagarse antes del 5/3/2026", (("due_on", "<", "2026-03-05"),)),
		("facturas con fecha de vencimiento previa al 5/3/2026", (("due_on", "<", "2026-03-05"),)),
		("pedidos desde el 5/3/2026 inclusive", (("made_on", ">=", "2026-03-05"),)),
		("pedidos del 5/3/2026 a la fecha", (("made_on", "between", ("2026-03-05", "2026-11-26")),)),
		("incidencias que siguen abiertas hoy", (("status", "=", "Open"),)),
		("facturas correspondientes a octubre", (("made_on", "between", ("2026-10-01", "2026-10-31")),)),
		("incidencias reportadas que siguen abiertas", (("status", "=", "Open"),)),
		("incidencias excepto las cerradas", (("status", "!=", "Closed"),)),
		("incidencias marcadas con prioridad alta", (("priority", "=", "High"),)),
		("incidencias con prio alta", (("priority", "=", "High"),)),
		("facturas por encima de los 5.000 euros", (("total", ">", 5000.0),)),
		("facturas que no superen los 2000 euros", (("total", "<=", 2000.0),)),
		("pedidos que entraron con anterioridad al 5/3/2026", (("made_on", "<", "2026-03-05"),)),
		("facturas que hicimos el mes previo", (("made_on", "between", ("2026-10-01", "2026-10-31")),)),
	],
)
def test_conditions(question: str, conditions: tuple[tuple[str, str, object], ...]) -> None:
	"""What is not done yet, said with the verbs that people use for it."""
	assert where(question) == conditions


@pytest.mark.parametrize(
	("question", "measure"),
	[
		("¿Cuánto nos deben los clientes en total?", Measure("sum", "left")),
		("a cuánto asciende la cartera por cobrar", Measure("sum", "left")),
		("saldo de Bodegas Peñalba", Measure("sum", "left")),
		("cuánto falta por cobrar", Measure("sum", "left")),
		("cuánta plata nos deben", Measure("sum", "left")),
		("importe neto de las ventas de octubre", Measure("sum", "net")),
		("ventas de octubre sin IVA", Measure("sum", "net")),
		("cifra de ventas sin impuestos de junio", Measure("sum", "net")),
		("cuánto llevamos facturado en lo que va de año", Measure("sum", "net")),
		("cuánto nos compró Bodegas Peñalba", Measure("sum", "net")),
		("cuánto nos queda de VLV-12", Measure("sum", "pieces")),
		("cuánto queda de VLV-12 en el almacén Central", Measure("sum", "pieces")),
		("¿Cuántas nos quedan de VLV-12?", Measure("sum", "pieces")),
		("existencias disponibles de VLV-12", Measure("sum", "pieces")),
		("facturas vencidas, la cantidad", Measure("count")),
		("total que nos debe Bodegas Peñalba", Measure("sum", "left")),
		("cuánta plata nos falta cobrarle a Bodegas Peñalba", Measure("sum", "left")),
		("¿Cuánto le falta por pagarnos a Bodegas Peñalba?", Measure("sum", "left")),
		("deuda total de clientes", Measure("sum", "left")),
		("importe máximo de las facturas", Measure("max", "total")),
		("qué cantidad de facturas vencidas hay", Measure("count")),
	],
)
def test_numbers(question: str, measure: Measure) -> None:
	"""Of what is owed, sold and left."""
	assert query(question).measures == (measure,)


@pytest.mark.parametrize(
	("question", "group"),
	[
		("incidencias abiertas x estatus", "status"),
		("cuántas facturas hay según su estado", "status"),
		("cuántos pedidos tiene cada cliente", "client"),
		("ventas desglosadas por cliente", "client"),
		("ranking de clientes por ventas", "client"),
		("clientes que más nos compran", "client"),
		("cuánto vendemos a cada uno de los clientes", "client"),
		("desglose de facturas por estado", "status"),
		("qué clientes tienen facturas vencidas y cuántas tiene cada uno", "client"),
	],
)
def test_groups(question: str, group: str) -> None:
	"""By what numbers are told apart."""
	assert query(question).group_by == (group,)


@pytest.mark.parametrize(
	("question", "days"),
	[
		("facturas en el mes de octubre", ("2026-10-01", "2026-10-31")),
		("facturas en el año 2025", ("2025-01-01", "2025-12-31")),
		("facturas del mes recién pasado", ("2026-10-01", "2026-10-31")),
	],
)
def test_days(question: str, days: tuple[str, str]) -> None:
	"""The unit before its name is no group, whatever else is said before groups."""
	assert where(question) == (("made_on", "between", days),)


@pytest.mark.parametrize(
	"question",
	[
		"¿Qué quiere decir factura vencida?",
		"qué significa que una factura está vencida",
		"qué pasa con las facturas vencidas",
		"en qué consiste una factura vencida",
		"cómo se registra una factura pagada",
		"cuándo hay que pagar las facturas vencidas",
		"quién puede anular las facturas vencidas",
		"tenemos que archivar las facturas pagadas",
		"debo registrar las facturas pagadas",
		"las facturas vencidas deben ser pagadas",
		"qué hago con las facturas vencidas",
		"en caso de facturas vencidas",
		"facturas sin IVA",
		"total de las facturas sin impuestos",
		"facturas netas",
		"¿cuánto queda?",
		"cuántas nos quedan",
		"hazme una factura para Bodegas Peñalba",
		"necesito facturas",
		"pagos a proveedores de marzo",
		"facturas urgentes vencidas",
		"facturas viejas vencidas",
		"facturas parcialmente pagadas",
		"pedidos posteriores al 5/3/2026 inclusive",
		"clientes con todas las facturas pagadas",
		"¿Qué documentos hay que pedir a un proveedor?",
		"pagos que salieron en octubre",
	],
)
def test_what_is_no_list(question: str) -> None:
	"""Knowledge, wishes that something be done, and words that would restrict what is meant."""
	assert read(question).kind in ("passage", "record")


@pytest.mark.parametrize(
	("question", "conditions"),
	[
		("pedidos de hace más de un año", (("made_on", "<=", "2025-11-25"),)),
		("pedidos de más de seis meses", (("made_on", "<=", "2026-05-25"),)),
		("pedidos con más de 30 días de antigüedad", (("made_on", "<=", "2026-10-26"),)),
		("facturas vencidas desde hace más de 60 días", (OVERDUE, ("due_on", "<=", "2026-09-26"))),
		("facturas con más de 60 días de retraso", (("due_on", "<=", "2026-09-26"), OVERDUE)),
		("facturas que llevan más de dos semanas vencidas", (("due_on", "<=", "2026-11-11"), OVERDUE)),
		# Those that were opened “en marzo” may be closed by now.
		(
			"incidencias abiertas desde hace más de una semana",
			(("status", "=", "Open"), ("opened_on", "<=", "2026-11-18")),
		),
		# Since they came, and not since they should have been delivered.
		(
			"pedidos pendientes de entregar desde hace más de una semana",
			(("delivered", "<", 100), ("made_on", "<=", "2026-11-18")),
		),
		("facturas que vencen antes de fin de mes", (("due_on", "<=", "2026-11-30"),)),
		("facturas que vencen antes de que acabe el año", (("due_on", "<=", "2026-12-31"),)),
		("facturas que vencen hasta finales de diciembre", (("due_on", "<=", "2026-12-31"),)),
		("pedidos desde principios de año", (("made_on", ">=", "2026-01-01"),)),
		("pedidos desde el inicio del trimestre", (("made_on", ">=", "2026-10-01"),)),
		("pedidos desde principios de 2025", (("made_on", ">=", "2025-01-01"),)),
		("facturas que vencen en menos de 10 días", (("due_on", "between", ("2026-11-26", "2026-12-06")),)),
	],
)
def test_how_long(question: str, conditions: tuple[tuple[str, str, object], ...]) -> None:
	"""With and without the article for one, and by the beginning and the end of what is running."""
	assert where(question) == conditions


@pytest.mark.parametrize(
	"question",
	[
		"facturas vencidas desde hace 60 días",
		"ventas de más de 3 clientes",
		"facturas a fin de mes",
		"facturas que vencen en más de 30 días",
		"pedidos a entregar en más de un mes",
		"facturas con plazo de más de 60 días",
		"incidencias que nadie ha cerrado",
		"¿Hay más de 90 días para pagar una factura?",
	],
)
def test_times_that_are_searched_for(question: str) -> None:
	"""Sixty days, or no less than these; and what is no age."""
	assert read(question).kind in ("passage", "record")


def test_months_are_still_groups() -> None:
	"""“Por mes” is no month for which something lasts."""
	assert query("ventas por mes").group_by == ("month(made_on)",)


def test_the_one_that_has_been_so_longest() -> None:
	"""It is the oldest of those that are open."""
	asked = query("la incidencia que lleva más tiempo abierta")
	assert (asked.order_by[0], asked.limit) == (Order("opened_on", False), 1)
	assert where("la incidencia que lleva más tiempo abierta") == (("status", "=", "Open"),)


@pytest.mark.parametrize(
	("question", "is_falling"),
	[("los 3 clientes con menos ventas", False), ("los 3 clientes con más ventas", True)],
)
def test_the_least(question: str, is_falling: bool) -> None:
	"""“Menos” orders what “menos de” compares."""
	asked = query(question)
	assert (asked.group_by, asked.limit) == (("client",), 3)
	assert asked.order_by[0].descending is is_falling
	assert where("facturas de menos de 500 euros") == (("total", "<", 500.0),)


@pytest.mark.parametrize(
	"question",
	["ventas de octubre frente a las de noviembre", "compárame las ventas de octubre con las de noviembre"],
)
def test_one_month_against_another(question: str) -> None:
	"""Both, each for itself."""
	assert query(question).group_by == ("month(made_on)",)
	assert where(question) == (("made_on", "between", ("2026-10-01", "2026-11-30")),)


def test_stock_by_item_in_a_store() -> None:
	"""The store behind the item is where it lies, and no item."""
	asked = query("stock por producto en Central")
	assert (asked.doctype, asked.group_by) == ("Bin", ("thing",))
	assert where("stock por producto en Central") == (("store", "=", "ST-1"),)


@pytest.mark.parametrize(
	("question", "first"),
	[
		("clientes sin pedidos desde hace más de un año", "2025-11-26"),
		("clientes que llevan más de un año sin hacer ningún pedido", "2025-11-26"),
		("clientes que no han hecho pedidos en 6 meses", "2026-05-27"),
		("clientes con cero pedidos desde junio", "2026-06-01"),
		("clientes que desde junio no nos han hecho ni un pedido", "2026-06-01"),
		("clientes a los que nunca hemos hecho un pedido", None),
		("clientes que no tienen ningún pedido, ni siquiera en borrador", None),
	],
)
def test_what_there_is_none_of(question: str, first: str | None) -> None:
	"""Whether it is denied before the time is named or behind it, and in one word or several."""
	asked = query(question)
	assert asked.doctype == "Client"
	((related),) = asked.related
	assert (related.doctype, related.at_least, related.at_most) == ("Order", 0, 0)
	days = [(each.operator, each.value) for each in related.conditions if each.field == "made_on"]
	assert days == ([(">=", first)] if first else [])
