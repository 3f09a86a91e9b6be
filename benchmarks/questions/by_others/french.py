"""French."""

from benchmarks.questions.phrasing import Phrasings

FIRST: Phrasings = {
	"si_overdue": {
		"fr": (
			"je voudrais voir les factures dont l’échéance est dépassée et qu’on nous a toujours pas payées",
			"factures en retard de paiement",
			"Quelles factures sont en souffrance en ce moment ?",
		),
	},
	"si_unpaid": {
		"fr": (
			"facture client pas encore payé montrer svp",
			"Quelles factures de vente n'ont pas encore été réglées ?",
			"les factures qui restent a encaisser",
		),
	},
	"si_customer": {
		"fr": (
			"factures {customer}",
			"on a fait quoi comme factures pour {customer}",
			"Bonjour, pourriez-vous m'afficher toutes les factures de vente du client {customer} ? Merci",
		),
	},
	"si_customer_overdue": {
		"fr": (
			"est-ce que {customer} a des factures en retard",
			"Quelles factures {customer} aurait déjà dû nous payer ?",
			"{customer} factures echues impayees",
		),
	},
	"si_draft": {
		"fr": (
			"brouillons de factures",
			"y a encore des factures en brouillon?",
			"Quelles factures n'ont pas encore été validées ?",
		),
	},
	"si_month": {
		"fr": (
			"donne moi les factures qu'on a faites en {month_fr}",
			"Quelles factures clients avons-nous pour {month_fr} ?",
			"factures {month_fr}",
		),
	},
	"si_over": {
		"fr": (
			"factures de plus de {amount_fr} TTC",
			"quelles factures dépassent {amount_fr}",
			"facture montant > {amount_fr}",
		),
	},
	"si_due_before": {
		"fr": (
			"Quelles factures arrivaient à échéance avant le {day_fr} ?",
			"factures avec date d'echeance anterieure au {day_fr}",
			"sors-moi les factures qui échoient avant le {day_fr}",
		),
	},
	"so_undelivered": {
		"fr": (
			"qu’est-ce qu’il nous reste à livrer comme commandes ?",
			"commandes pas encore livrés",
			"Merci de me lister les commandes clients qui n'ont pas été entièrement livrées.",
		),
	},
	"so_undelivered_month": {
		"fr": (
			"commandes {month_fr} non livrées",
			"Parmi les commandes passées en {month_fr}, lesquelles ne sont toujours pas livrées ?",
			"les commandes prises en {month_fr} qu'on a pas fini de livrer",
		),
	},
	"so_open": {
		"fr": (
			"commandes clients en cours",
			"Quelles commandes sont encore ouvertes ?",
			"montre les commandes de vente pas encore terminees",
		),
	},
	"so_customer": {
		"fr": (
			"toutes les commandes passées par {customer} stp",
			"{customer} commandes",
			"Je cherche les commandes du client {customer}",
		),
	},
	"so_since": {
		"fr": (
			"Quelles commandes avons-nous reçues à partir du {day_fr} ?",
			"les comandes clients rentrées depuis le {day_fr}",
			"commandes dès le {day_fr}",
		),
	},
	"so_item": {
		"fr": (
			"dans quelles commandes on retrouve l'article {item} ?",
			"liste commandes clients contenant {item}",
			"Quelles sont les commandes de vente où figure {item} ?",
		),
	},
	"po_supplier": {
		"fr": (
			"commandes d'achat {supplier}",
			"qu'est-ce qu'on a comme bons de commande chez {supplier}",
			"Pouvez-vous me montrer les commandes fournisseur adressées à {supplier} ?",
		),
	},
	"po_open": {
		"fr": (
			"commandes fournisseurs en cours",
			"quels bons de commande fournisseur sont encore ouverts ?",
			"je veux voir les commandes d'achat pas encore soldées",
		),
	},
	"quotations_open": {
		"fr": (
			"devis ouverts",
			"Quelles soumissions sont encore ouvertes ?",
			"montre moi les offres de prix toujours ouvertes",
		),
	},
	"issues_open": {
		"fr": (
			"il y a quoi comme tickets ouverts au support",
			"Quelles demandes d'assistance sont actuellement ouvertes ?",
			"tickets ouvert",
		),
	},
	"issues_customer": {
		"fr": (
			"tous les tickets de support du client {customer}",
			"quels problèmes {customer} nous a signalés ? je veux voir les tickets",
			"tickets {customer}",
		),
	},
	"issues_not_closed": {
		"fr": (
			"Quels tickets ne sont pas encore clôturés ?",
			"tous les tickets sauf ceux qui sont fermés",
			"tickets non fermes",
		),
	},
	"issues_days": {
		"fr": (
			"tickets des 30 derniers jours",
			"Quels tickets ont été ouverts au cours des trente derniers jours ?",
			"montre-moi les demandes de support arrivées ces 30 derniers jours",
		),
	},
	"tasks_priority": {
		"fr": (
			"taches priorité haute",
			"Quelles tâches ont une priorité élevée ?",
			"affiche moi les tâches à haute priorité",
		),
	},
	"tasks_project": {
		"fr": (
			"qu'est-ce qu'il y a comme tâches sur le projet {project} ?",
			"Je voudrais la liste des taches de {project}, merci",
			"projet {project} tâches",
		),
	},
	"items_group": {
		"fr": (
			"articles du groupe {group}",
			"quels produits avons-nous dans la catégorie {group}",
			"Tous les articles classés dans {group}, s'il te plaît",
		),
	},
	"items_brand": {
		"fr": (
			"qu’est-ce qu’on a comme produits de la marque {brand} ?",
			"Quels articles sont de marque {brand} ?",
			"liste artciles marque {brand}",
		),
	},
	"items_reorder": {
		"fr": (
			"articles sous le seuil de réapprovisionnement",
			"quels articles faut-il réapprovisionner ?",
			"les produits passés en dessous du point de commande",
		),
	},
	"customers_all": {
		"fr": (
			"liste des clients",
			"Qui sont nos clients ?",
			"je peux avoir tous les clients",
		),
	},
	"customers_territory": {
		"fr": (
			"clients région {territory}",
			"Quels clients avons-nous sur le territoire {territory} ?",
			"nos clients de la zone {territory}",
		),
	},
	"item_price": {
		"fr": (
			"à combien on vend {item} ?",
			"prix de vente {item}",
			"Quel est le tarif de vente de l'article {item}, s'il vous plaît ?",
		),
	},
	"suppliers_all": {
		"fr": (
			"liste fournisseurs",
			"Puis-je avoir la liste complète de nos fournisseurs ?",
			"c'est qui nos fournisseurs",
		),
	},
	"employees_active": {
		"fr": (
			"employés actifs",
			"Qui travaille actuellement chez nous ?",
			"liste du personnel encore en poste",
		),
	},
	"dn_month": {
		"fr": (
			"BL {month_fr}",
			"les bons de livraison qu'on a faits en {month_fr}",
			"Quels sont les bons de livraison pour {month_fr} ?",
		),
	},
	"si_latest": {
		"fr": (
			"dernieres factures",
			"c'est quoi les factures les plus récentes",
			"Montrez-moi les toutes dernières factures de vente.",
		),
	},
	"si_biggest": {
		"fr": (
			"nos plus grosses factures",
			"top 10 des factures par montant",
			"Quelles sont les factures au montant le plus élevé ?",
		),
	},
	"sales_customer_year": {
		"fr": (
			"combien on a vendu à {customer} cette année ?",
			"CA {customer} {year}",
			"Quel est le chiffre d'affaires hors taxes réalisé avec {customer} en {year} ?",
		),
	},
	"sales_month": {
		"fr": (
			"on a fait combien de chiffre en {month_fr}",
			"Quel a été notre chiffre d'affaires en {month_fr} ?",
			"total ventes HT {month_fr}",
		),
	},
	"sales_between": {
		"fr": (
			"chiffre d'afaires entre le {day_fr} et le {later_fr}",
			"Combien avons-nous vendu du {day_fr} au {later_fr} ?",
			"donne le total des ventes hors taxes depuis le {day_fr} jusqu'au {later_fr}",
		),
	},
	"outstanding_customer": {
		"fr": (
			"combien nous doit {customer}",
			"Quel montant reste-t-il à encaisser auprès de {customer} ?",
			"solde impayé {customer}",
		),
	},
	"outstanding_all": {
		"fr": (
			"les clients nous doivent combien en tout ?",
			"total des impayés clients",
			"À combien s'élèvent nos comptes à recevoir ?",
		),
	},
	"po_total_supplier": {
		"fr": (
			"pour combien on a commandé chez {supplier} au total ?",
			"montant total bons de commande {supplier}",
			"Quelle somme représentent toutes nos commandes auprès du fournisseur {supplier} ?",
		),
	},
	"so_average": {
		"fr": (
			"montant moyen d'une commande",
			"C'est combien en moyenne une commande client ?",
			"je voudrais savoir la valeur moyenne des commandes de vente",
		),
	},
	"si_max": {
		"fr": (
			"De combien est notre facture la plus élevée ?",
			"montant de la plus grosse facture",
			"c’est quoi le montant maximum d’une facture qu’on a faite jusqu’ici",
		),
	},
	"stock_item": {
		"fr": (
			"combien il nous reste de {item} ?",
			"stock {item}",
			"Quelle quantité de l'article {item} avons-nous en stock ?",
		),
	},
	"stock_item_warehouse": {
		"fr": (
			"il reste combien de {item} à l'entrepôt {warehouse}",
			"stock de {item} dans {warehouse}",
			"Quelle quantité de {item} se trouve au dépôt {warehouse} ?",
		),
	},
	"sales_per_customer": {
		"fr": (
			"CA par client",
			"combien on a vendu à chaque client",
			"Je souhaiterais voir le total des ventes HT ventilé par client.",
		),
	},
	"si_per_status": {
		"fr": (
			"nombre de factures par statut",
			"Combien y a-t-il de factures dans chaque état ?",
			"repartition des factures selon leur statut, en nombre",
		),
	},
	"top_customers": {
		"fr": (
			"top 5 clients CA",
			"Quels sont nos cinq plus gros clients en chiffre d'affaires ?",
			"les 5 clients à qui on vend le plus",
		),
	},
	"items_per_group": {
		"fr": (
			"combien d'articles on a dans chaque groupe",
			"nb articles par groupe d'articles",
			"Combien de produits compte chaque catégorie ?",
		),
	},
	"issues_open_per_customer": {
		"fr": (
			"combien de tickets ouverts par client",
			"Nombre de demandes de support ouvertes pour chaque client",
			"chaque client il a combien de ticket ouvert ?",
		),
	},
	"record": {
		"fr": (
			"où en est la commande {order} ?",
			"numéro de téléphone de {customer}",
			"{invoice} elle est payée ou pas",
			"parle-moi du fournisseur {supplier}",
			"Pourriez-vous m'indiquer la date d'échéance de la facture {invoice} ?",
			"fiche article {item}",
			"date de livraison prévue {order}",
			"c'est quoi les infos qu'on a sur {customer}",
		),
	},
	"passage": {
		"fr": (
			"comment annuler une facture déjà validée ?",
			"combien de jours un client a pour nous renvoyer la marchandise",
			"préavis pour résilier le contrat d'entretien",
			"Que faut-il faire lorsqu'un client conteste une facture ?",
			"à partir de quel montant une commande d'achat doit etre approuvée par la direction",
			"c'est quoi la différence entre un devis et une proforma ?",
			"nos conditions de paiement habituelles c'est combien de jours",
			"Comment établir une note de crédit pour un client ?",
			"quelles pénalités de retard sont prévues dans nos conditions générales de vente",
			"après combien de rappels on transmet une facture impayée au recouvrement ?",
			"Les frais de port sont-ils remboursés quand une commande arrive en retard ?",
			"qui a droit au télétravail et combien de jours par semaine",
		),
	},
}


SECOND: Phrasings = {
	"si_overdue": {
		"fr": (
			"Quelles factures clients sont en retard de paiement ?",
			"factures échues non réglées",
			"montre moi les factures de vente dont l'échéance est dépassée et qu'on ne nous a toujours pas payées",
		),
	},
	"si_unpaid": {
		"fr": (
			"factures non soldées",
			"qu'est-ce qu'on a comme factures pas encore payées, échues ou pas ?",
			"Bonjour, pourriez-vous me sortir toutes les factures de vente qui ont encore un solde dû ? Merci.",
		),
	},
	"si_customer": {
		"fr": (
			"factures {customer}",
			"Quelles factures a-t-on faites à {customer} ?",
			"Bonjour, j'aurais besoin de la liste des factures du client {customer}, merci d'avance.",
		),
	},
	"si_customer_overdue": {
		"fr": (
			"{customer} a des factures en retard ?",
			"factures échues impayées pour {customer}",
			"je passe chez {customer} tantôt, quelles factures ont dépassé l'échéance sans être payées",
		),
	},
	"si_draft": {
		"fr": (
			"factures en brouillon",
			"Quelles factures de vente n'ont pas encore été validées et sont restées à l'état de brouillon ?",
			"est-ce qu'il y a des sales invoices encore en draft",
		),
	},
	"si_month": {
		"fr": (
			"Quelles factures a-t-on sorties en {month_fr} ?",
			"sales invoice {month_fr} {year}",
			"Merci de m'afficher toutes les factures clients avec une date de comptabilisation en {month_fr} {year}.",
		),
	},
	"si_over": {
		"fr": (
			"factures de plus de {amount_fr}",
			"Quelles factures clients dépassent {amount_fr} TTC ?",
			"je veux voir facture avec montant superieur a {amount_fr}",
		),
	},
	"si_due_before": {
		"fr": (
			"factures avec échéance avant le {day_fr}",
			"Quelles factures arrivaient à échéance avant le {day_fr}, payées ou non ?",
			"sort moi les factures clients, date d'échéance antérieure au {day_fr}",
		),
	},
	"so_undelivered": {
		"fr": (
			"Quelles commandes clients nous reste-t-il à livrer ?",
			"commandes pas encore livrées",
			"Les commandes de nos clients qui n'ont pas été livrées au complet, peux-tu me les montrer ?",
		),
	},
	"so_undelivered_month": {
		"fr": (
			"commandes clients {month_fr} non livrées",
			"Parmi les commandes de vente prises en {month_fr} {year}, lesquelles attendent encore leur livraison ?",
			"les clients ont commandé en {month_fr} et on a toujours pas tout livré : c'est quelles commandes ?",
		),
	},
	"so_open": {
		"fr": (
			"commandes clients en cours",
			"Quelles commandes de vente sont encore ouvertes ?",
			"donne moi les sales orders ouverts stp",
		),
	},
	"so_customer": {
		"fr": (
			"{customer} commandes",
			"Peux-tu me retrouver toutes les commandes de notre client {customer} ?",
			"quelles commandes {customer} nous a passées jusqu'ici",
		),
	},
	"so_since": {
		"fr": (
			"commandes clients depuis le {day_fr}",
			"Quelles commandes de vente avons-nous enregistrées à partir du {day_fr} ?",
			"je cherche les commandes que les clients ont passées le {day_fr} ou après",
		),
	},
	"so_item": {
		"fr": (
			"Dans quelles commandes clients trouve-t-on {item} ?",
			"commandes avec {item}",
			"y a quelles commandes de vente qui contiennent l'article {item}",
		),
	},
	"po_supplier": {
		"fr": (
			"commandes fournisseur {supplier}",
			"Qu'est-ce qu'on a comme bons de commande chez {supplier} ?",
			"Affichez-moi, s'il vous plaît, toutes nos commandes d'achat auprès du fournisseur {supplier}.",
		),
	},
	"po_open": {
		"fr": (
			"Quelles commandes fournisseurs sont encore ouvertes ?",
			"bons de commande d'achat en cours",
			"purchase order ouvert, tous les fournisseurs",
		),
	},
	"quotations_open": {
		"fr": (
			"devis ouverts",
			"Quelles soumissions aux clients sont encore ouvertes?",
			"je voudrais voir les offres faites aux clients qui ont le statut ouvert",
		),
	},
	"issues_open": {
		"fr": (
			"tickets ouverts",
			"C'est quoi les tickets de support ouverts en ce moment ?",
			"Merci de m'afficher les demandes d'assistance avec le statut « ouvert ».",
		),
	},
	"issues_customer": {
		"fr": (
			"tickets {customer}",
			"Quels problèmes {customer} nous a-t-il signalés au support ?",
			"avant d'appeler {customer} je veux tous leurs tickets, fermés compris",
		),
	},
	"issues_not_closed": {
		"fr": (
			"tous les tickets sauf ceux qui sont fermés",
			"Quels tickets d'assistance n'ont pas encore été clôturés, peu importe leur statut ?",
			"issues statut différent de fermé",
		),
	},
	"issues_days": {
		"fr": (
			"tickets des 30 derniers jours",
			"Quels incidents nous a-t-on signalés au cours des trente derniers jours ?",
			"nouvo tickets support sur les 30 dernier jours",
		),
	},
	"tasks_priority": {
		"fr": (
			"tâches priorité haute",
			"Quelles tâches sont marquées en priorité élevée ?",
			"montre les taches ou priorité = High",
		),
	},
	"tasks_project": {
		"fr": (
			"tâches du projet {project}",
			"Qu'est-ce qu'il y a comme tâches dans {project} ?",
			"j'ai besoin de toutes les taches pour {project}, finies ou pas",
		),
	},
	"items_group": {
		"fr": (
			"articles groupe {group}",
			"Qu'est-ce qu'on a comme articles dans le groupe {group} ?",
			"Pourrais-tu me lister les produits de la catégorie {group} ?",
		),
	},
	"items_brand": {
		"fr": (
			"marque {brand} articles",
			"On a quels produits de la marque {brand} au catalogue ?",
			"tous les items dont la marque est {brand}",
		),
	},
	"items_reorder": {
		"fr": (
			"Quels articles sont passés sous leur seuil de réapprovisionnement ?",
			"articles à réapprovisionner",
			"qu'est ce que je dois racheter, je veux les articles en dessous du niveau de réappro",
		),
	},
	"customers_all": {
		"fr": (
			"liste de tous les clients",
			"on a qui comme clients",
			"Serait-il possible d'afficher l'ensemble des clients enregistrés dans le système ?",
		),
	},
	"customers_territory": {
		"fr": (
			"clients région {territory}",
			"Quels clients avons-nous sur le territoire {territory} ?",
			"je pars en tournée, donne moi les clients du secteur {territory}",
		),
	},
	"item_price": {
		"fr": (
			"prix de vente {item}",
			"À combien vend-on {item} ?",
			"c'est quoi le tarif client pour {item}",
		),
	},
	"suppliers_all": {
		"fr": (
			"tous nos fournisseurs",
			"Quels fournisseurs avons-nous dans la base ?",
			"je voudrais la liste complete des fournisseur svp",
		),
	},
	"employees_active": {
		"fr": (
			"employés actifs",
			"Qui travaille actuellement chez nous ?",
			"Je cherche la liste des collaborateurs dont le statut est actif.",
		),
	},
	"dn_month": {
		"fr": (
			"bons de livraison {month_fr}",
			"Quels BL a-t-on faits en {month_fr} {year} ?",
			"toutes les notes de livraison aux clients datées en {month_fr}",
		),
	},
	"si_latest": {
		"fr": (
			"dernières factures",
			"Montre-moi les factures clients les plus récentes.",
			"c'est quoi les dernieres factures qu'on a faites",
		),
	},
	"si_biggest": {
		"fr": (
			"nos plus grosses factures",
			"factures de vente triées par montant, les plus élevées d'abord",
			"Quelles sont les factures aux montants les plus importants ?",
		),
	},
	"sales_customer_year": {
		"fr": (
			"chiffre d'affaires {customer} {year}",
			"Combien a-t-on vendu à {customer} cette année ?",
			"CA HT fait avec {customer} depuis le début de l'année",
		),
	},
	"sales_month": {
		"fr": (
			"CA {month_fr} {year}",
			"Combien avons-nous facturé hors taxes en {month_fr} ?",
			"c'était combien notre chiffre d'afaires en {month_fr}",
		),
	},
	"sales_between": {
		"fr": (
			"chiffre d'affaires du {day_fr} au {later_fr}",
			"Pour combien avons-nous vendu entre le {day_fr} et le {later_fr} ?",
			"total des ventes HT, période {day_fr} - {later_fr}",
		),
	},
	"outstanding_customer": {
		"fr": (
			"Combien nous doit {customer} ?",
			"solde dû {customer}",
			"il reste quel montant à encaisser sur les factures du client {customer}",
		),
	},
	"outstanding_all": {
		"fr": (
			"Combien d'argent nos clients nous doivent-ils au total ?",
			"total restant à encaisser sur toutes les factures clients",
			"c'est combien nos comptes à recevoir, toutes factures confondues?",
		),
	},
	"po_total_supplier": {
		"fr": (
			"Pour combien avons-nous commandé chez {supplier} en tout ?",
			"montant total commandes fournisseur {supplier}",
			"additionne moi les bons de commande passés à {supplier}, en montant",
		),
	},
	"so_average": {
		"fr": (
			"montant moyen d'une commande client",
			"En moyenne, à combien s'élèvent nos commandes de vente ?",
			"valeur moyenne commandes",
		),
	},
	"si_max": {
		"fr": (
			"Notre facture la plus élevée, elle était de combien ?",
			"montant de la plus grosse facture",
			"Quel est le montant maximum que nous ayons facturé sur une seule facture de vente ?",
		),
	},
	"stock_item": {
		"fr": (
			"stock {item}",
			"{item}, il nous en reste combien en inventaire?",
			"Quelle quantité de {item} avons-nous en stock, tous entrepôts confondus ?",
		),
	},
	"stock_item_warehouse": {
		"fr": (
			"stock {item} {warehouse}",
			"Combien y a-t-il de {item} dans l'entrepôt {warehouse} ?",
			"qte en stock au magasin {warehouse} pour {item}",
		),
	},
	"sales_per_customer": {
		"fr": (
			"chiffre d'affaires par client",
			"Combien avons-nous vendu à chacun de nos clients ?",
			"il me faudrait la ventilation des ventes hors taxes par client",
		),
	},
	"si_per_status": {
		"fr": (
			"nombre de factures par statut",
			"On a combien de factures dans chaque statut (brouillon, payée, en retard…) ?",
			"compter les factures client selon status",
		),
	},
	"top_customers": {
		"fr": (
			"top 5 clients chiffre d'affaires",
			"Qui sont nos cinq plus gros clients ?",
			"les 5 clients qui nous achetent le plus",
		),
	},
	"items_per_group": {
		"fr": (
			"combien d'articles par groupe",
			"Quel est le nombre d'articles dans chaque groupe d'articles ?",
			"répartition de nos produits par groupe, juste les quantités de références",
		),
	},
	"issues_open_per_customer": {
		"fr": (
			"nombre de tickets ouverts par client",
			"Combien chaque client a-t-il de demandes de support ouvertes ?",
			"quels clients ont des tickets ouverts, et combien chacun",
		),
	},
	"record": {
		"fr": (
			"tel {customer}",
			"est-ce que la facture {invoice} est payée",
			"{order} c'est livré ?",
			"Parle-moi un peu du fournisseur {supplier}.",
			"quelle est l'unité de mesure de l'article {item}",
			"Quand la facture {invoice} arrive-t-elle à échéance ?",
		),
	},
	"passage": {
		"fr": (
			"comment annuler une facture déjà validée ?",
			"Quel est notre délai de préavis en cas de démission ?",
			"que faire quand un client ne paie pas sa facture à temps",
			"À partir de quel montant une commande d'achat doit-elle être approuvée par la direction ?",
			"j'ai droit à combien de jours de congé par an",
			"procédure retour marchandise",
			"Quel rabais un vendeur peut-il accorder sans demander à son chef ?",
			"comment on fait un avoir sur une facture",
			"Sous combien de jours devons-nous livrer une commande selon nos conditions générales de vente ?",
			"règlement télétravail",
			"Quelles pénalités de retard sont prévues au contrat si on livre trop tard ?",
			"c'est quoi la différence entre un devis et une commande client",
			"Pendant combien d'années faut-il conserver les factures fournisseurs ?",
			"qui a le droit de changer le prix d'un article",
			"notes de frais : quels justificatifs faut-il joindre",
			"Dans quel délai doit-on répondre à un ticket urgent d'après le contrat de service ?",
			"comment parametrer le niveau de réapprovisionnement d'un article",
			"Un client peut-il encore annuler sa commande une fois qu'elle est expédiée ?",
			"quelles étapes pour homologuer un nouveau fournisseur chez nous",
			"Bonsoir, pourriez-vous m'expliquer ce que couvre la garantie et pendant combien de temps ?",
		),
	},
}

THIRD: Phrasings = {
	"si_overdue": {
		"fr": (
			"quelles factures sont en retard ?",
			"Sors-moi les factures en retard de paiement stp",
			"liste des factures en souffrance",
			"factures échues et toujours impayées",
		),
	},
	"si_unpaid": {
		"fr": (
			"factures impayées",
			"montre moi les factures que les clients nous ont pas encore payées",
			"Quelles factures restent à encaisser ?",
			"Factures clients non soldées",
		),
	},
	"si_customer": {
		"fr": (
			"toutes les factures de {customer}",
			"{customer} factures",
			"Je voudrais consulter les factures établies au nom de {customer}, s'il vous plaît.",
			"les factures qu'on a faites à {customer}",
		),
	},
	"si_customer_overdue": {
		"fr": (
			"est-ce que {customer} a des factures en retard ?",
			"factures en retard {customer}",
			"Quelles factures de {customer} ont dépassé l'échéance sans être payées ?",
			"je cherche facture en retard pour le client {customer}",
		),
	},
	"si_draft": {
		"fr": (
			"factures en brouillon",
			"quelles factures on n'a pas encore validées ?",
			"brouillons de factures clients",
			"y a des factures qui sont restées en brouillon ?",
		),
	},
	"si_month": {
		"fr": (
			"factures {month_fr} {year}",
			"Quelles factures avons-nous faites en {month_fr} ?",
			"montre les facture du mois {month_fr}",
			"J'aurais besoin de toutes les factures dont la date tombe en {month_fr} {year}, merci d'avance.",
		),
	},
	"si_over": {
		"fr": (
			"factures de plus de {amount_fr}",
			"Quelles factures dépassent {amount_fr} TTC ?",
			"les factures au dessus de {amount_fr} svp",
			"factures clients montant > {amount_fr}",
		),
	},
	"si_due_before": {
		"fr": (
			"factures dont l'échéance est avant le {day_fr}",
			"Pouvez-vous me lister les factures ayant une date d'échéance antérieure au {day_fr} ?",
			"factures date d'echeance avant {day_fr}",
			"quelles factures arrivaient à échéance avant le {day_fr}",
		),
	},
	"so_undelivered": {
		"fr": (
			"qu'est-ce qui nous reste à livrer comme commandes ?",
			"commandes pas encore livrées",
			"commandes clients en attente de livraison",
			"quelles comandes on doit encore livrer",
		),
	},
	"so_undelivered_month": {
		"fr": (
			"commandes passées en {month_fr} et toujours pas livrées",
			"commandes {month_fr} non livrées",
			"Quelles sont les commandes clients prises en {month_fr} {year} qui attendent encore d'être livrées ?",
			"il reste à livrer quelles commandes du mois {month_fr}",
		),
	},
	"so_open": {
		"fr": (
			"commandes en cours",
			"Quelles commandes clients sont encore ouvertes ?",
			"je veux voir les commandes ouvertes",
		),
	},
	"so_customer": {
		"fr": (
			"quelles commandes {customer} a passées chez nous ?",
			"commandes {customer}",
			"historique des commandes du client {customer}",
			"montre moi tout ce que j'ai comme commandes pour {customer}",
		),
	},
	"so_since": {
		"fr": (
			"commandes depuis le {day_fr}",
			"quelles commandes sont rentrées depuis le {day_fr} ?",
			"Merci de me sortir les commandes clients enregistrées à partir du {day_fr}.",
			"commandes clients dès le {day_fr}",
		),
	},
	"so_item": {
		"fr": (
			"dans quelles commandes il y a {item} ?",
			"commandes avec l'article {item}",
			"commandes clients contenant {item}",
			"Quelles commandes comprennent l'article {item} ?",
		),
	},
	"po_supplier": {
		"fr": (
			"commandes fournisseur {supplier}",
			"Je souhaite voir les commandes d'achat passées auprès de {supplier}.",
			"les bons de commande qu'on a faits au fournisseur {supplier}",
			"{supplier} toutes les commandes d'achat",
		),
	},
	"po_open": {
		"fr": (
			"commandes fournisseurs en cours",
			"quelles commandes d'achat sont encore ouvertes ?",
			"bons de commande fournisseurs pas encore terminés",
			"Peux-tu me sortir les commandes d'achat en cours chez nos fournisseurs ?",
		),
	},
	"quotations_open": {
		"fr": (
			"devis ouverts",
			"quels devis sont encore ouverts ?",
			"nos soumissions ouvertes aux clients",
			"Montre-moi les devis avec le statut ouvert",
		),
	},
	"issues_open": {
		"fr": (
			"tickets ouverts",
			"c'est quoi les tickets ouverts en ce moment",
			"billets de support ouverts",
			"Pourriez-vous m'indiquer les tickets d'assistance au statut ouvert ?",
		),
	},
	"issues_customer": {
		"fr": (
			"tickets de {customer}",
			"quels problèmes {customer} nous a signalés ?",
			"demandes de support du client {customer}",
			"est-ce qu'on a des tickets pour {customer}",
		),
	},
	"issues_not_closed": {
		"fr": (
			"quels tickets ne sont pas encore fermés ?",
			"tickets non clôturés",
			"tous les tickets sauf ceux qui sont fermés",
			"ticket support pas fermé",
		),
	},
	"issues_days": {
		"fr": (
			"tickets des 30 derniers jours",
			"Quels tickets avons-nous reçus ces 30 derniers jours ?",
			"demandes de support crées dans les trente derniers jours",
		),
	},
	"tasks_priority": {
		"fr": (
			"tâches priorité haute",
			"quelles tâches ont une priorité élevée ?",
			"taches en haute priorité tous projets",
			"Affiche les tâches dont la priorité est haute",
		),
	},
	"tasks_project": {
		"fr": (
			"tâches du projet {project}",
			"qu'est-ce qu'il y a comme tâches dans {project} ?",
			"{project} liste des taches",
			"Sur le projet {project}, quelles sont toutes les tâches ?",
		),
	},
	"items_group": {
		"fr": (
			"articles du groupe {group}",
			"qu'est ce qu'on a comme articles dans le groupe {group}",
			"produits de la catégorie {group}",
			"Quels articles font partie du groupe d'articles {group} ?",
		),
	},
	"items_brand": {
		"fr": (
			"articles de la marque {brand}",
			"produits marque {brand}",
			"on a quoi comme produits de la marque {brand} ?",
		),
	},
	"items_reorder": {
		"fr": (
			"articles à réapprovisionner",
			"Quels produits sont passés sous le seuil de réapprovisionnement ?",
			"qu'est-ce que je dois recommander, quels articles sont sous le niveau de réappro ?",
			"articles sous seuil de reappro",
		),
	},
	"customers_all": {
		"fr": (
			"liste des clients",
			"montre moi tous nos clients",
			"Quels clients avons-nous dans le système ?",
			"tout les client svp",
		),
	},
	"customers_territory": {
		"fr": (
			"clients du territoire {territory}",
			"quels clients on a dans le territoire {territory} ?",
			"mes clients secteur {territory}",
			"Liste des clients situés sur le territoire {territory}, s'il vous plaît",
		),
	},
	"item_price": {
		"fr": (
			"à combien on vend {item} ?",
			"prix de vente {item}",
			"Quel est le prix de vente de l'article {item}, s'il vous plaît ?",
			"{item} tarif client",
		),
	},
	"suppliers_all": {
		"fr": (
			"liste des fournisseurs",
			"quels sont nos fournisseurs ?",
			"tous les fourniseurs",
			"Affichez-moi l'ensemble de nos fournisseurs",
		),
	},
	"employees_active": {
		"fr": (
			"employés actifs",
			"qui travaille actuellement chez nous ?",
			"liste des salariés actifs",
			"le personnel actif de la société",
		),
	},
	"dn_month": {
		"fr": (
			"bons de livraison {month_fr}",
			"Quels bons de livraison a-t-on faits en {month_fr} {year} ?",
			"BL {month_fr} {year}",
			"je veux tous les bons de livraison faits au mois {month_fr}",
		),
	},
	"si_latest": {
		"fr": (
			"dernières factures",
			"montre-moi les factures les plus récentes",
			"c'est quoi les dernières factures qu'on a faites",
			"les 10 dernières factures clients",
		),
	},
	"si_biggest": {
		"fr": (
			"nos plus grosses factures",
			"Quelles sont les factures aux montants les plus élevés ?",
			"top 10 des factures par montant",
		),
	},
	"sales_customer_year": {
		"fr": (
			"combien on a vendu à {customer} cette année ?",
			"CA {customer} {year}",
			"Quel chiffre d'affaires HT avons-nous réalisé avec {customer} en {year} ?",
			"total des ventes de l'année pour {customer}",
		),
	},
	"sales_month": {
		"fr": (
			"CA {month_fr} {year}",
			"on a vendu pour combien en {month_fr} ?",
			"Quel a été notre chiffre d'affaires hors taxes en {month_fr} {year} ?",
			"total ventes {month_fr}",
		),
	},
	"sales_between": {
		"fr": (
			"combien a-t-on vendu entre le {day_fr} et le {later_fr} ?",
			"chiffre d'affaire du {day_fr} au {later_fr}",
			"total des ventes HT pour la période du {day_fr} au {later_fr}",
		),
	},
	"outstanding_customer": {
		"fr": (
			"combien nous doit {customer} ?",
			"{customer} nous doit encore combien",
			"solde dû par {customer}",
			"Quel est le montant total qui reste à payer par {customer} sur ses factures ?",
		),
	},
	"outstanding_all": {
		"fr": (
			"combien les clients nous doivent en tout ?",
			"montant total des factures impayées",
			"Quel est le total restant à encaisser auprès de nos clients ?",
			"total creances clients",
		),
	},
	"po_total_supplier": {
		"fr": (
			"montant total des commandes passées à {supplier}",
			"pour combien d'argent on a commandé chez {supplier} au total ?",
			"commandes d'achat {supplier} montant total",
		),
	},
	"so_average": {
		"fr": (
			"montant moyen d'une commande",
			"en moyenne une commande client ça fait combien ?",
			"Quelle est la valeur moyenne de nos commandes clients ?",
			"panier moyen par commande",
		),
	},
	"si_max": {
		"fr": (
			"montant de la plus grosse facture",
			"elle est de combien, notre facture la plus élevée ?",
			"montant maximum d'une facture chez nous jusqu'ici",
			"Quel est le montant le plus haut qu'on ait jamais mis sur une facture client ?",
		),
	},
	"stock_item": {
		"fr": (
			"combien il nous reste de {item} en stock ?",
			"stock {item}",
			"Combien d'unités de l'article {item} avons-nous en stock, tous entrepôts confondus ?",
			"{item} qté en stock",
		),
	},
	"stock_item_warehouse": {
		"fr": (
			"combien de {item} il y a dans {warehouse} ?",
			"stock de {item} dans l'entrepôt {warehouse}",
			"{item} quantité {warehouse}",
			"il reste combien de {item} au magasin {warehouse}",
		),
	},
	"sales_per_customer": {
		"fr": (
			"CA par client",
			"Combien avons-nous vendu à chaque client ?",
			"total des ventes par client",
			"repartition du chiffre d'affaires par client",
		),
	},
	"si_per_status": {
		"fr": (
			"nombre de factures par statut",
			"combien de factures on a dans chaque statut ?",
			"Je voudrais savoir combien de factures il y a, statut par statut.",
		),
	},
	"top_customers": {
		"fr": (
			"top 5 clients",
			"nos 5 meilleurs clients en chiffre d'affaires",
			"Quels sont les cinq clients à qui on vend pour le plus gros montant ?",
			"les 5 plus gros client par CA",
		),
	},
	"items_per_group": {
		"fr": (
			"nombre d'articles par groupe",
			"combien d'articles dans chaque groupe d'articles ?",
			"on a combien de produits par groupe",
		),
	},
	"issues_open_per_customer": {
		"fr": (
			"nombre de tickets ouverts par client",
			"combien de tickets ouverts a chaque client ?",
			"Pour chaque client, le nombre de tickets actuellement ouverts",
		),
	},
	"record": {
		"fr": (
			"où en est la commande {order} ?",
			"tel de {customer}",
			"Quelle est la date d'échéance de la facture {invoice} ?",
			"dis-moi ce qu'on a sur le fournisseur {supplier}",
		),
	},
	"passage": {
		"fr": (
			"comment annuler une facture déjà validée ?",
			"sous combien de jours un client peut nous retourner une commande",
			"Quel est notre délai de préavis en cas de démission ?",
			"c'est quoi la procédure de relance quand une facture est en retard",
			"qui doit signer un bon de commande au-dessus de la limite d'achat ?",
			"comment on crée un avoir",
			"pénalités de retard prévues dans nos conditions générales de vente",
			"combien de jours de télétravail par semaine sont autorisés ?",
			"Que faut-il faire si la marchandise arrive abîmée chez le client ?",
			"durée de garantie sur les produits vendus",
			"à partir de quel montant faut-il demander trois devis aux fournisseurs ?",
			"comment je me fais rembourser une note de frais",
			"Pourriez-vous m'expliquer la différence entre une commande client et un devis dans le logiciel ?",
			"combien de temps on doit garder les factures",
			"règles pour bloquer un client mauvais payeur",
			"que dit le contrat de maintenance sur le délai de réponse aux tickets ?",
			"comment faire l'inventaire de fin d'année dans l'entrepot",
			"est-ce qu'un employé en période d'essai a droit aux congés payés ?",
			"remise maximale qu'un vendeur peut accorder sans demander l'accord",
			"comment corriger le prix d'un article quand la commande est deja validée",
		),
	},
}
