"""What Frappe calls things: labels that the site has renamed, and translations of its words."""

from collections.abc import Iterator

import frappe
from frappe.translate import get_all_translations

from huf.ai.site.languages import language_code
from huf.engine.learning import Origin

MOST_WORDS = 4
"""Of a name in a catalogue; what is longer is a sentence."""
MOST_LANGUAGES = 5
"""Of the users of a site, the most frequent."""

Name = tuple[str, str, Origin]


def names(user: str) -> Iterator[Name]:
	"""What one thing is called, twice: renamed labels first, since those are the company's own words.

	:param user: labels of DocTypes that they may not read are left out; translations are shown to everybody.
	"""
	yield from _renamed_fields(user)
	base = language_code(frappe.db.get_default("lang")) or "en"
	for source, target, language in frappe.get_all(
		"Translation", fields=["source_text", "translated_text", "language"], as_list=True, limit=0
	):
		if _is_name(source) and _is_name(target):
			# An entry of the language itself is no translation: somebody has named the thing anew.
			is_renamed = language_code(language) in ("en", base)
			yield source, target, Origin.RENAMED if is_renamed else Origin.TRANSLATED
	for language in _languages(base):
		for source, target in get_all_translations(language).items():
			if _is_name(source) and _is_name(target):
				yield source, target, Origin.TRANSLATED


def _renamed_fields(user: str) -> Iterator[Name]:
	rows = frappe.db.sql(
		"""select custom.doc_type, field.label, custom.value from `tabProperty Setter` custom
		join `tabDocField` field on field.parent = custom.doc_type and field.fieldname = custom.field_name
		where custom.property = 'label' and coalesce(field.label, '') != '' and field.permlevel = 0
		order by custom.doc_type, custom.field_name"""
	)
	for doctype, before, now in rows:
		if frappe.has_permission(doctype, "read", user=user) and _is_name(before) and _is_name(now):
			yield before, now, Origin.RENAMED


def _languages(base: str) -> list[str]:
	"""Languages of the site and of its users, without English, which the catalogues are translated from."""
	rows = frappe.db.sql(
		"""select language, count(*) from `tabUser` where enabled = 1 and coalesce(language, '') != ''
		group by language order by count(*) desc, language"""
	)
	spoken = dict.fromkeys([base, *(language_code(language) for language, _count in rows[:MOST_LANGUAGES])])
	return [language for language in spoken if language and language != "en"]


def _is_name(text: object) -> bool:
	"""Whether it can be what a thing is called: a few words, no sentence, no markup and no place for a value."""
	return (
		isinstance(text, str)
		and 0 < len(text.split()) <= MOST_WORDS
		and len(text) <= 60
		and not set(text) & set("<>{}%=")
		and text[-1] not in ".:!?…"
	)
