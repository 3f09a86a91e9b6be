import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import cstr, escape_html

from huf.ai.knowledge.fetch.remote.account import checked_parts
from huf.ai.knowledge.following.asking import on_connection_changed, sources_that_follow
from huf.ai.words import said
from huf.engine.errors import SettingsError


class KnowledgeConnection(Document):
	"""A server with files that sources may follow, and the account that reads them. Written and read by System Managers alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		from huf.huf.doctype.agent_role.agent_role import AgentRole

		address: DF.Data
		connection_name: DF.Data
		connection_type: DF.Literal["WebDAV"]
		disabled: DF.Check
		password: DF.Password | None
		roles: DF.TableMultiSelect[AgentRole]
		user_name: DF.Data | None
	# end: auto-generated types

	def validate(self) -> None:
		self.connection_name = cstr(self.connection_name).strip()
		if "/" in self.connection_name or not self.connection_name.isprintable():
			frappe.throw(_("The name of a connection has no / in it: paths begin with it."))
		self.address = cstr(self.address).strip()
		self.user_name = cstr(self.user_name).strip()
		try:
			checked_parts(self.address)
		except SettingsError as error:
			frappe.throw(escape_html(said(error)), title=_("Address"))

	def on_update(self) -> None:
		if not self.is_new():
			on_connection_changed(self.name)

	def on_trash(self) -> None:
		if sources := sources_that_follow(self.name):
			named = ", ".join(frappe.bold(escape_html(name)) for name in sources[:5])
			frappe.throw(
				_(
					"Sources follow this connection: {0}. Take its selectors out of them, or disable it."
				).format(named),
				frappe.LinkExistsError,
			)
