"""From words to terms: spelling, stems, scripts without spaces, identifiers, languages."""

import re
import sqlite3
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from legs import LEGS, search_by
from small_builds import SMALL, Build, wanted

from huf.engine import analysis
from huf.engine.analysis.folding import fold
from huf.engine.analysis.languages import detect_language, query_language
from huf.engine.analysis.marks import MARKS, SPACELESS
from huf.engine.analysis.query import parse_query
from huf.engine.analysis.query_terms import query_terms
from huf.engine.analysis.stopwords import bare
from huf.engine.analysis.words import terms_of
from huf.engine.backends.base import Mode
from huf.engine.backends.keyword.backend import BACKEND as KEYWORD
from huf.engine.backends.keyword.schema import FILE_NAME
from huf.engine.builds import plan_build, run_build, verify_build
from huf.engine.errors import SettingsError
from huf.engine.search import SearchTarget
from tests.searching import search


@pytest.mark.parametrize(
	("written", "folded"),
	[
		("Zürich", "zurich"),
		("STRASSE", "strasse"),
		("Straße", "strasse"),
		("Crème brûlée", "creme brulee"),
		("Øl", "ol"),
		("İstanbul", "istanbul"),
		("ΑΘΉΝΑΣ", "αθηνασ"),
		("ёлка", "елка"),
		("йогурт", "йогурт"),
		("أسعار", "اسعار"),
		("مُحَمَّد", "محمد"),
		("हिन्दी", "हिंदी"),
		("पाँच", "पांच"),
		("क़लम", "कलम"),
		("किताब", "किताब"),
		("உள்ளது", "உள்ளது"),
		("שָׁלוֹם", "שלום"),
		("Zu\u0308rich", "zurich"),
		("ＡＢＣ１２３", "abc123"),
		("١٢٣ ۱۲۳ १२३ ১২৩ ๑๒๓", "123 123 123 123 123"),
		("کتاب", "كتاب"),
		("علی", "علي"),
		("ہمارے", "همارے"),
	],
)
def test_one_spelling(written: str, folded: str) -> None:
	"""Case, accents and width do not matter; marks that make another word stay."""
	assert fold(written) == folded


@given(st.text(max_size=40))
def test_any_word_has_terms_or_none(word: str) -> None:
	"""No text is an error, and no term is empty."""
	assert all(terms_of(word, "en")) and all(terms_of(word, "xx"))


@pytest.mark.parametrize(
	("word", "language", "terms"),
	[
		("travelling,", "en", ("travel",)),
		("Rechnungen", "de", ("rechnung",)),
		("退款政策", "en", ("退款", "款政", "政策")),
		("คืน", "en", ("คื", "ืน")),
		("환불을", "en", ("환불", "불을")),
		("SKU-00123/AB", "en", ("sku", "00123", "ab", "=sku00123ab")),
		("LM358N", "en", ("lm358n", "lm", "358", "n", "=lm358n")),
		("3.5", "en", ("3", "5", "=35")),
		("2024", "en", ("2024",)),
		("--", "en", ()),
		("किताबें", "en", ("किताब",)),
		("کتابهای", "fa", ("كتاب",)),
		("كتابهاي", "fa", ("كتاب",)),
		("الكتاب", "ar", ("كتاب",)),
		("والدین", "ur", ("والدين",)),
		("९९.५", "hi", ("99", "5", "=995")),
		("কাহিনী", "en", ("কাহিনী",)),
		("ਕਿਤਾਬਾਂ", "en", ("ਕਿਤਾਬਾਂ",)),
		("પુસ્તકો", "en", ("પુસ્તકો",)),
		("ପୁସ୍ତକ", "en", ("ପୁସ୍ତକ",)),
		("புத்தகங்களை", "en", ("புத்தகம்",)),
		("పుస్తకాలు", "en", ("పుస్తకాలు",)),
		("ಪುಸ್ತಕಗಳು", "en", ("ಪುಸ್ತಕಗಳು",)),
		("പുസ്തകങ്ങൾ", "en", ("പുസ്തകങ്ങൾ",)),
		("පොත්", "en", ("පොත්",)),
		("ދިވެހި", "en", ("ދިވެހި",)),
		("कक्षा-१०", "en", ("कक्ष", "10", "=कक्षा10")),
		("है।यह", "en", ("है", "यह", "=हैयह")),
		("שָׁלוֹם", "en", ("שלום",)),
		("❤\ufe0f", "en", ()),
		("किताबहरूको", "ne", ("किताब",)),
		("दो", "hi", ("दो",)),
	],
)
def test_terms(word: str, language: str, terms: tuple[str, ...]) -> None:
	"""Stems for words, pairs for scripts without spaces, pieces and the joined form for identifiers."""
	assert terms_of(word, language) == terms


def test_all_marks_are_parts_of_words() -> None:
	"""Every vowel sign and accent that Unicode has in scripts with spaces is in the ranges; no punctuation or digit is."""
	marks, spaceless = re.compile(f"[{MARKS}]"), re.compile(f"[{SPACELESS}]")
	selectors = range(0xFE00, 0xFE10)  # choose how a sign is drawn
	for code in range(0x300, 0x10000):
		sign, kind = chr(code), unicodedata.category(chr(code))
		if marks.match(sign):
			assert kind[0] in "ML" or kind == "Cn", f"U+{code:04X}"
			assert not spaceless.match(sign), f"U+{code:04X}"
		elif kind in ("Mn", "Mc") and code not in selectors:
			assert spaceless.match(sign), f"U+{code:04X} is a mark"


@pytest.mark.parametrize(
	("one", "other"),
	[
		("हिन्दी", "हिंदी"),
		("कम्पनी", "कंपनी"),
		("लाइसेन्स", "लाइसेंस"),
		("गाँव", "गांव"),
		("ज़रूरत", "जरूरत"),
		("बड़ा", "बडा"),
		("क्‍षेत्र", "क्षेत्र"),
		("ශ්‍රී", "ශ්රී"),
		("नीतियाँ", "नीति"),
		("ग्राहकों", "ग्राहक"),
		("வீட்டில்", "வீடுகள்"),
		("cafe\u0301s", "Cafés"),
		("fu\u0308hlen", "fühlen"),
		("кра\u0301сный", "красный"),
		("كِتَابًا", "كتابا"),
		("İsyanı", "isyanı"),
	],
)
def test_spellings_of_one_word_are_one_term(one: str, other: str) -> None:
	"""Marks that may be left out, signs that may stand for others, and endings make no other word."""
	assert terms_of(one, "tr") == terms_of(other, "tr") and len(terms_of(one, "tr")) == 1


@pytest.mark.parametrize(
	("one", "other"),
	[
		("काल", "कील"),
		("কাল", "কুল"),
		("பல்", "பால்"),
		("दिन", "दीन"),
		("কাজ", "কাজী"),
		("ग्राम", "गरम"),
		("আয়", "আয"),
	],
)
def test_vowel_signs_make_another_word(one: str, other: str) -> None:
	"""Words of the same consonants are different words, and share no term."""
	assert not set(terms_of(one, "en")) & set(terms_of(other, "en"))


@given(st.text(alphabet=st.characters(min_codepoint=0x0900, max_codepoint=0x0DFF), max_size=12))
def test_composed_or_not_is_the_same(word: str) -> None:
	"""Composed and decomposed forms of a word have the same terms."""
	forms = [unicodedata.normalize(form, word) for form in ("NFC", "NFD", "NFKC", "NFKD")]
	assert len({terms_of(form, "hi") for form in forms}) == 1


INDIC = {
	"hindi": ("पंप के लिए रखरखाव की नीतियाँ गाँव में हिन्दी में", "नीति"),
	"other hindi": ("कपड़े की दुकान में नई चीज़ें", "कपड़ा चीजें"),
	"marathi": ("ग्राहकांसाठी परतावा धोरण", "परतावा"),
	"bengali": ("গ্রাহকদের জন্য ফেরত নীতি", "ফেরত নীতি"),
	"other bengali": ("কারখানায় কাজের সময়সূচী", "সময়সূচী"),
	"tamil": ("வாடிக்கையாளர்களுக்கு பணத்தை திருப்பித் தரும் கொள்கை", "வாடிக்கையாளர் பணம்"),
	"telugu": ("కస్టమర్ల కోసం వాపసు విధానం", "వాపసు"),
	"gujarati": ("ગ્રાહકો માટે રિફંડ નીતિ", "રિફંડ"),
	"punjabi": ("ਗਾਹਕਾਂ ਲਈ ਰਿਫੰਡ ਨੀਤੀ", "ਰਿਫੰਡ"),
	"kannada": ("ಗ್ರಾಹಕರಿಗೆ ಮರುಪಾವತಿ ನೀತಿ", "ಮರುಪಾವತಿ"),
	"malayalam": ("ഉപഭോക്താക്കൾക്കുള്ള റീഫണ്ട് നയം", "റീഫണ്ട്"),
	"sinhala": ("පාරිභෝගිකයින් සඳහා ආපසු ගෙවීමේ ප්‍රතිපත්තිය", "ආපසු ගෙවීමේ"),
}


@pytest.fixture(scope="module")
def indic(tmp_path_factory: pytest.TempPathFactory) -> Path:
	inputs = [wanted(name, text) for name, (text, _) in INDIC.items()]
	root = tmp_path_factory.mktemp("indic")
	return run_build(root, plan_build(inputs, None, SMALL), SMALL).info.path


def test_indic_words_are_found_whole(indic: Path) -> None:
	"""A query of Hindi, Bengali, Tamil … finds the texts that have its words, and none that only share consonants."""
	for name, (_, query) in INDIC.items():
		hits = search([SearchTarget("s", indic)], query).hits
		assert [hit.input for hit in hits] == [name], (name, [hit.input for hit in hits])
	assert not search([SearchTarget("s", indic)], "पीप कोल").hits


@pytest.mark.parametrize(
	("query", "found"),
	[
		('"रखरखाव की नीतियाँ"', ["hindi"]),
		('"ফেরত নীতি"', ["bengali"]),
		('"திருப்பித் தரும்"', ["tamil"]),
		('"रखरखाव को नीतियाँ"', None),
	],
)
def test_phrases_of_words_with_marks(indic: Path, query: str, found: list[str] | None) -> None:
	"""A phrase in quotes is one of whole words: other vowel signs are another phrase."""
	parsed = parse_query(query)
	assert parsed.phrases == (query.strip('"'),)
	with sqlite3.connect(indic / FILE_NAME) as connection:
		sql = "SELECT inputs.key FROM words JOIN chunks ON chunks.id = words.rowid JOIN inputs ON inputs.id = input"
		keys = [key for (key,) in connection.execute(f"{sql} WHERE words MATCH ?", (query,))]
	assert keys == (found or [])
	if found:
		assert [hit.input for hit in search([SearchTarget("s", indic)], query).hits] == found


def test_one_word_in_quotes_is_no_phrase() -> None:
	"""Vowel signs do not make several words of one."""
	assert parse_query('"हिन्दी" "বাংলাদেশ"').phrases == ()


def test_indexes_of_older_terms_ask_for_a_rebuild() -> None:
	"""Builds whose Indic words are in pieces, or whose digits are those of a script, are made again: the number of the analysis is part of what they are made by."""
	assert analysis.VERSION >= 4 and f"words {analysis.VERSION} of Snowball" in KEYWORD.version


@pytest.mark.parametrize(
	("text", "language"),
	[
		("The price of the pump is not in the list that you have.", "en"),
		("Der Preis der Pumpe ist nicht auf der Liste, die wir haben.", "de"),
		("El precio de la bomba no está en la lista que nos han dado.", "es"),
		("Le prix de la pompe n'est pas dans la liste que vous avez.", "fr"),
		("Prețul pompei nu este în lista pe care o aveți și pentru că este sunt", "ro"),
		("Pompanın fiyatı bu listede yok ve çok daha pahalı gibi", "tr"),
		("Цена насоса есть в списке, который мы получили от них", "ru"),
		("السعر في هذه القائمة التي كانت من الشركة", "ar"),
		("Η τιμή της αντλίας δεν είναι στον κατάλογο που έχουμε", "el"),
		("पंप की कीमत उस सूची में नहीं है जो हमारे पास है", "hi"),
		("Giá của máy bơm không có trong danh sách này và những cái khác", "vi"),
		("Cena pompy nie jest na liście, którą mamy oraz dla tego że się", "pl"),
		("Pumpun hinta ei ole siinä luettelossa, joka on myös sekä", "fi"),
		("پمپ کی قیمت اس فہرست میں نہیں ہے جو ہمارے پاس ہے", "ur"),
		("قیمت پمپ در این فهرست نیست که ما آن را داریم", "fa"),
		("পাম্পের দাম এই তালিকায় নেই যা আমাদের কাছে আছে", "bn"),
		("పంపు ధర ఈ జాబితాలో లేదు మరియు అది మా దగ్గర ఉంది", "te"),
		("பம்பின் விலை இந்த பட்டியலில் இல்லை என்று அவர்கள் சொன்னார்கள்", "ta"),
		("पंपाची किंमत या यादीत नाही आणि ती आमच्याकडे आहे", "mr"),
		("4711 0815", "en"),
	],
)
def test_languages_are_told_by_their_function_words(text: str, language: str) -> None:
	"""The language of a text is that of most of its function words; without any it is English."""
	assert detect_language(text) == language


@pytest.mark.parametrize(
	("query", "language"),
	[
		("What is the price?", "en"),
		("Was kostet die Pumpe?", "de"),
		("¿Cuándo llega el pedido?", "es"),
		("इसकी कीमत क्या है।", "hi"),
		("मुझे सूची चाहिए", "hi"),
		("LM358 datasheet", ""),
		("in", ""),
	],
)
def test_a_query_says_its_language_or_nothing(query: str, language: str) -> None:
	"""One function word tells the language of a query, unless another language has as many."""
	assert query_language(query.split()) == language


def test_names_in_capitals_are_no_function_words() -> None:
	"""``IT`` and ``US`` are searched for, within a sentence and with punctuation; in a shouted query they are not."""
	assert parse_query("payments in the US?").content_words == ("payments", "US?")
	assert parse_query("PAYMENTS FOR US").content_words == ("PAYMENTS",)


@pytest.mark.parametrize(
	("written", "core"),
	[
		("(pump,", "pump"),
		("¿Cuándo", "Cuándo"),
		("है।", "है"),
		("हैं", "हैं"),
		("(মা)", "মা"),
		("คำ่!", "คำ่"),
		("...", ""),
		("C++", "C"),
	],
)
def test_words_lose_the_punctuation_around_them(written: str, core: str) -> None:
	"""Signs go, letters and the vowel signs that end a word stay, in every script."""
	assert bare(written) == core


def test_neighbours_may_be_one_identifier() -> None:
	"""``BC 547`` is also searched as ``BC547``, and identifiers stand for the longer ones that begin with them."""
	index = Terms({"=bc547c": 3})
	weights = query_terms(["BC", "547"], ["en"], index).weights
	assert weights["=bc547"] == 1.0 and 0 < weights["=bc547c"] < 1
	assert {"bc", "547"} <= set(weights)


def test_a_known_identifier_needs_no_pieces() -> None:
	"""An identifier that is in the index as it is written is searched as that, not by pieces that others share."""
	assert set(query_terms(["LM358-N"], ["en"], Terms({"=lm358n": 1})).weights) == {"=lm358n"}
	assert {"lm", "358"} <= set(query_terms(["LM358-N"], ["en"], Terms({})).weights)


def test_a_word_that_is_stemmed_too_far_is_found_as_it_is_written(build: Build) -> None:
	"""Where a stemmer cuts the basic form and not the others, the basic form still finds them, and is no slip."""
	text = "Yeni müşteriler için iade politikaları çok daha iyi bir"
	path = build({"a": text}, settings=replace(SMALL, language="tr")).info.path
	result = search([SearchTarget("s", path)], "politika")
	assert [hit.input for hit in result.hits] == ["a"] and not result.notes


class Terms(dict[str, int]):
	"""A vocabulary for tests."""

	def frequency(self, term: str) -> int:
		return self.get(term, 0)

	def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
		return {term: self[term] for term in terms if term in self}

	def rarity(self, term: str) -> float:
		return 1 / (1 + self.get(term, 0))

	def completions(self, prefix: str, most: int) -> list[str]:
		return [term for term in self if term.startswith(prefix) and term != prefix][:most]

	def identifiers_with(self, part: str, most: int) -> list[str]:
		return []


TWELVE = {
	"ar": ("سياسة استرداد الأموال للعملاء الجدد", "استرداد"),
	"de": ("Die Rückerstattungen für neue Kunden dauern nicht lange", "Rückerstattung"),
	"el": ("Η πολιτική επιστροφών για νέους πελάτες", "επιστροφή"),
	"en": ("The refunds for new customers are not slow", "refunded customer"),
	"es": ("Los reembolsos para los nuevos clientes no son lentos", "reembolso"),
	"hi": ("नए ग्राहकों के लिए धनवापसी की नीति", "धनवापसी"),
	"ro": ("Politica de rambursare pentru clienții noi nu este lentă și care", "rambursarea"),
	"ru": ("Правила возврата денег для новых клиентов", "возврат"),
	"th": ("นโยบายการคืนเงินสำหรับลูกค้าใหม่", "คืนเงิน"),
	"tr": ("Yeni müşteriler için iade politikaları çok daha iyi bir", "politika"),
	"vi": ("Chính sách hoàn tiền cho khách hàng mới", "hoàn tiền"),
	"zh": ("新客户的退款政策", "退款"),
}


def test_twelve_languages_in_one_source(tmp_path_factory: pytest.TempPathFactory) -> None:
	"""In one index of twelve languages, a query of each finds its own text first."""
	inputs = [wanted(code, text) for code, (text, _) in TWELVE.items()]
	root = tmp_path_factory.mktemp("twelve")
	path = run_build(root, plan_build(inputs, None, SMALL), SMALL).info.path
	for code, (_, query) in TWELVE.items():
		hits = search([SearchTarget("s", path)], query).hits
		assert hits and hits[0].input == code, (code, [hit.input for hit in hits])


@pytest.mark.parametrize("leg", LEGS)
@pytest.mark.parametrize("code", TWELVE)
def test_every_language_keeps_the_promises(tmp_path: Path, code: str, leg: Mode) -> None:
	"""With texts of any language, and by any leg: signs are no operators, phrases stand, a patch is a rebuild, rights refill,
	and the index passes its check, whether the language is told by huf or set."""
	text, query = TWELVE[code]
	texts = {"wanted": text, **{f"n{n}": f"{word} {n}" for n, word in enumerate(text.split() * 2)}}
	inputs = [wanted(key, value) for key, value in texts.items()]
	# One of the words that is no function word.
	last = max(list(texts)[1:], key=lambda key: len(texts[key]))
	for _ in search_by(leg):
		for settings in (SMALL, replace(SMALL, language=code)):
			path = run_build(tmp_path, plan_build(inputs, None, settings), settings).info.path
			verify_build(path)
			target = [SearchTarget("s", path)]
			for hostile in (
				f'"{query}',
				f"{query} AND NOT (",
				f"{query}*",
				f"NEAR({query}, 2)",
				f"“{query}”",
			):
				found = search(target, hostile)
				assert found.hits and not found.skipped
			whole = search(target, f'"{text}"').hits
			assert " " not in text or (whole[0].input == "wanted" and (leg == "vector" or len(whole) == 1))
			refilled = search(target, text, top_k=3, accept=lambda hits: [hit.input == last for hit in hits])
			assert [hit.input for hit in refilled.hits] == [last]
			old = [wanted("wanted", "Something else."), *inputs[1:]]
			base = run_build(tmp_path, plan_build(old, None, settings), settings).info.path
			patched = run_build(tmp_path, plan_build(inputs, base, settings), settings).info.path
			both = [search([SearchTarget("s", build)], query, top_k=50).hits for build in (path, patched)]
			assert {hit.chunk_id for hit in both[0]} == {hit.chunk_id for hit in both[1]}


def test_the_language_of_a_source_can_be_set(tmp_path: Path) -> None:
	"""Names of items are too short to tell their language; set, they are stemmed by it, and that is another index."""
	inputs = [wanted("pump", "Pumpe"), wanted("house", "Häuser")]
	german = replace(SMALL, language="de")
	told, told_by_huf = (
		run_build(tmp_path, plan_build(inputs, None, how), how).info.path for how in (german, SMALL)
	)
	assert [hit.input for hit in search([SearchTarget("s", told)], "Haus").hits] == ["house"]
	assert not search([SearchTarget("s", told_by_huf)], "Haus").hits
	assert german.fingerprint() != SMALL.fingerprint() and not plan_build(inputs, told, german).index
	assert len(plan_build(inputs, told_by_huf, german).index) == 2
	for wrong in ("German", "d", "de-AT", "DE"):
		with pytest.raises(SettingsError, match="language"):
			replace(SMALL, language=wrong)


@pytest.mark.parametrize(
	"query",
	["SKU-00123/AB", "sku00123ab", "SKU 00123 AB", "00123", "SKU-00123", "sku-00123/ab?", "SKU_00123_AB"],
)
def test_item_codes_are_found_however_they_are_written(build: Build, query: str) -> None:
	"""An item code is found exactly, without its separators, with others, by a part and by its beginning."""
	texts = {f"n{n}": f"Part SKU-{n:05d}/AC costs {n} euros" for n in range(1000, 1040)}
	path = build({**texts, "wanted": "Part SKU-00123/AB costs seven euros"}).info.path
	assert search([SearchTarget("s", path)], query).hits[0].input == "wanted"


def test_a_part_of_an_item_code_is_enough_where_it_is_the_only_one(build: Build) -> None:
	"""Some signs from the middle of a code find it, across the borders of its parts, unless too many codes have them."""
	texts = {f"n{n}": f"Valve 74AUC{n}G00 costs {n} euros" for n in range(20)}
	path = build({**texts, "wanted": "Valve SKU004711X costs seven euros"}).info.path

	def found(query: str) -> list[str]:
		return [hit.input for hit in search([SearchTarget("s", path)], query, top_k=30).hits]

	for query in ("4711", "U00471", "04711x", "KU-0047", "4711?"):
		assert found(query)[0] == "wanted", query
	assert found("UC17G0")[0] == "n17"
	assert not found("4712")
	lots = build({f"n{n}": f"LOT77{n:02}" for n in range(20)}).info.path
	target = [SearchTarget("s", lots)]
	assert not search(target, "OT77").hits and [hit.input for hit in search(target, "OT7713").hits] == ["n13"]


def test_one_query_has_a_bounded_number_of_terms() -> None:
	"""Pages of Chinese, codes of a thousand parts and prefixes of everything are searched by so much of them as helps."""
	pages = ["".join(chr(0x4E00 + 150 * page + place) for place in range(150)) for page in range(64)]
	assert 500 < len(query_terms(pages, ["zh"], Terms()).places) < 512 + 150
	assert len(query_terms(["-".join(f"a{n}" for n in range(2_000))], ["en"], Terms()).weights) < 2 * 512

	class Full(Terms):
		def completions(self, prefix: str, most: int) -> list[str]:
			return [f"{prefix}{number}" for number in range(most)]

	codes = [f"part{n}" for n in range(64)]
	assert len(query_terms(codes, ["en"], Full()).weights) < 64 * 3 + 1_024 + 64


def test_what_a_query_repeats_weighs_more() -> None:
	"""By the word and by its stem, each time less; once is the weight it ever had."""
	index = Terms({"cat": 5, "dog": 5})
	once = query_terms(["cats", "dog"], ["en"], index).weights
	assert once["cat"] == once["dog"] == 1.0
	twice = query_terms(["cats", "dog"], ["en"], index, repeated={"cats": 2})
	assert twice.weights["cat"] == pytest.approx(1.6) and twice.weights["dog"] == 1.0
	assert twice.repeated == {"cat": pytest.approx(1.6)}
	forms = query_terms(["cats", "cat", "dog"], ["en"], index).weights
	assert forms["cat"] == pytest.approx(1.6)
	assert query_terms(["dog"], ["en"], index, repeated={"dog": 1000}).weights["dog"] < 4


FORMS = {
	"hyphen": "The accounts are kept in a multi-currency ledger of the group.",
	"together": "A multicurrency price list needs an exchange rate for each day.",
	"wifi": "The guest network is wi-fi 6 and free for all visitors.",
	"class": "Code that posts to the ledger calls SalesInvoice with its rows.",
	"invoice": "A sales invoice names the customer and the due date.",
	"order": "To re-order goods, press the button in the list of stock.",
}


@pytest.mark.parametrize(
	("query", "expected"),
	[
		("multicurrency", {"hyphen", "together"}),
		("multi-currency", {"hyphen", "together"}),
		("wifi", {"wifi"}),
		("Wi-Fi", {"wifi"}),
		("reorder", {"order"}),
		("sales invoice", {"class", "invoice"}),
		("SalesInvoice", {"class"}),
		("StockGoods", {"order"}),
	],
)
def test_forms_of_one_word_find_each_other(build: Build, query: str, expected: set[str]) -> None:
	"""With a hyphen, together, as two words or with capitals inside; no form is taken for a slip, and an explanation says which was found."""
	target = [SearchTarget("s", build(FORMS).info.path)]
	result = search(target, query, explain=True)
	assert {hit.input for hit in result.hits} == expected and not result.notes
	assert result.explanation
	for hit in result.explanation.hits:
		assert hit.evidence and any(word.terms for word in hit.evidence.words)


def test_a_rare_form_is_not_worth_more_than_the_word(build: Build) -> None:
	"""One passage that writes two words as one does not come before those that are about them."""
	texts = {f"n{n}": f"Sales invoice {n}: every sales invoice is numbered." for n in range(30)}
	texts |= {f"other{n}": f"Something else stands here, number {n}." for n in range(30)}
	texts["code"] = "Something about a class called SalesInvoice stands here, and nothing else."
	hits = search([SearchTarget("s", build(texts).info.path)], "sales invoice", top_k=20).hits
	assert "code" not in {hit.input for hit in hits}
	words = query_terms(["GmbH", "iPhone", "well", "re"], ["en"], Terms({"well": 1, "wellr": 2, "h": 3}))
	assert "wellr" not in words.weights and "h" not in words.weights
