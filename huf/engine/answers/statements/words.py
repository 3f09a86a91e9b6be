"""The words that turn a statement round, of English, German, French and Spanish.

In a language that is not listed nothing is turned round, and its statements are compared by their values and names alone.
A word ends with ``*`` when any ending may follow.
"""

import re
from functools import cache

NEGATORS = """
en | not non never no none nobody nothing nowhere neither cannot hardly
de | nicht kein* nie niemals niemand* nichts nirgends weder
fr | pas non jamais aucun* rien nullement ni
es | no nunca jamás ningún ningun* nadie nada tampoco ni
"""
"""French and Spanish repeat a negation within a clause and mean one: "no se acepta nada"."""
WITHOUT = "without lacking ohne sans sin"
"""Deny what they stand before; with another negation in the clause they say "only with"."""

DENIALS = """
- | forbid* forbad* prohibit* banned disallow* impossible verboten verbiet* untersagt unzulässig unmöglich interdi* prohib* prohíb* imposible*
accept | reject* refus* declin* deni* abgelehnt ablehn* lehnt zurückgewiesen verweiger* rejet* rechaz* deneg* denieg*
include | exclud* ausgeschlossen ausgenommen exclu excluent exclue exclus exclues exclut exclure exclui* excluy*
oblige | optional* voluntar* unnecessary freiwillig entbehrlich facultati* optionnel* opcional* voluntari* innecesari*
charge | gratis kostenlos* kostenfrei* unentgeltlich* gratuit* gebührenfrei*
subject | exempt* steuerfrei* befreit exonér* exent* exento
enable | disabled deactivat* deaktivier* désactiv* desactiv*
valid | ungültig* invalid* inválid* nul
active | inactive inaktiv* inactif* inactiv*
"""
"""What they deny, and the words. ``-``: whatever the clause says."""
AFFIRMATIONS = """
- | may can could allow* permit* possible erlaubt gestattet zulässig möglich darf dürfen kann können peut peuvent permis* autoris* possible* puede* pueden permit* posible*
accept | accept* akzeptier* angenommen annehm* aceptad* aceptan acept* admit*
include | includ* inclusive enthalten inbegriffen eingeschlossen inclu incluse* inclus* compris* incluid* incluye*
oblige | must shall required requires require mandatory compulsory obligatory need needs needed necessary muss müssen verpflichtet verpflichtend* erforderlich* obligatorisch* nötig* notwendig* zwingend* doit doivent obligatoire* requis* nécessaire* debe deben obligatori* necesari* requier*
charge | charged chargeable kostenpflichtig* gebührenpflichtig* payant* berechnet facturé* cobra* cobran
subject | subject steuerpflichtig* unterliegt unterliegen soumis* assujetti* sujet*
enable | enabled activated aktiviert* activé* activad* habilitad*
valid | valid gültig* valable* valide* válid*
active | active aktiv* actif* actives activo* activa*
"""
MUST = frozenset({"=oblige"})
INCLUDED = "=include"

COMPLEMENTS = """
order | before prior vor bevor avant antes | after following nach nachdem après después tras
"""
"""Of two such words the one is the denial of the other: "not before" is "after"."""
CONTRASTS = """
change | increas* raise* raised raising rises rising rose grew grow* growth erhöh* steig* gestiegen angehoben wuchs gewachsen augment* hausse aument* sube suben subió crec* increment* | decreas* reduc* lowered lowers falls fell fallen drop* declin* gesenkt senk* sinkt sinken gesunken reduzier* verringer* diminu* baiss* recul* réduit* réduction disminu* baja bajan bajó bajaron
party | customer* buyer* purchaser* kunde* kunden käufer* auftraggeber* besteller* client* clients acheteur* cliente* comprador* | supplier* seller* vendor* lieferant* verkäufer* auftragnehmer* fournisseur* vendeur* proveedor* vendedor*
work | employer* arbeitgeber* employeur* empleador* | employee* arbeitnehmer* mitarbeiter* salarié* employé employés empleado* trabajador*
rent | landlord* lessor* vermieter* bailleur* arrendador* | tenant* lessee* mieter* preneur* locataire* arrendatari* inquilin*
loan | lender* creditor* darlehensgeber* gläubiger* prêteur* créancier* prestamista* acreedor* | borrower* debtor* darlehensnehmer* schuldner* emprunteur* débiteur* prestatari* deudor*
licence | licensor* lizenzgeber* concédant* licenciante* | licensee* lizenznehmer* licencié licenciés licenciatari*
mail | sender* consignor* shipper* absender* versender* expéditeur* remitente* | recipient* consignee* receiver* empfänger* destinataire* destinatari*
insurer | insurer* versicherer* assureur* aseguradora* | insured policyholder* versicherungsnehmer* versicherte* assuré assurée assurés tomador* asegurado*
tax | gross brutto* brut brute bruto* ttc | net netto* nets nette neto neta ht
book | debit* soll* débit* débito | credit* haben crédit* crédito
trade | sales selling sells sold verkauf* verkäuf* ventes vente vend* ventas venta | purchas* buying buys bought einkauf* kauf* achat* achet* compra compras
side | internal* intern interne* interno* interna* internes | external* extern externe* externo* externa* externes
scope | domestic* national* inland* inländisch* nacional* | foreign international* abroad ausland* ausländisch* étranger* internacional* extranjer*
place | source quell* origen | target destination ziel* cible destino
way | inbound incoming eingehend* entrant* entrante* | outbound outgoing ausgehend* sortant* saliente*
border | import* einfuhr* importación* importation* | export* ausfuhr* exportación* exportation*
edge | start starts beginning begin begins anfang beginn beginnt début commence* inicio comienzo comienza* | end ends ende endet fin termina* final
rank | first erste* premier* première* primer* | second zweite* deuxième* segund* | third dritte* troisième* tercer* | fourth vierte* quatrième* cuart* | fifth fünfte* cinquième* quint* | last letzte* dernier* dernière* último* última*
relative | same selben gleichen dieselb* même mism* | following next subsequent folgend* nächst* darauffolgend* suivant* prochain* siguiente* próxim* | previous preceding vorherig* vorig* vorangegangen* précédent* anterior*
period | daily nightly täglich* quotidien* journali* diari* | weekly wöchentlich* hebdomadaire* semanal* | monthly monatlich* monats* mensuel* mensual* | quarterly vierteljähr* quartals* trimest* | yearly annual* jährlich* jahres* annuel* anual* | hourly stündlich* horaire*
price | cheap* günstig* billig* barat* | expensive dearer teuer* teurer* cher* chère* caro cara caros caras
when | earlier sooner früher* temprano | later später* tard tarde
length | longer länger* long longs longue* largo larga largos largas | shorter kürzer* court* corto corta cortos cortas
speed | faster quicker fastest schneller* schnellst* rapid* | slower slowest langsam* lent*
size | higher highest höher* höchste* supérieur* superior* mayor* | lower lowest niedriger* niedrigst* inférieur* inferior* menor*
share | full vollständig* complète* complet* total | partial* teilweise teil partiel* parcial*
hours | full-time vollzeit* | part-time teilzeit*
doer | manual* manuell* manuel* | automat*
term | temporar* befristet* temporaire* temporal* | permanent* unbefristet* indefinid*
form | written schriftlich* écrit* escrit* | oral* verbal* mündlich*
door | open opened offen geöffnet ouvert* abierto* abierta* | closed geschlossen fermé* cerrad*
"""
"""Of such words the one is no denial of the other, and not the other: the customer pays, or the supplier."""
ROLES = ("=party", "=work", "=rent", "=loan", "=licence", "=mail", "=insurer")
"""Who does something: their order may tell who does it to whom."""
PERIODS = {
	"daily": "day night tag nacht jour nuit día noche",
	"weekly": "week woche semaine semana",
	"monthly": "month monat mois mes",
	"quarterly": "quarter quartal vierteljahr trimestre",
	"yearly": "year annum jahr an année año",
	"hourly": "hour stunde heure hora",
}
"""What "per month" is, in one word."""
ONLY = "only solely exclusively nur ausschließlich lediglich allein seulement uniquement exclusivement solo sólo solamente únicamente exclusivamente"
CONDITIONS = "if when once until whether as wenn falls sofern sobald solange ob si quand lorsque dès cuando siempre mientras"
"""What begins so is supposed and not said."""
AUXILIARIES = frozenset(
	"""is are was were be been may must can could will would shall should has have had do does did need needs ist sind war waren
	wird werden wurde wurden kann können darf dürfen muss müssen soll sollen hat haben est sont était étaient peut peuvent doit
	doivent a ont sera seront es son era eran está están puede pueden debe deben ha han será serán se""".split()
)
"""Finite verbs that show that a part of a sentence joined by "and" is a clause of its own."""
NEUTRAL = frozenset(
	"""any anytime time times ever always case cases generally general basically basic principle please note according policy
	document documents passage source says state states stated yes every all jederzeit immer grundsätzlich generell fall fälle laut
	gemäß bitte ja alle jede jeder jedes stets moment tout toute tous toutes temps cas général selon toujours oui momento caso general según
	siempre cualquier todo toda todos todas sí nein there here hay
	but however also too sondern aber jedoch auch sogar mais aussi également pero sino también tandis
	above over below under within least most minimum maximum up than more less later latest earlier earliest over exceed exceeds exceeding excess
	mindestens wenigstens höchstens maximal minimal spätestens frühestens innerhalb binnen oberhalb unterhalb über unter ab bis mehr weniger
	moins plus tard tôt partir supérieur supérieure inférieur inférieure dessous delà délai jusqu dépasse dépassent
	menos más mínimo máximo hasta partir tardar superior superiores inferior inferiores encima debajo plazo""".split()
)
"""They neither turn a statement round nor say what it is about; bounds of values are read apart."""


def _words(spellings: str) -> re.Pattern[str]:
	exact = "|".join(sorted(map(re.escape, (one for one in spellings.split() if one[-1] != "*")), key=len))
	begun = "|".join(re.escape(one[:-1]) + r"\w*" for one in spellings.split() if one[-1] == "*")
	return re.compile("|".join(filter(None, (exact, begun))))


class Lexicon:
	"""The tables above, ready to be looked up. Made when the first statement is read."""

	def __init__(self) -> None:
		self._negators = [(line[:2], _words(line[5:])) for line in NEGATORS.strip().splitlines()]
		self._meanings = [
			*self._table(DENIALS, "denial"),
			*self._table(AFFIRMATIONS, "affirmation"),
			*self._pairs(COMPLEMENTS, "complement"),
			*self._pairs(CONTRASTS, "contrast"),
		]
		self.without = frozenset(WITHOUT.split())
		self.only = frozenset(ONLY.split())
		self.conditions = frozenset(CONDITIONS.split())
		self.meaning = cache(self._meaning)
		self.negator = cache(self._negator)

	def _negator(self, word: str) -> str:
		"""The languages in which ``word`` denies, joined; empty when in none."""
		return " ".join(language for language, words in self._negators if words.fullmatch(word))

	def _meaning(self, word: str) -> tuple[str, str, int]:
		"""Kind, base and side of a word; kind is empty when the word is ordinary."""
		for kind, base, side, words in self._meanings:
			if words.fullmatch(word):
				return kind, base, side
		return "", "", 0

	@staticmethod
	def _table(table: str, kind: str) -> list[tuple[str, str, int, re.Pattern[str]]]:
		lines = [line.split(" | ") for line in table.strip().splitlines()]
		return [(kind, "" if base == "-" else f"={base}", 0, _words(words)) for base, words in lines]

	@staticmethod
	def _pairs(table: str, kind: str) -> list[tuple[str, str, int, re.Pattern[str]]]:
		lines = [line.split(" | ") for line in table.strip().splitlines()]
		return [
			(kind, f"={base}", side, _words(words))
			for base, *both in lines
			for side, words in zip((1, -1, *range(2, len(both))), both, strict=False)
		]


@cache
def lexicon() -> Lexicon:
	"""The one lexicon of the process."""
	return Lexicon()
