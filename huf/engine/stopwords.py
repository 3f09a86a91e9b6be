"""Function words, which say nothing about what a question is about.

Words of several languages stand in one set, because a query does not say its language. A word that
is a function word in one language and a content word in another (German ``war``, English ``war``)
is left out. A query of nothing but these words is searched as it is.
"""

_ENGLISH = """a about after all also an and any are as at be because been before being between both but by can could
did do does doing during each for from further get had has have having he her here hers him his how i if in into is it
its just me more most my myself no nor not now of off on once only or other our out over own same she should so some
such than that the their them then there these they this those through to too under until up us very we were what when
where which while who whom whose why will with would you your"""

_GERMAN = """aber als am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den der des dich dir du
durch ein eine einem einen einer eines er es euch für hat haben habe hatte ich ihm ihn ihr ihre im ist ja jede jeder kann
können kein keine man mein meine mich mir mit muss müssen nach nicht noch nur oder ob seine sein sich sie sind so soll
sollen über um und uns unser unter vom von vor warum was weil welche welcher welches wenn wer werden wie wieder wird wir
wo wurde zu zum zur"""

_FRENCH = """ai au aux avec ce ces cette comment dans de des donc du elle en est et été être eux il ils je la le les
leur leurs lui ma mais mes moi mon ne nos notre nous on ont ou où par pas plus pour pourquoi quand que quel quelle quels
qui sa sans ses si sont sur te tes toi ton tu un une vos votre vous"""

_SPANISH = """al como cómo con cuál cuales cuáles cuando cuándo cuánto cuántos de del donde dónde el ella ellas ellos
en entre era es esa ese eso esta está este esto están fue ha han hasta hay la las le les lo los me mi más muy no nos o
para pero por porque qué que quién se ser si sin sobre son su sus también te tiene tu un una unas uno unos y ya yo"""

_ITALIAN = """ad agli ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di dove e è
gli il in io la le lei lo loro lui ma nei nel nella noi non o per perché più quale quali quando quanto sei si sono su
sua sue sul sulla suo tra tu un una uno voi"""

_DUTCH = """aan als bij dan dat de deze die dit door een en er het hij hoe ik in is je kan maar met mijn naar niet nog of
om ook op te tot uit van voor waar waarom wat welke wie wij worden wordt ze zich zijn zo"""

_PORTUGUESE = """ao aos as até com como da das de do dos e ela ele em entre essa esse esta este foi já lhe mais mas me
na nas nem no nos o onde os ou para pela pelo por porque qual quando que quem se sem ser seu seus só sua suas são
também tem um uma você"""

_ROMANIAN = """a ai al ale am ar are au ca că care ce cei cel cele cine cu cum de deci din doar după ea ei el ele este
eu fi fost iar la le lor lui mai mult ne noi nu o pe pentru poate prin sa să sau se si și sunt un una unde unei unui
voi"""

_TURKISH = """ama ancak bana ben bir biz bu çok da daha de değil diye en gibi hangi her için ile ise kadar kaç kez ki
kim mı mi mu mü nasıl ne neden nerede o olan olarak oldu olduğu sen siz şey şu ve veya ya"""

_SWEDISH = """alla att av blev bli de dem den denna deras det detta dig din ditt du där då efter ej eller en er ett
från för ha hade han har hon hur här i icke inte jag kan man med mig min mot mycket när någon och om oss på sedan sig
sin som så till under upp ut vad var vara vem vi vid vilken är över"""

_DANISH = """af alle at blev blive da de dem den denne der deres det dette dig din du efter ej eller en end er et for fra
ham han har havde hende hun hvad hvis hvor hvordan i ikke ind jeg kan man med mig min mod når og også om op os på
sig sin skal som til ud under var vi vil ved være"""

FUNCTION_WORDS: dict[str, frozenset[str]] = {
	code: frozenset(words.split())
	for code, words in (
		("en", _ENGLISH),
		("de", _GERMAN),
		("fr", _FRENCH),
		("es", _SPANISH),
		("it", _ITALIAN),
		("nl", _DUTCH),
		("pt", _PORTUGUESE),
		("ro", _ROMANIAN),
		("tr", _TURKISH),
		("sv", _SWEDISH),
		("da", _DANISH),
	)
}
"""By ISO 639-1 code."""

STOP_WORDS: frozenset[str] = frozenset().union(*FUNCTION_WORDS.values())


def is_function_word(word: str) -> bool:
	"""Whether ``word``, bare of punctuation, says nothing. ``IT`` and ``US`` in capitals are names."""
	return word.lower() in STOP_WORDS and not (len(word) > 1 and word.isupper())
