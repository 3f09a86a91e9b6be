import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import cstr, escape_html

from huf.ai.words import said
from huf.engine.errors import PackRefused
from huf.engine.packs.keys import PublicKey


class KnowledgePackKey(Document):
	"""The key of a maker whose packs may be imported. Written and read by System Managers alone; a key is taken back by deleting it."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		fingerprint: DF.Data | None
		maker: DF.Data
		public_key: DF.Data
	# end: auto-generated types

	def autoname(self) -> None:
		self.name = self._key().fingerprint

	def validate(self) -> None:
		key = self._key()
		if not self.is_new() and key.fingerprint != self.name:
			frappe.throw(
				_(
					"A key is not exchanged for another. Enter the other key as one of its own, and delete this one."
				),
				title=_("Public Key"),
			)
		self.public_key, self.fingerprint = key.text, key.fingerprint

	def _key(self) -> PublicKey:
		try:
			return PublicKey.read(cstr(self.public_key))
		except PackRefused as error:
			frappe.throw(escape_html(said(error)), title=_("Public Key"))
