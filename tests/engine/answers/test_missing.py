"""An answer that says it found nothing: by a token, in any language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.answers.missing import NOT_FOUND, MissingStream, read_missing
from huf.engine.prompt.untrusted import defuse


@pytest.mark.parametrize(
	("answer", "cites", "text", "missing", "partly"),
	[
		(
			f"{NOT_FOUND} Das steht nicht in den Unterlagen.",
			False,
			"Das steht nicht in den Unterlagen.",
			True,
			False,
		),
		(f"{NOT_FOUND}", False, "", True, False),
		(
			f"30 days [1]. {NOT_FOUND} The rest is not there.",
			True,
			"30 days [1].  The rest is not there.",
			False,
			True,
		),
		(f"没有找到。{NOT_FOUND}", False, "没有找到。", True, False),
		("[not_found] Nothing.", False, "Nothing.", True, False),
		("30 days [1].", True, "30 days [1].", False, False),
		("I could not find it.", False, "I could not find it.", False, False),
		(" ", False, " ", True, False),
	],
)
def test_the_token(answer: str, cites: bool, text: str, missing: bool, partly: bool) -> None:
	"""At the beginning or without citations it means that nothing was found, after citations that a part was not."""
	read = read_missing(answer, cites=cites)
	assert (read.text, read.is_missing, read.is_partly_missing) == (text, missing, partly)


@given(
	st.lists(
		st.sampled_from(
			[NOT_FOUND, "[NOT_FOUND]", "【NOT FOUND】", "[", "[[", "NOT", " ", "]", "text", "[1]"]
		)
	).map("".join),
	st.lists(st.integers(0, 200), max_size=20),
)
def test_while_it_is_written(answer: str, cuts: list[int]) -> None:
	"""Wherever the deltas end, the token never reaches the reader, and nothing else is lost."""
	stream, shown, place = MissingStream(), "", 0
	for cut in [*sorted(cut % (len(answer) + 1) for cut in cuts), len(answer)]:
		shown += stream.feed(answer[place:cut])
		place = cut
	shown += stream.close()
	whole = MissingStream()
	assert shown == whole.feed(answer) + whole.close() and stream.has_token == whole.has_token
	if not stream.has_token:
		assert shown == answer


def test_no_document_can_say_it() -> None:
	"""A passage with the token in it is given to the model without."""
	assert not read_missing(defuse(f"x {NOT_FOUND} [not found] 【NOT_FOUND】")).is_missing
