"""The glossaries of a site as the engine's values: one for all sources, and those that act in one source alone.

A search reads them anew only when a row of theirs changed: what was made of them is kept in the process, by a stamp
that one small query gives. So a change acts on the next search of every worker, without a message to any.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import frappe

from huf.ai.site.languages import language_code
from huf.engine.analysis.glossary import NO_GLOSSARY, Glossary, GlossaryEntry
from huf.engine.errors import SettingsError

if TYPE_CHECKING:
	from frappe.model.document import Document

MOST_SITES = 64
"""Sites whose glossaries a process keeps."""


@dataclass(frozen=True, slots=True)
class Glossaries:
	"""All that are in force."""

	everywhere: Glossary
	by_source: Mapping[str, Glossary]

	def of_source(self, source: str) -> Glossary:
		"""What acts in this source alone."""
		return self.by_source.get(source, NO_GLOSSARY)


_kept: dict[str, tuple[Any, Glossaries]] = {}


def glossaries() -> Glossaries:
	"""The glossaries of the site that are not disabled, as they are now."""
	# The names of sources are part of the stamp: renaming one leaves `modified` of its glossaries alone.
	stamp = frappe.db.sql(
		"""select name, modified, coalesce(knowledge_source, ''), coalesce(text_language, '') from `tabKnowledge Glossary`
		where disabled = 0 order by name"""
	)
	site = frappe.local.site
	kept = _kept.get(site)
	if kept is None or kept[0] != stamp:
		if len(_kept) >= MOST_SITES:
			_kept.clear()
		kept = _kept[site] = stamp, _read(stamp)
	return kept[1]


def entry_of(row: "Document | frappe._dict", language: str) -> GlossaryEntry:
	"""A row as an entry.

	:raises SettingsError: it is none; the message says why.
	"""
	lines = [line.strip() for line in (row.expansions or "").splitlines()]
	return GlossaryEntry(
		" ".join((row.term or "").split()),
		tuple(dict.fromkeys(line for line in lines if line)),
		bool(row.case_sensitive),
		bool(row.both_ways),
		language,
	)


def _read(stamp: Any) -> Glossaries:
	if not stamp:
		return Glossaries(NO_GLOSSARY, {})
	rows = frappe.db.sql(
		"""select parent, term, expansions, case_sensitive, both_ways from `tabKnowledge Glossary Entry`
		where parenttype = 'Knowledge Glossary' and parent in %s order by parent, idx""",
		(tuple(name for name, *_ in stamp),),
		as_dict=True,
	)
	of = {name: (source, language_code(language)) for name, _modified, source, language in stamp}
	found: dict[str, list[GlossaryEntry]] = {}
	for row in rows:
		source, language = of[row.parent]
		try:
			found.setdefault(source, []).append(entry_of(row, language))
		except SettingsError as error:
			# The form refuses such a row, so somebody wrote it past the form; it must not stop every search.
			frappe.logger("huf").warning(f"An entry of Knowledge Glossary {row.parent} is left out: {error}")
	made = {source: Glossary(tuple(entries)) for source, entries in found.items()}
	return Glossaries(made.pop("", NO_GLOSSARY), made)
