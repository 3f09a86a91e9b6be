"""The vector store and the search engine of the site: what sources of the knowledge types ``vector_store`` and ``search_engine`` lie in.

They stand in ``site_config.json``, where only those who run the bench can write: a dotted path that is imported
and an address with its password are not for the desk.
"""

from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.engine.errors import SearchEngineMissing, SettingsError, VectorStoreMissing

if TYPE_CHECKING:
	from huf.engine.backends.vector_store.settings import StoreSettings

CONFIG = "huf_vector_store"
ENGINE_CONFIG = "huf_search_engine"


def site_store() -> "StoreSettings":
	"""The store that new builds use.

	Raises:
		VectorStoreMissing: the site has none, or what stands there cannot be read.
	"""
	from huf.engine.backends.vector_store.settings import StoreSettings

	values = frappe.conf.get(CONFIG)
	if not values:
		raise VectorStoreMissing(
			_("This site has no vector store. Enter {0} in site_config.json (docs/scaling.md).").format(
				CONFIG
			)
		)
	try:
		return StoreSettings.read(frappe.as_json(values))
	except SettingsError as error:
		raise VectorStoreMissing(
			_("{0} in site_config.json cannot be used: {1}").format(CONFIG, str(error))
		) from error


def site_store_or_none() -> "StoreSettings | None":
	"""The same for searching, which goes on with the store that each build names itself."""
	# Every search comes here, and the words of the error alone would make it read all translations of the site.
	if not frappe.conf.get(CONFIG):
		return None
	try:
		return site_store()
	except VectorStoreMissing:
		return None


def site_engine() -> "StoreSettings":
	"""The search engine that new builds go into.

	Raises:
		SearchEngineMissing: the site has none, or what stands there cannot be read.
	"""
	from huf.engine.backends.vector_store.settings import ENGINE_NAMES, SHORT_NAMES, StoreSettings

	values = frappe.conf.get(ENGINE_CONFIG)
	if not values:
		raise SearchEngineMissing(
			_("This site has no search engine. Enter {0} in site_config.json (docs/scaling.md).").format(
				ENGINE_CONFIG
			)
		)
	try:
		if not isinstance(values, dict) or not isinstance(values.get("path"), str):
			raise SettingsError("It is no object with a path and settings.")
		settings = frappe.as_json(values.get("settings") or {})
		return StoreSettings.named(values["path"], settings, SHORT_NAMES | ENGINE_NAMES)
	except SettingsError as error:
		raise SearchEngineMissing(
			_("{0} in site_config.json cannot be used: {1}").format(ENGINE_CONFIG, str(error))
		) from error


def site_engine_or_none() -> "StoreSettings | None":
	"""The same for searching, which goes on in the engine that each build names itself."""
	if not frappe.conf.get(ENGINE_CONFIG):
		return None
	try:
		return site_engine()
	except SearchEngineMissing:
		return None
