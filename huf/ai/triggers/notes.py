"""Notes of saves, for triggers: written in the save and read by one job, and by nothing and nobody else.

They stand in a table and not in a DocType: ``frappe.client.get_count`` counts the rows of any DocType for whoever is logged in,
with any filter and whatever the rights are. Frappe's names of tables begin with ``tab`` or ``__``; no DocType, and so no
list, report, REST call, export or role, leads to this one.

A note is written at once and not before the commit, so that it also goes with a savepoint that is undone.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import frappe
from frappe.utils import now_datetime

from huf.ai.site.database import dialect

TABLE = "huf_trigger_note"
MOST_TRIES = 5
"""So often a note is taken up whose job was killed or broke each time."""
_ATTRIBUTE = "_huf_trigger_notes"
_POSTGRES = (
	f"""create table if not exists `{TABLE}` (
		name varchar(40) primary key,
		creation timestamp(6) not null,
		reference_doctype varchar(140) not null,
		reference_name varchar(140) not null,
		event varchar(20) not null,
		state_before text,
		tries int not null default 0
	)""",
	f"create index if not exists `{TABLE}_creation` on `{TABLE}` (creation)",
	f"create index if not exists `{TABLE}_reference` on `{TABLE}` (reference_doctype, reference_name)",
)
"""How PostgreSQL makes the table: there an index has a statement of its own, and a name that no other index may have."""


@dataclass(frozen=True, slots=True)
class Note:
	"""A stored note."""

	name: str
	creation: Any
	doctype: str
	document: str
	event: str
	before: Mapping[str, Any] | None
	"""What :func:`~huf.ai.triggers.view.kept_state` kept of the state before; None: nothing, since there was none or no condition asks for it."""
	tries: int


def make_table() -> None:
	"""Make the table unless it is there.

	MariaDB commits before it makes a table, also one that is there already, so that is asked first.
	"""
	if dialect.has_table(TABLE):
		return
	if dialect.is_postgres():
		for statement in _POSTGRES:
			frappe.db.sql_ddl(statement)
		return
	frappe.db.sql_ddl(
		f"""create table if not exists `{TABLE}` (
			name char(40) character set ascii not null primary key,
			creation datetime(6) not null,
			reference_doctype varchar(140) not null,
			reference_name varchar(140) not null,
			event varchar(20) not null,
			state_before mediumtext,
			tries int not null default 0,
			key creation (creation),
			key reference (reference_doctype, reference_name)
		) engine=InnoDB row_format=dynamic character set=utf8mb4 collate=utf8mb4_unicode_ci"""
	)


def drop_table() -> None:
	"""Remove the table and what is in it."""
	frappe.db.sql_ddl(f"drop table if exists `{TABLE}`")


def write(
	doctype: str, document: str, event: str, before: Mapping[str, Any] | None, *, then: Callable[[], None]
) -> None:
	"""Note an event of a document, and call ``then`` once after the commit of this transaction, if it noted anything.

	There is one note for each document and event of a transaction, with the state before the first.
	"""
	transaction = _transaction()
	name = sha256("\0".join((transaction.token, doctype, document, event)).encode()).hexdigest()[:40]
	kept = None if before is None else json.dumps(before)
	frappe.db.sql(
		f"""insert into `{TABLE}` (name, creation, reference_doctype, reference_name, event, state_before)
		values (%s, %s, %s, %s, %s, %s) {dialect.on_conflict("name")} name = `{TABLE}`.name""",
		(name, now_datetime(), doctype, document, event, kept),
	)
	if not transaction.has_notes:
		transaction.has_notes = True
		frappe.db.after_commit.add(then)


@dataclass(slots=True)
class _Transaction:
	token: str
	has_notes: bool = False


def _transaction() -> _Transaction:
	"""What is known of the transaction that is under way. It belongs to the connection: there may be a second one."""
	connection = frappe.local.db
	found: _Transaction | None = getattr(connection, _ATTRIBUTE, None)
	if found is None:
		found = _Transaction(frappe.generate_hash(length=20))
		setattr(connection, _ATTRIBUTE, found)

		def forget() -> None:
			setattr(connection, _ATTRIBUTE, None)

		connection.after_commit.add(forget)
		connection.after_rollback.add(forget)
	return found


def read(limit: int, but: Sequence[str] = ()) -> list[Note]:
	"""The notes now, those that were never taken up first, then the oldest. Ends the current transaction."""
	frappe.db.rollback()
	rows = frappe.db.sql(
		f"""select name, creation, reference_doctype, reference_name, event, state_before, tries from `{TABLE}`
		where name not in %s order by tries > 0, creation limit %s""",
		(tuple(but) or ("",), limit),
	)
	return [
		Note(name, creation, doctype, document, event, json.loads(before) if before else None, tries)
		for name, creation, doctype, document, event, before, tries in rows
	]


def are_waiting() -> bool:
	"""Whether there is a note."""
	return bool(frappe.db.sql(f"select 1 from `{TABLE}` limit 1"))


def count_tries(notes: Sequence[Note]) -> None:
	"""They are taken up now. Does not commit."""
	frappe.db.sql(
		f"update `{TABLE}` set tries = tries + 1 where name in %s", (tuple(note.name for note in notes),)
	)


def delete(notes: Sequence[Note]) -> None:
	"""They are dealt with. Does not commit."""
	if notes:
		frappe.db.sql(f"delete from `{TABLE}` where name in %s", (tuple(note.name for note in notes),))


def rename(doctype: str, old: str, new: str) -> None:
	"""A document has a new name."""
	frappe.db.sql(
		f"update `{TABLE}` set reference_name = %s where reference_doctype = %s and reference_name = %s",
		(new, doctype, old),
	)


def rename_doctype(old: str, new: str) -> None:
	"""A DocType has a new name."""
	frappe.db.sql(f"update `{TABLE}` set reference_doctype = %s where reference_doctype = %s", (new, old))
