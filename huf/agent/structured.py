"""Answers that conform to an agent's JSON schema: how they are asked for, read and checked."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from huf.engine.errors import SettingsError

_FENCED = re.compile(r"^```[\w-]*\s*\n(.*?)\n?```$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Structured:
	"""The value of an answer, or the sentence that says what is wrong with it."""

	value: Any = None
	error: str = ""


def response_format_for(schema: Mapping[str, Any]) -> dict[str, Any]:
	"""OpenAI's ``response_format`` for ``schema``. Not strict: strict mode knows only a part of JSON schema."""
	return {
		"type": "json_schema",
		"json_schema": {"name": "answer", "schema": dict(schema), "strict": False},
	}


def parse_schema(text: str | None) -> dict[str, Any] | None:
	"""The schema that a manager wrote, or None if there is none.

	Raises SettingsError if it is not JSON or not a JSON schema of an object.
	"""
	if not (text or "").strip():
		return None
	import jsonschema

	try:
		schema = json.loads(text or "")
	except ValueError as error:
		raise SettingsError(f"The output schema is not valid JSON: {error}") from error
	if not isinstance(schema, dict):
		raise SettingsError("The output schema must be a JSON object.")
	try:
		jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator).check_schema(schema)
	except jsonschema.SchemaError as error:
		raise SettingsError(f"The output schema is not a JSON schema: {error.message}") from error
	if remote := _remote_reference(schema):
		raise SettingsError(f"The output schema may only refer to its own parts, not to “{remote}”.")
	return schema


def _remote_reference(schema: Any) -> str | None:
	"""The first ``$ref`` that would be fetched from elsewhere, or None."""
	if isinstance(schema, dict):
		reference = schema.get("$ref")
		if isinstance(reference, str) and not reference.startswith("#"):
			return reference
		schema = list(schema.values())
	if isinstance(schema, list):
		return next(filter(None, map(_remote_reference, schema)), None)
	return None


def read_structured(text: str, schema: Mapping[str, Any]) -> Structured:
	"""Read ``text`` as JSON, also inside a code fence, and check it against ``schema``."""
	import jsonschema
	import referencing

	stripped = text.strip()
	if fenced := _FENCED.match(stripped):
		stripped = fenced.group(1)
	try:
		value = json.loads(stripped)
	except (ValueError, RecursionError) as error:
		return Structured(error=f"it is not valid JSON ({error}).")
	kind = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)
	# An empty registry: without one, a reference to another document would be fetched over the network.
	validator = kind(schema, registry=referencing.Registry())
	try:
		problem = jsonschema.exceptions.best_match(validator.iter_errors(value))
	except referencing.exceptions.Unresolvable as error:
		return Structured(error=f"the schema refers to “#{error.ref.lstrip('#')}”, which it does not have.")
	if problem is None:
		return Structured(value)
	return Structured(error=f"at {problem.json_path}: {problem.message[:300]}")
