"""Sentences of an answer, in any language and layout, and what each cites."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.answers.layout.sentences import split_sentences


@pytest.mark.parametrize(
	("answer", "sentences"),
	[
		("It costs 5 EUR. [1] It is e.g. cheap.", ["It costs 5 EUR. [1]", "It is e.g. cheap."]),
		("See Nr. 5 there. Dr. Smith paid 3.5 USD.", ["See Nr. 5 there.", "Dr. Smith paid 3.5 USD."]),
		(
			"Am 3. März war es so. Dies gilt z. B. für alle.",
			["Am 3. März war es so.", "Dies gilt z. B. für alle."],
		),
		("Go to example.com. Then wait!", ["Go to example.com.", "Then wait!"]),
		("U.S. law applies. Really? Yes.", ["U.S. law applies.", "Really?", "Yes."]),
		("退款需要15天。[1]超过的不退！真的？", ["退款需要15天。[1]", "超过的不退！", "真的？"]),
		("休暇は15日です。はい。", ["休暇は15日です。", "はい。"]),
		("الإجازة ٣٠ يوما [1]. هل هذا صحيح؟ نعم.", ["الإجازة ٣٠ يوما [1].", "هل هذا صحيح؟", "نعم."]),
		("छुट्टी ३० दिन है। [1] यह सही है।", ["छुट्टी ३० दिन है। [1]", "यह सही है।"]),
		("- one thing. And more\n- two things", ["one thing.", "And more", "two things"]),
		("1. First\n2. Second", ["First", "Second"]),
		("| a | b |\n|---|---|\n| 1. x | 2 |", ["| a | b |", "| 1. x | 2 |"]),
		("```\na. b. c.\n```\nDone is done.", ["```\na. b. c.\n```", "Done is done."]),
		("Type `a. B` now. Then go.", ["Type `a. B` now.", "Then go."]),
		("He said “Stop.” Then he left.", ["He said “Stop.”", "Then he left."]),
		("", []),
	],
)
def test_where_sentences_end(answer: str, sentences: list[str]) -> None:
	"""Signs of every script end sentences; abbreviations, decimals, ordinals, addresses and code do not."""
	assert [answer[one.start : one.end] for one in split_sentences(answer)] == sentences


@pytest.mark.parametrize(
	("answer", "cited"),
	[
		("One is so [1]. Two is so. [2] Three is so.", [(1,), (2,), ()]),
		("The rates are [1]:\n- Germany: 120\n- France: 150 [2]", [(1,), (1,), (2,)]),
		("| Land | Rate |\n|---|---|\n| DE | 120 |\n| FR | 150 [1] |\n\n[2]", [(), (2,), (1,)]),
		("- One is so [1]\n- Two is so\n\nAnd three is so.", [(1,), (), ()]),
		("All of this is so.\n[3]", [(3,)]),
		("Code `a[1]` is so.", [()]),
		("It is so [1][2, 3].", [(1, 2, 3)]),
		("It is so [9].", [()]),
	],
)
def test_which_sentence_cites_what(answer: str, cited: list[tuple[int, ...]]) -> None:
	"""A marker behind a sentence belongs to it; items have those of the words that lead to them, rows that of their table."""
	assert [one.citations for one in split_sentences(answer, {1, 2, 3})] == cited


@pytest.mark.parametrize(
	("answer", "states"),
	[
		("The rate is 5 %.", True),
		("Yes.", False),
		("好的。", False),
		("退款需要十五天左右。", True),
		("जी हाँ।", False),
		("हिन्दी।", False),
		("दर पाँच प्रतिशत है।", True),
		("Is it 5 %?", False),
		("The rates are:", False),
		("## The rate is high", False),
		("**Rates:**", False),
		("| DE | 120 |", True),
		("```\nx = 5\n```", False),
	],
)
def test_what_states_something(answer: str, states: bool) -> None:
	"""Questions, headings, code, short words and words that lead to a list state nothing."""
	(sentence,) = split_sentences(answer)
	assert sentence.states is states


@given(st.text(alphabet="ab1. !?。\n[]`*:\t“", max_size=80))
def test_nothing_is_lost(answer: str) -> None:
	"""Sentences stand in order, apart and inside the text, and what is between them has no words but marks of lists."""
	found = split_sentences(answer)
	assert all(0 <= one.start < one.end <= len(answer) for one in found)
	assert all(one.end <= other.start for one, other in pairwise(found))
	between = list(answer)
	for one in found:
		between[one.start : one.end] = " " * (one.end - one.start)
	for line in "".join(between).split("\n"):
		assert len(line.strip()) <= len("*a."), line
