"""Entries of metadata that people write: what they become, and that writing them again changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.errors import InvalidMetadata
from huf.engine.filters.declared import LONGEST_VALUE, RESERVED, parse_metadata, write_metadata

VALUES = st.one_of(
	st.text(max_size=60).filter(lambda text: "\ud800" not in text and len(text) <= LONGEST_VALUE),
	st.integers(-(10**14), 10**14),
	st.booleans(),
)


@pytest.mark.parametrize(
	("text", "entries"),
	[
		("", {}),
		("  \n\n", {}),
		("a = 1\nb=2.5\n c = -3", {"a": 1, "b": 2.5, "c": -3}),
		("a = true\nb = True", {"a": True, "b": "True"}),
		('a = "1"\nb = "true"\nc = "x', {"a": "1", "b": "true", "c": '"x'}),
		("part = 007\nbig = 1234567890123456789", {"part": "007", "big": "1234567890123456789"}),
		("sum = a = b", {"sum": "a = b"}),
		("day = 2026-05-31", {"day": "2026-05-31"}),
		("a =  x \t y ", {"a": "x y"}),
		("a =\nb = 1", {"b": 1}),
		('{"a": 1, "b": "two\\nlines", "c": null, "d": true}', {"a": 1, "b": "two lines", "d": True}),
	],
)
def test_what_is_read(text: str, entries: dict[str, object]) -> None:
	"""Numbers and truths are typed, the rest is text on one line, and what is empty is not there."""
	found = parse_metadata(text)
	assert found == entries
	assert [type(value) for value in found.values()] == [type(value) for value in entries.values()]


@given(st.dictionaries(st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True), VALUES, max_size=8))
def test_there_and_back(entries: dict[str, object]) -> None:
	"""What is stored is read as the same again."""
	kept = {
		key: " ".join(value.split()) if isinstance(value, str) else value
		for key, value in entries.items()
		if key not in RESERVED
	}
	kept = {key: value for key, value in kept.items() if value != ""}
	assert parse_metadata(write_metadata(kept), ()) == kept


@pytest.mark.parametrize("key", [*sorted(RESERVED), "A", "1a", "a-b", "a.b", "", "link:User", "x" * 65])
def test_keys_that_are_refused(key: str) -> None:
	"""Fields of filters, and what is no identifier in small letters."""
	with pytest.raises(InvalidMetadata):
		parse_metadata(f"{key} = x")
