"""What documents can have in their metadata, told by whoever makes them: a filter by anything else is a slip, not an answer.

The engine takes any metadata. A shell (a folder of files, a site) gives every document entries out of a known set, so a key
outside of it could only ever find nothing, or, negated, everything.
"""

from collections.abc import Callable, Collection

from huf.engine.errors import InvalidFilter, SettingsError
from huf.engine.filters.conditions import Filters
from huf.engine.filters.fields import FIELDS, METADATA_PREFIX


def check_known(
	filters: Filters,
	keys: Collection[str],
	*,
	others: Callable[[str], bool] = lambda key: False,
	named: str = "",
) -> None:
	"""Refuse a condition about metadata that no document has.

	Args:
		filters: as they were asked.
		keys: those that documents may have.
		others: says of any other key whether documents may have it; ``named`` is how the message writes these.

	Raises:
		InvalidFilter: a key is none of these; the message has those that there are.
	"""
	for condition in filters.conditions:
		name = condition.field.name
		key = name.removeprefix(METADATA_PREFIX)
		if name in FIELDS or key in keys or others(key):
			continue
		known = [
			METADATA_PREFIX + one for one in (*sorted(set(keys) - FIELDS.keys()), *filter(None, (named,)))
		]
		raise InvalidFilter(f"There is no filter “{name[:80]}”. Known: {', '.join([*FIELDS, *known])}.")


def check_date_key(key: str, keys: Collection[str]) -> None:
	"""Refuse an entry of which age cannot be told.

	Raises:
		SettingsError: ``key`` is not empty, and none of ``keys``, which the message names.
	"""
	if key and key not in keys:
		raise SettingsError(
			f"Documents have no date “{key[:80]}” that newer ones could be preferred by. Known: {', '.join(keys)}."
		)
