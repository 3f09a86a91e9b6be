"""Function words, which say nothing about what a question is about.

Words of several languages stand in one set, because a query does not say its language. A word that
is a function word in one language and a content word or a name in another (German ``war``, English
``war``; Indonesian ``yang``) is left out. A query of nothing but these words is searched as it is.
"""

import re
import unicodedata

from huf.engine.analysis.marks import MARKS, SPACELESS

_ENGLISH = """a about after all also an and any are as at be because been before being between both but by can could
did do does doing during each for from further get had has have having he her here hers him his how i if in into is it
its just me more most my myself no nor not now of off on once only or other our out over own same she should so some
such than that the their them then there these they this those through to too under until up us very we were what when
where which while who whom whose why will with would you your"""

_GERMAN = """aber als am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den der des
dich die dir du durch ein eine einem einen einer eines er es euch für hat haben habe hatte ich ihm ihn ihr ihre
im ist ja jede jeder kann können kein keine man mein meine mich mir mit muss müssen nach nicht noch nur oder
ob seine sein sich sie sind so soll sollen über um und uns unser unter vom von vor warum was weil welche
welcher welches wenn wer werden wie wieder wird wir wo wurde zu zum zur diese diesem diesen dieser dieses
ihren ihrem ihrer ihres jedoch seinem seinen seiner sowie während waren wurden zwischen"""

_FRENCH = """ai au aux avec ce ces cette comment dans de des donc du elle en est et été être eux il ils je la le les
leur leurs lui ma mais mes moi mon ne nos notre nous on ont ou où par pas plus pour pourquoi quand que quel quelle quels
qui sa sans ses si sont sur te tes toi ton tu un une vos votre vous"""

_SPANISH = """al como cómo con cuál cuales cuáles cuando cuándo cuánto cuántos de del donde dónde el ella
ellas ellos en entre era es esa ese eso esta está este esto están fue ha han hasta hay la las le les lo los
me mi más muy no nos o para pero por porque qué que quién se ser si sin sobre son su sus también te tiene tu
un una unas uno unos y ya yo aunque cada desde durante fueron mientras"""

_ITALIAN = """ad agli ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di dove e è
gli il in io la le lei lo loro lui ma nei nel nella noi non o per perché più quale quali quando quanto sei si sono su
sua sue sul sulla suo tra tu un una uno voi"""

_DUTCH = """aan als bij dan dat de deze die dit door een en er het hij hoe ik in is je kan maar met mijn naar niet nog of
om ook op te tot uit van voor waar waarom wat welke wie wij worden wordt ze zich zijn zo"""

_PORTUGUESE = """ao aos as até com como da das de do dos e ela ele em entre essa esse esta este foi já lhe mais mas me
na nas nem no nos o onde os ou para pela pelo por porque qual quando que quem se sem ser seu seus só sua suas são
também tem um uma você"""

_ROMANIAN = """a ai al ale am ar are au ca că care ce cei cel cele cine cu cum de deci din doar după ea ei
el ele este eu fi fost iar la le lor lui mai mult ne noi nu o pe pentru poate prin sa să sau se si și sunt
un una unde unei unui voi această aceasta aceste acestea acest acesta aceștia când dintre fie în între însă
până s-a s-au"""

_TURKISH = """ama ancak bana ben bir biz bu çok da daha de değil diye en gibi hangi her için ile ise kadar
kaç kez ki kim mı mi mu mü nasıl ne neden nerede o olan olarak oldu olduğu sen siz şey şu ve veya ya
arasında ayrıca tarafından"""

_SWEDISH = """alla att av blev bli de dem den denna deras det detta dig din ditt du där då efter ej eller en er ett
från för ha hade han har hon hur här i icke inte jag kan man med mig min mot mycket när någon och om oss på sedan sig
sin som så till under upp ut vad var vara vem vi vid vilken är över"""

_DANISH = """af alle at blev blive da de dem den denne der deres det dette dig din du efter ej eller en end er et for fra
ham han har havde hende hun hvad hvis hvor hvordan i ikke ind jeg kan man med mig min mod når og også om op os på
sig sin skal som til ud under var vi vil ved være"""

_NORWEGIAN = """alle av ble blir da de den denne der deres det dette du eller en er et etter for fra ha han
har hun hva hvem hvilken hvilket hvor hvordan hvorfor i ikke jeg kan med meg min mot når og også om opp oss
på seg sin skal som til var ved vi vil være"""

_FINNISH = """ei että ja joka jonka jossa jota jotka kuin kuinka kuka miksi mikä milloin missä miten mitkä
mitä mutta myös ne niiden oli olivat ovat se sekä sen siitä sillä tämä tämän"""

_HUNGARIAN = """a aki amely azt be csak de egy el ez ezek ezt hogy hogyan hol ki kik meg mely melyik mi
mikor milyen mit miért már nem sem vagy volt voltak és"""

_POLISH = """aby ale być była było były czy dla dlaczego do gdy gdzie jak jaka jaki jakie jako jego jej jest
już kiedy kto która które którego której który których lub na nad nie niż od oraz przed przez przy się są
także tego tej tych tylko tym za że"""

_CZECH = """aby ale byl byla bylo byly být do jak jako jaká jaké jaký je jeho jejich jsou kde kdo kdy kolik
která které který mezi na nebo není od podle proč při si tak také tento to této za že"""

_VIETNAMESE = """bạn bằng bị bởi cho chỉ các có cũng của giữa gì hoặc hơn họ khi không là lại mà mỗi một
nhiêu như nhưng những nào này nên nó nếu qua rằng sau sẽ thì trong trước tôi tại từ việc và vào vì vẫn với
đang đâu đây đã đó được đến để ở"""

_INDONESIAN = """adalah akan apakah atau bagaimana bahwa berapa dan dapat dari dengan di ini itu juga karena
kepada mengapa mereka oleh pada saya sebagai siapa telah tetapi tidak untuk"""

_RUSSIAN = """а без бы был была были было быть в вам вас весь во вот все всех вы где да для до его ее ей ему
если есть еще ещё её ж же за и из или им их к как какая какие каким какими каких какое какой какую ко когда
кому которая которого которое которой которую которые который которых кто ли либо лишь между меня мне мы на
над нам нас не него нее ней нет неё ни них но ну о об однако он она они оно от по под после почему при про с
своего своей своих свою себя сколько со так также там те тем то того тоже той только том тот ту ты у уже
чего чей чем что чтобы чья эта эти этим этих это этого этой этом этот эту я является являются"""

_UKRAINIAN = """або був була були було в вони від він де для до з за зі й його коли на не об по при про та
такий також те ти то тому у хто це цей цього ці чи чому що щоб як яка яке який яких якого якої які якій є і
із їх її"""

_GREEK = """ένα έναν ένας έχει έχουν ή ήταν αλλά αν από αυτά αυτές αυτή αυτοί αυτό αυτός αυτών για δεν εάν
είναι είχαν είχε ενός ενώ επίσης η θα κάθε καθώς και κατά μέχρι μία μας με μετά μεταξύ μια μιας να ο οι
οποία οποίες οποίο οποίοι οποίων ποια ποιας ποιες ποιο ποιοι ποιον ποιος ποιους που πού προς πως πόσα πόσες
πόση πόσο πόσοι πότε πώς σας σε στα στη στην στις στο στον στους στων τα τη την της τι τις το τον του τους
των ως ωστόσο όπου όπως όταν ότι"""

_ARABIC = """أن أنا أنت أنه أو أي أين إذا إلى إن التي الذي الذين الى ان او اي بشكل بعد بعض بل بما به بها بين
تكون تلك تم ثم حتى حيث خلال ذلك عبر على عليه عليها عن عند عندما غير فإن في فيه فيها قبل قد كان كانت كل كم
كما كيف لأن لا لقد لكن لم لماذا لن له لها لهم ليس ما ماذا متى مثل مع مما ممن من منذ منه منها نحن هذا هذه هل
هم هنا هناك هو هي و والتي وفي وقد وكان وكانت ولا ولم وما ومن وهو وهي يا يتم يكون يمكن"""

_PERSIAN = """آن آنها از است اما اگر این با باید بر برای به بود بی تا خود در را شد شده شود ما من می نیز نیست
ها های هر هم همه و چرا چند چه چگونه چیست کجا کدام کرد کرده کند کنید که کی یا یک"""

_HINDI = """अगर अतः अथवा अपना अपनी अपने अब अभी आप आपका आपकी आपके आपको आपने आपसे इतना इतनी इतने इन इनका इनकी इनके इनको
इनमें इनसे इन्हीं इन्हें इन्होंने इस इसका इसकी इसके इसको इसने इसमें इसलिए इसलिये इससे इसी इसे उतना उतने उन
उनका उनकी उनके उनको उनमें उनसे उन्हीं उन्हें उन्होंने उस उसका उसकी उसके उसको उसने उसमें उससे उसी उसे एक एवं
ऐसा ऐसे और कई कब कभी कर करके करता करती करतीं करते करना करने करूँ करूं करें करेंगे करेगा करेगी करो कहा कहाँ
कहां का कि किंतु किए कितना कितनी कितने किन किनका किनकी किनके किन्तु किन्हें किया किये किस किसका किसकी किसके
किसको किसने किसमें किससे किसी किसे की कुछ कृपया के कैसे को कोई कौन कौनसा कौनसी कौनसे क्या क्यों क्योंकि खुद
गई गईं गए गया गयी गये चाहिए चाहिये जब जबकि जहाँ जहां जा जाए जाएँ जाएं जाएंगे जाएगा जाएगी जाकर जाता जाती जाते
जाने जिन जिनका जिनकी जिनके जिनमें जिनसे जिन्हें जिस जिसका जिसकी जिसके जिसको जिसने जिसमें जिससे जिसे जी जैसा
जैसे जो तक तथा तब तभी ताकि तुम तुमको तुमने तुमसे तुम्हारा तुम्हारी तुम्हारे तुम्हें तू तेरा तेरी तेरे तो था
थी थीं थे दिए दिया दिये दी दे देता देती देते देना देने दौरान द्वारा न नहीं ने पर परंतु परन्तु फिर बल्कि बहुत
बाद बीच भी मगर मुझको मुझमें मुझसे मुझे में मेरा मेरी मेरे मैं मैंने यदि यह यहाँ यही यहीं या ये रहता रहती
रहते रहना रहने रहा रही रहे लिए लेकिन वह वहाँ वहां वही वहीं वाला वाली वाले वे वैसा वैसी वैसे सकता सकती सकते
सके सकें सकेंगे सकेगा सब सभी साथ सिर्फ सी से हम हमको हमने हमसे हमारा हमारी हमारे हमें हर हाँ हां हालांकि ही
हुआ हुई हुए हूँ हूं है हैं हो हों होंगी होंगे होकर होगा होगी होता होती होतीं होते होना होने"""

_HEBREW = """או אותה אותו אחרי איזה איזו איך אין איפה אך אל אם אנחנו אני את אתה בין גם דרך הוא הזה היא היה
היו הייתה היתה הם הן זאת זה זו יותר יש כאשר כי כל כמה כמו כן לא לאחר להיות למה לפני מדוע מה מהו מהי מי מן
מתי נגד עד על עם רק של שלה שלהם שלו תחת"""

_URDU = """اس اسے اسی اُس اِس اور اگر ان انہوں انہیں اپنا اپنی اپنے بھی تک تو تھا تھی تھیں تھے جاتا جاتی جاتے جب جس جن جو
رہا رہی رہے سے لئے لیکن لیے مگر میں نہیں نے وہ پر پھر کا کب کتنا کتنی کتنے کر کرتا کرتی کرتے کرنے کس کن کو کون
کونسا کونسی کہ کہاں کی کیا کیسے کیوں کے گئی گئے گیا ہوئی ہوئے ہو ہوا ہوتا ہوتی ہوتے ہونے ہی ہے ہیں یا یہ"""

_BENGALI = """অনেক অন্য আগে আছে আপনি আমরা আমি আর উপর এ এই এক একজন একটি এটা এটি এবং এর ঐ ও কখন কত করা করে করেছিল করেছিলেন করেছে করেন কবে কাকে
কাছে কার কি কিন্তু কিভাবে কী কীভাবে কে কেন কোথায় কোন কোনটি জন্য তবে তা তাকে তাদের তার তারা তিনি তুমি থেকে দিয়ে দ্বারা না নেই নয়
পর পরে বা মধ্যে যখন যদি যা যার যারা যিনি যে সঙ্গে সাথে সেই হতে হিসাবে হিসেবে হয় হয়েছিল হয়েছিলেন হয়েছে ছিল ছিলেন ছিলো"""

_TELUGU = """అతను అది అని అయిన ఆ ఆమె ఇది ఈ ఉంది ఉన్న ఉన్నాయి ఉన్నారు ఎంత ఎందుకు ఎక్కడ ఎన్ని ఎప్పుడు ఎలా ఎవరి ఎవరు ఏ ఏది ఏమి ఏమిటి ఒక కాదు
కి కు కూడా కోసం గురించి తన తమ ద్వారా నుండి నేను మరియు మీరు మేము యొక్క లేదా లేదు లో వరకు వారు"""

_TAMIL = """அது அந்த அல்லது அவன் அவர் அவர்கள் அவள் ஆகும் ஆனால் இந்த இது இருந்து இல்லை உள்ள உள்ளது உள்ளன எங்கு எங்கே எது எத்தனை எந்த எப்படி
எப்போது எவ்வளவு ஏன் என்ன என்ற என்று ஒரு கூட தான் நான் நாம் நீங்கள் மற்றும் யார்"""

_MARATHI = """आणि आम्ही आहे आहेत कधी कसे काय किंवा किती कुठे कोण कोणता कोणती कोणते च्या जर तर तुम्ही ते त्या त्यांच्या त्याच्या नाही पण परंतु
पासून मध्ये साठी हा ही हे होता होती होते"""

_GUJARATI = """અથવા અને અમે આ એક કઈ કયા કયો કે કેટલા કેટલી કેટલું કેમ કેવી કોણ ક્યાં ક્યારે છું છે જો તમે તે તો થી ના નથી ની નું નો ને પણ પર
માં માટે શું સાથે હતા હતી હતું હતો હું"""

_KANNADA = """ಅಥವಾ ಅದು ಅವನು ಅವರು ಅವಳು ಆ ಆದರೆ ಇತ್ತು ಇದು ಇದೆ ಇಲ್ಲ ಇವೆ ಈ ಎಂದು ಎಂಬ ಎಲ್ಲಿ ಎಷ್ಟು ಏಕೆ ಏನು ಒಂದು ಕೂಡ ನಾನು ನಾವು ನೀವು ಮತ್ತು ಯಾರು
ಯಾವ ಯಾವಾಗ ಯಾವುದು ಹೇಗೆ"""

_MALAYALAM = """അത് അല്ലെങ്കിൽ അവൻ അവർ അവൾ ആ ആണ് ആയിരുന്നു ആര് ഇത് ഇല്ല ഈ ഉണ്ട് എങ്ങനെ എത്ര എന്ത് എന്ന എന്ന് എപ്പോൾ എവിടെ ഏത് ഒപ്പം ഒരു
ഞാൻ നിങ്ങൾ പക്ഷേ"""

_PUNJABI = """ਅਤੇ ਇਹ ਇੱਕ ਉਹ ਕਦੋਂ ਕਿਉਂ ਕਿਵੇਂ ਕਿਸ ਕਿਹੜਾ ਕਿਹੜੀ ਕਿੰਨੀ ਕਿੰਨੇ ਕਿੱਥੇ ਕੀ ਕੌਣ ਜਾਂ ਜੋ ਤੋਂ ਦਾ ਦੀ ਦੇ ਨਹੀਂ ਨਾਲ ਨੂੰ ਨੇ ਪਰ ਲਈ ਵਿੱਚ ਵੀ ਸਨ ਸੀ
ਹਨ ਹੈ"""

FUNCTION_WORDS: dict[str, frozenset[str]] = {
	code: frozenset(unicodedata.normalize("NFC", words).split())
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
		("no", _NORWEGIAN),
		("fi", _FINNISH),
		("hu", _HUNGARIAN),
		("pl", _POLISH),
		("cs", _CZECH),
		("vi", _VIETNAMESE),
		("id", _INDONESIAN),
		("ru", _RUSSIAN),
		("uk", _UKRAINIAN),
		("el", _GREEK),
		("ar", _ARABIC),
		("fa", _PERSIAN),
		("hi", _HINDI),
		("he", _HEBREW),
		("ur", _URDU),
		("bn", _BENGALI),
		("te", _TELUGU),
		("ta", _TAMIL),
		("mr", _MARATHI),
		("gu", _GUJARATI),
		("kn", _KANNADA),
		("ml", _MALAYALAM),
		("pa", _PUNJABI),
	)
}
"""By ISO 639-1 code."""

STOP_WORDS: frozenset[str] = frozenset().union(*FUNCTION_WORDS.values())


# A word may end with a vowel sign, also one of a script without spaces, such as Thai.
_CORE = re.compile(rf"\w(?:.*[\w{MARKS}{SPACELESS}])?", re.DOTALL)


def bare(word: str) -> str:
	"""``word`` without the punctuation around it."""
	# Most words are nothing but letters: the pattern would find as much, in ten times the time.
	if word.isalnum():
		return word
	core = _CORE.search(word)
	return core.group() if core else ""


def is_function_word(word: str) -> bool:
	"""Whether ``word``, bare of punctuation, says nothing. ``IT`` and ``US`` in capitals are names."""
	plain = word.lower() if word.isascii() else unicodedata.normalize("NFC", word.lower())
	return plain in STOP_WORDS and not (len(word) > 1 and word.isupper())
