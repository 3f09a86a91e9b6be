from typing import Any

import frappe
from frappe import _
from frappe.model.document import Document
from frappe.rate_limiter import rate_limit
from frappe.utils import cstr, escape_html

from huf.ai.knowledge import connections
from huf.ai.knowledge.following.asking import on_connection_changed, sources_that_follow
from huf.ai.words import said
from huf.engine.errors import InputError, SettingsError

MOST_SHOWN = 10
MOST_CHARACTERS = 200


class KnowledgeConnection(Document):
	"""A server with files that sources may follow, and the account that reads them. Written and read by System Managers alone."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		from huf.huf.doctype.agent_role.agent_role import AgentRole

		address: DF.Data
		bucket: DF.Data | None
		connection_name: DF.Data
		connection_type: DF.Literal["WebDAV", "S3", "IMAP"]
		disabled: DF.Check
		mail_folders: DF.SmallText | None
		password: DF.Password | None
		path_style: DF.Check
		prefix: DF.Data | None
		region: DF.Data | None
		roles: DF.TableMultiSelect[AgentRole]
		user_name: DF.Data | None
	# end: auto-generated types

	def validate(self) -> None:
		self.connection_name = cstr(self.connection_name).strip()
		if "/" in self.connection_name or not self.connection_name.isprintable():
			frappe.throw(_("The name of a connection has no / in it: paths begin with it."))
		for field in ("address", "user_name", "region", "bucket", "prefix"):
			self.set(field, cstr(self.get(field)).strip())
		if self.connection_type == "IMAP" and self.address and "://" not in self.address:
			self.address = f"imaps://{self.address}"
		if self.connection_type not in connections.STORES:
			return  # Frappe refuses it.
		for kind, fields in connections.OWN_FIELDS.items():
			if kind != self.connection_type:
				self.update(dict.fromkeys(fields))
		try:
			connections.check(self.as_dict())
		except SettingsError as error:
			frappe.throw(escape_html(said(error)), title=_("Account"))

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


@frappe.whitelist(methods=["POST"])
@rate_limit(limit=20, seconds=60)
def test_connection(connection: str) -> dict[str, Any]:
	"""Ask the server of a stored connection what lies at its top. For System Managers.

	:returns: ``ok``; ``problem``, why it cannot be asked, else empty; ``names``, the first of what lies there; ``more``, how many others there are.
	"""
	frappe.has_permission("Knowledge Connection", "write", throw=True)
	frappe.get_doc("Knowledge Connection", connection).check_permission("write")
	try:
		names = connections.probe(connection)
	except InputError as error:
		return {"ok": False, "problem": said(error), "names": [], "more": 0}
	shown = [name[:MOST_CHARACTERS] for name in names[:MOST_SHOWN]]
	return {"ok": True, "problem": "", "names": shown, "more": len(names) - len(shown)}
