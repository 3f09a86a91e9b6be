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
	},
	"si_unpaid": {
		"en": ("unpaid sales invoices", "Which invoices have not been paid yet?"),
		"de": ("Welche Rechnungen sind unbezahlt?", "wie viele Ausgangsrechnungen sind noch unbezahlt"),
	},
	"si_customer": {
		"en": (
			"Which invoices does {customer} have?",
			"{customer} invoices",
			"count the sales invoices to {customer}",
		),
		"de": ("Welche Rechnungen hat {customer}?", "Anzahl der Ausgangsrechnungen von {customer}"),
	},
	"si_customer_overdue": {
		"en": ("overdue invoices of {customer}", "How many invoices of {customer} are overdue?"),
		"de": ("Welche Rechnungen von {customer} sind überfällig?", "überfällige Rechnungen an {customer}"),
	},
	"si_draft": {
		"en": ("which sales invoices are drafts?", "draft invoices"),
		"de": ("Rechnungsentwürfe", "Welche Ausgangsrechnungen sind noch Entwurf?"),
	},
	"si_month": {
		"en": ("sales invoices in {month}", "Which invoices did we write in {month}?"),
		"de": ("Ausgangsrechnungen aus dem {month_de}", "Welche Rechnungen gab es im {month_de}?"),
	},
	"si_over": {
		"en": ("invoices above {amount} Euro", "How many sales invoices exceed {amount}?"),
		"de": (
			"Rechnungen mit mehr als {amount_de} Euro",
			"Wie viele Rechnungen liegen über {amount_de} Euro?",
		),
	},
	"si_due_before": {
		"en": ("sales invoices with a due date before {day}",),
		"de": ("Rechnungen, die vor dem {day_de} fällig sind",),
	},
	"so_undelivered": {
		"en": (
			"Which sales orders are not delivered?",
			"undelivered orders",
			"how many sales orders are we yet to deliver",
		),
		"de": ("Welche Aufträge sind nicht geliefert?", "ungelieferte Aufträge"),
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
	},
	"so_open": {
		"en": ("open sales orders", "Which orders are still open?"),
		"de": ("Zeige offene Aufträge", "Welche Aufträge sind offen?"),
	},
	"so_customer": {
		"en": ("sales orders from {customer}", "How many orders has {customer} placed?"),
		"de": ("Wie viele Aufträge haben wir von {customer}?", "Kundenaufträge {customer}"),
	},
	"so_since": {
		"en": ("sales orders since {day}",),
		"de": ("Aufträge ab {day_de}",),
	},
	"so_item": {
		"en": ("sales orders with item {item}",),
		"de": ("Aufträge mit Artikel {item}",),
	},
	"po_supplier": {
		"en": ("which purchase orders do we have with {supplier}", "purchase orders for supplier {supplier}"),
		"de": ("Bestellungen an {supplier}", "Welche Bestellungen haben wir beim Lieferanten {supplier}?"),
	},
	"po_open": {
		"en": ("open purchase orders",),
		"de": ("Wie viele offene Bestellungen haben wir?",),
	},
	"quotations_open": {
		"en": ("which quotations are open?", "open quotes"),
		"de": ("Zeig mir offene Angebote", "Welche Angebote sind noch offen?"),
	},
	"issues_open": {
		"en": ("which issues are open?", "How many open isues do we have?", "open support issues"),
		"de": ("Wie viele offene Anfragen haben wir?", "Gibt es offene Anfragen?"),
	},
	"issues_customer": {
		"en": ("how many issues do we have from {customer}", "{customer}'s issues"),
		"de": ("Wie viele Anfragen hat {customer}?", "Anfragen zum Kunden {customer}"),
	},
	"issues_not_closed": {
		"en": ("issues that are not closed",),
		"de": ("Welche Anfragen sind nicht geschlossen?",),
	},
	"issues_days": {
		"en": ("how many issues came in the last 30 days?",),
		"de": ("Wie viele Anfragen in den letzten 30 Tagen?",),
	},
	"tasks_priority": {
		"en": ("tasks with priority high", "which tasks are of high priority?"),
		"de": ("Welche Aufgaben haben hohe Priorität?", "Vorgänge mit Priorität Hoch"),
	},
	"tasks_project": {
		"en": ("how many tasks does {project} have", "tasks in the project {project}"),
		"de": ("Aufgaben im Projekt {project}", "Wie viele Vorgänge hat {project}?"),
	},
	"items_group": {
		"en": ("items of group {group}", "which items are in {group}?"),
		"de": ("Artikel der Gruppe {group}", "Wie viele Artikel sind in der Artikelgruppe {group}?"),
	},
	"items_brand": {
		"en": ("how many items of the brand {brand} do we carry?",),
		"de": ("Wie viele Artikel der Marke {brand} haben wir?",),
	},
	"items_reorder": {
		"en": ("which items are below the reorder level?", "how many items are under reorder level"),
		"de": ("Wie viele Artikel sind unter Meldebestand?", "Artikel unter Mindestbestand"),
	},
	"customers_all": {
		"en": ("How many customers are there?", "list customers"),
		"de": ("Wie viele Kunden gibt es?", "Zeige alle Kunden"),
	},
	"customers_territory": {
		"en": ("how many customers have we in {territory}?", "customers with territory {territory}"),
		"de": ("Welche Kunden sind in {territory}?", "Kunden im Gebiet {territory}"),
	},
	"suppliers_all": {
		"en": ("number of suppliers",),
		"de": ("Anzahl der Lieferanten",),
	},
	"employees_active": {
		"en": ("active employees",),
		"de": ("aktive Mitarbeiter",),
	},
	"dn_month": {
		"en": ("how many delivery notes in {month}?",),
		"de": ("Wie viele Lieferscheine im {month_de}?",),
	},
	"si_latest": {
		"en": ("latest 5 invoices", "the most recent 3 sales invoices"),
		"de": ("Die 5 neuesten Rechnungen", "letzte 3 Ausgangsrechnungen"),
	},
	"si_biggest": {
		"en": ("the 5 biggest invoices", "3 highest sales invoices"),
		"de": ("die 3 höchsten Rechnungen", "Top 5 Ausgangsrechnungen"),
	},
	"sales_customer_year": {
		"en": (
			"sales to {customer} this year",
			"what is our total revenue from {customer} this year?",
			"turnover with {customer} in {year}",
		),
		"de": ("Umsatz {customer} {year}", "Wie viel Umsatz haben wir dieses Jahr mit {customer} gemacht?"),
	},
	"sales_month": {
		"en": ("revenue in {month}", "How much did we sell in {month}?"),
		"de": ("Gesamtumsatz im {month_de}", "Wieviel haben wir im {month_de} verkauft?"),
	},
	"sales_between": {
		"en": ("revenue from {day} to {later}",),
		"de": ("Umsatz vom {day_de} bis {later_de}",),
	},
	"outstanding_customer": {
		"en": ("outstanding amount of {customer}", "what does {customer} owe us"),
		"de": ("offener Betrag von {customer}", "Wie viel Geld schuldet {customer} uns?"),
	},
	"outstanding_all": {
		"en": ("sum of outstanding amount of all sales invoices",),
		"de": ("Wie hoch ist der ausstehende Betrag aller Rechnungen?",),
	},
	"po_total_supplier": {
		"en": ("sum of purchase orders to {supplier}",),
		"de": ("Summe der Bestellungen an {supplier}",),
	},
	"so_average": {
		"en": ("mean sales order value", "average sales order amount"),
		"de": ("Durchschnitt der Aufträge", "Wie hoch ist der durchschnittliche Auftragswert?"),
	},
	"si_max": {
		"en": ("what is the highest grand total of our sales invoices?",),
		"de": ("Maximaler Gesamtbetrag der Ausgangsrechnungen",),
	},
	"stock_item": {
		"en": ("how much stock of {item} do we have?", "current stock {item}"),
		"de": ("Bestand {item}", "Wie viele {item} sind auf Lager?"),
	},
	"stock_item_warehouse": {
		"en": ("how many {item} are in stock in {warehouse}?",),
		"de": ("Lagerbestand {item} in {warehouse}",),
	},
	"sales_per_customer": {
		"en": ("total sales by customer", "turnover per customer"),
		"de": ("Umsatz nach Kunde", "Umsätze je Kunde"),
	},
	"si_per_status": {
		"en": ("sales invoices by status", "count invoices per status"),
		"de": ("Rechnungen nach Status", "Ausgangsrechnungen je Status"),
	},
	"top_customers": {
		"en": ("the 5 customers with the highest revenue", "best 5 customers by sales"),
		"de": ("Die 5 Kunden mit dem höchsten Umsatz", "5 größte Kunden nach Umsatz"),
	},
	"items_per_group": {
		"en": ("items by item group",),
		"de": ("Anzahl Artikel pro Artikelgruppe",),
	},
	"issues_open_per_customer": {
		"en": ("how many open issues per customer?",),
		"de": ("Wie viele offene Anfragen pro Kunde?",),
	},
	"item_price": {"en": ("price of {item}",), "de": ("Preis von {item}",)},
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
	},
}
