"""Questions that are counted together, and those that are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.answers.fingerprint import question_fingerprint

SAME = [
	("How many days of annual leave do I have?", "annual leave: how many days?"),
	("When is a hotel paid?", "When are HOTELS paid"),
	("Wie viel Urlaub habe ich im Jahr?", "wie viel urlaub hat man in einem Jahr"),
	("Wer genehmigt die Reisen?", "Wer hat die Reise genehmigt, und wer genehmigt sie?"),
	("Quels sont les frais de déplacement ?", "les frais du deplacement, quel est le frais ?"),
	("¿Cuáles son los gastos de viaje?", "los gastos del viaje"),
	("保修期多长？", "保修期多长"),
	("Где находится склад?", "где находится СКЛАД"),
	("वारंटी कितनी है?", "वारंटी कितनी है"),
	("ما هي مدة الضمان؟", "ما هي مدة الضمان"),
	("Is SKU-00123/AB in stock?", "SKU-00123/AB: stock?"),
]
DIFFERENT = [
	("How many days of annual leave do I have?", "How many days of sick leave do I have?"),
	("Is SKU-00123/AB in stock?", "Is SKU-00124/AB in stock?"),
	("保修期多长？", "退货期多长？"),
	("Where is it?", "Why is it?"),
	("Who are you?", "?"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_question_in_other_words(one: str, other: str) -> None:
	"""Order, function words, case, inflection and punctuation make no other question, in any script."""
	assert question_fingerprint(one) == question_fingerprint(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_questions(one: str, other: str) -> None:
	"""Another content word or number is another question; those without content words are told apart by their text."""
	assert question_fingerprint(one) != question_fingerprint(other)


@given(st.text(max_size=200))
def test_any_text_has_one(text: str) -> None:
	"""Every text has a fingerprint of 64 digits, the same with space around it."""
	found = question_fingerprint(text)
	assert len(found) == 64
	assert question_fingerprint(f"  {text}\n") == found
