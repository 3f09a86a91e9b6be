"""Entries of metadata that a person or a shell declares, as text or as an object: bounded, typed, and under no name of huf's own."""

import json
import re
from collections.abc import Collection, Iterable, Mapping

from huf.engine.errors import InvalidMetadata
from huf.engine.filters.conditions import Scalar
from huf.engine.filters.fields import FIELDS, METADATA, OTHER_NAMES

MOST_ENTRIES = 50
LONGEST_VALUE = 500
"""Characters."""
LONGEST_TEXT = 30_000
"""Characters of all entries together, as they are written."""
RESERVED = frozenset({*FIELDS, *OTHER_NAMES, METADATA}) - {"language"}
"""Names that a filter has for something else; a shell adds those that it writes itself. ``language`` may be declared: it says it
better than what was told by the text."""

_KEY = re.compile(r"[a-z][a-z0-9_]{0,63}")
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d{1,15})?")
_TRUTHS = {"true": True, "false": False}


def parse_metadata(text: str, reserved: Collection[str] = RESERVED) -> dict[str, Scalar]:
	"""The entries of ``text``: lines such as ``project = Alpha``, or a JSON object.

	A number, ``true`` and ``false`` are what they look like, in double quotes they are text. A date is text in ISO 8601. White
	space around a value counts for nothing, and an entry without a value is left out.

	Raises:
		InvalidMetadata: with the line or the key, and what can be written.
	"""
	if len(text) > LONGEST_TEXT:
		raise InvalidMetadata(f"All entries together may have {LONGEST_TEXT:,} characters.")
	pairs = _of_json(text) if text.lstrip().startswith("{") else _of_lines(text)
	entries: dict[str, Scalar] = {}
	for key, value in pairs:
		check_key(key, reserved)
		if key in entries:
			raise InvalidMetadata(f"“{key}” is given twice.")
		if (checked := _value(key, value)) is not None:
			entries[key] = checked
	if len(entries) > MOST_ENTRIES:
		raise InvalidMetadata(f"There may be {MOST_ENTRIES} entries; these are {len(entries)}.")
	return entries


def check_key(key: str, reserved: Collection[str] = RESERVED) -> None:
	"""Refuse a key that no filter could name, or that huf uses for something else.

	Raises:
		InvalidMetadata: likewise.
	"""
	if not _KEY.fullmatch(key):
		raise InvalidMetadata(
			f"“{key[:80]}” is no key. A key begins with a small letter and has small letters, digits and underscores, at most 64."
		)
	if key in reserved:
		raise InvalidMetadata(f"“{key}” is a name that huf uses itself. Choose another one.")


def write_metadata(entries: Mapping[str, Scalar]) -> str:
	"""The lines that :func:`parse_metadata` reads the same entries from."""
	return "\n".join(f"{key} = {_written(value)}" for key, value in entries.items())


def _written(value: Scalar) -> str:
	if not isinstance(value, str):
		return json.dumps(value)
	is_plain = _typed(value) == value
	return value if is_plain else json.dumps(value, ensure_ascii=False)


def _of_lines(text: str) -> Iterable[tuple[str, object]]:
	for number, line in enumerate(text.splitlines(), 1):
		if not line.strip():
			continue
		key, sign, value = line.partition("=")
		if not sign:
			raise InvalidMetadata(
				f"Line {number}, “{line.strip()[:80]}”, is no entry. Write: key = value, one in each line."
			)
		yield key.strip(), _typed(value.strip())


def _of_json(text: str) -> Iterable[tuple[str, object]]:
	def pairs(found: list[tuple[str, object]]) -> object:
		return tuple(found)

	try:
		# As pairs: a key that is given twice would otherwise be the last one without a word.
		found = json.loads(text, object_pairs_hook=pairs)
	except (ValueError, RecursionError) as error:
		raise InvalidMetadata("The entries are no JSON. Write: key = value, one in each line.") from error
	assert isinstance(found, tuple), "it begins with a brace"
	return found


def _typed(text: str) -> object:
	if text in _TRUTHS:
		return _TRUTHS[text]
	if _NUMBER.fullmatch(text):
		return float(text) if "." in text else int(text)
	if len(text) > 1 and text[0] == text[-1] == '"':
		try:
			unquoted = json.loads(text)
			return unquoted if isinstance(unquoted, str) else text
		except ValueError:
			return text[1:-1]
	return text


def _value(key: str, value: object) -> Scalar | None:
	"""The value as it is kept; None if there is none."""
	if isinstance(value, bool):
		return value
	if isinstance(value, int | float) and abs(value) < 10**15:
		return value
	if isinstance(value, str):
		line = " ".join(value.split())
		if len(line) > LONGEST_VALUE:
			raise InvalidMetadata(
				f"The value of “{key}” has {len(line):,} characters; at most {LONGEST_VALUE} are kept."
			)
		return line or None
	if value is None:
		return None
	raise InvalidMetadata(
		f"The value of “{key}” is a text, a number below 10^15, a date (2026-05-31), true or false."
	)
