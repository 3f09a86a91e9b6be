"""What counts as a question, for those who collect what was not answered."""

import pytest

from huf.engine.answers.fingerprint import is_question


@pytest.mark.parametrize(
	"text",
	[
		"How long is the warranty of the pump?",
		"what is leave",
		"SKU-4711 price list",
		"pump warranty?",
		"Wie lange gilt die Garantie",
		"保修期是多久",
		"รับประกันนานเท่าไร",
	],
)
def test_questions(text: str) -> None:
	"""Three words, two with a question mark, five characters where no spaces are written."""
	assert is_question(text)


@pytest.mark.parametrize(
	"text", ["", "   ", "???", "pump", "pump warranty", "zebra?", "how is the", "保修", "…—"]
)
def test_no_questions(text: str) -> None:
	"""A word or two are looked up or half typed, and function words alone ask nothing."""
	assert not is_question(text)
