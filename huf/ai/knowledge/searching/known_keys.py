"""Which keys of metadata a user may filter by, and may be told of when they ask for another one.

What every input of a site may have is no secret. Beyond that people name keys themselves, and a name can tell something
(``lawsuit``): so a user knows the keys of the records of DocTypes that they may read, and the keys of those inputs of the searched
sources that they may read. Any other key sounds like one that does not exist, whatever there is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import frappe

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.inputs import readable_inputs
from huf.ai.knowledge.records.labels import LINK_PREFIX, METADATA_KEYS, RESERVED_KEYS, in_batches, stored_meta
from huf.ai.knowledge.records.labels.metadata_fields import keys_of
from huf.ai.knowledge.records.text.shape import Choice
from huf.engine.errors import InvalidMetadata
from huf.engine.filters import Filters
from huf.engine.filters.declared import check_key
from huf.engine.filters.fields import FIELDS, METADATA_PREFIX
from huf.engine.filters.known import check_known

AT_ONCE = 200
"""Inputs whose rights are asked at once."""
MOST_LOOKED_AT = 500
"""Inputs of which the keys are looked up for a message: those that were added last."""
MOST_NAMED = 50
"""Keys in a message."""

_SELECTED = (
	"""select document_type, metadata_fields, leave_out from `tabKnowledge Selector`
	where parent in %s and parenttype = 'Knowledge Source' and document_type is not null""",
	"""select distinct i.reference_doctype, s.metadata_fields, s.leave_out from `tabKnowledge Input` i
	left join `tabKnowledge Selector` s on s.name = i.selector
	where i.knowledge_source in %s and i.reference_doctype is not null and i.disabled = 0""",
)
_KEY = re.compile(r"^([a-z][a-z0-9_]*) = ", re.MULTILINE)
"""How ``write_metadata`` stores a key."""


def check_keys(filters: Filters, user: str, sources: Sequence[str]) -> None:
	"""Refuse a filter by a key that ``user`` does not know of in these sources.

	Raises:
		InvalidFilter: the message has the keys that they know.
	"""
	asked = [
		name.removeprefix(METADATA_PREFIX)
		for name in (condition.field.name for condition in filters.conditions)
		if name not in FIELDS
	]
	asked = [key for key in asked if key not in METADATA_KEYS and not _is_link(key)]
	unknown = [key for key in asked if not _is_known(key, user, sources)]
	if unknown:
		known = {*_own_keys(user, sources), *_keys_of_records(user, sources)}
		named = sorted(known - FIELDS.keys())[:MOST_NAMED]
		check_known(
			filters,
			{*METADATA_KEYS, *named},
			others=lambda key: key not in unknown,
			named=f"{LINK_PREFIX}<DocType>",
		)


def _is_link(key: str) -> bool:
	return key.startswith(LINK_PREFIX) and stored_meta(key.removeprefix(LINK_PREFIX)) is not None


def is_declared(key: str) -> bool:
	"""Whether the key is one that people, or the fields of a record that its selector chose, can have given an input."""
	try:
		check_key(key, RESERVED_KEYS)
	except InvalidMetadata:
		return False
	return True


def _is_known(key: str, user: str, sources: Sequence[str]) -> bool:
	if not is_declared(key):
		return False
	if key in _keys_of_records(user, sources):
		return True
	rows = frappe.db.sql(
		"""select name, metadata from `tabKnowledge Input` where knowledge_source in %s and disabled = 0
		and position(%s in concat(%s, metadata)) > 0 order by creation desc""",
		(tuple(sources) or ("",), f"\n{key} = ", "\n"),
	)
	having = (name for name, metadata in rows if key in _KEY.findall(metadata))
	return any(readable_inputs(batch, user) for batch in in_batches(having, AT_ONCE))


def _keys_of_records(user: str, sources: Sequence[str]) -> Iterator[str]:
	"""The fields that selectors chose, of DocTypes whose records the user may read."""
	seen = set()
	for statement in _SELECTED:
		# The rows of selectors first, which are few; what a tag or a record brought is told by its inputs alone.
		for doctype, fields, left_out in frappe.db.sql(statement, (tuple(sources) or ("",),)):
			if (doctype, fields, left_out) in seen:
				continue
			seen.add((doctype, fields, left_out))
			meta = stored_meta(doctype)
			with asked_as(user):
				is_readable = meta is not None and frappe.has_permission(doctype, "read", user=user)
			if is_readable:
				yield from keys_of(meta, fields, Choice.of(left_out, None).leave_out)


def _own_keys(user: str, sources: Sequence[str]) -> Iterable[str]:
	"""What people named, as far as the user may read the inputs."""
	rows = dict(
		frappe.db.sql(
			"""select name, metadata from `tabKnowledge Input` where knowledge_source in %s and disabled = 0
			and metadata is not null order by creation desc limit %s""",
			(tuple(sources) or ("",), MOST_LOOKED_AT),
		)
	)
	return {key for name in readable_inputs(list(rows), user) for key in _KEY.findall(rows[name])}
