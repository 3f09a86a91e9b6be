"""French."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from typing import TypeVar

from huf.engine.questions.languages.phrases import each, exactly, exactly_each, phrases
from huf.engine.questions.wording import Wording

_KeyT = TypeVar("_KeyT", bound=str)
_HYPHEN = re.compile(
	r"(?<=\w)-(?=(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|moi|ce|y|là)\b)|(?<=-t)-(?=\w)"
)
"""Between a verb and the pronoun behind it."""


def _apart(phrases: Iterable[str]) -> tuple[str, ...]:
	"""The phrases, and those in which a pronoun follows its verb without the hyphens too, as it is often typed: “y a t il”."""
	written = dict.fromkeys(phrases)
	for phrase in (*written,):
		written[_HYPHEN.sub(" ", phrase)] = None
	return (*written,)


def _all_apart(table: Mapping[_KeyT, tuple[str, ...]]) -> dict[_KeyT, tuple[str, ...]]:
	return {key: _apart(phrases) for key, phrases in table.items()}


def _done(*stems: str) -> tuple[str, ...]:
	"""The participles of verbs in *-er*, in their four forms alone."""
	return tuple(f"={stem}{ending}" for stem, ending in product(stems, ("é", "ée", "és", "ées")))


def _all_forms(stems: str) -> tuple[str, ...]:
	"""Participles and adjectives that add *-e* and *-s*, in their four forms alone; each is given in the first of them."""
	words = [word.strip() for word in stems.split(",")]
	return tuple(
		f"={form}"
		for word in words
		for form in (word, f"{word}e", word if word.endswith("s") else f"{word}s", f"{word}es")
	)


# Asking somebody, oneself and all together, for what the verb behind it says.
_MAY = (
	"y a-t-il moyen de, y a-t-il moyen d',"
	" j'essaie de, j'essaye de, serait-il possible d', merci d', prière d',"
	" peux-tu, pouvez-vous, pourrais-tu, pourriez-vous, tu peux, vous pouvez, tu pourrais, vous pourriez, veux-tu, voulez-vous,"
	" voudrais-tu, voudriez-vous, peut-on, on peut, on pourrait, pourrait-on, quelqu'un peut, quelqu'un pourrait, est-ce que tu peux,"
	" est-ce que vous pouvez, est-ce que tu pourrais, est-ce que vous pourriez, est-ce qu'on peut, est-ce que quelqu'un peut,"
	" serait-il possible de, il faudrait, faudrait, il faudra, merci de, prière de, veuillez"
)
_MAY_I = (
	"puis-je, je peux, je pourrais, pourrais-je, est-ce que je peux, est-ce que je pourrais, pouvons-nous, pourrions-nous, nous pouvons,"
	" peut-on, on peut, on pourrait, pourrait-on, est-ce qu'on peut, serait-il possible d',"
	" il faudrait, faudrait"
)
_WANT = (
	"je veux, je voudrais, je souhaite, je souhaiterais, je désire, je désirerais, j'aimerais, j'aimerais bien, je voudrais bien,"
	" je veux bien, on veut, on voudrait, on souhaite, on souhaiterait, on aimerait, on aimerait bien, nous voulons, nous voudrions,"
	" nous souhaitons, nous souhaiterions, nous aimerions, nous désirons, il veut, elle veut, le patron veut, la direction veut,"
	" le chef veut"
)
_NEED = "j'ai besoin, j'aurais besoin, j'ai juste besoin, on a besoin, on aurait besoin, nous avons besoin, nous aurions besoin"
_I_NEED = "il me faut, il nous faut, il me faudrait, il nous faudrait, me faut, me faudrait, nous faudrait, nous faut, il m'en faut"
_TELL = (
	"dire, indiquer, préciser, communiquer, rappeler, confirmer, informer, renseigner, faire savoir, transmettre, envoyer, fournir,"
	" passer, filer, préparer, calculer, ressortir, remonter, retrouver, récupérer, extraire, imprimer, faire voir, éditer, partager,"
	" générer, exporter, remettre, faire parvenir, faire passer, dresser, détailler, récapituler, résumer, tirer, sortir vite fait, faire,"
	" aider à trouver, aider à voir, en dire plus sur, faire un topo sur, établir, compter, chiffrer"
)
_SHOW = "donner, montrer, afficher, lister, sortir, trouver, chercher, rechercher, énumérer, présenter, faire la liste"
_SEE = (
	"trouver, lister, afficher, extraire, imprimer, exporter, contrôler, examiner, passer en revue, analyser, relancer, faire le point sur,"
	" avoir accès à, avoir un aperçu de, jeter un œil à, voir, avoir, savoir, connaître, consulter, obtenir, visualiser, récupérer, vérifier, regarder, recevoir, sortir, retrouver, disposer de"
)
_GIVE = (
	"donne, donnez, montre, montrez, affiche, affichez, liste, listez, sors, sortez, ressors, ressortez, trouve, trouvez, cherche,"
	" cherchez, énumère, énumérez, envoie, envoyez, passe, passez, file, filez, fournis, fournissez, prépare, préparez, extrais,"
	" extrayez, imprime, imprimez, récupère, récupérez, retrouve, retrouvez, transmets, transmettez, présente, présentez, indique,"
	" indiquez, communique, communiquez, cite, citez, nomme, nommez, balance, remonte, remontez, rappelle, rappelez, fais voir,"
	" faites voir, sort, fait, affiches, donnes, montres, trouves, édite, éditez, dresse, dressez, établis, établissez, exporte, exportez,"
	" génère, générez, partage, partagez, détaille, détaillez, ramène, balancez, renvoie, renvoyez, mets, mettez, dégote, déniche"
)
_SAY = (
	"dis, dites, précise, précisez, confirme, confirmez, calcule, calculez, compte, comptez, redis, redites"
)
_DEBT_PAST = "l'échéance, leur échéance, son échéance, la date d'échéance, leur date d'échéance, sa date d'échéance, l'échéance de paiement"
_WE_HAVE = "avons-nous, a-t-on, on a, nous avons, qu'on a, que nous avons, avez-vous, as-tu, ai-je, j'ai, vous avez, tu as"
_TO_US = tuple(
	" ".join((*before, received))
	for before in (
		(),
		*(
			words.split()
			for words in (
				"avons-nous",
				"a-t-on",
				"on a",
				"nous avons",
				"que nous avons",
				"qu'on a",
				"ont été",
				"a été",
			)
		),
	)
	for received in ("reçu", "reçue", "reçus", "reçues")
)
"""What was received is of somebody else: commandes *reçues* are those of customers, factures *reçues* those of suppliers."""
_WHICH_AMOUNT = exactly(
	"quel montant, quel est le montant, quel était le montant, quel est son montant, quel en est le montant, de quel montant, pour quel montant,"
	" à quel montant, à quel montant s'élève, à quel montant s'élèvent, quel est le montant de, quel est le montant des, quelle est la somme, quelle somme,"
	" quelle somme représentent, quelle somme représente, quel montant représentent, quel montant représente, quelle valeur représentent,"
	" quelle valeur représente, quel total représentent, que représentent, que représente, ça fait quel montant, ça fait quelle somme"
)
_WE_ORDERED = exactly_each("combien, pour combien", _WE_HAVE, "commandé")
"""That asks for an amount: “combien avons-nous commandé chez Acme”."""
_VALUE = "valeur, valeur totale, valeur actuelle, valeur globale, montant, montant total, valorisation, coût, coût total"
_STOCKS = (
	"du stock, de stock, de notre stock, des stocks, de nos stocks, de l'inventaire, de notre inventaire, du stock actuel,"
	" de tout le stock, en stock, de la marchandise en stock, des marchandises en stock, des articles en stock, des produits en stock,"
	" du magasin"
)
_SOLD_AT = (
	"on le vend combien, on la vend combien, on les vend combien, on le vend à combien, on la vend à combien, on les vend à combien, se vend combien,"
	" se vend à combien, on vend à combien, on vend à quel prix, nous vendons à combien, combien se vend, à combien se vend, est vendu combien,"
	" est vendu à combien, à combien est vendu, à combien est facturé, on facture à combien, à quel prix vend-on, à quel prix se vend, à quel prix est vendu,"
	" combien facture-t-on au client, à quel tarif vendons-nous, à quel tarif vend-on, à quel tarif on vend"
)
_WORK = "travaille, travaillent, travaillant, bosse, bossent"
_AT_PRESENT = "actuellement, encore, encore actuellement, en ce moment, toujours, aujourd'hui, présentement, à ce jour, pour le moment, "
_HERE = (
	"chez nous, ici, pour nous, dans l'entreprise, dans la société, dans la boîte, dans la boite, dans notre entreprise, dans notre société,"
	" dans la maison, au sein de l'entreprise, au sein de la société, pour l'entreprise, dans l'équipe"
)
_OWED = "payé, réglé, soldé, encaissé, acquitté"

_HIGHEST = (
	*("plus élevé", "plus élevée", "plus haut", "plus haute", "plus grand", "plus grande", "plus gros"),
	*("plus grosse", "plus important", "plus importante", "plus cher", "plus chère", "plus fort"),
	*("plus forte", "plus onéreux", "plus onéreuse", "plus coûteux", "plus coûteuse"),
)
_LOWEST = (
	*("plus bas", "plus basse", "plus petit", "plus petite", "plus faible", "moins cher", "moins chère"),
	*("moins élevé", "moins élevée", "moins important", "moins importante", "moins coûteux"),
	"moins coûteuse",
)
_NEWEST = (
	*("dernier", "dernière", "plus récent", "plus récente", "tout dernier", "toute dernière"),
	*("tout récent", "toute récente", "plus nouveau", "plus nouvelle"),
)
_SORTED = "triées, triés, trié, triée, classées, classés, ordonnées, ordonnés, rangées, rangés, triées toutes, trie, trie-moi, trier, classe,"
_IN_FRONT = "d'abord, en premier, en tête, en haut, en haut de la liste, au début, en premier lieu"
_FROM_HIGHEST = (
	"les plus élevées, les plus élevés, les plus grosses, les plus gros, les plus grandes, les plus grands, les plus importantes, les plus importants,"
	" les plus chères, les plus hautes, la plus grosse, la plus élevée, la plus grande, le plus élevé, le plus gros, les montants les plus élevés"
)
_FROM_NEWEST = "les plus récentes, les plus récents, les dernières, les derniers, la plus récente, la dernière, les nouvelles"
_BY_AMOUNT = (
	*exactly_each(
		_SORTED,
		"par montant, par total, par valeur, selon le montant, par le montant",
		"décroissant, décroissante, , descendant",
	),
	*exactly_each(
		_SORTED,
		"par ordre décroissant, par ordre décroissant de montant, par ordre de montant, du plus grand au plus petit, du plus élevé au plus bas,"
		" de la plus élevée à la plus basse, du plus gros au plus petit, de la plus grosse à la plus petite, de la plus grande à la plus petite,"
		" par ordre de grandeur",
	),
)
_ENTERED = exactly("saisi, saisie, saisis, saisies")
_OPEN = exactly("ouvert, ouverte, ouverts, ouvertes")
_RECEIVED = exactly("reçu, reçue, reçus, reçues")
_OLDEST = ("plus ancien", "plus ancienne", "plus vieux", "plus vieille")
_REORDER_LEVELS = (
	*("seuil de réapprovisionnement", "niveau de réapprovisionnement", "seuil de commande"),
	*("stock minimum", "point de commande", "seuil de réappro", "stock minimal", "seuil d'alerte"),
	*("seuil", "minimum", "seuil minimum", "seuil minimal", "niveau minimum", "niveau de commande"),
	*(
		"niveau de réappro",
		"seuil de réassort",
		"point de réapprovisionnement",
		"niveau de réassort",
		"stock d'alerte",
		"niveau d'alerte",
	),
	*(
		"seuil de réapprovisionnement défini",
		"quantité minimum",
		"quantité minimale",
		"seuil de stock",
		"seuil de stock minimum",
	),
	*(
		"point de réappro",
		"niveau critique",
		"stock minimum défini",
		"limite de réapprovisionnement",
		"minimum de stock",
		"niveau minimum de stock",
		"niveau minimal de stock",
		"seuil minimum de stock",
	),
	*("seuil critique", "mini", "stock mini", "seuil de recommande", "niveau minimal"),
)
_BELOW = (
	*("sous le", "sous leur", "sous", "en dessous du", "en dessous de leur", "en-dessous du"),
	*("inférieur au", "en dessous de", "en-dessous de", "sous son", "en dessous de son", "au-dessous du"),
	*("passé sous le", "passés sous le", "tombé sous le", "tombés sous le", "ont atteint le"),
	*(
		"ont atteint leur",
		"sous leurs",
		"au dessous du",
		"inférieur à leur",
		"inférieur à son",
		"en-dessous de leur",
		"plus bas que le",
	),
	*(
		"est sous le",
		"sont sous le",
		"est passé sous le",
		"est inférieur au",
		"est en dessous du",
		"est tombé sous le",
		"descendus sous le",
	),
	*(
		"passent sous le",
		"sont descendus sous le",
		"en dessous de son",
		"en deçà du",
		"ont passé sous le",
		"sont tombés sous le",
	),
)

# “Qu'est-ce qu'on a comme clients”: which ones, of ours.
_WHAT_WE_HAVE_AS = (
	*(
		f"={what}{has} comme"
		for what in ("qu'est-ce qu'", "")
		for has in (
			"on a",
			"il y a",
			"on a quoi",
			"il y a quoi",
			"on a qui",
			"il y a qui",
			"nous avons",
			"vous avez",
		)
	),
	*exactly_each(
		"avons-nous, a-t-on, nous avons, que nous avons, qu'avons-nous, y a-t-il, avez-vous, qu'avez-vous, as-tu, vous avez, on a qui,"
		" vous avez qui, nous avons qui, c'est qui",
		"comme",
	),
)

_HYPHENATED = Wording(
	roles={
		"small": (
			*exactly(
				"ont ouvert, a ouvert, ayant ouvert, nous ont ouvert, nous a ouvert, ont déjà ouvert, avons ouvert, avez ouvert"
			),
			*exactly("le moindre, la moindre, au total"),
			*exactly("au complet, en entier, entièrement, complètement, en jours"),
			*exactly("dans l'entreprise, dans la société, chez nous, dans la boîte, dans la maison"),
			*exactly(
				"comme, au support, marqué, marquée, marqués, marquées, classé, classée, classés, classées, peu importe"
			),
			*exactly("argent, d'argent, de l'argent"),
			*(
				"le la les l' un une des d' de du au aux en dans sur chez pour à nous on je j' tu vous notre nos votre vos"
				" ce cet cette ces c' s' se y il ils elle elles eux lui leur leurs qui que qu' moi me m' te t' ne n' a ont avons avez ai avait avaient"
				" été encore déjà actuellement maintenant toujours svp merci bonjour salut exactement existe existent passée passés passées"
				" fait faits faite faites réalisé réalisée réalisés réalisées effectué effectuée effectués effectuées généré générés générée"
				" émis émise émises envoyé envoyée envoyés envoyées établi établie établis établies concernant concernent auprès"
				" concernés appartenant appartiennent situé située situés situées basé basée basés basées trouve trouvent restent reste"
				" ait aient seulement uniquement bien stp arrivé arrivés arrivée arrivées eu eue eus comptons compte-t-on vers donc ça cela"
			).split(),
			*exactly_each(
				"auriez-vous, aurais-tu, ayez, si vous aviez, si tu avais, vous auriez, tu aurais",
				"l'obligeance de, la gentillesse de, l'amabilité de, la bonté de, l'obligeance d', la gentillesse d', l'amabilité d'",
			),
			*exactly_each(
				"je vous prie de, je vous remercie de, je vous saurais gré de, je vous serais reconnaissant de, je vous serais reconnaissante de,"
				" je te remercie de, nous vous prions de, nous vous remercions de, vous serait-il possible de, te serait-il possible de,"
				" vous est-il possible de, auriez-vous la possibilité de, est-ce que ce serait possible de, ce serait possible de, ce serait sympa de,"
				" ça serait bien d', ça serait bien de, ce serait bien d', j'aurais voulu, j'aurais aimé, j'aurais besoin de, il me serait utile de,"
				" il serait utile de, je compte sur toi pour, vous serait-il possible d', te serait-il possible d', je vous prie d'",
				", bien vouloir, bien vouloir me, me, nous, m', savoir, avoir, voir, connaître, obtenir",
			),
			*exactly_each(
				"venons-nous, on vient, nous venons, vient-on, venons, qu'on vient, que nous venons",
				"d'émettre, de faire, d'envoyer, de sortir, d'établir, de recevoir, de passer, de créer, d'enregistrer",
			),
			*exactly(
				"ont eu lieu, a eu lieu, ayant eu lieu, se sont faites, se sont faits, prévues dans, prévus dans, prévues pour, planifiées dans, planifiées pour,"
				" relèvent du, relèvent de, dépendent du, dépendent de, dépendant du, dépendant de, rattachés au, rattachées au, relevant du, relevant de,"
				" représente-t-il, représentent-ils, représente-t-elle, représentent-elles, c'est pour, c pour, suffit, suffira, ça suffit, cest, jai, quon, rangés, rangées, rangé, génèrent, génère, apportent, amènent, ramènent, réalisent,"
				" sans exception, sans exceptions, sans filtre, sans restriction, aucune exception, lesdites, lesdits, dites, compte l'entreprise, compte la société, compte notre entreprise, compte notre société, compte la boîte, compte la maison,"
				" compte l'équipe, emploie l'entreprise, employons-nous, emploie-t-on, on emploie, l'entreprise emploie, l'entreprise compte"
			),
			*exactly(
				"c.-à-d, càd, cad, parce qu', parce que, enregistré, enregistrée, enregistrés, enregistrées"
			),
			*exactly("adressée, adressées, parmi, trouve-t-on"),
			*exactly(
				"au moins un, au moins une, un ou plusieurs, une ou plusieurs, de notre part, de leur part, sont-ce, n'ayant, n'y a-t-il, n'y a, du tout,"
				" fait l'objet d', fait l'objet de, ont fait l'objet d', faisant l'objet d', n'ont fait l'objet d', n'a fait l'objet d', n'avons-nous, n'a-t-on,"
				" n'ai, n'avions"
			),
			*("peux-tu me sortir", "pouvez-vous me sortir", "me sortir", "se trouvent", "se trouve"),
			*(
				"fait partie de",
				"font partie de",
				"fait partie du",
				"font partie du",
				"par les",
				"par nos",
			),
			*(
				"on en a",
				"il y en aurait",
				"il y a",
				"il y avait",
				"y a-t-il",
				"y-a-t-il",
				"y a t-il",
				"y a t il",
				"il y a eu",
			),
			*("y a-t-il eu", "a-t-on", "avons-nous", "avez-vous", "as-tu", "ai-je", "a-t-il", "a-t-elle"),
			*exactly("qui sont, qui ne sont, qui ont, qui n'ont"),
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
			# Asking.
			*exactly(f"{_MAY}, {_MAY_I}, {_WANT}, {_I_NEED}"),
			*exactly_each("me, m', nous", _TELL),
			*exactly_each("m', nous", "avoir, obtenir"),
			*exactly_each(
				_MAY,
				"dire, calculer, ressortir, sortir, vérifier, regarder, retrouver, savoir, faire le point sur",
			),
			*exactly_each(f"{_MAY_I}, {_WANT}", _SEE),
			*exactly_each(
				_NEED,
				"de, d', du, des, de la, de voir, de savoir, de connaître, de consulter, d'avoir, d'obtenir, de sortir",
			),
			*exactly_each(_I_NEED, "savoir, voir, connaître, avoir"),
			*exactly(
				"savoir, connaître, sais-tu, savez-vous, tu sais, vous savez, sait-on, on sait, est-ce que tu sais,"
				" est-ce que vous savez, quelqu'un sait, sauriez-vous, saurais-tu, aurais-tu, auriez-vous, aurait-on, aurions-nous,"
				" est-ce qu'on a, est-ce que nous avons, est-ce que tu as, est-ce que vous avez, est-ce que j'ai, est-ce qu'on aurait,"
				" t'as, vous auriez, tu aurais, on aurait"
			),
			*exactly_each(_SAY, "moi, -moi"),
			*(f"={say.strip()}-{whom}" for say in _SAY.split(",") for whom in ("moi", "nous")),
			*exactly(
				"dis, dites, dis voir, dis donc, dites voir, calcule, calculez, vérifie, vérifiez, regarde, regardez, vérifie-moi"
			),
			*exactly(
				"je me demande, je me demandais, on se demande, je regarde, je vérifie, je prépare, j'essaie de voir, je demande"
			),
			*exactly_each(
				f"{_MAY}, {_WANT}, je dois, on doit, nous devons, je devrais, il me faudrait",
				"savoir, voir, avoir, connaître, trouver, lister, vérifier, sortir, consulter, obtenir",
			),
			*exactly_each(
				"serait-il possible, y aurait-il moyen, y a-t-il moyen",
				"d'avoir, d'obtenir, de voir, de savoir, de sortir, d'afficher",
			),
			*exactly(
				"j'ai besoin, j'ai envie de, je suis à la recherche de, je suis à la recherche des, je recherche, je recherche les, ça m'intéresse,"
				" ça m'intéresserait de, je travaille sur, j'ai une question, une question, petite question, question rapide, il s'agit de,"
				" il s'agit des, je voulais, je voulais savoir, je voulais voir, je venais, on m'a demandé, on me demande, le chef demande, le boss veut,"
				" le boss demande, le patron demande, la patronne veut, la direction demande, mon chef veut, ma cheffe veut, le client demande,"
				" on cherche, nous cherchons, cherchons, pour info, pour information, à titre d'information, fyi, ici, hey, hé, dis-moi voir,"
				" mon cher, chère équipe, à tous, please, plz, tantôt, rappelle-moi, rappelez-moi, jai besoin de,"
				" j ai besoin de, jaimerais, jaimerais voir, jaimerais savoir, jaimerais avoir, j aimerais, jai besoin des, sil te plait, silvouplait,"
				" s'il-vous-plaît, s'il-te-plaît, s'il vous plait merci"
			),
			# What it is for.
			*exactly_each(
				"pour, avant, avant de, afin de, histoire de",
				"la réunion, ma réunion, notre réunion, mon rendez-vous, mon rdv, la compta, la comptabilité, le comptable, ma comptable, le patron,"
				" mon chef, la direction, le conseil, le rapport, mon rapport, la clôture, la relance, les relances, les rappels, mes rappels, un rappel, mes relances, une relance, relancer, les relancer, le relancer,"
				" relancer les clients, préparer ma réunion, préparer la réunion, faire le point, ma visite, la visite, ma tournée, l'appeler,"
				" les appeler, l'audit, contrôle, vérification, ma présentation",
			),
			*exactly(
				"je pars en tournée, je suis en tournée, je suis sur la route, je suis en clientèle, je fais le point, on fait le point, je les appelle,"
				" je l'appelle, je vais les appeler, je vais l'appeler, je passe chez, je vais chez, je suis chez, avant d'appeler, avant de passer chez,"
				" avant d'aller chez, j'appelle, j'ai rendez-vous chez, j'ai rendez-vous avec, j'ai rdv avec, j'ai rdv chez, on me demande combien,"
				" je fais l'inventaire, je fais le rapport, je prépare mon rapport, je prépare une réunion, je prépare les relances"
			),
			# All the same in which state they are.
			*exactly_each(
				", qu'ils soient, qu'elles soient, que ce soit, peu importe si elles sont, que celles-ci soient",
				"payées, payés, réglées, échues, ouvertes, ouverts, fermées, fermés, finies, finis, terminées, terminés, livrées, livrés, clôturées, clôturés,"
				" closes, clos, soldées, résolus, résolues, validées, facturées, annulées, reçues, actifs, actives",
				"ou non, ou pas, ou pas encore",
			),
			*exactly(
				"ouverts ou fermés, ouvertes ou fermées, ouverts comme fermés, ouvertes comme fermées, ouverts et fermés, ouvertes et fermées,"
				" fermés ou ouverts, payées ou impayées, payées et impayées, payées comme impayées, réglées ou en attente, fermés compris, fermées comprises,"
				" clôturés compris, clôturées comprises, même les fermés, même fermés, même clôturés, même les clôturés, y compris les fermés,"
				" y compris fermés, y compris les clôturés, y compris les payées, payées comprises, même payées, même les payées, y compris les terminées,"
				" terminées comprises, brouillons compris, brouillons inclus, fermés inclus, fermées incluses, en cours ou terminées, en cours et terminées,"
				" terminées ou en cours"
			),
			*exactly_each(
				"quel que soit, peu importe, indépendamment de, sans distinction de, sans tenir compte de, qu'importe",
				"le statut, leur statut, l'état, leur état, son statut, statut, le client, le fournisseur, l'entrepôt, le dépôt",
			),
			*exactly(
				"tous statuts confondus, tout statut confondu, tous états confondus, tous les statuts confondus, tous statuts, confondus, confondues, confondu"
			),
			# Records and what they are written on, of any kind.
			*exactly(
				"données, données de, données des, détail de, le détail de, le détail, les détails de, historique, l'historique, historique de, historique des,"
				" historique d', l'historique de, l'historique des, tout l'historique, tout l'historique de, suivi des, état récapitulatif, portefeuille de,"
				" au niveau des, au niveau de, au niveau du, côté, en matière de, en termes de, rapport à, par rapport à, s'agissant de,"
				" s'agissant des, quant à, quant aux, à l'égard de, pour ce qui est de, pour ce qui est des, dedans, là-dedans, à l'intérieur, là, voilà"
			),
			*exactly(
				"il reste, il nous reste, il en reste, il vous reste, il me reste, il y en a, il faut que je voie, il existe, il est, elle est, ils sont,"
				" elles sont, elle était, il était, elles étaient, ils étaient, sur une seule, sur un seul, en une seule fois, d'une seule"
			),
			*exactly(
				"dont le stock est, dont le stock, dont la quantité en stock est, dont le niveau de stock est, dont le niveau est, avec un stock, ayant un stock"
			),
			*exactly_each(
				f"{_WE_HAVE}, qu'on a, que nous avons, qu'avons-nous, qu'a-t-on, ont été, a été, sont, qu'on nous a",
				"sorties, sorti, émises, entrées, rentrées, remontés, remontées, rapportés, rapportées, signalés, signalées, inscrites, ouvertes chez",
			),
			*exactly(
				"ayons, ayons-nous, que nous ayons, qu'on ait, que l'on ait, faisons, faisons-nous, fait-on, on fait, nous faisons, réalisons, réalisons-nous,"
				" sont entrées, est entrée, qui sont entrées, sont rentrées, sont venues, se trouvait, a-t-il été, ont-ils été, ont-elles été, a-t-elle été,"
				" a-t-il passé, a-t-il passées, a-t-elle passé, a-t-elle passées, nous a-t-il passé, nous a-t-il passées, nous a-t-il, nous a-t-elle, nous ont-ils,"
				" nous ont-elles, a-t-il signalé, a-t-il signalés, a-t-il fait, a-t-il faits, a-t-il faites, ont-ils passé, ont-ils passées, passerait, traité avec"
			),
			*exactly(
				"et combien chacun, et combien chacune, combien chacun, combien chacune, et combien pour chacun, et leur nombre, avec leur nombre"
			),
			# Courtesy, and what people say without saying anything.
			*exactly(
				"bonsoir, coucou, allô, allo, hello, salutations, merci beaucoup, merci bien, merci d'avance, d'avance merci, par avance,"
				" d'avance, un grand merci, bonne journée, bonne soirée, cordialement, s'il te plait, s'il vous plait, sil vous plait,"
				" sil te plait, si possible, si c'est possible, si tu peux, si vous pouvez, quand tu peux, dès que possible, excusez-moi,"
				" excuse-moi, pardon, désolé, chers collègues, bonjour à tous, bonjour à toutes, salut à tous, bjr, cdt"
			),
			*exactly(
				"juste, simplement, tout simplement, rapidement, vite, vite fait, rapidos, tout de suite, en fait, au fait, d'ailleurs,"
				" du coup, alors, eh bien, ben, bah, euh, hein, voilà, quand même, au juste, précisément, vraiment, réellement,"
				" effectivement, finalement, au final, en réalité, exact, également, aussi, respectivement, un peu, un coup d'œil,"
				" quelques, quelques-unes, quelques-uns, bon, ok, okay, d'accord, svp merci, quelqu'un, quelque chose, différents,"
				" différentes, divers, diverses, présentement, dès à présent, à présent, pour l'instant, à l'instant, à l'instant t,"
				" à l'heure qu'il est, à ce stade, à ce moment, au moment présent, à la date d'aujourd'hui, à la date du jour,"
				" au jour d'aujourd'hui"
			),
			*exactly(
				"jusqu'ici, jusque-là, jusqu'à présent, jusqu'à maintenant, jusqu'à date, à ce jour, à date, jusqu'à ce jour"
			),
			*exactly(
				"inclus, inclusivement, ttc, toutes taxes comprises, taxes comprises, tvac, tva comprise, taxes incluses"
			),
			# Where everything is that is asked for.
			*exactly_each(
				"dans, au, sur, au sein de",
				"le système, l'erp, erpnext, la base, la base de données, le logiciel, l'application, l'appli, l'outil, le programme,"
				" le fichier, notre système, notre erp, notre base, notre base de données, notre logiciel, nos livres, les livres,"
				" nos fichiers, nos dossiers, nos données, le fichier client, la compta",
			),
			*exactly_each(
				"dans, chez, pour, de, au sein de",
				"notre entreprise, notre société, l'entreprise, la société, la boîte, notre boîte, la maison, notre compagnie, la compagnie, la boite",
			),
			*exactly(
				"en base, en système, au système, chez nous, de chez nous, de notre côté, à nous, pour nous, pour moi, avec nous"
			),
			*exactly(
				"enregistrements, enregistrements de, noms des, les noms de, numéros des, numéros de, fiches"
			),
			# Pronouns in the forms that say which are meant no more than “qui”.
			*exactly_each(
				"ceux, celles, celui, celle",
				"qui sont, qui ne sont, qui ont, qui n'ont, qui a, qui est, qui n'est, qui, dont, que nous avons, qu'on a, qui étaient,"
				" qui ont été, qui n'ont été",
			),
			*exactly(
				"à qui, de qui, pour qui, chez qui, avec qui, auprès de qui, auxquels, auxquelles, chez lesquels, qui est-ce qui,"
				" qui est-ce que"
			),
			*exactly(
				"qui est, qui n'est, qui étaient, qui était, qui ont été, qui a été, qui avaient, qui avait, qui auraient, qui aurait,"
				" qu'a, que l'on"
			),
			*exactly("l'on, nous-mêmes, vous-mêmes, tes, ses, toi"),
			# Having, and how records come about.
			*exactly_each(
				_WE_HAVE,
				"eu, eus, fait, faites, faits, émis, émises, envoyé, envoyés, envoyées, établi, passé, passées, pris, prises",
			),
			*exactly(
				"disposons, disposons-nous, dispose-t-on, on dispose, nous disposons, dont on dispose, dont nous disposons, possédons,"
				" possédons-nous, possède-t-on, on possède, nous possédons, détient, détiennent, détenons, aura, auront, aurons, ont eu,"
				" a eu, avons eu, a-t-il eu, gère, gérons, gérons-nous, gère-t-on, on gère, nous gérons, comptons-nous, compte-t-on,"
				" on compte, nous comptons, comptent, recense, recense-t-on, recensons, dénombre-t-on, recensés, recensées, y aurait-il,"
				" il y aurait, y avait-il, il y en aurait, y a, y'a, ya, y avait, existe-t-il, existent-ils, existent-elles, existait,"
				" existaient, existants, existantes, existant, existante"
			),
			*_all_forms(
				"rédigé, imprimé, transmis, délivré, dressé, édité, pris, placé, lancé, signalé, remonté, déclaré,"
				" introduit, déposé, formulé, inscrit, logué, loggé, tombé, venu, survenu, arrivé, parvenu, intervenu, rattaché, associé,"
				" destiné, imputé, généré, effectué, réalisé, émis, envoyé, établi, répertorié, référencé, posté, posé, lié,"
				" correspondant, afférent"
			),
			*exactly(
				"remis, sorti, sortis, rentrées, émettons, avons émis, a émis, ont émis, passe, passent, envoie, envoient, envoyons,"
				" émet, émettent, signale, signalent, remontent, concernait, concernaient, est arrivé, sont arrivés, sont arrivées,"
				" est entré, été fait, été faite, été faits, été faites, s'est fait, se sont fait, ont été faits, ont été faites,"
				" a été fait, a été faite, nous a fait, nous ont fait, on a fait, a fait, ont fait, qu'a fait, qu'ont fait, nous a passé,"
				" nous a passées, nous ont passé, nous ont passées"
			),
			*exactly(
				"concerne, touchant, portant sur, porte sur, portent sur, rattachés à, rattachées à, associés à, associées à, au nom de,"
				" au nom du, pour le compte de, pour le compte du, destiné à, destinés à, destinées à, à destination de,"
				" à l'attention de, à l'intention de, envers, vis-à-vis de, de chez, chez le, provenant de, provenant du, venant de,"
				" venant du, en provenance de, en provenance du, émanant de, émanant du, issu de, issus de, issues de, à propos de,"
				" au sujet de, du compte, correspondant à, correspondant au, correspondent à, correspondent au, liée à, lié à"
			),
			*exactly(
				"se situe, se situent, se trouvant, figure, figurent, figurant, apparaît, apparaissent, apparait, retrouve, retrouvent,"
				" retrouve-t-on, on retrouve, on trouve, stocké, stockés, stockée, stockées, entreposé, entreposés, entreposée,"
				" entreposées, domiciliés, domicilié, domiciliées, résidant, résident, implantés, implantées, habitant, habitent,"
				" localisés, localisées, établis, installés, installées, vivant, travaillent, travaille"
			),
			*exactly(
				"on n'a, nous n'avons, on n', n'avons, n'a, n'ont, n'est, ne sont, n'ait, n'aient, ne soit, ne soient, auraient, aurait"
			),
		),
		"is": (
			*("=est", "=sont", "=était", "=étaient", "=soit", "=soient", "égal à", "égale à"),
			*exactly(
				"sera, seront, serait, seraient, étant, sont-ils, sont-elles, est-il, est-elle, égaux à, égales à, est de, sont de,"
				" est-ce, vaut, valent"
			),
		),
		# Not of a clause that says which are meant: “toutes celles *qui sont* payées”.
		"asserts": (
			"=sont",
			"=ont",
			*exactly("sont-ils, sont-elles, est-il, est-elle"),
		),
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
		"change": exactly(
			"de combien, de combien de pour cent, de combien de %, de quel pourcentage, de plus, de moins, en plus, en moins, augmenté, augmente, augmentation, augmentation de, augmentation du, augmentation des,"
			" progressé, progresse, progression, progression de, progression du, progression des, baissé, baisse, baisse de, baisse du, baisse des, diminué, diminue, diminution, diminution de, diminution du,"
			" diminution des, hausse, hausse de, hausse du, hausse des, croissance, croissance de, croissance du, croissance des, reculé, recul, recul de, recul du, évolué, évolue, varié, variation, variation de,"
			" variation du, variation des, différence, écart, changé"
		),
		"share": (
			*exactly_each(
				"quel, quel est le, le, un,",
				"pourcentage, pourcentage de, pourcentage d', pourcentage des, pourcentage du, taux de, % de, % d', % des, % du",
			),
			*exactly_each("quelle, quelle est la", "part, part de, part d', part des, part du"),
			*exactly_each(
				"quelle, quelle est la, la,",
				"proportion, proportion de, proportion d', proportion des, proportion du",
			),
			*exactly("part de, part d', part des, part du"),
			*exactly_each("combien de, quel, quelle", "pour cent, pourcents, %"),
			*exactly(
				"en pourcentage, en pourcentages, en %, en pourcent, en proportion, en pourcentage du total, en % du total, pourcentage du total"
			),
		),
		"verb": exactly(
			"vient, viennent, provient, proviennent, représente, représentent, représentait, va, vont, concerne, concernent, appartient, appartiennent,"
			" est allé, est allée, revient, reviennent, se trouve, se trouvent, a, ont, fait, font, pèse, pèsent"
		),
		"with": (
			*("avec", "dont", "dont le", "dont la", "dont l'", "ayant", "où", "contenant", "contiennent"),
			"comprenant",
			*exactly(
				"contient, comporte, comportent, comportant, comprend, comprennent, inclut, incluent, incluant, où figure, où figurent,"
				" où apparaît, où il y a, où l'on trouve, où on trouve, où se trouve, sur lesquels, sur lesquelles, dans lesquels,"
				" dans lesquelles, disposant de, ayant un, ayant une, qui ont un, qui ont une, qui ont des, possédant"
			),
		),
		"list": (
			*exactly(
				"évolution, évolution de, évolution du, évolution des, évolution d', tendance, tendance de, tendance du, tendance des, classement, classement de, classement des"
			),
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
			*exactly_each(
				"la, une, ",
				"liste",
				"intégrale, exhaustive, complète, détaillée, entière, actuelle, actualisée, à jour, globale, générale, officielle, récapitulative, totale",
				"de, des, du, d', ",
			),
			*(f"={give.strip()}-{whom}" for give in _GIVE.split(",") for whom in ("moi", "nous")),
			*exactly_each(_GIVE, "moi, nous"),
			*exactly_each("me, m', nous", _SHOW),
			*exactly(
				"donnez, montrez, affichez, listez, sortez, ressors, trouvez, cherchez, énumérez, extrais, extrayez, cite, citez, nomme,"
				" nommez, présente, présentez, rechercher, recherche, énumérer, consulter, visualiser, fais voir, faites voir,"
				" liste tous les, liste toutes les, lister les, sors les, sors la liste, ressors la liste, la liste, une liste,"
				" liste à jour, faire la liste, faire une liste, fais une liste, faites une liste"
			),
			*(
				f"={verb}{of}"
				for verb in (
					*(
						"fais-moi ",
						"faites-moi ",
						"fais-nous ",
						"fais moi ",
						"faites moi ",
						"fais ",
						"faites ",
						"faire ",
						"me faire ",
						"nous faire ",
					),
					*("donne-moi ", "donnez-moi ", ""),
				)
				for of in (
					*(
						"une liste",
						"une liste de",
						"une liste des",
						"la liste",
						"la liste de",
						"la liste des",
						"un récap",
						"un récap de",
					),
					*(
						"un récap des",
						"un récapitulatif",
						"un récapitulatif des",
						"un point sur les",
						"le point sur les",
						"un état des",
					),
					*(
						"un aperçu des",
						"une vue d'ensemble des",
						"un relevé des",
						"un bilan des",
						"une synthèse des",
						"un résumé des",
					),
					*(
						"le détail des",
						"un tableau des",
						"un listing des",
						"un extrait des",
						"une extraction des",
						"le récap des",
					),
				)
			),
			*exactly(
				"comment se répartissent, comment se répartit, comment sont réparties, comment sont répartis, comment se ventilent, comment se décomposent,"
				" classement des, classement de, un classement des, le classement des, palmarès des, palmarès de, tableau, tableau de, tableau du, tableau récapitulatif des, un tableau des, rapport des, rapport sur les, un rapport des, un rapport sur les,"
				" état récapitulatif des, une extraction de, extrait des, statistiques des, stats des, statistique des, récapitule, récapitulez, résume,"
				" liste-nous, inventaire des, la liste nominative des, catalogue des, annuaire des, répertoire des, la totalité, l'entièreté des,"
				" récap, récap de, récap des, récapitulatif de, vue d'ensemble des, vue d'ensemble, relevé des, synthèse des, tableau des,"
				" listing, listing des, listing de, registre des, détail des, répartition, répartition des, répartition de, ventilation,"
				" ventilation des, ventilation de, aperçu de, panorama des, liste exhaustive des, liste exhaustive de,"
				" liste détaillée des, liste détaillée de, liste intégrale des, liste à jour des, voyons, on voit, voir les,"
				" un œil sur les, jeter un œil sur les, jeter un œil aux, jeter un coup d'œil aux"
			),
		),
		"which": (
			*("quel", "quelle", "quels", "quelles", "lequel", "lesquels", "lesquelles", "quoi"),
			*("qu'est-ce que", "qu'est-ce qu'", "qu'avons-nous", "qu'a-t-on", "que nous avons"),
			"que avons-nous",
			*exactly(
				"qui sont, qui est, c'est qui, c'est quoi, ce sont qui, ce sont quoi, c'est quel, c'est quelle, c'est quels,"
				" c'est quelles, laquelle, duquel, desquels, desquelles, auquel, quels sont, quelles sont, quel est, quelle est,"
				" lesquels sont, lesquelles sont, qu'est-ce qui, qu'est-ce que nous avons, qu'est-ce qu'on a, qu'est-ce qu'il y a,"
				" qu'est-ce qui est rentré comme, qu'est-ce qui est entré comme, qu'est-ce qui nous est rentré comme, qu'est-ce qu'on a reçu comme,"
				" qu'avons-nous reçu comme, qu'est-ce qui est arrivé comme, qu'est-ce qui est tombé comme, qu'est-ce qu'il nous reste comme, qu'est-ce qui reste comme,"
				" qu'est-ce qu'on a fait comme, qu'est-ce qu'on a passé comme, qu'a-t-on fait comme, qu'a-t-on reçu comme, qu'a-t-on passé comme, que reste-t-il comme,"
				" qu'y a-t-il comme, qu'est-ce qu'il y a eu comme, qu'est-ce qu'on a eu comme, qu'a-t-on eu comme, qu'avons-nous fait comme, qu'avons-nous passé comme,"
				" que sont, qui c'est, qui est-ce, qui sont-ils, qu'est ce que, qu'est ce qu', quest ce que, quest-ce que, kels, kelles, kel, kelle"
			),
			*_WHAT_WE_HAVE_AS,
		),
		"count": (
			*("combien", "combien de", "combien d'", "combien des", "nombre", "nombre de", "nombre d'"),
			*("quelle quantité", "quelle quantité de", "quelle quantité d'"),
			*("nombre des", "nb", "nb de", "nb d'", "nbre", "nbre de", "nombre total de"),
			*("nombre total d'", "=compter", "=compte les", "combien d'unités de"),
			*("combien de pièces de", "combien d'exemplaires de"),
			*exactly_each(
				f"combien {_WE_HAVE.replace(', ', ', combien ')}, combien y a-t-il, combien il y a, combien y a, combien y'a, combien existe-t-il,"
				"combien existent, combien compte-t-on, combien comptons-nous, combien on compte, combien nous comptons,"
				" combien dispose-t-on, combien disposons-nous, combien y avait-il, combien y a-t-il eu, combien ont-ils,"
				" combien gérons-nous",
				"de, d', des",
			),
			*exactly(
				"quel nombre, quel nombre de, quel nombre d', quel est le nombre de, quel est le nombre d', quel est le nombre des,"
				" le nombre de, nombre exact de, nombre exact d', le nombre d', le nombre total de, le nombre total d', nombre total des,"
				" nombre total, nbr, nbr de, nbre d', nbres, cb de, cb d', combien sont, combien existe-t-il, combien existent,"
				" compter les, compte-moi les, comptez les, compte tous les, compte toutes les, décompte des, décompte, en nombre,"
				" combien sont-ils, combien sont-elles, quantité totale de, quantité totale d', dénombrer les, combien en tout de"
			),
		),
		"much": (
			*("combien", "combien d'argent", "à combien s'élève", "à combien s'élèvent"),
			# “Combien de clients” are counted.
			*exactly_each("combien", "les, nos, tous nos, tous les, l'ensemble des"),
			*exactly_each("combien", "doit-on, on doit, devons-nous, nous devons", "encore, "),
			*("à combien se monte", "à combien se montent", "pour combien", "à hauteur de combien"),
			*exactly(
				"c'est combien, ça fait combien, ça fait combien en tout, combien ça fait, combien cela fait, cela fait combien,"
				" combien fait, combien font, combien vaut, combien valent, combien représente, combien représentent, de combien est,"
				" de combien sont, combien est, combien pèse, combien pèsent, à combien est, à combien sont, à combien se chiffre,"
				" à combien se chiffrent, combien en moyenne, combien vaut en moyenne, à combien s'élevait, à combien s'élevaient,"
				" à combien se montait, se monte à combien, se montent à combien, s'élève à combien, s'élèvent à combien,"
				" ça donne combien, ça nous donne combien, ça représente combien, était de combien, étaient de combien, est à combien, elle est de combien,"
				" c'était combien, c'est combien au juste,"
				" représente combien, représentent combien, on en est à combien, à combien en sommes-nous, à combien en est,"
				" combien d'euros, combien de sous, combien de francs, pour quel montant, pour une valeur de combien, quelle somme,"
				" quelle somme d'argent, est de combien, sont de combien"
			),
			*_WHICH_AMOUNT,
			*_WE_ORDERED,
		),
		"sum": (
			*("total", "totale", "somme", "somme de", "somme des", "au total", "en tout", "cumul"),
			*("cumulé", "totalité", "global"),
			*exactly(
				"au global, globalement, additionné, additionnés, additionnées, total général, additionne, additionner, le total,"
				" le total de, le total des, total de, total des, cumul des, cumul de, somme totale, somme totale des, somme totale de,"
				" toutes ensemble, tous ensemble, tout compris, en totalité"
			),
		),
		"avg": (
			*("moyenne", "moyen", "en moyenne", "moyenne de", "moyenne des"),
			*exactly(
				"panier moyen, la moyenne, moy, moy., combien en moyenne, combien vaut en moyenne, moyenne d'"
			),
		),
		"highest": (
			*_HIGHEST,
			"maximum",
			"maximal",
			"max",
			*_BY_AMOUNT,
			*exactly_each(_FROM_HIGHEST, _IN_FRONT),
		),
		"lowest": (
			*(*_LOWEST, "minimum", "minimal", "min"),
			*exactly(
				"par montant croissant, par ordre croissant de montant, par ordre croissant, du plus petit au plus grand, du plus bas au plus élevé,"
				" de la plus petite à la plus grande, de la moins chère à la plus chère, du moins cher au plus cher"
			),
		),
		"newest": (
			*(*_NEWEST, *exactly("récent, récente, récents, récentes")),
			*exactly_each(f"{_SORTED}, ", "par date, ", _FROM_NEWEST, _IN_FRONT),
			*exactly(
				"par date décroissante, par ordre chronologique inverse, de la plus récente à la plus ancienne, du plus récent au plus ancien, en dernier,"
				" en dernier lieu, récemment, dernièrement, tout récemment"
			),
		),
		"oldest": _OLDEST,
		"exactly": exactly("exactement, précisément"),
		"single": exactly("exactement un, exactement une, un seul, une seule, qu'un seul, qu'une seule"),
		"longest": exactly("depuis le plus longtemps, le plus longtemps, depuis le plus de temps"),
		"gone": exactly(
			"est passé, est passée, est déjà passée, est déjà passé, sont passées, dépassé, dépassée, est dépassée,"
			" est dépassé, est déjà dépassée, dans le passé, est révolue, révolue"
		),
		"nothing": exactly(
			"rien, rien n'a, rien n'a été, rien n'est, n'a rien, encore rien, toujours rien, rien du tout"
		),
		"several": exactly("plusieurs, plus d'un, plus d'une, au moins deux"),
		"contains": exactly(
			"utilise, utilisent, utilisant, est utilisé, est utilisée, contient, contiennent, contenant, comporte, comportent, comprend,"
			" comprennent, entre dans, intègrent, comme composant"
		),
		"fresh": exactly("nouveau, nouvelle, nouveaux, nouvelles"),
		"party": ("qui", "à qui", *exactly("qui est, qui sont, qui a été")),
		"versus": exactly(
			"que, qu', par rapport à, par rapport au, par rapport aux, face à, face au, contre le, vs, versus, contre, comparé à, comparée à, comparés à, comparées à, comparé au, comparée au, en comparaison de"
		),
		"quantity": exactly("quantité, quantités, unités, pièces, en quantité, en unités, en pièces"),
		"top": (
			*(
				"top",
				"meilleur",
				"le plus",
				"la plus",
				"les plus",
				"le plus de",
				"le plus d'",
				"plus gros",
			),
			"plus grosse",
		),
		"best": (
			*(
				"plus gros",
				"plus grosse",
				"plus grand",
				"plus grande",
				"plus important",
				"plus importante",
			),
			"principal",
		),
		"group": (
			*("de chaque", "dans chaque", "à chaque", "pour chacun des", "pour chacune des"),
			*("par", "pour chaque", "par chaque", "groupé par", "regroupé par", "ventilé par"),
			*("réparti par", "répartition par", "selon", "en fonction de", "détail par", "détaillé par"),
			*exactly(
				"chaque, chez chaque, sur chaque, avec chaque, a chaque, ont chaque, compte chaque, contient chaque, possède chaque,"
				" comprend chaque, chacun, chacune, chacun des, chacune des, chacun de nos, chacune de nos, pour chacun de nos,"
				" pour chacune de nos, de chacun de nos, de chacune de nos, de chacun des, de chacune des, dans chacun des,"
				" dans chacune des, dans chacun de nos, dans chacune de nos, chez chacun de nos, selon leur, en fonction de leur,"
				" d'après leur, ventilation par, ventilée par, ventilés par, ventilées par, groupés par, groupées par, regroupés par,"
				" regroupées par, répartis par, réparties par, réparti selon, répartis selon, réparties selon, décomposé par, éclaté par,"
				" récapitulatif par, récap par, répartition selon, distribution par, suivant leur, détaillées par, total par, totaux par, pour chacun de,"
				" pour chacun, chez chacun des, à chacun de nos, à chacun des, ventilés selon, ventilées selon, détaillé selon, divisé par, classés par,"
				" classées par, classé par, triés selon, décomposés par, éclatées par, réparties entre les, répartis entre les, réparti entre les,"
				" répartition entre les, répartition parmi les, selon les différents, selon les différentes, par type de, groupé selon, groupées selon"
			),
		),
		"not": (
			*exactly("personne n'a, personne n'a encore, personne n'a jamais"),
			*("pas", "non", "jamais", "aucun", "aucune", "ni", "sauf", "hors", "excepté", "hormis"),
			*("autre que", "pas encore", "toujours pas", "à l'exception de", "à l'exception du"),
			*("à part", "en dehors de"),
			*exactly(
				"différent de, différents de, différente de, différentes de, est différent de, autres que, autre chose que, mis à part les, sauf les,"
				" sauf ceux qui sont, sauf celles qui sont, hormis les, excepté les, à l'exclusion des, à l'exception des, à part les, en dehors des,"
				" pas ou pas encore, même pas, n'étant pas, toujours pas été,"
				" n'ont pas été, n'a pas été, n'est pas, ne sont pas, pas été, n'ont toujours pas été, n'ont pas encore été,"
				" pas encore été, ne sont toujours pas"
			),
			*exactly(
				"ne sont pas encore, n'est toujours pas, n'est pas encore, qui ne sont pas, qui n'ont pas été, qui n'est pas, mis à part,"
				" à l'exclusion de"
			),
			*exactly(
				"rien, plus rien, encore rien, jamais rien, toujours rien, rien du tout, pas du tout, du tout pas, n'ont plus, n'a plus, n'ayant plus, n'y a plus,"
				" n'y a pas, ne reste plus, ne reste pas, n'est plus, ne sont plus, n'avons plus jamais, n'a-t-on plus"
			),
		),
		"without": (
			"sans",
			"aucun",
			"aucune",
			*exactly("pas eu de, pas eu d', pas encore eu de, pas reçu de, pas encore reçu de"),
			*exactly(
				"pas un seul, pas une seule, pas le moindre, pas la moindre, sans le moindre, sans la moindre, sans un seul, sans une seule,"
				" sans aucun, sans aucune, plus aucun, plus aucune, plus un seul, plus une seule, zéro, avec zéro, jamais aucun, jamais aucune, dépourvus de,"
				" dépourvues de"
			),
			*exactly_each(
				"reçu, encore reçu, jamais reçu, toujours reçu, encore eu, eu, encore passé, passé, encore fait, fait, émis, encore émis, envoyé",
				"aucun, aucune, pas un seul, pas une seule",
			),
		),
		"and": (
			*("et", "ainsi que", "ainsi qu'", "mais"),
			*exactly(
				"et aussi, mais aussi, et également, mais également, et en même temps, mais en même temps, en même temps, et à la fois, tout en ayant,"
				" et en plus, mais pourtant, et pourtant, mais par ailleurs, et par ailleurs, alors que, alors qu', alors qu'ils, alors qu'elles, et simultanément"
			),
		),
		"or": ("ou", "ou bien"),
		"more": (
			*("plus de", "plus d'", "plus que", "supérieur à", "au-dessus de", "au dessus de"),
			*("au-delà de", "au delà de", "dépasse", "dépassant", "excède", "excédant", "plus élevé que"),
			*("plus grand que", "de plus de", "de plus d'"),
			*exactly(
				"supérieur, supérieure, supérieures, supérieurs, font plus de, fait plus de, valent plus de, s'élèvent à plus de, s'élève à plus de, coûtent plus de, représentent plus de, atteignent plus de,"
				" dépassant les, dépassent les, dépasse les, au-delà des, excédant les, excèdent les, dépassant la barre des, dépassent la barre des, supérieur aux,"
				" supérieures aux, dépassant le montant de, dépassent le montant de, dont le montant dépasse, dont le total dépasse, plus élevé que les,"
				" supérieurs à, supérieure à, supérieures à, strictement supérieur à, strictement supérieure à, strictement supérieures à,"
				" au-dessus des, au dessus des, dépassent, excèdent, qui dépassent, qui dépasse, qui excèdent, qui excède, plus gros que,"
				" plus grosses que, plus élevées que, plus élevés que, plus élevée que, plus hautes que, plus importantes que, à plus de,"
				" pour plus de, dépassait, s'élevant à plus de, d'un montant de plus de, d'une valeur de plus de, par-dessus,"
				" plus grandes que, plus chères que, plus chers que"
			),
		),
		"less": (
			*("moins de", "moins d'", "moins que", "inférieur à", "en dessous de", "en-dessous de"),
			*("au-dessous de", "plus petit que", "plus bas que", "en deçà de", "de moins de"),
			*exactly(
				"inférieur, inférieure, inférieures, inférieurs, font moins de, fait moins de, valent moins de, s'élèvent à moins de, coûtent moins de, représentent moins de, ne font pas plus de,"
				" inférieurs à, inférieure à, inférieures à, strictement inférieur à, strictement inférieure à, strictement inférieures à,"
				" en dessous des, au dessous de, à moins de, pour moins de, n'atteignent pas, n'atteint pas, plus petites que,"
				" plus basses que, d'un montant de moins de, d'une valeur de moins de, moins élevées que, moins élevés que,"
				" moins chères que, moins chers que"
			),
		),
		"at_least": (
			*("au moins", "d'au moins", "minimum", "au minimum", "à partir de", "supérieur ou égal à"),
			*exactly(
				"supérieure ou égale à, supérieurs ou égaux à, supérieures ou égales à, pas moins de, minimum de, un minimum de,"
				" pour au moins, à au moins, atteignant, qui atteignent, atteignent, ou plus, et plus, ou davantage, et davantage"
			),
		),
		"at_most": (
			*("au plus", "maximum", "au maximum", "jusqu'à", "pas plus de", "d'au plus"),
			*("inférieur ou égal à", "ne dépassant pas"),
			*exactly(
				"inférieure ou égale à, inférieurs ou égaux à, inférieures ou égales à, n'excédant pas, n'excède pas, ne dépassent pas,"
				" ne dépasse pas, n'excèdent pas, qui ne dépassent pas, qui n'excèdent pas, à concurrence de, maximum de, un maximum de,"
				" au max, ou moins, et moins"
			),
		),
		"negative": exactly(
			"négatif, négative, négatifs, négatives, en négatif, inférieur à zéro, inférieure à zéro"
		),
		"between": (
			*("entre", "compris entre"),
			*exactly(
				"comprise entre, comprises entre, situé entre, situées entre, allant de, va de, compris de"
			),
		),
		"since": (
			*("depuis", "depuis le", "à partir de", "à partir du", "à compter de", "à compter du", "dès"),
			"dès le",
			*exactly(
				"depuis le début, depuis début, depuis le début de, depuis le début du, depuis le premier jour, à partir du début, depuis les, depuis la,"
				" postérieure ou égale au, postérieures ou égales au, égale ou postérieure au, égales ou postérieures au, postérieurs ou égaux au,"
				" supérieure ou égale au, du jour même et après le, depuis le jour du, dès la date du, à partir de la date du, à compter de la date du,"
				" datant au plus tôt du, au plus tôt le, pas avant le, non antérieures au,"
				" depuis l', à dater du, à dater de, à compter d', à partir d'"
			),
		),
		"before": (
			*("avant", "avant le", "antérieur à", "antérieur au", "précédant"),
			*exactly(
				"avant la, avant les, avant l', d'avant, d'avant le, antérieurs à, antérieures à, antérieure à, antérieurs au,"
				" antérieures au, antérieurement à"
			),
			*exactly("antérieurement au, antérieure au, précédant le"),
		),
		"after": (
			*("après", "après le", "postérieur à", "postérieur au", "ultérieur à", "ultérieur au"),
			*exactly(
				"après la, après les, après l', d'après le, postérieurs à, postérieures à, postérieure à, postérieurs au,"
				" postérieures au, postérieurement au"
			),
			*exactly("ultérieures au, ultérieures à, postérieure au"),
		),
		"until": (
			*("jusqu'à", "jusqu'au", "jusqu'en", "d'ici", "d'ici le", "d'ici au", "d'ici à"),
			*("au plus tard", "au plus tard le"),
			*exactly(
				"jusque, jusqu'à la fin, jusqu'à la fin de, jusqu'à fin, jusqu'au mois de, d'ici la fin, d'ici la fin de, d'ici fin,"
				" d'ici à la fin, d'ici à la fin de, avant la fin, avant la fin de, avant fin, au plus tard à la fin, au plus tard à la fin de,"
				" au plus tard fin, pour la fin, pour la fin de, d'ici fin de"
			),
			*exactly(
				"jusqu'à présent, jusqu'à maintenant, jusqu'à date, à ce jour, à date, jusqu'ici, jusqu'à ce jour"
			),
		),
		"onward": (
			*exactly(
				"ou plus tard, et plus tard, ou après, et après, et au-delà, et au delà, ou ultérieurement, et ultérieurement,"
				" et suivants, et suivantes"
			),
			*exactly(
				"jusqu'à présent, jusqu'à maintenant, jusqu'à date, à ce jour, à date, jusqu'ici, jusqu'à ce jour, et la suite,"
				" et ensuite"
			),
		),
		"backward": exactly(
			"ou plus tôt, et plus tôt, ou avant, et avant, ou antérieurement, et antérieurement, et auparavant, ou auparavant,"
			" et antérieurs, et antérieures"
		),
		"ours": (
			*exactly(f"{_WE_HAVE}, notre, nos, chez nous, de chez nous, à nous, en avons-nous"),
			*_WHAT_WE_HAVE_AS,
			*exactly(
				"qu'avons-nous, qu'a-t-on, que avons-nous, qu'est-ce que nous avons, qu'est-ce qu'on a, qu'est-ce qu'il y a, y a-t-il,"
				" il y a, existe-t-il, existent, dont nous disposons, dont on dispose, disposons-nous, dispose-t-on, nous disposons,"
				" on dispose, possédons-nous, nous possédons, on possède, avec qui nous travaillons, avec qui on travaille,"
				" avec lesquels nous travaillons, avec lesquels on travaille, avec lesquelles nous travaillons, travaillons-nous,"
				" travaille-t-on, nous travaillons, on travaille, travaillons-nous avec, avec qui travaillons-nous,"
				" avec qui travaille-t-on, travaillons-nous actuellement, dans notre entreprise, dans notre société, de notre entreprise,"
				" de notre société, chez qui on achète, chez qui nous achetons, chez qui achetons-nous, chez qui achète-t-on, chez qui nous commandons, chez qui commandons-nous, gérons-nous, gère-t-on, on gère, nous gérons"
			),
		),
		"opaque": (
			*exactly(
				"brouillons compris, brouillons inclus, y compris les brouillons, y compris brouillons, avec les brouillons"
			),
			"à combien on vend",
			"à combien vend-on",
			"à combien vendons-nous",
			"à quel prix on vend",
			"à quel prix vendons-nous",
			*phrases(_SOLD_AT),
			*exactly(
				"sont-elles toutes, sont-ils tous, sont toutes, sont tous, ont toutes été, ont tous été, pourquoi, comment,"
				" qu'est-ce qu'un, qu'est-ce qu'une, qu'est-ce qu'un bon, c'est quoi un, c'est quoi une, c'est quoi des, c'est quoi ce,"
				" c'est quoi cette, un c'est quoi, c'est-à-dire, que signifie, que signifient, que veut dire, que veulent dire,"
				" ça veut dire quoi, signifie quoi, à quoi sert, à quoi servent, à quoi ça sert, à quoi correspond, où trouver,"
				" où chercher, où voir, où puis-je, où peut-on, où est, où sont, où se trouvent, où on peut, où consulter, où est-ce que,"
				" où est-ce qu', où je peux, d'où vient, d'où viennent, règle, règles, les règles, de règles, quelles règles, par quoi,"
				" que faire, quoi faire, à faire si, qu'en est-il, d'où, que dire"
			),
			# Who does it is in no list, and without accents the verb is the participle: “qui valide” is not “validé”.
			*exactly_each(
				"qui, qui est-ce qui",
				"valide, annule, paye, règle, solde, acquitte, livre, facture, expédie, réceptionne, clôture, ferme, crée, enregistre,"
				" modifie, ajoute, change, actualise, active, désactive, termine, achève, finalise, comptabilise, assigne, attribue,"
				" encaisse",
			),
			*exactly_each(
				"qui, qui est-ce qui",
				"paie, passe, fait, envoie, émet, achète, vend, reçoit, gère, prépare, établit, saisit, soumet, signe, imprime, sort, traite, vérifie",
				"les, nos, des, un, une, la, l', toutes les, tous les",
			),
			# They have not paid anything at all, and not merely these invoices.
			*exactly_each(
				"rien, jamais rien, encore rien, toujours rien, encore jamais rien",
				"payé, réglé, versé, encaissé, soldé, acquitté",
			),
			# Net amounts are added up, and not those with taxes.
			*exactly_each(
				"ca, c.a., ca annuel, ca mensuel, ca total, ventes mensuelles, ventes annuelles, ventes totales, chiffre d'affaires,"
				" chiffre d'affaire, chiffre, ventes, achats, revenus, recettes, dépenses, total des ventes",
				"ttc, tvac, toutes taxes comprises",
			),
		),
		"reaching": ("à", "au"),
		"from": (
			"de",
			"du",
			"d'",
			"entre",
			*exactly("allant du, qui va du, s'étendant du, courant du, qui s'étend du"),
		),
		"dated": ("de", "du", "d'", "daté du", "daté de", "en date du"),
		"worth": (
			*("montant", "valeur", "volume", "d'un montant de", "d'une valeur de", "pour un montant de"),
			*_WHICH_AMOUNT,
			*exactly(
				"en valeur, en montant, en argent, par montant, par valeur, par montant total, par valeur totale, selon le montant"
			),
			*("à hauteur de", "montant ttc", "total ttc", "montant total ttc", "valeur totale ttc"),
			*exactly(
				"d'un montant, d'une valeur, montant global, montants globaux, montant cumulé, montants cumulés, montant total,"
				" montant total de, montant total des, montants totaux, valeur totale, valeur totale de, valeur totale des,"
				" valeur globale, valeur cumulée, valant, le montant, le montant de, le montant des, au montant, la valeur, la valeur de,"
				" la valeur des, pour une valeur de, pour une valeur totale de, prix total, somme d'argent, d'un total de, se monte à,"
				" s'élève à, s'élèvent à, se montent à, s'élevant à, se montant à, montants"
			),
		),
		"all": (
			*("tout", "toute", "tous", "toutes", "l'ensemble", "l'ensemble des", "chaque"),
			*("l'intégralité des", "la totalité des"),
			*exactly(
				"tous les, toutes les, tous nos, toutes nos, tous mes, toutes mes, l'ensemble de, l'ensemble de nos, l'intégralité de,"
				" la totalité de, ttes, ts les"
			),
			*exactly(
				"n'importe quel, n'importe quelle, absolument tous les, absolument toutes les, tous types de, la totalité de nos,"
				" l'intégralité de nos"
			),
		),
		"mine": (*("mes", "mon", "ma"), *exactly("les miens, les miennes")),
		"own": (
			*(f"{done} par moi" for done in (*_done("cré", "enregistr", "ajout"), *_ENTERED)),
			*("que j'ai créé", "que j'ai saisi", "que j'ai enregistré", "que j'ai ajouté"),
			*("que j'ai fait", "j'ai créé", "j'ai saisi", "j'ai enregistré", "ai-je créé", "ai-je saisi"),
			*(
				"ai-je enregistré",
				"j'ai ajouté",
				"ai-je ajouté",
				"j'ai encodé",
				"que j'ai encodé",
				"que j'ai rédigé",
			),
		),
		# “Par mois” has the same stem.
		"who": ("=par moi", "=de moi"),
		"assigned": (
			*(f"{done} à moi" for done in _done("assign", "attribu", "affect")),
			*("qui me sont assigné", "qui me sont attribué", "qui me sont affecté", "qui m'est assigné"),
			*("qui m'est attribué", "me sont assigné", "me sont attribué", "m'est assigné"),
			*exactly_each(
				"qui m'ont été, m'ont été, qui m'a été, m'a été, qu'on m'a, qu'on m'avait",
				"assigné, assignée, assignés, assignées, attribué, attribuée, attribués, attribuées, affecté, affectée, affectés,"
				" affectées, confié, confiée, confiés, confiées",
			),
			*exactly(
				"qui me sont confiées, qui me sont confiés, à ma charge, dont je suis responsable, dont je m'occupe, dont j'ai la charge,"
				" dont je suis chargé"
			),
			*exactly("que je dois faire, que je dois traiter, que j'ai à faire, que j'ai à traiter"),
		),
		# The plural is said of several, and “devis” has no other plural.
		"one": exactly(
			(
				*_HIGHEST,
				*_LOWEST,
				*_NEWEST,
				*_OLDEST,
				"maximum",
				"maximal",
				"max",
				"minimum",
				"minimal",
				"min",
			)
		),
		"traded": (
			*("vendu", "vendre", "vendons", "acheté", "achetons", "acheter"),
			*exactly(
				"vend, vends, vendent, vendez, vend-on, vendons-nous, nous a acheté, nous ont acheté, nous achète, nous achètent,"
				" nous a vendu, nous ont vendu, nous vend, nous vendent, vendus, vendue, vendues, achète, achètent, achète-t-on,"
				" achetons-nous, on achète, achetez"
			),
		),
		"month": ("mois",),
		"quarter": ("trimestre",),
		"year": ("année", "an"),
		"monthly": ("mensuel", "mensuelle", "mensuellement", "mois par mois"),
		"quarterly": ("trimestriel", "trimestrielle", "trimestre par trimestre"),
		"yearly": ("=annuel", "=annuelle", "=annuels", "=annuelles", "année par année"),
	},
	numbers={
		**{
			value: (word,)
			for value, word in enumerate(
				"deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt".split(),
				start=2,
			)
		},
		**{
			25: ("vingt-cinq",),
			30: ("trente",),
			40: ("quarante",),
			45: ("quarante-cinq",),
			50: ("cinquante",),
			60: ("soixante",),
		},
		**{
			70: ("soixante-dix", "septante"),
			75: ("soixante-quinze", "septante-cinq"),
			80: ("quatre-vingts", "quatre-vingt", "huitante", "octante"),
		},
		**{
			90: ("quatre-vingt-dix", "nonante"),
			100: ("cent",),
			200: ("deux-cents",),
			300: ("trois-cents",),
			500: ("cinq-cents",),
		},
		**{1000: ("mille",), 2000: ("deux-mille",), 5000: ("cinq-mille",), 10_000: ("dix-mille",)},
	},
	months=(
		("janvier", "janv", "jan"),
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
		"before_yesterday": ("avant-hier",),
		"after_tomorrow": ("après-demain",),
		"today": (
			"aujourd'hui",
			"ce jour",
			"aujourdhui",
			"la journée d'aujourd'hui",
			"ce jour-ci",
			"aujourd'hui même",
		),
		"yesterday": ("hier", "la journée d'hier"),
		"tomorrow": ("demain", "la journée de demain"),
		"this": ("=ce", "=cet", "=cette", *exactly("le présent, la présente, l'actuel, l'actuelle")),
		"last": ("=dernier", "=dernière", "=précédent", "=précédente"),
		"next": ("=prochain", "=prochaine"),
		"past": ("=derniers", "=dernières"),
		"ahead": ("=prochains", "=prochaines"),
		"running": (
			"=du",
			"=de la",
			"=de l'",
			"=dans le",
			"=dans la",
			"=sur le",
			"=sur l'",
			*exactly(
				"sur la, pour le, pour l', au cours du, au cours de la, au cours de l', pendant le, pendant la, pendant l', durant le,"
				" durant la, durant l', de tout le, de toute la, de toute l', sur tout le, sur toute l', sur toute la"
			),
		),
		"older": (
			*exactly_each(
				"depuis plus, de plus, plus, il y a plus, d'il y a plus, depuis déjà plus, datant de plus, datant d'il y a plus, remontant à plus, remontent à plus,"
				" datent de plus, qui datent de plus, date de plus, vieux de plus, vieille de plus, vieilles de plus, âgé de plus, âgée de plus, âgés de plus,"
				" âgées de plus, daté de plus, datés de plus, datées de plus, ancien de plus, anciens de plus, anciennes de plus",
				"de, d', d'un, d'une",
			),
			*exactly_each(
				"plus vieux, plus vieille, plus vieilles, plus ancien, plus ancienne, plus anciens, plus anciennes",
				"que, qu'un, qu'une, de, d'un, d'une",
			),
		),
		# Of what has not happened in that time.
		"lasting": exactly(
			"depuis, depuis un, depuis une, depuis les, depuis déjà, depuis au moins, en, en un, en une, sur, sur un, sur une, pendant, pendant un, pendant une,"
			" durant, voilà, cela fait, ça fait"
		),
		"day": ("jour", "journée", "jour d'ancienneté", "jour d'âge"),
		"week": ("semaine", "semaine-ci", "=sem", "semaine d'ancienneté"),
		"month": ("mois", "mois-ci", "mois d'ancienneté"),
		"quarter": ("trimestre", "trimestre-ci", "=trim"),
		"year": (
			*("année", "an", "année-ci", "année civile", "année calendaire"),
			*each("an, année", "d'ancienneté, de maison, de service, de présence, de boîte"),
		),
		"fiscal_year": (
			*("exercice", "exercice comptable", "exercice fiscal", "année fiscale", "année financière"),
			*("année comptable", "exercice social", "exercice financier"),
		),
		"first": ("premier", "1er", "1", "t1", "q1"),
		"second": ("deuxième", "second", "2e", "2ème", "2", "t2", "q2"),
		"third": ("troisième", "3e", "3ème", "3", "t3", "q3"),
		"fourth": ("quatrième", "4e", "4ème", "4", "t4", "q4"),
	},
	dates_behind={
		"this": ("en cours", "courant", "actuel", "actuelle", "présent", "présente"),
		"last": ("dernier", "dernière", "précédent", "passé", "écoulé", "d'avant"),
		"next": ("prochain", "prochaine", "suivant", "à venir", "qui vient", "qui arrive", "d'après"),
		"past": (
			*("=derniers", "=dernières", "=précédents", "=précédentes", "=écoulés", "=écoulées"),
			*("=passés", "=passées", "=glissants", "=glissantes", "=révolus"),
		),
		"ahead": (
			"=prochains",
			"=prochaines",
			"=suivants",
			"=suivantes",
			"=à venir",
			"=qui viennent",
			"=qui arrivent",
		),
	},
	date_links={"year": ("de", "d'", "du", "l'")},
	before_months=("en", "de", "depuis", "avant", "après", "début", "fin"),
	is_day_first=True,
	states={
		"working": exactly("en cours, en cours de traitement, en traitement"),
		"draft": (
			*("brouillon", "en brouillon", "à l'état de brouillon", "au brouillon"),
			*exactly(
				"au stade de brouillon, au stade brouillon, encore au brouillon, à l'étape de brouillon, à valider, à soumettre, à comptabiliser, encore à valider, reste à valider, restent à valider, restant à valider, en attente de validation,"
				" en statut brouillon, au statut brouillon, en mode brouillon, sous forme de brouillon, en état de brouillon, à l'état brouillon, non soumises,"
				" non soumis, non soumise, non validées, non validés, non comptabilisées, restées en brouillon, restées à l'état de brouillon, en attente d'être validées"
			),
			*exactly_each(
				"dois-je encore, je dois encore, que je dois encore, doit-on encore, devons-nous encore, faut-il encore, il faut encore, on doit encore, nous reste-t-il à,"
				" il nous reste à, attendent, attendent encore, attendent toujours, attendant, attend, qu'il faut, qu'on doit, qu'on doit encore, qu'il reste à",
				"d'être validées, d'être validés, d'être soumises, validation, leur validation, la validation, une validation, valider, soumettre",
			),
		),
		"submitted": ("validé", "comptabilisé", *exactly("soumis, soumise, soumises")),
		"cancelled": ("annulé",),
		"open": (
			*_OPEN,
			"en cours",
			"en suspens",
			*exactly(
				"travaille-t-on encore, on travaille encore, travaillons-nous encore, nous travaillons encore, en cours de traitement, en traitement, en cours d'exécution, en souffrance de traitement"
			),
		),
		"closed": ("fermé", "clôturé", *exactly("clos, close, closes"), "cloturé"),
		"not closed": (
			*(f"non {closed}" for closed in ("fermé", "clôturé", "clos", "close", "closes")),
			"non-clôturé",
			*exactly(
				"à clôturer, à fermer, reste à clôturer, restent à clôturer, reste à fermer, restent à fermer, restant à fermer, à solder, reste à solder,"
				" restent à solder, non soldées, encore à fermer, encore à clôturer"
			),
		),
		"completed": (
			*("terminé", "achevé", "finalisé", "complété", "bouclé", "accompli", "soldé"),
			*exactly("fini, finie, finis, finies, accomplie, accomplis, accomplies"),
		),
		"not completed": (
			*("non terminé", "non achevé", "non finalisé", "non complété", "non-terminé", "inachevé"),
			*exactly(
				"à terminer, à finir, à achever, à finaliser, reste à terminer, restent à terminer, non finies, non finis, non finie,"
				" non fini"
			),
		),
		"overdue": (
			*exactly_each(
				"dont la date de fin, dont la date de fin prévue, dont la fin prévue, dont la date limite, dont la date butoir, dont la date de livraison, dont la deadline,"
				" dont le délai",
				"est dépassée, est passée, est déjà passée, est déjà dépassée, a été dépassée, est dépassé, est expiré",
			),
			*exactly_each(
				"ayant dépassé, ont dépassé, qui ont dépassé, a dépassé",
				"leur date de fin, la date de fin, leur date de fin prévue, la date de fin prévue, leur date limite, leur délai, le délai, les délais, leur deadline,"
				" leur date de livraison, la date de livraison",
			),
			*exactly(
				"un retard, de retard, avec un retard, ont un retard, ayant un retard, ont pris du retard, a pris du retard, à la traîne, en retard sur le planning,"
				" en retard sur leur échéance"
			),
			*exactly(
				"en souffrance, retard de paiement, retards de paiement, accusent un retard, accusant un retard, accusent du retard, accusent un retard de paiement,"
				" accusant un retard de paiement, présentent un retard, présentent un retard de paiement, avec retard de paiement, avec un retard de paiement,"
				" avec retard, à relancer, faut-il relancer, il faut relancer, qu'il faut relancer, qu'on doit relancer, que je dois relancer, dois-je relancer,"
				" doit-on relancer, devons-nous relancer, je dois relancer, dont la date est dépassée, dont le délai est dépassé, délai dépassé, délais dépassés,"
				" du retard sur, ont du retard, a du retard, ayant du retard, hors délai de paiement, hors délais de paiement, hors terme, délai de paiement dépassé, délai de paiement est dépassé, dont le délai de paiement est dépassé, dont le délai de paiement est passé,"
				" dont le délai de paiement a été dépassé, dont le terme est dépassé, dont le paiement est en retard, dont le règlement est en retard,"
				" hors délais, overdue, échues et impayées, échues et non payées, échues et non réglées, échues et pas payées, échues impayées,"
				" échues non payées, échues non réglées, arrivées à échéance et non payées, arrivées à échéance et impayées,"
				" arrivées à échéance et toujours pas payées, arrivées à échéance mais pas payées, arrivées à échéance mais non payées,"
				" arrivées à échéance sans être payées, en retard et impayées, en retard et non payées, passées d'échéance, passé l'échéance,"
				" hors échéance, qui auraient dû être payées, qui devraient être payées"
			),
			*exactly_each(
				"pas, pas encore, toujours pas, pas été",
				"payées, payé, payés, réglées, réglé, réglés",
				"à temps, à l'heure, dans les délais, dans les temps, à l'échéance, à la date prévue, à échéance",
			),
			*("dépassé l'échéance", "ont dépassé l'échéance", "échéance dépassée", "hors délai"),
			"en retard",
			"en retard de paiement",
			*exactly("échu, échue, échus, échues"),
			*(
				"échéance dépassée",
				"passé dû",
				"hors échéance",
				"en retard de livraison",
				"en dépassement d'échéance",
			),
			*exactly_each(
				"ayant dépassé, ont dépassé, a dépassé, qui ont dépassé, passé, ont passé, au-delà de, dont on a dépassé",
				_DEBT_PAST,
			),
			*exactly_each(
				"alors que, bien que, et dont, quoique, mais, ",
				_DEBT_PAST,
				"est passée, est dépassée, a été dépassée, soit passée, soit dépassée, est déjà passée, est déjà dépassée",
			),
			*exactly_each("dont", _DEBT_PAST, "est dépassée, est passée, est déjà dépassée, est déjà passée"),
			*exactly(
				"dont l'échéance a été dépassée, dont la date limite est dépassée, date d'échéance dépassée, date d'échéance passée,"
				" échéance passée"
			),
			*exactly(
				"date limite dépassée, passé échéance, passées dues, passés dus, passée due, déjà échues, déjà échus, arriérés, arriérées"
			),
			*exactly_each(
				"auraient dû, auraient déjà dû, aurait dû, aurait déjà dû, devraient déjà, devrait déjà",
				"être payé, être payés, être payée, être payées, être réglé, être réglés, être réglée, être réglées, nous payer,"
				" nous régler, payer, régler, avoir payé, être livré, être livrés, être livrée, être livrées, être expédiées,"
				" être terminé, être terminée, être terminés, être terminées, être finies, être clôturés, être soldées, arriver,"
				" nous livrer",
			),
		),
		"paid": (
			*("payé", "réglé", "soldé", "acquitté", "encaissé"),
			*exactly_each(
				"payé, payée, payés, payées, réglé, réglée, réglés, réglées, encaissé, encaissées, soldées",
				"en totalité, en entier, en intégralité, dans leur totalité, dans leur intégralité, intégralement, totalement, entièrement, complètement",
			),
		),
		"partly paid": (
			*each("partiellement, en partie", "payé, réglé, acquitté, soldé"),
			*each("payé, réglé, acquitté, soldé", "partiellement, en partie"),
			*phrases("avec un paiement partiel, avec un règlement partiel, avec un acompte"),
		),
		"frozen": exactly("gelé, gelée, gelés, gelées"),
		"not paid": (
			*("impayé", "non payé", "non réglé", "non soldé", "non acquitté", "non-payé", "non-réglé"),
			*("en attente de paiement", "en attente de règlement", "restant à payer", "restant à régler"),
			*(f"non {paid.strip()}" for paid in _OWED.split(",")),
			*exactly_each(
				"présentent, ont, affichent, montrent, avec, comportent, présentant, ayant",
				"encore, ",
				"un solde, un solde dû, un reste à payer, un montant dû, un solde ouvert, un solde restant, un solde restant dû, un solde impayé",
			),
			*exactly_each(
				"à, reste à, restent à, restant à, encore à, qu'il reste à, qui restent à",
				"payer, régler, solder, encaisser, acquitter, recouvrer",
			),
			*exactly(
				"on attend encore l'argent, on attend l'argent, on attend toujours l'argent, nous attendons l'argent, nous attendons encore l'argent,"
				" en instance de paiement, en instance de règlement, restant dues, toujours dues, encore dues, toujours impayées, restant impayées,"
				" qu'on doit encaisser, qu'on doit encore encaisser, on doit encore encaisser, on doit encaisser, doit-on encore encaisser, nous devons encore encaisser,"
				" devons-nous encore encaisser, que nous devons encore encaisser, il faut encore encaisser, qu'il faut encaisser, faut-il encore encaisser,"
				" à nous payer, encore à nous payer, à nous régler, encore à nous régler, à encaisser encore, à percevoir, à toucher,"
				" dont le solde n'est pas à zéro, dont le solde n'est pas zéro, dont le solde n'est pas nul, dont le solde est ouvert, solde non nul,"
				" avec un reste à payer, avec un reste dû, avec reste à payer, avec solde ouvert, avec un solde ouvert, avec un solde, ont un reste à payer,"
				" ayant un reste à payer, présentant un solde, présentent un solde, pas encore rentrées, qu'on attend d'encaisser, pas entrées, non encaissées,"
				" pas complètement payées, pas totalement payées, pas entièrement payées, pas intégralement payées, pas entièrement réglées,"
				" pas totalement réglées, pas intégralement réglées, pas complètement réglées, pas encore entièrement payées, pas encore totalement payées,"
				" pas encore complètement payées, non entièrement payées, attendent encore le paiement, attendent le paiement, attendent paiement,"
				" attendent encore d'être payées, attendent d'être payées, attendent toujours d'être payées, attendent toujours le paiement,"
				" attendons le paiement, on attend le paiement, on attend encore le paiement, nous attendons le paiement, nous attendons encore le paiement,"
				" on attend toujours le paiement, dont on attend le paiement, dont on attend encore le paiement, dont nous attendons le paiement,"
				" dont nous attendons encore le paiement, dont on attend toujours le paiement, sont toujours dues, sont encore dues, restent dues, restent impayées,"
				" en attente d'encaissement, pas encore payées, non-payées, en souffrance de paiement, pas été payées, pas été réglées,"
				" pas été soldées"
			),
		),
		"unassigned": exactly_each(
			", sont, est, qui ne sont, qui n'est, ne sont, n'est",
			(
				*each(
					"non, pas, pas encore, toujours pas",
					(
						"assigné",
						"assignée",
						"assignés",
						"assignées",
						"attribué",
						"attribuée",
						"attribués",
						"attribuées",
						"affecté",
						"affectés",
						"affectées",
						"pris en charge",
					),
				),
				*phrases(
					"assignés à personne, assignées à personne, assigné à personne, attribués à personne, attribuées à personne, attribué à personne, à personne,"
					" sans responsable, sans personne assignée, sans personne en charge, sans attribution, sans assignation, sans personne dessus,"
					" que personne n'a pris, que personne n'a pris en charge, dont personne ne s'occupe, dont personne ne s'est occupé, dont personne n'est responsable"
				),
			),
		),
		"delivered": ("livré", "expédié", "entièrement livré", "totalement livré", "complètement livré"),
		"not delivered": (
			*("non livré", "non expédié", "non-livré", "non-expédié"),
			*exactly("à livrer, à expédier, reste à livrer, restent à livrer, restant à livrer"),
			*("en attente de livraison", "en attente d'expédition", "en cours de livraison"),
			*exactly_each(
				"pas fini de, pas encore fini de, n'a pas fini de, pas terminé de, reste encore à, restent encore à, encore à, n'a pas encore fini de",
				"livrer, expédier",
			),
			*exactly_each(
				"pas",
				"entièrement, totalement, complètement, intégralement, encore entièrement, encore totalement",
				"livré, livrés, livrée, livrées, expédiées",
			),
			*exactly_each(
				"attendent, attend, attendent encore, attendent toujours, qui attendent, attendant, en attente",
				"leur livraison, la livraison, une livraison, livraison, d'être livrées, d'être livrés, d'être livrée, d'être expédiées, d'être expédiés,"
				" leur expédition, expédition, encore leur livraison, toujours d'être livrées, d'expédition",
			),
			*exactly_each(
				"qu'on doit, on doit, doit-on, devons-nous, nous devons, que nous devons, il faut, faut-il, il nous faut, qu'il faut, nous reste-t-il à, reste-t-il à,"
				" nous reste à, il nous reste à, il reste à, qu'il reste à, ayons à, avons à, on a à",
				"encore",
				"livrer, expédier, envoyer",
			),
			*exactly_each(
				"nous reste-t-il à, reste-t-il à, nous reste à, il nous reste à, il reste à, qu'il reste à, a-t-on à, avons-nous à, on a à",
				"livrer, expédier, envoyer",
			),
			*exactly_each(
				"dont la livraison n'est pas, dont la livraison n'est pas encore, dont la livraison n'a pas, dont la livraison n'a pas encore",
				"terminée, complète, faite, finie, achevée, effectuée, été faite, été effectuée, eu lieu, commencé, complètement terminée",
			),
			*exactly(
				"en instance de livraison, sans livraison complète, dont la livraison est en attente, dont la livraison est incomplète, à livrer encore"
			),
			*exactly_each(
				"pas ou pas, pas",
				"entièrement, totalement, complètement, encore complètement",
				"livrées, livré, expédiées, parties",
			),
			*exactly(
				"attendent les clients, les clients attendent, que les clients attendent, que les clients attendent encore, les clients attendent encore,"
				" que nos clients attendent, nos clients attendent, nos clients attendent encore, qu'attendent nos clients,"
				" pas parties, pas encore parties, pas partis, pas encore partis, pas sorties, pas encore sorties, pas tout livré, pas encore tout livré,"
				" toujours pas tout livré, pas encore expédiées, non parties, doivent encore être livrées, doivent encore être expédiées, doivent être livrées encore,"
				" qui doivent encore être livrées, reste quelque chose à livrer, il reste quelque chose à livrer, il manque la livraison"
			),
			*exactly(
				"qu'il faut livrer, qu'on doit livrer, que nous devons livrer, il faut encore livrer, qu'il reste à livrer,"
				" qu'il nous reste à livrer, à envoyer"
			),
		),
		"billed": ("facturé",),
		"not billed": (
			*("non facturé", "non-facturé", "en attente de facturation"),
			*exactly("à facturer, reste à facturer, restent à facturer, restant à facturer"),
			*exactly(
				"encore à facturer, reste encore à facturer, restent encore à facturer, qu'il reste à facturer, pas fini de facturer,"
				" qu'il faut facturer, qu'on doit facturer"
			),
			*exactly(
				"attendent d'être facturées, attendent d'être facturés, attend d'être facturée, attendent leur facture, attendent la facture, attendent une facture,"
				" attendent la facturation, attendent leur facturation, doivent encore être facturées, doivent être facturées, reste à les facturer, à facturer encore,"
				" pas encore complètement facturées, pas complètement facturées, pas encore totalement facturées,"
				" en attente d'être facturées, pas entièrement facturées, pas totalement facturées, pas encore entièrement facturées"
			),
		),
		"received": ("réceptionné", *_RECEIVED),
		"not received": (
			*(f"=non {received[1:]}" for received in _RECEIVED),
			*("non réceptionné", "non-réceptionné", "en attente de réception", "=à recevoir"),
			*exactly("à réceptionner, reste à recevoir, restent à recevoir, restant à recevoir"),
			*exactly_each(
				"attendent, attendent encore, attendent toujours, en attente",
				"leur livraison, livraison, la livraison, leur réception, d'être livrées, d'être reçues, d'être réceptionnées, réception",
			),
			*exactly(
				"qu'il reste à recevoir, encore à recevoir, qu'on attend encore, qu'on attend, que nous attendons,"
				" que nous attendons encore, en attente de livraison"
			),
			*exactly(
				"pas entièrement reçues, pas totalement reçues, pas encore entièrement reçues, qu'on attend toujours, pas arrivées,"
				" pas encore arrivées, à réceptionner"
			),
		),
		"resolved": exactly("résolu, résolue, résolus, résolues"),
		"replied": exactly("répondu, répondue, répondus, répondues"),
		"disabled": ("désactivé", *exactly("inactif, inactive, inactifs, inactives")),
		"enabled": (
			*("activé", *exactly("actif, active, actifs, actives"), "en activité"),
			*exactly(
				"en poste, en service, en fonction, toujours en poste, actuellement en poste, encore en poste"
			),
			*exactly_each(_WORK, _AT_PRESENT, _HERE),
		),
		"expired": (
			*_all_forms("expiré, périmé, échu, caduc"),
			*exactly(
				"caduque, caduques, arrivés à expiration, arrivé à expiration, arrivées à expiration, arrivée à expiration, hors validité, dont la validité est expirée,"
				" dont la validité a expiré, dont la validité est dépassée, dont la date de validité est dépassée, dont la date de péremption est dépassée,"
				" dont la date d'expiration est dépassée, dont la date de péremption est passée, date de péremption dépassée, date d'expiration dépassée,"
				" date de validité dépassée, ont expiré, a expiré"
			),
			*exactly_each(
				"plus, pas, non, ne sont plus, n'est plus, qui ne sont plus, qui n'est plus",
				"valable, valables, valide, valides, en cours de validité",
			),
		),
		"valid": (
			*exactly_each(
				", encore, toujours, est encore, sont encore, est toujours, sont toujours",
				"valable, valables, valide, valides, en cours de validité, en validité",
			),
			*exactly_each(
				"pas, pas encore, non, n'ont pas encore, n'ont pas, n'est pas, ne sont pas, ne sont pas encore",
				"expiré, expirée, expirés, expirées, périmé, périmée, périmés, périmées",
			),
		),
		"female": exactly("féminin, féminine, féminins, féminines, de sexe féminin"),
		"male": exactly("masculin, masculine, masculins, masculines, de sexe masculin"),
		"below reorder level": (
			*exactly("réapprovisionner, faut-il réapprovisionner, à réapprovisionner, faut réapprovisionner"),
			*exactly_each(
				"à, faut-il, il faut, faut, qu'il faut, dont il faut, dont on doit, dont nous devons, quoi, qu'on doit, on doit, doit-on, devons-nous, nous devons, que nous devons, dois-je, je dois, que je dois,"
				" il faudrait, faudrait-il, il faut que je, il va falloir, on devrait, nous devrions, devrait-on, devrions-nous, devrais-je, je devrais",
				"recommander, commander, racheter, réapprovisionner, réassortir, réappro, réapprovisionner bientôt, repasser commande, repasser en commande,"
				" refaire le stock, refaire du stock, renouveler le stock, reconstituer le stock, re-commander, recompléter, recommander bientôt, commander à nouveau, remettre en stock",
			),
			*(f"{below} {level}" for below, level in product(_BELOW, _REORDER_LEVELS)),
			"=à réapprovisionner",
			*exactly_each(
				"doivent être, doit être, devraient être, devrait être, ont besoin d'être, a besoin d'être",
				"réapprovisionnés, réapprovisionné, recommandés, recommandé, commandés, commandé, réassortis, rachetés, recommandés rapidement",
			),
			*exactly(
				"nécessitent un réapprovisionnement, nécessitant un réapprovisionnement, demandent un réapprovisionnement, en besoin de réapprovisionnement"
			),
			*(
				"presque en rupture",
				"en stock faible",
				"en stock bas",
				"à court de stock",
				"bientôt épuisé",
			),
			*(
				"presque épuisé",
				"proche de la rupture",
				"proche de la rupture de stock",
				"en stock critique",
			),
			*exactly(
				"à commander, à recommander, à réassortir, à réappro, qu'il faut recommander, qu'il faut réapprovisionner,"
				" qu'il faut commander, stock faible, faible stock, stock bas, stock trop bas, en faible stock, stock insuffisant,"
				" en stock insuffisant, peu de stock, trop peu de stock, stock critique, bientôt en rupture, bientôt en rupture de stock,"
				" presque en rupture de stock, bientôt à court, bientôt plus en stock, presque plus en stock, presque plus de stock,"
				" vont manquer, va manquer, vont bientôt manquer, en stock limité, dont le stock est faible, dont le stock est bas,"
				" dont le stock est trop bas, à réapprovisionner, qu'on doit recommander, qu'on doit commander,"
				" que nous devons commander, que nous devons recommander, en voie de rupture"
			),
		),
		"out of stock": (
			*(
				"en rupture",
				"en rupture de stock",
				"plus en stock",
				"pas en stock",
				"épuisé",
				"sans stock",
			),
			*exactly(
				"sans stock dans aucun entrepôt, en stock nulle part, dans aucun entrepôt, sans stock nulle part"
			),
			*("plus de stock", "pas de stock", "stock épuisé", "non disponible", "indisponible"),
			*exactly(
				"n'avons plus, qu'on n'a plus, qu'on a plus, que nous n'avons plus, dont on n'a plus, dont nous n'avons plus,"
				" n'a plus en stock, n'avons plus en stock, qu'on n'a plus en stock, qu'on a plus en stock,"
				" que nous n'avons plus en stock, stock à zéro, stock zéro, à zéro, stock nul, plus disponible, plus disponibles,"
				" pas disponible, pas disponibles, plus dispo, plus dispos, plus en magasin, plus du tout en stock,"
				" ne sont plus en stock, n'est plus en stock, en rupture totale, manquants, manquantes, plus aucun stock, aucun stock,"
				" à stock zéro, rupture de stock, ruptures de stock, en ruptures"
			),
		),
	},
	totals={
		"sales": (
			*exactly_each(
				"chiffre, chifre, chiffres, le chiffre",
				"d'affaires, d'affaire, d'afaires, d'afaire, daffaires, daffaire, d affaires, d affaire, affaires",
				"ht, hors taxes, hors taxe, net, ",
			),
			*exactly(
				"volume d'affaires, vol d'affaires, turnover, notre facturation, facturation totale, total de la facturation, montant de la facturation, total facturé, montant total facturé, revenu des ventes, revenu, ca total, le ca, notre ca, ca global"
			),
			*exactly_each(
				"combien",
				"a-t-on, on a, avons-nous, nous avons",
				"fait, réalisé, fait de ca, fait de chiffre, gagné, encaissé en ventes, fait de ventes",
				"avec, , chez",
			),
			*exactly_each(
				"total, montant, montant total, valeur, cumul, somme",
				"ht, hors taxes, hors taxe, htva, hors tva, net, nets",
				"des ventes, de ventes, vendu, facturé, des factures, de la facturation, de facturation",
			),
			*exactly_each(
				f"{_WE_HAVE}, avons, que nous avons, ",
				"facturé, vendu",
				"ht, hors taxes, hors taxe, hors tva, htva, en net",
			),
			*exactly_each(
				"nous a, nous ont, a, ont, nous a-t-il, nous ont-ils, nous a-t-elle, a-t-il, a-t-elle, ont-ils",
				"rapporté, généré, ramené",
			),
			*exactly(
				"rapporté, rapportent-ils, nous rapporte-t-il, a-t-il rapporté, nous a-t-il acheté, nous a-t-elle acheté, nous ont-ils acheté"
			),
			*("chiffre d'affaires", "ca", "ventes", "chiffre d'affaires ht", "ca ht", "ventes ht"),
			*("ventes hors taxes", "total des ventes ht", "total ventes ht", "ventes nettes"),
			*("chiffre d'affaire", "vendu", "vendre", "vendons", "chiffre de ventes"),
			*("chiffre des ventes", "revenus", "volume des ventes", "recettes"),
			*(
				"total des ventes",
				"montant des ventes",
				"montant total des ventes",
				"valeur des ventes",
				"ventes totales",
			),
			*(
				"ventes sans taxes",
				"revenus des ventes",
				"chiffre d'affaires net",
				"montant vendu",
				"volume de vente",
			),
			*exactly(
				"chiffre, le chiffre, combien de chiffre, combien de chiffre d'affaires, combien de ca, combien de ca ht, c.a., ca net,"
				" ca hors taxes, ca hors taxe, ca htva, ca hors tva, chiffre d'affaires hors taxes, chiffre d'affaires hors taxe,"
				" chiffre d'affaires hors tva, chiffre d'affaires htva, chiffre ht, chiffre d'affaire ht, chiffre d'affaire hors taxes,"
				" ventes htva, ventes hors tva, ventes hors taxe, chiffre de vente, chiffres de vente, chiffres de ventes,"
				" chiffres d'affaires, chiffre d'affaires réalisé, total des ventes hors taxes, total des ventes hors tva, vente nette,"
				" chiffre d'affaires généré, vend, vends, vendent, vendez, vendus, vendue, vendues, vendait, rapporte, rapportent,"
				" rapporté, rapportés, ca facturé, chiffre d'affaires facturé, montant total vendu, montant total facturé,"
				" montant facturé, produits des ventes"
			),
			# “Facturé” alone is “facture” without its accent.
			*exactly_each(f"{_WE_HAVE}, avons", "facturé"),
			*exactly_each(
				"nous",
				"a acheté, ont acheté, achète, achètent, achetait, rapporte, rapportent, a rapporté, ont rapporté",
			),
		),
		"purchases": (
			*("achats", "acheté", "acheter", "achetons", "dépensé", "volume d'achats", "volume d'achat"),
			*(
				"dépenses",
				"volume des achats",
				"total des achats",
				"montant des achats",
				"montant total des achats",
			),
			*exactly_each(
				"nous",
				"a vendu, ont vendu, vend, vendent, vendait, coûte, coûtent, a coûté, ont coûté, a facturé, ont facturé",
			),
			*(
				"achats ht",
				"achats hors taxes",
				"valeur des achats",
				"total des dépenses",
				"montant dépensé",
			),
			*exactly(
				"achète, achètent, achète-t-on, achetons-nous, achetez, dépensons, dépensons-nous, dépense-t-on, dépense, achats nets,"
				" achats totaux, achats htva, achat total"
			),
		),
		"receivable": (
			*("montant dû", "montants dus", "montant dû par", "montants dus par", "=dû par"),
			*("montant restant dû", "montant impayé", "montants impayés", "restant dû", "reste dû"),
			*("solde dû", "encours", "encours client", "encours clients", "créances", "créances clients"),
			*("nous doit", "nous doivent", "nous doit-il", "nous doit-elle", "nous doivent-ils"),
			*exactly_each(
				"reste, il reste, il nous reste, nous reste, nous reste-t-il, reste-t-il, il reste encore, reste encore, reste-t-il encore, restant,"
				" il nous reste encore, qu'il reste, qu'il nous reste, nous restant, encore",
				"à encaisser, à recouvrer, à percevoir, à toucher, à nous payer, à nous régler, à recevoir des clients, à recevoir de nos clients, à facturer encaisser",
			),
			*exactly_each(
				"doit, doivent, doit-il, doivent-ils, doit-elle",
				"encore nous payer, nous payer, encore nous régler, nous régler, nous verser, encore nous verser",
			),
			*exactly_each(
				"reste, reste-t-il, est, sont, était, encore, est encore, sont encore, est-il, est toujours",
				"dû, due, dus, dues",
				"par, chez, de la part de, auprès de",
			),
			*exactly_each(
				"argent, d'argent, ",
				"avons-nous, a-t-on, on a, nous avons",
				"dehors, à l'extérieur, dehors chez les clients, à recevoir, à récupérer, chez nos clients, à encaisser",
			),
			*exactly(
				"montant total dû, montant total dû par, somme totale due, somme totale due par, montant total restant dû, solde total dû, total restant dû,"
				" total encore dû, argent dû, argent dû par, nous doit-on, nous doit-on encore, on nous doit encore, nous doivent-ils, nous doivent-ils encore, nous doivent-elles, nous doit-elle encore, ce qu'on nous doit, ce que nous doivent,"
				" ce que nous doit, tout ce qu'on nous doit, qu'on nous doit, nous être dû, ce qui nous est dû, solde à payer, solde restant, solde en cours,"
				" solde débiteur, montant en souffrance, montants en souffrance, montant non payé, montant non réglé, montants non réglés, montants à recevoir,"
				" montant à recevoir, argent à recevoir, total à recevoir, total restant à encaisser, encours de crédit, encours global,"
				" créances en souffrance, en-cours, en-cours client, en-cours clients, en cours client, montant restant à payer par, argent à encaisser,"
				" dette de, ardoise, ardoise de, reste à payer de, le reste à payer de, doit de l'argent, doivent de l'argent"
			),
			*exactly_each(
				"montant total dû, total dû, montant dû, montants dus, sommes dues, somme due, dû, dus, due, dues, doivent",
				"par, à nous",
				"les clients, nos clients, tous les clients, tous nos clients, l'ensemble des clients, l'ensemble de nos clients, la clientèle",
			),
			*("reste à encaisser", "reste à nous payer", "montant ouvert", "montants ouverts"),
			*exactly(
				"nous doit encore, nous doivent encore, nous devait, nous devaient, nous est dû, nous sont dus, nous sont dues,"
				" nous est due, nous reste dû, somme due, sommes dues, sommes dues par, somme due par, total dû, total dû par,"
				" montant encore dû, montants encore dus, dus par, due par, dues par, impayés clients, impayés client, les impayés,"
				" des impayés, nos impayés, l'impayé, d'impayés, total des impayés, montant des impayés, impayés en cours,"
				" total des impayés clients, montant des impayés clients, montant total des impayés, montant total des impayés clients,"
				" les impayés clients, nos impayés clients, total des créances, total des créances clients, montant des créances,"
				" montant des créances clients, total de nos créances, des impayés clients, total impayés, créance, créance client,"
				" créances ouvertes, créances en cours, comptes à recevoir, compte à recevoir, comptes recevables, comptes clients,"
				" compte client, solde client, soldes clients, solde des clients, solde impayé, solde ouvert, encours de nos clients,"
				" encours des clients, encours total, encours clients total, à recouvrer, reste à recouvrer, reste à percevoir,"
				" à percevoir, montant à encaisser, montants à encaisser, montant à recouvrer, total à encaisser,"
				" montant restant à encaisser, argent dehors, solde restant dû, soldes dus, on nous doit, nous doit au total,"
				" nous doit-il encore"
			),
		),
		"payable": (
			*("nous devons", "devons-nous", "dettes fournisseurs", "dettes", "dette fournisseur"),
			*exactly_each(
				"il nous reste, nous reste-t-il, il nous reste encore, nous reste-t-il encore, qu'il nous reste, qu'il nous reste encore, ce qu'il nous reste",
				"à payer, à régler",
			),
			*exactly_each(
				"total, montant, solde, somme, montant total, total général, ",
				"restant, reste, encore, qu'il reste, qu'il nous reste, restant encore",
				"à payer, à régler, dû",
				"aux fournisseurs, à nos fournisseurs, à tous nos fournisseurs, à l'ensemble de nos fournisseurs",
			),
			*exactly_each(
				"combien",
				"doit-on, on doit, devons-nous, nous devons, doit-on encore, devons-nous encore, on doit encore",
			),
			*exactly(
				"reste à payer de, le reste à payer de, reste à payer à, doit-on à, doit-on aux, doit-on au, on doit à, on doit aux, on doit au, qu'on doit à, qu'on doit aux, que l'on doit à,"
				" que l'on doit aux, ce qu'on doit, ce que nous devons, ce que l'on doit, on doit combien, on doit combien à,"
				" on doit combien aux, nous devons combien, comptes à payer, compte à payer, comptes payables, comptes fournisseurs,"
				" encours fournisseurs, encours fournisseur, solde fournisseur, soldes fournisseurs, solde des fournisseurs,"
				" impayés fournisseurs, reste à payer aux fournisseurs, reste à payer à nos fournisseurs, notre dette, nos dettes,"
				" dette envers, dettes envers, total à payer aux fournisseurs, dû aux fournisseurs, dû à nos fournisseurs,"
				" montant dû aux fournisseurs, montant dû à nos fournisseurs, qu'on doit encore à"
			),
		),
		"projected stock": phrases(
			"quantité projetée, stock projeté, quantité prévisionnelle, stock prévisionnel"
		),
		"reserved stock": phrases("quantité réservée, stock réservé"),
		"stock value": (
			*("valeur du stock", "valeur de stock", "valeur de notre stock", "valeur des stocks"),
			*("valeur de l'inventaire", "stock valorisé"),
			*exactly_each(_VALUE, _STOCKS),
			*exactly_each(
				"combien",
				"vaut, valent, coûte, représente",
				"le stock, notre stock, les stocks, nos stocks, l'inventaire, notre inventaire, tout le stock, tout notre stock",
			),
			*exactly(
				"stock en valeur, stocks en valeur, stock en euros, stock en €, stock en eur, stock en fcfa, stock en chf, valeur stock,"
				" valeur d'inventaire, valorisation stock"
			),
			*exactly(
				"inventaire valorisé, stock est-il valorisé, valeur financière du stock, valeur comptable du stock,"
				" stock total en valeur, stock total en euros"
			),
		),
		"stock": (
			*("stock", "en stock", "stock actuel", "stock disponible", "stock physique"),
			*("niveau de stock", "quantité en stock", "quantités en stock", "qté en stock"),
			*("stock dispo", "en magasin", "en entrepôt"),
			# Of what nobody keeps in stock, they say nothing (above).
			*exactly(
				"reste, restent, reste-t-il, il reste, il nous reste, nous reste-t-il, nous reste, restants, restantes, restant,"
				" reste-t-il en stock, il en reste"
			),
			*exactly(
				"disponibilité, disponibilités, dispo en stock, dispo, dispos, disponible, disponibles, en dépôt, en réserve, dans le stock, dans notre stock, dans nos stocks,"
				" dans les stocks, en inventaire, en rayon, quantité, quantités, qté, qte, qtés, qty, quantité disponible,"
				" quantités disponibles, quantité restante, quantités restantes, qté disponible, qté dispo, quantité stockée,"
				" quantité actuelle, quantité totale en stock, quantité physique, unités en stock, pièces en stock, exemplaires en stock,"
				" unités disponibles, pièces disponibles, unités restantes, pièces restantes, niveau du stock, niveau des stocks,"
				" niveaux de stock, état du stock, état des stocks, stock restant, stock total, stock réel, total en stock, total stock,"
				" inventaire, inventaire actuel, en stocks"
			),
		),
	},
	date_fields={
		"birthday": (
			*exactly("anniversaire, anniversaires"),
			"fêter son anniversaire",
			"fêtent leur anniversaire",
		),
		"born": exactly("né, née, nés, nées, est né, est née, sont nés, sont nées, date de naissance"),
		"due": (
			*("échéance", "date d'échéance", "à échéance", "=dû", "=due", "=dus", "=dues", "exigible"),
			*("arrivant à échéance", "arrive à échéance", "arrivent à échéance", "venant à échéance"),
			*("échéant", "échoit", "viennent à échéance", "arrivées à échéance", "arrivés à échéance"),
			*exactly(
				"échoient, échoira, échoiront, échoyant, échéent, échoir, à échoir, arrivent à terme, arrive à terme, arrivant à terme,"
				" vient à échéance, tombent à échéance, tombe à échéance, tombant à échéance, arrivera à échéance, arriveront à échéance,"
				" viendront à échéance, tomberont à échéance, dont l'échéance est, date limite, dont la date d'échéance est,"
				" dont l'échéance tombe, à payer, à régler, date limite de paiement, date de paiement prévue, à rendre, à terminer,"
				" à finir, à faire, doivent être payées, doivent être réglées, doit être payée, doivent être terminées,"
				" doit être terminée, à boucler, avec échéance, venues à échéance, comme échéance une date, avaient comme échéance, ont comme échéance, ayant comme échéance, ont pour échéance, avaient pour échéance,"
				" ayant pour échéance, avec pour échéance, devaient être payées, devaient être réglées, devait être payée, devait être réglée, devaient être payés,"
				" venaient à échéance, venait à échéance, arrivaient à échéance, arrivait à échéance, tombaient à échéance, étaient à échéance, étaient dues,"
				" étaient à payer, sont dues, est due, sont exigibles, exigibles, qui échoient, échoyaient, ayant une échéance, avec une échéance,"
				" avec date d'échéance, avec une date d'échéance, dont la date d'échéance tombe, dont la date limite est, date limite de règlement,"
				" à payer au plus tard, limite de paiement, dont le paiement est dû, payables, payable, dont la date de paiement est, dont l'échéance était,"
				" dont la date d'échéance était, échéance de paiement, échéances, terme de paiement"
			),
			*exactly_each(
				"doit, doivent, devrait, devraient, devait, devaient, qui doit, qui doivent, qu'on doit, que nous devons, qu'il faut, on doit, il faut",
				"se terminer, être terminé, être terminée, être terminés, être terminées, être fini, être finie, être finis, être finies, finir, se finir, s'achever,"
				" être achevé, être achevés, être achevées, être bouclé, être bouclés, être bouclées, être clôturés, prendre fin, être prêtes, être rendu, être rendus,"
				" être faites, être fait, être faits, terminer, boucler, achever, rendre",
			),
			*exactly(
				"se termine, se terminent, se terminant, se terminera, se termineront, prend fin, prennent fin, prenant fin, s'achève, s'achèvent, s'achevant,"
				" date de fin, date de fin prévue, date de fin attendue, fin prévue, fin attendue, dont la fin est prévue, dont la fin est prévue pour, date butoir,"
				" deadline, délai, arrivent à leur terme, se finissent, à livrer au plus tard, à terminer au plus tard"
			),
		),
		"created": (
			*("créé", "enregistré", "ajouté", "encodé", *_ENTERED),
			*exactly(
				"date de création, création, ont été ouverts, ont été ouvertes, a été ouvert, a été ouverte, été ouverts, été ouvertes,"
				" s'est ouvert, se sont ouverts"
			),
			# Still open, or opened on a day: where days follow, nobody can tell.
			*_OPEN,
		),
		"modified": (
			*("modifié", "changé", "actualisé", "mis à jour", "mise à jour", "mises à jour"),
			*("modifié en dernier", "modifié la dernière fois", "dernière modification", "actualisée"),
		),
		"delivery": (
			*("date de livraison", "livraison prévue", "=à livrer", "=à recevoir", "=à expédier"),
			*("=à réceptionner", "=doivent être livrées", "=doivent être livrés", "=doit être livrée"),
			*exactly(
				"doit être livré, dont la livraison est prévue, dont la livraison est prévue pour, livraison prévue pour,"
				" livraison prévue le, livraisons prévues, livrable, livrables, date de livraison prévue, avec livraison prévue,"
				" prévues pour livraison, doivent être expédiées, doivent partir, doivent être reçues, doivent arriver, sont attendues,"
				" est attendue, attendues, attendue"
			),
		),
		"expires": (
			*exactly_each(
				"arrive, arrivent, arrivant, arriveront, arrivés, arrivées",
				"en fin de validité, au terme de leur validité, au terme de sa validité, en fin de vie, à péremption, à leur date d'expiration",
			),
			*exactly(
				"ne seront plus valables, perdent leur validité, perd sa validité, en fin de validité, dont la validité prend fin, dont la validité s'arrête"
			),
			*("expire", "expirent", "expirant", "arrive à expiration", "arrivent à expiration"),
			*("valable jusqu'au", "valable jusqu'à", "valide jusqu'au", "valide jusqu'à", "périmé"),
			*("arrivant à expiration", "expirera", "expireront", "expiraient", "périme", "périment"),
			*exactly(
				"valables jusqu'au, valides jusqu'au, valable jusqu'en, valables jusqu'en, fin de validité, date d'expiration,"
				" date de validité, date de péremption"
			),
			*exactly(
				"dont la validité expire, dont la validité se termine, viennent à expiration, cessent d'être valables,"
				" date limite de validité, valables jusqu'à"
			),
		),
		"joined": (
			*exactly(
				"dans l'entreprise, dans la société, chez nous, dans la boîte, dans la maison, travaille, travaillent"
			),
			*exactly("embauché, embauchée, embauchés, embauchées, recruté, recrutée, recrutés"),
			*("date d'embauche", "date d'entrée", "date d'arrivée", "engagé", "embauches"),
			*exactly("recrutées, recrutés, entrés, entrées, entré, arrivés, arrivées, arrivé, arrivée"),
			*exactly(
				"ont commencé, a commencé, ont rejoint, a rejoint, ont rejoint l'entreprise, ont rejoint la société, nous ont rejoints,"
				" nous ont rejoint, nous a rejoint"
			),
			*exactly(
				"ont été embauchés, ont été embauchées, a été embauché, a été embauchée, ont été recrutés, a été recruté, a été recrutée, ont été engagés,"
				" a été engagé, avons-nous embauché, a-t-on embauché, avons-nous recruté, on a embauché, nous avons embauché, est arrivé, est entré, sont entrées,"
				" sont arrivées, a-t-on recruté, avons-nous engagé, nouveaux embauchés"
			),
			*exactly(
				"sont entrés, sont arrivés, entrés en service, entré en service, entrés en fonction, ont débuté, a débuté,"
				" qu'on a embauchés, engagés, engagées"
			),
		),
		"left": (
			*exactly("parti, partie, partis, parties, sont partis, a quitté, ont quitté"),
			*exactly(
				"ont quitté l'entreprise, a quitté l'entreprise, ont quitté la société, a quitté la société, nous ont quittés,"
				" date de départ, date de sortie"
			),
		),
	},
	doctypes={
		"Contact": phrases("interlocuteur, interlocutrice, personne de contact, personne à contacter"),
		"Sales Invoice": (
			*exactly("fact, facts"),
			*phrases(
				"facture, facture client, facture de vente, facture clients, facture de clients, facture émise, facture sortante,"
				" facture de ventes, facture vente, facture aux clients, facture à nos clients, facture envoyée, facture clientèle"
			),
		),
		"Purchase Invoice": (
			*exactly("fact, facts"),
			*phrases(
				"facture, facture fournisseur, facture d'achat, facture fournisseurs, facture de fournisseur, facture de fournisseurs,"
				" facture entrante, facture d'achats, facture achat, facture de nos fournisseurs, facture des fournisseurs,"
				" facture de frais généraux"
			),
			*(f"facture {received}" for received in _TO_US),
		),
		"Sales Order": (
			*phrases(
				"commande, commande client, commande de vente, commande clients, commande de clients, cde, cde client,"
				" commande de nos clients, commande des clients, bon de commande client, bon de commande clients, ordre de vente,"
				" commande vente, commande de ventes"
			),
			*each("commande, commande client, commande clients, commande de vente", _TO_US),
			"=panier moyen",
		),
		"Purchase Order": (
			*_WE_ORDERED,
			*phrases(
				"commande, commande fournisseur, commande d'achat, bon de commande, commande fournisseurs, ordre d'achat, cde,"
				" cde fournisseur, commande à fournisseur, commande aux fournisseurs, commande à nos fournisseurs,"
				" commande auprès des fournisseurs, commande auprès de nos fournisseurs, bon de commande fournisseur,"
				" bon de commande fournisseurs, bon d'achat, bc, bdc, commande achat, commande d'achats, bon de commande d'achat,"
				" commande chez nos fournisseurs"
			),
		),
		"Delivery Note": phrases(
			"livraison, bon de livraison, bl, bordereau de livraison, expédition, note de livraison, note d'envoi, bon d'expédition,"
			" bordereau d'expédition, bon de livraison client, livraison client, bordereau d'envoi"
		),
		"Purchase Receipt": phrases(
			"réception, bon de réception, réception de marchandises, réception d'achat, réception fournisseur, bon d'entrée, br,"
			" réception de marchandise, réception de commande, bordereau de réception"
		),
		"Territory": ("territoire", "secteur", "région", "zone", "zone géographique"),
		"Item Group": phrases(
			"famille, famille d'articles, famille de produits, catégorie, catégorie d'articles, catégorie de produits,"
			" catégorie d'article, catégorie de produit, groupe d'articles, groupe de produits, groupe de produit, gamme de produits,"
			" type d'article, type de produit, gamme"
		),
		"Customer Group": phrases(
			"groupe de clients, groupe client, catégorie, catégorie de clients, catégorie client, type de clients, type de client,"
			" segment de clients"
		),
		"Supplier Group": phrases(
			"groupe de fournisseurs, groupe fournisseur, catégorie, catégorie de fournisseurs, catégorie de fournisseur,"
			" type de fournisseur"
		),
		"Quotation": phrases(
			"devis, devis client, devis clients, offre, offre de prix, soumission, proposition commerciale, proposition, cotation,"
			" devis de vente, offre client, offre commerciale, proposition de prix, devis aux clients, offre aux clients,"
			" proposition client"
		),
		"Supplier Quotation": (
			*phrases(
				"devis fournisseur, offre fournisseur, devis de fournisseur, devis fournisseurs, offre de fournisseur,"
				" cotation fournisseur, devis d'achat"
			),
			*(f"{offer} {received}" for offer in ("devis", "offre", "offre de prix") for received in _TO_US),
		),
		"Item": (
			"article",
			"produit",
			"marchandise",
			*exactly(
				"référence, références, réf, réfs, ref, refs, références articles, références produits, références d'articles"
			),
			"fiche article",
			"fiche produit",
			"article du catalogue",
		),
		"Item Price": ("prix", "tarif", "prix d'article", "prix de catalogue"),
		"Customer": ("client", "fiche client", "cliente", "clientèle", "clt"),
		"Supplier": ("fournisseur", "fiche fournisseur", "frs", "fourn"),
		"Issue": (
			*phrases(
				"ticket, demande d'assistance, demande de support, incident, ticket de support, problème, anomalie, ticket support,"
				" ticket d'incident, ticket d'assistance, demande d'aide, demande d'intervention, demande client, demande de client,"
				" requête, requête client, bug, dysfonctionnement, billet, billet de support, panne, réclamation, plainte,"
				" réclamation client, plainte client, souci, pépin, cas de support, demande de dépannage, ticket client, ticket sav,"
				" demande sav, incident client, problème client, dossier de support, appel de service, demande de service, ticket helpdesk, signalement,"
				" demande au support, demande de support client, ticket incident, demande helpdesk, requête de support"
			),
			*each(
				"ticket, réclamation, plainte, incident, demande de support, demande d'assistance, requête",
				_TO_US,
			),
		),
		"Task": ("tâche", "chose à faire", "tâche de projet", "travail à faire"),
		"Project": ("projet", "chantier"),
		"Payment Entry": phrases(
			"paiement, règlement, versement, payement, écriture de paiement, paiement enregistré"
		),
		"Employee": phrases(
			"employé, employe, employes, salarié, collaborateur, employée, salariée, collaboratrice, membre du personnel,"
			" membre de l'équipe, travailleur, collègue, personnel, effectif, nombre de têtes"
		),
		"ToDo": ("tâche", "à faire", "todo", "to-do"),
		"Event": ("rendez-vous", "rdv", "événement", "évènement", "réunion", "rendez vous"),
		"Communication": ("e-mail", "mail", "courriel", "email", "mél"),
		"BOM": ("nomenclature", "liste de matériel", "nomenclature de produit"),
		"Lead": ("piste", "prospect", "piste commerciale"),
		"Opportunity": ("opportunité", "opportunité commerciale", "opportunité de vente"),
		"Warehouse": ("entrepôt", "dépôt", "magasin", "lieu de stockage", "emplacement de stock"),
		"Material Request": (
			"demande de matériel",
			"demande d'achat",
			"demande d'approvisionnement",
			"demande de matières",
		),
		"Work Order": ("ordre de fabrication", "ordre de production"),
		"Journal Entry": ("écriture comptable", "écriture de journal", "pièce comptable"),
		"Stock Entry": ("mouvement de stock", "écriture de stock"),
		"Mode of Payment": (
			"mode de paiement",
			"moyen de paiement",
			"mode de règlement",
			"moyen de règlement",
		),
		"Expense Claim": ("note de frais",),
		"Leave Application": ("demande de congé", "demande de congés"),
		"Timesheet": ("feuille de temps", "feuille d'heures"),
		"Asset": ("immobilisation",),
		"Batch": ("lot", "numéro de lot"),
		"Serial No": ("numéro de série",),
		"Contract": ("contrat",),
	},
	kinds={
		"Sales Invoice": {
			"credit note": phrases(
				"avoir, avoir client, note de crédit, facture d'avoir, note de crédit client, avoir sur vente"
			),
			"not paid": (
				*exactly_each(
					"quels sont, liste, la liste, lister, montre, montre-moi, montrez-moi, affiche, affiche-moi, donne-moi, donnez-moi, sors-moi, voir",
					"les impayés, nos impayés, des impayés, les impayés clients, des impayés clients, nos impayés clients",
				),
				*exactly("quels impayés"),
				*phrases(
					"facture à encaisser, facture à recouvrer, facture client à encaisser, facture de vente à encaisser"
				),
			),
		},
		"Purchase Invoice": {
			"credit note": phrases(
				"avoir fournisseur, note de débit, note de crédit fournisseur, avoir de fournisseur"
			),
			"not paid": phrases(
				"facture à payer, facture à régler, facture fournisseur à payer, facture fournisseur à régler, facture d'achat à payer,"
				" facture d'achat à régler, facture de fournisseur à payer, facture qu'on doit payer, facture que nous devons payer,"
				" facture qu'il faut payer"
			),
		},
		"Payment Entry": {
			"received": (
				# What is still to be cashed, “à encaisser”, is none.
				*exactly("encaissement, encaissements"),
				*phrases(
					"paiement reçu, règlement reçu, versement reçu, paiement entrant, encaissement client, rentrée d'argent, paiement encaissé"
				),
			)
		},
		"Sales Order": {
			"open": phrases(
				"carnet de commandes, carnet de commande, portefeuille de commandes, commande active, commande client active, commande clients active,"
				" commande de vente active"
			)
		},
		"Purchase Order": {
			"open": phrases(
				"commande fournisseur active, commande d'achat active, commande fournisseurs active"
			)
		},
		"Employee": {
			"female": (
				"femme",
				*exactly(
					"dame, dames, employées femmes, salariées femmes, employés femmes, salariés femmes, collègues femmes, collègues féminines, personnel féminin, effectif féminin,"
					" collaboratrice, collaboratrices, travailleuse, travailleuses"
				),
			),
			"male": (
				"homme",
				*exactly(
					"employés hommes, salariés hommes, collègues hommes, collègues masculins, personnel masculin, effectif masculin"
				),
			),
			"enabled": (
				*exactly_each(
					"qui, qui est-ce qui, quelles personnes, combien de personnes, toutes les personnes qui, tous ceux qui, tout le monde, tous les gens qui, ceux qui, personnes qui",
					"travaille, travaillent, bosse, bossent",
					"au, aux, à la, à l', dans le, dans la, dans l', en",
					"service, département, équipe, atelier, ",
				),
				*each(
					"qui, qui est-ce qui, quelles personnes, quels collègues, personnes, personnes qui, gens, gens qui, les gens qui, monde",
					"travaille, travaillent, bosse, bossent",
					_AT_PRESENT,
					"chez nous, ici, pour nous, dans l'entreprise, dans la société, dans la boîte",
				),
			),
		},
		"Task": {"completed": phrases("tâche faite, tâche réalisée, tâche effectuée, tâche déjà faite")},
		"Item Price": {
			"for buying": (
				*("prix d'achat", "tarif d'achat", "prix fournisseur", "tarif fournisseur"),
				*exactly_each(
					"à combien, à quel prix, à quel tarif, combien",
					"on achète, nous achetons, achète-t-on, achetons-nous, on paie, on paye, paie-t-on, paye-t-on, payons-nous",
				),
				*exactly(
					"à l'achat, coûte à l'achat, nous coûte à l'achat, coût d'achat, prix à l'achat, prix chez le fournisseur"
				),
			),
			"for selling": (
				"à combien on vend",
				"à combien vend-on",
				"à combien vendons-nous",
				"à quel prix on vend",
				"à quel prix vendons-nous",
				*phrases(_SOLD_AT),
				"prix de vente",
				"tarif de vente",
				"prix client",
				"tarif client",
			),
		},
	},
	labels={
		"Issue Type": phrases("type, type de ticket, type d'incident, type de demande, nature"),
		"Priority": phrases("urgence, importance, niveau de priorité, priorité"),
		"Territory": phrases("région, secteur, pays"),
		"Brand": phrases("marque, fabricant"),
		"Department": phrases("service, département"),
		"Designation": phrases("poste, fonction, intitulé de poste"),
		"Warehouse": phrases("dépôt, magasin"),
		"Phone": phrases("numéro de téléphone, n° de téléphone, téléphone, numéro de tél"),
		"Mobile No": phrases(
			"numéro de mobile, numéro de portable, numéro de gsm, numéro de natel, portable, mobile"
		),
		"Email Address": phrases(
			"adresse e-mail, adresse email, adresse mail, e-mail, email, courriel, adresse courriel"
		),
	},
	details={
		"Contact": (
			*("adresse e-mail", "adresse email", "adresse mail", "e-mail", "email", "mail", "courriel"),
			*("adresse courriel", "numéro de téléphone", "n° de téléphone", "téléphone"),
			*("numéro de portable", "numéro de mobile", "portable", "personne de contact"),
			*("personne à contacter", "interlocuteur", "interlocutrice", "contact", "contacter"),
			*(
				"joindre",
				"appeler",
				"écrire",
				"numéro de tél",
				"tél",
				"n° de tél",
				"gsm",
				"numéro de gsm",
				"natel",
				"cellulaire",
				"numéro de cellulaire",
			),
			*(
				"coordonnées",
				"personne de référence",
				"contact chez",
				"numéro de téléphone portable",
				"adresse électronique",
			),
		),
		"Address": (
			"rue",
			"adresse postale",
			"code postal",
			"adresse",
			"adresse de facturation",
			"adresse de livraison",
			"npa",
		),
	},
	day_suffixes=("er",),
	first_days=("premier",),
	pronouns=phrases(
		"il, ils, elle, elles, eux, lui, leur, leurs, a-t-il, a-t-elle, ont-ils, ont-elles, en avons-nous, en a-t-on, en avez-vous, en as-tu, en ai-je,"
		" en reste-t-il, y en a-t-il, il y en a, il y en aurait, on en a"
	),
	participles={"é": ("ée", "és", "ées")},
	# The names of priorities, whatever they are called on the site: “Haut”, “Moyen”, “Bas”.
	irregular={
		**dict.fromkeys(
			("élevé", "élevée", "élevés", "élevées", "elevee", "elevees", "hautes", "hauts"), "haut"
		),
		**dict.fromkeys(("faible", "faibles", "basses"), "bas"),
		# That is what the field is called of which it asks.
		**dict.fromkeys(("état", "états", "etat", "etats"), "statut"),
		**dict.fromkeys(("prio", "prios"), "priorité"),
	},
	elisions=(
		"l'",
		"d'",
		"qu'",
		"n'",
		"s'",
		"j'",
		"c'",
		"m'",
		"t'",
		"jusqu'",
		"lorsqu'",
		"puisqu'",
	),
	heads="first",
)

WORDING = replace(
	_HYPHENATED,
	roles=_all_apart(_HYPHENATED.roles),
	states=_all_apart(_HYPHENATED.states),
	totals=_all_apart(_HYPHENATED.totals),
	pronouns=_apart(_HYPHENATED.pronouns),
)
