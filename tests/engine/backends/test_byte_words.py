"""Words found among bytes are those that Python finds, and are told apart as Python tells them."""

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.analysis.words import index_terms
from huf.engine.postings.accumulate import Accumulator
from huf.engine.postings.byte_words import ByteWords, NumberTable, find_words, plain
from huf.engine.postings.known_words import KnownWords, Vocabulary

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=200)
ASCII = st.text(st.characters(max_codepoint=127, exclude_characters="\0"), max_size=200)


def words_of(text: str) -> list[str]:
	"""The words that :func:`find_words` finds."""
	words = find_words(text.encode())
	return words.words(np.arange(len(words.starts)))


@given(ASCII)
def test_words_are_those_of_split(text: str) -> None:
	"""In ASCII text, white space is what ``str.split`` takes for it."""
	assert words_of(text) == text.split()


WRITTEN = st.sampled_from(
	f"{'x' * 60} .pump{'.' * 20} A{'b' * 50} IT it It THE Pump PUMP pumps, (pump) ... - a. A. I I'm É ÉTÉ Été été. BRG-04711-XL brg-04711-xl „Über“ über İ 水泵 US, us,".split()
)
"""Words whose terms depend on their capitals and on what stands around them."""


@given(st.lists(st.one_of(WRITTEN, TEXTS)), st.sampled_from(["en", "de", "fr", "tr"]))
def test_terms_are_those_of_each_word(words: list[str], language: str) -> None:
	"""All words at once, without what says nothing about them, give the terms that each of them gives by itself."""
	text = " ".join(words)
	vocabulary = Vocabulary()
	numbers, _ = KnownWords(vocabulary, language).terms(plain(find_words(text.encode())))
	names = list(vocabulary)
	expected = [term for word in text.split() for term in index_terms(word, language)]
	assert [names[number] for number in numbers.tolist()] == expected


def test_a_sign_alone_leaves_no_punctuation_at_others() -> None:
	"""A word of nothing but punctuation is left out, and those beside it lose theirs at both ends."""
	words = plain(find_words(b'(a) - (pump), ... "valve". BRG-04711-XL;'))
	assert words.words(np.arange(len(words.starts))) == ["a", "pump", "valve", "BRG-04711-XL"]


@given(TEXTS)
def test_no_byte_is_lost(text: str) -> None:
	"""In any text the words hold every character that is not white space, in order."""
	assert "".join("".join(words_of(text)).split()) == "".join(text.split())


@given(
	st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Z", "Cc"]), min_size=1, max_size=60))
)
def test_equal_keys_are_equal_words(words: list[str]) -> None:
	"""Two words have the same key exactly when they are the same, however long, and never the key 0."""
	found = find_words("\n".join(words).encode())
	keys = found.keys(np.arange(len(found.starts))).tolist()
	texts = found.words(np.arange(len(found.starts)))
	assert len(set(zip(keys, texts, strict=True))) == len(set(keys)) == len(set(texts))
	assert 0 not in keys


def test_words_that_begin_alike() -> None:
	"""Words that differ only in their last byte, or in their length, at every length have keys of their own."""
	words = [("a" * size) + last for size in range(41) for last in ("", "b", "c")][1:]
	found = find_words(" ".join(words).encode())
	assert len(set(found.keys(np.arange(len(words))).tolist())) == len(set(words))


@given(st.lists(st.lists(st.integers(1, 2**64 - 1), unique=True, max_size=300), max_size=6))
def test_table_is_a_dictionary(batches: list[list[int]]) -> None:
	"""What was added is found with its place, and nothing else is."""
	table, expected = NumberTable(), {}
	for batch in batches:
		keys = np.array([key for key in batch if key not in expected], dtype=np.uint64)
		places = np.arange(len(expected), len(expected) + len(keys), dtype=np.int32)
		table.add(keys, places)
		expected.update(zip(keys.tolist(), places.tolist(), strict=True))
		asked = list({*expected, *(key ^ 1 for key in expected), 5} - {0})
		found = table.find(np.array(asked, dtype=np.uint64)).tolist()
		assert found == [expected.get(key, -1) for key in asked]
	assert len(table) == len(expected)


def test_table_grows() -> None:
	"""Many more keys than the table began with are all found again."""
	keys = np.random.default_rng(1).permutation(np.arange(1, 200_001, dtype=np.uint64))
	table = NumberTable()
	for start in range(0, len(keys), 7000):
		part = keys[start : start + 7000]
		table.add(part, part.astype(np.int32))
	assert (table.find(keys) == keys.astype(np.int32)).all()
	assert (table.find(keys + np.uint64(200_000)) == -1).all()


def test_nothing_to_find(tmp_path: Path) -> None:
	"""No text, and text of white space only, have no words and no terms."""
	for text in (b"", b" \n\t "):
		words = find_words(text)
		assert isinstance(words, ByteWords)
		assert len(words.starts) == 0
	collected = Accumulator(tmp_path)
	collected.add("en", "", [(1, "", " ")])
	assert collected.runs() == []
	assert collected.lengths.tolist() == [0]
