"""Milvus's own client: one for each process and server, which many threads use, and what of the settings is not its."""

import os
import threading
from collections.abc import Mapping
from typing import Any

from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.errors import SearchEngineMissing

_TIMEOUT_S = 30
"""Seconds until a server that does not answer counts as away, unless the settings say otherwise."""
_OWN = ("collection", "index", "search", "timeout")
"""Settings that are not arguments of the client."""

_clients: dict[tuple[int, str], Any] = {}
"""By process, since connections do not outlive a fork, and key of the settings."""
_lock = threading.Lock()


def client_of(settings: StoreSettings) -> Any:
	"""A ``MilvusClient``, connected.

	Raises:
		SearchEngineMissing: the settings name no server.
	"""
	key = os.getpid(), settings.key
	with _lock:
		if key not in _clients:
			from pymilvus import MilvusClient

			filled = settings.filled()
			values = {name: value for name, value in filled.items() if name not in _OWN}
			if not isinstance(values.get("uri"), str) or not values["uri"]:
				raise SearchEngineMissing(
					"The setting “uri” of Milvus is missing, such as https://milvus.internal:19530. Enter it."
				)
			_clients[key] = MilvusClient(**values, timeout=timeout_of(settings))
		return _clients[key]


def close_clients() -> None:
	"""Close the connections of this process, and end what serves a file; what is used afterwards opens new ones."""
	with _lock:
		for key in [key for key in _clients if key[0] == os.getpid()]:
			_clients.pop(key).close()
	try:
		from milvus_lite.server_manager import server_manager_instance
	except ImportError:
		return
	server_manager_instance.release_all()


def is_local(settings: StoreSettings) -> bool:
	"""Whether the engine is Milvus Lite: a file, served by a process that belongs to this one."""
	uri = str(settings.filled().get("uri", ""))
	return uri.endswith(".db") and "://" not in uri


def timeout_of(settings: StoreSettings) -> int:
	"""Seconds for each request. The client goes by whole ones, and tries again for minutes without.

	Raises:
		SearchEngineMissing: the setting is none.
	"""
	seconds = settings.filled().get("timeout", _TIMEOUT_S)
	if isinstance(seconds, bool) or not isinstance(seconds, int) or seconds < 1:
		raise SearchEngineMissing(
			"The setting “timeout” of Milvus is no whole number of seconds. Correct it."
		)
	return seconds


def own_setting(settings: StoreSettings, name: str) -> dict[str, Any]:
	"""One of the settings that are objects.

	Raises:
		SearchEngineMissing: it is none.
	"""
	found = settings.filled().get(name, {})
	if not isinstance(found, Mapping):
		raise SearchEngineMissing(
			f"The setting “{name}” of Milvus is no object of names and values. Correct it."
		)
	return dict(found)
