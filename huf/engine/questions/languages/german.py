"""German."""

from huf.engine.questions.languages.phrases import each, exactly, exactly_each, phrases
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


def _of_age(unit: str) -> tuple[str, ...]:
	"""A unit, and with the words for how old something is."""
	return (unit, *each(unit, "alt, her, zurück, lang"))


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
	*phrases(
		"ham wir, im system, im erp, in der datenbank, im erpnext, in erpnext, im programm, bei uns erfasst, im system erfasst,"
		" im system angelegt, bei uns angelegt, bei uns hinterlegt, im system hinterlegt, im bestand haben, bei uns im system,"
		" bei uns gespeichert, im system gespeichert, im system drin"
	),
	*phrases("in allen lagern, in allen unseren lagern"),
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

_REORDER_LEVELS = (
	"meldebestand, mindestbestand, meldebestands, mindestbestands, minimalbestand, bestellpunkt, bestellbestand, mindestmenge, meldemenge,"
	" minimum, mindestlagerbestand, nachbestellgrenze, bestellgrenze, meldegrenze, nachbestellpunkt, nachbestellmenge, bestellschwelle,"
	" meldepunkt, mindestlagermenge"
)
_WHOLLY = "vollständig, komplett, ganz, voll, fertig, restlos, gänzlich, zur gänze, vollumfänglich"
_NOT_WHOLLY = (
	*each("nicht, nicht mehr, noch nicht, nie", f", {_WHOLLY}"),
	*phrases("unvollständig, noch nicht mal"),
)
_MONEY = (
	"zahlung, die zahlung, geld, das geld, aufs geld, zahlungseingang, den zahlungseingang, der zahlungseingang, überweisung, die überweisung,"
	" unser geld"
)
_SHOULD_BE_DONE = each(
	"fertig, erledigt, abgeschlossen, beendet, fertiggestellt, geliefert, ausgeliefert, verschickt, angekommen, eingetroffen, da",
	"sein sollen, sein müssen, werden sollen, werden müssen",
)
_ALREADY = phrases(
	"schon, längst, schon längst, bereits, eigentlich, eigentlich schon, eigentlich längst, bereits längst"
)
_TO_BE_DONE = (
	*each(
		"fertig, erledigt, abgeschlossen, beendet, fertiggestellt, abgearbeitet, gemacht",
		"sein, werden",
		", müssen, muss, sollen, soll, sollten, sollte",
	),
	*phrases(
		"zu erledigen, zu erledigende, abzuschließen, abzuschließende, fertigzustellen, fertig zu stellen, abzuarbeiten"
	),
)
# Of those named by a word for women, women are meant.
_WOMEN = exactly("mitarbeiterin, mitarbeiterinnen, arbeitnehmerin, arbeitnehmerinnen, kollegin, kolleginnen")
_STAFF = (*_WOMEN, *phrases("mitarbeiter, angestellte, mitarbeitende, beschäftigte, arbeitnehmer, kollege"))
_JOINED_LAST = each(
	"wer wurde, wen haben wir", "zuletzt, als letztes, als letzte, als letzter", "eingestellt"
)
_SOLD_FOR = each("für wie viel, für wieviel, um wie viel, um wieviel, zu welchem preis", "verkaufen wir")
# “What must be on an invoice” asks for no amount.
_MUST_PAY = each(
	"was, wie viel, wieviel, welchen betrag, welche summe, wie viel geld", "muss, müsste, müssen"
)
_SHOULD_BE_PAID = (
	*each(
		"bezahlt, beglichen, überwiesen, gezahlt",
		"werden müssen, sein müssen, werden sollen, sein sollen",
	),
)

WORDING = Wording(
	roles={
		"small": (
			*(
				"entfällt entfallen entfiel entfielen stammt stammen stammte stammten gehört gehören gehörte gehörten trägt tragen bei beigetragen beitragen hängen hängt hingen bring bringe bringt bringen brachte brachten einbringt einbringen einbrachte erzielt erzielte erzielten erzielen erwirtschaftet"
				" erwirtschafteten ausmacht ausmachen ausmachte ergaben besteht bestehen befindet befinden lagert zugeordnet"
				" kommen kämen drauf draufsteht draufstehen zeitraum zeitspanne wäre wären solche solcher solchen welches"
				" sämtlichen selber selbst ihm ihn ihnen seine seiner seinen mich dich dabei damit davon hiervon darunter darauf"
				" checken prüfen überprüfen kontrollieren nachprüfen suchen anzuschauen anzusehen auszudrucken ausdrucken drucken"
				" exportieren runterladen herunterladen vorlegen zusammenstellen zusammenzustellen raussuchst heraussuchst schickst gibst"
				" nennst zeigst suchst nennt schickt gebt guckst weißt weisst willst wollt wollen"
				" bekomm krieg kriege kriegen kriegt bekomme bekommt bekommen bekam bekamen erhielten erhielt"
				" erhalte machte machten tätigten tätigte stellte stellten schrieben schrieb schickten schickte sendeten versandten"
				" meldete meldeten trafen erstmal einmal übrigens okay nee naja ebenso ebenfalls"
				" grundsätzlich generell sozusagen quasi sonst überall weltweit"
				" umsatzmäßig umsatzmässig betragsmäßig betragsmässig wertmäßig summenmäßig zahlenmäßig positionen"
			).split(),
			# Not “Lager”, whose stem it is.
			"=lag",
			*phrases(
				"sowohl, aus dem, aus der, aus den, in tagen, in irgendeinem lager, in einem der lager, im unternehmen, in der firma, im betrieb"
			),
			*_inflected("aufgemacht ausgemacht mitgeteilt"),
			*each("laufen, läuft, liefen, lief, lauten, gehen, gingen", "auf, über, auf den namen"),
			*each("fallen, fällt, fielen", "in den, in das, ins, in, in die"),
			*(
				*phrases(
					"über, ueber, fallen unter, fällt unter, unter der, unter die, in euro, in eur, in chf, in franken, in unseren lagern,"
					" über alle lager, in allen lagern, über alle lager hinweg, in allen lagern zusammen, alle lager zusammen, über alle lagerorte,"
					" in sämtlichen lagern, in allen lagerorten, auf allen lagern, an allen standorten, über alle standorte, in unserem lager,"
					" alle lager, mit position, als position, ich muss, muss ich wissen, ich muss mal, müsste wissen, ich müsste, müsste ich,"
					" ich sollte, ich soll, wir müssen mal, ich wollte, wollte ich, an die positionen, in der zeitspanne, für den zeitraum,"
					" in dem zeitraum, auf einen blick, der firma, die firma, von der firma, bei der firma, an die firma, für die firma, von firma,"
					" bei firma, an firma, für firma, mit firma, mit der firma, am laufen, an der zahl, sieht es aus, siehts aus, schaut es aus,"
					" schauts aus, mit drauf, mit drin, mit dabei, auf die schnelle, bei gelegenheit, so schnell wie möglich, schöne grüße,"
					" beste grüße, freundliche grüße, mit freundlichen grüßen, was ich brauche, was wir brauchen, und zwar alle"
				),
			),
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
				" diese dieses diesem diesen jene jenen jener aus um gehören gehört liegen liegt lagen gingen ging gehen gibt gibts gab gäbe kam kamen"
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
		"change": exactly(
			"um wie viel prozent, um wieviel prozent, um wie viele prozent, um wie viel, um wieviel, um wie viele, um wie viel euro, um wieviel euro, um welchen prozentsatz, gestiegen, steigen, stieg, stiegen,"
			" angestiegen, zugenommen, zunehmen, gewachsen, wuchs, wuchsen, zugelegt, zurückgegangen, zurückgehen, gesunken, sank, sanken, gefallen, eingebrochen, abgenommen, verändert, verändern,"
			" veränderung, veränderung der, veränderung des, wachstum, wachstum des, wachstum der, zuwachs, rückgang, mehr, weniger, unterschied, differenz, änderung,"
			" mehr geld, weniger geld, euro mehr, euro weniger"
		),
		"share": (
			*each("wie viel, wieviel, wie viele, wieviele, welche, in", "prozent, %"),
			*each(
				"wie viel, wieviel, wie viele, wieviele, welche,",
				"prozent der, prozent des, prozent aller, prozent unserer, prozent von, % der, % des, % aller, % unserer, % von",
			),
			*each(
				"welcher, welchen, wie hoch ist der, wie groß ist der, wie gross ist der, wie hoch war der, wie groß war der, der, den,",
				"anteil, anteil an, anteil am, prozentsatz, prozentuale anteil, prozentualer anteil, prozentualen anteil, prozentanteil",
			),
			*phrases(
				"prozentual, prozentuell, anteilig, anteile, anteilsmäßig, prozentuale verteilung, zu wie viel prozent, zu wieviel prozent"
			),
		),
		"verb": exactly(
			"kommt, kommen, kam, kamen, entfällt, entfallen, entfiel, entfielen, geht, gehen, ging, gingen, stammt, stammen, stammte, stammten, macht, machen, machte, machten,"
			" wurde, wurden, worden, liegt, liegen, lag, lagen, gehört, gehören, gehörte, gehörten, steht, stehen, fällt, fallen, fiel, fielen, haben wir, hatten wir, hatte, hatten,"
			" befindet sich, befinden sich, trägt, tragen, erzielt, erzielen"
		),
		"with": (
			*("mit", "deren", "dessen", "wo", "enthalten", "enthält", "worin", "beinhalten", "beinhaltet"),
			*("umfassen", "umfasst", "inklusive", "inkl", "samt", "einschließlich", "einschliesslich"),
		),
		"list": (
			*exactly(
				"entwicklung, entwicklung der, entwicklung des, verlauf, verlauf der, verlauf des, trend, trend bei, trend der, rangliste, rangfolge, rangliste der"
			),
			*("hole", "=holen", "holst du", "hole mal", "besorg mir", "liefere mir", "öffne", "bereite mir"),
			*phrases(
				"wie verteilen sich, wie verteilt sich, verteilung, wie teilen sich, wie teilt sich, aufteilung, verzeichnis,"
				" wie ist die verteilung, wie sieht die verteilung aus, exportliste, statistik"
			),
			*("liste", "liste der", "liste von", "zeige", "zeig", "zeigen", "nenne", "gib", "auflisten"),
			*("aufschlüsseln", "aufgliedern", "aufteilen"),
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
			*("was müssen wir an", "was müssen wir noch an"),
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
			*(
				"auftragseingang",
				"bestelleingang",
				"=um wie viel euro",
				"=um wieviel euro",
				"=euro mehr",
				"=euro weniger",
			),
			*(*_MUST_PAY, *each(_MUST_PAY, "uns, uns noch")),
			*("wie viel", "wieviel", "wie viel ist", "wieviel ist", "wie hoch", "wie viel geld"),
			*("wieviel geld", "wie hoch ist", "wie hoch sind", "wie hoch war", "wie hoch waren", "wie groß"),
			*("wie gross", "welcher betrag", "welchen betrag", "welche summe", "welchen wert"),
			*("welcher wert", "auf welchen betrag", "auf wie viel", "auf wieviel", "auf welche summe"),
			*("wie viel euro", "wieviel euro", "wie viel franken", "wieviel franken", "wie viel macht"),
			*phrases(
				"wieviel macht, in welcher höhe, wie viel kohle, höhe der, höhe von, höhe aller, höhe unserer, höhe des, wie viel asche,"
				" wie viel knete, was für ein betrag, was für eine summe, welcher gesamtbetrag, welchen gesamtbetrag, welche gesamtsumme,"
				" auf welche gesamtsumme, auf welchen gesamtbetrag, welchen gesamtwert, welcher gesamtwert, für welchen betrag,"
				" für welche summe, in welchem wert, im welchem wert, im wert von wie viel, um wie viel geld"
			),
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
			*phrases(
				"maximal, maximum, stärkste, staerkste, sortiert nach betrag, nach betrag sortiert, absteigend nach betrag,"
				" nach betrag absteigend, betrag absteigend, nach betrag absteigend sortiert, am höchsten, am größten, am teuersten,"
				" sortiert nach größe, der größe nach, sortiert nach summe"
			),
			*_HIGHEST_ONE,
		),
		"lowest": (*_declined(" ".join(_LOW)), *_LOWEST, "minimal", "minimum", *_LOWEST_ONE),
		"newest": (
			*_JOINED_LAST,
			*(
				*_NEWEST,
				"zuletzt",
				*_NEWEST_ONE,
				"sortiert nach datum",
				"nach datum sortiert",
				"datum absteigend",
			),
			*phrases(
				"nach datum absteigend, nach datum absteigend sortiert, absteigend nach datum, nach datum geordnet, kürzlich, vor kurzem,"
				" kuerzlich"
			),
		),
		"oldest": (*_OLDEST, *_OLDEST_ONE),
		"exactly": phrases("genau, exakt"),
		"single": exactly(
			"genau ein, genau eine, genau einen, genau einem, genau einer, nur ein, nur eine, nur einen, nur einem, nur einer, exakt ein,"
			" exakt eine, nur noch genau ein, nur noch ein"
		),
		"must": exactly("müssen, muss, sollen, soll"),
		"longest": phrases("am längsten, schon am längsten, seit am längsten, am längsten schon"),
		"gone": phrases(
			"vorbei, schon vorbei, bereits vorbei, vorüber, verstrichen, überschritten, schon überschritten, in der vergangenheit,"
			" vergangen, vorbei ist, schon vorbei ist, überschritten ist, verstrichen ist, überschritten haben, ist vorbei, ist überschritten"
		),
		"nothing": phrases(
			"nichts, noch nichts, gar nichts, noch gar nichts, überhaupt nichts, noch überhaupt nichts, nix, noch nix"
		),
		"several": (
			*exactly(
				"mehrere, mehreren, mehrerer, mehr als einen, mehr als einem, mehr als eine, mehr als einer, mehr als ein"
			),
			*exactly("zwei oder mehr, mehr als 1"),
		),
		"contains": phrases(
			"verwenden, verwendet, wird verwendet, verwendet werden, enthalten, enthält, vorkommen, vorkommt, kommt vor, kommen vor, verbaut,"
			" wird verbaut, steckt, stecken, drinsteckt, drinstecken, brauchen, benötigen, als komponente, als bestandteil, als material"
		),
		"fresh": ("=neu", "=neue", "=neuer", "=neuen", "=neues"),
		"party": (
			"=wer",
			"wer ist",
			"wer sind",
			"wer wurde",
			"wer hat",
			"wer hat noch",
			"=wem",
			"=mit wem",
			"=von wem",
			"=bei wem",
		),
		"versus": (
			"vs",
			"versus",
			"gegenüber",
			"im vergleich zu",
			"=als",
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
			*each("pro, je, nach", "einzelnem, einzelnen, einzelner, jeweiligem, jeweiligen"),
			*phrases(
				"mit den einzelnen, gemessen am, gemessen an, pro einzelnen, auf die, gezählt nach, zählen nach, nach jeweiligem, und zwar je,"
				" und zwar pro"
			),
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
			*("niemand", "noch niemand", "keiner", "noch keiner"),
			*each("noch", "kein, keine, keinen, keinerlei"),
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
			*each("nie, noch nie, niemals, noch nicht, nicht", "etwas, was, irgendetwas"),
			*phrases(
				"nich, nicht mehr, noch nie, mit ausnahme von, abgesehen von, mit ausnahme der, mit ausnahme des, bis auf die, ohne die,"
				" ohne den, abgesehen von den, ausgenommen die"
			),
		),
		"without": (
			*(
				"ohne",
				"kein",
				*each("noch", "kein, keine, keinen, keinerlei"),
				"null",
				"keinerlei",
				"kein stück",
				"kein einziges stück",
				"nicht eine einzige",
				"nicht einen einzigen",
				"nicht ein einziges",
			),
			*each("kein, keine, keinen", "einzige, einziger, einziges, einzigen"),
		),
		"and": phrases(
			"und, sowie, als auch, und auch, sowie auch, aber, aber auch, jedoch, und gleichzeitig, gleichzeitig, und zugleich, zugleich,"
			" und trotzdem, trotzdem, und dennoch, dennoch, und außerdem, außerdem, und zusätzlich, und dabei, aber gleichzeitig, obwohl"
		),
		"or": ("oder", "oder auch"),
		"more": (
			*("über", "ueber", "mehr als", "größer als", "groesser als", "höher als", "oberhalb"),
			"teurer als",
			*each(
				"mehr, größer, groesser, höher, hoeher, teurer",
				"wie, sind als, ist als, liegen als, ausfallen als",
			),
			*("übersteigen", "übersteigt", "überschreiten", "überschreitet", "oberhalb von", "jenseits von"),
			*each("brutto, betragsmäßig, vom betrag her, in summe", "über, mehr als, höher als, größer als"),
			*phrases("=größer, =groesser, ab über"),
			*each(
				"mit einem betrag, mit betrag, mit einer summe, mit summe", "über, größer, höher, von über"
			),
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
			*each("und, oder", "mehr, darüber, drüber, höher"),
		),
		"at_most": (
			*("=höchstens", "=hoechstens", "maximal", "bis zu", "nicht mehr als", "nicht über"),
			*("nicht höher als", "kleiner gleich", "kleiner oder gleich", "bis maximal", "bis höchstens"),
			*("von höchstens", "max"),
			*each("und, oder", "weniger, darunter, drunter"),
		),
		"between": ("zwischen",),
		"negative": ("negativ", "im minus", "unter null", "kleiner null", "kleiner als null"),
		"since": (
			*("seit", "ab", "beginnend", "beginnend mit", "beginnend ab", "angefangen mit", "ab dem"),
			*each("seit, ab, von", "anfang, beginn, dem anfang, dem beginn"),
		),
		"before": (
			*phrases("=kleiner, kleiner als"),
			"vor",
			"vor dem",
			"früher als",
			"vorm",
			"bereits vor",
			"bereits vor dem",
			"noch vor dem",
			"noch vor",
		),
		"after": ("nach", "nach dem", "später als", "=größer", "größer als"),
		"until": (
			*("bis", "bis zum", "bis einschließlich", "bis einschliesslich", "bis inklusive", "bis inkl"),
			*("bis zu", "bis und mit", "bis spätestens", "bis spätestens zum", "bis einschl", "bis jetzt"),
			*each("bis, bis zum, vor, noch vor, bis spätestens, spätestens", "ende"),
			*each(
				"müssen, muss, sollen, soll, sollten, sollte",
				"bis, bis zum, bis ende, bis zum ende, bis spätestens, spätestens",
			),
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
		"one": (*_JOINED_LAST, *_HIGHEST_ONE, *_LOWEST_ONE, *_NEWEST_ONE, *_OLDEST_ONE),
		"traded": ("verkauft", "gekauft", "eingekauft", "verkaufen"),
		"dated": (
			*each(", mit, mit einem, deren", "rechnungsdatum, auftragsdatum, bestelldatum, belegdatum"),
			*each(
				"rechnungsdatum, auftragsdatum, bestelldatum, belegdatum, datum", "im, in, vom, aus, liegt im"
			),
			"vom",
			"von",
			*phrases("aus, aus dem, aus der, aus den"),
			"datiert vom",
			"mit datum vom",
			"mit datum",
		),
		"opaque": (
			*exactly(
				"entwürfe eingeschlossen, entwürfe inklusive, inklusive entwürfe, inklusive entwürfen, inkl entwürfe, entwürfe mitgezählt, mit entwürfen, auch entwürfe"
			),
			*_MUST_PAY,
			*_SOLD_FOR,
			*("was ist eine", "was ist ein", "was heißt", "was heisst", "was bedeutet", "was bedeuten"),
			*("bedeutung", "was versteht man unter", "was meint", "was sagt", "was machen wir"),
			*("was mache ich", "was macht man", "was tun", "was tun wir", "was passiert", "was ist mit"),
			*("brauche ich", "braucht man", "brauchen wir", "benötige ich", "benötigt man", "benötigen wir"),
			"zuletzt bestellt",
			# Not “zählen”, and not the priority of an order for its amount.
			*(
				"=zahlen",
				# Who sells, and who was born last: neither what was sold, nor who joined last.
				*phrases("verkäufer, verkäuferin, verkaufer"),
				*each("jüngste, juengste, älteste, aelteste", _STAFF),
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
		"running": ("=des",),
		"this_year": (
			"=heuer",
			*exactly_each("seit", "jahresbeginn, jahresanfang"),
			*_declined("diesjährige diesjaehrige heurige"),
		),
		"last_year": ("=vorjahr", "=im vorjahr", *_declined("letztjährige letztjaehrige vorjährige")),
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
		"older": each(
			", seit, schon, bereits, schon seit, bereits seit, seit schon, vor",
			"mehr als, über, ueber, länger als, laenger als, älter als, aelter als, älter wie, länger wie",
			", ein, eine, einem, einen, einer",
		),
		"lasting": each(
			"seit, in, seit den, schon seit, binnen, innerhalb von", ", ein, eine, einem, einen, einer"
		),
		"day": _of_age("tag"),
		"week": _of_age("woche"),
		"month": _of_age("monat"),
		"quarter": ("quartal",),
		"half_year": phrases("halbes jahr, halben jahr, halbe jahr, halbjahr"),
		"year": ("kalenderjahr", *_of_age("jahr")),
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
			*each(
				"müssen noch, müssen, noch zu, noch",
				"gebucht werden, verbucht werden, eingereicht werden, buchen, verbuchen, gebucht werden müssen, verbucht werden müssen",
			),
			*phrases(
				"als entwurf rum, nur entwurf, nur als entwurf, entwurfsversion, vorläufig, nur gespeichert, noch nicht final gebucht,"
				" noch nicht final, nicht finalisiert, noch nicht finalisiert"
			),
			*("ungebucht", "nicht verbucht", "unverbucht", "nicht eingereicht", "nicht festgeschrieben"),
		),
		"submitted": ("gebucht", "eingereicht", "verbucht", "festgeschrieben"),
		"cancelled": ("storniert", "abgebrochen", "annulliert", "annuliert", "gecancelt", "abgesagt"),
		"open": (
			*("offen", "ausstehend", "pendent", "hängig", "ausständig", "offenstehend", "laufend"),
			*("aktuelle offene", "aktuell offen", "derzeit offen", "stehen aus", "stehen noch aus"),
			*("steht noch aus", "steht aus", "ausstehen", "laufen gerade", "gerade laufen", "laufen derzeit"),
			*phrases(
				"noch am laufen, in schwebe, schwebend, in der schwebe, steht offen, stehen offen, noch nicht erledigt"
			),
			*("laufen aktuell", "laufen noch", "noch laufen", "laufen momentan", "aussteht"),
		),
		# Before “closed”: of records that can be both, the first is meant.
		"completed": (
			*("abgeschlossen", "erledigt", "fertig", "fertiggestellt", "beendet", "abgearbeitet"),
			*("vollendet", "fertig bearbeitet"),
		),
		"closed": ("geschlossen", "abgeschlossen", "beendet", "zugemacht"),
		"not completed": (*_TO_BE_DONE, "unerledigt", "unabgeschlossen", "unfertig"),
		"resolved": ("gelöst", "behoben", "geklärt"),
		"working": ("in arbeit", "in bearbeitung"),
		"on hold": ("pausiert", "zurückgestellt", "auf eis", "angehalten", "auf hold"),
		"expired": phrases(
			"abgelaufen, verfallen, ungültig, nicht mehr gültig, nicht gültig, ausgelaufen, verstrichen, ablaufdatum überschritten,"
			" haltbarkeit überschritten, nicht mehr haltbar"
		),
		"valid": phrases(
			"gültig, noch gültig, nicht abgelaufen, noch nicht abgelaufen, nicht verfallen, noch haltbar, noch nicht verfallen, noch gelten"
		),
		"female": ("weiblich",),
		"male": ("männlich", "maennlich"),
		"left": ("ausgeschieden", "ehemalig"),
		"overdue": (
			*each(_ALREADY, "hätten, hätte", _SHOULD_BE_DONE),
			*each("hätten, hätte", _ALREADY, _SHOULD_BE_DONE),
			*each(
				"überschrittener, überschrittenem, abgelaufener, abgelaufenem, verstrichener, verstrichenem",
				"fälligkeit, zahlungsziel, zahlungsfrist, frist, fälligkeitsdatum",
			),
			*("überfällig", "verspätet", "fällig gewesen", "in verzug", "im verzug", "im zahlungsverzug"),
			*("säumig", "in zahlungsverzug", "im rückstand", "in rückstand", "längst fällig", "schon fällig"),
			*("bereits fällig", "fälligkeit überschritten", "zahlungsziel überschritten"),
			*("zahlungsfrist überschritten", "zahlungsfrist abgelaufen", "zahlungsziel abgelaufen"),
			*("zahlungsfrist ist abgelaufen", "zahlungsziel ist überschritten", "über das zahlungsziel"),
			*phrases("überschritten, über dem zahlungsziel, zu spät dran, über fällig, überzogen"),
			*each(
				"schon, längst, schon längst, bereits, eigentlich, eigentlich schon",
				("hätten", *_SHOULD_BE_PAID),
			),
			*each(
				"hätten",
				"schon, längst, schon längst, bereits, eigentlich, eigentlich schon, eigentlich längst",
				_SHOULD_BE_PAID,
			),
			*each("schon, längst, schon längst, bereits, eigentlich schon", "hätten", _SHOULD_BE_PAID),
			*each(
				"schon, längst, schon längst, bereits, eigentlich schon",
				"bezahlt, beglichen",
				"hätten werden müssen, hätten sein müssen, hätten werden sollen, hätten sein sollen",
			),
			*each(
				"zahlungsziel, das zahlungsziel, zahlungsfrist, die zahlungsfrist, frist, zahlungstermin, fälligkeitsdatum, fälligkeit",
				", schon, bereits, längst, schon längst",
				"überschritten, abgelaufen, verstrichen, vorbei, vorüber, verpasst, gerissen, überzogen, versäumt",
			),
			*each(
				"mit, mit der, mit dem",
				"zahlung, zahlungen, zahlen, bezahlen",
				"in verzug, im verzug, im rückstand, säumig",
			),
			*phrases(
				"mit zahlungsverzug, zahlungsverzug, nicht fristgerecht bezahlt, nicht rechtzeitig bezahlt, nicht pünktlich bezahlt,"
				" anzumahnen, zu mahnen, gemahnt werden müssen, müssen gemahnt werden, müssen wir mahnen, muss ich mahnen, wir mahnen müssen,"
				" mahnfällig, mahnreif, über termin"
			),
		),
		"paid": (
			*("bezahlt", "beglichen", "=gezahlt", "ausgeglichen", "vollständig bezahlt", "komplett bezahlt"),
			*("voll bezahlt", "ganz bezahlt"),
		),
		"partly paid": (
			*each(
				"teilweise, teils, zum teil, zu einem teil, anteilig",
				"bezahlt, gezahlt, beglichen, ausgeglichen",
			),
			*(
				"teilbezahlt",
				"angezahlt",
				"teilgezahlt",
				"anbezahlt",
				"mit teilzahlung",
				"mit teilzahlungen",
				"mit anzahlung",
			),
		),
		"frozen": ("eingefroren",),
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
				*each(
					"warten wir noch, warten wir, wir warten noch, wir warten, noch warten wir",
					", auf",
					_MONEY,
				),
				*each("wir noch, wir", "auf", _MONEY, "warten"),
				*each("fehlt noch, fehlt uns noch, fehlt, noch fehlt", _MONEY),
				*each(
					_MONEY,
					"fehlt, noch fehlt, aussteht, noch aussteht, noch nicht da, nicht da, ausständig, noch offen",
				),
				*each(
					_MONEY,
					"noch nicht eingegangen, nicht eingegangen, noch nicht gekommen, noch nicht angekommen",
				),
				*each("steht noch, steht", _MONEY, "aus"),
				*each("steht die, steht noch die, steht noch", "zahlung aus, zahlung noch aus"),
				*each("noch etwas, noch was, etwas, was", "offen, zu zahlen, zu bezahlen"),
				*each("nicht, noch nicht", "eingezahlt, reingekommen bezahlt, abbezahlt"),
				*phrases(
					"kein geld eingegangen, noch kein geld eingegangen, kein zahlungseingang, ohne zahlungseingang, noch keine zahlung,"
					" keine zahlung, noch keine zahlung eingegangen, keine zahlung eingegangen, ohne zahlung, noch ohne zahlung, noch kein geld,"
					" noch kein geld da"
				),
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
			*("nicht vollständig erhalten", "ware noch nicht vollständig da", "noch nicht vollständig da"),
			*(
				"ware noch nicht da",
				"noch nicht ganz da",
				"ware noch nicht komplett da",
				"noch nicht komplett da",
			),
		),
		"delivered": ("geliefert", "ausgeliefert", *_SENT),
		"not delivered": (
			*each(
				"warten noch, warten, noch immer",
				"auf die lieferung, auf lieferung, auf ihre lieferung, auf den versand, auf auslieferung, auf die auslieferung",
			),
			*phrases(
				"ohne lieferung, ohne auslieferung, noch ohne lieferung, noch ausliefern, noch verschicken"
			),
			*each(
				_NOT_WHOLLY,
				"geliefert, ausgeliefert, verschickt, versandt, versendet, raus, draußen, rausgegangen, rausgeschickt, beliefert, abgeliefert,"
				" herausgegangen, beim kunden, beim kunden angekommen, zugestellt",
			),
			*each(
				"lieferung, die lieferung, auslieferung, der versand, versand, ware, die ware, lieferungen",
				"ausständig, noch ausständig, offen, noch offen, fehlt, noch fehlt, fehlt noch, aussteht, noch aussteht, ausstehend, noch ausstehend,"
				" pendent, noch pendent, noch nicht erfolgt, nicht erfolgt, noch raus muss, noch raus",
			),
			*each(
				"fehlt, fehlt noch, steht noch, steht",
				"die lieferung, lieferung, eine lieferung, die ware, der versand, die auslieferung",
				", aus, noch, noch aus",
			),
			*each(
				"muss noch, müssen noch",
				"ware raus, etwas raus, was raus, raus, was geliefert werden, etwas geliefert werden",
			),
			*each(
				"müssen wir noch, wir noch, müssen wir, ich noch, muss ich noch",
				"raus schicken, rausschicken, verschicken, versenden, liefern",
			),
			*each(
				"wir noch, noch",
				"rausschicken müssen, verschicken müssen, versenden müssen, raus müssen, raus muss",
			),
			*each(
				"noch zu, zu, noch",
				"liefernde, liefernden, versendende, versendenden, verschickende, verschickenden, beliefernde, offen zum liefern, zum liefern",
			),
			*phrases(
				"lieferrückstand, lieferrückstände, offen zur lieferung, zur auslieferung offen, lieferung steht aus, noch zur lieferung offen"
			),
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
		"replied": ("beantwortet",),
		"disabled": ("deaktiviert", "inaktiv", "gesperrt", "stillgelegt", "nicht aktiv", "nicht mehr aktiv"),
		"enabled": (
			*("aktiviert", "aktiv", "beschäftigt", "beschäftigen wir", "wir beschäftigen"),
			*phrases(
				"bei uns arbeiten, bei uns angestellt, bei uns beschäftigt, bei uns tätig, noch bei uns, bei uns arbeitet, derzeit beschäftigt,"
				" im dienst, noch im unternehmen"
			),
			*each(
				"arbeiten, arbeiten derzeit, arbeiten aktuell, arbeiten momentan, arbeiten gerade",
				"bei uns, hier, in, in der, im, am, als, bei uns in der, bei uns im, bei uns als",
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
				"meldebestand, mindestbestand, den meldebestand, den mindestbestand",
				"unterschritten, unterschreiten, erreicht oder unterschritten",
			),
			*each(
				", bestand, lagerbestand, ist der bestand, der bestand, der lagerbestand, bestand ist",
				"unter, unter dem, unterm, unter den, unter die, unter der, unter ihrem, unter ihren, unter ihre, unterhalb, unterhalb des, unterhalb der,"
				" unterhalb vom, unterhalb ihres, kleiner als der, kleiner als, niedriger als der, niedriger als",
				_REORDER_LEVELS,
				", gefallen, gesunken, gerutscht, liegt",
			),
			*each(
				_REORDER_LEVELS,
				"erreicht, ist erreicht, haben erreicht, nicht mehr erreicht, unterschritten haben",
			),
			*each(
				", weil, da",
				"bestand, der bestand, lagerbestand, der lagerbestand, vorrat, der vorrat",
				"zu niedrig, zu gering, zu klein, zu tief, knapp, nicht mehr ausreicht, nicht ausreicht",
			),
			*each(
				"bald, demnächst, uns bald, langsam",
				"aus, ausgehen, knapp, leer, aufgebraucht",
			),
			*each("gehen, gehen uns, geht, geht uns", "bald, demnächst, langsam, in kürze", "aus, zur neige"),
			*each(
				"müsste, müssten, sollte, sollten, muss, müssen",
				", mal, dringend, wieder, wir, wir mal, wir wieder",
				"nachbestellt werden, nachbestellen",
			),
			*phrases(
				"nachbestellliste, bestellvorschlag, bestellvorschläge, nachbestellvorschläge, nachbestellbedarf, mit nachbestellbedarf,"
				" zum nachbestellen, nachbestellt werden müssten, müssen bestellt werden, bestellt werden müssen, nachgekauft werden,"
				" müssen nachgekauft werden, müssen wir nachkaufen, nachgeordert werden, müssen nachgeordert werden, nachbestellungsbedarf,"
				" wieder bestellt werden müssen, müssen wieder bestellt werden, sind zu bestellen, aufgefüllt werden müssen,"
				" müssen aufgefüllt werden, zu geringem bestand, zu niedrigem bestand, zu wenig da, mit mindermenge, unterbestand"
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
			*(
				"in keinem lager",
				"ohne bestand in irgendeinem lager",
				"von denen in keinem lager etwas liegt",
			),
			*("nirgends auf lager", "in keinem lager vorrätig", "von denen nichts auf lager ist"),
			*("kein bestand mehr", "bestand null", "nullbestand", "nicht verfügbar"),
		),
	},
	totals={
		"ordered": ("=bestellt", "=geordert", "bestellvolumen", "bestellwert", "ordervolumen"),
		"sales": (
			*("umsatz", "umsätze", "erlös", "verkauft", "umgesetzt", "verkaufen", "verkäufe", "umsatzerlös"),
			*("verkaufserlös", "verkaufsumsatz", "umsatzzahlen", "umsatzsumme", "umsatzvolumen"),
			*("verkaufsvolumen", "nettoumsatz", "nettoumsätze", "nettoerlös", "netto umsatz", "netto-umsatz"),
			*("umsatz netto", "umsatz ohne mwst", "umsatz ohne mehrwertsteuer", "umsatz ohne steuer"),
			*("umsatz ohne steuern", "umsatz exkl mwst", "umsatz ohne ust", "umsatz gemacht"),
			*("umsatz erzielt", "umsatz erwirtschaftet", "umsatz machen wir", "machen wir umsatz"),
			*phrases(
				"umsatz generiert, umsätze gemacht, umsätze erzielt, verkauft in euro, umsatzmäßig gemacht, umsatzentwicklung,"
				" umsatzstatistik, umsatzauswertung, verkaufszahlen, umsatzliste, umsatzübersicht, eingenommen, einnahmen,"
				" rechnungsumsatz, fakturierter umsatz"
			),
			*each("wie war, wie ist, wie sieht, wie lief, wie läuft", "der umsatz, unser umsatz"),
			*each("wie waren, wie sind", "die umsätze, unsere umsätze"),
			*("wie sieht der umsatz aus", "wie sah der umsatz aus"),
		),
		"purchases": (
			*("einkaufsvolumen", "einkäufe", "kaufen", "einkaufen", "eingekauft", "gekauft", "ausgegeben"),
			"abgekauft",
			*("ausgaben", "bezogen", "einkaufsumsatz", "einkaufskosten", "einkaufswert"),
			"beschaffungsvolumen",
		),
		"receivable": (
			*each(_MUST_PAY, "uns, uns noch"),
			*("offener betrag", "offene beträge", "ausstehender betrag", "ausstehende beträge"),
			*("schuldet uns", "schuldet", "außenstände", "aussenstände", "offene forderungen", "forderungen"),
			*("kundenforderungen", "ausstehende forderungen", "offener saldo", "offene salden"),
			*("ausständiger betrag", "ausständige beträge", "offenstehender betrag", "offenstehende beträge"),
			*("unbezahlter betrag", "unbezahlte beträge", "schuldet uns noch", "schulden uns"),
			*("schulden uns noch", "uns schulden", "uns noch schulden", "uns schuldet", "muss uns"),
			*("müssen uns", "uns noch schuldet", "uns schuldig", "uns noch schuldig", "schuldig"),
			*("noch schuldig", "debitorensaldo", "forderungsbestand", "steht bei uns in der kreide"),
			*("in der kreide", "restschuld"),
			*each(
				"ausstehende, offene, fehlende, noch fehlende, noch ausstehende",
				"kundenzahlungen, kundengelder, kundenbeträge, zahlungen der kunden, zahlungen von kunden, zahlungen unserer kunden, gelder",
			),
			*each(
				"muss, müsste, hat",
				"uns noch, uns insgesamt noch, uns noch insgesamt, noch, uns gesamt noch, insgesamt noch, an uns noch",
				"zahlen, bezahlen, begleichen, überweisen, zu zahlen, zu bezahlen",
			),
			*each(
				"uns noch, uns insgesamt noch, noch an uns, uns alles noch, uns insgesamt, uns eigentlich noch",
				"zahlen, bezahlen, begleichen, überweisen, zu zahlen, zu bezahlen, schuldig ist, schuldig sind, zahlen müssen, zahlen muss",
			),
			*phrases(
				"schulden hat, an schulden, schulden bei uns, hat schulden, hat noch schulden, schuldenstand, forderungssaldo,"
				" offene gesamtforderung, gesamtforderung, kontosaldo, op-saldo, op-summe, offene summe, ausstehende summe, ausstehendes geld,"
				" offenes geld, offener rechnungsbetrag"
			),
			*_TO_GET,
		),
		"payable": (
			*("verbindlichkeiten", "lieferantenverbindlichkeiten", "offene verbindlichkeiten"),
			"lieferantenschulden",
			*_WE_OWE,
		),
		"projected stock": each(
			"projiziert, prognostiziert, voraussichtlich", "bestand, menge, lagerbestand"
		),
		"reserved stock": each("reserviert", "bestand, menge, lagerbestand"),
		"stock value": (
			*("lagerwert", "bestandswert", "warenwert", "wert des lagers", "wert des bestands"),
			*("inventarwert", "lagerbestandswert", "warenbestandswert", "lager wert", "wert vom lager"),
			*("wert des lagerbestands", "wert des lagerbestandes", "wert des bestandes"),
			*("wert unseres lagers", "wert unseres bestands", "wert unseres lagerbestands"),
			*("wert unserer lagerbestände", "wert der lagerbestände", "wert der ware"),
			*("wert aller lagerbestände", "wert vom lagerbestand", "wert der lagerware"),
		),
		"stock": (
			*phrases("in unseren lagern, in unserem lager, bei uns im lager"),
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
			*phrases(
				"lagervorrat, bestand auf lager, bestände, lagerbestände, aktuell da, lagerzahl, noch auf lager, lagernde menge,"
				" vorhandene menge, vorrätige menge, bestandszahl, gesamtbestand, noch vorrätig, noch im lager, im regal, noch am lager,"
				" noch lagernd, noch verfügbar, noch vorhanden"
			),
		),
	},
	date_fields={
		"birthday": ("geburtstag", "geburtstage", "geburtstag haben", "hat geburtstag", "geburtstag feiern"),
		"born": ("geboren", "geboren sind", "geboren ist", "geboren wurden", "geboren wurde", "geburtsdatum"),
		"due": (
			*(
				"fertig werden",
				"fertig werden müssen",
				"fertig werden sollen",
				"fertig sein",
				"fertig sein müssen",
			),
			*("fällig", "fälligkeit", "fälligkeitsdatum", "fällig werden", "fällig wird", "werden fällig"),
			*phrases(
				"zahlungsziel, zahlungsfrist, zahlungstermin, fälligkeitstag, zu zahlen, zu bezahlen, zahltermin"
			),
			*each("hätten", _SHOULD_BE_PAID),
			*each(
				"bezahlt, beglichen",
				"hätten werden müssen, hätten werden sollen, werden sollten, sein sollten, werden mussten, sein müssen",
			),
			*phrases(
				"enddatum, endtermin, abgabetermin, fertigstellungstermin, fertigstellungsdatum, zieltermin, enden, enden sollen, enden müssen,"
				" enden soll, enden muss"
			),
			*_TO_BE_DONE,
			*each("hätten, hätte", _SHOULD_BE_DONE),
			*("zahlbar", "zahlbar bis", "fälligkeitstermin", "fällig sein", "deadline", "fällig geworden"),
		),
		"created": (
			*("erstellt", "angelegt", "erfasst", "eröffnet", "eingegeben", "eingetragen", "erzeugt"),
			*("generiert", "hinzugefügt", "neu angelegt", "neu erfasst", "registriert", "aufgenommen"),
			*phrases("dazugewonnen, hinzugewonnen, akquiriert, hinzugekommen"),
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
			*(
				"ablaufen",
				"ablaufend",
				"abläuft",
				"ausläuft",
				"läuft ab",
				"laufen",
				"läuft",
				"laufen ab",
				"gültig bis",
				"auslaufen",
			),
			*("läuft aus", "laufen aus", "ablaufdatum", "gültigkeitsdatum", "verfallen", "verfällt"),
			*("=gültigkeit", "gültigkeitsdauer", "gültigkeitsfrist"),
			*("verfallsdatum", "haltbar bis"),
		),
		"joined": (
			*("eingestellt", "eingetreten", "angefangen", "neu eingestellt", "begonnen", "eingestiegen"),
			*("dazugekommen", "eintritt", "eintrittsdatum", "angefangen haben"),
			*("bei uns", "im unternehmen", "in der firma", "im betrieb", "bei der firma", "beschäftigt"),
		),
		"left": ("ausgeschieden", "ausgetreten", "verlassen", "weggegangen", "austritt", "austrittsdatum"),
	},
	doctypes={
		"Contact": ("ansprechpartner", "ansprechpartnerin", "kontaktperson"),
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
		"Item": (
			*phrases(
				"artikelstamm, produkt, sku, erzeugnis, im sortiment, in unserem sortiment, was führen wir, was führen wir alles"
			),
			*each(
				"was gehört, was fällt, was ist, was haben wir, was gibt es, was liegt",
				"alles in, alles in der, alles zur, alles unter",
			),
			*phrases("was gehört zur, was gehört in die, was fällt unter"),
		),
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
			*phrases("reklamation im support, meldung im support, servicemeldung, supportthema, supportcase"),
			*("anliegen", "supportmeldung", "support-fall", "supportvorgang", "helpdesk-ticket"),
			*("anfrage im support", "kundenproblem", "beschwerde"),
		),
		"Task": ("aufgabe", "pendenz", "projektaufgabe", "arbeitspaket", "arbeitsschritt"),
		"Project": ("vorhaben", "kundenprojekt"),
		"Payment Entry": ("zahlung", "überweisung", "zahlungsbuchung"),
		"Employee": (
			*(
				"angestellte",
				"mitarbeitende",
				"beschäftigte",
				"arbeitnehmer",
				"belegschaft",
				"leute",
				"kollege",
			),
			*each("mitarbeiterinnen und, mitarbeiterinnen oder, mitarbeiterinnen", "mitarbeiter"),
			*each("mitarbeiter, mitarbeiter und, mitarbeiter oder", "mitarbeiterinnen, innen"),
			*phrases("kolleginnen und kollegen, kollegen und kolleginnen, kolleg innen"),
			*phrases(
				"personal, personalbestand, mitarbeiterzahl, beschäftigtenzahl, kopfzahl, headcount, köpfe, team, teammitglied, arbeitskraft"
			),
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
			"overdue": ("überfällige posten", "fällige posten", "überfällige op"),
			"not paid": (
				*phrases("op, ops, offene op, offene rechnungsposten"),
				*("offener posten", "offene posten", "unbezahlter posten", "offener debitor", "op-liste"),
			),
		},
		"Purchase Invoice": {"credit note": ("lieferantengutschrift", "gutschrift von lieferanten")},
		"Employee": {
			"female": (
				*_WOMEN,
				*phrases("=frau, =frauen, =damen"),
				*each(
					"weibliche",
					"angestellte, beschäftigte, mitarbeitende, belegschaft, mitarbeiter, mitarbeiterin, kollege, kollegin",
				),
			),
			"male": (
				*phrases("=mann, =männer, =männern, =maenner, =herren"),
				*each(
					"männliche", "angestellte, beschäftigte, mitarbeitende, belegschaft, mitarbeiter, kollege"
				),
			),
			"enabled": _JOINED_LAST
			+ each(
				"wer ist, wer ist derzeit, wer ist aktuell, wer ist momentan, wer ist zurzeit",
				"bei uns angestellt, bei uns beschäftigt, bei uns tätig, hier angestellt, bei uns im dienst",
			)
			+ each(
				"wer arbeitet, wer arbeitet derzeit, wer arbeitet aktuell, wer arbeitet momentan, wer arbeitet alles",
				"bei uns, hier, in, in der, im, am, als",
			),
		},
		"Payment Entry": {
			"received": (
				*("zahlungseingang", "kundenzahlung", "eingangszahlung", "eingehende zahlung"),
				*("eingegangene zahlung", "geldeingang", "erhaltene zahlung", "zahlung von kunden"),
			),
		},
		"Item Price": {
			"for buying": (
				*phrases(
					"einkaufspreis, ek-preis, ek, beschaffungspreis, bezugspreis, preis im einkauf, einstandspreis"
				),
				*each("was, wie viel, wieviel", "kostet uns, kosten uns, zahlen wir für, bezahlen wir für"),
				*each("zu welchem preis, für wie viel, für wieviel", "kaufen wir, beziehen wir"),
				*phrases("im einkauf, beim einkauf, in der beschaffung"),
			),
			"for selling": (
				*_SOLD_FOR,
				*phrases(
					"verkaufspreis, vk-preis, vk, listenpreis, preis im verkauf, abgabepreis, im verkauf, beim verkauf"
				),
			),
		},
	},
	labels={
		"Status": ("zustand", "stand", "stadium"),
		"Artikelgruppe": ("kategorie", "warengruppe", "produktgruppe", "sparte"),
		"Priorität": ("prio", "dringlichkeit", "wichtigkeit"),
		"Region": ("gebiet", "land"),
		"Territory": ("land", "region"),
		"Designation": ("stellenbezeichnung", "jobtitel"),
		"Has Batch No": ("chargenpflichtig", "chargengeführt"),
		"Marke": ("hersteller", "fabrikat"),
		"Lager": ("standort", "lagerort", "depot"),
		"Ausstehender Betrag": ("restbetrag", "restsumme", "restforderung"),
		"Fehlertyp": ("typ", "art", "tickettyp", "ticketart"),
		"Lieferzeit in Tagen": ("lieferzeit", "vorlaufzeit", "beschaffungszeit", "wiederbeschaffungszeit"),
		"Voraussichtliches Enddatum": ("enddatum", "endtermin"),
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
	first_days=("erste", "ersten", "erstem"),
	date_links={"month": ("den", "dem")},
	before_months=(
		"im",
		"seit",
		"ab",
		"bis",
		"anfang",
		"mitte",
		"ende",
		"letzten",
		"nächsten",
		"diesen",
		"vor",
		"nach",
	),
	irregular={"hohe": "hoch", "hohen": "hoch", "hoher": "hoch", "hohes": "hoch", "hohem": "hoch"},
	joins=("", "s", "n", "en", "es"),
	particles=("ab", "an", "auf", "aus", "ein", "raus", "rein", "heraus", "herein", "hinaus", "vor"),
	numbers=_numbers(),
)
