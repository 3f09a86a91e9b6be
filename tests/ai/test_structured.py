"""Schemas that managers write, and answers that models write."""

import pytest

from huf.agent.structured import parse_schema, read_structured
from huf.engine.errors import SettingsError


@pytest.mark.parametrize("text", [None, "", "  \n"])
def test_no_schema(text):
	"""An empty field means plain text."""
	assert parse_schema(text) is None


@pytest.mark.parametrize(
	"text",
	[
		"{",
		"[]",
		'{"type": "nonsense"}',
		'{"$ref": "http://127.0.0.1/schema.json"}',
		'{"properties": {"a": {"items": [{"$ref": "file:///etc/passwd"}]}}}',
	],
)
def test_bad_schema_is_refused_with_a_sentence(text):
	"""Bad JSON, a bad schema, and one that would fetch another document are refused."""
	with pytest.raises(SettingsError, match="output schema"):
		parse_schema(text)


def test_reference_to_a_missing_part_is_an_error_of_the_answer():
	"""A schema that refers to a part it does not have does not crash the run."""
	assert "#/$defs/gone" in read_structured("{}", {"$ref": "#/$defs/gone"}).error


def test_deep_nesting_does_not_crash():
	"""Ten thousand brackets are an error, not a crash."""
	assert read_structured("[" * 100_000, {"type": "object"}).error
