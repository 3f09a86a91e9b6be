"""The filters of a search on a site: what a caller may ask, with which rights, and what only MariaDB knows.

The index answers most of a filter by itself. Three kinds of conditions are worked out here first, and handed to it
as a list of inputs, or of records that the caller may read:

- **Tags** are MariaDB's: Frappe changes them without telling anybody, and a tag that was taken off must not find anything. A document
  has those of its input, of the record that it is made of or that brought it, and of its File. Who finds it may read all of these.
- **What changes while nobody saves the record** (:mod:`huf.ai.knowledge.searching.live_filters`): status, workflow state, document
  status, the date of a document.
- **References**: whoever asks for the documents of a record must be allowed to read that record. One that is not theirs
  and one that does not exist give the same answer, nothing.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from html import unescape
from typing import Any

import frappe
from frappe import _
from frappe.utils import escape_html, strip_html
from frappe.utils.data import get_system_timezone

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.inputs import tried
from huf.ai.access.records.records import Record, readable_records
from huf.ai.knowledge.records.labels.tags import tags_of
from huf.ai.knowledge.searching.known_keys import check_keys
from huf.ai.knowledge.searching.live_filters import asked_now, is_live
from huf.ai.site.limits import parsed_argument
from huf.ai.words import said
from huf.engine.errors import InvalidFilter
from huf.engine.filters import NO_FILTERS, Condition, Filters
from huf.engine.filters.expressions import parse_expressions
from huf.engine.filters.fields import FIELDS
from huf.engine.filters.parsing import parse_filters
from huf.engine.filters.tags import join_tags, split_tags, tags_hold
from huf.engine.types import Hit

REFERENCE = ("reference_doctype", "reference_name")
MOST_REFERENCES = 100
"""Records that one filter may name; the rights to each are looked up."""
_NEGATIVE = ("!=", "not in")


def read_filters(filters: dict[str, Any] | str | None) -> Filters:
	"""The filters of a request, from an object, its JSON, or conditions in words with semicolons or line ends between.

	Whatever cannot be asked is refused with a reason.
	"""
	if isinstance(filters, str) and _is_json(filters):
		filters = parsed_argument("filters", filters)
	try:
		return parsed(filters)
	except InvalidFilter as error:
		frappe.throw(escape_html(said(error)), title=_("Filter"))


def parsed(filters: dict[str, Any] | str | None) -> Filters:
	"""The same for callers that are told in other ways.

	Raises:
		InvalidFilter: it cannot be read. Whether there is such a key is asked when it is known who searches which sources.
	"""
	return _in_words(filters) if isinstance(filters, str) else _of_values(filters)


def _is_json(text: str) -> bool:
	return text.lstrip().startswith(("{", "["))


def in_plain_words(error: frappe.ValidationError) -> InvalidFilter:
	"""What a search refused with a message for a browser, for callers that are told in other ways."""
	frappe.clear_last_message()
	return InvalidFilter(unescape(strip_html(str(error))))


def _of_values(filters: dict[str, Any] | None) -> Filters:
	return parse_filters(filters, timezone=get_system_timezone())


def _in_words(text: str) -> Filters:
	conditions = [part for part in re.split(r"[;\n]", text) if part.strip()]
	return parse_expressions(conditions, timezone=get_system_timezone()) if conditions else NO_FILTERS


def for_user(filters: Filters, user: str, sources: Sequence[str]) -> Filters:
	"""``filters`` as the indexes of ``sources``, which are the user's to search, are asked on behalf of ``user``.

	:raises frappe.ValidationError: it asks for something that there is not, as far as the user may know.
	"""
	if not filters:
		return filters
	try:
		check_keys(filters, user, sources)
	except InvalidFilter as error:
		frappe.throw(escape_html(said(error)), title=_("Filter"))
	conditions: list[Condition] = []
	references: dict[str, list[str]] = {}
	live: list[Condition] = []
	for condition in filters.conditions:
		if condition.field.name in REFERENCE:
			references[condition.field.name] = _exact(condition, references)
		elif condition.field.kind == "tags":
			conditions.append(_tagged(condition, sources))
		elif is_live(condition):
			live.append(condition)
		else:
			conditions.append(condition)
	conditions += _readable(references, user)
	with asked_as(user):
		conditions += [
			asked_now(condition, references.get("reference_doctype"), sources, user) for condition in live
		]
	return replace(filters, conditions=tuple(conditions))


def without_references(hits: Iterable[Hit], may_name: Callable[[str], bool]) -> tuple[Hit, ...]:
	"""Hits without the records that they belong to, but for inputs of which ``may_name`` says that it may be told.

	Who may read a public file may not for that know of the record that it is attached to.
	"""
	return tuple(
		hit
		if may_name(hit.input)
		else hit._replace(
			metadata={key: value for key, value in hit.metadata.items() if key not in REFERENCE}
		)
		for hit in hits
	)


def _tagged(condition: Condition, sources: Sequence[str]) -> Condition:
	"""A condition about tags as one about inputs."""
	tags = _tags_in(sources)
	if condition.operator == "is set":
		named = [name for name, found in tags.items() if found]
		is_wanted = bool(condition.values[0])
	else:
		wanted = split_tags(",".join(map(str, condition.values)))
		# Inputs without tags are not among these rows: those are named that have the tags, wanted or not.
		having = "all" if condition.operator == "all" else "in"
		named = [name for name, found in tags.items() if tags_hold(having, found, wanted)]
		is_wanted = condition.operator not in _NEGATIVE
	return Condition(FIELDS["inputs"], "in" if is_wanted else "not in", tuple(sorted(named)))


def with_tags(hits: Iterable[Hit]) -> tuple[Hit, ...]:
	"""The hits, whose inputs their reader may read, with the tags of these in the metadata, as an index without a site has them."""
	hits = tuple(hits)
	if not hits:
		return hits
	tags = _tags_in({hit.source for hit in hits}, {hit.input for hit in hits})
	return tuple(
		hit._replace(metadata={**hit.metadata, "tags": join_tags(found)})
		if (found := tags.get(hit.input))
		else hit
		for hit in hits
	)


def _tags_in(sources: Collection[str], only: Collection[str] | None = None) -> dict[str, frozenset[str]]:
	"""The tags of the inputs of these sources that have any; ``only``: of these inputs alone."""
	named = {"sources": tuple(sources) or ("",), "only": tuple(only or ()) or ("",)}
	among = "" if only is None else " and i.name in %(only)s"
	found: dict[str, frozenset[str]] = {}
	for name, tags in frappe.db.sql(
		f"""select i.name, i._user_tags from `tabKnowledge Input` i
		where i.knowledge_source in %(sources)s and coalesce(i._user_tags, '') != ''{among}
		union all select i.name, f._user_tags from `tabFile` f join `tabKnowledge Input` i on i.file_record = f.name
		where i.knowledge_source in %(sources)s and coalesce(f._user_tags, '') != ''{among}""",
		named,
	):
		found[name] = found.get(name, frozenset()) | split_tags(tags)
	inputs: dict[str, dict[str, list[str]]] = {}
	for name, doctype, record in frappe.db.sql(
		# Of a file that was added by hand the record is not asked: who may read the file need not be allowed to read that.
		f"""select distinct i.name, i.reference_doctype, i.reference_name from `tabTag Link` l
		join `tabKnowledge Input` i on i.reference_doctype = l.document_type and i.reference_name = l.document_name
		where i.knowledge_source in %(sources)s{among}""",
		named,
	):
		inputs.setdefault(doctype, {}).setdefault(record, []).append(name)
	for doctype, records in inputs.items():
		for record, tags in tags_of(doctype, records).items():
			for name in records.get(record, ()):
				found[name] = found.get(name, frozenset()) | tags
	return found


def _exact(condition: Condition, before: dict[str, list[str]]) -> list[str]:
	"""The names that a condition about a reference asks for. Anything else than names would be a way to guess them."""
	name = condition.field.name
	if (
		condition.operator not in ("=", "in")
		or name in before
		or not all(isinstance(v, str) for v in condition.values)
	):
		frappe.throw(_("The filter {0} takes a name or a list of names.").format(name), title=_("Filter"))
	if len(condition.values) > MOST_REFERENCES:
		frappe.throw(
			_("The filter {0} takes at most {1} names.").format(name, MOST_REFERENCES), title=_("Filter")
		)
	return list(map(str, condition.values))


def _readable(references: dict[str, list[str]], user: str) -> list[Condition]:
	"""Conditions for what is asked of the references, as far as the user may read the records."""
	if not references:
		return []
	doctypes, names = (references.get(name) for name in REFERENCE)
	if doctypes is None or (names is not None and len(doctypes) != 1):
		frappe.throw(
			_("The filter {0} needs one {1} beside it.").format("reference_name", "reference_doctype"),
			title=_("Filter"),
		)
	with asked_as(user):
		readable = [
			doctype
			for doctype in doctypes
			if frappe.db.exists("DocType", {"name": doctype, "istable": 0, "issingle": 0, "is_virtual": 0})
			and frappe.has_permission(doctype, "read", user=user)
		]
		conditions = [Condition(FIELDS["reference_doctype"], "in", tuple(sorted(readable)))]
		if names is not None:
			mine: dict[str, Record] = (
				tried(readable[0], lambda: readable_records(readable[0], names, user), {}) if readable else {}
			)
			conditions.append(Condition(FIELDS["reference_name"], "in", tuple(sorted(mine))))
	return conditions
