"""Emptying a source: the inputs that people added go, in the transaction of the caller; the next build forgets them.

What selectors bring stays, because it would come back with the next comparison: whoever wants it gone takes the selector out. So does what a
pack brought, which goes with its source.
"""

import frappe
from frappe import _

from huf.ai.knowledge import status
from huf.ai.knowledge.contents.wanted import PACK
from huf.ai.knowledge.indexing.live import publish
from huf.ai.site import queueing
from huf.ai.site.database.deletion import delete_documents
from huf.ai.site.events import announce


def clearable(source: str) -> dict[str, int]:
	"""The number of inputs that would go, by their type; disabled ones count. Checks no right."""
	rows = frappe.db.sql(
		"""select input_type, count(*) from `tabKnowledge Input`
		where knowledge_source = %s and selector is null and input_type != %s group by input_type order by input_type""",
		(source, PACK),
	)
	return {input_type: int(count) for input_type, count in rows}


def clear(source: str, artifact_id: str, expected: int) -> int:
	"""Delete what :func:`clearable` counts, and give its number. Checks no right.

	A build that is running publishes what it has read, and is not complete: searches leave out what is deleted, and the build
	after it is made without. The inputs become Deleted Documents, as those of a deleted source do.

	:param expected: how many the person was told of. :raises frappe.ValidationError: now there are more or fewer.
	"""
	publish.lock_with_inputs(source)
	names = frappe.db.sql_list(
		"""select name from `tabKnowledge Input`
		where knowledge_source = %s and selector is null and input_type != %s order by name""",
		(source, PACK),
	)
	if len(names) != expected:
		frappe.throw(
			_(
				"Nothing was deleted: there were {0} inputs to delete, and now there are {1}. Look again."
			).format(expected, len(names)),
			title=_("Clear"),
		)
	announce("huf_inputs_cleared", names)
	delete_documents("Knowledge Input", names, restorable=True)
	status.ask_for_update(source, inputs=(), left=True)
	queueing.request_update(artifact_id)
	return len(names)
