"""Which records that passages are of link to others that are part of knowledge: where somebody who reads the passages may read on.

A link counts where the text of the record has it: in a field that everybody sees who reads the record, and that the selector which
brought it does not leave out. The rights to both records are those of this moment.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

import frappe

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.inputs import readable_inputs, tried
from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.knowledge.records.presets import preset_of
from huf.ai.knowledge.records.text.shape import Choice, paths_of, shape_of
from huf.ai.records.links import EVERYWHERE, LinkField, Reference, link_fields, links_of, readable_of
from huf.engine.types import Hit, LinkedRecord

MOST_LOOKED_UP = 200
"""Linked records that are looked up among the inputs; those that more of the passages link to come first."""
MOST_FOUND = 60
"""Of these, inputs whose rights are asked."""

Brought = Mapping[str, tuple[Reference, Choice]]
"""By input, the record that it is, and which fields its text has."""


def linked_knowledge(hits: Sequence[Hit], sources: Sequence[str], user: str) -> list[LinkedRecord]:
	"""What the records of ``hits`` link to, of the inputs of ``sources``, as far as ``user`` may read it.

	:param hits: what the user was shown. :param sources: those that may answer the user.
	"""
	shown = {hit.input for hit in hits}
	if not shown or not sources:
		return []
	with asked_as(user):
		brought = _brought(shown)
		own = [reference for reference, _choice in brought.values()]
		# A user of the website may have been shown what the portal opens, and not what it links to.
		readable = set(readable_of(list(dict.fromkeys(own)), user))
		links = _links({name: one for name, one in brought.items() if one[0] in readable})
	by: dict[Reference, set[str]] = defaultdict(set)
	for hit in hits:
		for link in links.get(hit.input, ()):
			if link[0] not in EVERYWHERE and link != brought[hit.input][0]:
				by[link].add(hit.citation_id)
	wanted = sorted(by, key=lambda link: -len(by[link]))[:MOST_LOOKED_UP]
	found = list(_inputs_of(wanted, sources))[:MOST_FOUND]
	allowed = readable_inputs([name for name, *_rest in found], user)
	return [
		LinkedRecord(source, name, *link, frozenset(by[link]))
		for name, source, link in found
		if name in allowed
	]


def _brought(inputs: set[str]) -> Brought:
	"""What these inputs are now: an index may still have the name of before."""
	rows = frappe.db.sql(
		"""select i.name, i.reference_doctype, i.reference_name, s.leave_out, s.take_in
		from `tabKnowledge Input` i left join `tabKnowledge Selector` s on s.name = i.selector
		where i.name in %s and i.input_type = 'DocType Records'""",
		(tuple(inputs),),
	)
	return {
		name: ((doctype or "", str(record or "")), Choice.of(leave_out, take_in))
		for name, doctype, record, leave_out, take_in in rows
	}


def _links(brought: Brought) -> dict[str, list[Reference]]:
	"""By input, what its record links to."""
	together: dict[tuple[str, Choice], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
	for name, ((doctype, record), choice) in brought.items():
		together[doctype, choice][record].append(name)
	found: dict[str, list[Reference]] = {}
	for (doctype, choice), inputs in together.items():
		read = partial(_links_in_text, doctype, list(inputs), choice)
		links: dict[str, list[Reference]] = tried(doctype, read, {})
		found.update((name, own) for record, own in links.items() for name in inputs[record])
	return found


def _links_in_text(doctype: str, names: Sequence[str], choice: Choice) -> dict[str, list[Reference]]:
	meta = stored_meta(doctype)
	if meta is None:
		return {}
	shape = shape_of(meta, preset_of(doctype), frappe.local.lang or "en", choice)
	told = {*paths_of(shape.parts), *shape.columns} - set(choice.leave_out)
	return links_of(doctype, names, [field for field in link_fields(meta) if _path(field) in told])


def _path(field: LinkField) -> str:
	"""A field as selectors call it."""
	return f"{field.parentfield}.{field.column}" if field.parentfield else field.column


def _inputs_of(records: Sequence[Reference], sources: Sequence[str]) -> Iterator[tuple[str, str, Reference]]:
	"""The inputs that these records are in the sources, with their source, in the order of the records."""
	if not records:
		return
	rows = frappe.db.sql(
		"""select name, knowledge_source, reference_doctype, reference_name from `tabKnowledge Input`
		where reference_doctype in %(doctypes)s and reference_name in %(names)s and knowledge_source in %(sources)s
		and input_type = 'DocType Records' and disabled = 0 and status in ('Indexed', 'Partially Indexed')""",
		{
			"doctypes": tuple({doctype for doctype, _name in records}),
			"names": tuple({name for _doctype, name in records}),
			"sources": tuple(sources),
		},
	)
	of: dict[Reference, list[tuple[str, str]]] = defaultdict(list)
	for name, source, doctype, record in rows:
		of[doctype, record].append((name, source))
	yield from chain.from_iterable(
		((*one, record) for one in sorted(of.get(record, ()))) for record in records
	)
