"""German."""

from benchmarks.questions.phrasing import Phrasings

FIRST: Phrasings = {
	"si_overdue": {
		"de": (
			"Welche Rechnungen sind überfällig?",
			"überfällige ausgangsrechnungen",
			"Bei welchen Rechnungen sind die Kunden mit der Zahlung im Verzug?",
			"zeig mal alle rechnungen die längst hätten bezahlt sein müssen",
			"rechnungen ueberfaellig liste",
		),
	},
	"si_unpaid": {
		"de": (
			"offene Rechnungen",
			"Welche Ausgangsrechnungen sind noch nicht bezahlt?",
			"bei welchen rechnungen warten wir noch aufs geld",
			"Könnten Sie mir bitte alle noch unbezahlten Kundenrechnungen auflisten?",
			"alle rechnungen wo noch was zu zahlen ist vom kunden",
		),
	},
	"si_customer": {
		"de": (
			"Rechnungen an {customer}",
			"Was haben wir {customer} alles in Rechnung gestellt, zeig mir die Belege",
			"{customer} ausgangsrechnungen",
			"ich brauche alle rechnungen von kunde {customer}",
			"Welche Rechnungen gibt es für {customer}?",
		),
	},
	"si_customer_overdue": {
		"de": (
			"Hat {customer} überfällige Rechnungen?",
			"ueberfaellige rechnungen {customer}",
			"Mit welchen Rechnungen ist {customer} in Verzug?",
			"Bitte zeigen Sie mir die Ausgangsrechnungen von {customer}, die überfällig sind.",
		),
	},
	"si_draft": {
		"de": (
			"Rechnungsentwürfe",
			"Welche Ausgangsrechnungen sind noch im Entwurf?",
			"gibts noch rechnungen die nicht gebucht sind, also nur entwurf",
			"rechnungen status entwurf",
			"Welche Rechnungen hängen noch als Entwurf rum?",
		),
	},
	"si_month": {
		"de": (
			"Rechnungen vom {month_de}",
			"Welche Rechnungen haben wir im {month_de} geschrieben?",
			"ausgangsrechnungen {month_de} {year}",
			"Bitte alle im {month_de} fakturierten Rechnungen für die Buchhaltung",
			"alle rechnugen mit datum im {month_de}",
		),
	},
	"si_over": {
		"de": (
			"Rechnungen über {amount_de}",
			"alle ausgangsrechnungen grösser als {amount_de}",
			"Welche Rechnungen liegen über {amount_de} Euro brutto?",
			"rechnungen mit mehr als {amount_de} gesamtbetrag",
			"Gibt es Rechnungen, die höher sind als {amount_de}?",
		),
	},
	"si_due_before": {
		"de": (
			"Rechnungen mit Fälligkeit vor dem {day_de}",
			"welche rechnungen waren vor dem {day_de} fällig",
			"ausgangsrechnungen faelligkeitsdatum vor {day_de}",
			"Ich hätte gern eine Liste der Ausgangsrechnungen, deren Fälligkeitsdatum vor dem {day_de} liegt.",
		),
	},
	"so_undelivered": {
		"de": (
			"Welche Aufträge sind noch nicht ausgeliefert?",
			"nicht gelieferte kundenaufträge",
			"bei welchen aufträgen muss noch ware raus",
			"Welche Kundenaufträge haben wir noch nicht komplett geliefert?",
			"auftraege lieferung ausstehend",
		),
	},
	"so_undelivered_month": {
		"de": (
			"Aufträge aus dem {month_de}, die noch nicht ausgeliefert sind",
			"welche kundenaufträge vom {month_de} sind noch nicht vollständig geliefert",
			"auftraege mit datum {month_de} {year} noch nicht geliefert",
			"Liegt von den Aufträgen, die im {month_de} reingekommen sind, noch etwas unausgeliefert? Bitte auflisten",
		),
	},
	"so_open": {
		"de": (
			"offene Aufträge",
			"Welche Kundenaufträge sind noch offen?",
			"alle laufenden kundenaufträge bitte",
			"welche auftraege sind noch nicht abgeschlossen",
			"Pendente Kundenaufträge anzeigen",
		),
	},
	"so_customer": {
		"de": (
			"Aufträge von {customer}",
			"Welche Bestellungen hat {customer} bei uns aufgegeben?",
			"kundenaufträge {customer}",
			"zeig mir was an aufträgen von {customer} da ist",
			"Was haben wir für Aufträge mit Kunde {customer}",
		),
	},
	"so_since": {
		"de": (
			"Aufträge seit {day_de}",
			"Welche Kundenaufträge sind seit dem {day_de} reingekommen?",
			"neue auftraege ab {day_de}",
			"Listen Sie mir bitte alle Kundenaufträge auf, die ab dem {day_de} erfasst worden sind.",
		),
	},
	"so_item": {
		"de": (
			"Aufträge mit {item}",
			"In welchen Kundenaufträgen kommt {item} vor?",
			"welche kundenaufträge enthalten den artikel {item}",
			"auftrag mit artikel {item} drin, alle",
			"Welche Aufträge haben wir, wo {item} bestellt wurde?",
		),
	},
	"po_supplier": {
		"de": (
			"Bestellungen bei {supplier}",
			"Welche Bestellungen haben wir bei {supplier} gemacht?",
			"lieferantenaufträge {supplier}",
			"alle bestelungen an lieferant {supplier}",
			"Was haben wir schon alles bei {supplier} geordert? Ich brauche die Bestellungen.",
		),
	},
	"po_open": {
		"de": (
			"offene Bestellungen bei Lieferanten",
			"Welche Lieferantenaufträge sind noch offen?",
			"einkauf: bestellungen die noch laufen",
			"Welche unserer Bestellungen an Lieferanten sind noch nicht abgeschlossen?",
			"offene lieferantenauftraege",
		),
	},
	"quotations_open": {
		"de": (
			"offene Angebote",
			"Welche Angebote an Kunden sind noch offen?",
			"Offerten mit Status offen",
			"zeig mir alle angebote die grad noch offen sind",
			"gibt es noch offene offerten?",
		),
	},
	"issues_open": {
		"de": (
			"offene Tickets",
			"Welche Supportanfragen sind gerade offen?",
			"was für tickets haben wir noch offen",
			"Anfragen Status Offen",
			"Bitte geben Sie mir eine Übersicht der offenen Support-Tickets.",
		),
	},
	"issues_customer": {
		"de": (
			"Tickets von {customer}",
			"Welche Anfragen hat {customer} bei uns im Support gestellt?",
			"{customer} tickets",
			"hat {customer} mal irgendwelche probleme gemeldet",
			"alle supportfälle vom kunden {customer}",
		),
	},
	"issues_not_closed": {
		"de": (
			"Tickets, die nicht geschlossen sind",
			"alle anfragen ausser den geschlossenen",
			"Welche Supportfälle sind noch nicht geschlossen?",
			"tickets noch nicht geschlossen",
			"alle tickets mit status ungleich geschlossen",
		),
	},
	"issues_days": {
		"de": (
			"Tickets der letzten 30 Tage",
			"Welche Anfragen sind in den letzten 30 Tagen eingegangen?",
			"support tickets letzte 30 tage",
			"was kam in den vergangenen dreissig tagen an tickets rein",
		),
	},
	"tasks_priority": {
		"de": (
			"Aufgaben mit hoher Priorität",
			"welche tasks haben prio hoch",
			"Aufgaben Priorität = Hoch",
			"zeig mir die aufgaben die als hohe prioritaet markiert sind",
		),
	},
	"tasks_project": {
		"de": (
			"Aufgaben im Projekt {project}",
			"Welche Aufgaben gehören zu {project}?",
			"{project} alle aufgaben",
			"Aus welchen Aufgaben besteht das Projekt {project}?",
			"tasks zu projekt {project} anzeigen",
		),
	},
	"items_group": {
		"de": (
			"Artikel der Artikelgruppe {group}",
			"Welche Artikel haben wir in der Gruppe {group}?",
			"artikelgruppe {group}, welche artikel",
			"was führen wir alles unter der warengruppe {group}",
			"produkte aus der kategorie {group}",
		),
	},
	"items_brand": {
		"de": (
			"Artikel der Marke {brand}",
			"Welche Produkte haben wir von der Marke {brand}?",
			"alle {brand} artikel",
			"führen wir was von {brand}, welche artikel?",
		),
	},
	"items_reorder": {
		"de": (
			"Was muss nachbestellt werden?",
			"Artikel unter Meldebestand",
			"Welche Artikel sind unter den Mindestbestand gefallen?",
			"welche ware muss ich nachbestellen weil bestand zu niedrig",
			"artikel die den meldebestand unterschritten haben",
		),
	},
	"customers_all": {
		"de": (
			"alle Kunden",
			"Kundenliste",
			"Welche Kunden haben wir?",
			"zeig mir mal unsere ganzen kunden",
			"Ich bräuchte bitte eine vollständige Liste unserer Kunden.",
		),
	},
	"customers_territory": {
		"de": (
			"Kunden im Gebiet {territory}",
			"Welche Kunden haben wir in {territory}?",
			"kunden region {territory}",
			"alle kunden vom vertriebsgebiet {territory} bitte",
		),
	},
	"item_price": {
		"de": (
			"Was kostet {item}?",
			"Verkaufspreis {item}",
			"zu welchem preis verkaufen wir {item}",
			"vk von artikel {item}",
			"Könnten Sie mir den Verkaufspreis für {item} nennen?",
		),
	},
	"suppliers_all": {
		"de": (
			"alle Lieferanten",
			"Welche Lieferanten haben wir?",
			"lieferantenliste",
			"bitte liste mit alle lieferant von uns",
			"Wer sind eigentlich unsere Lieferanten",
		),
	},
	"employees_active": {
		"de": (
			"aktive Mitarbeiter",
			"Wer arbeitet aktuell bei uns?",
			"mitarbeiterliste, nur die aktiven",
			"Welche Mitarbeiter haben den Status aktiv?",
			"alle aktiven mitarbieter anzeigen",
		),
	},
	"dn_month": {
		"de": (
			"Lieferscheine {month_de}",
			"Welche Lieferscheine wurden im {month_de} ausgestellt?",
			"alle lieferscheine vom {month_de} {year}",
			"zeig mir bitte die lieferscheine die im {month_de} geschrieben wurden",
		),
	},
	"si_latest": {
		"de": (
			"die neuesten Rechnungen",
			"Welche Rechnungen haben wir zuletzt geschrieben?",
			"letzte 10 ausgangsrechnungen",
			"zeig mir die jüngsten rechnungen",
			"aktuellste rechnungen zuerst",
		),
	},
	"si_biggest": {
		"de": (
			"die größten Rechnungen",
			"Welche Rechnungen haben den höchsten Betrag?",
			"top 10 ausgangsrechnungen nach rechnungsbetrag",
			"was waren unsere dicksten rechnungen",
			"die groessten rechnungen die wir je gestellt haben",
		),
	},
	"sales_customer_year": {
		"de": (
			"Umsatz mit {customer} dieses Jahr",
			"Wie viel Umsatz haben wir {year} mit {customer} gemacht?",
			"was haben wir heuer mit {customer} umgesetzt",
			"{customer} umsatz {year}",
			"Wieviel hat uns der Kunde {customer} im laufenden Jahr an Umsatz gebracht?",
		),
	},
	"sales_month": {
		"de": (
			"Umsatz im {month_de}",
			"Wie viel haben wir im {month_de} umgesetzt?",
			"wie war der umsatz im {month_de}, in summe",
			"gesamtumsatz {month_de} {year}",
			"Wie hoch war unser Nettoumsatz im {month_de}?",
		),
	},
	"sales_between": {
		"de": (
			"Umsatz vom {day_de} bis {later_de}",
			"Wie viel Umsatz haben wir zwischen dem {day_de} und dem {later_de} gemacht?",
			"nettoumsatz {day_de} - {later_de}",
			"was haben wir von {day_de} bis {later_de} umgesetzt",
		),
	},
	"outstanding_customer": {
		"de": (
			"Wie viel schuldet uns {customer}?",
			"offener Betrag {customer}",
			"wieviel geld kriegen wir noch von {customer}",
			"Wie hoch ist die Summe der offenen Forderungen gegen {customer}?",
			"wie viel muss {customer} uns noch zahlen",
		),
	},
	"outstanding_all": {
		"de": (
			"Wie viel Geld schulden uns die Kunden insgesamt?",
			"Summe offene Rechnungen",
			"wie hoch sind unsere offenen forderungen gesamt",
			"wieviel haben wir noch von allen kunden zu bekommen",
			"Gesamtbetrag der ausstehenden Kundenzahlungen",
		),
	},
	"po_total_supplier": {
		"de": (
			"Für wie viel Geld haben wir bei {supplier} bestellt?",
			"Bestellvolumen {supplier}",
			"gesamtwert aller bestellungen bei {supplier}",
			"Wie hoch ist die Summe unserer Lieferantenaufträge an {supplier}?",
		),
	},
	"so_average": {
		"de": (
			"durchschnittlicher Auftragswert",
			"Wie hoch ist ein Kundenauftrag bei uns im Schnitt?",
			"was ist der mittlere wert von unseren auftraegen",
			"auftragswert durchschnitt alle kundenaufträge",
		),
	},
	"si_max": {
		"de": (
			"höchster Rechnungsbetrag",
			"Auf welchen Betrag lautete unsere höchste Ausgangsrechnung?",
			"wie hoch war die grösste rechnung die wir je geschrieben haben",
			"maximaler betrag einer rechnung bisher",
		),
	},
	"stock_item": {
		"de": (
			"Wie viel {item} haben wir auf Lager?",
			"Bestand {item}",
			"wieviel stück von {item} sind noch da",
			"lagerbestand artikel {item} gesamt",
			"Wie viele {item} liegen aktuell insgesamt in unseren Lagern?",
		),
	},
	"stock_item_warehouse": {
		"de": (
			"Bestand {item} im Lager {warehouse}",
			"Wie viel {item} haben wir in {warehouse}?",
			"{item} {warehouse} bestand",
			"wieviel stk {item} liegt noch in lager {warehouse}",
			"Wie viele {item} sind derzeit im Lager {warehouse} vorhanden?",
		),
	},
	"sales_per_customer": {
		"de": (
			"Umsatz pro Kunde",
			"Wie viel Umsatz machen wir mit den einzelnen Kunden?",
			"umsätze nach kunden aufgeschlüsselt",
			"Bitte stellen Sie den Umsatz je Kunde zusammen.",
			"umsatz gruppiert nach kunde",
		),
	},
	"si_per_status": {
		"de": (
			"Anzahl Rechnungen je Status",
			"Wie viele Rechnungen haben wir in welchem Status?",
			"ausgangsrechnungen nach status gezählt",
			"wieviele rechnungen sind bezahlt, wieviele überfällig, entwurf usw., also pro status",
		),
	},
	"top_customers": {
		"de": (
			"Top 5 Kunden nach Umsatz",
			"Mit welchen fünf Kunden machen wir am meisten Umsatz?",
			"unsere 5 umsatzstärksten kunden",
			"die 5 besten kunden (umsatz)",
			"welche fuenf kunden bringen uns am meisten umsatz",
		),
	},
	"items_per_group": {
		"de": (
			"Anzahl Artikel pro Artikelgruppe",
			"Wie viele Artikel haben wir je Gruppe?",
			"artikel zählen nach artikelgruppe",
			"wie viel verschiedene artikel gibt es in jede artikelgruppe",
		),
	},
	"issues_open_per_customer": {
		"de": (
			"offene Tickets pro Kunde",
			"Wie viele offene Anfragen hat jeder Kunde?",
			"anzahl offener tickets nach kunde",
			"Bei welchem Kunden sind wie viele Tickets offen?",
		),
	},
	"record": {
		"de": (
			"Ist {invoice} schon bezahlt?",
			"Status {invoice}",
			"wann ist rechnung {invoice} fällig",
			"Wie steht es um den Auftrag {order}?",
			"liefertermin von {order}",
			"{order} zeigen",
			"Welche Telefonnummer hat {customer}?",
			"erzähl mir was über {customer}",
			"Könnten Sie mir bitte die E-Mail-Adresse von {supplier} heraussuchen?",
			"ust-id vom lieferanten {supplier}",
			"infos zu artikel {item}",
			"In welcher Einheit führen wir {item}?",
		),
	},
	"passage": {
		"de": (
			"Wie storniere ich eine Ausgangsrechnung, die schon gebucht ist?",
			"wie lang ist unsere kündigungsfrist",
			"Ab welchem Betrag muss eine Bestellung von der Geschäftsleitung freigegeben werden?",
			"was mache ich wenn ein kunde nach der dritten mahnung immer noch nicht zahlt",
			"Wie viele Tage Urlaub stehen mir im ersten Jahr zu?",
			"aufbewahrungsfrist rechnungen",
			"Innerhalb von wie vielen Tagen darf ein Kunde Ware zurückschicken?",
			"darf ich einem kunden 10% rabatt geben ohne den chef zu fragen",
			"teillieferung zu einem auftrag erfassen, wie geht das",
			"Wer darf bei uns Gutschriften ausstellen?",
			"was ist der unterschied zwischen angebot und auftrag",
			"Könnten Sie mir bitte erklären, warum eine Rechnung auf überfällig springt, obwohl der Kunde schon überwiesen hat?",
			"Wie schnell müssen wir laut Wartungsvertrag auf ein Ticket mit hoher Priorität reagieren?",
			"krankmeldung ab welchem tag brauche ich attest",
			"wie kann ich rechnung per mail an kunde schicken bitte",
			"Spesenreglement: bis wann muss ich die Belege einreichen?",
			"Was muss alles auf einem Lieferschein draufstehen?",
			"wie lege ich einen neuen artikel mit meldebestand an",
			"Welche Vertragsstrafe gilt, wenn wir einen Auftrag zu spät liefern?",
			"wie aendere ich das lieferdatum bei einem gebuchten auftrag",
		),
	},
}


SECOND: Phrasings = {
	"si_overdue": {
		"de": (
			"Welche Rechnungen sind überfällig?",
			"ueberfaellige rechnungen",
			"zeig mal alle Ausgangsrechnungen, bei denen die Kunden mit dem Zahlen in Verzug sind",
		),
	},
	"si_unpaid": {
		"de": (
			"unbezahlte rechnungen",
			"Bei welchen Rechnungen steht noch Geld aus?",
			"Könnten Sie mir bitte alle Ausgangsrechnungen zeigen, die noch nicht vollständig bezahlt sind?",
		),
	},
	"si_customer": {
		"de": (
			"alle Rechnungen an {customer}",
			"welche rechnungen gibt es zu {customer}",
			"Ausgangsrechnungen Kunde {customer}",
		),
	},
	"si_customer_overdue": {
		"de": (
			"Hat {customer} überfällige Rechnungen, und wenn ja, welche?",
			"{customer} rechnungen überfällig",
			"mit welchen Rechnungen ist {customer} in Verzug",
		),
	},
	"si_draft": {
		"de": (
			"Rechnungsentwürfe",
			"welche rechnungen sind noch entwurf und nicht gebucht",
			"Zeige mir bitte die Ausgangsrechnungen im Entwurf.",
		),
	},
	"si_month": {
		"de": (
			"Rechnungen vom {month_de}",
			"ich brauche alle ausgangsrechnungen mit buchungsdatum im {month_de}",
			"Welche Rechnungen haben wir im {month_de} geschrieben?",
		),
	},
	"si_over": {
		"de": (
			"rechnungen über {amount_de} euro",
			"Welche Ausgangsrechnungen liegen brutto über {amount_de}?",
			"alle Rechnungen mit mehr als {amount_de} Gesamtbetrag",
		),
	},
	"si_due_before": {
		"de": (
			"Rechnungen mit Fälligkeit vor dem {day_de}",
			"welche rechnungen waren vor dem {day_de} fällig",
			"bitte alle Ausgangsrechnungen auflisten, deren Zahlungsziel vor dem {day_de} liegt",
		),
	},
	"so_undelivered": {
		"de": (
			"was für Aufträge müssen wir noch ausliefern?",
			"noch nicht vollständig gelieferte kundenaufträge",
			"Welche Aufträge sind noch nicht komplett raus?",
		),
	},
	"so_undelivered_month": {
		"de": (
			"Aufträge aus dem {month_de}, die noch nicht ganz geliefert sind",
			"welche auftraege vom {month_de} sind noch nicht ausgeliefert?",
			"Ich hätte gern die Kundenaufträge, die im {month_de} eingegangen und noch immer nicht vollständig geliefert sind.",
		),
	},
	"so_open": {
		"de": (
			"offene aufträge",
			"Welche Kundenaufträge sind zurzeit offen?",
			"Zeig mir unsere Aufträge, die noch offen sind",
		),
	},
	"so_customer": {
		"de": (
			"Aufträge von {customer}",
			"welche Bestellungen haben wir von unserem Kunden {customer} bekommen?",
			"bitte zeigen alle auftrag für kunde {customer}",
		),
	},
	"so_since": {
		"de": (
			"Aufträge seit {day_de}",
			"was ist seit dem {day_de} an Aufträgen reingekommen?",
			"alle kundenaufträge ab dem {day_de}",
		),
	},
	"so_item": {
		"de": (
			"In welchen Aufträgen kommt {item} vor?",
			"kundenauftäge mit artikel {item}",
			"zeig alle Aufträge, wo {item} drin ist",
		),
	},
	"po_supplier": {
		"de": (
			"unsere Bestellungen bei {supplier}",
			"Welche Bestellungen haben wir beim Lieferanten {supplier} aufgegeben?",
			"lieferantenaufträge {supplier}",
		),
	},
	"po_open": {
		"de": (
			"offene Bestellungen bei Lieferanten",
			"welche lieferantenaufträge sind noch offen?",
			"Einkauf: bitte alle offenen Bestellungen an unsere Lieferanten",
		),
	},
	"quotations_open": {
		"de": (
			"Welche Angebote sind noch offen?",
			"angebote status offen",
			"ich hätte gern eine Übersicht der offenen Angebote",
		),
	},
	"issues_open": {
		"de": (
			"offene Tickets",
			"was haben wir gerade an offenen Supportanfragen?",
			"Anfragen im Status offen zeigen",
		),
	},
	"issues_customer": {
		"de": (
			"Welche Tickets gibt es von {customer}?",
			"supportanfragen {customer}",
			"alles was {customer} bisher als Ticket gemeldet hat",
		),
	},
	"issues_not_closed": {
		"de": (
			"alle Tickets, die nicht geschlossen sind",
			"Welche Supportanfragen wurden noch nicht geschlossen?",
			"tickets ausser geschlossene",
		),
	},
	"issues_days": {
		"de": (
			"Tickets der letzten 30 Tage",
			"welche supportanfragen sind in den letzten 30 tagen neu eingegangen",
			"Bitte zeigen Sie mir die Anfragen, die in den vergangenen 30 Tagen eröffnet wurden.",
		),
	},
	"tasks_priority": {
		"de": (
			"Aufgaben mit hoher Priorität",
			"aufgaben prio hoch",
			"Bei welchen Aufgaben steht die Priorität auf hoch?",
		),
	},
	"tasks_project": {
		"de": (
			"Was gibt es in {project} für Aufgaben?",
			"aufgaben projket {project}",
			"Zeig mir alle Aufgaben, die zum Projekt {project} gehören",
		),
	},
	"items_group": {
		"de": (
			"welche artikel sind in der gruppe {group}",
			"Artikel der Artikelgruppe {group}",
			"Was führen wir alles in der Warengruppe {group}?",
		),
	},
	"items_brand": {
		"de": (
			"Artikel der Marke {brand}",
			"was haben wir alles von der marke {brand} im sortiment?",
			"alle {brand}-Artikel",
		),
	},
	"items_reorder": {
		"de": (
			"Was müssen wir nachbestellen?",
			"artikel unter meldebestand",
			"Bei welchen Artikeln ist der Bestand unter die Nachbestellgrenze gefallen?",
		),
	},
	"customers_all": {
		"de": (
			"Kundenliste",
			"zeig mir alle unsere kunden",
			"Welche Kunden haben wir im System?",
		),
	},
	"customers_territory": {
		"de": (
			"Kunden im Gebiet {territory}",
			"welche kunden haben wir in {territory}",
			"Ich bräuchte bitte alle Kunden aus der Region {territory}.",
		),
	},
	"item_price": {
		"de": (
			"Für wie viel verkaufen wir {item}?",
			"verkaufspreis {item}",
			"kunde fragt nach {item}, was ist da unser vk preis",
		),
	},
	"suppliers_all": {
		"de": (
			"alle Lieferanten",
			"Bei wem kaufen wir ein? Bitte eine Liste der Lieferanten",
			"lieferantenlsite anzeigen",
		),
	},
	"employees_active": {
		"de": (
			"Wer arbeitet aktuell bei uns?",
			"aktive mitarbeiter",
			"Liste der Mitarbeitenden, nur die aktiven",
		),
	},
	"dn_month": {
		"de": (
			"Lieferscheine {month_de}",
			"welche lieferungen sind im {month_de} an kunden rausgegangen",
			"Zeige bitte alle Lieferscheine aus dem {month_de}.",
		),
	},
	"si_latest": {
		"de": (
			"Was sind die neuesten Rechnungen?",
			"die letzten zehn ausgangsrechnungen",
			"zeig mir die 5 zuletzt geschriebenen Rechnungen",
		),
	},
	"si_biggest": {
		"de": (
			"Die zehn größten Rechnungen",
			"welche rechnungen haben die höchsten beträge",
			"ausgangsrechnungen mit dem hoechsten gesamtbetrag, top 10",
		),
	},
	"sales_customer_year": {
		"de": (
			"Wie viel Umsatz haben wir dieses Jahr mit {customer} gemacht?",
			"umsatz {customer} {year}",
			"Umsatz mit {customer} im laufenden Jahr bitte",
		),
	},
	"sales_month": {
		"de": (
			"Umsatz im {month_de}",
			"wie viel haben wir im {month_de} umgesetzt?",
			"Wie hoch waren unsere Verkaufserlöse im {month_de}?",
		),
	},
	"sales_between": {
		"de": (
			"Umsatz vom {day_de} bis {later_de}",
			"was haben wir zwischen dem {day_de} und dem {later_de} umgesetzt",
			"Könnten Sie mir bitte sagen, wie hoch der Umsatz vom {day_de} bis zum {later_de} war?",
		),
	},
	"outstanding_customer": {
		"de": (
			"Wie viel schuldet uns {customer} noch?",
			"offener betrag {customer}",
			"was muss {customer} uns insgesamt noch bezahlen",
		),
	},
	"outstanding_all": {
		"de": (
			"Wie viel Geld schulden uns die Kunden insgesamt?",
			"ausstehender betrag aller ausgangsrechnungen zusammen",
			"Höhe der offenen Forderungen gesamt",
		),
	},
	"po_total_supplier": {
		"de": (
			"Für wie viel Geld haben wir bei {supplier} insgesamt bestellt?",
			"gesamtwert bestelungen {supplier}",
			"Welche Summe ergeben alle unsere Bestellungen bei {supplier}?",
		),
	},
	"so_average": {
		"de": (
			"durchschnittlicher Auftragswert",
			"wie hoch ist ein auftrag im schnitt?",
			"Was ist ein Kundenauftrag bei uns durchschnittlich wert",
		),
	},
	"si_max": {
		"de": (
			"Wie hoch war unsere bisher höchste Rechnung?",
			"höchster rechnungsbetrag",
			"auf welchen Betrag lautet die teuerste Ausgangsrechnung",
		),
	},
	"stock_item": {
		"de": (
			"wie viel {item} haben wir noch auf lager",
			"Lagerbestand {item}",
			"Wie viele Stück von {item} sind insgesamt da?",
		),
	},
	"stock_item_warehouse": {
		"de": (
			"Bestand von {item} im Lager {warehouse}",
			"wieviel {item} liegt in {warehouse}?",
			"bitte sagen wie viel stück {item} ist in lager {warehouse}",
		),
	},
	"sales_per_customer": {
		"de": (
			"Umsatz pro Kunde",
			"Wie viel haben wir mit den einzelnen Kunden jeweils umgesetzt?",
			"umsätze nach kunden aufgeschlüsselt",
		),
	},
	"si_per_status": {
		"de": (
			"Wie viele Rechnungen haben wir in welchem Status?",
			"anzahl ausgangsrechnungen je status",
			"Rechnungen nach Status gezählt",
		),
	},
	"top_customers": {
		"de": (
			"unsere 5 umsatzstärksten kunden",
			"Mit welchen fünf Kunden machen wir am meisten Umsatz?",
			"Top 5 Kunden nach Umsatz",
		),
	},
	"items_per_group": {
		"de": (
			"Wie viele Artikel gibt es in jeder Artikelgruppe?",
			"anzahl artikel pro gruppe",
			"Artikelanzahl je Warengruppe bitte",
		),
	},
	"issues_open_per_customer": {
		"de": (
			"Wie viele offene Tickets hat jeder Kunde?",
			"anzahl offene supportanfragen pro kunde",
			"offene tickets nach kunde gezählt",
		),
	},
	"record": {
		"de": (
			"Welchen Status hat {order}?",
			"telefonnummer von {customer}",
			"bis wann muss {invoice} bezahlt werden",
			"Was wissen wir über den Lieferanten {supplier}?",
			"zeig mir den artikel {item}",
			"ist die Rechnung {invoice} schon beglichen?",
		),
	},
	"passage": {
		"de": (
			"Wie lege ich einen neuen Lieferanten an?",
			"kündigungsfirst in der probezeit",
			"Ab welchem Betrag muss die Geschäftsführung eine Bestellung freigeben?",
			"darf ich einem kunden ohne rücksprache skonto geben",
			"Wie viele Mahnstufen haben wir und wann geht welche raus?",
			"Was passiert mit dem Lagerbestand, wenn ich einen Lieferschein storniere?",
			"wie buche ich eine anzahlung auf einen auftrag?",
			"Wer haftet laut Vertrag, wenn die Ware auf dem Transport beschädigt wird?",
			"welche angaben müssen auf einer rechnung stehen",
			"wie viele tage homeoffice sind in der woche erlaubt",
			"Was muss ich beachten, wenn ich krank werde?",
			"ablauf reklamation kunde",
			"Wie oft müssen wir im Lager Inventur machen?",
			"gilt die gewährleistung auch bei gebrauchten artikeln",
			"Unter welchen Bedingungen darf ein Kunde von seinem Auftrag zurücktreten?",
			"warum kann ich einen gebuchten auftrag nicht mehr aendern",
			"Wie lange sind wir laut AGB an ein Angebot gebunden?",
			"bitte was ist unterschied von lieferschein und rechnung",
			"zahlungsziel für neukunden, wie ist da die regelung",
			"Wie richte ich ein, dass Kunden bei überfälligen Rechnungen automatisch erinnert werden?",
		),
	},
}

THIRD: Phrasings = {
	"si_overdue": {
		"de": (
			"welche rechnungen sind überfällig",
			"ueberfaellige ausgangsrechnungen",
			"Rechnungen, wo die Frist schon rum ist und noch keiner gezahlt hat",
			"Überfällige Rechnungen?",
		),
	},
	"si_unpaid": {
		"de": (
			"offene Rechnungen",
			"Auf welchen Rechnungen steht noch Geld aus?",
			"unbezahlte rechnungen zeigen",
			"Debitorenrechnungen, die noch nicht bezahlt sind",
		),
	},
	"si_customer": {
		"de": (
			"Rechnungen {customer}",
			"Zeigen Sie mir bitte sämtliche Rechnungen, die wir {customer} gestellt haben.",
			"was gibts an rechnungen für {customer}",
			"alle Ausgangsrechnungen an den Kunden {customer}",
		),
	},
	"si_customer_overdue": {
		"de": (
			"hat {customer} überfällige rechnungen",
			"Mit welchen Rechnungen ist {customer} in Verzug?",
			"überfällig {customer} Rechnungen",
			"Welche Rechnungen sind bei {customer} über dem Zahlungsziel und noch offen?",
		),
	},
	"si_draft": {
		"de": (
			"Rechnungsentwürfe",
			"welche rechnungen sind noch nicht gebucht?",
			"Gibt es Rechnungen, die erst als Entwurf gespeichert sind?",
			"Rechnungen Status Entwurf",
		),
	},
	"si_month": {
		"de": (
			"Rechnungen {month_de}",
			"welche rechnungen haben wir im {month_de} geschrieben",
			"Ausgangsrechnungen {month_de} {year}",
			"Ich brauche für den Steuerberater bitte alle Rechnungen vom {month_de}.",
		),
	},
	"si_over": {
		"de": (
			"Rechnungen über {amount_de}",
			"welche Rechnungen sind höher als {amount_de}?",
			"rechnungsbetrag grösser als {amount_de}",
			"alle rechnungen mit mehr als {amount_de} brutto",
		),
	},
	"si_due_before": {
		"de": (
			"Rechnungen fällig vor {day_de}",
			"Welche Rechnungen waren vor dem {day_de} fällig?",
			"ausgangsrechnungen mit fälligkeit vor dem {day_de}",
			"rechnung fälligkeitsdatum früher als {day_de}",
		),
	},
	"so_undelivered": {
		"de": (
			"welche aufträge müssen noch raus",
			"noch nicht ausgelieferte Aufträge",
			"Bei welchen Kundenaufträgen fehlt noch ein Teil der Lieferung oder die ganze?",
			"auftraege nicht komplett geliefert",
		),
	},
	"so_undelivered_month": {
		"de": (
			"Aufträge vom {month_de}, die noch nicht fertig geliefert sind",
			"welche aufträge aus dem {month_de} stehen noch zur lieferung aus?",
			"nicht gelieferte Kundenaufträge {month_de} {year}",
		),
	},
	"so_open": {
		"de": (
			"offene Aufträge",
			"welche Kundenaufträge sind noch offen?",
			"Aufträge pendent",
			"Ich bitte um eine Aufstellung aller noch nicht abgeschlossenen Aufträge.",
		),
	},
	"so_customer": {
		"de": (
			"Aufträge {customer}",
			"welche aufträge haben wir von {customer}?",
			"Kundenaufträge von {customer} anzeigen",
			"ich will alle aufträge sehen von kunde {customer}",
		),
	},
	"so_since": {
		"de": (
			"Aufträge seit {day_de}",
			"was ist seit dem {day_de} an aufträgen reingekommen",
			"Kundenaufträge ab {day_de}",
			"Welche Aufträge haben wir seit dem {day_de} erhalten?",
		),
	},
	"so_item": {
		"de": (
			"Aufträge mit {item}",
			"in welchen aufträgen kommt {item} vor",
			"Welche Kundenaufträge enthalten den Artikel {item}?",
			"artikel {item} in kundenauftrag",
		),
	},
	"po_supplier": {
		"de": (
			"Bestellungen bei {supplier}",
			"welche Bestellungen gingen an {supplier}?",
			"Lieferantenbestellungen {supplier}",
			"zeig mir alles an bestellungen vom lieferant {supplier}",
		),
	},
	"po_open": {
		"de": (
			"offene Bestellungen bei Lieferanten",
			"welche bestellungen im einkauf sind noch nicht erledigt",
			"Einkauf: offene Bestellungen",
			"Welche unserer Lieferantenaufträge sind noch offen?",
		),
	},
	"quotations_open": {
		"de": (
			"offene Angebote",
			"welche offerten sind noch offen",
			"Angebote Status offen",
			"Könnten Sie mir die noch offenen Anbote heraussuchen?",
		),
	},
	"issues_open": {
		"de": (
			"offene Tickets",
			"welche supportanfragen sind gerade offen",
			"Gibt es im Support noch offene Fälle? Bitte auflisten",
			"Tickets mit Status offen",
		),
	},
	"issues_customer": {
		"de": (
			"Tickets von {customer}",
			"welche Anfragen hat {customer} an den Support gestellt?",
			"supportfälle {customer}",
			"gib mir mal alle tickets vom kunden {customer}",
		),
	},
	"issues_not_closed": {
		"de": (
			"nicht geschlossene Tickets",
			"alle tickets ausser den geschlossenen",
			"Welche Supportanfragen wurden noch nicht geschlossen?",
			"tikets die noch nicht geschlossen sind",
		),
	},
	"issues_days": {
		"de": (
			"Tickets letzte 30 Tage",
			"welche tickets wurden in den letzten 30 tagen eröffnet",
			"Supportanfragen der vergangenen 30 Tage",
			"Was kam in den letzten dreißig Tagen an Tickets herein?",
		),
	},
	"tasks_priority": {
		"de": (
			"Aufgaben mit hoher Priorität",
			"aufgaben prio hoch",
			"Welche Tasks sind als Priorität hoch eingestuft?",
		),
	},
	"tasks_project": {
		"de": (
			"Aufgaben {project}",
			"was haben wir im projekt {project} für aufgaben",
			"Bitte zeigen Sie mir die Aufgaben, die zum Projekt {project} gehören.",
			"Tasks vom Projekt {project}",
		),
	},
	"items_group": {
		"de": (
			"Artikel der Gruppe {group}",
			"welche artikel sind in der artikelgruppe {group}",
			"Was führen wir alles in der Warengruppe {group}?",
			"alle artikel aus {group}",
		),
	},
	"items_brand": {
		"de": (
			"Artikel Marke {brand}",
			"welche Produkte haben wir von {brand}?",
			"was führen wir von der marke {brand}",
			"{brand} artikel",
		),
	},
	"items_reorder": {
		"de": (
			"Was muss nachbestellt werden?",
			"artikel unter meldebestand",
			"Welche Artikel haben den Meldebestand unterschritten?",
			"welche ware müssen wir wieder nachbestellen",
		),
	},
	"customers_all": {
		"de": (
			"Kundenliste",
			"zeig mir alle unsere kunden",
			"Welche Kunden haben wir?",
		),
	},
	"customers_territory": {
		"de": (
			"Kunden in {territory}",
			"welche kunden haben wir im gebiet {territory}",
			"Kunden Region {territory}",
			"Mich würde interessieren, welche Kunden zum Verkaufsgebiet {territory} gehören.",
		),
	},
	"item_price": {
		"de": (
			"Verkaufspreis {item}",
			"zu welchem preis verkaufen wir {item}",
			"Was kostet {item} für den Kunden laut Preisliste?",
			"vk preis von {item}",
		),
	},
	"suppliers_all": {
		"de": (
			"Lieferantenliste",
			"welche Lieferanten haben wir?",
			"alle liefernaten anzeigen",
			"Bitte listen Sie mir unsere Lieferanten auf.",
		),
	},
	"employees_active": {
		"de": (
			"aktive Mitarbeiter",
			"wer arbeitet zur zeit bei uns?",
			"Liste der aktiven Mitarbeitenden",
			"welche angestellten sind aktiv",
		),
	},
	"dn_month": {
		"de": (
			"Lieferscheine {month_de}",
			"welche lieferscheine gibt es vom {month_de}",
			"alle Lieferscheine aus dem {month_de} {year}",
			"Lieferschein Monat {month_de} zeigen bitte",
		),
	},
	"si_latest": {
		"de": (
			"neueste Rechnungen",
			"Welche Rechnungen wurden zuletzt geschrieben?",
			"die letzten rechnungen",
			"aktuellste ausgangsrechnungen zuerst",
		),
	},
	"si_biggest": {
		"de": (
			"größte Rechnungen",
			"Welches sind unsere grössten Rechnungen?",
			"rechnungen nach betrag absteigend",
			"die rechnungen mit den höchsten beträgen",
		),
	},
	"sales_customer_year": {
		"de": (
			"Umsatz {customer} {year}",
			"wie viel umsatz haben wir heuer mit {customer} gemacht",
			"Wie hoch ist unser Umsatz mit {customer} in diesem Jahr?",
			"dieses jahr umsatz kunde {customer}",
		),
	},
	"sales_month": {
		"de": (
			"Umsatz {month_de}",
			"was haben wir im {month_de} umgesetzt?",
			"nettoumsatz {month_de} {year}",
			"Wie hoch war der Umsazt im {month_de}?",
		),
	},
	"sales_between": {
		"de": (
			"Umsatz vom {day_de} bis {later_de}",
			"wieviel haben wir zwischen dem {day_de} und dem {later_de} umgesetzt",
			"Wie hoch war unser Umsatz im Zeitraum {day_de} bis {later_de}?",
			"umsatz zwischen {day_de} und {later_de}",
		),
	},
	"outstanding_customer": {
		"de": (
			"wie viel schuldet uns {customer}",
			"Offener Betrag {customer}",
			"Was ist uns {customer} insgesamt noch schuldig?",
			"wie hoch ist der ausstand bei {customer}",
		),
	},
	"outstanding_all": {
		"de": (
			"Summe offene Forderungen",
			"wie viel geld kriegen wir noch von allen kunden zusammen",
			"Debitorenausstand total",
			"Wie hoch sind die Außenstände insgesamt?",
		),
	},
	"po_total_supplier": {
		"de": (
			"Bestellvolumen {supplier}",
			"um wie viel geld haben wir bei {supplier} bestellt?",
			"Summe aller Bestellungen an {supplier}",
			"Wie hoch ist der gesamte Bestellwert bei unserem Lieferanten {supplier}?",
		),
	},
	"so_average": {
		"de": (
			"durchschnittlicher Auftragswert",
			"was bringt ein auftrag im schnitt? also die auftragssumme",
			"Wie hoch ist die Auftragssumme im Durchschnitt?",
			"mittelwert kundenaufträge betrag",
		),
	},
	"si_max": {
		"de": (
			"höchster Rechnungsbetrag",
			"wie hoch war unsere grösste rechnung?",
			"Auf welchen Betrag lautet die höchste Rechnung?",
			"maximaler rechnungsbetrag",
		),
	},
	"stock_item": {
		"de": (
			"Bestand {item}",
			"wieviel {item} haben wir an lager",
			"Wie viel Stück {item} sind noch da?",
			"gesamter Lagerbestand von {item}",
		),
	},
	"stock_item_warehouse": {
		"de": (
			"Bestand {item} in {warehouse}",
			"wie viel {item} liegt im lager {warehouse}?",
			"Welche Menge haben wir von {item} noch in {warehouse}?",
			"{item} lagerbestand {warehouse}",
		),
	},
	"sales_per_customer": {
		"de": (
			"Umsatz pro Kunde",
			"Wie viel haben wir mit jedem einzelnen Kunden umgesetzt?",
			"umsätze nach kunden aufgeschlüsselt",
			"umsatz je kunde",
		),
	},
	"si_per_status": {
		"de": (
			"Anzahl Rechnungen pro Status",
			"wie viele rechnungen haben wir in jedem status",
			"Wie viele Rechnungen gibt es je Status?",
		),
	},
	"top_customers": {
		"de": (
			"Top 5 Kunden nach Umsatz",
			"mit welchen 5 kunden machen wir am meisten umsatz",
			"Wer sind unsere fünf umsatzstärksten Kunden?",
		),
	},
	"items_per_group": {
		"de": (
			"Anzahl Artikel pro Artikelgruppe",
			"wie viele artikel sind in jeder artikelgruppe?",
			"Wie viele Artikel führen wir je Warengruppe?",
		),
	},
	"issues_open_per_customer": {
		"de": (
			"wie viele offene tickets hat jeder kunde",
			"Anzahl offener Supportanfragen je Kunde",
			"Anzahl offene Tickets pro Kunde",
		),
	},
	"record": {
		"de": (
			"Status {invoice}",
			"telefonnummer von {supplier}",
			"was wissen wir über {customer}?",
			"Bis wann ist {order} zu liefern?",
		),
	},
	"passage": {
		"de": (
			"wie storniere ich einen lieferschein",
			"Ab dem wievielten Tag brauche ich eine Krankmeldung vom Arzt?",
			"Kündigungsfrist Mietvertrag Lagerhalle",
			"wie lange müssen rechnungen aufbewahrt werden?",
			"Ab welchem Betrag muss die Geschäftsleitung eine Bestellung freigeben?",
			"wie gehe ich vor wenn ein kunde die rechnung nicht zahlt",
			"wie hoch sind unsere mahnspesen",
			"Wie viel Skonto gewähren wir bei Zahlung innert 10 Tagen?",
			"was mach ich wenn im lager weniger liegt als im system steht",
			"Wie lege ich einen neuen Kunden an?",
			"kann man eine gebuchte rechnung noch ändern",
			"Wer haftet bei Transportschäden, wir oder der Spediteur?",
			"wieviele ferientage stehen mir zu",
			"Was steht in unseren AGB zum Eigentumsvorbehalt?",
			"Unterschied Angebot und Auftrag",
			"reaktionszeit bei tickets mit hoher priorität laut servicevertrag",
			"Wie wird abgerechnet, wenn ein Auftrag in Teillieferungen hinausgeht?",
			"darf ich firmenauto auch privat benutzen",
			"Was ist zu tun, wenn ein Mitarbeiter kündigt?",
			"wo stelle ich ein ab welchem bestand ein artikel nachbestellt wird",
		),
	},
}
