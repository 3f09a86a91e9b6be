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
		"fr": (
			"factures de {customer}",
			"Quelles factures avons-nous envoyées à {customer} ?",
			"nombre de factures pour {customer}",
		),
	},
	"si_customer_overdue": {
		"en": ("overdue invoices of {customer}", "How many invoices of {customer} are overdue?"),
		"de": ("Welche Rechnungen von {customer} sind überfällig?", "überfällige Rechnungen an {customer}"),
		"fr": (
			"factures en retard de {customer}",
			"Combien de factures de {customer} sont en retard ?",
			"Quelles sont les factures échues du client {customer} ?",
		),
	},
	"si_draft": {
		"en": ("which sales invoices are drafts?", "draft invoices"),
		"de": ("Rechnungsentwürfe", "Welche Ausgangsrechnungen sind noch Entwurf?"),
		"fr": (
			"factures en brouillon",
			"Quelles factures de vente sont encore à l'état de brouillon ?",
			"brouillons de factures",
		),
	},
	"si_month": {
		"en": ("sales invoices in {month}", "Which invoices did we write in {month}?"),
		"de": ("Ausgangsrechnungen aus dem {month_de}", "Welche Rechnungen gab es im {month_de}?"),
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
		"fr": (
			"factures de plus de {amount_fr} euros",
			"Combien de factures dépassent {amount_fr} € ?",
			"factures d'un montant supérieur à {amount_fr} €",
		),
	},
	"si_due_before": {
		"en": ("sales invoices with a due date before {day}",),
		"de": ("Rechnungen, die vor dem {day_de} fällig sind",),
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
		"fr": (
			"commandes de {month_fr} non livrées",
			"Quelles commandes du mois de {month_fr} ne sont pas encore livrées ?",
		),
	},
	"so_open": {
		"en": ("open sales orders", "Which orders are still open?"),
		"de": ("Zeige offene Aufträge", "Welche Aufträge sind offen?"),
		"fr": (
			"commandes clients en cours",
			"Quelles commandes sont encore ouvertes ?",
			"Affiche-moi les commandes ouvertes",
		),
	},
	"so_customer": {
		"en": ("sales orders from {customer}", "How many orders has {customer} placed?"),
		"de": ("Wie viele Aufträge haben wir von {customer}?", "Kundenaufträge {customer}"),
		"fr": (
			"commandes de {customer}",
			"Combien de commandes avons-nous de {customer} ?",
			"Combien de commandes {customer} a-t-il passées ?",
		),
	},
	"so_since": {
		"en": ("sales orders since {day}",),
		"de": ("Aufträge ab {day_de}",),
		"fr": (
			"commandes depuis le {day_fr}",
			"Commandes clients à partir du {day_fr}",
		),
	},
	"so_item": {
		"en": ("sales orders with item {item}",),
		"de": ("Aufträge mit Artikel {item}",),
		"fr": (
			"commandes avec l'article {item}",
			"commandes clients contenant {item}",
		),
	},
	"po_supplier": {
		"en": ("which purchase orders do we have with {supplier}", "purchase orders for supplier {supplier}"),
		"de": ("Bestellungen an {supplier}", "Welche Bestellungen haben wir beim Lieferanten {supplier}?"),
		"fr": (
			"commandes fournisseurs chez {supplier}",
			"Quelles commandes d'achat avons-nous passées auprès de {supplier} ?",
			"bons de commande fournisseur {supplier}",
		),
	},
	"po_open": {
		"en": ("open purchase orders",),
		"de": ("Wie viele offene Bestellungen haben wir?",),
		"fr": (
			"commandes d'achat ouvertes",
			"Combien de commandes fournisseurs sont en cours ?",
		),
	},
	"quotations_open": {
		"en": ("which quotations are open?", "open quotes"),
		"de": ("Zeig mir offene Angebote", "Welche Angebote sind noch offen?"),
		"fr": (
			"devis ouverts",
			"Quels devis sont encore ouverts ?",
			"liste des offres ouvertes",
		),
	},
	"issues_open": {
		"en": ("which issues are open?", "How many open isues do we have?", "open support issues"),
		"de": ("Wie viele offene Anfragen haben wir?", "Gibt es offene Anfragen?"),
		"fr": (
			"combien de tickets ouverts ?",
			"Y a-t-il des tickets ouverts ?",
			"Quels incidents sont encore ouverts ?",
		),
	},
	"issues_customer": {
		"en": ("how many issues do we have from {customer}", "{customer}'s issues"),
		"de": ("Wie viele Anfragen hat {customer}?", "Anfragen zum Kunden {customer}"),
		"fr": (
			"tickets de {customer}",
			"Combien de tickets a {customer} ?",
			"tickets du client {customer}",
		),
	},
	"issues_not_closed": {
		"en": ("issues that are not closed",),
		"de": ("Welche Anfragen sind nicht geschlossen?",),
		"fr": (
			"tickets qui ne sont pas fermés",
			"Quels tickets ne sont pas clôturés ?",
		),
	},
	"issues_days": {
		"en": ("how many issues came in the last 30 days?",),
		"de": ("Wie viele Anfragen in den letzten 30 Tagen?",),
		"fr": (
			"tickets des 30 derniers jours",
			"Combien de tickets sont arrivés ces 30 derniers jours ?",
			"nombre de tickets au cours des 30 derniers jours",
		),
	},
	"tasks_priority": {
		"en": ("tasks with priority high", "which tasks are of high priority?"),
		"de": ("Welche Aufgaben haben hohe Priorität?", "Vorgänge mit Priorität Hoch"),
		"fr": (
			"tâches avec priorité haute",
			"Quelles tâches ont une haute priorité ?",
			"taches de haute priorite",
		),
	},
	"tasks_project": {
		"en": ("how many tasks does {project} have", "tasks in the project {project}"),
		"de": ("Aufgaben im Projekt {project}", "Wie viele Vorgänge hat {project}?"),
		"fr": (
			"tâches du projet {project}",
			"Combien de tâches compte le projet {project} ?",
		),
	},
	"items_group": {
		"en": ("items of group {group}", "which items are in {group}?"),
		"de": ("Artikel der Gruppe {group}", "Wie viele Artikel sind in der Artikelgruppe {group}?"),
		"fr": (
			"articles du groupe {group}",
			"Quels articles sont dans le groupe d'articles {group} ?",
		),
	},
	"items_brand": {
		"en": ("how many items of the brand {brand} do we carry?",),
		"de": ("Wie viele Artikel der Marke {brand} haben wir?",),
		"fr": (
			"articles de la marque {brand}",
			"Combien d'articles de marque {brand} avons-nous ?",
		),
	},
	"items_reorder": {
		"en": ("which items are below the reorder level?", "how many items are under reorder level"),
		"de": ("Wie viele Artikel sind unter Meldebestand?", "Artikel unter Mindestbestand"),
		"fr": (
			"articles sous le seuil de réapprovisionnement",
			"Combien d'articles sont en dessous du stock minimum ?",
			"quels articles sont passés sous leur seuil de réapprovisionnement",
		),
	},
	"customers_all": {
		"en": ("How many customers are there?", "list customers"),
		"de": ("Wie viele Kunden gibt es?", "Zeige alle Kunden"),
		"fr": (
			"Combien de clients avons-nous ?",
			"liste des clients",
			"nombre total de clients",
		),
	},
	"customers_territory": {
		"en": ("how many customers have we in {territory}?", "customers with territory {territory}"),
		"de": ("Welche Kunden sind in {territory}?", "Kunden im Gebiet {territory}"),
		"fr": (
			"clients en {territory}",
			"Combien de clients avons-nous dans la région {territory} ?",
		),
	},
	"suppliers_all": {
		"en": ("number of suppliers",),
		"de": ("Anzahl der Lieferanten",),
		"fr": (
			"nombre de fournisseurs",
			"Combien avons-nous de fournisseurs ?",
		),
	},
	"employees_active": {
		"en": ("active employees",),
		"de": ("aktive Mitarbeiter",),
		"fr": (
			"employés actifs",
			"Combien de salariés actifs avons-nous ?",
		),
	},
	"dn_month": {
		"en": ("how many delivery notes in {month}?",),
		"de": ("Wie viele Lieferscheine im {month_de}?",),
		"fr": (
			"bons de livraison de {month_fr}",
			"Combien de livraisons en {month_fr} ?",
			"nombre de BL en {month_fr}",
		),
	},
	"si_latest": {
		"en": ("latest 5 invoices", "the most recent 3 sales invoices"),
		"de": ("Die 5 neuesten Rechnungen", "letzte 3 Ausgangsrechnungen"),
		"fr": (
			"les 5 dernières factures",
			"les 3 factures de vente les plus récentes",
		),
	},
	"si_biggest": {
		"en": ("the 5 biggest invoices", "3 highest sales invoices"),
		"de": ("die 3 höchsten Rechnungen", "Top 5 Ausgangsrechnungen"),
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
		"fr": (
			"chiffre d'affaires avec {customer} cette année",
			"CA {customer} {year}",
			"Quel chiffre d'affaires avons-nous réalisé avec {customer} cette année ?",
		),
	},
	"sales_month": {
		"en": ("revenue in {month}", "How much did we sell in {month}?"),
		"de": ("Gesamtumsatz im {month_de}", "Wieviel haben wir im {month_de} verkauft?"),
		"fr": (
			"chiffre d'affaires de {month_fr}",
			"Combien avons-nous vendu en {month_fr} ?",
			"total des ventes du mois de {month_fr}",
		),
	},
	"sales_between": {
		"en": ("revenue from {day} to {later}",),
		"de": ("Umsatz vom {day_de} bis {later_de}",),
		"fr": (
			"chiffre d'affaires du {day_fr} au {later_fr}",
			"CA entre le {day_fr} et le {later_fr}",
		),
	},
	"outstanding_customer": {
		"en": ("outstanding amount of {customer}", "what does {customer} owe us"),
		"de": ("offener Betrag von {customer}", "Wie viel Geld schuldet {customer} uns?"),
		"fr": (
			"montant dû par {customer}",
			"Combien {customer} nous doit-il ?",
			"encours client {customer}",
		),
	},
	"outstanding_all": {
		"en": ("sum of outstanding amount of all sales invoices",),
		"de": ("Wie hoch ist der ausstehende Betrag aller Rechnungen?",),
		"fr": (
			"total des montants dus de toutes les factures de vente",
			"À combien s'élève l'encours clients ?",
		),
	},
	"po_total_supplier": {
		"en": ("sum of purchase orders to {supplier}",),
		"de": ("Summe der Bestellungen an {supplier}",),
		"fr": (
			"montant total des commandes fournisseurs à {supplier}",
			"total des commandes d'achat chez {supplier}",
		),
	},
	"so_average": {
		"en": ("mean sales order value", "average sales order amount"),
		"de": ("Durchschnitt der Aufträge", "Wie hoch ist der durchschnittliche Auftragswert?"),
		"fr": (
			"montant moyen des commandes",
			"Quelle est la valeur moyenne d'une commande client ?",
		),
	},
	"si_max": {
		"en": ("what is the highest grand total of our sales invoices?",),
		"de": ("Maximaler Gesamtbetrag der Ausgangsrechnungen",),
		"fr": (
			"Quel est le total TTC maximal des factures de vente ?",
			"total TTC le plus élevé des factures de vente",
		),
	},
	"stock_item": {
		"en": ("how much stock of {item} do we have?", "current stock {item}"),
		"de": ("Bestand {item}", "Wie viele {item} sind auf Lager?"),
		"fr": (
			"stock de {item}",
			"Combien de {item} avons-nous en stock ?",
			"quantité en stock {item}",
		),
	},
	"stock_item_warehouse": {
		"en": ("how many {item} are in stock in {warehouse}?",),
		"de": ("Lagerbestand {item} in {warehouse}",),
		"fr": (
			"stock de {item} dans l'entrepôt {warehouse}",
			"Combien de {item} y a-t-il en stock dans {warehouse} ?",
		),
	},
	"sales_per_customer": {
		"en": ("total sales by customer", "turnover per customer"),
		"de": ("Umsatz nach Kunde", "Umsätze je Kunde"),
		"fr": (
			"chiffre d'affaires par client",
			"ventes par client",
			"Quel est le CA par client ?",
		),
	},
	"si_per_status": {
		"en": ("sales invoices by status", "count invoices per status"),
		"de": ("Rechnungen nach Status", "Ausgangsrechnungen je Status"),
		"fr": (
			"factures par statut",
			"nombre de factures de vente par statut",
		),
	},
	"top_customers": {
		"en": ("the 5 customers with the highest revenue", "best 5 customers by sales"),
		"de": ("Die 5 Kunden mit dem höchsten Umsatz", "5 größte Kunden nach Umsatz"),
		"fr": (
			"les 5 clients avec le plus gros chiffre d'affaires",
			"top 5 clients par CA",
			"les 5 meilleurs clients",
		),
	},
	"items_per_group": {
		"en": ("items by item group",),
		"de": ("Anzahl Artikel pro Artikelgruppe",),
		"fr": (
			"nombre d'articles par groupe d'articles",
			"articles par groupe",
		),
	},
	"issues_open_per_customer": {
		"en": ("how many open issues per customer?",),
		"de": ("Wie viele offene Anfragen pro Kunde?",),
		"fr": (
			"tickets ouverts par client",
			"Combien de tickets ouverts par client ?",
		),
	},
	"item_price": {
		"en": ("price of {item}",),
		"de": ("Preis von {item}",),
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
