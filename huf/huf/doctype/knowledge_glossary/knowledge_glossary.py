import frappe
from frappe import _
from frappe.utils import escape_html

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.knowledge.searching.glossaries import entry_of
from huf.ai.site.languages import language_code
from huf.ai.words import said
from huf.engine.errors import SettingsError
from huf.engine.analysis.glossary import Glossary


class KnowledgeGlossary(UnannouncedDocument):
	"""What acronyms and terms are also called, in all sources or in one."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF
		from huf.huf.doctype.knowledge_glossary_entry.knowledge_glossary_entry import KnowledgeGlossaryEntry

		disabled: DF.Check
		entries: DF.Table[KnowledgeGlossaryEntry]
		glossary_name: DF.Data
		knowledge_source: DF.Link | None
		text_language: DF.Link | None
	# end: auto-generated types

	def validate(self) -> None:
		try:
			Glossary(tuple(entry_of(row, language_code(self.text_language)) for row in self.entries))
		except SettingsError as error:
			frappe.throw(escape_html(said(error)), title=_("Glossary"))
