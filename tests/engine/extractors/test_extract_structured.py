"""JSON, JSON Lines and YAML as located, readable text."""

import json

import pytest
from extractor_samples import check_law, read
from hypothesis import given, settings
from hypothesis import strategies as st

from huf.engine.errors import CorruptFile, InputTooLarge, NoText
from huf.engine.types import Locator


def test_json_small() -> None:
	"""A small document is one section of named values, numbers as they are written."""
	sections, _ = read("a.json", '{"a": {"b": [1, 2.50]}, "ok": true, "none": null, "list": [{"x": 1e3}]}')
	assert [(s.text, s.locator) for s in sections] == [
		("a.b: 1, 2.50\nok: true\nnone: \nlist[0].x: 1e3\n", Locator(part="$"))
	]


def test_json_paths() -> None:
	"""A large document is divided along its branches, each located by its path."""
	data = {
		"company": "Acme",
		"employees": [{"name": f"N{n}", "address": {"city": "x" * 60}} for n in range(40)],
		"odd key": {"text": "y" * 2000},
	}
	sections, _ = read("a.json", json.dumps(data))
	parts = [s.locator.part for s in sections]
	assert parts[:3] == ["$", "$.employees[0]", "$.employees[1]"]
	assert parts[-1] == '$["odd key"]'
	assert sections[0].text == "company: Acme\n"
	assert sections[4].text == f"name: N3\naddress.city: {'x' * 60}\n"


def test_json_list_of_documents() -> None:
	"""In a top-level list each item is its own section."""
	sections, _ = read("a.json", '[{"a": {"b": 1}}, {"a": {"b": 2}}, "text"]')
	assert [(s.text, s.locator.part) for s in sections] == [
		("a.b: 1\n", "$[0]"),
		("a.b: 2\n", "$[1]"),
		("text\n", "$[2]"),
	]


def test_json_records() -> None:
	"""A list of flat records is a table whose rows are the records, with the field names as its header."""
	sections, _ = read("a.json", '[{"name": "Ann", "days": 30}, {"days": 28, "name": "Bo\\nb"}]')
	check_law(sections)
	assert [(s.text, s.header, s.locator, s.kind) for s in sections] == [
		("Ann | 30\nBo b | 28\n", "name | days", Locator(rows=(1, 2), part="$"), "table")
	]


_values = st.recursive(
	st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
	lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
	max_leaves=40,
)


@settings(max_examples=150, deadline=None)
@given(_values, st.sampled_from([1, 40]))
def test_json_loses_no_word(value: object, repeat: int) -> None:
	"""Every string in any document, however it is divided, is found in its text."""
	document = {"wrap": [value] * repeat}
	try:
		sections, _ = read("a.json", json.dumps(document))
	except NoText:
		return
	check_law(sections)
	words = "".join("".join(s.header + s.text).replace("\ufffd", "") for s in sections)
	flat = "".join(words.split())

	def strings(item: object) -> list[str]:
		if isinstance(item, str):
			return [item]
		items = item.values() if isinstance(item, dict) else item if isinstance(item, list) else []
		return [s for i in items for s in strings(i)]

	for text in strings(value):
		assert "".join(text.replace("\0", "").split()) in flat.replace("\0", "")


@pytest.mark.parametrize("bad", ['{"a": ', "[1,2", "nope", "{'a': 1}", "[" * 100_000])
def test_bad_json(bad: str) -> None:
	"""What is not JSON, or nested without end, is corrupt."""
	with pytest.raises(CorruptFile):
		read("a.json", bad)


def test_lone_surrogate() -> None:
	"""A half of a surrogate pair, which no database stores, becomes a replacement character."""
	assert read("a.json", '{"a\\ud800": "x\\udc00\\u0000"}')[0][0].text == "a\ufffd: x\ufffd\ufffd\n"


def test_jsonl() -> None:
	"""Each record is one line located by its line; empty lines leave gaps, bad ones are noted."""
	sections, notes = read("a.jsonl", '{"id": 1, "t": "a\\nb"}\n{"id": 2}\n\n{bad\n[3, 4]\n')
	check_law(sections)
	assert [(s.text, s.locator) for s in sections] == [
		("id: 1; t: a b\nid: 2\n", Locator(lines=(1, 2))),
		("3, 4\n", Locator(lines=(5, 5))),
	]
	assert notes == [
		"1 line is not valid JSON and left out; the first is line 4. Mend the file and upload it again."
	]
	with pytest.raises(CorruptFile, match="line 1"):
		read("a.ndjson", "no\njson")


def test_yaml() -> None:
	"""Values stay as written (no is not false, 12:30 is not 750), anchors are followed, documents are told apart."""
	sections, _ = read("a.yaml", "base: &b\n  at: 12:30\n  on: no\ncopy: *b\n---\nversion: 1.10\n")
	assert [(s.text, s.locator.part) for s in sections] == [
		("base.at: 12:30\nbase.on: no\ncopy.at: 12:30\ncopy.on: no\n", "document 1, $"),
		("version: 1.10\n", "document 2, $"),
	]


def test_yaml_makes_no_objects() -> None:
	"""A tag that asks for a Python object is read as plain text."""
	sections, _ = read("a.yaml", "x: !!python/object/apply:os.system ['echo hi']\n")
	assert sections[0].text == "x: echo hi\n"


def test_yaml_bombs() -> None:
	"""Aliases that multiply, also through merge keys, and aliases that contain themselves are refused at once."""
	lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
	lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
	with pytest.raises(InputTooLarge, match="aliases"):
		read("a.yaml", "\n".join(lines))
	merges = ["a0: &a0 {k: v}"]
	merges += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 10)}]}}" for n in range(1, 10)]
	with pytest.raises(InputTooLarge):
		read("a.yaml", "\n".join(merges))
	with pytest.raises(CorruptFile, match="contains itself"):
		read("a.yaml", "a: &a [*a]")


@pytest.mark.parametrize("bad", ["a: [1", "a: b: c", "\t- x", "*nobody", "[" * 5000])
def test_bad_yaml(bad: str) -> None:
	"""What is not YAML is corrupt, with the place."""
	with pytest.raises(CorruptFile):
		read("a.yaml", bad)
