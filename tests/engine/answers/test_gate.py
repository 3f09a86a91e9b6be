"""The gate: questions that the knowledge answers get it, small talk does not, in whatever language."""

import time
from pathlib import Path

import pytest

from benchmarks.answering.gate import read_messages
from huf.engine.answers.gate import FLOOR, decide, decide_before
from huf.engine.answers.gate_patterns import NO_PATTERNS, GatePatterns, read_patterns
from huf.engine.builds import plan_build, run_build
from huf.engine.content import Content
from huf.engine.errors import SettingsError
from huf.engine.indexing import BuildSettings
from huf.engine.search import SearchTarget
from huf.engine.types import SearchResult, WantedInput
from tests.searching import search

POLICY = {
	"en": "Employees get 30 days of annual leave. The warranty of a pump expires after 24 months. Hotels cost up to 120 EUR.",
	"de": "Angestellte haben 30 Tage Jahresurlaub. Die Garantie einer Pumpe endet nach 24 Monaten. Hotels kosten bis zu 120 EUR.",
	"es": "Los empleados tienen 30 días de vacaciones anuales. La garantía de una bomba vence a los 24 meses.",
	"zh": "员工每年有30天年假。水泵的保修期为24个月。酒店费用最高120欧元。",
	"ar": "يحصل الموظفون على ٣٠ يوما من الإجازة السنوية. ينتهي ضمان المضخة بعد ٢٤ شهرا.",
	"hi": "कर्मचारियों को 30 दिन की वार्षिक छुट्टी मिलती है। पंप की वारंटी 24 महीने बाद समाप्त होती है।",
}
QUESTIONS = (
	"How many days of annual leave do I get?",
	"When does the warranty expire?",
	"warranty pump",
	"Wie viele Tage Jahresurlaub habe ich?",
	"Wann endet die Garantie?",
	"¿Cuántos días de vacaciones tengo?",
	"¿Cuándo vence la garantía?",
	"员工每年有多少天年假？",
	"水泵的保修期多长？",
	"كم يوما من الإجازة السنوية لي؟",
	"वारंटी कब समाप्त होती है?",
)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> SearchTarget:
	"""A small policy in six languages."""
	inputs = [
		WantedInput(code, code, code, lambda text=text: Content.from_text(text))  # type: ignore[misc]
		for code, text in POLICY.items()
	]
	settings = BuildSettings()
	root: Path = tmp_path_factory.mktemp("gate")
	return SearchTarget("policy", run_build(root, plan_build(inputs, None, settings), settings).info.path)


def asked(target: SearchTarget, question: str) -> SearchResult:
	"""What the gate looks at."""
	return search([target], question, explain=True)


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_get_knowledge(target: SearchTarget, question: str) -> None:
	"""Questions of the finding that no list of English phrases opened the gate for, and their like, are relevant."""
	decision = decide("When Relevant", question, asked(target, question))
	assert decision.inject and decision.weight is not None and decision.weight >= FLOOR
	assert "“" in decision.reason


def test_small_talk_gets_none(target: SearchTarget) -> None:
	"""Of at least 40 messages in each of six languages that need no knowledge, nine in ten get none."""
	messages = read_messages()
	assert len(messages) >= 6 and min(map(len, messages.values())) >= 40
	for language, texts in messages.items():
		kept_out = [text for text in texts if not decide("When Relevant", text, asked(target, text)).inject]
		assert len(kept_out) >= 0.9 * len(texts), (language, set(texts) - set(kept_out))


@pytest.mark.parametrize("message", ["Thanks!", "What is 2+2?", "你好", "How are you?", "???", "", "👍"])
def test_what_is_never_relevant(target: SearchTarget, message: str) -> None:
	"""Greetings, sums, and messages without words are kept out, with a reason."""
	decision = decide("When Relevant", message, asked(target, message))
	assert not decision.inject and decision.reason


def test_always_and_never(target: SearchTarget) -> None:
	"""They need no search and look at nothing, not even at patterns."""
	patterns = GatePatterns(on=("leave",), off=("leave",))
	for policy, inject in (("Always", True), ("Never", False)):
		early = decide_before(policy, "annual leave", patterns)  # type: ignore[arg-type]
		assert early and early.inject is inject and policy in early.reason
		assert decide(policy, "annual leave", SearchResult(""), patterns) == early  # type: ignore[arg-type]
	assert decide_before("When Relevant", "annual leave") is None


def test_patterns_go_first(target: SearchTarget) -> None:
	"""What a pattern asks for is decided without a search; one that asks for knowledge goes before one that keeps it out."""
	patterns = read_patterns(on="thank you for\nSINV-*", off="thank you\ntranslate*\n年假")
	for message, inject in (
		("Thank you FOR the offer", True),
		("is sinv-2024-1 paid", True),
		("thank  you", False),
		("Please translate annual leave", False),
		("年假有多少天？", False),
	):
		decision = decide_before("When Relevant", message, patterns)
		assert decision and decision.inject is inject and "pattern" in decision.reason
	for message in ("thankyou", "nothank you", "annual leave"):
		assert decide_before("When Relevant", message, patterns) is None


@pytest.mark.parametrize("lines", ["*", "? *", "x" * 201, "a*" * 9, "\n".join(map(str, range(51)))])
def test_patterns_that_are_refused(lines: str) -> None:
	"""A pattern that matches everything, or that is endless, is no pattern."""
	with pytest.raises(SettingsError):
		read_patterns(on=lines)
	assert read_patterns("\n \n") == NO_PATTERNS


def test_no_pattern_takes_long() -> None:
	"""The worst patterns on the longest message are decided (no regular expression of a user is run)."""
	patterns = read_patterns(off="\n".join(f"{'a*' * 7}{number}b" for number in range(50)))
	started = time.process_time()
	assert decide_before("When Relevant", "a" * 100_000, patterns) is None
	assert time.process_time() - started < 20


def test_an_index_that_cannot_say_is_believed(target: SearchTarget) -> None:
	"""Without evidence the hits are injected, and the reason says so; without hits there is nothing to inject."""
	blind = search([target], "annual leave")
	assert decide("When Relevant", "annual leave", blind).inject
	assert not decide("When Relevant", "annual leave", SearchResult("annual leave")).inject
