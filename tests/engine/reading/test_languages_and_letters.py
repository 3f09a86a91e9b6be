"""What the beginning of a text tells of the whole: its language, and the day of a letter."""

from datetime import date

import pytest

from huf.engine.analysis import languages
from huf.engine.analysis.languages import told_language
from huf.engine.reading.beginnings import letter_date

TEXTS = {
	"en": "The pump must not run dry, and it is to be vented before it is started for the first time.",
	"de": "Die Pumpe darf nicht trocken laufen und ist vor dem ersten Start zu entlüften, wenn sie neu ist.",
	"fr": "La pompe ne doit pas tourner à sec et elle est à purger avant la mise en service par le client.",
	"es": "La bomba no debe funcionar en seco y se ha de purgar antes de la puesta en marcha por el cliente.",
	"ru": "Насос не должен работать без воды, и его нужно проверить перед тем, как он будет включён.",
	"ja": "ポンプは空運転してはならず、初回始動前に空気を抜く必要があります。",
	"zh": "水泵不得干转，首次启动前应排气。",
	"ko": "펌프는 건조 상태로 작동해서는 안 되며 처음 시작하기 전에 공기를 빼야 합니다.",
	"th": "ปั๊มต้องไม่ทำงานแบบแห้งและต้องไล่อากาศก่อนเริ่มใช้งานครั้งแรก",
	"el": "Η αντλία δεν πρέπει να λειτουργεί χωρίς νερό.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_languages_are_told(language: str) -> None:
	"""One sentence is enough."""
	assert told_language(TEXTS[language]) == language


@pytest.mark.parametrize(
	"text",
	["", "12 34 56", "SKU-00123/AB | 4.00 | Valve, stainless", "Müller Meier Schulze Berlin Hamburg", "a b c d e", "Вал 12 | Болт 4"],
)  # fmt: skip
def test_what_tells_no_language(text: str) -> None:
	"""Names, numbers and parts are of none."""
	assert told_language(text) == ""


@pytest.mark.parametrize(("latin", "told"), [(59, "el"), (60, "el"), (61, ""), (4_000, "")])
def test_the_share_of_a_script(latin: int, told: str) -> None:
	"""Two fifths of the letters tell a language, whatever stands between them."""
	assert told_language("α" * 40 + " 12 – ’ µ² " + "b" * (latin - 1)) == told


@pytest.mark.parametrize(("latin", "told"), [(18, "zh"), (19, "")])
def test_a_sign_counts_as_three_letters(latin: int, told: str) -> None:
	"""Four signs of Chinese are two fifths beside eighteen letters."""
	assert told_language("水" * 4 + " 12 – " + "b" * latin) == told


def test_names_in_another_script() -> None:
	"""A Chinese text full of Latin names is Chinese, and an English one with a Chinese name English."""
	assert told_language("请先打开 Knowledge Source 表单，然后点击 Rebuild Index 按钮，等待完成。") == "zh"
	assert told_language(TEXTS["en"] + " It was made by 水泵 in 2021.") == "en"


@pytest.mark.parametrize(
	("parts", "told"),
	[
		([("en", 8000)], "en"),
		([("ja", 8000)], "ja"),
		# What stands first, or at both ends, is not the most of it.
		([("en", 1500), ("de", 6500)], "de"),
		([("en", 700), ("de", 6600), ("en", 700)], "de"),
		([("de", 1000), ("en", 3000), ("de", 4000)], "de"),
		([("de", 1000), ("ru", 6000), ("de", 1000)], "ru"),
		# What comes later is not looked at.
		([("de", 8000), ("en", 20_000)], "de"),
	],
)
def test_long_texts_of_several_languages(parts: list[tuple[str, int]], told: str) -> None:
	"""A long text is in the language that most of its beginning is in, wherever the other one stands."""
	text = "".join(((TEXTS[code] + "\n") * 400)[:size] for code, size in parts)
	assert told_language(text) == told


@pytest.mark.parametrize("code", TEXTS)
def test_long_texts_of_one_language_are_glanced_at(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Where five places tell the same, less than half of a long text is looked at."""
	seen: list[str] = []
	told_by_script = languages._told_by_script
	monkeypatch.setattr(languages, "_told_by_script", lambda text: seen.append(text) or told_by_script(text))
	assert told_language((TEXTS[code] + "\n") * 400) == code
	assert sum(map(len, seen)) < languages.SAMPLE / 2


@pytest.mark.parametrize(
	("head", "day"),
	[
		("Acme Ltd\n1 High Street\n\n3 May 2021\n\nDear Ms Quoll,", "2021-05-03"),
		("May 3rd, 2021\nTo Whom It May Concern:", "2021-05-03"),
		("Acme GmbH · 20095 Hamburg\nHamburg, den 3. Mai 2021\nSehr geehrte Damen und Herren,", "2021-05-03"),
		("Ihr Schreiben vom 12.04.2021\nDatum: 03.05.2021\nSehr geehrte Frau Quoll,", "2021-05-03"),
		("Lyon, le 3 mai 2021\nMadame, Monsieur,", "2021-05-03"),
		("Madrid, 3 de mayo de 2021\nEstimada señora:", "2021-05-03"),
		("São Paulo, 3 de maio de 2021\nPrezados senhores,", "2021-05-03"),
		("2021年5月3日\n拝啓 春暖の候", "2021-05-03"),
		("3 مايو 2021\nالسيدة المديرة،", "2021-05-03"),
		("3 मई 2021\nप्रिय महोदय,", "2021-05-03"),
		("Date: 2021-05-03\nDear all,", "2021-05-03"),
		("25/12/2021\nDear Ms Quoll,", "2021-12-25"),
		("12/25/2021\nDear Ms Quoll,", "2021-12-25"),
		# A line of nothing else comes before one with a town; of equal ones, the one that is nearest.
		("London, 1 January 2020\n3 May 2021\nDear Ms Quoll,", "2021-05-03"),
		("1 January 2020\n3 May 2021\nDear Ms Quoll,", "2021-05-03"),
		# Which of the two is the day?
		("04/05/2021\nDear Ms Quoll,", None),
		("31 February 2021\nDear Ms Quoll,", None),
		# Other dates than that of the letter.
		("Your letter of 3 May 2021\nDear Ms Quoll,", None),
		("Date of birth: 3 May 1981\nDear Ms Quoll,", None),
		("Valid from 3 May 2021 to 4 June 2021\nDear Ms Quoll,", None),
		("The meeting of the board took place on 3 May 2021 in the large hall.\nDear Ms Quoll,", None),
		# No letters.
		("3 May 2021\nMinutes of the board\nPresent: all", None),
		("3 May 2021\nCare:\nWash by hand", None),
		("Dear Ms Quoll,\n3 May 2021", None),
		("3 May 2021\n" + "a line\n" * 50 + "Dear Ms Quoll,", None),
		("", None),
	],
)
def test_days_of_letters(head: str, day: str | None) -> None:
	"""A letter is of the day that stands above its salutation, alone or behind a town; what is not clear is none."""
	found = letter_date(head + "\nthank you for asking.", is_day_first=False)
	assert found == (date.fromisoformat(day) if day else None)


def test_numeric_days_by_the_language() -> None:
	"""Only in English it could be either."""
	assert letter_date("04/05/2021\nCher Monsieur,\n", is_day_first=True) == date(2021, 5, 4)
