"""The half of the phrasings that the reader of questions was built with."""

from benchmarks.questions.phrasing import Phrasings

PHRASINGS: Phrasings = {
	"si_overdue": {
		"en": (
			"how many invoices are overdue?",
			"Can you show me the overdue sales invoices?",
			"are there any overdue invoices",
			"count of overdue sales invoices",
			"overdeu invoices",
		),
		"de": (
			"Wieviele Rechnungen sind überfällig?",
			"Liste aller überfälligen Ausgangsrechnungen",
			"Gibt es überfällige Rechnungen?",
			"Kannst du mir die überfälligen Rechnungen zeigen?",
		),
		"es": (
			"¿Cuántas facturas están vencidas?",
			"Muéstrame las facturas de venta vencidas",
			"hay facturas atrasadas",
			"facturas vencidas",
			"listado de facturas de clientes vencidas",
			"¿qué facturas siguen vencidas a día de hoy?",
			"fcaturas vencidas",
		),
	},
	"si_unpaid": {
		"en": ("unpaid sales invoices", "Which invoices have not been paid yet?"),
		"de": ("Welche Rechnungen sind unbezahlt?", "wie viele Ausgangsrechnungen sind noch unbezahlt"),
		"es": (
			"facturas de venta sin pagar",
			"¿Qué facturas no se han pagado todavía?",
			"facturas pendientes de cobro",
			"cuantas facturas quedan por cobrar",
			"facturas impagas",
		),
	},
	"si_customer": {
		"en": (
			"Which invoices does {customer} have?",
			"{customer} invoices",
			"count the sales invoices to {customer}",
		),
		"de": ("Welche Rechnungen hat {customer}?", "Anzahl der Ausgangsrechnungen von {customer}"),
		"es": (
			"¿Qué facturas tiene {customer}?",
			"facturas de {customer}",
			"cuántas facturas de venta hay a nombre de {customer}",
			"facturas emitidas a {customer}",
		),
	},
	"si_customer_overdue": {
		"en": ("overdue invoices of {customer}", "How many invoices of {customer} are overdue?"),
		"de": ("Welche Rechnungen von {customer} sind überfällig?", "überfällige Rechnungen an {customer}"),
		"es": (
			"facturas vencidas de {customer}",
			"¿Cuántas facturas de {customer} están vencidas?",
			"¿tiene {customer} facturas vencidas?",
		),
	},
	"si_draft": {
		"en": ("which sales invoices are drafts?", "draft invoices"),
		"de": ("Rechnungsentwürfe", "Welche Ausgangsrechnungen sind noch Entwurf?"),
		"es": (
			"facturas en borrador",
			"¿Qué facturas de venta son todavía borradores?",
			"borradores de facturas de venta",
		),
	},
	"si_month": {
		"en": ("sales invoices in {month}", "Which invoices did we write in {month}?"),
		"de": ("Ausgangsrechnungen aus dem {month_de}", "Welche Rechnungen gab es im {month_de}?"),
		"es": (
			"facturas de venta de {month_es}",
			"¿Qué facturas emitimos en {month_es}?",
			"cuántas facturas hubo en el mes de {month_es}",
		),
	},
	"si_over": {
		"en": ("invoices above {amount} Euro", "How many sales invoices exceed {amount}?"),
		"de": (
			"Rechnungen mit mehr als {amount_de} Euro",
			"Wie viele Rechnungen liegen über {amount_de} Euro?",
		),
		"es": (
			"facturas de más de {amount_es} euros",
			"¿Cuántas facturas de venta superan los {amount_es} €?",
			"facturas superiores a {amount_es}",
			"facturas por encima de {amount_es} EUR",
		),
	},
	"si_due_before": {
		"en": ("sales invoices with a due date before {day}",),
		"de": ("Rechnungen, die vor dem {day_de} fällig sind",),
		"es": (
			"facturas de venta que vencen antes del {day_es}",
			"facturas con fecha de vencimiento anterior al {day_es}",
		),
	},
	"so_undelivered": {
		"en": (
			"Which sales orders are not delivered?",
			"undelivered orders",
			"how many sales orders are we yet to deliver",
		),
		"de": ("Welche Aufträge sind nicht geliefert?", "ungelieferte Aufträge"),
		"es": (
			"¿Qué pedidos no se han entregado?",
			"pedidos sin entregar",
			"órdenes de venta pendientes de entrega",
			"cuántos pedidos nos quedan por entregar",
		),
	},
	"so_undelivered_month": {
		"en": (
			"sales orders of {month} that are not delivered",
			"How many orders from {month} were not delivered?",
		),
		"de": (
			"Welche Aufträge vom {month_de} sind nicht geliefert?",
			"Aufträge im {month_de} noch nicht ausgeliefert",
		),
		"es": (
			"pedidos de {month_es} sin entregar",
			"¿Cuántas órdenes de venta de {month_es} no han sido entregadas?",
			"pedidos pendientes de entregar de {month_es}",
		),
	},
	"so_open": {
		"en": ("open sales orders", "Which orders are still open?"),
		"de": ("Zeige offene Aufträge", "Welche Aufträge sind offen?"),
		"es": (
			"pedidos abiertos",
			"¿Qué órdenes de venta siguen abiertas?",
			"muestra los pedidos de venta pendientes",
		),
	},
	"so_customer": {
		"en": ("sales orders from {customer}", "How many orders has {customer} placed?"),
		"de": ("Wie viele Aufträge haben wir von {customer}?", "Kundenaufträge {customer}"),
		"es": (
			"¿Cuántos pedidos tenemos de {customer}?",
			"pedidos del cliente {customer}",
			"órdenes de venta de {customer}",
			"pedidos hechos por {customer}",
		),
	},
	"so_since": {
		"en": ("sales orders since {day}",),
		"de": ("Aufträge ab {day_de}",),
		"es": (
			"pedidos desde el {day_es}",
			"órdenes de venta a partir del {day_es}",
		),
	},
	"so_item": {
		"en": ("sales orders with item {item}",),
		"de": ("Aufträge mit Artikel {item}",),
		"es": (
			"pedidos con el artículo {item}",
			"órdenes de venta que incluyen el producto {item}",
		),
	},
	"po_supplier": {
		"en": ("which purchase orders do we have with {supplier}", "purchase orders for supplier {supplier}"),
		"de": ("Bestellungen an {supplier}", "Welche Bestellungen haben wir beim Lieferanten {supplier}?"),
		"es": (
			"órdenes de compra a {supplier}",
			"¿Qué pedidos de compra tenemos con {supplier}?",
			"OC del proveedor {supplier}",
		),
	},
	"po_open": {
		"en": ("open purchase orders",),
		"de": ("Wie viele offene Bestellungen haben wir?",),
		"es": (
			"¿Cuántas órdenes de compra abiertas tenemos?",
			"pedidos de compra pendientes",
		),
	},
	"quotations_open": {
		"en": ("which quotations are open?", "open quotes"),
		"de": ("Zeig mir offene Angebote", "Welche Angebote sind noch offen?"),
		"es": (
			"cotizaciones abiertas",
			"¿Qué presupuestos siguen abiertos?",
			"muéstrame las ofertas pendientes",
		),
	},
	"issues_open": {
		"en": ("which issues are open?", "How many open isues do we have?", "open support issues"),
		"de": ("Wie viele offene Anfragen haben wir?", "Gibt es offene Anfragen?"),
		"es": (
			"¿Cuántas incidencias abiertas hay?",
			"incidencias abiertas",
			"tickets que siguen abiertos",
			"insidencias abiertas",
		),
	},
	"issues_customer": {
		"en": ("how many issues do we have from {customer}", "{customer}'s issues"),
		"de": ("Wie viele Anfragen hat {customer}?", "Anfragen zum Kunden {customer}"),
		"es": (
			"¿Cuántas incidencias tiene {customer}?",
			"incidencias de {customer}",
			"tickets del cliente {customer}",
		),
	},
	"issues_not_closed": {
		"en": ("issues that are not closed",),
		"de": ("Welche Anfragen sind nicht geschlossen?",),
		"es": (
			"incidencias que no están cerradas",
			"incidencias sin cerrar",
		),
	},
	"issues_days": {
		"en": ("how many issues came in the last 30 days?",),
		"de": ("Wie viele Anfragen in den letzten 30 Tagen?",),
		"es": (
			"¿Cuántas incidencias se abrieron en los últimos 30 días?",
			"incidencias de los últimos 30 días",
			"cuantas incidencias entraron en los ultimos 30 dias",
		),
	},
	"tasks_priority": {
		"en": ("tasks with priority high", "which tasks are of high priority?"),
		"de": ("Welche Aufgaben haben hohe Priorität?", "Vorgänge mit Priorität Hoch"),
		"es": (
			"tareas con prioridad alta",
			"¿Qué tareas son de alta prioridad?",
		),
	},
	"tasks_project": {
		"en": ("how many tasks does {project} have", "tasks in the project {project}"),
		"de": ("Aufgaben im Projekt {project}", "Wie viele Vorgänge hat {project}?"),
		"es": (
			"tareas del proyecto {project}",
			"¿Cuántas tareas tiene {project}?",
		),
	},
	"items_group": {
		"en": ("items of group {group}", "which items are in {group}?"),
		"de": ("Artikel der Gruppe {group}", "Wie viele Artikel sind in der Artikelgruppe {group}?"),
		"es": (
			"artículos del grupo {group}",
			"¿Cuántos productos hay en el grupo de productos {group}?",
		),
	},
	"items_brand": {
		"en": ("how many items of the brand {brand} do we carry?",),
		"de": ("Wie viele Artikel der Marke {brand} haben wir?",),
		"es": (
			"¿Cuántos artículos de la marca {brand} tenemos?",
			"productos de marca {brand}",
		),
	},
	"items_reorder": {
		"en": ("which items are below the reorder level?", "how many items are under reorder level"),
		"de": ("Wie viele Artikel sind unter Meldebestand?", "Artikel unter Mindestbestand"),
		"es": (
			"artículos bajo mínimos",
			"¿Qué productos están por debajo del punto de pedido?",
			"cuántos productos hay por debajo del stock mínimo",
			"productos bajo el nivel de reorden",
		),
	},
	"customers_all": {
		"en": ("How many customers are there?", "list customers"),
		"de": ("Wie viele Kunden gibt es?", "Zeige alle Kunden"),
		"es": (
			"¿Cuántos clientes tenemos?",
			"lista de clientes",
			"muéstrame todos los clientes",
		),
	},
	"customers_territory": {
		"en": ("how many customers have we in {territory}?", "customers with territory {territory}"),
		"de": ("Welche Kunden sind in {territory}?", "Kunden im Gebiet {territory}"),
		"es": (
			"clientes de {territory}",
			"¿Cuántos clientes hay en {territory}?",
			"clientes en el territorio {territory}",
		),
	},
	"suppliers_all": {
		"en": ("number of suppliers",),
		"de": ("Anzahl der Lieferanten",),
		"es": (
			"número de proveedores",
			"cantidad de proveedores",
			"cuantos proveedores hay",
		),
	},
	"employees_active": {
		"en": ("active employees",),
		"de": ("aktive Mitarbeiter",),
		"es": (
			"empleados activos",
			"¿cuántos empleados activos tenemos?",
		),
	},
	"dn_month": {
		"en": ("how many delivery notes in {month}?",),
		"de": ("Wie viele Lieferscheine im {month_de}?",),
		"es": (
			"¿Cuántas notas de entrega en {month_es}?",
			"albaranes de {month_es}",
			"remitos de {month_es}",
		),
	},
	"si_latest": {
		"en": ("latest 5 invoices", "the most recent 3 sales invoices"),
		"de": ("Die 5 neuesten Rechnungen", "letzte 3 Ausgangsrechnungen"),
		"es": (
			"las últimas 5 facturas",
			"últimas 3 facturas de venta",
			"las 5 facturas más recientes",
		),
	},
	"si_biggest": {
		"en": ("the 5 biggest invoices", "3 highest sales invoices"),
		"de": ("die 3 höchsten Rechnungen", "Top 5 Ausgangsrechnungen"),
		"es": (
			"las 5 facturas más altas",
			"3 mayores facturas de venta",
			"top 5 facturas de venta por importe",
		),
	},
	"sales_customer_year": {
		"en": (
			"sales to {customer} this year",
			"what is our total revenue from {customer} this year?",
			"turnover with {customer} in {year}",
		),
		"de": ("Umsatz {customer} {year}", "Wie viel Umsatz haben wir dieses Jahr mit {customer} gemacht?"),
		"es": (
			"ventas a {customer} este año",
			"¿Cuánto hemos facturado a {customer} en {year}?",
			"facturación de {customer} en el año {year}",
			"ventas {customer} {year}",
		),
	},
	"sales_month": {
		"en": ("revenue in {month}", "How much did we sell in {month}?"),
		"de": ("Gesamtumsatz im {month_de}", "Wieviel haben wir im {month_de} verkauft?"),
		"es": (
			"ventas de {month_es}",
			"¿Cuánto vendimos en {month_es}?",
			"facturación total de {month_es}",
		),
	},
	"sales_between": {
		"en": ("revenue from {day} to {later}",),
		"de": ("Umsatz vom {day_de} bis {later_de}",),
		"es": (
			"ventas del {day_es} al {later_es}",
			"facturación desde el {day_es} hasta el {later_es}",
			"ventas entre el {day_es} y el {later_es}",
		),
	},
	"outstanding_customer": {
		"en": ("outstanding amount of {customer}", "what does {customer} owe us"),
		"de": ("offener Betrag von {customer}", "Wie viel Geld schuldet {customer} uns?"),
		"es": (
			"saldo pendiente de {customer}",
			"¿Cuánto nos debe {customer}?",
			"cuánto dinero debe {customer}",
			"importe pendiente de {customer}",
		),
	},
	"outstanding_all": {
		"en": ("sum of outstanding amount of all sales invoices",),
		"de": ("Wie hoch ist der ausstehende Betrag aller Rechnungen?",),
		"es": (
			"suma del importe pendiente de todas las facturas de venta",
			"¿A cuánto asciende el saldo pendiente de todas las facturas?",
			"monto pendiente total",
		),
	},
	"po_total_supplier": {
		"en": ("sum of purchase orders to {supplier}",),
		"de": ("Summe der Bestellungen an {supplier}",),
		"es": (
			"importe total de las órdenes de compra a {supplier}",
			"suma de los pedidos de compra a {supplier}",
			"total órdenes de compra {supplier}",
		),
	},
	"so_average": {
		"en": ("mean sales order value", "average sales order amount"),
		"de": ("Durchschnitt der Aufträge", "Wie hoch ist der durchschnittliche Auftragswert?"),
		"es": (
			"importe medio de los pedidos",
			"promedio de las órdenes de venta",
			"¿cuál es el valor promedio de los pedidos de venta?",
		),
	},
	"si_max": {
		"en": ("what is the highest grand total of our sales invoices?",),
		"de": ("Maximaler Gesamtbetrag der Ausgangsrechnungen",),
		"es": (
			"¿Cuál es el mayor total de nuestras facturas de venta?",
			"total máximo de las facturas de venta",
		),
	},
	"stock_item": {
		"en": ("how much stock of {item} do we have?", "current stock {item}"),
		"de": ("Bestand {item}", "Wie viele {item} sind auf Lager?"),
		"es": (
			"stock de {item}",
			"¿Cuánto stock tenemos de {item}?",
			"existencias {item}",
			"cuántas unidades de {item} hay en stock",
		),
	},
	"stock_item_warehouse": {
		"en": ("how many {item} are in stock in {warehouse}?",),
		"de": ("Lagerbestand {item} in {warehouse}",),
		"es": (
			"stock de {item} en {warehouse}",
			"¿Cuántas existencias de {item} hay en el almacén {warehouse}?",
			"inventario de {item} en bodega {warehouse}",
		),
	},
	"sales_per_customer": {
		"en": ("total sales by customer", "turnover per customer"),
		"de": ("Umsatz nach Kunde", "Umsätze je Kunde"),
		"es": (
			"ventas por cliente",
			"facturación por cada cliente",
			"total de ventas por cliente",
		),
	},
	"si_per_status": {
		"en": ("sales invoices by status", "count invoices per status"),
		"de": ("Rechnungen nach Status", "Ausgangsrechnungen je Status"),
		"es": (
			"facturas de venta por estado",
			"¿Cuántas facturas hay por estado?",
		),
	},
	"top_customers": {
		"en": ("the 5 customers with the highest revenue", "best 5 customers by sales"),
		"de": ("Die 5 Kunden mit dem höchsten Umsatz", "5 größte Kunden nach Umsatz"),
		"es": (
			"los 5 clientes con más ventas",
			"top 5 clientes por facturación",
			"los 5 mejores clientes",
		),
	},
	"items_per_group": {
		"en": ("items by item group",),
		"de": ("Anzahl Artikel pro Artikelgruppe",),
		"es": (
			"productos por grupo de productos",
			"número de artículos por grupo",
		),
	},
	"issues_open_per_customer": {
		"en": ("how many open issues per customer?",),
		"de": ("Wie viele offene Anfragen pro Kunde?",),
		"es": (
			"incidencias abiertas por cliente",
			"¿cuántas incidencias abiertas hay por cliente?",
		),
	},
	"item_price": {
		"en": ("price of {item}",),
		"de": ("Preis von {item}",),
		"es": (
			"precio de {item}",
			"¿Cuál es el precio de venta de {item}?",
		),
	},
	"passage": {
		"en": (
			"how to create a sales invoice",
			"What is the dunning process for overdue invoices?",
			"why was the order cancelled",
			"How can I return an item?",
			"terms of delivery for customers in Austria",
			"what are the payment terms",
			"who is allowed to cancel orders?",
			"When do we send reminders?",
			"how many copies of an invoice do we print?",
			"how many people must sign purchase orders?",
			"which discount do customers get on pumps?",
			"opening hours",
			"pump makes a loud noise",
			"installation of a heat exchanger",
			"What is the meaning of overdue?",
			"how often are items counted",
			"total weight allowed on a pallet",
			"list of documents needed for an export",
			"what is the maximum temperature for PVC pipes",
			"How high is the average lead time promised in our contract?",
			"should drafts be deleted?",
			"show me the travel policy",
		),
		"de": (
			"Wie lege ich einen Auftrag an?",
			"Wie kann ich eine Rechnung stornieren?",
			"Was passiert mit überfälligen Rechnungen?",
			"Wer darf Bestellungen freigeben?",
			"Zahlungsbedingungen für Neukunden",
			"Warum ist die Rechnung überfällig?",
			"Wie lange dauert eine Lieferung?",
			"Wie viele Tage Zahlungsziel haben Kunden?",
			"Öffnungszeiten",
			"Die Pumpe macht Geräusche",
			"Welche Unterlagen brauche ich für neue Lieferanten?",
			"Wie hoch ist die Mahngebühr?",
			"Muss ein Auftrag unterschrieben sein?",
			"Liste der Feiertage",
		),
		"es": (
			"¿Cómo creo una factura de venta?",
			"¿Qué pasa con las facturas vencidas?",
			"¿Por qué está vencida la factura?",
			"por que esta vencida la factura",
			"¿Quién puede aprobar órdenes de compra?",
			"condiciones de pago para clientes nuevos",
			"¿Cuánto tarda una entrega?",
			"¿Cuántos días de plazo tienen los clientes?",
			"horario de apertura",
			"la bomba hace ruido",
			"¿Qué documentos necesito para dar de alta un proveedor?",
			"¿A cuánto asciende el recargo por mora?",
			"¿Debe firmarse un pedido?",
			"lista de festivos",
			"¿Qué es una factura vencida?",
			"¿Qué significa vencida?",
			"cancelar una factura",
			"política de devoluciones",
			"¿Se pueden borrar los borradores?",
			"¿cuántas copias de una factura se imprimen?",
			"peso máximo por palé",
			"no hay facturas vencidas",
		),
	},
	"record": {
		"en": (
			"status of {order}",
			"what is the outstanding amount of {invoice}",
			"email address of {customer}",
			"{invoice}",
			"address of {supplier}",
			"Is {invoice} paid?",
			"when will {order} be delivered?",
			"show me {customer}",
		),
		"de": (
			"Status von {order}",
			"Ist {invoice} bezahlt?",
			"E-Mail von {customer}",
			"Ansprechpartner bei {supplier}",
			"Wann wird {order} geliefert?",
		),
		"es": (
			"estado de {order}",
			"¿Está pagada la factura {invoice}?",
			"correo electrónico de {customer}",
			"teléfono de {supplier}",
			"¿Cuándo se entrega {order}?",
			"{invoice}",
			"dirección de {supplier}",
		),
	},
}
