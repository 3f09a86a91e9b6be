"""Connections to PostgreSQL: one for each thread and server, kept open, and made anew when the server has closed it."""

import os
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.errors import SearchEngineMissing

OWN_SETTINGS = ("connection_string", "schema", "precision", "index", "search", "timeout")
"""Settings that are not arguments of a connection."""
_TIMEOUT_S = 60
"""Seconds until a statement counts as unanswered, unless the settings say otherwise."""
_DEFAULTS = {
	"connect_timeout": 10,
	"keepalives_idle": 30,
	"tcp_user_timeout": 10_000,
	"application_name": "huf",
}
"""A server that is away is noticed in seconds; the last is in ms. Names are libpq's."""
_SESSION = ("SET work_mem = '64MB'", "SET jit = off", "SET extra_float_digits = 1")
"""The sum over some hundred thousand postings fits into that; compiling it would take longer than it runs."""

T = TypeVar("T")


class _Own(threading.local):
	"""The connections of this thread, by process, since they do not outlive a fork, and key of the settings."""

	def __init__(self) -> None:
		self.open: dict[tuple[int, str], Any] = {}


_own = _Own()
_all: "weakref.WeakKeyDictionary[Any, int]" = weakref.WeakKeyDictionary()
"""Those of all threads, with the process that made each: what a fork inherited is not its to close."""


def close_connections() -> None:
	"""Close the connections of this process; what is used afterwards opens new ones."""
	for connection, process in list(_all.items()):
		if process == os.getpid():
			connection.close()
	_own.open.clear()


def asked(settings: StoreSettings, request: Callable[[Any], T]) -> T:
	"""What ``request`` gives for a connection. It may run twice, if the server has closed the connection that was kept.

	Raises:
		RuntimeError: what the server or the client says, without the details, which quote rows.
	"""
	import psycopg2

	try:
		return _asked(settings, request)
	except psycopg2.Error as error:
		lines = str(error).splitlines()
		raise RuntimeError(
			error.diag.message_primary or (lines[0] if lines else type(error).__name__)
		) from error


def _asked(settings: StoreSettings, request: Callable[[Any], T]) -> T:
	import psycopg2

	key = os.getpid(), settings.key
	kept = _own.open.get(key)
	if kept is not None:
		try:
			return request(kept)
		except (psycopg2.OperationalError, psycopg2.InterfaceError):
			if not kept.closed:
				raise
	connection = _own.open[key] = _connected(settings)
	_all[connection] = os.getpid()
	return request(connection)


def written(connection: Any, work: Callable[[Any], T]) -> T:
	"""What ``work`` gives for a cursor, in one transaction: all of it is there, or nothing."""
	with connection.cursor() as cursor:
		cursor.execute("BEGIN")
		try:
			result = work(cursor)
			cursor.execute("COMMIT")
		# Whatever it was: the next request on the connection must not stand in this transaction. It is raised on.
		except BaseException:
			if not connection.closed:
				cursor.execute("ROLLBACK")
			raise
		return result


def composed(template: str, names: Mapping[str, Sequence[str]]) -> Any:
	"""A statement with names of tables in its places ``{…}``, each in parts as schema and table, quoted by the client."""
	from psycopg2 import sql

	return sql.SQL(template).format(**{place: sql.Identifier(*parts) for place, parts in names.items()})


def _connected(settings: StoreSettings) -> Any:
	import psycopg2

	filled = settings.filled()
	values = {name: value for name, value in filled.items() if name not in OWN_SETTINGS}
	address, timeout = filled.get("connection_string"), filled.get("timeout", _TIMEOUT_S)
	if isinstance(timeout, bool) or not isinstance(timeout, int | float) or timeout <= 0:
		raise SearchEngineMissing("The setting “timeout” of PostgreSQL is no number of seconds. Correct it.")
	try:
		connection = psycopg2.connect(**{**_DEFAULTS, **values, **_parsed(address)})
	# Its words may be those of the settings.
	except psycopg2.ProgrammingError as error:
		raise SearchEngineMissing(
			"PostgreSQL's client does not know one of the settings. Correct their names (docs/scaling.md)."
		) from error
	connection.autocommit = True
	with connection.cursor() as cursor:
		for statement in _SESSION:
			cursor.execute(statement)
		cursor.execute("SET statement_timeout = %s", (int(timeout * 1000),))
	return connection


def _parsed(address: object) -> Mapping[str, str]:
	from psycopg2 import ProgrammingError
	from psycopg2.extensions import parse_dsn

	if address is None:
		return {}
	try:
		parsed: Mapping[str, str] = parse_dsn(address)
	except (ProgrammingError, TypeError) as error:
		raise SearchEngineMissing(
			"The setting “connection_string” is no address that PostgreSQL's client reads, such as postgresql://huf@db.internal:5432/huf."
			" Correct it."
		) from error
	return parsed
