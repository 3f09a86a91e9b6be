"""The engine's registries with what other apps add by the hooks ``huf_knowledge_backends`` and
``huf_knowledge_extractors`` (dictionaries from key to dotted path)."""

from typing import TYPE_CHECKING

import frappe

if TYPE_CHECKING:
	from huf.engine.backends.base import Backend
	from huf.engine.extractors import Extractor
	from huf.engine.registry import Registry


def backend_registry() -> "Registry[Backend]":
	"""Kinds of index that this site knows."""
	from huf.engine.backends import default_registry

	return _with_hooks(default_registry(), "huf_knowledge_backends")


def extractor_registry() -> "Registry[Extractor]":
	"""Extractors that this site knows."""
	from huf.engine.extractors import default_registry

	return _with_hooks(default_registry(), "huf_knowledge_extractors")


def _with_hooks(registry: "Registry", hook: str) -> "Registry":
	for key, paths in (frappe.get_hooks(hook) or {}).items():
		# Frappe collects the values of a dictionary hook of several apps in lists; the last app wins.
		registry.register(key, paths[-1] if isinstance(paths, list) else paths)
	return registry
