"""Documents whose saves are not told to everybody who may open their list.

Frappe sends the name of each document that is saved or deleted, and of who did it, to all browsers that ask for changes of its DocType. That
needs no more than the right to read some document of it: a Knowledge Portal User would hear the names of everybody's personal sources, and every
Knowledge User who asks which agent when.
"""

from functools import partial

import frappe
from frappe import realtime
from frappe.model.document import Document


class UnannouncedDocument(Document):
	"""A document of a DocType that many may read, each of them some documents. Open forms of it are told, and lists of whoever saves it."""

	def notify_update(self) -> None:
		"""As in Frappe, but for whom lists are told."""
		if frappe.flags.in_patch:
			return
		frappe.publish_realtime(
			"doc_update",
			{"modified": self.modified, "doctype": self.doctype, "name": self.name},
			doctype=self.doctype,
			docname=self.name,
			after_commit=True,
		)
		user = frappe.session.user
		message = {"doctype": self.doctype, "name": self.name, "user": user}
		# Not by publish_realtime, which sends an event of this name to all lists, whatever room is given.
		frappe.db.after_commit.add(
			partial(realtime.emit_via_redis, "list_update", message, realtime.get_user_room(user))
		)
