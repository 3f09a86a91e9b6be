"""Encrypting an archive as Frappe encrypts the other files of a backup: by GnuPG, with the site's ``backup_encryption_key``."""

import shutil
import subprocess
from pathlib import Path

import frappe
from frappe.utils.backups import get_or_generate_backup_encryption_key

from huf.engine.errors import ArchiveRefused


def is_wanted() -> bool:
	"""Whether the site encrypts its backups."""
	return bool(frappe.get_system_settings("encrypt_backup"))


def encrypt(file: Path, target: Path) -> None:
	"""Write ``file`` to ``target``, encrypted. Frappe makes the key of the site if there is none.

	:raises ArchiveRefused: GnuPG is not installed, or cannot do it.
	"""
	_run(get_or_generate_backup_encryption_key(), ["--output", str(target), "--symmetric", str(file)])


def is_encrypted(file: Path) -> bool:
	"""Whether a file begins as one of GnuPG: with a packet of OpenPGP (RFC 9580, 4.2), whose first bit is set. A tar begins with a name."""
	with file.open("rb") as stream:
		return stream.read(1) >= b"\x80"


def decrypt(file: Path, target: Path, key: str | None) -> None:
	"""Write what is in ``file`` to ``target``. :param key: the key of the site that made it; without it that of this site.

	:raises ArchiveRefused: it was encrypted with another key.
	"""
	key = key or frappe.conf.get("backup_encryption_key")
	if not key:
		raise ArchiveRefused(
			"The archive is encrypted. Give the key of the site that made it as --backup-encryption-key."
		)
	_run(key, ["--output", str(target), "--decrypt", str(file)])


def _run(key: str, arguments: list[str]) -> None:
	program = shutil.which("gpg")
	if program is None:
		raise ArchiveRefused("Backups of this site are encrypted, and GnuPG is not installed. Install gpg.")
	usual = ["--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase-fd", "0"]
	# The key goes by a pipe: arguments of a process can be read by everybody on the machine.
	done = subprocess.run([program, *usual, *arguments], input=key.encode(), capture_output=True, check=False)
	if done.returncode:
		said = done.stderr.decode(errors="replace").strip()[-500:]
		raise ArchiveRefused(f"GnuPG could not do it, as with another key or on a full disk: {said}")
