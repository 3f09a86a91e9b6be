"""The certificate of a purge: each place, what was removed there or is left there, and never a word of the text."""

import frappe

from huf.ai.purging import PLACE, PURGE

REMOVED, LEFT, HANDED_OUT = "Removed", "Left", "Handed Out"


class Certificate:
	"""The rows of one Knowledge Purge. A step that is run again adds to what it wrote before."""

	def __init__(self, name: str) -> None:
		self.name = name

	def removed(self, place: str, what: str, count: int) -> None:
		"""So many things were removed there; none is no line."""
		if count:
			self._note(place, what, REMOVED, count)

	def left(self, place: str, what: str, note: str, count: int = 1) -> None:
		"""Something is still there, for the reason that ``note`` gives."""
		self._note(place, what, LEFT, count, note, is_total=True)

	def handed_out(self, place: str, note: str) -> None:
		"""It was given away, so nobody can take it back from here."""
		self._note(place, "Pack", HANDED_OUT, 1, note, is_total=True)

	def forget_left(self, note: str) -> None:
		"""What is left for this reason is found anew by each run."""
		frappe.db.delete(PLACE, {"parent": self.name, "outcome": LEFT, "note": note})

	def _note(
		self, place: str, what: str, outcome: str, count: int, note: str = "", *, is_total: bool = False
	) -> None:
		same = {"parent": self.name, "place": place[:140], "what": what, "outcome": outcome}
		known = frappe.db.get_value(PLACE, same, ["name", "things"], as_dict=True)
		if known:
			frappe.db.set_value(PLACE, known.name, "things", count if is_total else known.things + count)
			return
		row = frappe.new_doc(PLACE)
		row.update(
			{
				**same,
				"parenttype": PURGE,
				"parentfield": "places",
				"idx": frappe.db.count(PLACE, {"parent": self.name}) + 1,
				"things": count,
				"note": note,
			}
		)
		row.db_insert()
