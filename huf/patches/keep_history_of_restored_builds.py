"""A build that was restored keeps what its row said: its kind and its start. When it was restored has a field of its own.

Restoring used to make *Restore* of the kind, and to move the start. What the start was is told by the row itself, which was
written when the build began. The kind is not known any more: most builds are updates. The state *Verified* was never
given to any.
"""

import frappe


def execute() -> None:
	"""Give restored builds back what is known of their history."""
	frappe.db.sql(
		"""update `tabKnowledge Build` set restored_at = started_at, started_at = creation, kind = 'Update'
		where kind = 'Restore'"""
	)
