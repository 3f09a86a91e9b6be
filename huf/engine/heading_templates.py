"""One line about a passage, from a template.

``{name}`` stands for something known of the passage, and a part in square brackets is left out when something in it is
empty: ``{title}[, {place}][ ({date})]``.
"""

import re
from datetime import datetime, timezone
from pathlib import PurePosixPath

from huf.engine.errors import SettingsError
from huf.engine.filters.fields import FIELDS as FILTER_FIELDS
from huf.engine.prompt.untrusted import one_line
from huf.engine.types import Hit

LONGEST_TEMPLATE = 300
"""Characters."""

FIELDS = ("title", "place", "heading", "file", "page", "lines", "rows", "date", "time", "source", "input")
_METADATA = "metadata."
_DATE = FILTER_FIELDS["date"]
_PART = re.compile(r"\[([^\[\]]*)\]")
_NAME = re.compile(r"\{([a-z_.A-Z0-9]*)\}")


def check_template(template: str) -> None:
	"""Raise SettingsError unless every name in ``template`` is known and its brackets match."""
	if not template.strip() or len(template) > LONGEST_TEMPLATE:
		raise SettingsError(f"A template has 1 to {LONGEST_TEMPLATE} characters.")
	plain = _PART.sub(lambda part: part[1], template)
	for name in _NAME.findall(plain):
		if name not in FIELDS and not (name.startswith(_METADATA) and name != _METADATA):
			raise SettingsError(
				f"There is no {{{name}}} in a template. Known: {', '.join(FIELDS)}, {_METADATA}<key>."
			)
	if re.search(r"[\[\]{}]", _NAME.sub("", plain)):
		raise SettingsError(f"The brackets of the template “{template}” do not match.")


def fill(template: str, hit: Hit) -> str:
	"""``template`` for one passage, on one line."""
	values = {name: one_line(_value(name, hit)) for name in _NAME.findall(template)}

	def part(found: re.Match[str]) -> str:
		is_complete = all(values[name] for name in _NAME.findall(found[1]))
		return found[1] if is_complete else ""

	return _NAME.sub(lambda found: values[found[1]], _PART.sub(part, template)).strip()


def _value(name: str, hit: Hit) -> str:
	"""What a template's name stands for; empty if it is not known of this passage."""
	locator = hit.locator
	if name.startswith(_METADATA):
		found = hit.metadata.get(name.removeprefix(_METADATA))
		return "" if found is None else str(found)
	simple = {
		"title": hit.title,
		"place": locator.label(),
		"heading": " › ".join(locator.heading),
		"file": PurePosixPath(hit.url or hit.title).name or hit.title,
		"page": str(locator.page or ""),
		"lines": _span(locator.lines),
		"rows": _span(locator.rows),
		"source": hit.source,
		"input": hit.input,
	}
	if name in simple:
		return simple[name]
	moment = _moment(hit)
	return moment[:10] if name == "date" else moment


def _span(span: tuple[int, int] | None) -> str:
	if not span:
		return ""
	return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"


def _moment(hit: Hit) -> str:
	"""When what the passage tells was so: its date, else when it was changed, else when it was indexed; ISO, to the minute."""
	declared = next((value for key in _DATE.keys if (value := hit.metadata.get(key))), None)
	if declared:
		return str(declared)[:16].replace("T", " ")
	if not hit.indexed_at:
		return ""
	return datetime.fromtimestamp(hit.indexed_at, timezone.utc).strftime("%Y-%m-%d %H:%M")
