"""French."""

from itertools import product

from huf.engine.questions.wording import Wording


def _exactly(*words: str) -> tuple[str, ...]:
	"""The words in these forms alone."""
	return tuple(f"={word}" for word in words)


def _done(*stems: str) -> tuple[str, ...]:
	"""The participles of verbs in *-er*, in their four forms alone."""
	return tuple(f"={stem}{ending}" for stem, ending in product(stems, ("é", "ée", "és", "ées")))


_HIGHEST = (
	*("plus élevé", "plus élevée", "plus haut", "plus haute", "plus grand", "plus grande", "plus gros"),
	*("plus grosse", "plus important", "plus importante", "plus cher", "plus chère"),
)
_LOWEST = (
	*("plus bas", "plus basse", "plus petit", "plus petite", "plus faible", "moins cher", "moins chère"),
	*("moins élevé", "moins élevée"),
)
_NEWEST = ("dernier", "dernière", "plus récent", "plus récente")
_ENTERED = _exactly("saisi", "saisie", "saisis", "saisies")
_OPEN = _exactly("ouvert", "ouverte", "ouverts", "ouvertes")
_RECEIVED = _exactly("reçu", "reçue", "reçus", "reçues")
_OLDEST = ("plus ancien", "plus ancienne", "plus vieux", "plus vieille")
_REORDER_LEVELS = (
	*("seuil de réapprovisionnement", "niveau de réapprovisionnement", "seuil de commande"),
	*("stock minimum", "point de commande", "seuil de réappro", "stock minimal"),
)
_BELOW = (
	*("sous le", "sous leur", "sous", "en dessous du", "en dessous de leur", "en-dessous du"),
	"inférieur au",
)

WORDING = Wording(
	roles={
		"small": (
			*(
				"le la les l' un une des d' de du au aux en dans sur chez pour à nous on je j' tu vous notre nos votre vos"
				" ce cet cette ces c' s' se y il ils elle elles eux lui leur leurs qui que qu' moi me m' te t' ne n' a ont avons avez ai avait avaient"
				" été encore déjà actuellement maintenant toujours svp merci bonjour salut exactement existe existent passée passés passées"
				" fait faits faite faites réalisé réalisée réalisés réalisées effectué effectuée effectués effectuées généré générés générée"
				" émis émise émises envoyé envoyée envoyés envoyées établi établie établis établies concernant concernent auprès"
				" concernés appartenant appartiennent situé située situés situées basé basée basés basées trouve trouvent restent reste"
				" ait aient seulement uniquement bien stp arrivé arrivés arrivée arrivées eu eue eus comptons compte-t-on vers donc ça cela"
			).split(),
			*_exactly("adressé", "adressée", "adressés", "adressées", "parmi", "trouve-t-on"),
			*("peux-tu me sortir", "pouvez-vous me sortir", "me sortir", "se trouvent", "se trouve"),
			*("fait partie de", "font partie de", "fait partie du", "font partie du", "par les", "par nos"),
			*("il y a", "il y avait", "y a-t-il", "y-a-t-il", "y a t-il", "y a t il", "il y a eu"),
			*("y a-t-il eu", "a-t-on", "avons-nous", "avez-vous", "as-tu", "ai-je", "a-t-il", "a-t-elle"),
			*_exactly("qui sont", "qui ne sont", "qui ont", "qui n'ont"),
			*("reste-t-il", "restent-ils", "restent-elles", "=compte le", "=compte la", "=compte l'"),
			*("ont-ils", "ont-elles", "est-ce que", "est-ce qu'", "peux-tu", "peux-tu me", "pouvez-vous"),
			*("pouvez-vous me", "pourrais-tu", "pourriez-vous", "pourrais-tu me", "pourriez-vous me"),
			*("peut-on", "puis-je", "puis-je avoir", "peux-tu m'", "pouvez-vous m'", "pourriez-vous m'"),
			*("je veux", "je voudrais", "je souhaite", "j'aimerais", "j'ai besoin de", "j'ai besoin des"),
			*("il me faut", "je cherche", "je voudrais avoir", "j'aimerais avoir", "je veux voir"),
			*("je voudrais voir", "j'aimerais voir", "dis-moi", "dites-moi", "je voudrais savoir"),
			*("j'aimerais savoir", "s'il te plaît", "s'il vous plaît", "dans le système", "en ce moment"),
			*("à ce jour", "à l'heure actuelle", "pour le moment", "au cours de", "au cours du"),
			*("au cours des", "au cours de l'", "lors de", "lors du", "pendant", "durant"),
			*("en ce qui concerne", "auprès de", "auprès du", "de la part de", "relatif à", "relatifs à"),
			*("relative à", "relatives à", "liés à", "liées à", "font partie de", "fait partie de"),
			*("au sein de", "du côté de", "en avons-nous", "en a-t-on", "en avez-vous", "en as-tu"),
			*("en ai-je", "en reste-t-il", "y en a-t-il", "il y en a"),
		),
		"is": ("=est", "=sont", "=était", "=étaient", "=soit", "=soient", "égal à", "égale à"),
		# Not of a clause that says which are meant: “toutes celles *qui sont* payées”.
		"asserts": ("=sont", "=ont"),
		"whether": (
			*(
				"est-ce que",
				"est-ce qu'",
				"=a",
				"=ont",
				"a-t-on",
				"avons-nous",
				"avez-vous",
				"ai-je",
				"as-tu",
			),
		),
		"with": (
			*("avec", "dont", "dont le", "dont la", "dont l'", "ayant", "où", "contenant", "contiennent"),
			"comprenant",
		),
		"list": (
			*(
				"liste",
				"listes",
				"liste complète",
				"liste complète des",
				"liste complète de",
				"lister",
				"liste des",
				"liste de",
				"montre",
				"montrer",
				"affiche",
			),
			*("afficher", "donne", "donner", "montre-moi", "montrez-moi", "affiche-moi", "affichez-moi"),
			*("donne-moi", "donnez-moi", "liste-moi", "trouve", "trouver", "trouve-moi", "cherche"),
			*("chercher", "voir", "aperçu", "aperçu des", "récapitulatif des", "récapitulatif"),
			*("sors-moi", "sortez-moi", "sors", "énumère", "extraire", "extraction des"),
			"fais-moi la liste des",
		),
		"which": (
			*("quel", "quelle", "quels", "quelles", "lequel", "lesquels", "lesquelles", "quoi"),
			*("qu'est-ce que", "qu'est-ce qu'", "qu'avons-nous", "qu'a-t-on", "que nous avons"),
			"que avons-nous",
		),
		"count": (
			*("combien", "combien de", "combien d'", "combien des", "nombre", "nombre de", "nombre d'"),
			*("quelle quantité", "quelle quantité de", "quelle quantité d'"),
			*("nombre des", "nb", "nb de", "nb d'", "nbre", "nbre de", "nombre total de"),
			*("nombre total d'", "=compter", "=compte les", "combien d'unités de"),
			*("combien de pièces de", "combien d'exemplaires de"),
		),
		"much": (
			*("combien", "combien d'argent", "à combien s'élève", "à combien s'élèvent"),
			*("à combien se monte", "à combien se montent", "pour combien", "à hauteur de combien"),
		),
		"sum": (
			*("total", "totale", "somme", "somme de", "somme des", "au total", "en tout", "cumul"),
			*("cumulé", "totalité", "global"),
		),
		"avg": ("moyenne", "moyen", "en moyenne", "moyenne de", "moyenne des"),
		"highest": (*_HIGHEST, "maximum", "maximal", "max"),
		"lowest": (*_LOWEST, "minimum", "minimal", "min"),
		"newest": _NEWEST,
		"oldest": _OLDEST,
		"top": (
			*("top", "meilleur", "le plus", "la plus", "les plus", "le plus de", "le plus d'", "plus gros"),
			"plus grosse",
		),
		"best": (
			*("plus gros", "plus grosse", "plus grand", "plus grande", "plus important", "plus importante"),
			"principal",
		),
		"group": (
			*("de chaque", "dans chaque", "à chaque", "pour chacun des", "pour chacune des"),
			*("par", "pour chaque", "par chaque", "groupé par", "regroupé par", "ventilé par"),
			*("réparti par", "répartition par", "selon", "en fonction de", "détail par", "détaillé par"),
		),
		"not": (
			*("pas", "non", "jamais", "aucun", "aucune", "ni", "sauf", "hors", "excepté", "hormis"),
			*("autre que", "pas encore", "toujours pas", "à l'exception de", "à l'exception du"),
			*("à part", "en dehors de"),
		),
		"without": ("sans", "aucun", "aucune"),
		"and": ("et", "ainsi que", "ainsi qu'", "mais"),
		"or": ("ou", "ou bien"),
		"more": (
			*("plus de", "plus d'", "plus que", "supérieur à", "au-dessus de", "au dessus de"),
			*("au-delà de", "au delà de", "dépasse", "dépassant", "excède", "excédant", "plus élevé que"),
			*("plus grand que", "de plus de", "de plus d'"),
		),
		"less": (
			*("moins de", "moins d'", "moins que", "inférieur à", "en dessous de", "en-dessous de"),
			*("au-dessous de", "plus petit que", "plus bas que", "en deçà de", "de moins de"),
		),
		"at_least": ("au moins", "d'au moins", "minimum", "au minimum", "à partir de", "supérieur ou égal à"),
		"at_most": (
			*("au plus", "maximum", "au maximum", "jusqu'à", "pas plus de", "d'au plus"),
			*("inférieur ou égal à", "ne dépassant pas"),
		),
		"between": ("entre", "compris entre"),
		"since": (
			*("depuis", "depuis le", "à partir de", "à partir du", "à compter de", "à compter du", "dès"),
			"dès le",
		),
		"before": ("avant", "avant le", "antérieur à", "antérieur au", "précédant"),
		"after": ("après", "après le", "postérieur à", "postérieur au", "ultérieur à", "ultérieur au"),
		"until": (
			*("jusqu'à", "jusqu'au", "jusqu'en", "d'ici", "d'ici le", "d'ici au", "d'ici à"),
			*("au plus tard", "au plus tard le"),
		),
		"reaching": ("à", "au"),
		"from": ("de", "du", "d'", "entre"),
		"dated": ("de", "du", "d'", "daté du", "daté de", "en date du"),
		"worth": (
			*("montant", "valeur", "volume", "d'un montant de", "d'une valeur de", "pour un montant de"),
			*("à hauteur de", "montant ttc", "total ttc", "montant total ttc", "valeur totale ttc"),
		),
		"all": (
			*("tout", "toute", "tous", "toutes", "l'ensemble", "l'ensemble des", "chaque"),
			*("l'intégralité des", "la totalité des"),
		),
		"mine": ("mes", "mon", "ma"),
		"own": (
			*(f"{done} par moi" for done in (*_done("cré", "enregistr", "ajout"), *_ENTERED)),
			*("que j'ai créé", "que j'ai saisi", "que j'ai enregistré", "que j'ai ajouté"),
			*("que j'ai fait", "j'ai créé", "j'ai saisi", "j'ai enregistré", "ai-je créé", "ai-je saisi"),
			"ai-je enregistré",
		),
		# “Par mois” has the same stem.
		"who": ("=par moi", "=de moi"),
		"assigned": (
			*(f"{done} à moi" for done in _done("assign", "attribu", "affect")),
			*("qui me sont assigné", "qui me sont attribué", "qui me sont affecté", "qui m'est assigné"),
			*("qui m'est attribué", "me sont assigné", "me sont attribué", "m'est assigné"),
		),
		# The plural is said of several, and “devis” has no other plural.
		"one": _exactly(*_HIGHEST, *_LOWEST, *_NEWEST, *_OLDEST),
		"traded": ("vendu", "vendre", "vendons", "acheté", "achetons", "acheter"),
		"month": ("mois",),
		"quarter": ("trimestre",),
		"year": ("année", "an"),
		"monthly": ("mensuel", "mensuelle", "mensuellement", "mois par mois"),
		"quarterly": ("trimestriel", "trimestrielle", "trimestre par trimestre"),
		"yearly": ("=annuel", "=annuelle", "=annuels", "=annuelles", "année par année"),
	},
	months=(
		("janvier", "janv"),
		("février", "févr", "fév"),
		("mars",),
		("avril", "avr"),
		("mai",),
		("juin",),
		("juillet", "juil"),
		("août",),
		("septembre", "sept"),
		("octobre", "oct"),
		("novembre", "nov"),
		("décembre", "déc"),
	),
	weekdays=(("lundi",), ("mardi",), ("mercredi",), ("jeudi",), ("vendredi",), ("samedi",), ("dimanche",)),
	dates={
		"today": ("aujourd'hui", "ce jour"),
		"yesterday": ("hier",),
		"tomorrow": ("demain",),
		"this": ("=ce", "=cet", "=cette"),
		"last": ("=dernier", "=dernière", "=précédent", "=précédente"),
		"next": ("=prochain", "=prochaine"),
		"past": ("=derniers", "=dernières"),
		"ahead": ("=prochains", "=prochaines"),
		"running": ("=du", "=de la", "=de l'", "=dans le", "=dans la", "=sur le", "=sur l'"),
		"older": (
			*("plus vieux que", "plus vieille que", "plus ancien que", "datant de plus de"),
			*("datées de plus de", "vieux de plus de", "vieilles de plus de", "âgé de plus de"),
			"datant d'il y a plus de",
		),
		"day": ("jour", "journée"),
		"week": ("semaine", "semaine-ci"),
		"month": ("mois", "mois-ci"),
		"quarter": ("trimestre", "trimestre-ci"),
		"year": ("année", "an", "année-ci", "année civile"),
		"fiscal_year": (
			*("exercice", "exercice comptable", "exercice fiscal", "année fiscale", "année financière"),
		),
		"first": ("premier", "1er", "1", "t1", "q1"),
		"second": ("deuxième", "second", "2e", "2ème", "2", "t2", "q2"),
		"third": ("troisième", "3e", "3ème", "3", "t3", "q3"),
		"fourth": ("quatrième", "4e", "4ème", "4", "t4", "q4"),
	},
	dates_behind={
		"this": ("en cours", "courant", "actuel", "actuelle"),
		"last": ("dernier", "dernière", "précédent", "passé", "écoulé"),
		"next": ("prochain", "prochaine", "suivant", "à venir", "qui vient"),
		"past": (
			*("=derniers", "=dernières", "=précédents", "=précédentes", "=écoulés", "=écoulées"),
			"=passés",
		),
		"ahead": ("=prochains", "=prochaines", "=suivants", "=suivantes", "=à venir", "=qui viennent"),
	},
	date_links={"year": ("de", "d'", "du", "l'")},
	is_day_first=True,
	states={
		"draft": ("brouillon", "en brouillon", "à l'état de brouillon", "au brouillon"),
		"submitted": ("validé", "comptabilisé", *_exactly("soumis", "soumise", "soumises")),
		"cancelled": ("annulé",),
		"open": (*_OPEN, "en cours", "en suspens"),
		"closed": ("fermé", "clôturé", *_exactly("clos", "close", "closes")),
		"completed": ("terminé", "achevé", "finalisé", *_exactly("fini", "finie", "finis", "finies")),
		"overdue": (
			*("dépassé l'échéance", "ont dépassé l'échéance", "échéance dépassée", "hors délai"),
			"en retard",
			"en retard de paiement",
			*_exactly("échu", "échue", "échus", "échues"),
		),
		"paid": ("payé", "réglé", "soldé", "acquitté"),
		"not paid": (
			*("impayé", "non payé", "non réglé", "non soldé", "non acquitté", "non-payé", "non-réglé"),
			*("en attente de paiement", "en attente de règlement", "restant à payer", "restant à régler"),
		),
		"delivered": ("livré", "expédié"),
		"not delivered": (
			*("non livré", "non expédié", "non-livré", "non-expédié"),
			*_exactly("à livrer", "à expédier", "reste à livrer", "restent à livrer", "restant à livrer"),
			*("en attente de livraison", "en attente d'expédition", "en cours de livraison"),
		),
		"billed": ("facturé",),
		"not billed": (
			*("non facturé", "non-facturé", "en attente de facturation"),
			*_exactly("à facturer", "reste à facturer", "restent à facturer", "restant à facturer"),
		),
		"received": ("réceptionné", *_RECEIVED),
		"not received": (
			*(f"=non {received[1:]}" for received in _RECEIVED),
			*("non réceptionné", "non-réceptionné", "en attente de réception", "=à recevoir"),
			*_exactly("à réceptionner", "reste à recevoir", "restent à recevoir", "restant à recevoir"),
		),
		"disabled": ("désactivé", *_exactly("inactif", "inactive", "inactifs", "inactives")),
		"enabled": ("activé", *_exactly("actif", "active", "actifs", "actives"), "en activité"),
		"below reorder level": (
			*(f"{below} {level}" for below, level in product(_BELOW, _REORDER_LEVELS)),
			"=à réapprovisionner",
			*("presque en rupture", "en stock faible", "en stock bas", "à court de stock"),
		),
		"out of stock": (
			*("en rupture", "en rupture de stock", "plus en stock", "pas en stock", "épuisé", "sans stock"),
			*("plus de stock", "pas de stock", "stock épuisé"),
		),
	},
	totals={
		"sales": (
			*("chiffre d'affaires", "ca", "ventes", "chiffre d'affaires ht", "ca ht", "ventes ht"),
			*("ventes hors taxes", "total des ventes ht", "total ventes ht", "ventes nettes"),
			*("chiffre d'affaire", "vendu", "vendre", "vendons", "chiffre de ventes"),
			*("chiffre des ventes", "revenus", "volume des ventes", "recettes"),
		),
		"purchases": (
			*("achats", "acheté", "acheter", "achetons", "dépensé", "volume d'achats", "volume d'achat"),
			*("dépenses", "volume des achats"),
		),
		"receivable": (
			*("montant dû", "montants dus", "montant dû par", "montants dus par", "=dû par"),
			*("montant restant dû", "montant impayé", "montants impayés", "restant dû", "reste dû"),
			*("solde dû", "encours", "encours client", "encours clients", "créances", "créances clients"),
			*("nous doit", "nous doivent", "nous doit-il", "nous doit-elle", "nous doivent-ils"),
			*("reste à encaisser", "reste à nous payer", "montant ouvert", "montants ouverts"),
		),
		"payable": ("nous devons", "devons-nous", "dettes fournisseurs", "dettes"),
		"stock value": (
			*("valeur du stock", "valeur de stock", "valeur de notre stock", "valeur des stocks"),
			*("valeur de l'inventaire", "stock valorisé"),
		),
		"stock": (
			*("stock", "en stock", "stock actuel", "stock disponible", "stock physique"),
			*("niveau de stock", "quantité en stock", "quantités en stock", "qté en stock"),
			*("stock dispo", "en magasin", "en entrepôt"),
		),
	},
	date_fields={
		"due": (
			*("échéance", "date d'échéance", "à échéance", "=dû", "=due", "=dus", "=dues", "exigible"),
			*("arrivant à échéance", "arrive à échéance", "arrivent à échéance", "venant à échéance"),
			*("échéant", "échoit", "viennent à échéance", "arrivées à échéance", "arrivés à échéance"),
		),
		"created": (
			*("créé", "enregistré", "ajouté", *_ENTERED),
			# Still open, or opened on a day: where days follow, nobody can tell.
			*_OPEN,
		),
		"modified": (
			*("modifié", "changé", "actualisé", "mis à jour", "mise à jour", "mises à jour"),
			"modifié en dernier",
		),
		"delivery": (
			*("date de livraison", "livraison prévue", "=à livrer", "=à recevoir", "=à expédier"),
			*("=à réceptionner", "=doivent être livrées", "=doivent être livrés", "=doit être livrée"),
		),
		"expires": (
			*("expire", "expirent", "expirant", "arrive à expiration", "arrivent à expiration"),
			*("valable jusqu'au", "valable jusqu'à", "valide jusqu'au", "valide jusqu'à", "périmé"),
			"arrivant à expiration",
		),
		"joined": (
			*_exactly("embauché", "embauchée", "embauchés", "embauchées", "recruté", "recrutée", "recrutés"),
			"date d'embauche",
		),
		"left": _exactly("parti", "partie", "partis", "parties"),
	},
	doctypes={
		"Sales Invoice": ("facture", "facture client", "facture de vente", "facture clients"),
		"Purchase Invoice": ("facture", "facture fournisseur", "facture d'achat", "facture fournisseurs"),
		"Sales Order": ("commande", "commande client", "commande de vente", "commande clients"),
		"Purchase Order": (
			*("commande", "commande fournisseur", "commande d'achat", "bon de commande"),
			*("commande fournisseurs", "ordre d'achat"),
		),
		"Delivery Note": ("livraison", "bon de livraison", "bl", "bordereau de livraison"),
		"Purchase Receipt": ("réception", "bon de réception", "réception de marchandises"),
		"Territory": ("territoire", "secteur"),
		"Item Group": ("famille", "famille d'articles", "famille de produits"),
		"Quotation": (
			"devis",
			"devis client",
			"devis clients",
			"offre",
			"offre de prix",
			"soumission",
			"proposition commerciale",
		),
		"Supplier Quotation": ("devis fournisseur", "offre fournisseur"),
		"Item": ("article", "produit"),
		"Item Price": ("prix", "tarif"),
		"Customer": ("client",),
		"Supplier": ("fournisseur",),
		"Issue": ("ticket", "demande d'assistance", "demande de support", "incident", "ticket de support"),
		"Task": ("tâche",),
		"Project": ("projet",),
		"Payment Entry": ("paiement", "règlement", "versement"),
		"Employee": ("employé", "salarié", "collaborateur"),
		"ToDo": ("tâche", "à faire"),
		"Event": ("rendez-vous", "rdv", "événement"),
		"Communication": ("e-mail", "mail", "courriel"),
		"BOM": ("nomenclature",),
		"Lead": ("piste", "prospect"),
		"Opportunity": ("opportunité",),
		"Warehouse": ("entrepôt", "dépôt"),
	},
	kinds={
		"Sales Invoice": {"credit note": ("avoir", "avoir client", "note de crédit")},
		"Purchase Invoice": {"credit note": ("avoir fournisseur", "note de débit")},
		"Item Price": {
			"for buying": ("prix d'achat", "tarif d'achat"),
			"for selling": ("prix de vente", "tarif de vente"),
		},
	},
	details={
		"Contact": (
			*("adresse e-mail", "adresse email", "adresse mail", "e-mail", "email", "mail", "courriel"),
			*("adresse courriel", "numéro de téléphone", "n° de téléphone", "téléphone"),
			*("numéro de portable", "numéro de mobile", "portable", "personne de contact"),
			*("personne à contacter", "interlocuteur", "interlocutrice", "contact", "contacter"),
			*("joindre", "appeler", "écrire"),
		),
		"Address": ("rue", "adresse postale", "code postal", "adresse"),
	},
	day_suffixes=("er",),
	pronouns=(
		*("il", "ils", "elle", "elles", "eux", "lui", "leur", "leurs", "a-t-il", "a-t-elle", "ont-ils"),
		*("ont-elles", "en avons-nous", "en a-t-on", "en avez-vous", "en as-tu", "en ai-je"),
		*("en reste-t-il", "y en a-t-il", "il y en a"),
	),
	participles={"é": ("ée", "és", "ées")},
	elisions=(*("l'", "d'", "qu'", "n'", "s'", "j'", "c'", "m'", "t'", "jusqu'", "lorsqu'", "puisqu'"),),
	heads="first",
)
