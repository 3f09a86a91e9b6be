"""Words of which one stands where another would say something else: periods, roles, quantifiers, comparatives, kinds of days.

They are of English, German, French and Spanish, and read apart from what a sentence is about: a number that a passage has is
not confirmed "per month" when the passage says "per year".
"""

import re
from functools import cache, lru_cache

_GROUPS = r"""
!period | daily|per day|each day|every day|a day|per night|täglich\w*|pro tag|je tag|par jour|journali\w+|quotidien\w*|chaque jour|al día|por día|diari\w+|cada día|every night|per diem | weekly|per week|each week|every week|a week|wöchentlich\w*|pro woche|je woche|hebdomadaire\w*|par semaine|chaque semaine|semanal\w*|por semana|a la semana|cada semana | monthly|per month|each month|every month|a month|monatlich\w*|pro monat|je monat|im monat|jeden monat|monats\w+|mensuel\w*|par mois|chaque mois|mensual\w*|por mes|al mes|cada mes | quarterly|per quarter|each quarter|every quarter|a quarter|quartals\w*|vierteljähr\w+|pro quartal|je quartal|trimest\w+ | yearly|annual\w*|per year|each year|every year|a year|per annum|calendar year|jährlich\w*|pro jahr|je jahr|im jahr|jedes jahr|jahres\w+|annuel\w*|par an|par année|chaque année|l'an|anual\w*|por año|al año|cada año | per hour|hourly|an hour|each hour|every hour|pro stunde|je stunde|stündlich\w*|stunden\w+|par heure|de l'heure|horaire\w*|por hora|la hora|cada hora | once|one-time|one-off|einmal\w*|une seule fois|unique|una sola vez|una vez
!days | working days?|business days?|working-days?|arbeitstag\w*|werktag\w*|jours? ouvr\w+|días? hábil\w*|días? laborabl\w+ | calendar days?|kalendertag\w*|jours? calendaires?|días? natural\w*|días? calendario
!tax | net|netto\w*|net of vat|nets?|nette|neto|neta|netos|netas|hors taxes?|ht|sans tva|sin iva|ohne (?:mwst|umsatzsteuer|mehrwertsteuer)|zzgl\w*|zuzüglich|plus vat|excluding (?:vat|tax)|exclusive of (?:vat|tax)|excl vat|más iva | gross|brutto\w*|brut|brute|bruts|bruto|bruta|toutes taxes comprises|ttc|tva comprise|con iva|iva incluido|(?:inkl\w*|einschließlich) (?:mwst|umsatzsteuer|mehrwertsteuer|der mehrwertsteuer)|including (?:vat|tax)|inclusive of (?:vat|tax)|incl vat
!relative | same|selben|gleichen|dieselb\w+|même|mism[oa]s? | following|next|subsequent|folgend\w*|nächst\w+|darauffolgend\w*|suivant\w*|prochain\w*|siguientes?|próxim\w+ | previous|preceding|vorherig\w*|vorig\w*|vorangegangen\w*|précédent\w*|anterior\w*
!ordinal | first|1st|erst(?:e[nrsm]?)|premi(?:er|ère)s?|primer[oa]? | second|2nd|zweite[nrsm]?|deuxième|seconde?|segund[oa] | third|3rd|dritte[nrsm]?|troisième|tercer[oa]? | fourth|4th|vierte[nrsm]?|quatrième|cuart[oa] | fifth|5th|fünfte[nrsm]?|cinquième|quint[oa] | last|final|letzte[nrsm]?|dernier|dernière|últim[oa]
weekday | mondays?|montags?|lundis?|lunes | tuesdays?|dienstags?|mardis?|martes | wednesdays?|mittwochs?|mercredis?|miércoles | thursdays?|donnerstags?|jeudis?|jueves | fridays?|freitags?|vendredis?|viernes | saturdays?|samstags?|sonnabends?|samedis?|sábados? | sundays?|sonntags?|dimanches?|domingos? | weekdays?|wochentags?|werktags | weekends?|wochenenden?|week-ends?|fin(?:es)? de semana
!order | before|prior to|ahead of|vor(?:dem|m)?|bevor|vorher|avant|antes | after|afterwards|following|upon|nach(?:dem)?|nachher|après|después|tras
!more | more|mehr|plus(?= \w)|más(?= \w)|greater|higher|höher\w*|größer\w*|supérieure?s?|mayor(?:es)?|superior(?:es)?|exceed\w*|above|over|über(?!\w)|oberhalb|übersteig\w*|dépass\w*|au-delà|superan?|por encima | less|fewer|lower|weniger|niedriger\w*|geringer\w*|kleiner\w*|moins|inférieure?s?|menos|menor(?:es)?|inferior(?:es)?|below|under|unter(?!\w)|unterhalb|en dessous|por debajo
price | cheaper|günstiger\w*|billiger\w*|moins cher\w*|más barat\w+|less expensive | more expensive|dearer|costlier|teurer\w*|plus cher\w*|plus chère\w*|más car[oa]s?
when | earlier|sooner|früher\w*|eher|plus tôt|antes|más temprano | later|später\w*|plus tard|más tarde|después
long | longer|länger\w*|plus long\w*|más larg\w+ | shorter|kürzer\w*|plus court\w*|más cort\w+
speed | faster|quicker|schneller\w*|plus rapide\w*|más rápid\w+ | slower|langsamer\w*|plus lente?\w*|más lent\w+
limit | minimum|minimal\w*|mindest\w*|mínim\w+|at least|au moins|al menos | maximum|maximal\w*|höchst\w*|máxim\w+|at most|up to|au plus|como máximo
party | customers?|buyers?|purchasers?|clients?|kunden?|kundin|käufer\w*|auftraggeber\w*|besteller\w*|acheteurs?|clientes?|comprador\w* | suppliers?|sellers?|vendors?|contractors?|(?:service )?providers?|lieferant\w*|verkäufer\w*|auftragnehmer\w*|dienstleister\w*|anbieter\w*|fournisseurs?|vendeurs?|prestataires?|proveedor\w*|vendedor\w*|prestador\w*
rent | landlords?|lessors?|vermieter\w*|bailleur\w*|propriétaires?|arrendador\w*|propietari\w+ | tenants?|lessees?|mieter\w*|preneurs?|locataires?|arrendatari\w+|inquilin\w+
work | employers?|arbeitgeber\w*|employeurs?|emplead(?:ora?|ores) | employees?|workers?|arbeitnehmer\w*|mitarbeiter\w*|salariée?s?|employée?s?|empleados?|empleadas?|trabajador\w*
loan | lenders?|creditors?|darlehensgeber\w*|gläubiger\w*|prêteurs?|créanciers?|prestamistas?|acreedor\w* | borrowers?|debtors?|darlehensnehmer\w*|schuldner\w*|emprunteurs?|débiteurs?|prestatari\w+|deudor\w*
licence | licensors?|lizenzgeber\w*|concédants?|licenciante\w* | licensees?|lizenznehmer\w*|licenciés?|licenciatari\w+
mail | senders?|consignors?|shippers?|absender\w*|versender\w*|expéditeurs?|remitentes?|expedidor\w* | recipients?|consignees?|receivers?|empfänger\w*|destinataires?|destinatari\w+
money | debtors?|accounts receivable|receivables?|forderung\w*|créances?|cuentas por cobrar | accounts payable|payables?|verbindlichkeit\w*|dettes?|cuentas por pagar
trade | sales|selling|sells?|sold|verkauf\w*|verkäuf\w*|verkauft|ventes?|vend\w*|ventas? | purchas\w*|buying|buys?|bought|einkauf\w*|kauf\w*|achats?|achet\w*|compras?
place | source|quell\w*|origen | target|destination|ziel\w*|cible|destino
time | full-time|vollzeit\w*|temps plein|temps complet|tiempo completo|jornada completa | part-time|teilzeit\w*|temps partiel|tiempo parcial|media jornada
scope | domestic\w*|national\w*|inland\w*|inländisch\w*|nacional\w* | foreign|international\w*|abroad|ausland\w*|ausländisch\w*|étranger\w*|internacional\w*|extranjer\w*
inside | inside|within the|innerhalb der|internal\w*|intern\w{0,2}|interne?s?|interno\w* | outside|außerhalb|external\w*|extern\w{0,2}|externes?|extern[oa]s?|hors de|fuera de
manual | manual\w*|manuell\w*|von hand|manuel\w* | automat\w*
fixed | fixed|fest(?:e[nrs]?)?|fixes?|fij[oa]s? | variable\w*|variabel|variabl\w+
term | temporar\w+|befristet\w*|temporaire\w*|temporal\w* | permanent\w*|unbefristet\w*|indefinid\w+|indéterminée?
state | clos\w+|geschlossen\w*|fermée?s?|cerrad\w+|clôtur\w+ | open\w*|offen\w*|geöffnet\w*|ouverte?s?|abiert\w+ | re-?open\w*|wiedereröffnet|wieder geöffnet|rouverte?s?|reabiert\w+
decision | approv\w*|accept\w*|genehmigt\w*|angenommen|approuv\w*|acceptée?s?|aprob\w+|aceptad\w+|granted | reject\w*|declin\w*|denied|refus\w*|abgelehnt\w*|rejet\w*|rechaz\w*|deneg\w+
part | partial\w*|teil(?:weise|lieferung\w*|zahlung\w*)|partiel\w*|parcial\w* | full(?!-)|complete|vollständig\w*|complète?\w*|complet[oa]s?|total
change | increas\w*|rais\w+|rises?|rising|rose|grew|grown|grows?|growth|climb\w*|wuchs|wächst|gewachsen|verteuer\w*|croît|crû|progress\w*|crec\w+|erhöh\w*|steig\w*|gestiegen|augment\w*|aument\w*|sub(?:e|en|ió)|increment\w* | decreas\w*|reduc\w*|lower(?:s|ed|ing)|falls|fell|fallen|drop\w*|declin\w+|shrank|shrink\w*|zurückging\w*|zurückgegangen|zurückgeh\w*|(?:ging|gingen|geht)(?= [^;]{0,60}zurück)|recul\w*|retroced\w*|cayó|cayeron|caen?|baj(?:ó|aron|ar)|senk\w*|gesenkt|sink\w*|gesunken|diminu\w*|baiss\w*|réduit\w*|disminu\w*|baja\w?
edge | starts?|started|begins?|began|beginning|anfang\w*|beginn\w*|début\w*|commenc\w*|inici\w+|comienz\w+|empiez\w+ | ends?|ended|expir\w+|ende|endet\w*|ablauf\w*|läuft|fin|finit|termin(?:a|e|ó)|échéance|vence
travel | arriv\w*|ankunft|ankam|eintreff\w*|angekommen|eingetroffen|lleg\w+ | depart\w*|left|leaves?|abfahrt|verließ\w*|abreise|départ\w*|part(?:i|ie|it)|sali\w+|salen?
hour | morning\w*|vormittag\w*|matin\w*|mañanas? | afternoon\w*|nachmittag\w*|après-midi|tardes? | nights?|nachts?|nuit|noches?
form | written|in writing|schriftlich\w*|par écrit|écrite?s?|por escrito | oral\w*|verbal\w*|mündlich\w*|orale?s?
sum | subtotal\w*|zwischensumme\w*|sous-total|discounted | grand total|gesamtsumme\w*|gesamtbetrag\w*|total général
side | debits?|sollseite|débits?|débito | credits?|habenseite|crédits?|crédito
owed | outstanding|unpaid|overdue|offen\w*|überfällig\w*|impayée?s?|pendientes?|vencid\w+ | paid|bezahlt\w*|beglichen|payée?s?|pagad\w+
"""
"""Name and sides of each group. Two that are marked with ``!`` differ for sure when the sides differ; of others one that stands
in the answer and not in the passage leaves open what is meant."""

_QUANTIFIERS = {
	"all": r"all|every|everyone|everybody|always|alle[rnms]?|sämtliche\w*|immer|tous|toutes|toujours|todos|todas|siempre",
	"each": r"each|per|jede[rnms]?|je|pro|chaque|par|cada|por",
	"some": r"some|certain|several|sometimes|many|most|few|einige[rn]?|manche\w*|mehrere\w*|viele\w*|die meisten|wenige|certaine?s|quelques|plusieurs|la plupart|parfois|algun[oa]s|ciert[oa]s|vari[oa]s|muchos|la mayoría|a veces",
	"none": r"none|no|nobody|neither|kein\w*|niemand\w*|aucune?|personne|ningun[oa]|ningún|nadie",
	"only": r"only|solely|exclusively|exactly|nur|ausschließlich|lediglich|genau|seulement|uniquement|exclusivement|exactement|sólo|solo|solamente|únicamente|exclusivamente|exactamente",
}
_CONDITIONS = {
	"if": r"if|provided|as long as|in case|wenn|falls(?! (?:below|under|short|to|on|due))|sofern|solange|vorausgesetzt|si|pourvu que|à condition|siempre que|con la condición",
	"when": r"when(?:ever)?|once|for|upon|sobald|bei|für|quand|lorsque|en cas|pour|cuando|en caso|para",
	"unless": r"unless|except(?:ing)?|with the exception|other than|apart from|es sei denn|außer|ausgenommen|mit ausnahme|sauf|excepté|hormis|à moins que|à l'exception|salvo|excepto|a menos que|a excepción|con excepción",
	"included": r"including|even if|also if|einschließlich|auch wenn|inklusive|y compris|même si|incluso|incluidos|aunque|inclusive",
}
_PERIOD_WORDS = (
	r"(?:\s+(?:\d|other|second|two|three|four|six|zwei|drei|vier|sechs|deux|trois|quatre|six|dos|tres|cuatro|seis|day|week|month|quarter|year|"
	r"night|hour|morning|tag|woche|monat|quartal|jahr|stunde|nacht|jour|semaine|mois|trimestre|an|heure|nuit|día|semana|mes|año|hora|noche))"
)
_NAMES = {"day": 0, "night": 0, "week": 1, "month": 2, "quarter": 3, "year": 4, "h": 5, "hour": 5}
_ACTORS = (
	r"manufacturers?|dealers?|importers?|exporters?|distributors?|carriers?|drivers?|managers?|supervisors?|director\w*|controllers?|auditors?|agents?|"
	r"department|accounting|management|owners?|users?|operators?|subcontractors?|guarantors?|insurers?|banks?|trainees?|apprentices?|candidates?|"
	r"hersteller\w*|händler\w*|spediteur\w*|frachtführer\w*|fahrer\w*|vorgesetzte\w*|leiter\w*|personalabteilung|buchhaltung|geschäftsführung|betriebsrat\w*|"
	r"subunternehmer\w*|nutzer\w*|betreiber\w*|versicherer\w*|bank|abteilungsleit\w*|prüfer\w*|"
	r"fabricants?|revendeurs?|transporteurs?|chauffeurs?|responsables?|directeur\w*|directrice\w*|comptabilité|service \w+|direction|utilisateurs?|assureurs?|sous-traitants?|"
	r"fabricantes?|distribuidor\w*|transportistas?|conductor\w*|jef[ea]s?|gerentes?|dirección|contabilidad|usuari\w+|aseguradora\w*|subcontratista\w*"
)
"""Others who do something for somebody; they have no counterpart of their own."""
ROLES = ("party", "rent", "work", "loan", "licence", "mail")


@cache
def _compiled() -> tuple[tuple[str, bool, tuple[re.Pattern[str], ...]], ...]:
	groups = []
	for line in _GROUPS.strip().splitlines():
		name, *sides = line.split(" | ")
		groups.append(
			(
				name.lstrip("!"),
				name[0] == "!",
				tuple(re.compile(rf"(?<!\w)(?:{side})(?!\w)") for side in sides),
			)
		)
	return tuple(groups)


@cache
def _marks(kind: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
	table = _QUANTIFIERS if kind == "quantifier" else _CONDITIONS
	behind = rf"(?!{_PERIOD_WORDS})" if kind == "quantifier" else ""
	return tuple((name, re.compile(rf"(?<!\w)(?:{words})(?!\w){behind}")) for name, words in table.items())


@lru_cache(maxsize=2_000)
def sides_of(text: str) -> dict[str, frozenset[int]]:
	"""The sides of each group that ``text``, in small letters, has; groups without one are left out."""
	found = {}
	for name, _, sides in _compiled():
		if here := frozenset(side for side, words in enumerate(sides) if words.search(text)):
			found[name] = here
	return found


@cache
def _actors() -> re.Pattern[str]:
	return re.compile(rf"(?<!\w)(?:{_ACTORS})(?!\w)")


@lru_cache(maxsize=2_000)
def roles_of(text: str) -> tuple[tuple[int, str], ...]:
	"""Roles with their places in ``text``, in small letters, in their order."""
	others = [(one.start(), one.group()[:7]) for one in _actors().finditer(text)]
	return tuple(
		sorted(
			[
				(one.start(), f"{name}{side}")
				for name, _, sides in _compiled()
				if name in ROLES
				for side, words in enumerate(sides)
				for one in words.finditer(text)
			]
			+ others
		)
	)


def certain() -> frozenset[str]:
	"""The groups of which another side is another statement."""
	return frozenset(name for name, is_certain, _ in _compiled() if is_certain)


@lru_cache(maxsize=2_000)
def marks_of(text: str, kind: str) -> frozenset[str]:
	"""Which quantifiers or conditions (``kind``) ``text``, in small letters, has."""
	return frozenset(name for name, words in _marks(kind) if words.search(text))


def period_side(per: str) -> int | None:
	"""The side of the group of periods that a value has with it, as in "500 EUR per month"."""
	return _NAMES.get(per)
