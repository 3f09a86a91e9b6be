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
		"fr": (
			"combien de factures sont en retard ?",
			"Quelles factures de vente sont en retard ?",
			"Y a-t-il des factures échues ?",
			"Peux-tu me montrer les factures en retard ?",
			"factures clients en retard de paiement",
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
		"fr": (
			"factures impayées",
			"Quelles factures n'ont pas encore été payées ?",
			"combien de factures de vente non réglées",
			"factures clients impayees",
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
		"fr": (
			"factures de {customer}",
			"Quelles factures avons-nous envoyées à {customer} ?",
			"nombre de factures pour {customer}",
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
		"fr": (
			"factures en retard de {customer}",
			"Combien de factures de {customer} sont en retard ?",
			"Quelles sont les factures échues du client {customer} ?",
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
		"fr": (
			"factures en brouillon",
			"Quelles factures de vente sont encore à l'état de brouillon ?",
			"brouillons de factures",
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
		"fr": (
			"factures de vente de {month_fr}",
			"Quelles factures avons-nous émises en {month_fr} ?",
			"factures du mois de {month_fr}",
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
		"fr": (
			"factures de plus de {amount_fr} euros",
			"Combien de factures dépassent {amount_fr} € ?",
			"factures d'un montant supérieur à {amount_fr} €",
		),
	},
	"si_due_before": {
		"en": ("sales invoices with a due date before {day}",),
		"de": ("Rechnungen, die vor dem {day_de} fällig sind",),
		"es": (
			"facturas de venta que vencen antes del {day_es}",
			"facturas con fecha de vencimiento anterior al {day_es}",
		),
		"fr": (
			"factures arrivant à échéance avant le {day_fr}",
			"Factures de vente dont la date d'échéance est antérieure au {day_fr}",
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
		"fr": (
			"commandes non livrées",
			"Quelles commandes clients n'ont pas été livrées ?",
			"combien de commandes reste-t-il à livrer ?",
			"commandes à livrer",
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
		"fr": (
			"commandes de {month_fr} non livrées",
			"Quelles commandes du mois de {month_fr} ne sont pas encore livrées ?",
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
		"fr": (
			"commandes clients en cours",
			"Quelles commandes sont encore ouvertes ?",
			"Affiche-moi les commandes ouvertes",
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
		"fr": (
			"commandes de {customer}",
			"Combien de commandes avons-nous de {customer} ?",
			"Combien de commandes {customer} a-t-il passées ?",
		),
	},
	"so_since": {
		"en": ("sales orders since {day}",),
		"de": ("Aufträge ab {day_de}",),
		"es": (
			"pedidos desde el {day_es}",
			"órdenes de venta a partir del {day_es}",
		),
		"fr": (
			"commandes depuis le {day_fr}",
			"Commandes clients à partir du {day_fr}",
		),
	},
	"so_item": {
		"en": ("sales orders with item {item}",),
		"de": ("Aufträge mit Artikel {item}",),
		"es": (
			"pedidos con el artículo {item}",
			"órdenes de venta que incluyen el producto {item}",
		),
		"fr": (
			"commandes avec l'article {item}",
			"commandes clients contenant {item}",
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
		"fr": (
			"commandes fournisseurs chez {supplier}",
			"Quelles commandes d'achat avons-nous passées auprès de {supplier} ?",
			"bons de commande fournisseur {supplier}",
		),
	},
	"po_open": {
		"en": ("open purchase orders",),
		"de": ("Wie viele offene Bestellungen haben wir?",),
		"es": (
			"¿Cuántas órdenes de compra abiertas tenemos?",
			"pedidos de compra pendientes",
		),
		"fr": (
			"commandes d'achat ouvertes",
			"Combien de commandes fournisseurs sont en cours ?",
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
		"fr": (
			"devis ouverts",
			"Quels devis sont encore ouverts ?",
			"liste des offres ouvertes",
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
		"fr": (
			"combien de tickets ouverts ?",
			"Y a-t-il des tickets ouverts ?",
			"Quels incidents sont encore ouverts ?",
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
		"fr": (
			"tickets de {customer}",
			"Combien de tickets a {customer} ?",
			"tickets du client {customer}",
		),
	},
	"issues_not_closed": {
		"en": ("issues that are not closed",),
		"de": ("Welche Anfragen sind nicht geschlossen?",),
		"es": (
			"incidencias que no están cerradas",
			"incidencias sin cerrar",
		),
		"fr": (
			"tickets qui ne sont pas fermés",
			"Quels tickets ne sont pas clôturés ?",
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
		"fr": (
			"tickets des 30 derniers jours",
			"Combien de tickets sont arrivés ces 30 derniers jours ?",
			"nombre de tickets au cours des 30 derniers jours",
		),
	},
	"tasks_priority": {
		"en": ("tasks with priority high", "which tasks are of high priority?"),
		"de": ("Welche Aufgaben haben hohe Priorität?", "Vorgänge mit Priorität Hoch"),
		"es": (
			"tareas con prioridad alta",
			"¿Qué tareas son de alta prioridad?",
		),
		"fr": (
			"tâches avec priorité haute",
			"Quelles tâches ont une haute priorité ?",
			"taches de haute priorite",
		),
	},
	"tasks_project": {
		"en": ("how many tasks does {project} have", "tasks in the project {project}"),
		"de": ("Aufgaben im Projekt {project}", "Wie viele Vorgänge hat {project}?"),
		"es": (
			"tareas del proyecto {project}",
			"¿Cuántas tareas tiene {project}?",
		),
		"fr": (
			"tâches du projet {project}",
			"Combien de tâches compte le projet {project} ?",
		),
	},
	"items_group": {
		"en": ("items of group {group}", "which items are in {group}?"),
		"de": ("Artikel der Gruppe {group}", "Wie viele Artikel sind in der Artikelgruppe {group}?"),
		"es": (
			"artículos del grupo {group}",
			"¿Cuántos productos hay en el grupo de productos {group}?",
		),
		"fr": (
			"articles du groupe {group}",
			"Quels articles sont dans le groupe d'articles {group} ?",
		),
	},
	"items_brand": {
		"en": ("how many items of the brand {brand} do we carry?",),
		"de": ("Wie viele Artikel der Marke {brand} haben wir?",),
		"es": (
			"¿Cuántos artículos de la marca {brand} tenemos?",
			"productos de marca {brand}",
		),
		"fr": (
			"articles de la marque {brand}",
			"Combien d'articles de marque {brand} avons-nous ?",
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
		"fr": (
			"articles sous le seuil de réapprovisionnement",
			"Combien d'articles sont en dessous du stock minimum ?",
			"quels articles sont passés sous leur seuil de réapprovisionnement",
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
		"fr": (
			"Combien de clients avons-nous ?",
			"liste des clients",
			"nombre total de clients",
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
		"fr": (
			"clients en {territory}",
			"Combien de clients avons-nous dans la région {territory} ?",
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
		"fr": (
			"nombre de fournisseurs",
			"Combien avons-nous de fournisseurs ?",
		),
	},
	"employees_active": {
		"en": ("active employees",),
		"de": ("aktive Mitarbeiter",),
		"es": (
			"empleados activos",
			"¿cuántos empleados activos tenemos?",
		),
		"fr": (
			"employés actifs",
			"Combien de salariés actifs avons-nous ?",
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
		"fr": (
			"bons de livraison de {month_fr}",
			"Combien de livraisons en {month_fr} ?",
			"nombre de BL en {month_fr}",
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
		"fr": (
			"les 5 dernières factures",
			"les 3 factures de vente les plus récentes",
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
		"fr": (
			"les 5 plus grosses factures",
			"les 3 factures les plus élevées",
			"top 5 des factures de vente",
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
		"fr": (
			"chiffre d'affaires avec {customer} cette année",
			"CA {customer} {year}",
			"Quel chiffre d'affaires avons-nous réalisé avec {customer} cette année ?",
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
		"fr": (
			"chiffre d'affaires de {month_fr}",
			"Combien avons-nous vendu en {month_fr} ?",
			"total des ventes du mois de {month_fr}",
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
		"fr": (
			"chiffre d'affaires du {day_fr} au {later_fr}",
			"CA entre le {day_fr} et le {later_fr}",
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
		"fr": (
			"montant dû par {customer}",
			"Combien {customer} nous doit-il ?",
			"encours client {customer}",
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
		"fr": (
			"total des montants dus de toutes les factures de vente",
			"À combien s'élève l'encours clients ?",
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
		"fr": (
			"montant total des commandes fournisseurs à {supplier}",
			"total des commandes d'achat chez {supplier}",
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
		"fr": (
			"montant moyen des commandes",
			"Quelle est la valeur moyenne d'une commande client ?",
		),
	},
	"si_max": {
		"en": ("what is the highest grand total of our sales invoices?",),
		"de": ("Maximaler Gesamtbetrag der Ausgangsrechnungen",),
		"es": (
			"¿Cuál es el mayor total de nuestras facturas de venta?",
			"total máximo de las facturas de venta",
		),
		"fr": (
			"Quel est le total TTC maximal des factures de vente ?",
			"total TTC le plus élevé des factures de vente",
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
		"fr": (
			"stock de {item}",
			"Combien de {item} avons-nous en stock ?",
			"quantité en stock {item}",
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
		"fr": (
			"stock de {item} dans l'entrepôt {warehouse}",
			"Combien de {item} y a-t-il en stock dans {warehouse} ?",
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
		"fr": (
			"chiffre d'affaires par client",
			"ventes par client",
			"Quel est le CA par client ?",
		),
	},
	"si_per_status": {
		"en": ("sales invoices by status", "count invoices per status"),
		"de": ("Rechnungen nach Status", "Ausgangsrechnungen je Status"),
		"es": (
			"facturas de venta por estado",
			"¿Cuántas facturas hay por estado?",
		),
		"fr": (
			"factures par statut",
			"nombre de factures de vente par statut",
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
		"fr": (
			"les 5 clients avec le plus gros chiffre d'affaires",
			"top 5 clients par CA",
			"les 5 meilleurs clients",
		),
	},
	"items_per_group": {
		"en": ("items by item group",),
		"de": ("Anzahl Artikel pro Artikelgruppe",),
		"es": (
			"productos por grupo de productos",
			"número de artículos por grupo",
		),
		"fr": (
			"nombre d'articles par groupe d'articles",
			"articles par groupe",
		),
	},
	"issues_open_per_customer": {
		"en": ("how many open issues per customer?",),
		"de": ("Wie viele offene Anfragen pro Kunde?",),
		"es": (
			"incidencias abiertas por cliente",
			"¿cuántas incidencias abiertas hay por cliente?",
		),
		"fr": (
			"tickets ouverts par client",
			"Combien de tickets ouverts par client ?",
		),
	},
	"item_price": {
		"en": ("price of {item}",),
		"de": ("Preis von {item}",),
		"es": (
			"precio de {item}",
			"¿Cuál es el precio de venta de {item}?",
		),
		"fr": (
			"prix de {item}",
			"Quel est le prix de vente de {item} ?",
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
		"fr": (
			"Comment créer une facture de vente ?",
			"Que faire en cas de factures en retard ?",
			"Comment annuler une commande ?",
			"annuler une facture",
			"Qui peut valider les commandes fournisseurs ?",
			"conditions de paiement pour les nouveaux clients",
			"Pourquoi la facture est-elle en retard ?",
			"Quel est le délai de livraison ?",
			"Combien de jours de délai de paiement ont les clients ?",
			"horaires d'ouverture",
			"La pompe fait du bruit",
			"Quels documents faut-il pour un nouveau fournisseur ?",
			"À combien s'élèvent les frais de relance ?",
			"Une commande doit-elle être signée ?",
			"liste des jours fériés",
			"Quand envoyons-nous les rappels ?",
			"Combien de personnes doivent signer les commandes ?",
			"relancer un client en retard",
			"procédure de retour des articles",
			"Toutes les factures sont-elles payées ?",
			"Combien en avons-nous en stock ?",
			"politique de remise pour les clients",
			"facturer une commande",
			"livrer un client en Suisse",
			"Qui doit payer les factures de transport ?",
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
		"fr": (
			"statut de {order}",
			"La facture {invoice} est-elle payée ?",
			"adresse e-mail de {customer}",
			"Quand la commande {order} sera-t-elle livrée ?",
			"interlocuteur chez {supplier}",
			"montre-moi {customer}",
			"{invoice}",
		),
	},
}
