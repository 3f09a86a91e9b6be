"""There is no limit of chunks per input any more, unless somebody sets one.

The limit was 500 by default: of a long manual the rest was not found, under a source that was Ready.
"""

import frappe

from huf.ai.knowledge import status

OLD_DEFAULT = "500"


def execute() -> None:
	"""Lift the old default, and have every input indexed again of which something may have been left out.

	Those are the ones with a message: until now, text that could not be read was only noted there. The rest stays as it is.
	"""
	frappe.db.sql(
		"""update `tabSingles` set value = '0'
		where doctype = 'Agent Settings' and field = 'max_chunks_per_input' and value = %s""",
		OLD_DEFAULT,
	)
	frappe.clear_document_cache("Agent Settings", "Agent Settings")
	noted = frappe.get_all(
		"Knowledge Input",
		filters={"status": ("in", status.INDEXED), "error_message": ("is", "set"), "disabled": 0},
		fields=["name", "knowledge_source"],
		order_by="name",
	)
	status.set_inputs_pending([row.name for row in noted])
	for source in sorted({row.knowledge_source for row in noted}):
		status.ask_for_update(source, keep_pause=True)
