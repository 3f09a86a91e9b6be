"""Which records a text means: “Acme” may be the customer CUST-0001, or three of them, or none that the user may see."""

from collections.abc import Iterator, Sequence

from huf.ai.access.principal import Principal
from huf.ai.access.words import is_storable
from huf.ai.queries.as_user.acting import acting_as
from huf.ai.queries.as_user.allowed import Allowed
from huf.ai.queries.as_user.database import Reading
from huf.ai.queries.as_user.errors import Match, QueryRefused
from huf.ai.queries.as_user.readable import ReadableDocType, readable_doctype
from huf.ai.site.database.dialect import equals, like

__all__ = ["MOST_MATCHES", "Match", "resolve"]

MOST_MATCHES = 10
_MOST_LOOKED_AT = 50
"""Of what fits in one way; who may read none of these is told of none."""
_LONGEST_TEXT = 140
_SEARCHED = frozenset({"Data", "Small Text", "Text", "Read Only", "Select", "Link", "Autocomplete", "Phone"})


def resolve(doctype: str, text: str, user: str) -> list[Match]:
	"""The records of a DocType that ``text`` may mean to ``user``, best first, at most :data:`MOST_MATCHES`.

	The first of these ways in which any fits: the exact name, the exact title, names and titles that begin like it, records
	that have all of its words in name, title or what Frappe searches links by. What the user may not read does not fit;
	nothing fits in a DocType that they may not read.

	Raises QueryRefused when the right cannot be found out, or the time is over.
	"""
	text = " ".join(text.split())[:_LONGEST_TEXT]
	if not text or not is_storable(text) or not user or not Principal(user).is_there:
		return []
	with acting_as(user):
		try:
			asked = readable_doctype(doctype, user)
			allowed = Allowed(asked.name, user)
		except QueryRefused:
			return []
		reading = Reading()
		for where, values in _ways(asked, text):
			if found := _found(asked, allowed, reading, where, values):
				return found[:MOST_MATCHES]
		return []


def _ways(asked: ReadableDocType, text: str) -> Iterator[tuple[str, dict[str, str]]]:
	title = f"`{asked.title}`"
	yield equals("name", "%(text)s"), {"text": text}
	if asked.title != "name":
		yield equals(title, "%(text)s"), {"text": text}
	begins = f"{_like(text)}%"
	yield f"(name {like()} %(text)s or {title} {like()} %(text)s)", {"text": begins}
	columns = [f"`{name}`" for name in _searched(asked)]
	words = text.split()[:8]
	yield (
		" and ".join(
			f"({' or '.join(f'{column} {like()} %(w{number})s' for column in columns)})"
			for number in range(len(words))
		),
		{f"w{number}": f"%{_like(word)}%" for number, word in enumerate(words)},
	)


def _searched(asked: ReadableDocType) -> Sequence[str]:
	"""The columns that Frappe searches links by, as far as the user may read them."""
	named = dict.fromkeys(("name", asked.title, *asked.meta.get_search_fields()))
	return [
		name
		for name in named
		if name == "name" or ((column := asked.columns.get(name)) and column.fieldtype in _SEARCHED)
	]


def _found(
	asked: ReadableDocType, allowed: Allowed, reading: Reading, where: str, values: dict[str, str]
) -> list[Match]:
	rule = allowed.condition.replace("%", "%%")
	limited = f" and ({rule})" if rule else ""
	rows = reading.rows(
		f"select name, `{asked.title}` from `tab{asked.name}` where {where}{limited}"
		f" order by char_length(`{asked.title}`), name limit {_MOST_LOOKED_AT}",
		dict(values),
	)
	names = [str(name) for name, _title in rows]
	if allowed.asks_documents:
		readable = set(allowed.among(names, reading.go_on))
		rows = [row for row in rows if str(row[0]) in readable]
	return [Match(str(name), str(title or name)) for name, title in rows]


def _like(text: str) -> str:
	"""The text as a pattern that means itself."""
	return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
