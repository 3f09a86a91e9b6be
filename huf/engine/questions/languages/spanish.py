"""Spanish, as it is written in Spain and in America.

Most words that say something of a record stand here in each of their forms and in no other (``=``): “pagadas” are paid, but “pagar” is still
to be done, and “facturación” is no “factura”, though a stemmer makes the same of them.
"""

from itertools import product

from huf.engine.questions.wording import Wording


def _exactly(phrases: str) -> tuple[str, ...]:
	"""Phrases between commas, in these forms alone."""
	return tuple(f"={phrase}" for phrase in _inflected(phrases))


def _inflected(phrases: str) -> tuple[str, ...]:
	"""Phrases between commas, in any form."""
	return tuple(map(str.strip, phrases.split(",")))


def _in_forms(words: str, endings: str = "o a os as") -> tuple[str, ...]:
	"""Of words between commas that end in ``o`` the forms for both genders, one and several, and no others."""
	return tuple(f"={word[:-1]}{ending}" for word in _inflected(words) for ending in endings.split())


def _of_one(words: str) -> tuple[str, ...]:
	"""The same, for one thing."""
	return _in_forms(words, "o a")


def _of_several(words: str) -> tuple[str, ...]:
	"""The same, for several."""
	return _in_forms(words, "os as")


def _each(before: str, behind: str | tuple[str, ...]) -> tuple[str, ...]:
	"""Each phrase of the first with each of the second, in these forms alone."""
	second = _exactly(behind) if isinstance(behind, str) else behind
	return tuple(f"{first} {last.removeprefix('=')}" for first, last in product(_exactly(before), second))


_HIGH, _LOW = (
	"más alto, más caro, más elevado, más costoso",
	"más bajo, más pequeño, más barato, más económico",
)
_NEW, _OLD = "último, más nuevo", "más antiguo, más viejo"
_HIGHEST_ONE = (*_of_one(_HIGH), *_exactly("más grande, mayor"))
_LOWEST_ONE = (*_of_one(_LOW), *_exactly("menor"))
_NEWEST_ONE = (*_of_one(_NEW), *_exactly("más reciente"))
_OLDEST_ONE = _of_one(_OLD)
_ARE = "es, son, está, están, fue, fueron, ha sido, han sido, se ha, se han, sigue, siguen, queda, quedan"
_PENDING = "pendiente de, pendientes de"
_NOT_YET = f"sin, por, falta por, faltan por, {_PENDING}"
_DELIVER = "entregar, enviar, despachar, servir"
_RECEIVED = (*_of_several("recibido"), *_exactly("recibimos, llegaron"))

WORDING = Wording(
	roles={
		"small": (
			*(
				"el la los las lo un una unos unas de del a al en para por se nos me te le les que su sus ya aún todavía hay hubo había"
				" tenemos tengo tiene tienen tenga tengan existe existen haya hayan ha han he hemos sido ser siendo este esta estos estas"
				" ese esa esos esas aquel aquellos aquellas nuestro nuestra nuestros nuestras entraron va van llevamos lleva ahora"
				" actualmente exactamente solo sólo solamente además también favor gracias hola saber conocer quiero quisiera necesito"
				" necesitamos queremos puedes podrías podría corresponde corresponden pertenece pertenecen figuran aparecen ellos ellas ello"
			).split(),
			# Not the plurals: “pagos realizados” are payments that were made, and none that came in.
			*_exactly(
				"hecho, realizado, emitido, emitida, emitidas, emitimos, hizo, hicieron, colocado, recibido"
			),
			*_exactly(
				"le hicimos, les hicimos, siguen como, sigue como, hechas, hechos, hecha, mandó, ha reportado, han reportado"
			),
			*_exactly(
				"me podrían decir, me podría decir, podrían decirme, por favor, muchas gracias, me gustaría, me gustaría saber, buenos días, buenas tardes"
			),
			*_exactly(
				"quiero saber, quisiera saber, necesito saber, me puedes decir, podrías decirme, puedes decirme"
			),
			*_exactly("por el momento, por ahora, de momento, en este momento, ahora mismo, hasta ahora"),
			*_exactly(
				"a día de hoy, al día de hoy, a fecha de hoy, hoy en día, a la fecha, hasta la fecha, hasta el momento"
			),
			*_exactly(
				"en el sistema, a nombre de, por parte de, dentro de, con respecto a, respecto a, a favor de"
			),
			*_exactly(
				"enviadas a, enviados a, emitidos a, dirigidas a, ya está, ya están, ya se han, se ha, se han, ha sido, han sido"
			),
			*_each(
				"hecho, hecha, hechos, hechas, realizado, realizada, realizados, realizadas, emitidos, colocados",
				"por",
			),
			*_each("que, que ya, que aún, que todavía", _ARE),
			*_RECEIVED,
		),
		"is": (
			*_exactly(
				"es, son, está, están, era, eran, estaba, estaban, fue, fueron, sea, sean, esté, estén"
			),
			*_exactly("sigue, siguen, continúa, continúan, queda, quedan, igual a, igual que"),
		),
		"whether": _exactly(
			"ha, han, tiene, tienen, hemos, siguen, ya, se ha, se han, ha sido, han sido, ya se han, ya está, ya están"
		),
		"asserts": (*_exactly(_ARE), *_exactly("tiene, tienen, ya está, ya están, ya se han")),
		"with": (
			*_exactly("con, cuyo, cuya, cuyos, cuyas, donde, tiene, tienen, tenga, tengan, lleva, llevan"),
			*_exactly("contiene, contienen, contengan, incluye, incluyen, incluyan"),
			*_each("que, que ya, que aún, que todavía", "tiene, tienen"),
		),
		"list": (
			*_exactly(
				"lista, lista de, listado, listado de, listar, lístame, relación de, detalle de, resumen de, consulta de"
			),
			*_exactly(
				"muestra, muéstrame, muéstranos, mostrar, mostrarme, enseña, enséñame, dame, danos, dime, dígame, muéstreme"
			),
			*_exactly("ver, busca, buscar, encuentra, encontrar, consultar, quiero ver, necesito ver"),
		),
		"which": _exactly("qué, cuál, cuáles, cuál de, cuáles de, quién es, quiénes son"),
		"count": (
			*_exactly(
				"cuántos, cuántas, cuántos de, cuántas de, cuántas unidades, cuántas unidades de, unidades de"
			),
			*_exactly(
				"número de, número total de, nº de, n.º de, núm. de, nro de, cantidad de, cantidad total de, recuento de, conteo de"
			),
		),
		"much": (
			*_exactly(
				"cuánto, cuánta, cuánto dinero, cuánto es, cuánto hay, a cuánto asciende, a cuánto ascienden"
			),
			*_exactly("cuánto suma, cuánto suman, cuánto vale, cuánto valen"),
		),
		"sum": _exactly(
			"total, totales, suma, suma de, sumatoria de, en total, totalizado, acumulado, acumuladas"
		),
		"avg": (
			*_exactly(
				"promedio, promedios, promedio de, en promedio, medio, medios, la media, una media, de media, por término medio"
			),
			*_each("valor, importe, monto, ticket", "medio, promedio"),
		),
		"highest": (
			*_HIGHEST_ONE,
			*_of_several(_HIGH),
			*_exactly("más grandes, mayores, máximo de"),
			*_in_forms("máximo"),
		),
		# Not “mínimo”: the least order is what may be ordered, and not what was.
		"lowest": (*_LOWEST_ONE, *_of_several(_LOW), *_exactly("menores")),
		"newest": (*_NEWEST_ONE, *_of_several(_NEW), *_exactly("más recientes, reciente, recientes")),
		"oldest": (*_OLDEST_ONE, *_of_several(_OLD)),
		"top": _exactly("top, mejor, mejores, principales, más, que más, con más"),
		"best": _exactly("mayor, mayores, más grande, más grandes, más importante, más importantes"),
		"group": (
			*_exactly("por, por cada, para cada, cada, según, desglose por"),
			*(f"{word} por" for word in _in_forms("agrupado, desglosado, separado, dividido")),
		),
		"not": (
			*_exactly("no, nunca, excepto, salvo, sin, distinto de, diferente de"),
			*_each("aún no, todavía no, no", _ARE),
		),
		"without": _exactly("no, sin, sin ningún, sin ninguna, no tiene, no tienen, no tengan, carecen de"),
		"and": _exactly("y, e, pero, así como"),
		"or": _exactly("o, u"),
		"more": (
			*_exactly(
				"más de, más que, de más de, por más de, supera, superan, supere, superen, excede, exceden, excedan, sobrepasan"
			),
			*_exactly("por encima de, por arriba de, arriba de, encima de"),
			*_each("mayor, mayores, superior, superiores", "a, de, que, al"),
			*_each("por importe, por valor, por monto", "superior a, mayor a, mayor que"),
		),
		"less": (
			*_exactly("menos de, menos que, de menos de, por debajo de, debajo de, por abajo de, abajo de"),
			*_each("menor, menores, inferior, inferiores", "a, de, que, al"),
			*_each("por importe, por valor, por monto", "inferior a, menor a, menor que"),
		),
		"at_least": _exactly(
			"al menos, de al menos, por lo menos, como mínimo, mínimo, mínimo de, un mínimo de, a partir de, desde"
		),
		"at_most": _exactly(
			"como máximo, a lo sumo, máximo, máximo de, un máximo de, hasta, de hasta, no más de"
		),
		"between": _exactly("entre"),
		"since": _exactly("desde, a partir de, a partir del, a contar de"),
		"before": (
			*_exactly("antes de, antes del, previo a, previos a, previas a"),
			*_each("anterior, anteriores", "a, al"),
		),
		"after": (
			*_exactly("después de, después del, tras, luego de, luego del"),
			*_each("posterior, posteriores", "a, al"),
		),
		"until": _exactly("hasta"),
		# “Al 31 de marzo” alone is what something was on that day, which nobody wrote down.
		"reaching": _exactly("a, al"),
		"from": _exactly("de, del, entre, a, al"),
		"dated": _exactly("de, del, de fecha, con fecha, con fecha de, con fecha del"),
		"worth": (
			*_inflected("valor, importe, monto, valor total, importe total, monto total"),
			*_exactly("cuantía, valor de, por valor de, por importe de, por monto de"),
			*_each("por un", "importe, valor, monto, importe de, valor de, monto de"),
		),
		"all": _exactly("todos, todas, toda, todos los, todas las, toda la, la totalidad de"),
		"mine": (*_exactly("mi, mis"), *_in_forms("mío")),
		"own": (
			*(f"{word} por mí" for word in _in_forms("creado, registrado, hecho, ingresado")),
			*_exactly("que creé, que he creado, que yo creé, que registré, que he registrado, he creado"),
		),
		"who": _exactly("por mí"),
		"assigned": (
			*(f"{word} a mí" for word in _in_forms("asignado")),
			*_each("que tengo", _in_forms("asignado")),
			*_exactly("me han asignado, que me han asignado"),
		),
		"one": (*_HIGHEST_ONE, *_LOWEST_ONE, *_NEWEST_ONE, *_OLDEST_ONE),
		"traded": (
			*_in_forms("vendido, comprado"),
			*_exactly("vendimos, vendemos, vendió, vendieron, compramos"),
		),
		"month": _exactly("mes, meses"),
		"quarter": _exactly("trimestre, trimestres"),
		"year": _exactly("año, años"),
		"monthly": _exactly("mensual, mensuales, mensualmente, mes a mes, mes por mes"),
		"quarterly": _exactly("trimestral, trimestrales, trimestralmente, trimestre a trimestre"),
		"yearly": _exactly("anual, anuales, anualmente, año a año, año por año"),
		"opaque": (
			*_exactly(
				"por qué, para qué, qué es, qué son, cuál es el significado, qué hay que, qué tan, todo lo, sin vencer"
			),
			*_exactly(
				"no hay, no hubo, no tenemos, no tengo, no existe, no existen, ninguno, ninguna, ningún"
			),
			*_exactly("lista para, listas, listo, listos"),
			# Without accents, “que son” is also said of what was named before.
			*_each("que es", "un, una, el, la"),
			*_each("que son", "los, las, unos, unas"),
			*_each("por qué, para qué", _ARE),
			# What is to be done, or how it is done, is told by no word for what has been done.
			*_exactly(
				"pagar, cobrar, facturar, recibir, cerrar, abrir, completar, terminar, finalizar, cancelar, anular, validar"
			),
			*_exactly(
				"contabilizar, activar, desactivar, habilitar, deshabilitar, vencer, caducar, expirar, pedir, ordenar, ofertar, resolver"
			),
			*_exactly(_DELIVER),
			*_exactly(
				"cancelación, cancelaciones, anulación, anulaciones, validación, contabilización, activación, desactivación"
			),
			*_exactly(
				"pagamos, pagan, paga, pagó, pagaron, cobramos, cobran, cobra, cobró, cobraron, pedimos, ordenamos"
			),
			*_exactly("entregamos, entregan, entregó, entregaron, enviamos, envían, envió, enviaron"),
		),
	},
	months=(
		("enero", "ene"),
		("febrero", "feb"),
		("marzo", "mar"),
		("abril", "abr"),
		("mayo", "may"),
		("junio", "jun"),
		("julio", "jul"),
		("agosto", "ago"),
		("septiembre", "setiembre", "sept", "sep"),
		("octubre", "oct"),
		("noviembre", "nov"),
		("diciembre", "dic"),
	),
	weekdays=(
		("lunes",),
		("martes",),
		("miércoles", "miercoles"),
		("jueves",),
		("viernes",),
		("sábado", "sabado"),
		("domingo",),
	),
	dates={
		"today": _exactly("hoy"),
		"yesterday": _exactly("ayer"),
		"tomorrow": _exactly("mañana"),
		"this": _exactly("este, esta, presente, actual, el presente, el actual"),
		# Not “el último mes”: it may be the month before this one, or the last thirty days.
		"last": _exactly("pasado, pasada, el pasado, la pasada, anterior, el anterior"),
		"next": (
			*_in_forms("próximo"),
			*_exactly("el próximo, la próxima, los próximos, las próximas, siguiente"),
		),
		"past": (
			*_of_several("último, pasado"),
			*_exactly("los últimos, las últimas, los pasados, las pasadas"),
		),
		"running": _exactly("del, de la, en el, en la"),
		"older": (
			*_exactly("hace más de, de hace más de"),
			*_each("más antiguos, más antiguas, más viejos, más viejas", "de, que"),
		),
		"day": _exactly("día, días"),
		"week": _exactly("semana, semanas"),
		"month": _exactly("mes, meses"),
		"quarter": _exactly("trimestre, trimestres"),
		"year": _exactly("año, años, anio, año natural, año calendario"),
		"fiscal_year": _exactly("ejercicio, ejercicio fiscal, ejercicio contable, año fiscal, año contable"),
		"first": _exactly("primer, primero, 1er, 1º, 1.º, q1, t1"),
		"second": _exactly("segundo, 2do, 2º, 2.º, q2, t2"),
		"third": _exactly("tercer, tercero, 3er, 3º, 3.º, q3, t3"),
		"fourth": _exactly("cuarto, 4to, 4º, 4.º, q4, t4"),
	},
	dates_behind={
		"this": _exactly("actual, en curso, corriente, presente"),
		"last": _exactly("pasado, pasada, anterior"),
		"next": _exactly("próximo, próxima, que viene, que entra, siguiente, entrante"),
		"past": _of_several("último"),
		"ahead": _of_several("próximo"),
	},
	date_links={"month": ("de", "del"), "year": ("de", "del")},
	is_day_first=True,
	states={
		"draft": _exactly("borrador, borradores, en borrador"),
		"submitted": _in_forms("validado, contabilizado"),
		"cancelled": _in_forms("cancelado, anulado"),
		"open": (*_in_forms("abierto"), *_exactly("pendiente, pendientes")),
		"closed": _in_forms("cerrado"),
		"not closed": _exactly("sin cerrar"),
		"completed": _in_forms("completado, terminado, finalizado, concluido"),
		"not completed": _exactly("sin completar, sin terminar, sin finalizar"),
		"overdue": (
			*_in_forms("vencido, atrasado, retrasado"),
			*_exactly("en mora, con retraso, con atraso, fuera de plazo"),
		),
		"expired": _in_forms("vencido, caducado, expirado"),
		"paid": _in_forms("pagado, cobrado, saldado, liquidado"),
		"not paid": (
			*_in_forms("impagado, impago, adeudado, no pagado, no cobrado"),
			*_each(_PENDING, "pago, cobro, pagar, cobrar, liquidar"),
			# Not “por pagar”: that is said of what one owes oneself.
			*_exactly("sin pagar, sin cobrar, sin liquidar, por cobrar"),
		),
		"delivered": _in_forms("entregado, enviado, despachado, servido"),
		"not delivered": (
			*_in_forms("no entregado, no enviado, no despachado, no servido"),
			*_each(f"{_NOT_YET}, nos falta, nos faltan, para, a", _DELIVER),
			*_exactly("sin entregarse, sin enviarse"),
			*_each(_PENDING, "entrega, envío, despacho"),
		),
		"billed": _in_forms("facturado"),
		"not billed": (
			*_in_forms("no facturado"),
			*_each(f"{_NOT_YET}, para, a", "facturar"),
			*_each(_PENDING, "facturación"),
		),
		"received": (*_in_forms("recibido"), *_RECEIVED),
		"not received": (
			*_in_forms("no recibido"),
			*_each(_NOT_YET, "recibir"),
			*_each(_PENDING, "recepción, entrada"),
		),
		"disabled": _in_forms("deshabilitado, desactivado, inactivo, inhabilitado"),
		"enabled": _in_forms("habilitado, activado, activo"),
		"below reorder level": (
			*_each(
				"bajo, bajo el, bajo su, han bajado del, bajaron del, por debajo de, por debajo del, por debajo de su, debajo de, debajo del, debajo de su",
				"mínimo, stock mínimo, inventario mínimo, nivel mínimo, punto de pedido, punto de reorden, punto de reposición,"
				" nivel de pedido, nivel de reorden, nivel de reposición, nivel de reabastecimiento",
			),
			*_exactly(
				"bajo la existencia mínima, por debajo de la existencia mínima, bajo mínimos, por debajo de mínimos, por reponer"
			),
			*_exactly("con poco stock, con pocas existencias, con bajo stock, con stock bajo, por agotarse"),
		),
		"out of stock": _exactly(
			"sin stock, sin existencias, sin inventario, fuera de stock, agotado, agotados, agotada, agotadas, no en stock"
		),
	},
	totals={
		"sales": (
			*_exactly(
				"ventas, ventas netas, total de ventas netas, facturación, ingresos, ingresos por ventas, volumen de ventas, volumen de negocio, cifra de ventas"
			),
			*_exactly("cifra de negocio, cifra de negocios, importe de ventas, importe de las ventas"),
			*(
				*_in_forms("vendido"),
				*_exactly("vendimos, vendemos, vendió, vendieron, facturado, facturamos, facturó"),
			),
		),
		"purchases": (
			*_exactly("compras, volumen de compras, importe de compras, compramos, gastado, gastamos"),
			*_in_forms("comprado"),
		),
		"receivable": (
			*_exactly(
				"saldo pendiente, monto pendiente, importe pendiente, saldos pendientes, montos pendientes, importes pendientes"
			),
			*_exactly(
				"saldo por cobrar, saldo deudor, saldo vivo, saldo pendiente de cobro, importe pendiente de cobro, total por cobrar, total pendiente de cobro"
			),
			*_exactly(
				"cuentas por cobrar, cuentas a cobrar, nos debe, nos deben, nos adeuda, nos adeudan, adeuda, adeudan"
			),
			*_each("cuánto, cuánto dinero, lo que", "debe, deben"),
			*_exactly("deuda de, deuda del, deudas de"),
		),
		"payable": (
			*_exactly(
				"le debemos, les debemos, cuánto debemos, cuánto le debemos, cuánto les debemos, que debemos"
			),
			*_exactly(
				"adeudamos, le adeudamos, cuentas por pagar, cuentas a pagar, saldo por pagar, total por pagar, cuánto hay por pagar"
			),
		),
		"stock value": (
			*_each("valor de, valor del", "stock, inventario, almacén"),
			*_exactly(
				"valor de las existencias, valor de existencias, inventario valorizado, inventario valorado"
			),
		),
		"stock": (
			*_exactly(
				"stock, stocks, existencia, existencias, inventario, stock actual, inventario actual, existencias actuales"
			),
			*_each(
				"en, cantidad en, unidades en", "stock, inventario, existencia, almacén, bodega, depósito"
			),
			*_exactly("nivel de stock"),
		),
	},
	date_fields={
		"due": (
			*_exactly(
				"vence, vencen, vencer, venza, venzan, vencían, vencerán, vencieron, venció, por vencer, a vencer"
			),
			*_exactly("vencimiento, vencimientos, fecha de vencimiento, con vencimiento"),
			*_in_forms("vencido"),
		),
		"created": (
			*_in_forms("creado, registrado, ingresado"),
			*_exactly("se abrió, se abrieron, abrimos, se creó, se crearon, se registró, se registraron"),
		),
		# A state besides, “abiertas”, where no days follow it.
		"opened": _in_forms("abierto"),
		"modified": (*_in_forms("modificado, actualizado"), *_exactly("última modificación")),
		"delivery": (
			*_exactly(
				"fecha de entrega, con entrega, entrega prevista, con entrega prevista, se entrega, se entregan"
			),
			*_each(f"para, por, a, {_PENDING}", _DELIVER),
			*_each(_PENDING, "entrega, envío, despacho, recepción, recibir"),
			*_exactly("por recibir"),
		),
		"expires": (
			*_exactly(
				"vence, vencen, venza, venzan, caduca, caducan, caduquen, expira, expiran, con caducidad, fecha de caducidad"
			),
			*_in_forms("vencido, caducado, expirado"),
			*(f"{word} hasta" for word in _in_forms("válido")),
		),
		"joined": (
			*_in_forms("contratado, incorporado"),
			*_exactly("ingresaron, contratamos, fecha de ingreso"),
		),
		"left": _exactly("dados de baja, renunciaron"),
	},
	doctypes={
		"Sales Invoice": _inflected(
			"factura, factura de venta, factura de ventas, factura de cliente, factura de clientes, factura a cliente, factura a clientes,"
			" factura emitida"
		),
		"Purchase Invoice": _inflected(
			"factura, factura de compra, factura de compras, factura de proveedor, factura de proveedores, factura recibida,"
			" factura de gasto, factura de gastos"
		),
		"Sales Order": _inflected(
			"pedido, orden, orden de venta, pedido de venta, pedido de cliente, pedido de clientes, orden de cliente, OV"
		),
		"Purchase Order": _inflected(
			"pedido, orden, orden de compra, pedido de compra, pedido a proveedor, pedido a proveedores, orden a proveedor, OC"
		),
		"Delivery Note": _inflected(
			"albarán, remito, remisión, entrega, nota de entrega, nota de remisión, guía de remisión, guía de despacho,"
			" albarán de entrega, albarán de venta, albarán de salida, remito a clientes, remito de venta, remisión de venta"
		),
		"Purchase Receipt": _inflected(
			"recibo de compra, recepción de compra, recepción de mercancía, recepción de mercadería, entrada de mercancía,"
			" entrada de mercadería, albarán de compra, albarán de proveedor"
		),
		"Item Group": (
			"grupo de artículos",
			"grupo de productos",
			"familia",
			"familia de productos",
			"familia de artículos",
		),
		"Quotation": (
			*("cotización", "presupuesto", "oferta", "presupuesto a clientes", "presupuesto a cliente"),
			*("presupuesto de venta", "cotización a clientes", "cotización de venta"),
		),
		"Supplier Quotation": ("cotización de proveedor", "presupuesto de proveedor", "oferta de proveedor"),
		"Item": ("producto", "artículo"),
		"Item Price": ("precio",),
		"Customer": ("cliente",),
		"Supplier": ("proveedor",),
		"Issue": ("incidencia", "incidente", "ticket", "ticket de soporte", "caso de soporte"),
		"Task": ("tarea", "tareas"),
		# The plural too, which a French stemmer and an English one make a “page” of.
		"Payment Entry": ("pago", "pagos"),
		"Employee": ("empleado", "trabajador"),
		"ToDo": ("tarea", "tareas"),
		"Event": ("evento", "reunión"),
		"Communication": ("correo", "correo electrónico", "e-mail", "mail"),
		"BOM": ("lista de materiales",),
		"Warehouse": ("almacén", "bodega", "depósito"),
		"Lead": ("cliente potencial",),
		"Mode of Payment": ("medio de pago", "forma de pago", "método de pago"),
		"Material Request": ("solicitud de material", "requisición", "requisición de material"),
		"Work Order": ("orden de producción", "orden de fabricación"),
	},
	kinds={
		"Sales Invoice": {
			"credit note": ("nota de crédito", "nota de abono", "factura de abono", "factura rectificativa"),
			"not paid": ("factura por cobrar", "factura a cobrar"),
		},
		"Purchase Invoice": {
			"credit note": ("nota de débito",),
			"not paid": _inflected(
				"factura por pagar, factura a pagar, factura de compra por pagar, factura de compra a pagar,"
				" factura de proveedor por pagar, factura de proveedores por pagar"
			),
		},
		"Payment Entry": {"received": ("cobro", "pago recibido", "cobro recibido")},
		"Item Price": {
			"for buying": ("precio de compra", "precio de costo"),
			"for selling": ("precio de venta", "precio de lista"),
		},
	},
	details={
		"Contact": _inflected(
			"correo electrónico, dirección de correo, correo, e-mail, email, mail, escribir, teléfono, número de teléfono, móvil, celular,"
			" número de móvil, llamar, llamo, persona de contacto, contacto, contactar"
		),
		"Address": ("calle", "dirección postal", "código postal", "domicilio"),
	},
	participles={"ado": ("ada", "ados", "adas"), "ido": ("ida", "idos", "idas")},
	irregular={"alta": "alto", "altas": "alto", "altos": "alto"},
	heads="first",
	pronouns=("ellos", "ellas", "ello", "su", "sus"),
)
