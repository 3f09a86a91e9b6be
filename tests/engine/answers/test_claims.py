"""What a text states, normalised: the same value in any writing is one value, another value is another."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.answers.claims import Claim, read_claims
from huf.engine.answers.claims.claim import same_value


def only(text: str) -> Claim:
	"""The one claim of a text."""
	(claim,) = read_claims(text)
	return claim


SAME = (
	("1,200.00", "1.200,00", "1 200", "1200", "1'200", "1\u202f200,0", "١٬٢٠٠", "१,२००"),
	("1,200.00 EUR", "€1200", "1.200 €", "EUR 1 200", "1200 euros", "1,2 Tsd. Euro", "1200欧元", "1.2k EUR"),
	("12,00,000 rupees", "₹1,200,000", "12 lakh rupees", "1.2 million INR"),
	("1.2万元", "12,000元", "CNY 12000", "¥12,000"),
	(
		*(
			"3 March 2024",
			"2024-03-03",
			"03.03.2024",
			"March 3rd, 2024",
			"2024年3月3日",
			"3. März 2024",
			"3 de marzo de 2024",
		),
		*(
			"3 mars 2024",
			"٣ مارس ٢٠٢٤",
			"३ मार्च २०२४",
			"3/3/24",
			"Mar 3, 2024",
			"2024/3/3",
			"二〇二四年三月三日",
			"3 марта 2024",
		),
	),
	("03/04/2024", "3 April 2024", "2024-04-03"),
	("04/03/2024", "4 March 2024"),
	(
		"5 %",
		"5 percent",
		"5 Prozent",
		"5,0 %",
		"5 por ciento",
		"百分之五",
		"٥٪",
		"5 pour cent",
		"5 प्रतिशत",
		"five percent",
	),
	("80 km/h", "80 kmh"),
	("1.5 kW", "1500 W", "1,5千瓦"),
	("2 kg", "2000 g", "2 Kilogramm", "2公斤", "2 किलो", "٢ كجم", "two kilograms"),
	("2 weeks", "14 days", "vierzehn Tage", "quatorze jours", "dos semanas", "两周", "十四天", "14-day"),
	("24 months", "2 years", "zwei Jahre", "deux ans", "两年", "24个月", "2 साल"),
	("41 °F", "5 °C"),
	("25 working days", "25 Arbeitstage", "二十五个工作日", "25 días hábiles", "25 jours ouvrés"),
	("2:30 pm", "14:30", "14:30 Uhr", "14h30", "下午2点30分"),
	("SKU-00123/AB", "sku 00123 ab".replace(" ", "-"), "SKU00123AB", "SKU_00123_AB"),
	("DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
	("500 EUR per month", "500 € pro Monat", "500€/month"),
)


@pytest.mark.parametrize("writings", SAME)
def test_one_value_in_many_writings(writings: tuple[str, ...]) -> None:
	"""Each writing says what the first says."""
	for writing in writings[1:]:
		assert same_value(only(writing), only(writings[0])) and same_value(
			only(writings[0]), only(writing)
		), writing


@pytest.mark.parametrize(
	("one", "other"),
	[
		("1,200 EUR", "1,200 USD"),
		("1,200", "1,300"),
		("1.25", "125"),
		("5 %", "5 percentage points"),
		("5 months", "5 years"),
		("30 days", "1 month"),
		("5 kg", "5 lb"),
		("5 kg", "5 m"),
		("3 March 2024", "3 March 2025"),
		("3 March 2024", "2024-03-04"),
		("13/04/2024", "4 January 2024"),
		("SINV-2024-00012", "SINV-2024-00021"),
		("500 EUR per month", "500 EUR per year"),
		("5 mW", "5 MW"),
		("2:30 am", "14:30"),
		("-5 °C", "5 °C"),
		("25 days", "25 working days"),
		("1.2 million EUR", "1.2 billion EUR"),
	],
)
def test_different_values(one: str, other: str) -> None:
	"""A different number, unit, currency, date or record is a different value."""
	assert not same_value(only(one), only(other)) and not same_value(only(other), only(one))


@pytest.mark.parametrize(
	("less", "more"),
	[
		("March 2024", "3 March 2024"),
		("3 March", "3 March 2024"),
		("120", "120 EUR"),
		("2024", "3 March 2024"),
		("$5", "5 CAD"),
	],
)
def test_less_said_is_found_in_more(less: str, more: str) -> None:
	"""A month is found in one of its days, a bare number in an amount; a bare number does not prove an amount."""
	assert same_value(only(less), only(more))
	if less != "$5":
		assert not same_value(only(more), only(less))


@pytest.mark.parametrize(
	"text",
	[
		"Nothing to compare here [1].",
		"1. First do this\n2) Then that",
		"try one of them in einer Regel",
		"See [2, 3] and 【4】",
		"ein Tier und eine Frage",
		"3.1 Annual leave\n## 4.2 Hotels\n2.10.3 Scope of works",
		"",
	],
)
def test_what_states_no_value(text: str) -> None:
	"""Marks of citations, numbers of lists and articles are no claims (ordinals are weak ones)."""
	assert [claim for claim in read_claims(text) if not claim.is_weak] == []


def test_a_measure_at_the_beginning_of_a_line_is_no_heading() -> None:
	"""What a unit follows, or a sentence with other numbers, states its value."""
	text = "2.4 GHz\n1.5 litres of water\n3.5 bar"
	assert [claim.text for claim in read_claims(text)] == ["2.4 GHz", "1.5 litres", "3.5 bar"]


def test_ranges_share_their_unit() -> None:
	"""Both ends of a range are measured."""
	for text in ("10-20 kg", "10 to 20 kg", "10 bis 20 kg", "10 à 20 kg", "10–20 kg"):
		assert [set(claim.units) for claim in read_claims(text)] == [{"kg"}, {"kg"}], text
	assert [set(claim.units) for claim in read_claims("€5-10")] == [{"EUR"}, {"EUR"}]


def test_names_that_the_caller_knows() -> None:
	"""Names go before anything in them, the longest first, as words."""
	names = ("Acme", "Acme 2000 Ltd", "AC")
	assert [(claim.kind, claim.text) for claim in read_claims("acme 2000 ltd and Acme, no Acmes", names)] == [
		("name", "acme 2000 ltd"),
		("name", "Acme"),
	]


@given(st.text(alphabet="0123456789.,-/ %€$kgEURa年月日百二:+\n'[]()٣३", max_size=60))
def test_places_are_right(text: str) -> None:
	"""Whatever the text, claims are in order, apart, and stand where they say."""
	claims = read_claims(text)
	assert all(text[claim.start : claim.end] == claim.text and claim.text for claim in claims)
	assert all(one.end <= other.start for one, other in pairwise(claims))


@pytest.mark.parametrize(
	"part", ["1", "1,", "1 ", "1.1.", "a1-", "二", "12 EUR ", "3 March ", "(", "+1 ", "- ", "one "]
)
def test_long_texts_take_their_time_only_once(part: str) -> None:
	"""No text makes a pattern search without end (a hostile passage is read in proportion to its length)."""
	started = time.process_time()
	read_claims(part * (20_000 // len(part)))
	assert time.process_time() - started < 20


@pytest.mark.parametrize("text", ["सौंपना", "एकीकरण", "तीनों", "रामू"])
def test_vowel_signs_make_other_words_than_numbers_and_names(text: str) -> None:
	"""To hand over is no hundred, integration no one, and Ramu is not Ram."""
	assert read_claims(text, names=("राम",)) == []


def test_vowel_signs_make_other_words_than_units() -> None:
	"""Five rural branches weigh no five grams, three juniors are no date; hours and days in any form are units."""
	assert not only("5 ग्रामीण शाखाएँ").units and only("5 ग्राम").units
	assert only("3 जूनियर").kind != "date" and only("3 जून").kind == "date"
	assert same_value(only("5 घंटे"), only("5 hours")) and same_value(only("7 दिनों"), only("7 days"))
	assert same_value(only("5 लाख रुपये"), only("500000 INR"))
