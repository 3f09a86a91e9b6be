"""Pseudonyms: what the same person, or the same text, is called each time without being named."""

import hashlib
import hmac

import frappe
from frappe.utils.password import get_encryption_key


def pseudonym(purpose: str, text: str) -> str:
	"""HMAC-SHA-256 (RFC 2104) of ``text`` under the site's encryption key, as 64 hexadecimal digits; empty without a key.

	Whoever has the database alone cannot try names out; whoever has the site's configuration too, can.

	:param purpose: keeps the pseudonyms of one use apart from those of another.
	"""
	key = frappe.conf.get("encryption_key")
	if not key:
		return ""
	return hmac.new(key.encode(), f"{purpose}\n{text}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def of_user(user: str) -> str:
	"""The pseudonym of a user, whose name is the same in upper and lower case."""
	return pseudonym("user", user.lower())


def make_key() -> None:
	"""Have Frappe make the site's key now if there is none yet: a search does not write a configuration."""
	get_encryption_key()
