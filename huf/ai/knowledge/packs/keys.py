"""Whose packs a site installs: those of makers whose key a System Manager has entered, and its own."""

import frappe
from frappe import _

from huf.ai.site import artifacts
from huf.engine.packs import PublicKey, SigningKey

DOCTYPE = "Knowledge Pack Key"


def site_key() -> SigningKey:
	"""The key that packs of this site are signed with; made when it is first asked for.

	Whoever may read files of the server can sign in the site's name.
	"""
	return SigningKey.of_file(artifacts.signing_key())


def is_trusted(key: PublicKey) -> bool:
	"""Whether packs that this key signed are installed here."""
	if _is_own(key):
		return True
	# Compared here: MariaDB takes letters of either case for the same, and in a key they are not.
	return frappe.db.get_value(DOCTYPE, key.fingerprint, "public_key") == key.text


def maker_of(key: PublicKey) -> str:
	"""What people call whoever signs with this key; its fingerprint where nobody gave it a name."""
	if _is_own(key):
		return _("This site")
	return frappe.db.get_value(DOCTYPE, key.fingerprint, "maker") or key.fingerprint


def _is_own(key: PublicKey) -> bool:
	return artifacts.signing_key().is_file() and key == site_key().public
