"""The only place that knows on which database a site is: what MariaDB and PostgreSQL say in different words.

All other SQL of huf is what both understand (``coalesce``, ``case``), with backticks and whole numbers as Frappe translates them.
Functions that take SQL take it from code and metas; values are bound by whoever runs the statement.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import frappe

if TYPE_CHECKING:
	from frappe.database.database import Database
	from pypika.terms import Criterion, Field

T = TypeVar("T")

_CHANGED_SINCE_READ = 1020
"""MariaDB's ER_CHECKREAD."""
_SERIALIZATION_FAILURE = "40001"
"""The same of PostgreSQL: another transaction changed a row since this one's snapshot."""
_TIME = "'YYYY-MM-DD HH24:MI:SS.US'"
_SAVEPOINT = "huf_statement"
_AMONG_PLAIN = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")


def is_postgres() -> bool:
	"""Whether this site is on PostgreSQL."""
	return frappe.db.db_type == "postgres"


def by_index(doctype: str, index: str = "primary", alias: str = "") -> str:
	"""The table of a DocType, to be read by this index and no other way.

	Asked for a good part of a small table, MariaDB would rather read all of it, and what it reads for a change it locks.
	PostgreSQL locks only what it finds.
	"""
	table = f"`tab{doctype}` {alias}".rstrip()
	return table if is_postgres() else f"{table} force index ({index})"


def delete_by_name(doctype: str) -> str:
	"""A statement that deletes the rows whose names are bound to it, as one list, and locks no others."""
	if is_postgres():
		return f"delete from `tab{doctype}` where name in %s"
	return f"delete t from {by_index(doctype, alias='t')} where t.name in %s"


def on_conflict(*columns: str) -> str:
	"""What stands between an insert and the assignments that are made instead where a row has these unique columns."""
	return f"on conflict ({', '.join(columns)}) do update set" if is_postgres() else "on duplicate key update"


def inserted(column: str) -> str:
	"""In such an assignment, the value that was to be inserted."""
	return f"excluded.{column}" if is_postgres() else f"values({column})"


def same(one: str, other: str) -> str:
	"""Whether two values are equal, nothing being equal to nothing."""
	return f"{one} is not distinct from {other}" if is_postgres() else f"{one} <=> {other}"


def as_text(value: str) -> str:
	"""A value as text."""
	return f"cast({value} as text)" if is_postgres() else f"cast({value} as char)"


def as_exact_text(value: str) -> str:
	"""A value as text that is equal to nothing but itself: no other case, no accents left out."""
	return f"cast({value} as text)" if is_postgres() else f"cast({value} as binary)"


def moment_as_text(value: str) -> str:
	"""A date with a time as text, with all six digits of its microseconds."""
	return f"to_char({value}, {_TIME})" if is_postgres() else f"cast({value} as char)"


def seconds_since(column: str, until: str) -> str:
	"""The seconds between two times."""
	if is_postgres():
		return f"extract(epoch from (cast({until} as timestamp) - {column}))"
	return f"timestampdiff(microsecond, {column}, {until}) / 1e6"


def like() -> str:
	"""The comparison with a pattern that heeds no case."""
	return "ilike" if is_postgres() else "like"


def is_like(column: "Field", pattern: str) -> "Criterion":
	"""The same for the query builder."""
	return column.ilike(pattern) if is_postgres() else column.like(pattern)


def literal_pattern(text: str) -> str:
	"""A pattern of ``like`` that means the text itself."""
	return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def equals(column: str, mark: str) -> str:
	"""Whether a column with text equals a bound text, in upper or lower case: so MariaDB compares by itself."""
	return f"lower({column}) = lower({mark})" if is_postgres() else f"{column} = {mark}"


def own_values(names: int, number: bool) -> str:
	"""Each row's own value, by its name: binds the names, then their values.

	It compares the column with plain values, so it works with whatever collation the table has; a join with a list of
	values would not. MariaDB finds a place in a list faster than it goes through cases.
	"""
	marks = ", ".join(["%s"] * names)
	if is_postgres():
		kind = "bigint" if number else "text"
		return f"(cast(array[{marks}] as {kind}[]))[array_position(array[{marks}], cast(name as text))]"
	return f"elt(field(name, {marks}), {marks})"


def bound_own_values(names: Sequence[str], values: Sequence[object]) -> tuple[object, ...]:
	"""What :func:`own_values` binds, in its order."""
	return (*values, *names) if is_postgres() else (*names, *values)


def minutes_from(moment: str, minutes: str) -> str:
	"""A time so many minutes after another."""
	if is_postgres():
		return f"cast({moment} as timestamp) + ({minutes}) * interval '1 minute'"
	return f"date_add({moment}, interval ({minutes}) minute)"


def random() -> str:
	"""A value that is another one for each row."""
	return "gen_random_uuid()" if is_postgres() else "uuid()"


def json_entry(column: str, key: str) -> str:
	"""An entry of a column that holds JSON as text; null where MariaDB finds none in it."""
	if is_postgres():
		return f"(cast({column} as json) ->> '{key}')"
	return f"if(json_valid({column}), json_value({column}, '$.{key}'), null)"


def document_as_json(table: str, doctype: str, columns: Sequence[str]) -> str:
	"""A row as JSON, with its DocType, as Frappe keeps a document; ``doctype`` is SQL."""
	if is_postgres():
		return f"cast(to_jsonb(`{table}`) || jsonb_build_object('doctype', cast({doctype} as text)) as text)"
	pairs = ", ".join(f"'{column}', `{column}`" for column in columns)
	return f"json_object('doctype', {doctype}, {pairs})"


def update_unless_taken(update: str, values: Sequence[object]) -> None:
	"""Run an update without its first word; leave the row as it is where another one has the new value, which is unique."""
	if not is_postgres():
		frappe.db.sql(f"update ignore {update}", values)
		return
	try:
		alone(lambda: frappe.db.sql(f"update {update}", values))
	# Frappe has no class for it, only the question; every other error is raised on.
	except Exception as error:
		if not frappe.db.is_duplicate_entry(error):
			raise


def unique_name(name: str) -> str:
	"""What an index is called that Frappe shall tell a taken value by: on PostgreSQL it looks for these letters in the error."""
	return f"{name}_key" if is_postgres() else name


def add_index(doctype: str, columns: Sequence[str], name: str) -> None:
	"""Make an index unless there is one of these columns.

	On PostgreSQL no two tables have an index of the same name, and Frappe makes none where the name is taken, so the table's
	own name is in it there.
	"""
	if not is_postgres():
		frappe.db.add_index(doctype, [*columns], name)
		return
	# Looked for first, since making it commits.
	if not frappe.db.sql(
		"""select 1 from pg_indexes where schemaname = current_schema() and tablename = %s
		and replace(indexdef, '"', '') like %s""",
		(f"tab{doctype}", f"%btree ({', '.join(columns)})"),
	):
		frappe.db.add_index(doctype, [*columns], f"tab{doctype}_{'_'.join(columns)}_idx")


def add_lost_indexes(doctype: str) -> None:
	"""On PostgreSQL, what Frappe makes there only for the first table with a column of that name, or not at all."""
	meta = frappe.get_meta(doctype)
	if not is_postgres() or meta.issingle:
		return
	wanted = [field.fieldname for field in meta.fields if field.search_index and not field.unique]
	for column in [*wanted, "parent" if meta.istable else "modified"]:
		add_index(doctype, [column], column)


def table_options() -> str:
	"""What stands after the columns of a table that is made as Frappe makes its own."""
	if is_postgres():
		return ""
	return "engine=InnoDB row_format=dynamic character set=utf8mb4 collate=utf8mb4_unicode_ci"


def this_schema() -> str:
	"""The schema of the site's tables in ``information_schema``."""
	return "current_schema()" if is_postgres() else "database()"


def has_table(name: str) -> bool:
	"""Whether the site has a table of this name now. Nothing is remembered."""
	return bool(
		frappe.db.sql(
			f"select 1 from information_schema.tables where table_schema = {this_schema()} and table_name = %s",
			name,
		)
	)


def rows_changed() -> int:
	"""Rows that the last statement of this connection changed."""
	return frappe.db._cursor.rowcount if is_postgres() else frappe.db.sql("select row_count()")[0][0]


def wait_for_locks(seconds: int) -> None:
	"""How long a statement of this transaction waits for a lock. MariaDB keeps it for the connection."""
	if is_postgres():
		frappe.db.sql(f"set local lock_timeout to '{seconds:d}s'")
	else:
		frappe.db.sql("set session innodb_lock_wait_timeout = %s", seconds)


def rows_within(seconds: float, select: str, values: dict[str, Any]) -> Any:
	"""The rows of a select that is ended after this time: :func:`is_statement_timeout` of the error says so."""
	if not is_postgres():
		return frappe.db.sql(f"set statement max_statement_time={seconds:.1f} for {select}", values)
	with _undone_alone():
		frappe.db.sql(f"set local statement_timeout to '{max(1, round(seconds * 1000)):d}ms'")
		found = frappe.db.sql(select, values)
		frappe.db.sql("set local statement_timeout to default")
		return found


def only_read(connection: "Database", seconds: int) -> None:
	"""Let every transaction of a new connection refuse to write, and end each statement after this time."""
	if not is_postgres():
		connection.sql("set session transaction read only")
		connection.set_execution_timeout(seconds)
		return
	connection.sql("set session characteristics as transaction read only")
	connection.sql(f"set statement_timeout to '{seconds:d}s'")
	# What is set for a session goes with a transaction that is undone.
	connection._conn.commit()  # nosemgrep: frappe-manual-commit (nothing but that is in it)


def read_committed(connection: "Database") -> None:
	"""Before the first statement of a transaction: let it see what others commit while it waits for them.

	Locking reads and changes of MariaDB do in any transaction. PostgreSQL would refuse them, since Frappe asks it for snapshots.
	"""
	if is_postgres():
		connection.sql("set transaction isolation level read committed")


def is_conflict(error: Exception) -> bool:
	"""Whether the database gave a transaction up for another one, so that the same may succeed now."""
	# Frappe has no name for the last two: a row was changed since this transaction's snapshot.
	return (
		isinstance(error, (frappe.QueryDeadlockError, frappe.QueryTimeoutError))
		or error.args[:1] == (_CHANGED_SINCE_READ,)
		or getattr(error, "pgcode", None) == _SERIALIZATION_FAILURE
	)


def is_statement_timeout(error: Exception) -> bool:
	"""Whether a statement was ended because it took too long."""
	# MariaDB's test looks at the number that its driver's errors begin with; Frappe has an error of its own for PostgreSQL's.
	if is_postgres():
		return bool(frappe.db.is_statement_timeout(error))
	return isinstance(error, frappe.db.OperationalError) and bool(frappe.db.is_statement_timeout(error))


def alone(run: Callable[[], T]) -> T:
	"""What ``run`` gives, for callers that go on when it raises.

	PostgreSQL refuses every statement after one that failed, until it is undone; here what ``run`` did alone is.
	"""
	if not is_postgres():
		return run()
	with _undone_alone():
		return run()


@contextmanager
def _undone_alone() -> Iterator[None]:
	frappe.db.sql(f"savepoint {_SAVEPOINT}")
	# Whatever it was: it is raised on.
	try:
		yield
	except BaseException:
		frappe.db.sql(f"rollback to savepoint {_SAVEPOINT}")
		raise
	finally:
		frappe.db.sql(f"release savepoint {_SAVEPOINT}")


def quoted(value: str) -> str:
	"""The value as a word of SQL."""
	if not is_postgres() or _AMONG_PLAIN.issuperset(value):
		return frappe.db.escape(value, percent=False)
	# Frappe translates backticks, "from tab…", "locate(" and numbers behind "=" for PostgreSQL inside of words too, so
	# nothing may be left in this one that looks like SQL, nor a percent sign.
	signs = (
		sign if sign in _AMONG_PLAIN or not sign.isascii() else f"\\x{ord(sign):02x}"
		for sign in value.replace("\0", "")
	)
	return f"E'{''.join(signs)}'"
