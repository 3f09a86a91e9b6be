"""Where this machine keeps copies of the indexes that it searches, when the site's folder lies on a disk that several machines share.

``huf_local_copies`` in ``site_config.json`` or ``common_site_config.json`` is written by whoever looks after the server, never in the desk::

	"huf_local_copies": {"folder": "/var/lib/huf-copies", "gigabytes": 50}
"""

from pathlib import Path
from typing import TYPE_CHECKING

import frappe
from frappe import _

from huf.ai.site import artifacts
from huf.engine.errors import SettingsError

if TYPE_CHECKING:
	from huf.engine.search.opened.local_copies import LocalCopies

CONFIG = "huf_local_copies"


def site_copies() -> "LocalCopies | None":
	"""The copies that the site wants; None if it wants none.

	Raises:
		SettingsError: what stands in the configuration cannot be used.
	"""
	values = frappe.conf.get(CONFIG)
	if not values:
		return None
	folder, gigabytes = (
		(values.get("folder"), values.get("gigabytes")) if isinstance(values, dict) else (None, None)
	)
	if not isinstance(folder, str) or not Path(folder).is_absolute():
		raise SettingsError(
			_("{0} in the site's configuration names no folder. Enter its whole path as folder.").format(
				CONFIG
			)
		)
	if isinstance(gigabytes, bool) or not isinstance(gigabytes, int | float) or not 0 < gigabytes < 1e6:
		raise SettingsError(
			_("{0} in the site's configuration has no bound. Enter a number above 0 as gigabytes.").format(
				CONFIG
			)
		)
	if artifacts.is_public(Path(folder)):
		raise SettingsError(
			_("{0} names a folder that everybody can read from the web. Choose another one.").format(CONFIG)
		)
	# Not on every system that the engine runs on.
	from huf.engine.search.opened.local_copies import LocalCopies

	return LocalCopies(Path(folder), int(gigabytes * 1024**3))


def site_copies_or_none() -> "LocalCopies | None":
	"""The same for searching, which goes on without copies; the doctor says what is wrong."""
	try:
		return site_copies()
	except SettingsError:
		return None
