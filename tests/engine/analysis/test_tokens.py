"""The estimate of tokens: additive, monotone, and near what GPT-4's vocabulary counts."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.tokens import TokenRuler, count_tokens

CL100K = (
	("The quick brown fox jumps over the lazy dog.", 10),
	("Employees may claim up to 240 CHF per night for a hotel in Zurich, breakfast not included.", 21),
	("SKU-00347/VB | Back-pressure valve DN 15, 1 to 8 bar | piece | 386.00 | 370.00 | 2.4\n" * 3, 114),
	(
		"def measure(self, start: int, end: int) -> float:\n\treturn float(self._running[end] - self._running[start])\n",
		28,
	),
	(
		"Die Kündigungsfrist beträgt während der Probezeit sieben Tage, danach einen Monat auf das Ende eines Monats.",
		30,
	),
	(
		"Les salariés ont droit à vingt-cinq jours de congés payés par an, à prendre avant la fin du mois de mars.",
		30,
	),
	("Сотрудники имеют право на двадцать восемь календарных дней отпуска в год.", 37),
	("يحق للموظفين الحصول على ثلاثين يوما من الإجازة السنوية المدفوعة الأجر.", 51),
	("员工每年享有二十五天带薪年假,未使用的假期可以转到下一年三月。", 34),
	("従業員は年間二十五日の有給休暇を取得することができます。", 32),
	("직원은 매년 이십오 일의 유급 휴가를 사용할 수 있습니다.", 29),
	("พนักงานมีสิทธิลาพักร้อนได้ปีละยี่สิบห้าวัน", 38),
	("कर्मचारियों को प्रति वर्ष पच्चीस दिन का सवैतनिक अवकाश मिलता है।", 62),
	("Οι εργαζόμενοι δικαιούνται είκοσι πέντε ημέρες άδειας τον χρόνο.", 60),
	("🎉🚀✅ Done 👍🏽", 14),
)
"""Texts and what the ``cl100k_base`` vocabulary makes of them, counted with tiktoken."""


@pytest.mark.parametrize(("text", "true"), CL100K)
def test_near_the_true_count(text: str, true: int) -> None:
	"""One sentence of any script is estimated from 20 % too low to twice too high, never 2 to 4 times."""
	assert 0.8 * true <= count_tokens(text) <= 2 * true


def test_on_the_whole_a_little_high() -> None:
	"""Over all the samples the estimate is above the truth, by at most 40 %."""
	true = sum(count for _, count in CL100K)
	assert true <= sum(count_tokens(text) for text, _ in CL100K) <= 1.4 * true


@given(st.text(), st.text())
def test_costs_add_up(a: str, b: str) -> None:
	"""Two texts together cost what they cost apart, up to rounding; more text never costs less."""
	together, apart = count_tokens(a + b), count_tokens(a) + count_tokens(b)
	assert apart - 1 <= together <= apart
	assert together >= max(count_tokens(a), count_tokens(b))


@given(st.text(st.characters(), min_size=1))
def test_only_nothing_is_free(text: str) -> None:
	"""Every text costs at least one token, also a lone surrogate; only the empty one costs none."""
	assert count_tokens(text) >= 1 and count_tokens("") == 0 and count_tokens("\ud800") >= 1


@given(st.text(min_size=1, max_size=80), st.sampled_from(["tokens", "characters"]), st.data())
def test_the_ruler_reaches_as_far_as_fits(text: str, unit: str, data: st.DataObject) -> None:
	"""``reach`` and ``reach_back`` give the longest slice that fits, and the ruler agrees with the count."""
	ruler, size = TokenRuler(text, unit), data.draw(st.integers(1, 30))
	start = data.draw(st.integers(0, len(text) - 1))
	end = ruler.reach(start, size)
	assert end == start + 1 or ruler.measure(start, end) <= size + 1e-5
	assert end == len(text) or ruler.measure(start, end + 1) > size
	back = ruler.reach_back(end, size)
	assert 0 <= back <= end and ruler.measure(back, end) <= size + 1e-5
	assert back == 0 or ruler.measure(back - 1, end) > size
	if unit == "tokens":
		assert abs(count_tokens(text) - ruler.measure(0, len(text))) <= 1


def test_counting_is_fast() -> None:
	"""Ten million characters are counted within a second."""
	started = time.process_time()
	count_tokens("some words of a long text " * 400_000)
	assert time.process_time() - started < 1
