"""The half of the phrasings that the reader of questions was not built with. They were written before it."""

from benchmarks.questions.phrasing import Phrasings

PHRASINGS: Phrasings = {
	"si_overdue": {
		"en": (
			"how many overdue invoices have we?",
			"Which of our sales invoices are overdue",
			"give me a list of all overdue sales invoices please",
			"overdue invoices",
			"number of invoces that are overdue",
		),
		"de": (
			"Wie viele überfällige Rechnungen haben wir?",
			"Welche Ausgangsrechnungen sind überfällig?",
			"Zeig mir bitte alle überfälligen Rechnungen",
			"ueberfaellige Rechnungen",
		),
	},
	"si_unpaid": {
		"en": ("How many of our sales invoices are still unpaid?", "list the unpaid invoices"),
		"de": ("Anzahl der unbezahlten Rechnungen", "Welche Rechnungen sind noch nicht bezahlt?"),
	},
	"si_customer": {
		"en": (
			"sales invoices of {customer}",
			"How many invoices did we send to {customer}?",
			"show all invoices for customer {customer}",
		),
		"de": ("Rechnungen an {customer}", "Wie viele Rechnungen hat {customer} bekommen?"),
	},
	"si_customer_overdue": {
		"en": ("Does {customer} have overdue invoices?", "{customer}: which invoices are overdue?"),
		"de": ("Überfällige Rechnungen von {customer}", "Hat {customer} überfällige Rechnungen?"),
	},
	"si_draft": {
		"en": ("How many draft sales invoices are there?", "invoices still in draft"),
		"de": ("Wie viele Ausgangsrechnungen sind im Entwurf?", "Rechnungen im Status Entwurf"),
	},
	"si_month": {
		"en": ("invoices from {month}", "How many sales invoices were issued in {month}?"),
		"de": ("Rechnungen vom {month_de}", "Wie viele Rechnungen haben wir im {month_de} geschrieben?"),
	},
	"si_over": {
		"en": ("sales invoices over {amount}", "Which invoices are worth more than {amount} EUR?"),
		"de": ("Rechnungen über {amount_de} Euro", "Welche Rechnungen sind höher als {amount_de} €?"),
	},
	"si_due_before": {
		"en": ("Which sales invoices are due before {day}?",),
		"de": ("Welche Rechnungen sind vor dem {day_de} fällig?",),
	},
	"so_undelivered": {
		"en": (
			"sales orders not delivered yet",
			"How many orders have not been delivered?",
			"which orders are still to be delivered",
		),
		"de": ("Noch nicht gelieferte Aufträge", "Wie viele Aufträge sind noch nicht geliefert?"),
	},
	"so_undelivered_month": {
		"en": ("orders of {month} not delivered", "Undelivered sales orders from {month}"),
		"de": (
			"Aufträge vom {month_de}, die nicht geliefert sind",
			"nicht gelieferte Aufträge im {month_de}",
		),
	},
	"so_open": {
		"en": ("how many sales orders are open", "show me open orders"),
		"de": ("Wie viele offene Aufträge gibt es?", "offene Kundenaufträge"),
	},
	"so_customer": {
		"en": ("What orders do we have from {customer}?", "count sales orders by {customer}"),
		"de": ("Aufträge von {customer}", "Welche Aufträge haben wir von {customer}?"),
	},
	"so_since": {
		"en": ("How many sales orders since {day}?",),
		"de": ("Wie viele Aufträge seit dem {day_de}?",),
	},
	"so_item": {
		"en": ("Which sales orders contain {item}?",),
		"de": ("Welche Aufträge enthalten {item}?",),
	},
	"po_supplier": {
		"en": ("purchase orders to {supplier}", "How many purchase orders went to {supplier}?"),
		"de": ("Bestellungen bei {supplier}", "Wie viele Bestellungen haben wir bei {supplier}?"),
	},
	"po_open": {
		"en": ("how many purchase orders are open?",),
		"de": ("Welche Bestellungen sind noch offen?",),
	},
	"quotations_open": {
		"en": ("list open quotations", "How many quotes are open?"),
		"de": ("Wie viele Angebote sind offen?", "offene Angebote"),
	},
	"issues_open": {
		"en": ("How many issues are open right now?", "Show open issues", "opne issues"),
		"de": ("Wie viele Anfragen sind offen?", "Liste der offenen Anfragen"),
	},
	"issues_customer": {
		"en": ("Which issues did {customer} raise?", "issues of {customer}"),
		"de": ("Anfragen von {customer}", "Welche Anfragen gibt es von {customer}?"),
	},
	"issues_not_closed": {
		"en": ("which issues are not closed?",),
		"de": ("Anfragen, die nicht geschlossen sind",),
	},
	"issues_days": {
		"en": ("issues opened in the last 30 days",),
		"de": ("Anfragen der letzten 30 Tage",),
	},
	"tasks_priority": {
		"en": ("How many tasks have high priority?", "high priority tasks"),
		"de": ("Aufgaben mit hoher Priorität", "Wie viele Vorgänge haben die Priorität hoch?"),
	},
	"tasks_project": {
		"en": ("Which tasks belong to project {project}?", "tasks of {project}"),
		"de": ("Welche Aufgaben gehören zum Projekt {project}?", "Vorgänge von {project}"),
	},
	"items_group": {
		"en": ("How many items are in the item group {group}?", "list all items in {group}"),
		"de": ("Welche Artikel sind in der Artikelgruppe {group}?", "Wie viele Artikel gibt es in {group}?"),
	},
	"items_brand": {
		"en": ("items of brand {brand}",),
		"de": ("Artikel der Marke {brand}",),
	},
	"items_reorder": {
		"en": ("items below reorder level", "Which items have fallen below their reorder level?"),
		"de": ("Artikel unter dem Meldebestand", "Welche Artikel liegen unter dem Meldebestand?"),
	},
	"customers_all": {
		"en": ("how many customers do we have", "number of customers"),
		"de": ("Wie viele Kunden haben wir?", "Anzahl Kunden"),
	},
	"customers_territory": {
		"en": ("Which customers are in {territory}?", "customers from {territory}"),
		"de": ("Kunden in {territory}", "Wie viele Kunden haben wir in {territory}?"),
	},
	"suppliers_all": {
		"en": ("how many suppliers are there?",),
		"de": ("Wie viele Lieferanten gibt es?",),
	},
	"employees_active": {
		"en": ("how many active employees do we have?",),
		"de": ("Wie viele aktive Mitarbeiter haben wir?",),
	},
	"dn_month": {
		"en": ("delivery notes of {month}",),
		"de": ("Lieferscheine im {month_de}",),
	},
	"si_latest": {
		"en": ("the last 5 sales invoices", "show me the 3 newest invoices"),
		"de": ("die letzten 5 Rechnungen", "Zeige die 3 neuesten Ausgangsrechnungen"),
	},
	"si_biggest": {
		"en": ("top 5 invoices by amount", "What are the 3 largest sales invoices?"),
		"de": ("die 5 größten Rechnungen", "Top 3 Rechnungen nach Betrag"),
	},
	"sales_customer_year": {
		"en": (
			"total sales to {customer} this year",
			"How much did we sell to {customer} this year?",
			"revenue with {customer} this year",
		),
		"de": (
			"Umsatz mit {customer} in diesem Jahr",
			"Wie viel haben wir dieses Jahr an {customer} verkauft?",
		),
	},
	"sales_month": {
		"en": ("What was our revenue in {month}?", "total sales {month}"),
		"de": ("Umsatz im {month_de}", "Wie hoch war der Umsatz im {month_de}?"),
	},
	"sales_between": {
		"en": ("sales between {day} and {later}",),
		"de": ("Umsatz zwischen dem {day_de} und dem {later_de}",),
	},
	"outstanding_customer": {
		"en": ("How much does {customer} owe us?", "total outstanding amount of {customer}"),
		"de": ("Wie viel schuldet uns {customer}?", "Summe der ausstehenden Beträge von {customer}"),
	},
	"outstanding_all": {
		"en": ("what is the total outstanding amount of our sales invoices?",),
		"de": ("Summe Ausstehender Betrag aller Ausgangsrechnungen",),
	},
	"po_total_supplier": {
		"en": ("total value of purchase orders to {supplier}",),
		"de": ("Gesamtwert der Bestellungen bei {supplier}",),
	},
	"so_average": {
		"en": ("average value of sales orders", "What is the average sales order worth?"),
		"de": ("durchschnittlicher Auftragswert", "Durchschnittlicher Wert der Aufträge"),
	},
	"si_max": {
		"en": ("highest grand total of sales invoices",),
		"de": ("höchster Gesamtbetrag der Ausgangsrechnungen",),
	},
	"stock_item": {
		"en": ("How many {item} are in stock?", "stock of {item}"),
		"de": ("Lagerbestand von {item}", "Wie viel {item} haben wir auf Lager?"),
	},
	"stock_item_warehouse": {
		"en": ("stock of {item} in {warehouse}",),
		"de": ("Bestand von {item} im Lager {warehouse}",),
	},
	"sales_per_customer": {
		"en": ("sales per customer", "revenue by customer"),
		"de": ("Umsatz pro Kunde", "Umsatz je Kunde"),
	},
	"si_per_status": {
		"en": ("number of sales invoices by status", "how many sales invoices are there per status?"),
		"de": ("Anzahl Ausgangsrechnungen nach Status", "Wie viele Rechnungen haben wir je Status?"),
	},
	"top_customers": {
		"en": ("top 5 customers by revenue", "Which 5 customers have the highest sales?"),
		"de": ("Top 5 Kunden nach Umsatz", "Die 5 umsatzstärksten Kunden"),
	},
	"items_per_group": {
		"en": ("how many items per item group?",),
		"de": ("Wie viele Artikel je Artikelgruppe?",),
	},
	"issues_open_per_customer": {
		"en": ("open issues by customer",),
		"de": ("offene Anfragen je Kunde",),
	},
	"passage": {
		"en": (
			"How do I cancel a sales invoice?",
			"what is our policy on overdue invoices?",
			"Why are some orders not delivered on Fridays?",
			"who approves invoices over 10,000?",
			"How long is the warranty of pumps?",
			"what should I do when a customer cancels an order",
			"Can customers return items?",
			"When are invoices sent to customers?",
			"delivery terms for orders outside Germany",
			"reminder fee for late payments",
			"how do we handle complaints",
			"which form do I fill in for a new supplier?",
			"vacation days in the first year",
			"What happens after an invoice is overdue?",
			"how many vacation days do employees get?",
			"How many days do customers have to pay an invoice?",
			"how many reminders are sent for an overdue invoice?",
			"maximum discount for sales orders",
			"who may submit purchase orders above 5,000 Euro?",
			"what does status To Bill mean",
			"list the steps to close the month",
			"show me how to create a delivery note",
		),
		"de": (
			"Wie storniere ich eine Rechnung?",
			"Was mache ich, wenn ein Kunde nicht zahlt?",
			"Wie lange haben wir Garantie auf Pumpen?",
			"Warum sind manche Aufträge nicht geliefert?",
			"Wer genehmigt Bestellungen über 5.000 Euro?",
			"Reisekosten für Kundentermine",
			"Wie viele Urlaubstage haben Mitarbeiter?",
			"Wie viele Mahnungen schicken wir bei überfälligen Rechnungen?",
			"Wann wird eine Rechnung gemahnt?",
			"Dürfen Kunden Artikel zurückgeben?",
			"Was bedeutet der Status Abgeschlossen?",
			"Welche Frist gilt für Lieferungen an Kunden?",
			"Skonto bei Zahlung innerhalb von 10 Tagen",
			"Ablauf einer Reklamation",
		),
	},
	"record": {
		"en": (
			"what is the status of {invoice}?",
			"When is {invoice} due?",
			"phone number of {customer}",
			"{order}",
			"Who is the contact person at {supplier}?",
			"has {order} been delivered?",
			"weight of {item}",
			"grand total of {invoice}",
			"tell me about {customer}",
		),
		"de": (
			"Wie ist der Status von {invoice}?",
			"Wann ist {invoice} fällig?",
			"Telefonnummer von {customer}",
			"Adresse von {supplier}",
			"Ist {order} schon geliefert?",
			"Was kostet {item}?",
		),
	},
}
