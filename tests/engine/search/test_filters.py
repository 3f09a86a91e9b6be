"""Filters: what can be asked, what is refused and how, and that SQL means the same as plain Python."""

import sqlite3
import time
from collections.abc import Mapping
from datetime import timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.filters import _add_functions, compiled
from huf.engine.errors import InvalidFilter
from huf.engine.filters import Filters
from huf.engine.filters.dates import parse_span, span_of
from huf.engine.filters.expressions import parse_expressions
from huf.engine.filters.fields import FIELDS, OPERATORS
from huf.engine.filters.matching import matching_inputs
from huf.engine.filters.parsing import parse_filters
from huf.engine.filters.patterns import like
from huf.engine.filters.tags import join_tags
from huf.engine.types import IndexedInput, JSONValue

VIENNA = "Europe/Vienna"


def an_input(key: str = "a", metadata: Mapping[str, JSONValue] | None = None, **values: Any) -> IndexedInput:
	"""An input that is in an index."""
	fields: dict[str, Any] = {"title": key, "indexed_at": 1_700_000_000.5, **values}
	return IndexedInput(key, "h", status="Indexed", chunks=1, metadata=metadata or {}, **fields)


def found_in_python(asked: object, inputs: list[IndexedInput], timezone: str = "UTC") -> list[str]:
	"""The reference."""
	return sorted(matching_inputs(parse_filters(asked, timezone=timezone), inputs))


def found_in_sql(asked: object, inputs: list[IndexedInput], timezone: str = "UTC") -> list[str]:
	"""The same through SQLite."""
	connection = sqlite3.connect(":memory:")
	connection.execute(schema.TABLES[1])
	_add_functions(connection)
	marks = ", ".join("?" * 12)
	connection.executemany(
		f"INSERT INTO inputs ({schema.INPUT_COLUMNS}) VALUES ({marks})", map(schema.input_row, inputs)
	)
	where, values = compiled(parse_filters(asked, timezone=timezone))
	rows = connection.execute(f"SELECT key FROM inputs WHERE {where} ORDER BY key", values).fetchall()
	connection.close()
	return sorted(key for (key,) in rows)


def found(asked: object, inputs: list[IndexedInput], timezone: str = "UTC") -> list[str]:
	"""Both, which must agree."""
	in_sql = found_in_sql(asked, inputs, timezone)
	assert in_sql == found_in_python(asked, inputs, timezone)
	return in_sql


SHELF = [
	an_input("handbook.pdf", {"tags": "hr,Travel", "date": "2024-03-31", "priority": 3, "by": "Ada"}),
	an_input("Prices.PDF", {"tags": "sales", "date": "2024-04-01T09:30:00", "priority": 10, "draft": True}),
	an_input("notes.md", {"modified": "2023-12-31 23:30:00", "priority": "3", "by": ""}, title="Notes [1]"),
	an_input("empty", {"by": None, "draft": False}, url="https://example.com/a?b"),
]


@pytest.mark.parametrize(
	("asked", "keys"),
	[
		({"inputs": ["empty", "nowhere"]}, ["empty"]),
		({"inputs": "empty"}, ["empty"]),
		({"inputs": {"like": "*.PDF"}}, ["Prices.PDF", "handbook.pdf"]),
		({"inputs": {"!=": "empty", "like": "*s*"}}, ["Prices.PDF", "notes.md"]),
		({"title": "*.pdf"}, ["Prices.PDF", "handbook.pdf"]),
		({"title": "prices.pdf"}, ["Prices.PDF"]),
		({"title": {"=": "prices.pdf"}}, []),
		({"title": ["hand*", "not?s*"]}, ["handbook.pdf", "notes.md"]),
		({"title": "notes [1]"}, ["notes.md"]),
		({"url": "https://example.com/*"}, ["empty"]),
		({"url": {"is set": False}}, ["Prices.PDF", "handbook.pdf", "notes.md"]),
		({"tags": "travel"}, ["handbook.pdf"]),
		({"tags": ["travel", "sales"]}, ["Prices.PDF", "handbook.pdf"]),
		({"tags": {"all": ["HR", "travel"]}}, ["handbook.pdf"]),
		({"tags": {"all": ["hr", "sales"]}}, []),
		({"tags": {"not in": ["hr"]}}, ["Prices.PDF", "empty", "notes.md"]),
		({"tags": {"is set": False}}, ["empty", "notes.md"]),
		({"tags": "trav"}, []),
		({"date": "2024-04-01"}, ["Prices.PDF"]),
		({"date": {"from": "2024-03-31", "to": "2024-03-31"}}, ["handbook.pdf"]),
		({"date": {">": "2024-03-31"}}, ["Prices.PDF"]),
		({"date": {"<": "2024-04-01"}}, ["handbook.pdf", "notes.md"]),
		({"date": {"<=": "2024-04-01"}}, ["Prices.PDF", "handbook.pdf", "notes.md"]),
		({"date": {"between": ["2024-03-31", "2024-04-01T09:29"]}}, ["handbook.pdf"]),
		({"date": {"!=": "2024-04-01"}}, ["empty", "handbook.pdf", "notes.md"]),
		({"modified": {"to": "2023-12-31"}}, ["notes.md"]),
		({"indexed_at": {"from": "2023-11-14T22:13:20.5Z"}}, [item.key for item in SHELF]),
		({"indexed_at": {">": "2023-11-14T22:13:20.5Z"}}, []),
		({"metadata.priority": 3}, ["handbook.pdf"]),
		({"metadata.priority": 3.0}, ["handbook.pdf"]),
		({"metadata.priority": "3"}, ["notes.md"]),
		({"metadata": {"priority": [3, "3"]}}, ["handbook.pdf", "notes.md"]),
		({"metadata.priority": {">": 3}}, ["Prices.PDF"]),
		({"metadata.priority": {"between": [3, 10]}}, ["Prices.PDF", "handbook.pdf"]),
		({"metadata.draft": True}, ["Prices.PDF"]),
		({"metadata.draft": 1}, []),
		({"metadata.draft": {"is set": True}}, ["Prices.PDF", "empty"]),
		({"metadata.by": {"is set": False}}, ["Prices.PDF", "empty", "notes.md"]),
		({"metadata.by": {"!=": "Ada"}}, ["Prices.PDF", "empty", "notes.md"]),
		({"metadata.by": {"like": "a?a"}}, ["handbook.pdf"]),
		({"metadata.by": {">=": "Ad", "<": "Ae"}}, ["handbook.pdf"]),
		({"metadata.date": {"to": "2024-03-31"}}, ["handbook.pdf"]),
		({"title": "*", "metadata.priority": {"is set": True}, "tags": "hr"}, ["handbook.pdf"]),
		({}, [item.key for item in SHELF]),
		(None, [item.key for item in SHELF]),
	],
	ids=str,
)
def test_what_filters_find(asked: object, keys: list[str]) -> None:
	"""Each field and operator finds what its name says, in SQL and in Python."""
	assert found(asked, SHELF) == sorted(keys)


KEYS = (
	"a.b",
	'q"x',
	"ünï",
	"back\\slash",
	"$[0]",
	"'; DROP TABLE inputs; --",
	"",
	"key",
	"*",
	"tab\t",
	"名前",
	"?1",
)


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_any_key_is_only_a_key(key: str) -> None:
	"""Dots, quotes, paths and SQL in the key of a metadata entry name that entry and nothing else."""
	inputs = [an_input(other, {other: "v" + key}) for other in KEYS]
	assert found({f"metadata.{key}": "v" + key}, inputs) == [key]
	assert found({"metadata": {key: {"is set": True, "like": "*", "!=": "x"}}}, inputs) == [key]


@pytest.mark.parametrize(
	"text", ["'", '"', "%", "_", "\\", "'; DROP TABLE inputs; --", "[a]", "\x00", "\ud800", "{}"]
)
def test_any_value_is_only_a_value(text: str) -> None:
	"""No text of a filter is an operator of SQL or of a pattern, and each finds itself where it can be stored."""
	stored = text.replace("\x00", " ").replace("\ud800", " ")
	inputs = [an_input("it", {"k": stored, "tags": "t"}, title=stored), an_input("other", {"k": "x"})]
	for asked in (
		{"title": text},
		{"metadata.k": text},
		{"metadata.k": {"like": text}},
		{"title": {"=": text}},
	):
		assert found(asked, inputs) == ["it"]
	assert found({"tags": text, "inputs": text}, inputs) == []


def test_dates_in_a_time_zone() -> None:
	"""A day in Vienna begins two hours before the one in UTC; what is stored with an offset is the moment it says."""
	inputs = [
		an_input("late", {"date": "2024-06-30T23:30:00Z"}),
		an_input("early", {"date": "2024-07-01T00:30:00+02:00"}),
		an_input("local", {"date": "2024-07-01 00:10:00"}),
		an_input("day", {"date": "2024-07-01"}),
	]
	assert found({"date": "2024-07-01"}, inputs) == ["day", "local"]
	assert found({"date": "2024-07-01"}, inputs, VIENNA) == ["day", "early", "late", "local"]
	assert found({"date": {"to": "2024-06-30"}}, inputs) == ["early", "late"]


def test_days_of_23_hours() -> None:
	"""The day on which clocks go forward ends where the next one begins."""
	zone = ZoneInfo(VIENNA)
	day, following = parse_span("2024-03-31", zone), parse_span("2024-04-01", zone)
	assert day is not None and following is not None
	assert day.last + 1 == following.first
	assert day.last + 1 - day.first == 23 * 3_600_000_000


@pytest.mark.parametrize(
	"text",
	["", "2024", "2024-13-01", "2024-02-30", "2024-01-01T25:00", "2024-01-01T10", "1. 1. 2024", "2024-01-01T10:00+99:00",
	"٢٠٢٤-٠١-٠١", "0000-01-01", "9" * 500],
)  # fmt: skip
def test_what_is_no_date(text: str) -> None:
	"""Whatever is no date is refused in a filter, and in the metadata matches nothing."""
	assert parse_span(text, timezone.utc) is None
	with pytest.raises(InvalidFilter, match=r"is no date\. Write 2024-05-31"):
		parse_filters({"date": {"from": text}})
	inputs = [an_input("a", {"date": text})]
	assert found({"date": {"from": "0001-01-01"}}, inputs) == []
	assert found({"date": {"!=": "2024-01-01"}}, inputs) == ["a"]


@pytest.mark.parametrize("text", ["0001-01-01", "9999-12-31", "9999-12-31T23:59", "0001-01-01T00:00+14:00"])
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Auckland", "America/Los_Angeles"])
def test_first_and_last_day(text: str, zone: str) -> None:
	"""The ends of the calendar are no error in any zone."""
	parse_span(text, ZoneInfo(zone))
	parse_filters({"date": {"<=": text}}, timezone=zone) if parse_span(text, ZoneInfo(zone)) else None
	for number in (float("inf"), float("nan"), 1e300, -1e300):
		assert span_of(number, timezone.utc) is None


WRONG = [
	(["title"], "object from fields to conditions. Known: inputs, title"),
	("title", "Known: inputs"),
	({"titel": "x"}, r"no filter “titel”\. Known: inputs, title, .*, and metadata\.<key>"),
	({"metadata": "x"}, "object from keys"),
	({1: "x"}, "is a name"),
	({"title": {"~": "x"}}, r"title does not know the operator “~”\. Known: =, !=, in"),
	({"title": {}}, "is empty. Known: ="),
	({"inputs": {">": "a"}}, "does not know the operator “>”"),
	({"tags": {"like": "a"}}, "does not know the operator “like”. Known: =, !=, in, not in, all, is set"),
	({"metadata.a": None}, "Ask {“is set”: false}"),
	({"metadata.a": {"is set": "yes"}}, "takes true or false"),
	({"metadata.a": {"between": [1]}}, "list of two values"),
	({"metadata.a": {"between": [1, "2"]}}, "takes numbers or text"),
	({"metadata.a": {">": True}}, "takes numbers or text"),
	({"metadata.a": {">": [1, 2]}}, "one value, not a list"),
	({"metadata.a": {"like": 3}}, "takes text"),
	({"metadata.a": {"in": [{"b": 1}]}}, "text, a number, true or false"),
	({"metadata.a": 2**63}, "too large"),
	({"metadata.a": float("nan")}, "too large"),
	({"metadata.a": "x" * 1001}, "too long"),
	({"title": "*" * 201}, "too long"),
	({"inputs": ["x"] * 10_001}, "over 10000 values"),
	({f"metadata.{number}": 1 for number in range(33)}, "at most 32 conditions"),
	({"metadata.a": 1, "metadata": {"a": 2}}, "metadata.a is given twice"),
	({"tag": "a", "tags": "b"}, "tags is given twice"),
	({"metadata.tags": "a", "tags": "b"}, "tags is given twice"),
	({"inputs": [1]}, "takes text"),
	({"tags": "a,b"}, "no comma"),
	({"tags": {"all": []}}, "at least one"),
	({"date": ["2024-01-01"]}, "operator “in”. Known: ="),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "message"), WRONG, ids=lambda value: str(value)[:30])
def test_mistakes_are_named(asked: object, message: str) -> None:
	"""What cannot be asked is refused with what can."""
	with pytest.raises(InvalidFilter, match=message):
		parse_filters(asked)


def test_unknown_zone() -> None:
	"""A time zone that is none is refused, also one that is a path."""
	for name in ("Mars/Base", "../../etc/passwd", ""):
		with pytest.raises(InvalidFilter, match="no time zone"):
			parse_filters({"title": "x"}, timezone=name)


def test_equal_filters_are_equal() -> None:
	"""Order, spelling and repetition make no difference; kind of value, operator and zone do."""
	one = parse_filters({"tags": ["b", "a", "a"], "metadata": {"n": 3.0, "tag": "x"}})
	same = parse_filters({"metadata.tag": "x", "metadata.n": {"=": 3}, "tag": {"in": ["a", "b"]}})
	assert one == same
	assert hash(one) == hash(same)
	assert one.canonical == same.canonical
	others = [{"metadata.n": 1}, {"metadata.n": True}, {"metadata.n": "1"}, {"metadata.n": {"!=": 1}}, {}]
	assert len({parse_filters(other) for other in others}) == len(others)
	assert parse_filters({"date": "2024-01-01"}) != parse_filters({"date": "2024-01-01"}, timezone=VIENNA)
	twice = Filters((*parse_filters({"inputs": "a"}).conditions, *parse_filters({"inputs": "b"}).conditions))
	assert len({twice, parse_filters({"inputs": "a"}), parse_filters({"inputs": "b"})}) == 3
	assert not parse_filters({})
	assert parse_filters({"inputs": []})


def test_to_dict_can_be_read_again() -> None:
	"""A filter goes through JSON and comes back the same."""
	for asked in (
		{"title": "*.pdf"},
		{"tags": {"all": ["a"]}, "date": {"from": "2024-01-01", "to": "2024-02-01"}},
	):
		once = parse_filters(asked, timezone=VIENNA)
		assert parse_filters(once.to_dict(), timezone=VIENNA) == once


@pytest.mark.parametrize(
	("expression", "asked"),
	[
		("title=*.pdf", {"title": {"like": "*.pdf"}}),
		("title==*.pdf", {"title": {"=": "*.pdf"}}),
		("date>=2024-01-01", {"date": {">=": "2024-01-01"}}),
		(" date  between 2024-01-01, 2024-01-31", {"date": {"between": ["2024-01-01", "2024-01-31"]}}),
		("tag=hr", {"tags": {"=": "hr"}}),
		("tags in hr,  travel", {"tags": {"in": ["hr", "travel"]}}),
		("tags all hr,travel", {"tags": {"all": ["hr", "travel"]}}),
		("input not like old/*", {"inputs": {"not like": "old/*"}}),
		("metadata.author is set", {"metadata.author": {"is set": True}}),
		("metadata.author is not set", {"metadata.author": {"is set": False}}),
		("metadata.year=2024", {"metadata.year": {"in": [2024, "2024"]}}),
		("metadata.year != 2024", {"metadata.year": {"not in": [2024, "2024"]}}),
		('metadata.year="2024"', {"metadata.year": {"=": "2024"}}),
		("metadata.year>2024", {"metadata.year": {">": 2024}}),
		("metadata.code>A1", {"metadata.code": {">": "A1"}}),
		('metadata."cost center"=Main = 1', {"metadata.cost center": {"=": "Main = 1"}}),
		("metadata.draft=true", {"metadata.draft": {"in": [True, "true"]}}),
		("title=a in b", {"title": {"like": "a in b"}}),
		("metadata.valid to 2024-01-01", {"metadata.valid": {"to": "2024-01-01"}}),
	],
)  # fmt: skip
def test_conditions_in_words(expression: str, asked: dict[str, Any]) -> None:
	"""What is typed at a terminal means what the dictionary means."""
	assert parse_expressions([expression]) == parse_filters(asked)


@pytest.mark.parametrize(
	("expressions", "message"),
	[
		(["title"], "is no filter. Write FIELD OPERATOR VALUE"),
		([""], "is no filter"),
		(["=x"], "is no filter"),
		(["title="], "has no value"),
		(["titel=x"], "no filter “titel”. Known: inputs"),
		(["title is set x"], "takes no value"),
		(["date>=soon"], "is no date"),
		(["tags<a"], "does not know the operator"),
		(["tag=a", "tags=b"], "given twice. Use “in”"),
	],
)
def test_mistakes_in_words(expressions: list[str], message: str) -> None:
	"""Mistakes at a terminal are named too."""
	with pytest.raises(InvalidFilter, match=message):
		parse_expressions(expressions)


def test_words_and_dictionary_together() -> None:
	"""Both ways of writing may be mixed, as long as they do not ask the same thing twice."""
	both = parse_expressions(["date>=2024-01-01", "title=a*"], {"date": {"<": "2025-01-01"}})
	assert both == parse_filters({"date": {">=": "2024-01-01", "<": "2025-01-01"}, "title": "a*"})
	with pytest.raises(InvalidFilter, match="title is given twice"):
		parse_expressions(["title=a*"], {"title": "b*"})


@given(st.text("ab?*", max_size=8), st.text("abc", max_size=8))
@example("*a?*b*", "aabab")
def test_patterns(pattern: str, text: str) -> None:
	"""A pattern matches what trying every way to match it matches."""

	def every_way(signs: str, rest: str) -> bool:
		if not signs:
			return not rest
		if signs[0] == "*":
			return any(every_way(signs[1:], rest[place:]) for place in range(len(rest) + 1))
		return bool(rest) and signs[0] in ("?", rest[0]) and every_way(signs[1:], rest[1:])

	assert like(pattern, text) == every_way(pattern, text)


def test_patterns_disregard_case_and_form() -> None:
	"""Letters of any case, and accents however they are put together, are the same."""
	assert like("PRÜF*", "Pru\u0308fung.pdf")
	assert like("strasse ?", "Straße 1")
	assert like("a*b", "A\nB")


def test_patterns_take_no_time() -> None:
	"""The patterns that keep other engines busy for ever are answered."""
	began = time.process_time()
	assert not like("*a" * 99 + "*b", "a" * 100_000)
	assert not like("?*" * 99 + "b", "a" * 100_000)
	assert time.process_time() - began < 20


def test_long_lists_take_no_time() -> None:
	"""Whether an input is one of ten thousand is asked about as quickly as whether it is one of two, on any machine."""
	inputs = [an_input(f"n{number}") for number in range(5_000, 15_000)]

	def cost_of(names: int) -> float:
		filters = parse_filters({"inputs": [f"n{14_999 - number}" for number in range(names)]})
		began = time.process_time()
		assert len(matching_inputs(filters, inputs)) == names
		return time.process_time() - began

	assert cost_of(10_000) < 10 * cost_of(2) + 0.1


def test_tags_are_joined() -> None:
	"""Tags are sorted, each once, so that their order makes no difference to an index."""
	assert join_tags(["b", " a ", "", "b"]) == "a,b"


NAMES = ("k", "a.b", "date", "tags")
TEXTS = st.sampled_from(["", "a", "A", "b", "a,b", "2024-01-01", "2024-01-01T10:00:00Z", "3", "ä", "x*"])
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from([0.5, 3.0, -1.25]), TEXTS)
METADATA = st.dictionaries(st.sampled_from([*NAMES, "modified"]), SCALARS, max_size=4)
VALUES = st.one_of(st.booleans(), st.integers(-3, 3), st.sampled_from([0.5, 3.0]), TEXTS)
FIELD_NAMES = st.sampled_from([*FIELDS, *(f"metadata.{name}" for name in NAMES)])
OPERANDS = st.one_of(VALUES, st.lists(VALUES, max_size=3))
ALL_OPERATORS = sorted({operator for operators in OPERATORS.values() for operator in operators})
ASKED = st.dictionaries(
	FIELD_NAMES,
	st.one_of(OPERANDS, st.dictionaries(st.sampled_from(ALL_OPERATORS), OPERANDS, min_size=1, max_size=2)),
	min_size=1,
	max_size=2,
)


@settings(max_examples=400)
@given(
	st.lists(st.tuples(TEXTS, TEXTS, METADATA), min_size=1, max_size=5),
	ASKED,
	st.sampled_from(["UTC", VIENNA]),
)
def test_sql_means_the_same(rows: list[tuple[str, str, dict[str, Any]]], asked: Any, zone: str) -> None:
	"""Whatever is stored and asked, SQL finds the inputs that plain Python finds."""
	inputs = [
		an_input(f"{number}{title}", metadata, title=title, url=url, indexed_at=float(number))
		for number, (title, url, metadata) in enumerate(rows)
	]
	try:
		parse_filters(asked, timezone=zone)
	except InvalidFilter:
		return
	assert found_in_sql(asked, inputs, zone) == found_in_python(asked, inputs, zone)
