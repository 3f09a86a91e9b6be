"""The engine's registries with what other apps add by the hooks ``huf_knowledge_backends`` and
``huf_knowledge_extractors`` (dictionaries from key to dotted path), and what ``site_config.json`` adds by the second name.

A path is imported, so who names one runs code: hooks and the files of the site do, and no record does.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import frappe

from huf.ai.knowledge.backends.copies import site_copies_or_none
from huf.engine.backends import DEFAULT_BACKEND
from huf.engine.backends import default_registry as default_backends
from huf.engine.errors import SettingsError

if TYPE_CHECKING:
	from collections.abc import Callable

	from huf.engine.backends.base import Backend, Reader
	from huf.engine.embedding import Embedder
	from huf.engine.extractors import Extractor
	from huf.engine.registry import Registry

EXTRACTORS = "huf_knowledge_extractors"
"""The hook, and the key in ``site_config.json``."""


def backend_registry(
	embedder: "Embedder | None" = None, batch_texts: int | None = None
) -> "Registry[Backend]":
	"""Kinds of index that this site knows. Builds that are there are searched with the model that made them.

	:param embedder: makes the vectors of new builds. :param batch_texts: how many texts it is given at once.
	"""
	from huf.ai.knowledge.backends.stores import site_engine_or_none, site_store_or_none
	from huf.engine.backends.hybrid.backend import BATCH_TEXTS, KEY, hybrid_backend
	from huf.engine.backends.search_engine.backend import KEY as ENGINE
	from huf.engine.backends.search_engine.backend import search_engine_backend
	from huf.engine.backends.vector_store.backend import KEY as STORED
	from huf.engine.backends.vector_store.backend import vector_store_backend

	at_once = batch_texts or BATCH_TEXTS
	backend = hybrid_backend(embedder, batch_texts=at_once)
	registry = default_backends()
	registry.register(KEY, replace(backend, open_reader=_open_hybrid))
	stored = vector_store_backend(embedder, site_store_or_none(), batch_texts=at_once)
	registry.register(STORED, replace(stored, open_reader=_open_stored))
	engine = search_engine_backend(embedder, site_engine_or_none(), batch_texts=at_once)
	registry.register(ENGINE, replace(engine, open_reader=_open_in_engine))
	return _with_hooks(registry, "huf_knowledge_backends")


def search_registry() -> "Registry[Backend]":
	"""Kinds of index for searching: as :func:`backend_registry`, by copies on this machine if the site wants them."""
	from huf.engine.backends.hybrid.backend import KEY

	registry, copies = backend_registry(), site_copies_or_none()
	if copies is not None:
		for key in (DEFAULT_BACKEND, KEY):
			copied = copies.of(registry.get(key))
			registry.forget([key])
			registry.register(key, copied)
	return registry


def _open_hybrid(folder: Path) -> "Reader":
	from huf.ai.knowledge.backends.embedding_models import embedder_of_build
	from huf.engine.backends.hybrid.backend import hybrid_backend

	# The folder's name is that of the row of the build, which leads to the AI Model.
	return hybrid_backend(None, partial(embedder_of_build, folder.name)).open_reader(folder)


def _open_stored(folder: Path) -> "Reader":
	from huf.ai.knowledge.backends.embedding_models import embedder_of_build
	from huf.engine.backends.vector_store.backend import vector_store_backend

	return vector_store_backend(None, None, partial(embedder_of_build, folder.name)).open_reader(folder)


def _open_in_engine(folder: Path) -> "Reader":
	from huf.ai.knowledge.backends.embedding_models import embedder_of_build
	from huf.engine.backends.search_engine.backend import search_engine_backend

	return search_engine_backend(None, None, partial(embedder_of_build, folder.name)).open_reader(folder)


def extractor_registry() -> "Registry[Extractor]":
	"""Extractors that this site knows.

	Raises:
		SettingsError: an ending is named twice, or the site's own ones are no dictionary of paths.
	"""
	from huf.engine.extractors import default_registry
	from huf.engine.extractors.llama_readers import entry_of
	from huf.engine.extractors.versions import UNRECORDED

	registry, own = default_registry(), _of_site_config()
	# What huf did not read at first an app may have read for years: there its extractor goes before huf's own.
	registry.forget({*(frappe.get_hooks(EXTRACTORS) or {}), *own} - UNRECORDED.keys())
	_with_hooks(registry, EXTRACTORS, entry_of)
	for key, path in own.items():
		registry.register(key, entry_of(path))
	return registry


def _of_site_config() -> dict[str, str]:
	own = frappe.conf.get(EXTRACTORS) or {}
	if not isinstance(own, dict) or not all(isinstance(path, str) for path in own.values()):
		raise SettingsError(
			f"{EXTRACTORS} in site_config.json is to be a dictionary from the ending of a file to a dotted path."
		)
	return own


def _as_it_is(path: str) -> str:
	return path


def _with_hooks(
	registry: "Registry", hook: str, entry_of: "Callable[[str], object]" = _as_it_is
) -> "Registry":
	for key, paths in (frappe.get_hooks(hook) or {}).items():
		# Frappe collects what several apps give for a key in a list. Two different things are refused: which
		# one wins would depend on the order in which the apps were installed.
		for path in paths if isinstance(paths, list) else [paths]:
			registry.register(key, entry_of(path))
	return registry
