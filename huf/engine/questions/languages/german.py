"""German."""

from huf.engine.questions.languages.phrases import each
from huf.engine.questions.wording import Wording

# In these forms alone: “hoch” and “niedrig”, which have their stems, are priorities.
_HIGH, _LOW = ("höchste", "hoechste"), ("niedrigste",)
_HIGHEST = (
	*("größte", "groesste", "teuerste", "dickste", "fetteste", "wertvollste", "umfangreichste"),
	"kostspieligste",
)
_LOWEST = (
	*("kleinste", "geringste", "billigste", "günstigste", "guenstigste", "tiefste", "preiswerteste"),
	"preisgünstigste",
)
_NEWEST = ("neueste", "neuste", "letzte", "jüngste", "juengste", "aktuellste", "frischeste")
_OLDEST = ("älteste", "aelteste", "früheste", "frueheste")
_BIGGEST = ("größte", "groesste", "wichtigste", "bedeutendste")


def _of_one(words: tuple[str, ...]) -> tuple[str, ...]:
	"""The forms that are said of one thing alone: “letzten” is said of several too."""
	return tuple(f"={word}{ending}" for word in words for ending in ("", "r", "s"))


def _inflected(words: str) -> tuple[str, ...]:
	"""Participles and adjectives as they are and before a noun. “Small” words are known in the forms alone that are given."""
	endings = ("", "e", "en", "er", "es", "em")
	return tuple(f"{word}{ending}" for word in words.split() for ending in endings)


def _declined(words: str, noun: str = "") -> tuple[str, ...]:
	"""Adjectives that end with “e” in all their forms, and in these alone, each before ``noun``: “nach” shares its stem with “nächste”."""
	endings = ("", "n", "r", "s", "m")
	return tuple(f"={word}{ending} {noun}".rstrip() for word in words.split() for ending in endings)


_HIGHEST_ONE, _LOWEST_ONE = _of_one((*_HIGH, *_HIGHEST)), _of_one((*_LOW, *_LOWEST))
_NEWEST_ONE, _OLDEST_ONE = _of_one(_NEWEST), _of_one(_OLDEST)


def _numbers() -> dict[int, tuple[str, ...]]:
	"""Numbers in words, with the hundreds and thousands of them."""
	small = {
		**{
			2: ("zwei", "zwo"),
			3: ("drei",),
			4: ("vier",),
			5: ("fünf", "fuenf"),
			6: ("sechs",),
			7: ("sieben",),
		},
		**{8: ("acht",), 9: ("neun",), 10: ("zehn",), 11: ("elf",), 12: ("zwölf", "zwoelf")},
		**{15: ("fünfzehn", "fuenfzehn"), 20: ("zwanzig",), 25: ("fünfundzwanzig", "fuenfundzwanzig")},
		**{30: ("dreißig", "dreissig"), 40: ("vierzig",), 50: ("fünfzig", "fuenfzig"), 60: ("sechzig",)},
		**{70: ("siebzig",), 80: ("achtzig",), 90: ("neunzig",)},
	}
	large = {100: ("hundert", "einhundert"), 1000: ("tausend", "eintausend"), 100_000: ("hunderttausend",)}
	for number, words in small.items():
		if number < 10:
			large[number * 100] = tuple(f"{word}hundert" for word in words)
		large[number * 1000] = tuple(f"{word}tausend" for word in words)
	return small | large


# An order that was sent is a delivered one; an invoice or a quotation has merely been sent.
_SENT = _inflected("verschickt versandt versendet")
_OURS = (
	*"unser unsere unserer unseren unserem unseres unsre unsrer unsren unserm unsern".split(),
	*("haben wir", "wir haben", "wir hatten", "hatten wir", "haben wir so", "wir so haben", "bei uns"),
	*("haben wir denn", "haben wir eigentlich", "haben wir alles", "haben wir aktuell", "wir aktuell haben"),
	*("haben wir momentan", "haben wir derzeit", "haben wir zurzeit", "haben wir insgesamt", "führen wir"),
	*("wir führen", "fuehren wir", "wir fuehren", "wir im sortiment haben", "haben wir im sortiment"),
	*("arbeiten wir zusammen", "wir zusammenarbeiten", "arbeiten wir", "wir arbeiten", "gibt es bei uns"),
	"ham wir",
)
_WE_OWE = (
	*("wir schulden", "schulden wir", "schulden wir noch", "wir noch schulden", "sind wir schuldig"),
	*("sind wir noch schuldig", "wir schuldig sind", "wir noch schuldig sind"),
	*each(
		"müssen wir, müssen wir noch, wir noch",
		"zahlen, bezahlen, begleichen, überweisen, zahlen müssen, bezahlen müssen",
	),
)
_TO_GET = (
	*each(
		"schulden uns, schulden uns noch",
		"die kunden, unsere kunden, alle kunden, kunden, alle unsere kunden, sämtliche kunden, die kunden noch",
	),
	*each("schulden, noch schulden", "die kunden uns, unsere kunden uns, kunden uns"),
	*("die kunden uns schulden", "die kunden uns noch schulden", "unsere kunden uns schulden"),
	*("die kunden schulden uns", "unsere kunden schulden uns", "uns die kunden schulden"),
	*each(
		"bekommen wir noch, kriegen wir noch, bekommen wir, kriegen wir",
		"von unseren kunden, von den kunden, von kunden, von allen kunden",
	),
	*each(
		"von allen kunden, von unseren kunden, von den kunden, von kunden",
		"zu bekommen, noch zu bekommen, zu kriegen, noch zu kriegen",
	),
	*("bekommen wir noch", "kriegen wir noch", "wir noch bekommen", "wir noch kriegen", "noch zu bekommen"),
	*("noch zu kriegen", "uns zusteht", "uns noch zusteht", "steht uns noch zu"),
)

WORDING = Wording(
	roles={
		"small": (
			"=mehr",
			*each("mindestens, wenigstens, zumindest", "eine, ein, einen, einer, einem"),
			*_inflected("einzig"),
			*("ergeben", "ergibt", "ergab", "machen zusammen"),
			"=jeweils",
			"=komplett",
			"aufgeschlüsselt",
			"aufgelistet",
			"zuerst",
			"sortiment",
			"wenn ja",
			"und wenn ja",
			"rum",
			"stellen",
			"geld",
			*(
				"der die das des dem den ein eine einen einem einer eines von vom zu zum zur für fuer im in am an auf bei beim mit es da vor ab als raus rein"
				" wir uns unser unsere unserer unseren unserem unseres ich mir du dir sie ihr ihre hat haben hast habt hatte hatten wurde wurden werden"
				" worden wird sein gewesen bitte danke hallo noch schon bereits aktuell derzeit momentan gerade jetzt genau eigentlich mal so dass dieser"
				" diese dieses diesem diesen jene jenen jener aus um gehören gehört liegen liegt lagen lag gingen ging gehen gibt gibts gab gäbe kam kamen"
				" kommt vorhanden existieren existiert man denn zusammen überhaupt insgesamt"
			).split(),
			*(
				"euch euer eure eurer eurem euren deine deinen derjenigen denjenigen diejenigen jemand jemandem jemanden irgendwer irgendwo"
				" irgendwelche irgendwelchen irgendwelcher irgendein irgendeine irgendeinen irgendeiner irgendetwas irgendwas irgendwie irgendwann etwas"
				" innerhalb binnen während gegen gegenüber gebracht eingebracht gegangen ergangen ne nen nem ner brauch bräucht möcht hätt"
				" dort hier daran dazu darin drin drinnen hinein hierzu da"
			).split(),
			*(
				"also auch bloß bloss nur lediglich ausschließlich ausschliesslich einfach eben grad grade soeben doch wohl eh tatsächlich"
				" wirklich exakt präzise ungefähr circa ca etwa jemals bisher bislang gegenwärtig mittlerweile inzwischen zurzeit zzt nun weiterhin"
				" schnell kurz rasch geschwind gern gerne nochmal nochmals freundlicherweise ganze ganzen usw etc gesamthaft"
				" verschiedene verschiedenen verschiedener unterschiedliche unterschiedlichen unterschiedlicher"
			).split(),
			*(
				"hi hey servus moin grüezi hoi tschüss merci dankeschön dankend mfg lg sorry entschuldigung"
				" brauche bräuchte bräuchten benötige möchte möchten möchtest wünsche wünschen hätte hätten wollte"
				" wüsste interessiert interessieren kannst könntest könnten könnt könntet würdest würden würdet sag sage sagt sagen"
				" sehen geben zusenden zukommen mitteilen lassen anschauen"
				" ansehen angucken nachsehen nachschauen einsehen wissen erfahren rausfinden herausfinden"
			).split(),
			*(
				"eintrag einträge einträgen datensatz datensätze datensätzen belege belegen beleg daten dokumente dokumenten namen prio stück stueck stk"
				" bezüglich betreffend hinsichtlich betrifft betreffen steht stehen standen stammen stammt sitzen sitzt ansässig"
				" beträgt betrug betragen beläuft lautet lautete belaufen vorkommen vorkommt auftaucht auftauchen vorliegt vorliegen"
			).split(),
			*_inflected(
				"gemacht geschrieben gestellt gesendet geschickt erhalten bekommen ausgestellt abgeschickt rausgeschickt herausgeschickt zugeschickt"
				" zugestellt übermittelt rausgegangen herausgegangen hinausgegangen rausgeschrieben aufgegeben platziert erteilt getätigt unterbreitet"
				" verfasst gemeldet reingekommen hereingekommen eingegangen eingelaufen angefallen aufgetreten vorgekommen gekommen hinterlegt gespeichert"
				" verzeichnet geführt gelistet aufgelistet aufgeführt angezeigt markiert gekennzeichnet eingestuft gekriegt"
				" durchgeführt vorgenommen ausgelöst geleistet eingesandt eingeschickt aufgelaufen"
			),
			*_SENT,
			*("gibt es", "gab es", "haben wir", "hat man", "hat es", "ist es", "sind es", "waren es"),
			*("gibt es da", "kannst du", "kannst du mir", "kannst du mal", "können sie", "können sie mir"),
			*("könntest du mir", "koennen sie", "koennen sie mir", "koenntest du mir", "koennt ihr mir"),
			*("können wir mal", "kann ich bitte", "kann ich mal", "kann ich bitte mal", "kann mir jemand"),
			*("kann mir wer", "kann mir bitte jemand", "könntet ihr mir", "könnt ihr mir", "würdest du mir"),
			*("würden sie mir", "magst du mir", "kannst mir", "ich brauche", "ich bräuchte", "ich möchte"),
			*("ich moechte", "ich hätte gern", "ich hätte gerne", "ich will", "will ich", "ich würde gern"),
			*("ich würde gerne", "wir wollen", "wir möchten", "ich muss wissen"),
			*(
				*("noch zahlen", "noch bezahlen", "ich suche", "in denen", "bei denen", "zu denen"),
				*("auf denen", "in welchen", "aus denen", "wir brauchen", "im laufe", "im verlauf"),
				*("im zeitraum", "in der zeit", "im system erfasst", "im system angelegt", "bei uns erfasst"),
				*("wir benötigen", "wir bräuchten", "dürfte ich", "dürfte ich bitte", "im support"),
				*("beim support", "an den support", "bei uns im support", "wir suchen", "lass mich"),
				*("lass mal", "lassen sie mich", "sag mir", "sag mir mal", "sagen sie mir"),
			),
			*("mich interessiert", "mich interessieren", "mich würde interessieren", "interessiert mich"),
			*("interessieren mich", "ich wüsste gern", "ich wüsste gerne", "wüsste gern", "ich frage mich"),
			*("weißt du", "weisst du", "wissen sie", "verrat mir", "verrate mir", "es geht um", "geht es um"),
			*("schau mal", "schauen sie", "schau bitte", "guck mal", "guten tag", "guten morgen"),
			*("guten abend", "grüß gott", "gruess gott", "vielen dank", "besten dank", "danke schön"),
			*("danke im voraus", "im voraus", "liebe grüße", "viele grüße", "tausend dank", "wenn möglich"),
			*("wenn es geht", "im system", "im erp", "in der datenbank", "im erpnext", "im programm"),
			*("in der software", "in erpnext", "zur zeit", "im moment", "im augenblick", "in diesem moment"),
			*(
				"stand heute",
				"stand jetzt",
				"per heute",
				"nach wie vor",
				*each("wie sieht es, wie schaut es, wie steht es, wie siehts, wie schauts", "mit, bei, um"),
				"immer noch",
				"noch immer",
			),
			*("noch einmal", "schon einmal", "schon mal", "bis dahin", "die wir je", "die wir jemals"),
			*("je geschrieben", "je gestellt", "je verschickt", "je ausgestellt", "je hatten", "je gehabt"),
			*("je bekommen", "je erhalten", "je gemacht", "je gab", "aller zeiten", "überhaupt je"),
			*("befinden sich", "befindet sich", "sich befinden", "sich befindet", "handelt es sich"),
			*("beläuft sich", "belaufen sich", "zugeordnet sind", "zugeordnet ist", "sind zugeordnet"),
			*("zuzuordnen sind", "angehören", "zählen zu", "zählen zur", "kamen rein", "kam rein"),
			*("kommen rein", "reinkamen", "reinkam", "gingen raus", "ging raus", "gingen hinaus"),
			*("rausgingen", "rausging", "ging ein", "gingen ein", "eingingen", "einging", "und zwar"),
			*("das heißt", "zum beispiel", "es sich", "was wir haben", "was es gibt", "so alles"),
			*("das alles", "im prinzip", "unterm strich", "alles in allem"),
			*(f"{currency} brutto" for currency in ("euro", "eur", "€", "chf", "franken")),
		),
		"is": ("ist", "sind", "war", "waren", "gleich", "entspricht", "seien"),
		"whether": ("hat", "haben", "wurden"),
		"with": (
			*("mit", "deren", "dessen", "wo", "enthalten", "enthält", "worin", "beinhalten", "beinhaltet"),
			*("umfassen", "umfasst", "inklusive", "inkl", "samt", "einschließlich", "einschliesslich"),
		),
		"list": (
			*("liste", "liste der", "liste von", "zeige", "zeig", "zeigen", "nenne", "gib", "auflisten"),
			*("übersicht", "anzeigen", "aufzeigen", "aufzählen", "ausgeben", "auflistung", "aufstellung"),
			*("überblick", "aufzählung", "zusammenstellung", "auswertung", "statusliste", "gesamtliste"),
			*("gesamtübersicht", "listenansicht"),
			*each(
				"vollständige, komplette, ganze, gesamte, aktuelle, kurze, einfache",
				"liste, übersicht, aufstellung, auflistung",
			),
			*("übersicht über", "überblick über", "liste mit", "liste über", "liste auf", "liste aller"),
			*("nenn", "nennen", "gib mir", "geben sie mir", "gebt mir", "zeig mir", "zeige mir"),
			*("zeigst du mir", "zeigt mir", "zeigen lassen", "such mir", "suche", "suche mir", "such mal"),
			*("finde", "finde mir", "raussuchen", "heraussuchen", "such raus", "schick mir"),
			*("schicken sie mir", "schicke mir", "sende mir", "senden sie mir", "hol mir", "druck mir"),
			*("drucke mir", "exportiere", "exportiere mir", "erstelle mir eine liste", "erstelle eine liste"),
			*("erstell mir eine liste", "mach mir eine liste", "mach eine liste", "mach mal eine liste"),
			*("her mit", "zähl mir auf", "zähle mir auf", "zähle auf", "führ mir", "führe mir"),
			*("führen sie mir", "stell mir", "listest du", "listest du mir", "listen sie", "listen sie mir"),
			*("list mir", "liste mir"),
		),
		"which": (
			*("welche", "was", "wer ist", "wer sind", "wer hat", "wer hat noch", "was für", "was für ein"),
			*("was für eine", "was alles", "was haben wir an", "was haben wir", "was gibt es an"),
			"um welche",
		),
		"count": (
			*("wie viele", "wieviele", "wie viel", "wieviel", "anzahl", "anzahl der", "anzahl von"),
			*("anzahl an", "zahl der", "zahl an", "gesamtzahl", "gesamtanzahl", "gesamtzahl der"),
			*("gesamtanzahl der", "anz"),
			*each(
				"wie viele, wieviele, wie viel, wieviel",
				"stück, stueck, stk, einheiten, exemplare, stück von, einheiten von",
			),
			*("welche menge", "welche menge an", "welche menge von", "welche stückzahl"),
			*("wie groß ist die zahl", "wie hoch ist die anzahl", "wie hoch ist die zahl"),
			*("wie groß ist die anzahl", "wie gross ist die anzahl", "=zahl", "=zähl", "=zähle", "=gezählt"),
			*("=zählen", "durchzählen", "=zähl mal", "=zähle mir"),
		),
		"much": (
			*("wie viel", "wieviel", "wie viel ist", "wieviel ist", "wie hoch", "wie viel geld"),
			*("wieviel geld", "wie hoch ist", "wie hoch sind", "wie hoch war", "wie hoch waren", "wie groß"),
			*("wie gross", "welcher betrag", "welchen betrag", "welche summe", "welchen wert"),
			*("welcher wert", "auf welchen betrag", "auf wie viel", "auf wieviel", "auf welche summe"),
			*("wie viel euro", "wieviel euro", "wie viel franken", "wieviel franken", "wie viel macht"),
			*("wieviel macht", "in welcher höhe", "wie viel kohle", "höhe der", "höhe von"),
		),
		"sum": (
			*("summe", "gesamt", "insgesamt", "gesamtsumme", "summe der", "summe aller", "in summe"),
			*("gesamthaft", "totalsumme", "aufsummiert", "summiert", "zusammengerechnet", "zusammengezählt"),
			*("addiert", "kumuliert", "summiere", "addiere", "zusammenrechnen", "aufsummieren", "total der"),
		),
		"avg": (
			*("durchschnitt", "durchschnittlich", "im durchschnitt", "im schnitt", "mittlere", "mittelwert"),
			*("durchschnitt der", "durchschnittswert", "im mittel", "schnitt", "durchschn", "ø"),
		),
		"highest": (
			*_declined(" ".join(_HIGH)),
			*_HIGHEST,
			*("maximal", "maximum", "stärkste", "staerkste"),
			*_HIGHEST_ONE,
		),
		"lowest": (*_declined(" ".join(_LOW)), *_LOWEST, "minimal", "minimum", *_LOWEST_ONE),
		"newest": (*_NEWEST, "zuletzt", *_NEWEST_ONE),
		"oldest": (*_OLDEST, *_OLDEST_ONE),
		"fresh": ("=neu", "=neue", "=neuer", "=neuen", "=neues"),
		"party": ("=wer", "wer hat", "wer hat noch", "=wem", "=mit wem", "=von wem", "=bei wem"),
		"versus": (
			"vs",
			"versus",
			"gegenüber",
			"im vergleich zu",
			"im vergleich zum",
			"im vergleich mit",
			"verglichen mit",
			"gegen",
		),
		"quantity": (
			*("=stück", "=menge", "=stückzahl", "=einheiten", "=stückzahlen", "=mengen"),
			*each(
				"wie viele, wieviele, wie viel, wieviel",
				"stück, stueck, stk, einheiten, stück von, einheiten von",
			),
		),
		"top": (
			*("top", "beste", "meiste", "die meisten", "am meisten", "sich am besten", "am besten"),
			*("den meisten", "das meiste"),
			*each(
				"machen wir, bringen uns, bringt uns, bringen, wir",
				"am meisten, die meisten, den meisten, das meiste",
			),
		),
		"best": (*_BIGGEST, *_of_one(_BIGGEST)),
		"group": (
			"mit den einzelnen",
			"der einzelnen",
			"einzelner",
			*("pro", "je", "nach", "jede", "für jeden", "für jede", "für jedes", "fuer jeden", "fuer jede"),
			*("bei jedem", "in jedem", "in jeder", "in jede", "von jedem", "von jeder", "mit jedem"),
			*("jeder einzelne", "pro einzelnem", "gruppiert nach", "gruppiere nach", "aufgeteilt nach"),
			*("aufgeteilt auf", "aufgeschlüsselt nach", "aufgegliedert nach", "gegliedert nach"),
			*("unterteilt nach", "getrennt nach", "verteilt auf", "verteilt nach", "verteilung nach"),
			*("verteilung auf", "aufteilung nach", "aufschlüsselung nach", "zusammengefasst nach"),
			*each("der, für die, auf die, verteilt auf die, in den, bei den, nach, nach den", "einzelnen"),
		),
		"not": (
			*("nicht", "nie", "kein", "außer", "ausser", "ungleich", "ausgenommen", "niemals", "keinerlei"),
			*(
				"nichts",
				"nix",
				"nichts mehr",
				"nix mehr",
				"gar nicht",
				"noch gar nicht",
				"noch nicht",
				"gar nichts",
			),
			*("nich", "nicht mehr", "noch nie", "mit ausnahme von", "abgesehen von"),
		),
		"without": (
			*(
				"ohne",
				"kein",
				"null",
				"keinerlei",
				"nicht eine einzige",
				"nicht einen einzigen",
				"nicht ein einziges",
			),
			*each("kein, keine, keinen", "einzige, einziger, einziges, einzigen"),
		),
		"and": ("und", "sowie", "als auch", "und auch", "sowie auch"),
		"or": ("oder", "oder auch"),
		"more": (
			*("über", "ueber", "mehr als", "größer als", "groesser als", "höher als", "oberhalb"),
			"teurer als",
			*each(
				"mehr, größer, groesser, höher, hoeher, teurer",
				"wie, sind als, ist als, liegen als, ausfallen als",
			),
			*("übersteigen", "übersteigt", "überschreiten", "überschreitet", "oberhalb von", "jenseits von"),
			*("von über", "von mehr als", "in höhe von über", "in höhe von mehr als", "im wert von über"),
			*("im wert von mehr als", "liegen über", "mehr wert als"),
		),
		"less": (
			*("unter", "weniger als", "kleiner als", "niedriger als", "unterhalb", "geringer als"),
			*("tiefer als", "billiger als", "günstiger als", "unterhalb von", "von unter", "von weniger als"),
			"im wert von unter",
			*each(
				"weniger, kleiner, niedriger, geringer, tiefer, billiger, günstiger",
				"wie, sind als, ist als, liegen als",
			),
			*("unterschreiten", "unterschreitet"),
		),
		"at_least": (
			*("mindestens", "ab", "wenigstens", "zumindest", "mind", "nicht weniger als", "größer gleich"),
			*("größer oder gleich", "von mindestens", "ab mindestens", "nicht unter"),
		),
		"at_most": (
			*("=höchstens", "=hoechstens", "maximal", "bis zu", "nicht mehr als", "nicht über"),
			*("nicht höher als", "kleiner gleich", "kleiner oder gleich", "bis maximal", "bis höchstens"),
			*("von höchstens", "max"),
		),
		"between": ("zwischen",),
		"since": (*("seit", "ab", "beginnend", "beginnend mit", "beginnend ab", "angefangen mit", "ab dem"),),
		"before": ("vor", "vor dem", "früher als"),
		"after": ("nach", "nach dem", "später als"),
		"until": (
			*("bis", "bis zum", "bis einschließlich", "bis einschliesslich", "bis inklusive", "bis inkl"),
			*("bis zu", "bis und mit", "bis spätestens", "bis spätestens zum", "bis einschl", "bis jetzt"),
			*("bis heute", "bis dato"),
		),
		"from": ("von", "vom", "zwischen"),
		"onward": (
			*("und später", "oder später", "und spaeter", "oder spaeter", "und danach", "oder danach"),
			*("und neuer", "oder neuer", "und jünger", "oder jünger", "aufwärts", "und folgende"),
			*("und seither", "und seitdem", "bis jetzt", "bis heute", "bis dato"),
		),
		"backward": (
			*("und früher", "oder früher", "und frueher", "oder frueher", "und davor", "oder davor"),
			*("und älter", "oder älter", "und vorher", "oder vorher", "und zuvor"),
		),
		"ours": _OURS,
		"worth": (
			*("wert", "betrag", "volumen", "gesamtwert", "gesamtbetrag", "im wert von", "in höhe von"),
			*("im betrag von", "über den betrag von", "totalbetrag", "gesamtvolumen", "bruttobetrag"),
		),
		"all": (
			*("alle", "sämtliche", "jede", "jegliche", "ausnahmslos alle", "alle unsere", "gesamtheit der"),
			*("alle vorhandenen", "alle existierenden", "alle möglichen"),
		),
		"mine": (
			*("mein", "meine", "habe ich", "ich habe", "hab ich", "ich hab", "habe ich noch", "hab ich noch"),
		),
		"own": (
			*each(
				"von mir",
				"erstellt, angelegt, erfasst, geschrieben, ausgestellt, eingegeben, eingetragen, gemacht",
			),
			*(
				phrase
				for done in "erstellt angelegt erfasst geschrieben ausgestellt eingegeben eingetragen gestellt".split()
				for phrase in (
					f"die ich {done} habe",
					f"habe ich {done}",
					f"ich {done} habe",
					f"hab ich {done}",
				)
			),
		),
		"who": ("von mir",),
		"assigned": (
			*("mir zugewiesen", "mir zugewiesen sind", "mir zugeteilt", "die mir zugewiesen sind"),
			*("mir zugeordnet", "mir zugeteilt sind", "mir zugeordnet sind", "an mich zugewiesen"),
			*("mir zugewiesene", "sind mir zugewiesen"),
		),
		"one": (*_HIGHEST_ONE, *_LOWEST_ONE, *_NEWEST_ONE, *_OLDEST_ONE),
		"traded": ("verkauft", "gekauft", "eingekauft", "verkaufen"),
		"dated": ("vom", "von", "datiert vom", "mit datum vom", "mit datum"),
		"opaque": (
			"für wie viel verkaufen wir",
			"um wie viel verkaufen wir",
			"zu welchem preis verkaufen wir",
			*("was ist eine", "was ist ein", "was heißt", "was heisst", "was bedeutet", "was bedeuten"),
			*("bedeutung", "was versteht man unter", "was meint", "was sagt", "was machen wir"),
			*("was mache ich", "was macht man", "was tun", "was tun wir", "was passiert", "was ist mit"),
			*("brauche ich", "braucht man", "brauchen wir", "benötige ich", "benötigt man", "benötigen wir"),
			"zuletzt bestellt",
			# Not “zählen”, and not the priority of an order for its amount.
			*(
				"=zahlen",
				*_declined("höchste hoechste niedrigste größte geringste oberste", "prio"),
				*("zu bekommen", "zu kriegen", "bekommt man"),
			),
		),
		"month": ("monat",),
		"quarter": ("quartal",),
		"year": ("jahr",),
		"monthly": ("monatlich", "monatliche", "monatsweise"),
		"quarterly": ("quartalsweise", "vierteljährlich", "vierteljährliche"),
		"yearly": ("jährlich", "jährliche"),
	},
	months=(
		("januar", "jan", "jänner", "jaenner", "jän"),
		("februar", "feb", "feber"),
		("märz", "maerz", "mrz", "mär"),
		("april", "apr"),
		("mai",),
		("juni", "jun"),
		("juli", "jul"),
		("august", "aug"),
		("september", "sept", "sep"),
		("oktober", "okt"),
		("november", "nov"),
		("dezember", "dez"),
	),
	weekdays=(
		("montag", "mo"),
		("dienstag", "di"),
		("mittwoch", "mi"),
		("donnerstag",),
		("freitag", "fr"),
		("samstag", "sonnabend", "sa"),
		("sonntag",),
	),
	dates={
		"before_yesterday": ("vorgestern",),
		"after_tomorrow": ("übermorgen",),
		"this_year": ("=heuer",),
		"last_year": ("=vorjahr", "=im vorjahr"),
		"last_month": ("=vormonat",),
		"last_week": ("=vorwoche",),
		"today": ("heute",),
		"yesterday": ("gestern",),
		"tomorrow": ("morgen",),
		"this": (
			*("diese", "dieser", "dieses", "aktuelle", "laufende", "der aktuelle", "der laufende", "jetzige"),
			*("gegenwärtige", "heurige"),
		),
		"last": (
			*("letzte", "vorige", "vergangene", "die letzte", "die vergangene", "vorherige"),
			*("vorangegangene", "abgelaufene", "zurückliegende"),
		),
		"next": _declined("nächste naechste kommende folgende bevorstehende"),
		"past": (
			*("letzte", "vergangene", "die letzten", "die vergangenen", "den letzten", "den vergangenen"),
			*("vorige", "die vorigen", "der letzten", "der vergangenen", "zurückliegende"),
		),
		"older": ("älter als", "aelter als", "älter wie", "vor mehr als", "vor über"),
		"day": ("tag",),
		"week": ("woche",),
		"month": ("monat",),
		"quarter": ("quartal",),
		"year": ("jahr", "kalenderjahr"),
		"fiscal_year": (
			*("geschäftsjahr", "wirtschaftsjahr", "fiskaljahr", "finanzjahr", "rechnungsjahr"),
			"buchungsjahr",
		),
		"first": ("erste", "1", "q1"),
		"second": ("zweite", "2", "q2"),
		"third": ("dritte", "3", "q3"),
		"fourth": ("vierte", "4", "q4"),
	},
	states={
		"draft": (
			*("entwurf", "entwürfe", "entwurfsstatus", "entwurfsstadium", "entwurfsmodus", "nicht gebucht"),
			*("ungebucht", "nicht verbucht", "unverbucht", "nicht eingereicht", "nicht festgeschrieben"),
		),
		"submitted": ("gebucht", "eingereicht", "verbucht", "festgeschrieben"),
		"cancelled": ("storniert", "abgebrochen", "annulliert", "annuliert", "gecancelt", "abgesagt"),
		"open": (
			*("offen", "ausstehend", "pendent", "hängig", "ausständig", "offenstehend", "laufend"),
			*("aktuelle offene", "aktuell offen", "derzeit offen", "stehen aus", "stehen noch aus"),
			*("steht noch aus", "steht aus", "ausstehen", "laufen gerade", "gerade laufen", "laufen derzeit"),
			*("laufen aktuell", "laufen noch", "noch laufen", "laufen momentan", "aussteht"),
		),
		# Before “closed”: of records that can be both, the first is meant.
		"completed": (
			*("abgeschlossen", "erledigt", "fertig", "fertiggestellt", "beendet", "abgearbeitet"),
			*("vollendet", "fertig bearbeitet"),
		),
		"closed": ("geschlossen", "abgeschlossen", "beendet", "zugemacht"),
		"not completed": ("unerledigt", "unabgeschlossen", "unfertig"),
		"resolved": ("gelöst", "behoben", "geklärt"),
		"working": ("in arbeit", "in bearbeitung"),
		"on hold": ("pausiert", "zurückgestellt", "auf eis", "angehalten", "auf hold"),
		"expired": ("abgelaufen", "verfallen"),
		"left": ("ausgeschieden", "ehemalig"),
		"overdue": (
			*("überfällig", "verspätet", "fällig gewesen", "in verzug", "im verzug", "im zahlungsverzug"),
			*("säumig", "in zahlungsverzug", "im rückstand", "in rückstand", "längst fällig", "schon fällig"),
			*("bereits fällig", "fälligkeit überschritten", "zahlungsziel überschritten"),
			*("zahlungsfrist überschritten", "zahlungsfrist abgelaufen", "zahlungsziel abgelaufen"),
			*("zahlungsfrist ist abgelaufen", "zahlungsziel ist überschritten", "über das zahlungsziel"),
			*("über dem zahlungsziel", "zu spät dran", "über fällig"),
		),
		"paid": (
			*("bezahlt", "beglichen", "=gezahlt", "ausgeglichen", "vollständig bezahlt", "komplett bezahlt"),
			*("voll bezahlt", "ganz bezahlt"),
		),
		"not paid": (
			*("unbezahlt", "nicht bezahlt", "nicht beglichen", "unbeglichen", "=nicht gezahlt"),
			*("nicht ausgeglichen", "unausgeglichen", "nicht vollständig bezahlt", "nicht komplett bezahlt"),
			*("nicht ganz bezahlt", "nicht voll bezahlt", "nicht überwiesen", "zahlung ausstehend"),
			*(
				"zahlung noch aussteht",
				"auf zahlung warten",
				"warten noch auf zahlung",
				"zahlungseingang fehlt",
				*each("fehlt die, fehlt noch die", "zahlung, zahlung noch"),
				"warten auf zahlung",
				"noch auf zahlung warten",
			),
			*("zahlung fehlt", "zahlung noch fehlt"),
		),
		# Before “delivered”, which purchase orders can be besides.
		"received": (
			*_inflected("eingegangen"),
			*("angekommen", "eingetroffen", "geliefert", "vereinnahmt", "angeliefert"),
		),
		"not received": (
			*("nicht eingegangen", "nicht angekommen", "nicht erhalten", "nicht eingetroffen"),
			*("nicht geliefert", "ungeliefert", "nicht angeliefert", "nicht vollständig geliefert"),
			*("nicht komplett geliefert", "nicht vollständig eingegangen", "nicht ganz geliefert"),
			"nicht vollständig erhalten",
		),
		"delivered": ("geliefert", "ausgeliefert", *_SENT),
		"not delivered": (
			*("ungeliefert", "nicht geliefert", "nicht ausgeliefert", "auszuliefern", "zu liefern"),
			*("noch zu liefern", "unausgeliefert", "noch auszuliefern", "nicht verschickt", "nicht versandt"),
			"nicht versendet",
			*each(
				"nicht vollständig, nicht komplett, nicht ganz, nicht fertig, nicht voll, unvollständig",
				"geliefert, ausgeliefert",
			),
			*("zu versenden", "zu verschicken", "auf lieferung warten", "warten auf lieferung"),
			*("lieferung ausstehend", "steht die lieferung noch aus", "lieferung steht noch aus"),
			*("steht die lieferung aus", "noch auf lieferung warten", "warten noch auf lieferung"),
			*("lieferung noch aussteht", "auslieferung ausstehend"),
			*each(
				"müssen noch, müssen",
				"geliefert werden, ausgeliefert werden, verschickt werden, versendet werden",
			),
			*each(
				"noch",
				"geliefert werden müssen, ausgeliefert werden müssen, liefern müssen, ausliefern müssen",
			),
			*("müssen wir noch liefern", "müssen wir noch ausliefern", "im lieferrückstand"),
			"in lieferrückstand",
		),
		"billed": ("abgerechnet", "berechnet", "fakturiert", "verrechnet", "in rechnung gestellt"),
		"not billed": (
			*("nicht abgerechnet", "nicht berechnet", "nicht fakturiert", "abzurechnen", "nicht verrechnet"),
			*("nicht in rechnung gestellt", "zu fakturieren", "zu verrechnen", "unfakturiert"),
			*("unverrechnet", "nicht vollständig abgerechnet", "nicht vollständig fakturiert"),
			*("nicht vollständig verrechnet", "ohne rechnung", "in rechnung zu stellen"),
		),
		"disabled": ("deaktiviert", "inaktiv", "gesperrt", "stillgelegt", "nicht aktiv", "nicht mehr aktiv"),
		"enabled": (
			*("aktiviert", "aktiv", "beschäftigt", "beschäftigen wir", "wir beschäftigen"),
			"bei uns arbeiten",
			*each(
				"arbeiten, arbeiten derzeit, arbeiten aktuell, arbeiten momentan, arbeiten gerade",
				"bei uns, hier",
			),
		),
		"below reorder level": (
			"=nachbestellt werden",
			"=muss nachbestellt werden",
			"=müssen nachbestellt werden",
			"=nachzubestellen",
			"=nachbestellen",
			"=muss ich nachbestellen",
			"=müssen wir nachbestellen",
			*each(
				"unter, unter dem, unterm, unter ihrem, unter den, unterhalb, unterhalb des, unterhalb vom",
				"meldebestand, mindestbestand, bestellpunkt, meldebestands, mindestbestands, minimalbestand, mindestmenge, nachbestellgrenze,"
				" bestellgrenze, nachbestellpunkt, nachbestellmenge, meldegrenze",
			),
			*each(
				"meldebestand, mindestbestand, den meldebestand, den mindestbestand",
				"unterschritten, unterschreiten, erreicht oder unterschritten",
			),
			*each(
				"unter den, unter ihren, unter die, unter ihre",
				"meldebestand, mindestbestand, nachbestellgrenze, bestellgrenze, meldegrenze, mindestmenge",
				"gefallen, gesunken, gerutscht",
			),
			*("unter der mindestmenge", "knapp", "knapp werden", "werden knapp", "wird knapp"),
			*("zu wenig auf lager", "fast ausverkauft", "bald ausverkauft", "gehen zur neige"),
			*("geht zur neige", "zur neige gehen", "zu wenig bestand", "zu geringer bestand"),
			*("zu niedriger bestand", "niedriger bestand", "geringer bestand", "bestand zu niedrig"),
			*("bestand zu gering", "lagerbestand zu niedrig", "zu niedriger lagerbestand"),
			*("niedriger lagerbestand", "geringer lagerbestand", "nachzubestellen"),
			*("müssen nachbestellt werden", "nachbestellt werden müssen", "müssen wir nachbestellen"),
			*("wir nachbestellen müssen", "muss ich nachbestellen", "sollten wir nachbestellen"),
			*("nachbestellt werden sollten", "gehen aus", "gehen uns aus", "knapp auf lager"),
		),
		"out of stock": (
			*("nicht auf lager", "nicht vorrätig", "nicht am lager", "ausverkauft", "vergriffen"),
			*("ohne bestand", "nicht lagernd", "nicht an lager", "nicht mehr auf lager"),
			*("nicht mehr vorrätig", "nicht mehr lagernd", "ohne lagerbestand", "kein bestand"),
			*("kein lagerbestand", "keinen bestand mehr", "nicht mehr am lager", "nicht im lager"),
			*("kein bestand mehr", "bestand null", "nullbestand", "nicht verfügbar"),
		),
	},
	totals={
		"ordered": ("=bestellt", "=geordert", "bestellvolumen", "bestellwert"),
		"sales": (
			*("umsatz", "umsätze", "erlös", "verkauft", "umgesetzt", "verkaufen", "verkäufe", "umsatzerlös"),
			*("verkaufserlös", "verkaufsumsatz", "umsatzzahlen", "umsatzsumme", "umsatzvolumen"),
			*("verkaufsvolumen", "nettoumsatz", "nettoumsätze", "nettoerlös", "netto umsatz", "netto-umsatz"),
			*("umsatz netto", "umsatz ohne mwst", "umsatz ohne mehrwertsteuer", "umsatz ohne steuer"),
			*("umsatz ohne steuern", "umsatz exkl mwst", "umsatz ohne ust", "umsatz gemacht"),
			*("umsatz erzielt", "umsatz erwirtschaftet", "umsatz machen wir", "machen wir umsatz"),
			*("umsatz generiert", "umsätze gemacht", "umsätze erzielt"),
			*each("wie war, wie ist, wie sieht, wie lief, wie läuft", "der umsatz, unser umsatz"),
			*each("wie waren, wie sind", "die umsätze, unsere umsätze"),
			*("wie sieht der umsatz aus", "wie sah der umsatz aus"),
		),
		"purchases": (
			*("einkaufsvolumen", "einkäufe", "kaufen", "einkaufen", "eingekauft", "gekauft", "ausgegeben"),
			*("ausgaben", "bezogen", "einkaufsumsatz", "einkaufskosten", "einkaufswert"),
			"beschaffungsvolumen",
		),
		"receivable": (
			*("offener betrag", "offene beträge", "ausstehender betrag", "ausstehende beträge"),
			*("schuldet uns", "schuldet", "außenstände", "aussenstände", "offene forderungen", "forderungen"),
			*("kundenforderungen", "ausstehende forderungen", "offener saldo", "offene salden"),
			*("ausständiger betrag", "ausständige beträge", "offenstehender betrag", "offenstehende beträge"),
			*("unbezahlter betrag", "unbezahlte beträge", "schuldet uns noch", "schulden uns"),
			*("schulden uns noch", "uns schulden", "uns noch schulden", "uns schuldet", "muss uns"),
			*("müssen uns", "uns noch schuldet", "uns schuldig", "uns noch schuldig", "schuldig"),
			*("noch schuldig", "debitorensaldo", "forderungsbestand", "steht bei uns in der kreide"),
			*("in der kreide", "restschuld"),
			*each("ausstehende, offene, fehlende", "kundenzahlungen, kundengelder, kundenbeträge"),
			*_TO_GET,
		),
		"payable": (
			*("verbindlichkeiten", "lieferantenverbindlichkeiten", "offene verbindlichkeiten"),
			"lieferantenschulden",
			*_WE_OWE,
		),
		"stock value": (
			*("lagerwert", "bestandswert", "warenwert", "wert des lagers", "wert des bestands"),
			*("inventarwert", "lagerbestandswert", "warenbestandswert", "lager wert", "wert vom lager"),
			*("wert des lagerbestands", "wert des lagerbestandes", "wert des bestandes"),
			*("wert unseres lagers", "wert unseres bestands", "wert unseres lagerbestands"),
			*("wert unserer lagerbestände", "wert der lagerbestände", "wert der ware"),
			*("wert aller lagerbestände", "wert vom lagerbestand", "wert der lagerware"),
		),
		"stock": (
			*(
				*("bestand", "lagerbestand", "auf lager", "vorrätig", "vorrat", "am lager", "im lager"),
				*("in lager", "an lager", "lagernd"),
			),
			*("warenbestand", "istbestand", "ist-bestand", "lagermenge", "bestandsmenge", "restbestand"),
			*("stückzahl", "menge", "welche menge", "welche menge an", "welche menge von"),
			*("welche stückzahl", "verfügbar", "übrig", "vorhanden", "menge auf lager", "im bestand"),
			*("aktueller bestand", "aktueller lagerbestand"),
			*each("wie ist, wie sieht, wie hoch ist", "der bestand, der lagerbestand"),
			*("lagerstand", "noch da", "noch übrig", "haben wir noch", "wir noch haben", "lagerstände"),
			*("lagervorrat", "bestand auf lager", "bestände", "lagerbestände"),
		),
	},
	date_fields={
		"due": (
			*("fällig", "fälligkeit", "fälligkeitsdatum", "fällig werden", "fällig wird", "werden fällig"),
			*("zahlbar", "zahlbar bis", "fälligkeitstermin", "fällig sein", "deadline", "fällig geworden"),
		),
		"created": (
			*("erstellt", "angelegt", "erfasst", "eröffnet", "eingegeben", "eingetragen", "erzeugt"),
			*("generiert", "hinzugefügt", "neu angelegt", "neu erfasst", "registriert", "aufgenommen"),
		),
		"modified": (
			*("geändert", "bearbeitet", "aktualisiert", "zuletzt geändert", "zuletzt bearbeitet"),
			*("angepasst", "mutiert", "überarbeitet", "zuletzt aktualisiert", "letzte änderung"),
		),
		"delivery": (
			*("lieferdatum", "liefertermin", "zu liefern", "auszuliefern", "auslieferungstermin"),
			*("auslieferungsdatum", "geliefert werden", "geliefert werden müssen"),
			*("ausgeliefert werden müssen", "ausgeliefert werden sollen", "ausgeliefert werden"),
			*("geliefert werden sollen", "liefertag", "zur lieferung"),
		),
		"expires": (
			*("ablaufen", "ablaufend", "läuft ab", "laufen", "läuft", "laufen ab", "gültig bis", "auslaufen"),
			*("läuft aus", "laufen aus", "ablaufdatum", "gültigkeitsdatum", "verfallen", "verfällt"),
			*("verfallsdatum", "haltbar bis"),
		),
		"joined": (
			*("eingestellt", "eingetreten", "angefangen", "neu eingestellt", "begonnen", "eingestiegen"),
			*("dazugekommen", "eintritt", "eintrittsdatum", "angefangen haben"),
		),
		"left": ("ausgeschieden", "ausgetreten", "verlassen", "weggegangen", "austritt", "austrittsdatum"),
	},
	doctypes={
		"Sales Invoice": (
			*("rechnung", "kundenrechnung", "verkaufsrechnung", "faktura", "fakturen", "debitorenrechnung"),
			*("kundenfaktura", "honorarnote", "ausgehende rechnung", "rechnung an kunden"),
			"rechnung an unsere kunden",
		),
		"Purchase Invoice": (
			*("rechnung", "lieferantenrechnung", "einkaufsrechnung", "kreditorenrechnung"),
			*("eingehende rechnung", "eingegangene rechnung", "erhaltene rechnung"),
			*("rechnung von lieferanten", "rechnung vom lieferanten", "rechnung der lieferanten"),
			*("rechnung unserer lieferanten", "rechnung von unseren lieferanten", "rechnung eingegangen"),
			*("rechnung reingekommen", "rechnungseingang"),
		),
		# Before sales orders: it is theirs that a “Bestellung” is, unless a customer has it.
		"Purchase Order": (
			*("bestellung", "lieferantenauftrag", "einkaufsbestellung", "lieferantenbestellung"),
			*("einkaufsauftrag", "bestellung bei lieferanten", "bestellung an lieferanten"),
			"bestellung beim lieferanten",
		),
		"Sales Order": (
			*(
				"auftrag",
				"bestellung",
				"kundenauftrag",
				"bestellung von kunden",
				"verkaufsauftrag",
				"kundenbestellung",
			),
			*("bestellung der kunden", "bestellung unserer kunden", "bestellung vom kunden"),
			*("bestellung des kunden", "auftragseingang", "bestelleingang", "eingegangene bestellung"),
			"kundenorder",
		),
		"Delivery Note": ("lieferung", "lieferungen", "auslieferung", "lieferbeleg", "lieferpapier"),
		"Purchase Receipt": ("wareneingang", "wareneingangsbeleg", "wareneingangsschein", "anlieferung"),
		"Quotation": (
			*("offerte", "kostenvoranschlag", "voranschlag", "anbot", "preisangebot", "kundenangebot"),
			*("verkaufsangebot", "kundenofferte", "angebot an kunden", "angebot an unsere kunden"),
			"offerte an kunden",
		),
		"Supplier Quotation": ("lieferantenofferte", "angebot von lieferanten", "offerte von lieferanten"),
		"Item": ("produkt", "sku", "erzeugnis"),
		"Item Group": (
			*("warengruppe", "produktgruppe", "produktkategorie", "artikelkategorie", "warenkategorie"),
			"produktfamilie",
		),
		"Item Price": ("preis",),
		"Customer": ("kunde", "kundin", "kundschaft", "debitor", "auftraggeber", "abnehmer", "klient"),
		"Supplier": ("lieferant", "lieferantin", "zulieferer", "kreditor", "lieferfirma"),
		"Territory": ("verkaufsgebiet", "vertriebsgebiet", "vertriebsregion", "region"),
		"Brand": ("fabrikat",),
		"Issue": (
			*("ticket", "supportanfrage", "supportfall", "supportticket", "support-ticket"),
			*("support-anfrage", "problem", "problemmeldung", "störung", "störungsmeldung", "störfall"),
			*("vorfall", "kundenanfrage", "serviceanfrage", "servicefall", "serviceticket", "service-ticket"),
			*("anliegen", "supportmeldung", "support-fall", "supportvorgang", "helpdesk-ticket"),
			*("anfrage im support", "kundenproblem"),
		),
		"Task": ("aufgabe", "pendenz", "projektaufgabe", "arbeitspaket"),
		"Project": ("vorhaben", "kundenprojekt"),
		"Payment Entry": ("zahlung", "überweisung", "zahlungsbuchung"),
		"Employee": (
			*("angestellte", "mitarbeiterin", "mitarbeitende", "beschäftigte", "arbeitnehmer"),
			*("arbeitnehmerin", "belegschaft", "leute", "kollege", "kollegin"),
		),
		"ToDo": ("aufgabe", "zuweisung"),
		"Event": ("termin", "kalendereintrag", "kalendertermin"),
		"Communication": ("e-mail", "mail", "email"),
		"BOM": ("stückliste", "rezeptur"),
		"Lead": ("interessent", "interessentin"),
		"Opportunity": ("verkaufschance", "verkaufsgelegenheit"),
		"Warehouse": ("lagerort", "warenlager", "lagerhaus"),
		"Work Order": ("fertigungsauftrag", "produktionsauftrag", "werkauftrag"),
		"Material Request": (
			*("materialanforderung", "bedarfsmeldung", "bedarfsanforderung", "bestellanforderung"),
		),
		"Stock Entry": ("lagerbewegung",),
		"Timesheet": ("stundenzettel", "stundenrapport", "stundennachweis"),
		"Expense Claim": ("spesenabrechnung", "auslagenabrechnung", "reisekostenabrechnung"),
		"Leave Application": ("urlaubsantrag", "ferienantrag"),
		"Dunning": ("zahlungserinnerung", "mahnschreiben"),
	},
	kinds={
		"Sales Invoice": {
			"credit note": ("gutschrift", "kundengutschrift", "rechnungskorrektur"),
			"not paid": (
				*("offener posten", "offene posten", "unbezahlter posten", "offener debitor", "op-liste"),
			),
		},
		"Purchase Invoice": {"credit note": ("lieferantengutschrift", "gutschrift von lieferanten")},
		"Employee": {
			"enabled": each(
				"wer arbeitet, wer arbeitet derzeit, wer arbeitet aktuell, wer arbeitet momentan, wer arbeitet alles",
				"bei uns, hier",
			),
		},
		"Payment Entry": {
			"received": (
				*("zahlungseingang", "kundenzahlung", "eingangszahlung", "eingehende zahlung"),
				*("eingegangene zahlung", "geldeingang", "erhaltene zahlung", "zahlung von kunden"),
			),
		},
		"Item Price": {
			"for buying": ("einkaufspreis", "ek-preis"),
			"for selling": (
				"für wie viel verkaufen wir",
				"um wie viel verkaufen wir",
				"zu welchem preis verkaufen wir",
				"verkaufspreis",
				"vk-preis",
				"listenpreis",
			),
		},
	},
	labels={
		"Status": ("zustand", "stand", "stadium"),
		"Artikelgruppe": ("kategorie", "warengruppe", "produktgruppe", "sparte"),
		"Priorität": ("prio", "dringlichkeit", "wichtigkeit"),
		"Region": ("gebiet", "land"),
		"Marke": ("hersteller", "fabrikat"),
		"Lager": ("standort", "lagerort", "depot"),
	},
	details={
		"Contact": (
			*("e-mail-adresse", "mailadresse", "emailadresse", "e-mail", "email", "schreiben", "anschreiben"),
			*("telefonnummer", "rufnummer", "telefon", "handynummer", "mobilnummer", "durchwahl", "anrufen"),
			*("ansprechpartner", "ansprechpartnerin", "kontaktperson", "kontakt", "erreichen"),
		),
		"Address": ("straße", "postanschrift", "anschrift", "postleitzahl"),
	},
	day_suffixes=(".",),
	irregular={"hohe": "hoch", "hohen": "hoch", "hoher": "hoch", "hohes": "hoch", "hohem": "hoch"},
	joins=("", "s", "n", "en", "es"),
	numbers=_numbers(),
)
