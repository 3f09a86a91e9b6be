"""Spanish."""

from benchmarks.questions.phrasing import Phrasings

FIRST: Phrasings = {
	"si_overdue": {
		"es": (
			"facturas vencidas",
			"qué facturas ya se pasaron de la fecha y no nos han pagado?",
			"Necesito el listado de facturas de venta en mora, por favor.",
		),
	},
	"si_unpaid": {
		"es": (
			"pasame las facturas impagas",
			"¿Qué facturas siguen sin pagarse?",
			"facturas por cobrar",
		),
	},
	"si_customer": {
		"es": (
			"todas las facturas que le hicimos a {customer}",
			"buscar facturas cliente {customer}",
			"¿Qué facturas tenemos de {customer}?",
		),
	},
	"si_customer_overdue": {
		"es": (
			"{customer} tiene facturas vencidas?",
			"¿Cuáles son las facturas de {customer} que están atrasadas en el pago?",
			"facturas en mora de {customer}",
		),
	},
	"si_draft": {
		"es": (
			"facturas en borrador",
			"que facturas quedaron sin validar",
			"¿Me puedes enseñar las facturas que todavía son borradores?",
		),
	},
	"si_month": {
		"es": (
			"quiero ver las facturas que hicimos en {month_es}",
			"facturas de {month_es}",
			"¿Qué facturas de venta tienen fecha de {month_es}?",
		),
	},
	"si_over": {
		"es": (
			"¿Cuáles facturas superan los {amount_es}?",
			"facturas de más de {amount_es}",
			"facturas total mayor a {amount_es}",
		),
	},
	"si_due_before": {
		"es": (
			"facturas que vencían antes del {day_es}",
			"Listame las facturas con vencimiento anterior al {day_es}",
			"facturas fecha de vencimiento < {day_es}",
		),
	},
	"so_undelivered": {
		"es": (
			"qué pedidos nos falta entregar?",
			"pedidos sin entregar",
			"¿Podría indicarme las órdenes de venta que aún no se han entregado por completo?",
		),
	},
	"so_undelivered_month": {
		"es": (
			"pedidos de {month_es} pendientes de entrega",
			"que pedidos hechos en {month_es} siguen sin entregarse",
			"Mostrame las órdenes de venta de {month_es} que todavía no entregamos",
		),
	},
	"so_open": {
		"es": (
			"pedidos abiertos",
			"¿Qué órdenes de venta siguen en curso?",
			"dame los pedidos de clientes que aun no estan terminados",
		),
	},
	"so_customer": {
		"es": (
			"mostrame todos los pedidos que hizo {customer}",
			"pedidos {customer}",
			"¿Qué órdenes de venta hay del cliente {customer}?",
		),
	},
	"so_since": {
		"es": (
			"¿Qué pedidos han entrado a partir del {day_es}?",
			"pedidos desde el {day_es}",
			"ordenes de venta del {day_es} en adelante",
		),
	},
	"so_item": {
		"es": (
			"¿En qué pedidos aparece el artículo {item}?",
			"ordenes de venta que incluyan {item}",
			"pedidos donde nos pidieron {item}",
		),
	},
	"po_supplier": {
		"es": (
			"OC {supplier}",
			"¿Qué órdenes de compra le hemos hecho a {supplier}?",
			"pedidos de compra al provedor {supplier}",
		),
	},
	"po_open": {
		"es": (
			"ordenes de compra abiertas",
			"¿Qué pedidos a proveedores siguen abiertos?",
			"necesito ver las OC que todavía están en curso",
		),
	},
	"quotations_open": {
		"es": (
			"cotizaciones abiertas",
			"qué presupuestos siguen abiertos",
			"Por favor, muéstreme las cotizaciones que estén aún en estado abierto.",
		),
	},
	"issues_open": {
		"es": (
			"qué tickets hay abiertos ahora",
			"incidencias abiertas",
			"¿Cuáles son los casos de soporte abiertos?",
		),
	},
	"issues_customer": {
		"es": (
			"¿Qué incidencias nos ha reportado {customer}?",
			"historial de casos de soporte del cliente {customer}",
			"tickets de {customer}",
		),
	},
	"issues_not_closed": {
		"es": (
			"todos los tickets menos los cerrados",
			"¿Qué incidencias están sin cerrar?",
			"tickets no cerrados",
		),
	},
	"issues_days": {
		"es": (
			"tickets de los últimos 30 días",
			"casos de soporte que entraron en los ultimos 30 dias",
			"¿Qué incidencias se han abierto en los últimos treinta días?",
		),
	},
	"tasks_priority": {
		"es": (
			"tareas prioridad alta",
			"¿Cuáles tareas están marcadas con prioridad alta?",
			"quiero ver las tareas de alta prioridad",
		),
	},
	"tasks_project": {
		"es": (
			"que tareas hay en el proyecto {project}?",
			"Quisiera consultar todas las tareas asociadas al proyecto {project}, gracias.",
			"tareas de {project}",
		),
	},
	"items_group": {
		"es": (
			"productos del grupo {group}",
			"¿Qué artículos tenemos en la categoría {group}?",
			"lista de todo los productos que es de grupo {group}",
		),
	},
	"items_brand": {
		"es": (
			"productos marca {brand}",
			"¿Qué artículos de la marca {brand} hay en el catálogo?",
			"muéstrame todos los productos que sean marca {brand}",
		),
	},
	"items_reorder": {
		"es": (
			"productos por debajo del punto de reorden",
			"¿Qué artículos hay que reponer?",
			"que productos toca volver a pedir porque ya están bajo el mínimo",
		),
	},
	"customers_all": {
		"es": (
			"dame todos los clientes que tenemos cargados",
			"lista clientes",
			"¿Quiénes son nuestros clientes?",
		),
	},
	"customers_territory": {
		"es": (
			"clientes zona {territory}",
			"¿Qué clientes tenemos en {territory}?",
			"los clientes del territorio {territory}",
		),
	},
	"item_price": {
		"es": (
			"a cuánto vendemos {item}?",
			"precio de venta de {item}",
			"¿Qué precio al público tiene el producto {item}?",
		),
	},
	"suppliers_all": {
		"es": (
			"¿Con qué proveedores trabajamos?",
			"quiero ver todos los proveedores",
			"proveedores listado completo",
		),
	},
	"employees_active": {
		"es": (
			"empleados activos",
			"¿Quiénes trabajan actualmente en la empresa?",
			"me pasas la lista del personal que está activo",
		),
	},
	"dn_month": {
		"es": (
			"albaranes de {month_es}",
			"che, pasame los remitos que hicimos en {month_es}",
			"¿Qué notas de entrega tenemos con fecha de {month_es}?",
		),
	},
	"si_latest": {
		"es": (
			"ultimas facturas",
			"¿Cuáles son las facturas más recientes?",
			"enséñame las últimas facturas de venta que se han hecho",
		),
	},
	"si_biggest": {
		"es": (
			"facturas mas grandes",
			"¿Cuáles son las facturas de mayor importe?",
			"top 10 facturas por monto",
		),
	},
	"sales_customer_year": {
		"es": (
			"cuánto le vendimos a {customer} este año",
			"ventas netas {customer} {year}",
			"¿A cuánto ascienden las ventas a {customer} en {year}?",
		),
	},
	"sales_month": {
		"es": (
			"¿Cuánto vendimos en {month_es}?",
			"total de ventas {month_es}",
			"Necesito la cifra de ventas sin impuestos de {month_es}, gracias",
		),
	},
	"sales_between": {
		"es": (
			"total vendido del {day_es} al {later_es}",
			"¿Cuánto se vendió entre el {day_es} y el {later_es}?",
			"importe neto de las ventas desde el {day_es} hasta el {later_es}",
		),
	},
	"outstanding_customer": {
		"es": (
			"cuánto nos debe {customer}",
			"¿Cuánto le falta por pagarnos a {customer}?",
			"saldo pendiente de cobro {customer}",
		),
	},
	"outstanding_all": {
		"es": (
			"a cuánto asciende la cartera por cobrar",
			"¿Cuánto nos deben los clientes en total?",
			"total pendinete de cobro",
		),
	},
	"po_total_supplier": {
		"es": (
			"monto total OC {supplier}",
			"¿Por qué importe total hemos hecho pedidos a {supplier}?",
			"cuanta plata llevamos en órdenes de compra con {supplier}",
		),
	},
	"so_average": {
		"es": (
			"valor promedio de un pedido",
			"¿Cuál es el importe medio de los pedidos de venta?",
			"de cuánto es en promedio una orden de venta",
		),
	},
	"si_max": {
		"es": (
			"¿De cuánto es la factura más grande que hemos hecho?",
			"monto de la factura mas alta",
			"importe máximo en una sola factura de venta",
		),
	},
	"stock_item": {
		"es": (
			"cuánto nos queda de {item}?",
			"existencias {item}",
			"¿Me dices cuánto stock hay de {item}, por favor?",
		),
	},
	"stock_item_warehouse": {
		"es": (
			"cuanto queda de {item} en la bodega {warehouse}",
			"¿Cuántas unidades de {item} hay en el almacén {warehouse}?",
			"stock {item} depósito {warehouse}",
		),
	},
	"sales_per_customer": {
		"es": (
			"ventas por cliente",
			"¿Cuánto hemos vendido a cada cliente?",
			"quiero el total vendido desglosado por cliente",
		),
	},
	"si_per_status": {
		"es": (
			"cantidad de facturas por estado",
			"¿Cuántas facturas hay en cada estado?",
			"cuantas facturas tenemos según su estatus",
		),
	},
	"top_customers": {
		"es": (
			"top 5 clientes por ventas",
			"¿Cuáles son los cinco clientes a los que más les vendemos?",
			"los 5 que mas nos compran de los clientes",
		),
	},
	"items_per_group": {
		"es": (
			"¿Cuántos artículos hay en cada grupo?",
			"conteo de articulos por categoria",
			"cuántos productos tenemos por grupo de productos",
		),
	},
	"issues_open_per_customer": {
		"es": (
			"cuántos tickets abiertos tiene cada cliente",
			"número de incidencias abiertas por cliente",
			"casos de soporte abiertos x cliente, la cantidad",
		),
	},
	"record": {
		"es": (
			"¿En qué estado está el pedido {order}?",
			"telefono de {customer}",
			"ya pagaron la factura {invoice}?",
			"datos del proveedor {supplier}",
			"cuéntame lo que sepas del cliente {customer}",
			"cuándo vence {invoice}",
			"¿Para qué fecha hay que entregar {order}?",
			"descripcion del producto {item}",
		),
	},
	"passage": {
		"es": (
			"cómo anulo una factura que ya está validada?",
			"¿Cuál es nuestra política de devoluciones?",
			"cuantos dias de vacaciones me tocan por año",
			"¿Qué plazo de entrega les garantizamos a los clientes según el contrato marco?",
			"pasos para registrar el pago parcial de una factura",
			"se puede modificar un pedido despues de confirmarlo?",
			"¿Quién tiene que autorizar un descuento mayor al 10 %?",
			"qué interés cobramos si un cliente paga tarde",
			"como doy de alta un cliente nuevo en el sistema",
			"¿Qué documentos hay que pedirle a un proveedor antes de hacerle la primera orden de compra?",
			"diferencia entre remito y factura",
			"con cuánta antelación hay que avisar para rescindir el alquiler de la nave",
		),
	},
}


SECOND: Phrasings = {
	"si_overdue": {
		"es": (
			"facturas vencidas",
			"¿Qué facturas ya se pasaron de fecha y el cliente sigue sin pagar?",
			"Buenas tardes, ¿me podría mostrar la cartera vencida, factura por factura, por favor?",
		),
	},
	"si_unpaid": {
		"es": (
			"que facturas nos falta cobrar",
			"facturas de venta con saldo pendiente",
			"¿Me sacás todas las facturas que los clientes todavía no terminaron de pagar?",
		),
	},
	"si_customer": {
		"es": (
			"facturas de {customer}",
			"¿Qué facturas le hemos hecho a {customer}?",
			"Necesito consultar todas las facturas de venta emitidas al cliente {customer}, gracias.",
		),
	},
	"si_customer_overdue": {
		"es": (
			"{customer} facturas vencidas",
			"¿Está atrasado {customer} con alguna factura? Pásamelas",
			"voy a llamar a {customer}, que facturas se les vencieron y no han pagado",
		),
	},
	"si_draft": {
		"es": (
			"facturas en borrador",
			"¿Cuáles facturas de venta se quedaron como borrador, sin validar?",
			"enséñame los sales invoice que estan en draft",
		),
	},
	"si_month": {
		"es": (
			"facturas de {month_es}",
			"pasame las facturas que hicimos en {month_es}",
			"Quisiera ver las facturas de venta con fecha de {month_es} de {year}.",
		),
	},
	"si_over": {
		"es": (
			"facturas mayores a {amount_es}",
			"¿Qué facturas de venta superan los {amount_es}?",
			"busco las facturas que con impuestos pasan de {amount_es}",
		),
	},
	"si_due_before": {
		"es": (
			"facturas con vencimiento antes del {day_es}",
			"¿Qué facturas tenían fecha de vencimiento anterior al {day_es}? Cobradas o no, me da igual",
			"todas las facturas de venta que vencian antes del {day_es}",
		),
	},
	"so_undelivered": {
		"es": (
			"pedidos sin entregar",
			"¿Qué órdenes de venta nos falta entregar, del todo o en parte?",
			"pedidos de clientes pendientes de despacho",
		),
	},
	"so_undelivered_month": {
		"es": (
			"pedidos de {month_es} que aún no se entregan",
			"De las órdenes de venta que entraron en {month_es}, ¿cuáles siguen sin entregarse por completo?",
			"sales order {month_es} {year} pendiente de entrega",
		),
	},
	"so_open": {
		"es": (
			"¿Qué pedidos de clientes siguen en curso?",
			"ordenes de venta abiertas",
			"a ver los pedidos abiertos que tenemos",
		),
	},
	"so_customer": {
		"es": (
			"ordenes de venta {customer}",
			"¿Qué pedidos nos ha hecho {customer}?",
			"Por favor, muéstreme todos los pedidos del cliente {customer}.",
		),
	},
	"so_since": {
		"es": (
			"pedidos desde el {day_es}",
			"¿Qué órdenes de venta han entrado a partir del {day_es}?",
			"Favor de listar los pedidos de clientes con fecha {day_es} o posterior",
		),
	},
	"so_item": {
		"es": (
			"pedidos que llevan {item}",
			"¿En qué órdenes de venta aparece el producto {item}?",
			"quiero los pedidos de clientes donde este incluido {item}",
		),
	},
	"po_supplier": {
		"es": (
			"órdenes de compra a {supplier}",
			"¿Qué pedidos le hemos hecho al proveedor {supplier}?",
			"oc {supplier}",
		),
	},
	"po_open": {
		"es": (
			"órdenes de compra abiertas",
			"¿Qué pedidos a proveedores tenemos todavía en curso?",
			"Me interesa saber cuáles Purchase Order siguen abiertas",
		),
	},
	"quotations_open": {
		"es": (
			"cotizaciones abiertas",
			"¿Qué presupuestos a clientes siguen abiertos?",
			"dame las ofertas de venta en estado abierto",
		),
	},
	"issues_open": {
		"es": (
			"incidencias abiertas",
			"¿Qué tickets de soporte tenemos abiertos ahorita?",
			"Buenos días, ¿me puede indicar qué casos de soporte están en estado abierto?",
		),
	},
	"issues_customer": {
		"es": (
			"tickets de {customer}",
			"¿Qué incidencias nos ha reportado {customer}?",
			"todos los casos de soporte que haya tenido el cliente {customer}, aunque esten cerrados",
		),
	},
	"issues_not_closed": {
		"es": (
			"incidencias no cerradas",
			"¿Cuáles tickets todavía no se han cerrado, estén como estén?",
			"todos los casos de soporte menos los cerrados",
		),
	},
	"issues_days": {
		"es": (
			"tickets últimos 30 días",
			"¿Qué incidencias se han registrado en los últimos treinta días?",
			"casos que entraron a soporte de hace 30 dias para acá",
		),
	},
	"tasks_priority": {
		"es": (
			"tareas con prioridad alta",
			"¿Cuáles tareas son de alta prioridad?",
			"muestra tareas que tiene priority high",
		),
	},
	"tasks_project": {
		"es": (
			"tareas de {project}",
			"¿Qué tareas tiene el proyecto {project}?",
			"Necesito el listado completo de las tareas que pertenecen al proyecto {project}.",
		),
	},
	"items_group": {
		"es": (
			"productos del grupo {group}",
			"¿Qué artículos hay en la categoría {group}?",
			"mostrame los items que están dentro del grupo {group}",
		),
	},
	"items_brand": {
		"es": (
			"artículos marca {brand}",
			"¿Qué productos manejamos de la marca {brand}?",
			"un cliente pregunta por {brand}, qué artículos tenemos de esa marca",
		),
	},
	"items_reorder": {
		"es": (
			"productos por debajo del punto de reorden",
			"¿Qué artículos hay que reponer porque ya están bajo su nivel mínimo de pedido?",
			"que productos toca reabastecer",
		),
	},
	"customers_all": {
		"es": (
			"clientes",
			"¿Cuáles son todos los clientes que tenemos?",
			"sacame el listado completo de clientes",
		),
	},
	"customers_territory": {
		"es": (
			"clientes en {territory}",
			"¿Qué clientes tenemos en la zona {territory}?",
			"clientes cuyo territorio sea {territory}, por favor",
		),
	},
	"item_price": {
		"es": (
			"precio de venta de {item}",
			"¿A cómo vendemos {item}?",
			"estoy con un cliente, q precio de venta tiene {item} en la lista",
		),
	},
	"suppliers_all": {
		"es": (
			"lista de proveedores",
			"¿Qué proveedores tenemos registrados?",
			"Quisiera ver todos los proveedores de la empresa, por favor.",
		),
	},
	"employees_active": {
		"es": (
			"empleados activos",
			"¿Quiénes están actualmente en plantilla?",
			"Solicito la relación del personal activo de la empresa.",
		),
	},
	"dn_month": {
		"es": (
			"albaranes de {month_es}",
			"¿Qué remisiones hicimos en {month_es}?",
			"notas de entrega {month_es} {year}",
		),
	},
	"si_latest": {
		"es": (
			"últimas facturas",
			"¿Cuáles son las facturas de venta más recientes?",
			"a ver las ultimas facturas que sacamos",
		),
	},
	"si_biggest": {
		"es": (
			"las facturas más grandes que tenemos",
			"¿Cuáles son las facturas de venta con mayor importe?",
			"facturas ordenadas de mayor a menor monto",
		),
	},
	"sales_customer_year": {
		"es": (
			"¿Cuánto le hemos vendido a {customer} en lo que va del año?",
			"facturación neta {customer} {year}",
			"total de ventas a {customer} este año sin iva",
		),
	},
	"sales_month": {
		"es": (
			"total ventas {month_es}",
			"¿Cuánto vendimos en {month_es}?",
			"Indíqueme por favor a cuánto ascendió la facturación neta de {month_es} de {year}.",
		),
	},
	"sales_between": {
		"es": (
			"ventas netas totales del {day_es} al {later_es}",
			"¿Cuánto facturamos sin impuestos entre el {day_es} y el {later_es}?",
			"cuanto se vendio desde el {day_es} hasta el {later_es}",
		),
	},
	"outstanding_customer": {
		"es": (
			"¿Cuánto nos debe {customer}?",
			"saldo pendiente {customer}",
			"cuánta plata nos falta cobrarle a {customer}",
		),
	},
	"outstanding_all": {
		"es": (
			"total por cobrar",
			"¿Cuánto nos deben en total los clientes?",
			"dime la suma de lo pendiente de cobro de todas las facturas",
		),
	},
	"po_total_supplier": {
		"es": (
			"¿Cuánto suman las órdenes de compra a {supplier}?",
			"importe total pedido al proveedor {supplier}",
			"por cuanto dinero le hemos puesto ordenes de compra a {supplier}",
		),
	},
	"so_average": {
		"es": (
			"importe medio de los pedidos de clientes",
			"¿De cuánto es en promedio una orden de venta?",
			"valor promedio por pedido",
		),
	},
	"si_max": {
		"es": (
			"¿De cuánto fue la factura más alta?",
			"importe de la factura mas grande",
			"Quisiera conocer el monto máximo que hemos facturado en una sola factura.",
		),
	},
	"stock_item": {
		"es": (
			"existencias {item}",
			"¿Cuánto nos queda de {item} en inventario?",
			"cuantas unidades hay de {item} sumando todos los almacenes",
		),
	},
	"stock_item_warehouse": {
		"es": (
			"existencia de {item} en {warehouse}",
			"¿Cuánto hay de {item} en la bodega {warehouse}?",
			"stock {item} deposito {warehouse}",
		),
	},
	"sales_per_customer": {
		"es": (
			"ventas por cliente",
			"¿Cuánto hemos vendido a cada cliente?",
			"Le agradecería un desglose de la facturación neta cliente por cliente.",
		),
	},
	"si_per_status": {
		"es": (
			"cantidad de facturas por estado",
			"¿Cuántas facturas tenemos en cada estado?",
			"conteo facturas de venta x estatus",
		),
	},
	"top_customers": {
		"es": (
			"los 5 mejores clientes por ventas",
			"¿Quiénes son los cinco clientes que más nos compran?",
			"top 5 clientes en facturacion",
		),
	},
	"items_per_group": {
		"es": (
			"número de productos por grupo",
			"¿Cuántos artículos hay en cada grupo de artículos?",
			"contame cuantos items tenemos por grupo",
		),
	},
	"issues_open_per_customer": {
		"es": (
			"¿Cuántas incidencias abiertas tiene cada cliente?",
			"conteo de tickets abiertos por cliente",
			"quiero saber qué clientes tienen casos abiertos y cuantos tiene cada uno",
		),
	},
	"record": {
		"es": (
			"telefono de {customer}",
			"¿Ya está pagada la {invoice}?",
			"¿En qué estado va el pedido {order}?",
			"cuéntame del proveedor {supplier}",
			"ficha del producto {item}",
			"Disculpe, ¿para qué fecha está prometida la entrega de la orden {order}?",
		),
	},
	"passage": {
		"es": (
			"¿Cómo se corrige una factura que ya fue validada?",
			"cuántos días de vacaciones me tocan el primer año",
			"qué plazo tiene el cliente para devolver mercancía",
			"¿Quién tiene que autorizar una orden de compra por encima del límite?",
			"pasos para dar de alta un proveedor nuevo",
			"¿Qué dice el contrato marco sobre los recargos por facturas pagadas tarde?",
			"politica de descuentos a clientes",
			"¿Con cuánta anticipación hay que avisar para rescindir el contrato de arrendamiento?",
			"como hago una nota de crédito",
			"¿Qué pasa si entregamos un pedido incompleto, según nuestras condiciones de venta?",
			"viáticos: cuánto se puede gastar por día en un viaje",
			"¿Qué significa que una factura esté vencida y descontada?",
			"cómo hacer el conteo físico del almacén paso a paso",
			"¿Cuántas horas tenemos para contestar una incidencia crítica?",
			"se puede vender a un cliente que excedió su límite de crédito?",
			"Buenas, ¿me explica por favor cómo se reparte una entrega de un pedido en varios albaranes?",
			"reglas para los anticipos a proveedores",
			"¿Qué documentos pedimos antes de abrirle crédito a un cliente?",
			"que hago si llega mercaderia dañada",
			"¿Cada cuánto se deben cambiar las contraseñas según la política de seguridad?",
		),
	},
}

THIRD: Phrasings = {
	"si_overdue": {
		"es": (
			"facturas vencidas",
			"¿Qué facturas están vencidas y siguen sin cobrarse?",
			"pasame las facturas vencidas porfa",
			"hay facturas atrasadas en el pago? cuales",
		),
	},
	"si_unpaid": {
		"es": (
			"¿Qué facturas tenemos pendientes de cobro?",
			"facturas sin cobrar",
			"quiero ver factura que cliente no ha pagado todavia",
			"Me regala por favor el listado de facturas por cobrar",
		),
	},
	"si_customer": {
		"es": (
			"facturas de {customer}",
			"enséñame todas las facturas del cliente {customer}",
			"que le hemos facturado a {customer}? necesito las facturas",
			"{customer} facturas emitidas, todas",
		),
	},
	"si_customer_overdue": {
		"es": (
			"facturas vencidas de {customer}",
			"¿{customer} tiene alguna factura vencida?",
			"voy a ver a {customer}, qué facturas vencidas tiene",
			"vencidas {customer} facturas",
		),
	},
	"si_draft": {
		"es": (
			"facturas en borrador",
			"¿Qué facturas de venta siguen en borrador?",
			"facturas que todavía no hemos validado",
			"borradores de factura",
		),
	},
	"si_month": {
		"es": (
			"facturas de {month_es}",
			"Por favor, muéstreme las facturas con fecha de {month_es} de {year}.",
			"que facturas hicimos en {month_es}",
			"fatcuras {month_es} {year}",
		),
	},
	"si_over": {
		"es": (
			"facturas de más de {amount_es}",
			"facturas mayores a {amount_es}",
			"¿Qué facturas superan los {amount_es} con IVA incluido?",
			"ventas grandes: facturas arriba de {amount_es}",
		),
	},
	"si_due_before": {
		"es": (
			"facturas con vencimiento anterior al {day_es}",
			"¿Cuáles son las facturas que vencen antes del {day_es}?",
			"facturas fecha de vencimiento antes de {day_es}",
		),
	},
	"so_undelivered": {
		"es": (
			"pedidos pendientes de entregar",
			"¿qué pedidos nos faltan por entregar?",
			"ordenes de venta sin entregar",
			"Che, qué pedidos de clientes todavía no entregamos?",
		),
	},
	"so_undelivered_month": {
		"es": (
			"pedidos de {month_es} sin entregar",
			"¿Qué pedidos hechos en {month_es} seguimos sin entregar?",
			"ordenes de venta de {month_es} {year} que faltan por entregar",
			"Necesitaría saber qué pedidos con fecha de {month_es} están todavía pendientes de entrega.",
		),
	},
	"so_open": {
		"es": (
			"pedidos abiertos",
			"¿Qué pedidos de clientes siguen abiertos?",
			"órdenes de venta en curso",
			"muestra pedido de venta no terminado todavia",
		),
	},
	"so_customer": {
		"es": (
			"pedidos de {customer}",
			"qué pedidos nos ha hecho {customer}?",
			"{customer} ordenes de venta",
			"Quisiera consultar todos los pedidos que tenemos del cliente {customer}.",
		),
	},
	"so_since": {
		"es": (
			"pedidos desde el {day_es}",
			"¿Qué pedidos han entrado desde el {day_es}?",
			"ordenes de venta a partir del {day_es}",
			"mostrame los pedidos de clientes del {day_es} para acá",
		),
	},
	"so_item": {
		"es": (
			"pedidos que llevan {item}",
			"¿En qué pedidos de venta aparece el artículo {item}?",
			"ordenes de venta con {item}",
			"que pedidos de clientes incluyen {item}",
		),
	},
	"po_supplier": {
		"es": (
			"órdenes de compra a {supplier}",
			"¿Qué órdenes de compra le hemos hecho a {supplier}?",
			"pedidos al proveedor {supplier}",
			"todas las OC de {supplier}, ordenes de compra",
		),
	},
	"po_open": {
		"es": (
			"órdenes de compra abiertas",
			"que pedidos a proveedores siguen abiertos",
			"¿Me puede mostrar las órdenes de compra que aún están en curso?",
			"compras: ordenes de compra sin completar ni cerrar",
		),
	},
	"quotations_open": {
		"es": (
			"cotizaciones abiertas",
			"¿Qué cotizaciones a clientes siguen abiertas?",
			"ofertas a clientes abiertas",
			"presupuestos a clientes que tengo abiertos",
		),
	},
	"issues_open": {
		"es": (
			"incidencias abiertas",
			"tickets abiertos ahora mismo",
			"¿Cuáles son los tickets de soporte en estado abierto?",
			"que incidencias tenemos abiertas",
		),
	},
	"issues_customer": {
		"es": (
			"incidencias de {customer}",
			"qué problemas ha reportado {customer}?",
			"tickets de soporte del cliente {customer}",
			"{customer} me llama enojado, qué tickets tiene con nosotros",
		),
	},
	"issues_not_closed": {
		"es": (
			"tickets sin cerrar",
			"¿Qué incidencias no están cerradas todavía?",
			"todas las incidencias menos las cerradas",
			"insidencias no cerradas",
		),
	},
	"issues_days": {
		"es": (
			"incidencias de los últimos 30 días",
			"¿Cuáles tickets de soporte entraron en los últimos 30 días?",
			"tickets creados ultimos 30 dias",
		),
	},
	"tasks_priority": {
		"es": (
			"tareas de prioridad alta",
			"¿qué tareas tienen la prioridad alta?",
			"tareas con alta prioridad de todos los proyectos",
			"prioridad alta tareas",
		),
	},
	"tasks_project": {
		"es": (
			"tareas del proyecto {project}",
			"qué tareas hay en {project}?",
			"{project} tareas",
			"Por favor, indíqueme todas las tareas que pertenecen al proyecto {project}.",
		),
	},
	"items_group": {
		"es": (
			"artículos del grupo {group}",
			"¿Qué productos tenemos en el grupo {group}?",
			"productos grupo {group}",
			"listame los articulos de la categoría {group}",
		),
	},
	"items_brand": {
		"es": (
			"productos de la marca {brand}",
			"¿Qué artículos manejamos de la marca {brand}?",
			"marca {brand} articulos",
		),
	},
	"items_reorder": {
		"es": (
			"artículos por debajo del punto de reorden",
			"¿Qué productos hay que reponer?",
			"que articulos toca volver a pedir porque están bajo el nivel de reposición",
			"productos bajo nivel de reorden",
		),
	},
	"customers_all": {
		"es": (
			"lista de clientes",
			"¿Qué clientes tenemos?",
			"dame todos los clientes",
			"todos los clinetes",
		),
	},
	"customers_territory": {
		"es": (
			"clientes del territorio {territory}",
			"¿Qué clientes tenemos en {territory}?",
			"mis clientes de la zona {territory}",
			"clientes territorio {territory} listado completo",
		),
	},
	"item_price": {
		"es": (
			"precio de venta de {item}",
			"¿a cuánto vendemos {item}?",
			"a como damos {item} al cliente, precio de venta",
			"Disculpe, ¿cuál es el precio de venta del artículo {item}?",
		),
	},
	"suppliers_all": {
		"es": (
			"todos los proveedores",
			"¿Quiénes son nuestros proveedores?",
			"listado proveedores",
		),
	},
	"employees_active": {
		"es": (
			"empleados activos",
			"¿Quiénes trabajan actualmente en la empresa?",
			"lista del personal activo",
			"colaboradores activos a hoy",
		),
	},
	"dn_month": {
		"es": (
			"albaranes de {month_es}",
			"remitos de {month_es} {year}",
			"¿Qué notas de entrega se hicieron en {month_es}?",
			"notas de entrega con fecha en {month_es} de {year}",
		),
	},
	"si_latest": {
		"es": (
			"últimas facturas",
			"enseñame las facturas más recientes",
			"las ultimas 10 facturas que hicimos",
			"¿Cuáles son las últimas facturas de venta?",
		),
	},
	"si_biggest": {
		"es": (
			"las facturas más grandes",
			"¿Cuáles son nuestras facturas de mayor importe?",
			"facturas de venta con el monto mas alto, las primeras 10",
		),
	},
	"sales_customer_year": {
		"es": (
			"¿Cuánto le hemos vendido a {customer} este año?",
			"ventas {customer} {year}",
			"total de ventas netas a {customer} en lo que va del año",
			"cuanto vendimos a {customer} en {year}",
		),
	},
	"sales_month": {
		"es": (
			"ventas de {month_es}",
			"cuánto vendimos en {month_es}?",
			"¿Cuál fue el total de ventas sin IVA en {month_es} de {year}?",
			"total vendido {month_es} {year}",
		),
	},
	"sales_between": {
		"es": (
			"¿Cuánto se vendió entre el {day_es} y el {later_es}?",
			"ventas totales del {day_es} al {later_es}",
			"cuanto vendimos desde el {day_es} hasta el {later_es}",
			"Le agradecería el importe de las ventas netas del {day_es} al {later_es}, ambos días incluidos.",
		),
	},
	"outstanding_customer": {
		"es": (
			"¿cuánto nos debe {customer}?",
			"saldo pendiente de {customer}",
			"cuanto falta por cobrarle a {customer}",
			"deuda total del cliente {customer}",
		),
	},
	"outstanding_all": {
		"es": (
			"¿Cuánto nos deben los clientes en total?",
			"total pendiente de cobro",
			"cuánta plata nos deben todos los clientes juntos?",
			"suma total por cobrar a clientes",
		),
	},
	"po_total_supplier": {
		"es": (
			"importe total de las órdenes de compra a {supplier}",
			"¿por cuánto dinero le hemos pedido en total a {supplier}?",
			"monto total ordenes de compra {supplier}",
		),
	},
	"so_average": {
		"es": (
			"valor promedio de un pedido",
			"¿De cuánto es de media un pedido de cliente?",
			"importe medio de los pedidos de venta",
			"monto promedio por orden de venta",
		),
	},
	"si_max": {
		"es": (
			"¿De cuánto es la factura más alta que hemos hecho?",
			"importe de la factura de venta más grande",
			"monto maximo facturado en una sola factura",
		),
	},
	"stock_item": {
		"es": (
			"¿cuánto stock hay de {item}?",
			"existencias de {item}",
			"cuantas unidades nos quedan de {item} sumando todos los almacenes",
			"{item} stock total",
		),
	},
	"stock_item_warehouse": {
		"es": (
			"¿Cuánto hay de {item} en {warehouse}?",
			"existencias de {item} en la bodega {warehouse}",
			"cuanto queda de {item} en el almacen {warehouse}",
			"stock {item} depósito {warehouse}",
		),
	},
	"sales_per_customer": {
		"es": (
			"ventas por cliente",
			"¿Cuánto hemos vendido a cada cliente?",
			"total de ventas netas agrupado por cliente",
		),
	},
	"si_per_status": {
		"es": (
			"cantidad de facturas por estado",
			"¿Cuántas facturas hay en cada estado?",
			"numero de facturas segun el estado",
			"decime cuántas facturas tenemos por estado",
		),
	},
	"top_customers": {
		"es": (
			"top 5 clientes por ventas",
			"¿Quiénes son los cinco clientes que más nos compran en importe?",
			"los 5 mejores clientes en ventas",
			"mis cinco clientes mas grandes por monto vendido",
		),
	},
	"items_per_group": {
		"es": (
			"¿Cuántos artículos hay en cada grupo?",
			"cantidad de productos por grupo de productos",
			"numero de articulos por grupo",
		),
	},
	"issues_open_per_customer": {
		"es": (
			"cuántas incidencias abiertas tiene cada cliente",
			"número de tickets abiertos por cliente",
			"¿Me podría decir, cliente por cliente, cuántos tickets hay abiertos?",
		),
	},
	"record": {
		"es": (
			"¿ya está pagada la factura {invoice}?",
			"cuéntame del cliente {customer}",
			"fecha de entrega del pedido {order}",
			"correo o teléfono del proveedor {supplier}",
		),
	},
	"passage": {
		"es": (
			"¿Cuántos días de vacaciones me tocan el primer año?",
			"como se hace una nota de crédito para un cliente",
			"¿Qué plazo tiene el cliente para devolver un producto?",
			"qué hago si el proveedor manda menos cantidad que la de la orden de compra",
			"intereses por mora que dice el contrato",
			"¿Quién puede autorizar un descuento en una factura?",
			"se puede modificar un pedido después de confirmado? cómo",
			"pasos para dar de alta un proveedor nuevo",
			"política de viáticos para los vendedores",
			"¿Qué pasa cuando una factura lleva más de 90 días vencida, según nuestra política de cobranza?",
			"hasta qué hora se reciben mercancías en bodega según el reglamento",
			"Le agradecería que me explicara cómo se registra un pago parcial de una factura.",
			"que cubre la garantía y que no",
			"¿Con cuánta antelación hay que avisar para rescindir el contrato de alquiler?",
			"cómo hago un ajuste de inventario",
			"requisitos para darle crédito a un cliente",
			"en qué plazo hay que contestar un ticket urgente según el acuerdo de servicio",
			"diferencia entre cotización y orden de venta",
			"¿Puedo imprimir los albaranes sin precios? ¿Dónde se configura?",
			"con cuantos dias de aviso tengo que renunciar",
		),
	},
}
