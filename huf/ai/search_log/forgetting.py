"""What leaves the log before its time: what a person takes out of it, and what goes with a run or a source."""

import frappe

from huf.ai.search_log.found import forget_gone
from huf.ai.search_log.storing import LOG, LOG_SOURCE, store_now
from huf.ai.site.pseudonyms import of_user

WAIT_SECONDS = 5.0


def delete_own(user: str) -> int:
	"""Delete all searches of a user, those of this minute too; gives how many there were.

	:raises SourceBusy: what was noted is being stored, and takes long.
	"""
	store_now(wait=WAIT_SECONDS)
	condition, values = "`user` = %s", [user]
	if hashed := of_user(user):
		condition, values = f"({condition} or user_hash = %s)", [user, hashed]
	return _delete_where(condition, values)


def delete_before(moment: str) -> None:
	"""Delete what was searched before this time, and forget how often inputs were found that are no more."""
	_delete_where("creation < %s", [moment])
	forget_gone()


def forget_run(run: str) -> None:
	"""Take out what was searched for a run that is being deleted."""
	_delete_where("agent_run = %s", [run])


def forget_source(source: str) -> None:
	"""A source is being deleted: who could read it cannot be asked any more, so what was asked of it is for those who asked."""
	frappe.db.sql(
		f"""update `tab{LOG}` set own_only = 1
		where name in (select parent from `tab{LOG_SOURCE}` where knowledge_source = %s)""",
		source,
	)


def _delete_where(condition: str, values: list[str]) -> int:
	"""
	:param condition: SQL.
	"""
	frappe.db.sql(
		f"delete from `tab{LOG_SOURCE}` where parent in (select name from `tab{LOG}` where {condition})",
		values,
	)
	count = frappe.db.sql(f"select count(*) from `tab{LOG}` where {condition}", values)[0][0]
	frappe.db.sql(f"delete from `tab{LOG}` where {condition}", values)
	return int(count)
