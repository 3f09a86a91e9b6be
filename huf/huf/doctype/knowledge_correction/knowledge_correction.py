import frappe
from frappe import _

from huf.ai.access.unannounced import UnannouncedDocument
from huf.ai.knowledge import hooks
from huf.ai.knowledge.contents.corrections import LEAVE_OUT
from huf.engine.corrections import MOST_CHARACTERS
from huf.engine.extractors.sections import one_line, storable


class KnowledgeCorrection(UnannouncedDocument):
	"""What a person says of a text of an input. It is made by ``correct_passage``, never changed, and deleted to put the text back."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		action: DF.Literal["Leave Out", "Replace"]
		file_record: DF.Data | None
		knowledge_input: DF.Link
		original: DF.Code
		place: DF.SmallText | None
		reason: DF.SmallText | None
		replacement: DF.Code | None
		text_start: DF.Int
	# end: auto-generated types

	def validate(self) -> None:
		if not self.is_new():
			frappe.throw(_("A correction is never changed. Put it back, and correct the text again."))
		self.original = storable(self.original or "")
		if not one_line(self.original):
			frappe.throw(_("There is no text to correct."))
		if self.action == LEAVE_OUT:
			self.replacement = None
			return
		self.replacement = storable(self.replacement or "").strip()
		if not self.replacement:
			frappe.throw(_("The corrected text is empty. Use Leave Out to take the passage out."))
		if one_line(self.replacement) == one_line(self.original):
			frappe.throw(_("The text is as it was. Change it first."))
		if len(self.replacement) > MOST_CHARACTERS:
			frappe.throw(_("The corrected text may have {0} characters at most.").format(MOST_CHARACTERS))

	def after_insert(self) -> None:
		self._read_again()

	def on_trash(self) -> None:
		self._read_again()

	def _read_again(self) -> None:
		"""The text of the input is another one now; the next build reads it."""
		if frappe.db.exists("Knowledge Input", self.knowledge_input):
			hooks.on_input_changed(frappe.get_doc("Knowledge Input", self.knowledge_input))
