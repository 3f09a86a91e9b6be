"""A source is renamed while others write to it: the database gives up one of two that wait for each other, and both succeed."""

import threading
from unittest.mock import patch

import frappe
import psycopg2.errors
import pytest

from huf.ai.knowledge import status
from huf.ai.site.database import transactions
from tests.site.stress.harness import Site, text


class ChangedMeanwhile(psycopg2.errors.SerializationFailure):
	"""As PostgreSQL raises it; the driver's own has a code only when a server said so."""

	pgcode = "40001"


def test_rename_against_a_job_that_writes(site: Site):
	"""A transaction that has written all inputs asks for the source while the rename waits for them: both succeed."""
	source = site.source()
	names = [site.add_text(source.name, text(n, size=200), commit=False) for n in range(60)]
	frappe.db.commit()
	ended: list[object] = []
	with site.other_user() as job, site.other_user() as looker:
		# Having written more, it is not the one that the database would give up.
		job.execute("update `tabKnowledge Input` set error_message = 'x' where name in %s", (names,))

		def ask_for_the_source() -> None:
			try:
				while not site.waits_for_inputs(looker):
					pass
				job.execute("select name from `tabKnowledge Source` where name = %s for update", source.name)
				job.connection.commit()
				ended.append("committed")
			except Exception as error:  # noqa: BLE001  told in the thread of the test
				ended.append(error)
				job.connection.rollback()

		thread = threading.Thread(target=ask_for_the_source)
		thread.start()
		new = frappe.rename_doc("Knowledge Source", source.name, f"{source.name} renamed", show_alert=False)
		frappe.db.commit()
		thread.join()
	assert ended == ["committed"]
	assert set(frappe.get_all("Knowledge Input", {"knowledge_source": new}, pluck="name")) == set(names)


@pytest.mark.parametrize("is_named", [True, False])
def test_a_deadlock_is_tried_again(site: Site, is_named: bool):
	"""What the database gives up while the locks are taken is begun anew, unless the caller would lose what they wrote."""
	# Of the driver that Frappe has: version 16 has another one than 15, and PostgreSQL its own.
	unnamed = (
		ChangedMeanwhile()
		if frappe.db.db_type == "postgres"
		else frappe.db.OperationalError(1020, "Record has changed")
	)
	error = frappe.QueryDeadlockError(1213, "Deadlock found") if is_named else unnamed
	source = site.source()
	frappe.db.commit()
	lock, given_up = status.lock_inputs, [error, error]

	def refuse(names: list[str]) -> object:
		if given_up:
			raise given_up.pop()
		return lock(names)

	with patch.object(status, "lock_inputs", refuse):
		new = frappe.rename_doc("Knowledge Source", source.name, f"{source.name} renamed", show_alert=False)
		frappe.db.commit()
		assert not given_up
		given_up.append(error)
		frappe.db.set_value("Knowledge Source", new, "description", "written before")
		with pytest.raises(type(error)):
			frappe.rename_doc("Knowledge Source", new, f"{new} again", show_alert=False)
	frappe.db.rollback()
	unknown = frappe.db.OperationalError(1054, "Unknown column")
	with pytest.raises(type(unknown)):
		transactions.retry_deadlocks(lambda: (_ for _ in ()).throw(unknown))
