"""The languages in which a site has its scans read: what its settings want, and what its machine has."""

from frappe import _

from huf.ai.site.settings import get_settings
from huf.engine.ocr import Ocr


def languages_in_use() -> str:
	"""The languages in which scans are read here now; empty when they are not."""
	return Ocr(site_languages()[0]).in_use


def site_languages() -> tuple[str, str]:
	"""The languages in which this site wants scans read, or nothing and why."""
	found = get_settings()
	if not found.enable_ocr:
		return "", _("Text recognition is switched off in Agent Settings.")
	return found.ocr_languages, ""
