"""Spanish, as it is written in Spain and in America.

Most words that say something of a record stand here in each of their forms and in no other (``=``): “pagadas” are paid, but “pagar” is still
to be done, and “facturación” is no “factura”, though a stemmer makes the same of them.
"""

from itertools import product

from huf.engine.questions.wording import Wording


def _forms(*words: str) -> tuple[str, ...]:
	"""Of words that end in ``o``: in both genders, one and several, and in no other form."""
	return tuple(f"={word[:-1]}{ending}" for word in words for ending in ("o", "a", "os", "as"))


def _one(*words: str) -> tuple[str, ...]:
	"""Of words that end in ``o``: the forms that are said of one thing."""
	return tuple(f"={word[:-1]}{ending}" for word in words for ending in ("o", "a"))


def _several(*words: str) -> tuple[str, ...]:
	"""Of words that end in ``o``: the forms that are said of several."""
	return tuple(f"={word[:-1]}{ending}" for word in words for ending in ("os", "as"))


def _said(before: tuple[str, ...], behind: tuple[str, ...]) -> tuple[str, ...]:
	"""Each of the first with each of the second."""
	return tuple(f"={first} {second}" for first, second in product(before, behind))


_HIGHEST_WORDS = ("más alto", "más caro", "más elevado", "más costoso")
_LOWEST_WORDS = ("más bajo", "más pequeño", "más barato", "más económico")
_OLDEST_WORDS = ("más antiguo", "más viejo")
_HIGHEST_ONE = (*_one(*_HIGHEST_WORDS), "=más grande", "=mayor")
_LOWEST_ONE = (*_one(*_LOWEST_WORDS), "=menor")
_NEWEST_ONE = (*_one("último", "más nuevo"), "=más reciente")
_OLDEST_ONE = _one(*_OLDEST_WORDS)
_PENDING = ("pendiente de", "pendientes de")
_NOT_YET = ("sin", "por", *_PENDING)
_OPENED = ("=se abrió", "=se abrieron", "=abrimos")
_DELIVERED = _forms("entregado", "enviado", "despachado", "servido")
_RECEIVED = (*_several("recibido"), "=recibimos", "=llegaron")

WORDING = Wording(
	roles={
		"small": (
			*(
				"el la los las lo un una unos unas de del a al en para por se nos me te le les que su sus ya aún todavía hay hubo había"
				" tenemos tengo tiene tienen tenga tengan existe existen haya hayan ha han he hemos sido ser siendo este esta estos estas"
				" ese esa esos esas aquel aquellos aquellas nuestro nuestra nuestros nuestras hecho realizado emitido emitida emitidas"
				" emitimos hizo hicieron hace hacen colocado recibido entraron va van llevamos lleva ahora actualmente exactamente solo"
				" sólo solamente además también favor gracias hola buenos buenas días tardes saber conocer quiero quisiera necesito"
				" necesitamos queremos puedes podrías podría corresponde corresponden pertenece pertenecen figuran aparecen ellos ellas ello"
			).split(),
			*(
				"por favor",
				"muchas gracias",
				"me gustaría",
				"me gustaría saber",
				"buenos días",
				"buenas tardes",
			),
			*(
				"quiero saber",
				"quisiera saber",
				"necesito saber",
				"me puedes decir",
				"podrías decirme",
				"puedes decirme",
			),
			*("por el momento", "por ahora", "de momento", "en este momento", "ahora mismo", "hasta ahora"),
			*(
				"a día de hoy",
				"al día de hoy",
				"a fecha de hoy",
				"hoy en día",
				"a la fecha",
				"hasta la fecha",
				"hasta el momento",
			),
			*(
				"en el sistema",
				"a nombre de",
				"por parte de",
				"dentro de",
				"con respecto a",
				"respecto a",
				"a favor de",
			),
			*("se ha", "se han", "ha sido", "han sido", "ya se han", "ya está", "ya están"),
			*(
				"hecho por",
				"hecha por",
				"hechos por",
				"hechas por",
				"realizado por",
				"realizada por",
				"realizados por",
			),
			*(
				"realizadas por",
				"emitidos por",
				"emitidos a",
				"colocados por",
				"enviadas a",
				"enviados a",
				"dirigidas a",
			),
			*_RECEIVED,
		),
		"is": (
			*(
				"=es",
				"=son",
				"=está",
				"=están",
				"=era",
				"=eran",
				"=estaba",
				"=estaban",
				"=fue",
				"=fueron",
				"=sea",
				"=sean",
			),
			*(
				"=esté",
				"=estén",
				"=sigue",
				"=siguen",
				"=continúa",
				"=continúan",
				"=queda",
				"=quedan",
				"igual a",
				"igual que",
			),
		),
		"whether": (
			*(
				"=ha",
				"=han",
				"=tiene",
				"=tienen",
				"=hemos",
				"=siguen",
				"=ya",
				"se ha",
				"se han",
				"ha sido",
				"han sido",
				"ya se han",
			),
			*("ya está", "ya están"),
		),
		"with": (
			*(
				"con",
				"=cuyo",
				"=cuya",
				"=cuyos",
				"=cuyas",
				"=donde",
				"=tiene",
				"=tienen",
				"=tenga",
				"=tengan",
			),
			*(
				"=contiene",
				"=contienen",
				"=contengan",
				"=incluye",
				"=incluyen",
				"=incluyan",
				"=lleva",
				"=llevan",
			),
		),
		"list": (
			*(
				"=lista",
				"lista de",
				"listado",
				"listado de",
				"=listar",
				"lístame",
				"relación de",
				"detalle de",
				"resumen de",
			),
			*(
				"=muestra",
				"muéstrame",
				"muéstranos",
				"mostrar",
				"mostrarme",
				"enséñame",
				"=enseña",
				"dame",
				"danos",
				"dime",
				"dígame",
			),
			*(
				"=ver",
				"busca",
				"buscar",
				"encuentra",
				"encontrar",
				"consultar",
				"consulta de",
				"quiero ver",
				"necesito ver",
			),
		),
		"which": ("=qué", "=cuál", "=cuáles", "=cuál de", "=cuáles de"),
		"count": (
			*(
				"=cuántos",
				"=cuántas",
				"=cuántos de",
				"=cuántas de",
				"cuántas unidades",
				"cuántas unidades de",
				"unidades de",
			),
			*(
				"número de",
				"número total de",
				"nº de",
				"n.º de",
				"núm. de",
				"nro de",
				"nro. de",
				"cantidad de",
				"=conteo de",
			),
			*("recuento de", "cantidad total de"),
		),
		"much": (
			*(
				"=cuánto",
				"=cuánta",
				"cuánto dinero",
				"cuánto es",
				"cuánto hay",
				"a cuánto asciende",
				"a cuánto ascienden",
			),
			*("cuánto suma", "cuánto suman", "cuánto vale", "cuánto valen"),
		),
		"sum": (
			*(
				"=total",
				"=totales",
				"suma",
				"suma de",
				"sumatoria de",
				"en total",
				"=totalizado",
				"=acumulado",
			),
			"=acumuladas",
		),
		"avg": (
			*(
				"promedio",
				"promedio de",
				"en promedio",
				"=medio",
				"=medios",
				"=la media",
				"=una media",
				"de media",
			),
			*(
				"valor medio",
				"importe medio",
				"valor promedio",
				"importe promedio",
				"monto promedio",
				"ticket medio",
			),
			*("ticket promedio", "por término medio"),
		),
		"highest": (
			*_HIGHEST_ONE,
			*(*_several(*_HIGHEST_WORDS), "=más grandes", "=mayores", *_forms("máximo"), "=máximo de"),
		),
		"lowest": (*_LOWEST_ONE, *_several(*_LOWEST_WORDS), "=menores", *_forms("mínimo"), "=mínimo de"),
		"newest": (
			*_NEWEST_ONE,
			*_several("último", "más nuevo"),
			"=más recientes",
			"=reciente",
			"=recientes",
		),
		"oldest": (*_OLDEST_ONE, *_several(*_OLDEST_WORDS)),
		"top": ("top", "=mejor", "=mejores", "=principales", "=más", "=que más", "=con más"),
		"group": (
			*("=por", "por cada", "para cada", "=cada", "=según", "=desglose por"),
			*_said(
				tuple(
					word.removeprefix("=")
					for word in _forms("agrupado", "desglosado", "separado", "dividido")
				),
				("por",),
			),
		),
		"not": (
			"=no",
			"=nunca",
			"=excepto",
			"=salvo",
			"=aún no",
			"=todavía no",
			"=sin",
			"distinto de",
			"diferente de",
		),
		"without": (
			"=no",
			"=sin",
			"sin ningún",
			"sin ninguna",
			"=no tiene",
			"=no tienen",
			"=no tengan",
			"=carecen de",
		),
		"and": ("=y", "=e", "así como"),
		"or": ("=o", "=u"),
		"more": (
			*(
				"=más de",
				"=más que",
				"=de más de",
				"=por más de",
				"=supera",
				"=superan",
				"=supere",
				"=superen",
				"=excede",
			),
			*(
				"=exceden",
				"=excedan",
				"=por encima de",
				"=por arriba de",
				"=arriba de",
				"=encima de",
				"=sobrepasan",
			),
			*_said(("mayor", "mayores", "superior", "superiores"), ("a", "de", "que", "al")),
		),
		"less": (
			*(
				"=menos de",
				"=menos que",
				"=de menos de",
				"=por debajo de",
				"=debajo de",
				"=por abajo de",
				"=abajo de",
			),
			*_said(("menor", "menores", "inferior", "inferiores"), ("a", "de", "que", "al")),
		),
		"at_least": (
			*(
				"=al menos",
				"=por lo menos",
				"=como mínimo",
				"=mínimo de",
				"=un mínimo de",
				"=a partir de",
				"=desde",
			),
			*("=de al menos", "=mínimo"),
		),
		"at_most": (
			*(
				"=como máximo",
				"=a lo sumo",
				"=máximo de",
				"=un máximo de",
				"=hasta",
				"=de hasta",
				"=no más de",
			),
			*("=máximo",),
		),
		"between": ("=entre",),
		"since": ("=desde", "=a partir de", "=a partir del", "=a contar de"),
		"before": (
			*("=antes de", "=antes del", "=previo a", "=previos a", "=previas a"),
			*_said(("anterior", "anteriores"), ("a", "al")),
		),
		"after": (
			*("=después de", "=después del", "=tras", "=luego de", "=luego del"),
			*_said(("posterior", "posteriores"), ("a", "al")),
		),
		"until": ("=hasta", "=al", "=a"),
		"from": ("=de", "=del", "=entre"),
		"dated": ("=de", "=del", "=de fecha", "=con fecha", "=con fecha de", "=con fecha del"),
		"worth": (
			*(
				"valor",
				"importe",
				"monto",
				"=cuantía",
				"valor total",
				"importe total",
				"monto total",
				"=valor de",
				"=por valor de",
			),
			*(
				"=por importe de",
				"=por un importe de",
				"=por un valor de",
				"=por un monto de",
				"=por monto de",
			),
		),
		"all": ("=todos", "=todas", "=toda", "=todos los", "=todas las", "=toda la", "=la totalidad de"),
		"mine": ("=mi", "=mis", *_forms("mío")),
		"own": (
			*_said(
				tuple(
					word.removeprefix("=") for word in _forms("creado", "registrado", "hecho", "ingresado")
				),
				("por mí",),
			),
			*(
				"=que creé",
				"=que he creado",
				"=que yo creé",
				"=que registré",
				"=que he registrado",
				"=he creado",
			),
		),
		"who": ("=por mí",),
		"assigned": (
			*_said(tuple(word.removeprefix("=") for word in _forms("asignado")), ("a mí",)),
			*_said(("que tengo",), tuple(word.removeprefix("=") for word in _forms("asignado"))),
			"=me han asignado",
			"=que me han asignado",
		),
		"one": (*_HIGHEST_ONE, *_LOWEST_ONE, *_NEWEST_ONE, *_OLDEST_ONE),
		"traded": (
			*_forms("vendido", "comprado"),
			*("=vendimos", "=compramos", "=vendieron", "=vendió", "=vendemos"),
		),
		"month": ("mes", "=meses"),
		"quarter": ("trimestre",),
		"year": ("año", "=años"),
		"monthly": ("mensual", "=mensualmente", "=mes a mes", "=mes por mes"),
		"quarterly": ("trimestral", "=trimestralmente", "=trimestre a trimestre"),
		"yearly": ("=anual", "=anuales", "=anualmente", "=año a año", "=año por año"),
		"opaque": (
			*(
				"=por qué",
				"=para qué",
				"=qué es",
				"=qué son",
				"=cuál es el significado",
				"=qué hay que",
				"=qué tan",
			),
			*("=no hay", "=no hubo", "=no tenemos", "=no tengo", "=no existe", "=no existen", "=todo lo"),
			*("=listo", "=listos", "=listas", "=lista para", "=ninguno", "=ninguna", "=ningún"),
			# What is to be done, or how it is done, is told by no word for what has been done.
			*(
				"=pagar =cobrar =facturar =entregar =enviar =despachar =servir =recibir =cerrar =abrir =completar =terminar =finalizar"
				" =cancelar =anular =validar =contabilizar =activar =desactivar =habilitar =deshabilitar =vencer =caducar =expirar"
				" =cancelación =cancelaciones =anulación =anulaciones =validación =contabilización =activación =desactivación"
				" =pedir =pedimos =ordenar =ordenamos =ofertar =pagamos =pagan =paga =pagó =pagaron =cobramos =cobran =cobra =cobró"
				" =cobraron =entregamos =entregan =entregó =entregaron =enviamos =envían =envió =enviaron"
			).split(),
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
		"today": ("=hoy",),
		"yesterday": ("=ayer",),
		"tomorrow": ("=mañana",),
		"this": ("=este", "=esta", "=el presente", "=el actual", "=presente", "=actual"),
		# Not “el último mes”: it may be the month before this one, or the last thirty days.
		"last": ("=pasado", "=pasada", "=el pasado", "=la pasada", "=anterior", "=el anterior"),
		"next": (
			*_forms("próximo"),
			"=el próximo",
			"=la próxima",
			"=los próximos",
			"=las próximas",
			"=siguiente",
		),
		"past": (
			*_several("último", "pasado"),
			"=los últimos",
			"=las últimas",
			"=los pasados",
			"=las pasadas",
		),
		"older": (
			*("=de hace más de", "=hace más de"),
			*_said(("más antiguos", "más antiguas", "más viejos", "más viejas"), ("de", "que")),
		),
		"day": ("día", "=días"),
		"week": ("semana",),
		"month": ("mes", "=meses"),
		"quarter": ("trimestre",),
		"year": ("año", "=años", "año natural", "año calendario", "=anio"),
		"fiscal_year": ("ejercicio", "año fiscal", "ejercicio fiscal", "ejercicio contable", "año contable"),
		"first": ("=primer", "=primero", "=1er", "=1º", "=1.º", "=q1", "=t1"),
		"second": ("=segundo", "=2º", "=2.º", "=2do", "=q2", "=t2"),
		"third": ("=tercer", "=tercero", "=3er", "=3º", "=3.º", "=q3", "=t3"),
		"fourth": ("=cuarto", "=4º", "=4.º", "=4to", "=q4", "=t4"),
	},
	dates_behind={
		"this": ("=actual", "=en curso", "=corriente", "=presente"),
		"last": ("=pasado", "=pasada", "=anterior"),
		"next": ("=próximo", "=próxima", "=que viene", "=siguiente", "=entrante", "=que entra"),
		"past": ("=últimos", "=últimas"),
	},
	date_links={"month": ("de", "del"), "year": ("de", "del")},
	is_day_first=True,
	states={
		"draft": ("borrador", "en borrador"),
		"submitted": _forms("validado", "contabilizado"),
		"cancelled": _forms("cancelado", "anulado"),
		"open": (*_forms("abierto"), "=pendiente", "=pendientes"),
		"closed": _forms("cerrado"),
		"not closed": ("=sin cerrar",),
		"completed": _forms("completado", "terminado", "finalizado", "concluido"),
		"not completed": ("=sin completar", "=sin terminar", "=sin finalizar"),
		"overdue": (
			*_forms("vencido", "atrasado", "retrasado"),
			"=en mora",
			"=con retraso",
			"=fuera de plazo",
		),
		"expired": _forms("vencido", "caducado", "expirado"),
		"paid": _forms("pagado", "cobrado", "saldado", "liquidado"),
		"not paid": (
			*_forms("impagado", "impago", "adeudado", "no pagado", "no cobrado"),
			*_said(_PENDING, ("pago", "cobro", "pagar", "cobrar", "liquidar")),
			# Not “por pagar”: that is said of what one owes oneself.
			*("=sin pagar", "=sin cobrar", "=sin liquidar", "=por cobrar"),
		),
		"delivered": _DELIVERED,
		"not delivered": (
			*_forms("no entregado", "no enviado", "no despachado", "no servido"),
			*_said((*_NOT_YET, "para", "a"), ("entregar", "enviar", "despachar", "servir")),
			*_said(_PENDING, ("entrega", "envío", "despacho")),
		),
		"billed": _forms("facturado"),
		"not billed": (
			*_forms("no facturado"),
			*_said((*_NOT_YET, "para", "a"), ("facturar",)),
			*_said(_PENDING, ("facturación",)),
		),
		"received": (*_forms("recibido"), *_RECEIVED),
		"not received": (
			*_forms("no recibido"),
			*_said(_NOT_YET, ("recibir",)),
			*_said(_PENDING, ("recepción", "entrada")),
		),
		"disabled": _forms("deshabilitado", "desactivado", "inactivo", "inhabilitado", "dado de baja"),
		"enabled": _forms("habilitado", "activado", "activo"),
		"below reorder level": (
			*_said(
				(
					*("bajo", "bajo el", "bajo su", "por debajo de", "por debajo del", "por debajo de su"),
					*("debajo de", "debajo del", "debajo de su"),
				),
				(
					*("mínimo", "stock mínimo", "existencia mínima", "inventario mínimo", "nivel mínimo"),
					*("punto de pedido", "punto de reorden", "nivel de reorden", "nivel de reposición"),
					*("punto de reposición", "nivel de pedido", "nivel de reabastecimiento"),
				),
			),
			*("=bajo mínimos", "=por debajo de mínimos", "=por reponer"),
		),
	},
	totals={
		"sales": (
			*(
				"=ventas",
				"=facturación",
				"=ingresos",
				"ingresos por ventas",
				"volumen de ventas",
				"volumen de negocio",
			),
			*(
				"cifra de ventas",
				"cifra de negocio",
				"cifra de negocios",
				"importe de ventas",
				"importe de las ventas",
			),
			*(*_forms("vendido"), "=vendimos", "=vendemos", "=vendió", "=vendieron"),
			*("=facturado", "=facturamos", "=facturó"),
		),
		"purchases": (
			*("=compras", "volumen de compras", "importe de compras", *_forms("comprado"), "=compramos"),
			*("=gastado", "=gastamos"),
		),
		"receivable": (
			*(
				"saldo pendiente",
				"monto pendiente",
				"importe pendiente",
				"saldo por cobrar",
				"saldo deudor",
				"saldo vivo",
			),
			*(
				"=cuentas por cobrar",
				"=cuentas a cobrar",
				"=nos debe",
				"=nos deben",
				"=nos adeuda",
				"=nos adeudan",
				"=adeuda",
			),
			*(
				"=adeudan",
				"=cuánto debe",
				"=cuánto deben",
				"=cuánto dinero debe",
				"=cuánto dinero deben",
				"=deuda de",
			),
			*("=deuda del", "=deudas de", "=lo que debe"),
		),
		"payable": (
			*(
				"=le debemos",
				"=les debemos",
				"=cuánto debemos",
				"=cuánto le debemos",
				"=cuánto les debemos",
				"=que debemos",
			),
			*("=cuentas por pagar", "=cuentas a pagar", "saldo por pagar", "=adeudamos", "=le adeudamos"),
		),
		"stock": (
			*(
				"=stock",
				"=stocks",
				"=existencia",
				"=existencias",
				"=inventario",
				"=en stock",
				"=en inventario",
			),
			*(
				"=en existencia",
				"=en almacén",
				"=en bodega",
				"=en depósito",
				"stock actual",
				"inventario actual",
			),
			*("existencias actuales", "nivel de stock", "=cantidad en stock", "=unidades en stock"),
		),
	},
	date_fields={
		"due": (
			*(
				"=vence",
				"=vencen",
				"=vencer",
				"=venza",
				"=venzan",
				"=vencían",
				"=vencerán",
				"=vencieron",
				"=venció",
			),
			*(
				"vencimiento",
				"fecha de vencimiento",
				"con vencimiento",
				"por vencer",
				"a vencer",
				"=que vencen",
			),
			*_forms("vencido"),
		),
		"created": (
			*_forms("creado", "registrado", "ingresado", "dado de alta"),
			*(*_forms("abierto"), *_OPENED, "=se crearon", "=se creó", "=se registraron"),
		),
		"modified": (*_forms("modificado", "actualizado"), "última modificación"),
		"delivery": (
			*(
				"fecha de entrega",
				"=con entrega",
				"con entrega prevista",
				"entrega prevista",
				"=se entregan",
				"=se entrega",
			),
			*_said(("para", "por", "a", *_PENDING), ("entregar", "enviar", "despachar", "servir")),
			*_said(_PENDING, ("entrega", "envío", "despacho", "recepción")),
			*("=por recibir", "=pendientes de recibir"),
		),
		"expires": (
			*(
				"=vence",
				"=vencen",
				"=venza",
				"=venzan",
				"=caduca",
				"=caducan",
				"=caduquen",
				"=expira",
				"=expiran",
			),
			*_forms("vencido", "caducado", "expirado"),
			*(
				"=válido hasta",
				"=válida hasta",
				"=válidos hasta",
				"=válidas hasta",
				"con caducidad",
				"fecha de caducidad",
			),
		),
	},
	doctypes={
		"Sales Invoice": (
			*(
				"factura",
				"factura de venta",
				"factura de cliente",
				"factura de clientes",
				"factura a cliente",
			),
			*("factura a clientes", "factura emitida", "factura de ventas"),
		),
		"Purchase Invoice": (
			*(
				"factura",
				"factura de compra",
				"factura de compras",
				"factura de proveedor",
				"factura de proveedores",
			),
			*("factura recibida", "factura de gasto", "factura de gastos"),
		),
		"Sales Order": (
			*(
				"pedido",
				"orden",
				"orden de venta",
				"pedido de venta",
				"pedido de cliente",
				"pedido de clientes",
			),
			*("orden de cliente", "OV"),
		),
		"Purchase Order": (
			*(
				"pedido",
				"orden",
				"orden de compra",
				"pedido de compra",
				"pedido a proveedor",
				"pedido a proveedores",
			),
			*("orden a proveedor", "OC"),
		),
		"Delivery Note": (
			*(
				"albarán",
				"remito",
				"remisión",
				"entrega",
				"nota de entrega",
				"nota de remisión",
				"guía de remisión",
			),
			*("albarán de entrega", "albarán de venta", "albarán de salida", "guía de despacho"),
		),
		"Purchase Receipt": (
			*("recibo de compra", "recepción de compra", "recepción de mercancía", "entrada de mercancía"),
			*(
				"albarán de compra",
				"albarán de proveedor",
				"recepción de mercadería",
				"entrada de mercadería",
			),
		),
		"Quotation": ("cotización", "presupuesto", "oferta"),
		"Supplier Quotation": ("cotización de proveedor", "oferta de proveedor", "presupuesto de proveedor"),
		"Item": ("producto", "artículo"),
		"Item Price": ("precio",),
		"Customer": ("cliente",),
		"Supplier": ("proveedor",),
		"Issue": ("incidencia", "ticket", "incidente", "ticket de soporte", "caso de soporte"),
		"Task": ("tarea", "tareas"),
		"Payment Entry": ("pago", "pagos"),
		"Employee": ("empleado", "trabajador"),
		"ToDo": ("tarea", "tareas", "asignación"),
		"Event": ("evento", "reunión"),
		"Communication": ("correo", "correo electrónico", "e-mail", "mail"),
		"BOM": ("lista de materiales",),
		"Warehouse": ("almacén", "bodega", "depósito"),
		"Lead": ("cliente potencial",),
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
			"not paid": (
				*(
					"factura por pagar",
					"factura a pagar",
					"factura de compra por pagar",
					"factura de compra a pagar",
				),
				*("factura de proveedor por pagar", "factura de proveedores por pagar"),
			),
		},
		"Payment Entry": {"received": ("cobro", "pago recibido", "cobro recibido")},
		"Item Price": {
			"for buying": ("precio de compra", "precio de costo"),
			"for selling": ("precio de venta", "precio de lista"),
		},
	},
	details={
		"Contact": (
			*("correo electrónico", "dirección de correo", "correo", "e-mail", "email", "mail", "escribir"),
			*("teléfono", "número de teléfono", "móvil", "celular", "número de móvil", "llamar", "llamo"),
			*("persona de contacto", "contacto", "contactar"),
		),
		"Address": ("calle", "dirección postal", "código postal", "domicilio"),
	},
	irregular={"alta": "alto", "altas": "alto", "altos": "alto"},
	heads="first",
	pronouns=("ellos", "ellas", "ello", "su", "sus"),
)
