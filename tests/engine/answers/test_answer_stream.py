"""Citations of an answer that is still being written: the same however it is cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.answers.stream import CitationStream, CleanAnswer, Marker, TextPiece, clean_answer
from huf.engine.prompt.citations import LONGEST_CODE, LONGEST_MARKER, check_citations

KNOWN = {1, 2, 3}
ANSWERS = st.lists(
	st.sampled_from(
		[
			*(
				"[1]",
				"[1, 2]",
				"[1-3]",
				"【2】",
				"[9]",
				" [9]",
				"  [9]",
				"[1, 9]",
				"[ 3 ;\n1 ]",
				"[٣]",
				"[0]",
				"[1–2]",
			),
			*(
				"[",
				"]",
				"1",
				",",
				"-",
				"`",
				"``",
				"```",
				"\n",
				" ",
				"word",
				"(",
				")",
				"。",
				"[2024-12345]",
				"[1",
				"【",
			),
			*(
				"`a[1]`",
				"```\nb[2]\n```",
				"[a]",
				"[1.5]",
				"[1](http://x)",
				"[[1]]",
				"\u200d",
				"x" * LONGEST_CODE,
			),
			"[" + "1," * (LONGEST_MARKER // 2) + "1]",
		]
	),
	max_size=14,
).map("".join)


def streamed(answer: str, cuts: list[int]) -> tuple[CleanAnswer, str]:
	"""The answer fed in parts, and the texts of the pieces put together."""
	stream = CitationStream(KNOWN)
	places = [0, *sorted(cut % (len(answer) + 1) for cut in cuts), len(answer)]
	pieces = [piece for start, end in pairwise(places) for piece in stream.feed(answer[start:end])]
	pieces += stream.close()
	assert all(piece.text for piece in pieces if isinstance(piece, TextPiece))
	assert [piece for piece in pieces if isinstance(piece, Marker)] == list(stream.answer.markers)
	return stream.answer, "".join(piece.text for piece in pieces)


@given(ANSWERS, st.lists(st.integers(0, 10_000), max_size=30))
def test_every_way_of_cutting_gives_the_same(answer: str, cuts: list[int]) -> None:
	"""Text, markers and places are those of the whole answer, wherever the deltas end."""
	whole = clean_answer(answer, KNOWN)
	assert streamed(answer, cuts) == (whole, whole.text)
	assert streamed(answer, list(range(len(answer)))) == (whole, whole.text)


@given(ANSWERS)
def test_one_grammar(answer: str) -> None:
	"""The stream finds what the check of a whole answer finds, shows each marker where it says, and nothing unknown."""
	clean = clean_answer(answer, KNOWN)
	check = check_citations(answer, KNOWN)
	assert (clean.cited, clean.unknown) == (check.cited, check.unknown)
	assert all(clean.text[marker.start : marker.end] == marker.text for marker in clean.markers)
	if not check.unknown:
		assert clean.text == answer


@pytest.mark.parametrize(
	("answer", "shown", "cited", "unknown"),
	[
		("It is so [9].", "It is so.", (), (9,)),
		("It is so [1, 9].", "It is so [1].", (1,), (9,)),
		("It is so [2-5].", "It is so [2, 3].", (2, 3), (4, 5)),
		("It is so 【1】。", "It is so 【1】。", (1,), ()),
		("A [9] [8] b [1]", "A b [1]", (1,), (9, 8)),
		("`a [9]` [9]", "`a [9]`", (), (9,)),
		("```\n[9]\n[1]", "```\n[9]\n[1]", (), ()),
		("a ` b [1]", "a ` b [1]", (1,), ()),
		("[1`x`]", "[1`x`]", (), ()),
		("[2024-12345]", "[2024-12345]", (), ()),
		("", "", (), ()),
	],
)
def test_what_is_shown(answer: str, shown: str, cited: tuple[int, ...], unknown: tuple[int, ...]) -> None:
	"""Markers without a source go, with the space before them, and are flagged; all else stays."""
	clean = clean_answer(answer, KNOWN)
	assert (clean.text, clean.cited, clean.unknown) == (shown, cited, unknown)


def test_text_goes_on_at_once() -> None:
	"""Only what can still become a marker is held back."""
	stream = CitationStream(KNOWN)
	assert stream.feed("It is so") == [TextPiece("It is so")]
	assert stream.feed(" [") == []
	assert stream.feed("1") == []
	assert stream.feed("] and") == [
		TextPiece(" "),
		Marker((1,), (), "[1]", len("It is so ")),
		TextPiece(" and"),
	]
	assert stream.feed(" [x") == [TextPiece(" [x")]
	assert stream.feed(" [1") == [] and stream.close() == [TextPiece(" [1")]


def test_holding_back_has_an_end() -> None:
	"""A lone sign of code and an endless marker hold back no more than so many characters."""
	for text, most in (("`" + "x" * 3000, LONGEST_CODE + 2), ("[" + "1" * 3000, LONGEST_MARKER + 2)):
		stream = CitationStream(KNOWN)
		given_out = sum(len(piece.text) for sign in text for piece in stream.feed(sign))
		assert len(text) - given_out <= most
