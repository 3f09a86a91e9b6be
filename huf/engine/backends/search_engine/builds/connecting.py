"""From the place of an index to its engine: the class by a dotted path."""

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from huf.engine.backends.search_engine.builds.manifest import Place
from huf.engine.backends.search_engine.contract.engine import SearchEngine
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.errors import SearchEngineMissing

_OWN = "huf.engine.backends.search_engine"
"""Where huf's own engines are."""

Open: TypeAlias = Callable[[StoreSettings, str], SearchEngine]
"""What a dotted path names: gives the engine for settings and the name of a collection."""


def is_engine(settings: StoreSettings) -> bool:
	"""Whether these are settings of one of huf's own search engines, and not of a vector store."""
	return settings.path.startswith(f"{_OWN}.")


def open_place(place: Place) -> SearchEngine:
	"""The engine for a collection. Nothing is connected before the first call.

	Raises:
		SearchEngineMissing: there is no such engine.
	"""
	module, _, name = place.settings.path.rpartition(".")
	try:
		found: Open = getattr(import_module(module), name)
	except (ImportError, AttributeError) as error:
		raise SearchEngineMissing(
			f"The search engine {place.settings.path} cannot be imported: {error}. Install its package on every machine that"
			" indexes or searches."
		) from error
	return found(place.settings, place.collection)
