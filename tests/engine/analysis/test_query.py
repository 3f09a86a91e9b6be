"""Queries: any text becomes words, and words are only ever words."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.analysis.query import MAX_CHARACTERS, MAX_WORDS, checked_query, echo, parse_query, quote
from huf.engine.errors import QueryTooLong


@given(st.text())
def test_any_text_is_words_of_it(text: str) -> None:
	"""Every word has a letter or digit, none repeats, there are at most 64, and SQLite can store each."""
	query = parse_query(text)
	assert len(query.words) <= MAX_WORDS
	assert len({word.casefold() for word in query.words}) == len(query.words)
	for word in query.words:
		assert any(character.isalnum() for character in word)
		assert "\x00" not in word and word.encode("utf-8")
	assert set(query.content_words) <= set(query.words)
	assert bool(query.content_words) == bool(query.words)


@given(st.text())
def test_a_quoted_word_cannot_end_its_quotes(word: str) -> None:
	"""Inside its quotes a word has double quotes in pairs only."""
	quoted = quote(word)
	assert quoted[0] == quoted[-1] == '"' and quoted[1:-1].replace('""', "").count('"') == 0


def test_function_words_are_left_out_unless_there_is_nothing_else() -> None:
	"""A question is searched by its content words; "who is it" is searched as it stands."""
	assert parse_query("What is the limit for hotels?").content_words == ("limit", "hotels?")
	assert parse_query("who is it").content_words == ("who", "is", "it")


def test_long_and_strange_queries_are_parsed_at_once() -> None:
	"""Ten thousand signs, words or letters in one query take no noticeable time."""
	started = time.process_time()
	for text in ("a" + "!" * 9_998 + "a", "!" * 10_000, "a!" * 5_000, "a " * 5_000, "ä" * 50_000):
		assert parse_query(text).content_words is not None
	assert time.process_time() - started < 0.5


def test_a_pasted_document_is_cut() -> None:
	"""What stands after ten thousand characters is not searched."""
	assert parse_query("word " * 2_000 + "needle").words == ("word",)


def test_a_long_text_is_not_cut_inside_of_a_word() -> None:
	"""What a program searches for by itself ends with a whole word, unless there is only one."""
	assert parse_query("x " * 4_990 + "whole " + "y" * 50).text.endswith(" whole")
	assert len(parse_query("y" * 20_000).text) == MAX_CHARACTERS


def test_who_asks_for_too_much_is_told() -> None:
	"""Ten thousand characters are taken, one more is refused with the limit; a message repeats five hundred at most."""
	assert checked_query("x" * MAX_CHARACTERS) == "x" * MAX_CHARACTERS
	with pytest.raises(QueryTooLong, match=r"10,001 characters.* at most 10,000"):
		checked_query("x" * (MAX_CHARACTERS + 1))
	assert echo("x" * 500) == "x" * 500 and echo("x" * 501) == "x" * 499 + "…"


def test_more_words_than_help_are_left_out() -> None:
	"""Of a hundred different words the first 64 are searched."""
	assert parse_query(" ".join(f"w{n}" for n in range(100))).words == tuple(
		f"w{n}" for n in range(MAX_WORDS)
	)


def test_repeated_words_are_counted() -> None:
	"""Each word once, with how often it stands there; small and large letters are one word, and a list too long ends the counting of new ones."""
	query = parse_query("Pump the pump, PUMP! valve valve -- valve")
	assert dict(zip(query.words, query.counts, strict=True)) == {
		"Pump": 1,
		"the": 1,
		"pump,": 1,
		"PUMP!": 1,
		"valve": 3,
	}
	assert query.repeated == {"valve": 3}
	long = parse_query(" ".join(f"word{number}" for number in range(MAX_WORDS)) + " word0 another word0")
	assert "another" not in long.words and long.repeated == {"word0": 3}
